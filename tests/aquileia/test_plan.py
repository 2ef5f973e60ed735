"""Best play and the split of the blue dice against a twin that walks the whole tree of throws and choices."""

from dataclasses import replace
from fractions import Fraction
from itertools import combinations, product
from random import Random
from typing import Any

import pytest

from gamekit import aquileia as aq
from gamekit.text.translation import note
from tests.aquileia.generators import STRENGTH, contest_of, person, random_people, random_worth
from tests.cases import Cases

pytestmark = pytest.mark.long

best_play = aq.best_play


class Twin:
    """A contest as a tree, straight from 4.2 to 4.6 and 5.2 to 5.5, in Fractions. ``worth`` is a plain dictionary."""

    def __init__(self, people: list[dict[str, Any]], worth: dict[str, Fraction], mode: str) -> None:
        self.people, self.worth, self.mode = people, worth, mode
        self.hands = [[c for c in one["hand"] if self.fits(c, one["side"])] for one in people]
        self.keep = [[Fraction(0)] * 5 for _ in people]
        self.throw: int | None = None
        self.known: dict[Any, list[Fraction]] = {}
        self.none = [Fraction(0)] * (len(people) + len(people) ** 2)

    @staticmethod
    def fits(card: str, side: str | None) -> bool:
        return card.startswith(("slave", "weapon")) if side is None else card.startswith(f"{side} horse")

    def cost(self, card: str) -> Fraction:
        kind = card.split()[-2] if "horse" in card else card.split()[0]
        return self.worth[f"{kind}_strength"] * STRENGTH[card]

    def order(self, total: list[int]) -> list[int]:
        return sorted(range(len(total)), key=lambda i: (-total[i], self.people[i]["tie"]))

    def prizes(self, total: list[int]) -> list[Fraction]:
        order = self.order(total)
        won = [Fraction(0)] * len(total)
        race = self.people[0]["side"] is not None
        for coins, i in zip((3, 2, 1), order):
            won[i] += coins * self.worth[self.people[i]["side"] or "bronze"]
        first, second = order[0], order[1]
        if race:
            won[first] += self.worth["laurel_chosen"]
            won[second] += self.worth["laurel_left"]
            return won
        points = 2 * self.worth["point"] * total[first]
        if points >= self.worth["slave"]:
            won[first] += points
            won[second] += self.worth["slave"]
        else:
            won[first] += self.worth["slave"]
            won[second] += 2 * self.worth["point"] * total[second]
        return won

    def leaf(self, total: list[int], left: int) -> list[Fraction]:
        """The prizes, then whether the first is first, second, ..., the second first, ..."""
        order = self.order(total)
        ranks = [Fraction(rank == i) for i in range(len(total)) for rank in order]
        return [value + kept[left] for value, kept in zip(self.prizes(total), self.keep)] + ranks

    def blue(self, total: list[int], holder: int | None, left: int) -> list[Fraction]:
        asked = (*total, holder, left, self.throw)
        if asked not in self.known:
            self.known[asked] = self.blue_dice(total, holder, left)
        return self.known[asked]

    def blue_dice(self, total: list[int], holder: int | None, left: int) -> list[Fraction]:
        if holder is None:
            return self.leaf(total, 0)
        if self.mode == "one by one":
            return self.one_by_one(total, holder, left)
        numbers = range(left + 1) if self.throw is None else (self.throw,)
        named = []
        for dice in numbers:
            mean = self.none
            for faces in product((1, 0, 0), repeat=dice):
                after = list(total)
                after[holder] += sum(faces)
                mean = [m + Fraction(1, 3**dice) * v for m, v in zip(mean, self.leaf(after, left - dice))]
            named.append(mean)
        return max(named, key=lambda mean: mean[holder])

    def one_by_one(self, total: list[int], holder: int, left: int) -> list[Fraction]:
        stop = self.leaf(total, left)
        if not left:
            return stop
        on = self.none
        for face in (1, 0, 0):
            after = list(total)
            after[holder] += face
            on = [m + Fraction(1, 3) * v for m, v in zip(on, self.one_by_one(after, holder, left - 1))]
        return on if on[holder] > stop[holder] else stop

    def cards(self, total: list[int], spent: list[Fraction], turn: int) -> list[Fraction]:
        if turn == len(total):
            holder = next((i for i, one in enumerate(self.people) if one["blue"]), None)
            dice = 0 if holder is None else self.people[holder]["blue"]
            return [value - cost for value, cost in zip(self.blue(total, holder, dice), spent)]
        best: tuple[Any, list[Fraction]] | None = None
        hand = self.hands[turn]
        for size in range(len(hand) + 1):
            for chosen in combinations(hand, size):
                more, cost = sum(STRENGTH[c] for c in chosen), sum(map(self.cost, chosen), Fraction(0))
                after, paid = list(total), list(spent)
                after[turn] += more
                paid[turn] += cost
                values = self.cards(after, paid, turn + 1)
                key = (values[turn], -cost, -more)
                if best is None or key > best[0]:
                    best = (key, values)
        assert best
        return best[1]

    def value(self) -> list[Fraction]:
        return self.all()[: len(self.people)]

    def all(self) -> list[Fraction]:
        mean = self.none
        dice = [one["red"] for one in self.people]
        for faces in product(*(list(product((1, 0, 0), repeat=count)) for count in dice)):
            total = [one["base"] + one["cards"] + one["rolled"] + sum(f) for one, f in zip(self.people, faces)]
            values = self.cards(total, self.none, 0)
            mean = [m + v for m, v in zip(mean, values)]
        return [m / 3 ** sum(dice) for m in mean]


