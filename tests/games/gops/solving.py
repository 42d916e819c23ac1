"""Solutions of GOPS for the tests: by the package, and by a plain recursion with scipy's linear programs."""

from functools import cache
from itertools import product

import numpy as np

import sim
from sim.games.gops.policies import POLICIES
from tests.games.gops.support import view_of
from tests.support.matrix_games import value_of

OBJECTIVES, ORDERS = ("points", "win"), ("random", "descending", "ascending")
EVERY = list(product(OBJECTIVES, (False, True), ORDERS))


@cache
def solved(cards, objective="points", carry_over=False, order="random"):
    return sim.exact.gops(
        cards, objective=objective, carry_over=carry_over, order=order, workers=1
    )


def outcome(value, objective, carry_over, position, stake, lead):
    """What a pair of bids for a stake brings, if ``value`` says what the position after them is worth."""
    mine, theirs, rest = position

    def bids(i, j):
        left = (
            tuple(card for card in mine if card != i),
            tuple(card for card in theirs if card != j),
        )
        won = stake if i > j else -stake if i < j else 0
        carried = stake if i == j and carry_over else 0
        if objective == "win":
            return value(*left, rest, carried, lead + won)
        return won + value(*left, rest, carried, 0)

    return bids


def walked(cards, objective, carry_over, order, settle):
    """The values of all positions, by the rules and nothing else: no symmetry is made use of.

    ``settle`` says what a turn is worth, from what each pair of bids brings and what a
    player of the first hand sees.
    """
    known = {}

    def value(mine, theirs, prizes, pot, lead):
        if not prizes:
            return float(np.sign(lead)) if objective == "win" else 0.0
        key = mine, theirs, prizes, pot, lead
        if key not in known:
            upcards = {
                "random": prizes,
                "descending": prizes[-1:],
                "ascending": prizes[:1],
            }[order]
            known[key] = sum(turned(*key, upcard) for upcard in upcards) / len(upcards)
        return known[key]

    def turned(mine, theirs, prizes, pot, lead, upcard):
        rest = tuple(prize for prize in prizes if prize != upcard)
        bids = outcome(
            value, objective, carry_over, (mine, theirs, rest), pot + upcard, lead
        )
        return settle(bids, mine, theirs, rest, upcard, pot, lead)

    every = tuple(range(1, cards + 1))
    value(every, every, every, 0, 0)
    return known


@cache
def recursion(cards, objective, carry_over, order):
    """The values of all positions where both play as well as they can."""

    def settle(bids, mine, theirs, *seen):
        return value_of(tuple(tuple(bids(i, j) for j in theirs) for i in mine))

    return walked(cards, objective, carry_over, order, settle)


def best_of(cards, objective, carry_over, order, policy):
    """What the best response to a policy gets, in plain Python: ``policy`` gives chances, or is the name of one."""

    def chances_of(mine, theirs, prizes, upcard, pot, lead):
        if len(mine) == 1:
            return {mine[0]: 1}
        if not isinstance(policy, str):
            return policy(mine, theirs, prizes, upcard, pot, lead)
        if policy == "random":
            return dict.fromkeys(mine, 1 / len(mine))
        seen = view_of(mine, [theirs], prizes, upcard, pot, lead, cards)
        return {POLICIES.parts[0].find(policy).choose(seen, None): 1}

    def settle(bids, mine, theirs, rest, upcard, pot, lead):
        answers = chances_of(theirs, mine, rest, upcard, pot, -lead)
        return max(
            sum(share * bids(i, j) for j, share in answers.items()) for i in mine
        )

    every = tuple(range(1, cards + 1))
    return walked(cards, objective, carry_over, order, settle)[
        every, every, every, 0, 0
    ]


def turns_of_random_games(cards, carry_over, seed, games):
    """What player 0 sees at every turn of games of random bids."""
    rng = np.random.default_rng(seed)
    for _ in range(games):
        order, *bids = ((rng.permutation(cards) + 1).tolist() for _ in range(3))
        pot = lead = 0
        for turn, (prize, mine, theirs) in enumerate(
            zip(order[:-1], *(hand[:-1] for hand in bids), strict=True)
        ):
            yield bids[0][turn:], bids[1][turn:], order[turn + 1 :], prize, pot, lead
            lead += ((mine > theirs) - (mine < theirs)) * (pot + prize)
            pot = pot + prize if mine == theirs and carry_over else 0
