"""WarGops for up to eight players, compiled: every policy and every option."""

import numpy as np

from sim.games.wargops.kernel import table as at
from sim.games.wargops.kernel.choice import choose
from sim.kernels.bits import lowest_bit
from sim.kernels.chances import FIRST_SEAT
from sim.kernels.compiling import kernel, part
from sim.kernels.philox import open_stream
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
        table[at.CHOSEN + seat] = rank
    while players != ZERO:
        seat = lowest_bit(players)
        players &= players - ONE
        at.lay(table, seat, table[at.CHOSEN + seat])
        table[at.FACE_UP + seat] = table[at.CHOSEN + seat]
    return True


@part
def _award(table, players):
    """Settle a trick whose ties are awarded later: the highest card is trashed, the rest is won or makes a new pot."""
    card, leaders = at.highest(table, players)
    table[at.TRASH + card] += ONE
    won = leaders & (leaders - ONE) == ZERO
    at.settle_pots(table)
    winner, pot = lowest_bit(leaders), table[at.WAITING]
    while players != ZERO:
        seat = lowest_bit(players)
        players &= players - ONE
        laid = table[at.FACE_UP + seat]
        table[at.FACE_UP + seat] = ZERO
        # One of the highest cards goes to the trash: that of the first player who laid it.
        if seat == winner:
            continue
        if won:
            at.collect(table, winner, laid, ONE)
        else:
            table[at.POTS + pot * at.STRIDE + laid] += ONE
    if not won:
        table[at.TIES] += ONE
        table[at.POT_PLAYERS + pot] = leaders
        table[at.WAITING] += ONE


@part
def _replace(table, chances, players):
    """Settle a trick whose tied cards are turned down and replaced; return whether all choices were legal."""
    while True:
        card, leaders = at.highest(table, players)
        if leaders == ZERO:
            at.orphan_all(table, at.FACE_DOWN)
            return True
        if leaders & (leaders - ONE) == ZERO:
            break
        table[at.TIES] += ONE
        able = ZERO
        while leaders != ZERO:
            seat = lowest_bit(leaders)
            leaders &= leaders - ONE
            table[at.FACE_DOWN + card] += ONE
            table[at.FACE_UP + seat] = ZERO
            able |= np.uint64(table[at.SIZES + seat] > ZERO) << seat
        if not _turn_up(table, chances, able):
            return False
    winner = lowest_bit(leaders)
    table[at.TRASH + card] += ONE
    table[at.FACE_UP + winner] = ZERO
    at.collect_all(table, winner, at.FACE_DOWN)
    while players != ZERO:
        seat = lowest_bit(players)
        players &= players - ONE
        if table[at.FACE_UP + seat] != ZERO:
            at.collect(table, winner, table[at.FACE_UP + seat], ONE)
            table[at.FACE_UP + seat] = ZERO
    return True


@part
def _play_game(table, chances):
    """Play a game to its end; return the survivor (-1 for nobody) and whether all choices were legal."""
    at.lay_out(table)
    while True:
        players = table[at.IN_GAME]
        if players & (players - ONE) == ZERO:
            break
        table[at.TRICKS] += ONE
        if not _turn_up(table, chances, players):
            return at.NOBODY, False
        if table[at.REPLACED] == ZERO:
            _award(table, players)
        elif not _replace(table, chances, players):
            return at.NOBODY, False
        at.retire(table)
    # Only the survivor could win the pots that still wait.
    for pot in range(table[at.WAITING]):
        if table[at.TO_SURVIVOR] != ZERO:
            at.collect_all(table, lowest_bit(players), at.POTS + pot * at.STRIDE)
        else:
            at.orphan_all(table, at.POTS + pot * at.STRIDE)
    return (np.int64(lowest_bit(players)) if players != ZERO else at.NOBODY), True


@kernel
def play_many(table, chances, first, columns):
    """Play sessions and write the outcome columns; stop at once if a user's own policy makes an illegal choice."""
    players = table[at.PLAYERS]
    for index in range(np.uint64(len(columns.winner))):
        table[at.GAME] = first + index
        for seat in range(players):
            table[at.POINTS + seat] = ZERO
            if table[at.DRAWS + seat] != ZERO:
                open_stream(chances[seat], first + index, FIRST_SEAT + seat)
        table[at.TRICKS], table[at.TIES], table[at.ORPHANED] = ZERO, ZERO, ZERO
        last = at.NOBODY
        table[at.GAMES_LEFT] = table[at.SESSION]
        while table[at.GAMES_LEFT] > ZERO:
            table[at.GAMES_LEFT] -= ONE
            last, fair = _play_game(table, chances)
            if not fair:
                return
            if last >= 0:
                seat = np.uint64(last)
                for rank in range(ONE, table[at.RANKS] + ONE):
                    table[at.POINTS + seat] += (
                        rank * table[at.HANDS + seat * at.STRIDE + rank]
                    )
        most, best = ZERO, at.NOBODY
        for seat in range(players):
            scored = table[at.POINTS + seat]
            columns.points[seat, index] = scored
            if scored > most:
                most, best = scored, np.int64(seat)
            elif scored == most:
                best = at.NOBODY
        columns.winner[index], columns.survivor[index] = best, last
        columns.ending[index] = at.NOBODY_LEFT if last == at.NOBODY else at.SURVIVOR
        columns.tricks[index], columns.ties[index] = table[at.TRICKS], table[at.TIES]
        columns.orphaned[index] = table[at.ORPHANED]
