"""Actions and their consequences as sentences, for one side (without the enemy's secrets) or in full.

``Chronicle`` makes them the log of a game, a whole move in one sentence."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import pairwise
from random import Random
from typing import Any, Final, NamedTuple

from gamekit.julius_caesar import state as s
from gamekit.julius_caesar import tables as t
from gamekit.julius_caesar.odds.army import translated_names
from gamekit.julius_caesar.presentation import FIGHT
from gamekit.julius_caesar.rules.cards import next_city, reveal
from gamekit.julius_caesar.rules.control import block_counts, current_battle, side_ahead, victory_points
from gamekit.julius_caesar.rules.movement import attack_on
from gamekit.julius_caesar.rules.views import SHOWN
from gamekit.julius_caesar.state import NONE, Action, Phase, State
from gamekit.storage.record import Entry
from gamekit.storage.serialization import short_repr
from gamekit.text.translation import LANGUAGES, language_or_default, note, word
from gamekit.text.validation import whole_number

P = Phase


def year_name(astronomical_year: int, language: str | None = None) -> str:
    """Return an astronomical year in words: -48 is 49 BC.

    >>> year_name(-48), year_name(1)
    ('49 BC (705 AUC)', 'AD 1 (754 AUC)')
    """
    year = whole_number(astronomical_year, "the year (49 BC is -48)")
    auc = year + t.NUMBERS["founding_of_rome"]
    if year > 0:
        return word("julius_caesar.log.year_ad", language, ad=year, auc=auc)
    return word("julius_caesar.log.year", language, bc=1 - year, auc=auc)


def place_name(place: str, language: str | None = None) -> str:
    """Name a city or sea, given as for ``place_number``, in a language.

    >>> place_name("Roma", "ja"), place_name("Internum")
    ('ローマ', 'Mare Internum')
    """
    place = t.PLACES[t.place_number(place)]
    if place in t.CITIES:
        return t.CITIES[place].name_ja if language_or_default(language) == "ja" else place
    return word(f"julius_caesar.sea.{place}", language)


def block_name(block: str, language: str | None = None) -> str:
    """Name a block in a language: ``Caesar:Legio 13`` is "Caesar's Legio 13".

    >>> block_name("Caesar:Legio 13"), block_name("Caesar:Legio 13", "ja")
    ("Caesar's Legio 13", 'カエサル軍の第13軍団')
    """
    side, name = block.split(":")
    _, _, number = name.partition(" ")
    known = t.KIND[t.BLOCK[block]]
    if t.LEADER[t.BLOCK[block]] or known == "cleopatra":
        return word(f"julius_caesar.log.name.{name}", language)
    said = word(f"julius_caesar.log.name.{known}", language, number=number).strip()
    return word("julius_caesar.log.of", language, side=side_name(side, language), name=said)


def card_name(card: str, language: str | None = None) -> str:
    """Name a card design in a language: command cards by their figures, events by their god.

    >>> card_name("3/2", "ja"), card_name("Mars", "ja")
    ('3/2', 'マルス')
    """
    return word(f"julius_caesar.log.card.{card}", language) if t.CARDS[card].kind == "event" else card


def side_name(side: str, language: str | None = None) -> str:
    """Name a side in a language."""
    return word(f"julius_caesar.side.{side}", language)


@cache
def _spellings() -> dict[str, str]:
    found = {t.normalize_name(card_name(card, language)): card for card in t.CARDS for language in LANGUAGES}
    found |= {t.normalize_name(city.name_ja): city.name for city in t.CITIES.values()}
    return {"mare": "", **found, **translated_names(), **t.ALIASES}


def name_by_spelling(_: State) -> dict[str, str]:
    """Return the name of each block, place and card by its other spellings, without blanks, for typed games.

    >>> from gamekit.julius_caesar.rules import initial_state
    >>> name_by_spelling(initial_state())["roma"], name_by_spelling(initial_state())["markantony"]
    ('Rome', 'Antonius')
    """
    return _spellings()


class _Teller:
    """A reader: a language, and the side whose view it has (None sees everything)."""

    def __init__(self, state: State, language: str | None, viewer: str | None) -> None:
        self.state = state
        self.language = language
        self.viewer = viewer

    def say(self, key: str, **fields: Any) -> str:
        return word(f"julius_caesar.log.{key}", self.language, **fields)

    def sees(self, block: int) -> bool:
        open_ = self.state.phase in SHOWN and self.state.location[block] == current_battle(self.state).place
        return self.viewer is None or t.SIDES[self.state.side[block]] == self.viewer or open_

    def block(self, block: int) -> str:
        if self.sees(block):
            return block_name(t.BLOCK_NAMES[block], self.language)
        return self.say("a_block", side=self.side(self.state.side[block]))

    def place(self, place: int) -> str:
        return place_name(t.PLACES[place], self.language)

    def side(self, side: int) -> str:
        return side_name(t.SIDES[side], self.language)

    @property
    def secret(self) -> bool:
        """Whether the viewer may not see this action: the enemy decides it in secret."""
        return self.viewer not in (None, t.SIDES[self.state.actor])


SENTENCES: Final[dict[type, str]] = {
    s.Deal: "deal", s.Discard: "discard", s.Play: "play", s.Deploy: "deploy", s.Take: "take", s.Embark: "embark",
    s.Stop: "stop", s.MainAttack: "main", s.JoinBattle: "next_battle", s.Fire: "fire", s.Pass: "pass",
    s.Retreat: "retreat", s.TakeHit: "hit", s.Regroup: "regroup", s.Disband: "disband",
}  # fmt: skip
GOING: Final = {
    P.DEFECT: "haven", P.MUSTER: "muster", P.RETREAT: "retreat_to", P.REGROUP_TO: "regroup_to", P.HARBOUR: "harbour",
}  # fmt: skip
DONE: Final = {P.MOVE: "moved", P.LEVY: "levied", P.REGROUP: "regrouped", P.DISBAND: "disbanded"}


def describe(action: Action, state: State, language: str | None = None, viewer: str | None = None) -> str:
    """Describe an action in the position before it, as a sentence.

    ``viewer`` is the side that reads it: what is hidden from it stays so. Without one nothing is hidden. An enemy's
    levy is described when the block appears; the sentence is empty while its city is still to be chosen.

    >>> from gamekit.julius_caesar.rules import initial_state
    >>> describe(s.Deal("3/2"), initial_state()), describe(s.Deal("3/2"), initial_state(), viewer="Pompey")
    ('Caesar is dealt 3/2.', 'Caesar is dealt a card.')
    """
    teller = _Teller(state, language, viewer)
    block = t.BLOCK[action.block] if hasattr(action, "block") else state.held
    place, fields = state.location[block] if block != NONE else NONE, dict[str, Any](side=teller.side(state.actor))
    place = t.PLACE[action.place] if hasattr(action, "place") else place
    key = SENTENCES.get(type(action), "")
    match action:
        case s.Deal(card) | s.Discard(card) | s.Play(card):
            fields["card"] = teller.say("a_card") if teller.secret else card_name(card, language)
        case s.Deploy():
            place = next_city(state)
        case s.Stop():
            place = state.path[-1]
        case s.MainAttack():
            fields["origin"] = teller.place(t.PLACE[action.origin])
        case s.Done():
            key = DONE.get(state.phase, "declined")
        case s.Go():
            key = _going(state, place)
        case s.Target():
            key = "jupiter" if state.phase == P.JUPITER else "vulcan"
        case s.Hits(count):
            block, dice = (firing := current_battle(state).firing), state.strength[firing]
            key, fields = "hits_one" if dice == 1 else "hits", {"count": count, "dice": dice}
        case s.Draw():
            key, place = "loyal" if t.LEADER[block] or t.KIND[block] == "navis" else "defect", state.path[1]
        case s.Levy():
            key, place = "muster", t.LEVIED_AT[block][0]
            if len(t.LEVIED_AT[block]) > 1:  # its choice of cities would be revealed
                key = "levy" if teller.sees(block) else ""
        case s.Strengthen():
            key = "strengthen" if teller.sees(block) else "strengthen_unseen"
            fields["strength"] = t.ROMAN[t.HIGHER[block][state.strength[block]]]
    if block != NONE:
        fields["block"] = (
            block_name(t.BLOCK_NAMES[block], language) if key == "defect" and not teller.secret else teller.block(block)
        )
    if 0 <= place < t.POOL:
        fields["place"] = teller.place(place)
    return teller.say(key, **fields) if key else ""


def _going(state: State, to: int) -> str:
    """The key of the sentence for a move of the block in hand to a place."""
    if state.phase == P.VOYAGE:
        return "cross" if to >= t.FIRST_SEA else "land"
    if state.phase != P.STEP:
        return GOING[state.phase]
    attack = attack_on(state, to)
    if not block_counts(state)[1 - state.actor][to]:
        return "go"
    return "respond" if attack is not None and attack.attacker != state.actor else "attack"


def consequences(
    before: State, after: State, language: str | None = None, viewer: str | None = None
) -> tuple[str, ...]:
    """Return an action's consequences as sentences: cards turned, blocks lost, battles begun and ended, seasons."""
    teller, found = _Teller(after, language, viewer), []
    if len(after.played[1]) > len(before.played[1]):
        found.append(_turned(teller, before))
    found += _losses(teller, before)
    if before.combat and after.phase == P.REGROUP and before.phase not in (P.REGROUP, P.REGROUP_TO):
        found.append(
            teller.say("won", side=teller.side(teller.state.actor), place=teller.place(current_battle(after).place))
        )
    found += _rounds(teller, before)
    found += _seasons(teller, before)
    return tuple(found)


