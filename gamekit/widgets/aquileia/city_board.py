"""The city board: Aquileia to play with the mouse or the lists, against each other or against ready players."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import partial
from html import escape
from typing import Any

from gamekit import aquileia as aq
from gamekit.aquileia.notation import log_text
from gamekit.aquileia.odds import from_state
from gamekit.aquileia.rules.contests import fighter, ranking
from gamekit.aquileia.rules.districts import income
from gamekit.aquileia.rules.steps import dice_count
from gamekit.aquileia.state import NOBODY, State, Step
from gamekit.aquileia.tables import BUILDINGS, CARDS, COINS, FIELDS, SETUP, Purse
from gamekit.play.protocol import CHANCE, OVER
from gamekit.play.search import SearchResult
from gamekit.play.session import PERSON, PLAIN, Session, begin
from gamekit.play.tournament import match_fields
from gamekit.probability.distribution import Dist
from gamekit.storage.record import Record
from gamekit.text.translation import basis_line, language_or_default, note, percent, word_or
from gamekit.widgets import game_page, page
from gamekit.widgets.app import SessionBoard
from gamekit.widgets.aquileia.city_view import LEAST, PASSING, WIDTH, CityTable, Person, act_message, draw_width, scene
from gamekit.widgets.aquileia.pieces import FIVE, METALS, TINTS, pawns
from gamekit.widgets.look import INK, MUTED
from gamekit.widgets.scene import Scene

TWO_DICE = (Step.DOLUS, Step.LATRO)
SECRET = (Step.CARDS, Step.FORUM, Step.LAUREL)  # steps whose choices tell something of the hand
RULES = {  # what each decision rests on
    Step.PLACE: ("2.2", "2.3", "2.4", "2.5"),
    Step.PECUNIA: ("3.2", note("aquileia.basis.exchanges")),
    Step.EQUI: ("3.3",),
    Step.SERVI: ("3.4",),
    Step.PRIZE: ("4.6", note("aquileia.basis.second_prize")),
    Step.LAUREL: ("5.5",),
    Step.BID: ("6.1", "6.2", "6.3", note("aquileia.basis.opening")),
    Step.FORUM: ("7.1", "7.2", note("aquileia.basis.buildings")),
    Step.HARBOUR: ("8.2", note("aquileia.basis.buildings")),
}


# What may be done -----------------------------------------------------------------------------------------------------


def clickable_actions(table: CityTable) -> dict[Hashable, str]:
    """Return the actions of clicks on the board, with descriptions; for houses out of reach, what is missing."""
    hidden = table.step in SECRET and not table.open_hand
    if table.player != table.eyes or hidden:  # others' choices would tell something of their hands
        return {}
    legal = aq.legal_actions(table.state)
    places = (aq.Place, aq.TieBreaker, aq.Play, *([aq.Take] if table.step == Step.LAUREL else []))
    found: dict[Hashable, str] = {act_message(one): table.option(one) for one in legal if isinstance(one, places)}
    for action in legal:
        if isinstance(action, aq.Build):
            found["building", action.building] = table.say("click_build", building=table.offer(action.building))
    if table.step == Step.FORUM:
        free = [name for name, owner in zip(BUILDINGS, table.city.owners) if owner == NOBODY]
        found |= {("short", name): why_not(table, name) for name in free if ("building", name) not in found}
    return found


def ways_to_pay(table: CityTable) -> tuple[aq.ExactPayment, ...]:
    """The exact ways to pay the chosen building, cheapest first."""
    if not table.paying:
        return ()
    slaves = [card for card in table.view.hand if card.startswith("slave")]
    return aq.payments(table.paying, table.city.purses[table.seat], slaves)


def why_not(table: CityTable, name: str) -> str:
    """Return the reason why a building cannot be built now."""
    building, purse = BUILDINGS[name], table.city.purses[table.seat]
    short = purse.missing_to_pay(building.coin_cost)
    held = sum(CARDS[card].strength for card in table.view.hand if card.startswith("slave"))
    said = [table.coins(short)] if short else []
    if building.slaves > held:
        said.append(table.say("slaves_missing", count=building.slaves - held))
    told = table.say("missing", what=table.listed(said)) if said else table.say("no_house_left")
    return f"{table.offer(name)}: {told}"


def city_scene(table: CityTable, legal: Mapping[Hashable, str], width: float = WIDTH) -> Scene:
    """Return the picture of the city, on which the ``legal`` actions can be clicked."""
    sentence = table.say("sentence", round=table.city.round, what=headline(table))
    return scene(table, player_boxes(table), legal, sentence, width)


def player_boxes(table: CityTable) -> tuple[Person, ...]:
    """Return the players' boxes."""
    odds = from_state.ranks_now(table.city) if table.city.contest else {}
    return tuple(_person(table, seat, odds) for seat in range(len(table.city.names)))


