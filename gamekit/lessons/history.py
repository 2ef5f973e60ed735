"""The civil war as it happened: events by year, battles, two accounts of them, and eight battles set up as games.

Figures, sources and estimated forces are in ``data/history``; every chance is computed by the games' own calculators.
Years are astronomical, as in all modules: 49 BC is -48, shown as ``49 BC``, for there was no year 0.

>>> from gamekit import julius_caesar as jc
>>> from gamekit.lessons import history
>>> [event.title_en for event in history.events(-43)][1]
'Caesar is assassinated'
>>> f"{float(history.p_side_a_wins('Pharsalus', 'value')):.1%}", history.battles()["Pharsalus"].side_a_won
('94.0%', True)
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from difflib import get_close_matches
from fractions import Fraction
from functools import cache, lru_cache
from itertools import pairwise
from operator import index
from typing import Any, Final

from gamekit import julius_caesar as jc
from gamekit import roma_victrix as rv
from gamekit.julius_caesar.tables import ATTACKER, CITIES, ROADS, ROLES, SIDES
from gamekit.storage import data_files
from gamekit.storage.serialization import short_repr, structure
from gamekit.text.piece_list import digits, figure, normalize_characters
from gamekit.text.translation import TranslatableText, language_or_default, note, word

FOLDER: Final = "history"
GAMES: Final = ("julius_caesar", "roma_victrix")
FOUNDED: Final = 753  # the founding of Rome, in years before AD 1: 754 AUC is AD 1
JULIAN: Final = -44  # 45 BC, the first year of the reformed calendar
COUNTS: Final = ("heads", "value")


@dataclass(frozen=True, slots=True)
class PlaceCoordinates:
    """A place of events or ways, in degrees north and east."""

    name: str
    name_ja: str
    lat: float
    lon: float
    source: str


@dataclass(frozen=True, slots=True)
class TimelineEvent:
    """A line of ``timeline.csv``: an event of a year, -48 for 49 BC, at a place.

    ``battle`` is the name of the ``PastBattle`` that it was, or ""; ``certainty`` says whether historians agree, and
    ``confirmed`` how the line was checked against its source."""

    year: int
    date_en: str
    date_ja: str
    title_en: str
    title_ja: str
    summary_en: str
    summary_ja: str
    place: str
    battle: str
    certainty: str
    confirmed: str
    source: str

    def __post_init__(self) -> None:
        _one_of(self.place, places(), "place")
        if self.battle:
            _one_of(self.battle, battles(), "battle")


@dataclass(frozen=True, slots=True)
class MarchOrVoyage:
    """A line of ``moves.csv``: a march or voyage through places in a year, by "Caesar", "Pompey" or "others"."""

    year: int
    number: int
    side: str
    path: str
    text_en: str
    text_ja: str
    source: str

    def __post_init__(self) -> None:
        _one_of(self.side, (*SIDES, "others"), "side")
        for place in self.stops:
            _one_of(place, places(), "place")

    @property
    def stops(self) -> tuple[str, ...]:
        """The places of the way, from start to end."""
        return tuple(self.path.split(" > "))


@dataclass(frozen=True, slots=True)
class PastBattle:
    """A line of ``battles.csv``: two sides, a and b, with the figures of ancient writers; None where they give none.

    ``winner`` is "a", "b" or "" for a drawn battle."""

    name: str
    name_ja: str
    year: int
    date_en: str
    date_ja: str
    place: str
    winner: str
    a_side_en: str
    a_side_ja: str
    a_commanders: str
    a_legions: str
    a_infantry: int | None
    a_cavalry: int | None
    a_other: str
    a_losses_en: str
    a_losses_ja: str
    b_side_en: str
    b_side_ja: str
    b_commanders: str
    b_legions: str
    b_infantry: int | None
    b_cavalry: int | None
    b_other: str
    b_losses_en: str
    b_losses_ja: str
    where_sources_differ: str
    decisive_factors_en: str
    decisive_factors_ja: str
    certainty: str
    confirmed: str
    board: str
    source: str

    def __post_init__(self) -> None:
        if self.winner not in ("a", "b", ""):
            raise ValueError(f"winner is {self.winner!r}; it should be a, b, or empty for a drawn battle")
        _one_of(self.place, places(), "place")

    @property
    def name_en(self) -> str:
        """The name in English, which is the battle's key."""
        return self.name

    @property
    def sides(self) -> tuple[str, str]:
        """The English names of both sides, a and b."""
        return self.a_side_en, self.b_side_en

    @property
    def side_a_won(self) -> bool:
        """Whether side a won."""
        return self.winner == "a"


