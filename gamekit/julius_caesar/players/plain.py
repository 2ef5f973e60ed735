"""The plain player: it takes cities worth VP, fights when the odds favour it, levies where winter
feeds, and knows only its view: an unseen enemy block counts as an average one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gamekit.julius_caesar.players.evaluation import PLAIN, PlanBonuses, Valuation
from gamekit.julius_caesar.rules.views import View
from gamekit.julius_caesar.state import Action, Deploy, Disband, Done, Fire, Go, Phase, Retreat, Stop, Strengthen, Take
from gamekit.julius_caesar.tables import BLOCK, CARDS, FIREPOWER, LEADER, LETTER

Legal = tuple[Action, ...]
EVENTS = {"Jupiter": 5, "Mars": 4, "Mercury": 4, "Vulcan": 4, "Pluto": 3, "Apollo": 3, "Neptune": 1}


def plain(view: View, legal: Legal) -> Action:
    """Return the plain player's action; it has no randomness or memory: the same view, the same action."""
    return plain_with_aims(view, legal, PLAIN)


def plain_with_aims(view: View, legal: Legal, aims: PlanBonuses) -> Action:
    """Return the plain player's action with the bonuses of ``aims``."""
    return legal[0] if len(legal) == 1 else _CHOICES[view.phase](view, legal, aims)


def worth(block: str) -> float:
    """Return the worth of a block by its rating: firepower first, then an early letter; leaders are dear."""
    number = BLOCK[block]
    return FIREPOWER[number] + 0.3 * (3 - LETTER[0][number]) + 3 * LEADER[number]


def _card_worth(card: str) -> int:
    design = CARDS[card]
    return EVENTS[card] if design.kind == "event" else 2 * (design.move or 0) + (design.levy or 0)


def _discard(view: View, legal: Legal, aims: PlanBonuses) -> Action:
    return min(legal, key=lambda action: _card_worth(action.card))  # type: ignore[union-attr]


def _play(view: View, legal: Legal, aims: PlanBonuses) -> Action:
    return max(legal, key=lambda action: _card_worth(action.card))  # type: ignore[union-attr]


def _deploy(view: View, legal: Legal, aims: PlanBonuses) -> Action:
    """Return the deployment of the best block left for the next city."""
    return max((a for a in legal if isinstance(a, Deploy)), key=lambda action: worth(action.block))


def _move(view: View, legal: Legal, aims: PlanBonuses) -> Action:
    outlook = Valuation(view, aims)
    takes = [action for action in legal if isinstance(action, Take)]
    scored = [(outlook.best(action.block)[0], action) for action in takes]
    best = max(scored, key=lambda pair: pair[0], default=(0.0, Done()))
    return best[1] if best[0] > 0 else Done()


def _step(view: View, legal: Legal, aims: PlanBonuses) -> Action:
    assert view.held is not None
    wanted = Valuation(view, aims).best(view.held)[1]
    if wanted and Go(wanted[0]) in legal:
        return Go(wanted[0])
    if Stop() in legal:
        return Stop()
    outlook = Valuation(view, aims)
    ways = [action for action in legal if isinstance(action, Go)]
    return max(ways, key=lambda action: outlook.score(view.held or "", (action.place,)))


def _main(view: View, legal: Legal, aims: PlanBonuses) -> Action:
    """Return the main attack by the road that most attackers came by."""
    came = {(t.place, a.origin): a.count for t in view.threats for a in t.arrivals if a.side == t.attacker}
    return max(legal, key=lambda action: came[action.place, action.origin])  # type: ignore[union-attr]


def _levy(view: View, legal: Legal, aims: PlanBonuses) -> Action:
    """Return a step for a good block, or a new block where winter supply feeds it."""
    outlook = Valuation(view, aims)

    def score(action: Any) -> float:
        if isinstance(action, Done):
            return 0
        if isinstance(action, Strengthen):
            return worth(action.block)
        room = any(outlook.room(city) > 0 for city in outlook.levied_at(action.block))
        return worth(action.block) + aims.weights.new if room else -1

    return max(legal, key=score)


def _muster(view: View, legal: Legal, aims: PlanBonuses) -> Action:
    outlook = Valuation(view, aims)
    return max(legal, key=lambda action: outlook.muster(action.place))  # type: ignore[union-attr]


