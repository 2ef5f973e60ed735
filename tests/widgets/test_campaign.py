"""The campaign board without a browser: a turn by clicks, secrets, fights, replays, records, both languages."""

from __future__ import annotations

import json
import re
from base64 import b64decode
from collections.abc import Callable
from random import Random
from xml.etree import ElementTree

import pytest

from gamekit import julius_caesar as jc
from gamekit.game import CHANCE
from gamekit.julius_caesar.pieces import BLOCK_NAMES
from gamekit.julius_caesar.places import FALLEN, POOL, TROPHY
from gamekit.julius_caesar.state import Phase
from gamekit.julius_caesar.tables import SIDES
from gamekit.record import Record, read
from gamekit.widgets.julius_caesar import CampaignBoard
from gamekit.widgets.julius_caesar.campaign_desk import ways
from gamekit.widgets.julius_caesar.campaign_story import Chronicle, battles
from gamekit.widgets.julius_caesar.map import At, On
from gamekit.widgets.julius_caesar.session import FIGHT, Session
from gamekit.widgets.svg import svg

HANDS = {"Caesar": ["3/2", "2/3", "2/2", "1/3", "Mars"], "Pompey": ["2/2", "2/1", "3/1", "4/1", "Pluto"]}
TWO = dict.fromkeys(SIDES, "person")


def dealt(**options: object) -> CampaignBoard:
    """49 BC with hands dealt: Caesar chooses a card."""
    return CampaignBoard(Record(jc, options={"hands": HANDS}), seed=1, **options)  # type: ignore[arg-type]


def two_people(**options: object) -> CampaignBoard:
    """Two people with open blocks, Caesar about to move with a 3/2."""
    board = dealt(players=TWO, open_=True, **options)
    press(board, "hand", "move 3, levy 2")
    press(board, "hand", "move 2, levy 2")
    assert board.state.phase == Phase.MOVE
    return board


def press(board: CampaignBoard, row: str, label: str) -> None:
    """Press the tile whose label begins so, as its button in the page does."""
    tiles = getattr(board, row)
    keys = [tile["key"] for tile in tiles.tiles if tile["label"].startswith(label) and not tile["disabled"]]
    assert keys, [tile["label"] for tile in tiles.tiles]
    tiles._heard(None, {"event": "press", "key": keys[0]}, [])


def labels(board: CampaignBoard, row: str) -> list[str]:
    return [tile["label"] for tile in getattr(board, row).tiles]


def said(board: CampaignBoard) -> str:
    """All that the page says or shows, as one text."""
    parts = [board.header.value, board.status.value, board.log_text.value, board.seat_text.value, board.sentence]
    parts += [board.hand_head.value, board.enemy_head.value, board.here_head.value, board.places_head.value]
    for tiles in (board.hand, board.enemy, board.blocks, board.places):
        parts += [json.dumps(tiles.tiles)]
    parts += [str(board.places_list.options), board.board.helper.label, json.dumps(board.board.helper.regions)]
    parts += [svg(board.board.scene)]
    if board.fight.layout.display != "none":
        parts += [
            svg(board.fight.board.scene),
            board.fight.answer.value,
            board.fight.order.value,
            str(board.fight.options),
        ]
    return "\n".join(parts)


def run(board: CampaignBoard, random: Random, stop: str = "", most: int = 4000) -> None:
    """Play on at random through the board's own ways, until it waits for ``stop`` or is over."""
    for _ in range(most):
        match board.session.waits:
            case waits if waits in (stop, "over", "replay"):
                return
            case "person":
                board.do(("act", (random.choice(board.session.legal()),)))
            case "turn" | "end":
                board.fight.go_on()
            case "handover":
                board.accept()


def board_at(wanted: Callable[[Session], bool]) -> CampaignBoard:
    """A board of two people with open blocks, in a position that a random game comes to."""
    for seed in range(20):
        session, random = Session(players=TWO, seed=seed, open_=True), Random(seed)
        while not session.over and not wanted(session):
            match session.waits:
                case "person":
                    session.act(random.choice(session.legal()))
                case "end":
                    session.go_on()
        if wanted(session):
            return CampaignBoard(session.record, players=TWO, seed=seed, open_=True)
    raise AssertionError("no game came there")