def _person(table: CityTable, seat: int, odds: dict[str, list[Any]]) -> Person:
    city, name = table.city, table.city.names[seat]
    houses, acting = city.owners.count(seat), seat == table.seat and table.step is not None
    facts = [table.say("start")] if city.start == seat else []
    facts.append(table.say("houses", count=houses))
    if any(task.step == Step.PLACE for task in city.agenda):
        facts.append(table.say("henchmen", count=city.henchmen_left(seat)))
    dice = dice_to_throw(table) if acting else 0
    throw = throw_text(table) if acting else ""
    person = Person(table.pawns[seat], city.points[seat], city.purses[seat], " · ".join(facts), acting=acting)
    person = replace(person, laurels=city.shown[seat], throw=throw, throwing=dice)
    own = next((one for one in city.fighters if one.seat == seat), None)
    if not own:
        return _throwing(table, person, seat)
    faces = (own.red + own.blue).count(own.side)
    in_air = dice if table.step == Step.BLUE_ROLL else 0
    left = city.blue if city.potentia == seat else 0
    red, blue = own.red or ("",) * SETUP["red_dice"], own.blue + ("",) * (in_air + left)
    person = replace(person, counts=own.side, red=red, blue=blue, thrown=len(own.red) + len(own.blue))
    sums, ranks = (own.base, faces, own.strength - own.base - faces), tuple(map(float, odds.get(name, ())))
    return replace(person, sums=sums, ranks=ranks)


def _throwing(table: CityTable, person: Person, seat: int) -> Person:
    """The two dice of swindler and thief, before the throw and right after it."""
    if seat == table.seat and table.step in TWO_DICE:
        return replace(person, thrown_for=table.name("field", str(table.step)), red=("", ""))
    if table.last:
        task, action = table.last[0].table.current_task, table.last[1]
        if isinstance(action, aq.Roll) and task.step in TWO_DICE and task.seat == seat:
            return replace(person, thrown_for=table.name("field", str(task.step)), red=action.faces)
    return person


# The answer above the board -------------------------------------------------------------------------------------------


def headline(table: CityTable) -> str:
    """Return the state of the game as one sentence."""
    if table.player == OVER:
        winners = aq.winners(table.state)
        return table.say("won" if len(winners) == 1 else "won_shared", name=table.listed(winners))
    return word_or(f"aquileia.board.claim.{table.step}", table.say("claim.deck"), table.language, name=table.actor)


def answer_html(table: CityTable) -> str:
    """Return the large line above the board: the main number now, its meaning, its distribution as a bar, its basis."""
    if table.player == OVER:
        return _final(table)
    contest = from_state.contest_now(table.city)
    if contest and table.step not in (Step.PRIZE, Step.LAUREL, Step.LOOK):
        return _contest_answer(table, contest)
    if table.step == Step.DOLUS:
        return _purse_answer(table, aq.dolus_coins(), "two_coins")
    if table.step == Step.LATRO:
        lying = [kind for kind, there in zip(COINS, table.city.harbour) if there]
        return _purse_answer(table, aq.latro_coins(lying), "stolen")
    basis, said = basis_line(RULES.get(table.step or Step.ACT, ()), table.language), ""
    if table.step == Step.PLACE:
        told = [headline(table), hint(table)]
        if placed := next(_as_placed(table), None):
            where, contest = placed
            said = table.say(f"wins_{'arena' if where == 'arena' else 'race'}", name=table.player)
        elif free := [*from_state.contests_if_placed(table.state)]:
            field, contest = max(free, key=lambda one: one[1].p_rank(table.player)[0])
            said = table.say("if_placed", name=table.player, field=table.field(field))
            told.append(table.say("if_placed_note"))
    if not said or not contest:
        return page.worded_answer_html(headline(table), hint(table), basis)
    ranks = {name: contest.p_rank(name) for name in contest.names}
    return chance_html(ranks, table.player, said, " · ".join(told), basis, fraction=table.fraction)


