"""Reject impossible positions of Aquileia; each check raises an error with a sentence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from gamekit.aquileia import rules
from gamekit.aquileia.rules import BLUE_DICE, FOLLOW, TIE_BREAKER, named
from gamekit.aquileia.rules.contests import fighters, ranking
from gamekit.aquileia.rules.placement import COIN_FIELDS, IN, LATER, MARKET_STEPS, act, own_fields, rival, round_agenda
from gamekit.aquileia.rules.rounds import final_score
from gamekit.aquileia.state import FIELD_INDEX, NOBODY, NOTHING, State, Step, Table, Task
from gamekit.aquileia.tables import (
    BUILDINGS,
    CARDS,
    COINS,
    COLOURS,
    CONTESTS,
    FIELDS,
    GEAR,
    LAURELS,
    SETUP,
    SLAVES,
    STADIUM,
    THEATRE,
    helps,
    known,
)
from gamekit.codec import PositionError
from gamekit.game import CHANCE

Faults = Iterator[str | None]
MOST_COINS, MOST_POINTS = 1_000, 10_000
TURNS = SETUP["henchmen"] + 1  # of placing, in a round
UNSEATED = {Step.ACT, Step.REFILL, Step.CONTEST, Step.RANK, Step.DISCARD, Step.CLEAR, Step.TURN_UP, Step.SCORE}
FIGHTING = {Step.RED, Step.CARDS, Step.BLUE, Step.BLUE_ROLL, Step.PRIZE, Step.LOOK, Step.LAUREL}
# What a task may be about, for steps that are about something.
ABOUT: dict[Step, tuple[str, ...]] = {
    Step.PLACE: ("", LATER),
    Step.REFILL: tuple(map(str, range(SETUP["row"]))),
    Step.DISCARD: ("stadium", "theatre"),
    Step.REVEAL: IN["theatrum"],
    Step.FORUM: IN["forum"],
    Step.LATRO: ("latro",),
    Step.HARBOUR: COIN_FIELDS,
    **{step: tuple(name for name in IN["mercatus"] if name.startswith(first)) for first, step in MARKET_STEPS.items()},
    **dict.fromkeys((Step.CONTEST, Step.RED, Step.CARDS, Step.BLUE, Step.BLUE_ROLL, Step.RANK), CONTESTS),
}


def check(state: State) -> None:
    """Nothing if the position can be and can be played on; else PositionError, a ValueError, with the first fault."""
    _fields(state)
    for fault in _faults(state):
        if fault:
            raise PositionError(fault)


def _faults(state: State) -> Faults:
    yield from _pieces(state)
    agenda = state.table.agenda
    if not agenda:
        yield from _end(state)
        return
    yield "scores: the game is not over yet" if state.table.scores else None
    if any(task.step == Step.PLACE or task.step == Step.TURN_UP for task in agenda):
        yield from _placing(state.table)
    else:
        yield from _actions(state.table)
    yield from _contest(state)
    yield from _auction(state.table)
    yield from _laurels(state)
    yield from _goes_on(state)


def _pieces(state: State) -> Faults:
    """Cards, coins, points, houses and henchmen: none too many, no card lost."""
    table = state.table
    held = [card for hand in state.hands for card in hand]
    lying = (*state.gear, *state.slaves, *table.gear_discards, *table.slave_discards, *filter(None, table.row))
    if Counter((*held, *lying)) != Counter((*GEAR, *SLAVES)):
        yield "hands, decks, row and discards together should be the cards of the game, each as often as it is printed"
    for kind, deck, discards in (("slave", state.slaves, table.slave_discards), ("", state.gear, table.gear_discards)):
        mixed = [card for card in (*deck, *discards) if (CARDS[card].kind == "slave") != bool(kind)]
        yield f"{mixed[0]} lies in the wrong deck" if mixed else None
    yield "row: slaves are not sold there" if any(CARDS[card].kind == "slave" for card in table.row if card) else None
    yield from _belongings(table)


def _belongings(table: Table) -> Faults:
    for seat, name in enumerate(table.names):
        if table.placed.count(seat) > SETUP["henchmen"] or table.track.count(seat) > 1:
            yield f"{name} has more henchmen or tie-breakers on the board than there are"
        yield f"{name} has more than {SETUP['houses']} houses" if table.owners.count(seat) > SETUP["houses"] else None
        if sum(dict(table.purses[seat].items()).values()) > MOST_COINS or not 0 <= table.points[seat] <= MOST_POINTS:
            yield f"{name} should have at most {MOST_COINS} coins, and 0 to {MOST_POINTS} points"
        own = own_fields(table, seat)
        both = [field for field in own if rival(own, FIELDS[field])]
        yield f"{name} cannot stand on both {both[0]} and {both[1]} (2.4, 2.5)" if both else None
    for coin, lies in zip(COINS, table.harbour):
        yield f"harbour: nobody has left a {coin} coin" if lies and table.on(f"portus {coin}") == NOBODY else None
    if table.blue and table.potentia == NOBODY:
        yield "blue: nobody has the blue dice"


def _end(state: State) -> Faults:
    table = state.table
    yield None if table.round == SETUP["rounds"] else "agenda: the game ends after the last round only"
    tails = [shown[len(shown) - len(hidden) :] for shown, hidden in zip(table.shown, state.laurels)]
    yield None if tuple(tails) == state.laurels else "shown: at the end everybody's laurels are shown"
    for seat, counted in enumerate(table.scores):
        right = final_score(counted.won, table.buildings(seat), table.shown[seat])
        if counted != right or table.points[seat] != right.total or not 0 <= counted.won <= MOST_POINTS:
            yield f"scores: {table.names[seat]} is not counted right (10.1, 10.2)"
    yield None if len(table.scores) == len(table.names) else "scores: one for each player is missing"
    yield "contest and auction: the game is over" if table.fighters or table.auction else None


def _placing(table: Table) -> Faults:
    """2.1 to 2.3: whose turns to place are left, after the row and a laurel have been turned up."""
    agenda = table.agenda
    turned = [task for task in agenda if task.step in (Step.REFILL, Step.TURN_UP)]
    deal = [*(Task(Step.REFILL, about=str(slot)) for slot in range(SETUP["row"])), Task(Step.TURN_UP)]
    turns, fresh = agenda[len(turned) : -1], round_agenda(table)
    if turned:
        yield from _turned_up(table, turned, deal, fresh)
    if agenda[-1:] != (Task(Step.ACT),) or any(task.step != Step.PLACE for task in turns):
        yield "agenda: after the turns to place come the actions, and nothing else"
    yield from _turns_left(table, turns)
    for coin, lies in zip(COINS, table.harbour):
        yield None if lies == (table.on(f"portus {coin}") != NOBODY) else f"harbour: the {coin} coin is missing (2.5)"
    yield "potentia: the blue dice are taken later (3.5)" if table.potentia != NOBODY else None


def _turned_up(table: Table, turned: list[Task], deal: list[Task], fresh: tuple[Task, ...]) -> Faults:
    if turned != deal[-len(turned) :] or table.agenda[len(turned) :] != fresh or set(table.placed) != {NOBODY}:
        yield "agenda: a round begins with a laurel turned up and all turns to place"
    yield ("agenda: the row is dealt in the first round" if turned[0].step == Step.REFILL and table.round > 1 else None)


def _turns_left(table: Table, turns: tuple[Task, ...]) -> Faults:
    later = [task.seat for task in turns if task.about == LATER]
    left = Counter(task.seat for task in turns if task.about != LATER)
    for seat, name in enumerate(table.names):
        used = table.placed.count(seat) + (seat in table.track)
        passed = not left[seat] and (seat in table.track) != (seat in later) and later.count(seat) < 2
        if (left[seat] + used != TURNS and not passed) or (left[seat] and seat in later):
            yield f"agenda: {name} has {left[seat]} turns left after {used} pieces; {TURNS} in all, none after passing"
    yield from _in_order(table, turns, left)


def _in_order(table: Table, turns: tuple[Task, ...], left: Counter[int]) -> Faults:
    tail = [
        seat for number, seat in enumerate(reversed(TURNS * table.order())) if number // len(table.names) < left[seat]
    ]
    plain = [task.seat for task in turns if task.about != LATER]
    yield None if plain == tail[::-1] else "agenda: the turns to place go round clockwise from the start player (2.2)"


def _actions(table: Table) -> Faults:
    """2.6: the remaining tasks are the last ones of those that the placed pieces bring, behind the task just begun."""
    begun = {Step.GEAR, Step.SLAVE, Step.BID, *FIGHTING, Step.RANK}
    first = next(place for place, task in enumerate(table.agenda) if task.step not in begun)
    now, rest = table.agenda[:first], table.agenda[first:]
    todo = [task for task in act(State(table, (), ()), Task(Step.ACT)).table.agenda if task.step != Step.DISCARD]
    ahead = [task for task in rest if task.step != Step.DISCARD]
    done = todo[: len(todo) - len(ahead)]
    if ahead != todo[len(done) :]:
        yield "agenda: what is to be done should follow from the fields with henchmen, in the districts' order (2.6)"
    yield from _still_to_act(table, done)
    yield from _unused(table, rest, ahead)
    yield from _at_once(table, now)
    if table.potentia != NOBODY and any(task.step == Step.POTENTIA for task in rest):
        yield "potentia: the blue dice are still to be taken"


def _still_to_act(table: Table, done: list[Task]) -> Faults:
    for task in done:
        fought = task.step == Step.CONTEST and any(table.on(name) != NOBODY for name in IN[task.about])
        standing = fought and task.about != table.contest
        if standing or (task.step not in (Step.REFILL, Step.CONTEST) and not _shared(table, task)):
            yield f"agenda: the henchman on {task.about} has still to act"


def _at_once(table: Table, now: tuple[Task, ...]) -> Faults:
    if set(range(len(table.names))) - set(table.track):
        yield "track: everybody's tie-breaker is placed before the actions (2.3)"
    if any(task.step in FIGHTING or task.step == Step.RANK for task in now) != bool(table.contest):
        yield "contest: it should be named while it is on, and not otherwise"
    elif not table.contest and (len(now) > 1 or any(task.step == Step.BID for task in now) != bool(table.auction)):
        yield "agenda: one thing is done at a time, and an auction is there while one bids"


def _shared(table: Table, task: Task) -> bool:
    """Whether a henchman whose task is done stands there still: his auction is on, or he builds twice."""
    return bool(table.auction and task.about == "theatrum") or task in table.agenda


def _unused(table: Table, rest: tuple[Task, ...], ahead: list[Task]) -> Faults:
    """9.1: the laurels of an unused stadium or theatre go at the end of the round."""
    places = [task.about for task in rest if task.step == Step.DISCARD]
    end = rest[len(rest) - 1 - len(places) : -1]
    if places != sorted(places) or len(set(places)) < len(places) or any(task.step != Step.DISCARD for task in end):
        yield "agenda: unused laurels are discarded at the end of the round, the stadium's first (9.1)"
    yield from _discarded(table, places, ahead)


def _discarded(table: Table, places: list[str], ahead: list[Task]) -> Faults:
    for place, district, step in (("stadium", "stadium", Step.CONTEST), ("theatre", "theatrum", Step.REVEAL)):
        used = any(table.on(name) != NOBODY for name in IN[district])
        open_ = any(task.step == step and task.about == district for task in ahead)
        if (used and place in places) or (open_ and not used and place not in places):
            yield f"agenda: the laurel of the {place} is discarded when nobody stands there (9.1)"


def _contest(state: State) -> Faults:
    """4.1 to 5.5: the fighters, their cards and dice, and the remaining tasks of the contest."""
    table = state.table
    yield "fighters: they are there while a contest is on" if bool(table.contest) != bool(table.fighters) else None
    yield "offered: two laurels, while one is chosen" if state.offered and table.task.step != Step.LAUREL else None
    thrown = sum(len(fighter.blue) for fighter in table.fighters)
    thrown += sum(task.count for task in table.agenda if task.step == Step.BLUE_ROLL)
    yield "blue: more blue dice than there are" if thrown + table.blue > SETUP["blue_dice"] else None
    if table.contest:
        yield from _fighters(state)


def _fighters(state: State) -> Faults:
    table = state.table
    played = Counter(card for fighter in table.fighters for card in fighter.cards)
    yield (
        None if played <= Counter((*table.gear_discards, *table.slave_discards)) else "fighters: cards played lie open"
    )
    for fighter in table.fighters:
        helpful = all(helps(card, table.contest, fighter.side) for card in fighter.cards)
        yield None if helpful else f"fighters: a card of {table.names[fighter.seat]} does not help here (4.3, 5.3)"
    seats = [fighter.seat for fighter in table.fighters]
    yield "fighters: nobody fights twice" if len(set(seats)) < len(seats) else None
    steps = [task for task in table.agenda if task.step in FIGHTING or task.step == Step.RANK]
    if steps[-1].step == Step.RANK:
        yield from _fighting(table, steps, seats)
    else:
        yield from _won(state, steps)


def _won(state: State, steps: list[Task]) -> Faults:
    """4.6, 5.5: the winner takes the prize."""
    table = state.table
    winner = ranking(table)[0].seat
    right = (
        [Task(Step.PRIZE, winner)] if table.contest == "arena" else [Task(Step.LOOK, winner), Task(Step.LAUREL, winner)]
    )
    yield None if steps and steps == right[-len(steps) :] else "agenda: the winner takes the prize (4.6, 5.5)"
    strong = all(
        0 < fighter.base <= sum(FIELDS[name].strength for name in IN[table.contest]) for fighter in table.fighters
    )
    yield None if strong else "fighters: the fields there are not worth that (4.1, 5.1)"
    looked = steps[0].step == Step.LAUREL
    yield None if len(state.offered) == 2 * looked else "offered: the winner of the race sees two laurels (5.5)"


def _fighting(table: Table, steps: list[Task], seats: list[int]) -> Faults:
    fought = [(fighter.seat, fighter.base, fighter.side) for fighter in table.fighters]
    right = [(fighter.seat, fighter.base, fighter.side) for fighter in fighters(table, table.contest)]
    yield None if fought == right else "fighters: they should be those who stand there, in turn order (4.1, 5.1)"
    todo = [Task(step, seat, table.contest) for step in (Step.RED, Step.CARDS) for seat in seats]
    blue = [task for task in steps if task.step in (Step.BLUE, Step.BLUE_ROLL)]
    todo += [*blue, Task(Step.RANK, about=table.contest)]
    yield None if steps == todo[-len(steps) :] else "agenda: all throw, all play cards, then the blue dice (4.2 to 4.4)"
    yield from _blue_dice(table, steps, blue)
    yield from _thrown(table, [task.seat for task in steps if task.step == Step.RED])


def _blue_dice(table: Table, steps: list[Task], blue: list[Task]) -> Faults:
    if len(blue) > 1 or any(task.seat != table.potentia or task.about != table.contest for task in blue):
        yield "agenda: whoever has the blue dice throws them (4.4, 5.4)"
    yield "agenda: the blue dice are thrown last" if any(task.step == Step.BLUE_ROLL for task in steps[1:]) else None


def _thrown(table: Table, throwing: list[int]) -> Faults:
    for fighter in table.fighters:
        dice = 0 if fighter.seat in throwing else SETUP["red_dice"]
        if len(fighter.red) != dice or (fighter.blue and fighter.seat != table.potentia):
            yield f"fighters: {table.names[fighter.seat]} should have {dice} red dice, and blue ones only with potentia"


def _auction(table: Table) -> Faults:
    """6.1 to 6.3: an auction that is on, with a bid that can be paid."""
    sale = table.auction
    if sale is None:
        return
    bidding = table.task.step == Step.BID
    yield None if bidding and table.on("theatrum") == sale.placer else "auction: its placer stands at the theatre"
    yield "auction: waiting are different seats" if len(set(sale.waiting)) < len(sale.waiting) else None
    if (sale.bidder == NOBODY) != (sale.bid == NOTHING) or sale.waiting == (sale.bidder,):
        yield "auction: a bid has a bidder, and the last one who has bid wins at once (6.3)"
    if sale.bidder != NOBODY:
        able = table.purses[sale.bidder].covers(sale.bid)
        last = sale.waiting[-1:] == (sale.bidder,)
        yield None if able and last else "auction: the highest bidder waits longest and can pay (6.1, 6.3)"


def _laurels(state: State) -> Faults:
    """9.1: two laurels of the stadium and one of the theatre go every round."""
    table, steps = state.table, {task.step for task in state.table.agenda}
    stadium = (
        *state.stadium,
        *state.offered,
        *filter(None, (table.face_up,)),
        *(l for own in state.laurels for l in own),
    )
    theatre = (*state.theatre, *(laurel for own in table.shown for laurel in own))
    theatre += (table.auction.laurel,) if table.auction else ()
    if Counter(stadium) - Counter(STADIUM) or Counter(theatre) - Counter(THEATRE):
        yield "laurels: one is there more often than it is printed"
    yield from _left_this_round(state, steps)


def _left_this_round(state: State, steps: set[Step]) -> Faults:
    table = state.table
    discards = {task.about for task in table.agenda if task.step == Step.DISCARD}
    racing = Task(Step.CONTEST, about="stadium") in table.agenda or Step.LOOK in steps
    racing |= table.contest == "stadium" and Step.RANK in steps
    early = bool(steps & {Step.PLACE, Step.TURN_UP})
    pending = early or racing or "stadium" in discards
    left = len(STADIUM) - 2 * table.round + 2 * pending - (pending and Step.TURN_UP not in steps)
    if len(state.stadium) != left or bool(table.face_up) != (pending and Step.TURN_UP not in steps):
        yield f"stadium: {len(state.stadium)} laurels lie there and one open or none; it should be {left} in this round"
    unsold = early or Step.REVEAL in steps or "theatre" in discards
    left = len(THEATRE) - table.round + unsold
    yield None if len(state.theatre) == left else f"theatre: {len(state.theatre)} laurels; it should be {left}"


def _goes_on(state: State) -> Faults:
    """Whether anybody, or chance, has something to do."""
    task = state.table.task
    if task.step in FOLLOW:
        follows = FOLLOW[task.step](rules.begun(state), task)
        yield f"agenda: {task.step.value} passes at once and cannot be set up" if follows is not None else None
    chance = rules.current_player(state) == CHANCE
    if not (rules.chance_outcomes(state) if chance else rules.legal_actions(state)):
        yield f"agenda: there is nothing to be done at {task.step.value}"


def _fields(state: State) -> None:
    """Check each field by itself: lengths of lists, known names, existing seats, ranges of numbers."""
    table, players = state.table, len(state.table.names)
    _number("names, counted", players, SETUP["players_least"], SETUP["players_most"])
    lengths = {
        "purses": players,
        "points": players,
        "shown": players,
        "placed": len(FIELD_INDEX),
        "track": SETUP["tie_places"],
        "harbour": len(COINS),
        "owners": len(BUILDINGS),
        "row": SETUP["row"],
    }
    for name, length in lengths.items():
        if len(getattr(table, name)) != length:
            raise ValueError(f"State.table.{name} has {len(getattr(table, name))} entries; it should have {length}")
    _ranges(state, players)
    _names(state)


def _ranges(state: State, players: int) -> None:
    """Check the lengths of hands and laurels, and the ranges of numbers, options and seats."""
    table = state.table
    for name in ("hands", "laurels"):
        if len(getattr(state, name)) != players:
            raise ValueError(f"State.{name} has {len(getattr(state, name))} entries; one for each of {players} players")
    named(table.names)
    _number("start", table.start, 0, players - 1)
    _number("round", table.round, 1, SETUP["rounds"])
    _number("blue", table.blue, 0, SETUP["blue_dice"])
    known("way to throw the blue dice", table.blue_dice, BLUE_DICE)
    known("option", table.tie_breaker, TIE_BREAKER)
    known("contest", table.contest, ("", *CONTESTS))
    for seat in (table.potentia, *table.placed, *table.track, *table.owners):
        _seat(seat, players, NOBODY)
    for task in table.agenda:
        _check_task(table, task)
    for fighter in table.fighters:
        _seat(fighter.seat, players)
        _all("coin kind", (fighter.side, *fighter.red, *fighter.blue), COINS)
    if table.auction:
        for seat in (table.auction.placer, *table.auction.waiting):
            _seat(seat, players)
        _seat(table.auction.bidder, players, NOBODY)
        _all("theatre laurel", (table.auction.laurel,), THEATRE)


def _names(state: State) -> None:
    """Check that every card, laurel and colour is one of the game."""
    table = state.table
    held = (*state.gear, *state.slaves, *table.gear_discards, *table.slave_discards, *filter(None, table.row))
    played = (card for cards in (*state.hands, *(fighter.cards for fighter in table.fighters)) for card in cards)
    _all("card", (*held, *played), CARDS)
    _all("stadium laurel", (*state.stadium, *state.offered, *filter(None, (table.face_up,))), STADIUM)
    _all("theatre laurel", state.theatre, THEATRE)
    _all("laurel", (name for own in (*state.laurels, *table.shown) for name in own), LAURELS)
    _all("villa colour", (colour for score in table.scores for colour in score.colours), COLOURS)


def _check_task(table: Table, task: Task) -> None:
    """A task's seat, what it is about, and its number."""
    _all(f"thing to {task.step.value}", (task.about,), ABOUT.get(task.step, ("",)))
    most = {Step.BLUE_ROLL: SETUP["blue_dice"], Step.SLAVE: max(field.cards for field in FIELDS.values())}.get(
        task.step, 0
    )
    _number(f"agenda: the count to {task.step.value}", task.count, min(1, most), most)
    if task.step not in UNSEATED:
        _seat(task.seat, len(table.names))
    if task.step == Step.BID and (not table.auction or table.auction.waiting[:1] != (task.seat,)):
        raise ValueError(f"State.table.auction: seat {task.seat} is to bid and should be the first of those waiting")
    if task.step in FIGHTING and task.seat not in [fighter.seat for fighter in table.fighters]:
        raise ValueError(f"State.table.fighters: seat {task.seat} is to {task.step.value} and is not among them")


def _all(what: str, names: Iterable[str], right: Iterable[str]) -> None:
    choices = tuple(dict.fromkeys(right))
    for name in names:
        known(what, name, choices)


def _number(what: str, number: int, least: int, most: int) -> None:
    if not least <= number <= most:
        raise ValueError(f"State.table.{what} is {number}; it should be from {least} to {most}")


def _seat(seat: int, players: int, least: int = 0) -> None:
    if not least <= seat < players:
        nobody = " and -1 for nobody" if least < 0 else ""
        raise ValueError(f"seat {seat} in State.table; there are {players} players, from 0,{nobody}".removesuffix(","))