@pytest.mark.clause("aquileia", "4.3", "4.4", "4.6", "5.3", "5.4", "5.5")
def test_best_play_agrees_with_the_whole_tree(cases: Cases) -> None:
    random = Random(11)
    seen: set[Any] = set()
    for case in range(cases(40, 500)):
        race = case % 3 == 0
        people = random_people(random, race)
        people[random.randrange(len(people))]["blue"] = random.choice((0, 1, 2))
        worth, mode = random_worth(random), random.choice(("together", "one by one"))
        twin = Twin(people, worth, mode)
        keep = {}
        if random.random() < 0.5:
            kept = [Fraction(random.randint(0, 9), 2) for _ in range(5)]
            keep = {people[0]["name"]: kept}
            twin.keep[0] = kept
        hands = {one["name"]: one["hand"] for one in people}
        plan = best_play(contest_of(people), hands, aq.PointWorth(**worth), blue=mode, keep=keep)
        ranks = [chance for name in hands for chance in plan.p_rank(name)]
        assert [*plan.worth.values(), *ranks] == twin.all(), (people, worth, mode)
        said = [note(f"aquileia.basis.{key}") in plan.basis for key in ("together", "one_by_one")]
        assert said == [any(one["blue"] for one in people) and mode == each for each in ("together", "one by one")]
        rounded = best_play(contest_of(people), hands, aq.PointWorth(**worth), blue=mode, keep=keep, numbers=float)
        assert all(abs(rounded.worth[name] - float(value)) < 1e-12 for name, value in plan.worth.items())
        assert all(type(value) is float for value in (*rounded.worth.values(), *rounded.p_rank(people[0]["name"])))
        seen |= {(race, mode, any(one["blue"] for one in people))}
    assert len(seen) >= cases(6, 8)


@pytest.mark.clause("aquileia", "4.3", "4.5", "4.6", "5.5")
def test_a_slave_and_the_first_place_are_worth_what_the_whole_tree_says(cases: Cases) -> None:
    random, gains, counted = Random(12), 0, 0
    for case in range(cases(18, 200)):
        people = [one | {"hand": []} for one in random_people(random, race=case % 3 == 0)]
        people[random.randrange(len(people))]["blue"] = random.choice((0, 2))
        worth, own = random_worth(random), random.randrange(len(people))
        contest, name = contest_of(people), people[own]["name"]

        def value(people: list[dict[str, Any]], worth: dict[str, Fraction] = worth, own: int = own) -> Fraction:
            return Twin(people, worth, "together").value()[own]

        stronger = [one | {"cards": one["cards"] + (at == own)} for at, one in enumerate(people)]
        gain = value(stronger) - value(people)
        assert aq.slave_worth_in_arena(contest, name, aq.PointWorth(**worth)) == gain
        others = sorted((one["tie"], at) for at, one in enumerate(people) if at != own)
        places = []
        for place in range(len(people)):  # ties of 10, 20, 30 for the others in their order, his own between them
            ties = {at: 10 * order for order, (_, at) in enumerate(others, 1)} | {own: 10 * place + 5}
            places.append(value([one | {"tie": ties[at]} for at, one in enumerate(people)]))
        assert aq.prize_by_tie_place(contest, name, aq.PointWorth(**worth)) == places
        gains, counted = gains + (gain > 0), counted + (places[0] != places[-1])
    assert min(gains, counted) > 5