def chance_html(
    ranks: dict[str, list[Any]], name: str, said: str, told: str, basis: str, rules: str = "", fraction: bool = False
) -> str:
    """Return an entrant's chance to win in large type, and all chances as a bar, the entrant's own first."""
    colours = {pawn.name: pawn.colour for pawn in pawns(tuple(ranks))}
    firsts = {one: ranks[one][0] for one in (name, *ranks)}
    parts = [(one, float(first), colours[one]) for one, first in firsts.items()]
    first = firsts[name]
    return page.answer_html(percent(first), said, told, parts, basis, rules, colours[name], str(first), fraction)


def _contest_answer(table: CityTable, contest: aq.Contest) -> str:
    name, basis = table.actor or contest.names[0], list(contest.basis)
    said = table.say("wins_arena" if table.city.contest == "arena" else "wins_race", name=name)
    basis += [note("aquileia.basis.stadium_fields")] if table.city.contest == "stadium" else []
    basis += [note("aquileia.basis.best_split")] if _split_waits(table) else []
    told, ranks = _counted_told(table, contest), from_state.ranks_now(table.city)
    return chance_html(ranks, name, said, told, basis_line(basis, table.language), headline(table), table.fraction)


def _counted_told(table: CityTable, contest: aq.Contest) -> str:
    """Say how many blue dice of the holder are counted, and that cards still to be played are not."""
    city = table.city
    in_air = dice_to_throw(table) if table.step == Step.BLUE_ROLL else 0
    held = city.blue + in_air if city.potentia in {one.seat for one in city.fighters} else 0
    told = [table.say("no_more_cards")] if any(task.step == Step.CARDS for task in city.agenda) else []
    if held:
        later = _split_waits(table) and (city.blue_dice == "one by one" or any(one.red for one in contest.entrants))
        counted = sum(entrant.blue for entrant in contest.entrants)
        key = "blue_later" if later else "blue_counted"
        told.append(table.say(key, counted=counted, held=held, name=city.names[city.potentia]))
    return " · ".join(told)


def _split_waits(table: CityTable) -> bool:
    """Whether the blue dice still to be named are split between arena and race."""
    return from_state.may_name_blue_dice(table.city) and from_state.blue_split_now(table.city) is not None


def _purse_answer(table: CityTable, purses: Dist[Purse], key: str) -> str:
    """Return the answer of a distribution of coins: the chance of each outcome, and the mean number."""
    shares = sorted(((table.coins(purse), purses.p(purse.__eq__)) for purse in purses), key=lambda pair: -pair[1])
    average = purses.mean(lambda purse: purse.bronze + purse.silver + purse.gold)
    parts = [(name, float(p), TINTS[place % len(TINTS)]) for place, (name, p) in enumerate(shares)]
    basis = basis_line(purses.basis, table.language)
    number, exact = f"{float(average):.2f}", str(average)
    return page.answer_html(number, table.say(key), headline(table), parts, basis, "", INK, exact)


