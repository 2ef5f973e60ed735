"""The rules of Julius Caesar (see ``gamekit.play.protocol``): legal actions, chance, and the position after each.

>>> from random import Random
>>> from gamekit.play.protocol import random_strategy, play
>>> from gamekit.julius_caesar import rules
>>> random = Random(49)
>>> players = {side: random_strategy(random) for side in ("Caesar", "Pompey")}
>>> *_, (end, last) = play(rules, players, random)
>>> current_player(end), sum(returns(end).values())
('over', 0)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields, replace
from typing import Any, Final, NamedTuple

from gamekit.julius_caesar import state as s
from gamekit.julius_caesar.rules import battle, cards, movement, winter
from gamekit.julius_caesar.rules.cards import initial_state
from gamekit.julius_caesar.rules.control import side_ahead, victory_points
from gamekit.julius_caesar.rules.reasons import why_not
from gamekit.julius_caesar.rules.views import decides, observe
from gamekit.julius_caesar.state import DONE, NONE, Action, Phase, State
from gamekit.julius_caesar.tables import SIDES, deviation_basis
from gamekit.play.protocol import IllegalAction
from gamekit.probability.distribution import Basis, Dist
from gamekit.storage.data_files import clauses
from gamekit.text.translation import note

__all__ = [
    "apply",
    "basis",
    "basis_of",
    "chance_outcomes",
    "current_player",
    "initial_state",
    "legal_actions",
    "observe",
    "returns",
    "victory_points",
]

NOTES: Final = (  # rulings, and differences of this edition from others
    "julius_caesar.judged.card_counts", "julius_caesar.judged.group", "julius_caesar.judged.no_return",
    "julius_caesar.judged.mercury", "julius_caesar.judged.response_strait", "julius_caesar.judged.sea_borders",
    "julius_caesar.judged.navis_attack", "julius_caesar.judged.few_levies", "julius_caesar.judged.elephant_levy",
    "julius_caesar.judged.decline", "julius_caesar.judged.jupiter_draw", "julius_caesar.judged.jupiter_adjacent",
    "julius_caesar.judged.defector", "julius_caesar.judged.cleopatra", "julius_caesar.judged.cleopatra_turn",
    "julius_caesar.judged.exchange", "julius_caesar.judged.sea_and_road", "julius_caesar.judged.navis_origins",
    "julius_caesar.judged.navis_shore", "julius_caesar.judged.empty_city", "julius_caesar.judged.both_ten",
    "julius_caesar.judged.winter_turns", "julius_caesar.judged.face_down", "julius_caesar.edition.winter",
    "julius_caesar.edition.cleopatra", "julius_caesar.edition.vulcan",
)  # fmt: skip
# Every clause of the rules, then the rulings and the differences of this rulebook as notes.
basis: Final = (*(c for c in clauses("julius_caesar") if not c.startswith("X.")), *map(note, NOTES))
Apply = Callable[[State, Any], State]


class Decision(NamedTuple):
    """A phase in which a player decides: its legal actions, and a function for each kind of action."""

    legal: Callable[[State], tuple[Action, ...]]
    apply: Mapping[type, Apply]


def _to(phase: Phase) -> Apply:
    """Return a function of (state, action) that begins ``phase``, for Done."""
    return lambda state, action: replace(state, phase=phase)


class Chance(NamedTuple):
    """A phase in which chance decides: the distribution of its outcomes."""

    outcomes: Callable[[State], Dist[Action]]
    apply: Apply


CHANCES = {
    Phase.DEAL: Chance(cards.card_distribution, cards.deal),
    Phase.DRAW: Chance(movement.defector_distribution, movement.draw_defector),
    Phase.FIRE: Chance(battle.rolls, battle.roll),
}
DECISIONS = {
    Phase.DEPLOY: Decision(cards.deployments, {s.Deploy: cards.deploy}),
    Phase.DISCARD: Decision(cards.discards, {s.Discard: cards.discard}),
    Phase.PLAY: Decision(cards.plays, {s.Play: cards.play}),
    Phase.MOVE: Decision(
        movement.moves,
        {s.Take: movement.take_in_hand, s.Embark: movement.embark, s.Done: lambda state, _: movement.end_moves(state)},
    ),
    Phase.STEP: Decision(
        movement.step_choices, {s.Go: movement.step, s.Stop: lambda state, _: movement.put_down(state)}
    ),
    Phase.VOYAGE: Decision(movement.voyage_choices, {s.Go: movement.voyage}),
    Phase.MAIN: Decision(movement.main_choices, {s.MainAttack: movement.declare}),
    Phase.LEVY: Decision(
        movement.levies, {s.Strengthen: movement.strengthen, s.Levy: movement.levy, s.Done: _to(Phase.COMMANDED)}
    ),
    Phase.MUSTER: Decision(movement.muster_choices, {s.Go: movement.place_levied}),
    Phase.JUPITER: Decision(movement.jupiter_choices, {s.Target: movement.jupiter, s.Done: _to(Phase.COMMANDED)}),
    Phase.DEFECT: Decision(movement.defect_choices, {s.Go: movement.defect}),
    Phase.VULCAN: Decision(movement.vulcan_choices, {s.Target: movement.vulcan, s.Done: _to(Phase.COMMANDED)}),
    Phase.BATTLE: Decision(winter.battle_choices, {s.JoinBattle: winter.join_battle}),
    Phase.TURN: Decision(battle.turn_choices, dict.fromkeys((s.Fire, s.Pass, s.Retreat), battle.take_turn)),
    Phase.HIT: Decision(battle.hit_choices, {s.TakeHit: battle.take_hit}),
    Phase.RETREAT: Decision(battle.retreat_choices, {s.Go: battle.retreat}),
    Phase.REGROUP: Decision(battle.regroup_choices, {s.Regroup: battle.regroup, s.Done: _to(Phase.BATTLES)}),
    Phase.REGROUP_TO: Decision(battle.regroup_to_choices, {s.Go: battle.regroup_to}),
    Phase.HARBOUR: Decision(winter.ports_for_navis, {s.Go: winter.harbour}),
    Phase.SUPPLY: Decision(winter.supply_choices, {s.Disband: winter.starve}),
    Phase.DISBAND: Decision(winter.disband_choices, {s.Disband: winter.send_home, s.Done: winter.end_disbanding}),
}
AUTOMATIC = {
    Phase.REVEAL: cards.reveal,
    Phase.COMMAND: movement.begin,
    Phase.COMMANDED: winter.end_command,
    Phase.BATTLES: winter.next_battle,
    Phase.CLASH: battle.next_battle_decision,
    Phase.TURN_OVER: winter.begin_next_turn,
    Phase.WINTER: winter.cleopatra_goes_home,
    Phase.PORTS: winter.navis_to_port,
    Phase.STORES: winter.supply,
    Phase.VERDICT: winter.end_if_won,
    Phase.YEAR_OVER: winter.new_year,
}
IN_HAND = {  # by phase: the phases in which one of its blocks is in hand
    Phase.MOVE: (Phase.STEP, Phase.VOYAGE),
    Phase.LEVY: (Phase.MUSTER,),
    Phase.REGROUP: (Phase.REGROUP_TO,),
}
_latest: tuple[State | None, tuple[Action, ...]] = (None, ())  # the position last asked about, and its legal actions


def basis_of(state: State) -> Basis:
    """Return the basis of one game: ``basis``, then the unclear rules that its reading decides against the text."""
    return (*basis, *deviation_basis(state.online))


def current_player(state: State) -> str:
    """Return the side to act ("Caesar", "Pompey"), CHANCE or OVER."""
    return decides(state)


def legal_actions(state: State) -> tuple[Action, ...]:
    """Return the legal actions of the side to act, in a fixed order; empty when chance acts or the game is over."""
    global _latest
    asked, known = _latest
    if asked is state:
        return known
    decision = DECISIONS.get(state.phase)
    actions = decision.legal(state) if decision else ()
    _latest = state, actions
    return actions


def chance_outcomes(state: State) -> Dist[Action]:
    """Return the outcomes of chance with integer weights: a card, the number of hits, a block for Jupiter."""
    if state.phase not in CHANCES:
        raise ValueError(f"chance does not act here: {why_not(state, None)}")
    return CHANCES[state.phase].outcomes(state)


def apply(state: State, action: Action) -> State:
    """Return the position after an action or an outcome of chance, up to the next thing to decide.

    Raises IllegalAction with the reason. A phase that begins with Done as the only action is skipped; one in which
    something was done ends by Done.
    """
    if state.phase in CHANCES:
        chance = CHANCES[state.phase]
        if not (_plain(action) and action in chance.outcomes(state)):
            raise IllegalAction(why_not(state, action))
        return _settled(state, chance.apply(state, action))
    if action not in legal_actions(state):
        raise IllegalAction(why_not(state, action))
    return _settled(state, DECISIONS[state.phase].apply[type(action)](state, action))


def _plain(action: object) -> bool:
    """Return whether an action holds only names and ints: True and 1.0 equal 1 but are not a number of hits."""
    return isinstance(action, s.ACTIONS) and all(
        type(getattr(action, field.name)) in (str, int)
        for field in fields(action)  # type: ignore[arg-type]
    )


def _settled(before: State, state: State) -> State:
    """Move on to the next decision, past phases whose only legal action is Done."""
    goes_on = before.phase == state.phase or before.phase in IN_HAND.get(state.phase, ())
    begins = not goes_on or before.actor != state.actor
    while True:
        decision = DECISIONS.get(state.phase)
        if state.phase in AUTOMATIC:
            state, begins = AUTOMATIC[state.phase](state), True
        elif begins and decision and s.Done in decision.apply and legal_actions(state) == (DONE,):
            state = decision.apply[s.Done](state, DONE)
        else:
            return state


def returns(state: State) -> dict[str, int]:
    """Return 1 for the winner, -1 for the loser, 0 for a draw (1.2); ValueError before the end."""
    if state.phase != Phase.OVER:
        raise ValueError("the game is not over, so nobody has won or lost yet")
    winner = side_ahead(state)
    return {side: 0 if winner == NONE else 1 if winner == number else -1 for number, side in enumerate(SIDES)}