# A turn by clicks ----------------------------------------------------------------------------------------------------


def test_a_city_a_block_and_a_destination_make_a_move() -> None:
    board = two_people()
    board.click(At("Ravenna"))
    assert labels(board, "blocks") == [
        "Caesar, A3, strength III",
        "Legio 13, C3, strength III",
        "Navis 2, D2, strength II",
    ]
    assert board.desk.near == {"Aquileia", "Asculum", "Genua", "Rome", "Hadriaticum"}
    assert {to: left for _, to, left in board.desk.left} == {"Aquileia": 4, "Asculum": 4, "Genua": 4, "Rome": 2}
    assert "Neapolis" not in board.desk.far  # an attack is one step (6.12)
    board.click(On("Caesar:Legio 13"))
    assert board.desk.held == "Caesar:Legio 13"
    assert {"Salone", "Sirmium", "Massilia", "Lugdunum", "Sipontum"} <= board.desk.far
    board.click(At("Rome"))
    assert board.state.phase == Phase.STEP
    assert board.sentence == "Caesar's Legio 13 is in hand: go on, or stay."
    assert board.desk.main
    assert board.desk.main[0] == "Stay in Rome"
    board._main()
    assert board.state.phase == Phase.MOVE
    assert board.picked.place == "Ravenna"  # the next block of the same place
    assert board.picked.block == "Caesar:Caesar"
    assert {to: left for _, to, left in board.desk.left}["Rome"] == 1
    assert "Caesar&#x27;s Legio 13 goes from Ravenna to Rome." in board.log_text.value


def test_a_click_two_steps_away_goes_there_and_undo_takes_it_back_at_once() -> None:
    board = two_people()
    board.click(At("Ravenna"))
    board.click(On("Caesar:Legio 13"))
    before = board.state
    board.click(At("Sirmium"))
    assert "goes from Ravenna by Aquileia to Sirmium" in board.log_text.value
    assert board.state.phase == Phase.MOVE
    assert not board.undo_button.disabled
    board.undo()
    assert board.state == before
    assert "Sirmium" not in board.log_text.value


def test_picking_another_block_leaves_the_one_in_hand_where_it_is() -> None:
    board = two_people()
    board.click(At("Ravenna"))
    board.click(On("Caesar:Legio 13"))
    board.click(At("Rome"))
    board.click(On("Caesar:Legio 8"))
    assert board.state.phase == Phase.MOVE
    assert board.picked.place == "Genua"
    assert board.state.location[BLOCK_NAMES.index("Caesar:Legio 13")] == BLOCKS_AT("Rome")


def BLOCKS_AT(place: str) -> int:
    from gamekit.julius_caesar.places import PLACE

    return PLACE[place]


def test_a_levy_goes_into_the_city_looked_at() -> None:
    board = two_people()
    board._main()  # no moves
    assert board.state.phase == Phase.LEVY
    board.click(At("Genua"))
    assert "Auxilia 1, B1, strength I, new, I" in labels(board, "blocks")
    assert not any(label.startswith("Legio 17") for label in labels(board, "blocks"))  # Rome's
    press(board, "blocks", "Auxilia 1")
    assert board.state.location[BLOCK_NAMES.index("Caesar:Auxilia 1")] == BLOCKS_AT("Genua")
    press(board, "blocks", "Auxilia 1, B1, strength I, to II")
    assert board.state.strength[BLOCK_NAMES.index("Caesar:Auxilia 1")] == 2
    assert not any(", new" in label or ", to " in label for label in labels(board, "blocks"))  # both are used up
    board._main()
    assert board.session.decider == "Pompey"


def test_a_levy_may_be_chosen_before_its_city() -> None:
    board = two_people()
    board._main()
    press(board, "blocks", "Auxilia 1")
    assert board.picked.block == "Caesar:Auxilia 1"
    assert board.desk.near == {"Genua", "Lugdunum", "Massilia", "Narbo", "Ravenna"}
    board.click(At("Narbo"))
    assert board.state.location[BLOCK_NAMES.index("Caesar:Auxilia 1")] == BLOCKS_AT("Narbo")