def hint(table: CityTable) -> str:
    """Return the calculators' advice on the decision, shown at the right of the claim."""
    city = table.city
    match table.step:
        case Step.BID if city.auction:
            sale = city.auction
            purses = {city.names[one]: city.purses[one] for one in sale.waiting if one != table.seat}
            leader = "" if sale.bidder == NOBODY else city.names[sale.bidder]
            bids = aq.auction_standing(sale.bid, city.purses[table.seat], purses, leader)
            if bids.cannot_raise:
                return table.say("bid_beaten")
            out, reach = table.listed(bids.out), len(bids.reach)
            return table.say("bid_out", names=out) if bids.out else table.say("bid_reach", count=reach)
        case Step.FORUM:
            count = len({one.building for one in aq.legal_actions(table.state) if isinstance(one, aq.Build)})
            said = [table.say("can_pay", count=count)] if table.open_hand else []
            said += [table.say("scores_now")] if FIELDS[city.current_task.about].scores else []
            return " · ".join(said)
        case Step.HARBOUR:
            points, coins = income(city, table.seat)
            return table.say("harbour_brings", points=points, coins=table.coins(coins))
        case Step.PRIZE:
            first, *others = (SETUP["victory_factor"] * one.strength for one in ranking(city))
            return table.say("prize_hint" if others else "prize_alone", first=first, second=others[0] if others else 0)
        case Step.PLACE:
            key = "place_hint" if city.tie_breaker_place(table.seat) else "place_hint_tie"
            chances = ((where, percent(one.p_rank(table.player)[0])) for where, one in _as_placed(table))
            placed = [table.say(f"as_placed.{where}", chance=chance) for where, chance in chances]
            return " · ".join((table.say(key, count=city.henchmen_left(table.seat)), *placed))
    return ""


def _as_placed(table: CityTable) -> Iterator[tuple[str, aq.Contest]]:
    """Yield the contests, arena and race, in which the player takes part, with the henchmen placed so far."""
    for where in ("arena", "stadium"):
        contest = aq.contest_from_table(table.city, where)
        if contest and table.player in contest.names:
            yield where, contest


def _final(table: CityTable) -> str:
    """The final count as a table, the winner's points large; villas as each colour's points times its laurels."""
    keys, rows = ("player", "won_points", "laurels", "villas", "total", "colours_chosen"), []
    for seat, (name, score) in enumerate(zip(table.city.names, table.city.scores)):
        totals, colours = aq.villa_totals(table.city.buildings(seat)), score.colours
        villas = [(table.name("colour", one), points, colours.count(one)) for one, points in totals.items()]
        told = ", ".join(f"{colour} {points} × {laurels}" for colour, points, laurels in villas if points)
        row = name, score.won, score.laurels, score.villas, score.total, told
        rows.append(map(escape, map(str, row)))
    count = page.table_html(rows, map(escape, map(table.say, keys)), "gk-aq-final")
    best = aq.returns(table.state)[aq.winners(table.state)[0]]
    basis = basis_line(("10.1", "10.2", "10.3"), table.language)
    return page.answer_html(str(best), headline(table), table.say("shared_rule"), (), basis) + count


# Beside the board -----------------------------------------------------------------------------------------------------


def _split_together(table: CityTable) -> aq.BlueDiceSplit | None:
    """The best split where the holder names all dice of a contest at once."""
    return from_state.blue_split_now(table.city) if table.city.blue_dice == "together" else None


def card_advice(table: CityTable) -> str:
    """The best use of the own hand when nobody answers with cards, and what it does to the chance to win."""
    contest = from_state.contest_now(table.city)
    if contest is None or not table.open_hand:
        return ""
    if not any(isinstance(action, aq.Play) for action in aq.legal_actions(table.state)):
        return table.say("no_card_helps")
    best = from_state.best_cards_now(table.city, table.view.hand)
    before = percent(from_state.ranks_now(table.city)[table.player][0])
    if not best:
        return table.say("cards_kept", before=before)
    own = fighter(table.city, table.seat)
    others = [replace(one, cards=(*one.cards, *best)) if one == own else one for one in table.city.fighters]
    after = from_state.ranks_now(replace(table.city, fighters=tuple(others)))[table.player][0]
    return table.say("cards_best", cards=table.cards(best), before=before, after=percent(after))


def advice(table: CityTable) -> str:
    """Return the text under the question to the deciding person."""
    if table.step == Step.BLUE:
        return table.say("blue_hint_split" if _split_together(table) else "blue_hint")
    return card_advice(table) if table.step == Step.CARDS else hint(table)


def dice_to_throw(table: CityTable) -> int:
    """Return the number of dice to throw now."""
    return dice_count(table.city.current_task) if table.player == CHANCE else 0


