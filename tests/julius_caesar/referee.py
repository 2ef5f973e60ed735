"""A second, stupid reading of the rules: what may be done in a position, straight from the clauses.

It knows the data files and a position's JSON, and imports nothing of gamekit."""

import csv
from collections import Counter
from pathlib import Path
from typing import Any

DATA = Path(__file__).parent.parent.parent / "data" / "julius_caesar"
Position = dict[str, Any]
Legal = set[tuple[str, ...]]  # ("Go", "Rome"), ("Take", "Caesar:Legio 13"), ("Done",)


def table(name: str) -> list[dict[str, str]]:
    with (DATA / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


CITIES = {row["name"]: row for row in table("cities.csv")}
PORTS = {row["sea"]: set(row["ports"].split(";")) for row in table("sea_names.csv")}
BLOCKS = {f"{row['side']}:{row['name']}": row for row in table("blocks.csv")}
CARDS = {row["name"]: row for row in table("cards.csv")}
SETUP = {f"{row['side']}:{row['block']}": row["location"] for row in table("setup.csv")}
ROADS = {frozenset((row["city_a"], row["city_b"])): row["class"] for row in table("roads.csv")}
SEA_BORDERS = {frozenset((row["sea_a"], row["sea_b"])) for row in table("seas.csv")}
OTHER = {"Caesar": "Pompey", "Pompey": "Caesar"}


def kind(block: str) -> str:
    return BLOCKS[block]["type"]


def side(position: Position, block: str) -> str:
    return position["blocks"][block].get("side", block.split(":")[0])


def at(position: Position, block: str) -> str:
    return position["blocks"][block]["place"]


def those(position: Position, place: str, of: str) -> list[str]:
    return position["standing"].get((place, of), [])


def on_map(position: Position, of: str) -> list[str]:
    return [b for b in BLOCKS if side(position, b) == of and (at(position, b) in CITIES or at(position, b) in PORTS)]


def friendly(position: Position, place: str, to: str) -> bool:
    """4.21, 4.4"""
    return bool(those(position, place, to)) and not those(position, place, OTHER[to])


def vacant(position: Position, place: str) -> bool:
    return not those(position, place, "Caesar") and not those(position, place, "Pompey")


def neighbours(place: str) -> set[str]:
    """By road."""
    return {city for road in ROADS if place in road for city in road if city != place}


def waters(place: str) -> set[str]:
    """6.2: port to sea, sea to port, sea to sea."""
    if place in CITIES:
        return {sea for sea, ports in PORTS.items() if place in ports}
    return PORTS[place] | {sea for border in SEA_BORDERS if place in border for sea in border if sea != place}


def event(position: Position) -> str | None:
    """The event by which the player moves."""
    card = position["in_force"][position["player"]]
    return card if CARDS[card]["kind"] == "event" else None


def attack_on(position: Position, place: str) -> dict[str, Any] | None:
    return next((attack for attack in position["attacks"] if attack["place"] == place), None)


def used(roads: list[list[Any]], here: str, there: str) -> int:
    return sum(count for a, b, count in roads if {a, b} == {here, there})


def forbidden(position: Position, here: str) -> set[str]:
    """6.13: the roads and sea borders that the enemy used into a battle here."""
    attack = attack_on(position, here)
    if attack is None:
        return set()
    return {origin for block, origin in attack["came"].items() if side(position, block) != position["player"]}


def road_limit(position: Position, here: str, there: str) -> int:
    """4.31, 4.32, 6.11, Pluto"""
    me = position["player"]
    grade = ROADS[frozenset((here, there))]
    attack = attack_on(position, there)
    defended = bool(those(position, there, OTHER[me])) and (attack is None or attack["attacker"] == me)
    if defended and event(position) == "Pluto":
        return {"major": 6, "minor": 3, "strait": 2}[grade]
    return {"major": 4, "minor": 2, "strait": 1 if defended else 2}[grade]


def next_steps(position: Position, block: str, path: list[str]) -> set[str]:
    """6.1, 6.11, 6.12, 6.2, Mercury"""
    me, here = position["player"], path[-1]
    steps = len(path) - 1
    longest, attacks_within = (3, 2) if event(position) == "Mercury" else (2, 1)
    if steps == longest or (steps and those(position, here, OTHER[me])):
        return set()
    found = set()
    for there in waters(here) if kind(block) == "navis" else neighbours(here):
        if there in path or (steps == 0 and there in forbidden(position, here)):
            continue
        if those(position, there, OTHER[me]) and steps + 1 > attacks_within:
            continue
        full = kind(block) != "navis" and used(position["command"]["roads"], here, there) >= road_limit(
            position, here, there
        )
        if not full:
            found.add(there)
    return found


def may_leave(position: Position, block: str) -> bool:
    """6.1, 6.13, 6.3: not moved yet, not pinned, not the navis that holds a crossed sea"""
    me, here = position["player"], at(position, block)
    if position["blocks"][block].get("moved"):
        return False
    staying = 1 if here in position["command"]["seas"] else 0
    attack = attack_on(position, here)
    if attack is not None and attack["attacker"] != me:
        main = [b for b, origin in attack["came"].items() if origin == attack["main"] and side(position, b) != me]
        staying = max(staying, len(main))
    unmoved = [other for other in those(position, here, me) if not position["blocks"][other].get("moved")]
    return len(unmoved) > staying


def voyages(position: Position, path: list[str]) -> list[list[str]]:
    """6.3: every way over friendly seas to a friendly or vacant port"""
    me, here = position["player"], path[-1]
    found = []
    for sea in waters(here):
        if sea in CITIES or sea in path or not friendly(position, sea, me):
            continue
        if len(path) == 1 and sea in forbidden(position, here):
            continue
        for port in PORTS[sea]:
            if port != path[0] and not those(position, port, OTHER[me]):
                found.append([*path, sea, port])
        found += voyages(position, [*path, sea])
    return found


def moves(position: Position) -> Legal:
    me, command, oracle = position["player"], position["command"], event(position)
    legal: Legal = {("Done",)}
    for block in on_map(position, me):
        here = at(position, block)
        if not may_leave(position, block):
            continue
        wanted = {None: True, "Neptune": kind(block) == "navis"}.get(oracle, kind(block) != "navis")
        paid = command["moves"] > 0 or here in command["opened"]
        if wanted and paid and next_steps(position, block, [here]):
            legal.add(("Take", block))
        first = command["moves"] > 0 and not command["opened"] and oracle is None
        if first and kind(block) != "navis" and here in CITIES and voyages(position, [here]):
            legal.add(("Embark", block))
    return legal


def step(position: Position) -> Legal:
    path = position["path"]
    return {("Go", place) for place in next_steps(position, position["held"], path)} | (
        {("Stop",)} if len(path) > 1 else set()
    )


def voyage(position: Position) -> Legal:
    path = position["path"]
    start, onward = path[:1], set()
    for way in voyages(position, start):
        if way[: len(path)] == path and len(way) > len(path):
            onward.add(("Go", way[len(path)]))
    return onward


def main_attack(position: Position) -> Legal:
    """7.3, 6.2"""
    attack = next(attack for attack in position["attacks"] if attack["main"] is None)
    came = {origin for block, origin in attack["came"].items() if side(position, block) == attack["attacker"]}
    return {("MainAttack", attack["place"], origin) for origin in came}


def appears_in(position: Position, block: str) -> set[str]:
    """6.4, 7.51"""
    me = position["player"]
    where = BLOCKS[block]["levy_city"]
    mine = {city for city in CITIES if friendly(position, city, me)}
    if kind(block) == "leader" and SETUP[block] == "pool":
        return mine if [b for b in BLOCKS if b.startswith(me) and at(position, b) == "trophy"] else set()
    match kind(block):
        case "leader" | "auxilia" | "ballista":
            return mine
        case "navis":
            return {city for city in mine if CITIES[city]["major_port"] == "1"}
        case "cleopatra":
            return set()
        case _:
            return mine & {where}


def levy(position: Position) -> Legal:
    me = position["player"]
    legal: Legal = {("Done",)}
    if position["command"]["levies"] == 0:
        return legal
    for block in BLOCKS:
        if side(position, block) != me:
            continue
        if at(position, block) == "pool" and appears_in(position, block):
            legal.add(("Levy", block))
        full = int(BLOCKS[block]["max_strength"])
        in_city = at(position, block) in CITIES and friendly(position, at(position, block), me)
        if in_city and position["blocks"][block]["strength"] < full:
            legal.add(("Strengthen", block))
    return legal


def turn(position: Position) -> Legal:
    """7.2, 7.6"""
    battle, me = position["battle"], position["player"]
    leaving = {("Retreat", b) for b in battle["turn"] if battle["round"] > 1 and havens(position, b)}
    if battle["round"] == 4 and battle["attacker"] == me:
        return leaving
    return leaving | {(act, block) for act in ("Fire", "Pass") for block in battle["turn"]}


def havens(position: Position, block: str) -> set[str]:
    """7.61-7.64, 7.82"""
    battle, me = position["battle"], position["player"]
    here, attacking = battle["place"], battle["attacker"] == me
    own, others = set(battle["origins"][me]), set(battle["origins"][OTHER[me]])
    found = set()
    if kind(block) == "navis":
        for place in waters(here):
            if place in CITIES:
                if friendly(position, place, me) or (attacking and place in own and vacant(position, place)):
                    found.add(place)
                continue
            open_sea = vacant(position, place) and (place in own if attacking else place not in others)
            if friendly(position, place, me) or open_sea:
                found.add(place)
                if here in CITIES:
                    found |= {port for port in PORTS[place] if friendly(position, port, me)}
        return found
    for city in neighbours(here):
        limit = {"major": 4, "minor": 2, "strait": 1}[ROADS[frozenset((here, city))]]
        if used(battle["roads"], here, city) >= limit or those(position, city, OTHER[me]):
            continue
        if attacking and (city in own or friendly(position, city, me)):
            found.add(city)
        if not attacking and city not in others:
            found.add(city)
    if battle["sailed"][me] == 0:
        for sea in waters(here):
            if friendly(position, sea, me):
                found |= {port for port in PORTS[sea] if friendly(position, port, me)}
    return found


def regroups(position: Position, block: str) -> set[str]:
    """7.7, 7.83"""
    battle, me = position["battle"], position["player"]
    here = battle["place"]
    if kind(block) == "navis":
        return {place for place in waters(here) if not those(position, place, OTHER[me])}
    found = set()
    for city in neighbours(here):
        limit = {"major": 4, "minor": 2, "strait": 2}[ROADS[frozenset((here, city))]]
        if used(battle["roads"], here, city) < limit and not those(position, city, OTHER[me]):
            found.add(city)
    return found


def regroup(position: Position) -> Legal:
    battle, me = position["battle"], position["player"]
    staying = [b for b in those(position, battle["place"], me) if b not in battle["acted"]]
    return {("Regroup", block) for block in staying if regroups(position, block)} | {("Done",)}


def hit(position: Position) -> Legal:
    """7.4"""
    battle, me = position["battle"], position["player"]
    here = [b for b in those(position, battle["place"], me) if b not in battle["reserves"]]
    most = max(position["blocks"][block]["strength"] for block in here)
    return {("TakeHit", block) for block in here if position["blocks"][block]["strength"] == most}


def supply(position: Position) -> Legal:
    """8.3"""
    me, legal = position["player"], set()
    for city, row in CITIES.items():
        here = those(position, city, me)
        if len(here) > 3 + int(row["value"]):
            legal |= {("Disband", block) for block in here}
    return legal


def play(position: Position) -> Legal:
    """2.1, Apollo"""
    me = position["player"]
    hand = set(position["hands"][me])
    return {("Play", card) for card in hand if card != "Apollo" or position["turn"] > 1}


def jupiter(position: Position) -> Legal:
    me, legal = position["player"], {("Done",)}
    for place in [*CITIES, *PORTS]:
        if those(position, place, OTHER[me]) and beside(position, place):
            legal.add(("Target", place))
    return legal


def beside(position: Position, place: str) -> set[str]:
    near = (neighbours(place) if place in CITIES else set()) | {city for city in waters(place) if city in CITIES}
    return {city for city in near if friendly(position, city, position["player"])}


def vulcan(position: Position) -> Legal:
    return {("Target", city) for city in CITIES if not vacant(position, city)} | {("Done",)}


def deploy(position: Position) -> Legal:
    """5.3: inland cities are filled first, then the ports, each in the order of the alphabet"""
    me = position["player"]
    quotas = Counter(city for block, city in SETUP.items() if block.startswith(me) and city != "pool")
    for city in sorted(quotas, key=lambda name: (CITIES[name]["port"], name)):
        if len(those(position, city, me)) < quotas[city]:
            fit = [b for b in those(position, "aside", me) if kind(b) != "navis" or CITIES[city]["port"] == "1"]
            return {("Deploy", block) for block in fit}
    return set()


def legal(position: Position) -> Legal:
    """Everything that the player may do."""
    standing: dict[tuple[str, str], list[str]] = {}
    for block in BLOCKS:
        standing.setdefault((at(position, block), side(position, block)), []).append(block)
    position["standing"] = standing
    me, held = position["player"], position["held"]
    match position["phase"]:
        case "deploy":
            return deploy(position)
        case "discard":
            return {("Discard", card) for card in position["hands"][me]}
        case "play":
            return play(position)
        case "move":
            return moves(position)
        case "step":
            return step(position)
        case "voyage":
            return voyage(position)
        case "main":
            return main_attack(position)
        case "levy":
            return levy(position)
        case "muster":
            return {("Go", city) for city in appears_in(position, held)}
        case "jupiter":
            return jupiter(position)
        case "defect":
            return {("Go", city) for city in beside(position, position["path"][0])}
        case "vulcan":
            return vulcan(position)
        case "battle":
            return {("JoinBattle", attack["place"]) for attack in position["attacks"]}
        case "turn":
            return turn(position)
        case "hit":
            return hit(position)
        case "retreat":
            return {("Go", place) for place in havens(position, held)}
        case "regroup":
            return regroup(position)
        case "regroup to":
            return {("Go", place) for place in regroups(position, held)}
        case "harbour":
            return {("Go", port) for port in PORTS[at(position, held)] if friendly(position, port, me)}
        case "supply":
            return supply(position)
        case "disband":
            return {("Disband", block) for block in on_map(position, me)} | {("Done",)}
    return set()
