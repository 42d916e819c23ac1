"""Players on a page: their policies and the seed as plain numbers, and a visitor's own moves.

A page writes whole numbers into the arguments of a kernel, and calls it. So a kernel
that it calls takes the policies as a :class:`Seating`, and begins with :func:`be_seated`.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sim.contract.policy import Part, Policies, seats_under
from sim.kernels.chances import CHANCE
from sim.kernels.compiling import inlined
from sim.kernels.philox import BUFFER
from sim.policies.kernel.seats import Players

MOVES = 256
"""One more than the most moves that a visitor makes by hand in a game."""


class Seating(NamedTuple):
    """Who plays, as a page says it.

    Attributes
    ----------
    seed
        uint64: the seed.
    codes, starts
        For every seat that the game can have: the number of its policy, and where the policy's table begins.
    """

    seed: np.uint64
    codes: tuple[int, ...]
    starts: tuple[int, ...]


@inlined
def be_seated(players, seating):
    """Give the players the policies of a page."""
    for seat in range(len(players.codes)):
        players.codes[seat] = seating.codes[seat]
        players.starts[seat] = seating.starts[seat]
        players.chances[seat, BUFFER] = seating.seed


def seated_players(
    policies: Policies,
    rules: Any,
    seed: int,
    most: int,
    tables: Sequence[NDArray[np.int64]] = (),
    place: int = 0,
) -> tuple[Seating, Players]:
    """The players on a page, and who they are.

    Parameters
    ----------
    policies
        The policies of the game.
    rules
        The rules, with the policy of each player.
    seed
        The seed.
    most
        The most players that the game can have.
    tables
        Every table that a policy on the page can come with.
    place
        The kind of decision.
    """
    part = policies.parts[place]
    chosen = [seat[place] for seat in seats_under(policies, rules)]
    rest = [0] * (most - len(chosen))
    codes = [part.code(choice) for choice in chosen]
    starts = [_start(part, choice, rules, tables) for choice in chosen]
    seats = len(chosen)
    players = Players(
        np.zeros(seats, np.int64),
        np.zeros(1 if part.shared else seats, part.view(rules)),
        np.zeros((seats, MOVES), np.int64),
        np.zeros((seats, CHANCE), np.uint64),
        np.concatenate([np.zeros(0, np.int64), *tables]),
        np.zeros(seats, np.int64),
        np.zeros(4, np.int64),
    )
    seating = Seating(np.uint64(seed), tuple(codes + rest), tuple(starts + rest))
    return seating, players


def _start(
    part: Part, choice: Any, rules: Any, tables: Sequence[NDArray[np.int64]]
) -> int:
    """Where the table of a policy begins among all tables; 0 without one."""
    wanted = part.table_of(choice, rules)
    if wanted is None:
        return 0
    place = [table is wanted for table in tables].index(True)
    return sum(map(len, tables[:place]))
