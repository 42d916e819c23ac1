"""The last two players of War among several, if nothing is left to chance: a game of two uneven packets, compiled."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from sim.contract.dealing import Layout
from sim.games.packets.codes import DRAW
from sim.games.packets.columns import PACKET_COLUMNS
from sim.games.packets.kernel.job import Job, job_of
from sim.games.packets.kernel.rows import PacketRows, new_columns, packet_rows
from sim.games.war.kernel import two_games
from sim.games.war.kernel.codes import Setting
from sim.games.war.kernel.many_table import (
    DOUBLE,
    ENDING,
    HEAD,
    LONGER,
    LONGEST,
    LOW,
    PLAYS,
    ROUNDS,
    SEAT,
    SINGLE,
    TAIL,
    TRIPLE,
    WARS,
    WINNER,
    WINNER_LOW,
)
from sim.kernels.compiling import part
from sim.kernels.words import TWO, ZERO


class Final(NamedTuple):
    """The end of a game, from the round on in which two players are left: a game of two uneven packets.

    Attributes
    ----------
    job
        A deal of them.
    games
        The workspace of a game for two.
    rows
        The columns, for one game.
    """

    job: Job
    games: two_games.Games
    rows: PacketRows


def lay_final(sizes: Sequence[int], setting: Setting, seed: int) -> Final:
    """Return what plays the end of games that begin with packets of these sizes."""
    total = sum(sizes)
    job = job_of(np.zeros((1, total), np.uint8), Layout((0, 0), (total, 0), 1), 0, seed, 0)
    return Final(
        job, two_games.lay_tables((total, 0), setting, seed), packet_rows(new_columns(PACKET_COLUMNS, 1))
    )


@part
def play_final(game, final, most):
    """Play a deterministic game on from the position in which two players are left, and add up both parts.

    A position with two players cannot have come before, so the first repetition is that of the second part.
    """
    table, places, counts = game
    job, rows = final.job, final.rows
    to = ZERO
    for player in range(TWO):
        head = places[HEAD + player]
        size = places[TAIL + player] - head
        job.starts[player], job.sizes[player] = to, size
        for place in range(size):
            job.cards[to + place] = table[head + place]
        to += size
    left = np.uint64(most - counts[ROUNDS])
    dealt = Job(job.cards, job.width, job.starts, job.sizes, job.stride, left, job.seed, job.first)
    two_games.play_two(dealt, final.games, rows)
    counts[ROUNDS] += rows.rounds[0]
    counts[PLAYS] += rows.plays[0]
    counts[WARS] += rows.wars[0]
    counts[SINGLE] += rows.single_wars[0]
    counts[DOUBLE] += rows.double_wars[0]
    counts[TRIPLE] += rows.triple_wars[0]
    counts[LONGER] += rows.longer_wars[0]
    counts[LONGEST] = max(counts[LONGEST], rows.longest_war[0])
    counts[ENDING], counts[WINNER] = rows.ending[0], rows.winner[0]
    if counts[ENDING] < DRAW:
        winner = np.uint64(rows.winner[0])
        counts[WINNER] = places[SEAT + winner]
        counts[WINNER_LOW] = min(np.int64(places[LOW + winner]), rows.winner_low[0])
