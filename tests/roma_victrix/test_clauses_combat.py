"""Combat, retreats, sieges and plunder in positions of the whole game (3.34, 5.3, 10.2 to 10.7)."""

from dataclasses import replace
from random import Random

import pytest

from gamekit.play.protocol import CHANCE
from gamekit.roma_victrix.rules import battle
from gamekit.roma_victrix.rules.control import control, occupy, scenario_constants
from gamekit.roma_victrix.rules.units import without_leader
from gamekit.roma_victrix.state import Capital
from tests.roma_victrix.setting import *


def cilicia() -> State:
    """Cappadocians under Egypt attack Seleucus in Cilicia, as in X.4."""
    state = placed("Cappadocia in Cappadocia: 3 HI, 2 AUX, 4 CAV, Leader of Cappadocia 1")
    state = placed(state, "Seleucid in Cilicia: 3 HI, 3 AUX, CAV, Seleucus 1")
    state = placed(under(state, Cappadocia="Aegyptus"), "Seleucid in Cilicia (Mare Aegyptum): FLEET")
    state = turn_of(state, "Aegyptus")
    return active(state, "Leader of Cappadocia", 7, s.Enter("Cilicia"), s.Attack("Seleucid"))


@clause("5.3", "5.31", "X.4", "10.54", "6.2")
def test_the_fight_in_cilicia() -> None:
    state = cilicia()
    assert ops(state) == 5
    state = do(state, s.Stand())
    assert battle.fight_csp(state) == (21, 18)
    assert [(row.reason, row.points) for row in battle.modifiers(state) if row.points] == [("cavalry", 2)]
    state = do(state, s.Dice(5, 2))
    assert rules.current_player(state) == "Aegyptus"
    state = do(state, s.Split(1, 1))
    assert state.battle.percents == (10, 60)
    assert state.agenda[-1].left == 2
    state = do(state, s.Pay("AUX", "Cappadocia"), s.Pay("rAUX", "Cappadocia"))
    assert (rules.current_player(state), state.agenda[-1].left) == ("Seleucid", 11)
    paid = [s.Pay("GAR", "Seleucid")]
    paid += [s.Pay(face, "Seleucid") for _ in range(3) for face in ("AUX", "rAUX")]
    state = do(state, *paid, *[s.Pay("HI", "Seleucid")] * 3, s.Pay("CAV", "Seleucid"))
    assert at(state, "Cilicia", "Seleucid") == "3 rHI, rCAV, FLEET"
    state = do(state, 5)  # Seleucus lives
    assert {"Syria", "Galatia", "Pisidia"} & can(state, s.RetreatTo)
    assert "Cappadocia" not in can(state, s.RetreatTo)  # 11 d 1: where the attackers came from
    state = do(state, s.RetreatTo("Syria"), s.Stay())
    assert (holder(state, "Cilicia"), at(state, "Syria")) == ("Cappadocia", "3 rHI, rCAV")
    assert rules.current_player(state) == "Aegyptus"


@clause("5.68")
def test_ships_left_in_port_are_captured_or_put_to_sea() -> None:
    state = do(paid(do(cilicia(), s.Stand(), s.Dice(5, 2), s.Split(1, 1))), 5, s.RetreatTo("Syria"), s.Stay())
    assert at(do(state, s.Seize(), 1), "Cilicia", "Cappadocia").endswith("FLEET")
    fled = do(state, s.Seize(), 5)
    assert rules.current_player(fled) == "Seleucid"
    fled = do(fled, s.RetreatTo("Syria (Mare Aegyptum)"))
    assert at(fled, "Syria", "Seleucid").endswith("FLEET")
    held = garrisoned(state, Cilicia="Seleucid")
    assert s.Seize() not in rules.legal_actions(held)  # its ships are not alone there


@clause("10.21", "10.24", "10.16", "10.2")
def test_a_conquered_province_changes_its_garrison() -> None:
    state = paid(do(cilicia(), s.Stand(), s.Dice(6, 1), s.Split(2, 0)))
    assert control(state, INDEX["Cilicia"]) != power(state, "Seleucid")


