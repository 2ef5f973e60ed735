"""What if: levies, single changes and battles in a row, against the clauses block by block."""

from collections import Counter, defaultdict
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import product
from random import Random

import pytest

import gamekit
from gamekit import julius_caesar as jc
from gamekit.julius_caesar.odds.army import generic_block
from gamekit.julius_caesar.odds.what_if import choices_by_cost, in_sequence
from tests.cases import Cases
from tests.julius_caesar import twin
from tests.julius_caesar.random_battles import RandomBattle, random_battle

MOST_STEPS = 6
Row = tuple[RandomBattle, ...]


def random_row(random: Random) -> Row:
    """Two or three battles of one army, which may come by the other road the next time."""
    while True:
        first, *others = (random_battle(random) for _ in range(random.choice((2, 2, 3))))
        row = [first]
        for other in others:
            main, reserve = first.main[0], first.reserve[0]
            if reserve and random.random() < 0.5:
                main, reserve = reserve, main
            row.append(
                replace(other, sides=first.sides, main=(main, other.main[1]), reserve=(reserve, other.reserve[1]))
            )
        small = all(
            sum(b.strength for side in each.state().sides for b in side) <= MOST_STEPS for each in row if fits(each)
        )
        if all(map(fits, row)) and small and fits(*row):
            return tuple(row)


def fits(*row: RandomBattle) -> bool:
    """Whether these are battles, and such as may follow each other."""
    try:
        battles = [drawn.battle() for drawn in row]
        for drawn in row:
            drawn.state()
        if len(row) > 1:
            in_sequence(battles, int)
    except (KeyError, ValueError):
        return False
    return True


def holds(end: twin.State) -> bool:
    """7.2, 7.31, 7.62: nobody of the defenders is left alive, or all of them had to go and he is still there."""
    attackers, defenders = end.sides
    here = [block for block in attackers if block.place != "left"]
    return bool(here) and all(block.place == "left" for block in defenders)


def carried(end: twin.State, drawn: RandomBattle) -> twin.State:
    """7.31, 7.5, 7.7: who lives goes on with the steps he has, by the road where he is listed; 7.52: so does she."""
    fresh = drawn.state()
    now = {block.name: block.strength for block in end.sides[0]}
    listed = [block._replace(strength=now[block.name]) for block in fresh.sides[0] if block.name in now]
    hers = [block for block in end.sides[0] if block.name not in {each.name for each in fresh.sides[0]}]
    main = [b for b in listed if b.body == "main"] + [b._replace(body="main", place="here") for b in hers]
    reserve = [b for b in listed if b.body == "reserve"]
    if not main:  # 7.3: the only road is the main attack
        main, reserve = [b._replace(body="main", place="here") for b in reserve], []
    return twin.State(((*main, *reserve), fresh.sides[1]))


def twin_row(row: Row, seen: Counter[str]) -> dict[tuple[int, frozenset[tuple[str, int]]], Fraction]:
    """The chance of (battles won, survivors by name), battle after battle and state after state."""
    ends: dict[tuple[int, frozenset[tuple[str, int]]], Fraction] = defaultdict(Fraction)
    going = {row[0].state(): Fraction(1)}
    for number, drawn in enumerate(row):
        following: dict[twin.State, Fraction] = defaultdict(Fraction)
        for state, p in going.items():
            under = twin.rules(**drawn.options)
            for end, chance in twin.chances(twin.rounds(state, under)[-1], lambda end: end).items():
                left = frozenset((block.name, block.strength) for block in end.sides[0])
                if not holds(end) or number + 1 == len(row):
                    ends[number + holds(end), left] += p * chance
                    continue
                after = carried(end, row[number + 1])
                following[after] += p * chance
                seen["Cleopatra goes on with them"] += after.sides[0][-1].name == "Cleopatra" != left
                seen["the reserve is the main attack"] += not any(b.body == "main" for b in end.sides[0])
                seen["defenders who had to go"] += bool(end.sides[1])
            seen.update(under.seen if number else ())
        going = following
    return ends


def check_rows(count: int, seed: int) -> Counter[str]:
    random, seen = Random(seed), Counter[str]()
    for _ in range(count):
        row = random_row(random)
        right = twin_row(row, seen)
        found = gamekit.in_a_row([drawn.battle() for drawn in row])
        armies: dict[tuple[int, tuple[tuple[str, int], ...]], Fraction] = defaultdict(Fraction)
        for (won, left), p in right.items():
            armies[won, bare(left)] += p
        mine = {(end.won, bare((b.name_for_army, b.strength) for b in end.left)): 0 for end in found.ends}
        assert mine.keys() == armies.keys(), row
        for key in mine:
            p = found.ends.p(lambda end, k=key: (end.won, bare((b.name_for_army, b.strength) for b in end.left)) == k)
            assert p == armies[key], row
        assert found.p_win_all == sum(p for (won, _), p in right.items() if won == len(row))
    return seen


