"""Hooks: what a game brings to a report about it besides its rules.

A game knows its exact values and has parts of a report that no other game has. It
returns them as the values of :mod:`sim.contract.answer` and never imports the writers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Generic, Protocol

from sim.contract.dealing import Rules

if TYPE_CHECKING:
    from sim.contract.answer import Section
    from sim.stats import Histogram, Interval, Measure


class Played(Protocol):
    """Games that were played, as a part of a report sees them.

    Attributes
    ----------
    variants
        What the variants are called.
    rules
        The rules of each variant.
    level
        The level of every interval.
    """

    @property
    def variants(self) -> tuple[str, ...]:
        """What the variants are called."""

    @property
    def rules(self) -> Mapping[str, Any]:
        """The rules of each variant."""

    @property
    def level(self) -> float:
        """The level of every interval."""

    def interval(
        self, variant: str, column: str, measure: Measure, code: int | None = None
    ) -> Interval:
        """A statistic of a variant; without a value if there is none.

        Parameters
        ----------
        variant
            The name of the variant.
        column
            The column.
        measure
            The statistic of the column.
        code
            The value of the column that it is about, for a share.
        """

    def share(self, variant: str, column: str, code: int) -> Interval:
        """The share of a variant's games with a value of a column.

        Parameters
        ----------
        variant
            The name of the variant.
        column
            The column.
        code
            The value of the column.
        """

    def histogram(self, variant: str, column: str) -> Histogram:
        """How often each value of a column was seen under a variant.

        Parameters
        ----------
        variant
            The name of the variant.
        column
            The column.
        """

    def out_of_all(self, count: int, variant: str) -> Interval:
        """A count of games as a share of all games of a variant.

        Parameters
        ----------
        count
            The number of games.
        variant
            The name of the variant.
        """


Part = Callable[[Played], "Section | None"]
"""A part of a report; None where the games have nothing on it."""


def _unknown(rules: Any, statistic: str) -> None:
    """No exact value."""


def _nothing(rules: Any) -> tuple[str, ...]:
    """No options."""
    return ()


@dataclass(frozen=True)
class Hooks(Generic[Rules]):
    """What a game brings to a report.

    Attributes
    ----------
    exact
        The exact value of a statistic under given rules, such as ``"draw"`` or
        ``"rounds mean"``, or the mean or share of an expression on columns that a
        scenario asks for; None where it is not computed.
    parts
        The parts of a report that only this game has, by the names that an
        author's text can show.
    order
        The names of the parts of a report about this game, general ones too; empty for
        the usual ones.
    named
        The options that are named wherever rules are told, although they have their
        usual values: those on which people do not agree.
    """

    exact: Callable[[Rules, str], Fraction | float | None] = _unknown
    parts: Mapping[str, Part] = field(default_factory=dict)
    order: tuple[str, ...] = ()
    named: Callable[[Rules], tuple[str, ...]] = _nothing
