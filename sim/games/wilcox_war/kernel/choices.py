"""The players of compiled Wilcox War: hands of three in six numbers, the policies, and what a user's own one sees.

A hand is its three cards, ascending; where fewer are held, the highest of them stands for those that lack, so that most
policies need not count.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sim.contract.policy import OWN
from sim.games.wilcox_war.kernel.equilibrium import (
    ROOM,
    Battles,
    equilibrium_place,
    first_battles,
    no_battles,
)
from sim.games.wilcox_war.policies import MOST_TIES, POLICIES, RANKS
from sim.games.wilcox_war.rules import WilcoxWarRules
from sim.kernels.compiling import inlined, kernel
from sim.kernels.philox import drawn_below
from sim.kernels.seats import Seats, call_policy

_code = POLICIES.parts[0].code
_RANDOM, _HIGH, _MID = np.int64(_code("random")), np.int64(_code("high")), np.int64(_code("mid"))
_WIN_CHEAPLY, _BEAT_LOWEST = np.int64(_code("win-cheaply")), np.int64(_code("beat-lowest"))
_DUMP_OR_WIN, _EQUILIBRIUM_NOW = np.int64(_code("dump-or-win")), np.int64(_code("equilibrium-now"))
_SEEK_TIES, _AVOID_TIES = np.int64(_code("seek-ties")), np.int64(_code("avoid-ties"))
"""The numbers of the policies; that of ``low`` is not asked for, as the lowest card is what is left."""

_DRAWING = [OWN, int(_RANDOM), int(_EQUILIBRIUM_NOW)]


class Choosers(NamedTuple):
    """Both players as the compiled games know them.

    Attributes
    ----------
    codes, addresses, chance_addresses
        int64 (2,): the number of each one's policy, where its code begins if it is a user's own, and where his
        chance lies.
    draws
        int64 (2,): whether his policy can draw.
    chances
        uint64 (2, CHANCE).
    seen, seen_address
        The record that a user's own policy sees, and where it lies.
    fault
        int64 (4,): see :class:`sim.kernels.seats.Seats`.
    tied
        int64 (MOST_TIES,): the cards tied so far in this turn.
    work
        int64 (ROOM,): for the solver.
    battles
        What the solver has found for two cards in the pot; empty where nobody asks for it.
    """

    codes: np.ndarray
    addresses: np.ndarray
    chance_addresses: np.ndarray
    draws: np.ndarray
    chances: np.ndarray
    seen: np.ndarray
    seen_address: np.int64
    fault: np.ndarray
    tied: np.ndarray
    work: np.ndarray
    battles: Battles


def choosers_of(seats: Seats) -> Choosers:
    """Return the players for the compiled games."""
    codes = seats.codes[:, 0].copy()
    return Choosers(
        codes=codes,
        addresses=seats.addresses[:, 0].copy(),
        chance_addresses=seats.chance_addresses,
        draws=np.isin(codes, _DRAWING).astype(np.int64),
        chances=seats.chances,
        seen=seats.views[0],
        seen_address=seats.view_addresses[0],
        fault=seats.fault,
        tied=np.zeros(MOST_TIES, np.int64),
        work=np.zeros(ROOM, np.int64),
        battles=first_battles() if (codes == _EQUILIBRIUM_NOW).any() else no_battles(),
    )


class Limits(NamedTuple):
    """The rules as the compiled games know them.

    Attributes
    ----------
    prizes
        The cards that each player hides in a war.
    least
        The fewest cards of a score pile that is made a draw pile again.
    most_turns
        After how many turns a game is stopped; columns hold no more than 2**31 - 1.
    """

    prizes: np.uint64
    least: np.uint64
    most_turns: np.int64


def limits_of(rules: WilcoxWarRules) -> Limits:
    """Return the rules for the compiled games."""
    return Limits(
        np.uint64(rules.prizes),
        np.uint64(rules.least),
        np.int64(min(rules.max_turns, np.iinfo(np.int32).max)),
    )


@inlined
def ascending(a, b, c):
    """Return three cards in order."""
    low, high = min(a, b), max(a, b)
    return min(low, c), max(low, min(high, c)), max(high, c)


@inlined
def play_card(a, b, c, place):
    """Return the card of a full hand at a place, and the other two, the lower first.

    The hand is three bytes of one number: which card is played is as good as random, and a branch on it would cost
    more than everything else in a turn.
    """
    hand = a | (b << 8) | (c << 16)
    shift = place << 3
    before = (1 << shift) - 1
    rest = (hand & before) | ((hand >> 8) & ~before)
    return (hand >> shift) & 255, rest & 255, rest >> 8


@inlined
def with_new(low, high, card):
    """Return two cards and a new one in order."""
    return min(low, card), max(low, min(high, card)), max(high, card)


@inlined
def chosen_place(code, a, b, c, x, y, z, held, pot, chance, seed, solver):
    """Return the place in the hand, from 0, of the card that a policy of the game plays.

    Parameters
    ----------
    code
        int64: its number.
    a, b, c, x, y, z
        int64: the player's own hand and the other's.
    held
        int64: how many cards each of them holds.
    pot
        int64: the cards on the table.
    chance, seed
        The player's stream.
    solver
        Its room, and what it has found before.
    """
    place = np.int64(0)
    if code == _RANDOM:
        if a != c:
            place = drawn_below(held, chance, seed)
    elif code == _HIGH:
        place = np.int64(2)
    elif code == _MID:
        place = np.int64(1)
    elif code == _WIN_CHEAPLY or code == _BEAT_LOWEST:
        least = z if code == _WIN_CHEAPLY else x
        place = np.int64(a <= least) + np.int64(b <= least) + np.int64(c <= least)
        place -= 3 * np.int64(c <= least)
    elif code == _DUMP_OR_WIN:
        place = 2 * np.int64(c > z)
    elif code == _SEEK_TIES or code == _AVOID_TIES:
        # The equals of each card with its place from above: one comparison finds both.
        more_than_one, more_than_two = np.int64(held > 1), np.int64(held > 2)
        of_a = (_equals(a, x, y, z, more_than_one, more_than_two) << 2) | 2
        of_b = (_equals(b, x, y, z, more_than_one, more_than_two) << 2) | 1
        of_c = _equals(c, x, y, z, more_than_one, more_than_two) << 2
        if code == _SEEK_TIES:
            place = 2 - (max(of_a, of_b, of_c) & 3)
        else:
            place = 2 - (min(of_a, of_b, of_c) & 3)
    elif code == _EQUILIBRIUM_NOW:
        if a != c:
            place = equilibrium_place((a, b, c), (x, y, z), pot + 2, chance, seed, solver)
    return place


@inlined
def _equals(card, x, y, z, more_than_one, more_than_two):
    """Return how many of a hand's cards are equal to one."""
    return np.int64(card == x) + (np.int64(card == y) & more_than_one) + (np.int64(card == z) & more_than_two)