def _turned(teller: _Teller, before: State) -> str:
    cards = teller.state.played[0][-1], teller.state.played[1][-1]
    caesar, pompey = (card_name(t.DESIGNS[card].name, teller.language) for card in cards)
    first = reveal(replace(before, chosen=cards)).first
    if first == NONE:
        return teller.say("cancelled", caesar=caesar, pompey=pompey)
    return teller.say("turned", caesar=caesar, pompey=pompey, side=teller.side(first))


def losses(before: State, after: State, language: str | None = None, viewer: str | None = None) -> tuple[str, ...]:
    """Return the blocks lost between two positions, one sentence each: eliminated, leader killed, or changed sides."""
    return tuple(_gone(_Teller(after, language, viewer), before))


def _losses(teller: _Teller, before: State) -> list[str]:
    now, falls = teller.state, []
    for block, (then, strength) in enumerate(zip(before.strength, now.strength)):
        if now.location[block] < t.POOL and 0 < strength < then and teller.sees(block):
            name = block_name(t.BLOCK_NAMES[block], teller.language)
            falls.append(teller.say("falls", block=name, strength=t.ROMAN[strength]))
    return [*_gone(teller, before), *falls]


def _gone(teller: _Teller, before: State) -> list[str]:
    lost, now = [], teller.state
    for block, (then, at) in enumerate(zip(before.location, now.location)):
        if at in (t.FALLEN, t.TROPHY) and then < t.POOL:
            key = "dead" if at == t.TROPHY else "eliminated"
            lost.append(teller.say(key, block=block_name(t.BLOCK_NAMES[block], teller.language)))
    if now.side[t.CLEOPATRA] != before.side[t.CLEOPATRA] and before.phase != P.DRAW:
        name = block_name(t.BLOCK_NAMES[t.CLEOPATRA], teller.language)
        lost.append(teller.say("turncoat", block=name, side=teller.side(now.side[t.CLEOPATRA])))
    return lost


