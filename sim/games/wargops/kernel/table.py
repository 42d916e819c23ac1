"""A table of WarGops, compiled: where the cards are, and what moves them. For up to eight players.

All that a game is lies in one array of uint64, because handing many arrays from function to function costs more than
what most of these functions do. Cards are counts by rank, the rank being the place after the base of a hand or pot;
sets of players and of ranks are words with a bit for each.
"""

from __future__ import annotations

from itertools import accumulate

import numpy as np

from sim.games.wargops.policies import most_pots
from sim.kernels.bits import lowest_bit
from sim.kernels.compiling import inlined, kernel
from sim.kernels.philox import ONE

STRIDE = np.uint64(64)
NONE = np.uint64(0)
ALL = np.uint64(0xFFFFFFFFFFFFFFFF)

_PLAYERS = 8
# The pot of the trick just played comes on top of all that can wait.
_POTS = most_pots(_PLAYERS) + 1
_BLOCKS = (
    int(STRIDE) * _PLAYERS, int(STRIDE) * _PLAYERS, int(STRIDE) * _POTS, int(STRIDE), int(STRIDE),
    *(_PLAYERS,) * 9, _POTS, 16, 4, 4,
)  # fmt: skip
_ENDS = tuple(map(np.uint64, accumulate(_BLOCKS, initial=0)))

START, HANDS, POTS, FACE_DOWN, TRASH = _ENDS[:5]
"""Where cards lie, by rank: each player's at the beginning and now, each pot's (the oldest first), those turned down
in this trick, and the trash."""

HELD, SIZES, FACE_UP, CHOSEN, POINTS = _ENDS[5:10]
"""For each player: the ranks held, how many cards, the rank lying face up and the one chosen (0: none), the session's
points."""

CODES, ADDRESSES, CHANCES, DRAWS = _ENDS[10:14]
"""For each player: his policy, where the code of his own policy and his stream lie, and whether it can draw."""

POT_PLAYERS, FIELDS, FAULT, SOLVED = _ENDS[14:18]
"""For each pot who can still win it; for each field of the record that a user's own policy sees, where it begins;
what went wrong in one: 1, game, seat and move; and where the table of an equilibrium lies."""

_SINGLE = [np.uint64(int(_ENDS[18]) + place) for place in range(14)]
WAITING, TRICKS, TIES, ORPHANED, GAMES_LEFT, IN_GAME = _SINGLE[:6]
"""How many pots wait; the session's tricks, ties and orphaned cards; the games that follow; who has not retired."""

PLAYERS, RANKS, REPLACED, TO_SURVIVOR, SESSION, SEED, GAME, RECORD_AT = _SINGLE[6:]
"""The rules, the seed, the number of the game, and the address of the record."""

RECORD = np.uint64(int(RECORD_AT) + 1)
"""Where the record begins that a user's own policy sees, to the end of the array."""


@kernel
def lay_out(table):
    """Give everybody the cards of the beginning, and clear the table."""
    ranks = table[RANKS]
    table[WAITING], table[IN_GAME] = NONE, NONE
    for rank in range(ranks + ONE):
        table[FACE_DOWN + rank] = NONE
        table[TRASH + rank] = NONE
    for seat in range(table[PLAYERS]):
        table[HELD + seat], table[SIZES + seat], table[FACE_UP + seat] = NONE, NONE, NONE
        for rank in range(ONE, ranks + ONE):
            place = seat * STRIDE + rank
            cards = table[START + place]
            table[HANDS + place] = NONE
            if cards > NONE:
                collect(table, seat, rank, cards)
        table[IN_GAME] |= np.uint64(table[SIZES + seat] > NONE) << seat


@inlined
def collect(table, seat, rank, cards):
    """Add some cards of a rank to a hand."""
    table[HANDS + seat * STRIDE + rank] += cards
    table[HELD + seat] |= ONE << rank
    table[SIZES + seat] += cards


@inlined
def lay(table, seat, rank):
    """Take a card out of a hand."""
    place = HANDS + seat * STRIDE + rank
    left = table[place] - ONE
    table[place] = left
    table[SIZES + seat] -= ONE
    table[HELD + seat] ^= np.uint64(left == NONE) << rank


@inlined
def nth_card(table, seat, number):
    """Return the rank of a card of a hand, ascending, the lowest being number 0."""
    held = table[HELD + seat]
    base = HANDS + seat * STRIDE
    rank = lowest_bit(held)
    while number >= table[base + rank]:
        number -= table[base + rank]
        held &= held - ONE
        rank = lowest_bit(held)
    return rank


@kernel
def collect_all(table, seat, base):
    """Move all cards that lie at a base to a hand."""
    for rank in range(ONE, table[RANKS] + ONE):
        if table[base + rank] > NONE:
            collect(table, seat, rank, table[base + rank])
            table[base + rank] = NONE


@kernel
def orphan_all(table, base):
    """Count all cards that lie at a base as nobody's, and remove them."""
    for rank in range(ONE, table[RANKS] + ONE):
        table[ORPHANED] += table[base + rank]
        table[base + rank] = NONE


@inlined
def highest(table, players):
    """Return the highest card lying face up among some players, 0 for none, and whose it is."""
    best, whose = NONE, NONE
    while players != NONE:
        seat = lowest_bit(players)
        players &= players - ONE
        card = table[FACE_UP + seat]
        if card > best:
            best, whose = card, ONE << seat
        elif card == best and card != NONE:
            whose |= ONE << seat
    return best, whose


@kernel
def settle_pots(table):
    """Award every pot to the best card lying face up among those who can win it; a tie leaves it to the tied."""
    for pot in range(table[WAITING]):
        _, whose = highest(table, table[POT_PLAYERS + pot])
        if whose & (whose - ONE) == NONE:
            collect_all(table, lowest_bit(whose), POTS + pot * STRIDE)
            whose = NONE
        table[POT_PLAYERS + pot] = whose


@kernel
def retire(table):
    """Let players without cards retire, orphan what nobody can win, and lay pots for the same players together."""
    playing = NONE
    for seat in range(table[PLAYERS]):
        playing |= np.uint64(table[SIZES + seat] > NONE) << seat
    table[IN_GAME] = playing
    kept = NONE
    for pot in range(table[WAITING]):
        base = POTS + pot * STRIDE
        players = table[POT_PLAYERS + pot] & playing
        if players == NONE:
            orphan_all(table, base)
            continue
        other = NONE
        while other < kept and table[POT_PLAYERS + other] != players:
            other += ONE
        if other == kept:
            kept += ONE
            table[POT_PLAYERS + other] = players
        if other != pot:
            for rank in range(ONE, table[RANKS] + ONE):
                table[POTS + other * STRIDE + rank] += table[base + rank]
                table[base + rank] = NONE
    table[WAITING] = kept
