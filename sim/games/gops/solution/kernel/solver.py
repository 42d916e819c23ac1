"""The positions of GOPS solved from the last prize back, compiled.

There is a matrix game for each possible upcard.

A layer holds all positions with equally many prizes to come; its rows are the order
patterns of the hands (:mod:`sim.games.gops.solution.layers`), and in a row lie the sets
of prizes and, for each, the possible pots and leads.
"""

import numpy as np

from sim.games.gops.solution.kernel.layout import (
    ASCENDING,
    DESCENDING,
    HALF_KEY,
    RANDOM,
    area_of,
    hands_of,
    parts_of,
)
from sim.kernels.bits import highest_bit, lowest_bit
from sim.kernels.compiling import inlined, kernel, part
from sim.kernels.words import ONE, THREE, TWO, ZERO
from sim.solver.kernel.matrix_games import best_column, best_row, solve_game

_WON, _TIED, _LOST = ZERO, ONE, TWO


@inlined
def _without(mask, place):
    """A bit mask with one bit taken out and those above it moved down."""
    return (mask & ((ONE << place) - ONE)) | ((mask >> (place + ONE)) << place)


@part
def row_of(keys, key):
    """The row of a pattern, which must be in the layer."""
    low = ZERO
    high = np.uint64(len(keys))
    while high - low > ONE:
        middle = (low + high) >> ONE
        if keys[middle] <= key:
            low = middle
        else:
            high = middle
    return low


@inlined
def _case(outcome, lost, swapped):
    """The number of a kind of pair of bids.

    The kind is what happens to the prize, the hands and the sides.
    """
    return (outcome * THREE + lost) * TWO + swapped


@kernel
def find_children(step, row, work):
    """Record in ``base`` and ``case`` where the positions after each pair of bids lie.

    The bids are ascending.
    """
    first, second = hands_of(step.layer.keys[row])
    starts = step.below.starts
    keys = step.below.keys
    pair = ZERO
    bids = first
    while bids:
        i = lowest_bit(bids)
        bids &= bids - ONE
        answers = second
        while answers:
            j = lowest_bit(answers)
            answers &= answers - ONE
            hand_0 = first ^ (ONE << i)
            hand_1 = second ^ (ONE << j)
            lost = ZERO
            high = max(i, j)
            low = min(i, j)
            if not ((hand_0 | hand_1) >> high) & ONE:
                hand_0 = _without(hand_0, high)
                hand_1 = _without(hand_1, high)
                lost += ONE
            if low != high and not ((hand_0 | hand_1) >> low) & ONE:
                hand_0 = _without(hand_0, low)
                hand_1 = _without(hand_1, low)
                lost += ONE
            outcome = _TIED if i == j else _WON if i > j else _LOST
            swapped = ZERO
            if hand_0 < hand_1:
                hand_0, hand_1 = hand_1, hand_0
                swapped = ONE
            work.base[pair] = starts[row_of(keys, hand_0 << HALF_KEY | hand_1)]
            work.case[pair] = _case(outcome, lost, swapped)
            pair += ONE


@part
def points_of(prizes):
    """The sum of a set of prizes."""
    total = np.int64(0)
    while prizes:
        total += np.int64(lowest_bit(prizes)) + 1
        prizes &= prizes - ONE
    return total


@part
def weigh_cases(step, missing, rest, upcard, pot, lead, work):
    """Compute what each kind of pair of bids gains at once.

    Also where in its row the next position lies.

    ``missing`` cards are in neither hand; ``rest`` are the prizes still to come after
    this one, the upcard, to which the pot was carried over; the lead is the first
    player's.
    """
    rules = step.rules
    below = step.below
    at_stake = upcard + pot
    middle = np.int64(below.leads >> ONE)
    sets = np.uint64(len(below.sets))
    for outcome in range(THREE):
        carried = (
            at_stake if rules.carry_over and outcome == _TIED and rest else np.int64(0)
        )
        won = (
            np.int64(0)
            if outcome == _TIED
            else at_stake
            if outcome == _WON
            else -at_stake
        )
        after = lead + won if rules.win else np.int64(0)
        left = points_of(rest) + carried
        for lost in range(THREE):
            for swapped in range(TWO):
                case = _case(outcome, lost, swapped)
                work.offset[case] = ZERO
                if rules.win and abs(after) > left:
                    work.gain[case] = 1.0 if after > 0 else -1.0
                    work.sign[case] = 0.0
                    continue
                work.gain[case] = 0.0 if rules.win else np.float64(won)
                work.sign[case] = -1.0 if swapped else 1.0
                if missing + lost > rules.cards - below.size:
                    continue
                seen = -after if swapped else after
                place = (
                    (missing + lost) * sets + step.set_of[rest]
                ) * below.pots + np.uint64(carried)
                place = below.places[place * below.leads + np.uint64(seen + middle)]
                if place >= 0:
                    work.offset[case] = np.uint64(place)


