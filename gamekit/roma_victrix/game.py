"""The names of the whole game, which the package loads when the first of them is asked for: odds alone need none."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from importlib import import_module
from random import Random
from typing import TYPE_CHECKING

from gamekit.play.protocol import CHANCE
from gamekit.roma_victrix import players, rules
from gamekit.roma_victrix.describe import named_in, told
from gamekit.roma_victrix.forces import attacker_wins
from gamekit.roma_victrix.geography import PLACES, PROVINCE
from gamekit.roma_victrix.odds.combat import Combat, LandCombat, Luck, NavalCombat
from gamekit.roma_victrix.odds.events import can_pay, holds, is_taken, leads, rises
from gamekit.roma_victrix.odds.forecasts import budget, fight, reach, siege_year
from gamekit.roma_victrix.odds.siege import Siege
from gamekit.roma_victrix.positions import PositionError, action_from_json, action_to_json, from_json, omitted, to_json
from gamekit.roma_victrix.rules import (
    View,
    apply,
    battle,
    chance_outcomes,
    current_player,
    initial_state,
    legal_actions,
    observe,
    returns,
    victory,
)
from gamekit.roma_victrix.rules.control import as_major, capital_at, frame_of, name_of
from gamekit.roma_victrix.rules.units import units_of
from gamekit.roma_victrix.rules.views import HIDDEN
from gamekit.roma_victrix.state import ACTIONS, COUNTERS, Action, Body, Die, Due, State
from gamekit.roma_victrix.tables import SIDES
from gamekit.storage import data_files
from gamekit.storage.record import Record, read
from gamekit.text import translation

QUIET = ("Decline", "Commit", "Stand", "Pay", "Take", "Keep", "Split", "Draw")  # actions that a tale passes over


def seen(view: View, language: str | None = None) -> Iterator[tuple[str, str]]:
    """What a seat sees, in rows of (heading, text): the turn, the powers, then every place with its stacks, each under
    the leader whom it follows.

    >>> rows = dict(seen(observe(initial_state(), "Crassus")))
    >>> rows["Narbonensis"], rows["Latium (Mare Tyrrhenum)"]
    ('Afranius 1: not seen', 'Crassus: 2 FLEET')
    """
    state = view.state
    frame = frame_of(state)
    yield translation.word("roma_victrix.seen.turn", language, turn=state.turn, of=victory.last_turn(state)), ""
    for seat in frame.seats:
        done, of = victory.score(state, seat)
        held = [
            named_in(PLACES[place], language) for place in range(len(PROVINCE)) if victory.holds(state, seat, place)
        ]
        cards = [
            translation.word("roma_victrix.seen.unseen", language) if card == HIDDEN else named_in(card, language)
            for card in state.hands[seat]
        ]
        yield (
            named_in(frame.powers[seat], language),
            translation.word(
                "roma_victrix.seen.seat",
                language,
                treasury=state.treasury[seat],
                cards=", ".join(cards) or "–",
                done=done,
                of=of,
                held=", ".join(held) or "–",
            ),
        )
    if state.agenda[-1].phase == Due.OVER:
        yield translation.word("roma_victrix.seen.order", language), "; ".join(_ranked(state, language))
    for place, name in enumerate(PLACES):
        if stacks := list(_stacks(state, place, language)):
            yield named_in(name, language), "; ".join(stacks)


def _ranked(state: State, language: str | None) -> Iterator[str]:
    """The players from the winner down, with what decides between them (4.51 to 4.53)."""
    for percent, revenue, treasury, seat in victory.ranking(state):
        power = named_in(frame_of(state).powers[seat], language)
        values = {"percent": f"{float(percent):.1f}%", "revenue": revenue, "treasury": treasury}
        yield translation.word("roma_victrix.seen.ranked", language, power=power, **values)


def _stacks(state: State, place: int, language: str | None) -> Iterator[str]:
    """What stands in a place: its capital, then its groups, each power's leaders before its counters."""
    city = capital_at(state, place)
    if city and city.csp:
        power = named_in(name_of(state, city.owner), language)
        yield translation.word("roma_victrix.seen.capital", language, power=power, csp=city.csp)
    for owner, power in enumerate(frame_of(state).powers):
        leaders = [each for each in state.leaders if (each.place, each.owner) == (place, owner)]
        groups = [group for group in state.groups if (group.place, group.owner) == (place, owner)]
        if leaders or groups:
            who = " + ".join(f"{named_in(each.name, language)} {each.rating}" for each in leaders)
            yield f"{who or named_in(power, language)}: {_counters(groups, language)}"


def _counters(groups: list[Body], language: str | None) -> str:
    """Counters by number and kind, as far as they are seen."""
    if any(min(group.units) < 0 for group in groups):
        return translation.word("roma_victrix.seen.unseen", language)
    return ", ".join(f"{count} {counter}" for counter, count in zip(COUNTERS, units_of(groups)) if count) or "–"


