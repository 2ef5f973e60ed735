"""The state of a battle board, and its texts, made from the frozen table; no chance is computed here."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache
from html import escape
from itertools import pairwise
from types import MappingProxyType
from typing import Annotated, Any, ClassVar, Final

from gamekit.julius_caesar import BLOCKS, Battle, BattlePosition, Block, BlockAct, Chances, Fight
from gamekit.julius_caesar.fight.moments import BestPlaySoFar, Course, DecisionCost, before_turn, either_may_leave
from gamekit.julius_caesar.fight.setup import PLACES, Setup, opposite, ready_battles
from gamekit.julius_caesar.odds.course import MAIN, turn_order
from gamekit.julius_caesar.tables import ATTACKER, DEFENDER, LETTERS, ONLINE, POINTS, ROLES, ROMAN, TEXT, read_online
from gamekit.probability.distribution import Basis
from gamekit.storage.serialization import Converter, from_plain, to_plain
from gamekit.text.translation import TranslatableText, basis_line, error_text, note, percent, word
from gamekit.widgets import page
from gamekit.widgets.julius_caesar.pieces import block_name
from gamekit.widgets.look import NEUTRAL, TINTS
from gamekit.widgets.page import Check, Container, Control, Html, Menu, Message, Radio, section

BY_POINT: Final = "points"  # the third way of choosing a reading


def reading_choice(online: tuple[str, ...], pointwise: bool, *more: Control | None) -> Container:
    """Return the controls to choose how unclear rules are read: as printed, as online, or each rule by itself."""
    whole = next((kind for kind in (TEXT, ONLINE) if online == read_online(kind)), BY_POINT)
    kind = BY_POINT if pointwise else whole
    names = [(word(f"julius_caesar.reading.{kind}"), kind) for kind in (TEXT, ONLINE, BY_POINT)]
    points = [Check(word(f"julius_caesar.point.{point}"), point in online, ("point", point)) for point in POINTS]
    return section(
        "",
        Menu(names, kind, ("reading",), word("julius_caesar.reading")),
        Container("gk-section", tuple(points)) if kind == BY_POINT else None,
        *more,
    )


def reading_chosen(online: tuple[str, ...], message: Message) -> tuple[tuple[str, ...], bool] | None:
    """The points read as online after a message, and whether they are chosen by themselves; None for others."""
    match message:
        case ("reading", kind):
            return (online, True) if kind == BY_POINT else (read_online(kind), False)
        case ("point", point, on):
            others = {other for other in online if other != point}
            return read_online({*others, point} if on else others), True
    return None


ORDERS, BEST = "orders", "best"
SMALL = 6  # battles of so many blocks are worked out exactly at once; larger ones as floats first
HEAVY, LARGE = 12, 16  # blocks of a battle with reserves; see is_heavy and is_large
MANY, MOST = 1_000_000, 3_000_000  # cells of a battle without reserves: exact chances take a second, floats half of one
DEEDS: Final = {"leaves": "head_leaves", "passes": "head_passes", "eliminated": "head_eliminated"}
FORMS: Final = {"dice": ("dice.many", "dice.one", "dice.many"), "hits": ("hits.none", "hits.one", "hits.many")}


LAST: Final = Converter(  # a fight is shared as it stands, without the moments before
    lambda course: to_plain(course[-1:], omit_defaults=True),
    lambda found: from_plain(found, Course, allow_missing=True),
)


@dataclass(frozen=True, slots=True)
class BattleTable:
    """The state of a battle board: the setup (``key`` if it is a ready battle), the fight so far, the choice that a
    person is about to make, the chances from here and whether they are exact, whether best play is shown, its results
    so far and the costs of decisions; the doubtful points on which the answer depends; what a win costs, the next enemy
    (``then``), and the plan kept as A."""

    SHARED: ClassVar = ("setup", "key", "course", "fraction", "seed", "play")

    setup: Setup
    key: str = ""
    course: Annotated[Course, LAST] = ()
    chosen: int | None = None
    chances: Chances | None = None
    exact: bool = True
    fraction: bool = False
    seed: str = "49"
    language: str = "en"
    play: str = ORDERS
    best: BestPlaySoFar | None = None
    costs: tuple[DecisionCost, ...] | ValueError | None = None
    hangs: tuple[Battle, tuple[str, ...]] | None = None
    pointwise: bool = False
    given_win: bool = False
    then: tuple[Block, ...] = ()
    pinned: BattleTable | None = field(default=None, compare=False, repr=False)

    @property
    def battle(self) -> Battle | None:
        """The battle as set up, or None while it is not one."""
        try:
            return self.setup.battle()
        except ValueError:
            return None

    @property
    def fight(self) -> Fight | None:
        """The fight at the moment shown; None while no battle is set up."""
        return self.course[-1].fight if self.course else None

    @property
    def over(self) -> bool:
        """Whether the fight is over."""
        return bool(self.course) and self.course[-1].fight.is_over

    @property
    def choice(self) -> int | None:
        """The slot that takes the next hit: the person's choice, else by standing orders."""
        fight = self.fight
        if not fight or not fight.hits_to_take:
            return None
        return self.chosen if self.chosen in fight.slots_for_next_hit else fight.slot_hit_next

    def position(self, battle: Battle) -> BattlePosition:
        """Return where the fight is, or where it would begin."""
        return self.fight.position if self.fight else battle.start_position

    @property
    def found(self) -> BestPlaySoFar | None:
        """The results so far on best play from here."""
        best, battle = self.best, self.battle
        return best if best and battle and (best.battle, best.position) == (battle, self.position(battle)) else None

    @property
    def shown_chances(self) -> Chances | None:
        """The chances that are shown: under standing orders, or by best play where that is asked for."""
        if self.play == ORDERS:
            return self.chances
        return self.found.chances if self.found else None

    def say(self, key: str, **fields: Any) -> str:
        return word(f"julius_caesar.board.{key}", self.language, **fields)

    def side_name(self, role: str) -> str:
        """Return the name of the attacking or defending side."""
        return word(f"julius_caesar.side.{self.setup.side(role)}", self.language)

    def acting(self, role: str) -> str:
        """Return the role that rates a side's blocks: the other role once roles have been exchanged (7.31)."""
        return opposite(role) if self.fight and self.fight.position.exchanged else role

    @property
    def either_may_leave(self) -> bool:
        """Whether either side may be the one that leaves when both survive."""
        if self.fight:
            return either_may_leave(self.fight.battle, self.fight.position)
        return bool(self.setup.defender_reserve)

    @property
    def ends(self) -> tuple[str, str, str]:
        """The three ends: the attacker wins, leaves, is eliminated."""
        name = {"side": self.side_name(ATTACKER)}
        leaves = self.say("leaves_either") if self.either_may_leave else self.say("leaves", **name)
        return self.say("wins", **name), leaves, self.say("eliminated", **name)

    def colour(self, role: str) -> str:
        """The colour of the attacking or defending side."""
        return TINTS[self.setup.side(role)].face

    @property
    def title(self) -> str:
        return self.say("title", attacker=self.side_name(ATTACKER), defender=self.side_name(DEFENDER))


