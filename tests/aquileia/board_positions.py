"""City boards that tests begin from."""

from gamekit import aquileia as aq
from gamekit.aquileia.state import Step
from gamekit.play.protocol import CHANCE, OVER
from gamekit.play.session import PERSON, PLAIN, Session
from gamekit.storage.record import Record
from gamekit.widgets.aquileia import CityBoard
from gamekit.widgets.aquileia.city_view import CityTable
from gamekit.widgets.game_page import Play
from tests.widgets.board_driver import press, send

ALONE = {"Stefan": "person", "Walter": "plain", "Giorgio": "plain", "Kiko": "plain"}


def act(board: CityBoard, action: aq.Action) -> None:
    """Do an action that the page offers, once the screen has been handed over."""
    if board.table.session.handover_seat:
        press(board, ("accept",))
    send(board, "act", str(action))


def decide(board: CityBoard) -> aq.Action:
    """What the plain player would do."""
    return aq.players.plain(aq.observe(board.state, board.table.player), aq.legal_actions(board.state))


def play_to(board: CityBoard, step: Step | None, skip: int = 0) -> CityBoard:
    """Play on to a person's decision or throw of a kind (None: to the end)."""
    while board.table.player != OVER:
        mine = board.table.player in board.table.session.person_seats
        if board.table.step == step and (mine or board.table.player == CHANCE):
            if not skip:
                return board
            skip -= 1
        act(board, decide(board)) if mine else send(board, "go on")
    assert step is None
    return board


def shown(state: aq.State, eyes: str | None, action: aq.Action | None = None, paying: str = "") -> CityTable:
    """The table in a position, or after an action done in it, as ``eyes`` see it, None being a room of several."""
    players = {name: PERSON if eyes in (name, None) else PLAIN for name in state.table.names}
    record, positions = Record(aq, start=aq.to_json(state)), (state,)
    if action is not None:
        record, positions = record.with_action(action), (state, aq.apply(state, action))
    return CityTable(Play(Session(record, players, "1", at=len(positions) - 1, positions=positions)), paying=paying)
