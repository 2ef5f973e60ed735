"""Small random battles on the map, marched to by the rules, in which what best play must know happens often."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from gamekit import julius_caesar as jc
from gamekit.julius_caesar.tables import BLOCK, PLACE
from tests.julius_caesar.setting import setting

SIDES = ("Caesar", "Pompey")
ROMAN = ("0", "I", "II", "III", "IV")
LAND = {
    "Caesar": ("Caesar/3", "Antonius/2", "Legio 7/3", "Legio 8/3", "Legio 10/3", "Legio 17/4", "Equitatus 1/3",
               "Equitatus 3/2", "Auxilia 1/4", "Auxilia 3/3", "Ballista/2"),
    "Pompey": ("Pompey/3", "Scipio/3", "Legio 1/4", "Legio 3/3", "Legio 4/3", "Equitatus 1/2", "Equitatus 2/4",
               "Auxilia 1/4", "Auxilia 3/3", "Ballista/2"),
}  # fmt: skip
SETUPS = {  # the place, where the attackers come from, their reserve, the defenders' response
    "free": ("Massilia", "Genua", "Lugdunum", "Narbo"),
    "one out": ("Messana", "Lilybaeum", "Syracuse", "Rhegium"),
    "held fast": ("Rome", "Asculum", "Ravenna", "Neapolis"),
}


SPARE = {"Caesar": ("Legio 18", "Legio 19", "Legio 20"), "Pompey": ("Legio 36", "Legio 38", "Legio 2")}
KINDS = ("reserve", "response", "elephant", "ballista", "first strike", "navis", "leader", "Cleopatra", "cut off",
         "limited", "plain")  # fmt: skip


def drawn_battles(
    seed: int, kind: str, least: int = 1, most: int = 2, strongest: int = 3, steps: int = 6
) -> Iterator[jc.State]:
    """First moments of battles of a kind, of ``least`` to ``most`` blocks a side with at most one reserve."""
    random = Random(f"{seed} {kind}")
    while True:
        found = _draw(random, kind, (least, most), strongest, steps)
        if found is not None:
            yield found


def _draw(random: Random, kind: str, size: tuple[int, int], strongest: int, steps: int) -> jc.State | None:
    attacker = random.choice(SIDES)
    defender = SIDES[1 - SIDES.index(attacker)]
    name = {"cut off": "held fast", "limited": "one out"}.get(kind, "free")
    place, main_from, reserve_from, response_from = SETUPS[name]
    strike = kind == "first strike"
    main = _pieces(random, attacker, random.randint(*size), strongest)
    held = _pieces(random, defender, random.randint(*size), strongest)
    reserve: list[str] = []
    response: list[str] = []
    if kind == "reserve" or (not strike and random.random() < 0.15):
        reserve = _pieces(random, attacker, 1, strongest, main)
    elif kind == "response" or (kind not in ("cut off", "limited") and random.random() < 0.15):
        response = _pieces(random, defender, 1, strongest, held)
    bodies = {attacker: main, defender: held}
    if kind == "elephant":
        bodies["Pompey"][0] = f"Elephant/{ROMAN[random.choice((4, 4, 2))]}"
    if kind == "ballista":
        bodies[random.choice(SIDES)][0] = f"Ballista/{ROMAN[random.choice((1, 2))]}"
    if kind == "leader":
        bodies["Caesar"][-1], bodies["Pompey"][-1] = random.choice(("Caesar/II", "Antonius/II")), "Scipio/II"
    if kind == "Cleopatra":
        where = bodies["Pompey"] if random.random() < 0.7 else response if defender == "Pompey" else reserve
        where[:] = [*where[:-1], f"Cleopatra/{random.choice(('I', 'II'))}"]
    if len({*main, *reserve}) < len(main) + len(reserve):
        return None
    total = sum(ROMAN.index(text.split("/")[1]) for text in (*main, *held, *reserve, *response))
    if total > steps + (kind in ("elephant", "response", "reserve")):
        return None
    blocks = {f"{attacker}:{text.split('/')[0]}": f"{main_from}/{text.split('/')[1]}" for text in main}
    blocks |= {f"{attacker}:{text.split('/')[0]}": f"{reserve_from}/{text.split('/')[1]}" for text in reserve}
    blocks |= {f"{defender}:{text.split('/')[0]}": f"{place}/{text.split('/')[1]}" for text in held}
    blocks |= {f"{defender}:{text.split('/')[0]}": f"{response_from}/{text.split('/')[1]}" for text in response}
    if kind == "navis":
        sails = random.choice(("attack", "defend", "both"))
        if sails != "defend":
            blocks[f"{attacker}:Navis 3"] = "Hispanum/II"
        if sails != "attack":
            blocks[f"{defender}:Navis 4"] = f"{place}/{random.choice(('I', 'II'))}"
    state = _marched(random, attacker, place, main_from, blocks, "Mars" if strike else "3/2")
    if state is None or state.combat is None:
        return None
    if kind == "cut off":
        state = _around(state, attacker, random.random() < 0.5)
    if kind == "limited":
        state = _straits(state, random, attacker)
    return state


def _pieces(random: Random, side: str, count: int, strongest: int, taken: list[str] = []) -> list[str]:  # noqa: B006
    names = {text.split("/")[0] for text in taken}
    pool = [text for text in LAND[side] if text.split("/")[0] not in names]
    found = []
    for text in random.sample(pool, count):
        name, _, full = text.partition("/")
        found.append(f"{name}/{ROMAN[random.randint(1, min(strongest, int(full)))]}")
    return found


def _marched(
    random: Random, attacker: str, place: str, main: str, blocks: dict[str, str], card: str
) -> jc.State | None:
    cards = (card, "2/2") if attacker == "Caesar" else ("2/2", card)
    try:
        state = setting(blocks, cards, player=attacker)
    except ValueError:
        return None
    steps = [(name, where) for name, where in blocks.items() if not where.startswith(place)]
    for side in (attacker, SIDES[1 - SIDES.index(attacker)]):
        for name, _ in steps:
            if name.startswith(side) and state.phase == "move":
                if jc.Take(name) not in jc.legal_actions(state):
                    return None
                state = jc.apply(state, jc.Take(name))
                if jc.Go(place) not in jc.legal_actions(state):
                    return None
                state = jc.apply(state, jc.Go(place))
        while jc.current_player(state) == side and state.phase in ("move", "main", "levy"):
            legal = jc.legal_actions(state)
            state = jc.apply(state, random.choice(legal) if state.phase == "main" else legal[-1])
    return state if state.phase in ("turn", "fire", "hit") else None


def _put(state: jc.State, side: str, name: str, place: str) -> jc.State:
    block = BLOCK[f"{side}:{name}"]
    location, strength = list(state.location), list(state.strength)
    location[block], strength[block] = PLACE[place], 1
    return replace(state, location=tuple(location), strength=tuple(strength))


def _around(state: jc.State, attacker: str, everywhere: bool) -> jc.State:
    """The defenders' friends stand where the attackers came from; if ``everywhere``, on every road."""
    defender = SIDES[1 - SIDES.index(attacker)]
    state = _put(_put(state, defender, SPARE[defender][0], "Asculum"), defender, SPARE[defender][1], "Ravenna")
    if everywhere:
        state = _put(state, defender, SPARE[defender][2], "Genua")
    return state


def _straits(state: jc.State, random: Random, attacker: str) -> jc.State:
    """The enemy stands behind the attackers, who may leave over the strait, or the defenders over it alone."""
    defender = SIDES[1 - SIDES.index(attacker)]
    if random.random() < 0.6:
        state = _put(state, defender, SPARE[defender][0], "Lilybaeum")
        state = _put(state, defender, SPARE[defender][1], "Syracuse")
        return _put(state, attacker, SPARE[attacker][0], "Rhegium")
    state = _put(state, attacker, SPARE[attacker][0], "Syracuse")
    return _put(state, defender, SPARE[defender][0], "Rhegium")
