"""What a screen of Caesar says and shows: sentences, marks on squares, hands, mixes, a matrix, the log.

Everything is worked out by ``gamekit.caesar``; here it is put into words and into the values that ``view`` draws."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil
from typing import Any

from gamekit import caesar
from gamekit.caesar import CARDS, LETTERS, NEUTRAL, SQUARES, Advice, Alliance, Attack, Pass, Place, Play, State, rules
from gamekit.caesar.notation import action_text, group_text, log_text
from gamekit.caesar.odds.mix import Mix, format_signed, join_listed, likeliest, say_card
from gamekit.caesar.odds.solve import Solution
from gamekit.caesar.state import Action, groups_in_line, owner
from gamekit.caesar.tables import RAYS, Card
from gamekit.play.protocol import OVER
from gamekit.text.translation import basis_line, word
from gamekit.widgets.caesar.view import (
    MOST_ROWS,
    BoardView,
    HandView,
    Look,
    MatrixView,
    MixView,
    Ray,
    Screen,
    Square,
    looks,
)
from gamekit.widgets.page import told_html

ALONE, BEST = "alone", "best"  # what help there is
PLAYER, REVIEW, INSIGHT = "player", "review", "insight"  # what may still be being worked out
Insight = Solution | Advice
SHOWN = 6  # lines of a list of moves
SHORT = 100  # a fraction of a smaller denominator stands beside its number


@dataclass(frozen=True, slots=True)
class BoardSight:
    """A position as it is shown.

    ``chosen``: the square of the group in hand. ``pointed``: the square under the pointer. ``people``: who is a
    person. ``secret``: whether the cards wait for a hand-over. ``duel``, ``fights``: a study of stakes fixed
    beforehand. ``insight``: best play here; ``review``: the last conflict looked back at, with who fought it;
    ``thinking``: which of them, or whose action, is still being worked out.
    """

    state: State
    language: str
    chosen: str = ""
    pointed: str = ""
    people: frozenset[Any] = frozenset()
    secret: bool = False
    help: str = ""
    title: str = ""
    duel: caesar.Duel | None = None
    fights: tuple[tuple[str, str], ...] = ()
    insight: Insight | None = None
    review: caesar.Review | None = None
    fought: tuple[int, int] = (0, 0)
    thinking: str = ""
    fraction: bool = False

    @property
    def player(self) -> int | str:
        """Who decides, or OVER."""
        return rules.current_player(self.state)

    @property
    def legal(self) -> tuple[Action, ...]:
        return rules.legal_actions(self.state)

    def look(self, player: int) -> Look:
        return looks(self.language)[player]

    def name(self, player: Any) -> str:
        return self.look(player).name

    def option(self, action: Action) -> str:
        """An action as a line of a list."""
        return action_text(self.state, action, self.language)

    def say(self, key: str, **fields: Any) -> str:
        return word(f"caesar.board.{key}", self.language, **fields)


def claim(show: BoardSight) -> str:
    """The answer of the screen, in one line."""
    if show.player == OVER:
        return question(show)
    name = show.name(int(show.player))
    if show.duel is not None and show.duel.play:
        return show.say("told", name=name, what=show.duel.explain(show.language))
    if show.secret:
        return show.say("hand_over", name=name)
    if show.thinking == PLAYER:
        return show.say("thinks", name=name)
    if show.insight is not None:
        searched = isinstance(show.insight, Advice) and show.insight.iterations
        return show.say("searched" if searched else "told", name=name, what=show.insight.explain(show.language))
    return question(show)


def question(show: BoardSight) -> str:
    """What the one who decides is asked, whatever is advised; how the game has ended."""
    if show.player == OVER:
        won = [show.name(winner) for winner in rules.winners(show.state)]
        return show.say("wins" if len(won) == 1 else "share", name=won[0], names=join_listed(won, show.language))
    key = "placing" if show.state.unplaced else "choose_card" if show.state.attack else "choose_move"
    return show.say(key, name=show.name(int(show.player)))


def note(show: BoardSight) -> str:
    """What stands right of the answer."""
    player = show.player
    if player == OVER:
        return score(show)
    if show.duel is not None and show.duel.play:
        return worth(show, show.duel.value, 0)
    if show.thinking == INSIGHT:
        return show.say("seeks")
    if show.insight is not None and not show.secret:
        return worth_here(show, show.insight)
    return score(show)


def worth(show: BoardSight, value: Any, player: int) -> str:
    """What a position or a fight is worth to a player; a short fraction stands beside the number."""
    whole = isinstance(value, Fraction) and 1 < value.denominator < SHORT
    exact = f" ({value})".replace("-", "\u2212") if whole else ""
    return show.say("worth", value=f"{format_signed(value)}{exact}", name=show.name(player))


def worth_here(show: BoardSight, found: Insight) -> str:
    """What a position is worth to whom: a search says how far it may be off, and counts no finer than that."""
    if isinstance(found, Solution) or not found.iterations:
        return worth(show, found.value, found.player)
    low, high = found.confidence
    margin, name = max(high - found.value, found.value - low), show.name(found.player)
    if found.objective == "win":
        tries = f"{found.iterations:,}"
        value, wide = round(100 * found.value), max(1, ceil(100 * margin))
        return show.say("wins_about", value=value, margin=wide, name=name, iterations=tries)
    digits = 0 if margin >= 1 else 1
    wide_said = f"{max(0.1, margin):.{digits}f}"
    return show.say("worth_about", value=format_signed(round(found.value, digits)), margin=wide_said, name=name)


def exact(show: BoardSight, value: Any) -> str:
    """A value as a fraction in small type, once fractions are asked for and where the number is not one by itself."""
    long = isinstance(value, Fraction) and value.denominator >= SHORT
    return str(value).replace("-", "\u2212") if show.fraction and long else ""


def score(show: BoardSight) -> str:
    staying = [player for player in show.state.players if player not in show.state.out]
    said = [f"{show.name(player)} {show.state.counters(player)}" for player in staying]
    return (" ・ " if show.language == "ja" else ", ").join(said)


def basis(show: BoardSight) -> str:
    """What the numbers shown rest on; without numbers, how the rules are read."""
    if show.duel is not None and show.duel.play:
        entries = show.duel.basis
    elif show.insight is not None:
        entries = show.insight.basis
    elif show.review is not None:
        entries = show.review.basis
    elif show.help == ALONE and show.state.attack is not None and show.player != OVER:
        entries = caesar.effects_now(show.state).basis
    else:
        entries = show.state.options.basis
    return basis_line(entries, show.language)


def answer_html(show: BoardSight) -> str:
    found = show.duel if show.duel is not None and show.duel.play else show.insight
    small = exact(show, found.value) if found is not None and not show.secret and show.player != OVER else ""
    return told_html(claim(show), note(show), show.say("basis", basis=basis(show)), small)


def sentence(show: BoardSight) -> str:
    """The screen in one sentence, for those who do not see it."""
    told, counters = note(show), score(show)
    key = "sentence" if told != counters else "sentence_score"
    return show.say(key, claim=claim(show), score=counters, **({"note": told} if told != counters else {}))


def board_view(show: BoardSight) -> BoardView:
    """Squares with their marks, lines of sight, alliances and conflicts."""
    state = show.state
    marks = _marks(show)
    cells = []
    for square, group in zip(SQUARES, state.board):
        clickable = bool(group) or bool(state.unplaced)
        mark = marks.get(square, "")
        said = group_text(state, square, show.language)
        if mark and mark not in ("can",):
            said = show.say("marked", what=said, mark=show.say(mark if mark != "place" else "free"))
        cells.append(Square(group, mark, ("square", square) if clickable else None, said if clickable else ""))
    return BoardView(tuple(cells), _rays(show), score(show))


def _targets(show: BoardSight) -> dict[str, str]:
    """Where the group in hand may go: the square, and whether it is an alliance or a conflict."""
    moves = [one for one in show.legal if isinstance(one, Alliance | Attack) and one.here == show.chosen]
    return {one.there: "alliance" if isinstance(one, Alliance) else "conflict" for one in moves}


def _marks(show: BoardSight) -> dict[str, str]:
    state = show.state
    if show.player == OVER:
        return {}
    if state.attack is not None:
        return {state.attack.here: "chosen", state.attack.there: "conflict"}
    if state.unplaced:
        return {action.at: "place" for action in show.legal if isinstance(action, Place)}
    if not show.chosen:
        return {action.here: "can" for action in show.legal if isinstance(action, Alliance | Attack)}
    return dict.fromkeys(_behind(state, show.chosen), "hidden") | _targets(show) | {show.chosen: "chosen"}


def _behind(state: State, square: str) -> list[str]:
    """Other players' groups in line that something hides."""
    own = state.group(square)[-1:]
    found = []
    for ray in RAYS[SQUARES.index(square)]:
        groups = [there for there in ray if state.board[there]]
        found += [SQUARES[there] for there in groups[1:] if state.board[there][-1] not in (own, NEUTRAL)]
    return found


