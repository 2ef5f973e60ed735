"""One searching player for any game with ``Rules``, which uses only the seat's own view.

An iteration samples a position that fits the view, by the game's belief, and plays it on. Where a game has a rollout
policy (``rollout``, ``playout``), the deciding seat's plans are compared on common samples and dice, and the weaker
half is dropped again and again. Else an information set tree is grown: open choices by upper confidence bounds, secret
choices, which others answer without seeing them, by regret matching."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from math import ceil, inf, log, log2, sqrt
from random import Random
from statistics import fmean
from time import thread_time
from typing import Any, TypeAlias

from gamekit.play.protocol import CHANCE, OVER, Action, Player, State, Strategy
from gamekit.probability.distribution import Basis
from gamekit.text.progress import report
from gamekit.text.translation import note, word

ITERATIONS = 1000
SURE = 1.96  # standard errors to each side of a 95% interval
EXPLORATION = 0.7  # how much what is little tried is preferred, in parts of the range of results
CURIOUS = 0.2  # how often a secret choice is drawn from all alike, so that each goes on being tried
FADES = 500  # tries after which that is less by a root of two
LISTED = 5  # of the plans that cannot be told apart, that many are named
LOOKS = 16  # tries of each plan between two looks at whether one is best beyond doubt
DOUBT = 4.0  # standard errors: what is that far behind is not tried on
RARE = 0.02  # a smaller share of a mix is what is left of the first steps, and is dropped

Values: TypeAlias = Mapping[Any, float]


@dataclass(frozen=True, slots=True)
class SeatPlan:
    """A seat's plan for its next steps: ``decide(view, legal)`` gives an action, or None once the plan is done and the
    game's ``rollout`` goes on. ``estimated_value`` is in the unit of ``value``."""

    name: str
    decide: Callable[[Any, tuple[Action, ...]], Action | None]
    estimated_value: float = 0.0


@dataclass(frozen=True, slots=True)
class SearchHooks:
    """A game's functions for the search; all but ``sample`` are optional.

    - ``sample(view, random)``: a whole position that looks like the view to its owner. Where a rival has chosen in
      secret it may be the position before that choice: the tree then finds that rival's mix as well.
    - ``prior(view, action)``: an estimated value, which counts as ``trust`` tries.
    - ``plans(view, legal)``: the plans to be compared, each for several own steps; else each legal action is one.
    - ``rollout(view, legal)``: how every seat goes on; given, no tree is grown.
    - ``horizon(state, start)``: whether to stop playing on here; ``start`` is the sampled position.
    - ``value(state)``: {player: value} at a horizon and at the end; else ``rules.returns``.
    - ``playout(state, random)``: {player: value} of a horizon by one playing out, instead of ``value``.
    - ``luck(state)``: a name of the throw or draw that is due; plans compared meet the same luck under the same name.
      Else luck comes in the order in which it is asked for.
    - ``width``: the most plans that are tried, the best by their priors. ``samples``: how many positions are drawn at
      most, then used again in turn: for a belief that is slow to draw from. ``halves``: whether what can no longer be
      best is left out; else all plans are tried as often.
    - ``basis``: what else the values are based on.
    """

    sample: Callable[[Any, Random], State]
    prior: Callable[[Any, Action], float] | None = None
    value: Callable[[State], Values] | None = None
    plans: Callable[[Any, tuple[Action, ...]], Sequence[SeatPlan]] | None = None
    rollout: Strategy | None = None
    horizon: Callable[[State, State], bool] | None = None
    playout: Callable[[State, Random], Values] | None = None
    luck: Callable[[State], str] | None = None
    trust: float = 0.0
    width: int | None = None
    samples: int | None = None
    halves: bool = True
    basis: Basis = ()


@dataclass(frozen=True, slots=True)
class PlanResult:
    """The result of a plan: its first action, its value to the deciding seat, standard error (infinite below two
    tries), tries, and whether the results cannot tell it from the best plan."""

    name: str
    action: Action
    value: float
    error: float
    tries: int
    alike: bool = False


