"""Rows with names, as much of a DataFrame as the boards' charts ask for (prototype; stands in for pandas in a page)."""

from __future__ import annotations


class Series(list):
    def __init__(self, data=(), index=None, dtype=None, name=None):
        super().__init__(data.values() if isinstance(data, dict) else data)
        self.name = name

    def tolist(self):
        return list(self)

    def __getitem__(self, at):
        found = super().__getitem__(at)
        return Series(found) if isinstance(at, slice) else found

    def _each(self, other, do):
        return Series(map(do, self, other if isinstance(other, list) else [other] * len(self)))

    def __eq__(self, other):
        return self._each(other, lambda a, b: a == b)

    def __ge__(self, other):
        return self._each(other, lambda a, b: a >= b)

    def __and__(self, other):
        return self._each(other, lambda a, b: a and b)

    def __sub__(self, other):
        return self._each(other, lambda a, b: a - b)

    def max(self):
        return max(self)

    def min(self):
        return min(self)

    def map(self, do):
        return Series(map(do, self))

    __hash__ = None


class Row(dict):
    def __getattr__(self, name):
        try:
            return self[name]
        except KeyError:
            raise AttributeError(name) from None

    def __getitem__(self, at):
        return list(self.values())[at] if isinstance(at, int) and at not in self else super().__getitem__(at)


class _At:
    def __init__(self, frame):
        self.frame = frame

    def __getitem__(self, at):
        frame = self.frame
        if isinstance(at, tuple):
            row, column = at
            return list(frame._columns.values())[column][row]
        if isinstance(at, slice):
            return frame._like({name: column[at] for name, column in frame._columns.items()})
        return Row({name: column[at] for name, column in frame._columns.items()})


class DataFrame:
    def __init__(self, data=(), columns=None, dtype=None, index=None):
        self.attrs = {}
        if isinstance(data, DataFrame):
            data = data._columns
        if isinstance(data, dict):
            self._columns = {name: Series(data[name]) for name in (columns or data)}
        else:
            rows = list(data)
            if rows and hasattr(rows[0], "_fields"):
                columns = columns or list(rows[0]._fields)
            if rows and isinstance(rows[0], dict):
                columns = columns or list(rows[0])
                rows = [[row[name] for name in columns] for row in rows]
            columns = list(columns if columns is not None else range(len(rows[0]) if rows else 0))
            self._columns = {name: Series(row[n] for row in rows) for n, name in enumerate(columns)}

    def _like(self, columns):
        made = DataFrame(columns)
        made.attrs = dict(self.attrs)
        return made

    @property
    def columns(self):
        return list(self._columns)

    @property
    def iloc(self):
        return _At(self)

    @property
    def empty(self):
        return not len(self)

    @property
    def index(self):
        return range(len(self))

    def __len__(self):
        return len(next(iter(self._columns.values()), ()))

    def __iter__(self):
        return iter(self._columns)

    def __contains__(self, name):
        return name in self._columns

    def __getattr__(self, name):
        if name.startswith("_") or name not in self._columns:
            raise AttributeError(name)
        return self._columns[name]

    def __getitem__(self, at):
        if isinstance(at, Series):
            return self._like(
                {name: Series(v for v, ok in zip(column, at) if ok) for name, column in self._columns.items()}
            )
        if isinstance(at, list):
            return self._like({name: self._columns[name] for name in at})
        return self._columns[at]

    def __setitem__(self, name, values):
        self._columns[name] = Series(values if isinstance(values, list) else [values] * len(self))

    def astype(self, kinds):
        return self._like(self._columns)

    def copy(self):
        return self._like(self._columns)

    def reset_index(self, drop=False):
        return self.copy()

    def head(self, most=5):
        return self.iloc[:most]

    def rename(self, columns):
        return self._like({columns.get(name, name): column for name, column in self._columns.items()})

    def itertuples(self, index=True, name=None):
        rows = zip(*self._columns.values())
        return (Row(zip(self._columns, row)) for row in rows) if index else rows

    def sort_values(self, by, ascending=True, ignore_index=True, **more):
        by = [by] if isinstance(by, str) else by
        order = sorted(range(len(self)), key=lambda n: [self._columns[name][n] for name in by], reverse=not ascending)
        return self._like({name: Series(column[n] for n in order) for name, column in self._columns.items()})

    def to_string(self, index=False):
        return "\n".join("  ".join(map(str, row)) for row in [self.columns, *self.itertuples(index=False)])
