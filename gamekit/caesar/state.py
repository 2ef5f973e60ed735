"""Positions and actions of Caesar as plain values, and their JSON. A group is a string of letters, bottom counter
first: ``nnR`` is a red counter on two neutral ones. Squares are named a1 (upper left) to e5 (lower right). A hand is a
tuple of the numbers 1 to 9 and ``'F'``, the flag."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields, replace
from functools import cache
from operator import index
from types import MappingProxyType
from typing import Annotated, Any, TypeAlias

from gamekit.caesar import tables as t
from gamekit.probability.distribution import Basis
from gamekit.storage.data_files import DataError, toml_table
from gamekit.storage.serialization import Converter, from_plain, parse_object, short_repr, shorten, structure
from gamekit.storage.serialization import action_from_json as decoded
from gamekit.storage.serialization import to_json as written
from gamekit.text.piece_list import BULLET, REMARK, digits, figure, is_list_title, is_missing, normalize_characters
from gamekit.text.translation import LANGUAGES, TranslatableText, note, untranslated_message, word
from gamekit.text.validation import as_tuple, require_type

Board: TypeAlias = tuple[str, ...]  # one group per square, "" for an empty one
HIDDEN = "?"  # a card chosen and not yet shown
VERSION = 1


@dataclass(frozen=True, slots=True)
class Options:
    """The interpretation of unclear rules; ``data/caesar/options.csv`` gives the reasons. Raises ValueError for an
    unknown reading.

    >>> Options(end="no conflict now").end
    'no conflict now'
    """

    end: str = t.DEFAULTS["end"]
    passing: str = t.DEFAULTS["passing"]
    neutrals: str = t.DEFAULTS["neutrals"]
    last_player: str = t.DEFAULTS["last_player"]

    def __post_init__(self) -> None:
        for option in fields(self):
            value, known = getattr(self, option.name), t.OPTIONS[option.name]
            if value not in known:
                raise ValueError(f"{option.name}={value!r} is not a reading; it should be {_or(map(repr, known))}")

    @property
    def basis(self) -> Basis:
        """The readings of unclear rules that are in force, as texts for the ``basis`` of an answer."""
        return tuple(note(f"caesar.reading.{name}.{value}") for name, value in asdict(self).items())


@dataclass(frozen=True, slots=True)
class Place:
    """Action: put a counter on an empty square (3)."""

    at: str

    def __str__(self) -> str:
        return self.at


@dataclass(frozen=True, slots=True)
class Alliance:
    """Action: move the group on one square onto the group on another (5, 7)."""

    here: str
    there: str

    def __str__(self) -> str:
        return f"{self.here}-{self.there}"


@dataclass(frozen=True, slots=True)
class Attack:
    """Action: begin a conflict of an own group with another player's (9)."""

    here: str
    there: str

    def __str__(self) -> str:
        return f"{self.here}x{self.there}"


@dataclass(frozen=True, slots=True)
class Play:
    """Action: choose a card for the conflict (10)."""

    card: t.Card

    def __str__(self) -> str:
        return str(self.card)


@dataclass(frozen=True, slots=True)
class Pass:
    """Action: pass the turn (14)."""

    def __str__(self) -> str:
        return "pass"


Action: TypeAlias = Place | Alliance | Attack | Play | Pass
ACTIONS: tuple[type, ...] = (Place, Alliance, Attack, Play, Pass)


def _read_hand(found: Any) -> t.Hand:
    if not isinstance(found, list):
        raise ValueError(f"{short_repr(found)} should be a list of cards")
    return hand(found)


def _read_attack(found: Any) -> Attack | None:
    return Attack(*from_plain(found, tuple[str, str])) if found else None


def _read_chosen(found: Any) -> t.Card | None:
    return found if found in (None, HIDDEN) else card(found)


