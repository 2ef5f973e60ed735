"""What stands under the face-down blocks: against brute force, alike records, calibration, sampling, refusals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import islice
from math import sqrt
from random import Random
from statistics import mean

import pytest

from gamekit import julius_caesar as jc
from gamekit.julius_caesar.odds.belief import Whereabouts
from gamekit.julius_caesar.odds.from_state import battle_of, position_of
from gamekit.julius_caesar.tables import ASIDE, BLOCK, BLOCK_NAMES, NAVIS, PLACE, PLACES, POOL, SIDES
from gamekit.play.protocol import play, random_strategy
from gamekit.probability import sampling
from gamekit.probability.sampling import Posterior
from gamekit.storage.record import Entry, Record
from tests.cases import Cases
from tests.julius_caesar.belief_twin import Worlds, law, next_worlds, turns
from tests.julius_caesar.generators import short_record
from tests.julius_caesar.setting import setting

pytestmark = pytest.mark.long
HIDDEN = (jc.Take, jc.Embark, jc.Levy, jc.Strengthen, jc.Regroup, jc.Disband, jc.Deploy, jc.Draw)
MOST_HIDDEN = 8


def believed(record: Record, eyes: str, most: int = MOST_HIDDEN) -> Iterator[tuple[jc.Belief, Worlds]]:
    """The belief and its twin after each deed, up to so many that are hidden."""
    begun = record.initial_state()
    belief, worlds, hidden = jc.Belief.from_record(record.first_actions(0), eyes), {begun: Fraction(1)}, 0
    for deeds, before, after in turns(record):
        hidden += jc.current_player(before) != eyes and isinstance(deeds[0], HIDDEN)
        if hidden > most:
            return
        state = before
        for deed in deeds:
            then = jc.apply(state, deed)
            event = jc.observation(state, deed, then, eyes)
            belief, state = belief if event is None else belief.after(event), then
        worlds = next_worlds(worlds, deeds, before, after, eyes)
        yield belief, worlds


def hidden_blocks(worlds: Worlds, eyes: str) -> list[str]:
    """The enemy blocks on the map or in the pool."""
    state = next(iter(worlds))
    return [
        name
        for block, name in enumerate(BLOCK_NAMES)
        if SIDES[state.side[block]] != eyes and (state.location[block] <= POOL or state.location[block] == ASIDE)
    ]


def where(name: str) -> int:
    """The number of a place, or of the pool or aside."""
    return PLACE[name] if name in PLACE else {"pool": POOL, "aside": ASIDE}[name]


def as_brute_force(seeds: range, kind: str = "") -> int:
    most, steps = 0, 5 if kind == "deployment" else MOST_HIDDEN  # what is counted, not sampled
    for seed in seeds:
        record = short_record(seed, kind)
        for eyes in SIDES:
            for belief, worlds in believed(record, eyes, steps):
                most = max(most, len(worlds))
                assert not belief.effective_sample_size
                for name in hidden_blocks(worlds, eyes):
                    found = belief.whereabouts(name)
                    numbers = {(where(at), strength): w for (at, strength), w in found.items()}
                    assert {key: Fraction(w, found.total_weight) for key, w in numbers.items()} == law(worlds, name)
    return most


@pytest.mark.clause("julius_caesar", "5.2", "8.1", "8.2", "8.3", "8.5", "E.Jupiter", "E.Vulcan", "5.3")
@pytest.mark.parametrize("kind", ["", "winter", "Jupiter", "Vulcan", "deployment"])
def test_the_distribution_is_that_of_brute_force(kind: str, cases: Cases) -> None:
    assert as_brute_force(range(cases(1, 40)), kind) > cases(0, 20)


@pytest.mark.clause("julius_caesar", "5.2", "6.1")
def test_what_is_seen_has_chance_one_wherever_it_was_possible() -> None:
    """Of three blocks one unseen leaves the map, one goes by road: that the navis was there is 2/3, not 1/2."""
    blocks = {"Pompey:Legio 5": "Tarraco", "Pompey:Legio 6": "Tarraco", "Pompey:Navis 1": "Tarraco"}
    start = setting({"Caesar:Legio 8": "Rome", **blocks}, ("2/1", "2/2"), phase="move", player="Pompey")
    three = Posterior().exchange((), {BLOCK[name]: Whereabouts(PLACE["Tarraco"], strength=2) for name in blocks})
    away = three.draw(lambda block, status: Whereabouts(POOL))
    assert start.phase == "move"

    def marches(block: int, status: Whereabouts) -> Whereabouts | None:
        fit = status.at == PLACE["Tarraco"] and not NAVIS[block]
        return status._replace(at=PLACE["Narbo"]) if fit else None

    group = away.draw(marches).over((BLOCK["Pompey:Navis 1"],))
    assert group.dist.p(lambda world: world[0].at != POOL) == Fraction(2, 3)


@pytest.mark.parametrize("most", [sampling.MOST, 1], ids=["counted", "sampled"])
def test_records_alike_to_these_eyes_give_the_same_belief(monkeypatch: pytest.MonkeyPatch, most: int) -> None:
    monkeypatch.setattr(sampling, "MOST", most)
    blocks = {"Caesar:Legio 8": "Genua/I", "Caesar:Legio 12": "Genua/I", "Pompey:Pompey": "Athena"}
    start = setting(blocks, ("2/2", "2/2"))
    found = []
    for one, other in (("Caesar:Legio 8", "Caesar:Legio 12"), ("Caesar:Legio 12", "Caesar:Legio 8")):
        deeds = (
            jc.Take(one), jc.Go("Massilia"), jc.Stop(), jc.Done(), jc.Strengthen(other), jc.Levy("Caesar:Auxilia 1"),
        )  # fmt: skip
        record = Record(jc, tuple(map(Entry, (*deeds, jc.Go("Genua")))), start=jc.to_json(start))
        belief = jc.Belief.from_record(record, "Pompey")
        found.append(
            (
                jc.observations(record, "Pompey"),
                [belief.whereabouts(name) for name in (*blocks, "Caesar:Auxilia 1")[:2]],
            )
        )
    assert found[0] == found[1]
    half = found[0][1][0].p(lambda where: where == ("Massilia", 1))
    assert half == Fraction(1, 2) if most > 1 else abs(half - 0.5) < 5 * 0.5 / sqrt(sampling.PARTICLES)


def fought(state: jc.State, place: str) -> jc.State:
    """The battle at a place, entered by the rules."""
    return jc.apply(state, jc.JoinBattle(place))


def test_the_odds_of_a_battle_are_those_of_brute_force(cases: Cases) -> None:
    """Where a battle is named, each world enters it by the rules: main bodies, reserves and odds are the rules' own."""
    uncertain = waiting = 0
    for seed in range(cases(5, 0), cases(6, 40)):
        for eyes in SIDES:
            for belief, worlds in believed(short_record(seed), eyes):
                state = next(iter(worlds))
                for action in jc.legal_actions(state) if state.phase == "battle" else ():
                    place = action.place  # type: ignore[union-attr]
                    battles = {world: battle_of(fought(world, place)) for world in worlds}
                    one = battles[state]
                    if len({(battle.cut_off, battle.defender_cut_off) for battle in battles.values()}) > 1:
                        continue
                    attacks = one.attacker[0].side == eyes
                    own = (one.attacker, one.attacker_reserve) if attacks else (one.defender, one.defender_reserve)
                    conditions = {name: getattr(one, name) for name in ("first_strike", "cut_off", "defender_cut_off")}
                    odds = belief.odds(place, *own, attacks, Fraction(1, 3), **conditions)
                    p = {world: battle.chances().attacker_wins for world, battle in battles.items()}
                    p = p if attacks else {world: 1 - each for world, each in p.items()}
                    assert odds.mean == sum(weight * p[world] for world, weight in worlds.items())
                    assert (odds.worst.p, odds.best.p) == (min(p.values()), max(p.values()))
                    gains = {world: max(each - Fraction(1, 3), 0) for world, each in p.items()}
                    known = sum(weight * gains[world] for world, weight in worlds.items())
                    assert odds.worth_of_knowing == known - max(odds.mean - Fraction(1, 3), 0)
                    uncertain += len(set(p.values())) > 1
                    waiting += any(case.reserve for case in odds.cases)
    assert uncertain > cases(0, 3)
    assert waiting >= cases(0, 1)


