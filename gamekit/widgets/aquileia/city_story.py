"""What the city board says: the answer above it, hints and advice, and the ``City`` to be drawn.

Numbers come from ``gamekit.aquileia``; here they become sentences in a language."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from html import escape
from typing import Any

from gamekit import aquileia as aq
from gamekit.aquileia.notation import Words, log_text, option_text
from gamekit.aquileia.odds.from_state import blue_to_be_named, cards_now, contest_now, ranks_now, split_now
from gamekit.aquileia.rules.contests import fighter, ranking
from gamekit.aquileia.rules.districts import income
from gamekit.aquileia.rules.steps import dice_count
from gamekit.aquileia.state import NOBODY, State, Step, Table, View
from gamekit.aquileia.tables import BUILDINGS, CARDS, COINS, DISTRICTS, FIELDS, SETUP, Purse
from gamekit.play.protocol import CHANCE, OVER
from gamekit.probability.distribution import Dist
from gamekit.text.translation import basis_line, note, percent, word_or
from gamekit.widgets.aquileia.city_view import CityPicture, Person, Share, act
from gamekit.widgets.aquileia.pieces import METALS, TINTS, Pawn, pawns
from gamekit.widgets.look import INK, MUTED
from gamekit.widgets.page import answer_html as large_answer
from gamekit.widgets.page import told_html

SECRET = (Step.CARDS, Step.FORUM, Step.LAUREL)  # steps whose choices tell something of the hand
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


@dataclass(frozen=True, slots=True)
class Show(Words):
    """A position as ``eyes`` see it, and what is done there.

    ``open_hand``: whether the hand lies face up; ``paying``: the building being paid; ``last``: the action before this
    position, and the position it was done in."""

    state: State
    eyes: str
    open_hand: bool = True
    paying: str = ""
    last: tuple[State, aq.Action] | None = None
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
        """Whether the choices would tell something of a hand that is face down."""
        return not self.open_hand and self.step in SECRET

    @property
    def seat(self) -> int:
        """Whose task it is, a player's even when chance moves for them."""
        return self.table.task.seat if self.table.agenda else NOBODY

    def option(self, action: aq.Action) -> str:
        """An action as it stands on a button or in a list."""
        return option_text(self.state, action, self.language)

    @property
    def actor(self) -> str:
        """The name of whose task it is, "" for nobody's."""
        return self.table.names[self.seat] if self.seat != NOBODY else ""


# What may be done -----------------------------------------------------------------------------------------------------


def clickable(show: Show) -> dict[Hashable, str]:
    """What a click on the board may mean now, with its description; of houses out of reach, what is missing."""
    if show.player != show.eyes or show.secret:  # others' choices would tell something of their hands
        return {}
    legal = aq.legal_actions(show.state)
    places = (aq.Place, aq.TieBreaker, aq.Play, *([aq.Take] if show.step == Step.LAUREL else []))
    found: dict[Hashable, str] = {act(one): show.option(one) for one in legal if isinstance(one, places)}
    for action in legal:
        if isinstance(action, aq.Build):
            found["building", action.building] = show.say("click_build", building=show.offer(action.building))
    if show.step == Step.FORUM:
        free = [name for name, owner in zip(BUILDINGS, show.table.owners) if owner == NOBODY]
        found |= {("short", name): why_not(show, name) for name in free if ("building", name) not in found}
    return found


def ways_to_pay(show: Show) -> tuple[aq.ExactPayment, ...]:
    """The exact ways to pay the chosen building, cheapest first."""
    if not show.paying:
        return ()
    slaves = [card for card in show.view.hand if card.startswith("slave")]
    return aq.payments(show.paying, show.table.purses[show.seat], slaves)


