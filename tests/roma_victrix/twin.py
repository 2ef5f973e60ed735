"""A second, stupid Roma Victrix, straight from the clauses: every die, split and counter; it imports no gamekit."""

from fractions import Fraction
from functools import cache
from itertools import combinations, product

FULL = {"LGN": 4, "HI": 3, "AUX": 2, "BI": 2, "CAV": 2, "HC": 4, "FLEET": 2, "GAR": 1, "LIMES": 2}
REDUCED = {"LGN": 2, "HI": 2, "AUX": 1, "BI": 1, "CAV": 1, "HC": 2, "FLEET": 1, "LIMES": 1}
DICE = (1, 2, 3, 4, 5, 6)


def counters(text):
    """'2 HI, rAUX' as a sorted list of counter names, 'r' first when reduced."""
    found = []
    for piece in text.split(","):
        *count, name = piece.split()
        found += [name] * (int(count[0]) if count else 1)
    return sorted(found)


def strength(name):
    return REDUCED[name[1:]] if name.startswith("r") else FULL[name]


def csp(names):
    return sum(strength(name) for name in names)


def cavalry(names):
    return sum(strength(name) for name in names if name.lstrip("r") in ("CAV", "HC"))


@cache
def loss(strength_points, percent):
    exact = Fraction(strength_points * percent, 100)
    below = exact.numerator // exact.denominator
    return below + 1 if exact - below >= Fraction(1, 2) else below


@cache
def net_modifier(attacker, defender, leaders, cavalries=(0, 0), cards=(0, 0)):
    mine, theirs = cards
    mine += max(0, leaders[0] - leaders[1])
    theirs += max(0, leaders[1] - leaders[0])
    if attacker >= defender:
        steps = 1
        while (steps + 1) * defender <= attacker:
            steps += 1
        mine += steps - 1
    else:
        steps = 1
        while (steps + 1) * attacker <= defender:
            steps += 1
        theirs += steps - 1
    if cavalries[0] > 0 and cavalries[0] >= 2 * cavalries[1]:
        mine += 2
    if cavalries[1] > 0 and cavalries[1] >= 2 * cavalries[0]:
        theirs += 2
    return mine - theirs


def result(attacker, defender, attacker_die, defender_die):
    """(attacker's per cent, defender's per cent, attacker's loss, defender's loss)."""
    return (defender_die * 10, attacker_die * 10, loss(attacker, defender_die * 10), loss(defender, attacker_die * 10))


def best(attacker, defender, dice, net, objective):
    """The holder's best modified dice, (attacker's, defender's): every split is tried."""
    ways = []
    holds = net >= 0
    for up in range(abs(net) + 1):
        for down in range(abs(net) - up + 1):
            own, enemy = dice if holds else dice[::-1]
            if own + up > 10 or enemy - down < 1:
                continue
            final = (own + up, enemy - down) if holds else (enemy - down, own + up)
            found = result(attacker, defender, *final)
            own_pct, enemy_pct, own_loss, enemy_loss = found if holds else (found[1], found[0], found[3], found[2])
            won = (own_pct < enemy_pct) - (own_pct > enemy_pct)
            swing = enemy_loss - own_loss
            if objective == "win":
                value = (won == 1,)
            elif objective == "swing":
                value = (swing,)
            elif objective == "own":
                value = (down, up)
            elif objective == "enemy":
                value = (up, down)
            else:
                value = (objective(found),)
            ways.append(((value, won, swing, -own_pct, down, -up - down), final))
    return max(ways)[1]


def law(attacker, defender, net, objective, treachery=False):
    """How many of the 36 rolls lead to each result."""
    found = {}
    for dice in product(DICE, DICE):
        final = best(attacker, defender, dice, net, objective)
        if treachery:
            final = final[::-1]
        end = result(attacker, defender, *final)
        found[end] = found.get(end, 0) + 1
    return found


