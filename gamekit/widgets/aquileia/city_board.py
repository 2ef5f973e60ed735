"""The city board: Aquileia to play with the mouse or the lists, against each other or against ready players."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from html import escape
from typing import Any, ClassVar

from gamekit import aquileia as aq
from gamekit.aquileia.notation import Words, log_text
from gamekit.aquileia.odds.from_state import (
    best_cards_now,
    blue_split_now,
    contest_now,
    contests_if_placed,
    may_name_blue_dice,
    ranks_now,
)
from gamekit.aquileia.rules.contests import fighter, ranking
from gamekit.aquileia.rules.districts import income
from gamekit.aquileia.rules.steps import dice_count
from gamekit.aquileia.state import NOBODY, Step
from gamekit.aquileia.tables import BUILDINGS, CARDS, COINS, FIELDS, SETUP, Purse
from gamekit.play.protocol import CHANCE, OVER
from gamekit.play.search import SearchFound
from gamekit.play.session import ALL, PERSON, PLAIN, ROOM, Session, begin
from gamekit.play.tournament import match_fields
from gamekit.probability.distribution import Dist
from gamekit.storage.record import Record
from gamekit.text.translation import basis_line, language_or_default, note, percent, word_or
from gamekit.widgets import game_page, page
from gamekit.widgets.app import SessionBoard
from gamekit.widgets.aquileia.city_view import LEAST, WIDTH, Person, PositionView, Share, act_message, draw_width, scene
from gamekit.widgets.aquileia.pieces import FIVE, METALS, TINTS, pawns
from gamekit.widgets.game_page import PlayTable
from gamekit.widgets.look import INK, MUTED
from gamekit.widgets.page import answer_html as large_answer
from gamekit.widgets.page import table_html, worded_answer_html
from gamekit.widgets.scene import Scene

TWO_DICE = (Step.DOLUS, Step.LATRO)
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


def clickable_actions(show: PositionView) -> dict[Hashable, str]:
    """Return the actions of clicks on the board, with descriptions; for houses out of reach, what is missing."""
    if show.player != show.eyes or show.secret:  # others' choices would tell something of their hands
        return {}
    legal = aq.legal_actions(show.state)
    places = (aq.Place, aq.TieBreaker, aq.Play, *([aq.Take] if show.step == Step.LAUREL else []))
    found: dict[Hashable, str] = {act_message(one): show.option(one) for one in legal if isinstance(one, places)}
    for action in legal:
        if isinstance(action, aq.Build):
            found["building", action.building] = show.say("click_build", building=show.offer(action.building))
    if show.step == Step.FORUM:
        free = [name for name, owner in zip(BUILDINGS, show.table.owners) if owner == NOBODY]
        found |= {("short", name): why_not(show, name) for name in free if ("building", name) not in found}
    return found


def ways_to_pay(show: PositionView) -> tuple[aq.ExactPayment, ...]:
    """The exact ways to pay the chosen building, cheapest first."""
    if not show.paying:
        return ()
    slaves = [card for card in show.view.hand if card.startswith("slave")]
    return aq.payments(show.paying, show.table.purses[show.seat], slaves)


def why_not(show: PositionView, name: str) -> str:
    """Return the reason why a building cannot be built now."""
    building, purse = BUILDINGS[name], show.table.purses[show.seat]
    short = purse.missing(building.coins)
    held = sum(CARDS[card].strength for card in show.view.hand if card.startswith("slave"))
    said = [show.coins(short)] if short else []
    if building.slaves > held:
        said.append(show.say("slaves_missing", count=building.slaves - held))
    told = show.say("missing", what=show.listed(said)) if said else show.say("no_house_left")
    return f"{show.offer(name)}: {told}"


def city_scene(show: PositionView, legal: Mapping[Hashable, str], width: float = WIDTH) -> Scene:
    """Return the picture of the city, on which the ``legal`` actions can be clicked."""
    return scene(show, player_boxes(show), legal, spoken_sentence(show), width)


def player_boxes(show: PositionView) -> tuple[Person, ...]:
    """Return the players' boxes."""
    odds = ranks_now(show.table) if show.table.contest else {}
    return tuple(_person(show, seat, odds) for seat in range(len(show.table.names)))


