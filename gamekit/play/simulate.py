"""Estimates of a whole game's future: it is played out many times by given players; each answer has its interval.

``outlook`` answers who wins, or any yes-no question about the future. Nothing is solved: the answer holds for the
players named. They see their own views only, and the dice of a play-out depend on its number alone, so that two
positions are compared on the same luck."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from math import exp, lgamma, log
from random import Random
from typing import TYPE_CHECKING, Any, TypeAlias

from gamekit.analysis.sweep import sweep
from gamekit.play.protocol import OVER, Player, PositionPredicate, State, Strategy, YesNoEvent, play, random_strategy
from gamekit.play.session import PLAIN, hook, player_factories, seats_of
from gamekit.play.tournament import MOST_GAMES, Estimate, estimate_mean, standard_error
from gamekit.probability.distribution import Basis, python_number
from gamekit.storage.record import Record, RecordError, package, package_name
from gamekit.text.progress import report
from gamekit.text.translation import note, percent, word, word_or
from gamekit.text.validation import as_tuple, require_game_package

if TYPE_CHECKING:
    import pandas as pd

PlayerFactory: TypeAlias = "Callable[[Random], Strategy]"
SeatValues: TypeAlias = "tuple[float, ...]"  # one per seat
Stop: TypeAlias = "Callable[[], bool]"
GAMES = 40
WAVERS = 0.25  # of the actions of a wavering player


def victory_shares(scores: Sequence[Any]) -> SeatValues:
    """Return each seat's share of the victory: 1 for the only one with the best score, a part where several share it.

    >>> victory_shares((3, 5, 5))
    (0.0, 0.5, 0.5)
    """
    best = max(scores)
    firsts = [score == best for score in scores]
    return tuple(first / sum(firsts) for first in firsts)


@dataclass(frozen=True)
class WinProbability:
    """Results of play-outs: ``shares`` of the victory and ``scores``, one row per play-out, one column per seat.

    Play-outs with the same number have the same luck in every position: ``paired_difference`` compares two positions in
    pairs."""

    seats: tuple[Player, ...]
    shares: tuple[SeatValues, ...] = field(repr=False)
    scores: tuple[SeatValues, ...] = field(repr=False)
    names: tuple[str, ...] = ()
    game: str = ""
    basis: Basis = field(default=(), repr=False)

    @property
    def games(self) -> int:
        """The number of play-outs; 1 if the game is over."""
        return len(self.shares)

    @cached_property
    def mean_shares(self) -> SeatValues:
        """Each seat's mean share of the victory."""
        return tuple(sum(column) / len(column) for column in zip(*self.shares))

    @cached_property
    def standard_errors(self) -> SeatValues:
        """The standard error of each mean; 0 only if the game is over. Two wins and two losses are added, so that forty
        wins of forty are not taken for certainty."""
        if not self.names:
            return (0.0,) * len(self.seats)
        return tuple(standard_error([*column, 0.0, 0.0, 1.0, 1.0]) for column in zip(*self.shares))

    def chance(self, seat: Player | None = None) -> Estimate:
        """Return a seat's chance to win (by default the first seat's), a shared victory counting in part."""
        column = [row[seat_index(self.seats, seat)] for row in self.shares]
        if not self.names:
            return Estimate(column[0], column[0], column[0], 1)
        return estimate_mean(column)

    def mean_score(self, seat: Player | None = None) -> tuple[float, float]:
        """Return the mean final score of a seat, by default the first, and its standard error."""
        column = [row[seat_index(self.seats, seat)] for row in self.scores]
        return sum(column) / len(column), standard_error(column)

    def shares_in_play_out(self, number: int) -> SeatValues:
        """Return each seat's share of the victory in a play-out; if the game is over, in all the same."""
        return self.shares[number if self.names else 0]

    def paired_difference(self, other: WinProbability) -> tuple[SeatValues, SeatValues]:
        """Return each seat's mean share here minus that in ``other``, paired by play-out, with standard errors."""
        many = min((one.games for one in (self, other) if one.names), default=1)
        pairs = ((self.shares_in_play_out(number), other.shares_in_play_out(number)) for number in range(many))
        columns = list(zip(*([one - two for one, two in zip(*pair)] for pair in pairs)))
        return tuple(sum(column) / many for column in columns), tuple(standard_error(column) for column in columns)

    def to_frame(self) -> pd.DataFrame:
        """Return one row per seat: its chance, standard error and 95% interval, its mean score, the plays."""
        import pandas as pd

        rows = [(self.chance(seat), self.mean_score(seat)) for seat in self.seats]
        found = {
            "seat": list(self.seats),
            "p": [chance.value for chance, _ in rows],
            "error": list(self.standard_errors),
            "low": [chance.low for chance, _ in rows],
            "high": [chance.high for chance, _ in rows],
            "score": [score for _, (score, _) in rows],
            "games": self.games,
        }
        frame = pd.DataFrame(found)
        frame.attrs["basis"] = self.basis
        return frame

    def explain(self, language: str | None = None) -> str:
        """Say each seat's chance in a sentence, with its interval.

        >>> from gamekit import caesar
        >>> state = caesar.position(["R . . . B"] + [". . . . ."] * 4, hands=[(9,), (8,)])
        >>> print(outlook(caesar, state, games=8).explain())
        Red wins 100.0% (95%: 62.2-100.0%), Blue 0.0% (0.0-37.8%), played out 8 times by wavering player.
        """
        if not self.names:
            won = [seat_name(self.game, s, language) for s, p in zip(self.seats, self.mean_shares) if p]
            return word("outlook.over" if len(won) == 1 else "outlook.shared", language, seats=", ".join(won))
        parts: list[str] = []
        for seat in self.seats:
            p = self.chance(seat)
            low, high = f"{100 * p.low:.1f}", f"{p.high:.1%}"
            fields = {"seat": seat_name(self.game, seat, language), "p": percent(p.value), "low": low, "high": high}
            parts.append(word("outlook.rest" if parts else "outlook.first", language, **fields))
        players = _players(self.names, language)
        return word("outlook.said", language, chances=", ".join(parts), games=self.games, players=players)


