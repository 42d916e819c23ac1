"""Syrian War, compiled: from the rules to the games and their rows.

Endless games end at their first repetition.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from sim.cards import LOW_ACE
from sim.games.packets.codes import PICKUPS
from sim.games.packets.kernel.cycles import play_through
from sim.games.packets.kernel.frame import PacketKernel
from sim.games.packets.kernel.leads import follow_pairs
from sim.games.packets.kernel.rows import Played, count_packet, write_row
from sim.games.packets.kernel.table import (
    ENDING,
    LAID,
    LOW,
    PILE,
    ROUNDS,
    WINNER,
    begin,
    lay_table,
)
from sim.games.syrian_war.kernel.play import (
    CAPTURES,
    CHAINS,
    LONGEST,
    WARS,
    Setting,
    advance,
)
from sim.games.syrian_war.rules import COLUMNS, SyrianWarRules
from sim.kernels.columns import columns_type
from sim.kernels.compiling import inlined, kernel
from sim.kernels.words import ONE, THREE, TWO, ZERO

Columns = columns_type(__name__, COLUMNS)


def _inputs(rules: SyrianWarRules, sizes: Sequence[int], seed: int) -> tuple[Any, ...]:
    """How the table is divided, the rules, and the workspace."""
    rooms, work = lay_table(sizes, seed)
    setting = Setting(
        picture=np.uint64(rules.picture),
        again=rules.war_tie == "again",
        take_back=rules.rows == "own",
        pickup=PICKUPS.index(rules.pickup),
        deterministic=rules.deterministic,
    )
    return rooms, setting, work


@inlined
def _result(state):
    """The result of the game so far."""
    # A turn is a battle unless it begins a pile, as the first turn does and every
    # turn after a capture.
    on_empty = state[CAPTURES] + np.uint64(state[PILE] > ZERO)
    return Played(
        ending=state[ENDING],
        rounds=state[ROUNDS],
        battles=state[ROUNDS] - on_empty + state[WARS],
        plays=max(state[LAID], state[LAID + ONE]),
        wars=state[WARS],
        taker=state[WINNER],
        low=state[LOW + state[WINNER]],
        single=state[CHAINS],
        double=state[CHAINS + ONE],
        triple=state[CHAINS + TWO],
        longer=state[CHAINS + THREE],
        longest=state[LONGEST],
    )


@kernel
def play_all(job, rooms, setting, work, rows):
    """Play every deal of a job and write its row."""
    state = work.state
    for index in range(np.uint64(len(rows.winner))):
        begin(job, index, rooms, work)
        aces, rank_sum = count_packet(job, index, LOW_ACE)
        play_through(advance, job, index * job.width, rooms, setting, work)
        write_row(rows, index, _result(state), aces, rank_sum)
        rows.turns[index], rows.captures[index] = state[ROUNDS], state[CAPTURES]


@kernel
def _follow_all(job, rooms, setting, work, rounds, winners, lead, rows):
    """Play every deal of a job again, and write who was ahead."""
    follow_pairs(
        advance, _result, job, rooms, setting, work, rounds, winners, lead, rows
    )


KERNEL = PacketKernel(COLUMNS, Columns, _inputs, play_all, _follow_all)
"""The kernel of Syrian War."""

play_block = KERNEL.play_block