def _person(show: PositionView, seat: int, odds: dict[str, list[Any]]) -> Person:
    table, name = show.table, show.table.names[seat]
    houses, acting = table.owners.count(seat), seat == show.seat and show.step is not None
    facts = [show.say("start")] if table.start == seat else []
    facts.append(show.say("houses", count=houses))
    if any(task.step == Step.PLACE for task in table.agenda):
        facts.append(show.say("henchmen", count=table.henchmen(seat)))
    dice = dice_to_throw(show) if acting else 0
    person = Person(
        pawn=show.pawns[seat],
        points=table.points[seat],
        purse=table.purses[seat],
        detail=" · ".join(facts),
        laurels=table.shown[seat],
        acting=acting,
        throw=show.say("throw_one" if dice == 1 else "throw", dice=dice) if dice else "",
        throwing=dice,
    )
    own = next((one for one in table.fighters if one.seat == seat), None)
    if not own:
        return _throwing(show, person, seat)
    faces = (own.red + own.blue).count(own.side)
    in_air = dice if show.step == Step.BLUE_ROLL else 0
    left = table.blue if table.potentia == seat else 0
    person = replace(person, counts=own.side, red=own.red or ("",) * SETUP["red_dice"])
    person = replace(person, blue=own.blue + ("",) * (in_air + left), thrown=len(own.red) + len(own.blue))
    return contest_box(show, person, (own.base, faces, own.strength - own.base - faces), odds.get(name, []))


def contest_box(words: Words, person: Person, sums: tuple[int, int, int], ranks: Sequence[Any]) -> Person:
    """A person's box in a contest, with the strength as a sum of field, faces and cards, and each rank's chance."""
    base, faces, cards = sums
    coin, strength = words.name("coin", person.counts), sum(sums)
    return replace(
        person,
        formula=words.say("formula", base=base, faces=faces, cards=cards, strength=strength, coin=coin),
        brief=f"{base} + {faces} + {cards} = {strength}",
        parts=tuple(Share(words.say("rank", place=place), float(p)) for place, p in enumerate(ranks, 1)),
    )


def _throwing(show: PositionView, person: Person, seat: int) -> Person:
    """The two dice of swindler and thief, before the throw and right after it."""
    if seat == show.seat and show.step in TWO_DICE:
        return replace(person, formula=show.name("field", str(show.step)), red=("", ""))
    if show.last:
        task, action = show.last[0].table.task, show.last[1]
        if isinstance(action, aq.Roll) and task.step in TWO_DICE and task.seat == seat:
            return replace(person, formula=show.name("field", str(task.step)), red=action.faces)
    return person


# The answer above the board -------------------------------------------------------------------------------------------


def spoken_sentence(show: PositionView) -> str:
    """The position in one sentence, for the title of the picture."""
    return show.say("sentence", round=show.table.round, what=headline(show))


def headline(show: PositionView) -> str:
    """Return the state of the game as one sentence."""
    if show.player == OVER:
        winners = aq.winners(show.state)
        return show.say("won" if len(winners) == 1 else "won_shared", name=show.listed(winners))
    return word_or(f"aquileia.board.claim.{show.step}", show.say("claim.deck"), show.language, name=show.actor)


def answer_html(show: PositionView) -> str:
    """Return the large line above the board: the main number now, its meaning, its distribution as a bar, its basis."""
    if show.player == OVER:
        return _final(show)
    contest = contest_now(show.table)
    if contest and show.step not in (Step.PRIZE, Step.LAUREL, Step.LOOK):
        return _contest_answer(show, contest)
    if show.step == Step.DOLUS:
        return _purse_answer(show, aq.dolus(), "two_coins")
    if show.step == Step.LATRO:
        lying = [kind for kind, there in zip(COINS, show.table.harbour) if there]
        return _purse_answer(show, aq.latro(lying), "stolen")
    basis = basis_line(RULES.get(show.step or Step.ACT, ()), show.language)
    if show.step == Step.PLACE:
        told = [headline(show), hint(show)]
        if placed := next(_as_placed(show), None):
            where, contest = placed
            said = show.say(f"wins_{'arena' if where == 'arena' else 'race'}", name=show.player)
        elif best := max(contests_if_placed(show.state), key=lambda one: one[1].p_rank(show.player)[0], default=None):
            field, contest = best
            said = show.say("if_placed", name=show.player, field=show.field(field))
            told.append(show.say("if_placed_note"))
        else:
            return worded_answer_html(headline(show), hint(show), basis)
        ranks = {name: contest.p_rank(name) for name in contest.names}
        return chance_html(ranks, show.player, said, " · ".join(told), basis, fraction=show.fraction)
    return worded_answer_html(headline(show), hint(show), basis)


