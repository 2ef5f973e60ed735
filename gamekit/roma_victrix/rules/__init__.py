"""The rules of Roma Victrix: positions, legal actions, chance outcomes and the positions after them.

>>> from random import Random
>>> from gamekit.play.protocol import play
>>> from gamekit.roma_victrix import rules
>>> random = Random(218)
>>> players = {name: lambda view, legal: random.choice(legal) for name in ("Pompeius", "Crassus")}
>>> *_, (end, last) = play(rules, players, random)
>>> current_player(end), sorted(returns(end))
('over', ['Crassus', 'Pompeius'])
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from typing import Any, Final, NamedTuple

from gamekit.play.protocol import CHANCE, OVER, IllegalAction
from gamekit.probability.distribution import Dist
from gamekit.roma_victrix import state as s
from gamekit.roma_victrix.rules import (
    battle,
    cards,
    movement,
    sea,
    sequence,
    solitaire,
    subjects,
    treasury,
    victory,
)
from gamekit.roma_victrix.rules.control import camp, scenario_constants
from gamekit.roma_victrix.rules.reasons import why_not
from gamekit.roma_victrix.rules.setup import initial_setup
from gamekit.roma_victrix.scenario import SOLITAIRE
from gamekit.roma_victrix.state import FLEET, NONE, Action, Body, Due, Pending, State, has_fleet, has_land, pop
from gamekit.roma_victrix.tables import FACES

Apply = Callable[[State, Any], State]


class LeftToPlayer(NamedTuple):
    """A phase in which a player decides: the legal actions, and by class of action the function that applies it."""

    legal: Callable[[State], tuple[Action, ...]]
    apply: Mapping[type, Apply]


class LeftToChance(NamedTuple):
    """A phase that chance decides: the outcomes, and a function that carries one out."""

    outcomes: Callable[[State], Dist[Any]]
    apply: Apply


def _die(state: State) -> Dist[Any]:
    return DIE


def _done(state: State, action: Action) -> State:
    """Return the position without the step on top of the agenda: the player does nothing."""
    return pop(state)


def _end_turn(state: State, action: s.EndTurn) -> State:
    return s.replace_step(state, Pending(Due.TURN_OVER))  # 4.2 E


DIE: Final = Dist({s.Die(face): 1 for face in FACES})
IN_TURN: Final[dict[type, Apply]] = {
    s.Play: cards.play_card,
    s.PlayIn: cards.choose_region,
    s.Join: movement.join_reduced,
    s.Found: movement.found_capital,
}
CHANCES: Final = {
    Due.MARKER_ROLL: LeftToChance(_die, sequence.marker_roll),
    Due.ATTRITION_ROLL: LeftToChance(_die, sequence.attrition_roll),
    Due.PASS_ROLL: LeftToChance(_die, sequence.pass_roll),
    Due.LEVY_ROLL: LeftToChance(_die, treasury.levy_roll),
    Due.CARD_DRAW: LeftToChance(cards.draw_odds, cards.apply_draw),
    Due.MUSTER_DRAW: LeftToChance(subjects.marker_numbers, treasury.place_warbands),
    Due.INITIATIVE: LeftToChance(sequence.markers_in_bag, sequence.begin_drawn_turn),
    Due.CONSULS: LeftToChance(sequence.consul_draw, sequence.place_consul),
    Due.OP_ROLL: LeftToChance(_die, movement.op_roll),
    Due.CALL_ROLL: LeftToChance(_die, subjects.call_roll),
    Due.INTERCEPT_ROLL: LeftToChance(_die, battle.intercept_roll),
    Due.WITHDRAW_ROLL: LeftToChance(_die, battle.withdraw_roll),
    Due.DICE: LeftToChance(lambda state: battle.BOTH, battle.roll),
    Due.DEATH_ROLL: LeftToChance(_die, battle.death_roll),
    Due.STAY_ROLL: LeftToChance(_die, battle.stay_roll),
    Due.PILLAGE_ROLL: LeftToChance(_die, movement.pillage_roll),
    Due.SEIZE_ROLL: LeftToChance(_die, sea.seize_roll),
    Due.SEA_ROLL: LeftToChance(_die, sea.sea_roll),
    Due.REVEAL: LeftToChance(subjects.marker_numbers, subjects.place_warbands),
    Due.CONTROLLER: LeftToChance(subjects.controllers, subjects.take_control),
    Due.REBELLION_ROLL: LeftToChance(_die, subjects.rebellion_roll),
    Due.CARD_ROLL: LeftToChance(_die, cards.card_roll),
    Due.WAY_ROLL: LeftToChance(_die, solitaire.choose_target),
}
DECISIONS: Final = {
    Due.MAINTAIN: LeftToPlayer(
        treasury.maintain_choices, {s.Maintain: treasury.maintain, s.Keep: treasury.end_maintenance}
    ),
    Due.RAISE: LeftToPlayer(
        treasury.raise_choices,
        {
            s.LevyRoll: treasury.begin_levy_roll,
            s.Raise: treasury.raise_unit,
            s.Rebuild: treasury.rebuild,
            s.Convert: treasury.convert,
            s.Keep: treasury.end_raising,
            **IN_TURN,
        },
    ),
    Due.CARD: LeftToPlayer(
        cards.card_choices, {s.Keep: _done, s.Swap: cards.exchange_card, s.Purchase: cards.buy_card}
    ),
    Due.ORDERS: LeftToPlayer(
        movement.order_choices,
        {
            s.Activate: movement.activate,
            s.Call: subjects.call_ally,
            s.EndTurn: _end_turn,
            **IN_TURN,
        },
    ),
    Due.LEADER: LeftToPlayer(
        movement.leader_choices,
        {
            s.Take: movement.take_along,
            s.Leave: movement.leave_behind,
            s.Enter: movement.enter,
            s.Embark: sea.embark,
            s.SailTo: sea.sail,
            s.Land: sea.land_force,
            s.Attack: battle.attack,
            s.Besiege: battle.besiege,
            s.Pillage: movement.pillage,
            s.Seize: sea.roll_to_seize,
            s.Ask: movement.ask_passage,
            s.EndLeader: movement.end_leader,
            **IN_TURN,
        },
    ),
    Due.PASSAGE: LeftToPlayer(
        lambda state: (s.Decline(), s.Allow()), {s.Allow: movement.allow_passage, s.Decline: movement.refuse_passage}
    ),
    Due.SHELTER: LeftToPlayer(
        lambda state: (s.Stand(), s.EnterCapital()), {s.Stand: _done, s.EnterCapital: movement.take_shelter}
    ),
    Due.INTERCEPT: LeftToPlayer(movement.intercept_choices, {s.Decline: _done, s.Intercept: battle.intercept}),
    Due.COMMIT: LeftToPlayer(battle.commit_choices, {s.Commit: battle.commit_interceptors, s.Leave: battle.hold_back}),
    Due.ANSWER: LeftToPlayer(
        battle.defender_choices, {s.Stand: _done, s.Withdraw: battle.withdraw, s.EnterCapital: battle.shut_gates}
    ),
    Due.WITHDRAW: LeftToPlayer(battle.refuge_choices, {s.RetreatTo: battle.complete_withdrawal}),
    Due.WINDOW: LeftToPlayer(
        cards.reaction_plays, {s.Decline: _done, s.Play: cards.play_card, s.PlayIn: cards.choose_region}
    ),
    Due.TARGET: LeftToPlayer(cards.targets_in_region, {s.Play: cards.play_card}),
    Due.SPLIT: LeftToPlayer(battle.split_choices, {s.Split: battle.spend_net}),
    Due.PAY: LeftToPlayer(battle.payments, {s.Pay: battle.pay}),
    Due.RETREAT: LeftToPlayer(
        battle.retreat_choices,
        {s.Stay: battle.stay, s.RetreatTo: battle.retreat, s.EnterCapital: battle.enter_capital},
    ),
    Due.PLACE_LEADER: LeftToPlayer(sequence.muster_points, {s.RetreatTo: sequence.place_drawn_leader}),
    Due.PUT_IN: LeftToPlayer(sea.put_in_choices, {s.RetreatTo: sea.put_into_port}),
    Due.FOUND: LeftToPlayer(
        lambda state: (s.Decline(), *movement.founding_choices(state)),
        {s.Decline: _done, s.Found: movement.found_capital},
    ),
    Due.CARDS: LeftToPlayer(cards.recruit_choices, {s.Keep: _done, s.Raise: cards.add_recruit}),
}
AUTOMATIC: Final[dict[Due, Callable[[State], State]]] = {
    Due.GAME_TURN: sequence.begin_game_turn,
    Due.ATTRITION: sequence.schedule_attrition,
    Due.REVENUE: treasury.revenue,
    Due.UPKEEP: treasury.begin_upkeep,
    Due.ENTERED: movement.carry_out_arrival,
    Due.CLASH: battle.prepare_fight,
    Due.LOSSES: battle.losses,
    Due.VERDICT: battle.after_losses,
    Due.CASTING: lambda state: battle.end_fight(pop(state)),
    Due.END_LEADER: movement.end_activation,
    Due.TURN_OVER: movement.turn_over,
    Due.RELEASE: sequence.end_attrition,
    Due.BAG: sequence.fill_bag,
    Due.CREATION: solitaire.creation_steps,
    Due.ROMAN_TURN: solitaire.roman_turn,
    Due.OTHERS: solitaire.draw_other_majors,
    Due.EFFECT: cards.carry_out_card,
}
DONE: Final = {Due.RAISE: (s.Keep(),), Due.ORDERS: (s.EndTurn(),), Due.CARDS: (s.Keep(),)}
_latest: tuple[State | None, tuple[Action, ...]] = (None, ())  # the position last asked about, and its legal actions


def initial_state(
    scenario: str = "two_consuls",
    seats: int | None = None,
    options: Iterable[str] = (),
    rulings: Mapping[str, str] | None = None,
) -> State:
    """Return a scenario's first position for a number of players, by default the fewest that it allows.

    ``options`` are optional rules by clause, and "open stacks", "sudden death" (4.32), "turns 3" (4.34, 4.35);
    ``rulings`` are readings other than those of ``rulings.csv``. ValueError on an unknown name.
    """
    return settled(initial_setup(scenario, seats, options, rulings))


def current_player(state: State) -> str:
    """Return the name of the power whose player acts, or CHANCE or OVER."""
    step = state.agenda[-1]
    if step.phase == Due.OVER:
        return OVER
    return CHANCE if step.phase in CHANCES else scenario_constants(state).powers[step.actor]


def seats(state: State) -> tuple[str, ...]:
    """Return the players by the names of their powers, in the order of the scenario."""
    frame = scenario_constants(state)
    return tuple(frame.powers[seat] for seat in frame.seats)


def legal_actions(state: State) -> tuple[Action, ...]:
    """Return the actions of the player to act, in a fixed order; empty when chance acts or the game is over."""
    global _latest
    position_before, actions_then = _latest
    if position_before is state:
        return actions_then
    decision = DECISIONS.get(state.agenda[-1].phase)
    actions = decision.legal(state) if decision else ()
    _latest = state, actions
    return actions


def chance_outcomes(state: State) -> Dist[Any]:
    """Return the distribution of the chance outcome: a die, both dice of a combat, a marker, a card, a consul."""
    chance = CHANCES.get(state.agenda[-1].phase)
    if chance is None:
        raise ValueError(f"nothing is left to chance here: {why_not(state, None)}")
    return chance.outcomes(state)


def apply(state: State, action: Action) -> State:
    """Return the position after an action or an outcome of chance, up to the next thing to decide.

    Raises IllegalAction with the action, the place and the clause. Steps that leave no choice are carried out at once.
    """
    phase = state.agenda[-1].phase
    if phase in CHANCES:
        chance = CHANCES[phase]
        if not (_plain(action) and action in chance.outcomes(state)):
            raise IllegalAction(why_not(state, action, chance=True))
        return settled(chance.apply(state, action))
    if not _plain(action) or action not in legal_actions(state):
        raise IllegalAction(why_not(state, action))
    return settled(DECISIONS[phase].apply[type(action)](state, action))


def _plain(action: object) -> bool:
    """Return whether an action's values are only strings and ints: True and 1.0 equal 1 but are not dice."""
    if not isinstance(action, s.ACTIONS):
        return False
    return all(type(getattr(action, field.name)) in (str, int) for field in fields(action))


