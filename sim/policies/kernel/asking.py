"""How a kernel asks the policy of a seat: for its move, or for the chances of all its moves."""

from collections.abc import Callable
from typing import Any

import numpy as np

from sim.contract.policy import Part
from sim.kernels.chances import (
    CHANCE_SPENT,
    CHANCE_STREAM,
    MOST_SCRIPTED,
    SCRIPTED,
    TOLD,
)
from sim.kernels.compiling import copied_part, inlined, part
from sim.kernels.llvm.functions import call_for_number
from sim.kernels.llvm.processor import IS_WASM
from sim.kernels.words import ALL_BITS, ONE, ZERO
from sim.policies.kernel import compiled  # noqa: F401 - what policies call
from sim.policies.kernel.pages import move_by_number
from sim.policies.sets import cards, has


def move_by(decision: Part) -> Callable[..., Any]:
    """The function ``move_of(players, seat)`` that asks the policy of a seat, for kernels.

    It calls the policy by its address; in WebAssembly, the module has all policies, and
    asks them by number.

    Parameters
    ----------
    decision
        The kind of decision.
    """
    for policy in decision.policies:
        copied_part(policy.choose)
    return move_by_number(decision) if IS_WASM else move_by_address


@inlined
def move_by_address(players, seat):
    """The answer of a seat's policy to its view.

    Parameters
    ----------
    players
        The players.
    seat
        The seat.
    """
    call = players.calls[seat]
    given = call.record, call.chance, call.table, call.size
    return call_for_number(call.code, given)


MOST_DRAWS = 1 << 14
"""The most ways in which a policy may draw for one move, where all of them are
played."""

TOO_MANY = 2
"""Recorded instead of an illegal move: a policy has drawn in too many ways."""


@part
def fill_shares(players, seat, hand, shares):
    """Fill the chances of all moves of a policy, for best responses.

    Return whether all its moves are legal.

    The policy is asked once for each way in which its draws can fall.

    Parameters
    ----------
    players
        The players.
    seat
        The seat of the policy.
    hand
        The cards that it may move, as a set.
    shares
        float64, by card: filled with the chance of each.
    """
    shares[:] = 0.0
    chance = players.chances[seat]
    chance[CHANCE_STREAM] = SCRIPTED
    chance[:MOST_SCRIPTED] = ZERO
    for _ in range(MOST_DRAWS):
        chance[CHANCE_SPENT] = ZERO
        move = move_by_address(players, seat)
        draws = chance[CHANCE_SPENT]
        if move < 1 or not has(hand, move):
            note_fault(players.fault, 0, seat, move)
            return False
        if draws == ALL_BITS:
            _take_told(hand, chance, shares)
            return True
        share = 1.0
        for place in range(draws):
            share /= np.float64(chance[MOST_SCRIPTED + place])
        shares[move] += share
        # The last draw that can still fall otherwise does so, and those after it
        # begin anew.
        while draws:
            last = draws - ONE
            if chance[last] + ONE < chance[MOST_SCRIPTED + last]:
                break
            chance[last] = ZERO
            draws = last
        if not draws:
            return True
        chance[draws - ONE] += ONE
    players.fault[0] = TOO_MANY
    players.fault[2] = seat
    return False


@part
def _take_told(hand, chance, shares):
    """Take the chances from a policy that tells them instead of drawing."""
    for place, card in enumerate(cards(hand)):
        shares[card] = np.float64(chance[place]) / TOLD


@inlined
def note_fault(fault, game, seat, move):
    """Record the illegal answer of a user's own policy; see :class:`Seats`.

    Parameters
    ----------
    fault
        Where it is recorded.
    game
        The number of the game.
    seat
        The seat.
    move
        The answer.
    """
    fault[0] = 1
    fault[1] = np.int64(game)
    fault[2] = np.int64(seat)
    fault[3] = np.int64(move)
