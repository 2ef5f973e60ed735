"""Forces of counters, and the result of a combat between two of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple

from gamekit.analysis.evaluate import Perturbation, perturbation
from gamekit.probability.distribution import Basis, identity, join_bases, python_number
from gamekit.roma_victrix.tables import RATINGS, UNITS, Side, judged_note
from gamekit.storage.data_files import csv_records
from gamekit.storage.serialization import FORMS, Converter, short_repr
from gamekit.text.piece_list import ListEntry, figure, normalize_characters, parse_values, similar_names, table_as_text
from gamekit.text.translation import LANGUAGES, note, word, word_or
from gamekit.text.validation import require_type, whole_number

MOST_COUNTERS = 10_000  # in a force: a player has a few hundred
NUMBER_BEHIND = re.compile(r"(.*?[^\d\s:=(])\s*[:=(]?\s*(\d+)\s*\)?")
REDUCED = re.compile(
    r"(?:reduced\s+|減少(?:戦力の?)?)(?P<before>.+)|(?P<behind>.+?)\s*\(?\s*reduced\s*\)?", re.IGNORECASE
)


def exact_fraction(value: Any, name: str) -> Fraction:
    """Return a number as an exact fraction of its decimal form (0.1 is a tenth). ValueError unless it is finite."""
    try:
        value = python_number(value)
        found = Fraction(str(value)) if isinstance(value, float) else Fraction(value)
        float(found)  # OverflowError if too large to be shown
        return found
    except (TypeError, ValueError, OverflowError):
        raise ValueError(f"{name} is {short_repr(value)}; it should be a finite number, such as 5 or 0.5") from None


def require_flag(value: Any, name: str) -> None:
    """Raise ValueError unless the value is True or False; ``name`` is its name in the message."""
    if value not in (True, False):
        raise ValueError(f"{name} is {short_repr(value)}; it should be True or False")


def one_of(value: Any, allowed: Iterable[str], name: str) -> str:
    """Return the value if it is among those allowed, else raise ValueError with the nearest names."""
    names = tuple(allowed)
    if value in names:
        return str(value)
    near = similar_names(str(value), names, 1)
    raise ValueError(f"{name} is {value!r}; " + (f"did you mean {near[0]!r}?" if near else f"use {', '.join(names)}"))


def resolve_name(value: Any, allowed: Iterable[str], name: str) -> str:
    """Return the allowed place, power or leader of a name, in any case and any language of the boards; else ValueError.

    >>> resolve_name("cisalpina", ("Latium", "Cisalpina"), "the province")
    'Cisalpina'
    """
    names = tuple(allowed)
    spelled = {
        _folded(word_or(f"roma_victrix.value.{each}", each, language)): each for language in LANGUAGES for each in names
    }
    spelled = {spelling: name for spelling, name in name_aliases().items() if name in names} | spelled
    typed = value if value in names or not isinstance(value, str) else normalize_characters(value).strip(" \"'.,")
    return one_of(spelled.get(_folded(str(typed)), typed), names, name)


@cache
def name_aliases() -> dict[str, str]:
    """Return the places, powers and leaders by their folded other names."""
    return {
        _folded(row.spelling): row.name
        for row in csv_records(Alias, "roma_victrix/name_aliases.csv", unique_key=("spelling",))
    }


def rating(leader: int | None) -> int:
    """Return a leader's command rating after a check, 0 (no leader) to 4 (3.31); None counts as 0."""
    return 0 if leader is None else whole_number(leader, "the leader's rating", RATINGS[0], RATINGS[-1])


class Stack(NamedTuple):
    """The counters of one kind in a force."""

    unit: str
    full: int
    reduced: int

    @property
    def csp(self) -> int:
        """Combat strength points (CSP) of these counters: the full ones and the reduced ones together."""
        figures = UNITS[self.unit]
        return self.full * figures.full + self.reduced * (figures.reduced or 0)


