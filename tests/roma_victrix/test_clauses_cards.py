"""Cards and optional rules: when a card may be played and drawn, regions conquered, leaders drawn one by one, calls
(11.2, 14.0, 15.0)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gamekit.roma_victrix import rules
from gamekit.roma_victrix import state as s
from gamekit.roma_victrix.geography import INDEX, OF_REGION, PLACES
from gamekit.roma_victrix.rules import cards, subjects
from gamekit.roma_victrix.rules.control import with_garrison
from gamekit.roma_victrix.state import Due, Pending, State
from tests.roma_victrix.setting import (
    active,
    at,
    can,
    do,
    economy_of,
    empty,
    hand,
    holder,
    lead,
    phase,
    power,
    put,
    rich,
    turn_of,
    where,
    with_csp,
)

KILL = "Assassination Attempt"


# 4.2 C 4, 14.13, 15.84 ------------------------------------------------------------------------------------------------


def segment(*held: str, used: bool = False, options: tuple[str, ...] = ()) -> State:
    state = hand(empty("two_consuls", options=options), "Pompeius", *held)
    step = (Pending(Due.OVER), Pending(Due.CARD, 0, who=0))
    return replace(state, deck=("Leader", "Piracy"), agenda=step, used=frozenset({0} if used else ()))


@pytest.mark.clause("roma_victrix", "4.2", "14.13", "14.14", "15.84")
@pytest.mark.parametrize(
    ("held", "used", "options", "after", "gone"),
    [
        (("Ambush",), False, (), 1, 1),  # discarded for another
        ((), True, (), 1, 0),  # one played is replaced
        (("Ambush", "Attrition"), False, ("15.84",), 2, 1),
        (("Ambush", "Attrition"), True, ("15.84",), 3, 0),
        (("Ambush",), True, (), 1, 1),  # 14.14: no second card
    ],
)
def test_a_card_is_drawn_for_one_played_or_discarded(
    held: tuple[str, ...], used: bool, options: tuple[str, ...], after: int, gone: int
) -> None:
    state = do(segment(*held, used=used, options=options), s.Swap(), s.Draw("Leader"))
    assert (len(state.hands[0]), len(state.discards)) == (after, gone)
    assert can(state, s.Swap) == set()  # one a year
    assert 0 not in state.used


@pytest.mark.clause("roma_victrix", "4.2", "14.13")
def test_without_a_card_played_or_held_none_is_drawn() -> None:
    assert rules.legal_actions(segment()) == (s.Keep(),)
    chosen = segment("Ambush", "Attrition", options=("15.84",))
    assert s.Swap("Attrition") in rules.legal_actions(chosen)
    assert do(chosen, s.Swap("Attrition"), s.Draw("Leader")).hands[0] == ("Ambush", "Leader")
    assert s.Swap("Attrition") not in rules.legal_actions(segment("Ambush", "Attrition", used=True, options=("15.84",)))


# 15.82 ----------------------------------------------------------------------------------------------------------------


def mauretania(missing: str = "Sitifensis") -> State:
    state = empty("six_powers", options=("15.82",))
    rome = power(state, "Rome")
    for place in OF_REGION["Mauretania"]:
        state = with_garrison(state, place, rome if PLACES[place] != missing else -1)
    state = lead(put(state, "Rome", "Tingitana", "2 LGN"), "Rome", "Sulla", 3, "Tingitana", True)
    return replace(state, deck=("Piracy",), regions=cards.regions_held(state))


@pytest.mark.clause("roma_victrix", "15.82")
def test_a_region_held_from_the_start_brings_no_card_and_one_conquered_does() -> None:
    start = rules.initial_state("six_powers", options=("15.82",))
    assert start.regions
    names = {region for _, region in start.regions}
    assert all({start.garrisons[place] for place in OF_REGION[region]} for region in names)
    rest = active(turn_of(mauretania(""), "Rome"), "Sulla", 5, s.EndLeader())
    assert phase(rest) != Due.CARD_DRAW
    won = active(turn_of(mauretania(), "Rome"), "Sulla", 8)
    near = [a for a in rules.legal_actions(won) if isinstance(a, s.Enter)]
    way = ["Mauretania", "Sitifensis"] if s.Enter("Mauretania") in near else ["Sitifensis"]
    for place in way:
        won = do(won, s.Enter(place))
        while phase(won) in (Due.WINDOW, Due.INTERCEPT):
            won = do(won, s.Decline())
    won = do(won, s.EndLeader())
    assert holder(won, "Sitifensis") == "Rome"
    assert phase(won) == Due.CARD_DRAW


@pytest.mark.clause("roma_victrix", "15.82")
def test_a_region_that_came_without_conquest_brings_none_and_one_won_back_does() -> None:
    state = mauretania()
    given = with_garrison(turn_of(state, "Rome"), INDEX["Sitifensis"], power(state, "Rome"))
    assert phase(active(given, "Sulla", 5, s.EndLeader())) != Due.CARD_DRAW  # no conquest of his
    held = replace(mauretania(""), active=s.Active(0))
    lost = cards.reward(with_garrison(held, INDEX["Sitifensis"], power(state, "Pontus")), power(state, "Pontus"))
    assert ("Mauretania" in {region for _, region in held.regions}, "Mauretania" in {r for _, r in lost.regions}) == (
        True,
        False,
    )
    back = with_garrison(
        replace(lost, active=s.Active(0, conquered=frozenset({INDEX["Sitifensis"]}))), INDEX["Sitifensis"], 0
    )
    assert cards.reward(back, 0).agenda[-1].phase == Due.CARD_DRAW


# 15.1 -----------------------------------------------------------------------------------------------------------------


@pytest.mark.clause("roma_victrix", "15.1", "11.23")
@pytest.mark.parametrize("drawn", [0, 1])
def test_in_a_drawn_leader_s_phase_a_called_client_s_leader_acts_too(drawn: int) -> None:
    state = lead(empty(options=("15.1",)), "Aegyptus", "Ptolemy", 4, "Aegyptus", True)
    state = lead(lead(state, "Aegyptus", "Sosibius", 1, "Iudaea"), "Parthia", "Arsaces", 2, "Media", True)
    state = put(put(state, "Parthia", "Media", "3 CAV"), "Aegyptus", "Aegyptus", "HI")
    marker = Pending(Due.ORDERS, power(state, "Aegyptus"), who=drawn)
    state = rules.settled(replace(state, phasing=power(state, "Aegyptus"), agenda=(Pending(Due.GAME_TURN), marker)))
    mine = {state.leaders[drawn].name}
    assert can(state, s.Activate) == mine
    assert can(do(state, s.Call("Parthia"), 2), s.Activate) == mine | {"Arsaces"}
    assert can(do(state, s.Call("Parthia"), 3), s.Activate) == mine


# 11.23 ----------------------------------------------------------------------------------------------------------------


@pytest.mark.clause("roma_victrix", "11.23", "11.26", "9.44")
def test_a_client_without_units_is_called_and_raises() -> None:
    state = turn_of(put(lead(empty(), "Rome", "Scipio", 3, "Latium", True), "Rome", "Latium", "LGN"), "Rome")
    called = do(state, s.Call("Syracusae"), 2)
    assert called.called == {power(state, "Syracusae")}
    again = economy_of(replace(called, called=frozenset(), summoned=called.called), "Rome", Due.RAISE)
    assert {a.power for a in rules.legal_actions(again) if isinstance(a, s.Raise)} == {"Syracusae"}
    gone = with_garrison(state, INDEX["Sicilia"], power(state, "Carthage"))
    assert "Syracusae" not in can(gone, s.Call)  # nothing is left of it
    abroad = lead(gone, "Syracusae", "Hiero", 1, "Latium")
    assert "Syracusae" in can(replace(abroad), s.Call)


# 14.2: at any time ----------------------------------------------------------------------------------------------------


@pytest.mark.clause("roma_victrix", "14.2 Assassination Attempt", "5.31")
@pytest.mark.parametrize("holding", ["Rome", "Aegyptus"])
def test_a_card_for_any_time_is_played_at_an_attack_on_the_spot(holding: str) -> None:
    state = lead(
        put(put(empty(), "Rome", "Apulia", "4 LGN"), "Carthage", "Apulia", "8 HI"),
        "Carthage",
        "Mago",
        1,
        "Apulia",
        True,
    )
    state = lead(hand(state, holding, KILL), "Rome", "Scipio", 1, "Apulia", True)
    state = do(active(turn_of(state, "Carthage"), "Mago", 7), s.Attack("Rome"), s.Stand())
    assert (phase(state), rules.current_player(state)) == (Due.WINDOW, holding)
    assert s.Play(KILL, "Mago") in rules.legal_actions(state)
    dead = do(state, s.Play(KILL, "Mago"), 2)
    assert (where(dead, "Mago"), dead.battle) == (None, None)  # nobody attacks any more
    assert phase(dead) == Due.ORDERS or rules.current_player(dead) != "over"
    missed = do(state, s.Play(KILL, "Mago"), 1)
    assert phase(missed) == Due.DICE


@pytest.mark.clause("roma_victrix", "14.2 Assassination Attempt", "5.31")
def test_a_defender_killed_before_the_dice_counts_no_more() -> None:
    state = lead(
        put(put(empty(), "Rome", "Apulia", "4 LGN"), "Carthage", "Apulia", "4 HI"),
        "Carthage",
        "Mago",
        1,
        "Apulia",
        True,
    )
    state = lead(hand(state, "Carthage", KILL), "Rome", "Scipio", 4, "Apulia", True)
    state = do(active(turn_of(state, "Carthage"), "Mago", 7), s.Attack("Rome"), s.Stand())
    from gamekit.roma_victrix.rules import battle

    assert battle.forces(state)[1].leader == 4
    dead = do(state, s.Play(KILL, "Scipio"), 5)
    assert (phase(dead), battle.forces(dead)[1].leader) == (Due.DICE, 0)
    second = lead(state, "Rome", "Sempronius", 2, "Apulia")
    assert battle.forces(do(second, s.Play(KILL, "Scipio"), 5))[1].leader == 2


@pytest.mark.clause("roma_victrix", "14.2 Assassination Attempt", "14.2 Recruit New Units", "9.0")
def test_cards_for_any_time_are_played_in_the_economic_phase() -> None:
    state = put(lead(empty(), "Rome", "Scipio", 2, "Latium", True), "Carthage", "Africa", "HI")
    state = rich(lead(state, "Carthage", "Hanno", 1, "Africa", True), "Rome", 1)
    killer = economy_of(hand(state, "Rome", KILL, "Forced March / Favorable Winds"), "Rome", Due.RAISE)
    assert can(killer, s.Play) == {KILL}
    assert where(do(killer, s.Play(KILL, "Hanno"), 6), "Hanno") is None
    drill = economy_of(hand(state, "Rome", "Recruit New Units"), "Rome", Due.RAISE)
    drill = do(drill, s.Play("Recruit New Units", "Latium"))
    assert (phase(drill), drill.agenda[-1].left) == (Due.CARDS, 3 + 2 + 5)
    assert at(do(drill, s.Raise("Latium", "LGN", "Rome"), s.Keep()), "Latium") == "LGN"
    dead = do(
        economy_of(hand(rich(state, "Carthage", 9), "Carthage", KILL), "Carthage", Due.RAISE), s.Play(KILL, "Scipio"), 6
    )
    assert phase(dead) == Due.RAISE


@pytest.mark.clause("roma_victrix", "14.2 Recruit New Units", "10.33")
@pytest.mark.parametrize(("csp", "points"), [(4, 5), (3, 5), (2, 3), (1, 3)])
def test_a_reduced_capital_recruits_less(csp: int, points: int) -> None:
    state = hand(lead(empty(), "Rome", "Scipio", 2, "Latium", True), "Rome", "Recruit New Units")
    state = do(turn_of(with_csp(state, "Latium", csp), "Rome"), s.Play("Recruit New Units", "Latium"))
    assert state.agenda[-1].left == 3 + 2 + points


@pytest.mark.clause("roma_victrix", "14.2 Minor Rebellion")
@pytest.mark.parametrize(("reading", "left"), [("gone", 0), ("stay", 3)])
def test_what_becomes_of_rebels(reading: str, left: int) -> None:
    state = put(lead(empty(rulings={"rebels": reading}), "Rome", "Scipio", 2, "Latium", True), "Rome", "Latium", "LGN")
    state = turn_of(hand(state, "Rome", "Minor Rebellion"), "Rome")
    while phase(state) != Due.CARD_DRAW:
        plays = [a for a in rules.legal_actions(state) if isinstance(a, s.Play | s.PlayIn)]
        state = do(state, plays[0] if plays else s.Decline())
    state = do(state, s.Warbands(3))
    after = cards.dismiss_rebels(state)
    assert sum(g.units[s.COUNTERS.index("BI")] for g in after.groups) == left


@pytest.mark.clause("roma_victrix", "10.74", "14.2 Frontier War")
@pytest.mark.parametrize(("reading", "found"), [("cards", (True, False)), ("all", (True, True))])
def test_who_pillages_by_himself(reading: str, found: tuple[bool, bool]) -> None:
    state = lead(
        put(empty(rulings={"pillagers": reading}), "Cappadocia", "Cappadocia", "HI"),
        "Cappadocia",
        "Chief",
        1,
        "Cappadocia",
    )
    number = power(state, "Cappadocia")
    by_war = cards._frontier(state, 1, "Cappadocia", "Frontier War")
    by_invasion = subjects.bring_under(state, number, 1)
    assert (cards.by_card(by_war, state.leaders[0]), cards.by_card(by_invasion, state.leaders[0])) == found
