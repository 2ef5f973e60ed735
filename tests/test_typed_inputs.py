"""What people type and paste: each understood as its plain spelling, or refused with the right hint.

The cases were written from the kinds of input alone, before the readers were looked at.
"""

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
from gamekit.julius_caesar.tables import PLACES as PLACES_BY_NUMBER
from gamekit.julius_caesar.tables import place_number
from gamekit.lessons import history
from gamekit.storage import link_code, record

Refused = tuple[str, ...]  # what the message must say

ARMIES: list[tuple[str, str | None, str | Refused]] = [
    ("- Caesar\n- Legio 10\n- Legio 13/II", "Caesar", "Caesar, Legio 10, Legio 13/II"),
    ("Caesar\t3\nLegio 10\t3\nLegio XIII\t2\n", "Caesar", "Caesar/III, Legio 10/III, Legio 13/II"),
    ("☐ Caesar (III)\n☑ Legio 10 [II]", None, "Caesar, Legio 10/II"),
    ("2x C3/III, C2/II x 2, B2/I × 2", None, "2 C3/III, 2 C2/II, 2 B2/I"),
    ("“Caesar”; “Legio 10”;", "Caesar", "Caesar, Legio 10"),
    ("13th Legion, 10th legion (II), XII Legion", "Caesar", "Legio 13, Legio 10/II, Legio 12"),
    ("\ufeffCae\u200bsar,\u00a0LEGIO\u00a0X", None, "Caesar, Legio 10"),
    ("Gnaeus Pompeius, 1st Legion, Q. Metellus Scipio", "Pompey", ("Scipio",)),
    ("Mark Antony and Legio 10", "Caesarians", "Antonius, Legio 10"),
    ("0 C3/III, 2 C2/II", None, "2 C2/II"),
    ("カエサル、第１０軍団、騎馬兵１", None, "Caesar, Legio 10, Equitatus 1"),
    ("Caesar - 2, Legio 10 strength III", "Caesar", "Caesar/II, Legio 10/III"),
    ("| block | strength |\n|:--|--:|\n| Caesar | 2 |\n| Legio 10 | III |", "Caesar", "Caesar/II, Legio 10/III"),
    ("Legio 10, Caeser", "Caesar", ("Caeser", "Caesar", "Legio 10")),
    ("Legio 1, Legio 10", "Caesar", ("Legio 1", "Pompey")),
    ("Caesar, Legio 10/VII", "Caesar", ("Legio 10/VII", "III")),
    ("Caesar, Legio X, Legio 10", "Caesar", ("Legio 10", "twice")),
    ("three C3/III and two B2/II", None, "3 C3/III, 2 B2/II"),
    ("2\tC3\tIII\n1\tA3\tII", None, "2 C3/III, A3/II"),
    ("Caesar, Legio 15", "Caesar", ("Legio 15", "Legio 1", "understood so far: Caesar")),
    ("Legio 10", "Cesar", ("Cesar", "Caesar", "Pompey")),
    ("Block\tRating\tStrength\nCaesar\tA3\t3\nLegio 10\tC4\t2", None, "Caesar, Legio 10/II"),
    ("Block,Firepower,Strength\nLegio 10,4,2\nCaesar,3,1", None, "Legio 10/II, Caesar/I"),
    ("Block\tFirepower\tNow\nLegio 10\t4\t2", None, ("Legio 10", "4 2")),
    ('"Caesar","3"\n"Legio 10","2"', None, "Caesar, Legio 10/II"),
    ("1. Caesar, 3\n2. Legio 10, 2", None, "Caesar, Legio 10/II"),
    ("Legio 10, Legio 9\nEquitatus 1, Legio 8", None, "Legio 10, Legio 9, Equitatus 1, Legio 8"),
    ("\tblock\tstrength\n0\tCaesar\t3\n1\tLegio 10\t2", None, "Caesar, Legio 10/II"),
    (",block,strength\n0,Caesar,3\n1,Legio 10,2\n", None, "Caesar, Legio 10/II"),
    ("#\tBlock\tStrength\n1\tCaesar\t3\n2\tLegio 10\t2", "Caesar", "Caesar, Legio 10/II"),
    ("#\tBlock\tStrength\n1\tC3\t3\n2\tA3\t2", None, "C3/III, 2 A3/II"),
    ("0\tCaesar\t3\n1\tLegio 10\t2", None, "Caesar, Legio 10/II"),
    ("Count\tRating\tStrength\n2\tC3\tIII\n1\tA3\tII", None, "2 C3/III, A3/II"),
    ('["Caesar", "Legio 10/II"]', None, "Caesar, Legio 10/II"),
    ("[b]Caesar[/b], [color=red]Legio 10[/color] (II)", None, "Caesar, Legio 10/II"),
    ("[list][*]Caesar[*]Legio 10 [i](2)[/i][/list]", None, "Caesar, Legio 10/II"),
    ("<ul><li>Caesar</li><li>Legio 10</li></ul>", None, "Caesar, Legio 10"),
    ("**Caesar**, *Legio 10* (II), __Ballista__", "Caesar", "Caesar, Legio 10/II, Ballista"),
    ("2 *C3/III, 3 *A3/II; C2 [I]", None, "2 C3/III, 3 A3/II, C2/I"),
    ("Caesar (3/3), Legio 10 (2/3)", None, "Caesar, Legio 10/II"),
    ("Leg. X (Str. II), Eq. 1 (2 steps), Legio 8 at 1", "Caesar", "Legio 10/II, Equitatus 1/II, Legio 8/I"),
    ("<b>", "Caesar", ("<b>", "no such block")),
    ("Caesar's army:\n- Legio 10", None, "Legio 10"),
    ("Caesar:\n- Legio 10\n- Legio 13", None, ("Caesar:", "heading")),
    ("Caesar's army:\nLegio 10", None, ("Caesar's army:", "heading")),
    ("Attack:\n* Caesar\n* Legio X – 2\nReserve:\n* Legio 13", None, ("Attack:", "heading")),
    ("      block  strength\n0    Scipio         3\n1  Legio 34         2", None, "Scipio, Legio 34/II"),
    ("Caesar   2\nLegio 10   1", None, "Caesar/II, Legio 10/I"),
    ("Block\nLegio 10\nLegio 13", None, "Legio 10, Legio 13"),
    ("Side,Block,City,Strength\nCaesar,Legio 13,Ravenna,full\nCaesar,Antonius,Genua,1", None, "Legio 13, Antonius/I"),
    ("Side\tBlock\tStrength\nCaesar\tLegio 10\t3", None, "Legio 10"),
    ("\tblock\tstrength\n0\tScipio\t2.0\n1\tLegio 34\t1.0", None, "Scipio/II, Legio 34/I"),
    ("1\tCaesar\t3\n2\tLegio 10\t2\n3\tLegio 13\t1", None, "Caesar, Legio 10/II, Legio 13/I"),
    ("Legio 13/Caesar/Antonius", None, "Legio 13, Caesar, Antonius"),
    ("Legio 13/II / Caesar/III/Legio 10", None, "Legio 13/II, Caesar, Legio 10"),
    ("Legio 13 (full), Caesar/full, Legio 10 at full strength", None, "Legio 13, Caesar, Legio 10"),
    ("C3 x2 (III), A3 x 2/II", None, "2 C3/III, 2 A3/II"),
    ("Legio 13/V", None, ("Legio 13/V: Legio 13 has at most III", "III, II, I")),
    ("Elephant at 5", "Pompey", ("Elephant/5: Elephant has at most IV", "IV, II")),
    ("Pompey, Legio 1, Legio 1", None, ("Legio 1", "twice")),
    ("Scipoi", None, ("Scipoi", "Scipio")),
    ("   block\n0  Legio 7\n1  Legio 9", None, "Legio 7, Legio 9"),
    ("No.\tName\tSteps\n1\tPompey\t3\n2\tLegio 36\t4\n3\tNavis 2\t1", None, "Pompey, Legio 36, Navis 2/I"),
    ("＊ カエサル　２\n＊ 第１３軍団　２", None, "Caesar/II, Legio 13/II"),
    ("»Caesar« / »Legio 8« / »Legio 12«", None, "Caesar, Legio 8, Legio 12"),
    ("LEGIO XII & LEGIO XIV plus Antony", None, "Legio 12, Legio 14, Antonius"),
    ("My attackers: Caesar, Legio 10", None, "Caesar, Legio 10"),
    ("Legio 13: II, Legio 10", None, "Legio 13/II, Legio 10"),
    ("Legio 7 Legio 9", "Caesar", ("Legio 7 Legio 9", "commas between")),
    ("Rating\tNumber\nC3/III\t2\nA3/II\t1", None, "2 C3/III, A3/II"),
    ("  strength      block\n0         3     Caesar\n1         2   Legio 10", None, "Caesar, Legio 10/II"),
    ("('Legio 10', 2), ('Legio 13', 1)", None, "Legio 10/II, Legio 13/I"),
    ('{"Caesar": 2, "Legio 10": 3}', None, "Caesar/II, Legio 10"),
    ("n\tblock\tcv\n1\tBrutus\t2.0\n2\tLegio 32\t3.0", None, "Brutus, Legio 32"),
    ("1\tLegio 7\n2\tLegio 9\n3\tCaesar", None, "Legio 7, Legio 9, Caesar"),
    ("id,block,strength\n101,Caesar,3\n102,Legio 10,2\n", None, "Caesar, Legio 10/II"),
    ("2\tLegio 10\n1\tLegio 13", None, ("2 Legio 10", "count")),
    ("\tstrength\nCaesar\t3\nLegio 10\t2", None, "Caesar, Legio 10/II"),
    ("Block       CV\n----------  --\nCaesar       3\nLegio 10     2", None, "Caesar, Legio 10/II"),
    ("+-----+---+\n| Block | CV |\n+=====+===+\n| Caesar | 2 |\n+-----+---+", None, "Caesar/II"),
    (
        "<table><tr><td>Caesar</td><td>3</td></tr><tr><td>Legio 10</td> <td>2</td></tr></table>",
        None,
        "Caesar, Legio 10/II",
    ),
    ("Auxilia", "Caesar", ("Auxilia", "Auxilia 1, Auxilia 2, Auxilia 3")),
    ("Caesar \t 3\nLegio 10 \t 2", None, "Caesar, Legio 10/II"),
    (" Caesar ,Legio 10\t,\tLegio 13 ", None, "Caesar, Legio 10, Legio 13"),
    ("Antonius, Scipio", None, ("Scipio is Pompey's", "understood so far: Antonius")),
    ("#\tRating\tStrength\n2\tC3\tIII\n1\tA3\tII", None, "2 C3/III, A3/II"),
    ("オクタウィアヌス、第１７軍団（Ⅱ）", None, "Octavian, Legio 17/II"),
    ("オクタヴィヌス", None, ("オクタヴィヌス", "Octavian")),
    ("2\tC3/III\t3\n1\tC2/II\t1", None, ("2 C3/III 3",)),
    ("Legio 39, Cleopatre", None, ("Cleopatre", "Cleopatra", "understood so far: Legio 39")),
    ("Legio 10, 13", None, ("13", "Legio 13", "understood so far: Legio 10")),
    ("Legio 10, 13/II", None, ("13/II", "Legio 13")),
    ("Caesar, 3", None, ("3 alone", "strength", "Legio 13/II")),
    ("Legio 15", "Caesar", ("Legio 14", "Legio 16")),
    ("Block,Strength\nLegio 10,2\nCaesar,\nBallista,nan", "Caesar", "Legio 10/II, Caesar, Ballista"),
    ("Caesar\t-\nLegio 10\t2", None, "Caesar, Legio 10/II"),
    ("Caesar\tfull\nLegio 10\t2", None, "Caesar, Legio 10/II"),
    ("Caesar,\nLegio 10,2", None, "Caesar, Legio 10/II"),
    ("Legio 10\t2\nCaesar\t\nBallista\t-", "Caesar", "Legio 10/II, Caesar, Ballista"),
    ("| Block | Strength |\n|---|---|\n| Legio 10 | 2 |\n| Caesar | |", None, "Legio 10/II, Caesar"),
    ("      block  strength\n0  Legio 10       2.0\n1    Caesar       NaN", None, "Legio 10/II, Caesar"),
    ("Unit\tCV\tSteps\nLegio 10\tC4\t2\nCaesar\tA3\t3", None, "Legio 10/II, Caesar"),
    ("Qty\tUnit\tSteps\n2\tC3\t3\n1\tA2\t2", None, "2 C3/III, A2/II"),
    ("駒\t戦力\nカエサル\t2\n第10軍団\t3", None, "Caesar/II, Legio 10"),
    ("Block\tMax\tCurrent strength\nCaesar\t3\t2", None, "Caesar/II"),
    ("Block\tSteps\nCaesar\t3\nLegio 10\t2\nTotal\t5", None, "Caesar, Legio 10/II"),
    ("カエサル　3\n第10軍団　2\n合計　5", None, "Caesar, Legio 10/II"),
    ("Caesar # leader\nLegio 13/II  # reserve\nBallista // siege", "Caesar", "Caesar, Legio 13/II, Ballista"),
    ("Legion #13, Legion No. 10 (II)", None, "Legio 13, Legio 10/II"),
    ("Leg. 10, Equ 2, Nav. 1, Cleop.", "Caesar", "Legio 10, Equitatus 2, Navis 1, Cleopatra"),
    ("第十軍団、第二十一軍団（二）と カエサル", None, "Legio 10, Legio 21/II, Caesar"),
    ("第十軍団、第十三軍団（二）、カエサル戦力２", None, "Legio 10, Legio 13/II, Caesar/II"),
    ("Pompey's fleet: Navis 1, Navis 2", None, "Pompey:Navis 1, Pompey:Navis 2"),
    ("ポンペイウス軍：海軍1、補助兵2", None, "Pompey:Navis 1, Pompey:Auxilia 2"),
    ("Pompey's fleet: Navis 1", "Caesar", ("Pompey", "Caesar")),
    ("Caesar's army: Legio 10\nPompey's army: Legio 1", None, ("both sides", "Caesar, Pompey")),
    ("Side\tBlock\nCaesar\tNavis 1\nPompey\tNavis 2", None, ("both sides", "Caesar, Pompey")),
    ("Caesar, Legio 10 vs. Pompey, Legio 1", None, ("both sides",)),
    ("Caesar\tLegio 10\tLegio 13", None, "Caesar, Legio 10, Legio 13"),
    ("Caesar | Legio 10 | Legio 13", None, "Caesar, Legio 10, Legio 13"),
    ("Caesar\tLegio 10\t3", None, ("Caesar Legio 10 3", "Legio 10 is a piece too")),
    ("two C3 at III and a B2 at II", None, "2 C3/III, B2/II"),
    ("Caesar → 2\nLegio 10....3", None, "Caesar/II, Legio 10"),
    ("Antonius/III", "Caesar", ("Antonius has at most II",)),
    ("Legio 10/2.5", "Caesar", ("Legio 10/2.5", "whole numbers", "III, II, I")),
]

