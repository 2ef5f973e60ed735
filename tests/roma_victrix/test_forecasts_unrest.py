"""Unrest against a twin that deals every card to every hand; what hangs on judged figures, each tried the other way."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import permutations
from random import Random

import pytest

from gamekit import roma_victrix as rv
from gamekit.roma_victrix.game_state import Due, Pending, State
from gamekit.roma_victrix.places import INDEX, PLACES
from gamekit.roma_victrix.tables import COSTS, RULINGS
from tests.long import SOAK, many
from tests.roma_victrix.positions import kind, land, owner, positions, powers, scenario, seats, side, table
from tests.roma_victrix.setting import empty, lead, put

SHOCKS = ("Major Rebellion", "Minor Rebellion")
RAIDS = ("Barbarian Invasion", "Barbarian Raid")
CHANGES = "Ally or Client State Changes Allegiance"


def works(state: State, card: str, enemy: int, victim: int) -> list[int]:
    """The dice of six by which a card works for an enemy who has a turn; all of them when none is rolled."""
    mine = {place for place in range(89) if owner(state, place) >= 0 and state.patron[owner(state, place)] == victim}
    own = [who for who in state.leaders if who.place >= 0 and side(state, who.owner) == ("player", victim)]
    if card in SHOCKS:
        return [1, 2, 3, 4, 5, 6] if mine else []
    if card in RAIDS:
        near = {row["b"] for row in both() if INDEX[row["a"]] in mine and row["b"] in provinces()}
        return [1, 2, 3, 4, 5, 6] if any(state.markers[INDEX[name]] for name in near) else []
    if card == CHANGES:
        roles = [row["role"] in ("client", "ally") for row in scenario(state.scenario)["powers"]]
        subjects = any(here and state.patron[n] == victim for n, here in enumerate(roles))
        return [1, 2, 3, 4, 5, 6] if subjects else []
    if card == "Leader Defection":
        roman = kind(state, enemy) == "Roman"
        own = [w for w in own if not w.supreme and (roman or kind(state, w.owner) != "Roman")]
        own = [w for w in own if PLACES[w.place] in land_places()]
    elif card != "Assassination Attempt":
        return []
    return [die for die in range(1, 7) if own and die > min(who.rating for who in own)]


def both() -> Iterator[dict[str, str]]:
    for row in table("links"):
        if row["kind"] in ("land", "pass", "strait"):
            yield row
            yield {"a": row["b"], "b": row["a"]} if row["a"] in provinces() else row


def provinces() -> set[str]:
    return {row["name"] for row in table("provinces")}


def land_places() -> set[str]:
    return provinces() | {row["name"] for row in table("seas") if row["strait"] == "1"}


def dealt(state: State, victim: int) -> Fraction:
    """The chance that no card hits: every deal of the unseen cards to the hands of the enemies, one die a card."""
    enemies = [seat for seat in seats(state) if seat != victim]
    unseen = [*state.deck, *(card for seat in enemies for card in state.hands[seat])]
    slots = [seat for seat in enemies for _ in state.hands[seat]]
    quiet = deals = Fraction(0)
    told = {(card, seat): Fraction(len(works(state, card, seat, victim)), 6) for card in unseen for seat in enemies}
    for deal in permutations(unseen, len(slots)):
        chance = Fraction(1)
        for card, seat in zip(deal, slots):
            chance *= 1 - told[card, seat]
        quiet, deals = quiet + chance, deals + 1
    return quiet / deals


def plain(state: State, victim: int) -> State:
    """A position in which every enemy's turn is to come, and two of them hold a card."""
    hands = list(state.hands)
    full = [seat for seat in seats(state) if seat != victim and hands[seat]]
    for seat in full[2:]:
        hands[seat] = ()
    bag = tuple(seats(state))
    ahead = (Pending(Due.GAME_TURN), Pending(Due.ORDERS, victim))
    return replace(state, hands=tuple(hands), bag=bag, phasing=victim, agenda=ahead)