def _rays(show: BoardSight) -> tuple[Ray, ...]:
    state, rays = show.state, []
    if show.player == OVER:
        return ()
    if state.attack is not None:
        rays.append(Ray("conflict", state.attack.here, state.attack.there))
    rays += [Ray(kind, show.chosen, there) for there, kind in _targets(show).items()]
    for (here, there), (own, other) in list(zip(show.fights, show.duel.stakes if show.duel else ()))[1:]:
        rays.append(Ray("next", here, there, show.say("next", own=own, other=other)))
    drawn = {(ray.here, ray.there) for ray in rays}
    if show.pointed and state.group(show.pointed):
        for seen in groups_in_line(state.board, SQUARES.index(show.pointed)):
            if (show.pointed, SQUARES[seen]) not in drawn:
                rays.append(Ray("sight", show.pointed, SQUARES[seen]))
    return tuple(rays)


# Hands, mixes, matrix -------------------------------------------------------------------------------------------------


def hands(show: BoardSight) -> tuple[HandView, ...]:
    """Every hand, the deciding player's cards to be clicked while a conflict is fought."""
    return tuple(_hand(show, player) for player in show.state.players if player not in show.state.out)


def _hand(show: BoardSight, player: int) -> HandView:
    cards, look, active = show.state.hands[player], show.look(player), player == show.player
    fights = show.state.attack is not None and active and player in show.people and not show.secret
    said = {card: show.say("play_card", card=say_card(card, show.language)) for card in cards if fights}
    actions = {card: (("card", card), text) for card, text in said.items()}
    chosen = show.review.cards[show.fought.index(player)] if show.review and player in show.fought else None
    held = show.say("held", held=len(cards), gone=len(CARDS) - len(cards))
    return HandView(look, show.say("hand", name=look.name), cards, held, actions, chosen if chosen in cards else None,
                    active)  # fmt: skip


