"""Interned actions: one instance per block, place or card, indexed by number."""

from __future__ import annotations

from typing import Final

from gamekit.julius_caesar import state as s
from gamekit.julius_caesar.blocks import BLOCK_NAMES
from gamekit.julius_caesar.places import CARDS, PLACES

DONE: Final = s.Done()
STOP: Final = s.Stop()
GO: Final = tuple(map(s.Go, PLACES))
TARGET: Final = tuple(map(s.Target, PLACES))
JOIN_BATTLE: Final = tuple(map(s.JoinBattle, PLACES))
DISCARD: Final = tuple(map(s.Discard, CARDS))
PLAY: Final = tuple(map(s.Play, CARDS))
DEAL: Final = tuple(map(s.Deal, CARDS))
DRAW: Final = tuple(map(s.Draw, BLOCK_NAMES))
DEPLOY: Final = tuple(map(s.Deploy, BLOCK_NAMES))
TAKE: Final = tuple(map(s.Take, BLOCK_NAMES))
EMBARK: Final = tuple(map(s.Embark, BLOCK_NAMES))
LEVY: Final = tuple(map(s.Levy, BLOCK_NAMES))
STRENGTHEN: Final = tuple(map(s.Strengthen, BLOCK_NAMES))
FIRE: Final = tuple(map(s.Fire, BLOCK_NAMES))
PASS: Final = tuple(map(s.Pass, BLOCK_NAMES))
RETREAT: Final = tuple(map(s.Retreat, BLOCK_NAMES))
TAKE_HIT: Final = tuple(map(s.TakeHit, BLOCK_NAMES))
REGROUP: Final = tuple(map(s.Regroup, BLOCK_NAMES))
DISBAND: Final = tuple(map(s.Disband, BLOCK_NAMES))
