"""Boards that tests begin from."""

from collections.abc import Callable
from random import Random

from gamekit import caesar
from gamekit import julius_caesar as jc
from gamekit.julius_caesar.tables import SIDES
from gamekit.play.session import Session, begin
from gamekit.storage.record import Record
from gamekit.widgets.julius_caesar import CampaignBoard

STUDY, FIGHTS = caesar.example_positions()["two_fights"]
TWO = dict.fromkeys(SIDES, "person")


def board_at(wanted: Callable[[Session], bool]) -> CampaignBoard:
    """A board of two people with open blocks, in a position that a random game comes to."""
    for seed in range(20):
        session, random = begin(Record(jc), TWO, seed, True), Random(seed)
        while not session.is_over and not wanted(session):
            match session.waits_for:
                case "person":
                    session = session.act(random.choice(session.legal_actions))
                case "end":
                    session = session.continue_play()
        if wanted(session):
            return CampaignBoard(session.record, players=TWO, seed=seed, open_=True)
    raise AssertionError("no game came there")
