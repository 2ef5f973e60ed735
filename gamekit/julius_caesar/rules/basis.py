"""The clauses that the rules implement, the points where this edition differs from others, and our rulings."""

from __future__ import annotations

from typing import Final

from gamekit.julius_caesar.readings import deviations
from gamekit.julius_caesar.state import State
from gamekit.probability.distribution import Basis
from gamekit.storage.data_files import clauses
from gamekit.text.translation import note

JUDGED: Final = (
    "julius_caesar.judged.card_counts",
    "julius_caesar.judged.group",
    "julius_caesar.judged.no_return",
    "julius_caesar.judged.mercury",
    "julius_caesar.judged.response_strait",
    "julius_caesar.judged.sea_borders",
    "julius_caesar.judged.navis_attack",
    "julius_caesar.judged.few_levies",
    "julius_caesar.judged.elephant_levy",
    "julius_caesar.judged.decline",
    "julius_caesar.judged.jupiter_draw",
    "julius_caesar.judged.jupiter_adjacent",
    "julius_caesar.judged.defector",
    "julius_caesar.judged.cleopatra",
    "julius_caesar.judged.cleopatra_turn",
    "julius_caesar.judged.exchange",
    "julius_caesar.judged.sea_and_road",
    "julius_caesar.judged.navis_origins",
    "julius_caesar.judged.navis_shore",
    "julius_caesar.judged.empty_city",
    "julius_caesar.judged.both_ten",
    "julius_caesar.judged.winter_turns",
    "julius_caesar.judged.face_down",
)
EDITION: Final = (
    "julius_caesar.edition.winter",
    "julius_caesar.edition.cleopatra",
    "julius_caesar.edition.vulcan",
)


def basis_of(state: State) -> Basis:
    """Return the basis of one game: ``basis``, then the points that its reading decides otherwise than by the text."""
    return (*basis(), *deviations(state.online))


def basis() -> Basis:
    """Return every clause of the rules, then the differences of this rulebook and the judged readings as notes.

    >>> from gamekit.text.translation import translate
    >>> translate(basis()[-1]).split(";")[0]
    'this rulebook lets Vulcan strike all blocks in a named city'
    """
    numbered = tuple(clause for clause in clauses("julius_caesar") if not clause.startswith("X."))
    return (*numbered, *map(note, JUDGED), *map(note, EDITION))
