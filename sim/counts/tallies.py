"""Tallies: exact counts of a run's games, which can be added in any order and division."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from sim.contract.columns import ENDLESS, STOPPED, WINNER, Column, Role
from sim.contract.events import UNFINISHED
from sim.stats import Histogram, Lengths

if TYPE_CHECKING:
    import polars as pl
    import pyarrow as pa

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
        a, b, games = a[order], b[order], games[order]
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


@dataclass(frozen=True)
class Tallies:
    """Everything counted over a set of games, under every variant of a run.

    Attributes
    ----------
    entries
        The counts of each tally.
    longest
        The longest game that ended under each variant for which it is known; None if
        no game ended.
    """

    entries: Mapping[Key, Counts] = field(default_factory=dict)
    longest: Mapping[str, Longest | None] = field(default_factory=dict)

    @property
    def games(self) -> int:
        """The number of games that were played under each variant.

        Some tallies count only a part of the games.
        """
        return max((counts.total for counts in self.entries.values()), default=0)

    @cached_property
    def played(self) -> frozenset[str]:
        """The variants with at least one game."""
        return frozenset(key.variant for key in self.entries)

    @cached_property
    def compared(self) -> frozenset[tuple[str, str]]:
        """The variants that were counted together: each, and its ``versus``."""
        return frozenset(
            (key.variant, key.versus) for key in self.entries if key.versus
        )

    def __add__(self, other: Tallies) -> Tallies:
        added = dict(self.entries)
        for key, counts in other.entries.items():
            added[key] = added[key] + counts if key in added else counts
        # Unknown for a variant where either has games of which it is not known.
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
        """How often each value of a column was seen, or with ``versus`` each difference."""
        key = Key(variant, versus, column)
        if key not in self._histograms:
            self._histograms[key] = self._histogram(key)
        return self._histograms[key]

    @cached_property
    def _histograms(self) -> dict[Key, Histogram]:
        """The histograms that have been asked for: they keep their sums."""
        return {}

    def _histogram(self, key: Key) -> Histogram:
        if key in self.entries:
            return self.entries[key].first
        crossed = None if key.versus else self._crossed.get((key.variant, key.column))
        if crossed is None:
            return Histogram()
        counts = self.entries[crossed]
        return counts.first if crossed.column == key.column else counts.second

    def cross_table(
        self, variant: str, first: str, second: str, versus: str = ""
    ) -> dict[tuple[int, int], int]:
        """The games with each pair of values; with ``versus``, the second is its value."""
        key = Key(variant, versus, first, second)
        return self.entries.get(key, Counts.none()).pairs()

    def lengths(self, variant: str, column: Column) -> Lengths:
        """The values of a counted column, with those of unfinished games apart."""
        hist = self.histogram(variant, column.name)
        if column.role is Role.OF_WINNER:
            return Lengths(hist.at_least(0))  # without games that nobody won
        unfinished = self.unfinished(variant)
        # The largest of something is known when a game repeats itself.
        known = column.role is Role.LARGEST and self.endless(variant) == unfinished
        if not unfinished or known:
            return Lengths(hist)
        if column.role is Role.HELD:  # can shrink again, so it is no lower bound
            return Lengths(Histogram(), stopped=hist, apart=False, grows=False)
        stopped, endless = (
            self.entries.get(
                Key(variant, "", column.name, ending=ending), Counts.none()
            ).first
            for ending in (STOPPED, ENDLESS)
        )
        # Only lengths are counted apart; of other columns any may be unfinished.
        if stopped.n + endless.n != unfinished:
            return Lengths(Histogram(), stopped=hist, apart=False)
        return Lengths(hist.without(stopped + endless), stopped, endless)

    def unfinished(self, variant: str) -> int:
        """How many games did not end."""
        return self.histogram(variant, WINNER).count_at_most(UNFINISHED)

    def endless(self, variant: str) -> int:
        """How many games are known to go on for ever, because they repeat themselves."""
        return self._endless.get(variant, 0)

    @cached_property
    def _endless(self) -> dict[str, int]:
        """How many games of each variant are known to go on for ever."""
        games: dict[str, int] = {}
        for key, counts in self.entries.items():
            if key.ending == ENDLESS:
                games[key.variant] = max(games.get(key.variant, 0), counts.total)
        return games

    @cached_property
    def _crossed(self) -> dict[tuple[str, str], Key]:
        """For each variant and column, a cross table that contains the column."""
        tables: dict[tuple[str, str], Key] = {}
        for key in self.entries:
            if len(key.columns) == 2:
                for column in key.columns:
                    tables.setdefault((key.variant, column), key)
        return tables

    def frame(self) -> pl.DataFrame:
        """The tallies as a table with a row for each pair of values, sorted by all columns."""
        import polars as pl

        keys = sorted(self.entries)
        counts = [self.entries[key] for key in keys]
        repeats = np.repeat(np.arange(len(keys)), [len(each.a) for each in counts])
        texts = {
            name: pl.Series(name, [getattr(key, name) for key in keys], pl.String)
            for name in KEY_COLUMNS
        }
        numbers = {
            name: np.concatenate(
                [np.empty(0, np.int64), *(getattr(each, part) for each in counts)]
            )
            for name, part in (("a", "a"), ("b", "b"), ("count", "games"))
        }
        gathered = {name: text.gather(repeats) for name, text in texts.items()}
        return pl.DataFrame({**gathered, **numbers})

    @classmethod
    def from_arrow(cls, table: pa.Table) -> Tallies:
        """The tallies of a table in Arrow, read without Polars, which takes longer to load."""
        if not table.num_rows:
            return cls()
        texts = [
            table[name].combine_chunks().dictionary_encode() for name in KEY_COLUMNS
        ]
        codes = [text.indices.to_numpy() for text in texts]
        # The rows of a tally lie together.
        changes = [np.diff(code, prepend=-1) != 0 for code in codes]
        starts = np.flatnonzero(np.logical_or.reduce(changes))
        words = [
            np.array(text.dictionary.to_pylist(), object)[code[starts]]
            for text, code in zip(texts, codes, strict=True)
        ]
        columns = [
            np.split(table[name].to_numpy().astype(np.int64), starts[1:])
            for name in ("a", "b", "count")
        ]
        keys = [Key(*parts) for parts in zip(*words, strict=True)]
        counts = [Counts(*parts) for parts in zip(*columns, strict=True)]
        return cls(dict(zip(keys, counts, strict=True)))


KEY_COLUMNS = tuple(part.name for part in fields(Key))
"""The columns of the table of tallies that say what was counted."""
