"""What a battle board says and shows at a moment, worked out from a frozen ``Table``; it computes no chance itself."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from html import escape
from itertools import pairwise
from types import MappingProxyType
from typing import Any

from gamekit.julius_caesar import BLOCKS, Battle, Block, Chances, Fight, Standing
from gamekit.julius_caesar.odds.course import volleys
from gamekit.julius_caesar.odds.fight import Deed
from gamekit.julius_caesar.tables import ATTACKER, DEFENDER, LETTERS, ROLES, ROMAN
from gamekit.widgets import page
from gamekit.widgets.julius_caesar.battle_fight import (
    Course,
    DecisionCost,
    FoundBest,
    before_turn,
    either_may_leave,
    hits_taken,
)
from gamekit.widgets.julius_caesar.battle_setup import MAIN, PLACES, RESERVE, Setup, other, ready_battles
from gamekit.widgets.julius_caesar.battle_view import Piece, Side, Step, Turn, View, block_label, block_name
from gamekit.widgets.look import NEUTRAL, TINTS
from gamekit.words import Note, basis_line, clauses_line, note, percent, spoken, word

SMALL = 6  # battles of so many blocks are worked out exactly at once; larger ones as floats first
HEAVY, LARGE = 12, 16  # blocks of a battle with reserves; see is_heavy and is_large
MANY, MOST = 1_000_000, 3_000_000  # cells of a battle without reserves: exact chances take a second, floats half of one
DEEDS = {"leaves": "head_leaves", "passes": "head_passes", "eliminated": "head_eliminated"}


@dataclass(frozen=True, slots=True)
class Table:
    """All that a battle board knows: the setup (``key`` if it is a ready battle), the fight so far, the choice that a
    person is about to make, the chances from here and whether they are exact, what is chosen in the lists; whether
    best play is asked for, what is known of it and what decisions have cost; on which points the answer hangs."""

    setup: Setup
    key: str = ""
    course: Course = ()
    chosen: int | None = None
    chances: Chances | None = None
    exact: bool = True
    fraction: bool = False
    seed: str = "49"
    picked: tuple[Any, ...] | None = None
    row: tuple[str, str] | None = None
    language: str = "en"
    play: str = "orders"
    best: FoundBest | None = None
    costs: tuple[DecisionCost, ...] | ValueError | None = None
    hangs: tuple[Battle, tuple[str, ...]] | None = None

    @property
    def battle(self) -> Battle | None:
        """The battle as set up, or None while it is not one."""
        try:
            return self.setup.battle()
        except ValueError:
            return None

    @property
    def fight(self) -> Fight | None:
        """The fight in progress, if any."""
        return self.course[-1].fight if self.course else None

    @property
    def choice(self) -> int | None:
        """The slot that takes the next hit: the person's choice, else by standing orders."""
        fight = self.fight
        if not fight or not fight.pending:
            return None
        return self.chosen if self.chosen in fight.tied else fight.standing_choice

    @property
    def found(self) -> FoundBest | None:
        """What is known of best play from here."""
        best, battle = self.best, self.battle
        if best is None or battle is None or best.battle != battle:
            return None
        here = self.fight.position if self.fight else Fight(battle).position
        return best if best.position == here else None

    def say(self, key: str, **fields: Any) -> str:
        """A word of this board."""
        return word(f"julius_caesar.board.{key}", self.language, **fields)

    def side_name(self, role: str) -> str:
        """What the attacking or defending side is called."""
        return word(f"julius_caesar.side.{self.setup.side(role)}", self.language)

    @property
    def either_leaves(self) -> bool:
        """Whether it is open which side leaves when both are left alive."""
        if self.fight:
            return either_may_leave(self.fight.battle, self.fight.position)
        return bool(self.setup.defender_reserve)

    @property
    def ends(self) -> tuple[str, str, str]:
        """The three ends: the attacker wins, leaves, is eliminated."""
        name = {"side": self.side_name(ATTACKER)}
        leaves = self.say("leaves_either") if self.either_leaves else self.say("leaves", **name)
        return self.say("wins", **name), leaves, self.say("eliminated", **name)

    def row_name(self, role: str, place: str) -> str:
        """A row of the board: ``Caesar, main body``."""
        return self.say("zone_main" if place == MAIN else "zone_reserve", side=self.side_name(role))

    def colour(self, role: str) -> str:
        """The colour of the attacking or defending side."""
        return TINTS[self.setup.side(role)].face

    @property
    def title(self) -> str:
        """Who attacks whom."""
        return self.say("title", attacker=self.side_name(ATTACKER), defender=self.side_name(DEFENDER))