@kernel
def see_hands(view, mine, his, held, sizes, tied, ties, prizes, pot):
    """Fill what a user's own policy sees, counts by rank aside: those are set to 0.

    Parameters
    ----------
    view
        The record.
    mine, his
        Three int64 each: the hands.
    held
        int64: how many cards each player holds.
    sizes
        Six int64: the tops of both draw piles, their sizes, and the sizes of both score piles, the own first.
    tied, ties, prizes, pot
        As in the view.
    """
    for place in range(np.uint64(3)):
        in_hand = place < np.uint64(held)
        view[0].hand[place] = mine[place] if in_hand else 0
        view[0].other[place] = his[place] if in_hand else 0
    view[0].held, view[0].other_held = held, held
    view[0].top, view[0].other_top = sizes[0], sizes[1]
    view[0].pile, view[0].other_pile = sizes[2], sizes[3]
    view[0].score, view[0].other_score = sizes[4], sizes[5]
    view[0].at_war = ties > 0
    for place in range(np.uint64(MOST_TIES)):
        view[0].tied[place] = tied[place] if place < np.uint64(ties) else 0
    view[0].ties, view[0].prizes, view[0].pot = ties, prizes, pot
    for rank in range(np.uint64(RANKS)):
        view[0].unseen[rank] = 0
        view[0].other_unseen[rank] = 0


@kernel
def ask(choosers, player, hand, game):
    """Return the place in the hand of what a user's own policy answers to what it sees, -1 if it is not there."""
    card = call_policy(choosers.addresses[player], choosers.seen_address, choosers.chance_addresses[player])
    for place in range(3):
        if hand[place] == card:
            return np.int64(place)
    choosers.fault[0], choosers.fault[1] = 1, np.int64(game)
    choosers.fault[2], choosers.fault[3] = np.int64(player), card
    return np.int64(-1)
