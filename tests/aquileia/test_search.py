"""The searching player: what it samples, that it does not look, what it values, how strong it is."""

from dataclasses import replace
from importlib import import_module
from random import Random

import pytest

from gamekit import aquileia as aq
from gamekit.aquileia.players import sample
from gamekit.aquileia.players.plain import quick_plain
from gamekit.aquileia.positions import check
from gamekit.aquileia.state import Step
from gamekit.play.protocol import CHANCE, OVER, play, random_strategy

searching = import_module("gamekit.aquileia.players.search")  # the package has a function of that name

NAMES = aq.initial_state().table.names


def positions(seed: int, players: int = 4) -> list[aq.State]:
    """The decisions of a random game."""
    random = Random(seed)
    start = aq.initial_state((*NAMES, "Eva")[:players])
    strategies = dict.fromkeys(start.table.names, random_strategy(random))
    return [
        state
        for state, _ in play(aq.rules, strategies, random, start)
        if aq.current_player(state) not in (CHANCE, OVER)
    ]


@pytest.mark.parametrize("players", [3, 4, 5])
def test_samples_look_like_the_view_and_can_be(players: int) -> None:
    random = Random(players)
    for state in positions(players, players)[::7]:
        view = aq.observe(state, aq.current_player(state))
        drawn = sample(view, random)
        check(drawn)
        assert aq.observe(drawn, view.player) == view
        assert aq.legal_actions(drawn) == aq.legal_actions(state)


def test_a_deck_that_runs_short_is_sampled_short() -> None:
    state = next(state for state in positions(1) if state.table.current_task.step == Step.PLACE)
    for stock in (0, 1, 2):
        hands = tuple(sorted((*state.hands[3], *state.slaves[stock:])))
        short = replace(state, hands=(*state.hands[:3], hands), slaves=state.slaves[:stock])
        view = aq.observe(short, "Stefan")
        assert aq.observe(sample(view, Random(1)), "Stefan") == view
        assert view.slave_stock == stock


def test_unseen_cards_are_dealt_each_as_likely() -> None:
    """Of the slaves unseen the ones and twos are as many: so they are in a rival's hand."""
    state = next(state for state in positions(1) if state.table.round == 4)
    view, random = aq.observe(state, aq.current_player(state)), Random(0)
    other = (view.seat + 1) % len(NAMES)
    hands = [card for _ in range(400) for card in sample(view, random).hands[other] if card.startswith("slave")]
    seen = [*view.hand, *view.table.slave_discards]
    ones, twos = (11 - seen.count(f"slave {strength}") for strength in (1, 2))
    share, sure = ones / (ones + twos), (0.25 / len(hands)) ** 0.5
    assert len(hands) > 200
    assert abs(hands.count("slave 1") / len(hands) - share) < 4 * sure


def test_only_the_view_is_read() -> None:
    """The same law of moves for a twin of the position with other hands, laurels and decks."""
    for state in positions(2)[5::90]:
        player = aq.current_player(state)
        view, legal = aq.observe(state, player), aq.legal_actions(state)
        twin = sample(view, Random(9))
        found = [
            searching.find(aq.observe(each, player), legal, iterations=8, seconds=None, random=Random(3))
            for each in (state, twin)
        ]
        assert found[0] == found[1]


def test_playing_on_stops_at_the_end_of_the_round_and_at_that_of_the_game() -> None:
    """There everybody's chance is judged by the points, and by what he has while rounds are to come."""
    states = positions(3, 5)
    start = states[0]
    later = next(state for state in states if state.table.round == 2)
    assert not searching.is_round_over(start, start)
    assert searching.is_round_over(later, start)
    richer = replace(later, table=replace(later.table, points=(90, *later.table.points[1:])))
    for state in (later, richer):
        chances = searching.value(state)
        assert sum(chances.values()) == pytest.approx(1)
        assert max(chances, key=chances.__getitem__) == NAMES[0] or state is later
    over = _end(1)
    best = max(searching.value(over).values())
    assert {name for name, chance in searching.value(over).items() if chance == best} == set(aq.rules.winners(over))


def test_what_a_seat_has_is_counted_as_on_the_table() -> None:
    """At the end: the villas and laurels of the final count, the coins and cards left, the buildings."""
    over = _end(1)
    rows = len(searching.AHEAD)
    for seat, score in enumerate(over.table.scores):
        bronze, silver, gold, slaves, weapons, horses, villas, laurels, *rest = searching.holding_counts(
            replace(over, table=replace(over.table, shown=((),) * 4), laurels=over.table.shown), seat
        )
        assert (villas, laurels, rest[0]) == (score.villas, score.laurels, len(score.colours))
        assert (bronze, silver, gold) == tuple(count for _, count in over.table.purses[seat].items())
        assert slaves + weapons + horses == sum(int(card[-1]) for card in over.hands[seat])
        assert rest[-1] == len(over.table.buildings(seat))
        assert len(rest) + 8 == rows


def _end(seed: int) -> aq.State:
    *_, (end, _) = play(aq.rules, dict.fromkeys(NAMES, aq.players.plain), Random(seed))
    return end


def test_the_quick_player_does_what_is_legal_in_every_step() -> None:
    random, steps = Random(8), set()
    for players in (3, 5):
        for state in positions(players, players):
            legal = aq.legal_actions(state)
            steps.add(state.table.current_task.step)
            assert quick_plain(aq.observe(state, aq.current_player(state)), legal) in legal
    assert steps >= {Step.PLACE, Step.CARDS, Step.BLUE, Step.BID, Step.FORUM, Step.LAUREL, Step.PRIZE}
    state = aq.initial_state()
    *_, (end, _) = play(aq.rules, dict.fromkeys(NAMES, quick_plain), random, state)
    assert end.table.scores


def test_plans_compared_meet_the_same_dice() -> None:
    """The red dice of the arena are named alike whatever else is placed, another seat's and another round's are not."""
    states = [state for state in _all_states(2) if state.table.agenda and state.table.current_task.step == Step.RED]
    names = {searching.luck_key(state) for state in states}
    assert len(names) == len({(s.table.round, s.table.contest, s.table.current_task.seat) for s in states})
    moved = replace(states[0], table=replace(states[0].table, points=(7,) * 4))
    assert searching.luck_key(moved) == searching.luck_key(states[0])


def _all_states(seed: int) -> list[aq.State]:
    random = Random(seed)
    return [state for state, _ in play(aq.rules, dict.fromkeys(NAMES, random_strategy(random)), random)]