@dataclass(frozen=True, slots=True)
class RulebookDiscrepancy:
    """A line of ``slips.csv``: what the rulebook says of a year, paraphrased, and the usual account. ``where`` is the
    place in the rulebook, ``kind`` the sort of difference, such as "slip" or "imprecise"."""

    year: int
    where: str
    rulebook_en: str
    rulebook_ja: str
    usual_en: str
    usual_ja: str
    kind: str
    confirmed: str
    source: str


@dataclass(frozen=True, slots=True)
class Contingent:
    """Blocks or counters of one role, ``Legio 9/II`` or ``6 LGN``, and the real troops that they represent; ``called``
    is the real name if the block's own name is another."""

    role: str
    force: str
    stands_for_en: str
    stands_for_ja: str
    reserve: bool = False
    called: str = ""

    def __post_init__(self) -> None:
        _one_of(self.role, ROLES, "role")


@dataclass(frozen=True, slots=True)
class EstimatedForces:
    """The forces of a battle, estimated by "heads" (numbers of men) or by fighting "value"."""

    force_measure: str
    forces: tuple[Contingent, ...]
    source: str
    attacker_leader: int = 0
    defender_leader: int = 0

    def __post_init__(self) -> None:
        _one_of(self.force_measure, COUNTS, "force measure")

    def force_text(self, role: str, reserve: bool = False) -> str:
        """Return the main body or reserve of a role as text that ``jc.army`` or ``rv.force`` reads."""
        return ", ".join(one.force for one in self.forces if (one.role, one.reserve) == (role, reserve))


@dataclass(frozen=True, slots=True)
class HistoricalSetup:
    """A battle of the past set up as a game, with estimated forces, the reasons for them, and what the game leaves out.

    ``attacker`` names the attacking side ("Pompey", "Rome"); ``asked`` is the role of side a, "attacker" or "defender",
    whose chance is computed. ``lost`` is the winner's real loss in steps or CSP, with the reason; None where no ancient
    writer gives a figure."""

    battle: str
    game: str
    question_en: str
    question_ja: str
    roles_en: str
    roles_ja: str
    why_en: str
    why_ja: str
    leaves_out_en: str
    leaves_out_ja: str
    source: str
    attacker: str
    asked: str
    musters: tuple[EstimatedForces, ...]
    lost: int | None = None
    lost_en: str = ""
    lost_ja: str = ""

    def __post_init__(self) -> None:
        for name, known, what in ((self.battle, battles(), "battle"), (self.game, GAMES, "game")):
            _one_of(name, known, what)
        _one_of(self.asked, ROLES, "asked")
        _one_of(self.attacker, SIDES if self.game == GAMES[0] else battles()[self.battle].sides, "attacker")
        for muster in self.musters:
            self.game_battle(muster)

    def estimated_forces(self, force_measure: str | None = None) -> EstimatedForces:
        """Return the forces estimated by a measure, "heads" or "value"; the last of the file by default."""
        kinds = {muster.force_measure: muster for muster in self.musters}
        return kinds[_one_of(force_measure, kinds, "force measure")] if force_measure else self.musters[-1]

    def game_battle(self, forces: EstimatedForces) -> Any:
        """Return the forces as a ``jc.Battle`` or a combat of Roma Victrix."""
        if self.game == "roma_victrix":
            leaders = forces.attacker_leader, forces.defender_leader
            attacker, defender = (rv.force(forces.force_text(role), leader) for role, leader in zip(ROLES, leaders))
            return rv.LandCombat(attacker, defender)
        sides = self.attacker, "Pompey" if self.attacker == "Caesar" else "Caesar"
        bodies = (
            jc.army(forces.force_text(role, late), side) for late in (False, True) for role, side in zip(ROLES, sides)
        )
        main, against, reserve, reserve_against = bodies
        return jc.Battle(main, against, reserve, reserve_against)


def _one_of(name: Any, known: Any, what: str) -> Any:
    """Return the value of a known name; ValueError with a similar name otherwise."""
    if name in known:
        return name
    near = get_close_matches(str(name), known, 1)
    hint = f"did you mean {near[0]!r}?" if near else f"it should be one of {', '.join(known)}"
    raise ValueError(f"{what} {str(name)[:60]!r} is not known; {hint}"[:300])


# What happened --------------------------------------------------------------------------------------------------------


@cache
def places() -> dict[str, PlaceCoordinates]:
    """Every place of the events: the cities of Julius Caesar's map and the others."""
    cities = [PlaceCoordinates(city.name, city.name_ja, city.lat, city.lon, city.source) for city in CITIES.values()]
    return {
        place.name: place
        for place in (*cities, *data_files.csv_records(PlaceCoordinates, f"{FOLDER}/places.csv", unique_key=("name",)))
    }


