"""A game at the table: chance and the plain player go on by themselves, secrets stay secret, undo has an end."""

from __future__ import annotations

from random import Random

import pytest

from gamekit import julius_caesar as jc
from gamekit.game import CHANCE, IllegalAction
from gamekit.julius_caesar.state import Phase
from gamekit.julius_caesar.tables import SIDES
from gamekit.record import Record, RecordError, read
from gamekit.widgets.julius_caesar.session import BOTH, FIGHT, REST, ROOM, Session, standing_order

TWO = dict.fromkeys(SIDES, "person")
HANDS = {"Caesar": ("3/2", "2/3", "2/2", "1/3", "Mars"), "Pompey": ("2/2", "2/1", "3/1", "4/1", "Pluto")}


def dealt(players: dict[str, str] | None = None, open_: bool = False) -> Session:
    """49 BC with hands dealt: Caesar chooses a card."""
    return Session(Record(jc, options={"hands": HANDS}), players, seed=1, open_=open_)


def run(session: Session, random: Random, stop: str = "", most: int = 5000) -> None:
    """Play a session on at random, as a board would, until it waits for ``stop`` or is over."""
    for _ in range(most):
        match session.waits:
            case waits if waits in (stop, "over", "replay"):
                return
            case "person":
                session.act(random.choice(session.legal()))
            case "turn":
                session.next_turn()
            case "end":
                session.go_on()
            case "handover":
                session.accept()
    raise AssertionError("the game did not get there")


@pytest.mark.parametrize("players", [TWO, {"Caesar": "person"}, {"Caesar": "plain", "Pompey": "person"}])
def test_a_game_can_be_played_to_its_end_and_its_record_replays(players: dict[str, str]) -> None:
    session = Session(players=players, seed=3)
    run(session, Random(5))
    assert session.over
    assert read(session.record.to_text(), jc).positions()[-1] == session.positions[-1]


def test_chance_and_the_plain_player_go_on_by_themselves() -> None:
    session = Session(seed=49)
    assert session.decider == "Caesar"
    assert [type(entry.action).__name__ for entry in session.record.entries] == ["Deal"] * 12
    session.act(session.legal()[0])
    assert session.decider == "Caesar"
    assert session.state.phase == Phase.PLAY  # Pompey has discarded
    assert session.viewer == "Caesar"
    assert session.handover is None


def test_two_players_who_watch_get_a_game_to_replay() -> None:
    session = Session(players=dict.fromkeys(SIDES, "plain"), seed=2)
    assert session.over
    assert session.at == 0
    assert session.waits == "replay"
    assert session.viewer == BOTH


def test_the_same_seed_gives_the_same_game() -> None:
    one, other = (Session(players=dict.fromkeys(SIDES, "plain"), seed=8) for _ in range(2))
    assert one.record == other.record


# Secrets -------------------------------------------------------------------------------------------------------------


def test_the_screen_is_handed_over_before_the_other_sees_hand_or_blocks() -> None:
    session = dealt(TWO)
    assert session.handover == "Caesar"
    assert session.waits == "handover"
    assert session.viewer == ROOM
    assert session.legal() == ()
    with pytest.raises(IllegalAction, match="handover"):
        session.act(jc.Play("3/2"))
    session.accept()
    assert session.viewer == "Caesar"
    session.act(jc.Play("3/2"))
    assert session.handover == "Pompey"
    assert session.viewer == ROOM
    session.accept()
    session.act(jc.Play("2/2"))
    assert session.handover == "Caesar"
    session.accept()
    assert session.state.phase == Phase.MOVE


def test_with_open_blocks_nobody_hands_over_and_both_are_seen() -> None:
    session = dealt(TWO, open_=True)
    assert session.handover is None
    assert session.viewer == BOTH
    assert len(session.views()) == 2


def test_in_a_fight_between_two_people_the_room_looks_on() -> None:
    session = Session(players=TWO, seed=4)
    random = Random(1)
    for _ in range(3000):
        if session.state.phase in FIGHT:
            break
        run(session, random, "person")
        session.act(random.choice(session.legal()))
    assert session.state.phase in FIGHT
    assert session.viewer == ROOM
    assert session.waits == "person"
    eyes = session.eyes
    session.to_the_end()
    assert session.waits == "end"
    assert session.viewer == ROOM
    session.go_on()
    assert session.viewer in (ROOM, eyes)


# Taking back ---------------------------------------------------------------------------------------------------------


def test_undo_takes_back_a_click_but_not_past_the_reveal() -> None:
    session = dealt()
    session.act(jc.Play("3/2"))  # the plain player answers, the cards are turned
    assert session.state.phase == Phase.MOVE or session.decider == "Caesar"
    assert not session.can_undo
    while session.state.phase != Phase.MOVE:
        session.act(session.legal()[0])
    start = session.state
    session.act(jc.Take("Caesar:Legio 13"), jc.Go("Aquileia"), jc.Stop())
    after = session.state
    session.act(jc.Take("Caesar:Caesar"))
    session.undo()
    assert session.state == after
    session.undo()
    assert session.state == start
    assert not session.can_undo
    session.undo()
    assert session.state == start