def why_not(show: Show, name: str) -> str:
    """Why a building cannot be built now, in words."""
    building, purse = BUILDINGS[name], show.table.purses[show.seat]
    short = purse.missing(building.coins)
    held = sum(CARDS[card].strength for card in show.view.hand if card.startswith("slave"))
    said = [show.coins(short)] if short else []
    if building.slaves > held:
        said.append(show.say("slaves_missing", count=building.slaves - held))
    told = show.say("missing", what=show.listed(said)) if said else show.say("no_house_left")
    return f"{show.offer(name)}: {told}"


def city(show: Show) -> CityPicture:
    """What the board shows of the position."""
    table, view, hidden, now = show.table, show.view, not show.open_hand, show.table.district
    odds = chances(show)
    return CityPicture(
        table=table,
        people=tuple(_person(show, seat, odds) for seat in range(len(table.names))),
        legal=clickable(show),
        title=show.say("title"),
        sentence=sentence(show),
        district=now,
        done=DISTRICTS[: DISTRICTS.index(now)] if now else (),
        hand=None if hidden else view.hand,
        laurels=view.laurels,
        offered=() if hidden else view.offered,
        hand_title=show.say("hand_of", name=show.eyes),
        hand_note=show.say("hand_hidden" if hidden else "hand_open", cards=len(view.hand), laurels=len(view.laurels)),
        chosen=show.paying,
        auction=_auction_lines(show),
    )


def _person(show: Show, seat: int, odds: dict[str, list[Any]]) -> Person:
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
    return fighting(show, person, (own.base, faces, own.strength - own.base - faces), odds.get(name, []))


def fighting(words: Words, person: Person, sums: tuple[int, int, int], ranks: Sequence[Any]) -> Person:
    """A person's box in a contest, with the strength as a sum of field, faces and cards, and each rank's chance."""
    base, faces, cards = sums
    coin, strength = words.name("coin", person.counts), sum(sums)
    return replace(
        person,
        formula=words.say("formula", base=base, faces=faces, cards=cards, strength=strength, coin=coin),
        brief=f"{base} + {faces} + {cards} = {strength}",
        parts=tuple(Share(words.say("rank", place=place), float(p)) for place, p in enumerate(ranks, 1)),
    )


def _throwing(show: Show, person: Person, seat: int) -> Person:
    """The two dice of swindler and thief, before the throw and right after it."""
    if seat == show.seat and show.step in TWO_DICE:
        return replace(person, formula=show.name("field", str(show.step)), red=("", ""))
    if show.last:
        task, action = show.last[0].table.task, show.last[1]
        if isinstance(action, aq.Roll) and task.step in TWO_DICE and task.seat == seat:
            return replace(person, formula=show.name("field", str(task.step)), red=action.faces)
    return person


def chances(show: Show) -> dict[str, list[Any]]:
    return ranks_now(show.table) if show.table.contest else {}


def _auction_lines(show: Show) -> tuple[str, ...]:
    sale = show.table.auction
    if not sale:
        return ()
    return (show.say("no_bid"),) if sale.bidder == NOBODY else (show.say("highest"), show.table.names[sale.bidder])


# The answer above the board -------------------------------------------------------------------------------------------


def sentence(show: Show) -> str:
    """The position in one sentence, for the title of the picture."""
    return show.say("sentence", round=show.table.round, what=claim(show))


def claim(show: Show) -> str:
    """What is going on, as one sentence."""
    if show.player == OVER:
        winners = aq.winners(show.state)
        return show.say("won" if len(winners) == 1 else "won_shared", name=show.listed(winners))
    return word_or(f"aquileia.board.claim.{show.step}", show.say("claim.deck"), show.language, name=show.actor)


def answer_html(show: Show) -> str:
    """The large line above the board: the number that matters now, its meaning, its law as a bar, its basis."""
    if show.player == OVER:
        return _final(show)
    contest = contest_now(show.table)
    if contest and show.step not in (Step.PRIZE, Step.LAUREL, Step.LOOK):
        return _contest_answer(show, contest)
    if show.step == Step.DOLUS:
        return _law_answer(show, aq.dolus(), "two_coins")
    if show.step == Step.LATRO:
        lying = [kind for kind, there in zip(COINS, show.table.harbour) if there]
        return _law_answer(show, aq.latro(lying), "stolen")
    quiet = " · ".join(_as_placed(show)) if show.step == Step.PLACE else ""
    basis = basis_line(RULES.get(show.step or Step.ACT, ()), show.language)
    return told_html(claim(show), quiet or hint(show), basis)


