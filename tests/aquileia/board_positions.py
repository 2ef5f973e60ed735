"""City boards that tests begin from."""

from gamekit import aquileia as aq
from gamekit.aquileia.state import Step
from gamekit.play.protocol import CHANCE, OVER
from gamekit.widgets.aquileia import CityBoard
from tests.widgets.board_driver import press, send

ALONE = {"Stefan": "person", "Walter": "plain", "Giorgio": "plain", "Kiko": "plain"}


def act(board: CityBoard, action: aq.Action) -> None:
    """Do an action that the page offers, once the screen has been handed over."""
    if board.table.session.handover:
        press(board, ("accept",))
    send(board, "act", str(action))


def decide(board: CityBoard) -> aq.Action:
    """What the plain player would do."""
    return aq.players.plain(aq.observe(board.state, board.table.show.player), aq.legal_actions(board.state))


def play_to(board: CityBoard, step: Step | None, skip: int = 0) -> CityBoard:
    """Play on to a person's decision or throw of a kind (None: to the end)."""
    while board.table.show.player != OVER:
        mine = board.table.show.player in board.table.session.persons
        if board.table.show.step == step and (mine or board.table.show.player == CHANCE):
            if not skip:
                return board
            skip -= 1
        act(board, decide(board)) if mine else send(board, "go on")
    assert step is None
    return board
