"""Many two-player games of War, compiled: loading a deal, finding the first repetition, writing the row."""

from __future__ import annotations

import numpy as np

from sim.games.packets.codes import CAP, CYCLE, NOBODY, OVER, REPEATED, RUNNING, SHUFFLED, UNFINISHED
from sim.games.war.kernel.passes import REACH
from sim.games.war.kernel.two import ROOM, advance
from sim.games.war.kernel.two_table import (
    DOUBLE,
    ENDING,
    HEAD_0,
    HEAD_1,
    HELD,
    LEAST,
    LONGER,
    MOST,
    PERIOD,
    PILE_0,
    PILE_1,
    PILE_START_0,
    PILE_START_1,
    PLAYS,
    ROUNDS,
    SINGLE,
    STATE,
    TAIL_0,
    TAIL_1,
    TRIPLE,
    WARS,
    WINNER,
)
from sim.kernels.compiling import kernel
from sim.kernels.philox import BUFFER, PLAY, open_stream
from sim.kernels.words import ONE, TWO

ACE = 14

Workspace = tuple[np.ndarray, np.ndarray, np.ndarray, tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]]

STRIDE = 64
"""Rounds between two comparisons in the search for the beginning of a cycle; a power of two."""

LOOK_AHEAD = 4096
"""How many rounds beyond the cap a game is played to see that it ends."""


@kernel
def _load(cards, start, where, table, state, bases):
    """Put the packets of the deal at ``start`` into the table, and the state to the beginning of the game."""
    starts, sizes, stride = where
    base_0, base_1 = np.uint64(bases[0]), np.uint64(bases[1])
    top = np.uint64(start)
    if stride == 2 and sizes[0] == sizes[1]:
        for i in range(np.uint64(sizes[0])):
            table[base_0 + i] = cards[top + TWO * i]
            table[base_1 + i] = cards[top + TWO * i + ONE]
    else:
        for player in range(2):
            for i in range(sizes[player]):
                table[bases[player] + i] = cards[start + starts[player] + stride * i]
    for i in range(STATE):
        state[i] = 0
    state[HEAD_0], state[TAIL_0], state[PILE_0] = bases[0], bases[0] + sizes[0], bases[2]
    state[HEAD_1], state[TAIL_1], state[PILE_1] = bases[1], bases[1] + sizes[1], bases[3]
    state[PILE_START_0], state[PILE_START_1] = bases[2], bases[3]
    state[HELD] = state[LEAST] = state[MOST] = sizes[0]
    state[WINNER] = UNFINISHED


@kernel
def _same(table, state, table_2, state_2, total):
    """Return whether two games stand alike: both packets, card by card."""
    held = state[HELD]
    if state_2[HELD] != held:
        return False
    for i in range(held):
        if table[state[HEAD_0] + i] != table_2[state_2[HEAD_0] + i]:
            return False
    for i in range(total - held):
        if table[state[HEAD_1] + i] != table_2[state_2[HEAD_1] + i]:
            return False
    return True


@kernel
def _copy(table, state, table_2, state_2, bases, total):
    """Make the second game stand as the first, counts included."""
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


@kernel
def _shortest_period(games, bases, total, period, scratch, rules):
    """Return the length of the cycle on which game 0 stands, which divides ``period``."""
    tables, states = games
    _copy(tables[0], states[0], tables[2], states[2], bases, total)
    left, factor = period, 2
    while left > 1:
        if factor * factor > left:
            factor = left
        if left % factor:
            factor += 1
            continue
        left //= factor
        shorter = period // factor
        _copy(tables[2], states[2], tables[1], states[1], bases, total)
        _go(tables[1], states[1], bases, total, states[1][ROUNDS] + shorter, scratch, rules)
        if _same(tables[1], states[1], tables[2], states[2], total):
            period = shorter
    return period


@kernel
def _go(table, state, bases, total, target, scratch, rules):
    """Play a game without chance on to a round, unwatched; return what it came to."""
    seen, stacks, chance, coins = scratch
    setting, game, seed = rules
    return advance(
        table, state, bases, total, target, False, seen, setting, stacks, chance, coins, game, seed
    )


@kernel
def _first_repetition(games, bases, total, period, scratch, rules):
    """Play game 1 until a position comes that was there before (the deal counts), given the length of the cycle.

    Game 0 (from the deal) and game 1 (ahead of it by the period) agree from the round on in which game 0 comes to
    the cycle: strides find the stretch in which that happens, halving it finds the round.
    """
    tables, states = games
    _go(tables[1], states[1], bases, total, period, scratch, rules)
    while not _same(tables[0], states[0], tables[1], states[1], total):
        for game in range(2):
            _copy(tables[game], states[game], tables[2 + game], states[2 + game], bases, total)
            _go(tables[game], states[game], bases, total, states[game][ROUNDS] + STRIDE, scratch, rules)
        if _same(tables[0], states[0], tables[1], states[1], total):
            step = STRIDE // 2
            while step > 0:
                for game in range(2):
                    _copy(tables[2 + game], states[2 + game], tables[game], states[game], bases, total)
                    _go(tables[game], states[game], bases, total, states[game][ROUNDS] + step, scratch, rules)
                if not _same(tables[0], states[0], tables[1], states[1], total):
                    for game in range(2):
                        _copy(tables[game], states[game], tables[2 + game], states[2 + game], bases, total)
                step //= 2
            for game in range(2):
                _copy(tables[2 + game], states[2 + game], tables[game], states[game], bases, total)
                _go(tables[game], states[game], bases, total, states[game][ROUNDS] + 1, scratch, rules)
            return


