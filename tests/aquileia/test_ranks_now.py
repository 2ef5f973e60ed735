"""The chances of the contest that is on, walked through the rules throw by throw."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import islice
from random import Random

import pytest

from gamekit import aquileia as aq
from gamekit.aquileia.odds.from_state import best_cards_now, blue_split_now, contest_now, contests_if_placed, ranks_now
from gamekit.aquileia.state import Step, Task
from gamekit.play import protocol
from gamekit.play.protocol import CHANCE
from tests.aquileia.position import acting, begin, until
from tests.cases import Cases

THROWS = (Step.RED, Step.BLUE_ROLL)
PLACED = {"arena 3": "Stefan", "arena 1": "Walter", "silver 1": "Stefan", "gold 1": "Kiko"}


def mean_after(state: aq.State) -> dict[str, list[Fraction]]:
    law = aq.chance_outcomes(state)
    after = [
        (Fraction(weight, law.total_weight), ranks_now(aq.apply(state, roll).table)) for roll, weight in law.items()
    ]
    return {
        name: [sum((share * ranks[name][place] for share, ranks in after), Fraction(0)) for place in range(len(found))]
        for name, found in after[0][1].items()
    }


def throws(mode: str, count: int, seed: int) -> Iterator[aq.State]:
    """Every throw in a contest of a game among plain players."""
    begun = aq.initial_state(("Ada", "Ben", "Cleo", "Dan", "Eve")[:count], blue_dice=mode)
    players = dict.fromkeys(begun.table.names, aq.players.plain)
    for state, _ in protocol.play(aq, players, Random(seed), begun):
        table = state.table
        if table.contest and len(table.fighters) > 1 and table.agenda and table.current_task.step in THROWS:
            yield state


@pytest.mark.long
@pytest.mark.clause("aquileia", "4.4", "5.4")
@pytest.mark.parametrize(("mode", "seed"), [("together", 4), ("one by one", 3)])
def test_the_chance_before_a_throw_is_the_mean_of_those_after_it(mode: str, seed: int, cases: Cases) -> None:
    """Before, the blue dice were split as was best before the red dice lay: chances jumped by up to a third."""
    split = 0
    for state in islice(throws(mode, 3, seed), cases(6, 1000)):
        assert ranks_now(state.table) == mean_after(state)
        split += blue_split_now(state.table) is not None
    assert split > 0


@pytest.mark.long
@pytest.mark.clause("aquileia", "3.5", "4.4")
@pytest.mark.parametrize("mode", ["together", pytest.param("one by one", marks=pytest.mark.soak)])
def test_the_blue_dice_are_named_when_the_red_dice_lie(mode: str) -> None:
    """Walked by the rules: nobody plays a card, the holder names what his split says is worth most at that moment."""
    state = begin(
        acting(PLACED | {"arena 3": "Walter", "arena 1": "Stefan"}, potentia=0, blue=3, options={"blue_dice": mode})
    )

    @cache
    def named(table: aq.Table) -> aq.Blue:
        if not table.blue:
            return aq.Blue(0)
        arena, race = aq.contest_from_table(table), aq.contest_from_table(table, "stadium")
        split = aq.split_blue_dice(arena, race, "Stefan", dice=table.blue, blue=mode)
        if mode == "together":
            return aq.Blue(split.best)
        return aq.Blue(1 if split.waiting > split.values[0] else 0)

    def walked(state: aq.State) -> dict[str, Fraction]:
        table, step = state.table, state.table.current_task.step
        if step == Step.PRIZE:
            return {table.names[table.current_task.seat]: Fraction(1)}
        if aq.current_player(state) == CHANCE:
            law, found = aq.chance_outcomes(state), {}
            for roll, weight in law.items():
                for name, p in walked(aq.apply(state, roll)).items():
                    found[name] = found.get(name, Fraction(0)) + p * Fraction(weight, law.total_weight)
            return found
        if step == Step.CARDS:
            return walked(aq.apply(state, aq.Pass()))
        return walked(aq.apply(state, named(table)))

    found = walked(state)
    assert {name: ranks[0] for name, ranks in ranks_now(state.table).items()} == found
    assert found["Stefan"] != contest_now(state.table).p_rank("Stefan")[0]


@pytest.mark.clause("aquileia", "4.3", "4.4")
def test_cards_are_weighed_with_the_blue_dice_that_the_race_could_have() -> None:
    hands = {"Walter": ["slave 2", "weapon 3"], "Stefan": ["weapon 1"]}
    state = until(begin(acting(PLACED, potentia=0, blue=4, hands=hands)), Step.CARDS)
    while state.table.names[state.table.current_task.seat] != "Walter":
        state = aq.apply(state, aq.Pass())
    table = state.table
    split = blue_split_now(table)
    arena = aq.contest_from_table(table).with_entrant("Stefan", blue=4)
    plan = aq.best_play(arena, {"Walter": hands["Walter"]}, keep=split.keep)
    assert best_cards_now(table, hands["Walter"]) == plan.choices[0].cards
    race = aq.contest_from_table(table, "stadium")
    alone = [aq.best_play(race.with_entrant("Stefan", blue=left)).worth["Stefan"] for left in range(5)]
    assert list(split.keep["Stefan"]) == alone


@pytest.mark.clause("aquileia", "2.4", "4.1")
def test_a_field_offers_the_contest_that_would_be_fought_from_it_alone_there_is_none() -> None:
    state = acting({"arena 1": "Stefan"}, agenda=(Task(Step.PLACE, 1),))
    found = dict(contests_if_placed(state))
    assert set(found) == {"arena 2", "arena 3"}
    rival = aq.Entrant("Stefan", 1, 1)
    for field, strength in (("arena 2", 1), ("arena 3", 2)):
        assert found[field].p_rank("Walter") == aq.Contest([rival, aq.Entrant("Walter", strength, 2)]).p_rank("Walter")