@cache
def _timeline() -> tuple[TimelineEvent, ...]:
    return data_files.csv_records(TimelineEvent, f"{FOLDER}/timeline.csv", unique_key=("year", "title_en"))


def events(year: int | str | None = None) -> tuple[TimelineEvent, ...]:
    """Return the events of a year, or of all years, in order of time.

    A year is astronomical (49 BC is -48) or as people write it. ValueError for a year after the last event, as 49,
    which is AD 49.

    >>> [event.date_en for event in events("45 BC")] == [event.date_en for event in events(-44)]
    True
    """
    return _of_year(_timeline(), year)


def _of_year(rows: tuple[Any, ...], year: int | str | None) -> tuple[Any, ...]:
    """Return the rows of a year, or all; ValueError for a year after the last event."""
    wanted = None if year is None else astronomical_year(year)
    if wanted is not None and wanted > max(event.year for event in _timeline()):
        key = "history.error.late" if wanted > 0 else "history.error.last"
        raise ValueError(note(key, found=wanted, meant=1 - wanted, bc=wanted, year=1 - wanted))
    return tuple(row for row in rows if wanted in (None, row.year))


def astronomical_year(year: int | str) -> int:
    """Return the astronomical year of a text or number: 1 BC is 0, 49 BC is -48. ValueError if it is not a year.

    >>> astronomical_year("49 BC"), astronomical_year("AD 14"), astronomical_year("紀元前49年"), astronomical_year(-48)
    (-48, 14, -48, -48)
    >>> astronomical_year("705 AUC")
    -48
    """
    if isinstance(year, str):
        plain = digits(normalize_characters(year))
        plain = plain if re.search(r"\d", plain) else " ".join(map(figure, plain.split()))  # DCCV AUC
        parts = [part for part in re.split(r"[()\[\]/,;=]", plain) if re.search(r"\w", part)]
        if len(meant := set(map(_year_of, parts))) == 1 and None not in meant:  # 49 BC (705 AUC): twice the same
            return meant.pop() or 0
    try:
        if not isinstance(year, bool | str):
            return index(year)
    except TypeError:
        pass
    raise ValueError(note("history.error.year", found=short_repr(year)))


def _year_of(written: str) -> int | None:
    """Return the astronomical year of a text with one number, None if it is no year; ValueError for a year 0."""
    if not (found := YEAR.fullmatch(re.sub(AROUND, "", written.casefold()).strip(" .'\""))):
        return None
    era, number = ERAS.get(re.sub(r"[\W_]", "", found["before"] + found["behind"])), int(found["year"])
    if era is None or (found["minus"] and (found["before"] + found["behind"]).strip(" .")):
        return None
    if not number:
        raise ValueError(note("history.error.zero", found=short_repr(written.strip())))
    return {"bc": 1 - number, "auc": number - FOUNDED}.get(era, -number if found["minus"] else number)


AROUND = r"\b(?:in|the|year|anno(?! d)|of|from)\b"
YEAR = re.compile(r"(?P<before>\D*?)(?P<minus>-\s*)?(?P<year>\d{1,4})\s*年?(?P<behind>\D*)")
ERAS = {  # by their letters, as people of several languages write them; "" is no era
    **dict.fromkeys(("", "ad", "ce", "dc", "nchr", "apjc", "紀元", "紀元後", "西暦", "後", "annodomini"), "ad"),
    **dict.fromkeys(
        ("bc", "bce", "ac", "acn", "avjc", "vchr", "前", "紀元前", "西暦前", "西暦紀元前", "beforechrist"), "bc"
    ),
    **dict.fromkeys(("auc", "aburbecondita", "建国", "建国紀元", "ローマ建国", "ローマ建国紀元"), "auc"),
}


@cache
def battles() -> dict[str, PastBattle]:
    """The battles by name: 49 to 31 BC, then the battles of the Second Punic War.

    >>> battles()["Cannae"].b_side_en, battles()["Cannae"].winner
    ('Carthage', 'b')
    """
    return {row.name: row for row in data_files.csv_records(PastBattle, f"{FOLDER}/battles.csv", unique_key=("name",))}


def marches_and_voyages(year: int | str | None = None) -> tuple[MarchOrVoyage, ...]:
    """The marches and voyages of a year, or of all years; their routes on the map are estimates.

    >>> [march.stops[-1] for march in marches_and_voyages(-47)]
    ['Dyrrachium', 'Pharsalus', 'Pharsalus', 'Pelusium']
    """
    return _of_year(data_files.csv_records(MarchOrVoyage, f"{FOLDER}/moves.csv", unique_key=("year", "number")), year)


