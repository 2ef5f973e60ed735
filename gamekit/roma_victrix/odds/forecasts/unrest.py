"""What may go wrong for a power before its enemies have all had a turn: cards, revolts, allies who do not come.

Cards that a seat has not seen are dealt at random over the other hands and the deck, so each card's place is drawn
without putting back. Dice of different causes are independent."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from gamekit.dist import Basis, join
from gamekit.roma_victrix.game_state import NONE, Due, Leader, State
from gamekit.roma_victrix.odds.forecasts.said import noted, power_of, said
from gamekit.roma_victrix.odds.forecasts.unseen import is_hidden
from gamekit.roma_victrix.places import FIRST_COAST, LAND_STEPS, PLACES, PROVINCE
from gamekit.roma_victrix.rules.board import at, camp, control, is_roman, land_of, ruling, supreme, units_of
from gamekit.roma_victrix.rules.frame import SUBJECT, frame_of
from gamekit.roma_victrix.rules.victory import last_turn
from gamekit.roma_victrix.rules.views import HIDDEN, View, observe
from gamekit.roma_victrix.tables import ACTIVATION, FACES
from gamekit.roma_victrix.tables import ruling as reading

SIX: Final = len(FACES)
CARDS: Final = {  # what each card may do to a power
    "Major Rebellion": "rebellion",
    "Minor Rebellion": "rebellion",
    "Barbarian Invasion": "invasion",
    "Barbarian Raid": "invasion",
    "Ally or Client State Changes Allegiance": "allegiance",
    "Leader Defection": "defection",
    "Assassination Attempt": "assassination",
}
Odds = dict[int, Fraction]  # by player: the chance that his card works


@dataclass(frozen=True, slots=True)
class Cause:
    """One thing that may go wrong: its kind, the card, leader or ally that it comes from, whom or what it may hit."""

    kind: str
    source: str
    targets: tuple[str, ...]
    p: Fraction

    def said(self, language: str | None = None) -> str:
        """The cause with its chance in a sentence."""
        more = (said("unrest.more", language, count=len(self.targets) - 4),) if self.targets[4:] else ()
        return said(f"unrest.{self.kind}", language, source=self.source, targets=self.targets[:4] + more, p=self.p)


@dataclass(frozen=True, slots=True)
class Hands:
    """Where the cards are that a seat has not seen: how many there are, and each enemy's as he will hold them."""

    unseen: tuple[str, ...]
    held: tuple[tuple[int, int], ...]  # (player, cards)
    known: tuple[tuple[int, str], ...]  # (player, card) that the seat knows: its own, against another


@dataclass(frozen=True, slots=True, repr=False)
class Unrest:
    """What may go wrong for a power, the likeliest first, and the chance that any of it does."""

    power: str
    causes: tuple[Cause, ...]
    p: Fraction
    kinds: tuple[tuple[str, Fraction], ...]  # the chance of each kind, by whatever card
    p_cards: Fraction  # of all that comes by cards and revolts, allies apart
    basis: Basis

    def of(self, kind: str) -> Fraction:
        """The chance of a kind of cause: rebellion, invasion, allegiance, defection, assassination, revolt, ally."""
        return dict(self.kinds).get(kind, Fraction(0))

    def said(self, language: str | None = None) -> str:
        """The chance that no card strikes and no leader revolts, and every cause."""
        quiet = said("unrest.quiet", language, power=self.power, p=1 - self.p_cards)
        return " ".join([quiet, *(cause.said(language) for cause in self.causes)])

    def __repr__(self) -> str:
        return self.said()


