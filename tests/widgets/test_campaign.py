"""The campaign board without a browser: a turn by clicks, secrets, fights, replays, records, both languages."""

import re
from dataclasses import fields
from html import unescape
from random import Random
from xml.etree import ElementTree

import pytest

from gamekit import julius_caesar as jc
from gamekit.julius_caesar.notation import Chronicle, LogLine, battle_starts
from gamekit.julius_caesar.presentation import FIGHT
from gamekit.julius_caesar.rules import basis_of
from gamekit.julius_caesar.state import Phase
from gamekit.julius_caesar.tables import BLOCK_NAMES, FALLEN, PLACE, POOL, SIDES, TROPHY, deviation_basis, read_online
from gamekit.play.session import Session, begin
from gamekit.storage.record import Record, read
from gamekit.widgets.julius_caesar import CampaignBoard
from gamekit.widgets.julius_caesar.campaign import action_message as meaning
from gamekit.widgets.julius_caesar.campaign import battles, update
from gamekit.widgets.julius_caesar.campaign_fight import field_of, is_fighting
from gamekit.widgets.page import BackgroundTask, Container, Picture, controls
from gamekit.widgets.svg import svg
from tests.widgets.board_driver import control, has, html, late, number, send, tiles, words
from tests.widgets.positions import TWO, board_at

pytestmark = pytest.mark.long
HANDS = {"Caesar": ["3/2", "2/3", "2/2", "1/3", "Mars"], "Pompey": ["2/2", "2/1", "3/1", "4/1", "Pluto"]}


def dealt(**options: object) -> CampaignBoard:
    """49 BC with hands dealt: Caesar chooses a card."""
    return CampaignBoard(Record(jc, options={"hands": HANDS}), seed=1, **options)  # type: ignore[arg-type]


def two_people(**options: object) -> CampaignBoard:
    """Two people with open blocks, Caesar about to move with a 3/2."""
    board = dealt(players=TWO, open_=True, **options)
    tap(board, "hand", "move 3, levy 2")
    tap(board, "hand", "move 2, levy 2")
    assert board.state.phase == Phase.MOVE
    return board


def shown(board: CampaignBoard, what: str) -> bool:
    """Whether the part of the page with a key is on it."""
    return any(getattr(one, "key", None) == what for one in controls(board.page))


def tap(board: CampaignBoard, row: str, label: str) -> None:
    """Press the tile whose label begins so."""
    found = [tile for tile in tiles(board, row) if tile.label.startswith(label) and not tile.disabled]
    assert found, [tile.label for tile in tiles(board, row)]
    send(board, *found[0].do)


def labels(board: CampaignBoard, row: str) -> list[str]:
    return [tile.label for tile in tiles(board, row)]


def main(board: CampaignBoard) -> None:
    """The main button of the place looked at."""
    assert board.table.desk.main.shown
    send(board, *board.table.desk.main.do)


def act(board: CampaignBoard, *actions: jc.Action) -> None:
    """Actions that no control may stand for."""
    board.table = update(board.table, meaning(*actions))
    board.refresh()


def said(board: CampaignBoard) -> str:
    """All that the page says or shows, or keeps out of sight, as one text."""
    parts = [board.summary_sentence]
    for one in controls(board.page, hidden=True):
        if isinstance(one, Picture):
            parts.append(svg(one.scene))
        elif not isinstance(one, (Container, BackgroundTask)):
            values = [getattr(one, each.name) for each in fields(one) if each.name != "do"]
            parts += [str(value) for value in values if not callable(value)]  # a file is made when it is asked for
    return unescape("\n".join(parts))


# A turn by clicks
def test_a_city_a_block_and_a_destination_make_a_move() -> None:
    board = two_people()
    send(board, "at", "Ravenna")
    strengths = ["Caesar, A3, strength III", "Legio 13, C3, strength III", "Navis 2, D2, strength II"]
    assert labels(board, "blocks") == strengths
    assert board.table.desk.near == {"Aquileia", "Asculum", "Genua", "Rome", "Hadriaticum"}
    assert {to: left for _, to, left in board.table.desk.left} == {"Aquileia": 4, "Asculum": 4, "Genua": 4, "Rome": 2}
    assert "Neapolis" not in board.table.desk.far  # an attack is one step (6.12)
    send(board, "on", "Caesar:Legio 13")
    assert board.table.desk.held == "Caesar:Legio 13"
    assert {"Salone", "Sirmium", "Massilia", "Lugdunum", "Sipontum"} <= board.table.desk.far
    send(board, "at", "Rome")
    assert board.state.phase == Phase.STEP
    assert board.summary_sentence == "Caesar's Legio 13 is in hand: go on, or stay."
    assert board.table.desk.main.description == "Stay in Rome"
    main(board)
    assert board.state.phase == Phase.MOVE
    assert (board.table.place, board.table.block) == ("Ravenna", "Caesar:Caesar")  # the next block of the same place
    assert {to: left for _, to, left in board.table.desk.left}["Rome"] == 1
    assert "Caesar's Legio 13 goes from Ravenna to Rome." in html(board)