def seat_index(seats: Sequence[Player], seat: Player | None) -> int:
    """Return the index of a seat, 0 by default; ValueError if unknown."""
    if seat is not None and seat not in seats:
        raise ValueError(f"there is no seat {seat!r}; there are {', '.join(map(str, seats))}")
    return 0 if seat is None else seats.index(seat)


def seat_name(game: str, seat: Player, language: str | None = None) -> str:
    """Return a seat's name: from the game's own ``seat_name``, else from ``words.csv``, else its number from 1."""
    with suppress(RecordError):  # a game of one's own that is not imported here
        if named_by := hook(package(game), "seat_name"):
            return str(named_by(seat, language))
    named = str(seat + 1) if isinstance(seat, int) else str(seat)
    families = (f"{game}.{family}.{seat}" for family in ("seat", "side", "value"))
    return next((said for key in families if (said := word_or(key, "", language))), named)


# Yes-no questions -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class EventProbability:
    """An event's frequency: true in ``count`` of ``games`` play-outs. If the position itself settles it nothing is
    played, and ``names`` (of the players) is empty."""

    count: int
    games: int
    names: tuple[str, ...] = ()
    basis: Basis = field(default=(), repr=False)

    @property
    def p(self) -> float:
        """The share of play-outs in which the event came true."""
        return self.count / self.games

    @cached_property
    def interval(self) -> tuple[float, float]:
        """The exact 95% interval of the chance (Clopper and Pearson), which covers it in at least 95% of cases."""
        if not self.names:
            return self.p, self.p
        return _least_chance(self.count, self.games), 1 - _least_chance(self.games - self.count, self.games)

    def explain(self, language: str | None = None) -> str:
        """Say the chance with its interval, the number of play-outs and the players.

        >>> print(EventProbability(7, 20, ("plain",)).explain())
        35.0% (95%: 15.4-59.2%), played out 20 times by plain player.
        """
        if not self.names:
            return word("outlook.settled.yes" if self.count else "outlook.settled.no", language)
        low, high = self.interval
        chance = word("outlook.event", language, p=percent(self.p), low=f"{100 * low:.1f}", high=f"{high:.1%}")
        return word("outlook.said", language, chances=chance, games=self.games, players=_players(self.names, language))


def _least_chance(count: int, games: int) -> float:
    """Return the chance at which ``count`` or more of ``games`` come in 2.5% of cases; 0 for a count of 0."""
    low, high = 0.0, count / games
    while high - low > 1e-9:
        middle = (low + high) / 2
        low, high = (middle, high) if _tail(count, games, middle) < 0.025 else (low, middle)
    return low


