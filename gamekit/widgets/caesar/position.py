"""A position of Caesar in words and as a picture: sentences, the board with its marks, hands, mixes, a matrix, the log.

All values come from ``gamekit.caesar``; ``pieces`` has the boxes of the picture."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil
from typing import Any

from gamekit import caesar
from gamekit.caesar import CARDS, LETTERS, SQUARES, Advice, Alliance, Attack, Pass, Place, Play, State, rules
from gamekit.caesar.notation import action_text, group_text, log_text
from gamekit.caesar.odds.mix import Mix, card_text, format_signed, join_listed, likeliest
from gamekit.caesar.odds.solve import Solution
from gamekit.caesar.state import Action, groups_in_line, owner
from gamekit.caesar.tables import RAYS as IN_LINE
from gamekit.caesar.tables import SIDE, Card
from gamekit.play.protocol import OVER
from gamekit.probability.distribution import Basis
from gamekit.text.translation import basis_line, language_or_default, word
from gamekit.widgets.caesar import pieces
from gamekit.widgets.caesar.pieces import CHOSEN_TEXT, EDGE, MOST_ROWS, Look, looks, tower
from gamekit.widgets.layout import (
    LEADING,
    PAD,
    STRONG,
    Room,
    Sized,
    across,
    centred,
    col,
    drawing,
    flow_positions,
    framed,
    inset,
    label,
    picture,
    strong,
    text_box,
    wrap,
)
from gamekit.widgets.look import GOLD, GOOD, INK, LAND, LINE, MUTED, NAME, NEUTRAL, TEXT
from gamekit.widgets.page import worded_answer_html
from gamekit.widgets.scene import Circle, Path, Scene, Shape, Text, line, text_width, through

WIDTH, WIDE, NARROWEST, BOARD = 956.0, 760.0, 320.0, 560.0  # px; from WIDE on hands stand beside the board
ALONE, BEST = "alone", "best"  # what help there is
PLAYER, REVIEW, INSIGHT = "player", "review", "insight"  # what may still be being worked out
Insight = Solution | Advice
SHOWN = 6  # lines of a list of moves
SHORT = 100  # a fraction of a smaller denominator stands beside its number
ROOMY, CRAMPED = 78, 64  # px of a square: its mark has a word above the tower, below it, or none in smaller ones
RIM: dict[str, Any] = {"stroke": INK, "stroke_width": 2.4}
OPEN: dict[str, Any] = {"fill": GOOD + "14", "stroke": GOOD, "stroke_width": 2.4}
MARKS: dict[str, tuple[str, tuple[dict[str, Any], ...]]] = {  # the colour of the word, and the frames, outer first
    "chosen": (CHOSEN_TEXT, ({"fill": GOLD + "22", "stroke": GOLD, "stroke_width": 4},)),
    "alliance": (GOOD, (OPEN,)),
    "place": ("", (OPEN,)),
    "conflict": (INK, (RIM, RIM | {"stroke_width": 1.2})),
    "can": ("", ({"fill": GOLD + "14", "stroke": GOLD, "stroke_width": 3},)),
    "hidden": (MUTED, ()),
}
HINTS = ("place", "can")  # the marks of what may be done
RAYS: dict[str, tuple[str, tuple[float, ...]]] = {  # colour and dashes of a line between squares
    "alliance": (GOOD, (7.0, 5.0)),
    "conflict": (INK, ()),
    "next": (INK, (1.5, 6.0)),
    "sight": (LINE, (2.0, 4.0)),
}
ARROW = 7  # px from the point of an arrow to its wings


@dataclass(frozen=True, slots=True)
class PositionView:
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
        """The deciding player, or OVER."""
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


def headline(show: PositionView) -> str:
    """Return the main answer in one line."""
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


def question(show: PositionView) -> str:
    """Return the question to the deciding player, without advice, or the result of the game."""
    if show.player == OVER:
        won = [show.name(winner) for winner in rules.winners(show.state)]
        return show.say("wins" if len(won) == 1 else "share", name=won[0], names=join_listed(won, show.language))
    key = "placing" if show.state.unplaced else "choose_card" if show.state.attack else "choose_move"
    return show.say(key, name=show.name(int(show.player)))


def note(show: PositionView) -> str:
    """Return the note at the right of the answer."""
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


def worth(show: PositionView, value: Any, player: int) -> str:
    """Return the worth of a position or a fight to a player, with its fraction if that is short."""
    whole = isinstance(value, Fraction) and 1 < value.denominator < SHORT
    exact = f" ({value})".replace("-", "\u2212") if whole else ""
    return show.say("worth", value=f"{format_signed(value)}{exact}", name=show.name(player))


def worth_here(show: PositionView, found: Insight) -> str:
    """Return a position's worth and its player; from a search with its error, rounded accordingly."""
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