@pytest.mark.clause("julius_caesar", "8.2")
def test_their_navis_put_in_after_the_last_choice_of_these_eyes() -> None:
    """Caesar's navis may choose between two ports; Pompey's, whose turn comes then, goes to its only one unasked."""
    blocks = {
        "Caesar:Navis 1": "Tyrrhenum", "Caesar:Legio 8": "Genua", "Caesar:Legio 9": "Rome",
        "Pompey:Navis 1": "Hispanum", "Pompey:Navis 2": "Hispanum", "Pompey:Legio 5": "Tarraco",
    }  # fmt: skip
    year = {"Caesar": ["3/2", "2/1", "2/3", "2/2", "3/1"], "Pompey": ["2/2", "2/3", "1/2", "2/1", "2/2"]}
    state, deeds = setting(blocks, ("3/1", "2/2"), played=year), []
    while not deeds or deeds[-1] != jc.Go("Genua"):
        deeds.append(jc.Go("Genua") if state.phase == "harbour" else jc.Done())
        state = jc.apply(state, deeds[-1])
    begun = jc.to_json(setting(blocks, ("3/1", "2/2"), played=year))
    belief = jc.Belief.from_record(Record(jc, tuple(map(Entry, deeds)), start=begun), "Caesar")
    assert dict(belief.whereabouts("Pompey:Navis 1")) == {("Tarraco", 2): 1}
    assert sum(dict(belief.likeliest_blocks("Tarraco")).values()) == 3


