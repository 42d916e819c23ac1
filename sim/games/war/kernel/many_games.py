"""Many games of War among several players, compiled: the proof that a game repeats, and the row of each."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from sim.games.packets.codes import CAP, CYCLE, OVER, REPEATED, RUNNING, SHUFFLED, UNFINISHED
from sim.games.war.kernel.many import advance
from sim.games.war.kernel.many_table import (
    DOUBLE,
    ENDING,
    FIRST_OUT,
    LONGER,
    PERIOD,
    PLAYS,
    ROUNDS,
    SINGLE,
    TRIPLE,
    WARS,
    WINNER,
    WINNER_LOW,
    Game,
    Rooms,
    copy_game,
    divide,
    load,
    new_game,
    same_position,
)
from sim.kernels.compiling import kernel
from sim.kernels.philox import BUFFER, PLAY, open_stream
from sim.kernels.words import NEVER, ONE

ACE = 14

FIRST_WATCH = np.uint64(512)
"""The round from which a deterministic game is watched for a repetition."""

STRIDE = 64
"""Rounds between two comparisons in the search for the beginning of a cycle."""

PATIENCE = 128
"""Rounds within which a war is waited for, where it makes looking for a repetition quicker."""

_UNBROKEN = np.uint64(1 << 32)


@kernel
def _copy(game, other):
    copy_game(game[0], game[1], game[2], other[0], other[1], other[2])


@kernel
def _same(game, other):
    return same_position(game[0], game[1], game[2], other[0], other[1], other[2])


@kernel
def _go(game, rooms, rounds, seen, setting, chance, seed):
    """Play so many rounds on, unwatched; return what it came to."""
    target = game[2][ROUNDS] + rounds
    return advance(game, rooms, target, NEVER, _UNBROKEN, seen, setting, chance, seed)


@kernel
def _period(game, rooms, most, seen, setting, chance, seed):
    """Play on; return the length of the cycle on which a game stands, 0 if it is on none of at most ``most`` rounds.

    Passes end at wars, so on a cycle a position after a war is always looked at when it comes again. If there is no
    war for a while, the position is looked at after every round.
    """
    stride = ONE
    for _ in range(PATIENCE):
        wars = game[2][WARS]
        if _go(game, rooms, 1, seen, setting, chance, seed) != RUNNING:
            return 0
        if game[2][WARS] > wars:
            stride = _UNBROKEN
            break
    here = game[2][ROUNDS]
    status = advance(game, rooms, here + most, np.uint64(here), stride, seen, setting, chance, seed)
    return game[2][PERIOD] if status == REPEATED else 0


@kernel
def _first_repetition(behind, ahead, period, rooms, kept, seen, setting, chance, seed):
    """Play two games from the deal until the one that is a period ahead comes to a position that was there before.

    They agree from the round on in which the one behind comes to the cycle: strides find the stretch in which
    that happens, single rounds find the round.
    """
    _go(ahead, rooms, period, seen, setting, chance, seed)
    while not _same(behind, ahead):
        _copy(behind, kept[0])
        _copy(ahead, kept[1])
        _go(behind, rooms, STRIDE, seen, setting, chance, seed)
        _go(ahead, rooms, STRIDE, seen, setting, chance, seed)
        if _same(behind, ahead):
            _copy(kept[0], behind)
            _copy(kept[1], ahead)
            while not _same(behind, ahead):
                _go(behind, rooms, 1, seen, setting, chance, seed)
                _go(ahead, rooms, 1, seen, setting, chance, seed)


@kernel
def _play_without_chance(cards, start, where, games, rooms, max_rounds, setting, chance, seed):
    """Play a game in which nothing is random: to its end, its first repetition or the cap, whichever comes first.

    If a position has come again by the cap, the one at the cap, too, is on the cycle, which is no longer than the cap.
    """
    game, ahead, seen = games[0], games[1], games[2]
    status = advance(game, rooms, max_rounds, FIRST_WATCH, _UNBROKEN, seen, setting, chance, seed)
    if status == OVER:
        return
    _copy(game, ahead)
    longest = game[2][PERIOD] if status == REPEATED else max_rounds
    period = _period(ahead, rooms, longest, seen, setting, chance, seed)
    repeated = False
    if 0 < period <= max_rounds:
        for one in (game, ahead):
            load(cards, start, where, one[0], one[1], one[2], rooms)
        _first_repetition(game, ahead, period, rooms, (games[3], games[4]), seen, setting, chance, seed)
        repeated = ahead[2][ROUNDS] <= max_rounds
    if repeated:
        _copy(ahead, game)
    elif status == REPEATED or period > 0:
        load(cards, start, where, game[0], game[1], game[2], rooms)
        _go(game, rooms, max_rounds, seen, setting, chance, seed)
    game[2][WINNER], game[2][ENDING] = UNFINISHED, CYCLE if repeated else CAP


Workspace = tuple[Rooms, tuple[Game, Game, Game, Game, Game], NDArray[np.uint64]]


def workspace(sizes: Sequence[int]) -> Workspace:
    """Return what games with packets of these sizes are played in: five games side by side, and a stream of chance."""
    rooms = divide(sizes)
    games = new_game(rooms), new_game(rooms), new_game(rooms), new_game(rooms), new_game(rooms)
    return rooms, games, np.zeros(BUFFER, np.uint64)


@kernel
def play_many(
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
    first_out,
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
    first_out
        int8 (games,), filled: who lost all his cards first, of several in one round the lowest seat; -1 nobody.
    winner, ...
        One array (games,) for each outcome column, filled.
    """
    rooms, games, chance = workspace
    game, seen = games[0], games[2]
    count = game[2]
    random = setting.piles or setting.pickup == SHUFFLED
    where = starts, sizes, stride
    for index in range(len(winner)):
        start = index * width
        open_stream(chance, first + np.uint64(index), PLAY)
        load(cards, start, where, game[0], game[1], game[2], rooms)
        aces_held, ranks = 0, 0
        for place in range(sizes[0]):
            card = np.int64(game[0][place])
            aces_held += card == ACE
            ranks += card
        if not random:
            _play_without_chance(cards, start, where, games, rooms, max_rounds, setting, chance, seed)
        elif advance(game, rooms, max_rounds, NEVER, _UNBROKEN, seen, setting, chance, seed) != OVER:
            count[WINNER], count[ENDING] = UNFINISHED, CAP
        first_out[index] = count[FIRST_OUT]
        winner[index] = count[WINNER]
        ending[index] = count[ENDING]
        rounds[index] = count[ROUNDS]
        battles[index] = count[ROUNDS] + count[WARS]
        plays[index] = count[PLAYS]
        wars[index] = count[WARS]
        single_wars[index] = count[SINGLE]
        double_wars[index] = count[DOUBLE]
        triple_wars[index] = count[TRIPLE]
        longer_wars[index] = count[LONGER]
        winner_low[index] = count[WINNER_LOW]
        aces[index] = aces_held
        rank_sum[index] = ranks
