"""Battle odds: the known values, and what each clause does to them."""

import re
from dataclasses import replace
from fractions import Fraction

import pytest

from gamekit import julius_caesar as jc

CAESAR = jc.army("Caesar, Equitatus 1", "Caesar")
POMPEY = jc.army("Pompey, Navis 3", "Pompey")
(CLEOPATRA,) = jc.army("Cleopatra", "Pompey")
SIDES = ("attacker", CAESAR), ("defender", POMPEY)
STANDING = jc.Battle(CAESAR, POMPEY).start_position.attacker


def generic(attackers: str, defenders: str, **flags: bool) -> jc.Battle:
    return jc.Battle(jc.army(attackers), jc.army(defenders), **flags)


def three(battle: jc.Battle) -> tuple[Fraction, ...]:
    odds = battle.odds()
    return odds.p(jc.attacker_wins), odds.p(jc.attacker_eliminated), odds.p(jc.attacker_leaves)


@pytest.mark.clause("julius_caesar", "7.2", "7.4", "7.62")
def test_one_legion_against_one() -> None:
    chances = Fraction(53829, 262144), Fraction(1560181, 2097152), Fraction(106339, 2097152)
    assert (three(generic("C3/III", "C3/III")), sum(chances)) == (chances, 1)


@pytest.mark.clause("julius_caesar", "X.7.2", "7.81")
def test_caesar_and_horse_against_pompey_and_fleet() -> None:
    battle = jc.Battle(CAESAR, POMPEY)
    assert battle.odds().p(jc.attacker_wins) == Fraction(2237911607, 3265173504)
    fight, order = jc.Fight(battle), []
    while fight.position.round == 1:
        order.append(fight.turn.block.name)
        fight = fight.fire((6,) * fight.turn.dice)
    assert order == ["Caesar", "Pompey", "Equitatus 1", "Navis 3"]


@pytest.mark.clause("julius_caesar", "E.Mars", "E.Neptune")
@pytest.mark.parametrize(("attackers", "defenders", "first_strike", "wins"), [
    ("4 C3/III", "4 C3/III", False, 0.031), ("4 C3/III", "3 C3/III", False, 0.431),
    ("2 C3/III", "2 C3/III", False, 0.103), ("2 C3/III", "2 C3/III", True, 0.507),
])  # fmt: skip
def test_known_percentages(attackers: str, defenders: str, first_strike: bool, wins: float) -> None:
    battle = generic(attackers, defenders, first_strike=first_strike)
    assert round(float(battle.odds().p(jc.attacker_wins)), 3) == wins


@pytest.mark.clause("julius_caesar", "3.12", "E.Mars")
def test_first_strike_turns_a_mirror_round() -> None:
    """One round of first strike by the attacker is one round of striking first by the defender, mirrored."""
    assert three(generic("C6/I", "C6/I", first_strike=True)) == (1, 0, 0)
    assert three(generic("C6/I", "C6/I")) == (0, 1, 0)


@pytest.mark.clause("julius_caesar", "7.41")
def test_the_elephant_falls_from_four_to_two() -> None:
    elephant = jc.Battle(jc.army("A6/I"), jc.army("Elephant", "Pompey"))
    survivors = {end.defender for end in elephant.odds()}
    assert {strength for side in survivors for _, strength in side} <= {4, 2}


@pytest.mark.clause("julius_caesar", "7.42")
def test_a_ballista_is_quick_only_in_defence() -> None:
    ballista = jc.army("Ballista", "Caesar")
    b4 = jc.Battle(jc.army("2 C3/III"), jc.army("B4/II")).odds()
    d4 = jc.Battle(jc.army("D4/II"), jc.army("2 C3/III")).odds()
    defending = jc.Battle(jc.army("2 C3/III"), ballista).odds()
    attacking = jc.Battle(ballista, jc.army("2 C3/III")).odds()
    assert defending.p(jc.attacker_wins) == b4.p(jc.attacker_wins)
    assert attacking.p(jc.attacker_wins) == d4.p(jc.attacker_wins)