def with_odds(table: BattleTable, exact: bool = False) -> BattleTable:
    """The table with its chances: exact for small battles and when asked for, else as floats."""
    battle = table.battle
    if not battle:
        return replace(table, chances=None, exact=True)
    exact = exact or table.fraction or len(table.setup.blocks()) <= SMALL
    if battle.has_unknown_blocks:
        return replace(table, chances=battle.chances(int if exact else float), exact=exact)
    return replace(table, chances=battle.at(table.position(battle)).chances(int if exact else float), exact=exact)


def is_heavy(setup: Setup, limit: int = HEAVY, most: int = MANY) -> bool:
    """Whether trying every block of the pool, or exact chances, would keep a person waiting."""
    unknown = sum(block.type == "unknown" for *_, block in setup.blocks())
    if unknown:  # as many battles as there are blocks in the pool
        return limit == HEAVY or unknown > 1
    if setup.attacker_reserve or setup.defender_reserve:
        return len(setup.blocks()) > limit
    own, enemy = (sum(block.strength for block in body) + 1 for body in (setup.attacker, setup.defender))
    return own * enemy * (own + enemy) > most


def is_large(setup: Setup) -> bool:
    """Whether even one set of chances takes so long that the board is better shown first."""
    return is_heavy(setup, LARGE, MOST)


