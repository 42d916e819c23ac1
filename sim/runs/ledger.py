"""Ledgers: which games have been played, as ranges of their numbers, and the blocks of games that workers take.

Pure arithmetic on the numbers of games; nothing here plays or stores a game.

A range is a pair ``(first, stop)``, the stop not included. A ledger is a tuple of ranges that are sorted, not empty,
and separated by gaps, so it stays small however many games it covers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

Range = tuple[int, int]
Ledger = tuple[Range, ...]

BLOCK_GAMES = 1 << 18
"""The most games in a block, and so in a Parquet part, by default."""

MOST_AT_ONCE = 1 << 21
"""The most rows that a worker holds in memory by default."""

LEAST_BLOCK = 1 << 12
"""The fewest games in a block by default."""

FEWEST_BLOCKS = 8
"""The blocks that a run of ordinary size has at least, so that all workers have something to do."""

SHORT_BLOCK = 1 << 15
"""The fewest games to which a block of a short run is cut for that: each block has a price of some milliseconds."""


@dataclass(frozen=True, slots=True)
class Block:
    """Consecutive games that one worker plays under every variant.

    Attributes
    ----------
    first, games
        The number of the first game, and how many games the block has.
    counted
        Whether the tallies have these games already, so that only their rows are missing.
    """

    first: int
    games: int
    counted: bool = False

    @property
    def range(self) -> Range:
        """The games as a range."""
        return self.first, self.first + self.games


def join(ranges: Iterable[Range]) -> Ledger:
    """Return the ledger that covers exactly the given ranges; they may touch and overlap.

    Examples
    --------
    >>> join([(20, 30), (0, 10), (10, 15), (25, 40)])
    ((0, 15), (20, 40))
    """
    joined: list[Range] = []
    for first, stop in sorted(ranges):
        if first >= stop:
            continue
        if joined and first <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(stop, joined[-1][1]))
        else:
            joined.append((first, stop))
    return tuple(joined)


def count(ledger: Ledger) -> int:
    """Return how many games a ledger covers."""
    return sum(stop - first for first, stop in ledger)


def without(wanted: Ledger, covered: Ledger) -> Ledger:
    """Return the games of one ledger that the other does not cover.

    Examples
    --------
    >>> without(((0, 100),), ((10, 20), (50, 100)))
    ((0, 10), (20, 50))
    """
    left: list[Range] = []
    for first, stop in wanted:
        for low, high in covered:
            if high <= first or low >= stop:
                continue
            if first < low:
                left.append((first, low))
            first = max(first, high)
        if first < stop:
            left.append((first, stop))
    return tuple(left)


def common(one: Ledger, other: Ledger) -> Ledger:
    """Return the games that both ledgers cover."""
    return without(one, without(one, other))


def blocks(ledger: Ledger, size: int, *, counted: bool = False) -> Iterator[Block]:
    """Yield the games of a ledger in blocks, in order.

    Blocks end at multiples of ``size`` counted from game 0, so that whole blocks are the same in every run of the
    scenario, wherever the run began and however often it was interrupted.

    Examples
    --------
    >>> [(block.first, block.games) for block in blocks(((5, 25), (30, 32)), 10)]
    [(5, 5), (10, 10), (20, 5), (30, 2)]
    """
    for first, stop in ledger:
        while first < stop:
            end = min(stop, first - first % size + size)
            yield Block(first, end - first, counted)
            first = end


def block_size(variants: int, games: int) -> int:
    """Return the default number of games in a block.

    It follows from the scenario alone, so that the parts are the same whatever the number of workers: fewer games
    with many variants, to limit the memory, and in a short run, to give all workers something to do.

    Examples
    --------
    >>> [block_size(variants, games) for variants, games in ((2, 10**9), (6, 10**6), (100, 10**6), (2, 1000))]
    [262144, 65536, 16384, 32768]
    """
    size = BLOCK_GAMES
    while size > SHORT_BLOCK and size * FEWEST_BLOCKS > games:
        size //= 2
    while size > LEAST_BLOCK and size * variants > MOST_AT_ONCE:
        size //= 2
    return size