def as_fraction(show: PositionView, value: Any) -> str:
    """A value as a fraction in small type, once fractions are asked for and where the number is not one by itself."""
    long = isinstance(value, Fraction) and value.denominator >= SHORT
    return str(value).replace("-", "\u2212") if show.fraction and long else ""


def score(show: PositionView) -> str:
    staying = [player for player in show.state.players if player not in show.state.out]
    said = [f"{show.name(player)} {show.state.counters(player)}" for player in staying]
    return (" ・ " if show.language == "ja" else ", ").join(said)


def basis(show: PositionView) -> Basis:
    """Return the basis of the numbers shown; without numbers, the reading of the rules."""
    found = show.duel if show.duel is not None and show.duel.play else show.insight or show.review
    if found is not None:
        return found.basis
    if show.help == ALONE and show.state.attack is not None and show.player != OVER:
        return caesar.effects_now(show.state).basis
    return show.state.options.basis


def answer_html(show: PositionView) -> str:
    found = show.duel if show.duel is not None and show.duel.play else show.insight
    small = as_fraction(show, found.value) if found is not None and not show.secret and show.player != OVER else ""
    return worded_answer_html(headline(show), note(show), *basis_lines(show, basis(show), small))


def basis_lines(show: PositionView, basis: Basis, small: str) -> tuple[str, str, str]:
    """Return the first entry of a basis, what the number counts, then ``small`` and the other entries."""
    first, *rest = basis
    return show.say("basis", basis=basis_line((first,), show.language)), small, basis_line(rest, show.language)


def spoken_sentence(show: PositionView) -> str:
    """Return the screen in one sentence, for screen readers."""
    told, counters = note(show), score(show)
    key = "sentence" if told != counters else "sentence_score"
    return show.say(key, claim=headline(show), score=counters, **({"note": told} if told != counters else {}))


# The board ------------------------------------------------------------------------------------------------------------


def board(show: PositionView, bare: bool = False) -> Sized:
    """Squares with their marks, lines of sight, alliances and conflicts; below what the signs mean, and the score.

    A ``bare`` board omits parts that are only for clicks."""
    marks = {square: mark for square, mark in _marks(show).items() if not (bare and mark in HINTS)}

    def draw(room: Room) -> Iterator[Shape]:
        squares = Room(room.x + LEADING, room.y, room.width - LEADING, room.width - LEADING)
        pitch = squares.width / SIDE
        cells = dict(zip(SQUARES, squares.grid(SIDE, SIDE, gap=0)))
        for name, cell in list(cells.items())[:SIDE]:
            yield centred(name[0], Room(cell.x, squares.bottom, pitch, LEADING + 4), fill=MUTED)
        for number, cell in enumerate(list(cells.values())[::SIDE], 1):
            yield centred(str(number), cell._replace(x=room.x - 2, width=LEADING), fill=MUTED)
        for square, cell in cells.items():
            yield from _square(show, show.state.group(square), marks.get(square, ""), cell)
        for kind, here, there, text in _rays(show, bare):
            yield from _ray(kind, cells[here], cells[there], pitch, text)
        for square, cell in () if bare else cells.items():
            if show.state.group(square) or show.state.unplaced:
                yield cell.rect(action=("square", square), label=_called(show, square, marks.get(square, "")))

    signs = drawing(lambda width: width + 4, draw)
    return framed(col(signs, _legend(show, bare), gap=PAD), PAD, 10, fill=LAND, stroke=EDGE)