def chance_html(
    ranks: dict[str, list[Any]], name: str, said: str, told: str, basis: str, rules: str = "", fraction: bool = False
) -> str:
    """Return an entrant's chance to win in large type, and all chances as a bar, the entrant's own first."""
    colours = {pawn.name: pawn.colour for pawn in pawns(tuple(ranks))}
    firsts = {one: ranks[one][0] for one in (name, *ranks)}
    parts = [(one, float(first), colours[one]) for one, first in firsts.items()]
    first = firsts[name]
    return large_answer(percent(first), said, told, parts, basis, rules, colours[name], str(first), fraction)


def _contest_answer(show: PositionView, contest: aq.Contest) -> str:
    name = show.actor or contest.names[0]
    said = show.say("wins_arena" if show.table.contest == "arena" else "wins_race", name=name)
    basis = basis_line((*contest.basis, *_standing_on(show)), show.language)
    told = _counted_told(show, contest)
    return chance_html(ranks_now(show.table), name, said, told, basis, headline(show), show.fraction)


def _counted_told(show: PositionView, contest: aq.Contest) -> str:
    """Say how many blue dice of the holder are counted, and that cards still to be played are not."""
    table = show.table
    in_air = dice_to_throw(show) if show.step == Step.BLUE_ROLL else 0
    held = table.blue + in_air if table.potentia in {one.seat for one in table.fighters} else 0
    told = [show.say("no_more_cards")] if any(task.step == Step.CARDS for task in table.agenda) else []
    if held:
        later = _split_waits(show) and (table.blue_dice == "one by one" or any(one.red for one in contest.entrants))
        counted = sum(entrant.blue for entrant in contest.entrants)
        key = "blue_later" if later else "blue_counted"
        told.append(show.say(key, counted=counted, held=held, name=table.names[table.potentia]))
    return " · ".join(told)


def _standing_on(show: PositionView) -> tuple[str, ...]:
    """Return further entries of a contest's basis: the estimated values of the stadium's fields, the best split."""
    judged = (note("aquileia.basis.stadium_fields"),) if show.table.contest == "stadium" else ()
    return (*judged, note("aquileia.basis.best_split")) if _split_waits(show) else judged


def _split_waits(show: PositionView) -> bool:
    """Whether the blue dice still to be named are split between arena and race."""
    return may_name_blue_dice(show.table) and blue_split_now(show.table) is not None


def _purse_answer(show: PositionView, purses: Dist[Purse], key: str) -> str:
    """Return the answer of a distribution of coins: the chance of each outcome, and the mean number."""
    shares = sorted(((show.coins(purse), purses.p(purse.__eq__)) for purse in purses), key=lambda pair: -pair[1])
    average = purses.mean(lambda purse: purse.bronze + purse.silver + purse.gold)
    parts = [(name, float(p), TINTS[place % len(TINTS)]) for place, (name, p) in enumerate(shares)]
    basis = basis_line(purses.basis, show.language)
    return large_answer(f"{float(average):.2f}", show.say(key), headline(show), parts, basis, "", INK, str(average))


def hint(show: PositionView) -> str:
    """Return the calculators' advice on the decision, shown at the right of the claim."""
    table = show.table
    match show.step:
        case Step.BID if table.auction:
            return _bid_hint(show, table.auction)
        case Step.FORUM:
            count = len({one.building for one in aq.legal_actions(show.state) if isinstance(one, aq.Build)})
            said = [show.say("can_pay", count=count)] if show.open_hand else []
            said += [show.say("scores_now")] if FIELDS[table.task.about].scores else []
            return " · ".join(said)
        case Step.HARBOUR:
            points, coins = income(table, show.seat)
            return show.say("harbour_brings", points=points, coins=show.coins(coins))
        case Step.PRIZE:
            first, *others = (SETUP["victory_factor"] * one.strength for one in ranking(table))
            return (
                show.say("prize_hint", first=first, second=others[0])
                if others
                else show.say("prize_alone", first=first)
            )
        case Step.PLACE:
            key = "place_hint" if table.tie_breaker_place(show.seat) else "place_hint_tie"
            chances = ((where, percent(one.p_rank(show.player)[0])) for where, one in _as_placed(show))
            placed = [show.say(f"as_placed.{where}", chance=chance) for where, chance in chances]
            return " · ".join((show.say(key, count=table.henchmen(show.seat)), *placed))
    return ""


