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
from sim.games.packets.kernel.table import begin, lay_table
from sim.games.syrian_war.kernel.play import Setting, advance
from sim.games.syrian_war.rules import COLUMNS, SyrianWarRules
from sim.kernels.columns import columns_type
from sim.kernels.compiling import inlined, kernel
from sim.kernels.words import ZERO

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
    on_empty = state.captures + np.uint64(state.pile > ZERO)
    return Played(
        ending=state.ending,
        rounds=state.rounds,
        battles=state.rounds - on_empty + state.wars,
        plays=max(state.laid[0], state.laid[1]),
        wars=state.wars,
        taker=state.winner,
        low=state.low[state.winner],
        single=state.chains[0],
        double=state.chains[1],
        triple=state.chains[2],
        longer=state.chains[3],
        longest=state.longest,
    )


@kernel
def play_all(job, rooms, setting, work, rows):
    """Play every deal of a job and write its row."""
    state = work.state[0]
    for index in range(np.uint64(len(rows.winner))):
        begin(job, index, rooms, work)
        aces, rank_sum = count_packet(job, index, LOW_ACE)
        play_through(advance, job, index * job.width, rooms, setting, work)
        write_row(rows, index, _result(state), aces, rank_sum)
        rows.turns[index] = state.rounds
        rows.captures[index] = state.captures


@kernel
def _follow_all(job, rooms, setting, work, rounds, winners, lead, rows):
    """Play every deal of a job again, and write who was ahead."""
    follow_pairs(
        advance, _result, job, rooms, setting, work, rounds, winners, lead, rows
    )


KERNEL = PacketKernel(COLUMNS, Columns, _inputs, play_all, _follow_all)
"""The kernel of Syrian War."""

play_block = KERNEL.play_block
