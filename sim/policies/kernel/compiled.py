"""Policies and what they call, compiled: the draws, the readers of sets of cards, and the policy of a number."""

from collections.abc import Callable
from typing import Any

import numba
import numpy as np
from numba import types
from numba.extending import overload

from sim.contract.policy import OWN, Part, Policy
from sim.kernels.bits import count_bits, leading_zeros, lowest_bit, nth_bit
from sim.kernels.chances import (
    CHANCE_SPENT,
    CHANCE_STREAM,
    MOST_SCRIPTED,
    SCRIPTED,
    TOLD,
    drawn,
)
from sim.kernels.compiling import inlined, inlined_part, kernel, part
from sim.kernels.llvm.functions import call_for_number
from sim.kernels.llvm.processor import IS_WASM
from sim.kernels.philox import BUFFER, READY, next_word
from sim.kernels.words import ALL_BITS, HALF_WORD, ONE, ZERO
from sim.policies.cards import (
    above,
    below,
    cards,
    count,
    has,
    highest,
    lowest,
    nearest,
    nth,
    nth_of,
)
from sim.policies.chance import BOUNDS, draw, draw_place, place_of


@overload(draw)
def _draw_compiled(bound: Any, chance: Any) -> Any:
    if isinstance(bound, types.Boolean) or not isinstance(bound, types.Integer):
        raise numba.TypingError(f"draw of a {bound}: draw from {BOUNDS}")

    def compiled(bound: Any, chance: Any) -> Any:
        if bound < 1:
            raise ValueError("draw from no numbers at all")
        return drawn(bound, chance)

    return compiled


part(place_of)


@kernel
def _drawn_place(thresholds, first, support, chance):
    if chance[CHANCE_STREAM] != SCRIPTED:
        word = next_word(chance, chance[BUFFER])
        return place_of(thresholds, first, support, np.int64(word >> HALF_WORD))
    place, at, reached = 0, first, 0.0
    while support >> place:
        share = 0.0
        if (support >> place) & 1:
            share = 1.0 - reached
            if support >> place != 1:
                share = np.float64(thresholds[at]) / np.float64(ONE << HALF_WORD)
                share -= reached
            reached += share
            at += 1
        chance[place] = np.uint64(np.rint(share * TOLD))
        place += 1
    for later in range(place, READY):
        chance[later] = ZERO
    chance[CHANCE_SPENT] = ALL_BITS
    return 0


@overload(draw_place)
def _place_compiled(thresholds: Any, first: Any, support: Any, chance: Any) -> Any:
    def compiled(thresholds: Any, first: Any, support: Any, chance: Any) -> Any:
        return _drawn_place(thresholds, np.int64(first), np.int64(support), chance)

    return compiled


# The readers of sets of cards. These three have instructions of their own; the others
# are compiled as they stand.
@overload(count)
def _count_compiled(cards: Any) -> Any:
    def compiled(cards: Any) -> Any:
        return np.int64(count_bits(np.uint64(cards)))

    return compiled


@overload(lowest)
def _lowest_compiled(cards: Any) -> Any:
    def compiled(cards: Any) -> Any:
        return np.int64(lowest_bit(np.uint64(cards))) if cards else np.int64(-1)

    return compiled


@overload(highest)
def _highest_compiled(cards: Any) -> Any:
    def compiled(cards: Any) -> Any:
        if not cards:
            return np.int64(-1)
        return np.int64(63) - np.int64(leading_zeros(np.uint64(cards)))

    return compiled


@overload(nth)
def _nth_compiled(cards: Any, place: Any) -> Any:
    def compiled(cards: Any, place: Any) -> Any:
        if place >= count(cards):
            return np.int64(-1)
        return np.int64(nth_bit(np.uint64(cards), np.uint64(place)))

    return compiled


for _reader in (nth_of, has, above, below, nearest, cards):
    part(_reader)


def move_by(decision: Part) -> Callable[..., Any]:
    """The door for kernels: one function ``move_of(players, seat)`` that asks the policy of a seat."""
    ask = _asked(decision.policies[-1])
    for code in reversed(range(len(decision.policies) - 1)):
        ask = _asked_if(code, _asked(decision.policies[code]), ask)

    @inlined_part
    def move_of(players, seat):
        code = players.codes[seat]
        if code == OWN:
            return call_policy(players.calls[seat])
        view = players.views[seat if len(players.views) > 1 else 0]
        chance = players.chances[seat]
        return ask(code, view, chance, players.tables, players.starts[seat])

    return move_of


def _asked(policy: Policy) -> Callable[..., Any]:
    """One policy as a function for kernels."""
    choose = part(policy.choose)
    if policy.table is None:

        @inlined_part
        def ask(code, view, chance, tables, start):
            return choose(view, chance)
    else:

        @inlined_part
        def ask(code, view, chance, tables, start):
            return choose(view, chance, tables[start:])

    return ask


def _asked_if(number: int, first: Any, others: Any) -> Callable[..., Any]:
    """The policy of a number, or else one of others."""

    @inlined_part
    def ask(code, view, chance, tables, start):
        if code == number:
            return first(code, view, chance, tables, start)
        return others(code, view, chance, tables, start)

    return ask


MOST_DRAWS = 1 << 14
"""The most ways in which a policy may draw for one move, where all of them are played."""

TOO_MANY = 2
"""Recorded instead of an illegal move: a policy has drawn in too many ways."""


def shares_by(move_of: Callable[..., Any]) -> Callable[..., Any]:
    """The chances of all moves: one function for best responses, from that which asks the policy of a seat.

    ``fill_shares(players, seat, hand, shares)`` asks the policy once for each way in
    which its draws can fall, fills its chance to move each card of the hand (float64,
    by card), and returns whether all its moves are legal.
    """

    @part
    def fill_shares(players, seat, hand, shares):
        shares[:] = 0.0
        chance = players.chances[seat]
        chance[CHANCE_STREAM] = SCRIPTED
        chance[:MOST_SCRIPTED] = ZERO
        for _ in range(MOST_DRAWS):
            chance[CHANCE_SPENT] = ZERO
            move = move_of(players, seat)
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
        players.fault[0], players.fault[2] = TOO_MANY, seat
        return False

    return fill_shares


@part
def _take_told(hand, chance, shares):
    """Take the chances from a policy that tells them instead of drawing."""
    for place, card in enumerate(cards(hand)):
        shares[card] = np.float64(chance[place]) / TOLD


@inlined
def note_fault(fault, game, seat, move):
    """Record the illegal answer of a user's own policy; see :class:`Seats`."""
    fault[0], fault[1] = 1, np.int64(game)
    fault[2], fault[3] = np.int64(seat), np.int64(move)


if IS_WASM:

    @inlined
    def call_policy(call):
        """The next move of a visitor's: behind their number lie the moves made so far, and then zeros."""
        call[0] += 1
        return call[call[0]]
else:

    @inlined
    def call_policy(call):
        """Call a user's own policy by the addresses (int64) of its code, the view's record and the seat's chance."""
        addresses = np.uint64(call[1]), np.uint64(call[2])
        return call_for_number(np.uint64(call[0]), addresses)
