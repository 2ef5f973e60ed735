"""The game board: play Caesar with the mouse or the lists, against each other or against ready players.

Rules and best play come from ``gamekit.caesar``, ``pieces`` has the boxes of the picture. Here are a position in words
and as a picture, the controls and their messages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache, partial
from html import escape
from math import ceil
from typing import Any, ClassVar, Final

from gamekit import caesar
from gamekit.caesar import CARDS, LETTERS, SQUARES, Advice, Alliance, Attack, Pass, Place, Play, State, rules
from gamekit.caesar.notation import action_text, group_text, log_text, name, say
from gamekit.caesar.odds.mix import CardMix, card_text, format_signed, join_listed
from gamekit.caesar.state import HIDDEN, Action, groups_in_line, owner
from gamekit.caesar.tables import COLOURS, PLAYERS, RAYS, SIDE
from gamekit.play.protocol import OVER
from gamekit.play.session import PERSON, PLAIN, begin
from gamekit.play.tournament import match_fields
from gamekit.probability.distribution import Basis
from gamekit.storage.record import Record
from gamekit.text.translation import in_table_language, language_or_default, note, word
from gamekit.widgets import game_page, later, page
from gamekit.widgets import layout as box
from gamekit.widgets.app import SessionBoard
from gamekit.widgets.caesar import pieces
from gamekit.widgets.caesar.pieces import CHOSEN_TEXT, EDGE, NARROWEST, WIDE, WIDTH, look_of, worth
from gamekit.widgets.later import Cache
from gamekit.widgets.layout import LEADING, PAD, STRONG, Room, Sized
from gamekit.widgets.look import GOLD, GOOD, INK, LAND, LINE, MUTED, NAME, NEUTRAL, TEXT
from gamekit.widgets.scene import Circle, Path, Scene, Shape, Text, line, polyline_path, text_width

BOARD = 560.0  # px of the squares where the hands stand below them
ALONE, BEST = "alone", "best"  # what help there is
PLAYER, REVIEW, INSIGHT = "player", "review", "insight"  # what may still be being worked out
Insight = caesar.Solution | Advice
INSIGHTS, REVIEWS = Cache(16, pause=0.0), Cache(16, pause=0.0)  # the best play in positions, conflicts looked back at
SHOWN = 6  # lines of a list of moves
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
LINES: dict[str, tuple[str, tuple[float, ...]]] = {  # colour and dashes of a line between squares
    "alliance": (GOOD, (7.0, 5.0)),
    "conflict": (INK, ()),
    "next": (INK, (1.5, 6.0)),
    "sight": (LINE, (2.0, 4.0)),
}
ARROW = 7  # px from the point of an arrow to its wings
ITERATIONS: Final = 200  # of the search that helps at first;
LONGER, LONGEST = 4, 16  # then it goes on with so many times as many, up to so many times as many in all
LOOK_BACK = 400  # of the look back at a conflict that is too large to be solved
LIMIT: Final = 20_000  # positions that help solves exactly
FEW: Final = 12  # groups: with more of them the positions are too many to be listed
LOGGED: Final = 40  # lines of the log


@dataclass(frozen=True, slots=True)
class CaesarTable(game_page.PlayTable):
    """The game, the group in hand and the square pointed at, the next game's readings, whether the search stands still;
    ``fights`` are those of a study position."""

    SHARED: ClassVar = ("play", "fights", "help")
    BEGUN: ClassVar = ("picked", "chosen")

    fights: tuple[tuple[str, str], ...] = ()
    help: str = ""
    chosen: str = ""
    pointed: str = ""
    readings: Mapping[str, str] = field(default_factory=dict)
    still: bool = False

    @property
    def player(self) -> Any:
        """The deciding player, or OVER."""
        return _player(self.session.state)

    @property
    def seen(self) -> State:
        """The position as the deciding player sees it."""
        state, player = self.session.state, self.player
        return state if player == OVER else rules.observe(state, player)

    @property
    def secret(self) -> bool:
        """Whether the cards wait for a hand-over."""
        return self.session.handover_seat is not None

    @property
    def stakes(self) -> tuple[tuple[str, str], ...]:
        """The fights of a study, fixed beforehand, while its first position is shown."""
        return self.fights if self.session.at == 0 else ()

    @property
    def duel(self) -> caesar.Duel | None:
        """The duel of a study, where there is something to play in it."""
        found = _duel(self.seen, self.stakes) if self.stakes else None
        return found if found and found.play else None

    @property
    def insight(self) -> Insight | None:
        """The best play here, None while it is not known or not asked for."""
        asked = self.help == BEST and not self.secret and self.player != OVER
        return INSIGHTS.found.get(self.seen) if asked else None

    @property
    def fought(self) -> tuple[State, Any] | None:
        """A person's last conflict, as the position before its second card and that card; None after a later action."""
        session, people = self.session, self.session.person_seats
        for at in range(session.at, 0, -1):
            before = session.positions[at - 1]
            if before.chosen is not None and (not people or {*people} & {*fighters(before)}):
                return before, session.record.entries[at - 1].action
            if rules.current_player(before) in people:
                break
        return None

    @property
    def review(self) -> caesar.ConflictReview | None:
        """The last conflict looked back at."""
        return REVIEWS.found.get(self.fought)

    @property
    def thinking(self) -> str:
        """What is worked out next: a player's action, a review of a conflict, the best play here, or "" for nothing."""
        if game_page.player_is_searching(self.play):
            return PLAYER
        if self.fought and self.review is None:
            return REVIEW
        helps = self.help == BEST and self.player != OVER and not self.secret
        return INSIGHT if helps and self.insight is None else ""

    @property
    def offered(self) -> tuple[str, ...]:
        """All actions but to pass, which has a button."""
        return tuple(key for key in self.legal if key != str(Pass()))

    def seat_name(self, seat: Any) -> str:
        return name(seat)

    def option(self, action: Action) -> str:
        """An action as a line of a list."""
        return action_text(self.seen, action)