def roads_used(year: int) -> tuple[tuple[str, str], ...]:
    """The roads of Julius Caesar's map that an army marched in a year (-48 is 49 BC), each as a pair of cities."""
    used = {frozenset(pair) for march in marches_and_voyages(year) for pair in pairwise(march.stops)}
    return tuple((road.city_a, road.city_b) for road in ROADS if {road.city_a, road.city_b} in used)


def rulebook_discrepancies(year: int | str | None = None) -> tuple[RulebookDiscrepancy, ...]:
    """The differences between the rulebook and the usual account, in a year or in all years.

    >>> [telling.usual_en[:23] for telling in rulebook_discrepancies(-44)][-2:]
    ['The commander was Gnaeu', 'Labienus and Varus fell']
    """
    return _of_year(
        data_files.csv_records(RulebookDiscrepancy, f"{FOLDER}/slips.csv", unique_key=("year", "rulebook_en")), year
    )


def localize(row: Any, field: str, language: str | None = None) -> str:
    """Return a text of a row in a language: ``localize(event, "title", "ja")`` is ``event.title_ja``."""
    text: str = getattr(row, f"{field}_{language_or_default(language)}")
    return text


def year_name(year: int | str, language: str | None = None) -> str:
    """Format an astronomical year: there is no year 0.

    >>> year_name(-48), year_name(0), year_name(1), year_name(-48, "ja")
    ('49 BC', '1 BC', 'AD 1', '前49年')
    """
    year = astronomical_year(year)
    return word("history.ad", language, year=year) if year > 0 else word("history.bc", language, year=1 - year)


def calendar_note(year: int | str) -> str:
    """Return a note on the dates of a year: before 45 BC they are in the Roman calendar of the time; else "".

    >>> calendar_note(-47)
    'Days are those of the Roman calendar of the time, some two months ahead of the seasons.'
    >>> calendar_note(-44)
    ''
    """
    year = astronomical_year(year)
    if year >= JULIAN:
        return ""
    return note("history.ahead") if year >= JULIAN - 4 else note("history.roman")


# Fought again ---------------------------------------------------------------------------------------------------------


@cache
def historical_setups() -> dict[str, HistoricalSetup]:
    """The battles that are set up as games, by name, in order of time but with the Punic War last.

    >>> list(historical_setups())
    ['Ilerda', 'Dyrrhachium', 'Pharsalus', 'Zela', 'Thapsus', 'Munda', 'Trebia', 'Cannae']
    """
    return {battle.name: _staging(battle) for battle in battles().values() if battle.board}


def _staging(battle: PastBattle) -> HistoricalSetup:
    file = f"{FOLDER}/{battle.board}"
    try:
        found: HistoricalSetup = structure(HistoricalSetup, data_files.toml_table(file), allow_missing=True)
        if found.battle != battle.name:
            raise ValueError(f"battle is {found.battle!r}; battles.csv names this file for {battle.name!r}")
    except data_files.DataError:
        raise
    except ValueError as error:
        raise data_files.DataError(f"{file}: {error}") from None
    return found


def historical_setup(name: str) -> HistoricalSetup:
    """Return the set-up of a battle by its name; ValueError for a battle without one."""
    return historical_setups()[_one_of(name, historical_setups(), "battle")]


@cache
def stand_ins(name: str) -> dict[tuple[str, str], TranslatableText]:
    """The blocks that represent somebody else, by (role, block name): the name of whom they represent.

    >>> {block: who for (_, block), who in stand_ins("Zela").items()}
    {'Scipio': 'Pharnaces', 'Elephant': 'Scythed chariot'}
    """
    forces = (one for muster in historical_setup(name).musters for one in muster.forces if one.called)
    return {(one.role, one.force.partition("/")[0]): note(f"history.who.{one.called}") for one in forces}


def game_battle(name: str, force_measure: str | None = None) -> Any:
    """A battle of the past as a ``jc.Battle`` or a combat of Roma Victrix, its forces estimated by "heads" or by
    "value".

    >>> game_battle("Cannae").ratio, game_battle("Cannae").net_drm
    ('2:1', -2)
    >>> len(game_battle("Pharsalus", "heads").attacker)
    17
    """
    return historical_setup(name).game_battle(historical_setup(name).estimated_forces(force_measure))


def p_side_a_wins(name: str, force_measure: str | None = None) -> Fraction:
    """The chance in the game that side a, Caesar or Rome, wins the battle.

    In Julius Caesar an attacker that has not won by round 4 withdraws, so a surviving defender wins (7.62)."""
    return _chance(historical_setup(name), historical_setup(name).estimated_forces(force_measure))


