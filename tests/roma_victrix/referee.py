"""A second, stupid engine for revenue, upkeep, supply, victory, and how far a leader comes; written from the clauses.

It knows a position as plain dictionaries of names (``board``) and shares with the package nothing but the data files:
every path is looked for by growing a set until nothing is added, every count is made anew."""

from fractions import Fraction
from functools import cache

from gamekit.roma_victrix.geography import LINKS, PROVINCES, REGIONS, SEAS

CITY = {"major": {4: 5, 3: 5, 2: 3, 1: 3, 0: 0}, "minor": {2: 5, 1: 3, 0: 0}}  # 10.33
LAND_KINDS = ("LGN", "HI", "AUX", "BI", "CAV", "HC")


def joined(kinds):
    """The pairs of areas side by side by links of these kinds, both ways."""
    return {pair for link in LINKS if link.kind in kinds for pair in ((link.a, link.b), (link.b, link.a))}


BY_LAND, BY_SEA = joined(("land", "pass", "strait")), joined(("coast", "sea"))
PASSES = joined(("pass",))


def is_land(counter):
    return counter.lstrip("r") in LAND_KINDS


def landed(board, place):
    """The powers with land units in a place."""
    return {each["power"] for each in board["stacks"] if each["place"] == place and any(map(is_land, each["units"]))}


def sailing(board, place):
    """The powers with fleets in a strait or on a coast, such as 'Latium (Mare Tyrrhenum)'."""
    here = [stack for stack in board["stacks"] if stack["place"] == place]
    return {stack["power"] for stack in here if not all(map(is_land, stack["units"]))}


def camp(board, power):
    """The player whom a power follows; a power that follows nobody is its own camp."""
    return board["patron"].get(power) or power


def camps_of(board, powers):
    return {camp(board, power) for power in powers}


def controller(board, province):
    """The power that controls a province: its garrison or its units, and no other camp's land units (10.14, 10.23)."""
    there = landed(board, province)
    for power in board["rebels"].get(province, ()):  # 14.2: for this game-turn the province is the rebels'
        if camps_of(board, there) == {camp(board, power)} != camps_of(board, {board["garrisons"].get(province, power)}):
            return power
    owner = board["garrisons"].get(province)
    claims = there | ({owner} if owner else set())
    if len(camps_of(board, claims)) != 1:
        return None
    return owner or sorted(there, key=board["powers"].index)[0]


def others(board, power, place):
    """Whether land units of another camp stand in a place."""
    return any(camp(board, other) != camp(board, power) for other in landed(board, place))


def other_fleets(board, power, place):
    """The other camps whose fleets lie in a strait or on a coast."""
    return {camp(board, other) for other in sailing(board, place)} - {camp(board, power)}


def grown(start, pairs):
    """Everything reached from a place by steps from one to another."""
    found = {start}
    while True:
        more = {there for here, there in pairs if here in found and there not in found}
        if not more:
            return found
        found |= more


def city_of(board, power):
    return next((city for city in board["capitals"] if city["power"] == power), None)


def captured(board, city):
    """10.33: whether another camp holds a capital: its garrison stands there."""
    holder = board["garrisons"].get(city["place"])
    return holder is not None and camp(board, holder) != camp(board, city["power"])


def seat(board, power):
    """Where ways lead: the capital's province while it stands and no other camp holds it, or the supreme leader when
    there is no capital (3.53, 10.36)."""
    city = city_of(board, power)
    if city is not None:
        return None if captured(board, city) or not city["csp"] else city["place"]
    leaders = [leader for leader in board["leaders"] if leader["power"] == power and leader["supreme"]]
    return leaders[0]["place"].split(" (")[0] if leaders else None


def ways(board, power, clear, open_coast, afloat, hostile=lambda place: False):
    """The places with a way to the seat, whose own province nobody passes through (7.5); over water only if ``afloat``.
    ``clear`` says of a place, ``open_coast`` of a province and a sea, whether a way may lead there; none leads on from
    a ``hostile`` province."""
    home = seat(board, power)
    if home is None:
        return set()
    free = {place for place in (*PROVINCES, *SEAS) if clear(place)}
    steps = {(here, there) for here, there in BY_LAND if there in free}
    if afloat:
        for here, there in BY_SEA:
            ashore = [(a, b) for a, b in ((here, there), (there, here)) if a in PROVINCES]
            if there in free and all(open_coast(province, sea) for province, sea in ashore):
                steps.add((here, there))
    return grown(home, {(here, there) for here, there in steps if here == home or not hostile(here)})