@dataclass(frozen=True, slots=True)
class Force:
    """Counters that fight together and the rating of their leader; made by ``force``. ``origin`` is the basis of the
    counters themselves (an event card, say), and takes no part in equality."""

    stacks: tuple[Stack, ...]
    leader: int = 0
    roman: bool = False
    origin: Basis = field(default=(), compare=False, repr=False)

    def __post_init__(self) -> None:
        if not isinstance(self.stacks, tuple):
            raise ValueError(f"the stacks are {short_repr(self.stacks)}; a force is made by force('3 HI, 2 AUX')")

    def changes(self) -> Iterator[Perturbation]:
        """Yield the force with one input changed: a counter, its face, the leader's rating."""
        return force_changes(self, note("roma_victrix.change.force"), identity)

    def stack(self, unit: str) -> Stack:
        """Return the stack of a kind of unit, an empty one if the force has none."""
        return next((stack for stack in self.stacks if stack.unit == unit), Stack(unit, 0, 0))

    def of_kind(self, *kinds: str) -> Force:
        """Return the part of the force of these kinds: land, sea or marker."""
        return replace(self, stacks=tuple(stack for stack in self.stacks if UNITS[stack.unit].kind in kinds))

    @property
    def has_fleets(self) -> bool:
        """Whether it has fleets; its land units are then their cargo."""
        return any(UNITS[stack.unit].kind == "sea" for stack in self.stacks)

    @property
    def fleet_force(self) -> Force:
        """The force's fleets as a ``Force`` with the same leader, without counters if it has none."""
        return self.of_kind("sea")

    @property
    def force_aboard(self) -> Force:
        """The land units aboard its fleets: none without fleets (5.94)."""
        return self.of_kind("land") if self.has_fleets else replace(self, stacks=())

    @property
    def csp(self) -> int:
        """Combat strength points (5.31 step 3); at sea those of the fleets, for cargo does not fight (5.72)."""
        return sum(stack.csp for stack in (self.fleet_force if self.has_fleets else self).stacks)

    @property
    def cavalry_csp(self) -> int:
        """CSP of cavalry and heavy cavalry, full and reduced."""
        return sum(stack.csp for stack in self.stacks if UNITS[stack.unit].cavalry)

    @property
    def counters(self) -> int:
        """The number of counters."""
        return sum(stack.full + stack.reduced for stack in self.stacks)

    @property
    def basis(self) -> Basis:
        """The clauses and judged figures behind the strengths."""
        weak = weak_basis(stack.unit for stack in self.stacks if stack.reduced)
        options = [UNITS[stack.unit].option for stack in self.stacks if UNITS[stack.unit].option]
        return join_bases(("3.4",), options, weak, self.origin)

    def recombined(self, *units: str) -> Force:
        """Return the force with pairs of reduced units joined into full ones (6.3): of these units, or of all land and
        sea units.

        >>> force("3 rHI, LGN, 2 rLGN").recombined(), force("3 rHI, LGN, 2 rLGN").recombined("LGN")
        (force('2 LGN, HI, rHI'), force('2 LGN, 3 rHI'))
        """
        stays = ("GAR", "LIMES", *(set(UNITS) - set(units) if units else ()))
        return with_stacks(
            self,
            (
                each if each.unit in stays else Stack(each.unit, each.full + each.reduced // 2, each.reduced % 2)
                for each in self.stacks
            ),
        )

    def __str__(self) -> str:
        faces = ((n, face + s.unit) for s in self.stacks for n, face in ((s.full, ""), (s.reduced, "r")) if n)
        return ", ".join(f"{n} {name}" if n > 1 else name for n, name in faces)

    def __repr__(self) -> str:
        leader = f", leader={self.leader}" if self.leader else ""
        return f"force({str(self)!r}{leader}{', roman=True' if self.roman else ''})"


def weak_basis(units: Iterable[str]) -> Basis:
    """Return the judged figures behind the reduced strength of these kinds of unit."""
    return join_bases(*(judged_note(UNITS[unit].source, "roma_victrix.judged.reduced_strength") for unit in units))


def with_stacks(original: Force, stacks: Iterable[Stack]) -> Force:
    """Return the force with these counters, in the order of the units' table, empty stacks left out."""
    kept = {stack.unit: stack for stack in stacks if stack.full or stack.reduced}
    return replace(original, stacks=tuple(kept[unit] for unit in UNITS if unit in kept))


@cache
def unit_names() -> dict[str, str]:
    """Return the unit of every accepted name, folded: its letters, and its names in words in each language."""
    found = {
        row.spelling: row.name for row in csv_records(Alias, "roma_victrix/unit_aliases.csv", unique_key=("spelling",))
    }
    found |= {word(f"roma_victrix.unit.{unit}", language): unit for unit in UNITS for language in LANGUAGES}
    found |= {unit: unit for unit in UNITS}
    return {_folded(name): unit for name, unit in found.items()}


@dataclass(frozen=True, slots=True)
class Alias:
    """A row of ``unit_aliases.csv`` or ``name_aliases.csv``: another spelling of a name."""

    spelling: str
    name: str
    source: str


def _folded(name: str) -> str:
    return re.sub(r"[\s.\-_]", "", name).casefold()


def force(
    text: Any, leader: int | None = None, *, roman: bool = False, options: Collection[str] | None = None
) -> Force:
    """Read counters from text, a table of pandas, a mapping or pairs, and the leader's rating (0, None: no leader).

    LGN, HI, AUX, BI, CAV, HC, FLEET, GAR and LIMES, or their names in words and in any language of the boards; an ``r``
    before the letters or "reduced" is the reduced side. Entries are separated by commas or lines, as a list or a table;
    case and spaces do not matter, a count of 0 adds nothing. ``roman`` is whether the force is Roman, which matters to
    limes and garrisons (10.55, 10.62). HC exists only under option 17.1: naming it assumes the option, unless
    ``options`` lists the options in force. ValueError on an unknown unit, an empty force, two garrisons or limes
    (10.52, 10.6), more counters than the game has, or a rating outside 0-4.

    >>> seleucid = force("3 HI, 3 AUX, 1 CAV, GAR", leader=1)
    >>> seleucid.csp, seleucid.cavalry_csp
    (18, 2)
    >>> force("3 heavy infantry, 2 auxilia") == force("３ＨＩ、２ＡＵＸ")
    True
    """
    text = table_as_text(text)
    if not isinstance(text, str):
        raise ValueError(f"a force is a text such as '3 HI, 2 AUX', not {text!r}")
    require_flag(roman, "roman")
    counts: dict[str, list[int]] = {}
    for unit, is_reduced, count in parse_values(text, lambda piece: [_counters(piece, text)]):
        counts.setdefault(unit, [0, 0])[is_reduced] += count
    if not any(map(sum, counts.values())):
        raise ValueError(note("roma_victrix.error.count"))
    if sum(full + reduced for full, reduced in counts.values()) > MOST_COUNTERS:
        raise ValueError(note("roma_victrix.error.many", text=short_repr(text), most=f"{MOST_COUNTERS:,}"))
    for unit, (full, reduced) in counts.items():
        _check_stack(Stack(unit, full, reduced), options)
    stacks = (Stack(unit, full, reduced) for unit, (full, reduced) in counts.items())
    return with_stacks(Force((), rating(leader), roman), stacks)


def _counters(piece: ListEntry, text: str) -> tuple[str, bool, int]:
    """Return (unit, whether reduced, count) of one entry of the text."""
    unread = note(
        "roma_victrix.error.piece", piece=short_repr(piece.written), text=short_repr(normalize_characters(text))
    )
    name, counts = piece.name, [piece.count] if piece.count > 1 else []
    counts += [int(piece.behind)] if piece.behind.isdigit() else []
    if behind := NUMBER_BEHIND.fullmatch(name):
        name, counts = behind[1], [*counts, int(behind[2])]
    first, _, rest = name.partition(" ")
    if figure(first).isdigit() and _unit(rest):  # IV LGN
        name, counts = rest, [*counts, int(figure(first))]
    if len(counts) > 1 or (re.search(r"\d", piece.behind) and not piece.behind.isdigit()):
        raise ValueError(unread)
    count = counts[0] if counts else 1
    if reduced := REDUCED.fullmatch(name):
        name = reduced["before"] or reduced["behind"]
    if unit := _unit(name):
        return unit, reduced is not None, count
    if not reduced and name[:1] in "rR" and (unit := _unit(name[1:])) and UNITS[unit].reduced is not None:
        return unit, True, count
    if not any(letter.isalpha() for letter in name) or re.search(r"\d", name):
        raise ValueError(unread)
    letters = [*UNITS, *(f"r{unit}" for unit in UNITS if UNITS[unit].reduced is not None)]
    near = similar_names(name, letters, 1) or [
        unit_names()[each] for each in similar_names(_folded(name), unit_names(), 1)
    ]
    words = ", ".join(f"{word(f'roma_victrix.unit.{unit}', 'en')} ({unit})" for unit in UNITS)
    right = note("roma_victrix.error.units", units=words)
    if near:
        right = note("roma_victrix.error.near", near=f"'{near[0]}'")
    raise ValueError(
        note("roma_victrix.error.unit", name=short_repr(name), text=short_repr(normalize_characters(text)), right=right)
    )


def _unit(name: str) -> str | None:
    """Return the unit of a name, singular, plural or cut short; None if unknown."""
    names, key = unit_names(), _folded(name)
    short = {unit for known, unit in names.items() if len(key) > 2 and known.startswith(key)}
    return names.get(key) or names.get(key.removesuffix("s")) or (short.pop() if len(short) == 1 else None)


def _check_stack(stack: Stack, options: Collection[str] | None) -> None:
    figures = UNITS[stack.unit]
    if figures.most is not None and stack.full + stack.reduced > figures.most:
        count = stack.full + stack.reduced
        raise ValueError(note("roma_victrix.error.most", count=count, unit=stack.unit, most=figures.most))
    if figures.option and options is not None and figures.option not in options:
        raise ValueError(f"{stack.unit} is a counter of option {figures.option}, which is not among {sorted(options)}")


def _read_stack(found: Any) -> Stack:
    match found:
        case [str(unit), int(full), int(reduced)] if (
            unit in UNITS and min(full, reduced) >= 0 and full <= MOST_COUNTERS
        ):
            return Stack(unit, full, whole_number(reduced, "the reduced counters", 0, MOST_COUNTERS))
    raise ValueError(f"{short_repr(found)} should be [unit, full counters, reduced ones]")


FORMS[Stack] = Converter(list, _read_stack)


def require_force(value: Any, name: str) -> Force:
    """Return the value if it is a force, else raise ValueError."""
    found: Force = require_type(value, Force, name, "a force, such as force('3 HI, 2 AUX')")
    return found


class Modifier(NamedTuple):
    """A die-roll modifier: its reason, the side that has it, and its points."""

    reason: str
    side: Side
    points: int


@dataclass(frozen=True, slots=True)
class CombatResult:
    """The losses and survivors of both sides in a combat, in per cent and CSP; the dice are not part of it."""

    attacker_loss_pct: int
    defender_loss_pct: int
    attacker_loss: int
    defender_loss: int
    attacker_left: int
    defender_left: int

    @property
    def winner(self) -> str:
        """The side that lost the smaller percentage, not the fewer CSP (5.31 step 8): attacker, defender or draw."""
        if self.attacker_loss_pct == self.defender_loss_pct:
            return "draw"
        return "attacker" if self.attacker_loss_pct < self.defender_loss_pct else "defender"

    @property
    def swing(self) -> int:
        """The CSP that the defender lost minus those that the attacker lost."""
        return self.defender_loss - self.attacker_loss


def attacker_wins(result: CombatResult) -> bool:
    """Return whether the attacker lost the smaller percentage.

    >>> from gamekit import roma_victrix as rv
    >>> rv.rulebook_combat("Cilicia").odds().p(attacker_wins)
    Fraction(13, 18)
    """
    return result.winner == "attacker"


def defender_wins(result: CombatResult) -> bool:
    """Return whether the defender lost the smaller percentage.

    >>> from gamekit import roma_victrix as rv
    >>> rv.rulebook_combat("Cilicia").odds().p(defender_wins)
    Fraction(1, 6)
    """
    return result.winner == "defender"


def is_draw(result: CombatResult) -> bool:
    """Return whether both lost the same percentage.

    >>> from gamekit import roma_victrix as rv
    >>> rv.rulebook_combat("Cilicia").odds().p(is_draw)
    Fraction(1, 9)
    """
    return result.winner == "draw"


def force_changes(force: Force, where: str, other: Callable[[Force], Any]) -> Iterator[Perturbation]:
    """Yield every change of one input of a force (counter, face, rating), with ``other`` applied to the new force."""
    for stack in force.stacks:
        yield from _stack_changes(force, stack, where, other)
    ways = [
        (str(leader), lambda leader=leader: other(replace(force, leader=rating(leader))))
        for leader in (force.leader - 1, force.leader + 1)
    ]
    yield perturbation(note("roma_victrix.change.leader", side=where), *ways)


def _stack_changes(force: Force, stack: Stack, where: str, other: Callable[[Force], Any]) -> Iterator[Perturbation]:
    def made(full: int, reduced: int) -> Callable[[], Any]:
        stacks = (each for each in force.stacks if each.unit != stack.unit)
        return lambda: other(with_stacks(force, (*stacks, Stack(stack.unit, full, reduced))))

    unit, full, reduced = stack
    fewer = made(full - 1, reduced) if full else made(full, reduced - 1)
    counter = note("roma_victrix.change.counter", side=where, unit=unit)
    yield perturbation(counter, (f"- {unit if full else f'r{unit}'}", fewer), (f"+ {unit}", made(full + 1, reduced)))
    if UNITS[unit].reduced is not None:
        face = note("roma_victrix.change.face", side=where, unit=unit)
        flipped = made(full - 1, reduced + 1) if full else None, made(full + 1, reduced - 1) if reduced else None
        ways = zip((f"{unit} > r{unit}", f"r{unit} > {unit}"), flipped)
        yield perturbation(face, *((text, way) if way else None for text, way in ways))
