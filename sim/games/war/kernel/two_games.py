"""Many two-player games of War, compiled: loading a deal, finding the first repetition, writing the row."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sim.cards import ACE
from sim.games.packets.codes import CAP, CYCLE, OVER, REPEATED, RUNNING, SHUFFLED, UNFINISHED
from sim.games.packets.kernel.rows import count_packet
from sim.games.war.kernel.codes import Setting
from sim.games.war.kernel.passes import REACH
from sim.games.war.kernel.two import ROOM, advance
from sim.games.war.kernel.two_row import write_state
from sim.games.war.kernel.two_table import (
    ENDING,
    HEAD_0,
    HEAD_1,
    HELD,
    LEAST,
    MOST,
    PERIOD,
    PILE_0,
    PILE_1,
    PILE_START_0,
    PILE_START_1,
    ROUNDS,
    STATE,
    TAIL_0,
    TAIL_1,
    WINNER,
    Chance,
    Work,
)
from sim.kernels.compiling import kernel, part
from sim.kernels.philox import BUFFER, PLAY, open_stream
from sim.kernels.words import ONE, TWO, ZERO

STRIDE = 64
"""Rounds between two comparisons in the search for the beginning of a cycle; a power of two."""

LOOK_AHEAD = 4096
"""The fewest rounds beyond the cap that a game is played to see whether it ends."""


class Games(NamedTuple):
    """Four games side by side, what they share, and the rules.

    Attributes
    ----------
    tables, states
        uint8 and int64: a row for each game.
    work, chance, setting
        What they share, what is random in them, and the rules.
    """

    tables: NDArray[np.uint8]
    states: NDArray[np.int64]
    work: Work
    chance: Chance
    setting: Setting


@part
def load(job, start, games, which):
    """Put the packets of the deal at ``start`` into a game's table, and set its state to the beginning."""
    table, state, bases = games.tables[which], games.states[which], games.work.bases
    if job.stride == TWO and job.sizes[0] == job.sizes[1]:
        base_0, base_1 = np.uint64(bases[0]), np.uint64(bases[1])
        for i in range(job.sizes[0]):
            table[base_0 + i] = job.cards[start + TWO * i]
            table[base_1 + i] = job.cards[start + TWO * i + ONE]
    else:
        for player in range(TWO):
            base, first = np.uint64(bases[player]), start + job.starts[player]
            for i in range(job.sizes[player]):
                table[base + i] = job.cards[first + job.stride * i]
    for i in range(STATE):
        state[i] = 0
    size_0, size_1 = np.int64(job.sizes[0]), np.int64(job.sizes[1])
    state[HEAD_0], state[TAIL_0], state[PILE_0] = bases[0], bases[0] + size_0, bases[2]
    state[HEAD_1], state[TAIL_1], state[PILE_1] = bases[1], bases[1] + size_1, bases[3]
    state[PILE_START_0], state[PILE_START_1] = bases[2], bases[3]
    state[HELD] = state[LEAST] = state[MOST] = size_0
    state[WINNER] = UNFINISHED


@part
def _same(games, which, other):
    """Return whether two games have the same position: both packets, card by card."""
    table, state = games.tables[which], games.states[which]
    table_2, state_2 = games.tables[other], games.states[other]
    held = state[HELD]
    if state_2[HELD] != held:
        return False
    for i in range(held):
        if table[state[HEAD_0] + i] != table_2[state_2[HEAD_0] + i]:
            return False
    for i in range(games.work.total - held):
        if table[state[HEAD_1] + i] != table_2[state_2[HEAD_1] + i]:
            return False
    return True


@part
def _copy(games, which, other):
    """Make the second game a copy of the first, counts included."""
    table, state = games.tables[which], games.states[which]
    table_2, state_2 = games.tables[other], games.states[other]
    bases, total = games.work.bases, games.work.total
    held = state[HELD]
    head_0, head_1 = state[HEAD_0], state[HEAD_1]
    for i in range(STATE):
        state_2[i] = state[i]
    for i in range(held):
        table_2[bases[0] + i] = table[head_0 + i]
    for i in range(total - held):
        table_2[bases[1] + i] = table[head_1 + i]
    state_2[HEAD_0], state_2[TAIL_0] = bases[0], bases[0] + held
    state_2[HEAD_1], state_2[TAIL_1] = bases[1], bases[1] + total - held


@part
def _advance(games, which, target, watched):
    """Play a game up to a round; return how play stopped."""
    return advance(
        games.tables[which], games.states[which], games.setting, target, watched, games.work, games.chance
    )


@part
def go(games, which, rounds):
    """Play some rounds of a deterministic game, unwatched; return how play stopped."""
    return _advance(games, which, games.states[which][ROUNDS] + rounds, False)


