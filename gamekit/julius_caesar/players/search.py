"""The searching player: it plays on every plan for a command phase from samples of the hidden blocks, and compares.

A plan is a card, or for the moves a rule of thumb with an aim: to attack a place, to guard a city, to take more or less
risk. All plans of a decision are played on by ready players to the end of the next turn, on the same samples and dice,
and the position there is valued (``worth``). Within a phase the chosen plan is kept. It reads only its view."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import fields, replace
from random import Random
from types import SimpleNamespace
from typing import Any, Final

from gamekit.julius_caesar import rules
from gamekit.julius_caesar.notation import card_name, place_name
from gamekit.julius_caesar.players.evaluation import WEIGHTS, PlanBonuses, Valuation, Weights, worth
from gamekit.julius_caesar.players.hidden import sample
from gamekit.julius_caesar.players.plain import plain_with_aims
from gamekit.julius_caesar.rules.control import block_counts
from gamekit.julius_caesar.rules.views import EnemyStack, SeenBlock, View, _battle, observe
from gamekit.julius_caesar.state import Action, Phase, Play, State, Target
from gamekit.julius_caesar.tables import BLOCK_NAMES, FIRST_SEA, PLACES, POOL, ROADS, SIDES, VALUE, WAYS
from gamekit.play import search as general
from gamekit.play.protocol import Strategy
from gamekit.play.search import SearchHooks, SearchResult, SeatPlan
from gamekit.text.translation import note, percent, word


class LazyView:
    """The view that ``observe`` gives a side, computed by parts when first read."""

    def __init__(self, state: State, player: str) -> None:
        self.state, self.player = state, player
        self.phase, self.year, self.turn = state.phase, state.year, state.turn

    def __getattr__(self, name: str) -> Any:
        make = PARTS.get(name)
        found = make(self.state, SIDES.index(self.player)) if make else getattr(self.whole, name)
        setattr(self, name, found)
        return found


def _pieces(state: State, me: int) -> tuple[SeenBlock, ...]:
    waiting, moved, strength = state.combat.waiting if state.combat else 0, state.moved, state.strength
    return tuple(
        SeenBlock(BLOCK_NAMES[block], PLACES[at], strength[block], bool(moved >> block & 1), bool(waiting >> block & 1))
        for block, (at, side) in enumerate(zip(state.location, state.side))
        if at < POOL and side == me
    )


def _enemy(state: State, me: int) -> tuple[EnemyStack, ...]:
    """Return the stacks; the number that have moved is left out, since the playing on does not use it."""
    return tuple(EnemyStack(PLACES[at], many, 0) for at, many in enumerate(block_counts(state)[1 - me][:POOL]) if many)


def _roads(state: State, me: int) -> tuple[tuple[str, str, int], ...]:
    used = Counter(state.command.roads)
    return tuple((ROADS[road].city_a, ROADS[road].city_b, many) for road, many in used.items())


PARTS: Final[dict[str, Callable[[State, int], Any]]] = {
    "roads": _roads,
    "battle": lambda state, me: _battle(state, state.combat, me) if state.combat else None,
    "pieces": _pieces,
    "enemy": _enemy,
    "moves": lambda state, me: state.command.moves,
    "opened": lambda state, me: tuple(PLACES[at] for at in state.command.opened),
    "path": lambda state, me: tuple(PLACES[at] for at in state.path),
    "held": lambda state, me: BLOCK_NAMES[state.held] if state.held >= 0 else None,
    "whole": lambda state, me: observe(state, SIDES[me]),
}


Legal = tuple[Action, ...]
COMMANDING: Final = frozenset((
    Phase.MOVE, Phase.STEP, Phase.VOYAGE, Phase.MAIN, Phase.LEVY, Phase.MUSTER, Phase.JUPITER, Phase.DEFECT,
    Phase.VULCAN,
))  # fmt: skip
DEEDS: Final = frozenset((Phase.PLAY, Phase.JUPITER, Phase.VULCAN))
MARCHES: Final = frozenset((Phase.MOVE, Phase.STEP))
SECONDS: Final = 1.0  # seconds of processor time for a turn: its card and its command phase
CARD: Final = 0.35  # the share for the card; the rest is for the command phase
UNDER_WAY: Final = 0.15  # the share of the command phase for a move if the phase began without a plan
TURNS: Final = 2  # turns played on: this one and the next
WIDTH: Final = 10  # plans that are tried
TRUST: Final = 4.0  # tries that an estimate counts for
LEAST_ODDS: Final = 0.25  # the least chance of an attack that is planned
WANTED: Final = 25.0  # the bonus for going to the place aimed at, in tenths of a VP
SHARP_WEIGHTS: Final = Weights(**{
    field.name: WEIGHTS[f"way.{field.name}"] for field in fields(Weights) if f"way.{field.name}" in WEIGHTS
})  # fmt: skip
SHARP: Final = PlanBonuses(weights=SHARP_WEIGHTS)
_playing = SimpleNamespace(
    rules=SimpleNamespace(
        current_player=rules.current_player,
        legal_actions=rules.legal_actions,
        chance_outcomes=rules.chance_outcomes,
        apply=rules.apply,
        returns=rules.returns,
        observe=LazyView,
    )
)


def compares_plans(phase: Phase) -> bool:
    """Return whether plans are compared in a phase."""
    return phase in MARCHES | DEEDS


def plain_fitted(view: View, legal: Legal) -> Action:
    """Return the action of the plain player with weights fitted to games: it guards its cities and risks more."""
    return plain_with_aims(view, legal, SHARP)


def plans(view: View, legal: Legal) -> Sequence[SeatPlan]:
    """Return the plans that the search compares: for moves, aims; for cards and targets, each legal action; in other
    phases only the action of the fitted plain player, ``plain_fitted``."""
    if view.phase in MARCHES:
        return _marches(view)
    if view.phase in DEEDS:
        own = plain_fitted(view, legal)
        return [_deed(view, action, prior=0.02 * (action == own)) for action in legal]
    return [_deed(view, plain_fitted(view, legal), 0.0, "own")]


def _deed(view: View, action: Action, prior: float, name: str = "") -> SeatPlan:
    """Return the plan of this action now, then play by ``plain_fitted``."""
    when = view.year, view.turn, view.phase

    def decide(now: View, legal: Legal) -> Action | None:
        return action if (now.year, now.turn, now.phase) == when and action in legal else None

    return SeatPlan(name or _name(action), decide, prior)


def _called(kind: str, what: str) -> str:
    """Return a plan's name, which ``plan_name`` says in words."""
    return f"{kind}:{what}"