def _called(show: PositionView, square: str, mark: str) -> str:
    """A square as a screen reader calls it."""
    text = group_text(show.state, square, show.language)
    if not mark or mark == "can":
        return text
    return show.say("marked", what=text, mark=show.say(mark if mark != "place" else "free"))


def _square(show: PositionView, group: str, mark: str, cell: Room) -> Iterator[Shape]:
    inner, pitch, (colour, frames) = cell.inset(1.5), cell.width, MARKS.get(mark, ("", ()))
    yield inner.rect(5, fill=pieces.SQUARE, stroke=EDGE)
    for place, look in enumerate(frames):
        yield inner.inset(1.5 + 4 * place).rect(5 - 2 * place, **look)
    if colour and pitch >= CRAMPED:
        words = inner.inset(4 + 4 * len(frames), 6)
        y = words.y - 2 if pitch >= ROOMY else words.bottom - TEXT - 2
        yield label(show.say(mark), words._replace(y=y), fill=colour, weight=STRONG if frames else 400)
    if group:
        below = CRAMPED <= pitch < ROOMY  # the word of the mark stands below the tower
        base, high = (pitch - 28, 0.52) if below else (pitch * 0.81, 0.64)
        x, y, most = cell.x + pitch * 0.43, cell.y + base, min(1.0, pitch / 92)
        yield from tower(group, x, y, pitch * high, show.language, most)


def _ray(kind: str, here: Room, there: Room, pitch: float, text: str) -> Iterator[Shape]:
    """A line between two squares, with a text in the middle."""
    (x1, y1), (x2, y2) = here.middle, there.middle
    right, down = ((end > start) - (end < start) for start, end in ((x1, x2), (y1, y2)))
    half = pitch / 2 + 1
    start, end = (x1 + right * half, y1 + down * half), (x2 - right * half, y2 - down * half)
    gap, (colour, dash) = abs(end[0] - start[0]) + abs(end[1] - start[1]), RAYS[kind]
    if kind in ("alliance", "conflict"):
        far = gap > 2 * ARROW  # else the arrow's head alone, over the rims of both squares
        tip = end if far else (end[0] + right * 4, end[1] + down * 4)
        back = tip[0] - right * ARROW, tip[1] - down * ARROW
        if far:
            yield line(*start, *back, colour, 2.6, dash)
        wings = [(back[0] + side * down * 6, back[1] + side * right * 6) for side in (1, -1)]
        yield Path(through((tip, *wings), True), fill=colour)
    elif gap > 2:
        yield line(*start, *end, colour, 2, dash, "round")
    x, y = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
    if text and right:
        wide = max(gap, ROOMY)
        yield label(text, Room(x - wide / 2, y - 22, wide, 0), side="middle", halo=pieces.SQUARE)
    elif text:
        yield Text(x + 8, y, text, TEXT, MUTED, halo=pieces.SQUARE)