# The sentence, the answer and the heading ----------------------------------------------------------------------------


def spoken_sentence(table: BattleTable) -> str:
    """The battle and its chances in one sentence, with their basis."""
    battle, chances = table.battle, table.shown_chances
    if not battle or not chances:
        return table.say("counting" if battle else "empty")
    shares = {"leaves": percent(chances.attacker_leaves), "eliminated": percent(chances.attacker_eliminated)}
    names: dict[str, Any] = {role: table.side_name(role) for role in ROLES}
    names |= {f"{role}s": listed(table, role) for role in ROLES}
    if table.over:
        return table.say("sentence_over", claim=_claim(table), **names)
    if table.fight:
        now = table.fight.position
        own, other_ = (sum(each.strength for each in now.blocks_of_side(role)) for role in ROLES)
        names |= {"round": now.round, "own": own, "other": other_}
    names["else_"] = table.say("else_either" if table.either_may_leave else "else", **shares)
    names |= {"wins": percent(chances.attacker_wins), "basis": basis_line(basis(table))}
    return table.say("sentence_fight" if table.fight else "sentence", **names)


def basis(table: BattleTable) -> Basis:
    """The basis of the chances shown: of best play where it has been solved, else exact or rounded."""
    if table.play == BEST and table.found:
        return table.shown_chances.basis if table.shown_chances else table.found.basis
    return (note("basis.exact" if table.exact else "basis.rounded"), *table.battle.basis) if table.battle else ()


def basis_lines(table: BattleTable) -> tuple[str, str]:
    """Return the basis of the chances in two lines, first in words, then by clauses."""
    parts = [(one, isinstance(one, TranslatableText)) for one in basis(table)]
    return basis_line(one for one, worded in parts if worded), basis_line(one for one, worded in parts if not worded)


def strength_text(table: BattleTable, block: Block) -> str:
    name = block_name(block)
    return name if block.type == "unknown" else f"{name} {ROMAN[block.strength]}"


def listed(table: BattleTable, role: str) -> str:
    main, back = (", ".join(strength_text(table, one) for one in table.setup.row(role, place)) for place in PLACES)
    return table.say("with_reserve", main=main, reserve=back) if back else main


def answer_html(table: BattleTable) -> str:
    """The chance to win in large type, the bar of the ends and the basis, under standing orders or by best play."""
    chances, found = table.shown_chances, table.found if table.play == BEST else None
    if table.battle is None or not (chances or (found and found.value is not None)):
        return page.answer_html(*_unanswered(table), [], "")
    shares: tuple[Any, ...] = (found.value, 1 - found.value) if found and found.value is not None else ()
    labels: tuple[str, ...] = (table.ends[0], table.say("wins_not", side=table.side_name(ATTACKER)))
    colours = table.colour(ATTACKER), NEUTRAL, table.colour(DEFENDER)
    if chances:
        shares = chances.attacker_wins, chances.attacker_leaves, chances.attacker_eliminated
        short = [word(f"julius_caesar.chart.attacker_{end}") for end in ("leaves", "eliminated")]
        labels = table.ends[0], table.ends[1] if table.either_may_leave else short[0], short[1]
    wins = table.chances.attacker_wins if table.chances else None
    exact = f"{wins.numerator}/{wins.denominator}" if isinstance(wins, (Fraction, int)) and not found else ""
    parts = [(label, float(share), colour) for label, share, colour in zip(labels, shares, colours)]
    said = percent(shares[0]), _claim(table), _remark(table)
    return page.answer_html(*said, parts, *basis_lines(table), colours[0], exact, table.fraction)


def _unanswered(table: BattleTable) -> tuple[str, str, str]:
    found = table.found
    if not table.battle:
        return "–", table.say("empty"), table.say("empty_note")
    if table.play == ORDERS:
        return "…", table.say("counting"), table.say("counting_note")
    if found and found.refused:
        return "–", table.say("best_none"), error_text(found.refused)
    return "…", table.say("best_counting"), table.say("best_stop")


