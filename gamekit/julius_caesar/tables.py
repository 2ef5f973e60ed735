"""The printed blocks with their labels' figures, and ``Block``: one of them at a strength, for a battle."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import Any, Final

from gamekit.storage.data_files import rows
from gamekit.storage.serialization import FORMS, Converter, given_to, shown, unstructure
from gamekit.text.translation import note

SIDES: Final = ("Caesar", "Pompey")
LETTERS: Final = "ABCD"
ROMAN: Final = ("0", "I", "II", "III", "IV")
ATTACKER: Final = "attacker"
DEFENDER: Final = "defender"
ROLES: Final = (ATTACKER, DEFENDER)
TYPES: Final = ("leader", "legio", "auxilia", "equitatus", "elephant", "ballista", "navis", "cleopatra")


@dataclass(frozen=True, slots=True)
class Alias:
    """A line of ``aliases.csv``: another spelling of a place, a leader, a side or a kind of block."""

    spelling: str
    canonical: str
    source: str


def folded(name: str) -> str:
    """Return a name without case, blanks, points and hyphens, as names are compared when they are read."""
    return re.sub(r"[\s.\-_']", "", name).casefold()


ALIASES: Final = {
    folded(row.spelling): row.canonical for row in rows(Alias, "julius_caesar/aliases.csv", key=("spelling",))
}


@dataclass(frozen=True, slots=True)
class PrintedBlock:
    """A line of ``blocks.csv``: a block as the label prints it (3.1), and where it is levied (6.4)."""

    side: str
    name: str
    type: str
    initiative_defending: str
    initiative_attacking: str
    firepower: int
    steps: int
    max_strength: int
    strength_track: tuple[int, ...]
    levy_city: str
    initial_location: str
    source: str

    def __post_init__(self) -> None:
        if self.side not in SIDES:
            raise ValueError(f"side is {self.side!r}; it should be {' or '.join(SIDES)}")
        if self.type not in TYPES:
            raise ValueError(f"type is {self.type!r}; it should be one of {', '.join(TYPES)}")
        if self.steps != len(self.strength_track) or self.max_strength != max(self.strength_track, default=0):
            raise ValueError(f"steps {self.steps} and max_strength {self.max_strength} do not fit the strength_track")
        self.block()

    def block(self) -> Block:
        """The block at full strength, fighting for the side that it is printed for."""
        return Block(
            self.name,
            self.side,
            self.type,
            self.initiative_attacking,
            self.initiative_defending,
            self.firepower,
            self.strength_track,
            self.strength_track[0],
            self.side,
        )


@dataclass(frozen=True, slots=True)
class Block:
    """A block in a battle: its label (3.1), its present strength, its side and its colour.

    ``track`` lists its strengths, the highest first; an elephant's is (4, 2), so that a step is two strengths
    (7.41). The two initiatives differ only for a ballista (7.42). ``side`` is None for a block that is known
    only by its rating. Raises ValueError when the figures do not fit together.
    """

    name: str
    side: str | None
    type: str
    initiative_attacking: str
    initiative_defending: str
    firepower: int
    track: tuple[int, ...]
    strength: int
    colour: str | None = None
    code: int = field(init=False, repr=False, compare=False)  # all that a battle needs, in one whole number

    def __post_init__(self) -> None:
        for letter in (self.initiative_attacking, self.initiative_defending):
            if letter not in tuple(LETTERS):
                raise ValueError(f"{self.name}: initiative is {letter!r}; it should be A, B, C or D")
        if self.firepower not in range(1, 7):
            raise ValueError(note("julius_caesar.error.firepower", name=self.name, firepower=self.firepower))
        if not isinstance(self.track, tuple) or not self.track or not set(self.track) <= {1, 2, 3, 4}:
            raise ValueError(f"{self.name}: strengths are IV, III, II and I, not {self.track}")
        if self.track != tuple(range(self.track[0], 0, -self.step)):
            raise ValueError(f"{self.name}: a strength track falls by equal steps, not {self.track}")
        if self.strength not in self.track:
            may = ", ".join(ROMAN[strength] for strength in self.track)
            now = ROMAN[int(self.strength)] if self.strength in range(5) else shown(self.strength)
            raise ValueError(note("julius_caesar.error.track", name=self.name, now=now, may=may))
        letters = LETTERS.index(self.initiative_attacking) * 4 + LETTERS.index(self.initiative_defending)
        cleopatra = self.type == "cleopatra"
        code = (((letters * 8 + self.firepower) * 8 + self.step) * 8 + self.strength) * 2 + cleopatra
        object.__setattr__(self, "code", code)

    @property
    def step(self) -> int:
        """How much strength one hit costs: 2 for the elephant, else 1 (7.41)."""
        return self.track[0] - self.track[1] if len(self.track) > 1 else self.track[0]

    @property
    def label(self) -> str:
        """The name as ``army`` reads it: with its colour when it has changed sides (Jupiter)."""
        changed = self.colour is not None and self.side != self.colour and self.type != "cleopatra"
        return f"{self.colour}:{self.name}" if changed else self.name

    def letter(self, role: str) -> str:
        """The initiative when attacking or defending."""
        return self.initiative_attacking if role == ATTACKER else self.initiative_defending

    def rating(self, role: str) -> str:
        """The combat rating when attacking or defending, like ``C3``."""
        return f"{self.letter(role)}{self.firepower}"

    def at(self, strength: int) -> Block:
        """The same block at another strength; ValueError when that is not on its track."""
        return replace(self, strength=strength)

    def __str__(self) -> str:
        return self.name if self.type == "unknown" else f"{self.label}/{ROMAN[self.strength]}"


_ROWS: Final = rows(PrintedBlock, "julius_caesar/blocks.csv", key=("side", "name"))
PRINTED: Final = {(printed.side, printed.name): printed for printed in _ROWS}
BLOCKS: Final = {key: printed.block() for key, printed in PRINTED.items()}


def _written(block: Block) -> Any:
    """A block as text, ``Caesar:Legio 10/II``, with ``>Pompey`` where it fights for another side than its colour's."""
    side = "" if block.side == block.colour else f">{block.side or ''}"
    text = f"{block.colour or ''}:{block.name}/{ROMAN[block.strength]}{side}"
    return text if _known(text) == block else unstructure(Block, {key: getattr(block, key) for key in Block.__slots__})


def _read_block(found: Any) -> Block:
    if isinstance(found, str) and (block := _known(found)):
        return block
    if isinstance(found, str):
        raise ValueError(f"{shown(found)} should be a block, such as 'Caesar:Legio 10/II'")
    return Block(**given_to(Block, found))


def _known(text: str) -> Block | None:
    """A printed block, or one known by its rating, from its text; None for any other text."""
    match = WRITTEN_BLOCK.fullmatch(text)
    if not match:
        return None
    colour, name, strength, side = match["colour"], match["name"], ROMAN.index(match["strength"]), match["side"]
    side = colour if side is None else side
    if printed := BLOCKS.get((colour, name)):
        return replace(printed, side=side or None, strength=strength) if strength in printed.track else None
    if colour or not RATING.fullmatch(name):
        return None
    track = tuple(range(strength, 0, -1))
    return Block(name, side or None, "generic", name[0], name[0], int(name[1]), track, strength)


WRITTEN_BLOCK: Final = re.compile(
    r"(?P<colour>\w*):(?P<name>[\w ]+)/(?P<strength>IV|I{1,3})(>(?P<side>(Caesar|Pompey)?))?"
)
RATING: Final = re.compile(r"[A-D][1-6]")
FORMS[Block] = Converter(_written, _read_block)
