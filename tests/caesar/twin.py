"""A second, stupid implementation of Caesar straight from the clauses; it imports nothing from gamekit.

A board is a dictionary from (column, row), both 1 to 5, to a list of counters, bottom first; a counter is a player's
number or None for a neutral one. Matrix games are solved by trying every square submatrix."""

from copy import copy
from fractions import Fraction
from itertools import combinations, product


# Matrix games
def linear(rows, right):
    """Gauss over Fractions: the only solution of a square system, or None."""
    size = len(rows)
    work = [[Fraction(x) for x in row] + [Fraction(y)] for row, y in zip(rows, right)]
    for column in range(size):
        found = next((r for r in range(column, size) if work[r][column]), None)
        if found is None:
            return None
        work[column], work[found] = work[found], work[column]
        work[column] = [x / work[column][column] for x in work[column]]
        for r in range(size):
            if r != column:
                factor = work[r][column]
                work[r] = [x - factor * y for x, y in zip(work[r], work[column])]
    return [row[-1] for row in work]


def side_vertices(matrix):
    """The value, and every extreme optimal strategy of the row player (Shapley and Snow: each comes from a square
    submatrix whose rows it makes the column player's payoffs equal on)."""
    m, n = len(matrix), len(matrix[0])
    best, found = None, set()
    for size in range(1, min(m, n) + 1):
        for rows in combinations(range(m), size):
            for columns in combinations(range(n), size):
                # x over rows and v: sum x = 1, x A_j = v for the columns chosen
                system = [[matrix[i][j] for i in rows] + [-1] for j in columns] + [[1] * size + [0]]
                answer = linear(system, [0] * size + [1])
                if answer is None or min(answer[:-1]) < 0:
                    continue
                x = [Fraction(0)] * m
                for i, share in zip(rows, answer):
                    x[i] = share
                worst = min(sum(x[i] * matrix[i][j] for i in range(m)) for j in range(n))
                if best is None or worst > best:
                    best, found = worst, set()
                if worst == best:
                    found.add(tuple(x))
    return best, found


def matrix_value(matrix):
    """Both sides' extreme optimal strategies and the value; they must agree on it."""
    value, rows = side_vertices(matrix)
    other, columns = side_vertices([[-x for x in column] for column in zip(*matrix)])
    assert value == -other
    return value, rows, columns


# One conflict and duels
def swing(a, d, mine, theirs):
    if mine == "F" or theirs == "F":
        return 0
    if mine + a > theirs + d:
        return d - (-d)  # his d counters come to me
    if mine + a < theirs + d:
        return -a - a
    return -a - (-d)  # both groups leave the game


def duel(stakes, hand, other):
    if not stakes or not hand or not other:
        return Fraction(0)
    return matrix_value(duel_matrix(stakes, hand, other))[0]


def duel_matrix(stakes, hand, other):
    return [
        [
            swing(*stakes[0], mine, theirs)
            + duel(stakes[1:], [c for c in hand if c != mine], [c for c in other if c != theirs])
            for theirs in other
        ]
        for mine in hand
    ]