def counted(table: Table, exact: bool = False) -> Table:
    """The table with its chances: exact for small battles and when asked for, else as floats."""
    battle = table.battle
    if not battle:
        return replace(table, chances=None, exact=True)
    exact = exact or table.fraction or len(table.setup.blocks()) <= SMALL
    position = table.fight.position if table.fight else battle.start
    return replace(table, chances=battle.at(position).chances(int if exact else float), exact=exact)


def is_heavy(setup: Setup, limit: int = HEAVY, most: int = MANY) -> bool:
    """Whether trying every block of the pool, or exact chances, would keep a person waiting."""
    if setup.attacker_reserve or setup.defender_reserve:
        return len(setup.blocks()) > limit
    own, enemy = (sum(block.strength for block in body) + 1 for body in (setup.attacker, setup.defender))
    return own * enemy * (own + enemy) > most


def is_large(setup: Setup) -> bool:
    """Whether even one set of chances takes so long that the board is better shown first."""
    return is_heavy(setup, LARGE, MOST)


def distinct(pool: Iterable[Block]) -> tuple[Block, ...]:
    """The first block of each sort: those after it would change the chances just as much."""
    sorts: dict[tuple[Any, ...], Block] = {}
    for block in pool:
        figures = (block.initiative_attacking, block.initiative_defending, block.firepower, block.track)
        sorts.setdefault((*figures, block.type == "cleopatra"), block)
    return tuple(sorts.values())


# The sentence, the answer and the heading ----------------------------------------------------------------------------


def sentence(table: Table) -> str:
    """The battle and its chances in one sentence, with what they rest on."""
    battle, chances = table.battle, table.chances
    if table.play == "best":
        chances = table.found.chances if table.found else None
    if not battle or not chances:
        return table.say("counting" if battle else "empty")
    entries = chances.basis if table.play == "best" else basis(table, battle)
    shares = {"leaves": percent(chances.attacker_leaves), "eliminated": percent(chances.attacker_eliminated)}
    return table.say(
        "sentence_fight" if table.course else "sentence",
        attacker=table.side_name(ATTACKER),
        defender=table.side_name(DEFENDER),
        attackers=_listed(table, ATTACKER),
        defenders=_listed(table, DEFENDER),
        wins=percent(chances.attacker_wins),
        else_=table.say("else_either" if table.either_leaves else "else", **shares),
        basis=basis_line(entries, table.language),
    )


def basis(table: Table, battle: Battle) -> tuple[str, ...]:
    """What the chances rest on."""
    return (note("basis.exact" if table.exact else "basis.rounded"), *battle.basis)


def hangs_text(table: Table) -> str:
    """Whether the answer hangs on how a doubtful point is read, and on which."""
    if not table.hangs or not table.hangs[1]:
        return table.say("hangs_not")
    points = "; ".join(word(f"julius_caesar.board.hangs.{point}", table.language) for point in table.hangs[1])
    return table.say("hangs", points=points)


def strength_text(table: Table, block: Block) -> str:
    """``Legio 13 III``."""
    return f"{block_name(block, table.language)} {ROMAN[block.strength]}"


def _listed(table: Table, role: str) -> str:
    rows = [", ".join(strength_text(table, block) for block in table.setup.row(role, place)) for place in PLACES]
    return table.say("with_reserve", main=rows[0], reserve=rows[1]) if rows[1] else rows[0]


def answer_html(table: Table) -> str:
    """The chance to win in large type, the three-part bar and the basis."""
    battle, chances = table.battle, table.chances
    if not battle:
        return page.answer_html("–", table.say("empty"), table.say("empty_note"), [], "")
    if not chances:
        return page.answer_html("…", table.say("counting"), table.say("counting_note"), [], "")
    shares = (chances.attacker_wins, chances.attacker_leaves, chances.attacker_eliminated)
    colours = (table.colour(ATTACKER), NEUTRAL, table.colour(DEFENDER))
    entries = basis(table, battle)
    return page.answer_html(
        percent(shares[0]),
        claim(table, shares),
        _remark(table, chances),
        [(label, float(share), colour) for label, share, colour in zip(table.ends, shares, colours)],
        " · ".join(spoken(entry, table.language) for entry in entries if isinstance(entry, Note)),
        clauses_line(entries, table.language),
        colours[0],
        fraction_text(table),
        table.fraction,
    )