def bare(left: object) -> tuple[tuple[str, int], ...]:
    """Survivors without the numbers of nameless blocks."""
    return tuple(sorted((name.split(" #")[0], strength) for name, strength in left))  # type: ignore[attr-defined]


@pytest.mark.clause("julius_caesar", "7.3", "7.31", "7.5", "7.52", "7.62")
@pytest.mark.long
def test_battles_in_a_row_against_the_twin(cases: Cases) -> None:
    seen = check_rows(cases(4, 1_500), seed=705)
    assert seen["Cleopatra goes on with them"] > cases(-1, 20)
    assert seen["the reserve is the main attack"] > cases(-1, 20)


def test_a_row_of_one_is_the_battle() -> None:
    battle = jc.Battle(jc.army("Caesar, Equitatus 1", "Caesar"), jc.army("Pompey, Navis 3", "Pompey"))
    assert gamekit.in_a_row([battle]).p_won == (battle.odds().p(jc.attacker_holds),)


def test_floats_agree_with_fractions_in_a_row() -> None:
    army = jc.army("Pompey, Elephant, 2 C3/II", "Pompey")
    row = [jc.Battle(army, jc.army(text)) for text in ("2 B2/III", "C3/III, D4/II", "A3/II")]
    exact, rounded = gamekit.in_a_row(row), gamekit.in_a_row(row, numbers=float)
    assert rounded.p_won == pytest.approx([float(p) for p in exact.p_won], abs=1e-12)
    assert all(isinstance(p, float) for p in rounded.p_won)
    assert rounded.ends.keys() == exact.ends.keys()


def test_what_cannot_follow_is_said() -> None:
    legions, others = jc.army("Legio 7, Legio 8", "Caesar"), jc.army("Legio 7", "Caesar")
    pompey = jc.army("Pompey", "Pompey")
    with pytest.raises(ValueError, match="battle 2 of the row has another attacker than the first"):
        gamekit.in_a_row([jc.Battle(legions, pompey), jc.Battle(others, jc.army("C3/III"))])
    with pytest.raises(ValueError, match="Pompey of Pompey is listed in two battles of the row"):
        gamekit.in_a_row([jc.Battle(legions, pompey), jc.Battle(legions, pompey)])


def test_every_way_to_take_stands_once_in_the_order_of_cost() -> None:
    random = Random(7)
    for _ in range(60):
        kinds = [tuple((f"{name}{n}", cost) for n, cost in enumerate(sorted(random.sample(range(1, 9), size))))
                 for name, size in zip("abc", (random.randrange(1, 4) for _ in "abc"))]  # fmt: skip
        groups = random.choices(kinds, k=random.randrange(5))
        found = list(choices_by_cost(groups, groups))
        every = product(*(((None, 0), *group) for group in groups))
        right = {tuple(sorted(str(option) for option, _ in way)): sum(cost for _, cost in way) for way in every}
        assert [cost for _, cost in found] == sorted(right.values())
        assert {tuple(sorted(map(str, taken))): cost for taken, cost in found} == right


@cache
def every_levy(army: str, pool: str, enemy: str) -> list[tuple[int, Fraction]]:
    """6.4: a point a step for a block that stands, or a block of the pool at its lowest strength and a point a step.
    The points of each way to levy, and the chance to win with it."""
    options = []
    for text, standing in ((army, True), (pool, False)):
        for block in jc.army(text, "Caesar"):
            rising = block.track[::-1]
            least = rising.index(block.strength) if standing else -1
            ways = [(rising[step], step - least) for step in range(max(least, 0), len(rising))]
            options.append([(block, *way) for way in (ways if standing else [(0, 0), *ways])])
    found = []
    for way in product(*options):
        blocks = tuple(block.with_strength(strength) for block, strength, _ in way if strength)
        chance = jc.Battle(blocks, jc.army(enemy, "Pompey")).chances().attacker_wins
        found.append((sum(cost for _, _, cost in way), chance))
    return found