@pytest.mark.clause("julius_caesar", "7.6")
def test_who_cannot_leave_dies() -> None:
    free, cut_off = generic("C1/II", "C1/III"), generic("C1/II", "C1/III", cut_off=True)
    assert cut_off.odds().p(jc.attacker_leaves) == 0
    assert cut_off.odds().p(jc.attacker_wins) == free.odds().p(jc.attacker_wins)
    lost = free.odds().p(jc.attacker_eliminated) + free.odds().p(jc.attacker_leaves)
    assert cut_off.odds().p(jc.attacker_eliminated) == lost


@pytest.mark.clause("julius_caesar", "7.3", "7.31", "X.7.3")
def test_reserves_come_in_round_two_and_a_disrupted_side_loses_a_step() -> None:
    """A sure kill in round 1: the reserve arrives one step down, and the roles are exchanged."""
    battle = jc.Battle(jc.army("A6/IV"), jc.army("D1/I"), defender_reserve=jc.army("A1/I, C1/II"))
    end = {(outcome.attacker, outcome.defender) for outcome in battle.odds()}
    assert all(dict(defender).get("A1 #1") is None for _, defender in end)  # strength I cannot lose a step and live
    assert battle.odds().p(jc.attacker_withdraws) == 0  # 7.31: the attackers defend now, they stay
    attack = jc.Battle(jc.army("D1/I"), jc.army("A6/I"), attacker_reserve=jc.army("C3/III"))
    assert attack.odds().p(jc.defender_withdraws) == 0
    arrived = jc.Fight(attack).fire((1,)).take_hit().position
    assert (arrived.round, [block.strength for block in arrived.attacker]) == (2, [0, 2])
    assert not arrived.exchanged


@pytest.mark.clause("julius_caesar", "7.31")
def test_exchanged_defenders_leave_or_die() -> None:
    battle = jc.Battle(jc.army("A3/I, D1/III"), jc.army("D1/I"), defender_reserve=jc.army("D1/III"))
    assert battle.odds().p(jc.defender_withdraws) > 0
    assert battle.odds().p(jc.attacker_holds) == battle.odds().p(jc.attacker_wins) + battle.odds().p(
        jc.defender_withdraws
    )
    assert replace(battle, defender_cut_off=True).odds().p(jc.defender_withdraws) == 0


@pytest.mark.clause("julius_caesar", "7.52")
def test_cleopatra_comes_over_at_strength_one() -> None:
    battle = jc.Battle(jc.army("A6/IV"), jc.army("Cleopatra", "Pompey"))
    (end,) = battle.odds()
    assert end == jc.Outcome((("A6 #1", 4), ("Cleopatra", 1)), ())
    back = jc.Battle(jc.army("Cleopatra/1", "Caesar"), jc.army("C6/II"))  # she is taken before her turn
    assert {end.defender for end in back.odds()} == {(("C6 #1", 2), ("Cleopatra", 1))}


@pytest.mark.clause("julius_caesar", "7.51")
def test_a_leader_dies() -> None:
    battle = jc.Battle(CAESAR, POMPEY)
    gone = battle.odds().p(lambda end: "Caesar" not in dict(end.attacker))
    assert battle.p_leader_dies("Caesar") == gone > 0
    pytest.raises(ValueError, lambda: battle.p_leader_dies("Scipio")).match(
        "not a leader in this battle; Caesar, Pompey"
    )


@pytest.mark.clause("julius_caesar", "7.8")
def test_a_battle_at_sea_is_one_between_d_blocks() -> None:
    sea = jc.Battle(jc.army("Navis 4, Navis 5", "Caesar"), jc.army("Navis 1, Navis 3", "Pompey"))
    assert three(sea) == three(generic("2 D3/II", "D3/II, D2/II"))
    assert "7.8" in sea.basis


