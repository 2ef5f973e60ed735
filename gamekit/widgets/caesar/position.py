"""A position of Caesar in words and as a picture: sentences, the board with its marks, hands, mixes, a matrix, the log.

All values come from ``gamekit.caesar``; ``pieces`` has the boxes of the picture."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache, lru_cache
from math import ceil
from typing import Any, ClassVar

from gamekit import caesar
from gamekit.caesar import CARDS, LETTERS, SQUARES, Advice, Alliance, Attack, Pass, Place, Play, State, rules
from gamekit.caesar.notation import action_text, group_text, log_text, name, say
from gamekit.caesar.odds.mix import CardMix, card_text, format_signed, join_listed, likeliest
from gamekit.caesar.odds.solve import Solution
from gamekit.caesar.state import Action, groups_in_line, owner
from gamekit.caesar.tables import RAYS as IN_LINE
from gamekit.caesar.tables import SIDE, Card
from gamekit.play.protocol import OVER
from gamekit.probability.distribution import Basis
from gamekit.text.translation import basis_line, language_or_default, localized
from gamekit.widgets.caesar import pieces
from gamekit.widgets.caesar.pieces import CHOSEN_TEXT, EDGE, MOST_ROWS, Look, looks, tower
from gamekit.widgets.game_page import PlayTable, player_is_searching
from gamekit.widgets.later import Cache
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
from gamekit.widgets.scene import Circle, Path, Scene, Shape, Text, line, polyline_path, text_width

WIDTH, WIDE, NARROWEST, BOARD = 956.0, 760.0, 320.0, 560.0  # px; from WIDE on hands stand beside the board
ALONE, BEST = "alone", "best"  # what help there is
PLAYER, REVIEW, INSIGHT = "player", "review", "insight"  # what may still be being worked out
Insight = Solution | Advice
INSIGHTS, REVIEWS = Cache(16, pause=0.0), Cache(16, pause=0.0)  # the best play in positions, conflicts looked back at
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
class CaesarTable(PlayTable):
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
        """A person's last conflict, as the position before its second card and that card; None once a person has acted
        since."""
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
        if player_is_searching(self.play):
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
    sizes = [(len(state.group(here)), len(state.group(there))) for here, there in fights]
    return caesar.duel(sizes, state.hands[0], state.hands[1])


def look_of(player: int) -> Look:
    """The look of a player's pieces, in the language that is spoken."""
    return looks(language_or_default())[player]


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


def worth(value: Any, player: int) -> str:
    """Return the worth of a position or a fight to a player, with its fraction if that is short."""
    whole = isinstance(value, Fraction) and 1 < value.denominator < SHORT
    exact = f" ({value})".replace("-", "\u2212") if whole else ""
    return say("worth", value=f"{format_signed(value)}{exact}", name=name(player))


def worth_here(found: Insight) -> str:
    """Return a position's worth and its player; from a search with its error, rounded accordingly."""
    if isinstance(found, Solution) or not found.iterations:
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


def as_fraction(value: Any) -> str:
    """A value as a fraction for small type; "" where its number is one by itself."""
    return str(value).replace("-", "\u2212") if isinstance(value, Fraction) and value.denominator >= SHORT else ""


def score(table: CaesarTable) -> str:
    state = table.seen
    said = [f"{name(player)} {state.counters(player)}" for player in state.players if player not in state.out]
    return (" ・ " if language_or_default() == "ja" else ", ").join(said)


def basis(table: CaesarTable) -> Basis:
    """Return the basis of the numbers shown; without numbers, the reading of the rules."""
    if found := table.duel or table.insight or table.review:
        return found.basis
    if table.help == ALONE and table.seen.attack is not None and table.player != OVER:
        return caesar.current_conflict_effects(table.seen).basis
    return table.seen.options.basis


def answer_html(table: CaesarTable) -> str:
    found = (table.duel or table.insight) if table.fraction and not table.secret else None
    small = as_fraction(found.value) if found else ""
    return worded_answer_html(headline(table), answer_note(table), *basis_lines(basis(table), small))