def duel(mine: str, theirs: str, dice: tuple[int, int], rating: int = 1) -> State:
    """A fight of Rome against Carthage in Narbonensis, up to the losses."""
    state = placed(f"Rome in Cisalpina: {mine}, Scipio {rating}*")
    state = placed(state, f"Carthage in Narbonensis: {theirs}, Hanno {rating}", Narbonensis=None)
    state = active(state, "Scipio", 6, s.Enter("Narbonensis"), 6, s.Attack("Carthage"))
    return do(repeated(state, s.Stand(), Due.ANSWER), s.Dice(*dice))


@clause("5.31")
def test_a_loss_is_paid_in_single_counters_and_never_over_by_a_step() -> None:
    state = duel("4 HI", "4 HI", (4, 4))
    assert state.agenda[-1].left == 5
    state = do(state, *[s.Pay("HI", "Rome")] * 4)
    assert can(state, s.Pay) == {"rHI"}
    state = duel("LGN, AUX", "LGN, AUX", (2, 2))
    assert state.agenda[-1].left == 1
    assert can(state, s.Pay) == {"LGN", "AUX"}  # two CSP for one, where no smaller step was taken
    state = duel("2 LGN, 2 rAUX", "2 LGN, 2 rAUX", (2, 2))
    assert (state.agenda[-1].left, can(state, s.Pay)) == (2, {"LGN", "rAUX"})
    assert can(do(state, s.Pay("rAUX", "Rome")), s.Pay) == {"rAUX"}  # a legion more would make the first one needless


@clause("5.31")
def test_a_step_is_needless_where_one_of_a_single_point_could_be_left_out() -> None:
    random = Random(1)

    def struck(had: tuple[int, ...], now: tuple[int, ...]) -> bool:
        """Whether hits make the one of the other: no more of either kind's full ones, nor of both faces together."""
        pairs = zip(zip(had[::2], had[1::2]), zip(now[::2], now[1::2]))
        return min(now) >= 0 and all(new[0] <= old[0] and sum(new) <= sum(old) for old, new in pairs)

    def hit(now: tuple[int, ...], at: int) -> tuple[int, ...]:
        after = s.minus(now, s.only(s.COUNTERS[at]))
        return after if at % 2 else s.plus(after, s.only(s.COUNTERS[at + 1]))

    for _ in range(300):
        now = had = tuple(random.choice((0, 0, 1, 2)) for _ in s.COUNTERS)
        for _ in range(random.randrange(4)):
            now = hit(now, random.choice([at for at, count in enumerate(now) if count] or [0]))
        at = random.choice([at for at, count in enumerate(now) if count > 0] or [0])
        after = hit(now, at)
        if not struck(had, after):
            continue
        lighter = (s.plus(after, s.only(each)) for each, csp in zip(s.COUNTERS, s.STRENGTH) if csp == 1)
        turned = (
            s.minus(s.plus(after, s.only(s.COUNTERS[n])), s.only(s.COUNTERS[n + 1]))
            for n in range(0, len(after), 2)
            if s.STRENGTH[n] - s.STRENGTH[n + 1] == 1
        )
        needless = any(struck(had, less) for less in (*lighter, *turned))
        assert battle._undoable((*had, 0, 0, 0, 0), (*now, 0, 0, 0, 0), s.COUNTERS[at]) == needless


@clause("5.31", "3.34", "3.33")
def test_equal_losses_are_a_draw_and_a_beaten_leader_dies_on_a_one_or_with_his_last_unit() -> None:
    state = paid(duel("4 HI", "4 HI", (2, 2)))
    assert (phase(state), where(state, "Scipio"), where(state, "Hanno")) == (Due.LEADER, "Narbonensis", "Narbonensis")
    state = paid(duel("4 HI", "4 HI", (5, 1)))
    assert where(do(state, 1), "Hanno") is None
    assert where(do(state, 2), "Hanno") == "Narbonensis"
    state = paid(duel("8 HI", "rAUX", (6, 1)))
    assert where(state, "Hanno") is None
    assert holder(state, "Narbonensis") == "Rome"