_player = lru_cache(maxsize=8)(rules.current_player)


@cache
def _duel(state: State, fights: tuple[tuple[str, str], ...]) -> caesar.Duel:
    sizes = [(len(state.group_at(here)), len(state.group_at(there))) for here, there in fights]
    return caesar.duel(sizes, state.hands[0], state.hands[1])


def headline(table: CaesarTable) -> str:
    """Return the main answer in one line."""
    if table.player == OVER:
        return question(table)
    who, insight = name(int(table.player)), table.insight
    if table.duel:
        return say("told", name=who, what=table.duel.explain())
    if table.secret:
        return say("hand_over", name=who)
    if table.thinking == PLAYER:
        return say("thinks", name=who)
    if insight is not None:
        searched = isinstance(insight, Advice) and insight.iterations
        return say("searched" if searched else "told", name=who, what=insight.explain())
    return question(table)


def question(table: CaesarTable) -> str:
    """Return the question to the deciding player, without advice, or the result of the game."""
    if table.player == OVER:
        won = [name(winner) for winner in rules.winners(table.seen)]
        return say("wins" if len(won) == 1 else "share", name=won[0], names=join_listed(won))
    key = "placing" if table.seen.unplaced else "choose_card" if table.seen.attack else "choose_move"
    return say(key, name=name(int(table.player)))


def answer_note(table: CaesarTable) -> str:
    """Return the note at the right of the answer."""
    if table.player == OVER:
        return score(table)
    if table.duel:
        return worth(table.duel.value, 0)
    if table.thinking == INSIGHT:
        return say("seeks")
    return worth_here(table.insight) if table.insight else score(table)


def worth_here(found: Insight) -> str:
    """Return a position's worth and its player; from a search with its error, rounded accordingly."""
    if isinstance(found, caesar.Solution) or not found.iterations:
        return worth(found.value, found.player)
    low, high = found.confidence
    margin, who = max(high - found.value, found.value - low), name(found.player)
    if found.objective == "win":
        tries = f"{found.iterations:,}"
        value, wide = round(100 * found.value), max(1, ceil(100 * margin))
        return say("wins_about", value=value, margin=wide, name=who, iterations=tries)
    digits = 0 if margin >= 1 else 1
    wide_said = f"{max(0.1, margin):.{digits}f}"
    return say("worth_about", value=format_signed(round(found.value, digits)), margin=wide_said, name=who)


def score(table: CaesarTable) -> str:
    state = table.seen
    said = [f"{name(player)} {state.counters_in_groups(player)}" for player in state.players if player not in state.out]
    return (" ・ " if language_or_default() == "ja" else ", ").join(said)


