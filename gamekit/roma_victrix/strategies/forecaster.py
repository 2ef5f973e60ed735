"""A player who plans the year by playing it on: whom he activates, where a leader goes, what he dares there.

What he does not see he draws by the law of unseen stacks; all play on like the plain player to the next game-turn, and
the position there is weighed (``worth``). His money he spends by the forecast of the treasury. Where neither is asked
he plays like the plain player, and he looks only at what his seat sees."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from random import Random
from types import SimpleNamespace
from typing import Any, Final

from gamekit import search as searching
from gamekit.game import Strategy
from gamekit.roma_victrix import game_state as s
from gamekit.roma_victrix import rules
from gamekit.roma_victrix.game_state import NONE, Due, State
from gamekit.roma_victrix.naming import told
from gamekit.roma_victrix.odds.forecasts import budget, reach, siege_year
from gamekit.roma_victrix.odds.forecasts.budget import YEARS
from gamekit.roma_victrix.odds.forecasts.fight import walls
from gamekit.roma_victrix.odds.forecasts.said import said
from gamekit.roma_victrix.odds.forecasts.unseen import land_law, sample
from gamekit.roma_victrix.places import FIRST_STRAIT, INDEX, PLACES, province_of
from gamekit.roma_victrix.rules import victory
from gamekit.roma_victrix.rules.board import camp, land_camps, leader_named, pay_into, pays_and_collects
from gamekit.roma_victrix.rules.frame import frame_of
from gamekit.roma_victrix.rules.views import View
from gamekit.roma_victrix.strategies import outlook
from gamekit.roma_victrix.strategies.plain import BUYS, MEAN, aiming, plain
from gamekit.roma_victrix.strategies.worth import worth
from gamekit.roma_victrix.tables import COSTS
from gamekit.search import Hooks, SeatPlan

Legal = tuple[s.Action, ...]
GAME: Final = SimpleNamespace(rules=rules)
SAFE: Final = 0.9  # the chance that he wants of paying all units to the end
ITERATIONS: Final = 10  # positions played on for a decision
SECONDS: Final = 0.25  # of processor time after which no other is begun; one takes up to 0.2 in six powers
WIDTH: Final = 10  # plans that are tried
TRUST: Final = 30.0  # playings on that an estimate counts for
OWN: Final = 3.0  # victory per cent that the plain player's choice is taken to be better by
AIMS: Final = 4  # places that a leader may go for
JOIN: Final = 0.3  # worth of a CSP of his own troops elsewhere
FAR: Final = 14  # points more than a leader has, up to which he goes for a place
PLAYED_ON: Final = frozenset((
    Due.ORDERS, Due.LEADER, Due.PASSAGE, Due.SHELTER, Due.INTERCEPT, Due.COMMIT, Due.ANSWER,
    Due.WITHDRAW, Due.WINDOW, Due.TARGET, Due.RETREAT,
))  # fmt: skip
DEEDS: Final = (s.Attack, s.Besiege, s.EndLeader, s.Seize, s.Pillage, s.Embark, s.Land)


def forecaster(view: View, legal: Legal, seconds: float | None = None) -> s.Action:
    """The forecasting player's choice."""
    return decided(view, legal, seconds=seconds)[0]


def search(random: Random | None = None, seconds: float | None = None) -> Strategy:
    """The forecasting player as boards and tournaments ask for one; his own luck is fixed, ``random`` changes nothing.
    ``seconds``: the processor time after which he begins no other playing on."""
    return partial(forecaster, seconds=seconds)


def decided(
    view: View, legal: Legal, language: str | None = None, seconds: float | None = None
) -> tuple[s.Action, str]:
    """His choice and the reason for it in a sentence; "" where he plays like the plain player.

    >>> from gamekit import roma_victrix as rv
    >>> state = rv.initial_state()
    >>> while rv.current_player(state) == "chance":
    ...     state = rv.apply(state, min(rv.chance_outcomes(state), key=str))
    >>> action, reason = rv.strategies.decided(rv.observe(state, rv.current_player(state)), rv.legal_actions(state))
    >>> rv.told(action), reason
    ('raise LGN of Pompeius in Carthaginiensis', 'A LGN more: all units can be paid to the end in 100.0% of cases.')
    """
    phase = view.state.agenda[-1].phase
    if len(legal) > 1 and phase == Due.RAISE:
        return _raised(view, legal, language)
    found = {plan.name: plan for plan in plans(view, legal)} if len(legal) > 1 and phase in PLAYED_ON else {}
    if len({plan.decide(view, legal) for plan in found.values()}) < 2:
        return plain(view, legal), ""
    best = searching.find(GAME, view, legal, hooks=HOOKS, iterations=ITERATIONS, seconds=seconds or SECONDS)
    chosen, reason = best.plans[0], best.explain(language, lambda action: told(action, language))
    leader, _, place = chosen.name.partition(":")
    return chosen.action, f"{_venture(view, leader, place, language)} {reason}".strip()


# Plans ----------------------------------------------------------------------------------------------------------------


def plans(view: View, legal: Legal) -> Sequence[SeatPlan]:
    """What he may intend: each action once, and for a leader who may march each place that he may go for."""
    own, phase, active = plain(view, legal), view.state.agenda[-1].phase, view.state.active
    found = [searching.once(view, own, OWN)]
    if phase != Due.LEADER:
        found += [searching.once(view, each, float(isinstance(each, s.Activate))) for each in legal if each != own]
        names = [each.leader for each in legal if isinstance(each, s.Activate)] if phase == Due.ORDERS else []
    else:
        found += [searching.once(view, each, 0.0) for each in legal if each != own and isinstance(each, DEEDS)]
        names = [view.state.leaders[active.leader].name] if active and active.ops and not active.aboard else []
    return found + [_aimed(view, name, place) for name in names for place in _aims(view, name)]