def test_the_list_and_the_map_helper_do_the_same_as_the_mouse() -> None:
    board = two_people()
    board.places_list.value = "Narbo"
    assert board.picked.place == "Narbo"
    tarraco = next(region[6] for region in board.board.helper.regions if "Tarraco" in region[4])
    board.board._heard(None, {"event": "press", "key": tarraco}, [])
    assert board.state.attacks
    assert "Caesar&#x27;s Legio 7 attacks Tarraco from Narbo." in board.log_text.value


def test_what_the_rules_forbid_is_said_and_changes_nothing() -> None:
    board = two_people()
    before = board.state
    board.do(("act", (jc.Take("Pompey:Legio 1"),)))
    assert board.state is before
    assert board.sentence.startswith("That does not go: ")
    assert "gk-error" in board.status.value
    board.click(At("Ravenna"))
    assert board.error == ""


def test_ways_are_those_of_the_rules() -> None:
    """Every way offered is legal action by action; every first step of the rules is offered."""
    session, random, seen = Session(players=TWO, seed=9, open_=True), Random(9), 0
    for _ in range(600):
        if session.waits == "person" and session.state.phase == Phase.MOVE and seen < 25:
            for action in session.legal():
                if isinstance(action, (jc.Take, jc.Embark)):
                    found = ways(session.state, action.block)
                    for place, way in found.items():
                        state = session.state
                        for step in way.actions:
                            state = jc.apply(state, step)
                        assert state.location[BLOCK_NAMES.index(action.block)] == BLOCKS_AT(place)
                    first = {
                        go.place for go in jc.legal_actions(jc.apply(session.state, action)) if isinstance(go, jc.Go)
                    }
                    if isinstance(action, jc.Take):
                        assert first == {place for place, way in found.items() if way.steps == 1 and not way.sea}
            seen += 1
        match session.waits:
            case "person":
                session.act(random.choice(session.legal()))
            case "end":
                session.go_on()
            case "over":
                break
    assert seen > 10


# Secrets -------------------------------------------------------------------------------------------------------------


def leaks(board: CampaignBoard) -> list[str]:
    """What the page says about the side that may not be seen: names of its blocks, its cards."""
    text, state, viewer = said(board), board.state, board.session.viewer
    hidden = [side for side in SIDES if side != viewer] if viewer != "both" else []
    found = []
    shown = board.session.state.phase in FIGHT or board.session.fought
    for number, name in enumerate(BLOCK_NAMES):
        side = SIDES[state.side[number]]
        if side not in hidden or state.location[number] in (FALLEN, TROPHY) or state.location[number] >= POOL:
            continue
        at_battle = shown and state.combat is not None and state.location[number] == state.combat.place
        other, _, short = name.partition(":")
        said_name = re.escape(short) + r"(?!\d)"
        if not at_battle and re.search(rf"{other}(?:&#x27;|')s {said_name}", text):
            found.append(name)
    return found


def test_a_person_never_sees_the_plain_players_blocks_or_cards() -> None:
    board, random = CampaignBoard(seed=5), Random(5)
    for _ in range(25):
        run(board, random, "person", 50)
        if board.session.over:
            break
        if board.state.phase in (Phase.PLAY, Phase.DISCARD):
            own = {tile["label"] for tile in board.hand.tiles}
            assert len(board.hand.tiles) == len(board.state.hands[0])
            assert all(tile["label"] == "a card face down" for tile in board.enemy.tiles)
            assert own
        assert board.session.viewer == "Caesar"
        assert "Pompey:" not in said(board)
        board.do(("act", (random.choice(board.session.legal()),)))