def _bid_hint(show: PositionView, sale: Any) -> str:
    table, seat = show.table, show.seat
    others = {table.names[one]: table.purses[one] for one in sale.waiting if one != seat}
    leader = "" if sale.bidder == NOBODY else table.names[sale.bidder]
    state = aq.standing(sale.bid, table.purses[seat], others, leader)
    if state.beaten:
        return show.say("bid_beaten")
    if state.out:
        return show.say("bid_out", names=show.listed(state.out))
    return show.say("bid_reach", count=len(state.reach))


def _as_placed(show: PositionView) -> Iterator[tuple[str, aq.Contest]]:
    """Yield the contests, arena and race, in which the player takes part, with the henchmen placed so far."""
    for where in ("arena", "stadium"):
        contest = aq.contest_on(show.table, where)
        if contest and show.player in contest.names:
            yield where, contest


def _final(show: PositionView) -> str:
    """The final count as a table, the winner's points large."""
    keys = ("player", "won_points", "laurels", "villas", "total", "colours_chosen")
    rows = (
        (name, score.won, score.laurels, score.villas, score.total, _villas_told(show, seat))
        for seat, (name, score) in enumerate(zip(show.table.names, show.table.scores))
    )
    count = table_html((map(escape, map(str, row)) for row in rows), map(escape, map(show.say, keys)), "gk-aq-final")
    best = aq.returns(show.state)[aq.winners(show.state)[0]]
    basis = basis_line(("10.1", "10.2", "10.3"), show.language)
    return large_answer(str(best), headline(show), show.say("shared_rule"), (), basis) + count


def _villas_told(show: PositionView, seat: int) -> str:
    """Return the sum of the villa points: each colour's villas times the laurels counted for it."""
    totals, colours = aq.villa_totals(show.table.buildings(seat)), show.table.scores[seat].colours
    told = [(show.name("colour", colour), points, colours.count(colour)) for colour, points in totals.items()]
    return ", ".join(f"{name} {points} × {laurels}" for name, points, laurels in told if points)


# Beside the board -----------------------------------------------------------------------------------------------------


def blue_hint(show: PositionView) -> str:
    return show.say("blue_hint_split" if _split_together(show) else "blue_hint")


def _split_together(show: PositionView) -> aq.BlueSplit | None:
    """The best split where the holder names all dice of a contest at once."""
    return blue_split_now(show.table) if show.table.blue_dice == "together" else None


def blue_advice(show: PositionView) -> list[tuple[str, str, str, bool]]:
    """Each number of blue dice with its worth, the chance to win here, and whether it is the best split."""
    rows, split = [], _split_together(show)
    for action in aq.legal_actions(show.state):
        assert isinstance(action, aq.Blue)
        contest = aq.contest_on(show.table, blue=action.dice)
        first = contest.p_rank(show.player)[0] if contest else Fraction(1)
        best = split is not None and action.dice == split.best
        worth = f"{float(split.values[action.dice]):.1f}" if split else ""
        told = show.say("split_best" if best else "split_worth", worth=worth) if split else ""
        rows.append((show.option(action), told, percent(first), best))
    return rows


def card_advice(show: PositionView) -> str:
    """The best use of the own hand when nobody answers with cards, and what it does to the chance to win."""
    contest = contest_now(show.table)
    if contest is None or not show.open_hand:
        return ""
    if not any(isinstance(action, aq.Play) for action in aq.legal_actions(show.state)):
        return show.say("no_card_helps")
    best, before = best_cards_now(show.table, show.view.hand), percent(ranks_now(show.table)[show.player][0])
    if not best:
        return show.say("cards_kept", before=before)
    own = fighter(show.table, show.seat)
    others = [replace(one, cards=(*one.cards, *best)) if one == own else one for one in show.table.fighters]
    after = ranks_now(replace(show.table, fighters=tuple(others)))[show.player][0]
    return show.say("cards_best", cards=show.cards(best), before=before, after=percent(after))


def advice(show: PositionView) -> str:
    """Return the text under the question to the deciding person."""
    if show.step == Step.CARDS:
        return card_advice(show)
    return blue_hint(show) if show.step == Step.BLUE else hint(show)


def dice_to_throw(show: PositionView) -> int:
    """Return the number of dice to throw now."""
    return dice_count(show.table.task) if show.player == CHANCE else 0