def basis(table: CaesarTable) -> Basis:
    """Return the basis of the numbers shown; without numbers, the reading of the rules."""
    if found := table.duel or table.insight or table.review:
        return found.basis
    if table.help == ALONE and table.seen.attack is not None and table.player != OVER:
        return caesar.expected_conflict_effects(table.seen).basis
    return table.seen.options.basis


def answer_html(table: CaesarTable) -> str:
    found = (table.duel or table.insight) if table.fraction and not table.secret else None
    small = pieces.as_fraction(found.value) if found else ""
    return page.worded_answer_html(headline(table), answer_note(table), *pieces.basis_lines(basis(table), small))


def spoken_sentence(table: CaesarTable) -> str:
    """Return the screen in one sentence, for screen readers."""
    told, counters = answer_note(table), score(table)
    key = "sentence" if told != counters else "sentence_score"
    return say(key, claim=headline(table), score=counters, note=told)


# The board ------------------------------------------------------------------------------------------------------------


def board(table: CaesarTable, bare: bool = False) -> Sized:
    """Squares with their marks, lines of sight, alliances and conflicts; below what the signs mean, and the score.

    A ``bare`` board omits parts that are only for clicks."""
    marks = {square: mark for square, mark in _marks(table).items() if not (bare and mark in HINTS)}
    state = table.seen

    def draw(room: Room) -> Iterator[Shape]:
        squares = Room(room.x + LEADING, room.y, room.width - LEADING, room.width - LEADING)
        pitch = squares.width / SIDE
        cells = dict(zip(SQUARES, squares.grid(SIDE, SIDE, gap=0)))
        for square, cell in list(cells.items())[:SIDE]:
            yield box.centred(square[0], Room(cell.x, squares.bottom, pitch, LEADING + 4), fill=MUTED)
        for number, cell in enumerate(list(cells.values())[::SIDE], 1):
            yield box.centred(str(number), cell._replace(x=room.x - 2, width=LEADING), fill=MUTED)
        for square, cell in cells.items():
            yield from _square(state.group_at(square), marks.get(square, ""), cell)
        for kind, here, there, text in _rays(table, bare):
            yield from _ray(kind, cells[here], cells[there], pitch, text)
        for square, cell in () if bare else cells.items():
            if state.group_at(square) or state.unplaced:
                yield cell.rect(action=("square", square), label=_called(state, square, marks.get(square, "")))

    signs = box.drawing(lambda width: width + 4, draw)
    return box.framed(box.col(signs, _legend(table, bare), gap=PAD), PAD, 10, fill=LAND, stroke=EDGE)


def _called(state: State, square: str, mark: str) -> str:
    """A square as a screen reader calls it."""
    text = group_text(state, square)
    if not mark or mark == "can":
        return text
    return say("marked", what=text, mark=say(mark if mark != "place" else "free"))


def _square(group: str, mark: str, cell: Room) -> Iterator[Shape]:
    inner, pitch, (colour, frames) = cell.inset(1.5), cell.width, MARKS.get(mark, ("", ()))
    yield inner.rect(5, fill=pieces.SQUARE, stroke=EDGE)
    for place, look in enumerate(frames):
        yield inner.inset(1.5 + 4 * place).rect(5 - 2 * place, **look)
    if colour and pitch >= CRAMPED:
        words = inner.inset(4 + 4 * len(frames), 6)
        y = words.y - 2 if pitch >= ROOMY else words.bottom - TEXT - 2
        yield box.label(say(mark), words._replace(y=y), fill=colour, weight=STRONG if frames else 400)
    if group:
        below = CRAMPED <= pitch < ROOMY  # the word of the mark stands below the tower
        base, high = (pitch - 28, 0.52) if below else (pitch * 0.81, 0.64)
        x, y, most = cell.x + pitch * 0.43, cell.y + base, min(1.0, pitch / 92)
        yield from pieces.tower(group, x, y, pitch * high, language_or_default(), most)


