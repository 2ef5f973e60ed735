"""Forty further inputs, written after the readers were mended and before they were tried."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd
import pytest
from typer.testing import CliRunner

from gamekit import aquileia as aq
from gamekit import caesar, cli
from gamekit import julius_caesar as jc
from gamekit import roma_victrix as rv
from gamekit.julius_caesar.tables import PLACES, place
from gamekit.lessons import history
from gamekit.storage import link_code, record

BATTLE = jc.Battle(jc.army("Caesar, Legio 13/II", "Caesar"), jc.army("Scipio, Legio 1", "Pompey"), first_strike=True)
CODE = link_code.code(BATTLE)


def ran(*line: str) -> str:
    return CliRunner().invoke(cli.app, ["--csv", *line]).output


UNDERSTOOD: dict[str, tuple[Callable[[], Any], Callable[[], Any]]] = {
    "numerals and dots": (
        lambda: jc.army("1) Legio VII\n2) Legio VIII\n3) Leg. IX (I)", "Caesar"),
        lambda: jc.army("Legio 7, Legio 8, Legio 9/I", "Caesar"),
    ),
    "cavalry": (
        lambda: jc.army("2nd Cavalry; 3rd cavalry (II)", "Pompey"),
        lambda: jc.army("Equitatus 2, Equitatus 3/II", "Pompey"),
    ),
    "three of a rating": (
        lambda: jc.army("three C3/III and two B2/II"),
        lambda: jc.army("3 C3/III, 2 B2/II"),
    ),
    "quoted lines": (
        lambda: jc.army('"Caesar"\n"Legio 10"\n"Antony"', "Caesar"),
        lambda: jc.army("Caesar, Legio 10, Antonius", "Caesar"),
    ),
    "a count column": (lambda: jc.army("2\tC3\tIII\n1\tA3\tII"), lambda: jc.army("2 C3/III, A3/II")),
    "no side": (
        lambda: jc.army("scipio; BRUTUS; elephants"),
        lambda: jc.army("Scipio, Brutus, Elephant", "Pompey"),
    ),
    "roman strength behind": (
        lambda: jc.army("Legio 13 II, Ballista I", "Caesar"),
        lambda: jc.army("Legio 13/II, Ballista/I", "Caesar"),
    ),
    "soft hyphen": (
        lambda: jc.army("Le\u00adgio 10,\u3000Caesar", "Caesar"),
        lambda: jc.army("Legio 10, Caesar", "Caesar"),
    ),
    "Japanese list": (
        lambda: jc.army("・カエサル\n・第13軍団", "カエサル"),
        lambda: jc.army("Caesar, Legio 13", "Caesar"),
    ),
    "a zero among names": (lambda: jc.army("0 x C3/III; C3/I"), lambda: jc.army("C3/I")),
    "counts behind": (
        lambda: rv.force("heavy infantry: 3, cavalry: 2"),
        lambda: rv.force("3 HI, 2 CAV"),
    ),
    "plus": (lambda: rv.force("2 LGN + 1 HC + limes"), lambda: rv.force("2 LGN, HC, LIMES")),
    "words": (
        lambda: rv.force("two legions, an auxilia & three fleets"),
        lambda: rv.force("2 LGN, AUX, 3 FLEET"),
    ),
    "reduced": (lambda: rv.force("2 legions (reduced), rhi"), lambda: rv.force("2 rLGN, rHI")),
    "Japanese units": (lambda: rv.force("騎兵２、守備隊"), lambda: rv.force("2 CAV, GAR")),
    "header": (lambda: rv.force("Unit\tCount\nLGN\t2\nAUX\t1"), lambda: rv.force("2 LGN, AUX")),
    "a hand": (lambda: caesar.hand("Flag; 3\t2"), lambda: (2, 3, "F")),
    "a hand in brackets": (lambda: caesar.hand("(9, 1, 'F')"), lambda: (1, 9, "F")),
    "a hand of numpy": (lambda: caesar.hand(np.array([9, 1])), lambda: (1, 9)),
    "an alias": (lambda: PLACES[place("corduba")], lambda: "Cordoba"),
    "wide": (lambda: PLACES[place("ＭＡＳＳＩＬＩＡ")], lambda: "Massilia"),
    "a sea": (lambda: PLACES[place("mare hispanum")], lambda: "Hispanum"),
    "a side": (lambda: jc.army("Legio 1", " pompeians "), lambda: jc.army("Legio 1", "Pompey")),
    "a game": (
        lambda: record.parse_notation("1. Aquileia players='Ada', 'Ben', 'Cleo'").options["players"],
        lambda: ["Ada", "Ben", "Cleo"],
    ),
    "a game in capitals": (
        lambda: len(record.parse_notation("JULIUS CAESAR\n").entries),
        lambda: 0,
    ),
    "a code in a letter": (lambda: link_code.load(f"My battle: {CODE}, what do you say?"), lambda: BATTLE),
    "a code in an address": (lambda: link_code.load(f"https://example.org/#{CODE}"), lambda: BATTLE),
    "a code broken thrice": (
        lambda: link_code.load("\n> ".join([CODE[:12], CODE[12:33], CODE[33:]])),
        lambda: BATTLE,
    ),
    "a year": (lambda: history.events("b.c. 44"), lambda: history.events(-43)),
    "a year of numpy": (lambda: history.year_name(np.int64(1)), lambda: "AD 1"),
    "strengths of pandas": (
        lambda: [aq.Entrant("A", base=b, tie=t) for b, t in pd.DataFrame({"b": [2, 1], "t": [1, 2]}).values],
        lambda: [aq.Entrant("A", base=2, tie=1), aq.Entrant("A", base=1, tie=2)],
    ),
    "a hand on the command line": (
        lambda: ran("conflict", "3", "2", "--hand", "9, 1, flag", "--other", "８、５"),
        lambda: ran("conflict", "3", "2", "--hand", "9 1 F", "--other", "8 5"),
    ),
    "an entrant on the command line": (
        lambda: ran("contest", "Ada: Base=2, tie=1", "Ben:base=1;tie=2"),
        lambda: ran("contest", "Ada:base=2,tie=1", "Ben:base=1,tie=2"),
    ),
}
REFUSED: dict[str, tuple[Callable[[], Any], tuple[str, ...]]] = {
    "a legion that is not there": (
        lambda: jc.army("Caesar, Legio 15", "Caesar"),
        ("Legio 15", "Legio 1", "understood so far: Caesar"),
    ),
    "another side": (lambda: jc.army("Legio 10", "Cesar"), ("Cesar", "Caesar", "Pompey")),
    "a near unit": (lambda: rv.force("2 HI, 1 cavlry"), ("cavlry", "CAV", "2 HI")),
    "a near place": (lambda: place("Masilia2"), ("Masilia2", "Massilia")),
    "no card": (lambda: caesar.hand("9, X"), ("'X'", "1 to 9")),
    "half a code": (lambda: link_code.load(CODE[:-4]), ("cut off",)),
    "a year too late": (lambda: history.events(np.int64(44)), ("-43", "44 BC")),
}


@pytest.mark.parametrize("name", UNDERSTOOD)
def test_understood(name: str) -> None:
    typed, plain = UNDERSTOOD[name]
    assert typed() == plain()


@pytest.mark.parametrize("name", REFUSED)
def test_refused_with_the_right_hint(name: str) -> None:
    typed, said = REFUSED[name]
    with pytest.raises(ValueError) as refusal:
        typed()
    assert all(word in str(refusal.value) for word in said), str(refusal.value)
