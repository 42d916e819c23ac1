"""Tallies: exact counts of a run's games, which can be added in any order and division."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from sim.contract.columns import ENDLESS, STOPPED, WINNER, Column, Role
from sim.contract.events import UNFINISHED
from sim.counts.counted import KEY_COLUMNS, Counts, Key, Longest, longer
from sim.stats import Histogram, Lengths

if TYPE_CHECKING:
    import polars as pl


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
    def of_frame(cls, table: pl.DataFrame) -> Tallies:
        """The tallies of such a table."""
        entries = {}
        for words, rows in table.group_by(KEY_COLUMNS, maintain_order=True):
            numbers = rows["a"], rows["b"], rows["count"]
            entries[Key(*map(str, words))] = Counts(
                *(part.to_numpy() for part in numbers)
            )
        return cls(entries)
