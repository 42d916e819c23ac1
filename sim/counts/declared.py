"""What a game declares to be counted: its columns by name, and which are paired, crossed or kinds of another.

This follows from the columns' roles (:mod:`sim.contract.columns`); this module names no game.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from sim.contract.columns import Column, Role
from sim.contract.game import Game

MARGIN = "margin"
"""Player 0's lead at the end, in games of choice: counted although it is not a column."""


@dataclass(frozen=True)
class Declared:
    """What is counted for a game.

    Attributes
    ----------
    columns
        Every column that the game can have under any rules, and the margin, by name.
    histograms
        The columns whose values are counted; the margin comes first if the game has one.
    paired
        The columns whose differences between two variants are counted.
    counted
        All counted columns, alone or in a cross table.
    """

    columns: Mapping[str, Column]
    histograms: tuple[str, ...]
    paired: tuple[str, ...]
    counted: frozenset[str]

    def measured(self) -> Iterator[Column]:
        """Yield the counted columns that have a mean and quantiles."""
        for name in self.histograms:
            if self.columns[name].is_measured:
                yield self.columns[name]

    def lengths(self) -> tuple[Column, ...]:
        """Return the counted columns that measure the length of a game, the leading one first."""
        found = [
            one for one in self.columns.values() if one.role is Role.LENGTH and one.name in self.histograms
        ]
        return tuple(sorted(found, key=lambda one: not one.leads))

    def by_kind(self) -> Iterator[Column]:
        """Yield the columns that are counted by kind, and the kinds: wars, single wars, double wars."""
        known = {name: self.columns[name] for name in self.histograms}
        wholes = {one.kind_of for one in known.values()} & known.keys()
        yield from (one for one in known.values() if one.name in wholes or one.kind_of in wholes)


def declared(game: Game) -> Declared:
    """Return what a game declares to be counted."""
    columns = {column.name: column for column in (*game.columns, *game.more_columns)}
    histograms, paired = game.histograms, game.paired
    if game.margin is not None:
        columns[MARGIN] = Column(
            MARGIN, "int32", "{} less {}".format(*game.margin), role=Role.HELD, signed=True
        )
        histograms, paired = (MARGIN, *histograms), (MARGIN, *paired)
    crossed = (name for table in game.tables for name in table)
    return Declared(columns, histograms, paired, frozenset((*histograms, *crossed)))