def settled(state: State) -> State:
    """Return the position after all automatic steps, up to the next decision of a player or of chance."""
    while True:
        step = state.agenda[-1]
        if step.phase in AUTOMATIC:
            state = AUTOMATIC[step.phase](state)
            continue
        onward = _without_choice(state, step)
        if onward is None:
            return movement.leave_capitals(state)
        state = onward


def _without_choice(state: State, step: Pending) -> State | None:
    """Return the position after a step that leaves nobody a choice; None when there is a choice."""
    check = FORGONE.get(step.phase)
    onward = check(state) if check is not None else None
    if onward is not None:
        return onward
    if state.seats == SOLITAIRE and step.phase in DECISIONS and step.actor not in scenario_constants(state).seats:
        action = solitaire.auto_action(state, legal_actions(state))  # 16.42: the choice of a power without a player
        if action is None:
            return solitaire.schedule_target_die(state)
        return DECISIONS[step.phase].apply[type(action)](state, action)
    if step.phase in DONE and legal_actions(state) == DONE[step.phase]:
        decision = DECISIONS[step.phase]
        return decision.apply[type(DONE[step.phase][0])](state, DONE[step.phase][0])
    return None


def _leader_gone(state: State) -> State | None:
    gone = state.active is None or state.leaders[state.active.leader].place < 0
    return pop(state) if gone else None


