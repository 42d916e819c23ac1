"""A table of WarGops, compiled: where the cards are, and how they move, for up to eight players.

The whole state is one array of uint64, since passing many arrays would cost more than most of these functions do.
Cards are counted by rank, the place after the base of a hand or pot; sets of players and ranks are words of bits.
"""

from itertools import accumulate
from typing import NamedTuple

import numpy as np

from sim.games.wargops.policies import most_pots
from sim.games.wargops.rules import ENDINGS
from sim.kernels.bits import lowest_bit
from sim.kernels.columns import code_of
from sim.kernels.compiling import inlined, kernel, part
from sim.kernels.words import ONE, ZERO

STRIDE = np.uint64(64)

NOBODY = -1
"""Stands for a player, in the columns too."""

SURVIVOR, NOBODY_LEFT = code_of(ENDINGS, "survivor"), code_of(ENDINGS, "none")
"""The codes of the endings."""


class Columns(NamedTuple):
    """The outcome columns, (games,) each; the players' points together, int32 (P, games)."""

    winner: np.ndarray
    ending: np.ndarray
    points: np.ndarray
    survivor: np.ndarray
    tricks: np.ndarray
    ties: np.ndarray
    orphaned: np.ndarray


_PLAYERS = 8
# One more than can wait: the pot of the trick just played.
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
"""For each player: the number of the policy, the addresses of its code (a user's own) and of the stream, and whether
the policy can draw."""

POT_PLAYERS, FIELDS, FAULT, SOLVED = _ENDS[14:18]
"""For each pot, the players who can still win it; for each field of the record that a user's own policy sees, where it
begins; the fault of such a policy: 1, game, seat and move; and the addresses of the table of an equilibrium."""

_SINGLE = [np.uint64(int(_ENDS[18]) + place) for place in range(14)]
WAITING, TRICKS, TIES, ORPHANED, GAMES_LEFT, IN_GAME = _SINGLE[:6]
"""How many pots wait; the session's tricks, ties and orphaned cards; the games to come; the players not yet retired."""

PLAYERS, RANKS, REPLACED, TO_SURVIVOR, SESSION, SEED, GAME, RECORD_AT = _SINGLE[6:]
"""The rules, the seed, the number of the game, and the address of the record."""

RECORD = np.uint64(int(RECORD_AT) + 1)
"""Where the record that a user's own policy sees begins; it reaches to the end of the array."""


@kernel
def lay_out(table):
    """Give all players the cards they begin with, and clear the table."""
    ranks = table[RANKS]
    table[WAITING], table[IN_GAME] = ZERO, ZERO
    for rank in range(ranks + ONE):
        table[FACE_DOWN + rank] = ZERO
        table[TRASH + rank] = ZERO
    for seat in range(table[PLAYERS]):
        table[HELD + seat], table[SIZES + seat], table[FACE_UP + seat] = (
            ZERO,
            ZERO,
            ZERO,
        )
        for rank in range(ONE, ranks + ONE):
            place = seat * STRIDE + rank
            cards = table[START + place]
            table[HANDS + place] = ZERO
            if cards > ZERO:
                collect(table, seat, rank, cards)
        table[IN_GAME] |= np.uint64(table[SIZES + seat] > ZERO) << seat


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
    table[HELD + seat] ^= np.uint64(left == ZERO) << rank


@inlined
def nth_card(table, seat, number):
    """Return the rank of the n-th card of a hand, ascending from number 0."""
    held = table[HELD + seat]
    base = HANDS + seat * STRIDE
    rank = lowest_bit(held)
    while number >= table[base + rank]:
        number -= table[base + rank]
        held &= held - ONE
        rank = lowest_bit(held)
    return rank


@part
def collect_all(table, seat, base):
    """Move all cards that lie at a base to a hand."""
    for rank in range(ONE, table[RANKS] + ONE):
        if table[base + rank] > ZERO:
            collect(table, seat, rank, table[base + rank])
            table[base + rank] = ZERO


@part
def orphan_all(table, base):
    """Count all cards that lie at a base as orphaned, and remove them."""
    for rank in range(ONE, table[RANKS] + ONE):
        table[ORPHANED] += table[base + rank]
        table[base + rank] = ZERO


@inlined
def highest(table, players):
    """Return the highest card lying face up among some players, 0 for none, and the players who have it."""
    best, leaders = ZERO, ZERO
    while players != ZERO:
        seat = lowest_bit(players)
        players &= players - ONE
        card = table[FACE_UP + seat]
        if card > best:
            best, leaders = card, ONE << seat
        elif card == best and card != ZERO:
            leaders |= ONE << seat
    return best, leaders


@part
def settle_pots(table):
    """Award every pot to the best face-up card of those who can win it; after a tie, only the tied still can."""
    for pot in range(table[WAITING]):
        _, leaders = highest(table, table[POT_PLAYERS + pot])
        if leaders & (leaders - ONE) == ZERO:
            collect_all(table, lowest_bit(leaders), POTS + pot * STRIDE)
            leaders = ZERO
        table[POT_PLAYERS + pot] = leaders


@part
def retire(table):
    """Let players without cards retire, orphan the pots that nobody can win, and join pots of the same players."""
    playing = ZERO
    for seat in range(table[PLAYERS]):
        playing |= np.uint64(table[SIZES + seat] > ZERO) << seat
    table[IN_GAME] = playing
    kept = ZERO
    for pot in range(table[WAITING]):
        base = POTS + pot * STRIDE
        players = table[POT_PLAYERS + pot] & playing
        if players == ZERO:
            orphan_all(table, base)
            continue
        other = ZERO
        while other < kept and table[POT_PLAYERS + other] != players:
            other += ONE
        if other == kept:
            kept += ONE
            table[POT_PLAYERS + other] = players
        if other != pot:
            for rank in range(ONE, table[RANKS] + ONE):
                table[POTS + other * STRIDE + rank] += table[base + rank]
                table[base + rank] = ZERO
    table[WAITING] = kept