def fraction_text(table: Table) -> str:
    """The chance to win as a fraction, when it is exact."""
    wins = table.chances.attacker_wins if table.chances else None
    return f"{wins.numerator}/{wins.denominator}" if isinstance(wins, (Fraction, int)) else ""


def claim(table: Table, shares: tuple[Any, ...]) -> str:
    """What the large number is the chance of, or how the fight has ended."""
    name = {"side": table.side_name(ATTACKER)}
    if not table.fight:
        return table.say("wins", **name)
    if not table.fight.over:
        return table.say("wins_here", **name)
    ends = zip(shares, ("over_wins", "over_leaves", "over_eliminated"))
    return table.say(next(key for share, key in ends if share), **name)


def _remark(table: Table, chances: Chances) -> str:
    """What stands small beside the large number."""
    if not table.fight:
        left = {"attacker": chances.attacker_strength, "defender": chances.defender_strength}
        return table.say("remark_left", **{role: f"{float(mean):.1f}" for role, mean in left.items()})
    if table.fight.overridden and not table.fight.over:
        return table.say("remark_overridden")
    before = before_turn(table.course)
    return table.say("remark_before", chance=percent(chance(before))) if before else table.say("remark_start")


@lru_cache(maxsize=512)
def chance(fight: Fight) -> Any:
    """The attacker's chance to win from where a fight is, as a float."""
    return fight.battle.at(fight.position).chances(float).attacker_wins


def heading_html(table: Table) -> str:
    """Who attacks whom, and at the right where the battle stands."""
    ready = next(iter(ready_battles()))
    where = f" · {ready_name(table.key, table.language)}" if table.key not in ("", ready) else ""
    if not table.fight:
        counts = [sum(len(table.setup.row(role, place)) for place in PLACES) for role in ROLES]
        aside = table.say("aside_setup", attackers=counts[0], defenders=counts[1])
    elif table.fight.over:
        aside = table.say("aside_over")
    else:
        aside = table.say("aside_round", round=table.fight.position.round)
    return page.heading_html(f"{table.title}{where}", aside)


def ready_name(key: str, language: str | None = None) -> str:
    """What a ready battle is called."""
    return word(f"julius_caesar.board.ready.{key}", language)


# The picture ---------------------------------------------------------------------------------------------------------


def view(table: Table) -> View:
    """All that the picture shows."""
    build = _fighting if table.fight else _standing
    attacker, defender = (build(table, role) for role in ROLES)
    first, said = table.setup.first_strike, sentence(table)
    if not table.fight:
        return View(attacker, defender, table.title, said, attacker_first=first)
    arrived = table.fight.position.round > 1
    return View(attacker, defender, table.title, said, _turn(table), first, arrived)


def _standing(table: Table, role: str) -> Side:
    setup = table.setup
    main, reserve = (
        tuple(
            Piece(block, block.strength, ("block", role, place, index))
            for index, block in enumerate(setup.row(role, place))
        )
        for place in PLACES
    )
    blocks = [*setup.row(role, MAIN), *setup.row(role, RESERVE)]
    now, full = sum(block.strength for block in blocks), sum(block.track[0] for block in blocks)
    side = setup.side(role)
    return Side(role, side, main, reserve, setup.pool(side), now, full, _dice(setup.row(role, MAIN), role))


def _fighting(table: Table, role: str) -> Side:
    fight = table.course[-1].fight
    standing = fight.position.side(role)
    acting = other(role) if fight.position.exchanged else role
    shown = [_fighting_piece(table, role, slot, now) for slot, now in enumerate(standing)]
    main, reserve = (len(table.setup.row(role, place)) for place in PLACES)
    here = [now.block.at(now.strength) for now in standing if now.strength and now.place == MAIN]
    side = table.setup.side(role)
    return Side(
        role,
        side,
        (*shown[:main], *shown[main + reserve :]),  # Cleopatra joins the main body (7.52)
        tuple(shown[main : main + reserve]),
        table.setup.pool(side),
        sum(now.strength for now in standing),
        sum(now.block.track[0] for now in standing),
        _dice(here, acting),
        acting,
    )


def _fighting_piece(table: Table, role: str, slot: int, now: Standing) -> Piece:
    moment, fight = table.course[-1], table.course[-1].fight
    tied = fight.tied if fight.struck == role else ()
    struck = hits_taken(table.course)
    hits = tuple(number for number, hit in enumerate(struck, 1) if hit == (role, slot))
    acting = moment.actor[:2] if moment.actor else (fight.turn.side, fight.turn.index) if fight.turn else None
    mark = ""
    if slot in tied:
        mark = "chosen" if slot == table.choice else "may"
        hits = (*hits, len(struck) + 1) if mark == "chosen" else hits
    elif acting == (role, slot) and now.strength and not fight.over:
        mark = "now"
    state = "left" if now.place == "left" else "here" if now.strength else "gone"
    block = now.block.at(now.strength) if now.strength else now.block
    return Piece(block, now.strength, ("hit", slot) if slot in tied else None, state, mark, hits)


