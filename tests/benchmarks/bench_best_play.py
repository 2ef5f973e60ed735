"""Best play in battles of Julius Caesar: seconds of processor by size, with the extra "fast" and in plain Python."""

from __future__ import annotations

from time import process_time
from unittest import mock

from gamekit import julius_caesar as jc
from gamekit.julius_caesar.odds import best_play
from gamekit.probability.jit import FAST

OWN = ["A3/III", "A2/II", "B2/III", "C4/III", "C3/III", "C2/IV", "B3/III", "D3/II", "A1/III", "C3/II"]
ENEMY = ["B3/III", "A2/III", "C2/III", "C3/IV", "B2/IV", "C4/II", "A1/III", "D2/II", "C3/III", "B1/IV"]
LEGIONS = "A3/III, A2/II, 4 C3/III, 2 C2/III", "B3/III, A2/III, 3 C2/III, 3 C3/III"
TEN = "A3/III, A2/II, B2/III, 4 C3/III, 2 C2/III, C4/III", "B3/III, A2/III, 4 C2/III, 2 C3/III, B2/IV, A1/III"
STEPS = jc.Worth(win=1, own_step=0.1, enemy_step=0.1, leader=0.5)


def different(size: int) -> tuple[str, str]:
    """Both armies of so many blocks, all different."""
    return ", ".join(OWN[:size]), ", ".join(ENEMY[:size])


CASES = (  # label, armies, worth, exits, seconds to hold compiled and in plain Python
    ("4 v 4, all different", different(4), STEPS, None, None, 1),
    ("6 v 6, all different", different(6), STEPS, None, 3, 30),
    ("8 v 8, mostly legions", LEGIONS, STEPS, None, 15, None),
    ("8 v 8, all different, win", different(8), "win", None, None, None),
    ("10 v 10, mostly legions, win", TEN, "win", None, None, None),
    ("6 v 6, two exits a side", different(6), STEPS, jc.ExitLimits(2, 2), None, None),
    ("8 v 8, all different", different(8), STEPS, None, None, None),
)


def main(quick: bool = False) -> None:
    """A line for each case, ``quick`` for the first: value and seconds, compiled and plain, or why it is refused."""
    if FAST:  # what is compiled on the first call is no part of it
        jc.Battle(*map(jc.army, different(2))).best("killed").value  # noqa: B018
    for label, armies, worth, exits, *aims in CASES[: 1 if quick else None]:
        battle, said = jc.Battle(*map(jc.army, armies)), []
        for door, aim in zip((True, False), aims):
            if not FAST and door:
                continue
            best_play._solvers.clear()
            started = process_time()
            with mock.patch("gamekit.probability.jit.FAST", door):
                try:
                    best = battle.best(worth, exits)
                    what = f"worth {best.value:.6f}, {best.positions:,} positions"
                except ValueError as error:
                    what = str(error).split(";")[0]
            took = f"{process_time() - started:.2f} s {'compiled' if door else 'plain'}"
            said.append(f"{took}, {what}" + (f" (aim: {aim} s)" if aim else ""))
        print(f"{label:<32}" + f"\n{'':<32}".join(said), flush=True)


if __name__ == "__main__":
    main()
