"""Things that boards, files and link codes hold, made and drawn at random."""

import zlib
from base64 import urlsafe_b64encode
from collections import defaultdict
from dataclasses import replace
from functools import partial
from importlib import import_module
from itertools import islice
from random import Random
from typing import Any

from gamekit import aquileia as aq
from gamekit import caesar
from gamekit import julius_caesar as jc
from gamekit import roma_victrix as rv
from gamekit.play.protocol import play, random_strategy
from gamekit.storage import data_files, record, serialization
from gamekit.widgets import any_game, explore, game_page
from gamekit.widgets.aquileia import city_board, contest_panel
from gamekit.widgets.caesar import duel_board
from gamekit.widgets.caesar import game_board as caesar_board
from gamekit.widgets.julius_caesar import battle_table, campaign
from gamekit.widgets.roma_victrix import combat_board, siege_board
from gamekit.widgets.roma_victrix import game_board as map_board
from tests.fifth_game import terni

BATTLE = jc.Battle(jc.army("Caesar, Equitatus 1", "Caesar"), jc.army("Pompey, Navis 3", "Pompey"))  # of 7.2


SIEGE = rv.Siege(rv.force("4 LGN, 2 HI, AUX", leader=1), rv.force("2 HI, AUX", leader=1))


ARENA = aq.example_contests()["arena"]


SETUPS: dict[str, Any] = {  # one of each kind; the golden file has their codes as this version writes them
    "battle": BATTLE,
    "engagement": BATTLE.at(),
    "fight": jc.Fight(BATTLE).fire((1, 4, 6)),
    "worth": jc.Worth(win=3, own_step=0.5),
    "combat": rv.LandCombat(rv.force("3 HI, 4 CAV", leader=1), rv.force("HI"), printed=[("cavalry", "attacker", 1)]),
    "siege": replace(SIEGE, treachery=2),
    "campaign": partial(rv.campaign, (rv.rulebook_combat("Cilicia"),), prize=3, objective="swing"),
    "attrition": partial(rv.attrition_csp_loss, rv.force("4 LGN, rHI", leader=2), halved=True),
    "attrition card": partial(rv.attrition_card, rv.force("LGN", leader=2)),
    "sea attrition": partial(rv.sea_attrition, rv.force("2 FLEET, HI")),
    "piracy": partial(rv.piracy_csp_loss, rv.force("2 FLEET")),
    "contest": ARENA,
    "dice": partial(aq.best_play, ARENA, hands={"Kiko": ("slave 2",)}, worth={"Kiko": aq.PointWorth(gold=3)}),
    "blue dice": partial(aq.split_blue_dice, ARENA, aq.example_contests()["race"]),
    "auction": partial(
        aq.auction_course, (aq.Bidder("Ada", aq.Purse(silver=1), 0), aq.Bidder("Ben", aq.Purse(gold=1), 2.5))
    ),
    "conflict": caesar.Conflict(3, 2, (9, 1), (8, 5, "F")),
    "duel": partial(caesar.duel, ((1, 1), (3, 3)), (9, 1, "F"), (8, 5, "F")),
}


TABLES: dict[str, Any] = {
    "battle board": lambda: battle_table.BattleTable(jc.fight.setup.setup_of(BATTLE), fraction=True, seed="7"),
    "combat board": lambda: combat_board.table_of(SETUPS["combat"], ("Rome", "Pontus"), "ja"),
    "siege board": lambda: siege_board.table_of(SIEGE, ("Rome", ""), "en"),
    "contest board": lambda: contest_panel.ContestTable(ARENA.entrants, 1),
    "duel board": lambda: duel_board._read([[[1, 1], [2, 3]], [9, 1, "F"], [8, 5]]),
    "campaign board": lambda: campaign.CampaignTable(session(jc), odds=False),
    "city board": lambda: city_board.CityTable(session(aq)),
    "map board": lambda: map_board.MapTable(session(rv)),
    "caesar board": lambda: caesar_board.CaesarTable(session(caesar), fights=(("a1", "b1"),), help="alone"),
    "game board": lambda: any_game.AnyTable(session(terni)),
}


def explored(legions: int, enemies: int, firepower: int, of: Any = None) -> Any:
    """A map of battles; by an event it is one of numbers."""

    def attack(enemy: int, legions: int, firepower: int) -> Any:
        return jc.Battle(jc.army(f"{legions} C{firepower}/III"), jc.army(f"{enemy} C2/II"))

    axes = {"enemy": range(1, enemies + 1), "legions": range(1, legions + 1), "firepower": (firepower,)}
    return explore(attack, of=of, names={"enemy": "the other's blocks"}, language="en", **axes).table


TABLES["explore board"] = lambda: explored(2, 2, 3)


def session(game: Any, actions: int = 9, seed: int = 7, at: int = 4) -> game_page.Play:
    kept = random_record(game, seed, actions)
    return game_page.Play(game_page.begin(kept, seed=3, at=min(at, len(kept.entries))))


def random_record(game: Any, seed: int, actions: int) -> record.Record:
    random = Random(seed)

    return record.record_of_moves(
        game, islice(play(game.rules, defaultdict(lambda: random_strategy(random)), random), actions)
    )


def shown(thing: Any) -> Any:
    """What a code keeps of a thing, to compare it by."""
    if isinstance(thing, partial):
        return thing.func, thing.args, thing.keywords
    return (
        serialization.to_plain(thing, omit_defaults=True)
        if type(thing).__name__.endswith(("Table", "Exploration"))
        else thing
    )


def bound(thing: Any) -> Any:
    """A question that is a function, with all its arguments by name."""
    if not isinstance(thing, partial):
        return thing
    names = list(import_module("inspect").signature(thing.func).parameters)
    return partial(thing.func, **dict(zip(names, thing.args)), **thing.keywords)


def forged(text: str) -> str:
    """A code with a good checksum whose content is a text."""
    press = zlib.compressobj(9, zlib.DEFLATED, -15, zdict=data_files.text("share_1.txt").encode())
    packed = press.compress(text.encode()) + press.flush()
    return "gk1-" + urlsafe_b64encode(zlib.crc32(packed).to_bytes(4) + packed).decode().rstrip("=")