def _legend(show: PositionView, bare: bool) -> Sized:
    """Return the legend of the signs, and the score in the last line."""
    shown = {*_marks(show).values()}
    signs = {"neutral": ""} | ({} if bare else {"alliance_legal": "alliance", "conflict_legal": "conflict"})
    signs = {"neutral": "", "free": "place"} if "place" in shown and not bare else signs
    texts, told = {show.say(key): mark for key, mark in signs.items()}, score(show)
    widths = [*(text_width(text, TEXT) + 22 for text in texts), text_width(told, TEXT, STRONG)]

    def draw(room: Room) -> Iterator[Shape]:
        places = flow_positions(widths, room.width, LEADING)
        for (text, mark), width, (x, row) in zip(texts.items(), widths, places):
            sign, words = Room(room.x + x, room.y + 20 * row, width, PAD).row(PAD, None, gap=7)
            if not mark:
                yield Circle(*sign.middle, 6, fill=NEUTRAL)
            for place, look in enumerate(MARKS[mark][1] if mark else ()):
                yield sign.inset(3.5 * place).rect(3, **look)
            yield label(text, words._replace(y=words.y - 1))
        yield strong(told, room._replace(y=room.y + 20 * places[-1][1] - 1), side="end")

    return drawing(lambda width: 20 * (1 + flow_positions(widths, width, LEADING)[-1][1]), draw)


def _targets(show: PositionView) -> dict[str, str]:
    """Where the group in hand may go: the square, and whether it is an alliance or a conflict."""
    moves = [one for one in show.legal if isinstance(one, Alliance | Attack) and one.here == show.chosen]
    return {one.there: "alliance" if isinstance(one, Alliance) else "conflict" for one in moves}


def _marks(show: PositionView) -> dict[str, str]:
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
    rays = ([there for there in ray if state.board[there]] for ray in IN_LINE[SQUARES.index(square)])
    shown = (state.group(square)[-1:], caesar.NEUTRAL)
    return [SQUARES[there] for ray in rays for there in ray[1:] if state.board[there][-1] not in shown]


def _rays(show: PositionView, bare: bool) -> Iterator[tuple[str, str, str, str]]:
    """Lines between squares: kind, from where, to where, and a text."""
    state, targets = show.state, _targets(show)
    if show.player == OVER:
        return
    if state.attack is not None:
        yield "conflict", state.attack.here, state.attack.there, ""
    for there, kind in targets.items():
        yield kind, show.chosen, there, ""
    for (here, there), (own, other) in list(zip(show.fights, show.duel.stakes if show.duel else ()))[1:]:
        yield "next", here, there, show.say("next", own=own, other=other)
    if show.pointed and state.group(show.pointed) and not bare:
        for seen in groups_in_line(state.board, SQUARES.index(show.pointed)):
            if show.pointed != show.chosen or SQUARES[seen] not in targets:
                yield "sight", show.pointed, SQUARES[seen], ""


# Hands, mixes, matrix -------------------------------------------------------------------------------------------------


def hands(show: PositionView, bare: bool = False) -> list[Sized]:
    """Every hand, the deciding player's cards to be clicked while a conflict is fought."""
    return [_hand(show, player, bare) for player in show.state.players if player not in show.state.out]


def _hand(show: PositionView, player: int, bare: bool) -> Sized:
    cards, look, active = show.state.hands[player], show.look(player), player == show.player
    fights = show.state.attack is not None and active and player in show.people and not (show.secret or bare)
    texts = {card: show.say("play_card", card=card_text(card, show.language)) for card in cards if fights}
    actions = {card: (("card", card), text) for card, text in texts.items()}
    chosen = show.review.cards[show.fought.index(player)] if show.review and player in show.fought else None
    held = show.say("held", held=len(cards), gone=len(CARDS) - len(cards))
    title, marked = show.say("hand", name=look.name), chosen if chosen in cards else None
    return pieces.hand(look, title, cards, held, actions, marked, active, gone=not bare)


def mix_box(show: PositionView, player: int, cards: Sequence[Card], mix: Mapping[Card, Any]) -> Sized:
    """A player's mix: what is played, the likeliest first; cards that are never played fill it up to four."""
    rows = [(card, float(share)) for card, share in likeliest(mix) if share]
    rows += [(card, 0.0) for card in reversed(cards) if not mix.get(card)][: max(0, 4 - len(rows))]
    look = show.look(player)
    balls = caesar.urn(mix, most=60) if rows and rows[0][1] else {}
    return pieces.mix(look, show.say("mix", name=look.name), rows, balls)


