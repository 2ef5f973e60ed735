"""The small part of pandas that the boards use, for pages, where it replaces pandas.

A page would load 9 MB more with pandas and wait three seconds longer, for tables of some thirty rows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from operator import and_, eq, ge, ne
from typing import Any


class Series(list[Any]):
    """A column: a list that is compared element by element."""

    def __init__(self, data: Any = (), dtype: Any = None) -> None:
        super().__init__(map(float, data) if dtype is float else data)

    def _each(self, do: Callable[[Any, Any], Any], other: Any) -> Series:
        return Series(map(do, self, other if isinstance(other, list) else [other] * len(self)))

    def __eq__(self, other: Any) -> Series:  # type: ignore[override]
        return self._each(eq, other)

    def __ne__(self, other: Any) -> Series:  # type: ignore[override]
        return self._each(ne, other)

    def __ge__(self, other: Any) -> Series:  # type: ignore[override]
        return self._each(ge, other)

    def __and__(self, other: Any) -> Series:
        return self._each(and_, other)

    def __getitem__(self, at: Any) -> Any:
        found = super().__getitem__(at)
        return Series(found) if isinstance(at, slice) else found

    iloc = property(lambda self: self)
    tolist = list.copy

    def min(self) -> Any:
        return min(self)


class Places:
    """The rows of a table by position (``iloc``): one as a dictionary, several as a table."""

    def __init__(self, frame: DataFrame) -> None:
        self._frame = frame

    def __getitem__(self, at: Any) -> Any:
        columns = self._frame.held
        if isinstance(at, int):
            return {name: column[at] for name, column in columns.items()}
        rows = range(len(self._frame))[at] if isinstance(at, slice) else at
        return self._frame.with_columns({name: Series(one[n] for n in rows) for name, one in columns.items()})


class DataFrame:
    """Columns of equal length by name, with ``attrs``."""

    def __init__(self, data: Any = (), columns: Any = None, dtype: Any = None) -> None:
        self.attrs: dict[str, Any] = {}
        if not isinstance(data, Mapping):
            rows = list(data)
            first = rows[0] if rows else ()
            names = list(columns if columns is not None else first if isinstance(first, Mapping) else range(len(first)))
            rows = [[row[name] for name in names] if isinstance(row, Mapping) else row for row in rows]
            data = {name: [row[place] for row in rows] for place, name in enumerate(names)}
        self.held = {name: Series(data[name]) for name in data}

    def with_columns(self, columns: Mapping[Any, Series]) -> DataFrame:
        made = DataFrame(columns)
        made.attrs = dict(self.attrs)
        return made

    columns = property(lambda self: list(self.held))
    iloc = property(Places)
    empty = property(lambda self: not len(self))

    def __len__(self) -> int:
        return len(next(iter(self.held.values()), ()))

    def __getitem__(self, at: Any) -> Any:
        if isinstance(at, Series):
            return self.iloc[[place for place, kept in enumerate(at) if kept]]
        return self.with_columns({name: self.held[name] for name in at}) if isinstance(at, list) else self.held[at]

    def __setitem__(self, name: Any, values: Any) -> None:
        self.held[name] = Series(values)

    def astype(self, kinds: Any) -> DataFrame:
        named = kinds if isinstance(kinds, Mapping) else dict.fromkeys(self.held, kinds)
        return self.with_columns({name: Series(one, named.get(name)) for name, one in self.held.items()})

    def reset_index(self, drop: bool = False) -> DataFrame:
        return self.with_columns(self.held)

    copy = reset_index

    def itertuples(self, index: bool = True, name: str | None = None) -> Iterator[Any]:
        return zip(*self.held.values())

    def to_dict(self, orient: str) -> list[dict[Any, Any]]:
        return [dict(zip(self.held, row)) for row in zip(*self.held.values())]

    def sort_values(self, by: Any, ascending: bool = True, **more: Any) -> DataFrame:
        names = [by] if isinstance(by, str) else by
        rows = range(len(self))
        order = sorted(rows, key=lambda n: [self.held[name][n] for name in names], reverse=not ascending)
        return self.with_columns({name: Series(one[n] for n in order) for name, one in self.held.items()})