def year_told(seed: int = 218, scenario: str = "second_punic_war", language: str | None = None) -> Iterator[str]:
    """A scenario's first year among plain players in sentences, each fight with its odds before the dice.

    >>> sum("CSP against" in line for line in year_told()) > 0
    True
    """
    random, state = Random(seed), rules.initial_state(scenario)
    while state.turn <= 1 and (player := rules.current_player(state)) != "over":
        if state.agenda[-1].phase == Due.DICE:
            yield _odds(state, language)
        if player == CHANCE:
            action = rules.chance_outcomes(state).sample(random)
            sentence = _roll(state, action, language) if isinstance(action, Die) else told(action, language)
        else:
            action = players.plain(rules.observe(state, player), rules.legal_actions(state))
            sentence = f"{named_in(player, language)}: {told(action, language)}"
        if type(action).__name__ not in QUIET:
            yield sentence
        state = rules.apply(state, action)


def _roll(state: State, action: Die, language: str | None) -> str:
    """What a die is for, and what it shows."""
    step = state.agenda[-1]
    if step.phase == Due.OP_ROLL:
        leader = state.leaders[step.who]
        points = action.die + leader.rating
        return translation.word(
            "roma_victrix.told.points", language, leader=named_in(leader.name, language), points=points
        )
    return f"{translation.word(f'roma_victrix.roll.{step.phase}', language)}: {action.die}"


def at_hand(state: State) -> Combat | Siege:
    """The calculator of the fight for which the dice are to be thrown: both forces, the city, and the cards played.

    ValueError when nobody fights."""
    fight = battle.battle_of(state)
    mine, theirs = battle.forces(state)
    helped = tuple(side for side, points in zip(SIDES, fight.points) if points)
    city = capital_at(state, fight.place)
    if fight.at == "siege" and city is not None:
        return Siege(mine, theirs if theirs.csp else None, city.csp, as_major(state, city), 1, advantage=helped)
    return (NavalCombat if fight.at == "sea" else LandCombat)(mine, theirs, advantage=helped)


def example_of_play() -> Record:
    """The rulebook's example of play (X.2 to X.11), 218 BC, as a record by the rules.

    >>> len(example_of_play().entries)
    427
    """
    return read(data_files.text("roma_victrix/example_of_play.jsonl"), import_module(__package__ or ""))


@dataclass(frozen=True, slots=True)
class Fought:
    """A fight of a record: the exact chance that the attack had before the dice (that the city falls to the throw, in a
    siege), and how many of the 36 throws would have been worse for it, as good, and better."""

    place: str
    attacker: str
    defender: str
    strengths: tuple[int, int]
    p: Fraction
    dice: tuple[int, int]
    luck: Luck | None


def fights_of(record: Record) -> Iterator[Fought]:
    """The fights of a record in their order, each with its odds before the dice and the luck of the throw.

    >>> first = next(fights_of(example_of_play()))
    >>> first.place, first.p, first.dice, first.luck
    ('Cilicia', Fraction(13, 18), (5, 2), Luck(worse=30, equal=3, better=3))
    """
    for state, entry in zip(record.positions(), record.entries):
        if state.agenda[-1].phase != Due.DICE:
            continue
        fight, asked = battle.battle_of(state), at_hand(state)
        sides = [_fighting(state, role, "en") for role in (0, 1)]
        dice = entry.action.attacker, entry.action.defender
        if isinstance(asked, Siege):
            p, luck = asked.p_falls(), None
        else:
            p, luck = asked.odds("win").p(attacker_wins), asked.luck(*dice)
        yield Fought(PLACES[fight.place], sides[0], sides[1], battle.strengths(state), Fraction(p), dice, luck)


def _odds(state: State, language: str | None) -> str:
    """Who attacks whom where, and how often the attack wins, or the city falls to this throw, when the net modifier is
    spent on that."""
    fight, calculator = battle.battle_of(state), at_hand(state)
    if isinstance(calculator, Siege):
        kind, p = "siege", calculator.p_falls()
    else:
        kind, p = "odds", calculator.odds("win").p(attacker_wins)
    sides = [_fighting(state, role, language) for role in (0, 1)]
    mine, theirs = battle.strengths(state)
    named = {"attacker": sides[0], "defender": sides[1], "place": named_in(PLACES[fight.place], language)}
    return translation.word(
        f"roma_victrix.told.{kind}", language, **named, p=translation.percent(p), mine=mine, theirs=theirs
    )


def _fighting(state: State, role: int, language: str | None) -> str:
    """Whose counters fight, and under which player when they are not his own."""
    side = battle.battle_of(state).sides[role]
    owners = {group.owner for group in battle.fighters(state, role)}
    power = named_in(name_of(state, side), language)
    if not owners or side in owners or side < 0:
        return power
    others = ", ".join(named_in(name_of(state, owner), language) for owner in sorted(owners))
    return translation.word("roma_victrix.told.under", language, power=others, player=power)


__all__ = [
    "ACTIONS",
    "Action",
    "Due",
    "PositionError",
    "State",
    "View",
    "action_from_json",
    "action_to_json",
    "apply",
    "budget",
    "can_pay",
    "chance_outcomes",
    "current_player",
    "example_of_play",
    "fight",
    "fights_of",
    "from_json",
    "holds",
    "initial_state",
    "is_taken",
    "leads",
    "legal_actions",
    "observe",
    "omitted",
    "reach",
    "returns",
    "rises",
    "rules",
    "seen",
    "siege_year",
    "to_json",
    "told",
    "year_told",
]

if TYPE_CHECKING:
    from gamekit.play.protocol import Rules

    _checked: Rules = rules  # the module keeps to the protocol