def unrest(seen: State | View, power: str) -> Unrest:
    """What may hit a power until each of its enemies has had a turn: by cards, by Parthian leaders (12.2), by allies
    and clients who do not answer (11.13, 11.23).

    Cards count as played when an enemy holds them and they have a target, on the leader most exposed, without Treachery
    against them; an enemy who may draw before his turn, for a card that he plays or discards (4.2 C 4), draws one of
    the unseen besides. So the chances are an upper bound of what happens: that a card is held, not that it is wanted.
    Cards that are bought (15.83) are not counted. A State is looked at with the eyes of the power's player. A leader
    revolts if he ends his operations where he is.

    >>> from gamekit import roma_victrix as rv
    >>> start = rv.initial_state("second_punic_war")
    >>> rome = rv.unrest(start, "Rome")
    >>> rome.of("rebellion"), rome.of("allegiance")
    (Fraction(19, 70), Fraction(1, 7))
    """
    state = seen.state if isinstance(seen, View) else seen
    who = power_of(state, power)
    victim = state.patron[who]
    if victim == NONE:
        raise ValueError(f"{power} is nobody's, so no card is played against it (3.84, 3.88)")
    view = seen if isinstance(seen, View) else observe(state, frame_of(state).powers[victim])
    hands, chances = _hands(view, victim), _card_chances(view.state, victim)
    causes = [
        Cause(CARDS[card], card, targets, 1 - _none(hands, {card: odds}))
        for card, (odds, targets) in chances.items()
        if odds
    ]
    others = [*_revolts(view.state, victim), *_silent(view.state, who, victim)]
    kinds: dict[str, Fraction] = {}
    for kind in dict.fromkeys(CARDS.values()):
        kinds[kind] = 1 - _none(hands, {card: chances[card][0] for card, each in CARDS.items() if each == kind})
    for kind in ("revolt", "ally"):
        kinds[kind] = 1 - _product(1 - cause.p for cause in others if cause.kind == kind)
    quiet = _none(hands, {card: odds for card, (odds, _) in chances.items()}) * (1 - kinds["revolt"])
    found = tuple(sorted((cause for cause in (*causes, *others) if cause.p), key=lambda cause: -cause.p))
    basis = join(("14.2", "14.13", "12.22", "11.13"), reading("activation", dict(state.rulings).get("activation")))
    basis = join(basis, (noted("unrest.held"),))
    return Unrest(power, found, 1 - quiet * (1 - kinds["ally"]), tuple(kinds.items()), 1 - quiet, basis)


def _product(factors: Iterable[Fraction]) -> Fraction:
    found = Fraction(1)
    for factor in factors:
        found *= factor
    return found


# Cards ----------------------------------------------------------------------------------------------------------------


def _hands(view: View, victim: int) -> Hands:
    """The cards that may be played against a player, as the seat knows them."""
    state = view.state
    unseen = state.deck
    held, known = [], []
    stock = len(unseen) - sum(hand.count(HIDDEN) for hand in state.hands)
    for player in frame_of(state).seats:
        if player == victim:
            continue
        hidden = state.hands[player].count(HIDDEN)
        known += [(player, card) for card in state.hands[player] if card != HIDDEN]
        if stock and _draws(state, player):  # for one he plays, or discards
            hidden, stock = hidden + 1, stock - 1
        held.append((player, hidden))
    return Hands(unseen, tuple(held), tuple(known))


def _draws(state: State, player: int) -> bool:
    """Whether a player may draw a card before his next turn: for one that he has played, or that he discards (4.2 C 4,
    14.13)."""
    if any(step.phase == Due.CARD and step.actor == player and not step.left for step in state.agenda):
        return True
    return not _to_come(state, player) and state.turn < last_turn(state)


def _to_come(state: State, player: int) -> bool:
    """Whether a player's turn of this year is still to come or going on."""
    return player in state.bag or (state.phasing == player and any(s.phase == Due.ORDERS for s in state.agenda))


def _card_chances(state: State, victim: int) -> dict[str, tuple[Odds, tuple[str, ...]]]:
    """For each card: by player the chance that it works once he plays it, and what it may hit."""
    enemies = {player for player in frame_of(state).seats if player != victim}
    active = {player for player in enemies if _to_come(state, player) or state.turn < last_turn(state)}
    found: dict[str, tuple[Odds, tuple[str, ...]]] = {}
    for card, targets in _sure(state, victim).items():
        found[card] = dict.fromkeys(active, Fraction(1)) if targets else {}, tuple(targets)
    leaders = [leader for leader in state.leaders if leader.place != NONE and camp(state, leader.owner) == victim]
    found["Leader Defection"] = _against(state, active, list(filter(_bribable, leaders)), True)
    found["Assassination Attempt"] = _against(state, enemies, leaders, False)
    return found


