"""The map: everything that the rulebook states of it holds, and what is judged says so."""

from collections import Counter
from math import atan2, cos, degrees, radians
from pathlib import Path

import pytest

from gamekit import roma_victrix as rv
from gamekit.roma_victrix import geography
from gamekit.roma_victrix.geography import CARD_TIMES, LINKS, MOMENTS, PROVINCES, REGIONS, SEAS, STEPS
from gamekit.roma_victrix.tables import CARDS, HEAVY_CAVALRY

FOLDER = Path(__file__).parents[2] / "data" / "roma_victrix"
IMPASSABLE = {"Arabia", "Gaetulia", "Garamantia", "Nobadia", "Sarmatia", "Scythia"}  # 3.22
ISLANDS = {"Baleares", "Corsica", "Creta", "Cyprus", "Rhodus", "Sardinia"}  # 9.17
STRAITS = {  # 3.23
    "Pillars of Hercules": {"Baetica", "Tingitana"},
    "Messina": {"Apulia", "Sicilia"},
    "Bosporus": {"Thracia", "Bithynia"},
    "Dardanelles": {"Thracia", "Asia"},
}
TOURS = [  # a step by land, "~" a step by ship, "+" what is done on the way
    ("X.3", 6, "Cisalpina,Latium,Apulia,Latium,Cisalpina,Narbonensis"),
    ("X.3", 5, "Latium,Cisalpina,Narbonensis,Tarraconensis"),
    ("X.4", 4, "Cappadocia,Cilicia,+attack,+pillage,Cappadocia"),
    ("X.4", 2, "Iudaea,Arabia Petraea,Iudaea"),
    ("X.4", 3, "Aegyptus,Iudaea,Arabia Petraea,Aegyptus"),
    ("X.4", 7, "Lycia,+embark,~Mare Aegyptum,~Cyprus,~Mare Aegyptum,~Aegyptus,+disembark,Arabia Petraea"),
    ("X.6", 6, "Syria,Osrhoene,Syria,Iudaea,+attack,Arabia Petraea,+attack"),
    ("X.6", 2, "Syria,Hatra,Babylonia"),
    ("X.6", 2, "Osrhoene,Adiabene,Assyria"),
    ("X.7", 4, "Hatra,Syria,Cilicia,+attack,Syria"),
    ("X.8", 7, "Baetica,Carthaginiensis,+embark,~Mare Balearicum,~Mare Tyrrhenum,~Cisalpina,+disembark,+attack"),
    ("X.9", 5, "Africa,+embark,~Mare Tyrrhenum,~Sardinia,+disembark,+attack"),
    ("X.10", 2, "Carthaginiensis,Tarraconensis,+intercept,+attack"),
    ("X.1", 2, "Cisalpina,Pannonia,+attack"),
]
DIRECTIONS = [
    *(("Latium", "Apulia", 180), ("Latium", "Cisalpina", 0), ("Cisalpina", "Narbonensis", 270)),
    *(("Narbonensis", "Tarraconensis", 180), ("Cappadocia", "Cilicia", 180), ("Iudaea", "Arabia Petraea", 90)),
    *(("Iudaea", "Arabia Petraea", 180), ("Aegyptus", "Iudaea", 90), ("Arabia Petraea", "Aegyptus", 270)),
    *(("Syria", "Osrhoene", 45), ("Syria", "Iudaea", 180), ("Syria", "Hatra", 90), ("Hatra", "Babylonia", 135)),
    *(("Osrhoene", "Adiabene", 90), ("Hatra", "Syria", 270), ("Baetica", "Carthaginiensis", 45)),
    ("Carthaginiensis", "Tarraconensis", 45),
]


def near(area: str, *kinds: str) -> set[str]:
    return {other for other, kind in STEPS[area].items() if kind in kinds}


def reached(start: str, *kinds: str, through: set[str] | None = None) -> set[str]:
    seen, todo = {start}, [start]
    while todo:
        for area in near(todo.pop(), *kinds) - seen:
            if through is None or area in through:
                seen.add(area)
                todo.append(area)
    return seen


def test_there_are_89_provinces() -> None:
    assert len(PROVINCES) == 89
    assert all(province.revenue in range(4) for province in PROVINCES.values())
    assert len([p for p in PROVINCES.values() if not p.source.startswith("judged:")]) == 53


