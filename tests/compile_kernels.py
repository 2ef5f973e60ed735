"""Compile what the extra "fast" compiles, once on a machine and after a change: each kernel does a little work."""

from gamekit import julius_caesar as jc
from gamekit.julius_caesar.odds.battle import WORTH_LOADING


def main() -> None:
    battle = jc.Battle(jc.army("Caesar, Legio 10", "Caesar"), jc.army("Pompey, Cleopatra", "Pompey"))
    jc.chances_of_battles([battle] * WORTH_LOADING)
    assert battle.best().value  # best play is worked out when its value is asked for


if __name__ == "__main__":
    main()