def _dice(blocks: Iterable[Block], role: str) -> tuple[int, ...]:
    dice = dict.fromkeys(LETTERS, 0)
    for block in blocks:
        dice[block.letter(role)] += block.strength
    return tuple(dice.values())


def _turn(table: Table) -> Turn:
    fight, actor = table.course[-1].fight, table.course[-1].actor
    if not actor:
        turn = fight.turn
        if not turn:
            return Turn(table.setup.side(ATTACKER), table.say("aside_over"), "")
        head = table.say("head_turn", block=block_name(turn.block, table.language))
        return Turn(table.setup.side(turn.side), head, _to_hit(table, turn.dice, turn.firepower))
    entry, (side, _, block) = fight.log[-1], actor
    name = block_name(block, table.language)
    if entry.deed != "fires":
        return Turn(table.setup.side(side), table.say(DEEDS[entry.deed], block=name), "", hint=_next_hint(table))
    steps = [Step(number, named(name, table.language), *fall) for number, (name, *fall) in enumerate(entry.taken, 1)]
    if table.choice is not None and fight.struck:
        now = fight.position.side(fight.struck)[table.choice]
        after = max(0, now.strength - now.block.step)
        steps.append(Step(len(steps) + 1, block_name(now.block, table.language), now.strength, after))
    result = _hits(table, entry.hits)
    return Turn(
        table.setup.side(side),
        table.say("head_fires", block=name),
        _to_hit(table, len(entry.faces), block.firepower),
        entry.faces,
        block.firepower,
        table.say("result_wasted", hits=result, wasted=entry.wasted) if entry.wasted else result,
        tuple(steps),
        table.say("hint_choose") if len(fight.tied) > 1 else _next_hint(table),
        table.course[-1].turns,
    )


def _next_hint(table: Table) -> str:
    turn = table.fight.turn if table.fight else None
    if turn:
        return table.say("hint_next", block=block_name(turn.block, table.language))
    return table.say("hint_over")


def _to_hit(table: Table, dice: int, firepower: int) -> str:
    said = table.say("dice_one" if dice == 1 else "dice_many", dice=dice)
    return table.say("to_hit" if firepower > 1 else "to_hit_one", dice=said, firepower=firepower)


def _hits(table: Table, hits: int) -> str:
    return table.say("hits_none") if not hits else table.say("hits_one" if hits == 1 else "hits_many", hits=hits)


def named(name: str, language: str | None = None) -> str:
    """A block's name in a fight's log as a board says it."""
    bare = name.rpartition(":")[2]
    found = next((block for (_, known), block in BLOCKS.items() if known == bare), None)
    return block_name(found, language) if found else name


# The fight beside the board ------------------------------------------------------------------------------------------


def go_text(table: Table) -> str:
    """What the main button of the fight does next."""
    fight = table.fight
    if not fight:
        return table.say("go")
    if fight.pending:
        return table.say("take")
    if not fight.turn:
        return table.say("go_over")
    block = block_name(fight.turn.block, table.language)
    if fight.turn.must_leave:
        return table.say("go_leave", block=block)
    dice = table.say("dice_one" if fight.turn.dice == 1 else "dice_many", dice=fight.turn.dice)
    return table.say("go_roll", block=block, dice=dice)


def fight_note(table: Table) -> str:
    """The small line under the buttons of the fight."""
    fight = table.fight
    if not fight:
        return table.say("note_begin")
    if fight.over:
        return table.say("note_over")
    if fight.position.round == 1:
        return table.say("note_round_1")
    return table.say("note_cut_off" if fight.turn and not fight.turn.may_leave else "note_orders")


def question_html(table: Table) -> str:
    """Who takes the hit? and what the numbers beside the answers are; empty when there is no choice."""
    fight = table.fight
    if not fight or len(fight.tied) < 2:
        return ""
    last = fight.log[-1]
    head = table.say("who_takes_number", number=len(last.taken) + 1) if last.hits > 1 else table.say("who_takes")
    aside = escape(table.say("then_wins", side=table.side_name(ATTACKER)))
    return page.heading_html(head, "", 3) + f'<div class="gk-quiet gk-right">{aside}</div>'


