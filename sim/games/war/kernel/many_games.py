"""Many games of War among several players, compiled: the first repetitions of endless ones, and the rows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from sim.cards import ACE
from sim.games.packets.codes import CAP, CYCLE, OVER, REPEATED, RUNNING, SHUFFLED, UNFINISHED
from sim.games.packets.kernel.rows import Played, count_packet, write_row
from sim.games.packets.kernel.table import Chance
from sim.games.war.kernel.many import TWO_LEFT, advance
from sim.games.war.kernel.many_final import play_final
from sim.games.war.kernel.many_last_two import play_last_two
from sim.games.war.kernel.many_meet import AT_ONCE
from sim.games.war.kernel.many_table import (
    DOUBLE,
    ENDING,
    FIRST_OUT,
    LONGER,
    LONGEST,
    PERIOD,
    PLAYS,
    ROUNDS,
    SINGLE,
    TRIPLE,
    WARS,
    WINNER,
    WINNER_LOW,
    Game,
    Work,
    copy_game,
    divide,
    load,
    new_game,
    same_position,
)
from sim.kernels.compiling import kernel, part
from sim.kernels.philox import BUFFER, PLAY, open_stream
from sim.kernels.words import NEVER, ONE

FIRST_WATCH = np.uint64(512)
"""The round from which a deterministic game is watched for a repetition."""

STRIDE = 64
"""Rounds between two comparisons in the search for the beginning of a cycle."""

PATIENCE = 128
"""How many rounds to wait for a war: after one, the search for a repetition is quicker."""

_UNBROKEN = np.uint64(1 << 32)


class Games(NamedTuple):
    """Games side by side: the one being played, one ahead of it, and a copy of each to go back to."""

    game: Game
    ahead: Game
    kept: Game
    kept_ahead: Game


@part
def go(game, setting, rounds, work):
    """Play some rounds, unwatched; return how play stopped."""
    return advance(game, setting, game.counts[ROUNDS] + rounds, NEVER, _UNBROKEN, work)


@part
def _period(game, setting, most, work):
    """Play on; return the length of the cycle that a game is on, 0 if no cycle of at most ``most`` rounds.

    A pass ends at a war, so a position just after a war is sure to be compared when it comes again. If there is no
    war for a while, the position is compared after every round.
    """
    counts = game.counts
    stride = ONE
    for _ in range(PATIENCE):
        wars = counts[WARS]
        if go(game, setting, 1, work) != RUNNING:
            return 0
        if counts[WARS] > wars:
            stride = _UNBROKEN
            break
    here = counts[ROUNDS]
    status = advance(game, setting, here + most, np.uint64(here), stride, work)
    return counts[PERIOD] if status == REPEATED else 0


@part
def _first_repetition(games, setting, period, work):
    """Play two games from the deal until the one that is a period ahead reaches its first repeated position.

    They agree from the round on in which the one behind reaches the cycle: strides find the stretch of rounds in
    which that happens, and single rounds find the round.
    """
    behind, ahead = games.game, games.ahead
    go(ahead, setting, period, work)
    while not same_position(behind, ahead):
        copy_game(behind, games.kept)
        copy_game(ahead, games.kept_ahead)
        go(behind, setting, STRIDE, work)
        go(ahead, setting, STRIDE, work)
        if same_position(behind, ahead):
            copy_game(games.kept, behind)
            copy_game(games.kept_ahead, ahead)
            while not same_position(behind, ahead):
                go(behind, setting, 1, work)
                go(ahead, setting, 1, work)


@part
def _play_without_chance(job, start, games, setting, work, final):
    """Play a deterministic game to its end, its first repetition or the cap, whichever comes first.

    If a position has come again by the cap, the position at the cap is on the cycle too, which is no longer than the
    cap.
    """
    game, ahead = games.game, games.ahead
    counts, most = game.counts, np.int64(job.max_rounds)
    status = advance(game, setting, most, FIRST_WATCH, _UNBROKEN, work)
    if status == TWO_LEFT:
        play_final(game, final, most)
    if status == OVER or status == TWO_LEFT:
        return
    copy_game(game, ahead)
    longest = counts[PERIOD] if status == REPEATED else most
    period = _period(ahead, setting, longest, work)
    repeated = False
    if 0 < period <= most:
        load(job, start, game, work.rooms)
        load(job, start, ahead, work.rooms)
        _first_repetition(games, setting, period, work)
        repeated = ahead.counts[ROUNDS] <= most
    if repeated:
        copy_game(ahead, game)
    elif status == REPEATED or period > 0:
        load(job, start, game, work.rooms)
        go(game, setting, most, work)
    counts[WINNER], counts[ENDING] = UNFINISHED, CYCLE if repeated else CAP


def lay_tables(sizes: Sequence[int], seed: int) -> tuple[Games, Work]:
    """Return the games and the workspace for deals with packets of these sizes."""
    rooms = divide(sizes)
    games = Games(new_game(rooms), new_game(rooms), new_game(rooms), new_game(rooms))
    chance = Chance(np.zeros(BUFFER, np.uint64), np.uint64(seed))
    winners, pot = np.zeros((2, AT_ONCE), np.uint8)
    return games, Work(rooms, new_game(rooms), chance, winners, np.zeros(AT_ONCE, np.uint64), pot)


@kernel
def play_many(job, games, setting, work, final, rows, first_out):
    """Play every deal of a job and write its row.

    Parameters
    ----------
    job
        The deals to play.
    games, work
        From :func:`lay_tables`.
    final
        What plays the end of a game.
    setting
        The rules.
    rows
        The columns, filled.
    first_out
        int8 (games,), filled: the first player to lose all cards, or the lowest seat of several in one round; -1 if
        nobody did.
    """
    game = games.game
    counts = game.counts
    random = setting.piles or setting.pickup == SHUFFLED
    most = np.int64(job.max_rounds)
    for index in range(np.uint64(len(rows.winner))):
        start = index * job.width
        open_stream(work.chance.words, job.first + index, PLAY)
        load(job, start, game, work.rooms)
        aces, rank_sum = count_packet(game.table, job.sizes[0], ACE)
        if not random:
            _play_without_chance(job, start, games, setting, work, final)
        else:
            status = advance(game, setting, most, NEVER, _UNBROKEN, work)
            if status == TWO_LEFT:
                status = play_last_two(game, setting, most, work)
            if status != OVER:
                counts[WINNER], counts[ENDING] = UNFINISHED, CAP
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
