"""How lucky was a game: the value changes of its record as a sum of luck, decisions and a residual.

Each stretch of the record has one value function v. Inside a fight v is its exact odds, which a game says in its own
module ``luck`` (``luck_module``); a game without one has no fights. At the ends of turns v is the outlook, the chance
to win the game, estimated by playing out (``outlooks``). The luck of a throw is v after it less the mean of v over all
its outcomes, so that it is 0 on average; a decision counts v after it less v after the best one; what is left between
two known values is the rest: actions that were not valued, and the places where v changes its kind.

Different units are never added. A fight's odds are turned into chances to win the game only where the outlook after
each of its results has been played out (``stakes``): v is then the mean of those outlooks by the odds, so that a throw
moves it by as much as it moves the odds, times what the fight decides. Where the outlooks are not known a fight keeps
its own unit: chances to win fights, which may be added to fights won, or counters."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from importlib import import_module
from importlib.util import find_spec
from itertools import pairwise
from math import sqrt
from random import Random
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from gamekit.play.protocol import CHANCE, OVER, Action, Player, State
from gamekit.play.session import PLAIN, SEARCH, hook, player_factories, seats_of
from gamekit.play.simulate import (
    PlayerFactory,
    PlayOutRunner,
    Stop,
    WinProbability,
    names_and_factories,
    outlooks,
    seat_index,
    seat_name,
    turn_ends,
    victory_shares,
)
from gamekit.play.tournament import SURE
from gamekit.probability.distribution import Basis, join_bases
from gamekit.storage.record import Record, package_name
from gamekit.storage.serialization import short_repr
from gamekit.text.progress import report
from gamekit.text.translation import language_or_default, note, word, word_or

if TYPE_CHECKING:
    import pandas as pd

GAME, FIGHTS, COUNTERS = "game", "fights", "counters"  # the units
THROW, DECISION = "throw", "decision"
PARTS = ("before", "luck", "decisions", "rest", "after")
GAMES = 20
FEW = 4  # plays after a result of a fight from which its outlook counts
RARE = 0.02  # a result never likelier than this counts as the others do on average
TRIES = 12  # times as many fights are fought as plays are wanted after each result
NOBODY = ""  # whom a fight is decided for that nobody wins
PartyValues: TypeAlias = "Mapping[Player, Any]"  # of a fight: each party's chance that it is decided for it
Floats: TypeAlias = "tuple[float, ...]"  # one per seat


class CurrentFight(NamedTuple):
    """A fight under way: its kind and place, its parties, attackers first, whether its values are chances (else
    counters to win), whether they value every decision in it, and whether equal fights in one turn are rounds of a
    single fight, won or lost once."""

    kind: str
    place: str
    parties: tuple[Player, ...]
    chances: bool = True
    judged: bool = True
    rounds: bool = False


def luck_module(game: Any) -> Any:
    """Return a game's module ``luck``, or for a game without one a stand-in that has no fights.

    ``fight(state)`` is the FightNow or None, ``values(begun)`` a function of the actions since the fight's first
    position and of one that gives the position after them, which returns the values; ``thrower(state)`` is the player
    who throws, ``describe(action, state, language)`` and ``turn_name(state, language)`` return texts. Two are optional:
    ``known(begun)``, whether a record may begin with this position of a fight, and ``unseen(done)``, the actions so far
    that the next player to decide knows, where decisions are simultaneous.
    """
    if hasattr(game, "__path__") and find_spec(f"{game.__name__}.luck"):
        return import_module(f"{game.__name__}.luck")
    return SimpleNamespace(
        fight=lambda state: None,
        thrower=lambda state: None,
        describe=lambda action, state, language: str(action),
        turn_name=lambda state, language: "",
    )


class ValuedAction(NamedTuple):
    """The value of a throw or decision: ``at`` actions came before it; ``amounts`` is its gain, one per seat, None for
    a seat that it does not concern; ``error`` their largest standard error, 0 where the odds are exact."""

    at: int
    kind: str
    who: Player | None
    amounts: tuple[Any, ...]
    error: float
    fight: int = -1  # which stretch of ``fights`` it belongs to, -1 outside fights


@dataclass(frozen=True, slots=True)
class AuditStretch:
    """A stretch with one value function v: a turn (kind "turn") or a fight, from ``begin`` to ``end`` actions.

    ``before`` and ``after`` are v at its ends, one number per seat, None for a seat not in the fight. ``unit`` is what
    v is: the chance to win the game ("game") or the fight ("fights"), or "counters". Action ``end`` is the next one."""

    kind: str
    unit: str
    begin: int
    end: int
    before: tuple[Any, ...]
    after: tuple[Any, ...]
    place: str = ""
    stakes: float = 0.0  # by how much the fight's result moves the chance of the first party, where that is known


class WinProbabilityPoint(NamedTuple):
    """Each seat's win probability after ``at`` actions, with standard errors."""

    at: int
    values: Floats
    errors: Floats


