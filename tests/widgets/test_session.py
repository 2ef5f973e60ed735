"""A game at the table: chance and the plain player go on by themselves, secrets stay secret, undo has an end."""

import json
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from gamekit import julius_caesar as jc
from gamekit.julius_caesar.presentation import FIGHT
from gamekit.julius_caesar.tables import BLOCK_NAMES, FALLEN, TROPHY
from gamekit.play.session import Session, begin, branch, load, rejoin
from gamekit.storage import link_code
from gamekit.storage.record import Record
from gamekit.widgets.julius_caesar import CampaignBoard
from tests.widgets.positions import TWO


# Secrets
@pytest.mark.soak
def test_an_end_that_is_looked_at_comes_back_from_a_file_from_a_code_and_from_a_branch() -> None:
    random, board = Random(1), CampaignBoard(players={"Caesar": "person", "Pompey": "plain"}, seed=1)
    session = board.table.session
    while session.waits_for != "end":
        person = session.waits_for == "person"
        session = session.act(random.choice(session.legal_actions)) if person else session.continue_play()
    whole = session.record
    for back in (load(session, whole.to_json_lines()), rejoin(branch(session.go_to_previous_stop()))):
        assert (back.record, back.waits_for) == (whole, "end")
    for shown in (session, session.continue_play()):
        table = replace(board.table, play=replace(board.table.play, session=shown))
        opened = link_code.load(link_code.code(table)).play.session
        assert (opened.record, opened.waits_for) == (shown.record, shown.waits_for)


# Taking back
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
    return begin(Record(jc, start=start), TWO, seed=1).accept_handover()


def blocks(**places: str) -> dict[str, dict[str, Any]]:
    """Blocks by short names like C13 or P3, a Legio each: "Ravenna", "Rome/1", or "Ravenna*" when it has moved."""
    found = {}
    for name, at in places.items():
        place, _, strength = at.rstrip("*").partition("/")
        side = "Caesar" if name[0] == "C" else "Pompey"
        stands = {"place": place, "moved": at.endswith("*")}
        found[f"{side}:Legio {name[1:]}"] = stands | ({"strength": int(strength)} if strength else {})
    return found


FIRST, SECOND = ({"Caesar": [one], "Pompey": [other]} for one, other in (("3/2", "1/2"), ("1/2", "3/2")))
COMING = {"place": "Ravenna", "attacker": "Pompey", "came": {"Pompey:Legio 3": "Rome"}, "main": "Rome"}
FIGHT_AT = {"place": "Ravenna", "attacker": "Caesar", "origins": {"Caesar": ["Aquileia"], "Pompey": ["Rome"]}}
TURN = {"reserves": ["Pompey:Legio 1"], "slot": 5, "turn": ["Caesar:Legio 13"], "acted": ["Pompey:Legio 3"]}
REVEALS = {
    "the only battle begins": (
        {"blocks": blocks(C13="Ravenna", C8="Genua/1", P3="Ravenna*"), "played": SECOND, "phase": "levy",
         "command": {"levies": 1}, "attacks": [COMING]},
        jc.Done(),
    ),
    "the reserves arrive": (
        {"blocks": blocks(C13="Ravenna*", P3="Ravenna", P1="Ravenna*"), "played": FIRST, "phase": "turn",
         "battle": FIGHT_AT | TURN},
        jc.Pass("Caesar:Legio 13"),
    ),
    "Vulcan turns a dead block face up": (
        {"blocks": blocks(C13="Ravenna", P3="Rome/1", P1="Rome"), "phase": "vulcan",
         "played": {"Caesar": ["Vulcan"], "Pompey": ["2/2"]}},
        jc.Target("Rome"),
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", REVEALS)
def test_undo_does_not_reach_past_a_reveal(case: str) -> None:
    start, action = REVEALS[case]
    session = begun(**start)
    before, clicks = face_up(session.state), len(session.clicks)
    session = session.act(action)
    assert face_up(session.state) - before
    assert len(session.clicks) > clicks
    if session.handover_seat:
        session = replace(session, open=True)  # not the hand-over alone stops it
    assert session.undo_target is None
