"""Counts over deals, as tallies of one variant without a name."""

import numpy as np
from numpy.typing import NDArray

from sim.contract.dealing import Layout
from sim.counts.counted import Key, Longest
from sim.counts.counting import count_values
from sim.counts.tallies import Tallies
from sim.games.packets.codes import CAP, CYCLE
from sim.games.war.rules import WarRules

WINNERS = Key("", "", "winner", "ending")
"""Who wins with each ending: -1 for a draw, -2 for nobody."""

ROUNDS = Key("", "", "rounds", "ending")
"""The rounds of the games with each ending."""

CYCLES = Key("", "", "cycle")
"""The length of each cycle, in rounds."""


def count_deals(
    rules: WarRules, deals: NDArray[np.uint8], where: Layout, first: int
) -> Tallies:
    """Play deals and count what happens.

    Parameters
    ----------
    rules
        The rules.
    deals
        The deals, a row each.
    where
        Where the packets lie in a row.
    first
        The number of the first deal.

    Returns
    -------
    Tallies
        Those above, and the longest game that ended.
    """
    from sim.games.war.kernel.block import periods, play_block

    played = play_block(rules, deals, where, 0, first)
    endings = played["ending"]
    rounds = played["rounds"]
    circling = np.flatnonzero(endings == CYCLE)
    lengths = periods(rules, deals[circling], where, rounds[circling])
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
