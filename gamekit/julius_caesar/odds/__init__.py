"""Exact odds of a battle of Julius Caesar: how they are computed.

Hits fall on the strongest block (7.4), and standing orders decide which of equals is hit, fires and leaves. So a side
has few states: every hit leads from one to the next. All blocks of one letter fire together, a *volley*. A battle is
then a table of pairs of states with weights, carried forward through at most eight volleys a round and four rounds. For
one block against one, C3/III each, that is all of it:

>>> from collections import defaultdict
>>> from fractions import Fraction
>>> from math import comb
>>> from gamekit.julius_caesar import Battle, army
>>> table = {(3, 3): Fraction(1)}  # (attacker's strength, defender's): its chance
>>> for firing in (1, 0, 1, 0, 1, 0, 1):  # the defender fires first; in round 4 the attacker leaves on its turn
...     fresh = defaultdict(Fraction)
...     for state, weight in table.items():
...         dice = state[firing] if all(state) else 0
...         for hits in range(dice + 1):
...             share = Fraction(comb(dice, hits), 2**dice)  # firepower 3: every second face hits
...             left = max(0, state[1 - firing] - hits)
...             fresh[(state[0], left) if firing == 0 else (left, state[1])] += weight * share
...     table = fresh
>>> sum(weight for (_, defender), weight in table.items() if not defender)
Fraction(53829, 262144)
>>> Battle(army("C3/III"), army("C3/III")).chances().attacker_wins
Fraction(53829, 262144)

The same with all the rules, from what is typed to its chance, file by file:

- ``army`` reads "Caesar, 2 C3/III" as blocks (``tables``); ``battle`` puts two armies together as a ``Battle``.
- ``course`` has one side: a state (strengths, who has left or waits), and where a hit, an arrival or a retreat leads; a
  position: where each block is, at the start or in the middle of a fight; and both sides together, their states
  numbered: ``spread`` is the loop above, ``fire`` a volley, ``turn`` a volley or a retreat (7.6, 7.62), ``following``
  the next round with reserves and exchanged roles (7.3, 7.31). Weights are whole numbers; their sum is the total that
  they are shares of. With floats the same code runs on chances.
- ``battle`` adds the table up: to three chances and two mean strengths, to a distribution of ``events.Outcome``, by
  round.

Against blocks that lie face down: ``belief`` tells from one view to the next which of them may have done what was seen,
``probability.sampling`` weighs where each may be, counted or sampled, and ``Belief.odds`` averages the battles against
all stacks that may be there.

Where only the chances are asked, ``course`` forgets which attackers have left in round 4 and adds up their strength.
Thousands of battles in floats run compiled (``battle_kernel``, with the extra "fast"): the same to 1e-12."""