def _sure(state: State, victim: int) -> dict[str, list[str]]:
    """The cards that need no die, with what they may hit."""
    land = [place for place in range(len(PROVINCE)) if _friends(state, victim, control(state, place))]
    beside = [place for place in land if any(_barbaricum(state, there) for there in LAND_STEPS[place])]
    roles = enumerate(frame_of(state).roles)
    return {
        "Major Rebellion": [PLACES[place] for place in land],
        "Minor Rebellion": [PLACES[place] for place in land],
        "Barbarian Invasion": [PLACES[place] for place in beside],
        "Barbarian Raid": [PLACES[place] for place in beside],
        "Ally or Client State Changes Allegiance": [
            frame_of(state).powers[power] for power, role in roles if role in SUBJECT and state.patron[power] == victim
        ],
    }


def _friends(state: State, victim: int, owner: int) -> bool:
    return owner != NONE and state.patron[owner] == victim


def _barbaricum(state: State, place: int) -> bool:
    return place < len(PROVINCE) and state.markers[place] > 0


def _bribable(leader: Leader) -> bool:
    return not leader.supreme and leader.place < FIRST_COAST


def _against(state: State, enemies: set[int], leaders: list[Leader], bribed: bool) -> tuple[Odds, tuple[str, ...]]:
    """A die above the rating of the leader most exposed; Romans desert to Romans alone (14.2)."""
    odds: Odds = {}
    targets: dict[str, None] = {}
    for enemy in sorted(enemies):
        open_ = [each for each in leaders if not bribed or is_roman(state, enemy) or not is_roman(state, each.owner)]
        if open_:
            least = min(leader.rating for leader in open_)
            odds[enemy] = Fraction(SIX - least, SIX)
            targets |= dict.fromkeys(leader.name for leader in open_ if leader.rating == least)
    return odds, tuple(targets)


def _none(hands: Hands, cards: dict[str, Odds]) -> Fraction:
    """The chance that none of some cards is held by a player and works, their places drawn one after the other."""
    quiet = Fraction(1)
    for player, card in hands.known:
        quiet *= 1 - cards.get(card, {}).get(player, Fraction(0))
    law = {tuple(count for _, count in hands.held): Fraction(1)}
    places = len(hands.unseen)
    for card in (card for card in cards if card in hands.unseen):
        after: dict[tuple[int, ...], Fraction] = {}
        for left, weight in law.items():
            for number, (player, _) in enumerate(hands.held):
                if left[number]:
                    fewer = tuple(count - (n == number) for n, count in enumerate(left))
                    works = cards[card].get(player, Fraction(0))
                    after[fewer] = after.get(fewer, 0) + weight * Fraction(left[number], places) * (1 - works)
            after[left] = after.get(left, 0) + weight * Fraction(places - sum(left), places)
        law, places = after, places - 1
    return quiet * sum(law.values())


# Those who need no card -----------------------------------------------------------------------------------------------


def _revolts(state: State, victim: int) -> Iterator[Cause]:
    """12.21: Parthian or Persian leaders with more land units than the king; below their rating they rebel (12.22)."""
    for leader in state.leaders:
        king = supreme(state, leader.owner)
        persian = frame_of(state).kinds[leader.owner] == "Persian" and camp(state, leader.owner) == victim
        if not persian or leader.place == NONE or leader.supreme or king is None or leader.place == king.place:
            continue
        mine, his = ([g for g in at(state, place) if g.owner == leader.owner] for place in (leader.place, king.place))
        if any(is_hidden(group) for group in (*mine, *his)):
            continue  # 6.2: this seat cannot count them
        if sum(land_of(units_of(mine))) > sum(land_of(units_of(his))):
            yield Cause("revolt", leader.name, (_where(leader.place),), Fraction(leader.rating - 1, SIX))


def _where(place: int) -> str:
    return PLACES[place]


def _silent(state: State, who: int, victim: int) -> Iterator[Cause]:
    """11.13, 11.23: the allies and clients with units on the map who may not answer the call."""
    king = supreme(state, victim)
    row = ACTIVATION[king.rating] if king is not None else None
    taken = ruling(state, "activation") == "11.13"
    faces = 0 if row is None else row.faces if taken else row.by_definition
    for power, role in enumerate(frame_of(state).roles):
        if role in SUBJECT and state.patron[power] == victim and any(g.owner == power for g in state.groups):
            name = frame_of(state).powers[power]
            yield Cause("ally", name, (name,), Fraction(SIX - faces, SIX))