@dataclass(frozen=True)
class Audit:
    """The luck, decisions and rest of a record; ``audit`` makes one.

    ``changes`` are the throws and decisions that were valued, ``turns`` and ``fights`` the stretches, ``line`` the
    chances to win the game over time. A method's ``seat`` is by default the first."""

    record: Record = field(repr=False)
    seats: tuple[Player, ...]
    changes: tuple[ValuedAction, ...] = field(repr=False)
    turns: tuple[AuditStretch, ...] = field(repr=False)
    fights: tuple[AuditStretch, ...] = field(repr=False)
    line: tuple[WinProbabilityPoint, ...] = field(repr=False)
    positions: tuple[State, ...] = field(repr=False, compare=False)
    games: int = 0
    basis: Basis = field(default=(), repr=False)

    @property
    def unit_of_totals(self) -> str:
        """The unit of the totals: "game", the chance to win it, if ``audit`` played games out, else the fights'."""
        if self.games:
            return GAME
        return self.fights[0].unit if self.fights else FIGHTS

    def seat_index(self, seat: Player | None = None) -> int:
        """Return the index of a seat; ValueError if unknown."""
        return seat_index(self.seats, seat)

    def unit_of(self, change: ValuedAction) -> str:
        """Return the unit of the values of a throw or decision."""
        return GAME if change.fight < 0 else self.fights[change.fight].unit

    def describe(self, change: ValuedAction, language: str | None = None) -> str:
        """Describe a throw or decision in a sentence."""
        action, state = self.record.entries[change.at].action, self.positions[change.at]
        return str(luck_module(self.record.game).describe(action, state, language_or_default(language)))

    def turn_name(self, at: int, language: str | None = None) -> str:
        """Name the turn in which an action was done."""
        named = luck_module(self.record.game).turn_name(self.positions[at], language_or_default(language))
        return named or word("audit.turn", language, turn=sum(end <= at for end in self.turn_ends[:-1]))

    # Tables -----------------------------------------------------------------------------------------------------------

    def to_frame(self, seat: Player | None = None, language: str | None = None) -> pd.DataFrame:
        """Return one row per throw or decision: at, turn, kind, who, what, unit, amount (the seat's gain), error."""
        import pandas as pd

        place = self.seat_index(seat)
        columns = ["at", "turn", "kind", "who", "what", "unit", "amount", "error"]
        rows = []
        for one in self.changes:
            if (amount := one.amounts[place]) is not None:
                said, who = self.describe(one, language), "" if one.who is None else one.who
                unit = self.unit_of(one)
                rows.append(
                    (one.at, self.turn_name(one.at, language), one.kind, who, said, unit, float(amount), one.error)
                )
        frame = pd.DataFrame(rows, columns=columns)
        frame.attrs["basis"] = self.basis
        return frame

    def extreme_throws(self, seat: Player | None = None, most: int = 5, language: str | None = None) -> pd.DataFrame:
        """Return the ``most`` luckiest and unluckiest throws for the seat, in the unit of the totals."""
        frame = self.to_frame(seat, language)
        frame = frame[(frame["kind"] == THROW) & (frame["unit"] == self.unit_of_totals) & (frame["amount"] != 0)]
        order = sorted(range(len(frame)), key=lambda place: -abs(frame["amount"].iloc[place]))
        return frame.iloc[order[:most]].reset_index(drop=True)

    def costliest_decisions(self, most: int = 5, language: str | None = None) -> pd.DataFrame:
        """Return the ``most`` costliest decisions of all players: ``cost`` is the value that the player lost by it."""
        import pandas as pd

        found = [one for one in self.changes if one.kind == DECISION and self.unit_of(one) == self.unit_of_totals]
        costs = [(-float(one.amounts[self.seats.index(one.who)] or 0), one) for one in found if one.who in self.seats]
        dear = sorted((pair for pair in costs if pair[0] > 0), key=lambda pair: -pair[0])[:most]
        rows = [
            (
                one.at,
                self.turn_name(one.at, language),
                one.who,
                self.describe(one, language),
                self.unit_of(one),
                cost,
                one.error,
            )
            for cost, one in dear
        ]
        frame = pd.DataFrame(rows, columns=["at", "turn", "who", "what", "unit", "cost", "error"])
        frame.attrs["basis"] = self.basis
        return frame

    def value_breakdown(self, seat: Player | None = None, by: str = "unit") -> pd.DataFrame:
        """Return before + luck + decisions + rest = after, for the seat, one row per unit, turn or fight (``by``).

        By unit: of the game from its first to its last outlook; of fights, the sum of all fights that kept their unit.
        """
        import pandas as pd

        if by not in ("unit", "turn", "fight"):
            raise ValueError(f"by is {by!r}; it should be 'unit', 'turn' or 'fight'")
        place = self.seat_index(seat)
        if by == "fight":
            rows = [self._fight_row(number, place) for number in range(len(self.fights))]
        elif by == "turn":
            rows = [self._row(self.turn_name(one.begin), GAME, [one], self._within([one]), place) for one in self.turns]
        else:
            rows = [self._row("", GAME, self.turns, self._within(self.turns), place)] if self.turns else []
            for unit in (FIGHTS, COUNTERS):
                own = (self._fight_row(number, place) for number, one in enumerate(self.fights) if one.unit == unit)
                if found := [row for row in own if row]:
                    rows.append({"unit": unit} | {part: sum(row[part] for row in found) for part in PARTS})
        frame = pd.DataFrame(filter(None, rows), columns=list(dict.fromkeys((by, "unit", *PARTS))))
        frame.attrs["basis"] = self.basis
        return frame

    def _within(self, turns: Sequence[AuditStretch]) -> list[ValuedAction]:
        inside = (one for one in self.changes if turns[0].begin <= one.at < turns[-1].end)
        return [one for one in inside if self.unit_of(one) == GAME]

    def _fight_row(self, number: int, place: int) -> dict[str, Any] | None:
        one = self.fights[number]
        own = [change for change in self.changes if change.fight == number]
        return None if one.before[place] is None else self._row(one.place, one.unit, [one], own, place)

    def _row(
        self, name: str, unit: str, ends: Sequence[AuditStretch], changes: Sequence[ValuedAction], place: int
    ) -> dict[str, Any]:
        before, after = ends[0].before[place], ends[-1].after[place]
        luck = sum(one.amounts[place] or 0 for one in changes if one.kind == THROW)
        chosen = sum(one.amounts[place] or 0 for one in changes if one.kind == DECISION)
        values = map(float, (before, luck, chosen, after - before - luck - chosen, after))
        return {"unit": unit, "turn": name, "fight": name, **dict(zip(PARTS, values))}

    def values_with_errors(self, seat: Player | None = None) -> tuple[tuple[int, float, float], ...]:
        """The points of a chart (actions done, value, its standard error): the seat's chance to win the game where it
        was played out, else its luck so far in the unit of the fights."""
        place = self.seat_index(seat)
        if self.games:
            return tuple((one.at, one.values[place], one.errors[place]) for one in self.line)
        rows, so_far = [(0, 0.0, 0.0)], 0.0
        for one in self.changes:
            if one.kind == THROW and self.unit_of(one) == self.unit_of_totals and one.amounts[place]:
                rows.append((one.at, so_far, 0.0))
                so_far += float(one.amounts[place])
                rows.append((one.at + 1, so_far, 0.0))
        return (*rows, (len(self.record.entries), so_far, 0.0))

    @property
    def turn_ends(self) -> tuple[int, ...]:
        """The ends of turns, as numbers of actions."""
        return turn_ends(self.record, self.positions)

    def explain(self, language: str | None = None, seat: Player | None = None) -> str:
        """Summarise the audit for a seat in two or three sentences."""
        place = self.seat_index(seat)
        name = seat_name(package_name(self.record.game), self.seats[place], language)
        sums = self.value_breakdown(self.seats[place])
        if sums.empty:
            return word("audit.nothing", language)
        said = []
        for row in sums.to_dict("records"):
            unit = row["unit"]
            ends = {part: format_without_unit(row[part], unit, False) for part in ("before", "after")}
            margin = format_without_unit(SURE * self.values_with_errors(self.seats[place])[0][2], unit, False)
            moved = [_moved(part, row[part], unit, language) for part in ("luck", "decisions", "rest")]
            parts = ("、" if language_or_default(language) == "ja" else ", ").join(filter(None, moved)) or word(
                "audit.unmoved", language
            )
            key = f"audit.said.{unit}"
            said.append(word(key, language, seat=name, games=self.games, margin=margin, parts=parts, **ends))
        best = self.extreme_throws(self.seats[place], 1, language)
        if len(best):
            one = best.iloc[0]
            amount = format_without_unit(one["amount"], one["unit"])
            fields = {"what": one["what"], "turn": one["turn"], "amount": amount}
            said.append(word("audit.said.throw", language, **fields))
        return " ".join(said)