@clause("5.31")
def test_who_fails_to_stay_goes_as_far_as_the_die_says_or_is_lost() -> None:
    state = do(paid(duel("4 HI", "4 HI", (5, 1))), 5)
    assert where(do(state, s.Stay(), 1), "Hanno") == "Narbonensis"
    forced = do(state, s.Stay(), 3)
    assert s.Stay() not in rules.legal_actions(forced)
    first = next(iter(sorted(can(forced, s.RetreatTo))))
    second = do(forced, s.RetreatTo(first))
    assert phase(second) == Due.RETREAT  # two provinces, no less
    assert "Narbonensis" not in can(second, s.RetreatTo)  # 11 d 3: no turning back
    assert s.Stay() not in rules.legal_actions(second)
    assert phase(do(second, s.RetreatTo(min(can(second, s.RetreatTo))))) != Due.RETREAT  # nor more
    short = do(state, s.Stay(), 2)
    assert phase(do(short, s.RetreatTo(min(can(short, s.RetreatTo))))) != Due.RETREAT
    chosen = do(state, s.RetreatTo(first))  # 11 a: up to two by choice
    assert s.Stay() in rules.legal_actions(chosen)
    assert phase(do(chosen, s.RetreatTo(min(can(chosen, s.RetreatTo))))) != Due.RETREAT


@clause("5.31")
def test_a_beaten_attacker_goes_back_where_he_came_from_or_by_the_other_ruling_not() -> None:
    state = do(paid(duel("4 HI", "4 HI", (1, 5))), 5)
    assert "Cisalpina" in can(state, s.RetreatTo)
    assert "Cisalpina" not in can(read(state, beaten_attacker="barred"), s.RetreatTo)


def massilia_beaten(beside: str) -> State:
    """Massilia's units at home have lost a fight, with so many Romans beside them, and may retreat."""
    state = placed("Carthage in Tarraconensis: 4 HI, Hanno 2", "Massilia in Narbonensis: 3 HI")
    state = put(state, "Rome", "Narbonensis", beside) if beside else state
    state = active(state, "Hanno", 6, s.Enter("Narbonensis"), 6, s.Attack("Rome"))
    state = paid(do(repeated(state, s.Stand(), Due.ANSWER), s.Dice(3, 1)))
    assert phase(state) == Due.RETREAT
    return state


@clause("5.33", "5.31")
def test_minor_powers_at_home_need_not_go_but_roll_where_romans_who_are_not_stand_beside_them() -> None:
    stayed = do(massilia_beaten(""), s.Stay())
    assert phase(stayed) == Due.LEADER  # without a roll
    assert at(stayed, "Narbonensis", "Massilia") != ""
    state = massilia_beaten("3 LGN")
    assert at(state, "Narbonensis", "Massilia") != "" != at(state, "Narbonensis", "Rome")
    assert rules.current_player(do(state, s.Stay())) == CHANCE


@clause("3.54", "10.14", "10.5", "10.51", "10.52", "10.53", "10.56", "10.57")
def test_a_garrison_alone_stands_at_one_and_is_replaced_for_nothing() -> None:
    state = unwalled(placed("Carthage in Numidia: 3 HI, Hanno 2", Africa="Rome"))
    assert control(state, INDEX["Africa"]) == power(state, "Rome")
    state = active(state, "Hanno", 3, s.Enter("Africa"), s.Attack("Rome"))
    assert phase(state) == Due.DICE  # it cannot withdraw
    assert battle.fight_csp(state) == (9, 1)
    state = paid(do(state, s.Dice(1, 1)))
    assert holder(state, "Africa") == "Carthage"