@pytest.mark.soak
@pytest.mark.clause("roma_victrix", "14.2", "12.21", "12.22", "11.13")
@pytest.mark.long
def test_unrest_is_that_of_every_deal_in_random_positions() -> None:
    random, revolts, allies, hit = Random(3), 0, 0, 0
    for state in positions(many(500)):
        victim = random.choice(seats(state))
        state = plain(state, victim)
        found = rv.unrest(state, powers(state)[victim])
        quiet = dealt(state, victim)
        rebels, silent = risings(state, victim), mute(state, victim)
        for p in rebels:
            quiet *= 1 - p
        assert found.p_cards == 1 - quiet
        for p in silent:
            quiet *= 1 - p
        assert found.p == 1 - quiet
        revolts, allies, hit = revolts + bool(rebels), allies + bool(silent), hit + (found.p_cards > 0)
    assert revolts or not SOAK  # too rare a thing for a fifth of them
    assert allies >= many(100)
    assert hit >= many(300)


def risings(state: State, victim: int) -> list[Fraction]:
    """12.21, 12.22: more land units than the king, and a die below the rating."""
    found = []
    for leader in state.leaders:
        kings = [w for w in state.leaders if w.owner == leader.owner and w.supreme and w.place >= 0]
        if leader.place < 0 or leader.supreme or not kings or side(state, leader.owner) != ("player", victim):
            continue
        if kind(state, leader.owner) != "Persian" or kings[0].place == leader.place:
            continue
        mine, his = (
            sum(sum(g.units[:-2]) for g in state.groups if g.place == place and g.owner == leader.owner)
            for place in (leader.place, kings[0].place)
        )
        if mine > his and leader.rating > 1:
            found.append(Fraction(leader.rating - 1, 6))
    return found


def mute(state: State, victim: int) -> list[Fraction]:
    """11.13, 11.23: a 1 calls for a supreme leader of 1 or 2, a 2 as well for one of 3 or 4."""
    ratings = [who.rating for who in state.leaders if who.owner == victim and who.supreme and who.place >= 0]
    faces = 0 if not ratings else 1 if ratings[0] <= 2 else 2
    found = []
    for number, row in enumerate(scenario(state.scenario)["powers"]):
        there = any(group.owner == number for group in state.groups)
        if row["role"] in ("client", "ally") and state.patron[number] == victim and there:
            found.append(Fraction(6 - faces, 6))
    return found


def test_a_card_in_ones_own_hand_or_discarded_cannot_be_another_s() -> None:
    state = plain(rv.initial_state("two_consuls"), 0)
    deck = tuple(card for card in state.deck if card not in ("Minor Rebellion", "Major Rebellion"))
    state = replace(state, deck=deck[1:], hands=(("Minor Rebellion",), (deck[0],)), discards=("Major Rebellion",))
    assert rv.unrest(state, "Pompeius").of("rebellion") == 0
    assert rv.unrest(state, "Pompeius").of("assassination") == Fraction(1, len(deck)) * Fraction(5, 6)
    seen = rv.observe(state, "Pompeius")
    assert rv.unrest(seen, "Crassus").of("rebellion") == 1  # he holds it himself


@pytest.mark.clause("roma_victrix", "4.2", "14.13")
def test_who_may_discard_his_card_for_another_may_hold_either() -> None:
    """Only who held none was taken to draw: "at least" so quiet was said of less than that."""
    state = plain(rv.initial_state("two_consuls"), 0)
    state = replace(state, deck=state.deck[1:], hands=((), (state.deck[0],)))
    unseen = len(state.deck) + 1
    for bag, cards in ((state.bag, 1), ((), 2)):  # his turn of this year to come, or over
        now = replace(state, bag=bag, agenda=(Pending(Due.GAME_TURN), Pending(Due.ORDERS, 0)))
        assert rv.unrest(now, "Pompeius").of("assassination") == Fraction(cards, unseen) * Fraction(5, 6)
    swapped = replace(state, bag=(), agenda=(Pending(Due.GAME_TURN), Pending(Due.CARD, 1, left=1)), turn=99)
    assert rv.unrest(swapped, "Pompeius").of("assassination") == Fraction(1, unseen) * Fraction(5, 6)