@pytest.mark.clause("julius_caesar", "7.3")
def test_within_a_battle_the_unseen_reserve_is_averaged_as_brute_force_has_it(cases: Cases) -> None:
    """In every moment of round 1: each world fought on by itself, with the reserve that it has."""
    uncertain = 0
    for seed in range(cases(42, 0), cases(43, 100)):
        for eyes in SIDES:
            for belief, worlds in believed(short_record(seed), eyes):
                seen, state = belief.view.battle, next(iter(worlds))
                if not seen or not seen.enemy_reserves or state.phase not in ("turn", "hit"):
                    continue
                battles = {world: battle_of(world) for world in worlds}
                if len({(one.cut_off, one.defender_cut_off) for one in battles.values()}) > 1:
                    continue
                each = {world: battle.at(position_of(world)).chances() for world, battle in battles.items()}
                mean = [sum(weight * list(each[world])[n] for world, weight in worlds.items()) for n in range(5)]
                exact = belief.chances(battles[state], position_of(state))
                assert list(exact) == mean
                assert set(belief.basis) <= set(exact.basis)
                rough = belief.chances(battles[state], position_of(state), float)
                assert list(rough) == pytest.approx([float(number) for number in mean], abs=1e-12)
                uncertain += len({one.attacker_wins for one in each.values()}) > 1
    assert uncertain > cases(1, 3)
    fight = jc.Fight(jc.Battle(jc.army("C3/II"), jc.army("C3/II")))
    with pytest.raises(ValueError, match="no battle is fought in which Caesar has not seen the enemy's reserve"):
        jc.Belief.from_record(jc.first_year().first_actions(60), "Caesar").chances(fight.battle, fight.position)


def test_the_likeliest_stack_and_what_it_says() -> None:
    belief = jc.Belief.from_record(jc.first_year().first_actions(60), "Caesar")
    odds = belief.odds("Alexandria", jc.army("3 C3/III", "Caesar"))
    assert sum(case.likely for case in odds.cases) == 1
    assert {str(block) for case in odds.cases for block in case.main} >= {"Legio 38/II", "Cleopatra/IV", "Navis 2/II"}
    assert any("exact" in entry for entry in odds.basis)
    rough = belief.odds("Alexandria", jc.army("3 C3/III", "Caesar"), numbers=float)
    worst = belief.odds("Alexandria", jc.army("3 C3/III", "Caesar"), fight_from_chance=rough.worst.p, numbers=float)
    assert worst.would_fight == pytest.approx(1)
    assert isinstance(rough.mean, float)
    assert rough.mean == pytest.approx(float(odds.mean), abs=1e-12)
    with pytest.raises(ValueError, match=r"no enemy block is at Rome in this view; they are in .*Tarraco"):
        belief.odds("Rome", jc.army("C3/III"))
    pytest.raises(ValueError, lambda: belief.odds("Alexandria", ())).match("main body is empty")