class SiegeTwin:
    """A siege by plain recursion over rounds, dice, splits and the defender's choices; whole numbers over 36s and 6.

    With ``commit`` the attacker sends some of his CSP into a round as if they were all, and the rest wait outside."""

    def __init__(self, leaders, worth, cards=(0, 0), commit=False):
        self.leaders, self.cards, self.commit = leaders, cards, commit
        self.capture, self.own, self.enemy, self.city, self.op = (int(value * 6) for value in worth)
        assert [Fraction(value) * 6 for value in worth] == [self.capture, self.own, self.enemy, self.city, self.op]
        self.best, self.after, self.going = cache(self._best), cache(self._after), cache(self._going)

    def value(self, attacker, units, city, points):
        return Fraction(self.total(attacker, units, city, points), 6 * 36**points)

    def total(self, attacker, units, city, points):
        return max(0, self.going(attacker, units, city, points))

    def net(self, attacker, units, city):
        leaders = self.leaders[0], self.leaders[1] if units else 0
        return net_modifier(attacker, units + city, leaders, cards=self.cards)

    def _after(self, attacker, units, city, points, final, waiting=0):
        """The defender's best answer: (value to the attacker, (attacker, units, city) left)."""
        enemy = units + city
        lost, killed = loss(attacker, final[1] * 10), loss(enemy, final[0] * 10)
        ways = []
        for from_city in range(min(city, killed), -1, -1):
            if killed - from_city > units:
                continue
            left = attacker - lost + waiting, units - killed + from_city, city - from_city
            gain = self.enemy * (killed - from_city) + self.city * from_city - self.own * lost
            if left[1] == left[2] == 0:
                gain += self.capture
            ways.append((gain * 36 ** (points - 1) + self.total(*left, points - 1), left))
        worst = min(value for value, _ in ways)
        return next(way for way in ways if way[0] == worst)

    def _best(self, attacker, units, city, points, dice, waiting=0):
        """The holder's best split of a roll: (value to the attacker, what is left, the modified dice)."""
        net = self.net(attacker, units, city)
        ways = []
        for up in range(abs(net) + 1):
            for down in range(abs(net) - up + 1):
                own, enemy = dice if net >= 0 else dice[::-1]
                if own + up > 10 or enemy - down < 1:
                    continue
                final = (own + up, enemy - down) if net >= 0 else (enemy - down, own + up)
                value, left = self.after(attacker, units, city, points, final, waiting)
                swing = loss(units + city, final[0] * 10) - loss(attacker, final[1] * 10)
                sign = 1 if net >= 0 else -1
                ways.append(((sign * value, sign * swing, -(enemy - down), -(own + up)), value, left, final))
        return max(ways, key=lambda way: way[0])[1:]

    def _going(self, attacker, units, city, points):
        return max(self.ways(attacker, units, city, points), default=(0, 0))[0]

    def sent(self, attacker, units, city, points):
        """How many CSP go into the next round; the most of equal ones, none to stop."""
        value, sent = max(self.ways(attacker, units, city, points), default=(0, 0))
        return sent if value > 0 else 0

    def ways(self, attacker, units, city, points):
        """What another round is worth for each number of CSP that may be sent into it."""
        if points == 0 or units + city == 0 or attacker < units + city:
            return []
        found = []
        for sent in range(units + city if self.commit else attacker, attacker + 1):
            place = sent, units, city, points
            rolls = (self.best(*place, dice, attacker - sent)[0] for dice in product(DICE, DICE))
            found.append((sum(rolls) - self.op * 36**points, sent))
        return found

    def course(self, attacker, units, city, points, treachery=0):
        """{(end, attacker, units, city, OP used): chance} when both play their best."""
        found, here = {}, {(attacker, units, city): 1}
        for used in range(points + 1):
            there = {}
            for place, chance in here.items():
                if self.going(*place, points - used) <= 0:
                    found[(self.end(*place, points - used), *place, used)] = Fraction(chance, 36**used)
                    continue
                for dice in product(DICE, DICE):
                    _, left, final = self.best(*place, points - used, dice)
                    if used + 1 == treachery:
                        _, left = self.after(*place, points - used, final[::-1])
                    there[left] = there.get(left, 0) + chance
            here = there
        return found

    def end(self, attacker, units, city, points):
        if units + city == 0:
            return "captured"
        if attacker < units + city:
            return "too few to go on"
        return "stopped by choice" if points else "out of points"


def one_step(names):
    """Every way to turn or remove one counter."""
    for place in range(len(names)):
        rest = names[:place] + names[place + 1 :]
        name = names[place]
        turned = "r" + name
        if not name.startswith("r") and name != "GAR":
            yield tuple(sorted((*rest, turned)))
        else:
            yield tuple(rest)


def payments(names, due):
    """What can be left when a loss is met and no step could be taken back: all states, one step at a time."""
    start = tuple(sorted(names))
    parents = {start: set()}
    frontier = [start]
    while frontier:
        reached = []
        for state in frontier:
            if csp(start) - csp(state) >= due:
                continue
            for lesser in one_step(state):
                if lesser not in parents:
                    parents[lesser] = set()
                    reached.append(lesser)
                parents[lesser].add(state)
        frontier = reached
    paid = {state for state in parents if csp(start) - csp(state) >= due}
    return {state for state in paid if not any(before in paid for before in undone(state, start))}