def _jupiter(view: View, legal: Legal, aims: PlanBonuses) -> Action:
    """Return as target a city with one defender, else where a leader is least likely."""
    outlook = Valuation(view, aims)
    targets = [action for action in legal if not isinstance(action, Done)]
    return max(targets, key=lambda action: (outlook.value(action.place) + 1) / outlook.enemies(action.place))  # type: ignore[union-attr]


def _defect(view: View, legal: Legal, aims: PlanBonuses) -> Action:
    outlook = Valuation(view, aims)
    return max(legal, key=lambda action: outlook.room(action.place))  # type: ignore[union-attr]


def _vulcan(view: View, legal: Legal, aims: PlanBonuses) -> Action:
    outlook = Valuation(view, aims)
    targets = [action for action in legal if not isinstance(action, Done)]
    hurt = max(targets, key=lambda action: outlook.enemies(action.place))  # type: ignore[union-attr]
    return hurt if outlook.enemies(hurt.place) else Done()  # type: ignore[union-attr]


def _turn(view: View, legal: Legal, aims: PlanBonuses) -> Action:
    """Return fire, unless the battle is lost and the block can be saved."""
    assert view.battle is not None
    fires = [action for action in legal if isinstance(action, Fire)]
    leaves = [action for action in legal if isinstance(action, Retreat)]
    mine = sum(piece.strength for piece in view.pieces if piece.place == view.battle.place)
    theirs = sum(piece.strength for piece in view.battle.enemy)
    if leaves and (not fires or aims.weights.quit * mine < theirs):
        return max(leaves, key=lambda action: worth(action.block))
    return max(fires, key=lambda action: worth(action.block))


def _hit(view: View, legal: Legal, aims: PlanBonuses) -> Action:
    return min(legal, key=lambda action: worth(action.block))  # type: ignore[union-attr]


def _retreat(view: View, legal: Legal, aims: PlanBonuses) -> Action:
    outlook = Valuation(view, aims)
    return max(legal, key=lambda action: (outlook.value(action.place), outlook.room(action.place)))  # type: ignore[union-attr]


def _regroup(view: View, legal: Legal, aims: PlanBonuses) -> Action:
    """Return a regroup into vacant cities worth VP or away from starvation in winter; some blocks stay."""
    outlook = Valuation(view, aims)
    goes = {action: outlook.regroup(action.block) for action in legal if not isinstance(action, Done)}  # type: ignore[union-attr]
    best = max(goes, key=lambda action: goes[action][0])
    return best if goes[best][0] > 0 else Done()


def _regroup_to(view: View, legal: Legal, aims: PlanBonuses) -> Action:
    outlook = Valuation(view, aims)
    return max(legal, key=lambda action: outlook.regroup_score(action.place))  # type: ignore[union-attr]


def _supply(view: View, legal: Legal, aims: PlanBonuses) -> Action:
    strength = {piece.block: piece.strength for piece in view.pieces}
    goes = [action for action in legal if isinstance(action, Disband)]
    return min(goes, key=lambda action: strength[action.block] * worth(action.block))


def _first(view: View, legal: Legal, aims: PlanBonuses) -> Action:
    return legal[0]


def _done(view: View, legal: Legal, aims: PlanBonuses) -> Action:
    return Done()


_CHOICES: dict[Phase, Callable[[View, Legal, PlanBonuses], Action]] = {
    Phase.DEPLOY: _deploy,
    Phase.DISCARD: _discard,
    Phase.PLAY: _play,
    Phase.MOVE: _move,
    Phase.STEP: _step,
    Phase.VOYAGE: _first,
    Phase.MAIN: _main,
    Phase.LEVY: _levy,
    Phase.MUSTER: _muster,
    Phase.JUPITER: _jupiter,
    Phase.DEFECT: _defect,
    Phase.VULCAN: _vulcan,
    Phase.BATTLE: _first,
    Phase.TURN: _turn,
    Phase.HIT: _hit,
    Phase.RETREAT: _retreat,
    Phase.REGROUP: _regroup,
    Phase.REGROUP_TO: _regroup_to,
    Phase.HARBOUR: _defect,
    Phase.SUPPLY: _supply,
    Phase.DISBAND: _done,
}
