"""What comes of a sweep: its rows as a table or in a file, and its pieces on the disk for the next time.

A kept piece is a line of JSON with numbers and texts. It is found again by a digest of everything that it hangs on: the
question's code and what the code refers to, the axes, the data files and the package itself."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import fields, is_dataclass
from enum import Enum
from fractions import Fraction
from functools import cache, partial
from hashlib import sha256
from inspect import getsource
from os import environ
from pathlib import Path
from secrets import token_hex
from types import BuiltinFunctionType, CodeType, FunctionType, MethodType, ModuleType
from typing import TYPE_CHECKING, Any

from gamekit import data, files
from gamekit.asking import Asking, Portion

if TYPE_CHECKING:
    import pandas as pd

FORMAT = "gamekit sweep 1"
MOST_ROWS = 1_000  # of a piece, and of what comes back of a sweep that is written to a file
KEPT = 20  # sweeps in the folder of our own; older ones go


class Rows:
    """The rows of a sweep as they come: gathered into a frame, or written to a file of which the first come back."""

    def __init__(self, names: tuple[str, ...], to: str | Path | None) -> None:
        self.names, self.to = names, None if to is None else Path(to)
        self.columns: dict[str, list[Any]] = {}  # of rows that are not in a frame yet
        self.waiting = self.rows = 0
        self.frames: list[pd.DataFrame] = []
        self.basis: dict[str, None] = {}
        self.table: Any = None
        if self.to is not None:
            if self.to.suffix not in (".csv", ".parquet"):
                raise ValueError(f"to is {str(to)!r}; it should be a file's name that ends in .csv or .parquet")
            if not self.to.parent.is_dir():
                raise ValueError(f"there is no folder {self.to.parent} for {self.to.name}")
            if self.to.exists():
                raise ValueError(f"{self.to} is there already; give another name, or remove it")
            self.part = self.to.with_name(f"{self.to.name[:60]}.{token_hex(3)}.part")  # nobody else's

    def add(self, piece: Portion) -> None:
        """One more piece; a column that it has not is None there."""
        self.basis |= dict.fromkeys(piece.basis)
        before = self.waiting
        for name, values in piece.columns.items():
            column = self.columns.setdefault(name, [None] * before)
            column += values
            self.waiting = len(column)
        for column in self.columns.values():
            column += [None] * (self.waiting - len(column))
        if self.waiting >= MOST_ROWS:
            self._framed()

    def _framed(self) -> None:
        """The rows that wait as a frame, which goes into the file but for the first of them."""
        import pandas as pd

        frame = pd.DataFrame(self.columns or {name: [] for name in self.names})
        self.rows, self.waiting, self.columns = self.rows + self.waiting, 0, {}
        if self.to is None or not self.frames:
            self.frames.append(frame)
        if self.to is None:
            return
        if list(frame.columns) != list(self.frames[0].columns):
            right, wrong = (", ".join(map(str, each.columns)) for each in (self.frames[0], frame))
            raise ValueError(f"{self.to} has the columns {right}, and rows come with {wrong}")
        if self.to.suffix == ".csv":
            frame.to_csv(self.part, mode="a", header=frame is self.frames[0], index=False)
        else:
            self._write_parquet(frame)

    def _write_parquet(self, frame: pd.DataFrame) -> None:
        try:
            import pyarrow
            from pyarrow import parquet
        except ImportError:
            raise ValueError('a .parquet file needs pyarrow (the extra "parquet"); write a .csv') from None
        frame = frame.copy()
        for name in frame.select_dtypes("object").columns:
            frame[name] = [None if value is None else str(value) for value in frame[name]]
        schema = self.table.schema if self.table else None
        try:
            rows = pyarrow.Table.from_pandas(frame, schema, preserve_index=False)
        except pyarrow.ArrowInvalid as error:
            raise ValueError(f"{self.to}: a column is of another kind than in the rows before: {error}") from None
        self.table = self.table or parquet.ParquetWriter(self.part, rows.schema)
        self.table.write_table(rows)

    def finished(self, missing: int) -> pd.DataFrame:
        """The rows, or the first of those in the file, which has its name once none is missing."""
        import pandas as pd

        if self.waiting or not self.frames:
            self._framed()
        frame = self.frames[0] if len(self.frames) == 1 else pd.concat(self.frames, ignore_index=True)
        frame.attrs |= {"basis": tuple(self.basis), "missing": missing}
        if self.to is not None:
            self._close()
            if not missing:
                try:
                    files.put(self.part, self.to)
                except files.FileError:
                    raise ValueError(f"{self.to} has come to be there meanwhile; the rows are in {self.part}") from None
            frame.attrs |= {"to": str(self.part if missing else self.to), "rows": self.rows}
        return frame

    def _close(self) -> None:
        if self.table:
            self.table.add_key_value_metadata({"basis": json.dumps(list(self.basis), ensure_ascii=False)})
            self.table.close()

    def drop(self) -> None:
        """A sweep that failed leaves no file."""
        if self.to is not None:
            with suppress(Exception):
                self._close()
            self.part.unlink(missing_ok=True)


class KeptSweep:
    """A sweep's pieces on the disk."""

    def __init__(self, where: str | Path | bool, asking: Asking, axes: list[Any], size: int) -> None:
        self.axes, self.pieces = asking.names, 0
        hangs_on = [FORMAT, version(), *map(said, (*asking, axes, size))]
        folder = _own_folder() if isinstance(where, bool) else Path(where)
        folder.mkdir(parents=True, exist_ok=True)
        self.path = folder / f"{sha256(json.dumps(hangs_on).encode()).hexdigest()}.jsonl"

    def before(self) -> Iterator[Portion]:
        """The pieces kept so far; a line that was not written to its end is dropped."""
        self.path.touch()
        with open(self.path, "r+b") as file:
            good = 0
            for line in file:
                try:
                    known = json.loads(line, object_hook=_read)
                    piece = Portion(known["columns"], tuple(known["basis"]))
                    if known["piece"] != self.pieces:  # two processes have written at once
                        break
                except (ValueError, LookupError, TypeError):
                    break
                good, self.pieces = good + len(line), self.pieces + 1
                yield piece
            file.truncate(good)

    def keep(self, piece: Portion) -> None:
        """Keep one more piece, but for the axes, which are known."""
        columns = {name: list(map(_plain, column)) for name, column in piece.columns.items() if name not in self.axes}
        with open(self.path, "a", encoding="utf-8") as file:
            known = {"piece": self.pieces, "columns": columns, "basis": [str(entry) for entry in piece.basis]}
            file.write(json.dumps(known) + "\n")
        self.pieces += 1


