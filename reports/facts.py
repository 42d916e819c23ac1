"""The facts of a run, read from its exact tallies: the only link between reports and runs.

Counts and estimates come from :mod:`sim`; nothing is drawn or put in words here. Every statistic that the summary or
the comparison of the run has is taken from there. What exists depends on what the game counts, so any of it
may be missing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING

from reports.grid import Grid, grid_of
from reports.labels import policy_labels, variant_labels
from reports.words import by_seat, outcome, quantity
from sim.contract.columns import ENDING, WINNER, Column, Role
from sim.contract.events import DRAW, UNFINISHED
from sim.deals.common import in_common, same_deals
from sim.errors import UserError
from sim.stats import Estimate, Histogram, Interval, Lengths, Measure, proportion
from sim.tallies.declared import MARGIN, Declared, declared
from sim.tallies.separate import with_separate_samples
from sim.tallies.summary import share_of, share_with_any

if TYPE_CHECKING:
    from sim.contract.game import Game
    from sim.contract.rules import GameRules
    from sim.runs import Run
    from sim.tallies.longest import Longest
    from sim.tournaments.standings import Tournament

DEFAULT_LEVEL = 0.95

WINNER_LOW = "winner_low"
"""The column of the fewest cards that the winner held, from which the chances of a comeback follow."""

LARGE_PART = 0.2
"""If more games than this have no winner, variants are not ranked by a mean."""

UNKNOWN = Interval(None, None, None, 0.0, refusal="no such game")
"""The estimate of something that no game showed."""

SOME_NEVER_END = "some games never end"
"""Why a length has no mean, and nothing that is counted during a game."""


@dataclass(frozen=True)
class Facts:
    """A run as the report sees it.

    Attributes
    ----------
    title, question
        From the scenario.
    game
        What was played.
    variants
        What the variants are called in the report, in order, without those that no game was played of.
    rules
        Each variant's rules.
    public
        The public name of each variant, as in the scenario and in the tables of the run.
    level
        The level of every interval.
    seconds_per_play
        How long a play takes, to turn plays into minutes.
    run
        The source of everything else.
    """

    title: str
    question: str
    game: Game
    variants: tuple[str, ...]
    rules: Mapping[str, GameRules]
    public: Mapping[str, str]
    level: float
    seconds_per_play: float
    run: Run
    _histograms: dict[tuple[str, str], Histogram] = field(default_factory=dict, repr=False)
    _lengths: dict[tuple[str, str], Lengths] = field(default_factory=dict, repr=False)
    _games: dict[str, int] = field(default_factory=dict, repr=False)
    _tables: dict[tuple[str, str, str], dict[tuple[int, int], int]] = field(default_factory=dict, repr=False)

    @cached_property
    def declared(self) -> Declared:
        """What the game declares to be counted."""
        return declared(self.game)

    @cached_property
    def estimates(self) -> tuple[Estimate, ...]:
        """The summary of the run."""
        return self._called(self.run.estimates(self.level))

    @cached_property
    def labels(self) -> Mapping[str, str]:
        """What each variant is called, by its public name."""
        return {name: label for label, name in self.public.items()}

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

    @cached_property
    def _by_what(self) -> dict[tuple[str, str, Measure | None, int | None], Interval]:
        return {(one.variant, one.column, one.measure, one.code): one.interval for one in self.estimates}

    def interval(self, variant: str, column: str, measure: Measure, code: int | None = None) -> Interval:
        """Return a statistic of the summary; without a value if the summary does not have it.

        The summary counts unfinished games as far as they were played, and says so in the method. A reader would take
        the result for a mean. So where some games are known to go on for ever, a length, or what happens during a
        game, has no mean here; where games were merely stopped, its mean is a lower bound without an upper end.
        """
        found = self._by_what.get((variant, column, measure, code), UNKNOWN)
        if measure not in (Measure.MEAN, Measure.SD) or found.value is None:
            return found
        if self._has_no_mean(variant, column):
            return replace(found, value=None, low=None, high=None, warning="", refusal=SOME_NEVER_END)
        return replace(found, high=None) if found.at_least else found

    def _has_no_mean(self, variant: str, column: str) -> bool:
        """Return whether a column grows for ever in some games of a variant."""
        return bool(self.endless(variant)) and self.declared.columns[column].role in (Role.LENGTH, Role.COUNT)

    def endless(self, variant: str) -> int:
        """Return how many games are known to go on for ever."""
        return self.run.counted.endless(self.public[variant])

    def longest(self, variant: str) -> Longest | None:
        """Return the longest game that ended; None if that is not known, or none did."""
        return self.run.counted.longest.get(self.public[variant])

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

    @property
    def single(self) -> bool:
        """Whether there is only one variant, so that nothing is compared."""
        return len(self.variants) == 1

    @cached_property
    def same_deals(self) -> bool:
        """Whether game k is the same deal under all variants."""
        return same_deals(self.game, [self.rules[variant] for variant in self.variants])

    @cached_property
    def tournament(self) -> Tournament | None:
        """The result of a tournament; None if the run is not a tournament."""
        return self.run.tournament(level=self.level) if self.run.scenario.tournament else None

    @cached_property
    def policies(self) -> Mapping[str, str]:
        """What each policy of a tournament is called, by its public name."""
        return policy_labels(self.game, self.run.scenario.tournament)

    @cached_property
    def in_common(self) -> str:
        """What games of the same number have in common under all variants, in words; "" if nothing certain."""
        return in_common(self.game, [self.rules[variant] for variant in self.variants])

    @property
    def seats(self) -> int:
        """The largest number of players of any variant."""
        return max(rules.seats for rules in self.rules.values())

    @cached_property
    def lengths(self) -> tuple[str, ...]:
        """The counted columns that say how long a game was, the most important first."""
        return tuple(column.name for column in self.declared.lengths())

    @cached_property
    def counts(self) -> tuple[str, ...]:
        """The margin, and the other columns that are counted in a game and are neither its length nor its winner's."""
        known = [name for name in self.game.histograms if self._counts_something(self.declared.columns[name])]
        return (MARGIN, *known) if self.has_margin else tuple(known)

    @property
    def has_margin(self) -> bool:
        """Whether player 0's margin was counted, in games for two."""
        return self.game.margin is not None and self.seats == 2

    def _counts_something(self, column: Column) -> bool:
        """Return whether a column counts something, under the rules of any variant."""
        counts = column.role in (Role.COUNT, Role.HELD, Role.LARGEST, Role.FLAG)
        return counts and any(self.histogram(variant, column.name).n for variant in self.variants)

    @cached_property
    def categories(self) -> dict[str, tuple[str, ...]]:
        """The texts of every categorical column."""
        rules = self.rules[self.variants[0]]
        return {
            column.name: column.categories for column in self.game.columns_under(rules) if column.categories
        }

    @cached_property
    def meanings(self) -> dict[str, str]:
        """What every column counts, in the words of its declaration."""
        columns = (column for rules in self.rules.values() for column in self.game.columns_under(rules))
        known = {column.name: by_seat(column.meaning) for column in columns}
        if self.game.margin is None:
            return known
        own, opposing = (self.noun(name) for name in self.game.margin)
        return {**known, MARGIN: f"{own} less {opposing}"}

    def histogram(self, variant: str, column: str) -> Histogram:
        """Return how often each value of a column was seen; empty if it was not counted."""
        key = (variant, column)
        if key not in self._histograms:
            self._histograms[key] = self.run.counted.histogram(self.public[variant], column)
        return self._histograms[key]

    def with_unfinished(self, variant: str, column: str) -> Lengths:
        """Return the values of a counted column with those of unfinished games apart."""
        key = (variant, column)
        if key not in self._lengths:
            self._lengths[key] = self.run.counted.lengths(self.public[variant], self.declared.columns[column])
        return self._lengths[key]

    def table(self, variant: str, first: str, second: str) -> dict[tuple[int, int], int]:
        """Return how many games had each pair of values; empty if they were not counted together."""
        key = (variant, first, second)
        if key not in self._tables:
            self._tables[key] = self.run.counted.cross_table(self.public[variant], first, second)
        return self._tables[key]

    def games(self, variant: str) -> int:
        """Return how many games of a variant were played."""
        if variant not in self._games:
            counted = (*self.game.histograms, WINNER)
            self._games[variant] = max((self.histogram(variant, name).n for name in counted), default=0)
        return self._games[variant]

    @property
    def has_winner(self) -> bool:
        """Whether the run counted who won."""
        return any(self.histogram(variant, WINNER).n for variant in self.variants)

    def unfinished(self, variant: str) -> int:
        """Return how many games are unfinished."""
        return self.histogram(variant, WINNER).count_at_most(UNFINISHED)

    @cached_property
    def decided(self) -> bool:
        """Whether nearly all games have a winner; otherwise a mean mixes games that are won with others."""
        return all(
            self.drawn(variant) + self.unfinished(variant) <= LARGE_PART * self.games(variant)
            for variant in self.variants
        )

    def drawn(self, variant: str) -> int:
        """Return how many games were drawn."""
        return self.histogram(variant, WINNER).count_at_most(DRAW) - self.unfinished(variant)

    def out_of_all(self, count: int, variant: str) -> Interval:
        """Return a count that the summary does not have as a share of all games of a variant."""
        return proportion(count, self.games(variant), self.level)

    @cached_property
    def differences(self) -> tuple[Estimate, ...]:
        """The comparisons of all pairs of variants: of pairs of games on the same deals, otherwise of two samples.

        There are none of means that do not exist.
        """
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

    def share_deals(self, one: str, other: str) -> bool:
        """Return whether game k of both variants is the same deal to the same number of players."""
        rules = (self.rules[one], self.rules[other])
        return rules[0].seats == rules[1].seats and same_deals(self.game, rules)

    @cached_property
    def grid(self) -> Grid | None:
        """The grid that the variants make; None if they make none."""
        return grid_of(self.game, self.rules, self.public)

    @property
    def watched(self) -> bool:
        """Whether means, shares and differences have intervals that hold at every look: a lead may stop the run."""
        precision = self.run.scenario.precision
        return precision is not None and bool(precision.signs)

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

    def noun(self, column: str) -> str:
        """Return what a column counts, in words."""
        if column == MARGIN:
            return "lead of the first player"
        if column in self._asked:
            return self._asked[column]
        return self.game.vocabulary.columns.get(column, quantity(column))

    @cached_property
    def _asked(self) -> dict[str, str]:
        """The names of the scenario's own chances and means, by the columns in which they are counted."""
        return {query.key: query.name for query in self.run.scenario.queries}

    def share_in_words(self, one: Estimate) -> str:
        """Return what a share of games is the share of, such as "first player wins"."""
        if one.column == WINNER and one.code is not None:
            return outcome(one.code)
        if one.column in self._asked:
            return self._asked[one.column]
        column = self.declared.columns.get(one.column)
        if one.column == ENDING and column is not None and one.code is not None:
            category = column.categories[one.code]
            return self.game.vocabulary.endings.get(category, category)
        if column is not None and column.role is Role.FLAG:
            return self.noun(one.column)
        return by_seat(one.outcome).removeprefix("the ")


def _turned(one: Estimate) -> Estimate:
    """Return a comparison the other way round."""
    turned = replace(one, variant=one.versus, versus=one.variant)
    # A share of deals that differ is the same whichever variant comes first.
    if one.measure is Measure.OTHERWISE:
        return turned
    together = None if one.together is None else one.together.scaled(-1)
    return replace(turned, interval=one.interval.scaled(-1), together=together)


def gather(run: Run, *, level: float = DEFAULT_LEVEL) -> Facts:
    """Return the facts of a run.

    Raises
    ------
    UserError
        If no game has been played yet.
    """
    scenario = run.scenario
    played = [name for name in run.variants if name in run.counted.played]
    if not played:
        raise UserError(
            "no game has been played yet", where=str(run.path), cure="play them with warlab run --resume"
        )
    labels = variant_labels(run.game, {name: run.rules(name) for name in played})
    return Facts(
        title=scenario.title,
        question=scenario.question,
        game=run.game,
        variants=tuple(labels.values()),
        rules={label: run.rules(name) for name, label in labels.items()},
        public={label: name for name, label in labels.items()},
        level=level,
        seconds_per_play=scenario.report.seconds_per_play,
        run=run,
    )