def _ray(kind: str, here: Room, there: Room, pitch: float, text: str) -> Iterator[Shape]:
    """A line between two squares, with a text in the middle."""
    (x1, y1), (x2, y2) = here.middle, there.middle
    right, down = ((end > start) - (end < start) for start, end in ((x1, x2), (y1, y2)))
    half = pitch / 2 + 1
    start, end = (x1 + right * half, y1 + down * half), (x2 - right * half, y2 - down * half)
    gap, (colour, dash) = abs(end[0] - start[0]) + abs(end[1] - start[1]), LINES[kind]
    if kind in ("alliance", "conflict"):
        far = gap > 2 * ARROW  # else the arrow's head alone, over the rims of both squares
        tip = end if far else (end[0] + right * 4, end[1] + down * 4)
        back = tip[0] - right * ARROW, tip[1] - down * ARROW
        if far:
            yield line(*start, *back, colour, 2.6, dash=dash)
        wings = [(back[0] + side * down * 6, back[1] + side * right * 6) for side in (1, -1)]
        yield Path(polyline_path((tip, *wings), True), fill=colour)
    elif gap > 2:
        yield line(*start, *end, colour, 2, dash=dash, cap="round")
    x, y = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
    if text and right:
        wide = max(gap, ROOMY)
        yield box.label(text, Room(x - wide / 2, y - 22, wide, 0), side="middle", halo=pieces.SQUARE)
    elif text:
        yield Text(x + 8, y, text, TEXT, MUTED, halo=pieces.SQUARE)


def _legend(table: CaesarTable, bare: bool) -> Sized:
    """Return the legend of the signs, and the score in the last line."""
    moves = {"alliance_legal": "alliance", "conflict_legal": "conflict"}
    moves = {"free": "place"} if "place" in _marks(table).values() else moves
    signs = {"neutral": ""} | ({} if bare else moves)
    texts, told = {say(key): mark for key, mark in signs.items()}, score(table)
    widths = [*(text_width(text, TEXT) + 22 for text in texts), text_width(told, TEXT, STRONG)]

    def draw(room: Room) -> Iterator[Shape]:
        places = box.flow_positions(widths, room.width, LEADING)
        for (text, mark), width, (x, row) in zip(texts.items(), widths, places):
            sign, words = Room(room.x + x, room.y + 20 * row, width, PAD).row(PAD, None, gap=7)
            if not mark:
                yield Circle(*sign.middle, 6, fill=NEUTRAL)
            for place, look in enumerate(MARKS[mark][1] if mark else ()):
                yield sign.inset(3.5 * place).rect(3, **look)
            yield box.label(text, words._replace(y=words.y - 1))
        yield box.strong(told, room._replace(y=room.y + 20 * places[-1][1] - 1), side="end")

    return box.drawing(lambda width: 20 * (1 + box.flow_positions(widths, width, LEADING)[-1][1]), draw)


def _targets(table: CaesarTable) -> dict[str, str]:
    """Where the group in hand may go: the square, and whether it is an alliance or a conflict."""
    moves = (one for one in rules.legal_actions(table.seen) if isinstance(one, Alliance | Attack))
    kinds = {Alliance: "alliance", Attack: "conflict"}
    return {one.there: kinds[type(one)] for one in moves if one.here == table.chosen}


def _marks(table: CaesarTable) -> dict[str, str]:
    state = table.seen
    if table.player == OVER:
        return {}
    if state.attack is not None:
        return {state.attack.here: "chosen", state.attack.there: "conflict"}
    if state.unplaced:
        return {action.at: "place" for action in rules.legal_actions(state) if isinstance(action, Place)}
    if not table.chosen:
        return {action.here: "can" for action in rules.legal_actions(state) if isinstance(action, Alliance | Attack)}
    return dict.fromkeys(_behind(state, table.chosen), "hidden") | _targets(table) | {table.chosen: "chosen"}


def _behind(state: State, square: str) -> list[str]:
    """Other players' groups in line that something hides."""
    rays = ([there for there in ray if state.board[there]] for ray in RAYS[SQUARES.index(square)])
    shown = (state.group_at(square)[-1:], caesar.NEUTRAL)
    return [SQUARES[there] for ray in rays for there in ray[1:] if state.board[there][-1] not in shown]