FORCES: list[tuple[str, str | Refused]] = [
    ("３ＨＩ、２ＡＵＸ", "3 HI, 2 AUX"),
    ("3 heavy infantry, 2 auxilia and a garrison", "3 HI, 2 AUX, GAR"),
    ("HI x3\nAUX ×2", "3 HI, 2 AUX"),
    ("| unit | number |\n|---|---|\n| HI | 3 |\n| AUX | 2 |", "3 HI, 2 AUX"),
    ("0 HI, 2 AUX", "2 AUX"),
    ("2 reduced AUX, 1 HI (reduced)", "2 rAUX, rHI"),
    ("重装歩兵3、補助兵2", "3 HI, 2 AUX"),
    ("重歩兵3、補助兵2", ("重歩兵", "HI")),
    ("3 HJ, 2 AUX", ("HJ", "HI")),
    ("3HI 2AUX", ("3HI 2AUX", ",")),
    ("two legions, an auxilia & three fleets", "2 LGN, AUX, 3 FLEET"),
    ("HI,3\nAUX,2", "3 HI, 2 AUX"),
    ("0\tHI\n1\tAUX", "AUX"),
    ("Unit,CSP,Number\nHI,3,2\nAUX,2,1", "2 HI, AUX"),
    ("[b]3 HI[/b], [b]2 AUX[/b]", "3 HI, 2 AUX"),
    ("LGN x3 / AUX x2", "3 LGN, 2 AUX"),
    ("LGN x4 reduced, HI x 2 (reduced)", "4 rLGN, 2 rHI"),
    ("2 reduced HI; 1 full HI", "HI, 2 rHI"),
    ("3 LGN (full), 1 HI at full strength", "3 LGN, HI"),
    ("#\tUnit\tNumber\n1\tLGN\t4\n2\tHI\t2", "4 LGN, 2 HI"),
    ("unit\nlegion\ncavalry", "LGN, CAV"),
    ("Rome's force:\n• 3 legions\n• 1 horse", "3 LGN, CAV"),
    ("2.5 LGN", ("2.5 LGN", "whole number")),
    ("{'LGN': 12, 'HI': 3}", "12 LGN, 3 HI"),
    ("[('LGN', 12), ('HI', 3)]", "12 LGN, 3 HI"),
    ("Legions (12), Auxilia ( 11 )", "12 LGN, 11 AUX"),
    ("Romans: 4 LGN, 1 CAV", "4 LGN, CAV"),
    ("Legions: 4 Cavalry: 2", ("Legions: 4 Cavalry: 2", ",")),
    ("Hannibal's army: 4 HI, 2 CAV", "4 HI, 2 CAV"),
    ("Number\tUnit\n4\tLGN\n2\tHI", "4 LGN, 2 HI"),
    ("Unit\tFull\tReduced\nLGN\t3\t1", ("LGN 3 1", "3 HI, 2 AUX")),
    ("軍団×３、騎兵×１", "3 LGN, CAV"),
    ("３個軍団、補助兵2枚", "3 LGN, 2 AUX"),
    ("5 legions (2 reduced)", ("5 legions (2 reduced)", "rAUX for a reduced one")),
    ("2 HI, -1 LGN", ("-1 LGN", "whole number", "understood so far: 2 HI")),
    ("2 LGN 3", ("2 LGN 3",)),
    ("8 HI, 3 elephants", ("elephants", "legion (LGN)", "heavy infantry (HI)", "understood so far: 8 HI")),
    ("3 HI, 1/2 LGN", ("LGN", "a count is a whole number", "understood so far: 3 HI")),
    ("Qty\tUnit\n4\tLegion\n2\tCavalry\nTotal\t6", "4 LGN, 2 CAV"),
    ("Unit\tQty\tReduced\nLGN\t4\t\nHI\t2\t1", ("HI 2 1",)),
    ("Side\tUnit\tNo\nRome\tLGN\t4\nCarthage\tHI\t3", ("both sides", "Rome, Carthage")),
    ("two legions and a navis # at Ostia", "2 LGN, FLEET"),
    ("四個軍団と二個騎兵", "4 LGN, 2 CAV"),
    ("4 Leg., II Cav.", "4 LGN, 2 CAV"),
    ("ユニット,数量\n軍団,4\n騎兵,2", "4 LGN, 2 CAV"),
]