def _moved(part: str, value: float, unit: str, language: str | None) -> str:
    """Return a sentence on the gain or cost of one part of the sum; "" if it is 0."""
    amount = format_without_unit(abs(value), unit, False)
    key = f"audit.gave.{part}" if value > 0 else f"audit.cost.{part}"
    return word(key, language, amount=amount) if amount.strip("0.") else ""


def format_without_unit(value: float, unit: str, signed: bool = True) -> str:
    """Format an amount without its unit: for "game" 100 times the chance, with one decimal, else with two.

    ``signed`` puts a plus before it."""
    shown = f"{100 * value:.1f}" if unit == GAME else f"{value:.2f}"
    shown = shown.lstrip("-") if not float(shown) else shown.replace("-", "\u2212")
    return shown if shown.startswith("\u2212") or not signed else f"+{shown}"


# The work -------------------------------------------------------------------------------------------------------------


def audit(
    record: Record,
    games: int = GAMES,
    players: Sequence[str | PlayerFactory] | None = None,
    *,
    search: bool | str | PlayerFactory = False,
    seed: Any = 0,
    jobs: int | None = None,
    stop: Stop | None = None,
) -> Audit:
    """Split a record's value changes into luck, decisions and the rest, for every seat.

    ``games`` and ``players`` are those of ``gamekit.outlook`` at the ends of turns; ``games=0`` plays nothing out, and
    every fight keeps its own unit. ``search``: each decision outside fights is compared with the choice of a ready
    player (True: "search" if the game has it, else "plain"), both played on by ``players``. Throws outside fights count
    in the rest. Playing out ends early once ``stop()`` is true. RecordError for a record that does not replay,
    ValueError for unknown players.

    >>> from gamekit import roma_victrix as rv
    >>> found = audit(rv.example_of_play(), games=0)
    >>> found.value_breakdown().round(2).to_dict("records")[0]["before"] > 0
    True
    """
    if not isinstance(record, Record):
        raise ValueError(f"{short_repr(record)} is not a record; gamekit.storage.record.open_record reads one")
    work = _Work(record, record.positions(), luck_module(record.game), games, players, seed, jobs, stop)
    fights, line = list(work.fights()), [WinProbabilityPoint(*row) for row in zip(work.ends, *work.drawn)]
    changes, stretches = list[ValuedAction](), list[AuditStretch]()
    for number, (begin, end, now) in enumerate(fights):
        stretch, found, points = work.fight(number, begin, end, now)
        stretches.append(stretch)
        changes += found
        line += points
        report(0.5 + 0.5 * (number + 1) / len(fights))
    changes += work.outside(fights, search)
    stretches, changes = _joined(work, stretches, changes)
    own, key = work.outlooks[0].basis if games else (), f"audit.basis.{package_name(record.game)}"
    basis = join_bases(own, (note(key),) if fights and word_or(key, "") else ())
    ordered, drawn = (tuple(sorted(rows, key=lambda one: one.at)) for rows in (changes, line))
    turns = (AuditStretch("turn", GAME, *ends, *v) for ends, v in zip(pairwise(work.ends), pairwise(work.drawn[0])))
    return Audit(record, work.seats, ordered, tuple(turns), tuple(stretches), drawn, work.positions, games, basis)  # type: ignore[arg-type]


