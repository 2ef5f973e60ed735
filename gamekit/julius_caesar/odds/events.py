"""Events whose chance may be asked: ends of a battle, and positions at the year's end.

A battle's event is a plain function: ``odds.p(attacker_wins)`` reads aloud. Those of the year are
for ``gamekit.outlook``."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

from gamekit.julius_caesar.odds.course import outcome_names
from gamekit.julius_caesar.rules.control import VALUED, block_counts, is_friendly, side_ahead
from gamekit.julius_caesar.rules.views import View
from gamekit.julius_caesar.state import Phase, State
from gamekit.julius_caesar.tables import ATTACKER, PLACES, ROLES, SIDES, Block
from gamekit.play.protocol import PositionPredicate, YesNoEvent
from gamekit.text.validation import require_type

Survivors = tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """The survivors of each side at the end of a battle; roles are those at the start of the battle.

    ``attacker`` and ``defender`` list (block name, strength) of every block still alive, reserves and blocks that left
    included. ``withdrew`` is the role that had to leave if both sides have blocks left (7.62), else None. ``began`` are
    both sides' blocks at the start, main body and reserve, if known.
    """

    attacker: Survivors
    defender: Survivors
    withdrew: str | None = None
    began: tuple[tuple[Block, ...], tuple[Block, ...]] | None = field(default=None, compare=False, repr=False)

    @property
    def attacker_strength(self) -> int:
        """The attackers' total strength at the end."""
        return sum(strength for _, strength in self.attacker)

    @property
    def defender_strength(self) -> int:
        """The defenders' total strength at the end."""
        return sum(strength for _, strength in self.defender)

    def blocks_at_start(self, side: str) -> dict[str, Block]:
        """Return the blocks of a role at the start of the battle, by name; ValueError if they are not known."""
        if side not in ROLES:
            raise ValueError(f"side is {side!r}; it should be 'attacker' or 'defender'")
        if self.began is None:
            raise ValueError("this outcome does not know the blocks of its battle; take one from battle.odds()")
        blocks = self.began[ROLES.index(side)]
        return dict(zip(outcome_names(blocks), blocks))


def steps_lost(end: Outcome, side: str = ATTACKER) -> int:
    """Return the steps lost by the blocks that ``side``, "attacker" or "defender", began with, its reserve among them;
    an eliminated block has lost all it had (7.4).

    >>> from gamekit import julius_caesar as jc
    >>> odds = jc.Battle(jc.army("2 C3/III"), jc.army("C3/III")).odds()
    >>> f"{float(odds.given(jc.attacker_wins).mean(jc.steps_lost)):.2f}"
    '1.83'
    """
    require_type(end, Outcome, "the end", "an Outcome, as Battle.odds() lists them")
    left = dict(end.attacker if side == ATTACKER else end.defender)
    lost = 0
    for name, block in end.blocks_at_start(side).items():
        now = block.track.index(left[name]) if name in left else len(block.track)
        lost += max(0, now - block.track.index(block.strength))
    return lost


def attacker_wins(end: Outcome) -> bool:
    """Return whether no defending block is left alive anywhere."""
    return not end.defender


def attacker_eliminated(end: Outcome) -> bool:
    """Return whether no attacking block is left alive."""
    return not end.attacker


def attacker_leaves(end: Outcome) -> bool:
    """Return whether both sides have blocks left, whichever had to leave (7.2, 7.31)."""
    return bool(end.attacker and end.defender)


def attacker_withdraws(end: Outcome) -> bool:
    """Return whether both sides have blocks left and the attackers had to leave."""
    return end.withdrew == "attacker"


def defender_withdraws(end: Outcome) -> bool:
    """Return whether both sides have blocks left and the defenders had to leave, after an exchange of roles (7.31)."""
    return end.withdrew == "defender"


def attacker_holds(end: Outcome) -> bool:
    """Return whether the attackers win, or the defenders withdraw."""
    return not end.defender or end.withdrew == "defender"


ENDED: Final = frozenset((Phase.DISBAND, Phase.OVER))


def holds_city_at_year_end(seen: State | View, side: str, city: str) -> YesNoEvent:
    """Return the event that a side alone has blocks in a city at the year's end (4.21). ValueError for an unknown side
    or city.

    >>> from gamekit import julius_caesar as jc
    >>> from gamekit import outlook
    >>> start = jc.initial_state()
    >>> outlook(jc, start, games=2, event=jc.holds_city_at_year_end(start, "Pompey", "Rome")).games
    2
    """
    who, cities = _side(side), {PLACES[place]: place for place in VALUED}
    if city not in cities:
        raise ValueError(f"{city!r} is not a city worth VP; those are {', '.join(cities)}")
    return YesNoEvent(lambda now: is_friendly(block_counts(now), cities[city], who), year_over(seen))


def leads_at_year_end(seen: State | View, side: str) -> YesNoEvent:
    """Return the event that a side would win on points at the year's end: more VP, or equal VP and Rome (1.2)."""
    who = _side(side)
    return YesNoEvent(lambda now: bool(side_ahead(now) == who), year_over(seen))


def year_over(seen: State | View) -> PositionPredicate:
    """Return the test for the year's end: its blocks are disbanded, the next year has begun, or the game is over."""
    year = seen.year

    def over(now: Any) -> bool:
        return now.phase in ENDED or now.year > year

    return over


def _side(name: str) -> int:
    if name not in SIDES:
        raise ValueError(f"{name!r} is not a side; the sides are {' and '.join(SIDES)}")
    return SIDES.index(name)