def muted(text: str) -> str:
    """A quiet line of HTML."""
    return f'<span style="color:{MUTED}">{escape(text)}</span>' if text else ""


def log_entry(show: PositionView, action: aq.Action) -> tuple[str, str, str]:
    """An action as (letter, colour, sentence) for the log."""
    said = log_text(show.state, action, show.language)
    if show.seat == NOBODY:
        return ("·", METALS["silver"], said)
    pawn = show.pawns[show.seat]
    return (pawn.letter, pawn.colour, said)


FEWEST = 3  # players
BY_BUTTON = (Step.PECUNIA, Step.EQUI, Step.SERVI, Step.BLUE, Step.PRIZE, Step.LAUREL, Step.BID, Step.HARBOUR)
SHOWN = 40  # lines of the log
HINT = 1.5  # seconds of processor time that a hint is searched for
PASSING = str(aq.Pass())


@dataclass(frozen=True, slots=True)
class CityTable(PlayTable):
    """The game, the house being paid for and how."""

    BEGUN: ClassVar = ("building", "way")

    building: str = ""
    way: int = 0
    asked: Record | None = None  # the game at which a hint was asked for
    found: SearchFound | None = None

    @property
    def offered(self) -> tuple[str, ...]:
        """The entries of the list: houses that can be paid for, else all actions but to pass."""
        if self.show.step == Step.FORUM:
            houses = (one.building for one in self.legal.values() if isinstance(one, aq.Build))
            return tuple(dict.fromkeys(houses))
        return tuple(key for key in self.legal if key != PASSING)

    @property
    def show(self) -> PositionView:
        """The position as it is shown: through whose eyes, whether their hand lies open, the house being paid."""
        session = self.session
        at, viewer = session.at, session.viewer
        decider = session.decider if session.decider in session.players else next(iter(session.players))
        eyes = str(decider if viewer in (ALL, ROOM) else viewer)
        last = (session.positions[at - 1], session.record.entries[at - 1].action) if at else None
        return PositionView(session.state, eyes, viewer != ROOM, self.building, last, self.fraction, self.language)


def screen(table: CityTable, viewport: page.Viewport) -> page.Container:
    play, show = table.play, table.show
    now, mine, answer = show.table.district, table.session.waits == "person", answer_html(show)
    legal = clickable_actions(show) if mine else {}  # it can be clicked while a person at the screen decides
    past = [log_entry(replace(show, state=state), action) for state, action in game_page.last_actions(play, SHOWN)]
    log = page.section(show.say("log"), page.Html(page.log_html(past), "gk-logs"))
    strength = page.muted_line(show.say("strength", **match_fields("aquileia search plain")))
    return page.page(
        viewport,
        page.heading_html(show.say("heading", round=show.table.round), show.name("district", now) if now else ""),
        answer,
        (
            page.Picture(
                city_scene(show, legal, draw_width(viewport.width)),
                printed=partial(city_scene, show, {}, draw_width(viewport.width)),
            ),
            page.status(viewport.error),
        ),
        (_deciding(table, show, mine, answer), page.section("", game_page.replay_controls(play)), log),
        line=(*game_page.new_game_controls(play, str, strength), page.fraction_button(show.say)),
    )


def _deciding(table: CityTable, show: PositionView, mine: bool, answer: str) -> page.Container:
    play = table.play
    dice = dice_to_throw(show)
    thrown = show.say("throw_one" if dice == 1 else "throw", dice=dice) if dice else ""
    told = show.say("pay_for", building=show.building(show.paying)) if show.paying else headline(show)
    above = answer.partition("gk-told")[2]  # a question that the answer asks already need not be asked again
    said = {told: f"<h3>{escape(told)}</h3>", (hint := advice(show) if mine else ""): muted(hint)}
    asked = "".join(html for text, html in said.items() if escape(text) not in above)
    return page.section(
        "",
        page.Html(asked, shown=table.session.handover is None),
        game_page.handover(play, str),
        *(_choices(table, show) if mine else ()),
        *(_hint(table, show) if mine and len(table.legal) > 1 else ()),
        *game_page.advance_buttons(play, str, thrown),
        game_page.undo(play),
    )