@clause("10.55")
def test_romans_replace_a_lone_roman_garrison_without_a_fight() -> None:
    state = placed(empty("two_consuls"), "Crassus in Cisalpina: 3 LGN, Publius 2")
    state = active(turn_of(state, "Crassus"), "Publius", 3, s.Enter("Narbonensis"))
    assert can(state, s.Attack) == set()
    assert holder(do(state, s.EndLeader()), "Narbonensis") == "Crassus"


@clause("10.6", "10.61", "10.64", "10.67", "10.68", "3.58")
def test_limes_fight_beside_romans_against_others() -> None:
    state = walled(placed("Rome in Cisalpina: LGN", "Carthage in Narbonensis: 4 HI, Hanno 2"), "Cisalpina", 2)
    state = active(state, "Hanno", 6, s.Enter("Cisalpina"), 6, s.Attack("Rome"))
    state = repeated(state, s.Stand(), Due.ANSWER)
    assert battle.fight_csp(state) == (12, 4 + 1 + 2)
    state = do(state, s.Dice(4, 1), s.Split(0, 0))
    while phase(state) == Due.PAY and rules.current_player(state) == "Carthage":
        state = do(state, rules.legal_actions(state)[0])
    assert can(state, s.Pay) == {"LIMES", "GAR", "LGN"}
    state = do(state, s.Pay("LIMES", "Rome"))
    assert (state.limes[INDEX["Cisalpina"]], can(state, s.Pay)) == (1, {"rLIMES", "GAR", "LGN"})


# Sieges
@clause("10.41", "10.32", "5.52", "10.4")
def test_defenders_go_into_the_capital_as_the_enemy_comes() -> None:
    state = before_africa("2 HI")
    assert (rules.current_player(state), phase(state)) == ("Carthage", Due.SHELTER)
    inside = do(state, s.EnterCapital())
    assert all(group.inside for group in inside.groups if group.place == INDEX["Africa"] and group.owner == 3)
    assert s.Besiege() in rules.legal_actions(inside)
    outside = do(state, s.Stand())
    assert s.Besiege() not in rules.legal_actions(outside)  # step 3 B
    assert s.Attack("Carthage") in rules.legal_actions(outside)


def stormed(state: State) -> State:
    """Six against one, and every point on the defenders' loss."""
    state = do(state, s.Dice(6, 1))
    return paid(do(state, max(legal(state, s.Split), key=lambda split: split.raise_enemy)))


@clause("10.41", "10.31", "10.42", "10.34", "7.8", "10.33")
def test_a_capital_is_stormed_step_by_step_and_sacked() -> None:
    state = do(before_africa(), s.Besiege())
    assert (ops(state), battle.fight_csp(state)) == (3, (24, 5))  # four of the city, one of the garrison
    state = stormed(state)
    assert (city(state, "Africa"), INDEX["Africa"] in state.pillaged) == (0, True)
    assert (money(state, "Rome"), money(state, "Carthage")) == (10 + 4, 3)
    assert holder(state, "Africa") == "Rome"


@clause("10.36", "7.8")
def test_a_new_capital_is_founded_where_the_supreme_leader_stands() -> None:
    state = stormed(do(placed(before_africa(), "Carthage in Baetica: 2 HI, Hannibal 4*"), s.Besiege()))
    assert (rules.current_player(state), can(state, s.Found)) == ("Carthage", {"Baetica"})
    state = do(state, s.Found("Baetica"))
    assert Capital(INDEX["Baetica"], 3, True, 4) in state.capitals


@clause("10.41")
def test_who_is_too_weak_learns_it_and_spends_nothing() -> None:
    state = do(before_africa("4 HI", "3 LGN"), s.EnterCapital())
    tried = do(state, s.Besiege())
    assert ops(tried) == ops(state)
    assert s.Besiege() not in rules.legal_actions(tried)
    refused(r"10\.41 step 3", tried, s.Besiege())


@clause("10.41")
def test_the_attacker_chooses_whom_he_commits_or_by_the_other_ruling_not() -> None:
    state = do(before_africa(), *[s.Leave("LGN", "Rome", 1)] * 3)
    assert battle.fight_csp(do(state, s.Besiege()))[0] == 12
    assert battle.fight_csp(do(read(state, commit="all"), s.Besiege()))[0] == 24