def _nowhere(state: State) -> State | None:
    after = battle.eliminate_trapped(state)
    return None if after is state else after


def _unless(asks: Callable[[State], object]) -> Callable[[State], State | None]:
    """Return a check that drops a step for which ``asks`` gives nothing to decide."""
    return lambda state: None if asks(state) else pop(state)


FORGONE: Final[dict[Due, Callable[[State], State | None]]] = {
    Due.WINDOW: _unless(lambda state: state.hands[state.agenda[-1].actor]),
    Due.INTERCEPT: _unless(lambda state: legal_actions(state)[1:]),
    Due.COMMIT: lambda state: None if legal_actions(state)[1:] else battle.commit_interceptors(state, s.Commit()),
    Due.FOUND: _unless(lambda state: legal_actions(state)[1:]),
    Due.PLACE_LEADER: _unless(legal_actions),
    Due.LEADER: _leader_gone,
    Due.CARD_DRAW: _unless(lambda state: state.agenda[-1].note or state.deck),
    Due.PAY: battle.pay_forced,
    Due.RETREAT: _nowhere,
    Due.PUT_IN: sea.no_haven,
    Due.MAINTAIN: treasury.feed_without_choice,
    Due.ANSWER: battle.call_off_fight,
    Due.DICE: battle.call_off_fight,
}