def throw_text(table: CityTable) -> str:
    """Return the name of the button that throws, "" if there is nothing to throw."""
    dice = dice_to_throw(table)
    return table.say("throw_one" if dice == 1 else "throw", dice=dice) if dice else ""


def log_entry(table: CityTable, before: State, action: aq.Action) -> tuple[str, str, str]:
    """An action done in a position as (letter, colour, sentence) for the log."""
    said = log_text(before, action, table.language)
    if before.table.agenda and (seat := before.table.current_task.seat) != NOBODY:
        return table.pawns[seat].letter, table.pawns[seat].colour, said
    return "·", METALS["silver"], said


FEWEST = 3  # players
BY_BUTTON = (Step.PECUNIA, Step.EQUI, Step.SERVI, Step.BLUE, Step.PRIZE, Step.LAUREL, Step.BID, Step.HARBOUR)
SHOWN = 40  # lines of the log
HINT = 1.5  # seconds of processor time that a hint is searched for


def screen(table: CityTable, viewport: page.Viewport) -> page.Container:
    now, mine, answer = table.city.current_district, table.mine, answer_html(table)
    width = draw_width(viewport.width)
    legal = clickable_actions(table) if mine else {}  # it can be clicked while a person at the screen decides
    past = [log_entry(table, state, action) for state, action in game_page.last_actions(table, SHOWN)]
    log = page.section(table.say("log"), page.Html(page.log_html(past), "gk-logs"))
    strength = page.muted_line(table.say("strength", **match_fields("aquileia search plain")))
    board = page.Picture(city_scene(table, legal, width), printed=partial(city_scene, table, {}, width))
    return page.page(
        viewport,
        page.heading_html(table.say("heading", round=table.city.round), table.name("district", now) if now else ""),
        answer,
        (board, page.status_line(viewport.error)),
        (_deciding(table, mine, answer), page.section("", game_page.replay_controls(table)), log),
        under_answer=(*game_page.new_game_controls(table, strength), page.fraction_button(table.say)),
    )


def _deciding(table: CityTable, mine: bool, answer: str) -> page.Container:
    told = table.say("pay_for", building=table.building(table.paying)) if table.paying else headline(table)
    above = answer.partition("gk-told")[2]  # a question that the answer asks already need not be asked again
    said = {told: f"<h3>{escape(told)}</h3>"}
    if mine and (hint := advice(table)):
        said[hint] = f'<span style="color:{MUTED}">{escape(hint)}</span>'
    asked = "".join(html for text, html in said.items() if escape(text) not in above)

    def plans(found: SearchResult) -> Iterator[str]:
        yield table.say("hint_told", plans=found.explain(table.language, table.option, percent))

    return page.section(
        "",
        page.Html(asked, shown=table.session.handover_seat is None),
        game_page.handover(table),
        *(_choices(table) if mine else ()),
        *(game_page.hint(table, (HINT,), aq.players.find, plans) if mine and len(table.legal) > 1 else ()),
        *game_page.advance_buttons(table, throw_text(table)),
        game_page.undo(table),
    )


def _choices(table: CityTable) -> tuple[page.Control, ...]:
    """The ways to pay for a house, a button for each of a few actions, or a list of all."""
    if ways := ways_to_pay(table):
        told = [table.say("overpaid" if way.overpaid else "exactly", count=way.overpaid) for way in ways]
        options = tuple((table.cards(way.slaves), text, table.coins(way.coins)) for way, text in zip(ways, told))
        paying = page.Radio(options, min(table.way, len(ways) - 1), ("way",), table.say("ways"))
        return paying, page.Button(table.say("build"), ("do",), "main")
    if table.step in BY_BUTTON:
        return (page.Container("gk-stack", tuple(_buttons(table)), key="buttons"),)
    legal, forum = table.legal, table.step == Step.FORUM
    texts = (table.offer(key) if forum else table.option(legal[key]) for key in table.offered)
    listed = tuple(zip(texts, table.offered)) or ((table.say("nothing"), ""),)
    do_it = page.Button(game_page.say("do_it"), ("do",), "main", disabled=not table.pick)
    passing = page.Button(table.option(aq.Pass()), ("act", PASSING), shown=PASSING in legal)
    return page.Menu(listed, table.pick, ("pick",), tooltip=table.say("list")), page.row(do_it, passing)