def test_a_levy_may_be_chosen_before_its_city() -> None:
    board = two_people()
    main(board)
    tap(board, "blocks", "Auxilia 1")
    assert board.table.block == "Caesar:Auxilia 1"
    assert board.table.desk.near == {"Genua", "Lugdunum", "Massilia", "Narbo", "Ravenna"}
    send(board, "at", "Narbo")
    assert board.state.location[BLOCK_NAMES.index("Caesar:Auxilia 1")] == PLACE["Narbo"]


# Secrets
def leaks(board: CampaignBoard) -> list[str]:
    """What the page says about the side that may not be seen: names of its blocks, its cards."""
    text, state, viewer = said(board), board.state, board.table.session.viewer
    hidden = [side for side in SIDES if side != viewer] if viewer != "all" else []
    found = []
    shown = board.table.session.state.phase in FIGHT or board.table.session.closed
    for place, name in enumerate(BLOCK_NAMES):
        side = SIDES[state.side[place]]
        if side not in hidden or state.location[place] in (FALLEN, TROPHY) or state.location[place] >= POOL:
            continue
        at_battle = shown and state.combat is not None and state.location[place] == state.combat.place
        other, _, short = name.partition(":")
        if not at_battle and re.search(rf"{other}(?:&#x27;|')s {re.escape(short)}(?!\d)", text):
            found.append(name)
    return found


def test_a_person_never_sees_the_plain_players_blocks_or_cards() -> None:
    board, random = CampaignBoard(seed=5), Random(5)
    for _ in range(4):
        while board.table.session.waits_for in ("turn", "end"):
            send(board, "fight")
        if board.state.phase in (Phase.PLAY, Phase.DISCARD):
            assert len(tiles(board, "hand")) == len(board.state.hands[0]) > 0
            assert set(labels(board, "enemy")) <= {"a card face down"}
        assert board.table.session.viewer == "Caesar"
        assert "Pompey:" not in said(board)
        act(board, random.choice(board.table.session.legal_actions))


def test_at_the_hand_over_nothing_is_seen_of_either_side() -> None:
    board, random, seen = CampaignBoard(players=TWO, seed=6), Random(6), 0
    while seen < 2:
        if board.table.session.waits_for == "handover":
            for button in ("last", "back", "last"):  # nor behind the screen, in the replay
                late(board, (button,))
                hands = [*tiles(board, "hand"), *tiles(board, "enemy")]
                turned = {tile.label for tile in hands if tile.pressed}
                assert {tile.label for tile in hands} <= {"a card face down"} | turned
                assert len(turned) <= 2
                assert tiles(board, "blocks") == ()
                assert not leaks(board)
                assert not re.search(r">[ABCD][1-4]<", svg(board.scene))
            text = said(board)
            assert not shown(board, "cards")
            assert has(board, ("accept",))
            assert f"Hand the screen to {board.table.session.handover_seat}." in text
            seen += 1
            send(board, "accept")
            assert board.table.session.viewer in SIDES
        elif board.table.session.waits_for == "person":
            act(board, random.choice(board.table.session.legal_actions))
        elif board.table.session.waits_for in ("turn", "end"):
            send(board, "fight")
        else:
            break
    assert seen == 2


def read_by(teller: Chronicle, session: Session) -> list[LogLine]:
    return teller.read(session.positions, session.record.entries, session.at)


def test_the_log_names_own_blocks_and_no_hidden_ones() -> None:
    session, random = begin(Record(jc), TWO, 3), Random(3)
    tellers = {viewer: Chronicle(viewer, "en") for viewer in (*SIDES, "room", None)}
    while len(session.record.entries) < 400 and not session.is_over:
        match session.waits_for:
            case "person":
                session = session.act(random.choice(session.legal_actions))
            case "end":
                session = session.continue_play()
            case "handover":
                session = session.accept_handover()
    for viewer, teller in tellers.items():
        text = "\n".join(line.text for line in read_by(teller, session) if " goes from " in line.text)
        assert ("Pompey's Legio" in text) == (viewer in ("Pompey", None))
        assert ("Caesar's Legio" in text) == (viewer in ("Caesar", None))
        assert read_by(Chronicle(viewer, "en"), session) == read_by(teller, session)