@dataclass(frozen=True, slots=True)
class State:
    """A position: players are numbered from 0, ``player`` is the one whose turn it is.

    ``unplaced``: counters still to be placed, 0 once the turns have begun. ``attack``: the conflict being fought;
    ``chosen``: the attacker's card, until the defender has chosen. ``passes``: the number of consecutive passes just
    made. ``out``: players removed from the game, first to last.
    """

    board: Board
    hands: tuple[Annotated[t.Hand, Converter(list, _read_hand)], ...]
    player: int = 0
    unplaced: int = 0
    attack: Annotated[Attack | None, Converter(lambda attack: attack and [attack.here, attack.there], _read_attack)] = (
        None
    )
    chosen: Annotated[t.Card | None, Converter(lambda chosen: chosen, _read_chosen)] = None
    passes: int = 0
    out: tuple[int, ...] = ()
    options: Options = field(default_factory=Options)

    @property
    def players(self) -> range:
        """The numbers of all players, those removed included."""
        return range(len(self.hands))

    def group_at(self, square: str) -> str:
        """Return the group on a square, "" if there is none."""
        return self.board[square_number(square)]

    def counters_in_groups(self, player: int) -> int:
        """Return how many counters the player's groups hold, captured and neutral ones included."""
        letter = t.LETTERS[player]
        return sum(len(group) for group in self.board if group and group[-1] == letter)

    def __str__(self) -> str:
        wide = max(1, *map(len, self.board)) + 1
        cells = [(group or ".").ljust(wide) for group in self.board]
        rows = "\n".join("".join(cells[start : start + t.SIDE]).rstrip() for start in range(0, len(cells), t.SIDE))
        hands = "  ".join(f"{t.LETTERS[player]}: {say_hand(hand)}" for player, hand in enumerate(self.hands))
        return f"{rows}\n{hands}; {t.LETTERS[self.player]} to move"


def square_number(square: str) -> int:
    """Return the index of a square, 0 to 24; ValueError for an unknown one."""
    if not isinstance(square, str) or square not in t.NUMBER:
        raise ValueError(f"{square!r} is not a square; the squares are {t.SQUARES[0]} to {t.SQUARES[-1]}")
    return t.NUMBER[square]


def owner(group: str) -> int:
    """Return the player whose counter is on top; -1 for a neutral group."""
    return t.LETTERS.find(group[-1])


def card_index(card: t.Card) -> int:
    """Return a card's index in order: the numbers upwards, then the flag."""
    return len(t.CARDS) if card == t.FLAG else int(card)


def card(value: Any) -> t.Card:
    """Return a card, typed or as a number; ValueError saying what the cards are.

    >>> card(" 9"), card("flag")
    (9, 'F')
    """
    if isinstance(value, str):
        flags = ("f", "flag", "旗", *(word("caesar.hand.flag", language) for language in LANGUAGES))
        meant = dict.fromkeys(flags, t.FLAG) | {str(known): known for known in t.CARDS}
        found = normalize_characters(value).strip().lower()
        if (known := meant.get(found, meant.get(figure(found)))) is not None:
            return known
    else:
        try:
            value = int(value) if isinstance(value, float) and value.is_integer() else value  # of a table with gaps
            if not isinstance(value, bool) and index(value) in t.CARDS:
                return index(value)
        except TypeError:
            pass
    least, most, flag = t.CARDS[0], t.CARDS[-2], repr(t.FLAG)
    raise ValueError(note("caesar.error.card", value=repr(value), least=least, most=most, flag=flag))


def hand(cards: Iterable[Any]) -> t.Hand:
    """Return a hand in its fixed order, numbers upwards, then the flag. ValueError for an unknown card, or one given
    twice.

    >>> hand((9, "F", 1)), hand("9, 1, F")
    ((1, 9, 'F'), (1, 9, 'F'))
    """
    right = "cards, such as (1, 9, 'F') or '1, 9, F'"
    if isinstance(cards, str):
        lines = REMARK.sub("", digits(normalize_characters(cards))).strip().splitlines()
        if len(lines) > 1:  # 9. 1. is no numbered line
            lines = [BULLET.sub("", line, count=1) for line in lines]
        typed = re.sub(r"^[^:\d]*:", "", " ".join(lines))  # without a heading
        split = re.split(r"[\s,;、・&+\-/.|()\[\]{}'\"]+|\b(?:and|the)\b", typed, flags=re.IGNORECASE)
        cards = [found for found in split if found and not is_list_title(found)]
    held, wrong = list[t.Card](), list[ValueError]()
    given = (cards,) if isinstance(cards, int) else as_tuple(cards, "a hand", right)
    for value in [each for each in given if not is_missing(each)] or given:
        try:
            held.append(card(value))
        except ValueError as error:
            wrong.append(error)
    if wrong:
        understood = {"error": untranslated_message(wrong[0]), "understood": ", ".join(map(str, held))}
        raise ValueError(note("pieces.so_far", **understood) if held else understood["error"])
    for doubled in (value for value in held if held.count(value) > 1):
        raise ValueError(note("caesar.error.twice", card=say_card(doubled)))
    return tuple(sorted(held, key=card_index))