def _claim(table: BattleTable) -> str:
    name, chances = {"side": table.side_name(ATTACKER)}, table.chances
    if not table.over or not chances:
        return table.say("wins_here" if table.fight else "wins", **name)
    if chances.attacker_wins:
        return table.say("over_wins", **name)
    return table.say("over_leaves" if chances.attacker_leaves else "over_eliminated", **name)


def _remark(table: BattleTable) -> str:
    chances, fight = table.chances, table.fight
    if table.play == BEST:
        if table.over:
            return ""
        said = percent(chances.attacker_wins) if chances else ""
        return table.say("best_remark_orders", chance=said) if said else table.say("best_remark")
    if not fight:
        left = {role: f"{float(getattr(chances, f'{role}_strength')):.1f}" for role in ROLES} if chances else {}
        return table.say("remark_left", **{f"{role}_name": table.side_name(role) for role in left}, **left)
    if fight.overridden and not fight.is_over:
        return table.say("remark_overridden")
    before = before_turn(table.course)
    return table.say("remark_before", chance=percent(chance_now(before))) if before else table.say("remark_start")


@lru_cache(maxsize=512)
def chance_now(fight: Fight) -> Any:
    """The attacker's chance to win from where a fight is, as a float."""
    return fight.battle.at(fight.position).chances(float).attacker_wins


def heading_html(table: BattleTable) -> str:
    """Return the heading: attacker and defender, at the right the stage of the battle."""
    where = f" · {ready_name(table.key)}" if table.key not in ("", next(iter(ready_battles()))) else ""
    counts = {f"{role}s": sum(len(table.setup.row(role, place)) for place in PLACES) for role in ROLES}
    aside = table.say("aside_setup", **counts)
    if table.fight:
        aside = table.say("aside_over" if table.over else "aside_round", round=table.fight.position.round)
    return page.heading_html(f"{table.title}{where}", aside)


def ready_name(key: str) -> str:
    return word(f"julius_caesar.board.ready.{key}")


def dice(table: BattleTable, role: str) -> tuple[int, ...]:
    """Return the number of dice that a side's main body throws in each letter, A to D."""
    found, firing = dict.fromkeys(LETTERS, 0), table.setup.row(role, MAIN)
    if table.fight:
        standing = (now for now in table.fight.position.blocks_of_side(role) if now.strength and now.place == MAIN)
        firing = tuple(now.block.with_strength(now.strength) for now in standing)
    for block in (one for one in firing if one.type != "unknown"):
        found[block.initiative(table.acting(role))] += block.strength
    return tuple(found.values())


def counted(what: str, number: int) -> str:
    """Return a number of dice or hits in words."""
    return word(f"julius_caesar.board.{FORMS[what][min(number, 2)]}", None, **{what: number})


def block_text(name: str) -> str:
    """A block's name in a fight's log as a board says it."""
    bare = name.rpartition(":")[2]
    found = next((block for (_, known), block in BLOCKS.items() if known == bare), None)
    return block_name(found) if found else name


# The fight beside the board ------------------------------------------------------------------------------------------


def go_text(table: BattleTable) -> str:
    fight = table.fight
    if not fight:
        return table.say("go")
    if fight.hits_to_take:
        return table.say("take")
    if not fight.turn:
        return table.say("go_over")
    key, thrown = "go_leave" if fight.turn.must_leave else "go_roll", counted("dice", fight.turn.dice)
    return table.say(key, block=block_name(fight.turn.block), dice=thrown)


def fight_note(table: BattleTable) -> str:
    fight = table.fight
    if not fight or fight.is_over:
        return table.say("note_over" if fight else "note_begin")
    if fight.position.round == 1:
        return table.say("note_round_1")
    return table.say("note_cut_off" if fight.turn and not fight.turn.may_leave else "note_orders")