def basis_lines(basis: Basis, small: str) -> tuple[str, str, str]:
    """Return the first entry of a basis, what the number counts, then ``small`` and the other entries."""
    first, *rest = basis
    return say("basis", basis=basis_line((first,))), small, basis_line(rest)


def spoken_sentence(table: CaesarTable) -> str:
    """Return the screen in one sentence, for screen readers."""
    told, counters = answer_note(table), score(table)
    key = "sentence" if told != counters else "sentence_score"
    return say(key, claim=headline(table), score=counters, **({"note": told} if told != counters else {}))


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
            yield centred(square[0], Room(cell.x, squares.bottom, pitch, LEADING + 4), fill=MUTED)
        for number, cell in enumerate(list(cells.values())[::SIDE], 1):
            yield centred(str(number), cell._replace(x=room.x - 2, width=LEADING), fill=MUTED)
        for square, cell in cells.items():
            yield from _square(state.group(square), marks.get(square, ""), cell)
        for kind, here, there, text in _rays(table, bare):
            yield from _ray(kind, cells[here], cells[there], pitch, text)
        for square, cell in () if bare else cells.items():
            if state.group(square) or state.unplaced:
                yield cell.rect(action=("square", square), label=_called(state, square, marks.get(square, "")))

    signs = drawing(lambda width: width + 4, draw)
    return framed(col(signs, _legend(table, bare), gap=PAD), PAD, 10, fill=LAND, stroke=EDGE)


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
        yield label(say(mark), words._replace(y=y), fill=colour, weight=STRONG if frames else 400)
    if group:
        below = CRAMPED <= pitch < ROOMY  # the word of the mark stands below the tower
        base, high = (pitch - 28, 0.52) if below else (pitch * 0.81, 0.64)
        x, y, most = cell.x + pitch * 0.43, cell.y + base, min(1.0, pitch / 92)
        yield from tower(group, x, y, pitch * high, language_or_default(), most)


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
            yield line(*start, *back, colour, 2.6, dash=dash)
        wings = [(back[0] + side * down * 6, back[1] + side * right * 6) for side in (1, -1)]
        yield Path(polyline_path((tip, *wings), True), fill=colour)
    elif gap > 2:
        yield line(*start, *end, colour, 2, dash=dash, cap="round")
    x, y = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
    if text and right:
        wide = max(gap, ROOMY)
        yield label(text, Room(x - wide / 2, y - 22, wide, 0), side="middle", halo=pieces.SQUARE)
    elif text:
        yield Text(x + 8, y, text, TEXT, MUTED, halo=pieces.SQUARE)


def _legend(table: CaesarTable, bare: bool) -> Sized:
    """Return the legend of the signs, and the score in the last line."""
    shown = {*_marks(table).values()}
    signs = {"neutral": ""} | ({} if bare else {"alliance_legal": "alliance", "conflict_legal": "conflict"})
    signs = {"neutral": "", "free": "place"} if "place" in shown and not bare else signs
    texts, told = {say(key): mark for key, mark in signs.items()}, score(table)
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
    rays = ([there for there in ray if state.board[there]] for ray in IN_LINE[SQUARES.index(square)])
    shown = (state.group(square)[-1:], caesar.NEUTRAL)
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
    if table.pointed and state.group(table.pointed) and not bare:
        for seen in groups_in_line(state.board, SQUARES.index(table.pointed)):
            if table.pointed != table.chosen or SQUARES[seen] not in targets:
                yield "sight", table.pointed, SQUARES[seen], ""


# Hands, mixes, matrix -------------------------------------------------------------------------------------------------


def hands(table: CaesarTable, bare: bool = False) -> list[Sized]:
    """Every hand, the deciding player's cards to be clicked while a conflict is fought."""
    state = table.seen
    return [_hand(table, player, bare) for player in state.players if player not in state.out]


