"""The smallest letters of every picture at its width: 11 px on a wide page, 10 px on one of 800 px and less."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

import pytest

from gamekit import aquileia, caesar, julius_caesar
from gamekit.julius_caesar.odds.setup import Setup
from gamekit.widgets.aquileia import city_story, city_view
from gamekit.widgets.caesar import DuelBoard, GameBoard, RoundsBoard, duel_board, rounds_board, story, view
from gamekit.widgets.julius_caesar import battle_story, battle_view
from gamekit.widgets.julius_caesar.map import MapOptions, map_scene
from gamekit.widgets.roma_victrix import combat_story, combat_table, combat_view, siege_story, siege_table, siege_view
from gamekit.widgets.scene import Group, Scene, Shape, Text


def city(width: float, language: str) -> Scene:
    state = aquileia.initial_state(("Stefan", "Walter", "Giorgio", "Kiko"))
    return city_view.scene(city_story.city(city_story.Show(state, "Stefan", language=language)), width, language)


def campaign(width: float, language: str) -> Scene:
    view = julius_caesar.rules.observe(julius_caesar.initial_state(), "Caesar")
    return map_scene(view, (), MapOptions(width, language))


def combat(width: float, language: str) -> Scene:
    return combat_view.scene(combat_story.view(combat_table.opening(language=language)), width)


def siege(width: float, language: str) -> Scene:
    return siege_view.scene(siege_story.view(siege_table.opening(language=language)), width)


def battle(width: float, language: str) -> Scene:
    table = battle_story.BattleTable(Setup(), language=language)
    return battle_view.scene(battle_story.view(table), width, language)


def duel(width: float, language: str) -> Scene:
    return view.scene(duel_board.picture(DuelBoard(language=language).table), width, language)


def rounds(width: float, language: str) -> Scene:
    table = RoundsBoard(language=language).table
    return view.scene(rounds_board.picture(replace(table.played(table.card), peek=True)), width, language)


def game_of_caesar(width: float, language: str) -> Scene:
    state, fights = caesar.ready_positions()["two_fights"]
    table = GameBoard(("person", "person"), state=state, fights=fights, language=language).table
    return view.scene(story.screen(table.show), width, language)


def sizes(shapes: Sequence[Shape], scale: float = 1) -> Iterator[tuple[float, str]]:
    for shape in shapes:
        if isinstance(shape, Group):
            yield from sizes(shape.shapes, scale * shape.scale)
        elif isinstance(shape, Text) and shape.text.strip():
            yield shape.size * scale, shape.text


PICTURES = [city, campaign, combat, siege, battle, duel, rounds, game_of_caesar]


@pytest.mark.parametrize("picture", PICTURES)
@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize(("width", "least"), [(1248, 11), (956, 11), (776, 10), (560, 10), (440, 10)])
def test_no_letter_is_too_small_to_read(
    picture: Callable[[float, str], Scene], language: str, width: float, least: float
) -> None:
    scene = picture(width if picture is campaign else min(width, 956), language)
    shown = min(1.0, width / scene.width)  # a page narrower than the picture shrinks it
    small = {text: size * shown for layer in scene.layers for size, text in sizes(layer) if size * shown < least - 0.05}
    assert small == {}
