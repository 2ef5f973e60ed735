"""Actions and their consequences as sentences, for one side (without the enemy's secrets) or with nothing hidden.

``Chronicle`` makes them the log of a game, a whole move in one sentence."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from random import Random
from typing import Any, Final, NamedTuple

from gamekit.julius_caesar import state as s
from gamekit.julius_caesar.presentation import FIGHT
from gamekit.julius_caesar.rules.cards import next_city, reveal
from gamekit.julius_caesar.rules.control import counts, fighting, side_ahead, victory_points
from gamekit.julius_caesar.rules.movement import attack_on
from gamekit.julius_caesar.rules.views import SHOWN
from gamekit.julius_caesar.state import NONE, Action, Phase, State
from gamekit.julius_caesar.tables import (
    BLOCK,
    BLOCK_NAMES,
    CARDS,
    CITIES,
    CLEOPATRA,
    DESIGNS,
    FALLEN,
    FIREPOWER,
    FIRST_SEA,
    HIGHER,
    KIND,
    LEADER,
    LEVIED_AT,
    NUMBERS,
    PLACE,
    PLACES,
    POOL,
    ROMAN,
    SIDES,
    TROPHY,
)
from gamekit.storage.record import Entry
from gamekit.storage.serialization import shown
from gamekit.text.translation import language_or_default, note, word

P = Phase


def year_name(year: int, language: str | None = None) -> str:
    """Return an astronomical year as people say it.

    >>> year_name(-48), year_name(1)
    ('49 BC (705 AUC)', 'AD 1 (754 AUC)')
    """
    auc = year + NUMBERS["founding_of_rome"]
    if year > 0:
        return word("julius_caesar.log.year_ad", language, ad=year, auc=auc)
    return word("julius_caesar.log.year", language, bc=1 - year, auc=auc)


def place_name(place: str, language: str | None = None) -> str:
    """Name a city or sea in a language.

    >>> place_name("Rome", "ja"), place_name("Internum")
    ('ローマ', 'Mare Internum')
    """
    if place in CITIES:
        return CITIES[place].name_ja if language_or_default(language) == "ja" else place
    return word(f"julius_caesar.sea.{place}", language)


def block_name(block: str, language: str | None = None) -> str:
    """Name a block in a language: ``Caesar:Legio 13`` is "Caesar's Legio 13".

    >>> block_name("Caesar:Legio 13"), block_name("Caesar:Legio 13", "ja")
    ("Caesar's Legio 13", 'カエサル軍の第13軍団')
    """
    side, name = block.split(":")
    _, _, number = name.partition(" ")
    known = KIND[BLOCK[block]]
    if LEADER[BLOCK[block]] or known == "cleopatra":
        return word(f"julius_caesar.log.name.{name}", language)
    said = word(f"julius_caesar.log.name.{known}", language, number=number).strip()
    return word("julius_caesar.log.of", language, side=side_name(side, language), name=said)


def card_name(card: str, language: str | None = None) -> str:
    """Name a card design in a language: command cards by their figures, events by their god.

    >>> card_name("3/2", "ja"), card_name("Mars", "ja")
    ('3/2', 'マルス')
    """
    return word(f"julius_caesar.log.card.{card}", language) if CARDS[card].kind == "event" else card


def side_name(side: str, language: str | None = None) -> str:
    """Name a side in a language."""
    return word(f"julius_caesar.side.{side}", language)


class _Teller:
    """One reader: a language, and the side through whose eyes he looks (None sees everything)."""

    def __init__(self, state: State, language: str | None, viewer: str | None) -> None:
        self.state = state
        self.language = language
        self.viewer = viewer

    def say(self, key: str, **fields: Any) -> str:
        return word(key, self.language, **fields)

    def sees(self, block: int) -> bool:
        open_ = self.state.phase in SHOWN and self.state.location[block] == fighting(self.state).place
        return self.viewer is None or SIDES[self.state.side[block]] == self.viewer or open_

    def block(self, block: int) -> str:
        if self.sees(block):
            return block_name(BLOCK_NAMES[block], self.language)
        side = side_name(SIDES[self.state.side[block]], self.language)
        return self.say("julius_caesar.log.a_block", side=side)

    def place(self, place: str | int) -> str:
        return place_name(PLACES[place] if isinstance(place, int) else place, self.language)

    def side(self, side: int) -> str:
        return side_name(SIDES[side], self.language)

    @property
    def actor(self) -> str:
        return self.side(self.state.actor)

    @property
    def secret(self) -> bool:
        """Whether the viewer may not see this action: the enemy decides it in secret."""
        return self.viewer not in (None, SIDES[self.state.actor])

    def card(self, card: str) -> str:
        return self.say("julius_caesar.log.a_card") if self.secret else card_name(card, self.language)

    def strength(self, strength: int) -> str:
        return ROMAN[strength]


def describe(action: Action, state: State, language: str | None = None, viewer: str | None = None) -> str:
    """Describe an action in the position before it, as a sentence.

    ``viewer`` is the side that reads it: what is hidden from it stays so. Without one everything is told. Of an
    enemy's levy the sentence comes when the block appears; the sentence is empty while its city is still to be named.

    >>> from gamekit.julius_caesar.rules import initial_state
    >>> describe(s.Deal("3/2"), initial_state()), describe(s.Deal("3/2"), initial_state(), viewer="Pompey")
    ('Caesar is dealt 3/2.', 'Caesar is dealt a card.')
    """
    teller = _Teller(state, language, viewer)
    return str(_SENTENCES[type(action)](teller, action))


def _deal(t: _Teller, action: s.Deal) -> str:
    return t.say("julius_caesar.log.deal", side=t.actor, card=t.card(action.card))


def _discard(t: _Teller, action: s.Discard) -> str:
    return t.say("julius_caesar.log.discard", side=t.actor, card=t.card(action.card))


def _play(t: _Teller, action: s.Play) -> str:
    return t.say("julius_caesar.log.play", side=t.actor, card=t.card(action.card))


def _hits(t: _Teller, action: s.Hits) -> str:
    firing = fighting(t.state).firing
    dice = t.state.strength[firing]
    key = "julius_caesar.log.hits_one" if dice == 1 else "julius_caesar.log.hits"
    return t.say(key, block=t.block(firing), count=action.count, dice=dice)


def _draw(t: _Teller, action: s.Draw) -> str:
    block = BLOCK[action.block]
    if LEADER[block] or KIND[block] == "navis":
        return t.say("julius_caesar.log.loyal", block=t.block(block))
    name = block_name(action.block, t.language) if not t.secret else t.block(block)
    return t.say("julius_caesar.log.defect", block=name, side=t.actor, place=t.place(t.state.path[1]))


def _deploy(t: _Teller, action: s.Deploy) -> str:
    return t.say("julius_caesar.log.deploy", block=t.block(BLOCK[action.block]), place=t.place(next_city(t.state)))


def _take(t: _Teller, action: s.Take) -> str:
    block = BLOCK[action.block]
    return t.say("julius_caesar.log.take", block=t.block(block), place=t.place(t.state.location[block]))


def _embark(t: _Teller, action: s.Embark) -> str:
    block = BLOCK[action.block]
    return t.say("julius_caesar.log.embark", block=t.block(block), place=t.place(t.state.location[block]))


def _go(t: _Teller, action: s.Go) -> str:
    state, place = t.state, t.place(action.place)
    if state.phase == P.DEFECT:
        return t.say("julius_caesar.log.haven", place=place)
    block = t.block(state.held)
    match state.phase:
        case P.STEP:
            return _step(t, block, PLACE[action.place])
        case P.VOYAGE if PLACE[action.place] >= FIRST_SEA:
            return t.say("julius_caesar.log.cross", block=block, place=place)
        case P.VOYAGE:
            return t.say("julius_caesar.log.land", block=block, place=place)
        case P.MUSTER:
            return t.say("julius_caesar.log.muster", block=block, place=place)
        case P.RETREAT:
            return t.say("julius_caesar.log.retreat_to", block=block, place=place)
        case P.REGROUP_TO:
            return t.say("julius_caesar.log.regroup_to", block=block, place=place)
        case _:
            return t.say("julius_caesar.log.harbour", block=block, place=place)


def _step(t: _Teller, block: str, to: int) -> str:
    place, attack = t.place(to), attack_on(t.state, to)
    if not counts(t.state)[1 - t.state.actor][to]:
        return t.say("julius_caesar.log.go", block=block, place=place)
    if attack is not None and attack.attacker != t.state.actor:
        return t.say("julius_caesar.log.respond", block=block, place=place)
    return t.say("julius_caesar.log.attack", block=block, place=place)


def _stop(t: _Teller, action: s.Stop) -> str:
    return t.say("julius_caesar.log.stop", block=t.block(t.state.held), place=t.place(t.state.path[-1]))


def _main(t: _Teller, action: s.MainAttack) -> str:
    return t.say("julius_caesar.log.main", place=t.place(action.place), origin=t.place(action.origin))


def _levy(t: _Teller, action: s.Levy) -> str:
    block = BLOCK[action.block]
    if len(LEVIED_AT[block]) == 1:
        return t.say("julius_caesar.log.muster", block=t.block(block), place=t.place(LEVIED_AT[block][0]))
    # That a block is levied before its city is named would tell the enemy that it has several.
    return t.say("julius_caesar.log.levy", block=t.block(block)) if t.sees(block) else ""


def _strengthen(t: _Teller, action: s.Strengthen) -> str:
    block = BLOCK[action.block]
    place = t.place(t.state.location[block])
    if not t.sees(block):
        return t.say("julius_caesar.log.strengthen_unseen", block=t.block(block), place=place)
    risen = t.strength(HIGHER[block][t.state.strength[block]])
    return t.say("julius_caesar.log.strengthen", block=t.block(block), place=place, strength=risen)


def _target(t: _Teller, action: s.Target) -> str:
    key = "julius_caesar.log.jupiter" if t.state.phase == P.JUPITER else "julius_caesar.log.vulcan"
    return t.say(key, place=t.place(action.place))


def _join_battle(t: _Teller, action: s.JoinBattle) -> str:
    return t.say("julius_caesar.log.next_battle", side=t.actor, place=t.place(action.place))


def _fire(t: _Teller, action: s.Fire) -> str:
    return t.say("julius_caesar.log.fire", block=t.block(BLOCK[action.block]))


def _pass(t: _Teller, action: s.Pass) -> str:
    return t.say("julius_caesar.log.pass", block=t.block(BLOCK[action.block]))


def _retreat(t: _Teller, action: s.Retreat) -> str:
    return t.say("julius_caesar.log.retreat", block=t.block(BLOCK[action.block]))


def _regroup(t: _Teller, action: s.Regroup) -> str:
    return t.say("julius_caesar.log.regroup", block=t.block(BLOCK[action.block]))


def _take_hit(t: _Teller, action: s.TakeHit) -> str:
    return t.say("julius_caesar.log.hit", block=t.block(BLOCK[action.block]))


def _disband(t: _Teller, action: s.Disband) -> str:
    block = BLOCK[action.block]
    return t.say("julius_caesar.log.disband", block=t.block(block), place=t.place(t.state.location[block]))


def _done(t: _Teller, action: s.Done) -> str:
    match t.state.phase:
        case P.MOVE:
            return t.say("julius_caesar.log.moved", side=t.actor)
        case P.LEVY:
            return t.say("julius_caesar.log.levied", side=t.actor)
        case P.REGROUP:
            return t.say("julius_caesar.log.regrouped", side=t.actor)
        case P.DISBAND:
            return t.say("julius_caesar.log.disbanded", side=t.actor)
        case _:
            return t.say("julius_caesar.log.declined", side=t.actor)


_SENTENCES: dict[type, Any] = {
    s.Deal: _deal,
    s.Hits: _hits,
    s.Draw: _draw,
    s.Deploy: _deploy,
    s.Discard: _discard,
    s.Play: _play,
    s.Take: _take,
    s.Embark: _embark,
    s.Go: _go,
    s.Stop: _stop,
    s.MainAttack: _main,
    s.Levy: _levy,
    s.Strengthen: _strengthen,
    s.Target: _target,
    s.JoinBattle: _join_battle,
    s.Fire: _fire,
    s.Pass: _pass,
    s.Retreat: _retreat,
    s.TakeHit: _take_hit,
    s.Regroup: _regroup,
    s.Disband: _disband,
    s.Done: _done,
}


def consequences(
    before: State, after: State, language: str | None = None, viewer: str | None = None
) -> tuple[str, ...]:
    """Return the consequences of an action as sentences: cards turned, blocks lost, battles begun and ended,
    seasons."""
    t, found = _Teller(after, language, viewer), []
    if len(after.played[1]) > len(before.played[1]):
        found.append(_turned(t, before))
    found += _losses(t, before)
    if _fought(before) and after.phase == P.REGROUP and before.phase not in (P.REGROUP, P.REGROUP_TO):
        found.append(t.say("julius_caesar.log.won", side=t.actor, place=t.place(fighting(after).place)))
    found += _rounds(t, before)
    found += _seasons(t, before)
    return tuple(found)


def _fought(state: State) -> bool:
    return state.combat is not None


def _turned(t: _Teller, before: State) -> str:
    cards = t.state.played[0][-1], t.state.played[1][-1]
    caesar, pompey = (card_name(DESIGNS[card].name, t.language) for card in cards)
    first = reveal(replace(before, chosen=cards)).first
    if first == NONE:
        return t.say("julius_caesar.log.cancelled", caesar=caesar, pompey=pompey)
    return t.say("julius_caesar.log.turned", caesar=caesar, pompey=pompey, side=t.side(first))


def losses(before: State, after: State, language: str | None = None, viewer: str | None = None) -> tuple[str, ...]:
    """Return the blocks lost between two positions, one sentence each: eliminated, leader killed, or changed sides."""
    return tuple(_gone(_Teller(after, language, viewer), before))


def _losses(t: _Teller, before: State) -> list[str]:
    now, falls = t.state, []
    for block, (then, strength) in enumerate(zip(before.strength, now.strength)):
        if now.location[block] < POOL and 0 < strength < then and t.sees(block):
            name = block_name(BLOCK_NAMES[block], t.language)
            falls.append(t.say("julius_caesar.log.falls", block=name, strength=t.strength(strength)))
    return [*_gone(t, before), *falls]


def _gone(t: _Teller, before: State) -> list[str]:
    lost, now = [], t.state
    for block, (then, at) in enumerate(zip(before.location, now.location)):
        if at in (FALLEN, TROPHY) and then < POOL:
            key = "julius_caesar.log.dead" if at == TROPHY else "julius_caesar.log.eliminated"
            lost.append(t.say(key, block=block_name(BLOCK_NAMES[block], t.language)))
    if now.side[CLEOPATRA] != before.side[CLEOPATRA] and before.phase != P.DRAW:
        name = block_name(BLOCK_NAMES[CLEOPATRA], t.language)
        lost.append(t.say("julius_caesar.log.turncoat", block=name, side=t.side(now.side[CLEOPATRA])))
    return lost


def _rounds(t: _Teller, before: State) -> list[str]:
    now, then = t.state.combat, before.combat
    if now is None or t.state.phase == P.REGROUP:
        return []
    if then is None or then.place != now.place:
        return [t.say("julius_caesar.log.battle", place=t.place(now.place), side=t.side(now.attacker))]
    found = []
    if now.exchanged and not then.exchanged:
        found.append(t.say("julius_caesar.log.exchanged", side=t.side(now.attacker)))
    if now.round != then.round:
        found.append(t.say("julius_caesar.log.round", round=now.round))
    return found


def _seasons(t: _Teller, before: State) -> list[str]:
    now, winter = t.state, (P.HARBOUR, P.SUPPLY, P.DISBAND, P.OVER)
    found = []
    if now.phase in winter and before.phase not in winter:
        found.append(t.say("julius_caesar.log.winter", year=year_name(now.year, t.language)))
    if now.phase in winter:
        found += _homecomings(t, before)
    if now.phase == P.OVER:
        found.append(outcome(now, t.language))
    elif (now.year, now.turn) != (before.year, before.turn):
        found.append(t.say("julius_caesar.log.turn", turn=now.turn, year=year_name(now.year, t.language)))
    return found


def outcome(state: State, language: str | None = None) -> str:
    """Return who is ahead in victory points, as the end of the game is told."""
    (caesar, pompey), winner = victory_points(state), side_ahead(state)
    if winner == NONE:
        return word("julius_caesar.log.draw", language, caesar=caesar, pompey=pompey)
    side = side_name(SIDES[winner], language)
    return word("julius_caesar.log.over", language, side=side, caesar=caesar, pompey=pompey)


def _homecomings(t: _Teller, before: State) -> list[str]:
    """Return the blocks that winter moves or disbands without a choice (8.1, 8.2), one sentence each."""
    found = []
    for block, (then, at) in enumerate(zip(before.location, t.state.location)):
        chosen = block == before.held or before.phase in (P.SUPPLY, P.DISBAND)
        if then == at or then >= POOL or chosen:
            continue
        if at < POOL:
            found.append(t.say("julius_caesar.log.harbour", block=t.block(block), place=t.place(at)))
        elif at == POOL:
            found.append(t.say("julius_caesar.log.disband", block=t.block(block), place=t.place(then)))
    return found


def faces(state: State, action: Action, random: Random) -> tuple[int, ...] | None:
    """Return faces of the dice that fit a number of hits, for the board and the record's comment; None for other
    actions.

    Every roll with that many hits is as likely as any other.

    >>> from gamekit.julius_caesar.rules import initial_state
    >>> faces(initial_state(), s.Deal("3/2"), Random(1)) is None
    True
    """
    if not isinstance(action, s.Hits):
        return None
    firing = fighting(state).firing
    dice, firepower = state.strength[firing], FIREPOWER[firing]
    hitting = set(random.sample(range(dice), action.count))
    spans = ((1, firepower) if die in hitting else (firepower + 1, 6) for die in range(dice))
    return tuple(random.randint(*span) for span in spans)


def check_comment(state: State, action: Action, comment: Any) -> None:
    """Raise ValueError for a comment on a number of hits that is not a roll with that many; other comments may say
    anything.

    >>> from gamekit.julius_caesar.rules import initial_state
    >>> check_comment(initial_state(), s.Deal("3/2"), "dealt by hand")
    """
    if not isinstance(action, s.Hits) or comment is None:
        return
    firing = fighting(state).firing
    dice, firepower = state.strength[firing], FIREPOWER[firing]
    rolled = isinstance(comment, list) and all(type(face) is int and 1 <= face <= 6 for face in comment)
    if not rolled or len(comment) != dice or sum(face <= firepower for face in comment) != action.count:
        right = note("julius_caesar.log.roll", dice=dice, hits=action.count, firepower=firepower)
        raise ValueError(note("codec.value", where="comment", found=shown(comment), right=right))


MARCH: Final = (s.Take, s.Embark, s.Go, s.Stop)  # one sentence for all of them, when the block is put down
MARCHING: Final = (Phase.STEP, Phase.VOYAGE, Phase.MOVE)
QUIET: Final = (s.Take, s.Embark, s.Stop, s.Fire, s.Retreat, s.Regroup, s.Deal, s.JoinBattle, s.TakeHit)
ENDS: Final = frozenset((Phase.MOVE, Phase.LEVY, Phase.REGROUP, Phase.DISBAND))  # "no more of this" goes unsaid


class LogLine(NamedTuple):
    """A sentence of the log: after how many actions, the side it is about (or none), whether it is a heading."""

    at: int
    side: str
    text: str
    head: bool = False


class Chronicle:
    """The log as one ``viewer`` may read it (None sees all), written on as the game goes on and back with it.

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
        """Return the sentences of the first ``at`` actions of a record, or of all."""
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
        side = SIDES[before.actor] if before.phase != Phase.DEAL else ""
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
                yield self._levied(before, BLOCK[action.block], after)
        elif not self._unsaid(before, action, after):
            text = describe(action, before, self.language, self.viewer)
            dice = entry.comment if isinstance(action, s.Hits) else None
            yield f"{text} ({' '.join(map(str, dice))})" if dice else text

    def _unsaid(self, before: State, action: Action, after: State) -> bool:
        if isinstance(action, s.Play):  # a card of one's own that still lies face down
            return self.viewer not in (None, SIDES[before.actor]) or after.phase != Phase.PLAY
        return isinstance(action, QUIET) or (isinstance(action, s.Done) and before.phase in ENDS)

    def _marches(self, before: State, action: Action, after: State) -> Iterator[str]:
        if isinstance(action, (s.Take, s.Embark)):
            self._path = list(after.path)
            return
        if isinstance(action, s.Go):
            self._path.append(PLACES.index(action.place))
        if after.held == before.held:
            return
        path, block = self._path, before.held
        names = [place_name(PLACES[one], self.language) for one in path]
        fight = next((attack for attack in after.attacks if attack.place == path[-1]), None)
        key = "marched_by" if len(path) > 2 else "marched"
        if before.phase == Phase.VOYAGE:
            key = "sailed"
        elif fight and any(came == block for came, _ in fight.came):
            key = "attacked" if fight.attacker == before.actor else "answered"
        said = {"block": self._block(before, block), "origin": names[0], "place": names[-1]}
        yield word(f"julius_caesar.log.{key}", self.language, by=" – ".join(names[1:-1]), **said)

    def _levied(self, before: State, block: int, after: State) -> str:
        """In the words of a block that might have appeared elsewhere as well, which would tell what it is."""
        place = place_name(PLACES[after.location[block]], self.language)
        return word("julius_caesar.log.muster", self.language, block=self._block(before, block), place=place)

    def _block(self, state: State, block: int) -> str:
        side = SIDES[state.side[block]]
        if self.viewer in (None, side):
            return block_name(BLOCK_NAMES[block], self.language)
        return word("julius_caesar.log.a_block", self.language, side=side_name(side, self.language))


def turn_lines(lines: Sequence[LogLine], positions: Sequence[State], when: tuple[int, int], dice: bool,
            language: str | None) -> Iterator[str]:  # fmt: skip
    """Return the sentences of one turn, (year, turn), without its heading; of fights only losses and ends unless
    ``dice``."""
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