HANDS: list[tuple[Any, tuple[Any, ...] | Refused]] = [
    ("9, 1, F", (1, 9, "F")),
    ("９、１、旗", (1, 9, "F")),
    ("- 9\n- 1\n- F", (1, 9, "F")),
    ("f-9-1", (1, 9, "F")),
    ("9. 1. F.", (1, 9, "F")),
    ("９／１｜旗", (1, 9, "F")),
    ("Cards\n9\n1", (1, 9)),
    ("{9, 1, 'F'}", (1, 9, "F")),
    ("Hand: 9, 1", (1, 9)),
    ("Cards in hand: 9, 1", (1, 9)),
    ("9, 10", ("10", "9")),
    ("9, 9", ("9", "twice")),
    ("9, X", ("'X'", "1 to 9")),
    ("10, 4, F", ("'10'", "understood so far: 4, F")),
    ([9, None, "F", float("nan")], (9, "F")),
    ("nine, I and the flag", (1, 9, "F")),
    ("九、一、旗 # mine", (1, 9, "F")),
]

PLACES: list[tuple[str, str | Refused]] = [
    ("Roma", "Rome"), ("Nasselia", "Massilia"), ("athens", "Athena"), (" rome\u200b ", "Rome"), ("ローマ", "Rome"),
    ("Mare Nostrum", "Internum"), ("Roome", ("Roome", "Rome")), ("Marsiglia", "Massilia"), ("Napoli", "Neapolis"),
    ("マルセイユ", "Massilia"), ("Córdoba", "Cordoba"), ("Mare Adriaticum", "Hadriaticum"),
    ("テュレヌム海", "Tyrrhenum"), ("エーゲ海", "Aegaeum"), ("Sicily", ("Lilybaeum", "Messana", "Syracuse")),
    ("corduba", "Cordoba"),
]  # fmt: skip

