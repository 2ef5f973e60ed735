"""Beliefs about face-down blocks: the stack that a person looks at, and the odds of a battle ahead."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import partial
from html import escape
from threading import Lock
from typing import Any, Final, NamedTuple

from gamekit import julius_caesar as jc
from gamekit.julius_caesar.notation import place_name
from gamekit.julius_caesar.odds.belief import OddsSeen, coming_battle, plan_attack
from gamekit.julius_caesar.tables import BLOCK_NAMES, SIDES
from gamekit.play.session import Session
from gamekit.text.translation import format_points, language_or_default, percent
from gamekit.widgets.julius_caesar.map import ATLAS, MapOptions, listed, printed, say
from gamekit.widgets.julius_caesar.pieces import block_name
from gamekit.widgets.layout import BOLD, GAP, NARROW, PAD, Room, col, framed, share_bar, text_box
from gamekit.widgets.look import GOOD, HAIRLINE, INK, NAME, PAPER, TINTS, WHITE
from gamekit.widgets.map.base import base_map
from gamekit.widgets.page import BackgroundTask, Container, Html, Message, muted_line, section
from gamekit.widgets.scene import Shape

LIKELIEST: Final = 5  # blocks that the card names
EVERY: Final = 100  # actions between beliefs that are kept, to go back to
WIDE: Final = 330.0  # px of the card
AWAY: Final = 110.0  # px between a city and the card: room for the stack


@dataclass(frozen=True, slots=True)
class StackQuestion:
    """A request: the stack at a place as one side believes it, and the possible attackers."""

    at: int
    eyes: str
    place: str = ""
    count: int = 0
    battle: jc.ObservedBattle | None = None


class StackCard(NamedTuple):
    """A result: the likeliest blocks, the number of other candidates, the samples if any, the odds of a battle."""

    likeliest: tuple[tuple[str, float], ...]
    others: int
    samples: int
    odds: OddsSeen | None


@dataclass(frozen=True, slots=True)
class BeliefState:
    """The place under the pointer or the focus, and what was found last."""

    place: str = ""
    found: tuple[StackQuestion, StackCard | None] | None = None


# The belief -----------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class BeliefCache:
    """Remembers beliefs of the game looked at last, so that each action costs one step."""

    of: Any = None
    lock: Lock = field(default_factory=Lock)
    marks: dict[int, tuple[Any, jc.Belief]] = field(default_factory=dict)

    def belief(self, session: Session, asked: StackQuestion) -> jc.Belief:
        """The belief in the position shown; ValueError where the game begins in the middle of something."""
        begun, entries = session.positions[0], session.record.entries
        with self.lock:  # the work beside the page may be under way
            if self.of != (begun, asked.eyes) or not self.marks:
                self.of, self.marks = (begun, asked.eyes), {0: (None, jc.Belief.from_setup(begun, asked.eyes))}
            same = (at for at, (last, _) in self.marks.items()
                    if not at or (at <= len(entries) and entries[at - 1] is last))  # fmt: skip
            at = max(at for at in same if at <= asked.at)
            belief = self.marks[at][1]
            for number in range(at, asked.at):
                now, then = session.positions[number], session.positions[number + 1]
                event = jc.observation(now, entries[number].action, then, asked.eyes)
                belief = belief if event is None else belief.after(event)
                if (number + 1) % EVERY == 0 or number + 1 == asked.at:
                    self.marks[number + 1] = entries[number], belief
            self.marks = {at: mark for at, mark in self.marks.items() if at % EVERY == 0 or at == asked.at}
            return belief


KEEPER = BeliefCache()


def eyes_of(session: Session) -> str:
    """The side that has the screen and does not see everything; empty where nobody or everybody looks."""
    return str(session.viewer) if session.viewer in SIDES else ""


def stack_question(session: Session, looking: BeliefState, picked: str) -> StackQuestion | None:
    """Return the request for the stack looked at; None if nothing lies face down there."""
    eyes = eyes_of(session)
    if not eyes or not looking.place:
        return None
    view = jc.observe(session.state, eyes)
    count = next((stack.count for stack in view.enemy if stack.place == looking.place), 0)
    if not count or (view.battle and view.battle.place == looking.place):
        return None
    battle = coming_battle(session.state, looking.place, eyes) or plan_attack(view, picked, looking.place)
    return StackQuestion(session.at, eyes, looking.place, count, battle)


def belief_at_screen(session: Session) -> jc.Belief | None:
    """Return the belief of the side at the screen; None if nobody or everybody looks, or it cannot be computed."""
    if not (eyes := eyes_of(session)):
        return None
    try:
        belief = KEEPER.belief(session, StackQuestion(session.at, eyes))
        return belief if belief.effective_sample_size >= 0 else None  # a sample that died out is refused here
    except ValueError:
        return None


def compute_card(session: Session, asked: StackQuestion) -> tuple[StackQuestion, StackCard | None]:
    """Return the card of a stack; None if the game began in the middle of a turn, so that no belief can be computed."""
    try:
        belief = KEEPER.belief(session, asked)
        every = belief.likeliest_blocks(asked.place, len(BLOCK_NAMES))
        odds = belief.odds(asked.battle, numbers=float) if asked.battle else None
    except ValueError:
        return asked, None
    first = tuple((block, float(p)) for block, p in every[:LIKELIEST])
    return asked, StackCard(first, len(every) - len(first), belief.effective_sample_size, odds)


def update(looking: BeliefState, message: Message) -> BeliefState | None:
    """Return the next state after a message about the stacks; None for any other message."""
    match message:
        case ("over", target):
            return replace(looking, place=str(target[1]) if target and target[0] == "at" else "")
        case ("believed", found):
            return replace(looking, found=found)
    return None


# What is shown: words and one bar -------------------------------------------------------------------------------------


def card_text(session: Session, looking: BeliefState, picked: str) -> list[str]:
    """The card in words: the head and the likeliest blocks, who else may be there, the odds of a battle and what
    knowing is worth; empty while it is computed."""
    asked = stack_question(session, looking, picked)
    if asked is None or looking.found is None or looking.found[0] != asked:
        return []
    card = looking.found[1]
    if card is None:
        return [say("belief.none")]
    names = [f"{block_name(printed(block))} {percent(p)}" for block, p in card.likeliest]
    head = say("belief.head", place=place_name(asked.place), count=asked.count)
    # a share of so many samples is farther off in at most one case of twenty
    basis = say("belief.sampled", margin=f"{0.98 / card.samples**0.5:.1%}") if card.samples else ""
    rest = f"{asked.count - sum(p for _, p in card.likeliest):.2f}"
    parts = [head, " ".join(filter(None, (listed(names), basis)))]
    parts += [say("belief.others", count=card.others, share=rest)] if card.others else []
    if card.odds and asked.battle:
        army = [block_name(block) for block in (*asked.battle.own, *asked.battle.reserve)]
        odds, key = card.odds, "belief.if_attack" if asked.battle.attacks else "belief.if_defend"
        mean, worst, best = (percent(p) for p in (odds.mean, odds.worst.p, odds.best.p))
        mean += f" ± {1.96 * odds.error:.1%}" if odds.samples else ""
        said_ = say("belief.range", mean=mean, worst=worst, best=best)
        parts.append(f"{say(key, names=listed(army))}: {said_}")
        parts.append(say("belief.knowing", points=format_points(odds.worth_of_knowing, "")))
    return parts


def spoken_sentence(session: Session, looking: BeliefState, picked: str) -> str:
    """Return the card in one line, for screen readers and where there is no room for the card."""
    head, *rest = card_text(session, looking, picked) or [""]
    ends = "。" if language_or_default() == "ja" else ". "
    return ends.join([f"{head}: {rest[0]}", *rest[1:]]) + ends.strip() if rest else head


def controls(session: Session, looking: BeliefState, picked: str, shown: bool) -> Container:
    """Below the map: the card in words, and its work, done beside the page."""
    words, asked = escape(spoken_sentence(session, looking, picked)), stack_question(session, looking, picked)
    known = asked is None or (looking.found is not None and looking.found[0] == asked)
    work = (
        None if known or asked is None else BackgroundTask(partial(compute_card, session, asked), ("believed",), asked)
    )
    told, note = Html(words, "gk-live gk-quiet"), muted_line(say("belief.even"))
    return section("", told, note, work, shown=shown and bool(eyes_of(session)), key="belief")


def card(session: Session, looking: BeliefState, picked: str, options: MapOptions) -> list[Shape]:
    """Return the card beside the stack looked at; empty while it is computed, or without room for it."""
    base = base_map(ATLAS, options.width, str(options.language), options.region)
    spot = next((pane.spot(looking.place) for pane in base.panes if looking.place and pane.holds(looking.place)), None)
    head, *words = card_text(session, looking, picked) or [""]
    found = looking.found[1] if looking.found and words else None
    if spot is None or found is None or base.width < NARROW:
        return []
    mean, colour = (float(found.odds.mean), TINTS[eyes_of(session)].face) if found.odds else (0.0, INK)
    bar = share_bar(mean, colour, fill=PAPER, stroke=HAIRLINE) if found.odds else None
    texts = (text_box(text, fill=INK) for text in words)
    box = framed(col(text_box(head, NAME, fill=INK, family="serif", weight=BOLD), *texts, bar, gap=GAP / 2), PAD, 8,
                 fill=WHITE, stroke=GOOD, stroke_width=2)  # fmt: skip
    high = box.high(WIDE)
    x = spot[0] + AWAY if spot[0] < base.width / 2 else spot[0] - AWAY - WIDE
    y = min(max(spot[1] - high / 2, 4), max(base.height - high - 4, 4))
    return list(box.draw(Room(x, y, WIDE, high)))