def test_undo_stops_at_the_hand_over_and_works_on_its_screen() -> None:
    session = dealt(TWO)
    session.accept()
    session.act(jc.Play("3/2"))
    assert session.waits == "handover"
    assert session.can_undo  # Pompey has not looked yet
    session.undo()
    assert session.decider == "Caesar"
    session.act(jc.Play("2/2"))
    session.accept()
    assert not session.can_undo


def test_undo_never_goes_past_chance_a_reveal_or_a_hand_over() -> None:
    """Whatever is played, what can be undone is a person's own and shows nothing new."""
    for seed in (1, 2):
        session, random = Session(players=TWO, seed=seed), Random(seed)
        tried = 0
        while not session.over and tried < 60:
            run(session, random, "person")
            if session.over:
                break
            before, eyes, count = session.state, session.eyes, len(session.record.entries)
            session.act(random.choice(session.legal()))
            new = session.record.entries[count:]
            if session.can_undo:
                assert not any(isinstance(entry.action, (jc.Deal, jc.Hits, jc.Draw, jc.JoinBattle)) for entry in new)
                session.undo()
                assert session.state == before
                assert session.eyes == eyes
                session.act(random.choice(session.legal()))
                tried += 1
        assert tried > 40


def test_actions_against_the_rules_change_nothing() -> None:
    session = dealt()
    before = session.record
    with pytest.raises(IllegalAction):
        session.act(jc.Play("4/1"))
    with pytest.raises(IllegalAction):
        session.act(jc.Play("3/2"), jc.Play("3/2"))
    assert session.record is before


# Fights --------------------------------------------------------------------------------------------------------------


def to_a_fight(session: Session, random: Random) -> None:
    for _ in range(4000):
        if session.fights or session.over:
            return
        match session.waits:
            case "person":
                session.act(random.choice(session.legal()))
            case "end":
                session.go_on()
            case "handover":
                session.accept()


def test_a_fight_goes_turn_by_turn_round_by_round_and_its_end_is_waited_for() -> None:
    session, random = Session(seed=7), Random(7)
    to_a_fight(session, random)
    assert session.fights
    count = len(session.record.entries)
    session.next_turn()
    assert len(session.record.entries) > count
    assert session.state.phase == Phase.TURN or session.waits == "end"
    session.to_the_end()
    assert session.waits == "end"
    assert session.legal() == ()
    session.go_on()
    assert session.waits != "end"


def test_standing_orders_spend_the_cheapest_block() -> None:
    legal = (jc.TakeHit("Caesar:Legio 10"), jc.TakeHit("Caesar:Legio 7"))
    state = next(
        state for state in Session(players=dict.fromkeys(SIDES, "plain"), seed=1).positions if state.phase == "hit"
    )
    assert standing_order(state, legal) == legal[1]


# Along the record ----------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def finished() -> Session:
    return Session(players=dict.fromkeys(SIDES, "plain"), seed=2)


def test_a_replay_goes_both_ways_through_the_same_positions(finished: Session) -> None:
    finished.go(0)
    there = [finished.state]
    while not finished.live:
        finished.forward()
        there.append(finished.state)
    back = [finished.state]
    while finished.at:
        finished.back()
        back.append(finished.state)
    assert there == back[::-1]
    assert len(there) == len(finished.moments)
    assert all(state.phase in REST for state in there[1:-1])
    assert jc.current_player(there[1]) != CHANCE


def test_a_replay_jumps_to_battles(finished: Session) -> None:
    assert finished.battles
    for at, state in finished.battles:
        finished.go(at)
        assert finished.state is state
        assert state.combat
        assert state.combat.round == 1


def test_a_branch_leaves_the_game_and_rejoins_it(finished: Session) -> None:
    session = Session(finished.record, players={"Caesar": "person", "Pompey": "plain"}, seed=3)
    assert session.waits == "replay"
    at = next(at for at in session.moments if at > 40 and jc.current_player(session.positions[at]) == "Caesar")
    session.go(at)
    state = session.state
    session.branch()
    assert session.waits == "person"
    assert session.state == state
    assert session.viewer == "Caesar"
    session.act(session.legal()[-1])
    assert session.record.entries[:at] == finished.record.entries[:at]
    session.rejoin()
    assert session.record is finished.record
    assert session.over


def test_a_foreign_record_is_refused_and_nothing_changes() -> None:
    session = dealt()
    record, state = session.record, session.state
    with pytest.raises(RecordError, match="line 1"):
        session.read("nonsense")
    broken = session.record.to_text().replace("julius_caesar", "chess")
    with pytest.raises(RecordError, match="chess"):
        session.read(broken)
    assert session.record is record
    assert session.state == state


def test_players_are_people_or_plain() -> None:
    with pytest.raises(ValueError, match="person or plain"):
        Session(players={"Caesar": "robot"})
    with pytest.raises(ValueError, match="Crassus"):
        Session(players={"Crassus": "person"})
