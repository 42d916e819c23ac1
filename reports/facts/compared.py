"""How the variants of a run differ, pair by pair, whichever of the two comes first in the run."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

from reports.facts.estimated import Estimated
from reports.grid import Grid, grid_of
from sim.counts.separate import with_separate_samples
from sim.stats import Estimate, Measure


@dataclass(frozen=True)
class Compared(Estimated):
    """A run with the differences of its variants."""

    @cached_property
    def differences(self) -> tuple[Estimate, ...]:
        """The comparisons of all pairs of variants: of pairs of games on the same deals, otherwise of two samples."""
        # There are none of means that do not exist.
        if self.single:
            return ()
        first = self.variants[0]
        # Separate samples have no intervals that hold at every look; those of pairs of games are right for any decks.
        if self.watched or all(self.share_deals(one, first) for one in self.variants):
            found = self.run.differences(self.level)
        else:
            found = with_separate_samples(
                self.run.unadjusted_differences(),
                self.run.counted,
                self.declared,
                lambda one, other: self.share_deals(self.labels[one], self.labels[other]),
                lambda one: self.rules[self.labels[one]].seats,
                self.level,
            )
        return tuple(
            one
            for one in self._called(found)
            if one.interval.value is not None and not self._is_of_no_mean(one)
        )

    def _is_of_no_mean(self, one: Estimate) -> bool:
        return one.measure is Measure.MEAN and any(
            self._has_no_mean(variant, one.column) for variant in (one.variant, one.versus)
        )

    @property
    def watched(self) -> bool:
        """Whether means, shares and differences have intervals that hold at every look: a lead may stop the run."""
        precision = self.run.scenario.precision
        return precision is not None and bool(precision.signs)

    @cached_property
    def grid(self) -> Grid | None:
        """The grid that the variants make; None if they make none."""
        return grid_of(self.game, self.rules, self.public)

    @property
    def baseline(self) -> str:
        """The variant that the others are compared with: the natural one of a grid, else the first."""
        return self.grid.baseline if self.grid else self.variants[0]

    def against(self, versus: str) -> tuple[Estimate, ...]:
        """Return the comparisons of all other variants with one, in the order of the variants."""
        return tuple(one for variant in self.variants for one in self.between(variant, versus))

    def between(self, variant: str, versus: str) -> tuple[Estimate, ...]:
        """Return the comparisons of a variant with another, whichever of the two comes first in the run."""
        if (variant, versus) in self._by_pair:
            return self._by_pair[variant, versus]
        return tuple(map(_turned, self._by_pair.get((versus, variant), ())))

    @cached_property
    def _by_pair(self) -> dict[tuple[str, str], tuple[Estimate, ...]]:
        found: dict[tuple[str, str], list[Estimate]] = {}
        for one in self.differences:
            found.setdefault((one.variant, one.versus), []).append(one)
        return {pair: tuple(each) for pair, each in found.items()}

    @property
    def from_baseline(self) -> tuple[Estimate, ...]:
        """The comparisons of every other variant with the natural one."""
        return self.against(self.baseline)


def _turned(one: Estimate) -> Estimate:
    """Return a comparison the other way round."""
    turned = replace(one, variant=one.versus, versus=one.variant)
    # A share of deals that differ is the same whichever variant comes first.
    if one.measure is Measure.OTHERWISE:
        return turned
    together = None if one.together is None else one.together.scaled(-1)
    return replace(turned, interval=one.interval.scaled(-1), together=together)