# Fights
def test_a_battle_opens_the_battle_board_with_its_odds_and_its_end_is_waited_for() -> None:
    board = board_at(is_fighting)
    assert shown(board, "fight")
    assert not shown(board, "map")
    field = field_of(board.table.session)
    exact = field.battle.at(field.course[-1].fight.position).chances(float).attacker_wins
    assert number(board) == f"{100 * exact:.1f}%"
    assert "battle of" in words(board).lower()
    send(board, "odds", False)
    assert "gk-number" not in html(board)
    send(board, "odds", True)
    while is_fighting(board.table.session):
        before = board.table.session.record
        if board.state.phase == Phase.RETREAT:  # on the map: where to?
            assert shown(board, "map")
            send(board, "at", sorted(board.table.desk.near)[0])
        else:
            send(board, "fight")
        assert board.table.session.record is not before
    assert board.table.session.waits_for == "end"
    assert has(board, "Go on")
    send(board, "fight")
    assert board.table.session.waits_for != "end"


def test_the_owner_chooses_who_takes_the_hit() -> None:
    board = board_at(lambda session: session.state.phase == Phase.HIT)
    assert board.state.phase == Phase.HIT
    options = control(board, ("take",)).options
    assert len(options) == len(board.table.session.legal_actions) > 1
    last = len(options) - 1
    names = [option[0] for option in options]
    send(board, "take", last)
    send(board, "fight")
    taken = board.record.entries[-1].action
    assert isinstance(taken, jc.TakeHit)
    assert names[last].split(" ")[-1] in taken.block


# Replay, records, pictures
def test_a_replay_is_stepped_played_and_jumped_through() -> None:
    board = CampaignBoard(players=dict.fromkeys(SIDES, "plain"), seed=2)
    send(board, "last")
    assert board.table.session.is_at_last_position
    assert "wins" in board.summary_sentence or "draw" in board.summary_sentence
    for button, begun in (("first", False), ("forward", True)):
        send(board, button)
        assert (board.table.session.at > 0) is begun
    stops = control(board, ("jump",)).options
    assert len(stops) == len(battle_starts(board.table.session.positions)) + 1
    send(board, "jump", stops[1][1])
    assert board.state.combat
    assert shown(board, "fight")
    assert not has(board, ("fight",))  # nothing to press in a replay
    send(board, "play")
    at = board.table.session.at
    send(board, "tick")
    assert board.table.session.at > at
    send(board, "pause")
    send(board, "moment", 3)
    assert board.table.session.at == board.table.session.replay_stops[3]
    for viewer in ("Caesar", "Pompey", "room", "all"):
        send(board, "look", viewer)
        assert board.table.session.viewer == viewer


def test_the_record_that_ships_replays_from_its_first_position_and_goes_on_at_its_end() -> None:
    board = CampaignBoard(jc.first_year(), at=0, open_=True, seed=1)
    assert (board.table.session.waits_for, board.table.session.at) == ("replay", 0)
    assert board.summary_sentence == "A game as it was played: press Play or Forward below the map and watch it."
    send(board, "forward")
    assert board.summary_sentence == "The cards are dealt. (12 of 248)"
    send(board, "last")
    assert (board.table.session.waits_for, board.table.session.is_at_last_position) == ("person", True)
    assert (board.state.year, board.record.first_actions(248)) == (-47, jc.first_year())
    assert jc.victory_points(jc.first_year().positions()[-1]) == (6, 6)
    places = ["Tarraco", "Carthago Nova", "Syracuse", "Mare Hispanum"]
    assert [text.rpartition(": ")[2] for text, _ in battles(board.table.session)] == places
    assert [len(battle.attacker) for battle in board.battles_so_far] == [4, 3, 2, 1]


def test_pictures_are_svg_of_what_the_viewer_sees() -> None:
    board = dealt()
    picture = board.svg()
    assert ">C4<" in picture  # Legio 10
    assert "Pompey's" not in picture
    assert board._repr_mimebundle_()["text/plain"] == "Caesar plays a card face down."
    assert picture.count("<use ") >= 4  # the coast is written once and drawn several times
    assert set(re.findall(r'href="#([^"]+)"', picture)) == set(re.findall(r'<path id="([^"]+)"', picture))
    ElementTree.fromstring(picture)


def test_a_new_game_takes_the_reading_that_was_chosen_and_its_basis_names_it() -> None:
    board = CampaignBoard(seed=1, language="en")
    assert board.state.online == ()
    assert board.table.basis == basis_of(board.state)
    send(board, "reading", "online")
    assert board.state.online == ()  # not before the next game
    send(board, "new", 5)
    assert board.state.online == read_online("online")
    assert "This game: read as on the web: a navis" in html(board)
    assert set(deviation_basis(read_online("online"))) < set(board.table.basis)
    assert read(board.record.to_json_lines(), jc).initial_state().online == read_online("online")


def test_two_ready_players_are_watched_action_by_action_or_to_the_end() -> None:
    board = CampaignBoard(language="en", seed=3)
    send(board, "seat", 0, "plain")
    send(board, "new", 7)
    begun = len(board.record.entries)
    assert "Caesar's turn" in words(board)
    send(board, "go on")
    assert len(board.record.entries) == begun + 1
    send(board, "through")
    assert board.table.session.is_over
    assert not has(board, ("go on",))
