"""Rows with names, as much of a table as the boards and their charts ask for; stands for pandas on a page.

A page would load 9 MB more with pandas and wait three seconds longer, for tables of some thirty rows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from operator import and_, eq, ge, gt, le, lt, ne, sub
from typing import Any


class Series(list[Any]):
    """A column: a list that is compared and reckoned with element by element."""

    def __init__(self, data: Any = (), dtype: Any = None, index: Any = None) -> None:
        super().__init__(data.values() if isinstance(data, Mapping) else data)

    def _each(self, do: Callable[[Any, Any], Any], other: Any) -> Series:
        return Series(map(do, self, other if isinstance(other, list) else [other] * len(self)))

    def __eq__(self, other: Any) -> Series:  # type: ignore[override]
        return self._each(eq, other)

    def __ne__(self, other: Any) -> Series:  # type: ignore[override]
        return self._each(ne, other)

    def __ge__(self, other: Any) -> Series:  # type: ignore[override]
        return self._each(ge, other)

    def __gt__(self, other: Any) -> Series:  # type: ignore[override]
        return self._each(gt, other)

    def __le__(self, other: Any) -> Series:  # type: ignore[override]
        return self._each(le, other)

    def __lt__(self, other: Any) -> Series:  # type: ignore[override]
        return self._each(lt, other)

    def __and__(self, other: Any) -> Series:
        return self._each(and_, other)

    def __sub__(self, other: Any) -> Series:
        return self._each(sub, other)

    def __rsub__(self, other: Any) -> Series:
        return Series(other - one for one in self)

    def __rmul__(self, other: Any) -> Series:
        return Series(other * one for one in self)

    def __mul__(self, other: Any) -> Series:
        return self._each(lambda one, two: one * two, other)

    def __getitem__(self, at: Any) -> Any:
        found = super().__getitem__(at)
        return Series(found) if isinstance(at, slice) else found

    @property
    def iloc(self) -> Series:
        return self

    def tolist(self) -> list[Any]:
        return list(self)

    def astype(self, kind: Any) -> Series:
        return Series(map(float, self)) if kind is float else Series(self)

    def max(self) -> Any:
        return max(self)

    def min(self) -> Any:
        return min(self)

    def map(self, do: Callable[[Any], Any]) -> Series:
        return Series(map(do, self))


class Row(dict[str, Any]):
    """A row: its cells by name, as attributes too, and by number where no column is named so."""

    def __getattr__(self, name: str) -> Any:
        if name in self:
            return self[name]
        raise AttributeError(name)

    def __getitem__(self, at: Any) -> Any:
        return list(self.values())[at] if isinstance(at, int) else super().__getitem__(at)


class Places:
    """The rows of a table by their numbers."""

    def __init__(self, frame: DataFrame) -> None:
        self._frame = frame

    def __getitem__(self, at: Any) -> Any:
        columns = self._frame.held
        match at:
            case (row, int(column)):
                return list(columns.values())[column][row]
            case list():
                return self._frame.with_columns({name: Series(one[n] for n in at) for name, one in columns.items()})
            case slice():
                return self._frame.with_columns({name: column[at] for name, column in columns.items()})
        return Row({name: column[at] for name, column in columns.items()})


class DataFrame:
    """Columns of the same length by their names, and what is noted about them (``attrs``)."""

    def __init__(self, data: Any = (), columns: Any = None, dtype: Any = None, index: Any = None) -> None:
        self.attrs: dict[str, Any] = {}
        self.held: dict[Any, Series] = {}
        if isinstance(data, DataFrame):
            data = data.held
        if isinstance(data, Mapping):
            self.held = {name: Series(data[name]) for name in (columns if columns is not None else data)}
            return
        rows = list(data)
        first = rows[0] if rows else ()
        if isinstance(first, Mapping):
            names = list(columns if columns is not None else first)
            rows = [[row[name] for name in names] for row in rows]
        else:
            names = list(columns if columns is not None else getattr(first, "_fields", range(len(first))))
        self.held = {name: Series(row[n] for row in rows) for n, name in enumerate(names)}

    def with_columns(self, columns: Mapping[Any, Series]) -> DataFrame:
        made = DataFrame(columns)
        made.attrs = dict(self.attrs)
        return made

    @property
    def columns(self) -> list[Any]:
        return list(self.held)

    @property
    def iloc(self) -> Places:
        return Places(self)

    @property
    def empty(self) -> bool:
        return not len(self)

    @property
    def index(self) -> range:
        return range(len(self))

    def __len__(self) -> int:
        return len(next(iter(self.held.values()), ()))

    def __iter__(self) -> Iterator[Any]:
        return iter(self.held)

    def __contains__(self, name: object) -> bool:
        return name in self.held

    def __getattr__(self, name: str) -> Series:
        if name in self.__dict__.get("held", ()):
            return self.held[name]
        raise AttributeError(name)

    def __getitem__(self, at: Any) -> Any:
        if isinstance(at, Series):
            kept = {name: Series(v for v, ok in zip(one, at) if ok) for name, one in self.held.items()}
            return self.with_columns(kept)
        return self.with_columns({name: self.held[name] for name in at}) if isinstance(at, list) else self.held[at]

    def __setitem__(self, name: Any, values: Any) -> None:
        self.held[name] = Series(values if isinstance(values, list) else [values] * len(self))

    def copy(self) -> DataFrame:
        return self.with_columns(self.held)

    def astype(self, kinds: Any) -> DataFrame:
        named = kinds if isinstance(kinds, Mapping) else dict.fromkeys(self.held, kinds)
        return self.with_columns({name: one.astype(named.get(name)) for name, one in self.held.items()})

    def reset_index(self, drop: bool = False) -> DataFrame:
        return self.copy()

    def head(self, most: int = 5) -> Any:
        return self.iloc[:most]

    def rename(self, columns: Mapping[Any, Any]) -> DataFrame:
        return self.with_columns({columns.get(name, name): one for name, one in self.held.items()})

    def itertuples(self, index: bool = True, name: str | None = None) -> Iterator[Any]:
        rows = zip(*self.held.values())
        return (Row(zip(self.held, row)) for row in rows) if index else iter(rows)

    def to_dict(self, orient: str) -> list[dict[Any, Any]]:
        return [dict(zip(self.held, row)) for row in zip(*self.held.values())]

    def sort_values(self, by: Any, ascending: bool = True, **more: Any) -> DataFrame:
        names: Sequence[Any] = [by] if isinstance(by, str) else by
        order = sorted(self.index, key=lambda n: [self.held[name][n] for name in names], reverse=not ascending)
        return self.with_columns({name: Series(one[n] for n in order) for name, one in self.held.items()})

    def to_string(self, index: bool = False) -> str:
        lines: Iterable[Iterable[Any]] = [self.columns, *self.itertuples(index=False)]
        return "\n".join("  ".join(map(str, row)) for row in lines)