def say_card(value: t.Card) -> TranslatableText:
    """Return a card in a sentence."""
    return note("caesar.hand.flag") if value == t.FLAG else note("caesar.hand.number", number=value)


def say_hand(cards: t.Hand) -> str:
    return " ".join(map(str, cards)) or "no cards"


def position(
    board: str | Sequence[str], hands: Sequence[Iterable[Any]], player: int = 0, unplaced: int = 0, **options: str
) -> State:
    """Return a position set up by hand: five lines of five squares, and one hand per player.

    A square is ``.`` if empty, else its counters: a player's letter for each of his, ``n`` for each neutral one. Hands
    come in the order R, B, Y, P, K; ``player`` is the index of the player to act, ``unplaced`` the number of groups
    still to be placed; ``options`` are those of ``Options``. Raises ValueError for an impossible position.

    >>> print(position('''. nR . . B
    ...                   . .  . . .
    ...                   . .  . . .
    ...                   n .  . . .
    ...                   . .  . . .''', hands=[(9, 1, "F"), (8, 5)]))
    .  nR .  .  B
    .  .  .  .  .
    .  .  .  .  .
    n  .  .  .  .
    .  .  .  .  .
    R: 1 9 F  B: 5 8; R to move
    """
    right = f"{t.SIDE} lines of {t.SIDE} groups"
    lines = board.split("\n") if isinstance(board, str) else as_tuple(board, "the board", right)
    for line in lines:
        require_type(line, str, "a line of the board", right)
    rows = [line.split() for line in lines if line.strip()]
    if len(rows) != t.SIDE or any(len(row) != t.SIDE for row in rows):
        given = ", ".join(str(len(row)) for row in rows) or "none"
        raise ValueError(f"the board has lines of {given} groups; it should have {t.SIDE} lines of {t.SIDE}")
    groups = tuple("" if cell == "." else cell for row in rows for cell in row)
    held = tuple(hand(cards) for cards in as_tuple(hands, "hands", "a hand a player, such as [(9, 1), (8, 5)]"))
    made = check_state(State(groups, held, require_int(player), require_int(unplaced), options=Options(**options)))
    return check_state(replace(made, out=() if unplaced else players_without_group(made)))


@cache
def example_positions() -> Mapping[str, tuple[State, tuple[tuple[str, str], ...]]]:
    """Return the positions of ``data/caesar/positions.toml``, each with the conflicts of its duel, if it is one.

    >>> state, fights = example_positions()["two_fights"]
    >>> fights, state.hands
    ((('c3', 'e3'), ('c5', 'e5')), ((1, 9, 'F'), (5, 8, 'F')))
    """
    return MappingProxyType({name: _ready(name, row) for name, row in toml_table("caesar/positions.toml").items()})


def _ready(name: str, row: Any) -> tuple[State, tuple[tuple[str, str], ...]]:
    try:
        state = position(row["board"], row["hands"], row["player"])
        return state, tuple((here, there) for here, there in row["fights"])
    except (KeyError, TypeError, ValueError) as error:
        raise DataError(shorten(f"caesar/positions.toml, [{name}]: {error}; board, hands, player, fights")) from None


def players_without_group(state: State) -> tuple[int, ...]:
    """Return the players without a group; empty if nobody has one."""
    owners = {group[-1] for group in state.board if group}
    missing = tuple(player for player in state.players if t.LETTERS[player] not in owners)
    return () if len(missing) == len(state.hands) else missing


def groups_in_line(board: Board, square: int) -> Iterator[int]:
    """Yield the square of the nearest group up, left, right and down of a square, if any."""
    for ray in t.RAYS[square]:
        for there in ray:
            if board[there]:
                yield there
                break


def require_position(value: Any) -> State:
    """Return the value if it is a position of this game, or raise ValueError."""
    found: State = require_type(
        value, State, "the position", "a State, as caesar.initial_state() or caesar.position() makes"
    )
    return found


