"""gamekit works installed from its wheel, and straight from a checkout that was never installed."""

import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tomllib
import venv
import zipfile
from pathlib import Path

import pytest

pytestmark = pytest.mark.long
ROOT = Path(__file__).parent.parent
WHERE = "import gamekit, gamekit.storage.data_files as d; print(gamekit.__file__, d.path('julius_caesar/blocks.csv'))"
BATTLE = """
import sys
from gamekit import julius_caesar as jc
legion = jc.army("C3/III")
assert not {"ipywidgets", "ipycanvas", "plotly"} & set(sys.modules)
print(jc.Battle(attacker=legion, defender=legion).odds().p(jc.attacker_wins))
"""


PIP = (sys.executable, "-m", "pip", "--disable-pip-version-check")


def run(*command: object, cwd: Path, **environment: str) -> list[str]:
    clean = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "GAMEKIT_DATA")}
    done = subprocess.run([*map(str, command)], cwd=cwd, env=clean | environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout.split()


def environment(home: Path) -> Path:
    """The interpreter of a fresh environment without any package."""
    venv.create(home, with_pip=False)
    return home / ("Scripts" if os.name == "nt" else "bin") / "python"


def borrow(python: Path) -> None:
    """Let a fresh environment see everything that the tests' own has."""
    (site,) = run(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))", cwd=python.parent)
    (Path(site) / "borrowed.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-c", f"import hatchling.build; hatchling.build.build_wheel({str(folder)!r})", cwd=ROOT)
    (built,) = folder.glob("gamekit-*.whl")
    return built


def test_the_wheel_holds_the_package_and_every_data_file(wheel: Path) -> None:
    held = {name for name in zipfile.ZipFile(wheel).namelist() if not name.split("/")[0].endswith(".dist-info")}
    kinds = (".py", ".typed", ".js", ".css")
    code = {str(path.relative_to(ROOT)) for path in (ROOT / "gamekit").rglob("*") if path.suffix in kinds}
    assert {"gamekit/widgets/static/page.css", "gamekit/widgets/static/board.js"} <= code
    files = {
        f"gamekit/_data/{path.relative_to(ROOT / 'data')}" for path in (ROOT / "data").rglob("*") if path.is_file()
    }
    assert code | files <= held
    pages = {name.partition(".data/data/")[2] for name in held if ".data/data/" in name}
    assert pages == {
        str(path.relative_to(ROOT)) for name in ("share", "etc") for path in (ROOT / name).rglob("*") if path.is_file()
    }
    assert {name.split("/")[0] for name in held if ".data/" not in name} == {"gamekit"}
    assert not [name for name in held if "__pycache__" in name or name.startswith("gamekit/data/")]


def installed_alone(python: Path, wheel: Path) -> bool:
    """Whether the wheel, with what it names as its dependencies and nothing else, could be put into an environment.

    The packages come from uv's cache, which setting up this checkout has filled: a test asks no network."""
    uv = shutil.which("uv")
    if not uv:
        return False
    command = [uv, "pip", "install", "--quiet", "--offline", "--python", python, "-c", ROOT / "constraints.txt", wheel]
    return subprocess.run(list(map(str, command)), capture_output=True, timeout=300, check=False).returncode == 0


def test_the_installed_wheel_runs_the_lines_of_the_readme(wheel: Path, tmp_path: Path) -> None:
    """In an environment that holds nothing but what the wheel asks for; where uv's cache has not got that, in one that
    borrows the packages of these tests, and then this says nothing about what the wheel forgets to ask for."""
    python = environment(tmp_path / "environment")
    if not installed_alone(python, wheel):
        run(*PIP, "--python", python, "install", "--quiet", "--no-deps", "--no-index", wheel, cwd=tmp_path)
        borrow(python)
    else:
        names = "import importlib.metadata as found; print(*(each.name for each in found.distributions()))"
        listed = run(python, "-c", names, cwd=tmp_path)
        assert {"gamekit", "numpy", "pandas", "typer"} <= set(listed)
        assert not {"ipywidgets", "plotly", "numba", "pytest", "resvg-py"} & set(listed)
        (version,) = run(python.with_name("gamekit"), "--version", cwd=tmp_path)
        assert wheel.name.startswith(f"gamekit-{version}-")
    lines = f"import doctest, gamekit; print(*doctest.testfile({str(ROOT / 'README.md')!r}, module_relative=False))"
    failed, tried, package = run(python, "-c", f"{lines}; print(gamekit.__file__)", cwd=tmp_path)
    assert (failed, int(tried) >= 5) == ("0", True)
    assert python.parent.parent in Path(package).parents


def test_the_version_is_the_same_wherever_it_stands(wheel: Path) -> None:
    version = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    assert wheel.name.startswith(f"gamekit-{version}-")
    assert f"\nversion: {version}\n" in (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    newest = re.search(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert newest[1] == version


def test_a_checkout_works_without_being_installed(tmp_path: Path) -> None:
    for folder in ("gamekit", "data"):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=shutil.ignore_patterns("__pycache__"))
    package, blocks = run(sys.executable, "-c", WHERE, cwd=tmp_path, PYTHONPATH=".")
    assert Path(package) == tmp_path / "gamekit" / "__init__.py"
    assert Path(blocks) == tmp_path / "data" / "julius_caesar" / "blocks.csv"
    # -I -S: no environment, no site-packages, so no metadata and none of the libraries of the extras
    bare = f"import sys; sys.path.insert(0, {str(tmp_path)!r}); {WHERE}"
    assert run(sys.executable, "-I", "-S", "-c", bare, cwd=tmp_path)[0] == package
    assert run(sys.executable, "-c", BATTLE, cwd=tmp_path, PYTHONPATH=".") == ["53829/262144"]
