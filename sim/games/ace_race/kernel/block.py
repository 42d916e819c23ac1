"""Ace race, compiled: from the rules to the games, the first repetitions of endless ones, and the rows."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sim.cards import ACE
from sim.contract.dealing import Layout
from sim.games.ace_race.kernel.play import PLAYS, WARS, Setting, advance
from sim.games.ace_race.rules import AceRaceRules
from sim.games.packets.codes import CAP, OVER, PICKUPS
from sim.games.packets.columns import PACKET_COLUMNS
from sim.games.packets.kernel.cycles import settle_endless
from sim.games.packets.kernel.job import job_of
from sim.games.packets.kernel.rows import Played, count_packet, new_columns, packet_rows, write_row
from sim.games.packets.kernel.table import ENDING, LOW, ROUNDS, WINNER, lay_table, load
from sim.kernels.compiling import kernel
from sim.kernels.philox import COIN, PLAY, open_stream
from sim.kernels.words import ZERO
from sim.rng import WORD


def play_block(
    rules: AceRaceRules, deals: NDArray[np.uint8], where: Layout, seed: int, first: int
) -> dict[str, NDArray[np.integer]]:
    """Play given deals to the end; return one array (games,) for each outcome column, categories as codes."""
    rooms, work = lay_table(where.sizes, seed)
    fixed = rules.speed in (0, 1)
    setting = Setting(
        prize=np.uint64(rules.prize),
        fixed=fixed,
        first=np.uint64(rules.speed == 0),
        below=np.uint64(0 if fixed else int(rules.speed * WORD)),
        pickup=PICKUPS.index(rules.pickup),
        deterministic=rules.deterministic,
    )
    columns = new_columns(PACKET_COLUMNS, len(deals))
    job = job_of(deals, where, rules.max_rounds, seed, first)
    _play_all(job, rooms, setting, work, packet_rows(columns))
    return columns


@kernel
def _play_all(job, rooms, setting, work, rows):
    """Play every deal of a job and write its row."""
    table, state = work.table, work.state
    for index in range(np.uint64(len(rows.winner))):
        start = index * job.width
        open_stream(work.shared.chance.words, job.first + index, PLAY)
        open_stream(work.shared.coins.words, job.first + index, COIN)
        load(job, start, rooms, table, state)
        aces, rank_sum = count_packet(table, job.sizes[0], ACE)
        status = advance(table, state, rooms, setting, job.max_rounds, setting.deterministic, work.shared)
        if status != OVER:
            if setting.deterministic:
                settle_endless(advance, job, start, rooms, setting, work, status)
            else:
                state[ENDING] = CAP
        played = Played(
            ending=state[ENDING],
            rounds=state[ROUNDS],
            battles=state[ROUNDS],
            plays=state[ROUNDS] + state[PLAYS],
            wars=state[WARS],
            taker=state[WINNER],
            low=state[LOW + state[WINNER]],
            single=state[WARS],
            double=ZERO,
            triple=ZERO,
            longer=ZERO,
            longest=ZERO,
        )
        write_row(rows, index, played, aces, rank_sum)