@kernel
def _returns_within(games, bases, total, most, scratch, rules):
    """Return after how many rounds the position of game 0 comes again, 0 if not within ``most`` rounds."""
    tables, states = games
    _copy(tables[0], states[0], tables[2], states[2], bases, total)
    for rounds in range(1, most + 1):
        if _go(tables[0], states[0], bases, total, states[0][ROUNDS] + 1, scratch, rules) != RUNNING:
            return 0
        if _same(tables[0], states[0], tables[2], states[2], total):
            return rounds
    return 0


@kernel
def _end_of_no_chance(cards, start, where, games, bases, total, max_rounds, status, scratch, rules):
    """Finish a deterministic game that was not decided by the cap: as a cycle at its first repetition, or at the cap.

    A game on a cycle that began and closed by the cap stands, at the cap, where it stands again within as many rounds.
    """
    tables, states = games
    table, state = tables[0], states[0]
    seen, stacks, chance, coins = scratch
    setting, game, seed = rules
    period = 0
    if status == RUNNING:
        # Most games that meet a low cap just end later: that is quick to see, and proves that there is no cycle.
        further = max_rounds + max(max_rounds, LOOK_AHEAD)
        _copy(table, state, tables[1], states[1], bases, total)
        status = advance(
            tables[1],
            states[1],
            bases,
            total,
            further,
            True,
            seen,
            setting,
            stacks,
            chance,
            coins,
            game,
            seed,
        )
        if status == RUNNING:
            period = _returns_within(games, bases, total, max_rounds, scratch, rules)
        elif status == REPEATED:
            period = states[1][PERIOD]
            _copy(tables[1], states[1], table, state, bases, total)
    else:
        period = state[PERIOD]
    repeated = False
    if period > 0:
        period = _shortest_period(games, bases, total, period, scratch, rules)
        if period <= max_rounds:
            for i in range(2):
                _load(cards, start, where, tables[i], states[i], bases)
            _first_repetition(games, bases, total, period, scratch, rules)
            repeated = states[1][ROUNDS] <= max_rounds
    if repeated:
        _copy(tables[1], states[1], table, state, bases, total)
    else:
        _load(cards, start, where, table, state, bases)
        _go(table, state, bases, total, max_rounds, scratch, rules)
    state[WINNER], state[ENDING] = UNFINISHED, CYCLE if repeated else CAP


def workspace(total: int) -> Workspace:
    """Return the arrays in which games with so many cards are played: four games side by side, and what they share."""
    room = ROOM + 8 * total + 4 * REACH
    bases = np.array([0, room, 2 * room, 2 * room + total + 2 * REACH])
    tables = np.zeros((4, 2 * room + 2 * (total + 2 * REACH)), np.uint8)
    states = np.zeros((4, STATE), np.int64)
    seen, stacks = np.zeros(total, np.uint8), np.zeros(2 * total, np.uint8)
    return tables, states, bases, (seen, stacks, np.zeros(BUFFER, np.uint64), np.zeros(9, np.uint64))


@kernel
def play_two(
    cards,
    width,
    starts,
    sizes,
    stride,
    setting,
    max_rounds,
    seed,
    first,
    workspace,
    winner,
    ending,
    rounds,
    battles,
    plays,
    wars,
    single_wars,
    double_wars,
    triple_wars,
    longer_wars,
    winner_low,
    aces,
    rank_sum,
):
    """Play every deal to its end and write the outcome columns.

    Parameters
    ----------
    cards, width
        uint8 (games * width,): the deals one after the other, and how many cards each has.
    starts, sizes, stride
        Where the packets lie in a row (:class:`sim.deals.deck.Layout`).
    setting, max_rounds
        The rules.
    seed, first
        uint64: where in-play chance comes from; the number of the first game.
    workspace
        From :func:`workspace`.
    winner, ...
        One array (games,) for each outcome column, filled.
    """
    tables, states, bases, scratch = workspace
    seen, stacks, chance, coins = scratch
    total = sizes[0] + sizes[1]
    table, state = tables[0], states[0]
    random = setting.piles or setting.pickup == SHUFFLED
    where = starts, sizes, stride
    for index in range(len(winner)):
        start = index * width
        game = first + np.uint64(index)
        open_stream(chance, game, PLAY)
        coins[8] = 0
        _load(cards, start, where, table, state, bases)
        aces_held, ranks = np.int32(0), np.int32(0)
        for i in range(np.uint64(sizes[0])):
            aces_held += np.int32(table[i] == ACE)
            ranks += np.int32(table[i])
        status = advance(
            table,
            state,
            bases,
            total,
            max_rounds,
            not random,
            seen,
            setting,
            stacks,
            chance,
            coins,
            game,
            seed,
        )
        if status != OVER:
            if random:
                state[WINNER], state[ENDING] = UNFINISHED, CAP
            else:
                _end_of_no_chance(
                    cards, start, where, (tables, states), bases, total, max_rounds, status, scratch,
                    (setting, game, seed),
                )  # fmt: skip
        winner[index] = state[WINNER]
        ending[index] = state[ENDING]
        rounds[index] = state[ROUNDS]
        battles[index] = state[ROUNDS] + state[WARS]
        plays[index] = state[PLAYS]
        wars[index] = state[WARS]
        single_wars[index] = state[SINGLE]
        double_wars[index] = state[DOUBLE]
        triple_wars[index] = state[TRIPLE]
        longer_wars[index] = state[LONGER]
        if state[WINNER] < 0:
            winner_low[index] = NOBODY
        elif state[WINNER] == 0:
            winner_low[index] = state[LEAST]
        else:
            winner_low[index] = total - state[MOST]
        aces[index] = aces_held
        rank_sum[index] = ranks
