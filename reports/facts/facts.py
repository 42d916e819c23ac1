"""Facts: a run as its report sees it.

They have the differences of its variants, and the names that people use.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from reports.facts.estimates import Estimated
from reports.labels import factors, policy_labels, variant_labels
from reports.words import by_seat, outcome, quantity
from sim.contract.columns import ENDING, WINNER, Role
from sim.counts.declarations import MARGIN
from sim.errors import UserError
from sim.options import fields_of
from sim.stats import Estimate, Measure

if TYPE_CHECKING:
    from sim.runs.results import Results


DEFAULT_LEVEL = 0.95


@dataclass(frozen=True)
class Facts(Estimated):
    """A run as the report sees it, with the differences of its variants and with its words."""

    def about(self, names: Sequence[str]) -> Facts:
        """The same facts of some variants and columns, by their public names."""
        variants = tuple(self.labels[name] for name in names if name in self.labels)
        columns = tuple(name for name in names if name in self.declared.counted)
        return replace(self, variants=variants or self.variants, only=columns)

    @cached_property
    def differences(self) -> tuple[Estimate, ...]:
        """The comparisons of all pairs of variants.

        They are of pairs of games on the same deals, otherwise of two samples.

        There are none of means that do not exist.
        """
        if self.single:
            return ()
        return tuple(
            item
            for item in self._called(self.run.differences(self.level))
            if item.interval.value is not None
            and not (
                item.measure is Measure.MEAN
                and self._has_no_mean(item.column, item.variant, item.versus)
            )
        )

    @property
    def watched(self) -> bool:
        """Whether means, shares and differences have intervals for every look.

        They have if a lead may stop the run.
        """
        precision = self.run.scenario.precision
        return precision is not None and bool(precision.signs)

    @cached_property
    def baseline(self) -> str:
        """The variant that the others are compared with.

        The first one, or where ``[vary]`` made them that with the fewest options
        changed.
        """
        named = (factors(self.public[name], self.rules[name]) for name in self.variants)
        if not all(named):
            return self.variants[0]
        return min(self.variants, key=lambda name: len(self.rules[name].changed()))

    def against(self, versus: str) -> tuple[Estimate, ...]:
        """The comparisons of all other variants with one, in the order of the variants."""
        return tuple(
            difference
            for variant in self.variants
            for difference in self.between(variant, versus)
        )

    def between(self, variant: str, versus: str) -> tuple[Estimate, ...]:
        """The comparisons of a variant with another.

        It does not matter which of the two comes first in the run.
        """
        if (variant, versus) in self._by_pair:
            return self._by_pair[variant, versus]
        return tuple(map(_turned, self._by_pair.get((versus, variant), ())))

    @cached_property
    def _by_pair(self) -> dict[tuple[str, str], tuple[Estimate, ...]]:
        pairs: dict[tuple[str, str], list[Estimate]] = {}
        for difference in self.differences:
            pairs.setdefault((difference.variant, difference.versus), []).append(
                difference
            )
        return {pair: tuple(differences) for pair, differences in pairs.items()}

    @property
    def from_baseline(self) -> tuple[Estimate, ...]:
        """The comparisons of every other variant with the baseline."""
        return self.against(self.baseline)

    @cached_property
    def policies(self) -> Mapping[str, str]:
        """What each policy of a tournament is called, by its public name."""
        scenario = self.run.scenario
        return policy_labels(self.game, scenario.tournament, scenario.report.names)

    @cached_property
    def meanings(self) -> dict[str, str]:
        """What every column counts, in the words of its declaration."""
        columns = (
            column
            for rules in self.rules.values()
            for column in self.game.columns_under(rules)
        )
        known = {column.name: by_seat(column.meaning) for column in columns}
        if self.game.margin is None:
            return known
        mine, theirs = map(self.noun, self.game.margin)
        return {**known, MARGIN: f"{mine} less {theirs}"}

    def noun(self, column: str) -> str:
        """What a column counts, in words."""
        if column == MARGIN:
            return "lead of the first player"
        if column in self._asked:
            return self._asked[column]
        return self.game.vocabulary.columns.get(column, quantity(column))

    @cached_property
    def _asked(self) -> dict[str, str]:
        """The names of the scenario's own chances and means.

        The keys are the columns in which they are counted.
        """
        return {query.key: query.name for query in self.run.scenario.queries}

    def share_in_words(self, estimate: Estimate) -> str:
        """What a share of games is the share of, such as "first player wins"."""
        if estimate.column == WINNER and estimate.code is not None:
            return outcome(estimate.code)
        if estimate.column in self._asked:
            return self._asked[estimate.column]
        column = self.declared.columns.get(estimate.column)
        if (
            estimate.column == ENDING
            and column is not None
            and estimate.code is not None
        ):
            category = column.categories[estimate.code]
            return self.game.vocabulary.endings.get(category, category)
        if column is not None and column.role is Role.FLAG:
            return self.noun(estimate.column)
        return by_seat(estimate.outcome).removeprefix("the ")


def _turned(difference: Estimate) -> Estimate:
    """A comparison the other way round."""
    turned = replace(difference, variant=difference.versus, versus=difference.variant)
    # A share of deals that differ is the same whichever variant comes first.
    if difference.measure is Measure.OTHERWISE:
        return turned
    ratio = difference.ratio
    if ratio is not None and ratio.value:
        value, low, high = (
            None if not end else 1 / end for end in (ratio.value, ratio.high, ratio.low)
        )
        ratio = ratio.moved(value, low, high)
    return replace(turned, interval=difference.interval.scaled(-1), ratio=ratio)


def gather(run: Results, *, level: float = DEFAULT_LEVEL) -> Facts:
    """The facts of a run."""
    scenario = run.scenario
    played = [name for name in run.variants if name in run.counted.played]
    if not played:
        raise UserError(
            "no game has been played yet",
            where=str(run.path),
            cure="resuming plays them",
        )
    rules = {name: run.rules(name) for name in played}
    labels = variant_labels(run.game, rules, scenario.report.names)
    return Facts(
        **fields_of(scenario, "title", "question"),
        **fields_of(scenario.report, "seconds_per_play", "seconds_per_shuffle"),
        game=run.game,
        variants=tuple(labels.values()),
        rules={label: run.rules(name) for name, label in labels.items()},
        public={label: name for name, label in labels.items()},
        level=level,
        run=run,
    )