@pytest.mark.clause("julius_caesar", "X.7.4")
def test_two_hits_on_three_two_two() -> None:
    """The first hit falls on the III; the second on any of them, the owner's choice: here the last of equals."""
    fight = jc.Fight(generic("A6/II", "D1/III, D1/II, D1/II")).fire((1, 1))
    assert fight.slots_for_next_hit == (0,)
    fight = fight.take_hit()
    assert fight.slots_for_next_hit == (0, 1, 2)
    assert fight.slot_hit_next == 2


def test_another_order_is_asked_once_a_tie() -> None:
    asked: list[tuple[tuple[jc.HitCandidate, ...], str]] = []

    def strongest_arm(tied: tuple[jc.HitCandidate, ...], side: str) -> jc.HitCandidate:
        asked.append((tied, side))
        return max(tied, key=lambda block: block.firepower)

    battle = generic("2 C3/III", "C3/II, B1/II")
    other = battle.odds(order=strongest_arm)
    law = other.mean(lambda end: end.attacker_strength), other.p(lambda end: not end.defender)
    assert law == (battle.chances(order=strongest_arm).attacker_strength, other.p(jc.attacker_wins))
    assert len(asked) == 2 * len(set(asked))  # two answers: the odds, and the chances
    asked.clear()
    battle.improve(jc.army("C3/II, C3/I"), order=strongest_arm)
    assert len(asked) == len(set(asked)) > 0
    assert {side for _, side in asked} == {"attacker", "defender"}
    assert other.p(jc.attacker_wins) > battle.odds().p(jc.attacker_wins)
    assert "an order of the reader's own" in " ".join(other.basis)
    with pytest.raises(ValueError, match="it should return one of"):
        battle.odds(order=lambda tied, side: "C3")  # type: ignore[arg-type,return-value]


def test_improve_ranks_by_what_a_block_adds() -> None:
    battle = generic("C3/III", "C3/III")
    frame = battle.improve(jc.army("C1/I, C4/IV, A2/II"))
    assert frame["block"].tolist() == ["C4/IV", "A2/II", "C1/I"]
    assert frame["p"].is_monotonic_decreasing
    added = generic("C3/III, C4/IV", "C3/III").odds().p(jc.attacker_wins)
    assert frame["p"][0] == added
    assert frame["change"][0] == added - battle.odds().p(jc.attacker_wins)
    defence = battle.improve(jc.army("C1/I, C4/IV"), side="defender")
    assert defence["p"][0] == 1 - generic("C3/III", "C3/III, C4/IV").odds().p(jc.attacker_wins)
    pytest.raises(ValueError, lambda: battle.improve(jc.army("C1/I"), side="Caesar")).match("'attacker' or 'defender'")
    tried = jc.Battle(CAESAR, POMPEY).improve(jc.army("Ballista, Cleopatra", "Caesar"))
    assert {"7.2", "7.42", "7.52"} <= set(tried.attrs["basis"])


def test_the_code_of_a_battle_builds_it_again() -> None:
    battle = jc.Battle(
        jc.army("Caesar:Legio 10/II, Cleopatra", "Pompey"), jc.army("2 C3/III, C3/I"), (), jc.army("B2/I"), cut_off=True
    )
    assert eval(repr(battle), {"jc": jc}) == battle
    rated = jc.army("2 C3/III")
    reduced = tuple(block.with_strength(2) for block in rated)
    for other in (
        jc.Battle(CAESAR, POMPEY),
        jc.Battle(CAESAR + rated, POMPEY, jc.army("Legio 7", "Caesar") + rated),
        jc.Battle(reduced, (*rated, *jc.army("C3/I", "Pompey"))),
    ):
        assert eval(repr(other), {"jc": jc}) == other
    assert jc.Battle(reduced, POMPEY) == jc.Battle(jc.army("2 C3/II"), POMPEY)
    assert jc.Battle(reduced, POMPEY).odds() == jc.Battle(jc.army("2 C3/II"), POMPEY).odds()