def _rounds(teller: _Teller, before: State) -> list[str]:
    now, then = teller.state.combat, before.combat
    if now is None or teller.state.phase == P.REGROUP:
        return []
    if then is None or then.place != now.place:
        return [teller.say("battle", place=teller.place(now.place), side=teller.side(now.attacker))]
    found = []
    if now.exchanged and not then.exchanged:
        found.append(teller.say("exchanged", side=teller.side(now.attacker)))
    if now.round != then.round:
        found.append(teller.say("round", round=now.round))
    return found


def _seasons(teller: _Teller, before: State) -> list[str]:
    now, winter = teller.state, (P.HARBOUR, P.SUPPLY, P.DISBAND, P.OVER)
    found = []
    if now.phase in winter and before.phase not in winter:
        found.append(teller.say("winter", year=year_name(now.year, teller.language)))
    if now.phase in winter:
        found += _homecomings(teller, before)
    if now.phase == P.OVER:
        found.append(leader_text(now, teller.language))
    elif (now.year, now.turn) != (before.year, before.turn):
        found.append(teller.say("turn", turn=now.turn, year=year_name(now.year, teller.language)))
    return found


def leader_text(state: State, language: str | None = None) -> str:
    """Return a sentence on the side ahead in victory points, for the end of the game."""
    (caesar, pompey), winner = victory_points(state), side_ahead(state)
    if winner == NONE:
        return word("julius_caesar.log.draw", language, caesar=caesar, pompey=pompey)
    side = side_name(t.SIDES[winner], language)
    return word("julius_caesar.log.over", language, side=side, caesar=caesar, pompey=pompey)