def mix_view(show: BoardSight, player: int, cards: Sequence[Card], mix: Mapping[Card, Any], **more: Any) -> MixView:
    """A player's mix: what is played, the likeliest first; cards that are never played fill it up to four."""
    rows = [(card, float(share)) for card, share in likeliest(mix) if share]
    rows += [(card, 0.0) for card in reversed(cards) if not mix.get(card)][: max(0, 4 - len(rows))]
    look = show.look(player)
    balls = caesar.urn(mix, most=60) if rows and rows[0][1] else {}
    return MixView(look, show.say("mix", name=look.name), tuple(rows), balls, **more)


def matrix_view(
    show: BoardSight,
    title: str,
    matrix: Sequence[Sequence[Any]],
    cards: tuple[Sequence[Card], Sequence[Card]],
    players: tuple[int, int],
    mixes: tuple[Mapping[Card, Any], Mapping[Card, Any]],
    notes: tuple[str, ...] = (),
) -> MatrixView:
    """A payoff matrix, the high cards first and the flag last; what both play stands bold."""
    own, other = (tuple(sorted(hand, key=lambda card: 100 if card == "F" else -int(card))) for hand in cards)
    payoff = {(card, answer): matrix[i][j] for i, card in enumerate(cards[0]) for j, answer in enumerate(cards[1])}
    most = max(1.0, *(abs(float(value)) for value in payoff.values()))
    name, against = (show.say("card_of", name=show.name(player)) for player in players)
    return MatrixView(
        title,
        own,
        other,
        tuple(tuple(number(payoff[card, answer], show.fraction) for answer in other) for card in own),
        tuple(tuple(float(payoff[card, answer]) / most for answer in other) for card in own),
        (show.look(players[0]), show.look(players[1])),
        (name, against),
        frozenset((card, answer) for card, answer in payoff if mixes[0].get(card) and mixes[1].get(answer)),
        notes,
    )


