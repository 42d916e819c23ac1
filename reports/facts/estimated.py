"""The statistics of each variant, taken from the summary of the run wherever that has them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from reports.facts.counted import Counted
from sim.contract.columns import WINNER, Role
from sim.contract.events import DRAW
from sim.counts.statistics import share_of, share_with_any
from sim.stats import Estimate, Interval, Measure, proportion

if TYPE_CHECKING:
    from sim.tournaments.standings import Tournament

UNKNOWN = Interval(None, None, None, 0.0, refusal="no such game")
"""The estimate of something that no game showed."""

SOME_NEVER_END = "some games never end"
"""Why a length has no mean, and nothing that is counted during a game."""


@dataclass(frozen=True)
class Estimated(Counted):
    """A run with the statistics of its variants."""

    @cached_property
    def estimates(self) -> tuple[Estimate, ...]:
        """The summary of the run."""
        return self._called(self.run.estimates(self.level))

    def _called(self, found: Iterable[Estimate]) -> tuple[Estimate, ...]:
        """Return estimates under the labels of their variants."""
        return tuple(
            replace(
                one,
                variant=self.labels.get(one.variant, one.variant),
                versus=self.labels.get(one.versus, one.versus),
            )
            for one in found
        )

    def interval(self, variant: str, column: str, measure: Measure, code: int | None = None) -> Interval:
        """Return a statistic of the summary; without a value if the summary does not have it."""
        # The summary counts unfinished games as far as they were played, and says so in the method. A reader
        # would take the result for a mean. So where some games are known to go on for ever, a length, or what
        # happens during a game, has no mean here; where games were merely stopped, its mean is a lower bound
        # without an upper end.
        found = self._by_what.get((variant, column, measure, code), UNKNOWN)
        if measure not in (Measure.MEAN, Measure.SD) or found.value is None:
            return found
        if self._has_no_mean(variant, column):
            return replace(found, value=None, low=None, high=None, warning="", refusal=SOME_NEVER_END)
        return replace(found, high=None) if found.at_least else found

    @cached_property
    def _by_what(self) -> dict[tuple[str, str, Measure | None, int | None], Interval]:
        return {(one.variant, one.column, one.measure, one.code): one.interval for one in self.estimates}

    def _has_no_mean(self, variant: str, column: str) -> bool:
        """Return whether a column grows for ever in some games of a variant."""
        return bool(self.endless(variant)) and self.declared.columns[column].role in (Role.LENGTH, Role.COUNT)

    def never_ends(self, variant: str) -> Interval:
        """Return the share of all games of a variant that are known to go on for ever."""
        return self.out_of_all(self.endless(variant), variant)

    def share_of_finished(self, variant: str, winner: int) -> Interval:
        """Return the share of finished games that a player won, or, for a draw, that nobody won."""
        hist = self.histogram(variant, WINNER).at_least(DRAW)
        return share_of(hist, winner, self.level)

    def share(self, variant: str, column: str, code: int) -> Interval:
        """Return the share of all games of a variant with one value of a column."""
        return self.interval(variant, column, Measure.SHARE, code)

    def share_with_any(self, variant: str, column: str) -> Interval:
        """Return the share of games with a value over zero; the summary has it of flags and of kinds alone."""
        for found in (self.interval(variant, column, Measure.ANY), self.share(variant, column, 1)):
            if found is not UNKNOWN:
                return found
        return share_with_any(self.histogram(variant, column), self.level)

    def out_of_all(self, count: int, variant: str) -> Interval:
        """Return a count that the summary does not have as a share of all games of a variant."""
        return proportion(count, self.games(variant), self.level)

    @cached_property
    def tournament(self) -> Tournament | None:
        """The result of a tournament; None if the run is not a tournament."""
        return self.run.tournament(level=self.level) if self.run.scenario.tournament else None
