"""Forces: counters, strengths, and who may fight whom."""

import pytest

from gamekit import roma_victrix as rv


@pytest.mark.clause("roma_victrix", "3.4", "5.31", "5.72", "3.54", "3.58", "10.53", "10.64", "17.1")
@pytest.mark.parametrize(("text", "csp"), [
    ("LGN", 4), ("rLGN", 2), ("HI", 3), ("rHI", 2), ("AUX", 2), ("rAUX", 1), ("BI", 2), ("rBI", 1), ("CAV", 2),
    ("rCAV", 1), ("HC", 4), ("rHC", 2), ("FLEET", 2), ("rFLEET", 1), ("GAR", 1), ("LIMES", 2), ("rLIMES", 1),
    ("3 HI, 2 AUX, 4 CAV", 21), ("3 HI, 3 AUX, 1 CAV, GAR", 18), ("8 LGN, 3 AUX, 4 CAV", 46),
    ("HI, 3 rHI, AUX, CAV, rCAV, GAR", 15),
])  # fmt: skip
def test_strengths(text: str, csp: int) -> None:
    assert rv.force(text).csp == csp


@pytest.mark.clause("roma_victrix", "17.1", "5.31")
def test_cavalry_counts_by_its_csp() -> None:
    assert rv.force("2 CAV, rCAV, HC, rHC, 3 LGN").cavalry_csp == 2 * 2 + 1 + 4 + 2


def test_names_are_read_freely_and_written_in_one_way() -> None:
    assert rv.force(" 2hi ,GAR,  1 RHI,hi ") == rv.force("3 HI, rHI, GAR")
    force = rv.force("3 HI, 2 rHI, GAR", leader=2, roman=True)
    assert (str(force), eval(repr(force), {"force": rv.force})) == ("3 HI, 2 rHI, GAR", force)


@pytest.mark.clause("roma_victrix", "3.3", "3.31")
def test_no_leader_and_leader_0_are_the_same() -> None:
    assert rv.force("HI", leader=0) == rv.force("HI") == rv.force("HI", leader=None)
    for leader in (-1, 5, 2.5):
        pytest.raises(ValueError, rv.force, "HI", leader=leader).match("rating")  # type: ignore[arg-type]


@pytest.mark.parametrize("text", ["1.5 HI", "3,5 HI", "-3 HI", "2 3 HI", "HI 2 3", "3 XX"])
def test_a_count_that_may_mean_several_things_is_refused(text: str) -> None:
    pytest.raises(ValueError, lambda: rv.force(text)).match(r"is not a unit|a count is a whole number")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("2 HY", "did you mean 'HI'"), ("elephant", "the units are legion"), ("", "at least one unit"),
        ("  ", "at least one unit"), ("3", "write counts and names"), ("0 HI", "at least one unit"),
        ("rGAR", "did you mean 'GAR'"),
        ("2 GAR", "at most 1"), ("LIMES, rLIMES", "at most 1"), ("2 LIMES", "at most 1"), ("-2 HI", "whole number"),
    ],
)  # fmt: skip
def test_bad_names(text: str, said: str) -> None:
    pytest.raises(ValueError, lambda: rv.force(text)).match(said)


@pytest.mark.clause("roma_victrix", "17.1")
def test_heavy_cavalry_needs_its_option() -> None:
    pytest.raises(ValueError, lambda: rv.force("HC", options=())).match(r"option 17\.1")
    assert "17.1" in rv.force("HC", options={"17.1"}).basis
    assert "17.1" in rv.force("HC").basis
    assert "17.1" not in rv.force("CAV").basis
    assert (rv.HEAVY_CAVALRY["Sarmatia"], rv.HEAVY_CAVALRY["any other"]) == (90, 50)


def land(attacker: rv.Force, defender: rv.Force) -> rv.Combat:
    return rv.LandCombat(attacker=attacker, defender=defender)


