"""The plain player: what he must not do, and his strength against random players and a fixed list of fields."""

from collections import Counter
from random import Random

import pytest

from gamekit import aquileia as aq
from gamekit.aquileia.tables import CARDS
from gamekit.play.protocol import CHANCE, OVER, play
from tests.aquileia.position import acting, begin
from tests.cases import Cases


def test_the_first_in_a_race_takes_the_stronger_field() -> None:
    """He is alone as yet, but whoever comes later would find the stronger field."""
    for seed in range(20):
        state, random = aq.initial_state(), Random(seed)
        while aq.current_player(state) == CHANCE:
            state = aq.apply(state, aq.chance_outcomes(state).sample(random))
        for side in ("gold", "silver"):
            offered = tuple(aq.Place(f"{side} {number}") for number in (1, 2, 3))
            assert aq.players.plain(aq.observe(state, "Stefan"), offered) == offered[2]


def test_slaves_promised_to_a_house_do_not_fight() -> None:
    """Two blue laurels make the villa of 10 worth more than an arena; with nobody in the forum the slaves fight."""
    for forum, slaves_played in (("forum 2", 0), ("pecunia", 3)):
        state = acting(
            {"arena 1": "Stefan", "arena 3": "Walter", forum: "Stefan"},
            hands={"Stefan": ("slave 1", "slave 2")},
            purses={"Stefan": aq.Purse(2, 2, 1)},
            round=6,
            shown=(("white/blue", "blue/yellow"), (), (), ()),
        )
        state, played, random = begin(state), [], Random(0)
        while state.table.current_district in ("", "mercatus", "arena") and aq.current_player(state) != OVER:
            player = aq.current_player(state)
            if player == CHANCE:
                action = aq.chance_outcomes(state).sample(random)
            else:
                action = aq.players.plain(aq.observe(state, player), aq.legal_actions(state))
                played += [action.card] if isinstance(action, aq.Play) and player == "Stefan" else []
            state = aq.apply(state, action)
        assert sum(CARDS[card].strength for card in played) == slaves_played


@pytest.mark.long
def test_he_builds_and_leaves_little_unused(cases: Cases) -> None:
    houses: Counter[str] = Counter()
    for seed in range(cases(2, 20)):
        found = _end(seed)
        for seat in range(4):
            built = len(found.table.buildings(seat))
            houses["some"] += built > 0
            houses["all"] += built
    assert houses["some"] >= cases(6, 72)
    assert houses["all"] >= cases(14, 150)


def _end(seed: int) -> aq.State:
    *_, (end, _) = play(aq.rules, dict.fromkeys(aq.initial_state().table.names, aq.players.plain), Random(seed))
    return end
