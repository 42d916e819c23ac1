"""The players of Wilcox War, compiled; a hand is three cards ascending, a smaller one repeats its highest card."""

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
from sim.kernels.compiling import inlined, part
from sim.kernels.philox import drawn_below
from sim.kernels.words import THREE
from sim.policies.kernel.compiled import call_policy, note_fault
from sim.policies.kernel.seats import Seats

_code = POLICIES.parts[0].code
_RANDOM, _HIGH, _MID = (
    np.int64(_code("random")),
    np.int64(_code("high")),
    np.int64(_code("mid")),
)
_WIN_CHEAPLY, _BEAT_LOWEST = (
    np.int64(_code("win-cheaply")),
    np.int64(_code("beat-lowest")),
)
_DUMP_OR_WIN, _EQUILIBRIUM_NOW = (
    np.int64(_code("dump-or-win")),
    np.int64(_code("equilibrium-now")),
)
_SEEK_TIES, _AVOID_TIES = np.int64(_code("seek-ties")), np.int64(_code("avoid-ties"))
"""The numbers of the policies. ``low`` is not among them: the kernel plays the lowest card when no other applies."""

_DRAWING = [OWN, int(_RANDOM), int(_EQUILIBRIUM_NOW)]


class Choosers(NamedTuple):
    """Both players as the compiled games take them."""

    # int64 (2,): for each player, the policy's number, the address of its code (if a user's own), and the
    # address of the player's stream
    codes: np.ndarray
    addresses: np.ndarray
    chance_addresses: np.ndarray
    draws: np.ndarray  # bool (2,): whether the policy can draw
    chances: np.ndarray  # uint64 (2, CHANCE)
    # The record that a user's own policy sees, and its address
    seen: np.ndarray
    seen_address: np.int64
    fault: np.ndarray  # int64 (4,): see `Seats`
    tied: np.ndarray  # int64 (MOST_TIES,): the cards tied so far in this turn
    work: np.ndarray  # int64 (ROOM,): the solver's workspace
    battles: Battles  # the solver's results for two cards in the pot; empty if neither player needs them


def choosers_of(seats: Seats) -> Choosers:
    """Return the players for the compiled games."""
    codes = seats.codes[:, 0].copy()
    return Choosers(
        codes=codes,
        addresses=seats.addresses[:, 0].copy(),
        chance_addresses=seats.chance_addresses,
        draws=np.isin(codes, _DRAWING),
        chances=seats.chances,
        seen=seats.views[0],
        seen_address=seats.view_addresses[0],
        fault=seats.fault,
        tied=np.zeros(MOST_TIES, np.int64),
        work=np.zeros(ROOM, np.int64),
        battles=first_battles() if (codes == _EQUILIBRIUM_NOW).any() else no_battles(),
    )


class Limits(NamedTuple):
    """The rules as the compiled games take them."""

    prizes: np.uint64  # the cards that each player hides in a war
    least: (
        np.uint64
    )  # the fewest cards with which a score pile becomes a draw pile again
    # The number of turns after which a game is stopped, at most 2**31 - 1, the largest number in a column
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
def play_card(hand, place):
    """Return the card of a full hand at a place, and the other two, the lower first."""
    # The hand is packed into three bytes of one number. A branch could not predict which card is played, and
    # its misses would cost more than everything else in a turn.
    low, middle, high = hand
    cards = low | (middle << 8) | (high << 16)
    shift = place << 3
    before = (1 << shift) - 1
    rest = (cards & before) | ((cards >> 8) & ~before)
    return (cards >> shift) & 255, rest & 255, rest >> 8


@inlined
def with_new(low, high, card):
    """Return two cards and a new one in order."""
    return min(low, card), max(low, min(high, card)), max(high, card)


@inlined
def place_of(choosers, chooser, hands, turn, show, seen):
    """Return the place in the hand, from 0, of the card that a player plays; -1 if their own policy names another."""
    # `show(choosers, player, hands, seen)` fills the record that a user's own policy sees.
    player, code, chance = chooser
    held, pot, game, seed = turn
    own, other = hands
    if code == OWN and own[0] != own[2]:
        show(choosers, player, hands, seen)
        place = ask(choosers, player, own, game)
    else:
        place = chosen_place(
            code, own, other, held, pot, chance, seed, (choosers.work, choosers.battles)
        )
    return place


