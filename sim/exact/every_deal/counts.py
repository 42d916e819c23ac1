"""Counts over deals, as tallies of one variant without a name."""

import numpy as np
from numpy.typing import NDArray

from sim.counts.counted import Key, Longest
from sim.counts.counting import count_values
from sim.counts.tallies import Tallies
from sim.engine.pieces import Going
from sim.exact.every_deal.problem import EveryDeal
from sim.games.packets.codes import CAP, CYCLE

WINNERS = Key("", "", "winner", "ending")
"""Who wins with each ending: -1 for a draw, -2 for nobody."""

ROUNDS = Key("", "", "rounds", "ending")
"""The rounds of the games with each ending."""

CYCLES = Key("", "", "cycle")
"""The length of each cycle, in rounds."""


def count_deals(problem: EveryDeal, first: int, deals: int, going: Going) -> Tallies:
    """Play deals and count what happens.

    Parameters
    ----------
    problem
        The deals, with their rules.
    first, deals
        The number of the first deal, and how many there are.
    going
        Whether they are still wanted.

    Returns
    -------
    Tallies
        Those above, and the longest game that ended.
    """
    from sim.games.war.kernel.block import periods, play_block

    rules = problem.rules
    where = problem.layout
    rows = problem.orders.rows(first, deals)
    played = play_block(rules, rows, where, 0, first)
    endings = played["ending"]
    rounds = played["rounds"]
    circling = np.flatnonzero(endings == CYCLE)
    lengths = periods(rules, rows[circling], where, rounds[circling])
    ended = np.flatnonzero((endings != CYCLE) & (endings != CAP))
    entries = {
        WINNERS: count_values(played["winner"], endings),
        ROUNDS: count_values(rounds, endings),
    }
    if len(lengths):
        entries[CYCLES] = count_values(lengths)
    return Tallies(entries, {"": _longest(rounds[ended], first + ended)})


def _longest(
    lengths: NDArray[np.integer], numbers: NDArray[np.integer]
) -> Longest | None:
    if not len(lengths):
        return None
    place = int(lengths.argmax())
    return Longest(int(lengths[place]), int(numbers[place]))