@dataclass(frozen=True, slots=True)
class SearchResult:
    """The result of a search: ``plans`` best first, ``mix`` {action: chance}, the strategy to play.

    ``alike``: the other actions that the results cannot tell from the best at 95%, by differences on common samples
    where plans are compared. ``confidence``: the 95% interval of the best plan's value, from the variance of its
    results; it does not cover opponents who play differently than the search assumes. ``iterations``: positions
    played."""

    plans: tuple[PlanResult, ...]
    mix: dict[Action, float] = field(hash=False)
    alike: tuple[Action, ...]
    confidence: tuple[float, float]
    iterations: int
    basis: Basis = field(default=(), compare=False)

    @property
    def best(self) -> Action:
        """The likeliest action of the mix, the first among equals."""
        return max(self.mix, key=self.mix.__getitem__)

    def explain(
        self,
        language: str | None = None,
        action_text: Callable[[Action], str] | None = None,
        format_value: Callable[[float], str] = "{:+.1f}".format,
    ) -> str:
        """The three best plans with value and 95% margin, and what cannot be told apart; ``action_text`` names an
        action and ``format_value`` writes a value."""
        named = {plan.action: action_text(plan.action) if action_text else plan.name for plan in self.plans}
        worths = (
            word("search.plan" if plan.tries > 1 else "search.untried", language, plan=named[plan.action],
                 value=format_value(plan.value),
                 margin=format_value(SURE * plan.error).lstrip("+") if plan.tries > 1 else "")
            for plan in self.plans[:3]
        )  # fmt: skip
        said = [word("search.best", language, plans="; ".join(worths))]
        if near := [named[each] for each in self.alike]:
            more = [word("search.more", language, count=len(near) - LISTED)] if len(near) > LISTED else []
            said.append(word("search.alike", language, plans="; ".join(near[:LISTED] + more)))
        if len(self.mix) > 1:
            parts = (f"{named[each]} {share:.0%}" for each, share in self.mix.items())
            said.append(word("search.mix", language, parts=", ".join(parts)))
        return " ".join(said)


def find(
    game: Any,
    view: Any,
    legal: tuple[Action, ...],
    *,
    hooks: SearchHooks | None = None,
    iterations: int | None = None,
    seconds: float | None = None,
    random: Random | None = None,
    stop: Callable[[], bool] | None = None,
) -> SearchResult:
    """Search for the best of the ``legal`` actions of the seat that sees ``view``.

    ``iterations``: positions played on at most (1,000 where ``seconds`` is not given either); ``seconds``: of the
    thread's processor time. The same view, ``iterations`` and ``random`` give the same answer. Once ``stop()`` is true
    between iterations, the result so far is returned. Without ``hooks`` the view must be the whole position. Raises
    ValueError without a legal action, and for ``iterations`` or ``seconds`` of 0 or less.

    >>> from gamekit import caesar
    >>> state = caesar.position(["R . . . B"] + [". . . . ."] * 4, hands=[(9, 1), (8, 5)])
    >>> str(find(caesar, state, caesar.rules.legal_actions(state), iterations=200).best)
    'a1xe1'
    """
    if not legal or (iterations is not None and iterations < 1) or (seconds is not None and not seconds > 0):
        raise ValueError(f"{len(legal)} legal actions, iterations={iterations!r}, seconds={seconds!r}: all above 0")
    hooks = hooks or SearchHooks(_open)
    budget = _Budget(ITERATIONS if iterations is None and seconds is None else iterations, seconds, stop)
    seeds = (random or Random(0)).getrandbits(60)
    if hooks.rollout or hooks.plans:
        return SuccessiveHalving(game.rules, view, legal, hooks, seeds).run(budget)
    return InformationSetTree(game.rules, view, legal, hooks, seeds).run(budget)