def opponents_in(state: State, attack: Attack) -> tuple[int, int]:
    """Return the two players of a conflict (9); ValueError if the squares allow none."""
    require_type(attack, Attack, "the attack", "an Attack, such as Attack('a1', 'e1')")
    require_position(state)
    here, there = square_number(attack.here), square_number(attack.there)
    first, second = (owner(group) if (group := state.board[square]) else -1 for square in (here, there))
    if -1 in (first, second) or first == second:
        raise ValueError(f"the conflict {attack} is not one of one player's group with another's")
    if there not in groups_in_line(state.board, here):
        raise ValueError(f"the conflict {attack} cannot be: the groups do not stand in line with nothing between")
    return first, second


def check_state(state: State) -> State:
    """Return the state itself; ValueError with its first fault."""
    if len(state.hands) not in t.PLAYERS:
        raise ValueError(f"{len(state.hands)} hands; there should be {t.PLAYERS[0]} to {t.PLAYERS[-1]}")
    if len(state.board) != len(t.SQUARES):
        raise ValueError(f"the board has {len(state.board)} squares; it should have {len(t.SQUARES)}")
    _check_counters(state)
    if state.player not in state.players or state.player in state.out:
        staying = ", ".join(str(player) for player in state.players if player not in state.out)
        raise ValueError(f"player {state.player!r} cannot be to move; the players are {staying}")
    _check_conflict(state)
    if state.unplaced < 0 or state.passes < 0:
        raise ValueError("unplaced and passes are counts from 0 up")
    return state


def _check_counters(state: State) -> None:
    letters = t.LETTERS[: len(state.hands)]
    for square, group in zip(t.SQUARES, state.board):
        for letter in group:
            if letter not in letters + t.NEUTRAL:
                raise ValueError(
                    f"{square} holds {group!r}; counters are {', '.join(letters)} and {t.NEUTRAL} (neutral)"
                )
    if (most := sum(map(len, state.board)) + state.unplaced) > len(t.SQUARES):
        raise ValueError(f"{most} counters; a game has {len(t.SQUARES)}")
    if len(set(state.out)) < len(state.out) or any(
        player not in state.players or state.unplaced or state.counters_in_groups(player) for player in state.out
    ):
        raise ValueError(f"out={list(state.out)}; only players of the game without groups are out, each once")


def _check_conflict(state: State) -> None:
    if state.attack is not None:
        if state.unplaced or not all(state.hands):
            raise ValueError(f"no conflict {state.attack}: counters are still to be placed, or a hand is empty")
        if opponents_in(state, state.attack)[0] != state.player:
            raise ValueError(f"the conflict {state.attack} is not one of player {state.player}'s groups with another's")
    if state.chosen is not None and (state.attack is None or state.chosen not in (HIDDEN, *state.hands[state.player])):
        raise ValueError(f"the card {state.chosen!r} cannot have been chosen: no conflict, or not in the hand")


def to_json(state: State) -> str:
    """Return a state as JSON: ``game, version, board`` (25 groups, a1 to e1 first, ``""`` for an empty square),
    ``hands``, ``player, unplaced, attack`` (``[here, there]`` or null), ``chosen, passes, out, options``."""
    return written(state, game="caesar", version=VERSION)


def from_json(text: str) -> State:
    """Return the state that ``to_json`` wrote; ValueError, with the fault, for anything else.

    >>> state = position(["R . . . B"] + [". . . . ."] * 4, hands=[(9, "F"), (8, 5)])
    >>> from_json(to_json(state)) == state
    True
    """
    found = parse_object(text)
    if found.pop("game", None) != "caesar":
        raise ValueError('this is not a position of Caesar; it should be an object with "game": "caesar"')
    if (version := found.pop("version", None)) != VERSION:
        raise ValueError(f"the position has version {short_repr(version)}; this program reads version {VERSION}")
    state: State = structure(State, found, "position", allow_missing=True)
    return check_state(state)


def require_int(value: Any) -> int:
    """Return the value if it is a whole number, or raise ValueError."""
    try:
        if not isinstance(value, bool):
            return index(value)
    except TypeError:
        pass
    raise ValueError(f"{value!r} is not a whole number")


def action_from_json(data: Any) -> Action:
    """Return the action that ``action_to_json`` wrote; ValueError for anything else."""
    action: Action = decoded(ACTIONS, data)
    if isinstance(action, Play):
        card(action.card)
    else:
        for square in asdict(action).values():
            square_number(square)
    return action


def _or(choices: Iterable[str]) -> str:
    *most, last = choices
    return f"{', '.join(most)} or {last}" if most else last
