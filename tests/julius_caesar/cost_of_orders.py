"""What the standing orders of Julius Caesar cost: best play against them on 200 random battles.

Three to five printed blocks a side, drawn evenly, each at a strength drawn evenly from its track; every fourth battle
has one block of each side in reserve. The cost is the chance to hold the place that a side lacks, in points."""

from random import Random
from statistics import mean, stdev

from gamekit import julius_caesar as jc
from gamekit.julius_caesar.tables import BLOCKS

BATTLES = 200


def drawn(random: Random) -> jc.Battle:
    """A random battle."""
    armies = []
    for side in random.sample(("Caesar", "Pompey"), 2):
        own = [block for (colour, _), block in BLOCKS.items() if colour == side and block.type != "cleopatra"]
        picked = random.sample(own, random.randint(3, 5))
        armies.append(tuple(block.with_strength(random.choice(block.track)) for block in picked))
    (attacker, defender), waiting = armies, int(random.random() < 0.25)
    cut = [len(army) - waiting for army in (attacker, defender)]
    return jc.Battle(attacker[: cut[0]], defender[: cut[1]], attacker[cut[0] :], defender[cut[1] :])


def costs(battle: jc.Battle) -> dict[str, float]:
    """In points, by side and how the other plays, what standing orders cost."""
    value = {(a, d): battle.best(attacker=a, defender=d).value for a in ("best", "orders") for d in ("best", "orders")}
    return {
        "attacker, the other by orders": 100 * (value["best", "orders"] - value["orders", "orders"]),
        "attacker, the other at its best": 100 * (value["best", "best"] - value["orders", "best"]),
        "defender, the other by orders": 100 * (value["orders", "orders"] - value["orders", "best"]),
        "defender, the other at its best": 100 * (value["best", "orders"] - value["best", "best"]),
    }


def main(quick: bool = False) -> None:
    """``quick``: of three battles. Mean with its 95% interval, the share that costs nothing, the dearest."""
    random = Random(12)
    found = [costs(drawn(random)) for _ in range(3 if quick else BATTLES)]
    for name in found[0]:
        each = [row[name] for row in found]
        error = stdev(each) / len(each) ** 0.5
        none = sum(cost < 0.05 for cost in each) / len(each)
        print(
            f"{name:<34}{mean(each):6.2f} +- {1.96 * error:.2f} points, under 0.05 in {none:.0%}, most {max(each):.1f}"
        )


if __name__ == "__main__":
    main()
