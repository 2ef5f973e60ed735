"""What the city board says: who does what, what may be done, what the dice and coins are about to bring.

Numbers come from ``gamekit.aquileia``; here they become sentences in a language and the ``City`` to be drawn."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache, reduce
from html import escape
from typing import Any

from gamekit import aquileia as aq
from gamekit.aquileia.rules.contests import fighter, ranking
from gamekit.aquileia.rules.harbour import income
from gamekit.aquileia.rules.steps import thrown
from gamekit.aquileia.state import NOBODY, State, Step, Table, View
from gamekit.aquileia.tables import BUILDINGS, CARDS, COINS, DISTRICTS, FIELDS, LAURELS, SETUP, Purse
from gamekit.dist import Dist
from gamekit.game import CHANCE, OVER
from gamekit.widgets.aquileia.city_view import City, Person, Share, act
from gamekit.widgets.aquileia.pieces import METALS, Pawn, pawns
from gamekit.widgets.look import INK, MUTED
from gamekit.widgets.page import answer_html as large_answer
from gamekit.words import basis_line, note, percent, spoken, word

SECRET = (Step.CARDS, Step.FORUM, Step.LAUREL)  # steps whose choices tell something of the hand
TWO_DICE = (Step.DOLUS, Step.LATRO)
IN_DISTRICT = {
    Step.DOLUS: "mercatus",
    Step.PECUNIA: "mercatus",
    Step.EQUI: "mercatus",
    Step.GEAR: "mercatus",
    Step.SERVI: "mercatus",
    Step.REFILL: "mercatus",
    Step.PRIZE: "arena",
    Step.LOOK: "stadium",
    Step.LAUREL: "stadium",
    Step.REVEAL: "theatrum",
    Step.BID: "theatrum",
    Step.FORUM: "forum",
    Step.LATRO: "portus",
    Step.HARBOUR: "portus",
}


@dataclass(frozen=True, slots=True)
class Show:
    """A position as somebody looks at it: whose hand lies open (or nobody's), the building being paid, the language."""

    state: State
    eyes: str
    open_hand: bool = True
    building: str = ""
    last: tuple[State, aq.Action] | None = None  # what was done, and where, just before
    fraction: bool = False
    language: str = "en"

    @property
    def table(self) -> Table:
        return self.state.table

    @property
    def view(self) -> View:
        return aq.observe(self.state, self.eyes)

    @property
    def player(self) -> str:
        """Who decides, or chance, or over."""
        return aq.current_player(self.state)

    @property
    def step(self) -> Step | None:
        return self.table.task.step if self.table.agenda else None

    @property
    def pawns(self) -> tuple[Pawn, ...]:
        return pawns(self.table.names)

    @property
    def secret(self) -> bool:
        """Whether the choices would tell something of a hand that is still face down."""
        return not self.open_hand and self.step in SECRET

    @property
    def seat(self) -> int:
        """Whose task it is, a player's even when chance moves for him."""
        return self.table.task.seat if self.table.agenda else NOBODY

    def say(self, key: str, **fields: Any) -> str:
        return word(f"aquileia.board.{key}", self.language, **fields)

    def name(self, what: str, key: str) -> str:
        return word(f"aquileia.board.{what}.{key}", self.language)


# names of things


def listed(show: Show, items: Iterable[str]) -> str:
    """Several texts as one list; nothing when there are none."""
    found = list(items)
    return reduce(lambda one, other: show.say("two", one=one, other=other), found) if found else ""


def coins_text(show: Show, purse: Purse) -> str:
    """Coins in words: ``2 silver, 1 bronze``; nothing is said so."""
    return spoken(str(purse), show.language)


def field_text(show: Show, name: str) -> str:
    """An action field in words: ``Arena +2``, ``Servi, gold``."""
    field, number = FIELDS[name], name.split()[-1]
    if field.district == "arena":
        return show.say("field_arena", number=number, strength=field.strength)
    if field.district == "stadium":
        return show.say("field_stadium", number=number, strength=field.strength, side=show.name("coin", field.coin))
    if field.district == "forum":
        return show.say("field_forum", number=number)
    if name.startswith("equi"):
        return show.say("field_equi", number=number)
    if field.coin and field.district == "mercatus":
        return show.say("field_servi", coin=show.name("coin", field.coin))
    if field.coin:
        return show.say("field_portus", coin=show.name("coin", field.coin))
    return show.say(name) if name != "theatrum" else show.name("district", name)


def card_text(show: Show, card: str) -> str:
    """A card in words: ``weapon +2``."""
    kind, strength = card.rsplit(" ", 1)
    return f"{show.name('card', kind)} +{strength}"


def laurel_text(show: Show, laurel: str) -> str:
    """A laurel in words: ``blue/yellow laurel``, ``laurel of 5``."""
    design = LAURELS[laurel]
    if design.points:
        return show.say("laurel_points", points=design.points)
    return show.say("laurel_colour", colour="/".join(show.name("colour", colour) for colour in design.colours))


def building_text(show: Show, name: str) -> str:
    """A building in words: ``blue villa 10``, ``workshop of 4 VP``, ``bank of 1 gold``."""
    building = BUILDINGS[name]
    if building.kind == "villa":
        return show.say("villa_named", colour=show.name("colour", building.colour), points=building.points)
    if building.kind == "workshop":
        return show.say("workshop_named", points=building.points)
    return show.say("bank_named", coins=coins_text(show, building.income))


def offer_text(show: Show, name: str) -> str:
    """A building with its price in coins, which tells apart those of the same yield."""
    return show.say("offer", building=building_text(show, name), price=coins_text(show, BUILDINGS[name].coins))


def faces_text(show: Show, faces: Iterable[str]) -> str:
    """Faces of a throw in words."""
    return listed(show, (show.name("coin", face) for face in faces))


def cards_text(show: Show, cards: Iterable[str]) -> str:
    """Cards in words, or none."""
    return listed(show, (card_text(show, card) for card in cards)) or show.say("no_card")


# what may be done


def option_text(show: Show, action: aq.Action) -> str:
    """An action as it stands on a button or in a list."""
    match action:
        case aq.Place(name):
            return field_text(show, name)
        case aq.TieBreaker(place):
            return show.say("do_tie", place=place)
        case aq.Change(give, get):
            return show.say("do_change", give=coins_text(show, give), get=coins_text(show, get))
        case aq.Buy(cards):
            return show.say("do_buy_one" if cards == 1 else "do_buy", cards=cards)
        case aq.Play(card):
            return show.say("do_play", card=card_text(show, card))
        case aq.Blue(dice):
            return show.say("do_blue" if dice else "do_no_blue", dice=dice)
        case aq.Take("points"):
            strength = fighter(show.table, show.seat).strength
            return show.say("do_points", points=SETUP["victory_factor"] * strength)
        case aq.Take("slave"):
            return show.say("do_slave")
        case aq.Take(laurel):
            return laurel_text(show, laurel)
        case aq.Bid(coins):
            return show.say("do_bid", coins=coins_text(show, coins))
        case aq.Build(building, slaves):
            return show.say("do_build", building=building_text(show, building), slaves=cards_text(show, slaves))
        case aq.Pay():
            return show.say("do_pay", coin=show.name("coin", FIELDS[show.table.task.about].coin))
    passes = {Step.CARDS: "no_more_cards", Step.FORUM: "no_house", Step.PECUNIA: "no_change", Step.HARBOUR: "no_pay"}
    passes |= {Step.EQUI: "buy_nothing", Step.SERVI: "buy_nothing"}
    return show.say(passes.get(show.step or Step.PLACE, "pass"))


def clickable(show: Show) -> dict[Hashable, str]:
    """What a click on the board may mean now, with its description; of houses out of reach, what is missing."""
    if show.player != show.eyes or show.secret:  # others' choices would tell something of their hands
        return {}
    legal = aq.legal_actions(show.state)
    places = (aq.Place, aq.TieBreaker, aq.Play)
    found: dict[Hashable, str] = {act(one): option_text(show, one) for one in legal if isinstance(one, places)}
    if show.step == Step.LAUREL:
        found |= {act(action): option_text(show, action) for action in legal}
    for action in legal:
        if isinstance(action, aq.Build):
            found["building", action.building] = show.say("click_build", building=offer_text(show, action.building))
    if show.step == Step.FORUM:
        free = [name for name, owner in zip(BUILDINGS, show.table.owners) if owner == NOBODY]
        found |= {("short", name): why_not(show, name) for name in free if ("building", name) not in found}
    return found


def ways_to_pay(show: Show) -> tuple[aq.ExactPayment, ...]:
    """The exact ways to pay the chosen building, cheapest first."""
    if not show.building:
        return ()
    slaves = [card for card in show.view.hand if card.startswith("slave")]
    return aq.payments(show.building, show.table.purses[show.seat], slaves)


def why_not(show: Show, name: str) -> str:
    """Why a building cannot be built now, in words."""
    building, purse = BUILDINGS[name], show.table.purses[show.seat]
    short = purse.missing(building.coins)
    held = sum(int(card[-1]) for card in show.view.hand if card.startswith("slave"))
    said = [coins_text(show, short)] if short else []
    if building.slaves > held:
        said.append(show.say("slaves_missing", count=building.slaves - held))
    told = show.say("missing", what=listed(show, said)) if said else show.say("no_house_left")
    return f"{offer_text(show, name)}: {told}"


# what has been done


def log_text(show: Show, action: aq.Action) -> str:
    """An action done in ``show``'s position, as a sentence."""
    name = show.table.names[show.seat] if show.seat != NOBODY else ""
    match action:
        case aq.Place(field):
            return show.say("log_place", name=name, field=field_text(show, field))
        case aq.TieBreaker(place):
            return show.say("log_tie", name=name, place=place)
        case aq.Roll(faces):
            return show.say("log_roll", name=name, faces=faces_text(show, faces))
        case aq.Draw(card):
            return _drawn(show, name, card)
        case aq.Change(give, get):
            return show.say("log_change", name=name, give=coins_text(show, give), get=coins_text(show, get))
        case aq.Buy(cards):
            return show.say("log_buy", name=name, cards=cards, field=field_text(show, show.table.task.about))
        case aq.Play(card):
            return show.say("log_play", name=name, card=card_text(show, card))
        case aq.Blue(dice):
            return show.say("log_blue", name=name, dice=dice)
        case aq.Take("points"):
            points = SETUP["victory_factor"] * fighter(show.table, show.seat).strength
            return show.say("log_points", name=name, points=points)
        case aq.Take("slave"):
            return show.say("log_slave", name=name)
        case aq.Take():
            return show.say("log_laurel", name=name)
        case aq.Bid(coins):
            return show.say("log_bid", name=name, coins=coins_text(show, coins))
        case aq.Build(building, slaves):
            return show.say(
                "log_build", name=name, building=building_text(show, building), slaves=cards_text(show, slaves)
            )
        case aq.Pay():
            return show.say("log_pay", name=name)
    passed = {Step.PLACE: "log_placed", Step.CARDS: "log_no_card", Step.FORUM: "log_no_house"}
    passed |= {Step.PECUNIA: "log_no_change", Step.HARBOUR: "log_no_pay"}
    passed |= dict.fromkeys((Step.EQUI, Step.SERVI), "log_bought_nothing")
    return show.say(passed.get(show.step or Step.BID, "log_pass"), name=name)


def _drawn(show: Show, name: str, card: str) -> str:
    """What everybody sees of a draw: cards bought stay hidden."""
    match show.step:
        case Step.REFILL:
            return show.say("log_row", card=card_text(show, card))
        case Step.REVEAL:
            return show.say("log_reveal", laurel=laurel_text(show, card))
        case Step.TURN_UP:
            return show.say("log_turn_up", laurel=laurel_text(show, card))
        case Step.DISCARD:
            where = "theatrum" if show.table.task.about == "theatre" else "stadium"
            return show.say("log_discard", place=show.name("district", where))
        case Step.LOOK:
            return show.say("log_look", name=name)
    return show.say("log_draw", name=name)


# the picture


def city(show: Show) -> City:
    """What the board shows of the position."""
    table, legal = show.table, clickable(show)
    hidden = not show.open_hand
    view, odds = show.view, chances(show)
    return City(
        table=table,
        people=tuple(_person(show, seat, odds) for seat in range(len(table.names))),
        legal=legal,
        title=show.say("title"),
        sentence=sentence(show),
        district=district(show),
        done=_done(show),
        hand=None if hidden else view.hand,
        laurels=view.laurels,
        offered=() if hidden else view.offered,
        hand_title=show.say("hand_of", name=show.eyes),
        hand_note=show.say("hand_hidden" if hidden else "hand_open", cards=len(view.hand), laurels=len(view.laurels))
        if not hidden
        else show.say("hand_hidden"),
        chosen=show.building,
        auction=_auction_lines(show),
    )


def district(show: Show) -> str:
    """The district that is at work, or nothing while pieces are placed."""
    if show.table.contest:
        return show.table.contest
    if show.step == Step.SLAVE:
        return "mercatus"
    return IN_DISTRICT.get(show.step, "") if show.step else ""


def _done(show: Show) -> tuple[str, ...]:
    now = district(show)
    return DISTRICTS[: DISTRICTS.index(now)] if now else ()


def _person(show: Show, seat: int, odds: dict[str, list[Any]]) -> Person:
    table = show.table
    facts = [show.say("start")] if table.start == seat else []
    houses = table.owners.count(seat)
    facts.append(show.say("houses_one" if houses == 1 else "houses", count=houses))
    if any(task.step == Step.PLACE for task in table.agenda):
        facts.append(show.say("henchmen", count=table.henchmen(seat)))
    person = Person(
        pawn=show.pawns[seat],
        points=table.points[seat],
        purse=table.purses[seat],
        detail=" · ".join(facts),
        laurels=table.shown[seat],
        acting=seat == show.seat and show.step is not None,
    )
    dice = dice_to_throw(show) if person.acting else 0
    if dice:
        person = replace(person, throw=show.say("throw_one" if dice == 1 else "throw", dice=dice), throwing=dice)
    own = next((one for one in table.fighters if one.seat == seat), None)
    if not own:
        return _throwing(show, person, seat)
    faces = (own.red + own.blue).count(own.side)
    cards = own.strength - own.base - faces
    formula = show.say(
        "formula", base=own.base, faces=faces, cards=cards, strength=own.strength, coin=show.name("coin", own.side)
    )
    brief = f"{own.base} + {faces} + {cards} = {own.strength}"
    waiting = () if own.red else ("",) * SETUP["red_dice"]
    in_air = ("",) * dice if show.step == Step.BLUE_ROLL else ()
    left = ("",) * table.blue if table.potentia == seat else ()
    ranks = odds.get(person.pawn.name, [])
    parts = tuple(Share(show.say("rank", place=place), float(p)) for place, p in enumerate(ranks, 1))
    return replace(
        person, formula=formula, brief=brief, red=own.red or waiting, blue=own.blue + in_air + left, counts=own.side,
        parts=parts, thrown=len(own.red) + len(own.blue),
    )  # fmt: skip


def _throwing(show: Show, person: Person, seat: int) -> Person:
    """The two dice of swindler and thief, before the throw and right after it."""
    if seat == show.seat and show.step in TWO_DICE:
        return replace(person, formula=show.say(str(show.step)), red=("", ""))
    if show.last:
        state, action = show.last
        task = state.table.task
        if isinstance(action, aq.Roll) and task.step in TWO_DICE and task.seat == seat:
            return replace(person, formula=show.say(str(task.step)), red=action.faces)
    return person


def contest_now(show: Show) -> aq.Contest | None:
    """The contest that is on, with the blue dice that its holder will throw in it; None when there is none."""
    return aq.contest_on(show.table, blue=blue_to_come(show)) if show.table.contest else None


def blue_to_come(show: Show) -> int:
    """How many of the blue dice still held count here: all, or the best split's share while a race follows."""
    if not _to_be_named(show):
        return 0
    split = _split(show)
    return split.best if split else show.table.blue


def _to_be_named(show: Show) -> bool:
    """Whether blue dice may still be named in the contest that is on; those in the air are not, they fall anyway."""
    table = show.table
    if show.step == Step.BLUE_ROLL:
        return table.blue_dice == "one by one" and not _split(show)
    return any(task.step == Step.BLUE and task.about == table.contest for task in table.agenda)


def chances(show: Show) -> dict[str, list[Any]]:
    """Everybody's rank chances in the contest that is on."""
    contest = contest_now(show)
    return {name: contest.p_rank(name) for name in contest.names} if contest else {}


def _auction_lines(show: Show) -> tuple[str, ...]:
    sale = show.table.auction
    if not sale:
        return ()
    if sale.bidder == NOBODY:
        return (show.say("no_bid"),)
    return (show.say("highest"), show.table.names[sale.bidder])


# the answer above the board


def sentence(show: Show) -> str:
    """The position in one sentence, for the title of the picture."""
    return show.say("sentence", round=show.table.round, what=claim(show))


def claim(show: Show) -> str:
    """What is going on, as one sentence."""
    player = show.player
    if player == OVER:
        winners = aq.winners(show.state)
        return show.say("won" if len(winners) == 1 else "won_shared", name=listed(show, winners))
    name = show.table.names[show.seat] if show.seat != NOBODY else ""
    keys = {
        Step.PLACE: "claim_place",
        Step.DOLUS: "claim_dolus",
        Step.PECUNIA: "claim_pecunia",
        Step.EQUI: "claim_equi",
        Step.SERVI: "claim_servi",
        Step.RED: "claim_red",
        Step.CARDS: "claim_cards",
        Step.BLUE: "claim_blue",
        Step.BLUE_ROLL: "claim_blue_roll",
        Step.PRIZE: "claim_prize",
        Step.LAUREL: "claim_laurel",
        Step.BID: "claim_bid",
        Step.FORUM: "claim_forum",
        Step.LATRO: "claim_latro",
        Step.HARBOUR: "claim_harbour",
    }
    return show.say(keys.get(show.step or Step.ACT, "claim_deck"), name=name)


def answer_html(show: Show) -> str:
    """The large line above the board: the number that matters now, its meaning, its law as a bar, its basis."""
    if show.player == OVER:
        return _final(show)
    if show.table.contest and (odds := chances(show)) and show.step not in (Step.PRIZE, Step.LAUREL, Step.LOOK):
        return _contest_answer(show, odds)
    if show.step == Step.DOLUS:
        return _law_answer(show, aq.dolus(), "two_coins")
    if show.step == Step.LATRO:
        lying = [kind for kind, there in zip(COINS, show.table.harbour) if there]
        return _law_answer(show, aq.latro(lying), "stolen")
    return _plain(show)


def _contest_answer(show: Show, odds: dict[str, list[Any]]) -> str:
    table = show.table
    name = table.names[show.seat] if show.seat != NOBODY else next(iter(odds))
    pawn = {one.name: one for one in show.pawns}
    first = odds[name][0]
    contest = contest_now(show)
    told = _blue_told(show, contest)
    order = [name, *(other for other in odds if other != name)]
    parts = [(other, float(odds[other][0]), pawn[other].colour) for other in order]
    where = show.say("wins_arena" if table.contest == "arena" else "wins_race", name=name)
    basis = (*(contest.basis if contest else ()), *_standing_on(show))
    return large_answer(
        percent(first), where, told, parts, basis_line(basis, show.language), claim(show), pawn[name].colour,
        str(first), show.fraction,
    )  # fmt: skip


def _blue_told(show: Show, contest: aq.Contest | None) -> str:
    """How many of the holder's blue dice are counted, or that cards in hand are not."""
    table = show.table
    counted = sum(entrant.blue for entrant in contest.entrants) if contest else 0
    in_air = dice_to_throw(show) if show.step == Step.BLUE_ROLL else 0
    held = table.blue + in_air if table.potentia in {one.seat for one in table.fighters} else 0
    if not held:
        return show.say("all_counted")
    return show.say("blue_counted", counted=counted, held=held, name=table.names[table.potentia])


def _standing_on(show: Show) -> tuple[str, ...]:
    """What else a contest's odds rest on: the judged values of the stadium's fields, the best split."""
    judged = (note("aquileia.basis.stadium_fields"),) if show.table.contest == "stadium" else ()
    return (*judged, note("aquileia.basis.best_split")) if _to_be_named(show) and _split(show) else judged


def _law_answer(show: Show, law: Dist[Purse], key: str) -> str:
    """A law of coins: the chance of each outcome, and how many coins come on average."""
    shares = sorted(((coins_text(show, purse), law.p(purse.__eq__)) for purse in law), key=lambda pair: -pair[1])
    average = law.mean(lambda purse: purse.bronze + purse.silver + purse.gold)
    tints = ["#7A2A1C", "#A6652E", "#B98A5A", "#8C949C", "#C8961E", "#6E675C"]
    parts = [(name, float(p), tints[place % 6]) for place, (name, p) in enumerate(shares)]
    return large_answer(
        f"{float(average):.2f}", show.say(key), claim(show), parts, basis_line(law.basis, show.language), "",
        INK, str(average),
    )  # fmt: skip


def _plain(show: Show) -> str:
    basis = basis_line(_rules_of(show), show.language)
    quiet = " · ".join(_as_placed(show)) if show.step == Step.PLACE else ""
    quiet = quiet or hint(show)
    return (
        f'<div class="gk-aq-plain"><span class="gk-aq-claim">{escape(claim(show))}</span>'
        f'<span class="gk-aq-note">{escape(quiet)}</span></div>'
        f'<div class="gk-basis"><span>{escape(basis)}</span></div>'
    )


def _rules_of(show: Show) -> tuple[str, ...]:
    clauses = {
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
    return clauses.get(show.step or Step.ACT, ())


def hint(show: Show) -> str:
    """What the calculators say about the decision, at the right of the claim."""
    table, seat = show.table, show.seat
    match show.step:
        case Step.BID if table.auction:
            others = {table.names[s]: table.purses[s] for s in table.auction.waiting if s != seat}
            state = aq.standing(table.auction.bid, table.purses[seat], others)
            if state.beaten:
                return show.say("bid_beaten")
            if state.out:
                return show.say("bid_out", names=listed(show, state.out))
            return show.say("bid_reach", count=len(state.reach))
        case Step.FORUM:
            count = len({a.building for a in aq.legal_actions(show.state) if isinstance(a, aq.Build)})
            scores = show.say("scores_now") if FIELDS[table.task.about].scores else ""
            payable = show.say("can_pay", count=count) if show.open_hand else ""
            return " · ".join(filter(None, (payable, scores)))
        case Step.HARBOUR:
            points, coins = income(table, seat)
            return show.say("harbour_brings", points=points, coins=coins_text(show, coins))
        case Step.PRIZE:
            first, *rest = ranking(table)
            return show.say("prize_hint", first=2 * first.strength, second=2 * rest[0].strength if rest else 0)
        case Step.PLACE:
            left = table.henchmen(seat)
            placed = table.tie_place(seat)
            told = show.say("place_hint" if placed else "place_hint_tie", count=left)
            return " · ".join((told, *_as_placed(show)))
    return ""


def _as_placed(show: Show) -> Iterator[str]:
    """A player's chances to win arena and race as the henchmen stand while they are being placed."""
    for where in ("arena", "stadium"):
        contest = aq.contest_on(show.table, where)
        if contest and show.player in contest.names:
            yield show.say(f"as_placed.{where}", chance=percent(contest.p_rank(show.player)[0]))


def _final(show: Show) -> str:
    """The final count as a table, the winner's points large."""
    scores = aq.returns(show.state)
    winners = aq.winners(show.state)
    rows = "".join(
        f"<tr><td style='text-align:left'>{escape(name)}</td><td>{score.won}</td><td>{score.laurels}</td>"
        f"<td>{score.villas}</td><td><b>{score.total}</b></td>"
        f"<td style='text-align:left'>{escape(_villas_told(show, seat))}</td></tr>"
        for seat, (name, score) in enumerate(zip(show.table.names, show.table.scores))
    )
    heads = "".join(
        f"<th>{escape(show.say(key))}</th>" for key in ("player", "won_points", "laurels", "villas", "total")
    )
    heads += f"<th style='text-align:left'>{escape(show.say('colours_chosen'))}</th>"
    best = scores[winners[0]]
    return (
        f'<div class="gk-claim"><span class="gk-number">{best}</span><span class="gk-said"><b>{escape(claim(show))}</b>'
        f'<span class="gk-quiet">{escape(show.say("shared_rule"))}</span></span></div>'
        f'<table class="gk-aq-final"><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>'
        f'<div class="gk-basis"><span>{escape(basis_line(("10.1", "10.2", "10.3"), show.language))}</span></div>'
    )


def _villas_told(show: Show, seat: int) -> str:
    """How villa points come about: each colour's villas times the laurels counted for it."""
    totals, colours = aq.villa_totals(show.table.buildings(seat)), show.table.scores[seat].colours
    told = [(show.name("colour", colour), points, colours.count(colour)) for colour, points in totals.items()]
    return ", ".join(f"{name} {points} × {laurels}" for name, points, laurels in told if points)


# beside the board


def blue_hint(show: Show) -> str:
    """What the buttons of the blue dice say."""
    return show.say("blue_hint_split" if _split(show) and show.table.blue_dice == "together" else "blue_hint")


def blue_advice(show: Show) -> list[tuple[str, str, str, bool]]:
    """Each number of blue dice with its worth, the chance to win here, and whether it is the best split."""
    table = show.table
    rows = []
    split = _split(show)
    for action in aq.legal_actions(show.state):
        assert isinstance(action, aq.Blue)
        contest = aq.contest_on(table, blue=action.dice)
        first = contest.p_rank(show.player)[0] if contest else Fraction(1)
        told, best = "", False
        if split and table.blue_dice == "together":
            value = split.values[action.dice]
            best = action.dice == split.best
            told = show.say("split_best" if best else "split_worth", worth=f"{float(value):.1f}")
        rows.append((option_text(show, action), told, percent(first), best))
    return rows


def _split(show: Show) -> aq.BlueSplit | None:
    """The split of the blue dice in the arena when their holder also runs, hands unknown."""
    table = show.table
    return _split_on(table) if table.contest == "arena" and table.blue else None


@lru_cache(maxsize=4)
def _split_on(table: Table) -> aq.BlueSplit | None:
    arena, race = aq.contest_on(table), aq.contest_on(table, "stadium")
    holder = table.names[table.potentia]
    if arena is None or race is None or holder not in arena.names or holder not in race.names:
        return None
    return aq.blue_split(arena, race, holder, dice=table.blue)


def card_advice(show: Show) -> str:
    """The best use of the own hand when nobody answers with cards, and what it does to the chance to win."""
    contest = contest_now(show)
    if contest is None or not show.open_hand:
        return ""
    if not any(isinstance(action, aq.Play) for action in aq.legal_actions(show.state)):
        return show.say("no_card_helps")
    plan = aq.best_play(contest, {show.player: show.view.hand})
    best = plan.choices[0].cards
    before = contest.p_rank(show.player)[0]
    if not best:
        return show.say("cards_kept", before=percent(before))
    held = contest.entrant(show.player).cards + sum(CARDS[card].strength for card in best)
    after = contest.with_entrant(show.player, cards=held).p_rank(show.player)[0]
    return show.say("cards_best", cards=cards_text(show, best), before=percent(before), after=percent(after))


def dice_to_throw(show: Show) -> int:
    """How many dice are to be thrown now; 0 when none are."""
    return thrown(show.table.task) if show.player == CHANCE else 0


def muted(text: str) -> str:
    """A quiet line of HTML."""
    return f'<span style="color:{MUTED}">{escape(text)}</span>' if text else ""


def log_entry(show: Show, action: aq.Action) -> tuple[str, str, str]:
    """An action as (letter, colour, sentence) for the log."""
    if show.seat == NOBODY:
        return ("·", METALS["silver"], log_text(show, action))
    pawn = show.pawns[show.seat]
    return (pawn.letter, pawn.colour, log_text(show, action))