def _hint(table: CityTable, show: PositionView) -> tuple[page.Control, ...]:
    """The button for a hint, and the best plans once they have been searched for; nothing is played."""
    record = table.session.record
    asked = table.asked == record
    button = page.Button(show.say("hint"), ("hint",), disabled=asked, tooltip=show.say("hint_tip"))
    if not asked:
        return (button,)
    if table.found is None:
        work = partial(_searched, table.session)
        return button, page.Html(muted(show.say("hint_wait"))), page.BackgroundTask(work, ("hinted",), record)
    plans = table.found.explain(show.language, show.option, percent)
    return button, page.Html(f"<p>{escape(show.say('hint_told', plans=plans))}</p>")


def _searched(session: Session) -> SearchFound:
    state = session.state
    return aq.players.find(aq.observe(state, session.decider), aq.legal_actions(state), seconds=HINT)


def _choices(table: CityTable, show: PositionView) -> tuple[page.Control, ...]:
    """The ways to pay for a house, a button for each of a few actions, or a list of all."""
    if ways := ways_to_pay(show):
        options = tuple(
            (
                show.cards(way.slaves),
                show.say("overpaid", count=way.overpaid) if way.overpaid else show.say("exactly"),
                show.coins(way.coins),
            )
            for way in ways
        )
        paying = page.Radio(options, min(table.way, len(ways) - 1), ("way",), show.say("ways"))
        return paying, page.Button(show.say("build"), ("do",), "main")
    if show.step in BY_BUTTON:
        return (page.Container("gk-stack", tuple(_buttons(table, show)), key="buttons"),)
    told = show.offer if show.step == Step.FORUM else lambda key: show.option(table.legal[key])
    options_now = tuple((told(key), key) for key in table.offered) or ((show.say("nothing"), ""),)
    return (
        page.Menu(options_now, table.pick, ("pick",), tooltip=show.say("list")),
        page.row(
            page.Button(game_page.say("do_it"), ("do",), "main", disabled=not table.pick),
            page.Button(show.option(aq.Pass()), ("act", PASSING), shown=PASSING in table.legal),
        ),
    )


def _buttons(table: CityTable, show: PositionView) -> list[page.Button]:
    hints = blue_advice(show) if show.step == Step.BLUE else []
    made = []
    for place, (text, action) in enumerate(table.legal.items()):
        said = [show.option(action), *(hints[place][2:0:-1] if hints else ())]
        best = bool(hints) and hints[place][3]
        made.append(page.Button(" · ".join(filter(None, said)), ("act", text), "main" if best else "", key=text))
    return made


def update(table: CityTable, message: page.Message) -> CityTable:
    match message:
        case ("building", name):
            return replace(table, building="" if name == table.building else name, way=0)
        case ("short", name):
            raise ValueError(why_not(table.show, name))
        case ("do",):
            return _done(table)
        case ("throw",):
            return table.played(table.session.go_on())
        case ("new", luck):
            return _anew(table, luck)
        case ("way", way):
            return replace(table, way=way)
        case (("hint" | "hinted"), *found):
            return replace(table, asked=table.session.record, found=found[0] if found else None)
        case ("read" | "take up", *_):  # another game brings its players
            play = game_page.update(table, message).play
            play = replace(play, chosen=(), room=_five(play.session))
            return CityTable(play, fraction=table.fraction, language=table.language)
    return game_page.update(table, message)


def _done(table: CityTable) -> CityTable:
    show = table.show
    if ways := ways_to_pay(show):
        action = aq.Build(show.paying, ways[min(table.way, len(ways) - 1)].slaves)
        return table.played(table.session.act(action))
    return replace(table, building=table.pick, way=0) if show.step == Step.FORUM else table.done(table.pick)


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
    >>> board.state.table.names, board.table.show.player
    (('Ada', 'Ben', 'Cleo'), 'Ada')
    """

    table: CityTable

    def __init__(
        self,
        players: Mapping[str, str] | None = None,
        seed: Any = "1",
        language: str | None = None,
        options: Mapping[str, str] | None = None,
        record: Record | None = None,
    ) -> None:
        seated = dict(players or {FIVE[0]: PERSON, **dict.fromkeys(FIVE[1:4], PLAIN)})
        begun = record or Record(aq, options={"players": list(seated), **(options or {})})
        session = begin(begun, None if record and not players else seated, seed)
        play = replace(game_page.with_offer(session), seed=str(seed), room=_five(session))
        super().__init__(CityTable(play, language=language_or_default(language)))


def _five(session: Session) -> tuple[str, ...]:
    """Return the names of five seats, the players of the game first."""
    names = tuple(session.players)
    return (*names, *(name for name in FIVE if name not in names))[: len(FIVE)]