# The game
class Game:
    def __init__(self, players, start=0, **options):
        self.players = players
        self.board = {}
        self.hands = [[1, 2, 3, 4, 5, 6, 7, 8, 9, "F"] for _ in range(players)]
        self.turn = start
        self.placed = 0
        self.fight = None
        self.first_card = None
        self.passed = []
        self.gone = []
        self.options = options

    def copy(self):
        other = copy(self)
        other.board, other.hands = dict(self.board), [list(hand) for hand in self.hands]
        other.passed, other.gone = list(self.passed), list(self.gone)
        return other

    def placing(self):
        return self.placed < 5 * self.players

    def owner(self, square):
        return self.board[square][-1]

    def has_group(self, player):
        return any(stack[-1] == player for stack in self.board.values())

    def in_line(self, a, b):
        """Same row or column and nothing between (5, 9)."""
        if a == b or (a[0] != b[0] and a[1] != b[1]):
            return False
        between = [
            s
            for s in product(range(1, 6), repeat=2)
            if (a[0] == b[0] == s[0] and min(a[1], b[1]) < s[1] < max(a[1], b[1]))
            or (a[1] == b[1] == s[1] and min(a[0], b[0]) < s[0] < max(a[0], b[0]))
        ]
        return not any(s in self.board for s in between)

    def pairs(self):
        return [(a, b) for a in self.board for b in self.board if self.in_line(a, b)]

    def can_ally(self, player):
        found = set()
        for a, b in self.pairs():
            if self.owner(a) == player and self.owner(b) in (player, None):
                found.add((a, b))
            if self.options.get("neutrals") == "merge" and self.owner(a) is None and self.owner(b) is None:
                found.add((a, b))
        return found

    def can_fight(self, player):
        return {(a, b) for a, b in self.pairs() if self.owner(a) == player and self.owner(b) not in (player, None)}

    def remaining(self):
        return [player for player in range(self.players) if self.has_group(player)]

    def over(self):
        if self.placing() or self.fight:
            return False
        if any(not hand for hand in self.hands):
            return True
        left = self.remaining()
        if not left or (len(left) == 1 and self.options.get("last_player") != "plays on"):
            return True
        if any(self.can_fight(player) for player in left):
            return False
        if self.options.get("end") == "no conflict now":
            return True
        return not any(self.can_ally(player) for player in left) or set(left) <= set(self.passed)

    def decides(self):
        if self.fight:
            return self.turn if self.first_card is None else self.owner(self.fight[1])
        return self.turn

    def legal(self):
        if self.over():
            return set()
        if self.fight:
            return {("card", card) for card in self.hands[self.decides()]}
        if self.placing():
            return {("place", s) for s in product(range(1, 6), repeat=2) if s not in self.board}
        allied = {("ally", a, b) for a, b in self.can_ally(self.turn)}
        fought = {("attack", a, b) for a, b in self.can_fight(self.turn)}
        may_pass = not fought and (not allied or self.options.get("passing") != "no action")
        return allied | fought | ({("pass",)} if may_pass else set())

    def do(self, action):
        kind, *rest = action
        if kind == "place":
            self.board[rest[0]] = [self.turn]
            self.placed += 1
            self.turn = (self.turn + 1) % self.players
            if not self.placing():
                for square in product(range(1, 6), repeat=2):
                    self.board.setdefault(square, [None])
            return
        if kind == "attack":
            self.fight, self.passed = tuple(rest), []
            return
        if kind == "card":
            if self.first_card is None:
                self.first_card = rest[0]
                return
            self.conflict(self.first_card, rest[0])
            self.fight = self.first_card = None
        elif kind == "ally":
            self.passed = []
            self.board[rest[1]] = self.board[rest[1]] + self.board.pop(rest[0])
        else:
            self.passed.append(self.turn)
        self.next()

    def conflict(self, mine, theirs):
        a, b = self.fight
        attacker, defender = self.owner(a), self.owner(b)
        self.hands[attacker].remove(mine)
        self.hands[defender].remove(theirs)
        if "F" not in (mine, theirs):
            mine, theirs = mine + len(self.board[a]), theirs + len(self.board[b])
            if mine > theirs:
                self.board[b] = self.board[b] + self.board.pop(a)
            elif mine < theirs:
                self.board[a] = self.board[a] + self.board.pop(b)
            else:
                del self.board[a], self.board[b]
        if self.remaining():
            self.gone += [player for player in (attacker, defender) if not self.has_group(player)]

    def next(self):
        if self.remaining():
            self.turn = (self.turn + 1) % self.players
            while not self.has_group(self.turn):
                self.turn = (self.turn + 1) % self.players

    def counters(self, player):
        return sum(len(stack) for stack in self.board.values() if stack[-1] == player)

    def winners(self):
        staying = [player for player in range(self.players) if player not in self.gone]
        most = max(self.counters(player) for player in staying)
        return [player for player in staying if self.counters(player) == most]

    def key(self):
        shape = tuple(sorted((s, stack[-1] is None, stack[-1] or 0, len(stack)) for s, stack in self.board.items()))
        hands = tuple(tuple(map(str, hand)) for hand in self.hands)
        return shape, hands, self.turn, self.fight, self.first_card, tuple(self.passed), self.placed


def solved(game, objective, known=None):
    """The value of a position to player 0, by plain recursion."""
    known = {} if known is None else known
    key = game.key()
    if key in known:
        return known[key]
    if game.over():
        if objective == "lead":
            value = Fraction(game.counters(0) - game.counters(1))
        else:
            won = game.winners()
            value = Fraction(int(0 in won), len(won))
    elif game.fight:
        attacker = game.turn
        matrix = []
        for mine in game.hands[attacker]:
            row = []
            for theirs in game.hands[1 - attacker]:
                after = game.copy()
                after.do(("card", mine))
                after.do(("card", theirs))
                row.append(solved(after, objective, known) * (-1 if attacker else 1))
            matrix.append(row)
        value = matrix_value(matrix)[0] * (-1 if attacker else 1)
    else:
        values = []
        for action in game.legal():
            after = game.copy()
            after.do(action)
            values.append(solved(after, objective, known))
        value = min(values) if game.turn else max(values)
    known[key] = value
    return value