@clause("5.31", "5.52", "10.41")
def test_those_within_the_walls_do_not_fight_before_them() -> None:
    state = put(garrisoned(empty(), Africa=None), "Carthage", "Africa", "4 HI", inside=True)
    state = placed(state, "Carthage in Africa: AUX", "Rome in Africa: 4 LGN, Scipio 2*")
    assert battle.fight_csp(undisturbed(active(state, "Scipio", 6, s.Attack("Carthage"), s.Stand()))) == (16, 2)


@clause("5.15", "5.31")
def test_whom_he_leaves_out_of_a_combat_neither_fights_nor_pays() -> None:
    state = placed("Carthage in Narbonensis: 9 HI", "Rome in Cisalpina: 4 LGN, Scipio 1*")
    state = active(state, "Scipio", 6, s.Enter("Narbonensis"), 6)
    state = do(undisturbed(state), *[s.Leave("LGN", "Rome", 1)] * 2, s.Attack("Carthage"), s.Stand())
    assert battle.fight_csp(undisturbed(state))[0] == 8
    state = paid(do(undisturbed(state), s.Dice(1, 6)))
    assert at(state, "Narbonensis", "Rome").startswith("2 LGN")


@clause("10.35", "10.31", "3.53")
def test_a_minor_capital_yields_five() -> None:
    state = under(placed("Rome in Apulia: 6 LGN, Scipio 4*"), Syracusae="Carthage")
    state = active(state, "Scipio", 6, s.Enter("Messina"), s.Enter("Sicilia"), s.Besiege())
    assert battle.fight_csp(state) == (24, 3)
    assert money(stormed(state), "Rome") == 5


# Pillage
@clause("10.7", "10.71", "10.72", "10.73", "3.57")
def test_the_conqueror_pillages_once() -> None:
    own = active(marked(placed("Rome in Cisalpina: 3 LGN, Scipio 2*", Dalmatia="Carthage"), Dalmatia=0), "Scipio", 5)
    assert s.Pillage() not in rules.legal_actions(own)  # 10.73
    state = paid(do(own, s.Enter("Dalmatia"), s.Attack("Carthage"), s.Dice(3, 1)))
    before = money(state, "Rome")
    state = do(state, s.Pillage(), 4)
    assert (money(state, "Rome") - before, ops(state)) == (6, 2)
    assert INDEX["Dalmatia"] in state.pillaged
    refused(r"once \(10.71\)", state, s.Pillage())


@clause("10.71")
@pytest.mark.parametrize(("reading", "may"), [("occupied", True), ("conquered", False)])
def test_who_stands_alone_before_an_empty_capital_may_pillage_by_one_reading(reading: str, may: bool) -> None:
    state = read(before_africa(), pillage=reading)
    assert (s.Pillage() in rules.legal_actions(state)) == may
    defended = read(before_africa("HI"), pillage=reading)
    assert s.Pillage() not in rules.legal_actions(defended)  # not alone: others are inside
    if may:
        state = do(state, s.Pillage(), 3)
        assert INDEX["Africa"] in state.pillaged
        assert holder(state, "Africa") == "Carthage"


@clause("3.9", "3.34", "5.31")
def test_a_leader_whose_ships_alone_are_there_helps_no_garrison() -> None:
    state = placed("Rome in Latium: 4 LGN, Scipio 1*", "Carthage in Cisalpina: Hannibal 4", Cisalpina="Carthage")
    state = put(state, "Carthage", "Cisalpina (Mare Tyrrhenum)", "FLEET")
    state = active(state, "Scipio", 5, s.Enter("Cisalpina"), s.Attack("Carthage"))
    points = {row.reason: (row.side, row.points) for row in battle.modifiers(state) if row.points}
    assert points == {"leader": ("attacker", 1), "numerical": ("attacker", 15)}


