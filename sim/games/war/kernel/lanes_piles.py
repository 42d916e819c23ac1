"""Captured piles, many games side by side: they lie behind the packets, and are turned when a packet is used up.

What a player captures goes behind their last card, as it does without piles. A boundary marks where the packet ends
and the pile begins, and a pass goes no further than the nearer boundary. Then the pile is shuffled where it lies, and
the boundary moves behind it::

    the packet        9 4 | K 2 7 7 J 3          two cards left, six captured
    used up               | K 2 7 7 J 3 9 5      with another pair behind them
    turned                  7 J 5 K 3 9 2 7 |    the next packet

A war that lies across a boundary waits for the end of the pass. The cards that are laid in it are not in the pile, so
the pile may as well be turned before they are laid: then the next pass fights the whole war.
"""

from __future__ import annotations

import numpy as np

from sim.games.war.kernel.lanes_layout import GAMES, OFFSET, PACKET, lane_at
from sim.games.war.kernel.two_table import HEAD_0, PILE_0, PILE_START_0, TAIL_0
from sim.kernels.bits import lowest_bit
from sim.kernels.compiling import inlined
from sim.kernels.philox import shuffle
from sim.kernels.shuffling_piles import (
    LARGE,
    MIDDLE,
    SMALL,
    shuffle_large,
    shuffle_middle,
    shuffle_small,
    swap_down,
)
from sim.kernels.words import ONE, ZERO

_HELD, _HEAD, _BOUND_0, _BOUND_1 = (OFFSET[name] for name in ("held", "head", "bound_0", "bound_1"))
_PILE, _SIZE = OFFSET["pile"], OFFSET["size"]
_SMALL, _MIDDLE, _LARGE, _LARGER, _ACROSS = (
    OFFSET[name] for name in ("small", "middle", "large", "larger", "across")
)


@inlined
def _turn_across(lanes, own, total, step_size):
    """Turn the pile of a player whose packet is too small for the next war: player 0's, if both are.

    Player 1's is then turned after the next pass, which is empty.

    Returns
    -------
    int
        How many cards are to be shuffled; 0 if a player cannot afford the war.
    """
    head, held = np.int64(lanes[own + _HEAD]), np.int64(lanes[own + _HELD])
    bound_0, bound_1 = np.int64(lanes[own + _BOUND_0]), np.int64(lanes[own + _BOUND_1])
    # All that is compared before the boundary ties, or the pass would have settled the war.
    levels = (min(bound_0, bound_1) - head - 1) // step_size + 1
    needed = 1 + levels * step_size
    size = 0
    if needed <= min(held, total - held):
        player = np.int64(bound_0 >= head + needed)
        bound = np.int64(lanes[own + _BOUND_0 + np.uint64(player * GAMES)])
        tail = head + (total - held if player else held)
        size = tail - bound
        lanes[own + _BOUND_0 + np.uint64(player * GAMES)] = tail
        lanes[own + _PILE], lanes[own + _SIZE] = player * PACKET + bound, size
    return size


@inlined
def _pile(many, group, lane):
    """Return where the pile of a game lies, and how many cards it has."""
    start = np.uint64((group * GAMES + lane) * 2 * PACKET)
    own = lane_at(group, lane)
    return start + np.uint64(many.lanes[own + _PILE]), np.uint64(many.lanes[own + _SIZE])


@inlined
def _shuffle_each(many, group, games, shuffle_pile):
    """Shuffle the piles of some games of a group, one bit for each, with a function for their size."""
    while games:
        lane = np.int64(lowest_bit(games))
        games &= games - ONE
        place, size = _pile(many, group, lane)
        shuffle_pile(many.cards, place, size, many.words[group * GAMES + lane], many.seed)


@inlined
def turn_piles(many, group, step_size, in_register):
    """Turn the piles for wars across a boundary, and shuffle all piles that are turned, in all games of a group.

    Piles of like size are shuffled one after the other, since they take the same steps.

    Parameters
    ----------
    many
        The games.
    group
        The group whose pass is over.
    step_size
        The cards of each player in a war.
    in_register
        Whether piles are shuffled in vector registers.

    Returns
    -------
    int
        A bit for each game with a war that a player cannot afford.
    """
    cards, lanes, words, seed = many.cards, many.lanes, many.words, many.seed
    all_games = lane_at(group, 0)
    small, middle = np.uint64(lanes[all_games + _SMALL]), np.uint64(lanes[all_games + _MIDDLE])
    large, larger = np.uint64(lanes[all_games + _LARGE]), np.uint64(lanes[all_games + _LARGER])
    across, waiting = np.uint64(lanes[all_games + _ACROSS]), ZERO
    while across:
        bit = across & (ZERO - across)
        across ^= bit
        size = _turn_across(lanes, lane_at(group, lowest_bit(bit)), many.work.total, step_size)
        waiting |= bit * np.uint64(size == 0)
        small |= bit * np.uint64(1 < size <= SMALL)
        middle |= bit * np.uint64(SMALL < size <= MIDDLE)
        large |= bit * np.uint64(MIDDLE < size <= LARGE)
        larger |= bit * np.uint64(size > LARGE)
    if not in_register:
        larger |= large | middle | small
        large = middle = small = ZERO
    while larger:
        bit = larger & (ZERO - larger)
        larger ^= bit
        lane = np.int64(lowest_bit(bit))
        place, size = _pile(many, group, lane)
        if in_register:
            while size > LARGE:
                size = swap_down(cards, place, size, words[group * GAMES + lane], seed)
            lanes[lane_at(group, lane) + _SIZE] = size
            middle |= bit * np.uint64(size <= MIDDLE)
            large |= bit * np.uint64(size > MIDDLE)
        else:
            shuffle(cards, place, size, words[group * GAMES + lane], seed)
    _shuffle_each(many, group, large, shuffle_large)
    _shuffle_each(many, group, middle, shuffle_middle)
    _shuffle_each(many, group, small, shuffle_small)
    return waiting


@inlined
def count_piles(lanes, own, state, to, bases):
    """Add to the state of a game where the packets end and the piles lie, as :func:`~.two_table.fight` takes them.

    The piles begin where the packets end, and a turned packet is followed by the next pile.
    """
    for player in range(2):
        bound = to + player * PACKET + np.int64(lanes[own + _BOUND_0 + np.uint64(player * GAMES)])
        end = state[TAIL_0 + player]
        state[TAIL_0 + player] = state[PILE_START_0 + player] = bound
        state[PILE_0 + player] = end
        bases[player], bases[2 + player] = bound, end


@inlined
def resume_piles(lanes, own, state):
    """Say where the packets end, once they lie at the beginning of their rooms again."""
    for player in range(2):
        lanes[own + _BOUND_0 + np.uint64(player * GAMES)] = state[TAIL_0 + player] - state[HEAD_0 + player]
