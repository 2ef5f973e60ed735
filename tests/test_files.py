"""Files are written whole or not at all, whatever happens meanwhile, and read within bounds."""

import os
import signal
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from gamekit import caesar
from gamekit.storage import atomic_file
from gamekit.storage.record import Record, RecordError, load
from tests.cases import Cases

resource = pytest.importorskip("resource", reason="limits that a system like Unix can set")

OLD, NEW = "old\n" * 50_000, "new\n" * 90_000
WRITER = """
import sys
from gamekit.storage import atomic_file
texts = ["old\\n" * 50_000, "new\\n" * 90_000]
print("ready", flush=True)
for number in range(int(sys.argv[2])):
    atomic_file.save(sys.argv[1], texts[number % 2], overwrite=True)
"""


def writer(path: Path, times: int) -> subprocess.Popen[str]:
    """A process that writes the old and the new text in turn, once it has said that it is ready."""
    made = subprocess.Popen([sys.executable, "-c", WRITER, str(path), str(times)], stdout=subprocess.PIPE, text=True)
    assert made.stdout.readline() == "ready\n"
    return made


def kill(at_work: subprocess.Popen[str]) -> None:
    at_work.send_signal(signal.SIGKILL)
    at_work.communicate()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    found = tmp_path / "game.jsonl"
    found.write_text(OLD, encoding="utf-8")
    return found


def test_a_text_is_written_and_nothing_else_is_left(tmp_path: Path) -> None:
    atomic_file.save(tmp_path / "game.jsonl", "カエサル\n")
    assert (tmp_path / "game.jsonl").read_bytes() == "カエサル\n".encode()
    assert [each.name for each in tmp_path.iterdir()] == ["game.jsonl"]


def test_a_file_that_is_there_is_replaced_only_when_asked(path: Path) -> None:
    with pytest.raises(atomic_file.FileError, match=r"there is a file game\.jsonl already; say overwrite=True"):
        atomic_file.save(path, NEW)
    assert path.read_text(encoding="utf-8") == OLD
    path.chmod(0o640)
    atomic_file.save(path, NEW, overwrite=True)
    assert path.read_text(encoding="utf-8") == NEW
    assert path.stat().st_mode & 0o777 == 0o640


def test_a_full_disk_leaves_the_old_file(path: Path) -> None:
    def small() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (250_000, 250_000))

    code = (
        f"from gamekit.storage import atomic_file; atomic_file.save({str(path)!r}, 'new\\n' * 90_000, overwrite=True)"
    )
    done = subprocess.run([sys.executable, "-c", code], preexec_fn=small, capture_output=True, text=True, timeout=60)
    assert done.returncode == 1
    assert "OSError" in done.stderr
    assert path.read_text(encoding="utf-8") == OLD
    assert [each.name for each in path.parent.iterdir()] == ["game.jsonl"]


def test_killed_writers_leave_the_old_file_or_the_new_one(path: Path, cases: Cases) -> None:
    random, met = Random(40), set()
    for _ in range(cases(2, 40)):
        at_work = writer(path, 10_000)
        with pytest.raises(subprocess.TimeoutExpired):
            at_work.wait(random.uniform(0.001, 0.03))
        kill(at_work)
        met.add(path.read_text(encoding="utf-8"))
    assert met <= {OLD, NEW}


@pytest.mark.parametrize(("raw", "message"), [
    (b"\xff\xfe", "game.jsonl, line 1: this is not UTF-8"),
    (Record(caesar).to_json_lines().encode() + b"x" * 1_000_001, "line 2 is longer than 1,000,000 bytes"),
    (b" " * 20_000_001, "20,000,001 bytes; at most 20,000,000"),
])  # fmt: skip
def test_a_file_is_read_within_bounds(raw: bytes, message: str, tmp_path: Path) -> None:
    (tmp_path / "game.jsonl").write_bytes(raw)
    pytest.raises(RecordError, lambda: load(tmp_path / "game.jsonl", caesar)).match(message)


def test_what_is_no_plain_file_is_not_read(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for name in ("/dev/zero", str(tmp_path), str(tmp_path / "pipe")):
        pytest.raises(RecordError, load, name, caesar).match("is not a plain file")
    pytest.raises(FileNotFoundError, lambda: load(tmp_path / "none", caesar))


def test_a_byte_order_mark_is_passed_over(tmp_path: Path) -> None:
    record = Record(caesar).with_action(caesar.Place("c3"), {"note": "é\u2028"})
    (tmp_path / "game.jsonl").write_bytes(b"\xef\xbb\xbf" + record.to_json_lines().encode().replace(b"\n", b"\r\n"))
    assert load(tmp_path / "game.jsonl", caesar) == record
