"""The log of a game in plain sentences, a whole move in one, as one side may read it or with nothing hidden."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from gamekit.julius_caesar import state as s
from gamekit.julius_caesar.blocks import BLOCK, BLOCK_NAMES
from gamekit.julius_caesar.notation import block_name, consequences, describe, losses, place_name, side_name
from gamekit.julius_caesar.places import PLACES
from gamekit.julius_caesar.presentation import FIGHT
from gamekit.julius_caesar.state import Action, Phase, State
from gamekit.julius_caesar.tables import SIDES
from gamekit.storage.record import Entry
from gamekit.text.translation import word

MARCH: Final = (s.Take, s.Embark, s.Go, s.Stop)  # one sentence for all of them, when the block is put down
MARCHING: Final = (Phase.STEP, Phase.VOYAGE, Phase.MOVE)
QUIET: Final = (s.Take, s.Embark, s.Stop, s.Fire, s.Retreat, s.Regroup, s.Deal, s.JoinBattle, s.TakeHit)
ENDS: Final = frozenset((Phase.MOVE, Phase.LEVY, Phase.REGROUP, Phase.DISBAND))  # "no more of this" goes unsaid


class Told(NamedTuple):
    """A sentence of the log: after how many actions, the side it is about (or none), whether it is a heading."""

    at: int
    side: str
    text: str
    head: bool = False


class Chronicle:
    """The log as one ``viewer`` may read it (None sees all), written on as the game goes on and back with it.

    >>> from gamekit import julius_caesar as jc
    >>> year = jc.first_year()
    >>> [told.text for told in Chronicle("Caesar", "en").read(year.positions(), year.entries)][-1]
    'Turn 1 of 48 BC (706 AUC).'
    """

    def __init__(self, viewer: str | None, language: str | None) -> None:
        self.viewer, self.language = viewer, language
        self.lines: list[Told] = []
        self._told: list[Entry] = []
        self._path: list[int] = []  # where the block in hand has been

    def read(self, positions: Sequence[State], entries: Sequence[Entry], at: int | None = None) -> list[Told]:
        """The sentences of the first ``at`` actions of a record, or of all."""
        if self._told and (len(self._told) > len(entries) or entries[len(self._told) - 1] is not self._told[-1]):
            same = next((n for n, (a, b) in enumerate(zip(self._told, entries)) if a is not b), len(entries))
            del self._told[same:]
            now = positions[same]
            self._path = list(now.path) if now.phase in (Phase.STEP, Phase.VOYAGE) else []
            self.lines = [line for line in self.lines if line.at <= same]
        for number in range(len(self._told), len(entries)):
            self._tell(number + 1, positions[number], entries[number], positions[number + 1])
            self._told.append(entries[number])
        return [line for line in self.lines if at is None or line.at <= at]

    def _tell(self, at: int, before: State, entry: Entry, after: State) -> None:
        side = SIDES[before.actor] if before.phase != Phase.DEAL else ""
        self.lines += [Told(at, side, text) for text in self._said(before, entry, after)]
        turned = (before.year, before.turn) != (after.year, after.turn)
        self.lines += [Told(at, "", text, turned) for text in consequences(before, after, self.language, self.viewer)]
        if before.phase == Phase.DEAL and after.phase != Phase.DEAL:
            self.lines.append(Told(at, "", word("julius_caesar.log.dealt", self.language)))

    def _said(self, before: State, entry: Entry, after: State) -> Iterator[str]:
        action = entry.action
        if before.phase in MARCHING and isinstance(action, MARCH):
            yield from self._marches(before, action, after)
        elif isinstance(action, s.Levy):
            if after.phase != Phase.MUSTER:
                yield self._levied(before, BLOCK[action.block], after)
        elif not self._unsaid(before, action, after):
            text = describe(action, before, self.language, self.viewer)
            dice = entry.comment if isinstance(action, s.Hits) else None
            yield f"{text} ({' '.join(map(str, dice))})" if dice else text

    def _unsaid(self, before: State, action: Action, after: State) -> bool:
        if isinstance(action, s.Play):  # a card of one's own that still lies face down
            return self.viewer not in (None, SIDES[before.actor]) or after.phase != Phase.PLAY
        return isinstance(action, QUIET) or (isinstance(action, s.Done) and before.phase in ENDS)

    def _marches(self, before: State, action: Action, after: State) -> Iterator[str]:
        if isinstance(action, (s.Take, s.Embark)):
            self._path = list(after.path)
            return
        if isinstance(action, s.Go):
            self._path.append(PLACES.index(action.place))
        if after.held == before.held:
            return
        path, block = self._path, before.held
        names = [place_name(PLACES[one], self.language) for one in path]
        fight = next((attack for attack in after.attacks if attack.place == path[-1]), None)
        key = "marched_by" if len(path) > 2 else "marched"
        if before.phase == Phase.VOYAGE:
            key = "sailed"
        elif fight and any(came == block for came, _ in fight.came):
            key = "attacked" if fight.attacker == before.actor else "answered"
        said = {"block": self._block(before, block), "origin": names[0], "place": names[-1]}
        yield word(f"julius_caesar.log.{key}", self.language, by=" – ".join(names[1:-1]), **said)

    def _levied(self, before: State, block: int, after: State) -> str:
        """In the words of a block that might have appeared elsewhere as well, which would tell what it is."""
        place = place_name(PLACES[after.location[block]], self.language)
        return word("julius_caesar.log.muster", self.language, block=self._block(before, block), place=place)

    def _block(self, state: State, block: int) -> str:
        side = SIDES[state.side[block]]
        if self.viewer in (None, side):
            return block_name(BLOCK_NAMES[block], self.language)
        return word("julius_caesar.log.a_block", self.language, side=side_name(side, self.language))


def told_of(lines: Sequence[Told], positions: Sequence[State], when: tuple[int, int], dice: bool,
            language: str | None) -> Iterator[str]:  # fmt: skip
    """The sentences of one turn, (year, turn), without its heading; of fights only losses and ends unless ``dice``."""
    for line in lines:
        before, after = positions[line.at - 1], positions[line.at]
        throw = before.phase in FIGHT and (bool(line.side) or after.phase in FIGHT)
        throw = throw and line.text not in losses(before, after, language)
        if (before.year, before.turn) == when and not line.head and (dice or not throw):
            yield line.text


def battles_of(positions: Sequence[State]) -> tuple[tuple[int, State], ...]:
    """(after how many actions, position) of the beginning of every battle."""
    found = []
    for at, (before, now) in enumerate(pairwise(positions), 1):
        fresh = now.combat and (before.combat is None or before.combat.place != now.combat.place)
        if fresh and now.phase in FIGHT:
            found.append((at, now))
    return tuple(found)