def chance_html(
    ranks: dict[str, list[Any]], name: str, said: str, told: str, basis: str, rules: str = "", fraction: bool = False
) -> str:
    """An entrant's chance to win in large type, everybody's as a bar, the entrant's own first."""
    colours = {pawn.name: pawn.colour for pawn in pawns(tuple(ranks))}
    firsts = {one: ranks[one][0] for one in (name, *ranks)}
    parts = [(one, float(first), colours[one]) for one, first in firsts.items()]
    first = firsts[name]
    return large_answer(percent(first), said, told, parts, basis, rules, colours[name], str(first), fraction)


def _contest_answer(show: Show, contest: aq.Contest) -> str:
    name = show.actor or contest.names[0]
    said = show.say("wins_arena" if show.table.contest == "arena" else "wins_race", name=name)
    basis = basis_line((*contest.basis, *_standing_on(show)), show.language)
    told = _counted_told(show, contest)
    return chance_html(ranks_now(show.table), name, said, told, basis, claim(show), show.fraction)


def _counted_told(show: Show, contest: aq.Contest) -> str:
    """How many of the holder's blue dice are counted, and that no card is that somebody may still play."""
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


def _standing_on(show: Show) -> tuple[str, ...]:
    """What else a contest's odds rest on: the judged values of the stadium's fields, the best split."""
    judged = (note("aquileia.basis.stadium_fields"),) if show.table.contest == "stadium" else ()
    return (*judged, note("aquileia.basis.best_split")) if _split_waits(show) else judged


def _split_waits(show: Show) -> bool:
    """Whether the blue dice still to be named are split between arena and race."""
    return blue_to_be_named(show.table) and split_now(show.table) is not None


def _law_answer(show: Show, law: Dist[Purse], key: str) -> str:
    """A law of coins: the chance of each outcome, and how many coins come on average."""
    shares = sorted(((show.coins(purse), law.p(purse.__eq__)) for purse in law), key=lambda pair: -pair[1])
    average = law.mean(lambda purse: purse.bronze + purse.silver + purse.gold)
    parts = [(name, float(p), TINTS[place % len(TINTS)]) for place, (name, p) in enumerate(shares)]
    basis = basis_line(law.basis, show.language)
    return large_answer(f"{float(average):.2f}", show.say(key), claim(show), parts, basis, "", INK, str(average))


def hint(show: Show) -> str:
    """What the calculators say about the decision, at the right of the claim."""
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
            key = "place_hint" if table.tie_place(show.seat) else "place_hint_tie"
            return " · ".join((show.say(key, count=table.henchmen(show.seat)), *_as_placed(show)))
    return ""


def _bid_hint(show: Show, sale: Any) -> str:
    table, seat = show.table, show.seat
    others = {table.names[one]: table.purses[one] for one in sale.waiting if one != seat}
    leader = "" if sale.bidder == NOBODY else table.names[sale.bidder]
    state = aq.standing(sale.bid, table.purses[seat], others, leader)
    if state.beaten:
        return show.say("bid_beaten")
    if state.out:
        return show.say("bid_out", names=show.listed(state.out))
    return show.say("bid_reach", count=len(state.reach))


def _as_placed(show: Show) -> Iterator[str]:
    """A player's chances to win arena and race as the henchmen stand while they are being placed."""
    for where in ("arena", "stadium"):
        contest = aq.contest_on(show.table, where)
        if contest and show.player in contest.names:
            yield show.say(f"as_placed.{where}", chance=percent(contest.p_rank(show.player)[0]))