def hit_choice(table: BattleTable, do: Message, shown: bool = True, odds: bool = True) -> Container:
    """Return the choice of the block that takes the hit, with the standing orders' choice and the chances to win."""
    fight, rows = table.fight, list[list[str]]()
    if not shown or not fight or not fight.side_taking_hits or len(fight.slots_for_next_hit) < 2:
        return Container("gk-section", (Html(), Radio(rows, 0, do, table.say("who_takes"))), shown=False)
    for slot in fight.slots_for_next_hit:
        block = fight.position.blocks_of_side(fight.side_taking_hits)[slot].block
        standing = table.say("standing_order") if slot == fight.slot_hit_next else ""
        after = percent(chance_now(fight.take_hit(slot))) if odds else ""
        rows.append([block_name(block), standing, after])
    last = fight.log[-1]
    head = table.say("who_takes_number", number=len(last.taken) + 1) if last.hits > 1 else table.say("who_takes")
    aside = escape(table.say("then_wins", side=table.side_name(ATTACKER)))
    question = page.heading_html(head, "", 3) + f'<div class="gk-quiet gk-right">{aside}</div>'
    chosen = fight.slots_for_next_hit.index(table.choice) if table.choice is not None else 0
    return Container("gk-section", (Html(question, shown=odds), Radio(rows, chosen, do, table.say("who_takes"))))


def order_html(table: BattleTable) -> str:
    """Return the order of fire in this round: turns done, the turn now, turns to come."""
    fight = table.fight
    if not fight:
        return ""
    position, acted = fight.position, set(_acted(table))
    order = turn_order(position.round, table.setup.first_strike, position.exchanged)
    lines = []
    for role in dict.fromkeys(role for role, _ in order):
        style, cells = f'style="--gk-side:{table.colour(role)}"', ""
        for letter, due in zip(LETTERS, dice(table, role)):
            place, cell = order.index((role, letter)) + 1, "–"
            if place == position.turn and not fight.is_over:
                cell = f'<span class="gk-now">{escape(table.say("now"))}</span>'
            elif (position.round, role, letter) in acted:
                cell = f'<span class="gk-done" {style}>✓</span>'
            elif place > position.turn and due and not fight.is_over:
                cell = f'<span class="gk-due" {style}>{due}</span>'
            cells += f"<td>{cell}</td>"
        lines.append(f"<tr><th>{escape(table.side_name(role))}</th>{cells}</tr>")
    heads = "".join(f"<th>{letter}</th>" for letter in LETTERS)
    return f'<table class="gk-order"><tr><td></td>{heads}</tr>{"".join(lines)}</table>'


def _acted(table: BattleTable) -> Iterator[tuple[int, str, str]]:
    """Yield the (round, role, letter) of every turn so far."""
    for before, after in pairwise(table.course):
        if after.turns > before.turns and after.actor:
            role, _, block = after.actor
            acting = opposite(role) if before.fight.position.exchanged else role
            yield after.fight.log[-1].round, role, block.initiative(acting)


def log_html(table: BattleTable, notes: Mapping[int, str] = MappingProxyType({})) -> str:
    """Return the log as HTML, the last round first, with ``notes`` by place in the log."""
    rounds: dict[int, list[tuple[str, str, str]]] = {}
    for place, entry in enumerate(table.fight.log if table.fight else ()):
        letter, said = TINTS[table.setup.side(entry.side)].letter, log_entry_text(table, entry) + notes.get(place, "")
        rounds.setdefault(entry.round, []).append((letter, table.colour(entry.side), said))
    parts = [
        page.heading_html(table.say("log_round", round=round), "", 3) + page.log_html(rounds[round])
        for round in sorted(rounds, reverse=True)
    ]
    return f'<div class="gk-logs">{"".join(parts)}</div>'


def log_entry_text(table: BattleTable, entry: BlockAct) -> str:
    block = block_text(entry.block)
    if entry.deed != "fires":
        return table.say(DEEDS[entry.deed], block=block)
    text = table.say("log_rolls", block=block, faces=" ".join(map(str, entry.faces)), hits=counted("hits", entry.hits))
    dies = f" {table.say('log_dies')}"
    names = [block_text(name) + ("" if after else dies) for name, _, after in entry.taken]
    text += table.say("log_on", names=", ".join(names)) if names else ""
    return text + (table.say("log_wasted", wasted=entry.wasted) if entry.wasted else "")