def test_both_rebellions_in_two_hands_are_counted_once() -> None:
    state = plain(rv.initial_state("second_punic_war"), 0)
    count = len(state.deck)
    cards = [card for card in state.deck if "Rebellion" not in card][:2]
    deck = tuple(card for card in state.deck if card not in cards)
    hands = tuple((cards[n - 2],) if n in (2, 3) else () for n in range(len(state.hands)))
    state = replace(state, deck=deck, hands=hands)
    one = Fraction(2, count)
    found = rv.unrest(state, "Rome")
    assert one < found.of("rebellion") < 2 * Fraction(2, count - 1) + 2 * one
    assert sum(cause.p for cause in found.causes if cause.kind == "rebellion") > found.of("rebellion")


@pytest.mark.parametrize("language", ["en", "ja"])
def test_unrest_and_what_is_judged_are_said_in_sentences(language: str) -> None:
    state = rv.initial_state("six_powers")
    for name in ("Rome", "Pontus", "Parthia"):
        text = rv.unrest(state, name).said(language)
        assert "{" not in text
        assert "%" in text
        counts = [len(cause.targets) - 4 for cause in rv.unrest(state, name).causes if len(cause.targets) > 4]
        assert all({"en": f", {count} more", "ja": f"、ほか{count}"}[language] in text for count in counts)
        assert {"en": "attacks are not counted", "ja": "攻撃は数えない"}[language] in text
    found = rv.robust(lambda: rv.budget(state, "Rome", "2 LGN").left.mean(), rulings=("odd_reduced",))
    assert "{" not in found.said(language)


def test_what_depends_on_attrition_table_b_is_said_and_everything_is_as_before() -> None:
    def wear() -> Fraction:
        return rv.attrition(rv.force("8 LGN", leader=1)).mean()

    before, cost = wear(), COSTS["LGN"].create
    found = rv.robust(wear)
    assert [trial.figure for trial in found.depends] == ["ruling: attrition"]
    assert "attrition table at B" in str(found)
    assert (wear(), COSTS["LGN"].create, RULINGS["attrition"].value) == (before, cost, "A")


@pytest.mark.long
def test_a_question_that_hangs_on_a_cost_says_so_and_a_broken_one_changes_nothing() -> None:
    state = rv.initial_state("two_consuls")
    found = rv.robust(lambda: rv.budget(state, "Crassus", "2 LGN").left.mean(), provinces=("Sicilia",))
    assert {"create: LGN"} <= {trial.figure for trial in found.depends}
    near = rv.robust(lambda: rv.budget(state, "Crassus", "2 LGN").left.mean(), within=10)
    assert near.robust
    assert "changes it by more than 10" in str(near)
    calls = []

    def breaks() -> int:
        calls.append(1)
        if len(calls) > 1:
            raise RuntimeError("no")
        return 1

    with pytest.raises(RuntimeError):
        rv.robust(breaks)
    assert RULINGS["siege_cavalry"].value == "yes"


def test_a_parthian_leader_with_more_units_than_the_king_may_revolt() -> None:
    state = empty("six_powers")
    state = lead(put(state, "Parthia", "Babylonia", "AUX"), "Parthia", "King", 3, "Babylonia", supreme=True)
    state = lead(put(state, "Parthia", "Media", "2 CAV"), "Parthia", "Satrap", 3, "Media")
    assert rv.unrest(state, "Parthia").of("revolt") == Fraction(1, 3)
    assert land(state.groups[0])
