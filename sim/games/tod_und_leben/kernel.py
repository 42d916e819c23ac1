"""Tod und Leben, compiled: one pass through both packets."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from sim.games.packets.kernel.frame import PacketKernel
from sim.games.tod_und_leben.rules import COLUMNS, TodUndLebenRules
from sim.kernels.columns import columns_type
from sim.kernels.compiling import kernel
from sim.kernels.words import FIVE, ONE, ZERO

_LAST = FIVE


Columns = columns_type(__name__, COLUMNS)


def _inputs(
    rules: TodUndLebenRules, sizes: Sequence[int], seed: int
) -> tuple[NDArray[np.int64]]:
    """The counts of tricks by their cards."""
    return (np.zeros(int(_LAST) + 1, np.int64),)


@kernel
def play_all(job, tricks, rows):
    """Play every deal of a job and write its row."""
    cards = job.cards
    stride = job.stride
    start_0 = job.starts[0]
    start_1 = job.starts[1]
    battles = min(job.sizes[0], job.sizes[1])
    for index in range(np.uint64(len(rows.winner))):
        at = index * job.width
        top_0 = at + start_0
        top_1 = at + start_1
        for laid in range(_LAST + ONE):
            tricks[laid] = 0
        laid = ZERO
        won_0 = ZERO
        total = ZERO
        for place in range(battles):
            card_0 = cards[top_0 + stride * place]
            card_1 = cards[top_1 + stride * place]
            laid += ONE
            if card_0 != card_1:
                won_0 += laid * np.uint64(card_0 > card_1)
                total += ONE
                tricks[min(laid, _LAST)] += 1
                laid = ZERO
        # In an unresolved last trick both players take back their own cards: half of
        # what a won trick brings.
        won = won_0 + won_0 + laid
        if laid > ZERO:
            total += ONE
            tricks[min(laid, _LAST)] += 1
        lost = battles + battles - won
        rows.winner[index] = np.int8(won < lost) - np.int8(won == lost)
        rows.cards_0[index] = won
        rows.cards_1[index] = lost
        rows.rounds[index] = total
        rows.wars[index] = battles - total
        rows.single_wars[index], rows.double_wars[index] = tricks[2], tricks[3]
        rows.triple_wars[index], rows.longer_wars[index] = tricks[4], tricks[5]


KERNEL = PacketKernel(COLUMNS, Columns, _inputs, play_all)
"""The kernel of Tod und Leben."""

play_block = KERNEL.play_block