def _buttons(table: CityTable) -> Iterator[page.Button]:
    """A button for each action; of blue dice with the chance to win here, and the worth of the split if it is known."""
    split = _split_together(table) if table.step == Step.BLUE else None
    for key, action in table.legal.items():
        said, best = [table.option(action)], bool(split and isinstance(action, aq.Blue) and action.dice == split.best)
        if isinstance(action, aq.Blue):
            contest = aq.contest_from_table(table.city, more_blue_dice=action.dice)
            said.append(percent(contest.p_rank(table.player)[0] if contest else Fraction(1)))
            worth = f"{float(split.values[action.dice]):.1f}" if split else ""
            said += [table.say("split_best" if best else "split_worth", worth=worth)] if split else []
        yield page.Button(" · ".join(said), ("act", key), "main" if best else "", key=key)


def update(table: CityTable, message: page.Message) -> CityTable:
    match message:
        case ("building", name):
            return replace(table, paying="" if name == table.paying else name, way=0)
        case ("short", name):
            raise ValueError(why_not(table, name))
        case ("do",) if ways := ways_to_pay(table):
            action = aq.Build(table.paying, ways[min(table.way, len(ways) - 1)].slaves)
            return table.played(table.session.act(action))
        case ("do",) if table.step == Step.FORUM:
            return replace(table, paying=table.pick, way=0)
        case ("throw",):
            return table.played(table.session.continue_play())
        case ("new", luck):
            return _anew(table, luck)
        case ("way", way):
            return replace(table, way=way)
        case ("read" | "take up", *_):  # another game brings its players
            play = game_page.update(table, message).play
            play = replace(play, chosen=(), room=_five(play.session))
            return CityTable(play, fraction=table.fraction, language=table.language)
    return game_page.update(table, message)


def _anew(table: CityTable, luck: int) -> CityTable:
    play, session = table.play, table.session
    chosen = {str(name): kind for name, kind in zip(play.seats, play.players) if kind}
    if len(chosen) < FEWEST:
        raise ValueError(note("aquileia.board.too_few"))
    record = Record(aq, options={**session.record.options, "players": list(chosen)})
    return replace(table, picked="").played(begin(record, chosen, play.seed or luck, session.open))


class CityBoard(SessionBoard, screen=screen, update=update, widths=(LEAST, WIDTH), classes=("gk-first",)):
    """A game of Aquileia to play, replay and save; shows itself in a notebook.

    ``players`` says who plays each seat: a mapping from name to "person", "plain" (the ready player), "search" or
    "random"; three to five. ``seed`` fixes the dice and the ready players. ``language`` is "en" or "ja".
    ``board.state`` is the position shown, ``board.record`` the game so far. A ``record`` is gone on with instead.

    >>> board = CityBoard({"Ada": "person", "Ben": "plain", "Cleo": "plain"}, seed="7")
    >>> board.state.table.names, board.table.player
    (('Ada', 'Ben', 'Cleo'), 'Ada')
    """

    table: CityTable

    def __init__(
        self, players: Mapping[str, str] | None = None, seed: Any = "1", language: str | None = None,
        options: Mapping[str, str] | None = None, record: Record | None = None,
    ) -> None:  # fmt: skip
        seated = dict(players or {FIVE[0]: PERSON, **dict.fromkeys(FIVE[1:4], PLAIN)})
        begun = record or Record(aq, options={"players": list(seated), **(options or {})})
        session = begin(begun, None if record and not players else seated, seed)
        play = replace(game_page.with_offer(session), seed=str(seed), room=_five(session))
        super().__init__(CityTable(play, language=language_or_default(language)))


def _five(session: Session) -> tuple[str, ...]:
    """Return the names of five seats, the players of the game first."""
    names = tuple(session.players)
    return (*names, *(name for name in FIVE if name not in names))[: len(FIVE)]