def options(table: Table) -> list[list[str]]:
    """Each block that may take the hit: its name, whether standing orders choose it, the chance to win after it."""
    fight = table.fight
    if not fight or len(fight.tied) < 2 or not fight.struck:
        return []
    rows = []
    for slot in fight.tied:
        now = fight.position.side(fight.struck)[slot]
        standing = table.say("standing_order") if slot == fight.standing_choice else ""
        rows.append([block_name(now.block, table.language), standing, percent(chance(fight.take(slot)))])
    return rows


def order_html(table: Table) -> str:
    """Whose dice have been thrown in this round, whose turn it is, who is still to come."""
    fight = table.fight
    if not fight:
        return ""
    position = fight.position
    order = volleys(position.round, table.setup.first_strike, position.exchanged)
    acted = _acted(table)
    lines = []
    for role in dict.fromkeys(role for role, _ in order):
        dice = dict(zip(LETTERS, _fighting(table, role).dice))
        cells = []
        for letter in LETTERS:
            place, style = order.index((role, letter)) + 1, f"--gk-side:{table.colour(role)}"
            if place == position.turn and not fight.over:
                cells.append(f'<td><span class="gk-now">{escape(table.say("now"))}</span></td>')
            elif (position.round, role, letter) in acted:
                cells.append(f'<td><span class="gk-done" style="{style}">✓</span></td>')
            elif place > position.turn and dice[letter] and not fight.over:
                cells.append(f'<td><span class="gk-due" style="{style}">{dice[letter]}</span></td>')
            else:
                cells.append("<td>–</td>")
        lines.append(f"<tr><th>{escape(table.side_name(role))}</th>{''.join(cells)}</tr>")
    heads = "".join(f"<th>{letter}</th>" for letter in LETTERS)
    return f'<table class="gk-order"><tr><th></th>{heads}</tr>{"".join(lines)}</table>'


def _acted(table: Table) -> set[tuple[int, str, str]]:
    """The (round, role, letter) of every turn so far."""
    found = set()
    for before, after in pairwise(table.course):
        if after.turns > before.turns and after.actor:
            role, _, block = after.actor
            acting = other(role) if before.fight.position.exchanged else role
            found.add((after.fight.log[-1].round, role, block.letter(acting)))
    return found


def log_html(table: Table, notes: Mapping[int, str] = MappingProxyType({})) -> str:
    """What has happened, the last round first, with notes by the place in the log."""
    log = table.fight.log if table.fight else ()
    parts = []
    for round in sorted({entry.round for entry in log}, reverse=True):
        rows = [
            (
                TINTS[table.setup.side(entry.side)].letter,
                table.colour(entry.side),
                told(table, entry) + notes.get(place, ""),
            )
            for place, entry in enumerate(log)
            if entry.round == round
        ]
        parts.append(page.heading_html(table.say("log_round", round=round), "", 3) + page.log_html(rows))
    return f'<div class="gk-logs">{"".join(parts)}</div>'


def told(table: Table, entry: Deed) -> str:
    """One entry of the log as a sentence."""
    block = named(entry.block, table.language)
    if entry.deed != "fires":
        return table.say(DEEDS[entry.deed], block=block)
    text = table.say("log_rolls", block=block, faces=" ".join(map(str, entry.faces)), hits=_hits(table, entry.hits))
    names = [
        named(name, table.language) + ("" if after else " " + table.say("log_dies")) for name, _, after in entry.taken
    ]
    text += table.say("log_on", names=", ".join(names)) if names else ""
    return text + (table.say("log_wasted", wasted=entry.wasted) if entry.wasted else "")


# The lists -----------------------------------------------------------------------------------------------------------


def block_list(table: Table) -> list[tuple[str, Any]]:
    """Every block on the board and in the pools, with the action that a click on it means."""
    setup = table.setup
    found: list[tuple[str, Any]] = [
        (f"{table.row_name(role, place)}: {strength_text(table, block)}", ("block", role, place, index))
        for role, place, index, block in setup.blocks()
    ]
    for role in ROLES:
        for block in setup.pool(setup.side(role)):
            pool = table.say("zone_pool", side=table.side_name(role))
            found.append((f"{pool}: {block_label(block, table.language)}", ("chip", block.colour, block.name)))
    return found


def row_list(table: Table) -> list[tuple[str, tuple[str, str]]]:
    """The four rows of the board."""
    return [(table.row_name(role, place), (role, place)) for role in ROLES for place in PLACES]
