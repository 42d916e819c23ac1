"""The row of a game of War among several players, compiled."""

from __future__ import annotations

import numpy as np

from sim.cards import ACE
from sim.games.packets.kernel.rows import Played, write_row
from sim.games.war.kernel.many_table import (
    DOUBLE,
    ENDING,
    FIRST_OUT,
    LONGER,
    LONGEST,
    PLAYS,
    ROUNDS,
    SINGLE,
    TRIPLE,
    WARS,
    WINNER,
    WINNER_LOW,
)
from sim.kernels.compiling import inlined


@inlined
def write_counts(job, index, counts, rows, first_out):
    """Write the row of a deal, given the counts at the end of its game; see :func:`.many_games.play_many`."""
    top = index * job.width + job.starts[0]
    aces, rank_sum = np.int32(0), np.int32(0)
    for place in range(job.sizes[0]):
        card = job.cards[top + job.stride * place]
        aces += np.int32(card == ACE)
        rank_sum += np.int32(card)
    first_out[index] = counts[FIRST_OUT]
    played = Played(
        ending=counts[ENDING],
        rounds=counts[ROUNDS],
        battles=counts[ROUNDS] + counts[WARS],
        plays=counts[PLAYS],
        wars=counts[WARS],
        taker=counts[WINNER],
        low=counts[WINNER_LOW],
        single=counts[SINGLE],
        double=counts[DOUBLE],
        triple=counts[TRIPLE],
        longer=counts[LONGER],
        longest=counts[LONGEST],
    )
    write_row(rows, index, played, aces, rank_sum)
