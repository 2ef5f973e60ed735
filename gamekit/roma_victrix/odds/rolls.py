"""Single rolls as exact laws, each with its clause in ``.basis``.

A law of ``bool`` answers ``.p(bool)``: the chance that the roll succeeds."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import replace
from itertools import permutations

from gamekit.codec import shown
from gamekit.dist import Dist, join
from gamekit.given import of_kind, several
from gamekit.roma_victrix.procedures import percentage_loss
from gamekit.roma_victrix.state import MOST_COUNTERS, Force, force, one_of, rating, whole
from gamekit.roma_victrix.tables import (
    ACTIVATION,
    CARDS,
    FACES,
    FIGURES,
    FULL_CITY,
    MARKERS,
    PERCENTAGE_BASIS,
    RATINGS,
    ROLLS,
    RULED,
    RULINGS,
    judged_note,
    ruling,
)

SIX = len(FACES)
MOST_TURNS = 10_000  # that a capital is rebuilt; some seconds
MOST_PLAYERS = 8  # whose order is drawn: 40,320 orders; no scenario has so many
OWNERS = ("enemy", "own", "an ally's", "a client's")
RAISED = {
    "Ambush": "14.2 Ambush",
    "Barbarian Invasion": "14.2 Barbarian Invasion",
    "Barbarian Raid": "14.2 Barbarian Raid",
    "Major Rebellion": "14.2 Major Rebellion",
    "Minor Rebellion": "14.2 Minor Rebellion",
}


def _succeeds(faces: int, *basis: str) -> Dist[bool]:
    return Dist({True: faces, False: SIX - faces}, basis)


def _faces(roll: str) -> int:
    return len(ROLLS[roll].faces)


def _needed(leader: int) -> int:
    return whole(leader, "the leader's rating", RATINGS[1], RATINGS[-1])


def _die(*basis: str) -> Dist[int]:
    return Dist(dict.fromkeys(FACES, 1), basis)


def initiative(*players: str) -> Dist[tuple[str, ...]]:
    """The order of the player turns: initiative markers drawn one after the other, unseen (3.52, 4.2).

    >>> initiative("Rome", "Carthage", "Parthia").p(lambda order: order[0] == "Rome")
    Fraction(1, 3)
    """
    if not players or len(set(map(repr, players))) < len(players) or len(players) > MOST_PLAYERS:
        asked = f"name each once, at most {MOST_PLAYERS}, such as 'Rome', 'Carthage'"
        raise ValueError(f"the players are {shown(players)}; {asked}")
    for player in players:
        of_kind(player, Hashable, "a player", "a name, such as 'Rome'")
    return Dist(dict.fromkeys(permutations(players), 1), ("3.52", "4.2"))


def operations_points(leader: int, forced_march: bool = False) -> Dist[int]:
    """The law of an activated leader's operations points: a die and his rating (5.11), and a second die with the
    card Forced March / Favorable Winds.

    >>> operations_points(1).at_least(5)
    Fraction(1, 2)
    """
    points = _die("5.11").map(lambda die: die + _needed(leader))
    march = _die("14.2 Forced March / Favorable Winds")
    return points.then(lambda first: march.map(lambda die: first + die)) if forced_march else points


def land_interception(*leaders: int, automatic: bool = False) -> Dist[bool]:
    """Whether any of these leaders intercepts on land, each rolling at most his rating (5.44, 5.45); by card without
    a roll.

    >>> land_interception(1).p(bool), land_interception(1, 2).p(bool)
    (Fraction(1, 6), Fraction(4, 9))
    """
    return _any_of([_needed(leader) for leader in leaders], automatic, "5.45")


def naval_interception(*leaders: int, automatic: bool = False) -> Dist[bool]:
    """Whether any of these leaders intercepts at sea: his die and rating come to 7 or more (5.84, 5.85).

    >>> naval_interception(3).p(bool)
    Fraction(1, 2)
    """
    faces = [sum(die + _needed(leader) >= FIGURES["naval_interception"] for die in FACES) for leader in leaders]
    return _any_of(faces, automatic, "5.85")


def _any_of(faces: list[int], automatic: bool, clause: str) -> Dist[bool]:
    if not faces:
        raise ValueError("name the rating of at least one leader who tries to intercept")
    if automatic:
        return Dist({True: 1}, ("14.2 Automatic Land or Naval Interception",))
    missed = 1
    for hits in faces:
        missed *= SIX - hits
    return Dist({True: SIX ** len(faces) - missed, False: missed}, (clause,))


def withdrawal(leader: int | None = None, card: bool = False) -> Dist[int]:
    """How many provinces a force may withdraw before land combat, 0 if it fails (5.51, 5.53).

    A die of at most the rating lets it go the difference, and at least to a province next door; without a leader a 1
    does. The card Automatic Withdrawal Before Combat gives three provinces without a roll.

    >>> withdrawal(3).map(lambda provinces: provinces > 0).p(bool), max(withdrawal(3)), withdrawal(0).p(bool)
    (Fraction(1, 2), 2, Fraction(1, 6))
    """
    rated = rating(leader)
    name = "Automatic Withdrawal Before Combat"
    if card:
        return Dist({CARDS[name, "provinces"]: 1}, (f"14.2 {name}", "5.5"))
    least = FIGURES["least_withdrawal"]
    if not rated:
        return _succeeds(_faces("withdrawal_without_leader"), "5.53").map(lambda works: least if works else 0)
    return _die("5.51").map(lambda die: max(least, rated - die) if die <= rated else 0)


def naval_withdrawal() -> Dist[bool]:
    """Whether fleets withdraw before naval combat (5.71).

    >>> naval_withdrawal().p(bool)
    Fraction(1, 2)
    """
    return _succeeds(_faces("naval_withdrawal"), "5.71")


def forced_retreat(leader: int | None = None) -> Dist[int]:
    """How many provinces a beaten force must retreat when it tries to stay, 0 if it stays (5.31 steps 11b and 11c).

    >>> forced_retreat(2).p(stays), forced_retreat(2).mean(), forced_retreat().p(stays)
    (Fraction(1, 3), Fraction(5, 3), Fraction(1, 6))
    """
    threshold = rating(leader) or max(ROLLS["stays_without_leader"].faces)
    return _die("5.31").map(lambda die: max(0, die - threshold))


def stays(distance: int) -> bool:
    """The force remains in place.

    >>> forced_retreat(3).p(stays)
    Fraction(1, 2)
    """
    return distance == 0


def leader_killed(leader: int | None, *, gone: bool, beaten: bool) -> Dist[bool]:
    """Whether a leader dies after a combat: certain when his force is gone, else by a 1 when beaten, never in a draw
    or a victory (3.34, 5.31 step 10); without a leader nobody does.

    >>> leader_killed(3, gone=False, beaten=True).p(bool)
    Fraction(1, 6)
    """
    if not rating(leader):
        return Dist({False: 1}, ("3.34",))
    if gone:
        return Dist({True: 1}, ("3.34", "5.31"))
    return _succeeds(_faces("leader_killed") if beaten else 0, "3.34", "5.31")


def fleet_capture(leader: int, fleets: int = 1) -> Dist[int]:
    """How many of the fleets left alone on a coast fall to a leader ashore, one die each (5.68); the rest get away.

    >>> fleet_capture(1).p(lambda captured: captured == 1)
    Fraction(1, 6)
    """
    rated, number = _needed(leader), whole(fleets, "the number of fleets", 0, MOST_COUNTERS)
    return binomial(number, rated, "5.68")


def binomial(number: int, faces: int, *basis: str) -> Dist[int]:
    """How many of so many dice succeed, each on so many faces, fewer than six."""
    weights = [(SIX - faces) ** number]
    for hits in range(number):
        weights.append(weights[-1] * (number - hits) * faces // ((hits + 1) * (SIX - faces)))
    return Dist(enumerate(weights), basis)


def activation(leader: int, reading: str | None = None) -> Dist[bool]:
    """Whether a barbarian ally or a client state answers a supreme leader of this rating (11.13, 11.23).

    ``reading="3.9"`` follows the definitions, which let the die be as high as the rating.

    >>> activation(2).p(bool), activation(2, reading="3.9").p(bool)
    (Fraction(1, 6), Fraction(1, 3))
    """
    taken = one_of(reading or RULINGS["activation"].value, RULED["activation"], "the reading")
    row = ACTIVATION[_needed(leader)]
    clauses = ("11.13", "11.23") if taken == "11.13" else ("3.9",)
    return _succeeds(row.faces if taken == "11.13" else row.by_definition, *clauses, *ruling("activation", taken))


def levy(leader: int, capital: bool = False) -> Dist[bool]:
    """Whether a leader who raises units keeps his operations points: by a die of at most his rating (9.13); if it
    fails he raises them too and does not operate (9.14). A capital raises them without a roll (9.12).

    >>> levy(2).p(bool), levy(2, capital=True).p(bool)
    (Fraction(1, 3), Fraction(1, 1))
    """
    if capital:
        return Dist({True: 1}, ("9.12",))
    return _succeeds(_needed(leader), "9.13", "9.14")


def pillage(leader: int, by_card: bool = False, owner: str = "enemy") -> Dist[int]:
    """Revenue from pillaging a province: a die and the rating (10.71), nothing for units that a card brought (10.74).

    ValueError when the ``owner`` is oneself, an ally or a client (10.73).

    >>> pillage(2).mean()
    Fraction(11, 2)
    """
    rated = _needed(leader)
    if one_of(owner, OWNERS, "the owner of the province") != OWNERS[0]:
        raise ValueError(f"the province is {owner}; nobody pillages his own, an ally's or a client's (10.73)")
    return Dist({0: 1}, ("10.74",)) if by_card else _die("10.71").map(lambda die: die + rated)


def pillage_removal() -> Dist[bool]:
    """Whether a pillage marker goes at the start of a turn (10.75).

    >>> pillage_removal().p(bool)
    Fraction(1, 3)
    """
    return _succeeds(_faces("pillage_removed"), "4.2", "10.75")


def capital_rebuilding(csp: int = 0, turns: int = 1, major: bool = True) -> Dist[int]:
    """A damaged capital's CSP after some turns, one roll a turn (10.36 C and D); 0 is pillaged.

    >>> capital_rebuilding(2).mean()
    Fraction(7, 3)
    """
    full = FULL_CITY["major" if major else "minor"]
    city: Dist[int] = Dist({whole(csp, "the capital's CSP", 0, full): 1}, ("10.36",))
    for _ in range(whole(turns, "the number of turns", 0, MOST_TURNS)):
        city = city.then(lambda now: _one_turn(now, full))
    return city


def _one_turn(csp: int, full: int) -> Dist[int]:
    if csp == full:
        return Dist({csp: 1})
    return _succeeds(_faces("capital_rebuilt")).map(lambda better: csp + better)


def rebellion(leader: int, units: int = 1, king_units: int = 0) -> Dist[bool]:
    """Whether a Parthian or Persian leader rebels: he has more land units than the king and rolls under his rating
    (12.21, 12.22).

    >>> rebellion(3).p(bool), rebellion(1).p(bool)
    (Fraction(1, 3), Fraction(0, 1))
    """
    rated = _needed(leader)
    if whole(units, "the leader's units", 0) <= whole(king_units, "the king's units", 0):
        return Dist({False: 1}, ("12.21",))
    return _succeeds(rated - 1, "12.21", "12.22")


def leader_defection(leader: int) -> Dist[str]:
    """What the card Leader Defection does: ``nothing``, ``leader`` (a die above his rating) or ``leader and units``
    (then a second die of at most his rating).

    >>> leader_defection(2).p(lambda who: who == "leader and units")
    Fraction(2, 9)
    """
    rated = _needed(leader)
    goes, brings = SIX - rated, rated
    weights = {"nothing": rated * SIX, "leader": goes * (SIX - brings), "leader and units": goes * brings}
    return Dist(weights, ("14.2 Leader Defection",))


def assassination(leader: int) -> Dist[bool]:
    """Whether the card Assassination Attempt kills a leader: a die above his rating.

    >>> assassination(4).p(bool)
    Fraction(1, 3)
    """
    return _succeeds(SIX - _needed(leader), "14.2 Assassination Attempt")


def new_leader() -> Dist[int]:
    """The rating of the leader whom the card Leader brings.

    >>> new_leader().mean()
    Fraction(5, 3)
    """
    return _die("14.2 Leader").map(lambda die: CARDS["Leader", f"die_{die}"])


def warbands(number: int, infantry: int) -> Force:
    """A number of warbands as barbarian infantry and cavalry, ``infantry`` per cent of them on foot (13.2, 9.54).

    The infantry is read off the percentage table and the rest is cavalry, or the other way round (the ruling
    ``warbands``, judged where both would round up).

    >>> warbands(7, infantry=90)
    force('6 BI, CAV')
    """
    total = whole(number, "the number of warbands", 1)
    mounted = 100 - whole(infantry, "the infantry per cent", 0, 100)
    by_foot = RULINGS["warbands"].value == "infantry"
    on_foot = percentage_loss(total, infantry) if by_foot else total - percentage_loss(total, mounted)
    pieces = [(on_foot, "BI"), (total - on_foot, "CAV")]
    band = force(", ".join(f"{count} {unit}" for count, unit in pieces if count))
    return replace(band, origin=join(("13.2", "9.54"), PERCENTAGE_BASIS, ruling("warbands")))


def controller(distances: Mapping[str, int]) -> Dist[str]:
    """Who comes to command a neutral or rebel power, or warbands that were roused: the player whose capital is the
    farthest away; equally far ones roll for it (3.84, 12.22, 13.13).

    >>> controller({"Rome": 4, "Parthia": 2, "Carthage": 4}).p(lambda player: player == "Rome")
    Fraction(1, 2)
    """
    if not of_kind(distances, Mapping, "the distances", "how far each capital is, such as {'Rome': 4}"):
        raise ValueError("name at least one player and how far his capital is")
    farthest = max(whole(distance, f"the distance of {player}", 0) for player, distance in distances.items())
    tied = [player for player, distance in distances.items() if distance == farthest]
    return Dist(dict.fromkeys(tied, 1), ("3.84", "12.22", "13.13"))


def barbari_incognita(markers: int = 1, out: Iterable[int] = ()) -> Dist[int]:
    """The warbands on one marker, or on two together, drawn without putting back (3.56, 13.1).

    ``out`` are the numbers of markers that are not among those drawn from, for they lie elsewhere; a province that was
    emptied gets one of the rest (13.3).

    >>> barbari_incognita().mean(), barbari_incognita(2).p(lambda warbands: warbands == 3)
    (Fraction(11, 2), Fraction(4, 195))
    """
    heap = {marker.warbands: marker.copies for marker in MARKERS}
    for number in several(out, "out", "the numbers of markers, such as (3, 8)"):
        if number not in list(heap) or not heap[number]:
            raise ValueError(f"there is no marker of {number} left to lie elsewhere")
        heap[number] -= 1
    if sum(heap.values()) < whole(markers, "the number of markers", 1, 2):
        raise ValueError(f"too few markers are left to draw {markers}: {sum(heap.values())}; let fewer lie elsewhere")
    basis = ("13.1", *judged_note(MARKERS[0].source, "roma_victrix.judged.markers"))
    first = Dist(heap, basis)
    if markers == 1:
        return first
    return first.then(lambda one: Dist(heap | {one: heap[one] - 1}).map(lambda two: one + two))


def raised_force(card: str, infantry: int | None = None) -> Dist[Force]:
    """The force that an event card brings, with its leader: Ambush, Barbarian Invasion, Barbarian Raid, Major
    Rebellion or Minor Rebellion. For the barbarians of a province give the ``infantry`` share of its warbands.

    >>> raised_force("Ambush").p(lambda band: band.csp >= 8), next(iter(raised_force("Ambush"))).leader
    (Fraction(7, 10), 2)
    """
    name = one_of(card, RAISED, "the card")
    share = CARDS.get((name, "infantry"), infantry)
    if share is None:
        raise ValueError(f"{name} needs the infantry share of the province's warbands, such as infantry=90")
    leader = CARDS[name, "leader"]
    drawn = barbari_incognita(CARDS[name, "markers"])
    raised = drawn.map(lambda number: replace(warbands(number, share), leader=leader))
    return Dist(raised, join((RAISED[name],), drawn.basis, *(band.origin for band in raised)))