@pytest.mark.clause("roma_victrix", "9.65", "9.44", "11.16")
def test_revenues_that_the_rulebook_prints() -> None:
    printed = {"Babylonia": 3, "Media": 3, "Artaxata": 3, "Cantabria": 2}
    assert {name: PROVINCES[name].revenue for name in printed} == printed


@pytest.mark.clause("roma_victrix", "3.9", "9.17")
def test_islands_are_the_six_small_ones_and_sicilia() -> None:
    assert {name for name, province in PROVINCES.items() if province.island} == ISLANDS | {"Sicilia"}


@pytest.mark.clause("roma_victrix", "3.22")
def test_six_areas_are_impassable_and_pay_nothing() -> None:
    closed = {name for name, province in PROVINCES.items() if province.impassable}
    assert {PROVINCES[name].region for name in closed} == IMPASSABLE
    assert all(PROVINCES[name].revenue == 0 and not PROVINCES[name].coastal for name in closed)
    assert {"Arabia Petraea", "Babylonia"} <= near("Arabia Magna", "land")


def test_regions_of_one_province_are_the_seven_named() -> None:
    assert {region for region, names in REGIONS.items() if len(names) == 1} == IMPASSABLE | {"Taurica"}


@pytest.mark.clause("roma_victrix", "10.13")
def test_hispania_has_seven_provinces_and_four_control_it() -> None:
    assert len(REGIONS["Hispania"]) == 7


@pytest.mark.clause("roma_victrix", "12.11", "12.14")
def test_ctesiphon_lies_in_the_region_persia() -> None:
    assert geography.CITIES["Babylonia"].city == "Ctesiphon"
    assert "Babylonia" in REGIONS["Persia"]


def test_the_provinces_of_a_region_lie_together() -> None:
    for names in REGIONS.values():
        dry = {name for name in names if not PROVINCES[name].island}
        assert not dry or reached(min(dry), "land", "pass", through=dry) == dry


@pytest.mark.clause("roma_victrix", "3.23")
def test_straits_are_the_four() -> None:
    assert {name for name, sea in SEAS.items() if sea.strait} == set(STRAITS)
    assert {name: near(name, "strait") for name in STRAITS} == STRAITS
    assert {link.kind for link in LINKS if {link.a, link.b} & set(STRAITS)} == {"strait", "sea"}
    assert near("Dardanelles", "sea") == {"Mare Aegaeum", "Bosporus"}
    assert near("Bosporus", "sea") == {"Dardanelles", "Pontus Euxinus (W)"}


def test_what_lies_beside_what() -> None:
    assert Counter(link.kind for link in LINKS) == {"land": 166, "pass": 6, "strait": 8, "coast": 78, "sea": 19}
    assert len(SEAS) == 12 + 4
    island = {name for name, province in PROVINCES.items() if province.island}
    assert not any(near(name, "land", "pass") for name in island)
    for name, province in PROVINCES.items():
        assert bool(near(name, "coast")) == province.coastal
        assert province.island or near(name, "land", "pass")
    open_sea = {name for name, sea in SEAS.items() if not sea.strait}
    assert all(near(name, "coast") and near(name, "sea") for name in open_sea)
    assert near("Baetica", "coast") == {"Oceanus Atlanticus", "Mare Balearicum"}  # 5.6, which prints Cisalpina


def test_only_britannia_taurica_and_the_islands_need_ships() -> None:
    closed = {name for name, province in PROVINCES.items() if province.impassable}
    island = {name for name, province in PROVINCES.items() if province.island}
    dry = reached("Latium", "land", "pass", "strait", through=set(STEPS) - closed)
    assert set(PROVINCES) - dry - closed == set(REGIONS["Britannia"]) | {"Taurica"} | island - {"Sicilia"}
    assert reached("Latium", "land", "pass", "strait", "coast", "sea") == set(STEPS)


def actions(tour: str) -> list[str]:
    """What costs points on a tour, step by step."""
    here, *steps = tour.split(",")
    done = []
    for step in steps:
        if step.startswith("+"):
            done.append(step[1:])
            continue
        kind, here = STEPS[here][step.removeprefix("~")], step.removeprefix("~")
        assert kind in (("coast", "sea") if step.startswith("~") else ("land", "pass"))
        by_land = "cross the Alps or Pyrenees" if kind == "pass" else "enter a province"  # scenario 1
        done.append("move at sea" if step.startswith("~") else by_land)
    return done