def _tail(count: int, games: int, p: float) -> float:
    """Return the chance of ``count`` or more successes in ``games`` trials, for a ``count`` above the mean."""
    choose = lgamma(games + 1) - lgamma(count + 1) - lgamma(games - count + 1)
    term = exp(choose + count * log(p) + (games - count) * log(1 - p))
    total = 0.0
    for hits in range(count, games + 1):
        total += term
        term *= (games - hits) / (hits + 1) * p / (1 - p)
        if term < 1e-15 * total:
            break
    return total


def refine_events(
    game: Any,
    state: State,
    events: Mapping[str, YesNoEvent],
    players: Sequence[str | PlayerFactory] | None = None,
    games: int = GAMES,
    seed: Any = 0,
    jobs: int | None = None,
    known: Mapping[str, EventProbability] | None = None,
) -> Iterator[dict[str, EventProbability]]:
    """Yield the answers to several events after each play-out, up to ``games``, continuing the ``known`` answers. All
    events share the play-outs, each of which is played until all events are settled; on several cores all are played
    before the first answer."""
    _check_games(games)
    playing, names, whose = _playing(game, (state,), players, seed)
    settled, open_ = playing.split_settled_events(events)
    counts = {name: known[name].count if known else 0 for name in open_}
    before = max((known[name].games for name in open_), default=0) if known else 0
    if not open_:
        yield settled
        return
    plays: Iterable[Mapping[Any, Any]] = (playing.event_answers(number, open_) for number in range(before, games))
    if jobs not in (None, 1):
        rows = sweep(lambda number: playing.event_answers(number, open_), number=range(before, games), jobs=jobs)
        plays = rows[list(open_)].to_dict("records")
    for done, answers in enumerate(plays, before + 1):
        for name in open_:
            counts[name] += int(answers[name])
        report(done / games)
        basis = (note("outlook.basis", players=whose, games=done, seed=str(seed)),)
        yield settled | {name: EventProbability(count, done, names, basis) for name, count in counts.items()}


def _players(names: Sequence[str], language: str | None) -> str:
    """Join the players' names."""
    return ", ".join(word_or(f"session.kind.{name}", name, language) for name in dict.fromkeys(names))


def _check_games(games: Any) -> None:
    games = python_number(games)
    if type(games) is not int or not 1 <= games <= MOST_GAMES:
        raise ValueError(note("outlook.error.games", found=repr(games)[:20], most=f"{MOST_GAMES:,}"))


# Outlooks -------------------------------------------------------------------------------------------------------------


def outlook(
    game: Any,
    state: State | None = None,
    players: Sequence[str | PlayerFactory] | None = None,
    games: int = GAMES,
    seed: Any = 0,
    jobs: int | None = None,
    stop: Stop | None = None,
    *,
    event: YesNoEvent | PositionPredicate | Mapping[str, YesNoEvent] | None = None,
    until: PositionPredicate | None = None,
    ever: bool = False,
) -> Any:
    """Estimate the chance to win, or the chance of any event, by playing out ``games`` times from a position.

    ``state`` is the beginning by default. ``event`` is a yes-no question of a position, ``event(state)``: asked at the
    game's end, or in the first position where ``until(state)`` is true; ``ever=True``: whether it is true in any
    position until then. Games have ready events (``rv.can_pay_upkeep``, ``jc.holds_city_at_year_end``); a dict of
    events shares the same play-outs. Returns each seat's chance to win as a ``WinProbability``; for an event an
    ``EventProbability``, for several a dict.

    ``players``: ready players by name, or functions that make one from a ``Random``; one for all, or one per seat. Left
    out, all are "plain", in a game without chance ``wavering``, since there two plain ones would play but one game. If
    ``state`` is a seat's view, each play-out begins in a sampled position that fits the view. ``jobs`` is that of
    ``gamekit.sweep``. Once ``stop()`` is true after a play-out, the result is that of the play-outs so far. A game that
    is over, or an event that the position settles, is not played. Raises ValueError for unknown players or an invalid
    number of games.

    >>> from gamekit import aquileia
    >>> found = outlook(aquileia, games=4)
    >>> found.seats, found.games, sum(found.mean_shares)
    (('Stefan', 'Walter', 'Giorgio', 'Kiko'), 4, 1.0)
    >>> from gamekit import roma_victrix as rv
    >>> start = rv.initial_state()
    >>> leads = outlook(rv, start, games=4, event=rv.ranks_first_at_year_end(start, "Crassus"))
    >>> leads.games, leads.interval[0] <= leads.p <= leads.interval[1]
    (4, True)
    """
    require_game_package(game)
    state = game.rules.initial_state() if state is None else state
    if event is None:
        return outlooks(game, (state,), players, games, seed, jobs, stop)[0]
    one = event if isinstance(event, (YesNoEvent, Mapping)) else YesNoEvent(event, until, ever)
    asked = one if isinstance(one, Mapping) else {"": one}
    for answers in refine_events(game, state, asked, players, games, seed, jobs):
        found = answers
        if stop and jobs in (None, 1) and stop():
            break
    return found if isinstance(event, Mapping) else found[""]