def _name(action: Action) -> str:
    match action:
        case Play():
            return _called("card", action.card)
        case Target():
            return _called("strike", action.place)
    return "decline"


def _aimed(view: View, name: str, aims: PlanBonuses, prior: float = 0.0) -> SeatPlan:
    """Return the plan of an aim for this turn's command phase."""
    when = view.year, view.turn

    def decide(now: View, legal: Legal) -> Action | None:
        if (now.year, now.turn) != when or now.phase not in COMMANDING:
            return None
        return plain_with_aims(now, legal, aims)

    return SeatPlan(name, decide, prior)


def _marches(view: View) -> list[SeatPlan]:
    """Return plans of aims for the moves, each with an estimate from the worth and odds of its target."""
    outlook = Valuation(view, SHARP)
    quiet = replace(SHARP_WEIGHTS, odds=2.0)
    found = [
        _aimed(view, "own", SHARP, 0.02),
        _aimed(view, "quiet", PlanBonuses(weights=quiet)),
        _aimed(view, "bold", PlanBonuses(weights=replace(SHARP_WEIGHTS, odds=LEAST_ODDS))),
    ]
    for at in outlook.theirs:
        if at < FIRST_SEA and (odds := outlook.chance_against(at)) > LEAST_ODDS:
            aim = PlanBonuses({at: WANTED}, weights=SHARP_WEIGHTS, bold=frozenset((at,)))
            hope = 0.01 * VALUE[at] + 0.05 * (odds - 0.5)
            found.append(_aimed(view, _called("attack", PLACES[at]), aim, hope))
            found.append(_aimed(view, _called("only", PLACES[at]), replace(aim, weights=quiet), hope - 0.005))
    for at in range(FIRST_SEA):
        held = VALUE[at] and outlook.mine[at] and at not in outlook.theirs
        if held and any(way.to in outlook.theirs for way in WAYS[at]):
            aim = PlanBonuses({at: 4.0}, {at: 12.0}, SHARP_WEIGHTS)
            found.append(_aimed(view, _called("guard", PLACES[at]), aim, 0.005 * VALUE[at]))
    return found


