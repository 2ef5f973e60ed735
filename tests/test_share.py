"""What is shared as a code comes back as it was; what is no code is refused with a sentence, quickly."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache, partial
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gamekit import aquileia as aq
from gamekit import caesar
from gamekit import julius_caesar as jc
from gamekit import roma_victrix as rv
from gamekit.storage import link_code, record, serialization
from gamekit.text.translation import LANGUAGES, error_text
from gamekit.widgets import any_game, board, game_page
from gamekit.widgets.aquileia import city_board, contest_panel
from gamekit.widgets.caesar import duel_board, game_board
from gamekit.widgets.julius_caesar import battle_table, campaign
from gamekit.widgets.roma_victrix import combat_board, siege_board
from gamekit.widgets.roma_victrix import game_board as map_board
from tests import strategies as kit
from tests.cases import Cases
from tests.fifth_game import terni
from tests.generators import (
    ARENA,
    BATTLE,
    SETUPS,
    SIEGE,
    TABLES,
    bound,
    explored,
    forged,
    random_record,
    session,
    shown,
)

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
    assert shown(back) == shown(thing)
    assert link_code.code(back) == link_code.code(thing)


@cache
def golden() -> dict[str, str]:
    found: dict[str, str] = json.loads(GOLDEN.read_text())
    return found


@pytest.mark.parametrize("kind", [*SETUPS, *(kind for kind in TABLES if kind != "game board"), *record.GAMES])
def test_a_code_of_this_version_still_reads(kind: str) -> None:
    back = link_code.load(golden()[kind])
    if kind in record.GAMES:
        assert back == random_record(import_module(f"gamekit.{kind}"), 7, 40).positions()[-1]
    else:
        assert shown(back) == shown(bound(SETUPS[kind] if kind in SETUPS else TABLES[kind]()))


FORCES, FLEETS = kit.forces(), kit.forces(("FLEET",))
NAMES = ("Ada", "Ben", "Cyd", "Dot")
BIDDERS = st.builds(
    lambda coins, limits: tuple(
        aq.Bidder(name, aq.Purse(silver=silver, gold=gold), limit)
        for name, (silver, gold), limit in zip(NAMES, coins, limits)
    ),
    st.lists(st.tuples(st.integers(0, 5), st.integers(0, 3)), min_size=2, max_size=4),
    st.lists(st.none() | st.fractions(0, 9, max_denominator=4), min_size=4, max_size=4),
)
SIEGES = st.builds(
    rv.Siege, kit.forces(("LGN", "HI")), st.none() | kit.forces(("HI", "AUX")), operations=st.integers(0, 6),
    advantage=st.sampled_from(((), ("attacker",), ("defender",))),
)  # fmt: skip


def games(game: Any) -> st.SearchStrategy[game_page.Play]:
    """A game at the table after some actions, looked at at any of them."""
    return st.builds(partial(session, game), st.integers(0, 60), st.integers(0, 2**32), st.integers(0, 60))


def duels(hand: Any, other: Any, stakes: Any) -> duel_board.DuelTable:
    return duel_board._read([stakes, list(hand), list(other)])


STAKES = st.lists(st.lists(st.integers(1, 6), min_size=2, max_size=2), min_size=1, max_size=3)


RANDOM: dict[str, st.SearchStrategy[Any]] = {
    "battle": kit.battles() | kit.named_battles(),
    "engagement": kit.battles().map(lambda battle: battle.at()),
    "fight": kit.battles().map(lambda battle: jc.Fight(battle).to_the_end(Random(3))),
    "worth": st.builds(jc.Worth, st.integers(0, 9), st.fractions(0, 9, max_denominator=99), st.just(0.5)),
    "combat": kit.land_combats(),
    "siege": SIEGES,
    "attrition": FORCES.map(lambda force: partial(rv.attrition, force=force, halved=True)),
    "campaign": kit.land_combats().map(lambda fight: partial(rv.campaign, fights=(fight,), prize=3)),
    "contest": kit.contests() | kit.contests(race=True),
    "dice": kit.contests().map(lambda contest: partial(aq.best_play, contest=contest)),
    "conflict": kit.conflicts(),
    "duel": kit.hands().map(lambda hand: partial(caesar.duel, stakes=((1, 2),), hand=hand, other_hand=(9, "F"))),
    "aquileia": kit.states("aquileia"),
    "caesar": kit.states("caesar"),
    "julius_caesar": kit.states("julius_caesar"),
    "battle board": kit.battles().map(lambda battle: battle_table.BattleTable(jc.fight.setup.setup_of(battle))),
    "combat board": kit.land_combats().map(lambda combat: combat_board.table_of(combat, ("", ""), "en")),
    "contest board": kit.contests().map(lambda contest: contest_panel.ContestTable(contest.entrants, 0)),
    "attrition card": FORCES.map(lambda force: partial(rv.attrition_card, force=force)),
    "sea attrition": FLEETS.map(lambda force: partial(rv.sea_attrition, force=force)),
    "piracy": FLEETS.map(lambda force: partial(rv.piracy, force=force)),
    "blue dice": st.builds(
        lambda arena, stadium: partial(aq.blue_split, arena=arena, stadium=stadium), kit.contests(), kit.contests(True)
    ),
    "auction": BIDDERS.map(lambda bidders: partial(aq.auction, bidders=bidders)),
    "siege board": SIEGES.map(lambda siege: siege_board.table_of(siege, ("Rome", ""), "en")),
    "duel board": st.builds(duels, kit.hands(2), kit.hands(2), STAKES),
    "campaign board": st.builds(campaign.CampaignTable, games(jc), odds=st.booleans()),
    "city board": games(aq).map(city_board.CityTable),
    "map board": games(rv).map(map_board.MapTable),
    "caesar board": games(caesar).map(game_board.CaesarTable),
    "game board": games(terni).map(any_game.AnyTable),
    "roma_victrix": kit.states("roma_victrix", 60),
    "explore board": st.builds(
        explored, st.integers(1, 3), st.integers(1, 3), st.integers(1, 4), st.sampled_from((None, jc.attacker_wins))
    ),
}  # fmt: skip


def test_every_kind_is_tried_at_random() -> None:
    assert {*RANDOM} >= {*link_code.KINDS, *record.GAMES}


@pytest.mark.parametrize("kind", RANDOM)
@pytest.mark.long
def test_random_things_of_a_kind_come_back(kind: str, cases: Cases) -> None:
    @settings(max_examples=cases(25, 1000), deadline=None)
    @given(RANDOM[kind])
    def comes_back(thing: Any) -> None:
        assert shown(link_code.load(link_code.code(thing))) == shown(thing)

    comes_back()


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


@pytest.mark.parametrize(
    "sent",
    [
        lambda code: f"see {code} please",
        lambda code: f"“{code}”.",
        lambda code: f"<https://example.org/battle.html#{code}>",
        lambda code: code.replace("-", "–"),
        lambda code: code.replace("-", "—"),
        lambda code: code.replace("--", "–"),
        lambda code: code.replace("-", "\u2011"),
        lambda code: "\u200b".join(code),
        lambda code: "\ufeff" + code[:9] + "\u00ad" + code[9:],
        lambda code: wrapped(code, 12),
        lambda code: "Ada wrote:\n" + wrapped(code, 20, "> ") + "\nbest regards\nAda",
        lambda code: wrapped(code, 25, end="=\n"),
        lambda code: f"GK{code[2:]}, and more words",
    ],
)
def test_a_code_comes_through_mail_and_word_processors(sent: Callable[[str], str]) -> None:
    battles = (jc.Battle(jc.army(f"{n} C3/II, 2 A1/I"), jc.army("Pompey, Navis 3", "Pompey")) for n in range(1, 40))
    dashed = next(code for code in map(link_code.code, battles) if "-" in code[4:])
    for code in (link_code.code(SIEGE), dashed):
        assert link_code.code(link_code.load(sent(code))) == code


def test_a_bomb_is_not_unpacked() -> None:
    assert "more in this than the 1,000,000 bytes" in said(forged("battle\n" + "[" * 50_000_000))


@pytest.mark.parametrize("kind", SETUPS)
def test_forged_values_are_refused_in_a_sentence(kind: str) -> None:
    asks = isinstance(SETUPS[kind], partial)
    plain = serialization.unstructure(SETUPS[kind].func, bound(SETUPS[kind]).keywords) if asks else None
    plain = plain or serialization.plain(SETUPS[kind])
    for value in ({"x": []}, [[[7]]], "\u2603" * 1001, -1e300):
        said(forged(f"{kind}\n{json.dumps({**plain, next(iter(plain)): value})}"))


def test_what_cannot_be_shared_is_refused() -> None:
    for thing, word in ((42, "cannot be shared"), (partial(rv.campaign, (), objective=len), "cannot hold all")):
        with pytest.raises(link_code.CodeError, match=word):
            link_code.code(thing)
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
    assert "firepower 3" in shown.sentence
    thing = shown.table.question(**shown.table.case((1, 2)))
    assert thing == (jc.Battle(jc.army("3 C3/III"), jc.army("2 C2/II")) if of is None else table.asked.cells[2][1])
    assert link_code.code(shown) == link_code.code(board(link_code.load(link_code.code(shown))))
    for wrong in ('"at":[9,9]', '"axes":[["a","a",["1","1"]]]', '"things":["battle\\n{}"]', '"numbers":[1]'):
        held = '"axes":[["a","a",["1","2"]],["b","b",["1","2"]]],"at":[0,0],"numbers":[1,2,3,4]'
        said(forged(f"explore board\n{{{held},{wrong}}}"))


@pytest.mark.parametrize("at", [0, 3, 99])
def test_the_board_of_a_finished_game_has_a_code_wherever_it_is_looked_at(at: int) -> None:
    table = any_game.AnyTable(session(terni, 99, at=at))
    assert table.play.session.over
    back = link_code.load(link_code.code(table))
    assert shown(back) == shown(table)
    assert back.play.session.at == min(at, len(table.play.session.record.entries))


def test_a_position_and_a_record_of_a_game_of_ones_own_come_back() -> None:
    kept = random_record(terni, 1, 8)
    assert link_code.load(link_code.code(kept)) == kept
    assert link_code.load(link_code.code(kept.positions()[-1])) == kept.positions()[-1]


@pytest.mark.parametrize("kind", ["duel", "campaign", "dice", "blue dice", "auction"])
def test_what_is_solved_is_shared_as_its_question(kind: str) -> None:
    answer = SETUPS[kind]()
    asked = link_code.load(link_code.code(answer))
    assert link_code.kind_of(asked) == kind
    assert asked() == answer


def test_answers_of_questions_that_are_values_are_shared_as_these() -> None:
    battle = jc.Battle(jc.army("Caesar", "Caesar"), jc.army("Pompey", "Pompey"))
    siege = rv.Siege(rv.force("4 LGN", leader=1), rv.force("HI"), operations=1)
    conflict = caesar.Conflict(2, 3, (9, 1), (8, 5))
    position = caesar.position(["R . . . B"] + [". . . . ."] * 4, hands=[(9, 1), (8, 5)])
    for answer, asked in (
        (battle.best(), battle),
        (siege.plan(), siege),
        (conflict.equilibrium(), conflict),
        (caesar.solve(position), position),
    ):
        assert link_code.load(link_code.code(answer)) == asked


def test_a_distribution_says_how_its_question_is_shared() -> None:
    with pytest.raises(link_code.CodeError, match=r"functools.partial\(rv.attrition"):
        link_code.code(rv.attrition(rv.force("8 LGN", leader=1)))