def player(
    game: Any,
    random: Random | None = None,
    seconds: float | None = None,
    iterations: int | None = None,
    hooks: SearchHooks | None = None,
) -> Strategy:
    """Return a strategy that calls ``find`` for every decision and draws an action from the mix."""
    chance = random or Random(0)

    def decide(view: Any, legal: tuple[Action, ...]) -> Action:
        if len(legal) == 1:
            return legal[0]
        mix = find(game, view, legal, hooks=hooks, iterations=iterations, seconds=seconds, random=chance).mix
        return chance.choices(list(mix), list(mix.values()))[0]

    return decide


def _open(view: Any, random: Random) -> State:
    return view


class _Budget:
    """The limits of a search: iterations, seconds of processor time and ``stop()``, whichever comes first."""

    def __init__(self, iterations: int | None, seconds: float | None, stop: Callable[[], bool] | None) -> None:
        self.iterations, self.seconds, self.wish = iterations, seconds, stop
        self.begun, self.done = thread_time(), 0

    @property
    def share(self) -> float:
        """Return the share of the budget that is used up."""
        counted = self.done / self.iterations if self.iterations else 0.0
        return max(counted, (thread_time() - self.begun) / self.seconds if self.seconds else 0.0)

    def spend(self) -> float:
        """Count an iteration and return the share of the budget that is used up."""
        self.done += 1
        share = self.share
        report(min(1.0, share))
        return share

    @property
    def wished(self) -> bool:
        return self.wish is not None and self.wish()


class _Playing:
    """The common part of both searches: sampled positions, and playing on to the horizon."""

    def __init__(self, rules: Any, view: Any, legal: tuple[Action, ...], hooks: SearchHooks, seed: int) -> None:
        self.rules, self.view, self.legal, self.hooks, self.seed = rules, view, legal, hooks, seed
        self.drawn: dict[int, State] = {}
        self.me: Player = rules.current_player(self.position(0))

    def position(self, number: int) -> State:
        """The sampled position of an iteration."""
        most = self.hooks.samples
        number = number % most if most else number
        if number not in self.drawn:
            if not most:
                self.drawn.clear()
            self.drawn[number] = self.hooks.sample(self.view, Random(self.seed + 2 * number))
        return self.drawn[number]

    def ends(self, state: State, start: State, random: Random) -> Values | None:
        """Return the values if play stops in this position, else None."""
        hooks = self.hooks
        over = self.rules.current_player(state) == OVER
        if not over and not (hooks.horizon and state is not start and hooks.horizon(state, start)):
            return None
        if hooks.playout and not over:
            return hooks.playout(state, random)
        values: Values = hooks.value(state) if hooks.value else self.rules.returns(state)
        return values

    def by_itself(self, state: State, random: Random) -> State:
        """Return the position after all actions of chance that are due."""
        while self.rules.current_player(state) == CHANCE:
            state = self.rules.apply(state, self.rules.chance_outcomes(state).sample(random))
        return state

    def basis(self, iterations: int) -> Basis:
        return (note("search.basis", iterations=f"{iterations:,}"), *self.hooks.basis)