@part
def _shortest_period(games, period):
    """Return the length of the cycle that game 0 is on, which divides ``period``."""
    _copy(games, 0, 2)
    left, factor = period, 2
    while left > 1:
        if factor * factor > left:
            factor = left
        if left % factor:
            factor += 1
            continue
        left //= factor
        shorter = period // factor
        _copy(games, 2, 1)
        go(games, 1, shorter)
        if _same(games, 1, 2):
            period = shorter
    return period


@part
def _first_repetition(games, period):
    """Play game 1 to its first repeated position (the deal counts as one), given the length of the cycle.

    Game 0 starts from the deal, and game 1 is ahead of it by the period. They agree from the round on in which game 0
    reaches the cycle: strides find the stretch of rounds in which that happens, and halving it finds the round.
    """
    go(games, 1, period)
    while not _same(games, 0, 1):
        for game in range(2):
            _copy(games, game, 2 + game)
            go(games, game, STRIDE)
        if _same(games, 0, 1):
            step = STRIDE // 2
            while step > 0:
                for game in range(2):
                    _copy(games, 2 + game, game)
                    go(games, game, step)
                if not _same(games, 0, 1):
                    for game in range(2):
                        _copy(games, game, 2 + game)
                step //= 2
            for game in range(2):
                _copy(games, 2 + game, game)
                go(games, game, 1)
            return


@part
def returns_within(games, most):
    """Return after how many rounds the position of game 0 comes again, 0 if not within ``most`` rounds."""
    _copy(games, 0, 2)
    for rounds in range(1, most + 1):
        if go(games, 0, 1) != RUNNING:
            return 0
        if _same(games, 0, 2):
            return rounds
    return 0


@part
def _settle_endless(job, start, games, status):
    """Finish a deterministic game that the cap left undecided: as a cycle at its first repetition, or at the cap.

    If a position has come again by the cap, the game is on a cycle no longer than the cap, so the position at the cap
    comes again within as many rounds.
    """
    states = games.states
    most = np.int64(job.max_rounds)
    period = 0
    if status == RUNNING:
        # Most games stopped by a low cap simply end later: that is soon seen, and proves that there is no cycle.
        _copy(games, 0, 1)
        status = _advance(games, 1, most + max(most, LOOK_AHEAD), True)
        if status == RUNNING:
            period = returns_within(games, most)
        elif status == REPEATED:
            period = states[1][PERIOD]
            _copy(games, 1, 0)
    else:
        period = states[0][PERIOD]
    repeated = False
    if period > 0:
        period = _shortest_period(games, period)
        if period <= most:
            for game in range(2):
                load(job, start, games, game)
            _first_repetition(games, period)
            repeated = states[1][ROUNDS] <= most
    if repeated:
        _copy(games, 1, 0)
    else:
        load(job, start, games, 0)
        go(games, 0, most)
    states[0][WINNER], states[0][ENDING] = UNFINISHED, CYCLE if repeated else CAP


def lay_tables(sizes: Sequence[int], setting: Setting, seed: int) -> Games:
    """Return the workspace for deals of two packets of these sizes."""
    total = sum(sizes)
    room = ROOM + 8 * total + 4 * REACH
    bases = np.array([0, room, 2 * room, 2 * room + total + 2 * REACH])
    return Games(
        tables=np.zeros((4, 2 * room + 2 * (total + 2 * REACH)), np.uint8),
        states=np.zeros((4, STATE), np.int64),
        work=Work(bases, total, np.zeros(total, np.uint8), np.zeros(2 * total, np.uint8)),
        chance=Chance(np.zeros(BUFFER, np.uint64), np.zeros(9, np.uint64), np.uint64(0), np.uint64(seed)),
        setting=setting,
    )


@kernel
def play_two(job, games, rows):
    """Play every deal of a job and write its row.

    Parameters
    ----------
    job
        The deals to play.
    games
        From :func:`lay_tables`.
    rows
        The columns, filled.
    """
    words, coins = games.chance.words, games.chance.coins
    setting, total = games.setting, games.work.total
    table, state = games.tables[0], games.states[0]
    random = setting.piles or setting.pickup == SHUFFLED
    most = np.int64(job.max_rounds)
    for index in range(np.uint64(len(rows.winner))):
        start = index * job.width
        number = job.first + index
        open_stream(words, number, PLAY)
        coins[8] = ZERO
        load(job, start, games, 0)
        aces, rank_sum = count_packet(table, job.sizes[0], ACE)
        chance = Chance(words, coins, number, games.chance.seed)
        status = advance(table, state, setting, most, not random, games.work, chance)
        if status != OVER:
            if random:
                state[WINNER], state[ENDING] = UNFINISHED, CAP
            else:
                _settle_endless(job, start, games, status)
        write_state(rows, index, state, total, aces, rank_sum)
