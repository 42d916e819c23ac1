"""The moves of the policy ``search`` of Wargame, compiled.

:mod:`sim.games.wargame.policies.search` defines them.
"""

import numpy as np

from sim.games.wargame.kernel.alpha_beta import (
    DEFENDER_SWITCHES,
    NOBODY_SWITCHES,
    WIN,
    look_ahead,
)
from sim.games.wargame.kernel.bits import COLUMNS, one, reach
from sim.games.wargame.kernel.positions import Position, forces_of, switched
from sim.games.wargame.policies.weights import ALL_SWITCHES, DEPTHS
from sim.kernels.bits import count_bits, lowest_bit
from sim.kernels.compiling import kernel
from sim.kernels.words import ONE, ZERO

_DEPTHS = np.array(DEPTHS, np.int64)
_ALL_SWITCHES = np.uint64(ALL_SWITCHES)
_NEAR = np.int64(1)


@kernel
def attack_from(view):
    """The column that a player attacks."""
    mine, theirs = forces_of(view)
    unfought = np.uint64(view.open)
    wide = count_bits(unfought) <= _ALL_SWITCHES
    battles = _DEPTHS[count_bits(unfought)]
    while True:
        best = -WIN
        choice = COLUMNS
        columns = unfought
        while columns != ZERO and best < WIN:
            column = lowest_bit(columns)
            columns &= columns - ONE
            position = Position(mine, theirs, unfought)
            worth = look_ahead(
                position, battles, wide, one(column), DEFENDER_SWITCHES, best, WIN
            )
            if worth > best:
                best = worth
                choice = column
        if choice < COLUMNS:
            return choice
        if battles == _NEAR:
            return lowest_bit(unfought)
        battles = _NEAR


@kernel
def switch_from(view):
    """A player's switch, 0 for none or ``13 * i + j``."""
    if view.own_chips == 0:
        return ZERO
    mine, theirs = forces_of(view)
    unfought = np.uint64(view.open)
    attacks = view.attacked < 0
    attacked = COLUMNS if attacks else np.uint64(view.attacked)
    wide = count_bits(unfought) <= _ALL_SWITCHES
    battles = _DEPTHS[count_bits(unfought)]
    lost = theirs.won
    while True:
        best = -WIN
        choice = ZERO
        lows = unfought
        # A column with itself, tried first, means no switch.
        low = high = lowest_bit(unfought)
        highs = ZERO
        while True:
            mine_after = switched(mine, low, high)
            if attacks:
                columns = one(low) | one(high)
                if wide or low == high:
                    columns = unfought
                position = Position(mine_after, theirs, unfought)
                worth = look_ahead(
                    position, battles, wide, columns, DEFENDER_SWITCHES, best, WIN
                )
            else:
                position = Position(theirs, mine_after, unfought)
                worth = -look_ahead(
                    position, battles, wide, one(attacked), NOBODY_SWITCHES, -WIN, -best
                )
            if worth > best:
                best = worth
                choice = ZERO if low == high else COLUMNS * low + high
            while highs == ZERO and lows != ZERO:
                low = lowest_bit(lows)
                lows &= lows - ONE
                highs = lows & reach(lost, low)
                if not (attacks or wide or low == attacked):
                    highs &= one(attacked)
            if highs == ZERO or best == WIN:
                break
            high = lowest_bit(highs)
            highs &= highs - ONE
        if best > -WIN or battles == _NEAR:
            return choice
        battles = _NEAR