def _hand(table: CaesarTable, player: int, bare: bool) -> Sized:
    cards, look, active = table.seen.hands[player], look_of(player), player == table.player
    fights = table.seen.attack is not None and active and table.mine and not bare
    actions = {card: (("card", card), say("play_card", card=card_text(card))) for card in cards if fights}
    review, fought = table.review, fighters(table.fought[0]) if table.fought else ()
    chosen = review.cards[fought.index(player)] if review and player in fought else None
    held = say("held", held=len(cards), gone=len(CARDS) - len(cards))
    title, marked = say("hand", name=look.name), chosen if chosen in cards else None
    return pieces.hand(look, title, cards, held, actions, marked, active, gone=not bare)


def mix_box(player: int, cards: Sequence[Card], mix: Mapping[Card, Any]) -> Sized:
    """A player's mix: what is played, the likeliest first; cards that are never played fill it up to four."""
    rows = [(card, float(share)) for card, share in likeliest(mix) if share]
    rows += [(card, 0.0) for card in reversed(cards) if not mix.get(card)][: max(0, 4 - len(rows))]
    look = look_of(player)
    balls = caesar.urn_for_mix(mix, max_balls=60) if rows and rows[0][1] else {}
    return pieces.mix(look, say("mix", name=look.name), rows, balls)


def duel_boxes(duel: caesar.Duel, fraction: bool) -> list[Sized]:
    """Both mixes and the matrix of a duel."""
    if not duel.play:
        return []
    cards, mixes = (duel.hand, duel.other_hand), (duel.play, duel.other_play)
    made = [mix_box(player, cards[player], mixes[player]) for player in (0, 1)]
    key = {1: "matrix_one", 2: "matrix_two"}.get(len(duel.stakes), "matrix_more")
    title = say(key, count=len(duel.stakes), name=name(0))
    box = matrix_box(title, duel.matrix, cards, mixes, fraction)
    return [wrap(*made, least=190), col(box, *(text_box(text, fill=INK) for text in alternatives(duel)), gap=6)]


def matrix_box(title: str, matrix: Any, cards: Any, mixes: Any, fraction: bool, players: Any = (0, 1)) -> Sized:
    """Return the payoff matrix of two hands, their mixes bold."""
    looks = tuple(look_of(player) for player in players)
    captions = tuple(say("card_of", name=look.name) for look in looks)
    return pieces.matrix(title, matrix, cards, mixes, looks, captions, fraction)


def alternatives(duel: caesar.Duel) -> list[str]:
    """Return sentences on the cards that best play never uses, and on other mixes that are as good."""
    notes = []
    for player, losses in ((0, duel.loss), (1, duel.other_loss)):
        never = [card_text(card) for card, loss in losses.items() if loss > 1e-9]
        if never and len(never) <= 4:
            key = "never" if len(duel.stakes) == 1 else "never_first"
            notes.append(say(key, name=name(player), cards=join_listed(never)))
    for player, unique in ((0, duel.play_unique), (1, duel.other_unique)):
        if not unique:
            notes.append(say("others", name=name(player)))
    return notes


@localized
def scene(table: CaesarTable, width: float, bare: bool = False) -> Scene:
    """The picture: two columns where there is room, else one below the other."""
    width = max(NARROWEST, min(WIDTH, width))
    mixes, notes = _worked_out(table)
    if table.thinking == REVIEW:
        notes = [say("looks_back"), *notes]
    if table.fought and (review := table.review) and not mixes:
        fought = fighters(table.fought[0])
        mixes = [wrap(*review_mixes(review, fought), least=190)]
        key, value = "review_exact" if review.exact else "review_searched", format_signed(review.value)
        notes = [say(key, name=name(fought[0]), value=value), *notes]
    if not notes and not mixes:
        notes = hints(table)
    told = [text_box(note, NAME, fill=INK) for note in ([] if bare else notes)]
    side = col(*hands(table, bare), *mixes, *told)
    left = board(table, bare)
    if width >= WIDE:
        whole = across(left, side, gap=2 * PAD)
    else:
        whole = col(across(left._replace(wide=min(width - 4, BOARD))), side, gap=LEADING)
    return picture(inset(whole, 2), width, say("title"), spoken_sentence(table))