def _homecomings(teller: _Teller, before: State) -> list[str]:
    """Return the blocks that winter moves or disbands without a choice (8.1, 8.2), one sentence each."""
    found = []
    for block, (then, at) in enumerate(zip(before.location, teller.state.location)):
        chosen = block == before.held or before.phase in (P.SUPPLY, P.DISBAND)
        if then == at or then >= t.POOL or chosen:
            continue
        if at < t.POOL:
            found.append(teller.say("harbour", block=teller.block(block), place=teller.place(at)))
        elif at == t.POOL:
            found.append(teller.say("disband", block=teller.block(block), place=teller.place(then)))
    return found


def dice_for_outcome(state: State, action: Action, random: Random) -> tuple[int, ...] | None:
    """Return random faces of the dice with the action's number of hits, for the board and the record's comment; None
    for other actions. All rolls with that many hits are equally likely.

    >>> from gamekit.julius_caesar.rules import initial_state
    >>> dice_for_outcome(initial_state(), s.Deal("3/2"), Random(1)) is None
    True
    """
    if not isinstance(action, s.Hits):
        return None
    firing = current_battle(state).firing
    dice, firepower = state.strength[firing], t.FIREPOWER[firing]
    hitting = set(random.sample(range(dice), action.count))
    spans = ((1, firepower) if die in hitting else (firepower + 1, 6) for die in range(dice))
    return tuple(random.randint(*span) for span in spans)


def check_comment(state: State, action: Action, comment: Any) -> None:
    """Raise ValueError if the comment on ``Hits`` is not a list of the faces of its dice that has that many hits.

    None and comments on other actions pass.

    >>> from gamekit import julius_caesar as jc
    >>> check_comment(jc.rules.initial_state(), jc.Deal("3/2"), "dealt by hand")
    """
    if not isinstance(action, s.Hits) or comment is None:
        return
    firing = current_battle(state).firing
    dice, firepower = state.strength[firing], t.FIREPOWER[firing]
    rolled = isinstance(comment, list) and all(type(face) is int and 1 <= face <= 6 for face in comment)
    if not rolled or len(comment) != dice or sum(face <= firepower for face in comment) != action.count:
        right = note("julius_caesar.log.roll", dice=dice, hits=action.count, firepower=firepower)
        raise ValueError(note("codec.value", where="comment", found=short_repr(comment), right=right))


MARCH: Final = (s.Take, s.Embark, s.Go, s.Stop)  # one sentence for the whole move, when the block is put down
MARCHING: Final = (Phase.STEP, Phase.VOYAGE, Phase.MOVE)
QUIET: Final = (s.Take, s.Embark, s.Stop, s.Fire, s.Retreat, s.Regroup, s.Deal, s.JoinBattle, s.TakeHit)
ENDS: Final = frozenset((Phase.MOVE, Phase.LEVY, Phase.REGROUP, Phase.DISBAND))  # the end of a phase is not logged


class LogLine(NamedTuple):
    """A sentence of the log: the number of actions so far, the side it is about or None, whether it is a heading."""

    at: int
    side: str
    text: str
    head: bool = False