class SuccessiveHalving(_Playing):
    """Plans compared on common samples, the weaker half dropped again and again."""

    def run(self, budget: _Budget) -> SearchResult:
        """Spend the budget: each stage gives its tries to the better half of the plans left."""
        plans = self._plans()
        results: list[list[float]] = [[] for _ in plans]
        alive, stages, number = list(range(len(plans))), max(1, ceil(log2(len(plans)))), 0
        used, stage = 0.0, 1
        while used < 1 and not budget.wished and len(plans) > 1:
            for each in alive:
                results[each].append(self._played(plans[each], number))
                used = budget.spend()
                if used >= 1 or budget.wished:
                    break
            number += 1
            if self.hooks.halves and number % LOOKS == 0 and self._settled(results, alive):
                break
            while self.hooks.halves and used >= stage / stages and stage < stages and len(alive) > 2:
                alive, stage = self._better(plans, results, alive), stage + 1
        return self._found(plans, results, budget.done)

    def _plans(self) -> list[SeatPlan]:
        hooks = self.hooks
        plans = list(hooks.plans(self.view, self.legal)) if hooks.plans else []
        prior = hooks.prior or (lambda view, action: 0.0)
        plans = plans or [single_action_plan(self.view, action, prior(self.view, action)) for action in self.legal]
        ranked = sorted(plans, key=lambda plan: -plan.estimated_value)
        return ranked[: hooks.width] if hooks.width else ranked

    def _played(self, plan: SeatPlan, number: int) -> float:
        """The decider's value of a plan on the samples and dice of an iteration."""
        rules, random, luck = self.rules, Random(self.seed + 2 * number + 1), self.hooks.luck
        start = self.position(number)
        state, intends = start, True
        while (values := self.ends(state, start, random)) is None:
            if (decider := rules.current_player(state)) == CHANCE:
                named = Random(f"{self.seed} {number} {luck(state)}") if luck else random
                state = rules.apply(state, rules.chance_outcomes(state).sample(named))
                continue
            legal = self.legal if state is start else rules.legal_actions(state)
            view = self.view if state is start else rules.observe(state, decider)
            action = plan.decide(view, legal) if intends and decider == self.me else None
            if action is None:
                intends = intends and decider != self.me
                action = self.hooks.rollout(view, legal) if self.hooks.rollout else random.choice(legal)
            state = rules.apply(state, action)
        return float(values[self.me])

    def _settled(self, results: list[list[float]], alive: list[int]) -> bool:
        """Whether the best of the plans ``alive`` is clear."""
        best = max(alive, key=lambda each: fmean(results[each]))
        drawn = self.hooks.samples
        return not any(_alike(results[best], results[each], drawn, DOUBT) for each in alive if each != best)

    def _worths(self, plans: list[SeatPlan], results: list[list[float]], among: list[int]) -> dict[int, float]:
        """Return mean results on the samples common to these plans, shrunk towards the priors by their ``trust``."""
        trust, worths = self.hooks.trust, {}
        base = max(among, key=lambda each: len(results[each]))
        for each in among:
            common = len(results[each])
            apart = fmean(results[each]) - fmean(results[base][:common]) if common else 0.0
            hope = plans[each].estimated_value - plans[base].estimated_value
            worths[each] = (common * apart + trust * hope) / (common + trust) if common + trust else -inf
        middle = fmean(results[base]) if results[base] else plans[base].estimated_value
        return {each: middle + worth for each, worth in worths.items()}

    def _better(self, plans: list[SeatPlan], results: list[list[float]], alive: list[int]) -> list[int]:
        worths = self._worths(plans, results, alive)
        return sorted(alive, key=lambda each: -worths[each])[: ceil(len(alive) / 2)]

    def _found(self, plans: list[SeatPlan], results: list[list[float]], iterations: int) -> SearchResult:
        most = max(map(len, results))
        worths = self._worths(plans, results, list(range(len(plans))))
        order = sorted(worths, key=lambda each: (-(2 * len(results[each]) >= most), -worths[each]))
        found: dict[int, PlanResult] = {}
        for each in order:
            action = plans[each].decide(self.view, self.legal)
            twins = (one for one, plan in found.items() if plan.action == action)
            if action is not None and not any(_same(results[one], results[each]) for one in twins):
                drawn, tried = self.hooks.samples, results[each]
                near = bool(found) and _alike(results[next(iter(found))], tried, drawn)
                found[each] = PlanResult(plans[each].name, action, worths[each], _error(tried, drawn), len(tried), near)
        best, *others = found.values()
        near_by = dict.fromkeys(plan.action for plan in others if plan.alike and plan.action != best.action)
        margin = SURE * best.error
        return SearchResult(
            tuple(found.values()), {best.action: 1.0}, tuple(near_by),
            (best.value - margin, best.value + margin), iterations, self.basis(iterations),
        )  # fmt: skip


def single_action_plan(view: Any, action: Action, estimated_value: float) -> SeatPlan:
    """Return the plan to take one action now and then follow the rollout."""
    return SeatPlan(str(action), lambda seen, legal: action if seen is view else None, estimated_value)


