"""Syrian War, compiled: from the rules to the games, the first repetitions of endless ones, and the rows."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from sim.cards import LOW_ACE
from sim.contract.dealing import Layout
from sim.games.packets.codes import PICKUPS
from sim.games.packets.kernel.cycles import play_through
from sim.games.packets.kernel.job import job_of
from sim.games.packets.kernel.leads import follow_pair, with_leads
from sim.games.packets.kernel.rows import Played, count_packet, write_row
from sim.games.packets.kernel.table import (
    ENDING,
    LAID,
    LOW,
    PILE,
    ROUNDS,
    WINNER,
    lay_table,
    load,
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
from sim.kernels.columns import columns_type, filled
from sim.kernels.compiling import kernel
from sim.kernels.philox import PLAY, open_stream
from sim.kernels.words import ONE, THREE, TWO, ZERO

Columns = columns_type(__name__, COLUMNS)


def arguments_of(
    rules: SyrianWarRules,
    deals: NDArray[np.uint8],
    where: Layout,
    seed: int,
    first: int,
) -> tuple[Any, ...]:
    """What the compiled loop takes to play given deals, besides the columns to fill."""
    rooms, work = lay_table(where.sizes, seed)
    setting = Setting(
        picture=np.uint64(rules.picture),
        again=rules.war_tie == "again",
        own=rules.rows == "own",
        pickup=PICKUPS.index(rules.pickup),
        deterministic=rules.deterministic,
    )
    job = job_of(deals, where, rules.max_rounds, seed, first)
    return job, rooms, setting, work


def play_block(
    rules: SyrianWarRules,
    deals: NDArray[np.uint8],
    where: Layout,
    seed: int,
    first: int,
) -> dict[str, NDArray[np.integer]]:
    """Play given deals to the end.

    Return one array (games,) for each outcome column, categories as codes.
    """
    given = arguments_of(rules, deals, where, seed, first)
    columns = filled(Columns, COLUMNS, len(deals), play_all, *given)
    return with_leads(rules, columns, _follow_all, *given)


@kernel
def play_all(job, rooms, setting, work, rows):
    """Play every deal of a job and write its row."""
    table, state = work.table, work.state
    for index in range(np.uint64(len(rows.winner))):
        start = index * job.width
        open_stream(work.shared.chance.words, job.first + index, PLAY)
        load(job, start, rooms, table, state)
        aces, rank_sum = count_packet(job, index, LOW_ACE)
        play_through(advance, job, start, rooms, setting, work)
        # A turn is a battle unless it begins a pile, as the first turn does and every
        # turn after a capture.
        on_empty = state[CAPTURES] + np.uint64(state[PILE] > ZERO)
        played = Played(
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
        write_row(rows, index, played, aces, rank_sum)
        rows.turns[index], rows.captures[index] = state[ROUNDS], state[CAPTURES]


@kernel
def _follow_all(job, rooms, setting, work, rounds, winners, lead, rows):
    """Play every deal of a job again, and write who was ahead."""
    for index in range(np.uint64(len(rounds))):
        open_stream(work.shared.chance.words, job.first + index, PLAY)
        follow_pair(
            advance,
            job,
            index,
            rooms,
            setting,
            work,
            rounds[index],
            winners[index],
            lead,
            rows,
        )