def _worked_out(table: CaesarTable) -> tuple[list[Sized], list[str]]:
    """Mixes, matrix and sentences of the duel set up, of best play here, or of conflicts by themselves."""
    if table.duel:
        return duel_boxes(table.duel, table.fraction), []
    if insight := table.insight:
        if table.seen.attack is None:
            return [], insight_notes(table, insight)
        several, player = isinstance(insight, Solution) and not insight.unique, insight.player
        mix = CardMix((action.card, share) for action, share in insight.mix.items() if isinstance(action, Play))
        box = mix_box(player, table.seen.hands[player], mix)
        return [box], [say("others_exist")] if several else []
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
    said = [
        say("valued_win", move=table.option(action), value=round(100 * value)) if wins
        else say("valued", move=table.option(action), value=format_signed(value))
        for action, value in known[:SHOWN]
    ]  # fmt: skip
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
    found, players = caesar.current_conflict_effects(state), fighters(state)
    answer, conflict = found.equilibrium, found.conflict
    cards, mixes = (conflict.attacker_hand, conflict.defender_hand), (answer.attacker, answer.defender)
    made = [mix_box(player, hand, mix) for player, hand, mix in zip(players, cards, mixes)]
    title = say("matrix_one", name=name(players[0]))
    notes = [say("alone_worth", value=format_signed(answer.value), name=name(players[0]))]
    notes += [] if answer.unique else [say("others_exist")]
    box = col(matrix_box(title, conflict.matrix, cards, mixes, table.fraction, players),
              *(text_box(note, fill=INK) for note in notes), gap=6)  # fmt: skip
    leads = [say("leads", changes=_changes(table, found))] if len(state.hands) > 2 else []
    return [wrap(*made, least=190), box], leads


def _changes(table: CaesarTable, found: caesar.ConflictEffects) -> str:
    """How each player's lead over the best of the others changes."""
    staying = [player for player in found.leads if player not in table.seen.out]
    return ", ".join(f"{name(player)} {format_signed(found.leads[player])}" for player in staying)


def fighters(state: State) -> tuple[int, int]:
    """Return the attacker and the defender of the conflict being fought; (0, 0) without one."""
    return (state.player, owner(state.group(state.attack.there))) if state.attack else (0, 0)


def review_mixes(review: caesar.ConflictReview, fought: tuple[int, int]) -> Iterator[Sized]:
    """The mixes that should have been played in the last conflict, the cards played framed."""
    for player, mix, card, cost in zip(fought, review.mixes, review.cards, review.costs):
        key = "cost" if review.exact else "cost_about" if cost > review.margin else "cost_unclear"
        lost = f"{float(cost):.{2 if review.exact else 1}f}"
        note = say(key, card=card_text(card), cost=lost, margin=f"{review.margin:.1f}")
        rows = [(one, float(share)) for one, share in likeliest(mix) if share][:MOST_ROWS]
        if card not in (row[0] for row in rows):
            rows = [*rows[: MOST_ROWS - 1], (card, float(mix[card]))]
        balls = caesar.urn_for_mix(mix, max_balls=60) if rows[0][1] else {}
        title = say("should_mix" if review.exact else "search_mix", name=name(player))
        yield pieces.mix(look_of(player), title, rows, balls, card, note)


def log_entry(before: State, action: Any) -> tuple[str, str, str] | None:
    """Return (letter, colour, sentence) of an action; None for an attacker's card, logged with the defender's."""
    said = log_text(before, action)
    look = look_of(before.player if isinstance(action, Play) else int(rules.current_player(before)))
    return (look.letter, look.face, said) if said else None
