"""Tables of equilibrium strategies for WarGops with two players.

There is one card of each rank, and ties are awarded later.

They hold the mixtures of all positions that a player who plays by them can reach,
stored as in :mod:`sim.policies.thresholds`.
"""

from collections.abc import Iterable
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from sim.errors import UserError
from sim.policies.thresholds import joined, unpack

DIGITS = 7
"""The number of ways in which the two cards of a rank can lie."""

LARGEST = 7
"""The most ranks with a table."""

_FOLDER = Path(__file__).parent / "tables"


def sizes(last_pot: str) -> tuple[int, ...]:
    """The numbers of ranks that have a table."""
    return tuple(range(2, LARGEST + 1)) if last_pot in ("survivor", "orphan") else ()


def table_path(ranks: int, last_pot: str) -> Path:
    """The path of a table."""
    return _FOLDER / f"wargops-{last_pot}-{ranks}.npz"


def digit_of(mine: int, theirs: int, waiting: int) -> int:
    """How the cards of a rank lie, as a digit.

    It follows from how many each player holds and how many wait in pots.

    -1 where they cannot lie so: a card goes into a pot when its twin goes to the trash.
    """
    if waiting:
        return 3 if waiting == 1 and mine + theirs == 0 else -1
    if mine + theirs > 2:
        return -1
    return 4 + theirs if mine + theirs == 2 else mine + 2 * theirs


def number_of(
    ranks: int, mine: Iterable[int], theirs: Iterable[int], pots: Iterable[int]
) -> int:
    """The number of a position.

    Its digits say where the cards of each rank lie, the highest rank in front.

    Raises
    ------
    KeyError
        If the cards of a rank cannot lie so.
    """
    counts = [[0, 0, 0] for _ in range(ranks + 1)]
    for place, cards in enumerate((mine, theirs, pots)):
        for card in cards:
            counts[card][place] += 1
    number = 0
    for rank in range(ranks, 0, -1):
        digit = digit_of(*counts[rank])
        if digit < 0:
            raise KeyError(rank)
        number = number * DIGITS + digit
    return number


@cache
def joined_table(ranks: int, last_pot: str) -> NDArray[np.int64]:
    """The table of a game of WarGops, as the policy comes with it.

    It joins four arrays: for a position's number the place of its mixture (-1 where
    none is stored); and for each mixture the ranks held that are laid, the lowest in
    bit 0, and where its thresholds begin; and the thresholds.
    """
    kept = sizes(last_pot)
    if ranks not in kept:
        known = (
            f"from {kept[0]} to {kept[-1]} ranks"
            if kept
            else "for last_pot survivor and orphan"
        )
        raise UserError(
            f"no equilibrium table for {ranks} ranks", cure=f"there are tables {known}"
        )
    with np.load(table_path(ranks, last_pot)) as file:
        positions = np.flatnonzero(
            np.unpackbits(file["positions"], count=DIGITS**ranks)
        )
        supports = file["supports"]
        packed = file["thresholds"]
    places = np.full(DIGITS**ranks, -1, np.int32)
    places[positions] = np.arange(len(positions), dtype=np.int32)
    after = np.bitwise_count(supports).astype(np.int64) - 1
    offsets = np.cumsum(after) - after
    return joined([places, supports, offsets, unpack(packed, int(after.sum()))])


def mixture_of(table: NDArray[np.int64], number: int) -> tuple[int, int]:
    """Where the mixture of a position is stored.

    It says which ranks held are laid, and where their thresholds begin.

    Compiled, too. In a position that is not stored the lowest card is sure; -1 is such
    a number.
    """
    place = -1 if number < 0 else table[table[0] + number]
    if place < 0:
        return 1, 0
    return table[table[1] + place], table[3] + table[table[2] + place]
