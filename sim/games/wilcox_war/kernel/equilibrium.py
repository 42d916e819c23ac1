"""Small matrix games solved exactly, compiled: the twin of :mod:`sim.games.wilcox_war.equilibrium`."""

from functools import lru_cache
from itertools import combinations, product
from math import comb
from typing import NamedTuple

import numpy as np

from sim.games.wilcox_war.policies import FINENESS, RANKS
from sim.games.wilcox_war.rules import HIGHEST, LOWEST
from sim.kernels.compiling import inlined, kernel, part
from sim.kernels.philox import drawn_below
from sim.kernels.words import NINE, ONE, THREE, TWO, ZERO

ROOM = 12
"""The length of the solver's workspace: the payoffs, and a weight for each row."""

_FIRST_POT = 2
_SETS = np.uint64(sum(comb(HIGHEST - LOWEST + 1, size) for size in (1, 2, 3)))
"""The number of hands that differ in the ranks they hold."""

_WEIGHTS = NINE
"""Where the weights of the rows begin: after the payoffs."""


@inlined
def _cell(row, column):
    """Return where a payoff lies."""
    return THREE * row + column


@kernel
def optimal_weights(rows, columns, work):
    """Find the same optimal strategy as the rulebook's solver."""
    for row in range(THREE):
        work[_WEIGHTS + row] = 0
    for row in range(rows):
        for column in range(columns):
            if _is_saddle(row, column, rows, columns, work):
                work[_WEIGHTS + row] = 1
                return
    for row in range(rows):
        for lower in range(row + ONE, rows):
            for column in range(columns):
                for right in range(column + ONE, columns):
                    if _solves_two(row, lower, column, right, rows, columns, work):
                        return
    _solve_three(work)


@inlined
def _is_saddle(row, column, rows, columns, work):
    """Return whether a payoff is the least of its row and the largest of its column."""
    payoff = work[_cell(row, column)]
    is_saddle = True
    for other in range(columns):
        if work[_cell(row, other)] < payoff:
            is_saddle = False
    for other in range(rows):
        if work[_cell(other, column)] > payoff:
            is_saddle = False
    return is_saddle


@inlined
def _solves_two(row, lower, column, right, rows, columns, work):
    """Write the weights that equalize two rows over two columns, if they are optimal; return whether they are."""
    a, b = work[_cell(row, column)], work[_cell(row, right)]
    c, d = work[_cell(lower, column)], work[_cell(lower, right)]
    total = a + d - b - c
    sign = np.int64(1) if total > 0 else np.int64(-1)
    total *= sign
    weight, weight_lower = sign * (d - c), sign * (a - b)
    answer, answer_right = sign * (d - b), sign * (a - c)
    optimal = (
        total > 0 and min(weight, weight_lower) >= 0 and min(answer, answer_right) >= 0
    )
    if optimal:
        value = sign * (a * d - b * c)
        for other in range(columns):
            if (
                weight * work[_cell(row, other)]
                + weight_lower * work[_cell(lower, other)]
                < value
            ):
                optimal = False
        for other in range(rows):
            if (
                answer * work[_cell(other, column)]
                + answer_right * work[_cell(other, right)]
                > value
            ):
                optimal = False
    if optimal:
        work[_WEIGHTS + row], work[_WEIGHTS + lower] = weight, weight_lower
    return optimal


@inlined
def _solve_three(work):
    """Write the weights that equalize all three rows and columns; they are optimal, because nothing smaller is."""
    total = np.int64(0)
    for row in range(THREE):
        below_it, last = (row + ONE) % THREE, (row + TWO) % THREE
        weight = np.int64(0)
        for column in range(THREE):
            next_to_it, far = (column + ONE) % THREE, (column + TWO) % THREE
            weight += (
                work[_cell(below_it, next_to_it)] * work[_cell(last, far)]
                - work[_cell(below_it, far)] * work[_cell(last, next_to_it)]
            )
        work[_WEIGHTS + row] = weight
        total += weight
    if total < 0:
        for row in range(THREE):
            work[_WEIGHTS + row] = -work[_WEIGHTS + row]


