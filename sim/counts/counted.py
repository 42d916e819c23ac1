"""Counts: how many games have each value, or each pair of values; and what a tally counts."""

from __future__ import annotations

from dataclasses import dataclass, fields

import numpy as np
from numpy.typing import NDArray

from sim.stats import Histogram

Integers = NDArray[np.int64]


@dataclass(frozen=True, order=True, slots=True)
class Key:
    """What one tally counts.

    Attributes
    ----------
    variant
        The variant of the rules.
    versus
        The variant with which it is compared, on the same deals; empty for none.
    column
        The column whose values are counted, or with ``versus`` the differences; for
        a query its :attr:`~sim.counts.queries.Query.key`.
    other
        The second column of a cross table, that of ``versus`` if there is one; empty
        where single values are counted.
    ending
        The ending of the unfinished games that alone are counted; empty for all games.
    """

    variant: str
    versus: str
    column: str
    other: str = ""
    ending: str = ""

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns whose values under the variant the tally contains."""
        crossed = self.other and not self.versus
        return (self.column, self.other) if crossed else (self.column,)


@dataclass(frozen=True, eq=False, slots=True)
class Counts:
    """The number of games with each pair of values; of a single column ``b`` is 0.

    Attributes
    ----------
    a, b
        The values: int64, sorted by ``a`` and then by ``b``, each pair once.
    games
        The number of games with each pair, over 0.
    """

    a: Integers
    b: Integers
    games: Integers

    @classmethod
    def of(cls, a: Integers, b: Integers | None, games: Integers) -> Counts:
        """The counts of pairs that may be unsorted and repeated."""
        b = np.zeros(len(a), np.int64) if b is None else b
        order = np.lexsort((b, a)) if b.any() else np.argsort(a, kind="stable")
        a = a[order]
        b = b[order]
        games = games[order]
        new = np.empty(len(a), bool)
        new[:1] = True
        new[1:] = (a[1:] != a[:-1]) | (b[1:] != b[:-1])
        starts = np.flatnonzero(new)
        added = np.add.reduceat(games, starts) if len(starts) else games
        return cls(a[starts], b[starts], added)

    @classmethod
    def none(cls) -> Counts:
        """The counts of no games."""
        return cls(*(np.empty(0, np.int64) for _ in range(3)))

    def pairs(self) -> dict[tuple[int, int], int]:
        """The number of games with each pair."""
        pairs = zip(self.a.tolist(), self.b.tolist(), strict=True)
        return dict(zip(pairs, self.games.tolist(), strict=True))

    @property
    def total(self) -> int:
        """The number of games."""
        return int(self.games.sum())

    @property
    def first(self) -> Histogram:
        """The histogram of the first value of each pair."""
        return Histogram(self.a, self.games)

    @property
    def second(self) -> Histogram:
        """The histogram of the second value of each pair."""
        return Histogram(self.b, self.games)

    def __add__(self, other: Counts) -> Counts:
        return Counts.of(
            np.concatenate((self.a, other.a)),
            np.concatenate((self.b, other.b)),
            np.concatenate((self.games, other.games)),
        )

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Counts):
            return NotImplemented
        return self.pairs() == other.pairs()

    __hash__ = None  # type: ignore[assignment]  # arrays have none


@dataclass(frozen=True, slots=True)
class Longest:
    """The longest of some games, which the counts alone would not find again.

    Attributes
    ----------
    length
        Its leading length, such as its rounds.
    game
        Its number; that of the first of them if several are as long.
    """

    length: int
    game: int


def longer(first: Longest | None, second: Longest | None) -> Longest | None:
    """The longer of two games, or the earlier one if both are as long."""
    games = [game for game in (first, second) if game is not None]
    return min(games, key=lambda game: (-game.length, game.game), default=None)


KEY_COLUMNS = tuple(part.name for part in fields(Key))
"""The columns of the table of tallies that say what was counted."""