def _aims(view: View, name: str) -> list[int]:
    """The places that a leader may best go for by land: objectives, and where his own troops are."""
    state, me = view.state, view.player
    leader = state.leaders[leader_named(state, name)]
    here, goals = province_of(leader.place), outlook.wanted(state, me)
    ops = state.active.ops if state.active else leader.rating + MEAN
    found = []
    ways = outlook.by_land(state, here, me, leader.owner, outlook.following(state, here, me).csp)
    for place, (points, _) in ways.items():
        gain = goals.get(place) or JOIN * outlook.following(state, place, me).csp
        if gain and place != here and points <= ops + FAR:
            found.append((gain / (1 + 0.2 * max(0, points - ops) + 0.05 * points), place))
    return [place for _, place in sorted(found, reverse=True)[:AIMS]]


def _aimed(view: View, name: str, target: int) -> SeatPlan:
    """To activate a leader, if he is not, and to go for a place with him."""
    turn = view.state.turn

    def decide(now: View, legal: Legal) -> s.Action | None:
        state, phase = now.state, now.state.agenda[-1].phase
        if state.turn != turn or (phase == Due.ORDERS and s.Activate(name) not in legal):
            return None
        if phase == Due.ORDERS:
            return s.Activate(name)
        if phase == Due.LEADER and state.active and state.leaders[state.active.leader].name == name:
            return aiming(now, legal, target)
        return plain(now, legal)

    return SeatPlan(f"{name}:{PLACES[target]}", decide, 1.0)


def horizon(state: State, start: State) -> bool:
    """Whether the game-turn is over."""
    return state.turn > start.turn


HOOKS: Final = Hooks(sample=sample, plans=plans, rollout=plain, horizon=horizon, value=worth, trust=TRUST, width=WIDTH)


def _venture(view: View, name: str, place: str, language: str | None) -> str:
    """The chance that a leader arrives where he goes, and wins there; before a capital, that it falls by siege, which
    alone takes one (10.32). "" for what is no march."""
    state, me = view.state, view.player
    number = next((number for number, leader in enumerate(state.leaders) if leader.name == name), NONE)
    if number == NONE or place not in INDEX:
        return ""
    here, rating = province_of(state.leaders[number].place), state.leaders[number].rating
    mine, p = outlook.following(state, here, me), reach(view, name, spare=1).at(place).left.at_least(1)
    city = walls(state, INDEX[place]) if INDEX[place] < FIRST_STRAIT else None
    if city is not None and camp(state, city.owner) != me:
        try:
            year = siege_year(view, name, place, worths=(1, 0, 0), numbers=float)
        except ValueError:  # nobody whom he may lead this year (5.24), or a siege too large to be planned
            return ""
        return said("forecaster.siege", language, leader=name, place=place, p=p, falls=float(year.p))
    if not outlook.guard(state, INDEX[place], me).csp:
        return said("forecaster.march", language, leader=name, place=place, p=p)
    wins = _p_wins(state, me, INDEX[place], mine, rating)
    return said("forecaster.venture", language, leader=name, place=place, p=p, wins=wins)


def _p_wins(state: State, me: int, place: int, mine: outlook.Might, rating: int) -> float:
    """The chance to beat what stands in a province without a capital to besiege, over all that may stand there unseen,
    whether he would try or not."""
    guards = outlook.guard(state, place, me).csp - outlook.enemies(state, place, me).csp
    others = [other for other in land_camps(state, place) if other != me]
    if not others or place >= FIRST_STRAIT:
        return outlook.beats(state, place, me, mine, rating, outlook.guard(state, place, me))
    law = land_law(state, place, others[0])
    total = 0.0
    for units, weight in law.items():
        might = outlook.might(units)
        total += weight * outlook.beats(state, place, me, mine, rating, might._replace(csp=might.csp + guards))
    return float(total / law.total)


# Money ----------------------------------------------------------------------------------------------------------------


def _raised(view: View, legal: tuple[s.Action, ...], language: str | None) -> tuple[s.Action, str]:
    """The strongest units that the forecast of the treasury bears, to the end or as far as it goes, where a leader can
    take them along; ships only when the plain player would sail at once."""
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

    left = victory.last_turn(state) - state.turn + 1
    years, ends = min(YEARS, left), "" if left <= YEARS else ".years"
    for offer in sorted(offers, key=order):
        p = _bears(state, power, offer, years)
        if p >= SAFE:
            return offer, said(f"forecaster.raise{ends}", language, unit=offer.unit, p=p, years=years)
    return s.Keep(), said(f"forecaster.keep{ends}", language, years=years, p=SAFE) if offers else ""


def _is_bought(state: State, power: int, choice: s.Action) -> bool:
    """Whether money is what the choice is about: not what allies and clients raise for nothing (9.44, 11.16)."""
    if not pays_and_collects(state, power) or not isinstance(choice, (s.Raise, s.Rebuild, s.Keep)):
        return False
    return not isinstance(choice, s.Raise) or pays_and_collects(state, frame_of(state).powers.index(choice.power))


def _bears(state: State, power: int, offer: s.Raise | s.Rebuild, years: int) -> Any:
    """The chance that all units can be paid for so many years when this one is added."""
    rebuilt = isinstance(offer, s.Rebuild)
    cost = COSTS[offer.unit].rebuild if rebuilt else COSTS[offer.unit].create
    unit = () if rebuilt else (s.Body(INDEX[offer.place], power, s.only(offer.unit)),)
    after = pay_into(replace(state, groups=(*state.groups, *unit)), power, -cost)
    return budget(after, frame_of(state).powers[power], years=years).p
