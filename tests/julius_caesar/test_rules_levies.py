"""Levies: who may grow and who may come, and where (6.4)."""

import pytest

from gamekit import julius_caesar as jc
from gamekit.julius_caesar.notation import Chronicle
from gamekit.julius_caesar.presentation import open_information
from gamekit.julius_caesar.tables import CITIES, PRINTED
from gamekit.play.session import begin
from gamekit.storage.record import Entry, Record
from gamekit.widgets import any_game
from tests.cases import Cases
from tests.julius_caesar.setting import after, done, finish, move, named, places, refused, setting, where
from tests.widgets.board_driver import html


def levying(blocks: dict[str, str], side: str = "Caesar") -> jc.State:
    return setting(blocks, ("2/3", "2/3"), player=side, phase="levy")


def cities_for(state: jc.State, block: str) -> set[str]:
    """Where a block of the pool may be levied now."""
    if block not in named(state, jc.Levy):
        return set()
    then = after(state, jc.Levy(block))
    return places(then) if then.phase == "muster" else {where(then, block)["place"]}


@pytest.mark.clause("julius_caesar", "6.4", "3.11")
def test_a_levy_point_adds_a_step_or_a_new_block_at_strength_one() -> None:
    state = levying({"Caesar:Auxilia 1": "Genua/I", "Caesar:Legio 8": "Genua", "Pompey:Legio 39": "Utica"})
    state = after(state, jc.Strengthen("Caesar:Auxilia 1"), jc.Strengthen("Caesar:Auxilia 1"))
    assert where(state, "Caesar:Auxilia 1")["strength"] == 3
    assert "Caesar:Legio 8" not in named(state, jc.Strengthen)
    refused(r"is at full strength", state, jc.Strengthen("Caesar:Legio 8"))
    state = after(state, jc.Levy("Caesar:Legio 11"))
    assert where(state, "Caesar:Legio 11") == {"place": "Genua", "strength": 1}
    assert jc.legal_actions(state) == (jc.Done(),)


@pytest.mark.clause("julius_caesar", "6.4")
def test_a_new_block_may_grow_at_once_and_several_come_to_one_city() -> None:
    state = levying({"Caesar:Legio 8": "Genua", "Pompey:Legio 39": "Utica"})
    state = after(state, jc.Levy("Caesar:Legio 11"), jc.Strengthen("Caesar:Legio 11"), jc.Levy("Caesar:Legio 12"))
    assert where(state, "Caesar:Legio 11")["strength"] == 2
    assert where(state, "Caesar:Legio 12") == {"place": "Genua", "strength": 1}


@pytest.mark.clause("julius_caesar", "6.4", "3.13", "3.22", "3.23", "3.24", "3.25", "3.26", "4.42")
@pytest.mark.parametrize(("side", "name"), PRINTED)
def test_every_block_comes_where_its_label_says(side: str, name: str, cases: Cases) -> None:
    """Its own city among them, and others that differ from block to block."""
    printed, block = PRINTED[side, name], f"{side}:{name}"
    if printed.type == "leader":
        return
    guards = [f"{side}:Auxilia {n}" for n in (1, 2, 3) if f"{side}:Auxilia {n}" != block]
    enemy = "Pompey:Scipio" if side == "Caesar" else "Caesar:Antonius"
    cities = [city for city in CITIES if city not in ("Rome", "Memphis")]
    first, every = list(PRINTED).index((side, name)) % cases(12, 1), cases(12, 1)
    for city in {printed.levy_city, *cities[first::every]} & {*cities}:
        held = {guards[0]: city, guards[1]: "Rome", enemy: "Memphis"}
        found = cities_for(levying(held, side), block)
        match printed.type:
            case "auxilia" | "ballista":
                expected = {city, "Rome"}
            case "navis":
                expected = {city} if CITIES[city].major_port else set()
            case "cleopatra":
                expected = set()
            case _:
                expected = {printed.levy_city} & {city, "Rome"}
        assert found == expected, (block, city)


@pytest.mark.clause("julius_caesar", "3.21", "7.51")
def test_leaders_come_to_any_friendly_city() -> None:
    state = levying({"Caesar:Legio 8": "Genua", "Caesar:Legio 9": "Treveri", "Pompey:Legio 39": "Utica"})
    assert cities_for(state, "Caesar:Caesar") == {"Genua", "Treveri"}  # disbanded last year
    assert cities_for(state, "Caesar:Octavian") == set()
    lost = levying({"Caesar:Legio 8": "Genua", "Caesar:Antonius": "trophy", "Pompey:Legio 39": "Utica"})
    assert cities_for(lost, "Caesar:Octavian") == {"Genua"}
    assert "Caesar:Antonius" not in named(lost, jc.Levy)


@pytest.mark.clause("julius_caesar", "6.4", "4.21")
def test_only_in_friendly_cities_neither_vacant_nor_contested() -> None:
    blocks = {
        "Caesar:Legio 8": "Genua/I", "Caesar:Legio 13": "Massilia", "Pompey:Legio 1": "Rome",
        "Pompey:Legio 2": "Tarraco",
    }  # fmt: skip
    state = finish(move(setting(blocks, ("3/2", "2/3")), "Caesar:Legio 8", "Rome"))
    state = done(state)  # Pompey's moves
    assert named(state, jc.Strengthen) == []  # Legio 1 is full, and its city is contested anyway
    assert "Pompey:Legio 5" in named(state, jc.Levy)  # Tarraco is friendly
    assert "Pompey:Legio 3" not in named(state, jc.Levy)  # Ravenna is vacant
    weak = setting({**blocks, "Pompey:Legio 1": "Rome/I"}, ("3/2", "2/3"))
    weak = done(finish(move(weak, "Caesar:Legio 8", "Rome")))
    refused(r"Rome is not a friendly city", weak, jc.Strengthen("Pompey:Legio 1"))
    refused(r"Ravenna is not friendly", weak, jc.Levy("Pompey:Legio 3"))