@inlined
def places_of(choosers, first, second, hands, turn, show, seen):
    """Return the places of the cards that both players play; the first is -1 if either's own policy names another."""
    place_0, place_1 = place_of(choosers, first, hands, turn, show, seen), np.int64(0)
    if place_0 >= 0:
        place_1 = place_of(choosers, second, (hands[1], hands[0]), turn, show, seen)
        if place_1 < 0:
            place_0 = np.int64(-1)
    return place_0, place_1


@inlined
def chosen_place(code, own, other, held, pot, chance, seed, solver):
    """Return the place in the hand, from 0, of the card that a policy of the game plays."""
    a, b, c = own
    place = np.int64(0)
    if code == _RANDOM:
        if a != c:
            place = drawn_below(held, chance, seed)
    elif code == _HIGH:
        place = np.int64(2)
    elif code == _MID:
        place = np.int64(1)
    elif code == _WIN_CHEAPLY or code == _BEAT_LOWEST:
        least = other[2] if code == _WIN_CHEAPLY else other[0]
        place = np.int64(a <= least) + np.int64(b <= least) + np.int64(c <= least)
        place -= 3 * np.int64(c <= least)
    elif code == _DUMP_OR_WIN:
        place = 2 * np.int64(c > other[2])
    elif code == _SEEK_TIES or code == _AVOID_TIES:
        # For each card, how many cards equal it, with its place from the top in the low bits: one maximum finds both.
        more_than_one, more_than_two = np.int64(held > 1), np.int64(held > 2)
        of_a = (_equals(a, other, more_than_one, more_than_two) << 2) | 2
        of_b = (_equals(b, other, more_than_one, more_than_two) << 2) | 1
        of_c = _equals(c, other, more_than_one, more_than_two) << 2
        if code == _SEEK_TIES:
            place = 2 - (max(of_a, of_b, of_c) & 3)
        else:
            place = 2 - (min(of_a, of_b, of_c) & 3)
    elif code == _EQUILIBRIUM_NOW:
        if a != c:
            place = equilibrium_place(own, other, pot + 2, chance, seed, solver)
    return place


@inlined
def _equals(card, hand, more_than_one, more_than_two):
    """Return how many of a hand's cards equal a card."""
    x, y, z = hand
    return (
        np.int64(card == x)
        + (np.int64(card == y) & more_than_one)
        + (np.int64(card == z) & more_than_two)
    )


@part
def see_hands(choosers, hands, held, sizes, on_table):
    """Fill the record that a user's own policy sees, with all counts by rank set to 0."""
    view = choosers.seen
    own, other = hands
    ties, prizes, pot = on_table
    for place in range(THREE):
        in_hand = place < np.uint64(held)
        view[0].hand[place] = own[place] if in_hand else 0
        view[0].other[place] = other[place] if in_hand else 0
    view[0].held, view[0].other_held = held, held
    view[0].top, view[0].other_top = sizes[0], sizes[1]
    view[0].pile, view[0].other_pile = sizes[2], sizes[3]
    view[0].score, view[0].other_score = sizes[4], sizes[5]
    view[0].at_war = ties > 0
    for place in range(np.uint64(MOST_TIES)):
        view[0].tied[place] = choosers.tied[place] if place < np.uint64(ties) else 0
    view[0].ties, view[0].prizes, view[0].pot = ties, prizes, pot
    for rank in range(np.uint64(RANKS)):
        view[0].unseen[rank] = 0
        view[0].other_unseen[rank] = 0


@part
def ask(choosers, player, hand, game):
    """Return the place in the hand of the card that a user's own policy names; -1, and a fault, if it is not there."""
    card = call_policy(
        choosers.addresses[player],
        choosers.seen_address,
        choosers.chance_addresses[player],
    )
    for place in range(3):
        if hand[place] == card:
            return np.int64(place)
    note_fault(choosers.fault, game, player, card)
    return np.int64(-1)
