"""Many games of War among several players, compiled: each until two are left, then on, and the rows.

Which functions are compiled depends on the rules: shuffles only where something is left to chance, and the long search
for a first repetition (:mod:`sim.games.war.kernel.many_endless`) only where a game needs it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sim.games.packets.codes import CAP, OVER, SHUFFLED, UNFINISHED
from sim.games.packets.kernel.job import Job
from sim.games.packets.kernel.rows import PacketRows
from sim.games.packets.kernel.table import Chance
from sim.games.war.kernel.many import TWO_LEFT, ManySetting, advance
from sim.games.war.kernel.many_endless import FIRST_WATCH, UNBROKEN, Games, play_endless
from sim.games.war.kernel.many_final import Final, play_final
from sim.games.war.kernel.many_last_two import play_last_two
from sim.games.war.kernel.many_meet import AT_ONCE
from sim.games.war.kernel.many_rows import write_counts
from sim.games.war.kernel.many_table import ENDING, WINNER, Work, divide, load, new_game
from sim.kernels.compiling import kernel
from sim.kernels.philox import BUFFER, PLAY, open_stream
from sim.kernels.words import NEVER


def lay_tables(sizes: Sequence[int], seed: int) -> tuple[Games, Work]:
    """Return the games and the workspace for deals with packets of these sizes."""
    rooms = divide(sizes)
    games = Games(new_game(rooms), new_game(rooms), new_game(rooms), new_game(rooms))
    chance = Chance(np.zeros(BUFFER, np.uint64), np.uint64(seed))
    winners, pot = np.zeros((2, AT_ONCE), np.uint8)
    return games, Work(rooms, new_game(rooms), chance, winners, np.zeros(AT_ONCE, np.uint64), pot)


def play_many(
    job: Job,
    games: Games,
    setting: ManySetting,
    work: Work,
    final: Final,
    rows: PacketRows,
    first_out: NDArray[np.int8],
) -> None:
    """Play every deal of a job and write its row.

    Parameters
    ----------
    job
        The deals to play.
    games, work
        From :func:`lay_tables`.
    setting
        The rules.
    final
        The workspace of the last two players.
    rows
        The columns, filled.
    first_out
        int8 (games,), filled: the first player to lose all cards, or the lowest seat of several in one round; -1 if
        nobody did.
    """
    if setting.piles or setting.pickup == SHUFFLED:
        _play_with_chance(job, games.game, setting, work, rows, first_out)
        return
    left = np.zeros(len(first_out), np.bool_)
    _play_in_order(job, games.game, setting, work, final, rows, first_out, left)
    which = np.flatnonzero(left).astype(np.uint64)
    if len(which):
        play_endless(job, games, setting._replace(until_two=False), work, which, rows, first_out)


@kernel
def _play_with_chance(job: Any, game: Any, setting: Any, work: Any, rows: Any, first_out: Any) -> None:
    """Play games with shuffles."""
    counts, most = game.counts, np.int64(job.max_rounds)
    for index in range(np.uint64(len(first_out))):
        open_stream(work.chance.words, job.first + index, PLAY)
        load(job, index * job.width, game, work.rooms)
        status = advance(game, setting, most, NEVER, UNBROKEN, work)
        if status == TWO_LEFT:
            status = play_last_two(game, setting, most, work)
        if status != OVER:
            counts[WINNER], counts[ENDING] = UNFINISHED, CAP
        write_counts(job, index, counts, rows, first_out)


@kernel
def _play_in_order(
    job: Any, game: Any, setting: Any, work: Any, final: Any, rows: Any, first_out: Any, left: Any
) -> None:
    """Play games in which nothing is left to chance, and mark those for which that is not enough."""
    most = np.int64(job.max_rounds)
    for index in range(np.uint64(len(first_out))):
        load(job, index * job.width, game, work.rooms)
        status = advance(game, setting, most, FIRST_WATCH, UNBROKEN, work)
        if status == OVER or (status == TWO_LEFT and play_final(game, final, setting, most, work)):
            write_counts(job, index, game.counts, rows, first_out)
        else:
            left[index] = True
