"""Declarations of what is counted for a game, which follow from the roles of its columns."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from sim.contract.columns import Column, Role
from sim.contract.game import Game

MARGIN = "margin"
"""Player 0's lead at the end, in games of choice: counted although it is not a
column."""


@dataclass(frozen=True)
class Declared:
    """What is counted for a game.

    Attributes
    ----------
    columns
        Every column that the game can have under any rules, and the margin, by name.
    histograms
        The columns whose values are counted, the margin first.
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
        """The counted columns that measure the length of a game, the leading one first."""
        lengths = (
            self.columns[name] for name in self.columns if name in self.histograms
        )
        return tuple(
            sorted(
                (column for column in lengths if column.role is Role.LENGTH),
                key=lambda column: not column.leads,
            )
        )

    def by_kind(self) -> Iterator[Column]:
        """Yield the columns that are counted by kind, and the kinds.

        An example is wars: single wars, double wars.
        """
        known = {name: self.columns[name] for name in self.histograms}
        wholes = {column.kind_of for column in known.values()} & known.keys()
        yield from (
            column
            for column in known.values()
            if column.name in wholes or column.kind_of in wholes
        )


def declared(game: Game) -> Declared:
    """What a game declares to be counted."""
    columns = {
        column.name: column
        for column in (*game.columns, *game.more_columns, *game.on_request)
    }
    histograms = game.histograms
    paired = game.paired
    if game.margin is not None:
        columns[MARGIN] = Column(
            MARGIN,
            "int32",
            "{} less {}".format(*game.margin),
            role=Role.HELD,
            signed=True,
        )
        histograms = (MARGIN, *histograms)
        paired = (MARGIN, *paired)
    crossed = (name for table in game.tables for name in table)
    return Declared(columns, histograms, paired, frozenset((*histograms, *crossed)))