def returns(state: State) -> dict[str, Fraction]:
    """Return each player's victory per cent (4.51); ValueError before the end."""
    if state.agenda[-1].phase != Due.OVER:
        raise ValueError("the game is not over, so nobody has a victory per cent yet (4.5)")
    names = scenario_constants(state).powers
    return {names[seat]: percent for seat, percent in victory.percentages(state).items()}


# What a player sees ---------------------------------------------------------------------------------------------------

HIDDEN: Final = "?"  # a card in another's hand
UNSEEN: Final = -1  # the count of a counter in a stack that is not known
UNSEEN_OF: Final = {  # by whether it has land units, and fleets
    (land, ships): (UNSEEN * land,) * FLEET + (UNSEEN * ships,) * (len(s.COUNTERS) - FLEET)
    for land in (False, True)
    for ships in (False, True)
}


@dataclass(frozen=True, slots=True)
class View:
    """A position as one player sees it: unknown counts are -1, unknown cards "?", the deck all cards not seen."""

    player: int
    state: State


def observe(state: State, player: Hashable) -> View:
    """Return a player's view of a position. ValueError if no player has that name."""
    frame = scenario_constants(state)
    names = [frame.powers[seat] for seat in frame.seats]
    if player not in names:
        raise ValueError(f"{player!r} is not a player here; they are {', '.join(names)}")
    seat = frame.powers.index(str(player))
    open_ = "open stacks" in state.options
    groups = tuple(_seen(state, group, seat, open_) for group in state.groups)
    hands = tuple(hand if power == seat else (HIDDEN,) * len(hand) for power, hand in enumerate(state.hands))
    others = [card for power, hand in enumerate(state.hands) if power != seat for card in hand]
    unused = tuple(
        units if open_ or camp(state, power) == seat else s.NO_UNITS for power, units in enumerate(state.unused)
    )
    agenda = tuple(_step(step, seat) for step in state.agenda)
    deck = tuple(sorted((*state.deck, *others)))
    raised = state.raised if open_ or agenda[-1].actor == seat else ()  # what others raise joins their stacks
    return View(
        seat, replace(state, groups=groups, hands=hands, unused=unused, agenda=agenda, deck=deck, raised=raised)
    )


def common_view(state: State) -> View:
    """Return the view that all players share: no hands, and only the counters that every one of them knows."""
    frame = scenario_constants(state)
    views = [observe(state, frame.powers[seat]).state for seat in frame.seats]
    known = [{view.groups[number].units for view in views} for number in range(len(state.groups))]
    groups = tuple(
        replace(group, known=0) if len(units) == 1 else _seen(state, replace(group, known=0), NONE, False)
        for group, units in zip(views[0].groups, known)
    )
    hands = tuple((HIDDEN,) * len(hand) for hand in state.hands)
    deck = tuple(sorted((*state.deck, *(card for hand in state.hands for card in hand))))
    unused = (s.NO_UNITS,) * len(state.unused)
    agenda = tuple(replace(step, note=()) if step.phase == Due.PAY else step for step in state.agenda)
    return View(NONE, replace(state, groups=groups, hands=hands, unused=unused, agenda=agenda, deck=deck, raised=()))


def _seen(state: State, group: Body, seat: int, open_: bool) -> Body:
    if open_ or camp(state, group.owner) == seat or (seat >= 0 and group.known >> seat & 1):
        return Body(group.place, group.owner, group.units, group.status, group.inside, group.hungry, 1 << seat)
    units = UNSEEN_OF[has_land(group.units), has_fleet(group.units)]
    return Body(group.place, group.owner, units, group.status, group.inside, group.hungry)


def _step(step: Pending, seat: int) -> Pending:
    """Return a step as a seat sees it: the counters before a payment, its ``note``, are known to their owner only."""
    return replace(step, note=()) if step.phase == Due.PAY and step.actor != seat else step


def position(seen: State | View) -> State:
    """Return the position itself, or the position in a view, with its unknown counts."""
    return seen.state if isinstance(seen, View) else seen
