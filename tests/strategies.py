"""Hypothesis strategies for all games: blocks and battles, forces and combats, conflicts, contests."""

from typing import Any

from hypothesis import strategies as st

from gamekit import aquileia as aq
from gamekit import caesar
from gamekit import julius_caesar as jc
from gamekit import roma_victrix as rv

ROMAN = ("", "I", "II", "III", "IV")
NAMES = ("Ada", "Ben", "Cid", "Dea", "Eva")
LAND = ("LGN", "HI", "AUX", "BI", "CAV", "rLGN", "rHI", "rAUX", "rBI", "rCAV")


# Julius Caesar
@st.composite
def rated(draw: st.DrawFn) -> str:
    """A block by its rating, such as ``B3/II``."""
    letter, firepower, strength = draw(st.tuples(st.sampled_from("ABCD"), st.integers(1, 4), st.integers(1, 4)))
    return f"{letter}{firepower}/{ROMAN[strength]}"


def armies(least: int = 1, most: int = 3) -> st.SearchStrategy[tuple[jc.Block, ...]]:
    """Blocks known by their ratings."""
    return st.lists(rated(), min_size=least, max_size=most).map(lambda blocks: jc.army(", ".join(blocks)))


@st.composite
def named_armies(draw: st.DrawFn, side: str) -> tuple[jc.Block, ...]:
    """Printed blocks of a side at any of their strengths."""
    printed = [block for (colour, _), block in jc.BLOCKS.items() if colour == side and block.type != "cleopatra"]
    chosen = draw(st.lists(st.sampled_from(printed), min_size=1, max_size=3, unique=True))
    return tuple(block.with_strength(draw(st.sampled_from(block.track))) for block in chosen)


@st.composite
def battles(draw: st.DrawFn, reserves: bool = True) -> jc.Battle:
    """Battles of rated blocks, with reserves, first strike and sides cut off."""
    waiting = armies(0, 1) if reserves else st.just(())
    flags = {name: draw(st.booleans()) for name in ("first_strike", "cut_off", "defender_cut_off")}
    return jc.Battle(draw(armies()), draw(armies()), draw(waiting), draw(waiting), **flags)


def named_battles() -> st.SearchStrategy[jc.Battle]:
    """Battles of printed blocks, Caesar's against Pompey's."""
    return st.builds(jc.Battle, named_armies("Caesar"), named_armies("Pompey"))


# Roma Victrix
@st.composite
def forces(draw: st.DrawFn) -> rv.Force:
    """Land units, with a leader or without."""
    counts = draw(st.dictionaries(st.sampled_from(LAND), st.integers(1, 4), min_size=1, max_size=3))
    return rv.force(", ".join(f"{count} {unit}" for unit, count in counts.items()), leader=draw(st.integers(0, 4)))


def land_combats() -> st.SearchStrategy[rv.Combat]:
    """Combats on land, with the card on either side or on none."""
    cards = st.sampled_from((None, "attacker", "defender"))
    return st.builds(rv.LandCombat, forces(), forces(), advantage=cards, treachery=st.booleans())


# Caesar
def hands() -> st.SearchStrategy[tuple[Any, ...]]:
    """Cards of one player: numbers 1 to 9 and the flag."""
    return st.lists(st.sampled_from(caesar.CARDS), min_size=1, max_size=5, unique=True).map(tuple)


def conflicts() -> st.SearchStrategy[caesar.Conflict]:
    """One conflict between groups of up to six counters."""
    return st.builds(caesar.Conflict, st.integers(1, 6), st.integers(1, 6), hands(), hands())


# Aquileia
@st.composite
def contests(draw: st.DrawFn) -> aq.Contest:
    """Two to four entrants with dice still to throw; one of them may have blue dice."""
    count = draw(st.integers(2, 4))
    ties = draw(st.permutations(range(1, count + 1)))
    holder = draw(st.integers(-1, count - 1))
    entrants = [
        aq.Entrant(
            NAMES[seat],
            base=draw(st.integers(1, 6)),
            tie=ties[seat],
            cards=draw(st.integers(0, 5)),
            red=draw(st.integers(0, 3)),
            blue=draw(st.integers(1, 3)) if seat == holder else 0,
        )
        for seat in range(count)
    ]
    return aq.Contest(entrants)