def test_at_the_hand_over_nothing_is_seen_of_either_side() -> None:
    board, random, seen = CampaignBoard(players=TWO, seed=6), Random(6), 0
    while seen < 5:
        if board.session.waits == "handover":
            for button in ("replay_last", "replay_back", "replay_last"):  # nor behind the screen, in the replay
                board.steps[button].click()
                hands = [*board.hand.tiles, *board.enemy.tiles]
                turned = {tile["label"] for tile in hands if tile["pressed"]}
                assert {tile["label"] for tile in hands} <= {"a card face down"} | turned
                assert len(turned) <= 2
                assert board.blocks.tiles == []
                assert not leaks(board)
                assert not re.search(r">[ABCD][1-4]<", svg(board.board.scene))
            text = said(board)
            assert board.cards_box.layout.display == "none"
            assert board.seat.layout.display is None
            assert f"Hand the screen to {board.session.handover}." in text
            seen += 1
            board.accept()
            assert board.session.viewer in SIDES
        elif board.session.waits == "person":
            board.do(("act", (random.choice(board.session.legal()),)))
        elif board.session.waits in ("turn", "end"):
            board.fight.go_on()
        else:
            break
    assert seen == 5


def test_the_log_names_own_blocks_and_no_hidden_ones() -> None:
    session, random = Session(players=TWO, seed=3), Random(3)
    tellers = {viewer: Chronicle(viewer, "en") for viewer in (*SIDES, "room", "both")}
    for _ in range(500):
        match session.waits:
            case "person":
                session.act(random.choice(session.legal()))
            case "end":
                session.go_on()
            case "handover":
                session.accept()
            case _:
                break
    for viewer, teller in tellers.items():
        text = "\n".join(line.text for line in teller.read(session) if " goes from " in line.text)
        assert ("Pompey's Legio" in text) == (viewer in ("Pompey", "both"))
        assert ("Caesar's Legio" in text) == (viewer in ("Caesar", "both"))
        fresh = Chronicle(viewer, "en").read(session)
        assert fresh == teller.read(session)


def test_the_log_tells_the_enemy_of_every_levy_in_the_same_words() -> None:
    session = dealt(players=TWO, open_=True).session
    for action in (jc.Play("2/3"), jc.Play("2/2"), jc.Take("Caesar:Legio 13"), jc.Go("Rome"), jc.Stop(), jc.Done()):
        session.act(action)
    session.act(jc.Levy("Caesar:Legio 17"))
    session.act(jc.Levy("Caesar:Auxilia 3"), jc.Go("Rome"))
    lines = [[line.text for line in Chronicle(viewer, "en").read(session)][-2:] for viewer in ("Pompey", "both")]
    assert lines[0] == ["One of Caesar's blocks is levied in Rome."] * 2
    assert lines[1] == ["Caesar's Legio 17 is levied in Rome.", "Caesar's Auxilia 3 is levied in Rome."]


def test_the_log_follows_undo_and_replay() -> None:
    board = two_people()
    start = board.log_text.value
    board.click(At("Ravenna"))
    board.click(At("Asculum"))
    board._main()
    assert board.log_text.value != start
    board.undo()
    board.undo()
    assert board.log_text.value == start


# Fights --------------------------------------------------------------------------------------------------------------


def test_a_battle_opens_the_battle_board_with_its_odds_and_its_end_is_waited_for() -> None:
    board = board_at(lambda session: session.fights)
    fight = board.fight
    assert fight.layout.display is None
    assert board.map_box.layout.display == "none"
    assert "%" in fight.answer.value
    assert fight.field
    exact = fight.field.battle.at(fight.field.course[-1].fight.position).chances(float).attacker_wins
    assert f"{100 * exact:.1f}%" in fight.answer.value
    assert "battle of" in fight.heading.value.lower()
    board._odds(False)
    assert "%" not in fight.answer.value
    board._odds(True)
    while board.session.fights:
        before = board.session.record
        if board.state.phase == Phase.RETREAT:  # on the map: where to?
            assert board.map_box.layout.display is None
            board.click(At(sorted(board.desk.near)[0]))
        else:
            fight.go_on()
        assert board.session.record is not before
    assert board.session.waits == "end"
    assert fight.go.description == "Go on"
    fight.go_on()
    assert board.session.waits != "end"


def test_the_owner_chooses_who_takes_the_hit() -> None:
    board = board_at(lambda session: session.state.phase == Phase.HIT)
    assert board.state.phase == Phase.HIT
    fight = board.fight
    assert len(fight.options.options) == len(board.session.legal()) > 1
    last = len(fight.options.options) - 1
    names = [option[0] for option in fight.options.options]
    fight.options.index = last
    fight.go_on()
    taken = board.record.entries[-1].action
    assert isinstance(taken, jc.TakeHit)
    assert names[last].split(" ")[-1] in taken.block


