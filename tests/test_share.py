"""What is shared as a code comes back as it was; what is no code is refused with a sentence, quickly."""

import json
from collections.abc import Callable
from functools import cache, partial
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

import pytest

from gamekit import aquileia as aq
from gamekit import julius_caesar as jc
from gamekit import roma_victrix as rv
from gamekit.storage import link_code, record, serialization
from gamekit.text.translation import LANGUAGES, error_text
from gamekit.widgets import board
from tests.cases import Cases
from tests.fifth_game import terni
from tests.generators import ARENA, BATTLE, SETUPS, SIEGE, TABLES, bound, explored, forged, random_record, shown

GOLDEN = Path(__file__).parent / "golden/share_1.json"


def said(code: Any) -> str:
    with pytest.raises(link_code.CodeError) as refused:
        link_code.load(code)
    assert all(0 < len(error_text(refused.value, language)) < 900 for language in LANGUAGES)
    return str(refused.value)


@pytest.mark.clause("julius_caesar", "7.2")
def test_the_battle_of_the_sidebar_is_a_code_of_at_most_80_characters() -> None:
    code = link_code.code(BATTLE)
    assert len(code) <= 80
    assert set(code) <= set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_")
    assert link_code.load(code) == BATTLE
    assert link_code.load(f" https://example.org/#{code[:20]}\n{code[20:]}\n").odds() == BATTLE.odds()


def test_every_kind_is_tried_here() -> None:
    assert {*SETUPS, *TABLES} == set(link_code.KINDS)


@pytest.mark.parametrize("kind", [*SETUPS, *TABLES])
def test_a_question_or_a_board_comes_back(kind: str) -> None:
    thing = bound(SETUPS[kind] if kind in SETUPS else TABLES[kind]())
    back = link_code.load(link_code.code(thing))
    assert (shown(back), link_code.code(back)) == (shown(thing), link_code.code(thing))


@cache
def golden() -> dict[str, str]:
    return json.loads(GOLDEN.read_text())


@pytest.mark.parametrize("kind", [*SETUPS, *(kind for kind in TABLES if kind != "game board"), *record.GAMES])
def test_a_code_of_this_version_still_reads(kind: str) -> None:
    back = link_code.load(golden()[kind])
    if kind in record.GAMES:
        assert back == random_record(import_module(f"gamekit.{kind}"), 7, 40).positions()[-1]
    else:
        assert shown(back) == shown(bound(SETUPS[kind] if kind in SETUPS else TABLES[kind]()))


@pytest.mark.parametrize("game", record.GAMES)
def test_records_and_positions_of_every_game_come_back(game: str, cases: Cases) -> None:
    package = import_module(f"gamekit.{game}")
    for seed in range(cases(2, 40)):
        kept = random_record(package, seed, 40)
        assert link_code.load(link_code.code(kept)) == kept
        for state in kept.positions()[:: cases(40, 1)]:
            assert link_code.load(link_code.code(state)) == state


def test_a_code_cut_anywhere_or_with_a_wrong_letter_is_refused() -> None:
    code, random = link_code.code(SIEGE), Random(3)
    for end in range(4, len(code)):
        assert "no link code" in said(code[:end]) or "cut off" in said(code[:end]) or "damaged" in said(code[:end])
    for place in range(4, len(code) - 1):
        wrong = random.choice([letter for letter in "AbZ09-_" if letter != code[place]])
        said(code[:place] + wrong + code[place + 1 :])


def test_what_is_no_code_is_refused_with_the_reason() -> None:
    assert said("gk2-AAAA") == "this code is of version 2, and this gamekit reads up to 1; install a newer one"
    for text in ("", "hello", None, 7, "gk-", "gk0-AAAA", "gk0" + link_code.code(SIEGE)[3:], "x" * 3_000_000):
        assert "is not a link code" in said(text)
    assert "nothing here is called 'nonsense'" in said(forged("nonsense\n{}"))
    assert "there is no game 'os'; there are julius_caesar" in said(forged("os.record\n{}"))
    assert "battle.attacker[0]" in said(forged('battle\n{"attacker":[1],"defender":[]}'))
    assert "objective" in said(forged('campaign\n{"fights":[],"objective":{}}'))


def wrapped(code: str, width: int, start: str = "", end: str = "\n") -> str:
    return end.join(start + code[at : at + width] for at in range(0, len(code), width))


DASHES = (*"\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe63\u30fc\uff0d\ufe58\u2043\u02d7", "%2D", "%E2%88%92",
          "=E2=88=92", "&ndash;", "&#45;")  # fmt: skip


