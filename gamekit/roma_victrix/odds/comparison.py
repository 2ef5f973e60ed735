"""What a combat would be otherwise: other objectives, other modifiers, other choices; and the combat in sentences.

``fight`` is a ``Combat``, whose module imports this one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from gamekit.codec import shown
from gamekit.dist import Basis, Dist, join
from gamekit.given import several
from gamekit.roma_victrix import procedures
from gamekit.roma_victrix.odds import rolls
from gamekit.roma_victrix.odds.law import law_of, summary
from gamekit.roma_victrix.odds.spending import ENOUGH, OBJECTIVES, Objective
from gamekit.roma_victrix.state import Force, Modifier, Result, Stack, amount, whole, with_stacks
from gamekit.roma_victrix.tables import SIDES, UNITS, Side, ruling
from gamekit.words import percent, word

if TYPE_CHECKING:
    import pandas as pd

MOST_ROWS = 10_000  # net modifiers that are tried; some ten seconds
MOST_PARTS = 5_000_000  # of an army, compared for each kind of unit; some ten seconds


def frame(found: list[dict[str, Any]], basis: Basis) -> pd.DataFrame:
    """Rows as a DataFrame that carries its basis."""
    import pandas as pd

    made = pd.DataFrame(found)
    made.attrs["basis"] = basis
    return made


def objectives(fight: Any) -> pd.DataFrame:
    """Objective against objective: chances and mean losses when the holder plays for each."""
    return frame([{"objective": name} | summary(fight.odds(name)) for name in OBJECTIVES], fight.basis)


def by_net(fight: Any, nets: Iterable[int], objective: Objective) -> pd.DataFrame:
    """Chances and mean losses if the net modifier were another one, positive for the attacker."""
    asked = [whole(net, "a net modifier") for net in several(nets, "nets", "several, such as range(-5, 6)")]
    if len(asked) > MOST_ROWS:
        raise ValueError(f"nets has {len(asked):,} values, more than {MOST_ROWS:,}; beyond {ENOUGH} nothing changes")
    return frame([{"net": net} | summary(law_of(fight, objective, net)) for net in asked], fight.basis)


def worth(fight: Any, objective: Objective) -> pd.DataFrame:
    """The chances without each thing that makes the net modifier, and with one point more for either side."""
    by_reason: dict[str, list[Modifier]] = {}
    for row in fight.modifiers:
        by_reason.setdefault(row.reason, []).append(row)
    changes = [(f"without {reason}", -procedures.net(rows)) for reason, rows in by_reason.items()]
    changes += [("one more for the attacker", 1), ("one more for the defender", -1)]
    now, found = summary(fight.odds(objective))["p_win"], []
    for change, points in changes:
        there = summary(law_of(fight, objective, fight.net_drm + points))
        found.append({"change": change, "net": fight.net_drm + points} | there | {"gain": there["p_win"] - now})
    return frame(found, fight.basis)


# The attacker's choice: how many to send ------------------------------------------------------------------------------


def how_many(fight: Any, objective: Objective, prize: Any, own_csp: Any, enemy_csp: Any) -> pd.DataFrame:
    """What each number of CSP sent would do, as ``Combat.how_many`` says."""
    if fight.at != "land":
        raise ValueError("how many to send is asked of a combat on land; at sea the fleets sail together (5.72)")
    prize, own, enemy = (amount(value, name) for value, name in zip((prize, own_csp, enemy_csp), PRICES))
    found = []
    for sent in parts(fight.attacker):
        law = replace(fight, attacker=sent).odds(objective)
        chances = summary(law)
        gained = prize * chances["p_win"] + enemy * chances["defender_loss"] - own * chances["attacker_loss"]
        csp = {"csp": sent.csp, "kept": fight.attacker.csp - sent.csp, "net": replace(fight, attacker=sent).net_drm}
        found.append({"send": str(sent)} | csp | chances | {"worth": gained})
    return frame(found, join(fight.basis, ("5.15",), ruling("commit", "chosen")))


PRICES = ("prize", "own_csp", "enemy_csp")


def parts(army: Force) -> Iterator[Force]:
    """For each number of CSP that can be sent, from the fewest, the part with the most cavalry in the fewest counters:
    for cavalry superiority only helps."""
    best: dict[int, tuple[int, int, tuple[Stack, ...]]] = {0: (0, 0, ())}
    for stack in army.stacks:
        sent = [Stack(stack.unit, full, weak) for full in range(stack.full + 1) for weak in range(stack.reduced + 1)]
        if len(best) * len(sent) > MOST_PARTS:
            tried = f"{len(best) * len(sent):,} ways to send a part of {shown(army)} would be compared"
            raise ValueError(f"{tried}, more than the {MOST_PARTS:,} that are; give fewer counters")
        further: dict[int, tuple[int, int, tuple[Stack, ...]]] = {}
        for csp, (cavalry, counters, stacks) in best.items():
            for part in sent:
                horse = part.csp if UNITS[part.unit].cavalry else 0
                way = (cavalry + horse, counters - part.full - part.reduced, (*stacks, part))
                total = csp + part.csp
                further[total] = max(way, further.get(total, way), key=lambda one: one[:2])
        best = further
    for csp in sorted(best)[1:]:
        yield with_stacks(army, best[csp][-1])


# The defender's choices -----------------------------------------------------------------------------------------------


def compare(fight: Any, objective: Objective, capital: bool) -> pd.DataFrame:
    """The defender's choices, as ``Combat.compare`` says."""
    law = fight.odds(objective)
    markers = fight.at == "land" and not fight.defender.of_kind("land").stacks  # a garrison or limes alone
    fought = _fought(fight, law)
    choices = [{"choice": "fight", "p_works": Fraction(1)} | fought]
    if markers:
        return frame(choices, join(fight.basis, ("10.53", "10.57", "10.61")))
    if fight.at == "land":
        stays, least = _stays(fight.defender.leader), procedures.least_left(fight.defender, "land")
        beaten = law.p(lambda result: result.winner == "attacker" and result.defender_left >= least)
        held = fought["p_holds"] + beaten * stays
        choices.append({"choice": "fight and stay", "p_works": stays} | fought | {"p_holds": held})
    if fight.may_withdraw:
        by_land = fight.at == "land"
        roll = rolls.chance("withdrawal", fight.defender.leader) if by_land else rolls.chance("naval withdrawal")
        works = roll.map(bool).p(bool)
        failed = {name: (1 - works) * value for name, value in fought.items()}
        choices.append({"choice": "withdraw", "p_works": works} | failed)
    if fight.may_withdraw and fight.at == "land":
        names = ["withdraw by card", *(["withdraw into the capital"] if capital else [])]
        unharmed = dict.fromkeys(fought, Fraction(0))
        choices += [{"choice": name, "p_works": Fraction(1)} | unharmed for name in names]
    clauses = ("5.5", "5.31") if fight.at == "land" else ("5.71",)
    return frame(choices, join(fight.basis, clauses))


