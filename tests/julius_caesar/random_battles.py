"""Small random battles in which the rare things happen often: disruption, Cleopatra, elephants, ballistae."""

from dataclasses import dataclass
from random import Random

from gamekit import julius_caesar as jc
from tests.julius_caesar import twin

COLOURS = ("Caesar", "Pompey")
LOYAL = ("leader", "navis")
MOST_STEPS = 9  # of both sides together; the twin's time grows fast with it
ROMAN = ("0", "I", "II", "III", "IV")


@dataclass(frozen=True)
class RandomBattle:
    """A battle as a writer would type it."""

    sides: tuple[str, str]
    main: tuple[str, str]
    reserve: tuple[str, str]
    first_strike: bool
    cut_off: bool
    defender_cut_off: bool

    @property
    def options(self) -> dict[str, bool]:
        return {name: getattr(self, name) for name in ("first_strike", "cut_off", "defender_cut_off")}

    def battle(self) -> jc.Battle:
        main = [jc.army(text, side) for text, side in zip(self.main, self.sides)]
        reserve = [jc.army(text, side) for text, side in zip(self.reserve, self.sides)]
        return jc.Battle(*main, *reserve, **self.options)

    def state(self) -> twin.State:
        """The same for the twin."""
        return twin.before_battle(*self.main, *self.sides, *self.reserve)


def random_battle(random: Random) -> RandomBattle:
    """A battle of at most nine steps; about every second one has a main body too weak for a reserve to rely on."""
    while True:
        drawn = _any_battle(random)
        if sum(block.strength for side in drawn.state().sides for block in side) <= MOST_STEPS:
            return drawn


def _any_battle(random: Random) -> RandomBattle:
    sides = tuple(random.sample(COLOURS, 2))
    cleopatra = random.choice((None, None, 0, 1))
    main, reserve = [], []
    taken: set[str] = set()
    for number, side in enumerate(sides):
        weak = random.random() < 0.5
        first = [_piece(random, side, taken, weak) for _ in range(random.choice((1, 1, 2, 3)))]
        second = [_piece(random, side, taken, random.random() < 0.2) for _ in range(random.choice((0, 1, 1, 2)))]
        if cleopatra == number:
            into = random.choice((first, second))
            into.append("Cleopatra/" + random.choice(("I", "1", "II", "III")))
            if into is first and random.random() < 0.4:
                first = first[-1:]
        main.append(", ".join(random.sample(first, len(first))))
        reserve.append(", ".join(random.sample(second, len(second))))
    options = random.random() < 0.3, random.random() < 0.4, random.random() < 0.6
    return RandomBattle((sides[0], sides[1]), (main[0], main[1]), (reserve[0], reserve[1]), *options)


def _piece(random: Random, side: str, taken: set[str], weak: bool) -> str:
    """A block by rating, or one by name that is not yet ``taken``, some of them in the other side's colour."""
    if random.random() < 0.4:
        strength = 1 if weak else random.choice((1, 2, 2, 3))
        return f"{random.choice('ABCD')}{random.choice((1, 2, 2, 3, 3, 4, 5, 6))}/{_written(random, strength)}"
    kind = random.choice(("elephant", "ballista", None, None))
    changed = random.random() < 0.15
    rows = [
        row
        for row in twin.FIGURES.values()
        if (row["side"] != side) == changed
        and row["type"] != "cleopatra"
        and kind in (None, row["type"])
        and not (changed and row["type"] in LOYAL)
    ]
    row = random.choice(rows) if rows else {"name": "", "side": side, "strength_track": ""}
    whole = f"{row['side']}:{row['name']}"
    if not rows or whole in taken:
        return _piece(random, side, taken, weak)
    taken.add(whole)
    name = whole if changed else row["name"]
    track = [int(step) for step in row["strength_track"].split(";")]
    strength = track[-1] if weak else random.choice(track)
    return name if strength == track[0] and random.random() < 0.5 else f"{name}/{_written(random, strength)}"


def _written(random: Random, strength: int) -> str:
    return random.choice((ROMAN[strength], str(strength)))


def happens(drawn: RandomBattle, seen: set[str]) -> set[str]:
    """What a battle is a case of: by what it lists, and by what can really happen in it."""
    found = set(seen)
    for role, main, reserve in zip(("attacker", "defender"), drawn.main, drawn.reserve):
        listed = f"{main}, {reserve}"
        found |= {f"{role}'s {name}" for name in ("Elephant", "Ballista", "Cleopatra") if name in listed}
        found |= {f"{role}'s reserve"} if reserve else set()
        found |= {"a block fights for the other side"} if ":" in listed else set()
    if drawn.first_strike:
        found |= {"first strike"} | ({"first strike with a reserve"} if any(drawn.reserve) else set())
    if "the roles are exchanged" in seen and found & {"attacker's Ballista", "defender's Ballista"}:
        found.add("a Ballista changes its role")
    return found