class Chronicle:
    """The log for one ``viewer`` (None sees all), extended as the game goes on and cut back when it is undone.

    >>> from gamekit import julius_caesar as jc
    >>> year = jc.first_year()
    >>> [told.text for told in Chronicle("Caesar", "en").read(year.positions(), year.entries)][-1]
    'Turn 1 of 48 BC (706 AUC).'
    """

    def __init__(self, viewer: str | None, language: str | None) -> None:
        self.viewer, self.language = viewer, language
        self.lines: list[LogLine] = []
        self._told: list[Entry] = []
        self._path: list[int] = []  # where the block in hand has been

    def read(self, positions: Sequence[State], entries: Sequence[Entry], at: int | None = None) -> list[LogLine]:
        """Return the sentences of the first ``at`` actions of a record, by default of all."""
        if self._told and (len(self._told) > len(entries) or entries[len(self._told) - 1] is not self._told[-1]):
            same = next((n for n, (a, b) in enumerate(zip(self._told, entries)) if a is not b), len(entries))
            del self._told[same:]
            now = positions[same]
            self._path = list(now.path) if now.phase in (Phase.STEP, Phase.VOYAGE) else []
            self.lines = [line for line in self.lines if line.at <= same]
        for number in range(len(self._told), len(entries)):
            self._tell(number + 1, positions[number], entries[number], positions[number + 1])
            self._told.append(entries[number])
        return [line for line in self.lines if at is None or line.at <= at]

    def _tell(self, at: int, before: State, entry: Entry, after: State) -> None:
        side = t.SIDES[before.actor] if before.phase != Phase.DEAL else ""
        self.lines += [LogLine(at, side, text) for text in self._said(before, entry, after)]
        turned = (before.year, before.turn) != (after.year, after.turn)
        self.lines += [
            LogLine(at, "", text, turned) for text in consequences(before, after, self.language, self.viewer)
        ]
        if before.phase == Phase.DEAL and after.phase != Phase.DEAL:
            self.lines.append(LogLine(at, "", word("julius_caesar.log.dealt", self.language)))

    def _said(self, before: State, entry: Entry, after: State) -> Iterator[str]:
        action = entry.action
        if before.phase in MARCHING and isinstance(action, MARCH):
            yield from self._marches(before, action, after)
        elif isinstance(action, s.Levy):
            if after.phase != Phase.MUSTER:
                # The sentence of a block with a choice of cities, so that the log does not reveal one without a choice.
                teller, block = _Teller(before, self.language, self.viewer), t.BLOCK[action.block]
                yield teller.say("muster", block=teller.block(block), place=teller.place(after.location[block]))
        elif not self._unsaid(before, action, after):
            text = describe(action, before, self.language, self.viewer)
            dice = entry.comment if isinstance(action, s.Hits) else None
            yield f"{text} ({' '.join(map(str, dice))})" if dice else text

    def _unsaid(self, before: State, action: Action, after: State) -> bool:
        if isinstance(action, s.Play):  # an own card that is still face down
            return self.viewer not in (None, t.SIDES[before.actor]) or after.phase != Phase.PLAY
        return isinstance(action, QUIET) or (isinstance(action, s.Done) and before.phase in ENDS)

    def _marches(self, before: State, action: Action, after: State) -> Iterator[str]:
        if isinstance(action, (s.Take, s.Embark)):
            self._path = list(after.path)
            return
        if isinstance(action, s.Go):
            self._path.append(t.PLACES.index(action.place))
        if after.held == before.held:
            return
        path, block, teller = self._path, before.held, _Teller(before, self.language, self.viewer)
        fight = next((attack for attack in after.attacks if attack.place == path[-1]), None)
        key = "marched_by" if len(path) > 2 else "marched"
        if before.phase == Phase.VOYAGE:
            key = "sailed"
        elif fight and any(came == block for came, _ in fight.came):
            key = "attacked" if fight.attacker == before.actor else "answered"
        origin, *by, place = map(teller.place, path)
        yield teller.say(key, block=teller.block(block), origin=origin, place=place, by=" – ".join(by))


def turn_lines(lines: Sequence[LogLine], positions: Sequence[State], when: tuple[int, int], dice: bool,
            language: str | None) -> Iterator[str]:  # fmt: skip
    """Return the sentences of a turn, (year, turn), without heading; of fights only losses and ends unless ``dice``."""
    for line in lines:
        before, after = positions[line.at - 1], positions[line.at]
        throw = before.phase in FIGHT and (bool(line.side) or after.phase in FIGHT)
        throw = throw and line.text not in losses(before, after, language)
        if (before.year, before.turn) == when and not line.head and (dice or not throw):
            yield line.text


def battle_starts(positions: Sequence[State]) -> tuple[tuple[int, State], ...]:
    """Return (number of actions, position) at the beginning of every battle."""
    found = []
    for at, (before, now) in enumerate(pairwise(positions), 1):
        fresh = now.combat and (before.combat is None or before.combat.place != now.combat.place)
        if fresh and now.phase in FIGHT:
            found.append((at, now))
    return tuple(found)
