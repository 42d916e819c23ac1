"""The row of a two-player game, from the state in which it ended."""

from __future__ import annotations

from sim.games.packets.kernel.rows import Played, write_row
from sim.games.war.kernel.two_table import (
    DOUBLE,
    ENDING,
    LEAST,
    LONGER,
    LONGEST,
    MOST,
    PLAYS,
    ROUNDS,
    SINGLE,
    TRIPLE,
    WARS,
    WINNER,
)
from sim.kernels.compiling import inlined


@inlined
def write_state(rows, index, state, total, aces, rank_sum):
    """Write the row of a game that is over, given the aces and the sum of the ranks that player 0 was dealt."""
    played = Played(
        ending=state[ENDING],
        rounds=state[ROUNDS],
        battles=state[ROUNDS] + state[WARS],
        plays=state[PLAYS],
        wars=state[WARS],
        taker=state[WINNER],
        low=state[LEAST] if state[WINNER] == 0 else total - state[MOST],
        single=state[SINGLE],
        double=state[DOUBLE],
        triple=state[TRIPLE],
        longer=state[LONGER],
        longest=state[LONGEST],
    )
    write_row(rows, index, played, aces, rank_sum)
