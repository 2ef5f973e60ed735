"""Games of Julius Caesar drawn at random, from small set-ups."""

from random import Random

from gamekit import julius_caesar as jc
from gamekit.julius_caesar import tables as t
from gamekit.storage.record import Entry, Record
from tests.julius_caesar.setting import lively, setting


def small(random: Random, kind: str = "") -> jc.State:
    """A set-up with at most six blocks a side in two neighbouring cities and the pool, the others dead.

    ``kind`` is "winter" for the last turn of a year, or an event that a side has played.
    """
    hub = random.choice([city for city in t.CITIES if t.PORT[t.PLACE[city]] and len(t.WAYS[t.PLACE[city]]) > 1])
    near = [hub, *(t.PLACES[way.to] for way in t.WAYS[t.PLACE[hub]])]
    blocks: dict[str, str] = {}
    for side, city in zip(t.SIDES, random.sample(near, 2)):
        names = [name for name in t.BLOCK_NAMES if name.startswith(side) and not t.SUCCESSOR[t.BLOCK[name]]]
        blocks |= {name: "trophy" if t.LEADER[t.BLOCK[name]] else "fallen" for name in names}
        chosen = random.sample(names, random.randint(3, 6))
        for name in chosen:
            fits = t.PORT[t.PLACE[city]] or not t.NAVIS[t.BLOCK[name]]
            strength = t.ROMAN[random.choice(t.TRACK[t.BLOCK[name]])]
            blocks[name] = f"{city}/{strength}" if fits and random.random() > 0.35 else "pool"
        if all(blocks[name] == "pool" for name in chosen):
            blocks[chosen[0]] = city if not t.NAVIS[t.BLOCK[chosen[0]]] else "pool"
    cards = random.choice(("3/2", "3/1", "2/3", "2/2")), random.choice(("3/2", "2/3", "2/2", "1/2"))
    if kind == "winter":
        year = {"Caesar": ["3/2", "2/1", "2/3", "2/2", "3/1"], "Pompey": ["2/2", "2/3", "1/2", "2/1", "2/2"]}
        return setting(blocks, ("3/1", "2/2"), played=year)
    if kind in ("Jupiter", "Vulcan"):
        player = random.choice(t.SIDES)
        cards = (kind, "2/3") if player == "Caesar" else ("2/3", kind)
        return setting(blocks, cards, phase=kind.lower(), player=player)
    return setting(blocks, cards)


def last_deployed(random: Random) -> jc.State:
    """A free deployment of which all but Pompey's last five blocks are known."""
    state = jc.initial_state(free_deployment=True)
    while jc.current_player(state) != "Pompey" or len(jc.observe(state, "Pompey").aside) > 5:
        state = jc.apply(state, random.choice(jc.legal_actions(state)))
    return state


def short_record(seed: int, kind: str = "", length: int = 60) -> Record:
    """A game from a small set-up by players who use their cards."""
    random, record = Random(f"{kind}{seed}" if kind else seed), None
    while record is None:
        try:
            state = last_deployed(random) if kind == "deployment" else small(random, kind)
            record = Record(jc, start=jc.to_json(state))
        except ValueError:  # a side without a block on the map
            continue
    entries = []
    while len(entries) < length and jc.current_player(state) != "over":
        chance = jc.current_player(state) == "chance"
        legal = jc.legal_actions(state) if state.phase == "disband" else ()
        some = legal if legal and random.random() < 0.7 else lively(state, random) if not chance else ()
        action = jc.chance_outcomes(state).sample(random) if chance else random.choice(some)
        entries.append(Entry(action))
        state = jc.apply(state, action)
    return Record(jc, tuple(entries), start=record.start)