@pytest.mark.clause("roma_victrix", "10.5", "10.51", "10.52", "10.53", "10.54", "10.55")
def test_garrisons_only_defend_and_not_alone_among_romans() -> None:
    assert land(rv.force("HI"), rv.force("HI, GAR")).defender.csp == 4
    pytest.raises(ValueError, lambda: land(rv.force("HI, GAR"), rv.force("HI"))).match("only defends")
    romans = rv.force("LGN", roman=True)
    pytest.raises(ValueError, lambda: land(romans, rv.force("GAR", roman=True))).match(r"10\.55")
    assert land(romans, rv.force("GAR")).net_drm == 3
    assert land(rv.force("LGN"), rv.force("GAR", roman=True)).net_drm == 3
    assert land(romans, rv.force("AUX, GAR", roman=True)).defender.csp == 3


@pytest.mark.clause("roma_victrix", "10.6", "10.61", "10.62", "10.63", "10.64", "10.67")
def test_limes_only_defend_and_only_against_non_romans() -> None:
    romans = rv.force("2 LGN, LIMES", roman=True)
    assert land(rv.force("4 BI"), romans).defender.csp == 10
    pytest.raises(ValueError, lambda: land(rv.force("4 LGN", roman=True), romans)).match(r"10\.62")
    pytest.raises(ValueError, lambda: land(rv.force("2 LGN, LIMES"), rv.force("HI"))).match("only defends")


@pytest.mark.clause("roma_victrix", "5.7", "5.94")
def test_fleets_fight_only_at_sea_and_land_units_only_ashore() -> None:
    pytest.raises(ValueError, lambda: land(rv.force("HI"), rv.force("HI, FLEET"))).match("only at sea")
    for other in ("HI", "FLEET, GAR", "FLEET, LIMES"):
        with pytest.raises(ValueError, match=r"no FLEET|never goes to sea"):
            rv.NavalCombat(rv.force("FLEET"), rv.force(other))


@pytest.mark.clause("roma_victrix", "5.94")
@pytest.mark.parametrize(("text", "fits"), [
    ("FLEET, LGN", True), ("FLEET, 2 rHI", True), ("FLEET, rHI, rAUX", True), ("rFLEET, rHI", True),
    ("FLEET, HI, AUX", False), ("FLEET, HI, rHI", False), ("FLEET, 3 rHI", False), ("rFLEET, HI", False),
    ("rFLEET, 2 rHI", False), ("2 rFLEET, HI", False), ("FLEET, rFLEET, HI, rHI", True), ("2 FLEET, 2 HC", True),
])  # fmt: skip
def test_what_fleets_carry(text: str, fits: bool) -> None:
    if fits:
        assert rv.NavalCombat(rv.force(text), rv.force("FLEET")).attacker.force_aboard.counters > 0
    else:
        with pytest.raises(ValueError, match="does not fit aboard"):
            rv.NavalCombat(rv.force(text), rv.force("FLEET"))


@pytest.mark.clause("roma_victrix", "6.3", "4.2", "X.11")
def test_reduced_units_recombine_in_pairs_of_a_kind() -> None:
    assert rv.force("3 rHI, 2 rAUX, rCAV, HI").recombined() == rv.force("2 HI, rHI, AUX, rCAV")
    assert rv.force("4 rLGN").recombined() == rv.force("2 LGN")  # X.3, Latium
    assert rv.force("rFLEET, rFLEET, rLIMES").recombined() == rv.force("FLEET, rLIMES")
    hannibal = rv.force("6 HI, 2 rHI, 5 CAV", leader=4)
    assert (hannibal.csp, hannibal.recombined().csp, hannibal.recombined("CAV").csp) == (32, 31, 32)


def test_an_empty_force_fights_nobody() -> None:
    nothing = rv.force_after_cheapest_loss(rv.force("HI"), 3)
    assert nothing.csp == 0
    pytest.raises(ValueError, lambda: land(nothing, rv.force("HI"))).match("no units")
    pytest.raises(ValueError, lambda: land(rv.force("HI"), nothing)).match("no units")
