"""Games of War among several players, from the deal on: their first repetitions, sought by playing them again.

Nearly all endless games come to their cycle when two players are left, and the way to it is read from the cards that
they have played (:mod:`sim.games.war.kernel.many_repeats`). The rest, and games that the cap may have cut off, are
played here.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sim.games.packets.codes import CAP, CYCLE, OVER, REPEATED, RUNNING, UNFINISHED
from sim.games.war.kernel.many import advance
from sim.games.war.kernel.many_rows import write_counts
from sim.games.war.kernel.many_table import (
    ENDING,
    PERIOD,
    ROUNDS,
    WARS,
    WINNER,
    Game,
    copy_game,
    load,
    same_position,
)
from sim.kernels.compiling import kernel, part
from sim.kernels.words import NEVER, ONE

FIRST_WATCH = np.uint64(512)
"""The round from which a deterministic game is watched for a repetition."""

STRIDE = 64
"""Rounds between two comparisons in the search for the beginning of a cycle."""

PATIENCE = 128
"""How many rounds to wait for a war: after one, the search for a repetition is quicker."""

UNBROKEN = np.uint64(1 << 32)
"""A stride longer than any game."""


class Games(NamedTuple):
    """Games side by side: the one being played, one ahead of it, and a copy of each to go back to."""

    game: Game
    ahead: Game
    kept: Game
    kept_ahead: Game


@part
def go(game, setting, rounds, work):
    """Play some rounds, unwatched; return how play stopped."""
    return advance(game, setting, game.counts[ROUNDS] + rounds, NEVER, UNBROKEN, work)


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
            stride = UNBROKEN
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
def _play_without_chance(job, start, games, setting, work):
    """Play a deterministic game to its end, its first repetition or the cap, whichever comes first.

    If a position has come again by the cap, the position at the cap is on the cycle too, which is no longer than the
    cap.
    """
    game, ahead = games.game, games.ahead
    counts, most = game.counts, np.int64(job.max_rounds)
    status = advance(game, setting, most, FIRST_WATCH, UNBROKEN, work)
    if status == OVER:
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


@kernel
def play_endless(job, games, setting, work, which, rows, first_out):
    """Play some deals of a job in which nothing is left to chance, and write their rows.

    Parameters
    ----------
    which
        uint64: the deals.
    job, games, setting, work, rows, first_out
        As for :func:`sim.games.war.kernel.many_games.play_many`.
    """
    for index in which:
        start = index * job.width
        load(job, start, games.game, work.rooms)
        _play_without_chance(job, start, games, setting, work)
        write_counts(job, index, games.game.counts, rows, first_out)
