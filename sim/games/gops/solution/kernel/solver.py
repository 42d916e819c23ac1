"""The positions of GOPS solved from the last prize back, compiled: one matrix game for each prize that may be turned.

A layer holds all positions with equally many prizes still to come. Its rows are the order patterns of the two hands
(:mod:`sim.exact.gops_patterns`); within a row lie the sets of prizes and, for each, the pots and leads that can be.
A position is worth the mean, over the prizes that may be turned next, of a matrix game whose payoffs come from the
layer before. Of two patterns that only differ in who is who, one is kept: what it is worth to the one player it
costs the other.
"""

from __future__ import annotations

import numpy as np

from sim.games.gops.solution.kernel.layout import ASCENDING, DESCENDING, HALF_KEY
from sim.kernels.compiling import inlined, kernel
from sim.kernels.matrix_games import solve_game

_ZERO, _ONE, _TWO, _THREE = np.uint64(0), np.uint64(1), np.uint64(2), np.uint64(3)
_LOW_HALF = np.uint64((1 << 16) - 1)
_WON, _TIED, _LOST = np.uint64(0), np.uint64(1), np.uint64(2)


@inlined
def _without(mask, place):
    """Return a bit mask with one bit taken out and those above it moved down."""
    return (mask & ((_ONE << place) - _ONE)) | ((mask >> (place + _ONE)) << place)


@kernel
def row_of(keys, key):
    """Return the row of a pattern; there must be one."""
    low, high = _ZERO, np.uint64(len(keys))
    while high - low > _ONE:
        middle = (low + high) >> _ONE
        if keys[middle] <= key:
            low = middle
        else:
            high = middle
    return low


@kernel
def find_children(layer, below, row, work):
    """Note for each pair of bids where the positions after it lie.

    Parameters
    ----------
    layer, below
        The layer of the position, and the one with a prize less.
    row
        uint64: the pattern.
    work
        ``base`` and ``case`` are filled, pair (i, j) at ``i * size + j``, bids in rising order.
    """
    key = layer.keys[row]
    first, second = key >> HALF_KEY, key & _LOW_HALF
    pair = _ZERO
    for i in range(_TWO * HALF_KEY):
        if not (first >> i) & _ONE:
            continue
        for j in range(_TWO * HALF_KEY):
            if not (second >> j) & _ONE:
                continue
            mine, his = first ^ (_ONE << i), second ^ (_ONE << j)
            lost = _ZERO
            high, low = max(i, j), min(i, j)
            if not ((mine | his) >> high) & _ONE:
                mine, his = _without(mine, high), _without(his, high)
                lost += _ONE
            if low != high and not ((mine | his) >> low) & _ONE:
                mine, his = _without(mine, low), _without(his, low)
                lost += _ONE
            case = _TIED if i == j else _WON if i > j else _LOST
            case = (case * _THREE + lost) * _TWO
            if mine < his:
                mine, his = his, mine
                case += _ONE
            work.base[pair] = below.starts[row_of(below.keys, mine << HALF_KEY | his)]
            work.case[pair] = case
            pair += _ONE


@kernel
def points_of(prizes):
    """Return the sum of a set of prizes."""
    total, card = np.int64(0), np.int64(1)
    while prizes:
        if prizes & _ONE:
            total += card
        prizes >>= _ONE
        card += np.int64(1)
    return total


@kernel
def weigh_cases(rules, below, set_of, missing, rest, upcard, pot, lead, work):
    """Work out what each kind of pair of bids brings at once, and where in its row the position after it lies.

    Parameters
    ----------
    rules
        What is played.
    below
        The layer after this prize.
    set_of
        uint64 (2**cards,): the number of each set of prizes in its layer.
    missing
        uint64: of the position.
    rest
        uint64: the prizes still to come after this one.
    upcard, pot, lead
        int64: this prize, the points that lie there, and the lead of the first player.
    work
        ``offset``, ``gain`` and ``sign`` are filled.
    """
    at_stake = upcard + pot
    middle = np.int64(below.leads >> _ONE)
    sets = np.uint64(len(below.sets))
    for outcome in range(_THREE):
        carried = at_stake if rules.carry_over and outcome == _TIED and rest else np.int64(0)
        won = np.int64(0) if outcome == _TIED else at_stake if outcome == _WON else -at_stake
        after = lead + won if rules.win else np.int64(0)
        left = points_of(rest) + carried
        for lost in range(_THREE):
            for swapped in range(_TWO):
                case = (outcome * _THREE + lost) * _TWO + swapped
                work.offset[case] = _ZERO
                if rules.win and abs(after) > left:
                    work.gain[case] = 1.0 if after > 0 else -1.0
                    work.sign[case] = 0.0
                    continue
                work.gain[case] = 0.0 if rules.win else np.float64(won)
                work.sign[case] = -1.0 if swapped else 1.0
                if missing + lost > rules.cards - below.size:
                    continue
                seen = -after if swapped else after
                place = ((missing + lost) * sets + set_of[rest]) * below.pots + np.uint64(carried)
                place = below.places[place * below.leads + np.uint64(seen + middle)]
                if place >= 0:
                    work.offset[case] = np.uint64(place)


