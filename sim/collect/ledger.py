"""Ledgers: the numbers of the games that have been played, as ranges.

Workers take games in blocks.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

Range = tuple[int, int]
"""The first game, and the one after the last."""

Ledger = tuple[Range, ...]
"""Ranges that are sorted, not empty and separated by gaps: it stays small however many
games it covers."""

BLOCK_GAMES = 1 << 18
"""The most games in a block, and so in a Parquet part, by default."""

MOST_AT_ONCE = 1 << 21
"""The most rows that a worker holds in memory by default."""

LEAST_BLOCK = 1 << 12
"""The fewest games in a block by default."""

FEWEST_BLOCKS = 8
"""The blocks that a run of ordinary size has at least, so that all workers have
something to do."""

SHORT_BLOCK = 1 << 15
"""The fewest games to which a block of a short run is cut for that: each block has a
price of some milliseconds."""


@dataclass(frozen=True, slots=True)
class Block:
    """Consecutive games that one worker plays under every variant.

    Attributes
    ----------
    first
        The number of the first game.
    games
        How many.
    """

    first: int
    games: int

    @property
    def range(self) -> Range:
        """The games as a range."""
        return self.first, self.first + self.games


def join(ranges: Iterable[Range]) -> Ledger:
    """The ledger that covers exactly the given ranges; they may touch and overlap.

    Parameters
    ----------
    ranges
        The ranges.
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
    """The number of games that a ledger covers.

    Parameters
    ----------
    ledger
        The ledger.
    """
    return sum(stop - first for first, stop in ledger)


def without(wanted: Ledger, covered: Ledger) -> Ledger:
    """The games of one ledger that the other does not cover.

    Parameters
    ----------
    wanted
        The ledger.
    covered
        The other.
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


def common(first: Ledger, second: Ledger) -> Ledger:
    """The games that both ledgers cover.

    Parameters
    ----------
    first, second
        The ledgers.
    """
    return without(first, without(first, second))


def blocks(ledger: Ledger, size: int) -> Iterator[Block]:
    """Yield the games of a ledger in blocks, in order.

    Blocks end at multiples of the size counted from game 0, so that whole blocks are
    the same in every run of the scenario, wherever the run began and however often it
    was interrupted.

    Parameters
    ----------
    ledger
        The games.
    size
        The most games of a block.
    """
    for first, stop in ledger:
        while first < stop:
            end = min(stop, first - first % size + size)
            yield Block(first, end - first)
            first = end


def block_size(variants: int, games: int) -> int:
    """The default number of games in a block.

    It follows from the scenario alone, so that the parts are the same whatever the
    number of workers: fewer games with many variants, to limit the memory, and in a
    short run, to give all workers something to do.

    Parameters
    ----------
    variants
        The number of variants.
    games
        The number of games.
    """
    size = BLOCK_GAMES
    while size > SHORT_BLOCK and size * FEWEST_BLOCKS > games:
        size //= 2
    while size > LEAST_BLOCK and size * variants > MOST_AT_ONCE:
        size //= 2
    return size
