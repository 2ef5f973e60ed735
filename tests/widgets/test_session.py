"""A game at the table: chance and the plain player go on by themselves, secrets stay secret, undo has an end."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from gamekit import julius_caesar as jc
from gamekit.julius_caesar.notation import battle_starts
from gamekit.julius_caesar.odds.from_state import standing_order
from gamekit.julius_caesar.presentation import FIGHT
from gamekit.julius_caesar.state import Phase
from gamekit.julius_caesar.tables import BLOCK_NAMES, FALLEN, SIDES, TROPHY
from gamekit.play.session import ROOM, Session, begin, branch, load, rejoin
from gamekit.storage import link_code
from gamekit.storage.record import Record
from gamekit.widgets.julius_caesar import CampaignBoard
from gamekit.widgets.julius_caesar.campaign_fight import fights, played_on

TWO = dict.fromkeys(SIDES, "person")
HANDS = {"Caesar": ("3/2", "2/3", "2/2", "1/3", "Mars"), "Pompey": ("2/2", "2/1", "3/1", "4/1", "Pluto")}


def dealt(players: dict[str, str] | None = None, open_: bool = False) -> Session:
    """49 BC with hands dealt: Caesar chooses a card."""
    return begin(Record(jc, options={"hands": HANDS}), players, 1, open_)


def watched(seed: int) -> Session:
    """A game of two ready players, to be looked at from its beginning."""
    return CampaignBoard(players=dict.fromkeys(SIDES, "plain"), seed=seed).table.session


def run(session: Session, random: Random, stop: str = "", most: int = 5000) -> Session:
    """Play a session on at random, as a board would, until it waits for ``stop`` or is over."""
    for _ in range(most):
        match session.waits:
            case waits if waits in (stop, "over", "replay"):
                return session
            case "person":
                session = session.act(random.choice(session.legal))
            case "turn":
                session = session.go_on()
            case "end":
                session = session.go_on()
            case "handover":
                session = session.accept()
    raise AssertionError("the game did not get there")


# Secrets -------------------------------------------------------------------------------------------------------------


def test_a_replay_between_two_people_shows_what_lies_open_for_both() -> None:
    session = dealt(TWO)
    session = session.accept()
    session = session.act(jc.Play("3/2"))
    for _ in range(2):  # at the hand-over, and after it
        session = session.go(0)
        assert (session.waits, session.viewer) == ("replay", ROOM)
        session = session.go(len(session.record.entries))
        session = session.accept()
        assert session.viewer == "Pompey"
    session = session.go(0)
    session = branch(session)
    assert (session.waits, session.handover, session.viewer) == ("handover", "Caesar", ROOM)
    session = rejoin(session)
    assert (session.waits, session.handover, session.viewer) == ("handover", "Pompey", ROOM)


def test_in_a_fight_between_two_people_the_room_looks_on() -> None:
    session = begin(Record(jc), players=TWO, seed=4)
    random = Random(1)
    for _ in range(3000):
        if session.state.phase in FIGHT:
            break
        session = run(session, random, "person")
        session = session.act(random.choice(session.legal))
    assert session.state.phase in FIGHT
    assert session.viewer == ROOM
    assert session.waits == "person"
    eyes = session.eyes
    here = session.at
    session = session.go(battle_starts(session.positions)[-1][0] - 1)
    assert (session.waits, session.viewer) == ("replay", ROOM)
    session = session.go(here)
    session = played_on(session)
    assert session.waits == "end"
    assert session.viewer == ROOM
    session = session.go_on()
    assert session.viewer in (ROOM, eyes)


def test_an_end_that_is_looked_at_comes_back_from_a_file_from_a_code_and_from_a_branch() -> None:
    random, board = Random(1), CampaignBoard(players={"Caesar": "person", "Pompey": "plain"}, seed=1)
    session = board.table.session
    while session.waits != "end":
        session = session.act(random.choice(session.legal)) if session.waits == "person" else session.go_on()
    whole = session.record
    for back in (load(session, whole.to_text()), rejoin(branch(session.back()))):
        assert (back.record, back.waits) == (whole, "end")
    for shown in (session, session.go_on()):
        table = replace(board.table, play=replace(board.table.play, session=shown))
        opened = link_code.load(link_code.code(table)).play.session
        assert (opened.record, opened.waits) == (shown.record, shown.waits)


# Taking back ---------------------------------------------------------------------------------------------------------


def test_undo_takes_back_a_click_but_not_past_the_reveal() -> None:
    session = dealt()
    session = session.act(jc.Play("3/2"))  # the plain player answers, the cards are turned
    assert session.state.phase == Phase.MOVE or session.decider == "Caesar"
    assert session.undo_to is None
    while session.state.phase != Phase.MOVE:
        session = session.act(session.legal[0])
    start = session.state
    session = session.act(jc.Take("Caesar:Legio 13"), jc.Go("Aquileia"), jc.Stop())
    after = session.state
    session = session.act(jc.Take("Caesar:Caesar"))
    session = session.undo()
    assert session.state == after
    session = session.undo()
    assert session.state == start
    assert session.undo_to is None
    session = session.undo()
    assert session.state == start


def face_up(state: jc.State) -> set[object]:
    """Blocks and cards that lie open for all, straight from the position."""
    combat = state.combat if state.phase in FIGHT else None
    blocks = {
        BLOCK_NAMES[block]
        for block, at in enumerate(state.location)
        if at in (FALLEN, TROPHY) or (combat and at == combat.place and not combat.waiting >> block & 1)
    }
    return blocks | {(side, turn) for side in (0, 1) for turn in range(len(state.played[side]))}


def begun(**document: Any) -> Session:
    """A person's Caesar against a person's Pompey from a position of 49 BC, at the decision."""
    hands = {"Caesar": ["2/1", "2/1", "3/1", "3/1"], "Pompey": ["2/2", "2/2", "2/3", "2/1"]}
    start = json.dumps({"hands": hands, "player": "Caesar", **document})
    return begin(Record(jc, start=start), TWO, seed=1).accept()


def blocks(**places: str) -> dict[str, dict[str, Any]]:
    """Blocks by short names like C13 or P3, a Legio each: "Ravenna", "Rome/1", or "Ravenna*" when it has moved."""
    found = {}
    for name, at in places.items():
        place, _, strength = at.rstrip("*").partition("/")
        side = "Caesar" if name[0] == "C" else "Pompey"
        found[f"{side}:Legio {name[1:]}"] = {"place": place, "moved": at.endswith("*")} | (
            {"strength": int(strength)} if strength else {}
        )
    return found


FIRST, SECOND = ({"Caesar": [one], "Pompey": [other]} for one, other in (("3/2", "1/2"), ("1/2", "3/2")))
REVEALS = {
    "the only battle begins": (
        {
            "blocks": blocks(C13="Ravenna", C8="Genua/1", P3="Ravenna*"),
            "played": SECOND,
            "phase": "levy",
            "command": {"levies": 1},
            "attacks": [{"place": "Ravenna", "attacker": "Pompey", "came": {"Pompey:Legio 3": "Rome"}, "main": "Rome"}],
        },
        jc.Done(),
    ),
    "the next battle begins": (
        {
            "blocks": blocks(C13="Ravenna", C8="Genua", P3="Genua*"),
            "played": SECOND,
            "phase": "regroup",
            "attacks": [{"place": "Genua", "attacker": "Pompey", "came": {"Pompey:Legio 3": "Rome"}, "main": "Rome"}],
            "battle": {"place": "Ravenna", "attacker": "Pompey", "origins": {"Pompey": ["Rome"]}},
        },
        jc.Done(),
    ),
    "the reserves arrive": (
        {
            "blocks": blocks(C13="Ravenna*", P3="Ravenna", P1="Ravenna*"),
            "played": FIRST,
            "phase": "turn",
            "battle": {
                "place": "Ravenna",
                "attacker": "Caesar",
                "origins": {"Caesar": ["Aquileia"], "Pompey": ["Rome"]},
                "reserves": ["Pompey:Legio 1"],
                "slot": 5,
                "turn": ["Caesar:Legio 13"],
                "acted": ["Pompey:Legio 3"],
            },
        },
        jc.Pass("Caesar:Legio 13"),
    ),
    "Vulcan turns a dead block face up": (
        {
            "blocks": blocks(C13="Ravenna", P3="Rome/1", P1="Rome"),
            "played": {"Caesar": ["Vulcan"], "Pompey": ["2/2"]},
            "phase": "vulcan",
        },
        jc.Target("Rome"),
    ),
}


@pytest.mark.parametrize("case", REVEALS)
def test_undo_does_not_reach_past_a_reveal(case: str) -> None:
    start, action = REVEALS[case]
    session = begun(**start)
    before, clicks = face_up(session.state), len(session.clicks)
    session = session.act(action)
    assert face_up(session.state) - before
    assert len(session.clicks) > clicks
    if session.handover:
        session = replace(session, open=True)  # not the hand-over alone stops it
    assert session.undo_to is None


# Fights --------------------------------------------------------------------------------------------------------------


def to_a_fight(session: Session, random: Random) -> Session:
    for _ in range(4000):
        if fights(session) or session.over:
            break
        match session.waits:
            case "person":
                session = session.act(random.choice(session.legal))
            case "end":
                session = session.go_on()
            case "handover":
                session = session.accept()
    return session


def test_a_fight_goes_turn_by_turn_round_by_round_and_its_end_is_waited_for() -> None:
    session, random = begin(Record(jc), seed=7), Random(7)
    session = to_a_fight(session, random)
    assert fights(session)
    count = len(session.record.entries)
    session = played_on(session, 1)
    assert len(session.record.entries) > count
    assert session.state.phase == Phase.TURN or session.waits == "end"
    session = played_on(session)
    assert session.waits == "end"
    assert session.legal == ()
    session = session.go_on()
    assert session.waits != "end"


def test_standing_orders_spend_the_cheapest_block() -> None:
    legal = (jc.TakeHit("Caesar:Legio 10"), jc.TakeHit("Caesar:Legio 7"))
    state = next(state for state in watched(1).positions if state.phase == "hit")
    assert standing_order(state, legal) == legal[1]


# Along the record ----------------------------------------------------------------------------------------------------