def undone(state, start):
    """States from which one step leads here, and which the start leads to."""
    kinds = {name.lstrip("r") for name in start}
    for kind in kinds:
        before = list(state)
        if kind == "GAR":
            if before.count("GAR") < start.count("GAR"):
                yield tuple(sorted([*before, "GAR"]))
            continue
        full, weak = before.count(kind), before.count("r" + kind)
        had = start.count(kind), start.count("r" + kind)
        if weak and full < had[0]:
            changed = before.copy()
            changed.remove("r" + kind)
            yield tuple(sorted([*changed, kind]))
        if full + weak < sum(had):
            yield tuple(sorted([*before, "r" + kind]))


def loadings(ships, cargo):
    """Every way to put the cargo aboard: tuples of loads, ship by ship."""
    if not ships:
        if not cargo:
            yield ()
        return
    for size in range(min(2, len(cargo)) + 1):
        for chosen in set(combinations(sorted(cargo), size)):
            if sum(2 - name.startswith("r") for name in chosen) > 2 - ships[0].startswith("r"):
                continue
            rest = sorted(cargo)
            for name in chosen:
                rest.remove(name)
            for others in loadings(ships[1:], rest):
                yield (chosen, *others)


def sinkings(names, due, step=False):
    """Every (fleet, cargo) that a loss of fleet CSP can leave, over all loadings and all ways to hit the ships."""
    ships = sorted(name for name in names if name.lstrip("r") == "FLEET")
    cargo = sorted(name for name in names if name.lstrip("r") != "FLEET")
    found = set()
    for loads in set(loadings(ships, cargo)):
        fates = [((0, 1, 2) if ship == "FLEET" else (0, 1)) for ship in ships]
        for fate in product(*fates):
            if sum(fate) != due:
                continue
            for left in outcomes(ships, loads, fate, step):
                found.add(tuple(sorted(left)))
    return found


def outcomes(ships, loads, fate, step):
    """What is left of ships and loads after these hits; a turned ship may keep either of two reduced units."""
    options = []
    for ship, load, hits in zip(ships, loads, fate):
        if hits == 0:
            options.append([(ship, *load)])
        elif strength(ship) == hits:
            options.append([()])
        elif not load:
            options.append([("rFLEET",)])
        elif not load[0].startswith("r"):
            options.append([("rFLEET", "r" + load[0])])
        else:
            options.append([("rFLEET",)] if step else [("rFLEET", name) for name in load])
    for choice in product(*options):
        yield [name for ship in choice for name in ship]


ORDER = ("LGN", "HI", "AUX", "BI", "CAV", "HC", "GAR", "LIMES")
CREATE = {"LGN": 5, "HI": 4, "AUX": 3, "BI": 3, "CAV": 3, "HC": 5, "GAR": 0, "LIMES": 0}
REBUILD = {"LGN": 3, "HI": 2, "AUX": 2, "BI": 2, "CAV": 2, "HC": 3, "GAR": 0, "LIMES": 0}


def restoring(before, after):
    """Revenue to restore what was lost: a unit gone is created anew, a turned one rebuilt."""
    total = 0
    for kind in ORDER:
        gone = before.count(kind) + before.count("r" + kind) - after.count(kind) - after.count("r" + kind)
        turned = max(0, before.count(kind) - after.count(kind) - gone)
        total += CREATE[kind] * gone + REBUILD[kind] * turned
    return total


@cache
def paid(names, due, by):
    """What is left when a loss is paid the best way."""
    return by_dearness(names, due, by)[0]


def by_dearness(names, due, by):
    """What may be left when a loss is paid, the best way first: every way is made, and their preferences compared."""

    def dearness(left):
        lost, revenue, horse = csp(names) - csp(left), restoring(names, left), -cavalry(left)
        first = {"csp": (lost, revenue, horse), "rebuild": (revenue, lost, horse), "cavalry": (horse, lost, revenue)}
        faces = tuple((left.count("r" + kind), -left.count(kind)) for kind in ORDER)
        return (*first[by], -len(left), faces)

    return sorted(payments(names, due), key=dearness)


def recombined(names):
    """Two reduced units of a kind are one full one (6.3)."""
    found = []
    for kind in ORDER:
        weak = names.count("r" + kind)
        pairs = 0 if kind in ("GAR", "LIMES") else weak // 2
        found += [kind] * (names.count(kind) + pairs) + ["r" + kind] * (weak - 2 * pairs)
    return tuple(sorted(found))


def only_markers(names):
    """Whether there is no land unit, and so nobody whom a leader leads (3.9)."""
    return all(name.lstrip("r") in ("GAR", "LIMES") for name in names)