@dataclass
class _Work:
    """One audit under way."""

    record: Record
    positions: tuple[State, ...]
    luck: Any
    games: int
    players: Sequence[str | PlayerFactory] | None
    seed: Any
    jobs: int | None
    stop: Stop | None
    ends: tuple[int, ...] = ()
    outlooks: tuple[WinProbability, ...] = ()

    def __post_init__(self) -> None:
        self.rules = self.record.game.rules
        self.seats = seats_of(self.record.game, self.positions[0])
        if self.games:
            self.ends = turn_ends(self.record, self.positions)
            self.outlooks = self._outlooks([self.positions[at] for at in self.ends], self.games)
        self.drawn = [one.mean_shares for one in self.outlooks], [one.standard_errors for one in self.outlooks]

    def _outlooks(self, states: Sequence[State], games: int) -> tuple[WinProbability, ...]:
        return outlooks(self.record.game, states, self.players, games, self.seed, self.jobs, self.stop)

    # Fights

    def fights(self) -> Iterator[tuple[int, int, CurrentFight]]:
        """Yield (first action, last action + 1, fight) for each fight of the record with an action."""
        last, begin, end = None, 0, len(self.positions) - 1
        known = getattr(self.luck, "known", lambda begun: True)
        for at, state in enumerate((*self.positions, None)):
            now = None if state is None else self.luck.fight(state)
            if last is not None and now != last and begin < end and known(self.positions[begin]):
                yield begin, min(at, end), last
            if now is not None and now != last:
                begin = at
            last = now

    def fight(
        self, number: int, begin: int, end: int, now: CurrentFight
    ) -> tuple[AuditStretch, list[ValuedAction], list[WinProbabilityPoint]]:
        """Return a fight's stretch, its throws and decisions, and its chances to win the game where these are known."""
        values = self.luck.values(self.positions[begin])
        moves = tuple(entry.action for entry in self.record.entries[begin:end])
        along = [values(moves[: at - begin], lambda at=at: self.positions[at]) for at in range(begin, end + 1)]
        stakes = self._stakes(begin, now, values, along) if self.games and now.chances else {}
        changes = []
        for done, before, after in zip(range(end - begin), along, along[1:]):
            for kind, who, moved in self._changes(values, begin + done, moves[:done], before, after, now):
                amounts, errors = self._valued(moved, now, stakes)
                changes.append(ValuedAction(begin + done, kind, who, amounts, max(errors), number))
        points = [WinProbabilityPoint(begin + done, *self._valued(one, now, stakes)) for done, one in enumerate(along)]
        ends = points[0].values, points[-1].values
        hangs = self._valued({now.parties[0]: 1, now.parties[1]: -1}, now, stakes)[0][0] or 0.0 if stakes else 0.0
        unit = GAME if stakes else FIGHTS if now.chances else COUNTERS
        turn = AuditStretch(now.kind, unit, begin, end, *ends, now.place, stakes=hangs)
        return turn, changes, points if stakes else []

    def _changes(
        self, values: Any, at: int, done: tuple[Action, ...], before: PartyValues, after: PartyValues, now: CurrentFight
    ) -> Iterator[tuple[str, Player | None, PartyValues]]:
        """Yield (kind, who, the change of the values) of action ``at`` of a fight."""
        state, action = self.positions[at], self.record.entries[at].action
        player = self.rules.current_player(state)
        if player == CHANCE:
            yield THROW, self.luck.thrower(state), difference(after, throw_values(self.rules, values, state, done)[0])
        elif done and hasattr(self.luck, "unseen"):  # how two decisions met is luck
            chosen = difference(values((*self.luck.unseen(done), action), lambda: state), values((), lambda: state))
            yield DECISION, player, chosen
            yield THROW, None, difference(difference(after, before), chosen)
        elif now.judged:
            every = (
                values((*done, one), lambda one=one: self.rules.apply(state, one))
                for one in self.rules.legal_actions(state)
            )
            yield DECISION, player, difference(after, max(every, key=lambda each: each.get(player, 0)))

    def _valued(
        self, one: PartyValues, now: CurrentFight, stakes: Mapping[Player, WinProbability]
    ) -> tuple[Any, Floats]:
        """Return a fight's values per seat, with standard errors, as chances to win the game if ``stakes`` is given."""
        if not stakes:
            return tuple(one[seat] if seat in now.parties else None for seat in self.seats), (0.0,)
        amounts, errors = [], []
        for place in range(len(self.seats)):
            mean = sum(each.mean_shares[place] for each in stakes.values()) / len(stakes)
            known = {side: stakes[side].mean_shares[place] if side in stakes else mean for side in one}
            amounts.append(sum(float(p) * known[side] for side, p in one.items()))
            spreads = (float(p) * stakes[side].standard_errors[place] for side, p in one.items() if side in stakes)
            errors.append(sqrt(sum(spread**2 for spread in spreads)))
        return tuple(amounts), tuple(errors)

    def _stakes(
        self, begin: int, now: CurrentFight, values: Any, along: Sequence[PartyValues]
    ) -> dict[Player, WinProbability]:
        """The outlook after each result of a fight, from plays that begin where it began; {} where one is not known."""
        wanted = {side for one in along for side, p in one.items() if p >= RARE}
        if any(0 < p < 1 for p in along[-1].values()):  # the fight does not say by itself who has won
            return {}
        names, makers = names_and_factories(self.record.game, self.players, len(self.seats))
        playing = PlayOutRunner(self.rules, (self.positions[begin],), self.seats, makers, f"{self.seed} {begin}")
        many = max(FEW, self.games // 2)
        found: dict[Player, list[tuple[Floats, Floats]]] = {side: [] for side in wanted}
        for number in range(TRIES * many):
            stopped = number > many and self.stop is not None and self.stop()
            if stopped or all(len(rows) >= many for rows in found.values()):
                break
            self._play_one(playing, number, now, values, found, many)
        if any(len(rows) < FEW for rows in found.values()):
            return {}
        game, made = package_name(self.record.game), {}
        for side, rows in found.items():
            won, scores = zip(*rows)
            made[side] = WinProbability(self.seats, won, scores, names, game)
        return made

    def _play_one(
        self,
        playing: PlayOutRunner,
        number: int,
        now: CurrentFight,
        values: Any,
        found: Mapping[Player, list[Any]],
        many: int,
    ) -> None:
        """Play a fight to its end, and the game as well if more plays after that result are needed."""
        won, end, done = None, playing.states[0], list[Action]()
        for end, action in playing.play_out(number, 0):
            done.append(action)
            if won is None and self.luck.fight(end) != now:
                ended = values(tuple(done), lambda end=end: end)
                won = next((side for side, p in ended.items() if p == 1), NOBODY)
                if len(found.get(won, range(many))) >= many:
                    return
        scores = tuple(playing.scores(end).values())
        found[won].append((victory_shares(scores), scores))

    # Outside fights

    def outside(
        self, fights: Sequence[tuple[int, int, CurrentFight]], search: bool | str | PlayerFactory
    ) -> Iterator[ValuedAction]:
        """Yield the decisions outside fights, valued by ``search`` if it is given."""
        judged = {at for begin, end, now in fights if now.judged for at in range(begin, end)}
        if search:
            yield from self.chosen([at for at in range(len(self.record.entries)) if at not in judged], search)

    def chosen(self, places: Sequence[int], search: bool | str | PlayerFactory) -> Iterator[ValuedAction]:
        """Yield the decisions, each compared with a ready player's choice; the game is played on from both."""
        known = player_factories(self.record.game)
        yardstick = (SEARCH if SEARCH in known else PLAIN) if search is True else search
        (maker,) = names_and_factories(self.record.game, (yardstick,))[1]  # type: ignore[arg-type]
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
            amounts, errors = here.paired_difference(there)
            yield ValuedAction(at, DECISION, player, amounts, max(errors))


def _joined(
    work: _Work, stretches: Sequence[AuditStretch], changes: Sequence[ValuedAction]
) -> tuple[list[AuditStretch], list[ValuedAction]]:
    """Join the rounds of a fight, by the same parties within a turn, into one stretch."""
    turn = hook(work.record.game, "turn_key") or (lambda state: None)
    fought = [(work.luck.fight(work.positions[one.begin]), turn(work.positions[one.begin])) for one in stretches]
    kept, place = list[AuditStretch](), list[int]()
    for number, one in enumerate(stretches):
        if kept and fought[number][0].rounds and fought[number] == fought[number - 1] and kept[-1].unit == one.unit:
            kept[-1] = replace(kept[-1], end=one.end, after=one.after)
        else:
            kept.append(one)
        place.append(len(kept) - 1)
    return kept, [one if one.fight < 0 else one._replace(fight=place[one.fight]) for one in changes]


def throw_values(
    rules: Any, value_function: Any, state: State, actions_so_far: tuple[Action, ...]
) -> tuple[PartyValues, list[tuple[Action, int, PartyValues]]]:
    """Return the mean values of the throw due in ``state``, and (outcome, weight, values) of each outcome.

    ``actions_so_far`` have led to ``state``; ``value_function`` gets them with the outcome added, and a function that
    makes the state after it."""
    found = rules.chance_outcomes(state)
    parts = [
        (one, weight, value_function((*actions_so_far, one), lambda one=one: rules.apply(state, one)))
        for one, weight in found.items()
    ]
    sides = {side: None for _, _, each in parts for side in each}
    share = Fraction(1, found.total_weight)
    return {side: share * sum(weight * each.get(side, 0) for _, weight, each in parts) for side in sides}, parts


def difference(one: PartyValues, other: PartyValues) -> PartyValues:
    """Return ``one`` minus ``other`` for each party."""
    return {side: one.get(side, 0) - other.get(side, 0) for side in {**one, **other}}
