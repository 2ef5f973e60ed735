"""A player who plans the year by the forecasts: where each leader arrives, what he meets there, what the money bears.

Between these decisions he plays like the plain player, and like him he looks only at what his seat sees."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Final

from gamekit.roma_victrix import game_state as s
from gamekit.roma_victrix.game_state import NONE, Phase, State
from gamekit.roma_victrix.odds.forecasts import budget, reach
from gamekit.roma_victrix.odds.forecasts.budget import YEARS
from gamekit.roma_victrix.odds.forecasts.said import said
from gamekit.roma_victrix.odds.forecasts.unseen import land_law
from gamekit.roma_victrix.places import FIRST_STRAIT, INDEX
from gamekit.roma_victrix.rules import victory
from gamekit.roma_victrix.rules.board import camp, land_camps, leader_named, pay_into, pays_and_collects
from gamekit.roma_victrix.rules.frame import frame_of
from gamekit.roma_victrix.rules.views import View
from gamekit.roma_victrix.strategies import outlook
from gamekit.roma_victrix.strategies.plain import plain
from gamekit.roma_victrix.tables import COSTS

SAFE: Final = Fraction(9, 10)  # the chance that he wants of paying all units to the end
BUYS: Final = ("LGN", "HI", "CAV", "AUX")
DENIED: Final = 1.5  # times what an objective is worth that a rival would lose


@dataclass(frozen=True, slots=True)
class Venture:
    """What a leader may go for this year: the chance to arrive with a point to attack, to win there, and its worth."""

    leader: str
    place: str
    p_arrives: Any
    p_wins: Any
    worth: float

    @property
    def value(self) -> float:
        """What the venture is worth on average."""
        return float(self.p_arrives) * float(self.p_wins) * self.worth

    def said(self, language: str | None = None) -> str:
        """The venture in a sentence."""
        fields = {"leader": self.leader, "place": self.place, "p": self.p_arrives, "wins": self.p_wins}
        return said("forecaster.venture", language, **fields)


def forecaster(view: View, legal: tuple[s.Action, ...]) -> s.Action:
    """The forecasting player's choice."""
    return decided(view, legal)[0]


def decided(view: View, legal: tuple[s.Action, ...], language: str | None = None) -> tuple[s.Action, str]:
    """His choice and the reason for it in a sentence; "" where he plays like the plain player.

    >>> from gamekit import roma_victrix as rv
    >>> state = rv.initial_state()
    >>> while rv.current_player(state) == "chance":
    ...     state = rv.apply(state, min(rv.chance_outcomes(state), key=str))
    >>> action, reason = rv.strategies.decided(rv.observe(state, rv.current_player(state)), rv.legal_actions(state))
    >>> rv.told(action), reason
    ('raise LGN of Pompeius in Carthaginiensis', 'A LGN more: all units can be paid to the end in 100.0% of cases.')
    """
    if len(legal) == 1:
        return legal[0], ""
    phase = view.state.agenda[-1].phase
    if phase == Phase.RAISE:
        return _raised(view, legal, language)
    if phase == Phase.ORDERS:
        return _ordered(view, legal, language)
    return plain(view, legal), ""


# The year -------------------------------------------------------------------------------------------------------------


def ventures(view: View, leader: str) -> tuple[Venture, ...]:
    """What a leader may go for by land, the most valuable first: objectives, more if a rival loses one by it."""
    state, me = view.state, view.player
    who = state.leaders[leader_named(state, leader)]
    mine = outlook.following(state, who.place, me)
    if mine.csp < 1:
        return ()
    goals, marches = outlook.wanted(state, me), reach(view, leader, spare=1)
    rivals = _held_by_rivals(state, me)
    found = []
    for arrival in marches.arrivals:
        place = INDEX[arrival.place]
        if place in goals:
            p_wins = _p_wins(state, me, place, (mine, who.rating))
            worth = goals[place] * (DENIED if place in rivals else 1)
            found.append(Venture(leader, arrival.place, arrival.left.at_least(1), p_wins, worth))
    return tuple(sorted(found, key=lambda each: -each.value))