@pytest.mark.clause("julius_caesar", "6.4", "3.26")
def test_navis_grow_in_any_port_but_not_at_sea() -> None:
    state = levying({"Caesar:Navis 1": "Genua/I", "Caesar:Navis 2": "Tyrrhenum/I", "Pompey:Legio 39": "Utica"})
    assert named(state, jc.Strengthen) == ["Caesar:Navis 1"]  # Genua is no major port
    assert cities_for(state, "Caesar:Navis 3") == set()


@pytest.mark.clause("julius_caesar", "7.41", "6.4", "3.24")
def test_the_elephant_comes_at_two_and_grows_to_four() -> None:
    state = levying({"Pompey:Legio 39": "Utica", "Caesar:Legio 7": "Narbo"}, "Pompey")
    state = after(state, jc.Levy("Pompey:Elephant"))
    assert where(state, "Pompey:Elephant") == {"place": "Utica", "strength": 2}
    assert where(after(state, jc.Strengthen("Pompey:Elephant")), "Pompey:Elephant")["strength"] == 4


@pytest.mark.clause("julius_caesar", "5.2", "7.5")
def test_the_fallen_are_not_levied_this_year() -> None:
    state = levying({"Caesar:Legio 8": "Genua", "Caesar:Legio 11": "fallen", "Pompey:Legio 39": "Utica"})
    assert "Caesar:Legio 11" not in named(state, jc.Levy)
    refused(r"eliminated this year", state, jc.Levy("Caesar:Legio 11"))
    assert jc.observe(state, "Pompey").fallen == ("Caesar:Legio 11",)


@pytest.mark.clause("julius_caesar", "6.4", "2.2", "6.0")
def test_levies_come_after_all_moves() -> None:
    state = setting("Caesar in Genua: Legio 8; Caesar in Narbo: Legio 9; Pompey in Utica: Legio 39")
    state = done(move(state, "Caesar:Legio 8", "Massilia"))
    assert state.phase == "levy"
    assert not any(isinstance(action, (jc.Take, jc.Embark)) for action in jc.legal_actions(state))


@pytest.mark.clause("julius_caesar", "3.27", "6.4")
def test_no_clause_levies_cleopatra() -> None:
    state = levying({"Pompey:Legio 39": "Alexandria", "Caesar:Legio 7": "Narbo"}, "Pompey")
    assert "Pompey:Cleopatra" not in named(state, jc.Levy)
    refused(r"no clause levies", state, jc.Levy("Pompey:Cleopatra"))


IN_ROME, ANYWHERE, OTHER = "Caesar:Legio 17", "Caesar:Auxilia 3", "Caesar:Auxilia 2"
LEVIES = ((IN_ROME, ANYWHERE), (ANYWHERE, IN_ROME), (ANYWHERE, OTHER))  # two blocks in Rome; the first gains a step


def levied(block: str) -> tuple[jc.Action, ...]:
    return (jc.Levy(block),) if block == IN_ROME else (jc.Levy(block), jc.Go("Rome"))


def seen_by_pompey(record: Record) -> list[object]:
    """All that Pompey sees of a record, step by step: views, sentences, what lies open, how far it is, both boards."""
    found: list[object] = []
    states, seats = record.positions(), {"Caesar": "plain", "Pompey": "person"}
    for at, (entry, before, then) in enumerate(zip(record.entries[:-1], states, states[1:]), 1):
        told = [jc.describe(entry.action, before, language, "Pompey") for language in ("en", "ja")]
        told += [line for language in ("en", "ja") for line in jc.consequences(before, then, language, "Pompey")]
        if not any(told) and jc.observe(then, "Pompey") == jc.observe(before, "Pompey"):
            continue  # nothing is to be seen
        session = begin(record, seats, seed=1, at=at)
        log = [
            line.text for line in Chronicle("Pompey", "en").read(session.positions, session.record.entries, session.at)
        ]
        plain = html(any_game.table(jc, seats, record=record, at=at, seed=1))
        assert session.viewer == "Pompey"
        found.append((jc.observe(then, "Pompey"), told, open_information(then), session.replay_progress, log, plain))
    return found


@pytest.mark.clause("julius_caesar", "6.4", "5.2")
def test_records_that_differ_in_the_levied_block_only_look_alike_to_the_enemy() -> None:
    start = jc.to_json(levying({"Caesar:Caesar": "Rome", "Pompey:Pompey": "Athena"}))
    done = (jc.Done(),) * 3
    plays = [(*levied(first), jc.Strengthen(first), *levied(second), *done) for first, second in LEVIES]
    records = [Record(jc, tuple(map(Entry, actions)), start=start) for actions in plays]
    assert len({len(record.entries) for record in records}) == 2
    one, *others = [seen_by_pompey(record) for record in records]
    assert len(one) == 5
    assert all(other == one for other in others)
    assert "muster" in [jc.observe(state, "Caesar").phase for state in records[0].positions()]