@cache
def dashed() -> str:
    """A code with a dash in it."""
    battles = (jc.Battle(jc.army(f"{n} C3/II, 2 A1/I"), jc.army("Pompey, Navis 3", "Pompey")) for n in range(1, 40))
    return next(code for code in map(link_code.code, battles) if "-" in code[4:])


@pytest.mark.parametrize("sent", [
    lambda code: f"see {code} please",
    lambda code: f"<https://example.org/battle.html#{code}>",
    lambda code: "\u200b".join(code),
    lambda code: "\ufeff" + code[:9] + "\u00ad" + code[9:],
    lambda code: "Ada wrote:\n" + wrapped(code, 20, "> ") + "\nbest regards\nAda",
    lambda code: wrapped(code, 25, end="=\n"),
    lambda code: f"Hello\r\n> {code[:9]}=\r\n> {code[9:]}\r\nAda",
    lambda code: f"| {code[:9]}\n| {code[9:]}",
    lambda code: f"GK{code[2:]}, and more words",
    lambda code: f"ＧＫ１－{code[4:]}",
    *(lambda code, dash=dash: f"see “{code.replace('-', dash)}”, it is close." for dash in DASHES),
])  # fmt: skip
def test_a_code_comes_through_mail_and_word_processors(sent: Callable[[str], str]) -> None:
    for code in (link_code.code(SIEGE), dashed()):
        assert link_code.code(link_code.load(sent(code))) == code


def test_a_bomb_is_not_unpacked() -> None:
    assert "more in this than the 1,000,000 bytes" in said(forged("battle\n" + "[" * 50_000_000))


@pytest.mark.parametrize("kind", SETUPS)
def test_forged_values_are_refused_in_a_sentence(kind: str) -> None:
    asks = isinstance(SETUPS[kind], partial)
    plain = serialization.unstructure(SETUPS[kind].func, bound(SETUPS[kind]).keywords) if asks else None
    plain = plain or serialization.to_plain(SETUPS[kind])
    for value in ({"x": []}, [[[7]]], "\u2603" * 1001, -1e300):
        said(forged(f"{kind}\n{json.dumps({**plain, next(iter(plain)): value})}"))


def test_a_side_that_there_is_not_is_refused_with_both() -> None:
    plain = serialization.to_plain(TABLES["combat board"]())
    code = forged(f"combat board\n{json.dumps({**plain, 'advantage': ['left']})}")
    assert "advantage[0] is 'left'; it should be one of attacker, defender" in said(code)


def test_what_cannot_be_shared_is_refused() -> None:
    for thing, word in ((42, "cannot be shared"), (partial(rv.campaign, (), objective=len), "cannot hold all")):
        pytest.raises(link_code.CodeError, link_code.code, thing).match(word)
    with pytest.raises(link_code.CodeError, match="cannot hold all of this dice"):
        link_code.code(partial(aq.best_play, ARENA, keep={"Kiko": [jc.Worth]}))


@pytest.mark.parametrize("of", [None, jc.attacker_wins])
def test_a_map_opens_from_its_code_with_the_same_numbers(of: Any) -> None:
    """With the battles themselves where the map shows a number of theirs, else with the numbers alone."""
    table = explored(3, 2, 3, of)
    shown = board(link_code.load(link_code.code(table)))
    assert [list(map(float, line)) for line in shown.table.asked.cells] == [list(line) for line in table.asked.cells]
    assert shown.table.fixed == "firepower 3"
    shown.send(("cell", 1, 2))
    assert "firepower 3" in shown.summary_sentence
    thing = shown.table.question(**shown.table.case((1, 2)))
    assert thing == (jc.Battle(jc.army("3 C3/III"), jc.army("2 C2/II")) if of is None else table.asked.cells[2][1])
    assert link_code.code(shown) == link_code.code(board(link_code.load(link_code.code(shown))))
    for wrong in ('"at":[9,9]', '"axes":[["a","a",["1","1"]]]', '"things":["battle\\n{}"]', '"numbers":[1]'):
        held = '"axes":[["a","a",["1","2"]],["b","b",["1","2"]]],"at":[0,0],"numbers":[1,2,3,4]'
        said(forged(f"explore board\n{{{held},{wrong}}}"))


def test_a_position_and_a_record_of_a_game_of_ones_own_come_back() -> None:
    kept = random_record(terni, 1, 8)
    assert link_code.load(link_code.code(kept)) == kept
    assert link_code.load(link_code.code(kept.positions()[-1])) == kept.positions()[-1]


@pytest.mark.parametrize("kind", ["duel", "dice", "blue dice", "auction"])
def test_what_is_solved_is_shared_as_its_question(kind: str) -> None:
    answer = SETUPS[kind]()
    asked = link_code.load(link_code.code(answer))
    assert (link_code.kind_of(asked), asked()) == (kind, answer)