def _rays(table: CaesarTable, bare: bool) -> Iterator[tuple[str, str, str, str]]:
    """Lines between squares: kind, from where, to where, and a text."""
    state, targets = table.seen, _targets(table)
    if table.player == OVER:
        return
    if state.attack is not None:
        yield "conflict", state.attack.here, state.attack.there, ""
    for there, kind in targets.items():
        yield kind, table.chosen, there, ""
    for (here, there), (own, other) in list(zip(table.stakes, table.duel.stakes if table.duel else ()))[1:]:
        yield "next", here, there, say("next", own=own, other=other)
    if table.pointed and state.group_at(table.pointed) and not bare:
        for seen in groups_in_line(state.board, SQUARES.index(table.pointed)):
            if table.pointed != table.chosen or SQUARES[seen] not in targets:
                yield "sight", table.pointed, SQUARES[seen], ""


# Hands, mixes, notes --------------------------------------------------------------------------------------------------


def _hand(table: CaesarTable, player: int, bare: bool) -> Sized:
    """A hand, to be clicked by its player while a conflict is fought."""
    cards, active = table.seen.hands[player], player == table.player
    fights = table.seen.attack is not None and active and table.mine and not bare
    actions = {card: (("card", card), say("play_card", card=card_text(card))) for card in cards if fights}
    review, fought = table.review, fighters(table.fought[0]) if table.fought else ()
    chosen = review.cards[fought.index(player)] if review and player in fought else None
    held = say("held", held=len(cards), gone=len(CARDS) - len(cards))
    return pieces.hand(player, cards, held, actions, chosen if chosen in cards else None, active, gone=not bare)


@in_table_language
def scene(table: CaesarTable, width: float, bare: bool = False) -> Scene:
    """The picture: two columns where there is room, else one below the other."""
    width = max(NARROWEST, min(WIDTH, width))
    mixes, notes = _worked_out(table)
    if table.thinking == REVIEW:
        notes = [say("looks_back"), *notes]
    if table.fought and (review := table.review) and not mixes:
        fought = fighters(table.fought[0])
        mixes = [box.wrap(*review_mixes(review, fought), least=190)]
        key, value = "review_exact" if review.exact else "review_searched", format_signed(review.value)
        notes = [say(key, name=name(fought[0]), value=value), *notes]
    if not notes and not mixes:
        notes = hints(table)
    told = [box.text_box(note, NAME, fill=INK) for note in ([] if bare else notes)]
    state = table.seen
    hands = (_hand(table, player, bare) for player in state.players if player not in state.out)
    side = box.col(*hands, *mixes, *told)
    left = board(table, bare)
    if width >= WIDE:
        whole = box.across(left, side, gap=2 * PAD)
    else:
        whole = box.col(box.across(left._replace(wide=min(width - 4, BOARD))), side, gap=LEADING)
    return box.picture(box.inset(whole, 2), width, say("title"), spoken_sentence(table))


def _worked_out(table: CaesarTable) -> tuple[list[Sized], list[str]]:
    """Mixes, matrix and sentences of the duel set up, of best play here, or of conflicts by themselves."""
    if table.duel:
        return pieces.duel_boxes(table.duel, table.fraction), []
    if insight := table.insight:
        if table.seen.attack is None:
            return [], insight_notes(table, insight)
        several, player = isinstance(insight, caesar.Solution) and not insight.unique, insight.player
        mix = CardMix((action.card, share) for action, share in insight.mix.items() if isinstance(action, Play))
        made = pieces.mix(player, say("mix", name=name(player)), mix, table.seen.hands[player])
        return [made], [say("others_exist")] if several else []
    if table.help == ALONE and not table.secret and table.player != OVER and not table.seen.unplaced:
        return conflicts_alone(table)
    return [], []


def hints(table: CaesarTable) -> list[str]:
    """Return hints for beginners on what to click."""
    state = table.seen
    if table.session.waits_for not in ("person", "handover") or table.thinking:
        return []
    if state.unplaced:
        return [say("hint_place" if len(state.hands) < len(LETTERS) else "hint_place_five")]
    if table.secret:
        return []
    if state.attack is not None:
        return [say("hint_card")]
    if rules.legal_actions(state) == (Pass(),):
        return [say("hint_pass")]
    return [say("hint_target" if table.chosen else "hint_group")]


