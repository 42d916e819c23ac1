"""The lengths of the cycles of endless games, found by playing the repeated position once round."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sim.contract.dealing import Layout
from sim.games.packets.kernel.job import job_of
from sim.games.war.kernel import many_endless, many_games, two_games
from sim.games.war.kernel.block import setting, setting_of_many
from sim.games.war.kernel.many_table import copy_game, load, same_position
from sim.games.war.rules import WarRules
from sim.kernels.compiling import kernel
from sim.kernels.words import ONE


@kernel
def _of_two(job, games, rounds, periods):
    for index in range(np.uint64(len(periods))):
        two_games.load(job, index * job.width, games, 0)
        two_games.go(games, 0, rounds[index])
        periods[index] = two_games.returns_within(games, rounds[index])


@kernel
def _of_many(job, games, setting, work, rounds, periods):
    game, repeated = games.game, games.kept
    for index in range(np.uint64(len(periods))):
        load(job, index * job.width, game, work.rooms)
        many_endless.go(game, setting, rounds[index], work)
        copy_game(game, repeated)
        periods[index] = 0
        for period in range(ONE, np.uint64(rounds[index]) + ONE):
            many_endless.go(game, setting, 1, work)
            if same_position(game, repeated):
                periods[index] = period
                break


def periods(
    rules: WarRules, deals: NDArray[np.uint8], where: Layout, rounds: NDArray[np.integer]
) -> NDArray[np.int64]:
    """Return the length of the cycle that each deal leads to.

    Parameters
    ----------
    rules
        The rules; nothing in them is left to chance.
    deals
        uint8 (games, cards): deals of games with the ending ``cycle``.
    where
        Where the packets lie in a row.
    rounds
        The round in which each game first repeats a position: its column ``rounds``.

    Returns
    -------
    ndarray
        int64 (games,): the rounds from the first time in the repeated position to the second.
    """
    found = np.zeros(len(deals), np.int64)
    job = job_of(deals, where, rules.max_rounds, 0, 0)
    played = rounds.astype(np.int64)
    if rules.players > 2:
        games, work = many_games.lay_tables(where.sizes, 0)
        _of_many(job, games, setting_of_many(rules), work, played, found)
    else:
        _of_two(job, two_games.lay_tables(where.sizes, setting(rules), 0), played, found)
    return found