def _error(results: Sequence[float], drawn: int | None) -> float:
    """Return the standard error of a mean of results, infinite below two. Results from one of the ``drawn`` positions
    are not independent of each other; their means are."""
    if drawn and len(results) > drawn:
        results = [fmean(results[each::drawn]) for each in range(drawn)]
    if len(results) < 2:
        return inf
    mean = fmean(results)
    return sqrt(sum((each - mean) ** 2 for each in results) / (len(results) - 1) / len(results))


def _same(one: Sequence[float], other: Sequence[float]) -> bool:
    """Whether two plans with the same first action had equal results on every common sample."""
    shared = min(len(one), len(other))
    return shared > 0 and one[:shared] == other[:shared]


def _alike(one: Sequence[float], other: Sequence[float], drawn: int | None, sure: float = SURE) -> bool:
    """Whether paired results leave open which of two plans is better."""
    apart = [first - second for first, second in zip(one, other)]
    return len(apart) < 2 or abs(fmean(apart)) <= sure * _error(apart, drawn)


@dataclass(slots=True)
class _Known:
    """An information set: a seat's view at a decision, and for each action its tries, sums of results and of squares.

    ``secret``: whether the choice is mixed, since it is hidden from the next or met in several positions;
    ``regrets`` and ``shares`` are those of regret matching."""

    legal: tuple[Action, ...]
    position: State
    secret: bool
    hopes: list[float]
    tries: list[int]
    sums: list[float]
    squares: list[float]
    regrets: list[float]
    shares: list[float]

    def plan(self, each: int) -> PlanResult:
        """An action with its mean and standard error."""
        action, count, mean = self.legal[each], self.tries[each], self.sums[each] / self.tries[each]
        error = sqrt(max(0.0, self.squares[each] / count - mean**2) / (count - 1)) if count > 1 else inf
        return PlanResult(str(action), action, mean, error, count)

    def plans(self) -> list[PlanResult]:
        """Return the plans tried, by their share of the mix or, for an open choice, by tries."""
        by = self.shares if self.secret else self.tries
        return [self.plan(each) for each in sorted(range(len(by)), key=lambda each: -by[each]) if self.tries[each]]

    def mix(self) -> dict[Action, float]:
        """Return the chances of the actions, without shares so small that they stem from the first iterations."""
        least = RARE * sum(self.shares)
        kept = {action: share for action, share in zip(self.legal, self.shares) if share > least}
        return {action: share / sum(kept.values()) for action, share in kept.items()} or {self.legal[0]: 1.0}


