"""The seats of compiled games, as a kernel takes them.

They are the views, the streams and the policies of the players.

A kernel calls each policy by the address of its function
(:mod:`sim.policies.kernel.functions`); the rulebook calls the same function.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sim.contract.policy import (
    Choice,
    Choices,
    Part,
    Policies,
    illegal_move,
    name_policy,
    seat_name,
    seats_under,
)
from sim.errors import UserError
from sim.kernels.chances import CHANCE, FIRST_SEAT
from sim.kernels.compiling import inlined
from sim.kernels.philox import BUFFER, open_stream
from sim.policies.kernel import asking, functions
from sim.policies.kernel.functions import NO_MOVE, Function

CALL = np.dtype(
    [(name, np.uint64) for name in ("code", "record", "chance", "table", "size")],
    align=True,
)
"""A call of a policy: the addresses of its code, of the record that it sees, of its
chance and of its table, and the table's size."""


class Players(NamedTuple):
    """The players' policies of one kind of decision, as a kernel takes them.

    Attributes
    ----------
    views
        A record for each seat, or one for all: what it sees, which the kernel keeps up
        to date.
    calls
        CALL (seats,): how each policy is called.
    chances
        uint64 (seats, CHANCE): the streams of the seats.
    fault
        int64 (4,): 1, game, seat and move, once a policy has made an illegal move; the
        kernel then stops.
    """

    views: np.ndarray
    calls: np.ndarray
    chances: np.ndarray
    fault: np.ndarray


@inlined
def open_chances(players, game):
    """Set the chance of every seat to the start of its stream in a game.

    Parameters
    ----------
    players
        The players, which are changed.
    game
        The number of the game.
    """
    for seat in range(len(players.chances)):
        open_stream(players.chances[seat], game, FIRST_SEAT + np.uint64(seat))


@dataclass
class Seats:
    """The players of compiled games.

    Every call of a kernel needs its own.

    Attributes
    ----------
    choices
        How each player chooses.
    functions
        For each player the functions of the policies, one for each kind of decision.
    parts
        For each kind of decision the players as a kernel takes them.
    tables
        The tables that policies come with, kept alive for the kernel.
    """

    choices: tuple[Choices, ...]
    functions: list[list[Function]]
    parts: list[Players]
    tables: list[NDArray[np.int64]]

    def check(self) -> None:
        """Raise the error of a user's own policy, if there was one.

        It is the policy's own exception, with its game, or one for an illegal move.
        """
        fault, game, seat, move = map(int, self.parts[0].fault)
        for function in self.functions[seat]:
            if function.raised:
                raise name_policy(function.raised[0], self.choices[seat], game)
        if not fault:
            return
        name = seat_name(self.choices[seat])
        if fault == asking.TOO_MANY:
            raise UserError(
                f"policy {name} draws in too many ways",
                cure="let it draw less, or give its chances as a function of the hands",
            )
        answers = [
            answer for function in self.functions[seat] for answer in function.answers
        ]
        if move == NO_MOVE and not answers:
            raise UserError(
                f"policy {name} fails in game {game}",
                cure="play it without numba.njit to see where",
            )
        answer = answers[0] if move == NO_MOVE else move
        raise illegal_move(self.choices[seat], game, answer)


def seats_of(policies: Policies, rules: Any, seed: int) -> Seats:
    """The players as a kernel takes them.

    Parameters
    ----------
    policies
        How the players of the game can choose.
    rules
        The rules, which name the policies.
    seed
        The seed of the players' streams.
    """
    choices = seats_under(policies, rules)
    chances = np.zeros((len(choices), CHANCE), np.uint64)
    chances[:, BUFFER] = seed
    fault = np.zeros(4, np.int64)
    seats = Seats(choices, [[] for _ in choices], [], [])
    records = policies.records(rules)
    for place, part in enumerate(policies.parts):
        views = records[part.view]
        calls = np.zeros(len(choices), CALL)
        for seat, chosen in enumerate(choices):
            function = _function(part, chosen[place], views.dtype)
            seats.functions[seat].append(function)
            table = part.table_of(chosen[place], rules)
            if table is None:
                table = np.zeros(0, np.int64)
            seats.tables.append(table)
            calls[seat] = (
                function.address,
                _address(views[seat % len(views) :]),
                _address(chances[seat]),
                _address(table),
                len(table),
            )
        seats.parts.append(Players(views, calls, chances, fault))
    return seats


def _function(part: Part, choice: Choice, view: np.dtype[Any]) -> Function:
    if isinstance(choice, str):
        return functions.named(part.find(choice), view)
    return functions.users_own(choice, view)


def _address(array: NDArray[Any]) -> int:
    return array.ctypes.data
