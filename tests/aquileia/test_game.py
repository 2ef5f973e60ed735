"""The whole game by the protocol: random games, what is hidden, records, JSON, counted moves, the two players."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from gamekit import aquileia as aq
from gamekit.aquileia import rules
from gamekit.aquileia.state import Step
from gamekit.play import protocol
from gamekit.play.protocol import CHANCE, OVER
from tests.aquileia.position import FOUR
from tests.cases import Cases

pytestmark = pytest.mark.long
NAMES = ("Ada", "Ben", "Cleo", "Dio", "Eva")


def random_game(seed: int, players: int = 4, **options: str) -> Iterator[tuple[aq.State, aq.Action]]:
    random = Random(seed)
    strategies = defaultdict(lambda: protocol.random_strategy(random))
    return protocol.play(rules, strategies, random, aq.initial_state(NAMES[:players], **options))


def cards(state: aq.State) -> Counter[str]:
    """Every card that is somewhere."""
    table = state.table
    found = Counter((*state.gear, *state.slaves, *filter(None, table.row), *table.gear_discards, *table.slave_discards))
    for held in state.hands:
        found.update(held)
    return found


def check(state: aq.State) -> None:
    """What holds in every position."""
    table = state.table
    assert (cards(state), hash(state)) == (cards(aq.initial_state()), hash(replace(state)))
    assert sum(seat >= 0 for seat in table.track) <= len(table.names)
    assert all(points >= 0 for points in table.points)
    assert max(table.placed.count(seat) for seat in range(len(table.names))) <= 5
    if aq.current_player(state) not in (CHANCE, OVER):
        legal = aq.legal_actions(state)
        assert legal
        assert len(set(legal)) == len(legal)


@pytest.mark.clause("aquileia", "2.1")
@pytest.mark.parametrize("players", [3, 4, 5])
def test_random_games_end_and_keep_their_pieces(players: int, cases: Cases) -> None:
    rounds: Counter[int] = Counter()
    for seed in range(cases(6, 340)):
        options = {"blue_dice": "one by one", "tie_breaker": "any"} if seed % 5 == 0 else {}
        for moves, (state, _) in enumerate(random_game(seed, players, **options)):
            if moves % 16 == 0:
                check(state)
        assert moves < 1500
        assert aq.current_player(state) == OVER
        assert set(aq.returns(state)) == set(NAMES[:players])
        assert aq.winners(state)
        assert state.stadium == state.theatre == ()
        assert sum(len(shown) for shown in state.table.shown) <= 18
        rounds[state.table.round] += 1
    assert set(rounds) == {6}


def disguised(state: aq.State, eyes: int, random: Random) -> aq.State:
    """The same position to one pair of eyes: others' cards and laurels drawn anew, in any number."""
    hidden_slaves = [c for seat, h in enumerate(state.hands) if seat != eyes for c in h if c.startswith("slave")]
    hidden_gear = [c for seat, h in enumerate(state.hands) if seat != eyes for c in h if not c.startswith("slave")]
    laurels = [x for seat, own in enumerate(state.laurels) if seat != eyes for x in own]
    others = [seat for seat in range(len(state.hands)) if seat != eyes]
    decks = {"slaves": [*state.slaves, *hidden_slaves], "gear": [*state.gear, *hidden_gear]}
    stadium = [*state.stadium, *laurels]
    hands = {seat: [] for seat in others}
    for cards_left in decks.values():
        random.shuffle(cards_left)
        for _ in range(random.randint(0, max(0, len(cards_left) - 3))):
            hands[random.choice(others)].append(cards_left.pop())
    random.shuffle(stadium)
    held = {seat: [stadium.pop() for _ in range(random.randint(0, 1)) if stadium] for seat in others}
    return replace(
        state,
        hands=tuple(tuple(sorted(hands[s])) if s in hands else own for s, own in enumerate(state.hands)),
        laurels=tuple(tuple(sorted(held[s])) if s in held else own for s, own in enumerate(state.laurels)),
        slaves=tuple(sorted(decks["slaves"])),
        gear=tuple(sorted(decks["gear"])),
        stadium=tuple(sorted(stadium)),
    )


@pytest.mark.clause("aquileia", "1.3", "5.5")
def test_others_cards_and_laurels_are_hidden_and_legal_actions_tell_no_more() -> None:
    random = Random(6)
    compared = Counter()
    for seed in range(4):
        for state, _ in random_game(40 + seed):
            player = aq.current_player(state)
            if player in (CHANCE, OVER) or len(state.slaves) + len(state.table.slave_discards) < 3:
                continue
            eyes = state.table.names.index(player)
            other = disguised(state, eyes, random)
            assert aq.observe(other, player) == aq.observe(state, player)
            assert aq.legal_actions(other) == aq.legal_actions(state)
            compared[state.table.current_task.step] += other != state
    assert {Step.PLACE, Step.CARDS, Step.FORUM, Step.BID, Step.LAUREL} <= set(+compared)


def test_what_lies_open_is_seen() -> None:
    state = aq.initial_state(FOUR)
    view = aq.observe(state, "Kiko")
    assert view.table.purses == state.table.purses
    assert view.hand == ()
    assert not hasattr(view, "hands")
    pytest.raises(ValueError, lambda: aq.observe(state, "Kika")).match("did you mean Kiko")


def test_counted_moves() -> None:
    state = aq.initial_state(FOUR)
    assert protocol.count_action_sequences(rules, state, 1) == 7  # horse and weapon designs
    assert protocol.count_action_sequences(rules, state, 2) == 7 * 7 - 1  # there is one weapon 3
    for _ in range(4):
        state = aq.apply(state, next(iter(aq.chance_outcomes(state))))
    # 28 fields, the left-most tie-breaker place, passing
    assert protocol.count_action_sequences(rules, state, 1) == 30
    # Walter then finds one place less; after the tie-breaker or a pass all 28, and a place and a pass each time
    assert protocol.count_action_sequences(rules, state, 2) == 28 * 29 + 30 + 30
    fields_taken = {0: 4, 1: 2 * 2 * 28, 2: 28 * 27}  # lines of two by the number of henchmen in them
    assert protocol.count_action_sequences(rules, state, 3) == sum(
        lines * (30 - taken) for taken, lines in fields_taken.items()
    )


def test_the_plain_player_comes_first_in_most_games(cases: Cases) -> None:
    games, first = cases(4, 200), 0
    for seed in range(games):
        random = Random(seed)
        other = protocol.random_strategy(random)
        plain = NAMES[seed % 4]
        strategies = {name: aq.players.plain if name == plain else other for name in NAMES[:4]}
        *_, (end, _) = protocol.play(rules, strategies, random, aq.initial_state(NAMES[:4]))
        first += aq.winners(end) == (plain,)
    assert first >= cases(5, 6) / 10 * games, first