def number(payoff: Any, fraction: bool = False) -> str:
    """A payoff for a cell: signed, rounded to one decimal unless fractions are asked for."""
    sign = "+" if payoff > 0 else "\u2212"
    if fraction and isinstance(payoff, Fraction) and 1 < payoff.denominator < 100:
        return f"{sign}{abs(payoff)}"
    text = f"{abs(round(float(payoff), 1)):.1f}".removesuffix(".0")
    return text if text == "0" else sign + text


def duel_screen(show: BoardSight, duel: caesar.Duel) -> tuple[tuple[MixView, ...], MatrixView | None]:
    """Both mixes and the matrix of a duel."""
    if not duel.play:
        return (), None
    cards, mixes = (duel.hand, duel.other_hand), (duel.play, duel.other_play)
    made = tuple(mix_view(show, player, cards[player], mixes[player]) for player in (0, 1))
    key = {1: "matrix_one", 2: "matrix_two"}.get(len(duel.stakes), "matrix_more")
    title = show.say(key, count=len(duel.stakes), name=show.name(0))
    return made, matrix_view(show, title, duel.matrix, cards, (0, 1), mixes, tuple(others(show, duel)))


def others(show: BoardSight, duel: caesar.Duel) -> list[str]:
    """Which cards never come, and whether other answers exist."""
    notes = []
    for player, losses in ((0, duel.loss), (1, duel.other_loss)):
        never = [say_card(card, show.language) for card, loss in losses.items() if loss > 1e-9]
        if never and len(never) <= 4:
            key = "never" if len(duel.stakes) == 1 else "never_first"
            notes.append(show.say(key, name=show.name(player), cards=join_listed(never, show.language)))
    for player, unique in ((0, duel.play_unique), (1, duel.other_unique)):
        if not unique:
            notes.append(show.say("others", name=show.name(player)))
    return notes


def screen(show: BoardSight) -> Screen:
    mixes, matrix, notes = _worked_out(show)
    if show.thinking == REVIEW:
        notes = [show.say("looks_back"), *notes]
    if show.review is not None and not mixes:
        mixes = review_mixes(show, show.review)
        notes = [review_text(show, show.review), *notes]
    if not notes and not mixes:
        notes = hints(show)
    return Screen(board_view(show), hands(show), mixes, matrix, tuple(notes), show.title, sentence(show))


def _worked_out(show: BoardSight) -> tuple[tuple[MixView, ...], MatrixView | None, list[str]]:
    """Mixes, matrix and sentences of the duel set up, of best play here, or of conflicts by themselves."""
    if show.duel is not None:
        return (*duel_screen(show, show.duel), [])
    if show.insight is not None and not show.secret:
        if show.state.attack is None:
            return (), None, insight_notes(show, show.insight)
        several = isinstance(show.insight, Solution) and not show.insight.unique
        return insight_mixes(show, show.insight), None, [show.say("others_exist")] if several else []
    if show.help == ALONE and not show.secret and show.player != OVER and not show.state.unplaced:
        return alone(show)
    return (), None, []


def hints(show: BoardSight) -> list[str]:
    """How to go on, for somebody who sees the board for the first time."""
    state, player = show.state, show.player
    if player == OVER or player not in show.people or show.thinking:
        return []
    if state.unplaced:
        return [show.say("hint_place" if len(state.hands) < len(LETTERS) else "hint_place_five")]
    if show.secret:
        return []
    if state.attack is not None:
        return [show.say("hint_card")]
    if show.legal == (Pass(),):
        return [show.say("hint_pass")]
    return [show.say("hint_target" if show.chosen else "hint_group")]


def insight_mixes(show: BoardSight, insight: Insight) -> tuple[MixView, ...]:
    mix = Mix((action.card, share) for action, share in insight.mix.items() if isinstance(action, Play))
    return (mix_view(show, insight.player, show.state.hands[insight.player], mix),)


