"""Wooden blocks, the signs of their kinds, and dice, as shapes."""

from __future__ import annotations

from dataclasses import replace
from functools import cache, partial

from gamekit.julius_caesar.odds.army import full_name
from gamekit.julius_caesar.odds.battle import Battle
from gamekit.julius_caesar.tables import BLOCKS, ROLES, ROMAN, Block
from gamekit.text.translation import translate, word
from gamekit.widgets.look import INK, TEXT, TINTS, TINY, WHITE, Tint
from gamekit.widgets.scene import Box, Circle, Group, Rect, Scene, Shape, Text
from gamekit.widgets.svg import pips, sign_of

OPEN = 60  # blocks of this size and more show sign and all strengths; smaller ones strength and rating
CAPITAL = 9  # the radius of a disc with a letter

sign = partial(sign_of, "julius_caesar")


def printed(name: str) -> Block:
    """The block called ``Caesar:Legio 13`` as it is printed, at full strength."""
    colour, _, short = name.partition(":")
    return BLOCKS[colour, short]


def block_of(name: str, strength: int, side: str) -> Block:
    """The block called ``Caesar:Legio 13`` at a strength, serving a side."""
    return replace(printed(name).with_strength(strength), side=side)


def sign_of_block(block: Block) -> str:
    """Return the sign on a block: its type; auxilia are archers (A) or light infantry (B)."""
    if block.type == "auxilia":
        return "archers" if block.initiative_attacking == "A" else "infantry"
    return block.type


def tint(block: Block, side: str | None) -> Tint:
    """The colours of a block: as printed, Cleopatra's own, or the side's for a block known only by its rating."""
    if block.type == "cleopatra":
        return TINTS["Cleopatra"]
    return TINTS[block.colour or side or "neutral"]


def _wood(colours: Tint, size: float, rim: float, corner: float) -> list[Shape]:
    """A block without anything on it, and its shadow."""
    half = size / 2
    return [
        Rect(1 - half, 2 - half, size, size, corner, fill=INK, opacity=0.16),
        Rect(-half, -half, size, size, corner, fill=colours.rim),
        Rect(rim - half, rim - half, size - 2 * rim, size - 2 * rim, max(corner - rim, 1), fill=colours.face),
    ]


@cache
def face(
    colours: Tint, name: str, rating: str, track: tuple[int, ...], strength: int, size: float
) -> tuple[Shape, ...]:
    """A block's face, its middle at (0, 0): strength on top, the others on the edges they turn up on, sign, rating."""
    half, rim = size / 2, max(1.5, 0.032 * size)
    corner = half if name == "cleopatra" else 0.1 * size
    shapes = _wood(colours, size, rim, corner)
    if size < OPEN:
        upper, lower = max(TINY, 0.3 * size), max(TINY, 0.34 * size)
        top = Text(0, -0.08 * size, ROMAN[strength], upper, "#ffffff", "serif", 700, anchor="middle")
        return (*shapes, top, Text(0, 0.3 * size, rating, lower, "#ffffff", weight=700, anchor="middle"))
    inner = rim + 0.75
    within, bend = size - 2 * inner, max(corner - inner, 1)
    shapes.append(Rect(inner - half, inner - half, within, within, bend, stroke=colours.inner, opacity=0.75))
    shapes.append(Text(0, -0.275 * size, ROMAN[strength], 0.2 * size, "#ffffff", "serif", 700, anchor="middle"))
    for place, other in enumerate(track):
        if quarter := (place - track.index(strength)) % 4:
            letters = max(TINY, 0.14 * size)
            edge = Text(0, -0.325 * size, ROMAN[other], letters, colours.faint, "serif", 700, anchor="middle")
            shapes.append(Group((edge,), rotate=90 * quarter, opacity=0.92))
    if name == "generic":
        shapes.append(Text(0, 0.13 * size, rating, 0.32 * size, "#ffffff", weight=700, anchor="middle"))
    else:
        shapes.append(Group(sign(name, "#ffffff", colours.face), -0.18 * size, -0.255 * size, scale=0.36 * size / 24))
        shapes.append(Text(0, 0.265 * size, rating, 0.2 * size, "#ffffff", weight=700, anchor="middle"))
    return tuple(shapes)


def face_box(size: float) -> Box:
    """Return the box in px that a face fills, its shadow included."""
    return -size / 2 - 2, -size / 2 - 2, size + 6, size + 6