def insight_notes(table: CaesarTable, insight: Insight) -> list[str]:
    """The moves, best first, each with its value."""
    known = sorted(caesar.action_values(insight).items(), key=lambda item: -item[1])
    wins = insight.objective == "win"
    key, form = ("valued_win", lambda value: round(100 * value)) if wins else ("valued", format_signed)
    said = [say(key, move=table.option(action), value=form(value)) for action, value in known[:SHOWN]]
    return [*said, say("more_moves", count=len(known) - SHOWN)] if len(known) > SHOWN else said


def conflicts_alone(table: CaesarTable) -> tuple[list[Sized], list[str]]:
    """Conflicts by themselves: the one being fought with its matrix, else the value of each that is possible."""
    state = table.seen
    if state.attack is None:
        values = []
        for action in rules.legal_actions(state):
            if isinstance(action, Attack) and table.chosen in ("", action.here):
                found = caesar.conflict_effects(state, action)
                move, value = table.option(action), format_signed(found.equilibrium.value)
                key = "valued_leads" if len(state.hands) > 2 else "valued"
                values.append(say(key, move=move, value=value, changes=_changes(table, found)))
        note = [say("leads_note")] if values and len(state.hands) > 2 else []
        return [], [*values[:SHOWN], *note]
    found, players = caesar.expected_conflict_effects(state), fighters(state)
    answer, conflict = found.equilibrium, found.conflict
    cards, mixes = (conflict.attacker_hand, conflict.defender_hand), (answer.attacker, answer.defender)
    notes = [say("alone_worth", value=format_signed(answer.value), name=name(players[0]))]
    notes += [] if answer.unique else [say("others_exist")]
    title = say("matrix_one", name=name(players[0]))
    made = pieces.mixes_and_matrix(title, conflict.matrix, cards, mixes, table.fraction, notes, players)
    return made, [say("leads", changes=_changes(table, found))] if len(state.hands) > 2 else []


def _changes(table: CaesarTable, found: caesar.ConflictEffects) -> str:
    """How each player's lead over the best of the others changes."""
    staying = [player for player in found.leads if player not in table.seen.out]
    return ", ".join(f"{name(player)} {format_signed(found.leads[player])}" for player in staying)


def fighters(state: State) -> tuple[int, int]:
    """Return the attacker and the defender of the conflict being fought; (0, 0) without one."""
    return (state.player, owner(state.group_at(state.attack.there))) if state.attack else (0, 0)


def review_mixes(review: caesar.ConflictReview, fought: tuple[int, int]) -> Iterator[Sized]:
    """The mixes that should have been played in the last conflict, the cards played framed."""
    for player, mix, card, cost in zip(fought, review.mixes, review.cards, review.costs):
        key = "cost" if review.exact else "cost_about" if cost > review.margin else "cost_unclear"
        lost = f"{float(cost):.{2 if review.exact else 1}f}"
        note = say(key, card=card_text(card), cost=lost, margin=f"{review.margin:.1f}")
        title = say("should_mix" if review.exact else "search_mix", name=name(player))
        yield pieces.mix(player, title, mix, played=card, note=note)


def log_entry(before: State, action: Any) -> tuple[str, str, str] | None:
    """Return (letter, colour, sentence) of an action; None for an attacker's card, logged with the defender's."""
    said = log_text(before, action)
    look = look_of(before.player if isinstance(action, Play) else int(rules.current_player(before)))
    return (look.letter, look.face, said) if said else None


# The page -------------------------------------------------------------------------------------------------------------


def _solution(seen: State) -> caesar.Solution | None:
    """The position solved last, its answer for the position shown kept if it leads there."""
    found = [one for one in INSIGHTS.found.values() if isinstance(one, caesar.Solution)]
    if found and seen not in INSIGHTS.found:
        with suppress(ValueError):
            INSIGHTS.keep(seen, found[-1].at(seen))
    return found[-1] if found else None


def _ask(table: CaesarTable) -> None:
    """Ask for what the page needs next; ``game_page`` asks for the action of a searching player."""
    seen, tree, advise = table.seen, _solution(table.seen), partial(caesar.solve_or_advise, search_objective="win")
    if table.thinking == REVIEW and table.fought:
        before, answer = table.fought
        cards = before, before.chosen or HIDDEN, answer.card
        review = partial(caesar.review_conflict, *cards, iterations=LOOK_BACK, known_solution=tree)
        REVIEWS.get_or_compute(table.fought, review)
    elif table.thinking == INSIGHT:
        limit = LIMIT if sum(map(bool, seen.board)) <= FEW else 1
        INSIGHTS.get_or_compute(seen, partial(advise, seen, limit, ITERATIONS))
    elif (found := advice_in_progress(table)) and not table.still and later.kernel_loop():
        INSIGHTS.get_or_compute(seen, partial(advise, seen, 1, found.iterations * LONGER), found.iterations)


