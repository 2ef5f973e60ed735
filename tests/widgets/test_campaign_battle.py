"""Battles of the campaign on the battle board: the record's actions become moments that the board can show."""

import pytest

from gamekit import julius_caesar as jc
from gamekit.julius_caesar.fight.moments import CourseReader
from gamekit.julius_caesar.odds.army import AVERAGE_STRENGTH, generic_block
from gamekit.julius_caesar.odds.belief import with_reserve
from gamekit.julius_caesar.presentation import FIGHT
from gamekit.julius_caesar.tables import SIDES
from gamekit.play.session import ALL, ROOM, Session, begin
from gamekit.storage.record import Record
from gamekit.widgets.julius_caesar.battle_view import PictureInput, rows, scene
from gamekit.widgets.julius_caesar.campaign_fight import battle_table_of as table_of
from gamekit.widgets.julius_caesar.campaign_fight import roles_with_hidden_reserve, with_chances
from gamekit.widgets.svg import svg
from tests.widgets.board_driver import said
from tests.widgets.positions import board_at

pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def game() -> Session:
    """A finished game between two plain players."""
    return begin(Record(jc), dict.fromkeys(SIDES, "plain"), 11).advance(pass_stops=True)


def test_every_moment_of_every_battle_can_be_shown(game: Session) -> None:
    scribe = CourseReader()
    asked = ((at, scribe.field(game.positions, game.record.entries, at)) for at in range(len(game.positions)))
    found = [(at, field) for at, field in asked if field]
    assert len(found) > 60
    for at, field in found:
        state = game.positions[at]
        fight = field.course[-1].fight
        standing = [now for role in ("attacker", "defender") for now in fight.position.blocks_of_side(role)]
        if state.phase in FIGHT:
            here = sorted(n for n, place in zip(state.strength, state.location) if place == state.combat.place)
            assert sorted(now.strength for now in standing if now.place != "left" and now.strength) == here
    for at, field in found[::40]:
        picture = svg(scene(PictureInput(table_of(field), roles_with_hidden_reserve(field, ALL), False)))
        assert picture.startswith("<svg"), at


def test_a_battle_is_the_same_however_one_comes_to_it(game: Session) -> None:
    scribe = CourseReader()
    for at in [*range(len(game.positions)), *range(len(game.positions) - 1, 0, -7)]:
        field = scribe.field(game.positions, game.record.entries, at)
        if field and at % 15 == 0:
            fresh = CourseReader().field(game.positions, game.record.entries, at)
            assert field.course[-1] == fresh.course[-1]
            assert [moment.turns for moment in field.course] == [moment.turns for moment in fresh.course]


def test_reserves_lie_face_down_for_those_who_have_not_seen_them() -> None:
    def waiting(session: Session) -> bool:
        combat = session.state.combat
        return bool(session.state.phase == "turn" and combat and combat.waiting and combat.round == 1)

    session = board_at(waiting).table.session
    field = CourseReader().field(session.positions, session.record.entries, session.at)
    assert field
    assert roles_with_hidden_reserve(field, ALL) == ()
    hidden = roles_with_hidden_reserve(field, ROOM)
    assert hidden
    table = table_of(field)
    for viewer in (ROOM, ALL):
        seen = PictureInput(table, roles_with_hidden_reserve(field, viewer), False)
        masked = [piece.state for role in ("attacker", "defender") for piece in rows(seen, role)["reserve"]]
        assert all((state == "hidden") == (viewer == ROOM) for state in masked)
        names = {block.name for role in hidden for block in getattr(field.battle, f"{role}_reserve")}
        assert bool(names & {*said(scene(seen))}) == (viewer == ALL)
    asked = field.battle.at(field.course[-1].fight.position)
    for role in hidden:
        reserve = getattr(asked.battle, f"{role}_reserve")
        average = tuple(generic_block(AVERAGE_STRENGTH, side=block.side) for block in reserve)
        assert {block.name for block in average} == {"C2"}
        asked = with_reserve(asked, role, average)
    assert asked.chances(float).attacker_wins == with_chances(table, field, ROOM).chances.attacker_wins
    assert with_chances(table, field, ALL).chances is not None