def off_by(seeds: range, eyes: str, monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """How far sampled laws lie from the counted ones, in the standard errors that they state."""
    exact = [belief for seed in seeds for belief, _ in believed(short_record(seed), eyes)]
    assert not any("samples" in str(entry) for belief in exact for entry in belief.basis)
    monkeypatch.setattr(sampling, "MOST", 4)
    rough = [pair for seed in seeds for pair in believed(short_record(seed), eyes)]
    found = []
    for counted, (sampled, worlds) in zip(exact, rough):
        for name in hidden_blocks(worlds, eyes) if sampled.effective_sample_size else ():
            law, other = counted.whereabouts(name), sampled.whereabouts(name)
            assert any("standard error" in str(entry) for entry in sampled.basis)
            for where, weight in law.items():
                p, q = weight / law.total_weight, float(other.p(lambda at, where=where: at == where))
                if 0.02 < p < 0.98:
                    found.append((q - p) / sqrt(p * (1 - p) / sampled.effective_sample_size))
    return found


def test_past_the_bound_the_law_is_sampled_and_says_so(monkeypatch: pytest.MonkeyPatch, cases: Cases) -> None:
    """The estimates are off from the counted numbers by what they say."""
    found = off_by(range(cases(4, 0), cases(5, 8)), "Pompey", monkeypatch)
    assert len(found) > cases(100, 200)
    assert sqrt(mean(z * z for z in found)) < 1.3
    assert max(map(abs, found)) < 5


@pytest.mark.clause("julius_caesar", "6.4")
def test_a_levy_with_a_choice_of_cities_is_seen_where_the_block_appears() -> None:
    state = setting("Caesar in Genua: Legio 8; Caesar in Rome: Legio 9; Pompey in Utica: Legio 39", phase="levy")
    for deed, seen_by in ((jc.Levy("Caesar:Auxilia 3"), ["Caesar"]), (jc.Go("Rome"), ["Caesar", "Pompey"])):
        before, state = state, jc.apply(state, deed)
        assert [eyes for eyes in SIDES if jc.observation(before, deed, state, eyes) is not None] == seen_by


@pytest.mark.clause("julius_caesar", "7.52", "7.6")
def test_cleopatra_who_cannot_leave_is_known_to_have_one_step_on_the_other_side() -> None:
    blocks = "Pompey in Genua: Cleopatra/IV for Caesar; Pompey in Rome: Legio 1; Pompey in Asculum: Legio 2"
    state = setting(blocks)
    belief = jc.Belief.from_setup(state, "Caesar")
    attack: list[jc.Action] = [jc.Take("Pompey:Cleopatra"), jc.Go("Rome")]
    behind: list[jc.Action] = [jc.Take("Pompey:Legio 2"), jc.Go("Ravenna"), jc.Go("Genua")]  # her way back is closed
    while state.phase != "regroup":
        ready, legal = attack if jc.current_player(state) == "Caesar" else behind, jc.legal_actions(state)
        deed = ready.pop(0) if ready else next((a for a in legal if isinstance(a, jc.Pass)), legal[-1])
        then = jc.apply(state, deed)
        event = jc.observation(state, deed, then, "Caesar")
        belief, state = belief if event is None else belief.after(event), then
    assert belief.whereabouts("Pompey:Cleopatra").p(lambda where: where == ("Rome", 1)) == 1


def accounted_for(seed: int, most: int, free: bool = False) -> None:
    """Every event of a game by chance is taken in; the law has as many at each place as are seen, and the truth."""
    before, random = jc.initial_state(free_deployment=free), Random(seed)
    beliefs = {eyes: jc.Belief.from_setup(before, eyes) for eyes in SIDES}
    players = {side: random_strategy(random) for side in SIDES}
    for number, (state, action) in enumerate(islice(play(jc.rules, players, random, before), most)):
        for eyes, belief in beliefs.items():
            event = jc.observation(before, action, state, eyes)
            beliefs[eyes] = belief = belief if event is None else belief.after(event)
            sampled = belief.posterior.sampled.marginals
            if event is None or belief.taken is not None or (sampled and number % 20):
                continue
            world = next(iter(belief.posterior.over(belief.posterior.marginals).dist))
            at = Counter(status.at for status in world)
            counts = {PLACES[place]: count for place, count in at.items() if place < POOL}
            assert counts == {stack.place: stack.count for stack in belief.view.enemy}
            for block, column in belief.posterior.marginals.items():
                assert state.location[block] in {status.at for status in column}
        before = state


@pytest.mark.clause("julius_caesar", "8.1")
@pytest.mark.parametrize("free", [False, True], ids=["historical", "free deployment"])
def test_every_event_of_games_by_chance_is_accounted_for(free: bool, cases: Cases) -> None:
    for seed in (*range(3, cases(4, 33)), *cases(0, 1) * (514, 1034)):  # Cleopatra at home, a new turn
        accounted_for(seed, cases(20, 2000), free)


def test_refusals_say_what_is_wrong() -> None:
    record = jc.first_year().first_actions(30)
    pytest.raises(ValueError, lambda: jc.Belief.from_record(record, "Crassus")).match("the sides are Caesar and Pompey")
    with pytest.raises(ValueError, match="begin before the turn's first move"):
        jc.Belief.from_setup(next(one for one in record.positions() if one.held >= 0), "Caesar")
    belief = jc.Belief.from_record(record, "Caesar")
    pytest.raises(ValueError, lambda: belief.whereabouts("Caesar:Caesar")).match("Caesar sees")
    pytest.raises(ValueError, lambda: belief.after(jc.observations(record, "Pompey")[2])).match(
        "through the eyes of Caesar"
    )
    pytest.raises(ValueError, lambda: belief.whereabouts("Caesar:Legio 99")).match("no block is called")
    ahead = "Alexandria", jc.army("C3/I", "Caesar")
    for wrong in (2, -0.1, "x", float("nan")):
        pytest.raises(ValueError, belief.odds, *ahead, fight_from_chance=wrong).match(
            "it should be a chance, from 0 to 1"
        )
    pytest.raises(ValueError, lambda: belief.odds("Alexandria", 3)).match("attacker is 3; it should be blocks")
    pytest.raises(ValueError, lambda: belief.odds(*ahead, numbers=str)).match("leave it out for exact weights")
    for asked in (jc.exit_limits_by_side, battle_of):
        with pytest.raises(ValueError, match="no battle is fought in this position"):
            asked(record.positions()[-1])