YEARS: list[tuple[Any, int | Refused]] = [
    ("49 BC", -48),
    ("49 b.c.", -48),
    ("前49年", -48),
    ("705 AUC", -48),
    (49, ("-48", "49 BC")),
    ("44 a.C.", -43),
    ("48 av. J.-C.", -47),
    ("49 v. Chr.", -48),
    ("48 B.C.E.", -47),
    ("－４８", -48),
    ("- 48", -48),
    ("49/48 BC", ("49/48 BC", "49 BC")),
    ("49 BX", ("49 BX", "49 BC")),
    (0, ("0 is 1 BC", "49 BC")),
    (np.int64(-47), -47),
    ("49 BC (705 AUC)", -48),
    ("紀元前49年（建国紀元705年）", -48),
    ("紀元前四十九年", -48),
    ("the year 705 AUC", -48),
    ("DCCV AUC", -48),
    ("−48", -48),
    ("49 BC (706 AUC)", ("49 BC (706 AUC)", "-48")),
    ("0 BC", ("'0 BC'", "there is no year 0")),
]


def check(read: Callable[[], Any], right: Callable[[], Any] | None, said: Refused) -> None:
    """Compare what is read with what is right, or the words of the refusal with what it must say."""
    if right is not None:
        assert read() == right()
        return
    with pytest.raises(ValueError) as refusal:
        read()
    message = str(refusal.value)
    assert all(word in message for word in said), message