@inlined
def next_upcards(rules, prizes):
    """Which of the prizes may be turned up next, as a bit mask."""
    upcards = prizes
    if prizes and rules.order == ASCENDING:
        upcards = ONE << lowest_bit(prizes)
    elif prizes and rules.order == DESCENDING:
        upcards = ONE << highest_bit(prizes)
    return upcards


@kernel
def solve_turn(step, missing, rest, upcard, pot, lead, work):
    """The value and gap of the game of a prize, pairs of bids recorded, and fill both mixtures."""
    weigh_cases(step, missing, rest, upcard, pot, lead, work)
    size = step.layer.size
    for pair in range(size * size):
        case = work.case[pair]
        at = work.base[pair] + work.offset[case]
        work.payoffs[pair] = work.gain[case] + work.sign[case] * step.values[at]
    return solve_game(
        work.payoffs, size, size, size, work.first, work.second, work.game
    )


@inlined
def position_at(layer, at):
    """The prizes to come (uint64), the pot and the lead (int64) of a position."""
    number, pot, lead = parts_of(at, layer.pots, layer.leads)
    return (
        layer.sets[number],
        np.int64(pot),
        np.int64(lead) - np.int64(layer.leads >> ONE),
    )


@kernel
def visit_rows(step, rows, values, solves, bounds, mixtures, uniform, work):
    """Solve all positions of some rows and return the largest gap.

    What is None is not compiled.

    If not None, ``uniform`` stands for players who bid any card held, each equally
    likely: nothing is solved. Values are filled if ``solves``, otherwise they are
    known. Bounds are two arrays of the layer below, and two to fill: the most that the
    first player can get against the second player's strategy, and the least that the
    first player gets with their own. The strategies follow from the values below, but
    what they are worth does not: it is computed from the bounds below. So a wrong value
    anywhere shows as a response that gains.
    """
    layer = step.layer
    first_row, last_row = rows
    widest = 0.0
    if uniform is not None:
        for i in range(layer.size):
            work.first[i] = work.second[i] = 1.0 / np.float64(layer.size)
    for row in range(first_row, last_row):
        find_children(step, row, work)
        missing = layer.missing[row]
        for at in range(area_of(layer)):
            # The place in its row of the position at a place of the row's area, -1 if
            # there is none.
            place = np.int64(layer.places[missing * area_of(layer) + at])
            if place < 0:
                continue
            prizes, pot, lead = position_at(layer, at)
            position = layer.starts[row] + np.uint64(place)
            total = 0.0
            most = 0.0
            least = 0.0
            turned = ZERO
            upcards = next_upcards(step.rules, prizes)
            while upcards:
                bit = lowest_bit(upcards)
                upcards &= upcards - ONE
                rest = prizes ^ (ONE << bit)
                upcard = np.int64(bit) + 1
                if uniform is None:
                    value, gap = solve_turn(
                        step, missing, rest, upcard, pot, lead, work
                    )
                    total += value
                    widest = max(widest, gap)
                else:
                    weigh_cases(step, missing, rest, upcard, pot, lead, work)
                if bounds is not None:
                    _fill_bounds(layer.size, bounds[0], work)
                    most += best_row(
                        work.high_payoffs, layer.size, layer.size, work.second
                    )
                    least += best_column(
                        work.low_payoffs, layer.size, layer.size, work.first
                    )
                if mixtures is not None:
                    prizes_next = layer.size if step.rules.order == RANDOM else ONE
                    begin = (position * prizes_next + turned) * layer.size
                    for i in range(layer.size):
                        mixtures[0][begin + i], mixtures[1][begin + i] = (
                            work.first[i],
                            work.second[i],
                        )
                turned += ONE
            if values is not None and solves:
                values[position] = total / np.float64(turned)
            if bounds is not None:
                bounds[1][0][position] = most / np.float64(turned)
                bounds[1][1][position] = least / np.float64(turned)
    return widest


@part
def _fill_bounds(size, bounds_below, work):
    """Fill the matrices of what best responses get after each pair of bids."""
    high_below, low_below = bounds_below
    for pair in range(size * size):
        case = work.case[pair]
        at = work.base[pair] + work.offset[case]
        payoff = work.gain[case]
        sign = work.sign[case]
        if sign >= 0.0:
            work.high_payoffs[pair] = payoff + sign * high_below[at]
            work.low_payoffs[pair] = payoff + sign * low_below[at]
        else:
            # The players have changed sides: the most of one is the least of the other.
            work.high_payoffs[pair] = payoff - low_below[at]
            work.low_payoffs[pair] = payoff - high_below[at]