@pytest.mark.clause("julius_caesar", "6.4", "7.41")
@pytest.mark.parametrize("p", [Fraction(1, 4), Fraction(1, 2), Fraction(4, 5)])
@pytest.mark.long
def test_the_cheapest_levy_against_every_levy(p: Fraction) -> None:
    army, pool, enemy = "Legio 10/I", "Legio 8, Legio 9, Ballista", "Pompey/I, Elephant/II"
    levies = jc.levies(jc.army(army, "Caesar"), jc.army(pool, "Caesar"))
    found = gamekit.needed(lambda own: jc.Battle(own, jc.army(enemy, "Pompey")), levies, p)
    assert found.cost == min(cost for cost, chance in every_levy(army, pool, enemy) if chance >= p)


def test_levies_take_what_may_be_levied() -> None:
    with pytest.raises(ValueError, match="Legio 10 of Caesar is listed twice"):
        list(jc.levies(jc.army("Legio 10/I", "Caesar"), jc.army("Legio 10", "Caesar")))
    with pytest.raises(ValueError, match="it should be blocks, as"):
        list(jc.levies("Legio 10"))  # type: ignore[arg-type]
    assert [cost for _, cost in jc.levies((), jc.army("Elephant", "Pompey"))] == [0, 1, 2]  # I is no step of it
    assert [cost for _, cost in jc.levies((), jc.army("Elephant", "Pompey"), max_cost=1)] == [0, 1]


def test_losses_are_counted_in_steps() -> None:
    own, enemy = jc.army("Caesar/II, Legio 10, C3/III", "Caesar"), jc.army("Elephant, Cleopatra/II", "Pompey")
    for end in jc.Battle(own, enemy).odds():
        left = dict(end.attacker)
        names = ("Caesar", "Legio 10", "C3 #1")
        assert jc.steps_lost(end) == sum(block.strength - left.get(name, 0) for name, block in zip(names, own))
        elephant = {4: 0, 2: 1, 0: 2}[dict(end.defender).get("Elephant", 0)]
        assert jc.steps_lost(end, "defender") == elephant + 2 - dict(end.defender).get("Cleopatra", 0)
    pytest.raises(ValueError, lambda: jc.steps_lost(jc.Outcome((), ()))).match("does not know the blocks of its battle")


def test_every_change_of_a_battle_is_the_battle_changed() -> None:
    battle = jc.Battle(jc.army("Caesar/II, Legio 10", "Caesar"), jc.army("2 C2/II, Ballista", "Pompey"))
    rows = gamekit.tornado(battle).set_index("axis")
    assert rows.attrs["as_is"] == battle.chances().attacker_wins
    assert len(rows) == 4 * 4 + 4  # the two C2 are one
    stronger = replace(battle, attacker=jc.army("Caesar, Legio 10", "Caesar"))
    assert rows.at_more["Caesar/II: a step"] == stronger.chances().attacker_wins
    alone = replace(battle, attacker=jc.army("Caesar/II", "Caesar"))
    assert rows.at_less["Legio 10/III: a block"] == alone.chances().attacker_wins
    weaker = replace(battle, defender=jc.army("C1/II, C2/II, Ballista", "Pompey"))
    assert rows.at_less["C2/II of the defender: firepower"] == weaker.chances().attacker_wins
    longer = replace(battle, defender=jc.army("C2/III, C2/II, Ballista", "Pompey"))
    assert rows.at_more["C2/II of the defender: a step"] == longer.chances().attacker_wins
    turned = jc.Battle(battle.defender, battle.attacker)
    assert rows.at_more["the defender attacks"] == turned.odds().p(jc.attacker_eliminated)
    by_law = gamekit.tornado(battle, of=jc.attacker_wins).set_index("axis")
    assert by_law.sort_index().at_more.tolist() == rows.sort_index().at_more.tolist()
    assert rows.moves.is_monotonic_decreasing


def test_a_block_known_by_its_rating_is_the_one_that_is_written_so() -> None:
    for strength, written in enumerate(("I", "II", "III", "IV"), 1):
        assert generic_block(strength, 1) == jc.army(f"C1/{written}")[0]


def test_best_play_is_asked_and_compared_by_its_ends() -> None:
    plays = [jc.Battle(jc.army(f"{blocks} C3/I"), jc.army("C3/II")).best() for blocks in (1, 2)]
    wins = [play.chances.attacker_wins for play in plays]
    found = gamekit.compare(*plays, of=lambda end: end == "attacker_wins")
    assert [law.p(bool) for law in found.distributions] == pytest.approx(wins, abs=1e-12)
    assert gamekit.needed(plays.__getitem__, [0, 1], p=wins[1]).least == 1
    rows = gamekit.sweep(lambda at: plays[at], at=[0, 1])
    assert rows["attacker_leaves"].tolist() == [play.chances.attacker_leaves for play in plays]