@pytest.mark.parametrize(("text", "side", "meaning"), ARMIES)
def test_an_army(text: str, side: str | None, meaning: str | Refused) -> None:
    colour = "Pompey" if side and "Pompe" in side else "Caesar" if side else None
    plain = None if isinstance(meaning, tuple) else lambda: jc.army(meaning, colour)
    check(lambda: jc.army(text, side), plain, meaning if isinstance(meaning, tuple) else ())


@pytest.mark.parametrize(("text", "meaning"), FORCES)
def test_a_force(text: str, meaning: str | Refused) -> None:
    plain = None if isinstance(meaning, tuple) else lambda: rv.force(meaning)
    check(lambda: rv.force(text), plain, meaning if isinstance(meaning, tuple) else ())


@pytest.mark.parametrize(("text", "meaning"), HANDS)
def test_a_hand(text: Any, meaning: Any) -> None:
    refused = isinstance(meaning[0], str)
    check(lambda: caesar.hand(text), None if refused else lambda: meaning, meaning)


@pytest.mark.parametrize(("text", "meaning"), PLACES)
def test_a_place(text: str, meaning: str | Refused) -> None:
    plain = None if isinstance(meaning, tuple) else lambda: meaning
    check(lambda: PLACES_BY_NUMBER[place_number(text)], plain, meaning if isinstance(meaning, tuple) else ())


@pytest.mark.parametrize(("text", "meaning"), YEARS)
def test_a_year(text: Any, meaning: int | Refused) -> None:
    plain = None if isinstance(meaning, tuple) else lambda: history.events(meaning)
    check(lambda: history.events(text), plain, meaning if isinstance(meaning, tuple) else ())