class Battles(NamedTuple):
    """Stored strategies of ``equilibrium-now``: those for two cards in the pot, nine in ten of those needed."""

    # int16 (RANKS**3,): the number of a hand's set of ranks; the hand's three cards are the digits of the
    # index
    sets: np.ndarray
    # int32 (3 * sets * sets,): for each set of the player's and each of the opponent's, the player's weights
    weights: np.ndarray


def no_battles() -> Battles:
    """Return no strategies, for players who do not need them."""
    return Battles(np.zeros(0, np.int16), np.zeros(0, np.int32))


@lru_cache(maxsize=1)
def first_battles() -> Battles:
    """Return all strategies for two cards in the pot."""
    ranks = range(LOWEST, HIGHEST + 1)
    hands = [hand for size in (1, 2, 3) for hand in combinations(ranks, size)]
    number = {frozenset(hand): place for place, hand in enumerate(hands)}
    sets = np.zeros(RANKS**3, np.int16)
    for cards in product(ranks, repeat=3):
        low, middle, high = cards
        sets[(low * RANKS + middle) * RANKS + high] = number[frozenset(cards)]
    padded = np.array(
        [(*hand, *hand[-1:] * (3 - len(hand))) for hand in hands], np.int64
    )
    weights = np.zeros(3 * len(hands) ** 2, np.int32)
    _solve_all(
        padded.reshape(-1), np.int64(_FIRST_POT), np.zeros(ROOM, np.int64), weights
    )
    return Battles(sets, weights)


@kernel
def _solve_all(hands, pot, work, weights):
    """Write the weights for all pairs of hands; ``hands`` are int64, three to a hand, ascending."""
    at = ZERO
    for start in range(ZERO, np.uint64(len(hands)), THREE):
        for other_start in range(ZERO, np.uint64(len(hands)), THREE):
            own = hands[start], hands[start + ONE], hands[start + TWO]
            other = (
                hands[other_start],
                hands[other_start + ONE],
                hands[other_start + TWO],
            )
            _solve(own, other, pot, work)
            for row in range(THREE):
                weights[at + row] = work[_WEIGHTS + row]
            at += THREE


@part
def _solve(own, other, pot, work):
    """Write the weights for two hands to the end of the workspace."""
    rows, columns = ZERO, ZERO
    before = np.int64(0)
    for card in own:
        if card != before:
            columns = ZERO
            answered = np.int64(0)
            for answer in other:
                if answer != answered:
                    beats = np.int64(card > answer) - np.int64(card < answer)
                    work[_cell(rows, columns)] = FINENESS * pot * beats + answer - card
                    columns += ONE
                    answered = answer
            rows += ONE
            before = card
    optimal_weights(rows, columns, work)


@inlined
def _set_of(sets, hand):
    """Return the number of the set of ranks of a hand."""
    low, middle, high = hand
    return np.uint64(sets[np.uint64((low * RANKS + middle) * RANKS + high)])


@part
def equilibrium_place(own, other, pot, chance, seed, solver):
    """Return the place in the hand, from 0, of the card that ``equilibrium-now`` plays."""
    work, battles = solver
    if pot == _FIRST_POT:
        at = THREE * (_set_of(battles.sets, own) * _SETS + _set_of(battles.sets, other))
        weights = battles.weights
        first, second, third = (
            np.int64(weights[at]),
            np.int64(weights[at + ONE]),
            np.int64(weights[at + TWO]),
        )
    else:
        _solve(own, other, pot, work)
        first, second, third = (
            work[_WEIGHTS],
            work[_WEIGHTS + ONE],
            work[_WEIGHTS + TWO],
        )
    total = first + second + third
    drawn = np.int64(0)
    if not (first == total or second == total or third == total):
        drawn = drawn_below(total, chance, seed)
    if drawn < first:
        return np.int64(0)
    # In a hand of two ranks, the upper one is the highest card, whichever of them is held twice.
    low, middle, high = own
    return (
        np.int64(1)
        if drawn < first + second and low != middle and middle != high
        else np.int64(2)
    )
