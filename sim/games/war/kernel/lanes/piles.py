"""Captured piles, many games side by side.

They lie behind the packets, and are turned when a packet is used up.

What a player captures goes behind their last card, as it does without piles. A boundary
marks where the packet ends and the pile begins, and a pass goes no further than the
nearer boundary. Then the pile is shuffled where it lies, and the boundary moves behind
it::

    the packet        9 4 | K 2 7 7 J 3          two cards left, six captured
    used up               | K 2 7 7 J 3 9 5      with another pair behind them
    turned                  7 J 5 K 3 9 2 7 |    the next packet

A war that lies across a boundary waits for the end of the pass. The cards that are laid
in it are not in the pile, so the pile may as well be turned before they are laid: then
the next pass fights the whole war.
"""

import numpy as np

from sim.games.war.kernel.lanes.layout import GAMES, PACKET
from sim.games.war.kernel.lanes.table import HEAD_0, PILE_0, PILE_START_0, TAIL_0
from sim.kernels.bits import lowest_bit
from sim.kernels.compiling import inlined, part
from sim.kernels.philox import shuffle
from sim.kernels.shuffling import (
    LARGE,
    MIDDLE,
    SMALL,
    shuffle_large,
    shuffle_middle,
    shuffle_small,
    swap_down,
)
from sim.kernels.words import ONE, ZERO


@inlined
def _turn_across(numbers, lane, total, step_size):
    """Turn the pile of a player whose packet is too small for the next war.

    It is player 0's, if both are too small.

    Player 1's is then turned after the next pass, which is empty. Return how many cards
    are to be shuffled; 0 if a player cannot afford the war.
    """
    head = np.int64(numbers.head[lane])
    held = np.int64(numbers.held[lane])
    bound_0 = np.int64(numbers.bound[0, lane])
    bound_1 = np.int64(numbers.bound[1, lane])
    # All that is compared before the boundary ties, or the pass would have settled the
    # war.
    levels = (min(bound_0, bound_1) - head - 1) // step_size + 1
    needed = 1 + levels * step_size
    size = 0
    if needed <= min(held, total - held):
        player = np.int64(bound_0 >= head + needed)
        bound = bound_1 if player else bound_0
        tail = head + (total - held if player else held)
        size = tail - bound
        numbers.bound[player, lane] = tail
        numbers.pile[lane] = player * PACKET + bound
        numbers.size[lane] = size
    return size


@inlined
def _pile(many, group, lane):
    """Where the pile of a game lies, and how many cards it has."""
    start = np.uint64((group * GAMES + np.int64(lane)) * 2 * PACKET)
    numbers = many.groups[group]
    return start + np.uint64(numbers.pile[lane]), np.uint64(numbers.size[lane])


@inlined
def _shuffle_each(many, group, games, shuffle_pile):
    """Shuffle the piles of some games of a group.

    A bit says which games, and a function shuffles piles of their size.
    """
    while games:
        lane = lowest_bit(games)
        games &= games - ONE
        place, size = _pile(many, group, lane)
        shuffle_pile(
            many.cards,
            place,
            size,
            many.words[group * GAMES + np.int64(lane)],
            many.seed,
        )


@part
def turn_piles(many, group, step_size, in_register):
    """Turn the piles for wars across a boundary, and shuffle all that are turned.

    This is done in all games of a group.

    Piles of like size are shuffled one after the other, since they take the same steps.
    Return a bit for each game with a war that a player cannot afford.
    """
    cards = many.cards
    numbers = many.groups[group]
    words = many.words
    seed = many.seed
    small = np.uint64(numbers.small[0])
    middle = np.uint64(numbers.middle[0])
    large = np.uint64(numbers.large[0])
    larger = np.uint64(numbers.larger[0])
    across = np.uint64(numbers.across[0])
    waiting = ZERO
    while across:
        bit = across & (ZERO - across)
        across ^= bit
        size = _turn_across(numbers, lowest_bit(bit), many.work.total, step_size)
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
        lane = lowest_bit(bit)
        stream = words[group * GAMES + np.int64(lane)]
        place, size = _pile(many, group, lane)
        if in_register:
            while size > LARGE:
                size = swap_down(cards, place, size, stream, seed)
            numbers.size[lane] = size
            middle |= bit * np.uint64(size <= MIDDLE)
            large |= bit * np.uint64(size > MIDDLE)
        else:
            shuffle(cards, place, size, stream, seed)
    _shuffle_each(many, group, large, shuffle_large)
    _shuffle_each(many, group, middle, shuffle_middle)
    _shuffle_each(many, group, small, shuffle_small)
    return waiting


@inlined
def count_piles(lane, bases):
    """Add to the state of a game where the packets end and the piles lie.

    It is as :func:`~.table.fight` takes it.

    The piles begin where the packets end, and a turned packet is followed by the next
    pile.
    """
    state = lane.state
    for player in range(2):
        bound = (
            lane.room + player * PACKET + np.int64(lane.group.bound[player, lane.at])
        )
        end = state[TAIL_0 + player]
        state[TAIL_0 + player] = state[PILE_START_0 + player] = bound
        state[PILE_0 + player] = end
        bases[player] = bound
        bases[2 + player] = end


@inlined
def resume_piles(lane):
    """Say where the packets end, once they lie at the beginning of their rooms again."""
    for player in range(2):
        lane.group.bound[player, lane.at] = (
            lane.state[TAIL_0 + player] - lane.state[HEAD_0 + player]
        )
