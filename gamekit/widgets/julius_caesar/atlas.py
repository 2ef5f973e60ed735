"""The Mediterranean of the game as an ``Atlas``: 1248 x 620 px, turned about 12 E, which its 67 cities fill."""

from __future__ import annotations

from typing import Final

from gamekit.julius_caesar.notation import place_name
from gamekit.julius_caesar.tables import CITIES, ROADS
from gamekit.storage import data_files
from gamekit.text.translation import word
from gamekit.widgets.look import CAESAR
from gamekit.widgets.map.atlas import Atlas, DrawingRow, Passage, Site
from gamekit.widgets.map.projection import Conic

WIDTH, HEIGHT = 1248.0, 620.0


ATLAS: Final = Atlas(
    WIDTH,
    HEIGHT,
    Conic(radius=1810.0, origin=(564.7, 370.7), centre=(39.0, 12.0), parallels=(33.0, 45.0)),
    sites={
        city.name: Site(
            city.lat, city.lon, city.value, "major port" if city.major_port else "port" if city.port else ""
        )
        for city in CITIES.values()
    },
    links=[Passage(road.city_a, road.city_b, road.class_.value) for road in ROADS],
    drawing=data_files.rows(DrawingRow, "julius_caesar/map_drawing.csv"),
    name=place_name,
    say=lambda key, language: word(f"julius_caesar.map.{key}", language),
    accent=CAESAR,
)