@cache
def _chance(staged: HistoricalSetup, muster: EstimatedForces) -> Fraction:
    return p_wins(staged.game_battle(muster), staged.asked)


def p_side_a_wins_without_round_limit(name: str, force_measure: str | None = None) -> float | None:
    """Side a's chance, to twelve digits, by the house rule that nobody withdraws after round 4 and the battle goes on
    until one side is eliminated. None for a combat of Roma Victrix, which is one roll.

    >>> f"{p_side_a_wins_without_round_limit('Pharsalus', 'value'):.1%}", p_side_a_wins_without_round_limit("Cannae")
    ('64.9%', None)
    """
    staged, fight = historical_setup(name), game_battle(name, force_measure)
    if not isinstance(fight, jc.Battle):
        return None
    wins = _to_the_end(fight)
    return wins if staged.asked == ATTACKER else 1 - wins


@lru_cache(64)
def _to_the_end(fight: jc.Battle) -> float:
    return jc.p_wins_without_round_limit(fight)


def p_winner_wins_at_real_cost(name: str, force_measure: str | None = None) -> Fraction | None:
    """The chance that the historical winner wins in the game and loses no more than it really did.

    None where no figure of its losses is known (see ``HistoricalSetup.lost``).

    >>> f"1 in {round(1 / p_winner_wins_at_real_cost('Pharsalus', 'value')):,}", p_winner_wins_at_real_cost("Zela")
    ('1 in 58,450', None)
    """
    lost = historical_setup(name).lost
    return None if lost is None else wins_losing(game_battle(name, force_measure), _roles(name)[0], lost)


def _roles(name: str) -> tuple[str, str]:
    """Return the roles in the game of the historical winner and of the other side."""
    won = ROLES.index(historical_setup(name).asked) ^ (not battles()[name].side_a_won)
    return ROLES[won], ROLES[1 - won]


def p_winner_and_draw(name: str, force_measure: str | None = None) -> tuple[Fraction, Fraction]:
    """The chance that the historical winner wins in the game, and the chance of a draw (0 in Julius Caesar).

    >>> [f"{float(p):.1%}" for p in p_winner_and_draw("Cannae")]
    ['72.2%', '11.1%']
    """
    wins, loses = (p_wins(game_battle(name, force_measure), role) for role in _roles(name))
    return wins, 1 - wins - loses


@lru_cache(64)
def wins_losing(fight: Any, role: str, most: int) -> Fraction:
    """Return the chance that ``role`` wins the battle and loses at most ``most`` steps or CSP."""
    if isinstance(fight, jc.Battle):
        return Fraction(fight.odds().p(
            lambda end: jc.attacker_holds(end) == (role == ATTACKER) and jc.steps_lost(end, role) <= most
        ))  # fmt: skip
    won = rv.attacker_wins if role == ATTACKER else rv.defender_wins
    found: Fraction = fight.odds("win").p(lambda end: won(end) and getattr(end, f"{role}_loss") <= most)
    return found


@lru_cache(64)
def p_wins(fight: Any, role: str) -> Fraction:
    """Return the chance that ``role`` wins a ``jc.Battle``, a battle from a position, or a combat of Roma Victrix."""
    if not isinstance(fight, rv.Combat):
        battle = getattr(fight, "battle", fight)
        roles_may_change = battle.attacker_reserve or battle.defender_reserve  # 7.31
        wins: Fraction = fight.odds().p(jc.attacker_holds) if roles_may_change else fight.chances().attacker_wins
        return wins if role == ATTACKER else 1 - wins
    found: Fraction = fight.odds("win").p(rv.attacker_wins if role == ATTACKER else rv.defender_wins)
    return found


def p_without_each_contingent(name: str, force_measure: str | None = None) -> tuple[tuple[Contingent, Fraction], ...]:
    """Return each contingent with side a's chance without it, the largest change first.

    The only contingent of a main body is left out.

    >>> [(one.force, f"{float(p):.1%}") for one, p in p_without_each_contingent("Zela", "value")][:2]
    [('Caesar/III', '30.6%'), ('Legio 19/III', '52.2%')]
    """
    staged, muster = historical_setup(name), historical_setup(name).estimated_forces(force_measure)
    now, found = _chance(staged, muster), []
    for place, gone in enumerate(muster.forces):
        left = replace(muster, forces=(*muster.forces[:place], *muster.forces[place + 1 :]))
        if left.force_text(gone.role):
            found.append((gone, _chance(staged, left)))
    return tuple(sorted(found, key=lambda pair: -abs(pair[1] - now)))