def advice_in_progress(table: CaesarTable) -> caesar.Advice | None:
    """Return the advice shown while the background search improves it; None if none is under way."""
    found = table.insight
    if isinstance(found, caesar.Advice) and 0 < found.iterations < ITERATIONS * LONGEST and not found.cut_short:
        return found
    return None


def screen(table: CaesarTable, viewport: page.Viewport) -> page.Container:
    _ask(table)
    title = say("phase_placing" if table.seen.unplaced else "title")
    if table.duel:
        stakes = ", ".join(say("against", own=own, other=other) for own, other in table.duel.stakes)
        title = say("study", stakes=stakes)
    past = (log_entry(state, action) for state, action in game_page.last_actions(table, LOGGED))
    log, searched = page.log_html(filter(None, past)), advice_in_progress(table) is not None
    printed = partial(scene, replace(table, chosen="", pointed=""), viewport.width, True)
    named = say("search_on" if table.still else "still")
    still = page.Button(named, ("still", not table.still), "link", shown=searched)
    helps = ((say("no_help"), ""), (say("help_alone"), ALONE), (say("help_best"), BEST))
    return page.page(
        viewport,
        page.heading_html(title),
        answer_html(table),
        (
            page.Picture(scene(table, viewport.width), hover=("hover",), printed=printed),
            page.status_line(viewport.error),
        ),
        (
            _deciding(table),
            page.Container("gk-section gk-cs-form", (page.Menu(helps, table.help, ("help",), say("help")), still)),
            page.section("", game_page.replay_controls(table)),
            page.section(say("log"), page.Html(log, "gk-logs"), shown=table.session.at > 0),
        ),
        under_answer=_games(table),
    )


def _deciding(table: CaesarTable) -> page.Container:
    asked = f"<h3>{escape(question(table))}</h3>"
    legal = table.legal
    options = tuple((table.option(legal[text]), text) for text in table.offered)
    listed = page.Menu(options or (("", ""),), table.pick, ("pick",), tooltip=say("list"))
    do = page.Button(game_page.say("do_it"), ("do",), "main", disabled=not options)
    return page.section(
        "",
        page.Html(asked, shown=bool(table.stakes or table.insight)),  # else it is said above
        game_page.handover(table),
        page.Button(say("pass"), ("act", str(Pass())), shown=str(Pass()) in legal),
        *game_page.advance_buttons(table),
        game_page.undo(table),
        page.fold(say("list"), listed, do, shown=table.mine and bool(options)),
    )


def _games(table: CaesarTable) -> tuple[page.Control, ...]:
    """Return the controls for the next game's players and reading of the rules, and for the record as a file."""
    play, readings = table.play, list[page.Control]()
    for option, values in caesar.OPTIONS.items():
        ways = tuple((word(f"caesar.short.{value}"), value) for value in values)
        now = table.readings.get(option, getattr(caesar.Options(), option))
        readings.append(page.Menu(ways, now, ("reading", option), word(f"caesar.short.{option}")))
    count = max(PLAYERS.start, sum(map(bool, play.players)))
    strength = say("strength", players=count, even=f"{1 / count:.0%}", **match_fields(f"caesar {count} greedy"))
    head = page.Html(page.heading_html(say("readings"), level=3))
    more = page.Container("gk-seats", (head, *readings)), page.muted_line(strength)
    return *game_page.new_game_controls(table, *more), page.fraction_button(say)


