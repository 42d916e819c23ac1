"""The columns that every packet game fills, and the one function that writes them."""

from typing import NamedTuple

import numpy as np

from sim.games.packets.codes import CAP, DRAW, NOBODY, UNFINISHED
from sim.games.packets.columns import PACKET_COLUMNS
from sim.kernels.columns import columns_type
from sim.kernels.compiling import inlined

Columns = columns_type(__name__, PACKET_COLUMNS)
"""The columns of :data:`~sim.games.packets.columns.PACKET_COLUMNS`; games with more of
them have their own type."""


class Played(NamedTuple):
    """The result of one game, in whole numbers.

    Attributes
    ----------
    ending
        The code of the ending.
    rounds, battles, plays, wars
        Their numbers in the game.
    taker, low
        The player who took the last pot, or has won otherwise, and the fewest cards
        that player held; meaningless if the game was drawn or is unfinished.
    single, double, triple, longer
        The rounds with one war, two, three, and more.
    longest
        The most wars in one round, if more than three.
    """

    ending: int
    rounds: int
    battles: int
    plays: int
    wars: int
    taker: int
    low: int
    single: int
    double: int
    triple: int
    longer: int
    longest: int


@inlined
def count_packet(job, index, ace):
    """The number of aces in player 0's packet of a deal, and the sum of its codes."""
    top = index * job.width + job.starts[0]
    aces = np.int32(0)
    rank_sum = np.int32(0)
    for place in range(job.sizes[0]):
        card = job.cards[top + job.stride * place]
        aces += np.int32(card == ace)
        rank_sum += np.int32(card)
    return aces, rank_sum


@inlined
def _longest_war(played):
    """The most wars in one round; up to three, the counts of rounds show it."""
    few = np.int64(played.single > 0)
    if played.double > 0:
        few = np.int64(2)
    if played.triple > 0:
        few = np.int64(3)
    return np.int64(played.longest) if played.longer > 0 else few


@inlined
def write_row(rows, index, played, aces, rank_sum):
    """Write a game's row: its result, and what player 0 was dealt."""
    if played.ending < DRAW or played.ending > CAP:
        rows.winner[index] = played.taker
        rows.winner_low[index] = played.low
    else:
        rows.winner[index] = NOBODY if played.ending == DRAW else UNFINISHED
        rows.winner_low[index] = NOBODY
    rows.ending[index] = played.ending
    rows.rounds[index] = played.rounds
    rows.battles[index] = played.battles
    rows.plays[index] = played.plays
    rows.wars[index] = played.wars
    rows.single_wars[index] = played.single
    rows.double_wars[index] = played.double
    rows.triple_wars[index] = played.triple
    rows.longer_wars[index] = played.longer
    rows.longest_war[index] = _longest_war(played)
    rows.aces[index] = aces
    rows.rank_sum[index] = rank_sum
