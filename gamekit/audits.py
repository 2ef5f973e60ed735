"""How lucky was that: a game's record taken apart into luck, decisions and the rest.

One value v is stated for each stretch. Inside a fight v is its exact law (``audit_fights``); at the ends of turns it is
the outlook, the chance to win the game by playing out (``outlooks``). The luck of a throw is v after it less the mean
of v over all its outcomes, so that it is 0 on average; a decision is v after it less v of the best there was; what is
left between two stated values is the rest: what was not judged, and the seams where v changes its kind.

Units are never added to one another. A fight's law is turned into chances to win the game only where the outlook
after each of its results has been played out (``stakes``): v is then those outlooks mixed by the law, so that a throw
moves it by as much as it moves the law, times what hangs on the fight. Where they are not known a fight keeps its own
unit: chances to win fights, which may be added to fights won, or counters."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import sqrt
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

from gamekit import audit_fights
from gamekit.audit_fights import FightHooks, FightNow, Law
from gamekit.codec import shown
from gamekit.dist import Basis, join
from gamekit.game import CHANCE, OVER, Player, State
from gamekit.outlooks import (
    GameOutlook,
    Maker,
    PlayingOut,
    Stop,
    Values,
    makers_of,
    outlooks,
    seat_name,
    seat_number,
    shares,
    spread,
    turn_ends,
)
from gamekit.progress import tell
from gamekit.record import Record, name_of
from gamekit.session import PLAIN, SEARCH, offered, ready, seats_of
from gamekit.tournaments import SURE
from gamekit.words import language_or_default, word

if TYPE_CHECKING:
    import pandas as pd

GAME, FIGHTS, COUNTERS = "game", "fights", "counters"  # the units
THROW, DECISION = "throw", "decision"
PARTS = ("before", "luck", "decisions", "rest", "after")
GAMES = 20
FEW = 4  # plays after a result of a fight from which its outlook counts
RARE = 0.02  # a result never likelier than this counts as the others do on average
TRIES = 12  # times as many fights are fought as plays are wanted after each result


class AuditChange(NamedTuple):
    """What a throw or a decision did: ``at`` actions were done before it; ``amounts`` a number a seat, to its good,
    None for a seat whose unit it is not; ``error`` the largest standard error of them, 0 where the law is exact."""

    at: int
    kind: str
    who: Player | None
    amounts: tuple[Any, ...]
    error: float
    fight: int = -1  # which stretch of ``fights`` it belongs to, -1 outside fights


@dataclass(frozen=True, slots=True)
class AuditStretch:
    """A stretch with one stated v: a turn (kind "turn") or a fight, from ``begin`` to ``end`` actions done.

    ``before`` and ``after`` are v at its ends, a number a seat."""

    kind: str
    unit: str
    begin: int
    end: int
    before: tuple[Any, ...]
    after: tuple[Any, ...]
    place: str = ""
    turn: str = ""
    stakes: float = 0.0  # by how much the fight's result moves the chance of the first party, where that is known


class LinePoint(NamedTuple):
    """v in chances to win the game after ``at`` actions, a number a seat, with standard errors."""

    at: int
    values: Values
    errors: Values


@dataclass(frozen=True)
class Audit:
    """A record taken apart; ``audit`` makes one.

    ``changes`` are the throws and decisions that were valued, ``turns`` and ``fights`` the stretches, ``line`` v in
    chances to win the game. Whatever takes a ``seat`` takes the first one where none is named."""

    record: Record = field(repr=False)
    seats: tuple[Player, ...]
    changes: tuple[AuditChange, ...] = field(repr=False)
    turns: tuple[AuditStretch, ...] = field(repr=False)
    fights: tuple[AuditStretch, ...] = field(repr=False)
    line: tuple[LinePoint, ...] = field(repr=False)
    positions: tuple[State, ...] = field(repr=False, compare=False)
    games: int = 0
    basis: Basis = field(default=(), repr=False)

    @property
    def unit(self) -> str:
        """The unit of the whole: chances to win the game where it was played out, else that of its fights."""
        if self.games:
            return GAME
        return self.fights[0].unit if self.fights else FIGHTS

    def place_of(self, seat: Player | None = None) -> int:
        """The number of a seat; ValueError for one that there is not."""
        return seat_number(self.seats, seat)

    def unit_of(self, change: AuditChange) -> str:
        return GAME if change.fight < 0 else self.fights[change.fight].unit

    def told(self, change: AuditChange, language: str | None = None) -> str:
        """What was thrown or decided, as a sentence."""
        said, game = audit_fights.hooks(self.record.game).said, self.record.game
        action, state = self.record.entries[change.at].action, self.positions[change.at]
        text = said(action, state, language_or_default(language))
        if name_of(game) == "roma_victrix" and change.fight >= 0:
            text = f"{self.fights[change.fight].place}: {text}"
        return text

    def turn(self, at: int, language: str | None = None) -> str:
        """The turn in which an action was done, in words."""
        named = audit_fights.hooks(self.record.game).turn(self.positions[at], language_or_default(language))
        number = sum(end <= at for end in self.ends[:-1])
        return named or word("audit.turn", language, turn=number)

    # Tables -----------------------------------------------------------------------------------------------------------

    def to_frame(self, seat: Player | None = None, language: str | None = None) -> pd.DataFrame:
        """A row a throw or decision: at, turn, kind, who, what, unit, amount (to the seat's good), error."""
        import pandas as pd

        place = self.place_of(seat)
        columns = ["at", "turn", "kind", "who", "what", "unit", "amount", "error"]
        rows = []
        for one in self.changes:
            if (amount := one.amounts[place]) is not None:
                said, who = self.told(one, language), "" if one.who is None else one.who
                unit = self.unit_of(one)
                rows.append((one.at, self.turn(one.at, language), one.kind, who, said, unit, float(amount), one.error))
        frame = pd.DataFrame(rows, columns=columns)
        frame.attrs["basis"] = self.basis
        return frame

    def throws(self, seat: Player | None = None, most: int = 5, language: str | None = None) -> pd.DataFrame:
        """The throws that moved most for the seat, either way, in the unit of the whole."""
        frame = self.to_frame(seat, language)
        frame = frame[(frame["kind"] == THROW) & (frame["unit"] == self.unit) & (frame["amount"] != 0)]
        order = frame["amount"].abs().sort_values(ascending=False, kind="stable").index
        return frame.loc[order].head(most).reset_index(drop=True)

    def decisions(self, most: int = 5, language: str | None = None) -> pd.DataFrame:
        """The dearest decisions, whoever took them: ``cost`` is what each gave away of its own player's v."""
        import pandas as pd

        found = [one for one in self.changes if one.kind == DECISION and self.unit_of(one) == self.unit]
        costs = [(-float(one.amounts[self.seats.index(one.who)] or 0), one) for one in found if one.who in self.seats]
        dear = sorted((pair for pair in costs if pair[0] > 0), key=lambda pair: -pair[0])[:most]
        rows = [
            (one.at, self.turn(one.at, language), one.who, self.told(one, language), self.unit_of(one), cost, one.error)
            for cost, one in dear
        ]
        frame = pd.DataFrame(rows, columns=["at", "turn", "who", "what", "unit", "cost", "error"])
        frame.attrs["basis"] = self.basis
        return frame

    def sums(self, seat: Player | None = None, by: str = "unit") -> pd.DataFrame:
        """Before + luck + decisions + rest = after, a row a unit, turn or fight (``by``), to the seat's good.

        By unit: of the game from its first to its last outlook; of fights, all those together that kept their unit.
        """
        import pandas as pd

        if by not in ("unit", "turn", "fight"):
            raise ValueError(f"by is {by!r}; it should be 'unit', 'turn' or 'fight'")
        place = self.place_of(seat)
        if by == "fight":
            rows = [self._fight_row(number, place) for number in range(len(self.fights))]
        elif by == "turn":
            rows = [self._row(self.turn(one.begin), GAME, [one], self._within(one), place) for one in self.turns]
        else:
            inside = [one for one in self.changes if self.unit_of(one) == GAME]
            rows = [self._row("", GAME, self.turns, inside, place)] if self.turns else []
            rows += [self._together(unit, place) for unit in (FIGHTS, COUNTERS)]
        columns = list(dict.fromkeys((by, "unit", *PARTS)))
        frame = pd.DataFrame([row for row in rows if row], columns=columns)
        frame.attrs["basis"] = self.basis
        return frame

    def _within(self, stretch: AuditStretch) -> list[AuditChange]:
        inside = (one for one in self.changes if stretch.begin <= one.at < stretch.end)
        return [one for one in inside if self.unit_of(one) == GAME]

    def _row(
        self, name: str, unit: str, ends: Sequence[AuditStretch], changes: Sequence[AuditChange], place: int
    ) -> dict[str, Any]:
        before, after = ends[0].before[place], ends[-1].after[place]
        luck = sum(one.amounts[place] or 0 for one in changes if one.kind == THROW)
        chosen = sum(one.amounts[place] or 0 for one in changes if one.kind == DECISION)
        values = (before, luck, chosen, after - before - luck - chosen, after)
        row: dict[str, Any] = {part: float(value) for part, value in zip(PARTS, values)}
        return {"unit": unit, "turn": name, "fight": name, **row}

    def _fight_row(self, number: int, place: int) -> dict[str, Any] | None:
        one = self.fights[number]
        if one.before[place] is None:
            return None
        return self._row(one.place, one.unit, [one], [c for c in self.changes if c.fight == number], place)

    def _together(self, unit: str, place: int) -> dict[str, Any] | None:
        own = (number for number, one in enumerate(self.fights) if one.unit == unit)
        rows = [row for number in own if (row := self._fight_row(number, place))]
        return {"unit": unit} | {key: sum(row[key] for row in rows) for key in PARTS} if rows else None

    def by_side(self, seat: Player | None = None) -> pd.DataFrame:
        """Whose throws and decisions did how much to the seat's good: rows unit, kind, who, amount, count."""
        frame = self.to_frame(seat)
        found = frame.groupby(["unit", "kind", "who"], sort=False)["amount"].agg(["sum", "count"]).reset_index()
        return found.rename(columns={"sum": "amount"})

    def curve(self, seat: Player | None = None) -> tuple[tuple[int, float, float], ...]:
        """What a chart draws: (actions done, value, its standard error), the seat's chance to win the game where it was
        played out, else the luck so far in the unit of the fights."""
        place = self.place_of(seat)
        if self.games:
            return tuple((one.at, one.values[place], one.errors[place]) for one in self.line)
        rows, so_far = [(0, 0.0, 0.0)], 0.0
        for one in self.changes:
            if one.kind == THROW and self.unit_of(one) == self.unit and one.amounts[place]:
                rows.append((one.at, so_far, 0.0))
                so_far += float(one.amounts[place])
                rows.append((one.at + 1, so_far, 0.0))
        return (*rows, (len(self.record.entries), so_far, 0.0))

    @property
    def ends(self) -> tuple[int, ...]:
        """Where turns end, as numbers of actions."""
        return turn_ends(self.record, self.positions)

    def explain(self, language: str | None = None, seat: Player | None = None) -> str:
        """What it comes to for a seat, in two or three sentences."""
        place = self.place_of(seat)
        name = seat_name(name_of(self.record.game), self.seats[place], language)
        sums = self.sums(self.seats[place])
        if sums.empty:
            return word("audit.nothing", language)
        said = []
        for row in sums.to_dict("records"):
            key, unit = f"audit.said.{row['unit']}", row["unit"]
            told = {part: said_amount(row[part], unit, part not in ("before", "after")) for part in PARTS}
            margin = said_amount(SURE * self.curve(self.seats[place])[0][2], unit, False)
            said.append(word(key, language, seat=name, games=self.games, margin=margin, **told))
        best = self.throws(self.seats[place], 1, language)
        if len(best):
            one = best.iloc[0]
            fields = {"what": one["what"], "turn": one["turn"], "amount": said_amount(one["amount"], one["unit"])}
            said.append(word("audit.said.throw", language, **fields))
        return " ".join(said)


def said_amount(value: float, unit: str, signed: bool = True) -> str:
    """An amount as it is said: points of chance for the game, else fights or counters."""
    shown = f"{100 * value:.1f}" if unit == GAME else f"{value:.2f}"
    shown = shown.lstrip("-") if not float(shown) else shown.replace("-", "\u2212")
    return shown if shown.startswith("\u2212") or not signed else f"+{shown}"


# The work -------------------------------------------------------------------------------------------------------------


def audit(
    record: Record,
    games: int = GAMES,
    players: Sequence[str | Maker] | None = None,
    *,
    search: bool | str | Maker = False,
    throws: int = 0,
    seed: Any = 0,
    jobs: int | None = None,
    stop: Stop | None = None,
) -> Audit:
    """Take a record apart into luck, decisions and the rest, for every seat.

    ``games`` and ``players`` are those of ``gamekit.outlook`` at the ends of turns; ``games=0`` plays nothing out, and
    every fight keeps its own unit. ``search``: each decision outside fights is compared with that of a ready player
    (True: "search" where the game has it, else "plain"), both played on by ``players``. ``throws``: so many plays for
    each outcome of every throw outside fights; with 0 these stand in the rest. ``stop()`` ends the playing early.
    RecordError for a record that does not replay, ValueError for players that are none.

    >>> from gamekit import roma_victrix as rv
    >>> found = audit(rv.example_of_play(), games=0)
    >>> found.sums().round(2).to_dict("records")[0]["before"] > 0
    True
    """
    if not isinstance(record, Record):
        raise ValueError(f"the record is {shown(record)}; gamekit.record.opened('game.jsonl') reads one from its file")
    work = _Work(record, record.positions(), audit_fights.hooks(record.game), games, players, seed, jobs, stop)
    fights, line = list(work.fights()), list(work.line())
    changes, stretches = list[AuditChange](), list[AuditStretch]()
    for number, (begin, end, now) in enumerate(fights):
        stretch, found, points = work.fight(number, begin, end, now)
        stretches.append(stretch)
        changes += found
        line += points
        tell(0.5 + 0.5 * (number + 1) / len(fights))
    changes += work.outside(fights, throws if games else 0, search)
    stretches, changes = _joined(work, stretches, changes)
    basis = join(work.basis, audit_fights.basis(record.game) if fights else ())
    ordered, drawn = (tuple(sorted(rows, key=lambda one: one.at)) for rows in (changes, line))
    turns = tuple(work.turns())
    return Audit(record, work.seats, ordered, turns, tuple(stretches), drawn, work.positions, games, basis)  # type: ignore[arg-type]


@dataclass
class _Work:
    """One audit under way."""

    record: Record
    positions: tuple[State, ...]
    hooks: FightHooks
    games: int
    players: Sequence[str | Maker] | None
    seed: Any
    jobs: int | None
    stop: Stop | None
    ends: tuple[int, ...] = ()
    outlooks: tuple[GameOutlook, ...] = ()

    def __post_init__(self) -> None:
        self.rules = self.record.game.rules
        self.seats = seats_of(self.record.game, self.positions[0])
        if self.games:
            self.ends = turn_ends(self.record, self.positions)
            states = [self.positions[at] for at in self.ends]
            self.outlooks = self._outlooks(states)

    def _outlooks(self, states: Sequence[State], games: int = 0) -> tuple[GameOutlook, ...]:
        game, many = self.record.game, games or self.games
        return outlooks(game, states, self.players, many, self.seed, self.jobs, self.stop)

    @property
    def basis(self) -> Basis:
        return self.outlooks[0].basis if self.outlooks else ()

    def line(self) -> Iterator[LinePoint]:
        yield from (LinePoint(at, one.means, one.errors) for at, one in zip(self.ends, self.outlooks))

    def turns(self) -> Iterator[AuditStretch]:
        for number in range(len(self.ends) - 1):
            begin, end = self.ends[number : number + 2]
            before, after = (one.means for one in self.outlooks[number : number + 2])
            yield AuditStretch("turn", GAME, begin, end, before, after)

    # Fights

    def fights(self) -> Iterator[tuple[int, int, FightNow]]:
        """(first action, the one after the last, fight) of each fight of the record that came to an action."""
        last, begin, end = None, 0, len(self.positions) - 1
        for at, state in enumerate((*self.positions, None)):
            now = None if state is None else self.hooks.fight(state)
            if last is not None and now != last and begin < end and not self._half(begin):
                yield begin, min(at, end), last
            if now is not None and now != last:
                begin = at
            last = now

    def _half(self, begin: int) -> bool:
        """Whether the record begins in the middle of a conflict, one card chosen: what could be known is not known."""
        return getattr(self.positions[begin], "chosen", None) is not None and begin == 0

    def fight(
        self, number: int, begin: int, end: int, now: FightNow
    ) -> tuple[AuditStretch, list[AuditChange], list[LinePoint]]:
        """A fight's stretch, its throws and decisions, and v along it where that is in chances to win the game."""
        moves = [entry.action for entry in self.record.entries[begin:end]]
        begun = self.positions[begin]
        laws = [self.hooks.law(begun, self.positions[at], tuple(moves[: at - begin])) for at in range(begin, end + 1)]
        stakes = self._stakes(begin, now, laws) if self.games and now.chances else {}
        unit = GAME if stakes else FIGHTS if now.chances else COUNTERS
        valued = self._valued(now, stakes)
        changes = []
        for at in range(begin, end):
            for kind, who, moved in self._changes(begun, at, tuple(moves[: at - begin]), laws[at + 1 - begin], now):
                amounts, error = valued(moved)
                changes.append(AuditChange(at, kind, who, amounts, error, number))
        before, after = (valued(law)[0] for law in (laws[0], laws[-1]))
        first = [valued({now.parties[0]: 1, now.parties[1]: -1})[0][0] or 0.0] if stakes else [0.0]
        turn = AuditStretch(now.kind, unit, begin, end, before, after, now.place, stakes=first[0])
        points = (
            [LinePoint(at, *self._point(law, stakes)) for at, law in zip(range(begin, end + 1), laws)] if stakes else []
        )
        return turn, changes, points

    def _changes(
        self, begun: State, at: int, done: tuple[Any, ...], after: Law, now: FightNow
    ) -> Iterator[tuple[str, Player | None, Law]]:
        """(kind, who, the change of the law) of the action at a place of a fight."""
        state, action = self.positions[at], self.record.entries[at].action
        player = self.rules.current_player(state)
        if player == CHANCE:
            yield THROW, self.hooks.thrower(state), less(after, throw(self.record.game, begun, state, done)[0])
        elif now.kind == "conflict" and done:
            yield from _met(begun, action, done, after, player, self.hooks)
        elif now.judged:
            legal = self.rules.legal_actions(state)
            laws = (self.hooks.law(begun, self.rules.apply(state, one), (*done, one)) for one in legal)
            yield DECISION, player, less(after, max(laws, key=lambda law: law.get(player, 0)))

    def _valued(self, now: FightNow, stakes: Mapping[Player, GameOutlook]) -> Callable[[Law], tuple[Any, float]]:
        if stakes:
            return lambda law: (tuple(map(_sum_of(law, stakes), range(len(self.seats)))), self._error(law, stakes))
        return lambda law: (tuple(law[seat] if seat in now.parties else None for seat in self.seats), 0.0)

    def _error(self, law: Law, stakes: Mapping[Player, GameOutlook]) -> float:
        return max(self._point(law, stakes)[1])

    def _point(self, law: Law, stakes: Mapping[Player, GameOutlook]) -> tuple[Values, Values]:
        places = range(len(self.seats))
        errors = (
            sqrt(sum((float(p) * stakes[side].errors[place]) ** 2 for side, p in law.items() if side in stakes))
            for place in places
        )
        return tuple(map(_sum_of(law, stakes), places)), tuple(errors)

    def _stakes(self, begin: int, now: FightNow, laws: Sequence[Law]) -> dict[Player, GameOutlook]:
        """The outlook after each result of a fight, from plays that begin where it began; {} where one is not known."""
        wanted = {side for law in laws for side, p in law.items() if p >= RARE}
        if any(0 < p < 1 for p in laws[-1].values()):  # the fight does not say by itself who has won
            return {}
        names, makers = makers_of(self.record.game, self.players, len(self.seats))
        playing = PlayingOut(self.rules, (self.positions[begin],), self.seats, makers, f"{self.seed} {begin}")
        many = max(FEW, self.games // 2)
        found: dict[Player, list[tuple[Values, Values]]] = {side: [] for side in wanted}
        for number in range(TRIES * many):
            if self._enough(found, many, number):
                break
            self._play_one(playing, number, now, found, many)
        if any(len(rows) < FEW for rows in found.values()):
            return {}
        game, made = name_of(self.record.game), {}
        for side, rows in found.items():
            won, scores = zip(*rows)
            made[side] = GameOutlook(self.seats, won, scores, names, game)
        return made

    def _enough(self, found: Mapping[Player, list[Any]], many: int, number: int) -> bool:
        stopped = number > many and self.stop is not None and self.stop()
        return stopped or all(len(rows) >= many for rows in found.values())

    def _play_one(
        self, playing: PlayingOut, number: int, now: FightNow, found: Mapping[Player, list[Any]], many: int
    ) -> None:
        """Play a fight to its end, and the game as well where its result is still wanted."""
        begun, won, end = playing.states[0], None, None
        done: tuple[Any, ...] = ()
        for state, action in playing.line(number, 0):
            done, end = (*done, action), state
            if won is None and self.hooks.fight(state) != now:
                law = self.hooks.law(begun, state, done)
                won = next((side for side, p in law.items() if p == 1), "")
                if len(found.get(won, range(many))) >= many:
                    return
        scores = tuple(playing.scores(end).values())
        found[won].append((shares(scores), scores))

    # Outside fights

    def outside(
        self, fights: Sequence[tuple[int, int, FightNow]], throws: int, search: bool | str | Maker
    ) -> Iterator[AuditChange]:
        """The throws outside fights and the decisions that no fight's law judges, as far as they are asked for."""
        inside = {at for begin, end, _ in fights for at in range(begin, end)}
        judged = {at for begin, end, now in fights if now.judged for at in range(begin, end)}
        moves = range(len(self.record.entries))
        if throws:
            yield from self.thrown([at for at in moves if at not in inside], throws)
        if search:
            yield from self.chosen([at for at in moves if at not in judged], search)

    def thrown(self, places: Sequence[int], games: int) -> Iterator[AuditChange]:
        """The throws outside fights, each outcome played out."""
        for at in places:
            state = self.positions[at]
            if self.rules.current_player(state) != CHANCE or (self.stop and self.stop()):
                continue
            law = self.rules.chance_outcomes(state)
            if len(law) < 2:
                continue
            found = self._outlooks([self.rules.apply(state, one) for one in law], games)
            weights = [float(weight) / float(law.total) for weight in law.values()]
            here = found[list(law).index(self.record.entries[at].action)]
            amounts, errors = _against(here, found, weights)
            yield AuditChange(at, THROW, self.hooks.thrower(state), amounts, max(errors))

    def chosen(self, places: Sequence[int], search: bool | str | Maker) -> Iterator[AuditChange]:
        """The decisions, each against what a ready player would have done there; both are played on."""
        known = ready(self.record.game)
        yardstick = (SEARCH if SEARCH in known else PLAIN) if search is True else search
        (maker,) = makers_of(self.record.game, (yardstick,))[1]  # type: ignore[arg-type]
        for at in places:
            state, action = self.positions[at], self.record.entries[at].action
            player = self.rules.current_player(state)
            if player in (CHANCE, OVER) or (self.stop and self.stop()):
                continue
            legal = self.rules.legal_actions(state)
            best = maker(Random(f"{self.seed} {at}"))(self.rules.observe(state, player), legal) if legal[1:] else action
            if best == action:
                continue
            here, there = self._outlooks([self.rules.apply(state, one) for one in (action, best)], max(FEW, self.games))
            amounts, errors = here.less(there)
            yield AuditChange(at, DECISION, player, amounts, max(errors))


def _joined(
    work: _Work, stretches: Sequence[AuditStretch], changes: Sequence[AuditChange]
) -> tuple[list[AuditStretch], list[AuditChange]]:
    """The rounds of one siege, by the same besieger in a turn, as one fight, which is won or lost once."""
    turn = offered(work.record.game, "turn_of") or (lambda state: None)
    fought = [(work.hooks.fight(work.positions[one.begin]), turn(work.positions[one.begin])) for one in stretches]
    kept, place = list[AuditStretch](), dict[int, int]()
    for number, one in enumerate(stretches):
        last = kept[-1] if kept and one.kind == "siege" else None
        if last and last.unit == one.unit and fought[number] == fought[number - 1]:
            kept[-1] = replace(last, end=one.end, after=one.after)
        else:
            kept.append(one)
        place[number] = len(kept) - 1
    return kept, [one._replace(fight=place.get(one.fight, -1)) for one in changes]


def throw(game: Any, begun: State, state: State, done: tuple[Any, ...]) -> tuple[Law, list[tuple[Any, Any, Law]]]:
    """The mean law over a throw in a fight that began at ``begun``, and each outcome with its chance and its law."""
    found, law = game.rules.chance_outcomes(state), audit_fights.hooks(game).law
    parts = [
        (one, Fraction(weight, found.total), law(begun, game.rules.apply(state, one), (*done, one)))
        for one, weight in found.items()
    ]
    sides = {side: None for _, _, each in parts for side in each}
    return {side: sum(p * each.get(side, 0) for _, p, each in parts) for side in sides}, parts


def less(one: Law, other: Law) -> Law:
    """One law less another, side by side."""
    return {side: one.get(side, 0) - other.get(side, 0) for side in {**one, **other}}


def _met(
    begun: State, action: Any, done: tuple[Any, ...], after: Law, player: Player, own: FightHooks
) -> Iterator[tuple[str, Player | None, Law]]:
    """The second card of a conflict: the defender decided by the attacker's mix; how the two cards met is luck."""
    fair, mine = own.law(begun, begun, ()), audit_fights.answered(begun, action.card)
    chosen = less(mine, fair)
    yield DECISION, player, chosen
    yield THROW, None, less(less(after, own.law(begun, begun, done)), chosen)


def _sum_of(law: Law, stakes: Mapping[Player, GameOutlook]) -> Callable[[int], float]:
    def summed(place: int) -> float:
        mean = sum(one.means[place] for one in stakes.values()) / len(stakes)
        return sum(float(p) * (stakes[side].means[place] if side in stakes else mean) for side, p in law.items())

    return summed


def _against(here: GameOutlook, all_: Sequence[GameOutlook], weights: Sequence[float]) -> tuple[Values, Values]:
    """One outlook less the mean of all, play by play, with standard errors."""
    many, columns = max(one.games for one in all_), []
    for place in range(len(here.seats)):
        means = (sum(p * one.play(n)[place] for p, one in zip(weights, all_)) for n in range(many))
        columns.append([here.play(n)[place] - mean for n, mean in enumerate(means)])
    return tuple(sum(column) / len(column) for column in columns), tuple(spread(column) for column in columns)