class CampaignTwin:
    """The same army against one foe after the other, every die of every combat: its worth, and the law of its ends.

    A foe is (counters, leader, who plays +2: attacker's and defender's points); a stage is (number of the foe, army,
    foe's counters, foe's leader, OP, whether he was fought before). A way in which a combat goes is (army left, foe who
    is still there or None, his leader, whether the army is at an end, whether it has won, foe's CSP lost)."""

    def __init__(self, rating, foes, march, worth, objective, by, enemy_by, beaten, joining, both_gone, alone):
        self.joining, self.both_gone, self.alone = joining, both_gone, alone
        self.rating, self.foes, self.march, self.objective = rating, foes, march, objective
        self.prize, self.own, self.enemy, self.op = worth
        self.by, self.enemy_by, self.beaten = by, enemy_by, beaten
        self.going, self.ways = cache(self._going), cache(self._ways)

    def start(self, army, points):
        return 0, army, *self.foes[0][:2], points, False

    def price(self, fight, again):
        return 1 if again or fight == 0 else 1 + self.march

    def _ways(self, fight, army, foe, leader, again):
        """{way: chance}"""
        mine, theirs = csp(army), csp(foe)
        leader = 0 if only_markers(foe) else leader
        cards = (0, 0) if again else self.foes[fight][2]
        net = net_modifier(mine, theirs, (self.rating, leader), (cavalry(army), cavalry(foe)), cards)
        found = {}
        for dice in product(DICE, DICE):
            attacker_die, defender_die = best(mine, theirs, dice, net, self.objective)
            left = paid(army, loss(mine, defender_die * 10), self.by)
            left = recombined(left) if self.joining == "always" else left
            rest = paid(foe, loss(theirs, attacker_die * 10), self.enemy_by)
            killed = theirs - csp(rest)
            alive = 0 if only_markers(rest) else leader
            for chance, there, led in self.remaining(rest, alive, attacker_die - defender_die):
                way = (left, there, led, *self.verdict(left, rest, there, attacker_die - defender_die), killed)
                found[way] = found.get(way, 0) + chance / 36
        return found

    def verdict(self, left, rest, there, lead):
        """(the army is at an end, it has won)"""
        if not left:
            return True, lead > 0 and not rest and self.both_gone == "5.31"
        if lead < 0 and (rest or self.alone == "5.31"):
            return True, False
        return False, there is None

    def remaining(self, rest, leader, lead):
        """(chance, what of the foe is still there, his leader): a beaten one may lose his leader, and stay or go."""
        if not rest:
            return [(Fraction(1), None, 0)]
        if lead <= 0:
            return [(Fraction(1), rest, leader)]
        if self.beaten == "retreats" or (self.beaten == "stays" and only_markers(rest)):
            return [(Fraction(1), None, 0)]
        found = []
        for fate, stay in product(DICE, DICE):
            led = 0 if fate == 1 else leader
            stays = self.beaten == "at home" or stay <= max(1, led)
            found.append((Fraction(1, 36), rest if stays else None, led if stays else 0))
        return found

    def then(self, stage, way):
        """The stage that follows, or None at the end."""
        fight, _, _, _, points, again = stage
        left, there, led, ends, _, _ = way
        points -= self.price(fight, again)
        if ends or (there is None and fight + 1 == len(self.foes)):
            return None
        joined = [left, recombined(left)] if self.joining == "best" else [left]
        if there is not None:
            stages = [(fight, army, there, led, points, True) for army in joined]
        else:
            stages = [(fight + 1, army, *self.foes[fight + 1][:2], points, False) for army in joined]
        return max(stages, key=lambda one: max(Fraction(0), self.going(one)))

    def _going(self, stage):
        fight, army, foe, leader, points, again = stage
        price, total = self.price(fight, again), Fraction(0)
        if points < price:
            return total
        for way, chance in self.ways(fight, army, foe, leader, again).items():
            gain = self.enemy * way[5] - self.own * (csp(army) - csp(way[0])) - self.op * price
            gain += self.prize if way[4] else 0
            later = self.then(stage, way)
            total += chance * (gain + (max(Fraction(0), self.going(later)) if later else 0))
        return total

    def ends(self, start):
        """{(combats won, army, OP left): chance} when every combat worth more than nothing is fought."""
        found, here = {}, {start: Fraction(1)}
        while here:
            there = {}
            for stage, chance in here.items():
                fight, army, foe, leader, points, again = stage
                if self.going(stage) <= 0:
                    end = (fight, army, points)
                    found[end] = found.get(end, 0) + chance
                    continue
                for way, part in self.ways(fight, army, foe, leader, again).items():
                    later = self.then(stage, way)
                    if later:
                        there[later] = there.get(later, 0) + chance * part
                    else:
                        end = (fight + way[4], way[0], points - self.price(fight, again))
                        found[end] = found.get(end, 0) + chance * part
            here = there
        return found