def test_floats_and_fractions_break_ties_alike() -> None:
    """Worths of one decimal, which floats do not hold: 3/5 + 4/5 is as much as 7/5, whatever rounding says."""
    contest = aq.Contest(
        [aq.Entrant("A", 4, 1, red=1), aq.Entrant("B", 2, 2, red=0, blue=2), aq.Entrant("C", 1, 3, red=0)]
    )
    hands = {"A": ["weapon 2", "slave 2"], "B": ["slave 1", "weapon 1"], "C": ["slave 2", "weapon 1"]}
    random = Random(3)
    for _ in range(40):
        tenths = {name: random.randint(0, 20) for name in aq.PointWorth.__slots__}
        worth = aq.PointWorth(**{name: Fraction(number, 10) for name, number in tenths.items()})
        assert aq.PointWorth(**{name: number / 10 for name, number in tenths.items()}) == worth
        exact, rounded = (best_play(contest, hands, worth, numbers=numbers) for numbers in (Fraction, float))
        assert all(abs(rounded.worth[name] - float(value)) < 1e-12 for name, value in exact.worth.items()), worth
        assert [rounded.p_rank(name) for name in hands] == [list(map(float, exact.p_rank(name))) for name in hands]
    tied = aq.PointWorth(bronze=Fraction(3, 5), slave=1.5, slave_strength=Fraction(4, 5), weapon_strength=0.5)
    still = contest.with_entrant("A", red=0).with_entrant("B", blue=0)
    assert best_play(still, hands, tied).worth["B"] == Fraction(11, 5)
    assert best_play(still, hands, tied, numbers=float).worth["B"] == 2.2


@pytest.mark.clause("aquileia", "3.5", "4.4", "5.4")
def test_the_split_agrees_with_the_whole_tree(cases: Cases) -> None:
    random = Random(23)
    bests = set()
    for case in range(cases(8, 100)):
        mode = ("together", "one by one")[case % 2]
        names = ["A", "B", "C"][: random.choice((2, 2, 3))]
        arena, race = random_people(random, False, names, 1), random_people(random, True, names, 1)
        worth, dice, holder = random_worth(random), random.choice((2, 3)), random.choice(names)
        hands = {name: one["hand"] + two["hand"] for name, one, two in zip(names, arena, race)}
        for people in (arena, race):
            for one in people:
                one["hand"] = hands[one["name"]]
        index = names.index(holder)
        later = []
        for left in range(dice + 1):
            race[index]["blue"] = left
            later.append(Twin(race, worth, mode).value())
        arena[index]["blue"] = dice
        twin = Twin(arena, worth, mode)
        twin.keep = [[values[i] for values in later] for i in range(len(names))]
        waiting = twin.value()[index]
        named = []
        if mode == "together":
            for twin.throw in range(dice + 1):
                named.append(twin.value()[index])
        arena[index]["blue"] = race[index]["blue"] = 0
        split = aq.split_blue_dice(
            contest_of(arena), contest_of(race), holder, dice=dice, hands=hands, worth=aq.PointWorth(**worth), blue=mode
        )
        assert split.waiting == waiting
        if named:
            assert (list(split.values), split.best) == (named, named.index(max(named)))
            others = [value for n, value in enumerate(named) if n != split.best]
            assert split.loss == max(named) - max(others)
            bests.add(split.best)
    assert len(bests) >= cases(1, 3)