def update(table: CaesarTable, message: page.Message) -> CaesarTable:
    match message:
        case ("square", square):
            return _clicked(table, square)
        case ("card", card):
            return table.played(table.session.act(Play(card))) if table.mine else table
        case ("new", luck):
            return _anew(table, luck)
        case ("hover", action):
            return replace(table, pointed=action[1] if action and action[0] == "square" else "")
        case ("help", kind):
            return replace(table, help=kind)
        case ("still", on):
            return replace(table, still=on)
        case ("reading", option, value):
            return replace(table, readings={**table.readings, option: value})
        case ("read" | "take up", *_):  # another game brings its players and readings
            table = game_page.update(table, message)
            readings = {key: value for key, value in table.session.record.options.items() if key in caesar.OPTIONS}
            return replace(table, play=replace(table.play, chosen=()), fights=(), readings=readings)
    return game_page.update(table, message)


def _anew(table: CaesarTable, luck: int) -> CaesarTable:
    chosen, defaults = [kind for kind in table.play.players if kind], caesar.Options()
    if len(chosen) < PLAYERS.start:
        raise ValueError(note("caesar.board.too_few"))
    readings = {key: value for key, value in table.readings.items() if value != getattr(defaults, key)}
    record = Record(caesar, options={"players": len(chosen), **readings})
    session = begin(record, dict(enumerate(chosen)), table.play.seed or luck, table.session.open)
    play = replace(table.play, session=session, running=False, chosen=())
    return replace(table.after(play), fights=())


def _clicked(table: CaesarTable, square: str) -> CaesarTable:
    """A click on a square: a counter is placed, a group taken in hand or let go, or the group in hand acts."""
    state = table.session.state
    if not table.mine or state.attack is not None:
        return table
    if state.unplaced:
        return table.played(table.session.act(Place(square)))
    if not state.group_at(square):
        return table
    if square == table.chosen:
        return replace(table, chosen="")
    moves = [action for action in table.session.legal_actions if isinstance(action, Alliance | Attack)]
    target = next((action for action in moves if (action.here, action.there) == (table.chosen, square)), None)
    if target is not None:
        return table.played(table.session.act(target))
    mine = owner(state.group_at(square)) == state.player
    if square in {action.here for action in moves} or (mine and not table.chosen):
        return replace(table, chosen=square)
    _refuse(state, table.chosen, square)
    return table


def _refuse(state: State, here: str, there: str) -> None:
    """Say in the words of the rules why a group cannot act, or cannot be taken in hand."""
    group = state.group_at(there)
    holder = owner(group)  # -1: neutral
    if here:
        rules.apply(state, (Alliance if holder in (state.player, -1) else Attack)(here, there))
        return
    whose = note("caesar.board.neutral" if holder == -1 else f"caesar.colour.{COLOURS[holder].colour}")
    what = note("caesar.board.group", square=there, whose=whose, count=len(group))
    raise ValueError(note("caesar.board.not_yours", what=what))


class GameBoard(SessionBoard, screen=screen, update=update, widths=(NARROWEST, WIDTH)):
    """A game of Caesar to play, study, replay and save; shows itself in a notebook.

    ``players``: who plays each seat, two to five of "person", "plain", "search", "random". ``state``: a position to
    begin with instead of the empty board; ``fights``: its conflicts as pairs of squares, in the order fought; the
    best play of the first two players' cards over all of them is shown beside the board. ``seed`` fixes what
    computer players do; ``help`` is "" for none, "alone" (the odds of one conflict by itself) or "best" (best play);
    ``language`` is "en" or "ja". ``board.state`` is the position shown, ``board.record`` the game so far.

    >>> board = GameBoard(("person", "plain"), seed="7")
    >>> board.send(("square", "c3"))
    >>> board.state.group_at("c3"), len(board.record.entries)
    ('R', 2)
    """

    table: CaesarTable

    def __init__(
        self,
        players: Sequence[str] = (PERSON, PLAIN),
        state: State | None = None,
        fights: Sequence[tuple[str, str]] = (),
        seed: Any = "1",
        help: str = "",
        language: str | None = None,
    ) -> None:
        if state is not None and len(state.hands) != len(players):
            raise ValueError(f"{len(players)} players for a position of {len(state.hands)}")
        start = caesar.to_json(state) if state else None
        record = Record(caesar, options={} if start else {"players": len(players)}, start=start)
        session = begin(record, dict(enumerate(players)), seed)
        play = game_page.Play(session) if start else game_page.with_offer(session)
        play = replace(play, seed=str(seed), room=tuple(range(len(COLOURS))))
        super().__init__(CaesarTable(play, fights=tuple(fights), help=help, language=language_or_default(language)))