def is_turn_over(state: State, start: State) -> bool:
    """Return whether the turns that are played on are over, or the year is."""
    if state.year > start.year or state.phase == Phase.DISBAND:
        return True
    return state.phase == Phase.PLAY and state.actor == 0 and state.turn >= start.turn + TURNS


HOOKS: Final = SearchHooks(
    sample=sample, plans=plans, rollout=plain_fitted, horizon=is_turn_over, value=worth, trust=TRUST, width=WIDTH,
    basis=(note("julius_caesar.plan.judged"),),
)  # fmt: skip


def find(
    view: View,
    legal: Legal,
    seconds: float | None = None,
    iterations: int | None = None,
    random: Random | None = None,
    stop: Callable[[], bool] | None = None,
) -> SearchResult:
    """Return the plans for a decision, best first, valued by ``worth``; see ``gamekit.play.search.find``."""
    return general.find(
        _playing, view, legal, hooks=HOOKS, seconds=seconds, iterations=iterations, random=random, stop=stop
    )


def explain(found: SearchResult, language: str | None = None) -> str:
    """Return the three best plans in words, each with its judged chance to win and 95% margin, and those not
    distinguished. Plans with equal results on every sample are one.
    """
    worths = (
        say(
            "worth" if plan.tries > 1 else "untried",
            language,
            plan=plan_name(plan.name, language),
            chance=percent(plan.value, 0),
            margin=f"{100 * general.SURE * plan.error:.0f}" if plan.tries > 1 else "",
        )
        for plan in found.plans[:3]
    )
    said = say("best", language, plans=("、" if language == "ja" else "; ").join(worths))
    near = [plan_name(plan.name, language) for plan in found.plans if plan.alike and plan.tries > 1]
    between = "、" if language == "ja" else ", "
    return f"{said} {say('alike', language, plans=between.join(near))}".strip() if near else said


def plan_name(name: str, language: str | None = None) -> str:
    """Return the name of a plan in a language.

    >>> plan_name("attack:Rome"), plan_name("card:Mars", "ja")
    ('attack Rome', 'マルスを出す')
    """
    kind, _, what = name.partition(":")
    named = card_name(what, language) if kind == "card" else place_name(what, language) if what else ""
    return say(kind, language, what=named)


def say(key: str, language: str | None, **fields: str) -> str:
    return word(f"julius_caesar.plan.{key}", language, **fields)


def _share(view: View) -> float:
    """Return a decision's share of the time for a turn."""
    if view.phase == Phase.PLAY:
        return CARD
    return (1 - CARD) * (UNDER_WAY if view.opened or view.held else 1)


class _Searching:
    """A player who keeps the plan of its command phase."""

    def __init__(self, random: Random, seconds: float, iterations: int | None) -> None:
        self.random, self.seconds, self.iterations = random, seconds, iterations
        self.plan: SeatPlan | None = None
        self.turn = (0, 0)

    def __call__(self, view: View, legal: Legal) -> Action:
        if len(legal) == 1:
            return legal[0]
        if self.turn != (view.year, view.turn) or view.phase not in COMMANDING:
            self.turn, self.plan = (view.year, view.turn), None
        plan = self.plan
        if compares_plans(view.phase) and plan is None:
            plan = self._best(view, legal)
            self.plan = plan if view.phase in MARCHES else None
        return (plan and plan.decide(view, legal)) or plain_fitted(view, legal)

    def _best(self, view: View, legal: Legal) -> SeatPlan:
        among = {plan.name: plan for plan in plans(view, legal)}
        seconds = self.seconds * _share(view) if self.iterations is None else None
        found = find(view, legal, seconds, self.iterations, self.random)
        return among[found.plans[0].name]


def search(random: Random, seconds: float = SECONDS, iterations: int | None = None) -> Strategy:
    """Return a player who searches for ``seconds`` of processor time per turn, or ``iterations`` per decision."""
    return _Searching(random, seconds, iterations)
