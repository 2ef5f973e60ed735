"""Every bench once in its quick form; and one that fails does not stop the others."""

from importlib import import_module
from types import SimpleNamespace

import pytest

from tests.benchmarks import __main__ as bench


@pytest.mark.long
@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=pytest.mark.browser if name in bench.IN_A_BROWSER else ()) for name in bench.BENCHES],
)
def test_a_bench_runs_in_its_quick_form(
    name: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    if name == "bench_site":
        monkeypatch.setenv("GAMEKIT_SITE", str(request.getfixturevalue("web_site")))
    import_module(f"tests.benchmarks.{name}").main(quick=True)
    assert len(capsys.readouterr().out.splitlines()) >= 1


def test_a_bench_that_fails_does_not_stop_the_others(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fails() -> None:
        raise TypeError("no such bench")

    made = {"bad": SimpleNamespace(__doc__="Bad.", main=fails), "good": SimpleNamespace(__doc__="Good.", main=print)}
    monkeypatch.setattr(bench, "BENCHES", ("bench_bad", "bench_good"))
    monkeypatch.setattr(bench, "import_module", lambda name: made[name.rpartition("_")[2]])
    assert bench.main() == 1
    said = capsys.readouterr().out
    assert "TypeError: no such bench" in said
    assert said.index("good: Good.") < said.index("failed: bench_bad")