def test_a_year_that_is_named() -> None:
    assert history.year_name("49 BC") == history.year_name(-48) == "49 BC"
    assert history.rulebook_discrepancies("45 BC") == history.rulebook_discrepancies(-44) != ()
    for named in (history.marches_and_voyages, history.rulebook_discrepancies):
        with pytest.raises(ValueError, match="did you mean -45, 46 BC"):
            named(46)
    with pytest.raises(ValueError, match=r"49 BC is -48.*whole number"):
        jc.year_name("49 BC")  # type: ignore[arg-type]


def test_a_link_code_through_mail_that_breaks_lines() -> None:
    code = link_code.code(caesar.Conflict(3, 2, (9, 1), (8, 5)))
    for sent in (
        f"Hello\r\n> {code[:9]}=\r\n> {code[9:]}\r\nAnn",
        f"| {code[:9]}\n| {code[9:]}",
        f"ＧＫ１－{code[4:]}",
    ):
        assert link_code.load(sent) == caesar.Conflict(3, 2, (9, 1), (8, 5))


@pytest.mark.parametrize("dash", "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe63\u30fc\uff0d\ufe58\u2043\u02d7")
def test_a_link_code_with_any_dash(dash: str) -> None:
    code = link_code.code(caesar.Conflict(3, 2, (9, 1), (8, 5)))
    sent = "\n> ".join((code[:8] + "\u00ad\u200b", code[8:])).replace("-", dash)
    for quoted in (f"Hi Tom,\n\n> {sent}\n\nregards, Ada", f"see “{sent}”, it is close.", f"<https://x.org/a#{sent}>"):
        assert link_code.load(quoted) == caesar.Conflict(3, 2, (9, 1), (8, 5))


@pytest.mark.parametrize("dash", ["%2D", "%E2%88%92", "=E2=88=92", "&ndash;", "&#45;"])
def test_a_link_code_encoded(dash: str) -> None:
    code = link_code.code(caesar.Conflict(3, 2, (9, 1), (8, 5)))
    assert link_code.load(code.replace("-", dash)) == caesar.Conflict(3, 2, (9, 1), (8, 5))


def test_a_missing_cell_is_an_empty_one() -> None:
    right = jc.army("Legio 10/II, Caesar")
    rows = [("Legio 10", 2), ("Caesar", None)]
    frame = pd.DataFrame(rows, columns=["block", "strength"])
    for given in (
        *(
            frame,
            frame.astype({"strength": "Int64"}),
            frame[["strength", "block"]],
            frame.set_index("block")["strength"],
        ),
        *(rows, dict(rows), frame.to_dict("records"), frame.to_dict("list"), [*rows[:1], ("Caesar", pd.NA)]),
        pd.concat([frame, pd.DataFrame([(None, None)], columns=frame.columns)]),
    ):
        assert jc.army(given) == right
    assert jc.army(["Caesar", None]) == jc.army(pd.Series(["Caesar", float("nan")])) == jc.army("Caesar")
    assert rv.force({"LGN": 4, "CAV": None}) == rv.force(pd.Series({"LGN": 4, "CAV": None})) == rv.force("4 LGN, CAV")
    assert caesar.hand(pd.Series([9.0, float("nan"), 1.0])) == (1, 9)


def test_pieces_of_pandas_and_numpy() -> None:
    frame = pd.DataFrame({"block": ["Scipio", "Legio 34"], "strength": [3, 2]})
    right = jc.army("Scipio, Legio 34/II")
    for given in (frame, frame.set_index("block"), frame.set_index("block")["strength"], frame.values, [*frame.values]):
        assert jc.army(given) == right
    assert jc.army(frame["block"]) == jc.army(["Scipio", "Legio 34"]) == jc.army("Scipio, Legio 34")
    assert rv.force({"LGN": np.int64(3), "AUX": np.float64(2.0)}) == rv.force(pd.Series({"LGN": 3.0, "AUX": 2.0}))
    assert rv.force({"LGN": 3, "AUX": 2}) == rv.force("3 LGN, 2 AUX")
    assert caesar.hand(np.array([9, 1])) == (1, 9)
    assert aq.initial_state(np.array(["Ada", "Ben", "Cleo"])) == aq.initial_state("Ada, Ben & Cleo")  # type: ignore[arg-type]
    for wrong in (5, None, 2.5, b"Caesar", [*right]):
        with pytest.raises(ValueError, match="written as text"):
            jc.army(wrong)


GAME = "caesar players=2\nplace c3\nplace b2"
GAMES = [
    "\ufeffCaesar players=2\r\n1. place c3\r\n2. place b2\r\n",
    "CAESAR PLAYERS=2\n1) Place C3\n2) PLACE B2",
    "caesar, players=2\n- place c3\n- place b2",
    "caesar players = 2\nplace\u00a0c3\nplace b２",
    "Caesar\nPlayers: 2\nplace c3\nplace b2",
    "Game: Caesar, Players: “Ada” and Ben\n1. place c3\n2. place b2",
    "Caesar. Players: 2\n1) place c3\n2) place b2 # centre",
    "“caesar” players=2\nplace ‘c3’\nplace b2",
    "Caesar – players: 2\n1: place c3\n2: place b2",
    "Caesar\nPlayers:\n- Ada\n- Ben\nplace c3\nplace b2",
    "Caesar\nPlayers:\n- Ada\n- Ben\n- place c3\n- place b2",
    "caesar players = Ada & Ben\nplace c3\nplace b2",
    "caesar: players=2\n\n(1) place c3\n(2) place b2  # the end",
]


