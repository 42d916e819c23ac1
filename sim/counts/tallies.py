"""Tallies: exact counts of a run's games, which can be added in any order and division."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from sim.contract.columns import ENDLESS, STOPPED, WINNER, Column, Role
from sim.contract.events import UNFINISHED
from sim.stats import Histogram, Lengths

if TYPE_CHECKING:
    import polars as pl
    import pyarrow as pa

Key = tuple[str, str, str]
"""A variant, the variant it is compared with ("" for none), and the column or columns counted."""

_SHIFT = 32
_HALF = 1 << (_SHIFT - 1)


@dataclass(frozen=True, eq=False)
class Counts:
    """The number of games with each pair of values ``(a, b)``; for a single column ``b`` is 0."""

    keys: NDArray[np.int64]  # ascending: a * 2**32 + b for each pair seen
    counts: NDArray[np.int64]

    @classmethod
    def of(
        cls, a: NDArray[np.int64], b: NDArray[np.int64] | int, counts: NDArray[np.int64]
    ) -> Counts:
        """Return the counts of the given pairs, which must be sorted by ``a`` and then by ``b``."""
        return cls((a << _SHIFT) + b, counts)

    @classmethod
    def by_sorting(
        cls, a: NDArray[np.integer], b: NDArray[np.integer] | int = 0
    ) -> Counts:
        """Return how often each pair occurs; the pairs, one per game, may be in any order."""
        keys, counts = np.unique((a.astype(np.int64) << _SHIFT) + b, return_counts=True)
        return cls(keys, counts.astype(np.int64))

    @classmethod
    def none(cls) -> Counts:
        """Return the counts of no games."""
        return cls(np.empty(0, np.int64), np.empty(0, np.int64))

    @property
    def a(self) -> NDArray[np.int64]:
        """The first value of each pair."""
        return (self.keys + _HALF) >> _SHIFT

    @property
    def b(self) -> NDArray[np.int64]:
        """The second value of each pair."""
        return self.keys - (self.a << _SHIFT)

    def pairs(self) -> dict[tuple[int, int], int]:
        """Return the number of games with each pair."""
        pairs = zip(self.a.tolist(), self.b.tolist(), strict=True)
        return dict(zip(pairs, self.counts.tolist(), strict=True))

    @property
    def total(self) -> int:
        """The number of games."""
        return int(self.counts.sum())

    def __add__(self, other: Counts) -> Counts:
        keys = np.concatenate((self.keys, other.keys))
        counts = np.concatenate((self.counts, other.counts))
        # A stable sort merges two sorted runs in one pass.
        order = np.argsort(keys, kind="stable")
        keys, counts = keys[order], counts[order]
        new = np.empty(len(keys), bool)
        new[:1] = True
        np.not_equal(keys[1:], keys[:-1], out=new[1:])
        starts = np.flatnonzero(new)
        return Counts(
            keys[starts], np.add.reduceat(counts, starts) if len(starts) else counts
        )

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Counts):
            return NotImplemented
        return np.array_equal(self.keys, other.keys) and np.array_equal(
            self.counts, other.counts
        )

    __hash__ = None  # type: ignore[assignment]  # arrays have none


@dataclass(frozen=True, slots=True)
class Longest:
    """The longest of some games, whose number the counts alone would not find again among billions."""

    length: int  # in the leading length of the game, such as rounds
    game: int  # that of the first of them if several are as long


def longer(first: Longest | None, second: Longest | None) -> Longest | None:
    """Return the longer of two games, of equally long ones that with the lower number; None stands for no game."""
    games = [game for game in (first, second) if game is not None]
    return min(games, key=lambda game: (-game.length, game.game), default=None)


@dataclass(frozen=True)
class Tallies:
    """Everything counted over a set of games, under every variant of a run."""

    entries: Mapping[Key, Counts] = field(default_factory=dict)
    # The longest game that ended under each variant for which it is known; None if no game ended.
    longest: Mapping[str, Longest | None] = field(default_factory=dict)

    @property
    def games(self) -> int:
        """The number of games that were played under each variant."""
        # Some tallies count only a part of the games, and every variant has played the same ones.
        return max((counts.total for counts in self.entries.values()), default=0)

    @cached_property
    def played(self) -> frozenset[str]:
        """The variants with at least one game."""
        return frozenset(variant for variant, _, _ in self.entries)

    @cached_property
    def compared(self) -> frozenset[tuple[str, str]]:
        """The pairs of variants that were counted together: each variant and the one it is compared with."""
        return frozenset(
            (variant, versus) for variant, versus, _ in self.entries if versus
        )

    def __add__(self, other: Tallies) -> Tallies:
        added = dict(self.entries)
        for key, counts in other.entries.items():
            added[key] = added[key] + counts if key in added else counts
        # The longest game is unknown where either has games of which it is not known.
        unknown = (self.played - self.longest.keys()) | (
            other.played - other.longest.keys()
        )
        longest = {
            name: longer(self.longest.get(name), other.longest.get(name))
            for name in {**self.longest, **other.longest}
            if name not in unknown
        }
        return Tallies(added, longest)

    def histogram(self, variant: str, column: str, versus: str = "") -> Histogram:
        """Return how often each value of a column was seen (or each difference, with ``versus``)."""
        key = (variant, versus, column)
        if key not in self._histograms:
            self._histograms[key] = self._histogram(*key)
        return self._histograms[key]

    @cached_property
    def _histograms(self) -> dict[Key, Histogram]:
        """The histograms that have been asked for: they keep their sums."""
        return {}

    def _histogram(self, variant: str, versus: str, column: str) -> Histogram:
        own = self.entries.get((variant, versus, column))
        if own is not None:
            return Histogram(own.a, own.counts)
        if versus or (variant, column) not in self._crossed:
            return Histogram()
        # Without a tally of its own, the counts are summed from a cross table that contains the column.
        tally, is_first = self._crossed[variant, column]
        crossed = self.entries[variant, "", tally]
        return Histogram(crossed.a if is_first else crossed.b, crossed.counts)

    def cross_table(
        self, variant: str, first: str, second: str, versus: str = ""
    ) -> dict[tuple[int, int], int]:
        """Return the games with each pair of values of two columns; with ``versus``, the second is that of it."""
        return self.entries.get(
            (variant, versus, f"{first},{second}"), Counts.none()
        ).pairs()

    def lengths(self, variant: str, column: Column) -> Lengths:
        """Return the values of a counted column, with those of unfinished games apart."""
        hist = self.histogram(variant, column.name)
        if column.role is Role.OF_WINNER:
            return Lengths(hist.at_least(0))  # without games that nobody won
        unfinished = self.unfinished(variant)
        # The largest of something is known when a game repeats itself.
        if not unfinished or (
            column.role is Role.LARGEST and self.endless(variant) == unfinished
        ):
            return Lengths(hist)
        if column.role is Role.HELD:  # can shrink again, so it is no lower bound
            return Lengths(Histogram(), stopped=hist, apart=False, grows=False)
        stopped, endless = (
            self.histogram(variant, unfinished_tally(column.name, ending))
            for ending in (STOPPED, ENDLESS)
        )
        # Only lengths are counted apart for unfinished games; of other columns any value may be that of one.
        if stopped.n + endless.n != unfinished:
            return Lengths(Histogram(), stopped=hist, apart=False)
        return Lengths(hist.without(stopped + endless), stopped, endless)

    def unfinished(self, variant: str) -> int:
        """Return how many games did not end."""
        return self.histogram(variant, WINNER).count_at_most(UNFINISHED)

    def endless(self, variant: str) -> int:
        """Return how many games are known to go on for ever, because they repeat themselves."""
        return self._endless.get(variant, 0)

    @cached_property
    def _endless(self) -> dict[str, int]:
        """How many games of each variant are known to go on for ever."""
        ending = unfinished_tally("", ENDLESS)
        games: dict[str, int] = {}
        for (variant, versus, tally), counts in self.entries.items():
            if not versus and tally.endswith(ending):
                games[variant] = max(games.get(variant, 0), counts.total)
        return games

    @cached_property
    def _crossed(self) -> dict[tuple[str, str], tuple[str, bool]]:
        """For each variant and column, a cross table that contains the column, and whether the column comes first."""
        tables: dict[tuple[str, str], tuple[str, bool]] = {}
        for variant, versus, tally in self.entries:
            first, comma, second = tally.partition(",")
            if comma and not versus:
                tables.setdefault((variant, first), (tally, True))
                tables.setdefault((variant, second), (tally, False))
        return tables

    def frame(self) -> pl.DataFrame:
        """Return the tallies as a table with a row for each pair of values seen, sorted by all columns in order."""
        import polars as pl

        keys = sorted(self.entries)
        lengths = [len(self.entries[key].keys) for key in keys]
        texts = {
            name: pl.Series(name, [key[place] for key in keys], pl.String).gather(
                np.repeat(range(len(keys)), lengths)
            )
            for place, name in enumerate(("variant", "versus", "tally"))
        }
        numbers = {
            name: np.concatenate(
                [
                    np.empty(0, np.int64),
                    *(getattr(self.entries[key], part) for key in keys),
                ]
            )
            for name, part in (("a", "a"), ("b", "b"), ("count", "counts"))
        }
        return pl.DataFrame({**texts, **numbers})

    @classmethod
    def from_arrow(cls, table: pa.Table) -> Tallies:
        """Return the tallies from their table in Arrow, without loading Polars, which takes longer than reading it."""
        names = ("variant", "versus", "tally")
        if not table.num_rows:
            return cls()
        whose = [table[name].combine_chunks().dictionary_encode() for name in names]
        codes = [each.indices.to_numpy() for each in whose]
        # The rows of a tally lie together, sorted by its pairs.
        starts = np.flatnonzero(
            np.logical_or.reduce([np.diff(each, prepend=-1) != 0 for each in codes])
        )
        a, b, counts = (
            table[name].to_numpy().astype(np.int64) for name in ("a", "b", "count")
        )
        texts = [np.array(each.dictionary.to_pylist(), object) for each in whose]
        keys: Any = zip(
            *(text[code[starts]] for text, code in zip(texts, codes, strict=True)),
            strict=True,
        )
        pairs, games = (
            np.split(part, starts[1:])
            for part in (Counts.of(a, b, counts).keys, counts)
        )
        return cls(dict(zip(keys, map(Counts, pairs, games), strict=True)))


def unfinished_tally(column: str, ending: str) -> str:
    """Return the name of the tally of a length among the unfinished games with one ending."""
    return f"{column} unfinished {ending}"