@pytest.mark.parametrize(("build", "said"), [
    (lambda: jc.Battle((), POMPEY), "the attacker's main body is empty"),
    (lambda: jc.Battle(CAESAR, (), defender_reserve=POMPEY), "the defender's main body is empty"),
    (lambda: jc.Battle(CAESAR, POMPEY, CAESAR), "Caesar of Caesar is listed twice"),
    (lambda: jc.Battle(jc.army("Cleopatra", "Caesar"), jc.army("Cleopatra", "Pompey")), "listed twice"),
    (lambda: jc.Battle(jc.army("Legio 10", "Caesar"), jc.army("Caesar:Legio 10", "Pompey")), "listed twice"),
    (lambda: jc.Battle(CAESAR, jc.army("Legio 8", "Caesar")), "both armies fight for Caesar"),
    (lambda: jc.Battle(CAESAR + POMPEY, jc.army("C3/I")), "fight for Caesar and Pompey"),
    (lambda: jc.Battle("Caesar", POMPEY), "it should be blocks, as jc.army('Caesar', 'Caesar')"),
    (lambda: jc.Battle(CAESAR, POMPEY).odds(numbers=str), "leave it out for exact weights, or give float"),
    (lambda: jc.chances_of_battles(jc.Battle(CAESAR, POMPEY)), "it should be a list of battles"),
])  # fmt: skip
def test_bad_battles_say_why(build: object, said: str) -> None:
    with pytest.raises(ValueError, match=r".") as raised:
        build()  # type: ignore[operator]
    assert said in str(raised.value)


@pytest.mark.parametrize(("changes", "said"), [
    ({"round": 5}, "round is 5; it should be from 1 to 4"),
    ({"turn": 2, "hits": -1}, "hits is -1; it should be from 0 to 4"),
    ({"hits": 1}, "turn is 0: no volley has begun"),
    ({"turn": 2, "firing": (7,)}, "firing is (7,); turn 2 is that of A of the attacker"),
    ({"attacker": jc.Battle(POMPEY, CAESAR).start_position.attacker}, "does not list the blocks"),
    ({"attacker": (*STANDING, jc.BlockStatus(CLEOPATRA, 1))}, "Cleopatra is alive in 1 places"),
    ({side: tuple(jc.BlockStatus(b, 0) for b in army) for side, army in SIDES}, "no block alive"),
])  # fmt: skip
def test_positions_that_cannot_be_say_why(changes: dict[str, object], said: str) -> None:
    battle = jc.Battle(CAESAR, POMPEY)
    pytest.raises(ValueError, lambda: battle.at(replace(battle.start_position, **changes))).match(re.escape(said))


@pytest.mark.clause("julius_caesar", "7.52")
def test_cleopatra_stands_on_one_side() -> None:
    battle = jc.Battle(CAESAR, (*POMPEY, CLEOPATRA))
    hers = replace(battle.start_position, attacker=(*STANDING, jc.BlockStatus(replace(CLEOPATRA, side="Caesar"), 1)))
    for position in (
        hers,
        replace(battle.start_position, defender=(*battle.start_position.defender[:2], jc.BlockStatus(CLEOPATRA, 0))),
    ):
        pytest.raises(ValueError, battle.at, position).match("in a battle of hers she stands on one side")
    pytest.raises(ValueError, lambda: battle.at(5)).match("position is 5")  # type: ignore[arg-type]


def test_the_basis_names_what_counts() -> None:
    battle = jc.Battle(CAESAR, POMPEY, attacker_reserve=jc.army("Ballista", "Caesar"), first_strike=True)
    assert {"7.2", "7.3", "7.31", "7.4", "7.42", "7.81", "E.Mars"} <= set(battle.basis)
    assert "7.52" not in battle.basis
    assert battle.odds().map(lambda end: end.attacker_strength).basis == battle.odds().basis
