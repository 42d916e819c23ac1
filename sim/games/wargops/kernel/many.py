"""WarGops for up to eight players, compiled: every policy and every option."""

from __future__ import annotations

import numpy as np

from sim.games.wargops.kernel.choice import choose
from sim.games.wargops.kernel.table import (
    CHOSEN,
    DRAWS,
    FACE_DOWN,
    FACE_UP,
    GAME,
    GAMES_LEFT,
    HANDS,
    IN_GAME,
    NOBODY,
    NOBODY_LEFT,
    ORPHANED,
    PLAYERS,
    POINTS,
    POT_PLAYERS,
    POTS,
    RANKS,
    REPLACED,
    SESSION,
    SIZES,
    STRIDE,
    SURVIVOR,
    TIES,
    TO_SURVIVOR,
    TRASH,
    TRICKS,
    WAITING,
    collect,
    collect_all,
    highest,
    lay,
    lay_out,
    orphan_all,
    retire,
    settle_pots,
)
from sim.kernels.bits import lowest_bit
from sim.kernels.compiling import kernel, part
from sim.kernels.philox import open_stream
from sim.kernels.seats import FIRST_SEAT
from sim.kernels.words import ONE, ZERO


@part
def _turn_up(table, chances, players):
    """Let some players choose and then turn up a card each; return whether all choices were legal."""
    left = players
    while left != ZERO:
        seat = lowest_bit(left)
        left &= left - ONE
        rank = choose(table, chances, seat)
        if rank == ZERO:
            return False
        table[CHOSEN + seat] = rank
    while players != ZERO:
        seat = lowest_bit(players)
        players &= players - ONE
        lay(table, seat, table[CHOSEN + seat])
        table[FACE_UP + seat] = table[CHOSEN + seat]
    return True


@part
def _award(table, players):
    """Settle a trick whose ties are awarded later: the highest card is trashed, the rest is won or makes a new pot."""
    card, leaders = highest(table, players)
    table[TRASH + card] += ONE
    won = leaders & (leaders - ONE) == ZERO
    settle_pots(table)
    winner, pot = lowest_bit(leaders), table[WAITING]
    while players != ZERO:
        seat = lowest_bit(players)
        players &= players - ONE
        laid = table[FACE_UP + seat]
        table[FACE_UP + seat] = ZERO
        # One of the highest cards goes to the trash: that of the first player who laid it.
        if seat == winner:
            continue
        if won:
            collect(table, winner, laid, ONE)
        else:
            table[POTS + pot * STRIDE + laid] += ONE
    if not won:
        table[TIES] += ONE
        table[POT_PLAYERS + pot] = leaders
        table[WAITING] += ONE


@part
def _replace(table, chances, players):
    """Settle a trick whose tied cards are turned down and replaced; return whether all choices were legal."""
    while True:
        card, leaders = highest(table, players)
        if leaders == ZERO:
            orphan_all(table, FACE_DOWN)
            return True
        if leaders & (leaders - ONE) == ZERO:
            break
        table[TIES] += ONE
        able = ZERO
        while leaders != ZERO:
            seat = lowest_bit(leaders)
            leaders &= leaders - ONE
            table[FACE_DOWN + card] += ONE
            table[FACE_UP + seat] = ZERO
            able |= np.uint64(table[SIZES + seat] > ZERO) << seat
        if not _turn_up(table, chances, able):
            return False
    winner = lowest_bit(leaders)
    table[TRASH + card] += ONE
    table[FACE_UP + winner] = ZERO
    collect_all(table, winner, FACE_DOWN)
    while players != ZERO:
        seat = lowest_bit(players)
        players &= players - ONE
        if table[FACE_UP + seat] != ZERO:
            collect(table, winner, table[FACE_UP + seat], ONE)
            table[FACE_UP + seat] = ZERO
    return True


@part
def _play_game(table, chances):
    """Play a game to its end; return the survivor (-1 for nobody) and whether all choices were legal."""
    lay_out(table)
    while True:
        players = table[IN_GAME]
        if players & (players - ONE) == ZERO:
            break
        table[TRICKS] += ONE
        if not _turn_up(table, chances, players):
            return NOBODY, False
        if table[REPLACED] == ZERO:
            _award(table, players)
        elif not _replace(table, chances, players):
            return NOBODY, False
        retire(table)
    # Only the survivor could win the pots that still wait.
    for pot in range(table[WAITING]):
        if table[TO_SURVIVOR] != ZERO:
            collect_all(table, lowest_bit(players), POTS + pot * STRIDE)
        else:
            orphan_all(table, POTS + pot * STRIDE)
    return (np.int64(lowest_bit(players)) if players != ZERO else NOBODY), True


@kernel
def play_many(table, chances, first, columns):
    """Play sessions and write the outcome columns; stop at once if a user's own policy makes an illegal choice.

    Parameters
    ----------
    table
        The rules, the players and the cards: see :func:`sim.games.wargops.kernel.choice.table_of`.
    chances
        uint64 (P, CHANCE): each player's stream.
    first
        uint64: the number of the first row.
    columns
        :class:`sim.games.wargops.kernel.table.Columns`, filled.
    """
    players = table[PLAYERS]
    for index in range(np.uint64(len(columns.winner))):
        table[GAME] = first + index
        for seat in range(players):
            table[POINTS + seat] = ZERO
            if table[DRAWS + seat] != ZERO:
                open_stream(chances[seat], first + index, FIRST_SEAT + seat)
        table[TRICKS], table[TIES], table[ORPHANED] = ZERO, ZERO, ZERO
        last = NOBODY
        table[GAMES_LEFT] = table[SESSION]
        while table[GAMES_LEFT] > ZERO:
            table[GAMES_LEFT] -= ONE
            last, fair = _play_game(table, chances)
            if not fair:
                return
            if last >= 0:
                seat = np.uint64(last)
                for rank in range(ONE, table[RANKS] + ONE):
                    table[POINTS + seat] += rank * table[HANDS + seat * STRIDE + rank]
        most, best = ZERO, NOBODY
        for seat in range(players):
            scored = table[POINTS + seat]
            columns.points[seat, index] = scored
            if scored > most:
                most, best = scored, np.int64(seat)
            elif scored == most:
                best = NOBODY
        columns.winner[index], columns.survivor[index] = best, last
        columns.ending[index] = NOBODY_LEFT if last == NOBODY else SURVIVOR
        columns.tricks[index], columns.ties[index] = table[TRICKS], table[TIES]
        columns.orphaned[index] = table[ORPHANED]
