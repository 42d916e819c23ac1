"""Players on a page: their policies and the seed as plain numbers, and a visitor's own moves.

A page writes whole numbers into the arguments of a kernel, and calls it. So a kernel
that it calls takes the policies as a :class:`Seating`, and begins with
:func:`be_seated`.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sim.contract.policy import Choice, Part, Policies, Policy, seats_under
from sim.kernels.chances import CHANCE
from sim.kernels.compiling import inlined, part
from sim.kernels.philox import BUFFER

MOVES = 256
"""One more than the most moves that a visitor makes by hand in a game."""

BY_HAND = -1
"""The number of a visitor's own moves, among those of the policies."""


class Seating(NamedTuple):
    """The policies of all seats, as a page gives them.

    Attributes
    ----------
    seed
        uint64: the seed.
    codes, starts
        For every seat that the game can have: the number of its policy, and where the
        policy's table begins.
    """

    seed: np.uint64
    codes: tuple[int, ...]
    starts: tuple[int, ...]


class PagePlayers(NamedTuple):
    """The players of one kind of decision on a page.

    They stand in place of :class:`sim.policies.kernel.seats.Players`.

    Attributes
    ----------
    codes
        int64 (seats,): the number of a policy, or ``BY_HAND``.
    views
        A record for each seat, or one for all: what it sees.
    calls
        int64 (seats, MOVES): how many moves a visitor has made, and then these moves.
    chances
        uint64 (seats, CHANCE): the streams of the seats.
    tables, starts
        int64: the tables that policies come with, one behind the other; int64 (seats,):
        where that of a seat begins.
    fault
        int64 (4,): as of any players.
    """

    codes: np.ndarray
    views: np.ndarray
    calls: np.ndarray
    chances: np.ndarray
    tables: np.ndarray
    starts: np.ndarray
    fault: np.ndarray


@inlined
def be_seated(players, seating):
    """Give the players the policies of a page.

    Parameters
    ----------
    players
        The players, which are changed.
    seating
        Who plays.
    """
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
) -> tuple[tuple[Seating, ...], tuple[PagePlayers, ...]]:
    """The players on a page, and who they are, for each kind of decision.

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
    """
    chosen = seats_under(policies, rules)
    seats = len(chosen)
    rest = (0,) * (most - seats)
    # As in a game of the program, all kinds of decisions share these.
    views = policies.records(rules)
    chances = np.zeros((seats, CHANCE), np.uint64)
    fault = np.zeros(4, np.int64)
    joined = np.concatenate([np.zeros(0, np.int64), *tables])
    seating = []
    players = []
    for place, decision in enumerate(policies.parts):
        choices = [seat[place] for seat in chosen]
        codes = tuple(_number(decision, choice) for choice in choices)
        starts = tuple(_start(decision, choice, rules, tables) for choice in choices)
        seating.append(Seating(np.uint64(seed), codes + rest, starts + rest))
        players.append(
            PagePlayers(
                np.zeros(seats, np.int64),
                views[decision.view],
                np.zeros((seats, MOVES), np.int64),
                chances,
                joined,
                np.zeros(seats, np.int64),
                fault,
            )
        )
    return tuple(seating), tuple(players)


def _number(decision: Part, choice: Choice) -> int:
    if not isinstance(choice, str):
        return BY_HAND
    return [policy.name for policy in decision.policies].index(choice)


def _start(
    decision: Part, choice: Choice, rules: Any, tables: Sequence[NDArray[np.int64]]
) -> int:
    """Where the table of a policy begins among all tables; 0 without one."""
    wanted = decision.table_of(choice, rules)
    if wanted is None:
        return 0
    place = [table is wanted for table in tables].index(True)
    return sum(map(len, tables[:place]))


def move_by_number(decision: Part) -> Callable[..., Any]:
    """The function ``move_of(players, seat)``, for kernels on a page.

    It asks the policy of a seat by its number.

    Parameters
    ----------
    decision
        The kind of decision.
    """
    ask = _asked(decision.policies[-1])
    for number in reversed(range(len(decision.policies) - 1)):
        ask = _asked_if(number, _asked(decision.policies[number]), ask)

    @part
    def move_of(players, seat):
        code = players.codes[seat]
        if code == BY_HAND:
            call = players.calls[seat]
            call[0] += 1
            return call[call[0]]
        view = players.views[seat if len(players.views) > 1 else 0]
        chance = players.chances[seat]
        return ask(code, view, chance, players.tables, players.starts[seat])

    return move_of


def _asked(policy: Policy) -> Callable[..., Any]:
    """One policy as a function for kernels."""
    choose = policy.choose
    if policy.table is None:

        @part
        def ask(code, view, chance, tables, start):
            return choose(view, chance)
    else:

        @part
        def ask(code, view, chance, tables, start):
            return choose(view, chance, tables[start:])

    return ask


def _asked_if(number: int, first: Any, others: Any) -> Callable[..., Any]:
    """The policy of a number, or else one of others."""

    @part
    def ask(code, view, chance, tables, start):
        if code == number:
            return first(code, view, chance, tables, start)
        return others(code, view, chance, tables, start)

    return ask