def block_face(block: Block, side: str | None, role: str, size: float) -> tuple[Shape, ...]:
    """A block's face as it serves a side and is rated in a role, its middle at (0, 0)."""
    if block.type == "unknown":
        mark = Text(0, 0.16 * size, "?", 0.5 * size, "#ffffff", "serif", 700, anchor="middle")
        return (*hidden(block.side or side or "Caesar", size), mark)
    return face(tint(block, side), sign_of_block(block), block.rating(role), block.track, block.strength, size)


def block_group(
    block: Block, side: str | None, role: str, size: float, x: float, y: float, rotate: float = 0, opacity: float = 1
) -> Group:
    """A block with its middle at (x, y), copied from a face painted once."""
    return Group(block_face(block, side, role, size), x, y, rotate, box=face_box(size), opacity=opacity)


def armies(battle: Battle, width: float) -> Scene:
    """Both armies of a battle, the attacker's at the left, reserves pale; as small as they must be to fit."""
    bodies = [(side, getattr(battle, side), getattr(battle, f"{side}_reserve")) for side in ROLES]
    most = max(len(main) + len(reserve) for _, main, reserve in bodies)
    size = min(46.0, (width / 2 - 14) / most - 6)
    shapes = list[Shape]()
    for start, colour, (role, main, reserve) in zip((0.0, width / 2 + 7), ("Caesar", "Pompey"), bodies):
        for place, block in enumerate((*main, *reserve)):
            x = start + (size + 6) * (place + 0.5)
            pale = 1 if place < len(main) else 0.5
            shapes.append(block_group(block, block.side or colour, role, size, x, size / 2 + 3, opacity=pale))
    names = ([f"{one.name_for_army}/{ROMAN[one.strength]}" for one in (*main, *reserve)] for _, main, reserve in bodies)
    said = " – ".join(map(", ".join, names))
    return Scene(width, size + 8, tuple(shapes), title=said, sentence=said)


def hidden(side: str, size: float) -> tuple[Shape, ...]:
    """A block face down: the side's colour and a rim, nothing else."""
    return tuple(_wood(TINTS[side], size, max(1.5, 0.032 * size), 0.1 * size))


@cache
def pool_chip(colours: Tint, rating: str, size: float, round: bool = False) -> tuple[Shape, ...]:
    """A small block of the pool, its left top corner at (0, 0): the rating alone."""
    corner = size / 2 if round else 0.12 * size
    return (
        Rect(0.75, 0.75, size - 1.5, size - 1.5, corner, fill=colours.face, stroke=colours.rim, stroke_width=1.5),
        Text(size / 2, 0.655 * size, rating, 12, "#ffffff", weight=600, anchor="middle"),
    )


def disc(side: str, x: float, y: float, text: str = "", radius: float = CAPITAL, ring: str | None = None) -> Group:
    """A side's letter (or another short text) on a disc of its colour."""
    tint, size = TINTS[side], TEXT if radius >= 8 else TINY
    said = Text(0, 0.36 * size, text or tint.letter, size, "#ffffff", weight=700, anchor="middle")
    return Group((Circle(0, 0, radius, fill=tint.face, stroke=ring, stroke_width=2), said), x, y)


@cache
def die(value: int, colour: str | None, size: float = 34) -> tuple[Shape, ...]:
    """A die, its left top corner at (0, 0): in a side's colour when it hits, pale when it misses."""
    return (
        Rect(0.8, 1.6, size, size, 0.2 * size, fill=INK, opacity=0.15),
        Rect(0, 0, size, size, 0.2 * size, fill=colour or WHITE, stroke=colour or "#B9AC93", stroke_width=1.3),
        *pips(value, size, "#ffffff" if colour else "#7A705F"),
    )


# What blocks are called ----------------------------------------------------------------------------------------------


def block_name(block: Block, language: str | None = None) -> str:
    """Return a block's name in a language: ``Legio 13``, ``第13軍団``; a rating is its own name."""
    return translate(full_name(block), language)


def short_name(block: Block, language: str | None = None) -> str:
    """Return a block's short name, shown under it in the pool."""
    if " " in block.name:
        return block.name.rpartition(" ")[2]
    return word(f"julius_caesar.board.short.{block.name}", language)


def block_label(block: Block, language: str | None = None) -> str:
    """A block for those who do not see it: name, rating and strength."""
    if block.type == "unknown":
        return word("julius_caesar.board.unknown", language, side=word(f"julius_caesar.side.{block.side}", language))
    rating = "/".join(dict.fromkeys(block.rating(role) for role in ROLES))  # D4/B4 where attacking differs (7.42)
    fields = {"name": block_name(block, language), "rating": rating, "strength": ROMAN[block.strength]}
    return word("julius_caesar.board.label_block", language, **fields)