# Replay, records, pictures -------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def watched() -> CampaignBoard:
    return CampaignBoard(players=dict.fromkeys(SIDES, "plain"), seed=2)


def test_a_replay_is_stepped_played_and_jumped_through(watched: CampaignBoard) -> None:
    board = watched
    board.steps["replay_last"].click()
    assert board.session.live
    assert "wins" in board.sentence or "draw" in board.sentence
    board.steps["replay_first"].click()
    assert board.session.at == 0
    board.steps["replay_forward"].click()
    one = board.session.at
    assert one > 0
    board.steps["replay_back"].click()
    assert board.session.at == 0
    assert len(board.jump.options) == len(board.session.battles) + 1
    board.jump.value = board.jump.options[1][1]
    assert board.state.combat
    assert board.fight.layout.display is None
    assert "%" in board.fight.answer.value
    assert board.fight.go.layout.display == board.fight.ways.layout.display == "none"  # nothing to press in a replay
    board.play()
    assert board.clock.on
    at = board.session.at
    board.clock._heard(None, {"event": "tick"}, [])
    assert board.session.at > at
    board.play()
    assert not board.clock.on
    board.slider.value = 3
    assert board.session.at == board.session.moments[3]
    for viewer in ("Caesar", "Pompey", "room", "both"):
        board.look_as(viewer)
        assert board.session.viewer == viewer


@pytest.mark.parametrize(
    ("language", "said"), [("en", "Nothing to be seen yet (1 of 2)"), ("ja", "まだ何も見えない（1／2）")]
)
def test_a_step_at_which_nothing_is_seen_says_so(language: str, said: str) -> None:
    board = dealt(players=TWO, language=language)
    board.accept()
    press(board, "hand", labels(board, "hand")[0])  # a card, chosen in secret
    board.accept()
    press(board, "hand", labels(board, "hand")[0])
    board.steps["replay_first"].click()
    begins = board.sentence
    board.steps["replay_forward"].click()
    assert board.sentence == said != begins


def test_the_record_that_ships_replays_from_its_first_position_and_goes_on_at_its_end() -> None:
    board = CampaignBoard(jc.first_year(), at=0, open_=True, seed=1)
    assert (board.session.waits, board.session.at) == ("replay", 0)
    assert board.sentence == "A game as it was played: press Play or Forward below the map and watch it."
    board.steps["replay_forward"].click()
    assert board.sentence == "The cards are dealt. (12 of 248)"
    board.steps["replay_last"].click()
    assert (board.session.waits, board.session.live) == ("person", True)
    assert board.state.year == -47
    assert board.record.until(248) == jc.first_year()
    assert jc.victory_points(jc.first_year().positions()[-1]) == (6, 6)
    places = ["Tarraco", "Carthago Nova", "Syracuse", "Mare Hispanum"]
    assert [stop.text.rpartition(": ")[2] for stop in battles(board.session, "en")] == places
    assert [len(battle.attacker) for battle in board.battles] == [4, 3, 2, 1]


def test_a_turn_is_told_with_its_dice_or_without() -> None:
    board = CampaignBoard(jc.first_year(), at=0, open_=True)
    short, long = board.told(2).splitlines(), board.told(2, dice=True).splitlines()
    assert short[-2:] == ["Pompey's Equitatus 1 is eliminated.", "Caesar has won the battle of Tarraco."]
    assert sum("is eliminated" in line for line in short) == 4
    assert "Caesar's Legio 10 rolls 3 dice: hits 2. (6 2 1)" in set(long) - set(short)
    assert not any("Legio 39" in line for line in board.told(1).splitlines())
    caesar = CampaignBoard(jc.first_year(), at=0)
    assert "One of Pompey's blocks goes from Neapolis to Brundisium." in caesar.told(1)


def test_a_branch_tries_another_move_and_comes_back(watched: CampaignBoard) -> None:
    board = CampaignBoard(watched.record, seed=4)
    at = next(m for m in board.session.moments if m > 60 and jc.current_player(board.session.positions[m]) == "Caesar")
    board.session.go(at)
    board.refresh()
    assert board.branch_button.layout.display is None
    board.branch_button.click()
    assert board.session.waits == "person"
    assert board.rejoin_button.layout.display is None
    board.do(("act", (board.session.legal()[-1],)))
    board.rejoin_button.click()
    assert board.record == watched.record