AQUILEIA = "aquileia players=Ada,Ben,Cleo\ndraw gold horse 2\ndraw weapon 1\ndraw weapon 3\ndraw blue\n"
JULIUS = "julius caesar\n" + "\n".join(
    [f"deal {card}" for card in "3/2 2/3 3/1 2/2 2/3 3/1 2/2 2/1 1/2 1/3 Mars Neptune".split()]  # noqa: SIM905
    + ["discard 1/2", "discard 2/1", "play 3/2", "play 2/3", ""]
)
ROMA = "roma victrix scenario=second_punic_war\n"


@pytest.mark.parametrize(
    ("begun", "typed", "actions"),
    [
        (AQUILEIA, "Arena 1\ntie breaker 1", ["Place(field='arena 1')", "TieBreaker(place=1)"]),
        (AQUILEIA, "place field=arena 1; tie_breaker: 1", ["Place(field='arena 1')", "TieBreaker(place=1)"]),
        (AQUILEIA, "Ada: arena-I\nTieBreaker(place=1)", ["Place(field='arena 1')", "TieBreaker(place=1)"]),
        (AQUILEIA, '{"do": "Place", "field": "arena 1"}', ["Place(field='arena 1')"]),
        (JULIUS, "take Legio 13\ngo Roma\nstop", ["Take(block='Caesar:Legio 13')", "Go(place='Rome')", "Stop()"]),
        (
            JULIUS,
            "take the 13th Legion, go to Rōma, then stop.",
            ["Take(block='Caesar:Legio 13')", "Go(place='Rome')", "Stop()"],
        ),
        (JULIUS, "Take block='Leg. XIII'\nローマ", ["Take(block='Caesar:Legio 13')", "Go(place='Rome')"]),
        (JULIUS, "take Caesar", ["Take(block='Caesar:Caesar')"]),
        (JULIUS, "take Mark Antony", ["Take(block='Caesar:Antonius')"]),
        ("caesar 2 players\n", "place at=c3\nBlue: b-2", ["c3", "b2"]),
        ("caesar\n2 players\n", "c3 b2", ["c3", "b2"]),
        (
            ROMA,
            "land-combat-advantage; draw the card Ambush",
            ["Draw(name='Land Combat Advantage')", "Draw(name='Ambush')"],
        ),
    ],
)
def test_an_action_in_another_spelling(begun: str, typed: str, actions: list[str]) -> None:
    assert [str(entry.action) for entry in record.parse_notation(begun + typed).entries][-len(actions) :] == actions


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("caesar players=2\nc3\nplace C3", "line 3: 'place C3': c3 is taken .* perhaps place c1"),
        (JULIUS + "take Legio 13\ngo Massilia", "cannot go from Ravenna to Massilia"),
        (JULIUS + "take legion", "several things here"),
        (AQUILEIA + "arena 9", "perhaps place arena 1"),
        (ROMA + "ambsh", "perhaps draw ambush"),
    ],
)
def test_an_action_that_is_refused(typed: str, said: str) -> None:
    with pytest.raises(record.RecordError, match=said):
        record.parse_notation(typed)


@pytest.mark.parametrize("reading", ["vulcan_cleopatra", '"Vulcan Cleopatra"', "vulcan-cleopatra", "VulcanCleopatra"])
def test_a_reading_as_text(reading: str) -> None:
    game = record.parse_notation(f"julius_caesar; reading={reading}\ndeal Vulcan")
    assert game.initial_state() == jc.initial_state(reading=["vulcan_cleopatra"])
    with pytest.raises(ValueError, match='did you mean reading="vulcan_cleopatra"'):
        jc.initial_state(reading="vulcan cleopatr")


def test_a_header_with_options_in_two_words() -> None:
    typed = record.parse_notation("Aquileia; players = Ada, Ben, Cleo; blue dice=one by one; tie-breaker: any")
    assert typed.options == {"players": ["Ada", "Ben", "Cleo"], "blue_dice": "one by one", "tie_breaker": "any"}


@pytest.mark.parametrize("text", GAMES)
def test_a_typed_game(text: str) -> None:
    assert record.parse_notation(text) == record.parse_notation(GAME)


