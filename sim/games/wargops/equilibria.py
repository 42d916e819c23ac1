"""Tables of equilibrium strategies for WarGops with two players (one card of each rank, ties awarded later).

They hold the mixtures of all positions that a player who plays by them can reach, stored as in
:mod:`sim.policies.thresholds`.
"""

from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sim.errors import UserError
from sim.policies.thresholds import WHOLE, mixture, unpack

DIGITS = 7
"""The number of ways in which the two cards of a rank can lie."""

LARGEST = 7
"""The most ranks with a table."""

_DIGIT = {
    (0, 0, 0): 0,
    (1, 0, 0): 1,
    (0, 1, 0): 2,
    (0, 0, 1): 3,
    (2, 0, 0): 4,
    (1, 1, 0): 5,
    (0, 2, 0): 6,
}
"""The digit for the numbers of cards of a rank in the player's own hand, the opponent's and the pot. No other
combination occurs: a card goes into the pot when its twin goes to the trash."""

_FOLDER = Path(__file__).parent / "tables"


class WarGopsTable(NamedTuple):
    """The mixtures of a game of WarGops, as kernels take them."""

    ranks: np.uint64  # uint64; 0 for a table that is not needed
    # int32 (7**ranks,): for a position's number, as `number_of` gives it, the place of its mixture; -1
    # where none is stored
    places: NDArray[np.int32]
    # uint8 (mixtures,): the ranks held that are laid with any probability, the lowest in bit 0
    supports: NDArray[np.uint8]
    offsets: NDArray[
        np.uint32
    ]  # uint32 (mixtures,): where the thresholds of a mixture begin
    # uint32: the thresholds of the ranks that are laid, except the highest such rank
    thresholds: NDArray[np.uint32]


def sizes(last_pot: str) -> tuple[int, ...]:
    """Return the numbers of ranks that have a table."""
    return tuple(range(2, LARGEST + 1)) if last_pot in ("survivor", "orphan") else ()


def table_path(ranks: int, last_pot: str) -> Path:
    """Return the path of a table."""
    return _FOLDER / f"wargops-{last_pot}-{ranks}.npz"


def number_of(
    ranks: int, own: Iterable[int], other: Iterable[int], pots: Iterable[int]
) -> int:
    """Return the number of a position: its digits say where the cards of each rank lie, the highest rank in front."""
    counts = [[0, 0, 0] for _ in range(ranks + 1)]
    for place, cards in enumerate((own, other, pots)):
        for card in cards:
            counts[card][place] += 1
    number = 0
    for rank in range(ranks, 0, -1):
        held, opposed, waiting = counts[rank]
        digit = _DIGIT.get((held, opposed, waiting))
        if digit is None:
            raise KeyError(rank)
        number = number * DIGITS + digit
    return number


@cache
def wargops_table(ranks: int, last_pot: str) -> WarGopsTable:
    """Return the table of a game of WarGops."""
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
        supports, packed = file["supports"], file["thresholds"]
    places = np.full(DIGITS**ranks, -1, np.int32)
    places[positions] = np.arange(len(positions), dtype=np.int32)
    after = np.bitwise_count(supports).astype(np.int64) - 1
    return WarGopsTable(
        ranks=np.uint64(ranks),
        places=places,
        supports=supports,
        offsets=(np.cumsum(after) - after).astype(np.uint32),
        thresholds=unpack(packed, int(after.sum())),
    )


def wargops_thresholds(
    ranks: int,
    last_pot: str,
    own: Iterable[int],
    other: Iterable[int],
    pots: Iterable[int],
) -> tuple[int, ...]:
    """Return the equilibrium mixture of a player's cards as thresholds."""
    table = wargops_table(ranks, last_pot)
    own = tuple(own)
    held = len(set(own))
    try:
        place = int(table.places[number_of(ranks, own, other, pots)])
    except KeyError:
        place = -1
    if place < 0:
        return (WHOLE,) * held
    support, offset = int(table.supports[place]), int(table.offsets[place])
    return mixture(table.thresholds, offset, support, held)