def duel_boxes(show: PositionView, duel: caesar.Duel) -> list[Sized]:
    """Both mixes and the matrix of a duel."""
    if not duel.play:
        return []
    cards, mixes = (duel.hand, duel.other_hand), (duel.play, duel.other_play)
    made = [mix_box(show, player, cards[player], mixes[player]) for player in (0, 1)]
    key = {1: "matrix_one", 2: "matrix_two"}.get(len(duel.stakes), "matrix_more")
    title = show.say(key, count=len(duel.stakes), name=show.name(0))
    box = matrix_box(show, title, duel.matrix, cards, mixes)
    return [wrap(*made, least=190), col(box, *(text_box(text, fill=INK) for text in alternatives(show, duel)), gap=6)]


def matrix_box(show: PositionView, title: str, matrix: Any, cards: Any, mixes: Any, players: Any = (0, 1)) -> Sized:
    """Return the payoff matrix of two hands, their mixes bold."""
    looks = tuple(show.look(player) for player in players)
    captions = tuple(show.say("card_of", name=look.name) for look in looks)
    return pieces.matrix(title, matrix, cards, mixes, looks, captions, show.fraction)


def alternatives(show: PositionView, duel: caesar.Duel) -> list[str]:
    """Return sentences on the cards that best play never uses, and on other mixes that are as good."""
    notes = []
    for player, losses in ((0, duel.loss), (1, duel.other_loss)):
        never = [card_text(card, show.language) for card, loss in losses.items() if loss > 1e-9]
        if never and len(never) <= 4:
            key = "never" if len(duel.stakes) == 1 else "never_first"
            notes.append(show.say(key, name=show.name(player), cards=join_listed(never, show.language)))
    for player, unique in ((0, duel.play_unique), (1, duel.other_unique)):
        if not unique:
            notes.append(show.say("others", name=show.name(player)))
    return notes


def scene(show: PositionView, width: float, bare: bool = False) -> Scene:
    """The picture: two columns where there is room, else one below the other."""
    width = max(NARROWEST, min(WIDTH, width))
    mixes, notes = _worked_out(show)
    if show.thinking == REVIEW:
        notes = [show.say("looks_back"), *notes]
    if show.review is not None and not mixes:
        mixes = [wrap(*review_mixes(show, show.review), least=190)]
        key, value = "review_exact" if show.review.exact else "review_searched", format_signed(show.review.value)
        notes = [show.say(key, name=show.name(show.fought[0]), value=value), *notes]
    if not notes and not mixes:
        notes = hints(show)
    told = [text_box(note, NAME, fill=INK) for note in ([] if bare else notes)]
    side = col(*hands(show, bare), *mixes, *told)
    left = board(show, bare)
    if width >= WIDE:
        whole = across(left, side, gap=2 * PAD)
    else:
        whole = col(across(left._replace(wide=min(width - 4, BOARD))), side, gap=LEADING)
    return picture(inset(whole, 2), width, show.title, spoken_sentence(show))


def _worked_out(show: PositionView) -> tuple[list[Sized], list[str]]:
    """Mixes, matrix and sentences of the duel set up, of best play here, or of conflicts by themselves."""
    if show.duel is not None:
        return duel_boxes(show, show.duel), []
    if show.insight is not None and not show.secret:
        if show.state.attack is None:
            return [], insight_notes(show, show.insight)
        several = isinstance(show.insight, Solution) and not show.insight.unique
        player, shares = show.insight.player, show.insight.mix.items()
        mix = Mix((action.card, share) for action, share in shares if isinstance(action, Play))
        box = mix_box(show, player, show.state.hands[player], mix)
        return [box], [show.say("others_exist")] if several else []
    if show.help == ALONE and not show.secret and show.player != OVER and not show.state.unplaced:
        return conflicts_alone(show)
    return [], []


def hints(show: PositionView) -> list[str]:
    """Return hints for beginners on what to click."""
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