@clause("10.32", "10.42")
@pytest.mark.parametrize(("reading", "plunder"), [("nobody", 0), ("5.31", 15)])
def test_a_capital_falls_with_its_last_besiegers(reading: str, plunder: int) -> None:
    state = read(with_csp(garrisoned(before_africa(mine="rAUX"), Africa=None), "Africa", 1), wiped_out=reading)
    state = do(rich(rich(state, "Carthage", 9), "Rome", 0), s.Besiege(), s.Dice(5, 6))
    while phase(state) == Due.SPLIT:
        state = do(state, s.Split(0, 0) if s.Split(0, 0) in rules.legal_actions(state) else s.Split(1, 0))
    assert (INDEX["Africa"] in state.pillaged, at(state, "Africa", "Rome"), where(state, "Scipio")) == (True, "", None)
    assert money(state, "Rome") == plunder  # 10, and half of 9 rounded up


# Secrecy
@clause("6.2", "15.5", "15.51", "15.52", "15.53")
def test_others_stacks_are_seen_only_when_they_fight() -> None:
    state = duel("4 HI", "3 HI, AUX", (2, 2))
    before = placed("Carthage in Africa: 3 HI, AUX, Hanno 1")
    twin = placed("Carthage in Africa: 7 CAV, Hanno 1")
    assert rules.observe(before, "Rome") == rules.observe(twin, "Rome")
    assert rules.observe(before, "Carthage") != rules.observe(twin, "Carthage")
    shown = rules.observe(state, "Seleucid").state
    assert all(min(group.units) >= 0 for group in shown.groups)
    open_ = replace(before, options=frozenset({"open stacks"}))
    assert rules.observe(open_, "Rome").state.groups[0].units == open_.groups[0].units


@clause("3.32", "3.34")
@pytest.mark.parametrize("scenario", ["second_punic_war", "six_powers", "two_consuls"])
def test_only_who_has_lost_his_supreme_leader_gets_another(scenario: str) -> None:
    """A lieutenant's death changes nothing; the king's makes the best of the others king, where there is an heir."""
    state = rules.initial_state(scenario)
    for owner, name in enumerate(scenario_constants(state).powers):
        led = replace(empty(scenario), leaders=())
        for who, rating, supreme in (("King", 2, True), ("Best", 4, False), ("Other", 3, False)):
            led = lead(led, name, who, rating, "Latium", supreme=supreme)
        assert [who.name for who in without_leader(led, 2).leaders if who.supreme and who.place != NONE] == ["King"]
        kings = [who.name for who in without_leader(led, 0).leaders if who.supreme and who.place != NONE]
        assert kings == (["Best"] if scenario_constants(state).succession[owner] == "heir" else [])


SARDINIA = "Sardinia (Mare Tyrrhenum)"
CORSICA = "Corsica (Mare Tyrrhenum)"


def facing(place: str, start: str, **held: str | None) -> State:
    """Hanno's men, whom Scipio will beat in a province, and Scipio, who comes from another."""
    state = garrisoned(unwalled(empty()), **{place: "Carthage", start: "Rome"}, **held)
    return placed(state, f"Carthage in {place}: 9 HI, Hanno 1", f"Rome in {start}: 9 LGN, Scipio 2*")


def beaten(state: State) -> State:
    """They are beaten, and a stay or a retreat is due."""
    return do(losses_paid(do(undisturbed(state), s.Attack("Carthage"), s.Stand(), s.Dice(4, 1))), 6)


@clause("5.31", "3.22")
@pytest.mark.parametrize("blocked", [False, True])
def test_a_retreat_leads_past_enemies_nowhere(blocked: bool) -> None:
    state = marked(facing("Baetica", "Carthaginiensis", Lusitania="Carthage", Tingitana="Carthage"), Lusitania=0)
    state = put(state, "Aegyptus", "Lusitania", "HI") if blocked else state
    state = beaten(active(state, "Scipio", 6, s.Enter("Baetica")))
    assert ("Lusitania" in can(state, s.RetreatTo)) is not blocked


