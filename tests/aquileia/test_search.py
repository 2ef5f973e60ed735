"""The searching player: what it samples, that it does not look, that the compiled playing out keeps the rules."""

from __future__ import annotations

import os
from dataclasses import replace
from random import Random
from statistics import fmean

import pytest

from gamekit import aquileia as aq
from gamekit import tournament
from gamekit.aquileia.state import Step
from gamekit.aquileia.strategies import sample, searching
from gamekit.aquileia.tables import PLAIN, prize_coins
from gamekit.aquileia.validate import check
from gamekit.game import CHANCE, OVER, at_random, play
from tests.aquileia.test_plain import MAKERS

NAMES = aq.initial_state().table.names


def positions(seed: int, players: int = 4) -> list[aq.State]:
    """The decisions of a random game."""
    random = Random(seed)
    start = aq.initial_state((*NAMES, "Eva")[:players])
    strategies = dict.fromkeys(start.table.names, at_random(random))
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
    state = next(state for state in positions(1) if state.table.task.step == Step.PLACE)
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
    for state in positions(2)[5::40]:
        player = aq.current_player(state)
        view, legal = aq.observe(state, player), aq.legal_actions(state)
        twin = sample(view, Random(9))
        found = [
            searching.find(aq.observe(each, player), legal, iterations=30, seconds=None, random=Random(3))
            for each in (state, twin)
        ]
        assert found[0] == found[1]


def test_the_weights_of_the_kernel_stand_in_their_order() -> None:
    order = "bronze silver gold coin_fades slave slave_fades weapon horse laurel_hope house_hope price pecunia theatre "
    order += "forum potentia rival latro arena stadium second bid harbour"
    assert list(PLAIN) == order.split()


@pytest.mark.long
def test_the_playing_out_is_as_good_a_game_as_that_of_plain_players() -> None:
    """The rules a second time: mean points at the end within a few of those by the rules themselves."""
    random = Random(1)
    start = aq.initial_state()
    while aq.current_player(start) == CHANCE:
        start = aq.apply(start, aq.chance_outcomes(start).sample(random))
    ours = fmean(sum(searching.final_points(start, random)) for _ in range(100)) / 4
    theirs = fmean(sum(aq.returns(end).values()) for end in map(_end, range(4))) / 4
    assert abs(ours - theirs) < 15


def _end(seed: int) -> aq.State:
    *_, (end, _) = play(aq.rules, dict.fromkeys(NAMES, aq.strategies.plain), Random(seed))
    return end


def test_cards_and_houses_are_kept_by_the_playing_out() -> None:
    """From wherever it goes on to the end: every card somewhere, no coin owed, no house but the printed ones."""
    from gamekit.aquileia.odds import playout_kernel as kernel
    from gamekit.fast import floats

    random = Random(4)
    t, w = searching.figures()
    for state in [s for s in positions(3, 5) if searching._horizon(s, s)][::12]:
        g = searching.flattened(state, random)
        cards = _cards(g, kernel)
        kernel.play_on(g, t, w, floats(kernel.SCRATCH))
        assert _cards(g, kernel) == cards
        assert min(g[kernel.PURSE : kernel.PURSE + 15]) >= 0
        assert set(g[kernel.OWNER + len(aq.BUILDINGS) : kernel.OWNER + kernel.HOUSES]) <= {kernel.NOBODY}
        assert g[kernel.ROUND] == 7


def test_a_turn_to_place_played_at_once_is_that_by_the_rules() -> None:
    """Henchmen on any field, the tie-breaker and no more of them: the same end on the same dice."""
    for state in [s for s in positions(3, 5) if s.table.task.step == Step.PLACE][::12]:
        played = searching._at_once(state)
        for action in aq.legal_actions(state):
            after = aq.apply(state, action)
            points = searching.final_points(after, Random(5))
            assert played(action, Random(5)) == searching.shares(state.table, points), action


@pytest.mark.clause("aquileia", "5.5")
def test_a_race_that_nobody_is_in_gives_nothing_away() -> None:
    from gamekit.aquileia.odds import playout_kernel as kernel
    from gamekit.fast import floats

    (t, w), state = searching.figures(), next(s for s in positions(1) if s.table.task.step == Step.PLACE)
    g = searching.flattened(state, Random(1))
    assert max(g[kernel.PLACED : kernel.PLACED + kernel.FIELDS]) < 0
    g[kernel.TURNS], cards = 0, _cards(g, kernel)  # nobody places anything in this round
    kernel.play_on(g, t, w, floats(kernel.SCRATCH))
    assert _cards(g, kernel) == cards


def _cards(g: list[int], kernel: object) -> int:
    k = kernel
    spread = [*g[k.HAND : k.HAND + 60], *g[k.GEAR : k.GEAR + 24], *(card >= 0 for card in g[k.ROW : k.ROW + 3])]
    return int(sum(spread))


@pytest.mark.clause("aquileia", "6.2")
def test_a_raise_may_cost_all_that_a_laurel_is_worth() -> None:
    """Where neither is worth anything, whoever has more coins has the last word, and pays the placer."""
    from gamekit.aquileia.odds import playout_kernel as kernel
    from gamekit.fast import flat, floats

    state, none = positions(1)[0], (*range(kernel.W_COIN, kernel.W_COIN + 3), kernel.W_BID)
    t, w = searching.figures()
    w = flat([0.0 if at in none else weight for at, weight in enumerate(w)])
    for rich in range(4):
        g = searching.flattened(state, Random(1))
        g[kernel.PLACED + kernel.THEATRE] = placer = 1
        g[kernel.PURSE : kernel.PURSE + 12] = flat([coin for seat in range(4) for coin in (1, 1, 2 * (seat == rich))])
        kernel.theatre(g, t, w, floats(kernel.SCRATCH))
        held = [sum(g[kernel.PURSE + 3 * seat : kernel.PURSE + 3 * seat + 3]) for seat in range(4)]
        own = [g[kernel.OWN + kernel.LAURELS * seat :][: kernel.LAURELS] for seat in range(4)]
        assert [any(laurels) for laurels in own] == [seat == rich for seat in range(4)]
        paid = 4 - held.pop(rich)
        assert paid > 0
        assert sorted(held) == [2, 2, 2 + paid * (rich != placer)]


@pytest.mark.parametrize(("foe", "least"), [("plain", 0.35), ("listed", 0.45)])
def test_soak_strength_of_a_tenth_of_a_second(foe: str, least: float) -> None:
    """Two hundred games: the lower end of the interval against plain, the share against the list."""
    if not os.environ.get("GAMEKIT_SOAK"):
        pytest.skip("two hundred games of a tenth of a second a decision")
    makers = {**MAKERS, "search": searching.search}
    found = tournament(aq, makers, games=200, seed=91_000, tables=[("search", foe, foe, foe)]).share("search")
    assert (found.low if foe == "plain" else found.value) > least, found


@pytest.mark.clause("aquileia", "4.6", "5.5")
def test_the_playing_out_pays_the_printed_prizes() -> None:
    """Each rank of either contest brings so many coins."""
    from gamekit.aquileia.odds import playout_kernel as kernel

    (t, _), state = searching.figures(), positions(1)[0]
    for contest in ("arena", "stadium"):
        for rank in (1, 2, 3):
            g = searching.flattened(state, Random(1))
            before = sum(g[kernel.PURSE : kernel.PURSE + 3])
            kernel.pay_rank(g, t, 0, contest == "arena", rank - 1)
            assert sum(g[kernel.PURSE : kernel.PURSE + 3]) - before == prize_coins(contest, rank)