@pytest.mark.clause("aquileia", "4.E", "5.E")
def test_the_example_split_two_and_two() -> None:
    """The arena is thrown and its cards are played; the race's dice are unknown."""
    arena = aq.Contest(
        [
            aq.Entrant("Stefan", base=1, rolled=1, red=0, tie=1),
            aq.Entrant("Giorgio", base=2, cards=3, red=0, blue=4, tie=4),
            aq.Entrant("Kiko", base=1, cards=2, rolled=3, red=0, tie=2),
        ]
    )
    race = aq.Contest(
        [
            aq.Entrant("Stefan", base=1, cards=2, tie=1, side="silver"),
            aq.Entrant("Walter", base=2, tie=3, side="gold"),
            aq.Entrant("Giorgio", base=2, cards=2, tie=4, side="silver"),
            aq.Entrant("Kiko", base=2, tie=2, side="gold"),
        ]
    )
    split = aq.split_blue_dice(arena, race)
    assert (split.holder, split.waiting) == ("Giorgio", split.values[split.best])
    # One bronze face only ties with Kiko, who stands before: one die can never win the arena.
    firsts = [arena.with_entrant("Giorgio", blue=n).p_rank("Giorgio")[0] for n in range(5)]
    assert firsts == [0, 0, Fraction(1, 9), Fraction(7, 27), Fraction(33, 81)]
    assert any("own strength" in entry for entry in split.basis)
    assert "3.5" in split.basis


@pytest.mark.clause("aquileia", "4.6")
def test_the_second_gets_what_the_winner_leaves() -> None:
    people = [person("A", 1, base=3), person("B", 2, base=2)]
    points = best_play(contest_of(people), worth=aq.PointWorth(bronze=0, slave=5))
    assert points.worth == {"A": 6, "B": 5}
    slave = best_play(contest_of(people), worth=aq.PointWorth(bronze=0, slave=7))
    assert slave.worth == {"A": 7, "B": 4}  # twice his own strength, not the winner's


def test_choices_are_shown_when_somebody_is_to_decide() -> None:
    people = [person("A", 1, base=2), person("B", 2, base=1)]
    plan = best_play(contest_of(people), {"B": ["weapon 3", "slave 1"]}, aq.PointWorth(slave=1))
    assert (plan.decider, plan.choices[0].value) == ("B", plan.worth["B"])
    assert plan.choices[0].cards == ("slave 1", "weapon 3")
    people[1]["blue"] = 2
    named = best_play(contest_of(people))
    assert named.decider == "B"
    assert {choice.dice for choice in named.choices} == {0, 1, 2}
    people[0]["red"] = 1
    assert best_play(contest_of(people)).choices == ()


def raced(contest: aq.Contest) -> aq.Contest:
    return aq.Contest(replace(entrant, side="gold") for entrant in contest.entrants)


@pytest.mark.parametrize(("ask", "says"), [
    (lambda c: best_play(c, {"Z": []}), "no entrant 'Z'"),
    (lambda c: best_play(c, {"A": ["weapon 4"]}), "did you mean weapon"),
    (lambda c: best_play(c, blue="each"), "no way to throw"),
    (lambda c: best_play(c, throw=1), "from 0 to 0, the blue dice to throw"),
    (lambda c: aq.contest_from_table(aq.initial_state().table, "boxing"),
     "no contest 'boxing'; there are arena, stadium"),
    (lambda c: aq.rank_chances_with_hidden_cards(c, "A", {"B": 1}, ["slave 9"]),
     "no card 'slave 9'; did you mean slave"),
    (lambda c: aq.split_blue_dice(c, c), "nobody in the arena has blue dice"),
    (lambda c: aq.split_blue_dice(c, c, "A"), "first the arena"),
    (lambda c: aq.split_blue_dice(c, raced(c), "A", worth={"Bb": aq.PointWorth()}), "no entrant 'Bb'"),
])  # fmt: skip
def test_wrong_questions_are_refused(ask: Any, says: str) -> None:
    pytest.raises(ValueError, lambda: ask(contest_of([person("A", 1), person("B", 2)]))).match(says)