@pytest.mark.clause("roma_victrix", "X.3", "X.4", "X.5", "X.6", "X.7", "X.8", "X.9", "X.10", "X.1")
@pytest.mark.clause("roma_victrix", "5.12", "5.14", "5.22", "5.46")
@pytest.mark.parametrize(("clause", "points", "tour"), TOURS, ids=[f"{t[0]} {t[2]}" for t in TOURS])
def test_itineraries_of_the_example_cost_what_they_say(clause: str, points: int, tour: str) -> None:
    assert rv.operations_cost(actions(tour)) == points


@pytest.mark.parametrize(("here", "there", "compass"), DIRECTIONS)
def test_directions_told_in_the_example(here: str, there: str, compass: int) -> None:
    a, b = PROVINCES[here], PROVINCES[there]
    east = (b.lon - a.lon) * cos(radians((a.lat + b.lat) / 2))
    assert abs((degrees(atan2(east, b.lat - a.lat)) - compass + 180) % 360 - 180) <= 67.5


@pytest.mark.clause("roma_victrix", "17.23", "17.24", "17.3")
def test_twelve_capitals_have_names_and_six_are_minor_powers_too() -> None:
    assert len(geography.CITIES) == 12
    assert set(geography.CITIES) <= set(PROVINCES)
    minor = {city.city for city in geography.CITIES.values() if city.minor}
    assert minor == {"Alexandria", "Artaxata", "Pergamum", "Amaseia", "Syracusae", "Byzantium"}


@pytest.mark.clause("roma_victrix", "17.1", "3.82")
def test_powers_have_a_kind_a_capital_on_the_map_and_a_share_of_heavy_cavalry() -> None:
    powers = geography.POWERS
    assert {power.kind for power in powers.values()} == {"Roman", "civilised", "Persian", "barbarian"}
    assert all(power.capital in (None, *PROVINCES) for power in powers.values())
    by_scenario = {name for name in HEAVY_CAVALRY if name.startswith("Rome ")}
    shares = {power.heavy_cavalry for power in powers.values()}
    assert shares == set(HEAVY_CAVALRY) - by_scenario | {"Rome scenarios 1-6"}
    assert {name for name, power in powers.items() if power.kind == "Persian"} == {"Parthia", "Persia"}
    assert HEAVY_CAVALRY[powers["Palmyra"].heavy_cavalry] == 50


def test_each_of_the_21_cards_has_its_moment() -> None:
    assert len(CARD_TIMES) == 21
    assert {card for card, _ in CARDS} - {"any"} <= set(CARD_TIMES)
    anyone = {card for card, row in CARD_TIMES.items() if "any time" in row.moments}
    assert anyone == {"Assassination Attempt", "Recruit New Units", "Treachery"}
    told = {"Forced March / Favorable Winds", "Intelligence", "Leader", "Leader Defection"}
    mine = {card for card, row in CARD_TIMES.items() if row.moments == ("own phase",)}
    judged = {card for card, row in CARD_TIMES.items() if "judged:" in row.source}
    assert mine - judged == told
    assert len(mine & judged) == 7
    assert judged - mine == {"Piracy"}
    assert all(MOMENTS[moment] for row in CARD_TIMES.values() for moment in row.moments)


def test_what_is_judged_is_listed_with_its_reason() -> None:
    rows = rv.judged_values()
    assert all(row.reason for row in rows)
    assert Counter(row.file for row in rows)["links.csv"] == sum("judged:" in link.source for link in LINKS)
    assert {row.row for row in rows if row.file == "rulings.csv"} >= {"siege_cavalry", "attrition"}
    files = {row.file for row in rows}
    for path in FOLDER.rglob("*.*"):
        name = str(path.relative_to(FOLDER))
        drawn = name in {"map_drawing.csv", "power_signs.csv", "province_cells.geojson", "signs.csv"}  # no play
        assert (name in files) == ("judged:" in path.read_text(encoding="utf-8")) or drawn
