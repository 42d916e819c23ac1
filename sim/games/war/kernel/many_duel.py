"""The usual war between the last two players whose pots are shuffled, compiled: both have enough cards for it.

It gives what :func:`sim.games.war.kernel.many_fight.fight` gives, which plays all other rounds that begin with a tie.
"""

from __future__ import annotations

import numpy as np

from sim.games.war.kernel.many_table import (
    HEAD,
    LONGEST,
    PLAYS,
    ROUNDS,
    SINGLE,
    TAIL,
    WARS,
    settle,
)
from sim.kernels.compiling import inlined, part
from sim.kernels.philox import shuffle
from sim.kernels.processor import has
from sim.kernels.shuffling import MOST_IN_REGISTER, put_shuffled
from sim.kernels.words import ONE

_MOST_LAID = np.uint64(MOST_IN_REGISTER // 2)


@inlined
def put_and_shuffle(table, stacks, to, pot, words, seed):
    """Do the same as :func:`~sim.kernels.shuffling.put_shuffled` on any processor."""
    first, second, laid = stacks
    for place in range(laid):
        table[to + place], table[to + laid + place] = table[first + place], table[second + place]
    shuffle(table, to, laid + laid, words, seed)


_put_shuffled = put_shuffled if has("ssse3") else put_and_shuffle


@part
def duel(game, setting, chance, pot):
    """Play a round of the last two players that begins with a tie, if it is a usual one; return whether it was.

    Parameters
    ----------
    game
        The game after the last round; nothing is changed if the round is not a usual one.
    setting, chance
        The rules, and a stream of random words.
    pot
        uint8 (16 or more,): a workspace.
    """
    table, places, counts = game
    if setting.by_rank:
        return False
    head_0, head_1 = places[HEAD], places[HEAD + ONE]
    most = min(min(places[TAIL] - head_0, places[TAIL + ONE] - head_1), _MOST_LAID)
    step = np.uint64(setting.face_down + 1)
    laid, wars = ONE, 0
    while True:
        card_0, card_1 = table[head_0 + laid - ONE], table[head_1 + laid - ONE]
        if card_0 != card_1:
            break
        laid += step
        wars += 1
        if laid > most:
            return False
    crossed = min(card_0, card_1) == setting.low and max(card_0, card_1) == setting.high
    winner = np.uint64((card_1 > card_0) != crossed)
    first, second = (head_1, head_0) if winner == ONE else (head_0, head_1)
    end = TAIL + winner
    _put_shuffled(table, (first, second, laid), places[end], pot, chance.words, chance.seed)
    places[HEAD], places[HEAD + ONE] = head_0 + laid, head_1 + laid
    places[end] += laid + laid
    counts[ROUNDS] += 1
    counts[PLAYS] += np.int64(laid)
    counts[WARS] += wars
    counts[SINGLE + min(wars, 4) - 1] += 1
    counts[LONGEST] = max(counts[LONGEST], wars)
    settle(places, counts)
    return True
