"""Armies as text: what is read, and what is said when it cannot be read."""

import pytest

from gamekit import julius_caesar as jc
from gamekit.julius_caesar.odds.army import full_name
from gamekit.julius_caesar.tables import BLOCKS
from gamekit.text.translation import LANGUAGES, translate


@pytest.mark.parametrize(("text", "side", "read"), [
    ("Caesar, Legio 13/II", "Caesar", ["Caesar/III", "Legio 13/II"]),
    ("  caesar ,LEGIO13 / 2 ", "Caesar", ["Caesar/III", "Legio 13/II"]),
    ("4 C3/III, A3/2", None, ["C3/III"] * 4 + ["A3/II"]),
    ("2C4/1", None, ["C4/I"] * 2),
    ("Elephant/2, Ballista", "Pompey", ["Elephant/II", "Ballista/II"]),
    ("Cleopatra", "Caesar", ["Cleopatra/IV"]),
    ("Cleopatra/1", "Pompey", ["Cleopatra/I"]),
    ("Caesar:Legio 10", "Pompey", ["Caesar:Legio 10/III"]),
    ("pompey: legio 3 / I", "caesar", ["Pompey:Legio 3/I"]),
    ("カエサル, 騎馬兵 1", "Caesar", ["Caesar/III", "Equitatus 1/III"]),
    ("カエサル：軍団１０／Ⅱ、海軍 3", "ポンペイウス", ["Caesar:Legio 10/II", "Navis 3/II"]),
    ("第10軍団/II", "カエサル", ["Legio 10/II"]),
    ("Legio 1", "Pompeius", ["Legio 1/IV"]),
    ("", None, []),
])  # fmt: skip
def test_reading(text: str, side: str | None, read: list[str]) -> None:
    assert [str(block) for block in jc.army(text, side)] == read


def test_every_block_is_read_as_the_boards_call_it() -> None:
    for (colour, name), block in BLOCKS.items():
        for language in LANGUAGES:
            assert str(jc.army(translate(full_name(block), language), colour)[0]) == str(jc.army(name, colour)[0])


@pytest.mark.parametrize(
    ("text", "side", "said"),
    [
        ("Legio 99", "Caesar", "near names: Legio 9"),
        ("Legio 10", "Pompey", "Legio 10 is Caesar's; write Caesar:Legio 10 if it has changed sides"),
        ("Brutus", "Caesar", "Brutus is Pompey's; leaders and navis do not change sides"),
        ("Caesar:Navis 1", "Pompey", "leaders and navis do not change sides"),
        ("Elephant/III", "Pompey", "Elephant/III: no strength of Elephant; it may be IV, II"),
        ("Ballista/IV", "Caesar", "it may be II, I"),
        ("Legio 13/V", "Caesar", "Legio 13 has at most III; it may be III, II, I"),
        ("C3", None, "needs its strength, like C3/III"),
        ("C7/III", None, "firepower is 7; it should be 1 to 6"),
        ("64 C3/III", None, "the game has 63 blocks"),
        ("10 Legio", "Caesar", "the number of a block stands behind its kind, Legio 10"),
        ("Caesar, Legio 13, Leggio 14", None, "near names: Legio 14"),
        ("1 2 C3/I", None, "1 2 C3/I: two numbers side by side; a count goes once before a rating (4 C3/III)"),
        ("2 Legio 13", "Caesar", "named blocks exist once"),
        ("Auxilia 1", None, "may be Caesar's or Pompey's: say the side"),
        ("Cleopatra", None, "may be Caesar's or Pompey's: say the side"),
        ("Elefant", "Pompey", "near names: Elephant"),
        ("E3/III", None, "no such block"),
    ],
)
def test_bad_text_says_what_would_be_right(text: str, side: str | None, said: str) -> None:
    with pytest.raises(ValueError, match=r".") as raised:
        jc.army(text, side)
    assert said in str(raised.value)


@pytest.mark.parametrize(("side", "name"), list(jc.BLOCKS))
def test_every_printed_block_reads_back(side: str, name: str) -> None:
    block = jc.BLOCKS[side, name]
    for strength in block.track:
        assert jc.army(f"{name}/{strength}", side) == (block.with_strength(strength),)


@pytest.mark.clause("julius_caesar", "3.11", "3.12", "3.21", "3.22", "3.23", "3.24", "3.25", "3.26", "3.27", "7.41")
@pytest.mark.clause("julius_caesar", "7.42")
def test_the_blocks_are_those_of_the_rulebook() -> None:
    def ratings(kind: str, side: str = "Caesar") -> set[str]:
        return {b.rating("defender") for (s, _), b in jc.BLOCKS.items() if b.type == kind and s == side}

    assert {b.strength for b in jc.BLOCKS.values()} == {2, 3, 4}
    assert ratings("legio") | ratings("legio", "Pompey") == {"C2", "C3", "C4"}
    assert ratings("auxilia") == ratings("auxilia", "Pompey") == {"A1", "B1"}
    assert ratings("equitatus") == {"B2", "B3"}
    assert ratings("navis") == ratings("navis", "Pompey") == {"D2", "D3"}
    assert ratings("ballista") == {"B4"}
    assert jc.BLOCKS["Caesar", "Ballista"].rating("attacker") == "D4"
    assert jc.BLOCKS["Pompey", "Elephant"].track == (4, 2)
    assert jc.BLOCKS["Pompey", "Elephant"].strength_per_step == 2
    assert jc.BLOCKS["Pompey", "Cleopatra"].rating("attacker") == "C1"
    assert {n for (_, n), b in jc.BLOCKS.items() if b.type == "leader"} == {
        "Caesar", "Antonius", "Octavian", "Pompey", "Scipio", "Brutus"
    }  # fmt: skip