def paying(board, power):
    """7.5: the provinces whose revenue comes to the capital: past no units of others, no enemy's garrison, none of
    another's allies and clients, none of Barbaricum; only a neutral and civilised power's province is no enemy's."""

    def clear(place):
        if place not in PROVINCES:
            return True
        owner = board["garrisons"].get(place)
        if PROVINCES[place].impassable or board["markers"].get(place) or others(board, power, place):
            return False
        if any(board["kind"][other] == "barbarian" for other in landed(board, place) if other != power):
            return False  # 7.5 3
        if owner is None or camp(board, owner) == camp(board, power):
            return True
        return not board["patron"].get(owner) and board["kind"][owner] != "barbarian"

    afloat = any(stack["power"] == power and not all(map(is_land, stack["units"])) for stack in board["stacks"])
    return ways(board, power, clear, lambda province, sea: True, afloat)  # 7.7


def income(board, power):
    """Revenue points of one power (7.1 to 7.9, 10.16, 10.23, 10.33, 10.72)."""
    home, total = paying(board, power), 0
    for province in home & set(PROVINCES):
        if controller(board, province) == power and province not in board["pillaged"]:
            total += PROVINCES[province].revenue
            for city in board["capitals"]:
                if city["place"] == province and city["power"] == power:
                    total += CITY["major"][city["csp"]] if city["major"] else 0
                elif city["place"] == province and captured(board, city):
                    total += 1
    return total


def upkeep(board, power, half=False):
    """Revenue points for a power's units (8.1, 4.2 C): two reduced ones of a kind are one, BI cost nothing."""
    kinds = {}
    for stack in board["stacks"]:
        if stack["power"] == power:
            for counter, number in stack["units"].items():
                kinds[counter] = kinds.get(counter, 0) + number
    units = Fraction(0)
    for kind in ("LGN", "HI", "AUX", "CAV", "HC", "FLEET"):
        pairs, odd = divmod(kinds.get("r" + kind, 0), 2)
        units += kinds.get(kind, 0) + pairs + (Fraction(odd, 2) if half else odd)
    points = units / 2
    return int(points) + (points > int(points))


def supplied(board, power):
    """3.9, 8.4: the places from which a way leads to the capital past no units of others, on land or on the water."""

    def clear(place):
        if place in PROVINCES and (PROVINCES[place].impassable or board["markers"].get(place)):
            return False
        return not others(board, power, place) and not other_fleets(board, power, place)

    def open_coast(province, sea):
        return not other_fleets(board, power, f"{province} ({sea})")

    def hostile(place):
        """3.9: neither friendly nor neutral ground: another player's, or free barbarians'."""
        owner = board["garrisons"].get(place)
        if owner is None or camp(board, owner) == camp(board, power):
            return False
        return board["patron"].get(owner) is not None or board["kind"][owner] == "barbarian"

    friends = [stack for stack in board["stacks"] if camp(board, stack["power"]) == camp(board, power)]
    afloat = any(not all(map(is_land, stack["units"])) for stack in friends)
    return ways(board, power, clear, open_coast, afloat, hostile)  # 3.9: a friendly fleet on the map


def achieved(board, player, goal):
    """Objectives of one goal that a player has achieved (4.41 to 4.45)."""

    def holds(province):
        owner = controller(board, province)
        return owner is not None and camp(board, owner) == player

    if goal.goal == "province":
        return len([name for name in goal.names if holds(name)])
    if goal.goal == "region":
        return len([name for region in goal.names for name in REGIONS[region] if holds(name)])
    if goal.goal == "number":
        return min(goal.number, len([name for name in PROVINCES if holds(name)]))
    if goal.goal == "leader":
        return len([name for name in goal.names if name in board["fallen"]])
    left = {leader["power"] for leader in board["leaders"] if leader["supreme"] and leader["power"] in board["players"]}
    return int(left == {player})