def _final(show: Show) -> str:
    """The final count as a table, the winner's points large."""
    rows = "".join(
        _line("td", name, score.won, score.laurels, score.villas, score.total, _villas_told(show, seat))
        for seat, (name, score) in enumerate(zip(show.table.names, show.table.scores))
    )
    keys = ("player", "won_points", "laurels", "villas", "total", "colours_chosen")
    heads = _line("th", *map(show.say, keys))
    best = aq.returns(show.state)[aq.winners(show.state)[0]]
    return (
        f'<div class="gk-claim"><span class="gk-number">{best}</span><span class="gk-said"><b>{escape(claim(show))}</b>'
        f'<span class="gk-quiet">{escape(show.say("shared_rule"))}</span></span></div>'
        f'<table class="gk-aq-final"><thead>{heads}</thead><tbody>{rows}</tbody></table>'
        f'<div class="gk-basis"><span>{escape(basis_line(("10.1", "10.2", "10.3"), show.language))}</span></div>'
    )


def _line(tag: str, first: str, *cells: Any) -> str:
    """A line of a table, its first and last cell at the left."""
    *numbers, last = (escape(str(cell)) for cell in cells)
    left = f"{tag} style='text-align:left'"
    between = "".join(f"<{tag}>{number}</{tag}>" for number in numbers)
    return f"<tr><{left}>{escape(first)}</{tag}>{between}<{left}>{last}</{tag}></tr>"


def _villas_told(show: Show, seat: int) -> str:
    """How villa points come about: each colour's villas times the laurels counted for it."""
    totals, colours = aq.villa_totals(show.table.buildings(seat)), show.table.scores[seat].colours
    told = [(show.name("colour", colour), points, colours.count(colour)) for colour, points in totals.items()]
    return ", ".join(f"{name} {points} × {laurels}" for name, points, laurels in told if points)


# Beside the board -----------------------------------------------------------------------------------------------------


def blue_hint(show: Show) -> str:
    return show.say("blue_hint_split" if _split_together(show) else "blue_hint")


def _split_together(show: Show) -> aq.BlueSplit | None:
    """The best split where the holder names all dice of a contest at once."""
    return split_now(show.table) if show.table.blue_dice == "together" else None


def blue_advice(show: Show) -> list[tuple[str, str, str, bool]]:
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


def card_advice(show: Show) -> str:
    """The best use of the own hand when nobody answers with cards, and what it does to the chance to win."""
    contest = contest_now(show.table)
    if contest is None or not show.open_hand:
        return ""
    if not any(isinstance(action, aq.Play) for action in aq.legal_actions(show.state)):
        return show.say("no_card_helps")
    best, before = cards_now(show.table, show.view.hand), percent(ranks_now(show.table)[show.player][0])
    if not best:
        return show.say("cards_kept", before=before)
    own = fighter(show.table, show.seat)
    others = [replace(one, cards=(*one.cards, *best)) if one == own else one for one in show.table.fighters]
    after = ranks_now(replace(show.table, fighters=tuple(others)))[show.player][0]
    return show.say("cards_best", cards=show.cards(best), before=before, after=percent(after))


def advice(show: Show) -> str:
    """What stands under the question to the person who decides."""
    if show.step == Step.CARDS:
        return card_advice(show)
    return blue_hint(show) if show.step == Step.BLUE else hint(show)


def dice_to_throw(show: Show) -> int:
    """How many dice are to be thrown now; 0 when none are."""
    return dice_count(show.table.task) if show.player == CHANCE else 0


def muted(text: str) -> str:
    """A quiet line of HTML."""
    return f'<span style="color:{MUTED}">{escape(text)}</span>' if text else ""


def log_entry(show: Show, action: aq.Action) -> tuple[str, str, str]:
    """An action as (letter, colour, sentence) for the log."""
    said = log_text(show.state, action, show.language)
    if show.seat == NOBODY:
        return ("·", METALS["silver"], said)
    pawn = show.pawns[show.seat]
    return (pawn.letter, pawn.colour, said)