def outlooks(
    game: Any,
    states: Sequence[State],
    players: Sequence[str | PlayerFactory] | None = None,
    games: int = GAMES,
    seed: Any = 0,
    jobs: int | None = None,
    stop: Stop | None = None,
) -> tuple[WinProbability, ...]:
    """Return the ``outlook`` of several positions of one game. Stopped early, all have the same number of play-outs."""
    _check_games(games)
    if not states:
        return ()
    playing, names, whose = _playing(game, tuple(states), players, seed)
    basis = (note("outlook.basis", players=whose, games=games, seed=str(seed)),)
    open_ = [at for at, state in enumerate(states) if playing.samples_positions or not playing.is_over(state)]
    found: dict[int, list[SeatValues]] = {at: [] for at in open_}
    for at, scores in _played(playing, open_, games, jobs, stop):
        found[at].append(scores)
    least = min(map(len, found.values()), default=0)
    made = []
    for at, state in enumerate(states):
        rows = tuple(found[at][:least]) if at in found else (tuple(playing.scores(state).values()),)
        made.append(
            WinProbability(
                playing.seats,
                tuple(map(victory_shares, rows)),
                rows,
                names if at in found else (),
                package_name(game),
                basis,
            )
        )
    return tuple(made)


def _played(
    playing: PlayOutRunner, places: Sequence[int], games: int, jobs: int | None, stop: Stop | None
) -> Iterator[tuple[int, SeatValues]]:
    """Yield (place, scores) of every play-out, first one for each position, which ``stop`` does not prevent."""
    if jobs not in (None, 1) and places:
        rows = sweep(playing, number=range(games), at=places, jobs=jobs)
        yield from ((at, tuple(scores)) for _, at, *scores in rows.itertuples(index=False))
        return
    for number in range(games):
        if number and stop and stop():
            return
        for done, at in enumerate(places):
            yield at, tuple(playing(number, at).values())
            report((number + (done + 1) / len(places)) / games)


@dataclass(frozen=True, slots=True)
class PlayOutRunner:
    """A function for ``sweep``: a play-out's number and the index of a position or view give the scores by seat."""

    rules: Any
    states: tuple[State, ...]
    seats: tuple[Player, ...]
    makers: tuple[PlayerFactory, ...]
    seed: str
    sample: Callable[[Any, Random], State] | None = None  # draws a position that looks like a view

    @property
    def samples_positions(self) -> bool:
        """Whether each play-out begins in a position sampled from a view."""
        return self.sample is not None

    def is_over(self, state: State) -> bool:
        """Whether the game is over."""
        return bool(self.rules.current_player(state) == OVER)

    def play_out(self, number: int, at: int) -> Iterator[tuple[State, Any]]:
        """Yield (state, action) of a play-out like ``play``; before them (state, None) for a sampled first position."""
        begin = self.states[at]
        if self.sample:
            begin = self.sample(begin, Random(f"{self.seed} {number} drawn"))
            yield begin, None
        lucks = [Random(f"{self.seed} {number} {place}") for place in range(len(self.seats))]
        strategies = {seat: maker(luck) for seat, maker, luck in zip(self.seats, self.makers, lucks)}
        yield from play(self.rules, strategies, Random(f"{self.seed} {number}"), begin)

    def split_settled_events(
        self, events: Mapping[str, YesNoEvent]
    ) -> tuple[dict[str, EventProbability], dict[str, YesNoEvent]]:
        """Return the events that the position itself settles, with their answers, and the events to play out."""
        if self.samples_positions:
            return {}, dict(events)
        answers = {name: event.answer(self.states[0], self.is_over(self.states[0])) for name, event in events.items()}
        settled = {name: EventProbability(int(answer), 1) for name, answer in answers.items() if answer is not None}
        return settled, {name: event for name, event in events.items() if name not in settled}

    def event_answers(self, number: int, events: Mapping[str, YesNoEvent]) -> dict[str, bool]:
        """Return a play-out's answers to events; it ends once all are settled."""
        found: dict[str, bool] = {}
        for state, _ in self.play_out(number, 0):
            over = self.is_over(state)
            for name, event in events.items():
                if name not in found and (answer := event.answer(state, over)) is not None:
                    found[name] = answer
            if len(found) == len(events):
                break
        return found

    def __call__(self, number: int, at: int) -> dict[str, Any]:
        *_, (end, _) = self.play_out(number, at)
        return self.scores(end)

    def scores(self, end: State) -> dict[str, Any]:
        """Return the final score of each seat, in their order: {"seat 0": score, "seat 1": ...}."""
        scores = self.rules.returns(end)
        return {f"seat {place}": scores[seat] for place, seat in enumerate(self.seats)}