def insight_notes(show: BoardSight, insight: Insight) -> list[str]:
    """The moves, best first, each with its value."""
    known = sorted(caesar.values(insight).items(), key=lambda item: -item[1])
    if insight.objective == "win":
        said = [show.say("valued_win", move=show.option(a), value=round(100 * value)) for a, value in known[:SHOWN]]
    else:
        said = [
            show.say("valued", move=show.option(action), value=format_signed(value)) for action, value in known[:SHOWN]
        ]
    if len(known) > SHOWN:
        said.append(show.say("more_moves", count=len(known) - SHOWN))
    return said


def alone(show: BoardSight) -> tuple[tuple[MixView, ...], MatrixView | None, list[str]]:
    """Conflicts by themselves: the one being fought with its matrix, else the value of each that is possible."""
    state = show.state
    if state.attack is None:
        said = []
        for action in show.legal:
            if isinstance(action, Attack) and show.chosen in ("", action.here):
                found = caesar.effects(state, action)
                move, value = show.option(action), format_signed(found.equilibrium.value)
                key = "valued_leads" if len(state.hands) > 2 else "valued"
                said.append(show.say(key, move=move, value=value, changes=_changes(show, found)))
        note = [show.say("leads_note")] if said and len(state.hands) > 2 else []
        return (), None, [*said[:SHOWN], *note]
    found = caesar.effects_now(state)
    players = _fighters(state)
    answer, conflict = found.equilibrium, found.conflict
    cards, mixes = (conflict.attacker_hand, conflict.defender_hand), (answer.attacker, answer.defender)
    made = tuple(mix_view(show, player, hand, mix) for player, hand, mix in zip(players, cards, mixes))
    title = show.say("matrix_one", name=show.name(players[0]))
    notes = [show.say("alone_worth", value=format_signed(answer.value), name=show.name(players[0]))]
    notes += [] if answer.unique else [show.say("others_exist")]
    matrix = matrix_view(show, title, conflict.matrix, cards, players, mixes, tuple(notes))
    return made, matrix, [show.say("leads", changes=_changes(show, found))] if len(state.hands) > 2 else []


def _changes(show: BoardSight, found: caesar.Effects) -> str:
    """How each player's lead over the best of the others changes."""
    staying = [player for player in found.leads if player not in show.state.out]
    return ", ".join(f"{show.name(player)} {format_signed(found.leads[player])}" for player in staying)


def _fighters(state: State) -> tuple[int, int]:
    assert state.attack is not None
    return state.player, owner(state.group(state.attack.there))


def review_mixes(show: BoardSight, review: caesar.Review) -> tuple[MixView, ...]:
    """The mixes that should have been played in the last conflict, the cards played framed."""
    made = []
    for player, mix, card, cost in zip(show.fought, review.mixes, review.cards, review.costs):
        key = "cost" if review.exact else "cost_about" if cost > review.margin else "cost_unclear"
        lost = f"{float(cost):.{2 if review.exact else 1}f}"
        note = show.say(key, card=say_card(card, show.language), cost=lost, margin=f"{review.margin:.1f}")
        rows = mix_view(show, player, (), mix)
        shown = rows.rows[:MOST_ROWS]
        if card not in (row[0] for row in shown):
            shown = (*shown[: MOST_ROWS - 1], (card, float(mix[card])))
        title = show.say("should_mix" if review.exact else "search_mix", name=show.name(player))
        made.append(MixView(rows.look, title, shown, rows.balls, card, note))
    return tuple(made)


def review_text(show: BoardSight, review: caesar.Review) -> str:
    """What the last conflict was worth before the cards."""
    key = "review_exact" if review.exact else "review_searched"
    return show.say(key, name=show.name(show.fought[0]), value=format_signed(review.value))


def log_entry(before: State, action: Any, language: str) -> tuple[str, str, str] | None:
    """(letter, colour, sentence) of an action; None for an attacker's card, which is told with the answer."""
    said = log_text(before, action, language)
    look = looks(language)[before.player if isinstance(action, Play) else int(rules.current_player(before))]
    return (look.letter, look.face, said) if said else None
