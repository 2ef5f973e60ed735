"""The extra "fast": it says when it compiles."""

import pytest

from gamekit.probability import jit


def test_compiling_is_said_once_meanwhile(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    numba = pytest.importorskip("numba")
    monkeypatch.setattr(jit.COMPILING, "said", False)
    assert numba.njit(lambda n: n + 1)(1) == 2
    assert numba.njit(lambda n: n + 2)(1) == 3
    assert capsys.readouterr().err == "compiling for this machine; it takes some 20 seconds, once\n"