def insight_notes(show: PositionView, insight: Insight) -> list[str]:
    """The moves, best first, each with its value."""
    known = sorted(caesar.action_values(insight).items(), key=lambda item: -item[1])
    wins = insight.objective == "win"
    said = [
        show.say("valued_win", move=show.option(action), value=round(100 * value)) if wins
        else show.say("valued", move=show.option(action), value=format_signed(value))
        for action, value in known[:SHOWN]
    ]  # fmt: skip
    return [*said, show.say("more_moves", count=len(known) - SHOWN)] if len(known) > SHOWN else said


def conflicts_alone(show: PositionView) -> tuple[list[Sized], list[str]]:
    """Conflicts by themselves: the one being fought with its matrix, else the value of each that is possible."""
    state = show.state
    if state.attack is None:
        values = []
        for action in show.legal:
            if isinstance(action, Attack) and show.chosen in ("", action.here):
                found = caesar.effects(state, action)
                move, value = show.option(action), format_signed(found.equilibrium.value)
                key = "valued_leads" if len(state.hands) > 2 else "valued"
                values.append(show.say(key, move=move, value=value, changes=_changes(show, found)))
        note = [show.say("leads_note")] if values and len(state.hands) > 2 else []
        return [], [*values[:SHOWN], *note]
    found, players = caesar.effects_now(state), fighters(state)
    answer, conflict = found.equilibrium, found.conflict
    cards, mixes = (conflict.attacker_hand, conflict.defender_hand), (answer.attacker, answer.defender)
    made = [mix_box(show, player, hand, mix) for player, hand, mix in zip(players, cards, mixes)]
    title = show.say("matrix_one", name=show.name(players[0]))
    notes = [show.say("alone_worth", value=format_signed(answer.value), name=show.name(players[0]))]
    notes += [] if answer.unique else [show.say("others_exist")]
    box = col(matrix_box(show, title, conflict.matrix, cards, mixes, players),
              *(text_box(note, fill=INK) for note in notes), gap=6)  # fmt: skip
    return [wrap(*made, least=190), box], [show.say("leads", changes=_changes(show, found))] if len(
        state.hands
    ) > 2 else []


def _changes(show: PositionView, found: caesar.Effects) -> str:
    """How each player's lead over the best of the others changes."""
    staying = [player for player in found.leads if player not in show.state.out]
    return ", ".join(f"{show.name(player)} {format_signed(found.leads[player])}" for player in staying)


def fighters(state: State) -> tuple[int, int]:
    """Return the attacker and the defender of the conflict being fought; (0, 0) without one."""
    return (state.player, owner(state.group(state.attack.there))) if state.attack else (0, 0)


def review_mixes(show: PositionView, review: caesar.Review) -> Iterator[Sized]:
    """The mixes that should have been played in the last conflict, the cards played framed."""
    for player, mix, card, cost in zip(show.fought, review.mixes, review.cards, review.costs):
        key = "cost" if review.exact else "cost_about" if cost > review.margin else "cost_unclear"
        lost = f"{float(cost):.{2 if review.exact else 1}f}"
        note = show.say(key, card=card_text(card, show.language), cost=lost, margin=f"{review.margin:.1f}")
        rows = [(one, float(share)) for one, share in likeliest(mix) if share][:MOST_ROWS]
        if card not in (row[0] for row in rows):
            rows = [*rows[: MOST_ROWS - 1], (card, float(mix[card]))]
        balls = caesar.urn(mix, most=60) if rows[0][1] else {}
        title = show.say("should_mix" if review.exact else "search_mix", name=show.name(player))
        yield pieces.mix(show.look(player), title, rows, balls, card, note)


def log_entry(before: State, action: Any) -> tuple[str, str, str] | None:
    """Return (letter, colour, sentence) of an action; None for an attacker's card, logged with the defender's."""
    language = language_or_default()
    said = log_text(before, action, language)
    look = looks(language)[before.player if isinstance(action, Play) else int(rules.current_player(before))]
    return (look.letter, look.face, said) if said else None
