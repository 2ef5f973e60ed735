"""Deployment and the card phase: blocks set up, cards dealt, discarded and played (5.0, 2.1, 8.6)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cache
from typing import Any

from gamekit.julius_caesar import state as s
from gamekit.julius_caesar import tables as t
from gamekit.julius_caesar.rules.control import block_counts, blocks_at, replace_at
from gamekit.julius_caesar.state import DEAL, DEPLOY, DISCARD, NONE, PLAY, Phase, State
from gamekit.probability.distribution import Dist, python_number
from gamekit.text.translation import note

HAND = t.NUMBERS["hand"]
COPIES = tuple(design.count for design in t.DESIGNS)
EVENT = tuple(design.kind == "event" for design in t.DESIGNS)
MOVES = tuple(design.move or 0 for design in t.DESIGNS)
LEVIES = tuple(design.levy or 0 for design in t.DESIGNS)
APOLLO = t.CARD["Apollo"]
Hands = Mapping[str, Iterable[str]]


def initial_state(hands: Hands | None = None, free_deployment: bool = False, reading: t.Reading = "text") -> State:
    """Return the game before its first action: 49 BC, the historical deployment (5.1), the first card to be dealt.

    ``hands`` gives each side's five cards by name of design, like ``{"Caesar": ("3/2", "3/1", "2/2", "2/1", "Mars"),
    ...}``; then nothing is dealt or discarded in the first year. With ``free_deployment`` each side first sets its
    blocks up anew, as many in each city as in history (5.3). ``reading`` interprets the unclear rules: "text",
    "online", or those that are read as in games on the web (see ``readings``). ValueError for impossible hands, a
    deployment that is neither True nor False, or an unknown point.

    >>> state = initial_state()
    >>> state.year, state.turn, state.phase.value
    (-48, 1, 'deal')
    """
    free_deployment = python_number(free_deployment)
    if not isinstance(free_deployment, bool):
        raise ValueError(f"free_deployment is {free_deployment!r}; it should be True or False")
    state = State(
        year=t.NUMBERS["first_year"],
        turn=1,
        phase=Phase.DEAL,
        actor=0,
        location=t.START,
        strength=tuple(full if at != t.POOL else 0 for full, at in zip(t.FULL, t.START)),
        side=t.COLOUR,
        online=t.read_online(reading),
    )
    if hands is not None:
        state = replace(state, hands=_hands(hands), phase=Phase.PLAY)
    if free_deployment:
        aside = tuple(t.ASIDE if at < t.POOL else at for at in t.START)
        state = replace(state, location=aside, phase=Phase.DEPLOY)
    return state


def _hands(hands: Hands) -> Any:
    if not isinstance(hands, Mapping) or set(hands) != set(t.SIDES):
        raise ValueError(f"hands is {hands!r}; it should give the cards of {' and of '.join(t.SIDES)}")
    held = tuple(_hand_of(hands[side], side) for side in t.SIDES)
    for side, hand in zip(t.SIDES, held):
        if len(hand) != HAND - 1:
            raise ValueError(f"{side}'s hand has {len(hand)} cards; after the discard it has {HAND - 1}")
    check_copies(held)
    return held


def _hand_of(names: Iterable[str], side: str) -> tuple[int, ...]:
    """Return cards by number, in order; ValueError for a design that does not exist."""
    if isinstance(names, str) or not isinstance(names, Iterable):
        raise ValueError(f"{side}'s hand is {names!r}; it should be a list of card designs")
    names = tuple(names)
    for name in names:
        if name not in tuple(t.CARD):
            raise ValueError(f"{side}'s hand: no card is called {name!r}; the designs are {', '.join(t.CARD)}")
    return tuple(sorted(t.CARD[name] for name in names))


def check_copies(*piles: Iterable[Iterable[int]]) -> None:
    """Raise ValueError if the piles hold a design more often than the deck does."""
    for card, found in Counter(card for pile in piles for cards in pile for card in cards).items():
        if found > COPIES[card]:
            name = t.DESIGNS[card].name
            raise ValueError(f"the card {name} is given {found} times; the deck has {COPIES[card]} of it")


@cache
def deployment_quotas(side: int) -> tuple[tuple[int, int], ...]:
    """Return (city, number of blocks) of the historical deployment, inland cities first so that navis fit in ports."""
    found = Counter(at for at, colour in zip(t.START, t.COLOUR) if at in range(t.FIRST_SEA) and colour == side)
    return tuple(sorted(found.items(), key=lambda item: (t.PORT[item[0]], item[0])))


def next_city(state: State) -> int:
    """Return the city that the next block is deployed in (5.3)."""
    held = block_counts(state)[state.actor]
    return next((city for city, quota in deployment_quotas(state.actor) if held[city] < quota), NONE)


def deployments(state: State) -> tuple[s.Action, ...]:
    """Return the blocks left to deploy in the next city; navis only into ports (4.1)."""
    inland = not t.PORT[next_city(state)]
    return tuple(DEPLOY[block] for block in blocks_at(state, t.ASIDE, state.actor) if not (inland and t.NAVIS[block]))


def deploy(state: State, action: s.Deploy) -> State:
    """Place the block in the city and pass the turn to the side that deploys next."""
    state = replace(state, location=replace_at(state.location, t.BLOCK[action.block], next_city(state)))
    if next_city(state) != NONE:
        return state
    if state.actor == 0:
        return replace(state, actor=1)
    return replace(state, actor=0, phase=Phase.PLAY if state.hands[0] else Phase.DEAL)


def card_distribution(state: State) -> Dist[s.Action]:
    """Return the distribution of the next card: each design by the copies left (2.1, 8.6)."""
    dealt = Counter(card for hand in state.hands for card in hand)
    left: dict[s.Action, int] = {DEAL[card]: copies - dealt[card] for card, copies in enumerate(COPIES)}
    return Dist(left, _deck_basis())


@cache
def _deck_basis() -> tuple[str, ...]:
    return "2.1", "8.6", note("julius_caesar.judged.card_counts")


def deal(state: State, action: s.Deal) -> State:
    """Deal the card to each side in turn, until both have six."""
    hand = tuple(sorted((*state.hands[state.actor], t.CARD[action.card])))
    hands = (hand, state.hands[1]) if state.actor == 0 else (state.hands[0], hand)
    full = len(hands[0]) == len(hands[1]) == HAND
    return replace(state, hands=hands, actor=1 - state.actor, phase=Phase.DISCARD if full else Phase.DEAL)


def discards(state: State) -> tuple[s.Action, ...]:
    """Return the discards: any card of the hand (2.1)."""
    return tuple(DISCARD[card] for card in sorted(set(state.hands[state.actor])))


def _without(state: State, card: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    hand = list(state.hands[state.actor])
    hand.remove(card)
    return (tuple(hand), state.hands[1]) if state.actor == 0 else (state.hands[0], tuple(hand))


def discard(state: State, action: s.Discard) -> State:
    """Discard a card, face down until the year is over."""
    card, me = t.CARD[action.card], state.actor
    laid = (card, state.discards[1]) if me == 0 else (state.discards[0], card)
    phase = Phase.PLAY if me else Phase.DISCARD
    return replace(state, hands=_without(state, card), discards=laid, actor=1 - me, phase=phase)


def plays(state: State) -> tuple[s.Action, ...]:
    """Return the cards to play: any held; Apollo only if the opponent has played a card this year (E.Apollo)."""
    apollo = bool(state.played[1 - state.actor])
    return tuple(PLAY[card] for card in sorted(set(state.hands[state.actor])) if card != APOLLO or apollo)


def play(state: State, action: s.Play) -> State:
    """Play a card face down; once both sides have, turn both."""
    card, me = t.CARD[action.card], state.actor
    chosen = (card, NONE) if me == 0 else (state.chosen[0], card)
    phase = Phase.REVEAL if me else Phase.PLAY
    return replace(state, hands=_without(state, card), chosen=chosen, actor=1 - me, phase=phase)


def reveal(state: State) -> State:
    """Turn both cards and find player 1 (2.1); two events cancel each other.

    With the tournaments' start Caesar is player 1 in the first turn of the game, even against an event.
    """
    cards = state.chosen
    played = (*state.played[0], cards[0]), (*state.played[1], cards[1])
    shown = replace(state, chosen=(NONE, NONE), played=played)
    if EVENT[cards[0]] and EVENT[cards[1]]:
        return replace(shown, phase=Phase.TURN_OVER)
    copied = tuple(state.played[1 - side][-1] if cards[side] == APOLLO else cards[side] for side in (0, 1))
    force = copied[0], copied[1]
    if t.TOURNAMENT_START in state.online and (state.year, state.turn) == (t.NUMBERS["first_year"], 1):
        first = 0
    elif EVENT[force[0]] or EVENT[force[1]]:
        first = 0 if EVENT[force[0]] else 1
    else:
        first = 0 if MOVES[force[0]] >= MOVES[force[1]] else 1
    return replace(shown, force=force, first=first, actor=first, phase=Phase.COMMAND)


def card_names(cards: Iterable[int]) -> tuple[str, ...]:
    """Return the designs of cards by name."""
    return tuple(t.DESIGNS[card].name for card in cards)