def _held_by_rivals(state: State, me: int) -> set[int]:
    """Objectives of other players that they hold."""
    found: set[int] = set()
    for seat in frame_of(state).seats:
        goals = [goal for goal in frame_of(state).goals[seat] if goal.goal == "province"] if seat != me else []
        found |= {INDEX[name] for goal in goals for name in goal.names if victory.holds(state, seat, INDEX[name])}
    return found


def _p_wins(state: State, me: int, place: int, force: tuple[outlook.Might, int]) -> float:
    """The chance to beat what stands in a place, over all that may stand there unseen, as far as he would try."""
    mine, rating = force
    walls = outlook.guard(state, place, me).csp - outlook.enemies(state, place, me).csp
    others = [other for other in land_camps(state, place) if other != me]
    if not others or place >= FIRST_STRAIT:
        return outlook.hope(state, place, me, mine, rating)
    law = land_law(state, place, others[0])
    total = 0.0
    for units, weight in law.items():
        might = outlook.might(units)
        total += weight * outlook.hope(state, place, me, mine, rating, might._replace(csp=might.csp + walls))
    return float(total / law.total)


def _ordered(view: View, legal: tuple[s.Action, ...], language: str | None) -> tuple[s.Action, str]:
    """The leader with the best venture; without one, or where the plain player would do something else first, his."""
    choice = plain(view, legal)
    if not isinstance(choice, s.Activate):
        return choice, ""
    found = [venture for each in legal if isinstance(each, s.Activate) for venture in ventures(view, each.leader)[:1]]
    best = max(found, key=lambda venture: venture.value, default=None)
    if best is None or not best.value:
        return choice, ""
    return s.Activate(best.leader), best.said(language)


# Money ----------------------------------------------------------------------------------------------------------------


def _raised(view: View, legal: tuple[s.Action, ...], language: str | None) -> tuple[s.Action, str]:
    """The strongest units that the forecast of the treasury bears to the end, where a leader can take them along; ships
    only when the plain player would sail at once."""
    state, me = view.state, view.player
    power = state.agenda[-1].who
    choice = plain(view, legal)
    if not _is_bought(state, power, choice):
        return choice, ""
    led = {leader.place for leader in state.leaders if leader.place != NONE and camp(state, leader.owner) == me}
    mine = frame_of(state).powers[power]
    offers = [each for each in legal if isinstance(each, (s.Raise, s.Rebuild)) and each.unit in BUYS]
    offers = [each for each in offers if each.power == mine]

    def order(offer: s.Raise | s.Rebuild) -> tuple[bool, int, bool]:
        return isinstance(offer, s.Rebuild), BUYS.index(offer.unit), INDEX[offer.place] not in led

    for offer in sorted(offers, key=order):
        p = _bears(state, power, offer)
        if p >= SAFE:
            return offer, said("forecaster.raise", language, unit=offer.unit, p=p)
    return s.Keep(), said("forecaster.keep", language) if offers else ""


def _is_bought(state: State, power: int, choice: s.Action) -> bool:
    """Whether money is what the choice is about: not what allies and clients raise for nothing (9.44, 11.16)."""
    if not pays_and_collects(state, power) or not isinstance(choice, (s.Raise, s.Rebuild, s.Keep)):
        return False
    return not isinstance(choice, s.Raise) or pays_and_collects(state, frame_of(state).powers.index(choice.power))


def _bears(state: State, power: int, offer: s.Raise | s.Rebuild) -> Any:
    """The chance that all units can be paid to the last turn when this one is added."""
    rebuilt = isinstance(offer, s.Rebuild)
    cost = COSTS[offer.unit].rebuild if rebuilt else COSTS[offer.unit].create
    unit = () if rebuilt else (s.Body(INDEX[offer.place], power, s.only(offer.unit)),)
    after = pay_into(replace(state, groups=(*state.groups, *unit)), power, -cost)
    years = min(YEARS, victory.last_turn(state) - state.turn + 1)
    return budget(after, frame_of(state).powers[power], years=years).p