class InformationSetTree(_Playing):
    """A tree of information sets, grown by one node per iteration."""

    def run(self, budget: _Budget) -> SearchResult:
        """Spend the budget on play-outs through the tree."""
        self.nodes: dict[Any, _Known] = {}
        self.low, self.high = inf, -inf
        used = 0.0
        while used < 1 and not budget.wished and len(self.legal) > 1:
            self._grow(budget.done)
            used = budget.spend()
        return self._found(budget.done)

    def _grow(self, number: int) -> None:
        """One iteration: down the tree, a new node, on at random, and back."""
        rules, random = self.rules, Random(self.seed + 2 * number + 1)
        start = self.position(number)
        state, path, inside = self.by_itself(start, random), list[tuple[Player, _Known, int, float]](), True
        while (values := self.ends(state, start, random)) is None:
            if (decider := rules.current_player(state)) == CHANCE:
                state = self.by_itself(state, random)
                continue
            if not inside:
                state = rules.apply(state, random.choice(rules.legal_actions(state)))
                continue
            node, inside = self._node(state, decider)
            chances = self._chances(node)
            each = random.choices(range(len(chances)), chances)[0] if node.secret else chances.index(max(chances))
            path.append((decider, node, each, chances[each] if node.secret else 0.0))
            state = rules.apply(state, node.legal[each])
        self._back(path, values)

    def _node(self, state: State, decider: Player) -> tuple[_Known, bool]:
        """Return the node of the deciding seat's view, and whether it existed before."""
        view = self.rules.observe(state, decider)
        known = self.nodes.get((decider, view))
        if known is not None:
            known.secret = known.secret or known.position != state
            return known, True
        legal, prior = tuple(self.rules.legal_actions(state)), self.hooks.prior
        hopes = [prior(view, action) if prior else 0.0 for action in legal]
        none = [0.0] * len(legal)
        node = _Known(legal, state, self._hidden(state, legal), hopes, [0] * len(legal), *(none[:] for _ in range(4)))
        self.nodes[decider, view] = node
        return node, False

    def _hidden(self, state: State, legal: tuple[Action, ...]) -> bool:
        """Whether the next deciding seat cannot tell the first two legal actions apart."""
        if len(legal) < 2:
            return False
        seen = []
        for action in legal[:2]:
            after = self.rules.apply(state, action)
            following = self.rules.current_player(after)
            if following in (CHANCE, OVER, self.rules.current_player(state)):
                return False
            seen.append((following, self.rules.observe(after, following)))
        return bool(seen[0] == seen[1])

    def _chances(self, node: _Known) -> list[float]:
        """Return the chances of a secret choice, or each action's upper confidence bound."""
        count = len(node.legal)
        if node.secret:
            mix = _matched(node.regrets)
            curious = CURIOUS / sqrt(1 + sum(node.tries) / FADES)
            return [curious / count + (1 - curious) * share for share in mix]
        trust, whole, width = self.hooks.trust, sum(node.tries), max(self.high - self.low, 1e-9)
        reach = EXPLORATION * width * sqrt(log(whole + 1) + 1)
        middle = sum(node.sums) / whole if whole else 0.0
        chances = []
        for hope, tries, total in zip(node.hopes, node.tries, node.sums):
            held = tries + trust
            mean = (total + trust * (middle + hope - fmean(node.hopes))) / held if held else 0.0
            chances.append(mean + reach / sqrt(tries) if tries else inf if not trust else mean + reach * 2)
        return chances

    def _back(self, path: list[tuple[Player, _Known, int, float]], values: Values) -> None:
        """Add the result to every node passed; ``chance`` is the chance of a secret choice, 0 for an open one."""
        for decider, node, each, chance in path:
            value = float(values[decider])
            self.low, self.high = min(self.low, value), max(self.high, value)
            node.tries[each] += 1
            node.sums[each] += value
            node.squares[each] += value * value
            if chance:
                middle = sum(node.sums) / sum(node.tries)
                for other, share in enumerate(_matched(node.regrets)):
                    node.shares[other] += share
                    node.regrets[other] += (value - middle) * ((other == each) / chance - 1)

    def _found(self, iterations: int) -> SearchResult:
        here = ((view, node) for (_, view), node in self.nodes.items() if node.legal == tuple(self.legal))
        node = next((node for view, node in here if view == self.view), None)
        if node is None or sum(node.tries) == 0:
            plans = tuple(PlanResult(str(action), action, 0.0, inf, 0) for action in self.legal)
            return SearchResult(
                plans, {self.legal[0]: 1.0}, self.legal[1:], (-inf, inf), iterations, self.basis(iterations)
            )
        found = node.plans()
        best, mix = found[0], node.mix() if node.secret else {found[0].action: 1.0}
        near = tuple(plan.action for plan in found[1:] if _close(plan, best))
        value = sum(mix.get(plan.action, 0.0) * plan.value for plan in found)
        margin = SURE * best.error
        return SearchResult(
            tuple(found), mix, near, (value - margin, value + margin), iterations, self.basis(iterations)
        )


def _close(one: PlanResult, other: PlanResult) -> bool:
    """Whether unpaired results leave open which of two actions is better."""
    return one.error == inf or abs(one.value - other.value) <= SURE * sqrt(one.error**2 + other.error**2)


def _matched(regrets: list[float]) -> list[float]:
    """Return chances in proportion to positive regrets; equal chances if there are none."""
    kept = [max(0.0, regret) for regret in regrets]
    whole = sum(kept)
    return [regret / whole for regret in kept] if whole > 0 else [1 / len(kept)] * len(kept)