def test_a_record_is_saved_and_loaded_and_a_damaged_one_refused(watched: CampaignBoard) -> None:
    board = dealt()
    press(board, "hand", "move 3")
    sent = []
    board.save.send = lambda content, buffers=None: sent.append(content)  # type: ignore[method-assign]
    board.save._heard(None, {"event": "ask"}, [])
    assert sent[0]["name"].endswith(".jsonl")
    assert read(sent[0]["text"], jc) == board.record
    before = board.record
    board.read("not a record")
    assert "line 1" in board.sentence
    assert board.record is before
    lines = sent[0]["text"].splitlines()
    board.read("\n".join([*lines[:-1], '{"do": "Go", "place": "Rome"}']))
    assert f"line {len(lines)}" in board.sentence
    assert board.record is before
    other = CampaignBoard(seed=3)
    other.read(sent[0]["text"])
    assert other.record == before
    assert other.error == ""


def test_an_uploaded_file_is_read() -> None:
    board, other = dealt(), dealt()
    press(board, "hand", "move 3")
    other.load._heard(None, {"event": "file", "text": board.record.to_text()}, [])
    assert other.record == board.record


def test_pictures_are_svg_of_what_the_viewer_sees() -> None:
    board = dealt()
    picture = board.svg()
    assert picture.startswith("<svg")
    assert ">C4<" in picture  # Legio 10
    assert "Pompey's" not in picture
    bundle = board._repr_mimebundle_()
    assert bundle["text/plain"] == "49 BC (705 AUC). Caesar plays a card face down."
    shown = str(bundle["text/html"])
    carried = re.fullmatch(r'<img alt="[^"]+" width="1248" .* src="data:image/svg\+xml;base64,(.*)">', shown)
    assert carried
    assert b64decode(carried[1]).decode() == picture
    assert picture.count("<use ") >= 4  # the coast is written once and drawn several times
    assert set(re.findall(r'href="#([^"]+)"', picture)) == set(re.findall(r'<path id="([^"]+)"', picture))
    ElementTree.fromstring(picture)


def test_zooming_shows_a_region() -> None:
    board = dealt()
    board.zoom("italia")
    assert board.board.scene.width == 1248
    big = board.scene.height
    board.zoom("")
    assert board.scene.height != big


def test_the_page_has_a_width_of_its_own() -> None:
    board = dealt()
    board.resize(803)
    assert board.board.scene.width == 800
    assert board.board.scene.height > 700
    board.resize(1251)
    assert board.board.scene.width == 1248


# Languages -----------------------------------------------------------------------------------------------------------


def test_a_game_in_japanese_says_no_english_and_never_fails() -> None:
    board, random = CampaignBoard(players=TWO, seed=1, language="ja", open_=True), Random(1)
    phases = set()
    for _ in range(110):
        if board.session.over:
            break
        phases.add(board.state.phase)
        match board.session.waits:
            case "person":
                board.do(("act", (random.choice(board.session.legal()),)))
            case "turn" | "end":
                board.fight.go_on()
    text = re.sub(r"<[^>]*>", " ", board.log_text.value + board.status.value + board.header.value)
    assert not re.search(r"[a-z]{4,}", text.replace("&nbsp;", ""))
    assert len(phases) > 5


def test_titles_and_points_are_told() -> None:
    board = dealt()
    assert "49 BC" in board.header.value
    assert "705 AUC" in board.header.value
    assert "Turn 1 of 5" in board.header.value
    assert "Victory points: Caesar 1, Pompey 7" in board.header.value
    assert board.header.value.count(">P<") == 7
    assert "Seen by Caesar" in board.header.value


def test_chance_never_waits_for_the_page() -> None:
    board, random = CampaignBoard(seed=12), Random(12)
    for _ in range(40):
        assert board.session.decider != CHANCE
        run(board, random, "person", 1)
        if board.session.waits == "person":
            board.do(("act", (random.choice(board.session.legal()),)))