@clause("5.31")
def test_the_beaten_do_not_retreat_by_sea() -> None:
    state = placed(facing("Sardinia", "Corsica", Baleares="Carthage"), f"Carthage in {SARDINIA}: 9 FLEET")
    state = active(placed(state, f"Rome in {CORSICA}: 9 FLEET"), "Scipio", 8, s.Embark(CORSICA))
    state = beaten(sailed(state, "Mare Tyrrhenum", SARDINIA, s.Land()))
    assert legal(state, s.RetreatTo) == []
    assert at(do(state, s.Stay(), 2), "Sardinia", "Carthage") == "9 FLEET"


@clause("10.62", "10.63", "10.67")
@pytest.mark.parametrize(("attacker", "other"), [("Crassus", "Pompeius"), ("Pompeius", "Crassus")])
def test_limes_help_no_roman_against_another(attacker: str, other: str) -> None:
    state = walled(placed(empty("two_consuls"), f"{other} in Narbonensis: LGN"), "Narbonensis", 2)
    state = placed(state, f"{attacker} in Cisalpina: 4 LGN, Leader 2*", Narbonensis=other, Cisalpina=attacker)
    state = undisturbed(active(state, "Leader", 2, s.Enter("Narbonensis")))
    assert ops(state) == 1  # one point, walls or not
    assert battle.fight_csp(do(state, s.Attack(other), s.Stand())) == (16, 4 + 1)


def besieged(mine: str, theirs: str, city: int = 4, ships: str = "") -> State:
    """Scipio before Carthage, into which Mago has gone."""
    state = placed(with_csp(empty(), "Africa", city), f"Carthage in Africa: {theirs}, Mago 1", Numidia="Rome")
    state = put(state, "Carthage", "Africa (Mare Tyrrhenum)", ships) if ships else state
    state = placed(state, f"Rome in Numidia: {mine}, Scipio 1*")
    return undisturbed(active(state, "Scipio", 6, s.Enter("Africa"), s.EnterCapital()))


@clause("10.41")
def test_in_a_siege_cavalry_has_no_advantage_and_nobody_retreats() -> None:
    state = do(besieged("4 LGN, 4 CAV", "2 HI"), s.Besiege())
    assert [(row.reason, row.points) for row in battle.modifiers(state) if row.points] == [("numerical", 1)]
    for dice in ((4, 1), (1, 4)):  # neither side need go, nor do its leaders roll
        after = losses_paid(do(state, s.Dice(*dice)))
        assert (phase(after), where(after, "Mago"), where(after, "Scipio")) == (Due.LEADER, "Africa", "Africa")


@clause("10.41")
def test_a_leader_falls_with_his_city_though_his_ships_lie_in_port() -> None:
    state = stormed(do(besieged("9 LGN", "rAUX", 1, ships="2 FLEET"), s.Besiege()))
    assert (where(state, "Mago"), at(state, "Africa", "Carthage")) == (None, "2 FLEET")


@clause("10.15", "10.22", "10.52", "10.2")
def test_ships_take_no_province_and_units_left_behind_do_at_once() -> None:
    state = placed(f"Carthage in {SARDINIA}: 3 FLEET", Sardinia=None)
    assert control(state, INDEX["Sardinia"]) == NONE
    assert holder(occupy(state, INDEX["Sardinia"], power(state, "Carthage")), "Sardinia") is None
    march = placed("Carthage in Mauretania: 2 HI, Hanno 1", Mauretania="Carthage", Tingitana=None)
    march = active(march, "Hanno", 4, s.Enter("Tingitana"), s.Leave("HI", "Carthage", 1))
    assert holder(march, "Tingitana") == "Carthage"


@clause("6.3")
def test_reduced_units_join_while_their_leader_acts() -> None:
    state = active(placed("Rome in Latium: 2 rLGN, Scipio 1*"), "Scipio", 4, s.Enter("Apulia"))
    assert at(do(state, s.Join("Apulia", "Rome", "LGN")), "Apulia") == "LGN"