def victory(board, player):
    """(per cent, revenue of the provinces held, treasury) of a player (4.51 to 4.53)."""
    goals = board["goals"][player]
    percent = Fraction(100 * sum(achieved(board, player, goal) for goal in goals), sum(goal.worth for goal in goals))
    revenue = 0
    for province in PROVINCES:
        owner = controller(board, province)
        if owner is not None and camp(board, owner) == player:  # 4.52: all that he controls, as in 4.41
            revenue += PROVINCES[province].revenue
    return percent, revenue, board["treasury"][player]


def price(board, power, here, there):
    """OP for a step on land (5.22, 10.65, 10.66, X.3), None where there is none."""
    if (here, there) not in BY_LAND or (there in PROVINCES and PROVINCES[there].impassable):
        return None
    if there in PROVINCES and there not in board["area"]:
        return None
    if there in SEAS:
        return None if other_fleets(board, power, there) else 1
    points = 2 if (here, there) in PASSES and "mountain passes" in board["special"] else 1
    if board["kind"][power] != "Roman":
        points += board["limes"].get(there, 0)
    return points


def reach(board, power, start, points):
    """{province or strait: the least OP to come there} for a leader on land; he stops where others' units stand."""
    cost = {start: 0}
    for _ in range(points):
        for here in list(cost):
            hostile = here in board["markers"] and board["people"].get(here) != board["patron"].get(power)
            if here != start and (others(board, power, here) or hostile):  # 5.27, 13.12
                continue
            for there in {b for a, b in BY_LAND if a == here}:
                step = price(board, power, here, there)
                if step is not None and cost[here] + step <= min(points, cost.get(there, points)):
                    cost[there] = cost[here] + step
    return cost


@cache
def berths():
    """The pairs of places between which a ship sails for a point: coasts, straits and seas (5.61, 5.64, 5.67, 3.23)."""
    coasts = {(link.a, link.b) if link.a in PROVINCES else (link.b, link.a) for link in LINKS if link.kind == "coast"}
    name = {pair: f"{pair[0]} ({pair[1]})" for pair in coasts}
    by_land, by_strait, at_sea = joined(("land", "pass")), joined(("strait",)), joined(("sea",))
    pairs = {(name[pair], pair[1]) for pair in coasts} | at_sea
    for province, sea in coasts:
        for there, water in coasts:
            if water == sea and (province, there) in by_land:
                pairs.add((name[province, sea], name[there, water]))
        for strait in (area for area in SEAS if SEAS[area].strait):
            if (province, strait) in by_strait and (strait, sea) in at_sea:
                pairs.add((name[province, sea], strait))
    return pairs | {(there, here) for here, there in pairs}


def homecoming(board, power, start, laden):
    """The least points that bring a fleet from a place into port, and ashore what it carries (5.65, 5.66, 5.93); each
    foe in a strait must be fought before it is left (3.23)."""
    ways, cost = berths(), {start: 0}
    for _ in range(12):
        for here, there in ways:
            if here in cost:
                fight = len(other_fleets(board, power, here)) if here in SEAS and SEAS[here].strait else 0
                cost[there] = min(cost.get(there, 99), cost[here] + 1 + fight)
    ends = []
    for place, points in cost.items():
        province = place.split(" (")[0]
        if province in PROVINCES and province in board["area"]:
            ends.append(points + (1 if laden else 0))
        elif not laden and place in SEAS and SEAS[place].strait:
            ends.append(points)
    return min(ends)


def worn(board):
    """4.2 B, 8.2 to 8.4: the (place, player) pairs whose land units check for attrition."""
    found, fed_of = set(), {}
    for stack in board["stacks"]:
        power, place = stack["power"], stack["place"]
        lord = board["patron"].get(power)
        if lord is None or not any(map(is_land, stack["units"])):
            continue
        spared = ("BI", "CAV", "HC") if board["kind"][power] == "barbarian" else ("BI",)
        wants = any(counter.lstrip("r") not in spared for counter in stack["units"])
        for each in (lord, power):
            if each == lord or city_of(board, each):
                fed_of.setdefault(each, None)
                fed_of[each] = supplied(board, each) if fed_of[each] is None else fed_of[each]
        fed = any(place in fed_of.get(each, ()) for each in (lord, power))
        if len(camps_of(board, landed(board, place))) > 1 or (wants and (stack["hungry"] or not fed)):
            found.add((place, lord))
    return found