def _fought(fight: Any, law: Dist[Result]) -> dict[str, Any]:
    """Who holds needs a counter, who goes a unit: a beaten garrison or limes is removed (10.57, 10.61)."""
    units, all_ = (procedures.least_left(fight.defender, "land", "sea", *more) for more in ((), ("marker",)))
    return {
        "p_holds": law.p(lambda result: result.winner != "attacker" and result.defender_left >= all_),
        "p_gone": law.p(lambda result: result.defender_left < (units if result.winner == "attacker" else all_)),
        "p_leader_dies": law.mean(lambda result: fight.leader_killed(result, "defender")),
        "defender_loss": law.mean(lambda result: result.defender_loss),
        "attacker_loss": law.mean(lambda result: result.attacker_loss),
    }


def _stays(leader: int) -> Any:
    dies = rolls.chance("leader killed").p(bool) if leader else Fraction(0)
    return (1 - dies) * rolls.p_stays(leader) + dies * rolls.p_stays(None)


# In sentences ---------------------------------------------------------------------------------------------------------

SAID_FORCE = {
    ("land", True): "roma_victrix.explain.force",
    ("land", False): "roma_victrix.explain.leaderless",
    ("sea", True): "roma_victrix.explain.force_sea",
    ("sea", False): "roma_victrix.explain.leaderless_sea",
}
REASON = {
    "leader": "roma_victrix.reason.leader",
    "numerical": "roma_victrix.reason.numerical",
    "cavalry": "roma_victrix.reason.cavalry",
    "card": "roma_victrix.reason.card",
}


def explain(fight: Any, objective: Objective, language: str | None) -> str:
    """The combat in sentences: forces, ratio, each modifier, the net, and what to expect."""
    lines = [_said_force(fight, side, language) for side in SIDES]
    ratio = word("roma_victrix.explain.ratio", language, ratio=fight.ratio)
    lines += [ratio, *(_said_modifier(row, language) for row in fight.modifiers)]
    whose = word("side.attacker" if fight.net_drm > 0 else "side.defender", language)
    key = "roma_victrix.explain.net" if fight.net_drm else "roma_victrix.explain.no_net"
    lines.append(word(key, language, points=abs(fight.net_drm), side=whose))
    found = summary(fight.odds(objective))
    shown = {name: percent(found[name]) for name in ("p_win", "p_draw", "p_loss")}
    shown |= {name: f"{float(found[name]):.1f}" for name in ("attacker_loss", "defender_loss")}
    lines.append(word("roma_victrix.explain.odds", language, **shown))
    return "\n".join(lines)


def _said_force(fight: Any, side: Side, language: str | None) -> str:
    units = fight.force(side)
    fields = {"units": str(units), "leader": units.leader, "csp": units.csp, "cavalry": units.cavalry}
    return word(SAID_FORCE[fight.at, bool(units.leader)], language, side=word(f"side.{side}", language), **fields)


def _said_modifier(row: Modifier, language: str | None) -> str:
    reason, whose = word(REASON[row.reason], language), word(f"side.{row.side}", language)
    reason = reason[:1].upper() + reason[1:]
    return word("roma_victrix.explain.modifier", language, reason=reason, points=row.points, side=whose)
