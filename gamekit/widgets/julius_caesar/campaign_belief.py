"""What may stand under the face-down blocks: the stack that a person looks at, the odds of a battle ahead, and a field
for what he knows from elsewhere."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from html import escape
from threading import Lock
from typing import Any, Final
from unicodedata import normalize

from gamekit import julius_caesar as jc
from gamekit.julius_caesar.notation import place_name
from gamekit.julius_caesar.odds.army import NUMERALS
from gamekit.julius_caesar.odds.battle_seen import OddsSeen, coming_battle, plan_attack
from gamekit.julius_caesar.tables import ALIASES, BLOCK_NAMES, DEFENDER, PLACE, PLACES, ROMAN, SIDES
from gamekit.play.session import Session
from gamekit.text.piece_list import clean
from gamekit.text.translation import LANGUAGES, percent, points
from gamekit.widgets.julius_caesar import pieces
from gamekit.widgets.julius_caesar.campaign_story import say
from gamekit.widgets.julius_caesar.map import ATLAS, MapOptions, listed, printed
from gamekit.widgets.julius_caesar.pieces import block_name
from gamekit.widgets.look import GOOD, HAIRLINE, INK, MUTED, NAME, PAPER, TEXT, TINTS, TINY, WHITE
from gamekit.widgets.map.base import base_map
from gamekit.widgets.page import Area, Button, Html, Input, Message, Soon, quiet, row
from gamekit.widgets.scene import Circle, Group, Rect, Shape
from gamekit.widgets.scene import Text as Line

LIKELIEST: Final = 5  # blocks that the card lists
EVERY: Final = 100  # actions between beliefs that are kept, to go back to
WIDE, LINE, PAD = 330.0, 24.0, 14.0  # px of the card, of its lines, round them
AWAY: Final = 110.0  # px between a city and the card: room for the stack
NARROW: Final = 700.0  # px: on a narrower map the card is only told below it
STRENGTH: Final = re.compile(r"/\s*(IV|I{1,3}|[1-4])(?![\w])", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Known:
    """What a person has typed in: after so many actions this block stands there, in that strength if it is given."""

    at: int
    block: str
    place: str
    strength: int | None = None


@dataclass(frozen=True, slots=True)
class Asked:
    """What is to be worked out: the stack at a place as one side believes it, and who may attack it."""

    at: int
    eyes: str
    place: str
    count: int
    known: tuple[Known, ...]
    battle: jc.BattleSeen | None


@dataclass(frozen=True, slots=True)
class StackCard:
    """What was found: the likeliest blocks, how many others may be there, the samples if any, the odds of a battle."""

    likeliest: tuple[tuple[str, float], ...]
    others: int
    samples: int
    odds: OddsSeen | None


@dataclass(frozen=True, slots=True)
class Looking:
    """The place under the pointer or the focus, what has been typed in, and what was found last."""

    place: str = ""
    known: tuple[Known, ...] = ()
    found: tuple[Asked, StackCard | None] | None = None


# The belief -----------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Keeper:
    """Remembers beliefs of the game looked at last, so that each action costs one step."""

    of: Any = None
    lock: Lock = field(default_factory=Lock)
    marks: dict[int, tuple[Any, tuple[Known, ...], jc.Belief]] = field(default_factory=dict)

    def belief(self, session: Session, asked: Asked) -> jc.Belief:
        """The belief in the position shown; ValueError where the game begins in the middle of something."""
        with self.lock:  # the work beside the page may be under way
            return self._belief(session, asked)

    def _belief(self, session: Session, asked: Asked) -> jc.Belief:
        begun, entries = session.positions[0], session.record.entries
        if self.of != (begun, asked.eyes):
            self.of, self.marks = (begun, asked.eyes), {}
        if not self.marks:
            start = jc.Belief((jc.Sight(jc.observe(begun, asked.eyes)),), asked.eyes, begun)
            self.marks[0] = None, (), start
        at = max(at for at in self.marks if at <= asked.at and self._holds(at, asked, entries))
        belief = self.marks[at][2]
        for number in range(at, asked.at):
            now, then = session.positions[number], session.positions[number + 1]
            event = jc.sight(now, entries[number].action, then, asked.eyes)
            belief = _told(belief, asked, number)
            belief = belief if event is None else belief.after(event)
            if (number + 1) % EVERY == 0 or number + 1 == asked.at:
                self.marks[number + 1] = entries[number], _before(asked, number + 1), belief
        self.marks = {at: mark for at, mark in self.marks.items() if at % EVERY == 0 or at == asked.at}
        return _told(belief, asked, asked.at)

    def _holds(self, at: int, asked: Asked, entries: Any) -> bool:
        """Whether the game still comes by the same action to where a belief was kept, with the same things typed in."""
        last, known, _ = self.marks[at]
        return at == 0 or (at <= len(entries) and entries[at - 1] is last and known == _before(asked, at))


KEEPER = Keeper()


def _before(asked: Asked, at: int) -> tuple[Known, ...]:
    """What was typed in before the position after so many actions."""
    return tuple(known for known in asked.known if known.at < at)


def _told(belief: jc.Belief, asked: Asked, at: int) -> jc.Belief:
    for known in asked.known:
        if known.at == at:
            belief = belief.knowing(known.block, known.place, known.strength)
    return belief


def eyes_of(session: Session) -> str:
    """The side that has the screen and does not see everything; empty where nobody or everybody looks."""
    return str(session.viewer) if session.viewer in SIDES else ""


def asks(session: Session, looking: Looking, picked: str) -> Asked | None:
    """What is to be worked out of the stack looked at; None where nothing lies face down there."""
    eyes = eyes_of(session)
    if not eyes or not looking.place:
        return None
    view = jc.observe(session.state, eyes)
    count = next((stack.count for stack in view.enemy if stack.place == looking.place), 0)
    if not count or (view.battle and view.battle.place == looking.place):
        return None
    known = tuple(known for known in looking.known if known.at <= session.at)
    battle = coming_battle(session.state, looking.place, eyes) or plan_attack(view, picked, looking.place)
    return Asked(session.at, eyes, looking.place, count, known, battle)


def believed(session: Session, looking: Looking) -> jc.Belief | None:
    """What the side at the screen believes now; None where nobody or everybody looks, or nothing can be reckoned."""
    if not (eyes := eyes_of(session)):
        return None
    known = tuple(known for known in looking.known if known.at <= session.at)
    try:
        belief = KEEPER.belief(session, Asked(session.at, eyes, "", 0, known, None))
        return belief if belief.samples >= 0 else None  # a sample that died out is refused here
    except ValueError:
        return None


def worked_out(session: Session, asked: Asked) -> tuple[Asked, StackCard | None]:
    """The card of a stack; None where the game began in the middle of something, so that nothing can be reckoned."""
    try:
        belief = KEEPER.belief(session, asked)
        every = belief.likeliest(asked.place, len(BLOCK_NAMES))
        odds = belief.odds(asked.battle, numbers=float) if asked.battle else None
    except ValueError:
        return asked, None
    first = tuple((block, float(p)) for block, p in every[:LIKELIEST])
    return asked, StackCard(first, len(every) - len(first), belief.samples, odds)


def soon(session: Session, looking: Looking, picked: str, shown: bool) -> Iterator[Soon]:
    """The work of the stack looked at, done beside the page."""
    asked = asks(session, looking, picked) if shown else None
    if asked is not None and not _found(looking, asked):
        yield Soon(lambda: worked_out(session, asked), ("believed",), asked)


def _found(looking: Looking, asked: Asked | None) -> tuple[StackCard | None] | None:
    """What was found of this, in brackets, for it may be nothing."""
    return (looking.found[1],) if looking.found and looking.found[0] == asked else None


# What is shown --------------------------------------------------------------------------------------------------------


def _lines(asked: Asked, card: StackCard, language: str) -> tuple[str, str, str]:
    """The heading of the card, who else may be there, and what knowing is worth."""
    head = say("belief.head", language, place=place_name(asked.place, language), count=asked.count)
    rest = asked.count - sum(p for _, p in card.likeliest)
    others = say("belief.others", language, count=card.others, share=f"{rest:.2f}") if card.others else ""
    worth = points(card.odds.knowing, "") if card.odds else ""
    return head, others, say("belief.knowing", language, points=worth) if card.odds else ""


def _attackers(asked: Asked, language: str) -> str:
    assert asked.battle is not None
    names = listed([block_name(block, language) for block in (*asked.battle.own, *asked.battle.reserve)], language)
    return say("belief.if_attack" if asked.battle.attacks else "belief.if_defend", language, names=names)


def sentence(session: Session, looking: Looking, picked: str, language: str) -> str:
    """The card in words, for those who do not see it and where there is no room for it."""
    asked = asks(session, looking, picked)
    found = _found(looking, asked)
    if asked is None or found is None:
        return ""
    card = found[0]
    if card is None:
        return say("belief.none", language)
    head, others, knowing = _lines(asked, card, language)
    names = [f"{block_name(printed(block), language)} {percent(p)}" for block, p in card.likeliest]
    parts = [f"{head}: {listed(names, language)}", others]
    if card.odds:
        parts += [f"{_attackers(asked, language)}: {_range_text(card.odds, language)}", knowing]
    ends = "。" if language == "ja" else ". "
    return ends.join(part for part in parts if part) + ends.strip()


def controls(session: Session, looking: Looking, picked: str, language: str, shown: bool) -> Area:
    """Below the map: the card in words, what has been typed in, and the field for it."""
    told = [
        Button(say("belief.forget", language, what=_said(known, language)), ("forget", number), "link")
        for number, known in enumerate(looking.known)
        if known.at <= session.at
    ]
    hint = say("belief.example", language)
    typed = Input("", ("know",), say("belief.type", language), placeholder=hint, key="know")
    words = Html(escape(sentence(session, looking, picked, language)), "gk-live gk-quiet")
    note = quiet(say("belief.even", language))
    return Area("gk-section", (words, row(typed, *told), note), shown=shown and bool(eyes_of(session)), key="belief")


def _said(known: Known, language: str) -> str:
    strength = f"/{ROMAN[known.strength]}" if known.strength else ""
    return f"{block_name(printed(known.block), language)}: {place_name(known.place, language)}{strength}"


# The card on the map --------------------------------------------------------------------------------------------------


def card(session: Session, looking: Looking, picked: str, options: MapOptions) -> Iterator[Shape]:
    """The card beside the stack looked at; nothing while it is worked out, and where there is no room for it."""
    asked = asks(session, looking, picked)
    found, language = _found(looking, asked), str(options.language)
    base = base_map(ATLAS, options.width, language, options.region)
    spot = next((pane.spot(asked.place) for pane in base.panes if pane.holds(asked.place)), None) if asked else None
    if asked is None or spot is None or not found or found[0] is None or base.width < NARROW:
        return
    rows = 1 + len(found[0].likeliest) + bool(found[0].others) + (3 if found[0].odds else 0)
    high = 2 * PAD + LINE * rows + 8
    x = spot[0] + AWAY if spot[0] < base.width / 2 else spot[0] - AWAY - WIDE
    y = min(max(spot[1] - high / 2, 4), max(base.height - high - 4, 4))
    yield Group(tuple(_drawn(asked, found[0], language, high)), x, y)


def _drawn(asked: Asked, card: StackCard, language: str, high: float) -> Iterator[Shape]:
    head, others, knowing = _lines(asked, card, language)
    basis = say("belief.exact", language)
    if card.samples:  # a share of so many samples is farther off in at most one case of twenty
        basis = say("belief.sampled", language, margin=f"{0.98 / card.samples**0.5:.1%}")
    yield Rect(0, 0, WIDE, high, 8, fill=WHITE, stroke=GOOD, stroke_width=2)
    yield Line(PAD, PAD + 14, head, NAME, weight=700, family="serif", max_width=WIDE - 90)
    yield Line(WIDE - PAD, PAD + 14, basis, TEXT, MUTED, anchor="end")
    y = PAD + LINE
    enemy = SIDES[1 - SIDES.index(asked.eyes)]
    for name, p in card.likeliest:
        block = replace(printed(name), side=enemy)
        yield Group(pieces.sign(pieces.kind(block), pieces.tint(block, enemy).face), PAD, y + 3, scale=0.75)
        yield Line(PAD + 26, y + 17, block_name(block, language), TEXT, max_width=150)
        yield Line(PAD + 190, y + 17, block.rating(DEFENDER), TEXT, MUTED)
        yield Line(WIDE - PAD, y + 17, percent(p), TEXT, weight=600, anchor="end")
        y += LINE
    if others:
        yield Line(PAD, y + 17, others, TEXT, MUTED, max_width=WIDE - 2 * PAD)
        y += LINE
    if card.odds:
        yield from _range(card.odds, _attackers(asked, language), knowing, y, language, TINTS[asked.eyes].face)


def _range_text(odds: OddsSeen, language: str) -> str:
    """The mean, with the half-width of its 95% interval where it is sampled, and the worst and best."""
    mean, worst, best = (percent(p) for p in (odds.mean, odds.worst.p, odds.best.p))
    margin = f" ± {1.96 * odds.error:.1%}" if odds.samples else ""
    return say("belief.range", language, mean=mean + margin, worst=worst, best=best)


def _range(odds: OddsSeen, head: str, knowing: str, y: float, language: str, colour: str) -> Iterator[Shape]:
    """The odds from the worst to the best that may stand there, with their mean."""
    wide = WIDE - 2 * PAD
    yield Rect(PAD, y + 3, wide, 1, fill=HAIRLINE)
    yield Line(PAD, y + 20, head, TEXT, weight=700, max_width=wide)
    worst, mean, best = (PAD + wide * float(p) for p in (odds.worst.p, odds.mean, odds.best.p))
    line = y + LINE + 10
    yield Rect(PAD, line, wide, 10, 2, fill=PAPER, stroke=HAIRLINE)
    yield Rect(worst, line, max(best - worst, 1), 10, fill=colour, opacity=0.4)
    for end in (worst, best):
        yield Rect(end - 1, line - 4, 2, 18, fill=colour)
    yield Circle(mean, line + 5, 7, fill=colour, stroke=WHITE, stroke_width=2)
    yield Line(PAD, line + 30, _range_text(odds, language), TEXT, INK, weight=600, max_width=wide)
    yield Line(PAD, line + 46, knowing, TINY, MUTED, max_width=wide)


# Messages -------------------------------------------------------------------------------------------------------------


def update(session: Session, looking: Looking, message: Message, language: str) -> Looking | None:
    """What is looked at and known after a message; None for any other message."""
    match message:
        case ("over", ("at", place)):
            return replace(looking, place=str(place))
        case ("over", _):
            return replace(looking, place="")
        case ("believed", found):
            return replace(looking, found=found)
        case ("know", text):
            return _typed(session, looking, text, language) if text.strip() else looking
        case ("forget", number):
            return replace(looking, known=tuple(k for n, k in enumerate(looking.known) if n != number))
    return None


def _typed(session: Session, looking: Looking, text: str, language: str) -> Looking:
    """What a person has typed in; ValueError with a sentence where it cannot be read or contradicts what was seen."""
    eyes = eyes_of(session)
    enemy = SIDES[1 - SIDES.index(eyes)]
    theirs = [name for name in BLOCK_NAMES if name.startswith(enemy) or name.endswith(":Cleopatra")]
    block = _named(text, theirs, lambda name, spoken: block_name(printed(name), spoken))
    place = _named(text, PLACES, place_name)
    if not block or not place:
        raise ValueError(say("belief.unread", language, example=say("belief.example", language)))
    numeral = STRENGTH.search(text)
    strength = None
    if numeral:
        written = numeral[1].upper()
        strength = int(written) if written.isdigit() else ROMAN.index(written)
    known = Known(session.at, block, place, strength)
    asked = Asked(session.at, eyes, place, 0, (*(k for k in looking.known if k.at <= session.at), known), None)
    try:
        before = KEEPER.belief(session, replace(asked, known=asked.known[:-1]))
    except ValueError:
        raise ValueError(say("belief.none", language)) from None
    try:
        KEEPER.belief(session, asked)
    except ValueError:
        raise ValueError(_contradiction(before, known, language)) from None
    return replace(looking, known=asked.known)


def _contradiction(belief: jc.Belief, known: Known, language: str) -> str:
    name = block_name(printed(known.block), language)
    try:
        law = belief.whereabouts(known.block)
    except ValueError:
        return say("belief.open", language, block=name)
    if any(place == known.place and known.strength in (None, strength) for place, strength in law):
        return say("belief.in_hand", language)
    places = sorted({place for place, _ in law}, key=lambda place: PLACE.get(place, len(PLACE)))
    may = [place_name(place, language) if place in PLACE else say("belief.off_map", language) for place in places]
    return say("belief.contradiction", language, what=_said(known, language), may=listed(may, language))


def _plain(text: str) -> str:
    """What is typed in the words of the game: other spellings, numerals and ordinals made its own."""
    words = " ".join(clean(text).casefold().split())
    plain = re.sub(r"[^\W\d_]+", lambda one: ALIASES.get(one[0], one[0]).casefold(), words)
    plain = re.sub(r"(\d+)(?:st|nd|rd|th) (legio|equitatus|auxilia|navis)\b", r"\2 \1", plain)
    return re.sub(r"(?<=\blegio )[ivx]+\b", lambda numeral: NUMERALS.get(numeral[0].upper(), numeral[0]), plain)


def _named(text: str, names: Any, called: Callable[[str, str], str]) -> str:
    """The longest of the names that the text has, in any language."""
    written = _plain(text)
    found = []
    for name in names:
        for language in LANGUAGES:
            said = normalize("NFKC", called(name, language)).casefold()
            if re.search(rf"(?<![a-z0-9]){re.escape(said)}(?![a-z0-9])", written):
                found.append((len(said), name))
    return max(found, default=(0, ""))[1]