def _own_folder() -> Path:
    """The user's folder for this, its oldest files gone."""
    from platformdirs import user_cache_path

    folder = user_cache_path("gamekit") / "sweeps"
    found = sorted(folder.glob("*.jsonl"), key=lambda path: path.stat().st_mtime)
    for old in found[: -KEPT + 1]:
        old.unlink(missing_ok=True)
    return folder


def _plain(value: Any) -> Any:
    if isinstance(value, Fraction):
        return {"fraction": str(value)}
    value = value.item() if hasattr(value, "item") else value
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    raise ValueError(f"resume keeps numbers and texts, not {value!r}; let the question answer with numbers")


def _read(found: dict[str, Any]) -> Any:
    return Fraction(found["fraction"]) if found.keys() == {"fraction"} else found


@cache
def _digest(files: tuple[Path, ...]) -> str:
    return sha256(b"".join(sha256(file.read_bytes()).digest() for file in files)).hexdigest()


def version() -> str:
    """A digest of the package and its data files, the reader's own among them."""
    own = [Path(environ["GAMEKIT_DATA"]).expanduser()] if environ.get("GAMEKIT_DATA") else []
    folders = (data.PACKAGE, *data.FOLDERS, *own)
    kinds = {".py", ".csv", ".toml", ".geojson", ".jsonl"}
    return _digest(tuple(sorted({f for folder in folders for f in folder.rglob("*") if f.suffix in kinds})))


def said(value: Any, within: tuple[int, ...] = ()) -> str:
    """Everything that a value consists of, as a text that is another one when the value is.

    A function is its code, its defaults and what it refers to. Raises ValueError for what cannot be told so.
    """
    if id(value) in within:
        return "itself"
    inner = partial(said, within=(*within, id(value)))
    if value is None or isinstance(value, (bool, int, float, complex, str, bytes, Fraction, range)):
        return repr(value)
    if isinstance(value, (tuple, list)):
        return f"{type(value).__name__}({','.join(map(inner, value))})"
    if isinstance(value, (set, frozenset)):
        return f"{{{','.join(sorted(map(inner, value)))}}}"
    if isinstance(value, Mapping):
        return f"{{{','.join(f'{inner(key)}:{inner(each)}' for key, each in value.items())}}}"
    if isinstance(value, Enum):
        return repr(value)
    if is_dataclass(value) and not isinstance(value, type):
        return f"{inner(type(value))}({','.join(inner(getattr(value, field.name)) for field in fields(value))})"
    return _of_code(value, inner)


def _of_code(value: Any, inner: Callable[[Any], str]) -> str:
    """A function, a piece of code, a module or a class; what has a version of its own stands by its name."""
    if isinstance(value, ModuleType):
        file = Path(value.__file__ or "") if hasattr(value, "__file__") else Path()
        return f"{value.__name__} {getattr(value, '__version__', '')} {_digest((file,)) if file.is_file() else ''}"
    if isinstance(value, partial):
        return f"partial{inner((value.func, value.args, value.keywords))}"
    if isinstance(value, (MethodType, BuiltinFunctionType)):
        return f"{value.__qualname__} of {inner(value.__self__)}"
    if isinstance(value, CodeType):
        return f"code{inner((value.co_code, value.co_names, value.co_varnames, value.co_consts))}"
    if hasattr(value, "__wrapped__"):  # cached
        return inner(value.__wrapped__)
    if isinstance(value, (type, FunctionType)) and not _of_the_user(value.__module__):
        return f"{value.__module__}.{value.__qualname__}"
    if isinstance(value, FunctionType):
        return f"function{inner(_of_function(value))}"
    with suppress(OSError, TypeError):
        if isinstance(value, type):
            return getsource(value)
    raise ValueError(f"resume must know all that the question hangs on, not {value!r}: make it an axis")


def _of_function(function: FunctionType) -> tuple[Any, ...]:
    """A function's code, its defaults, and what it takes from outside."""
    outside = {name: function.__globals__[name] for name in _names(function.__code__) if name in function.__globals__}
    cells = [cell.cell_contents for cell in function.__closure__ or ()]
    return function.__code__, function.__defaults__, function.__kwdefaults__, cells, outside


def _names(code: CodeType) -> dict[str, None]:
    """The names that a piece of code, and code within it, may look up outside."""
    inside = [each for part in code.co_consts if isinstance(part, CodeType) for each in _names(part)]
    return dict.fromkeys((*code.co_names, *inside))


def _of_the_user(module: str) -> bool:
    """Whether a module is neither of this package, whose digest counts, nor installed."""
    file = getattr(sys.modules.get(module), "__file__", None)
    ours = module.partition(".")[0] == data.PACKAGE.name
    return not ours and (module == "__main__" or (file is not None and not Path(file).is_relative_to(sys.prefix)))