@kernel
def fill_payoffs(size, values, payoffs, work):
    """Fill the matrix of the position whose pairs and cases have been noted."""
    for pair in range(size * size):
        case = work.case[pair]
        payoffs[pair] = work.gain[case] + work.sign[case] * values[work.base[pair] + work.offset[case]]


@inlined
def next_upcards(rules, prizes):
    """Return which of the prizes may be turned next, as a bit mask."""
    upcards = prizes
    if rules.order == ASCENDING:
        upcards = prizes & (~prizes + _ONE)
    elif rules.order == DESCENDING:
        while upcards & (upcards - _ONE):
            upcards &= upcards - _ONE
    return upcards


@kernel
def solve_turn(rules, layer, below, set_of, values_below, missing, rest, upcard, pot, lead, work):
    """Solve the matrix game after a prize has been turned; the pairs of bids must have been noted.

    Parameters
    ----------
    rules, below, set_of, missing, rest, upcard, pot, lead
        As in :func:`weigh_cases`.
    layer
        Of the position.
    values_below
        float64: the values of the layer below.
    work
        ``first`` and ``second`` are filled with the players' mixtures, bids in rising order.

    Returns
    -------
    tuple
        The value and the gap, as :func:`sim.kernels.matrix_games.solve_game` gives them.
    """
    weigh_cases(rules, below, set_of, missing, rest, upcard, pot, lead, work)
    fill_payoffs(layer.size, values_below, work.payoffs, work)
    return solve_game(
        work.payoffs, layer.size, layer.size, layer.size, work.first, work.second, work.game
    )  # fmt: skip


@inlined
def place_in_row(layer, missing, number, pot, lead):
    """Return the place of a position in its row, -1 if there is no such position; ``lead`` counts from nothing."""
    sets = np.uint64(len(layer.sets))
    return layer.places[((missing * sets + number) * layer.pots + pot) * layer.leads + lead]


@kernel
def solve_rows(rules, layer, below, set_of, values_below, first_row, last_row, values, work):
    """Solve all positions of some rows.

    Parameters
    ----------
    rules, layer, below, set_of
        As in :func:`weigh_cases`.
    values_below
        float64: the values of the layer below.
    first_row, last_row
        uint64: these rows, without the last.
    values
        float64: the values of the layer; those of the rows are filled.
    work
        What :func:`sim.games.gops.solution.kernel.layout.workspace` makes.

    Returns
    -------
    float
        The largest gap of a matrix game, in the units of the values.
    """
    sets = np.uint64(len(layer.sets))
    middle = np.int64(layer.leads >> _ONE)
    widest = 0.0
    for row in range(first_row, last_row):
        find_children(layer, below, row, work)
        missing = layer.missing[row]
        start = layer.starts[row]
        for number in range(sets):
            prizes = layer.sets[number]
            upcards = next_upcards(rules, prizes)
            for pot in range(layer.pots):
                for lead in range(layer.leads):
                    place = place_in_row(layer, missing, number, pot, lead)
                    if place < 0:
                        continue
                    total, turned = 0.0, 0
                    for bit in range(rules.cards):
                        if not (upcards >> bit) & _ONE:
                            continue
                        value, gap = solve_turn(
                            rules, layer, below, set_of, values_below, missing, prizes ^ (_ONE << bit),
                            np.int64(bit) + 1, np.int64(pot), np.int64(lead) - middle, work,
                        )  # fmt: skip
                        total += value
                        turned += 1
                        widest = max(widest, gap)
                    values[start + np.uint64(place)] = total / turned
    return widest