def test_a_typed_game_with_its_options_on_lines_of_their_own() -> None:
    typed = record.parse_notation("Aquileia\nPlayers: Ada; Ben; Cleo\nTie breaker: any\ndraw weapon 1")
    assert typed == record.parse_notation("aquileia players=Ada,Ben,Cleo tie_breaker=any\ndraw weapon 1")
    with pytest.raises(record.RecordError, match=r"line 2: .*'playrs'; it has players"):
        record.parse_notation("aquileia\nPlayrs: Ada, Ben, Cleo".lower())
    with pytest.raises(record.RecordError, match=r"line 2: 'draw wepon 1' .* perhaps draw weapon 1"):
        record.parse_notation("aquileia players=Ada,Ben,Cleo\ndraw wepon 1")
    with pytest.raises(record.RecordError, match=r"line 1: .*'two' is not a whole number"):
        record.parse_notation("caesar players=two\nplace c3")
    with pytest.raises(record.RecordError, match="'ceasar'; there are caesar,"):
        record.parse_notation("ceasar players=2")


def test_a_typed_game_that_is_not_known() -> None:
    with pytest.raises(record.RecordError, match="julius_caesar, caesar, aquileia, roma_victrix"):
        record.parse_notation("カエサル players=2")


@pytest.mark.parametrize(("line", "same"), [
    (["battle", "caesar; legio x", "POMPEIUS, 1st legion"], ["battle", "Caesar, Legio 10", "Pompey, Legio 1"]),
    (
        ["needed", "battle", "{n} C3/III", "3 C3/III", "--axis", "n = 1..9", "--chance", "90%"],
        ["needed", "battle", "{n} C3/III", "3 C3/III", "--axis", "n=1:9", "--chance", "0.9"],
    ),
    (
        ["battle", "Caesar, Legio 10", "Pompey, Legio 1", "—reserve", "Legio 13", "–cut-off"],
        ["battle", "Caesar, Legio 10", "Pompey, Legio 1", "--reserve", "Legio 13", "--cut-off"],
    ),
    (["contest", "Ada: Base=2, tie=1", "Ben:base=1;tie=2"], ["contest", "Ada:base=2,tie=1", "Ben:base=1,tie=2"]),
])  # fmt: skip
def test_on_the_command_line(line: list[str], same: list[str]) -> None:
    run = CliRunner().invoke
    typed, plain = run(cli.app, ["--csv", *line]), run(cli.app, ["--csv", *same])
    assert (typed.exit_code, typed.stdout) == (plain.exit_code, plain.stdout), typed.output
    assert plain.exit_code == 0, plain.output


@pytest.mark.parametrize(("line", "said"), [
    (["battle", "Caesar,", "Legio", "10", "Pompey"], "quotation"),
    (["needed", "battle", "{n} C3/III", "C3/III", "--axis", "n=1:9", "--chance", "90"], "write 90%"),
    (["sweep", "battle", "{k} C3/III", "C3/III", "--axis", "n=1:3"], "stands {k}"),
])  # fmt: skip
def test_the_command_line_says_what_is_right(line: list[str], said: str) -> None:
    run = CliRunner().invoke(cli.app, line)
    assert run.exit_code == 2
    assert said in run.output


@pytest.mark.parametrize(
    ("leader", "place"), [("hannibal", "numidia"), ("ハンニバル", "ヌミディア"), ("HANNIBAL", " Numidia")]
)
def test_leaders_and_places_of_roma_victrix(leader: str, place: str) -> None:
    start = rv.initial_state("Second Punic War")
    found = rv.leader_reach(start, leader)
    assert (found.leader, found.at(place)) == ("Hannibal", rv.leader_reach(start, "Hannibal").at("Numidia"))


def test_powers_of_roma_victrix_and_their_near_names() -> None:
    start = rv.initial_state("second_punic_war")
    assert rv.budget(start, "ローマ") == rv.budget(start, "ROME") == rv.budget(start, "Rome")
    assert rv.budget(start, "Roma") == rv.budget(start, "Rome")
    pytest.raises(ValueError, lambda: rv.budget(start, "Romme")).match("'Romme'; did you mean 'Rome'")
    pytest.raises(ValueError, lambda: rv.leader_reach(start, "Hanibal")).match("'Hanibal'; did you mean 'Hannibal'")


def test_coins_and_colours_of_aquileia_in_any_case() -> None:
    assert aq.latro_coins(["Bronze", "GOLD"]) == aq.latro_coins(["bronze", "gold"])
    assert aq.villa_points([("Blue", 10)], ["BLUE"]) == aq.villa_points([("blue", 10)], ["blue"])


def test_cards_and_players_of_aquileia() -> None:
    arena = aq.Contest([aq.Entrant("Ada", base=2, tie=1, red=0), aq.Entrant("Ben", base=1, tie=2, red=0)])
    assert aq.best_play(arena, {"Ben": "Slave 2; ｗｅａｐｏｎ 3"}) == aq.best_play(
        arena, {"Ben": ["slave 2", "weapon 3"]}
    )
    with pytest.raises(ValueError, match=r"'wepon 3'; did you mean weapon 3.*understood so far: slave 2"):
        aq.best_play(arena, {"Ben": "slave 2, wepon 3"})
    assert aq.initial_state("Ada, Ben and Cleo") == aq.initial_state(("Ada", "Ben", "Cleo"))