def _playing(
    game: Any, states: tuple[State, ...], players: Sequence[str | PlayerFactory] | None, seed: Any
) -> tuple[PlayOutRunner, tuple[str, ...], Any]:
    """Return the play-outs of a game from positions or views, the players' names, and their entry in the basis."""
    sample = _sampler(game, states[0])
    seats = seats_of(game, sample(states[0], Random(0)) if sample else states[0])
    names, makers = names_and_factories(game, players, len(seats))
    said = [note(key) if word_or(key := f"session.kind.{name}", "") else name for name in dict.fromkeys(names)]
    whose = said[0] if len(said) == 1 else ", ".join(said)
    return PlayOutRunner(game.rules, states, seats, makers, str(seed), sample), names, whose


def _sampler(game: Any, state: State) -> Callable[[Any, Random], State] | None:
    """Return the function that samples positions that fit the view ``state``; None if it is a position."""
    view = getattr(game, "View", None) or getattr(game.rules, "View", None)
    if view is None or not isinstance(state, view):
        return None
    sample = getattr(getattr(game, "players", None), "sample", None)
    if sample is None:
        raise ValueError("this game draws no positions for a view; give a position")
    return sample  # type: ignore[no-any-return]


def names_and_factories(
    game: Any, players: Sequence[str | PlayerFactory] | None, seats: int | None = None
) -> tuple[tuple[str, ...], tuple[PlayerFactory, ...]]:
    """Return the names and makers of players, one per seat."""
    known, given = player_factories(game), _listed(players or _usual(game))
    if seats and len(given) not in (1, seats):
        raise ValueError(note("outlook.error.players", found=len(given), seats=seats))
    unknown = [one for one in given if not callable(one) and one not in list(known)]
    if unknown:
        raise ValueError(note("session.player", player=repr(unknown[0]), players=", ".join(known)))
    given = given * seats if seats and len(given) == 1 else given
    names = tuple(getattr(one, "__name__", "a strategy") if callable(one) else one for one in given)
    return names, tuple(one if callable(one) else known[one] for one in given)


def _listed(players: str | PlayerFactory | Sequence[str | PlayerFactory]) -> tuple[str | PlayerFactory, ...]:
    if isinstance(players, str) or callable(players):
        return (players,)
    return as_tuple(players, "players", "names of ready players, or functions that make one")


def _usual(game: Any) -> tuple[str | PlayerFactory]:
    """Return the default players of a game."""
    plain = PLAIN in player_factories(game) and not getattr(game.rules, "CHANCE_FREE", False)
    return (PLAIN if plain else partly_random_factory(game),)


def partly_random_factory(game: Any) -> PlayerFactory:
    """Return the maker of a player that takes one action in four at random, else the plain player's."""
    plain = player_factories(game).get(PLAIN, random_strategy)

    def made(random: Random) -> Strategy:
        strategy = plain(random)
        return lambda view, legal: random.choice(legal) if random.random() < WAVERS else strategy(view, legal)

    made.__name__ = "wavering"
    return made


def turn_ends(record: Record, positions: Sequence[State] | None = None) -> tuple[int, ...]:
    """Return the turn ends of a record, as numbers of actions, its first and last position included.

    ``turn_key(state)`` in a game's module ``presentation`` gives a position's turn; without it every action ends one.
    """
    turn, positions = hook(record.game, "turn_key"), positions or record.positions()
    last = len(positions) - 1
    if turn is None:
        return tuple(range(last + 1))
    labels = [turn(state) for state in positions]
    return tuple(dict.fromkeys((0, *(at for at in range(1, last) if labels[at] != labels[at - 1]), last)))
