"""Estimates: what was counted in a run, and the statistics of each of its variants."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from sim.contract.columns import WINNER, Role, longest_categories
from sim.contract.events import NOBODY, UNFINISHED
from sim.contract.same_deals import in_common, share_deals
from sim.counts.declarations import MARGIN, Declared, declared
from sim.counts.queries import pace_words, seconds_of
from sim.counts.summary import share_of, share_with_any
from sim.stats import Estimate, Histogram, Interval, Lengths, Measure, proportion
from sim.stats.spread import ONE_GAME

if TYPE_CHECKING:
    from sim.contract.game import Game
    from sim.contract.rules import GameRules
    from sim.runs.results import Results
    from sim.tournaments.standings import Tournament


@dataclass(frozen=True)
class Counted:
    """A run as the report sees it, and what was counted in it.

    Attributes
    ----------
    title, question
        Those of the scenario.
    game
        What was played.
    variants
        What the variants are called in the report, in order, without those of which no
        game was played.
    rules
        The rules of each variant.
    public
        The public name of each variant, as in the scenario and in the tables of the
        run.
    level
        The level of every interval.
    seconds_per_play
        How long a card of each player takes, to turn plays into minutes.
    seconds_per_shuffle
        How long a shuffle of a captured pile takes.
    run
        The source of everything else.
    only
        The counted columns of interest; all if there are none.
    """

    title: str
    question: str
    game: Game
    variants: tuple[str, ...]
    rules: Mapping[str, GameRules]
    public: Mapping[str, str]
    level: float
    seconds_per_play: float
    seconds_per_shuffle: float
    run: Results
    only: tuple[str, ...] = ()

    @cached_property
    def declared(self) -> Declared:
        """What the game declares to be counted."""
        return declared(self.game)

    @cached_property
    def labels(self) -> Mapping[str, str]:
        """What each variant is called, by its public name."""
        return {name: label for label, name in self.public.items()}

    @property
    def seats(self) -> int:
        """The largest number of players of any variant."""
        return max(rules.seats for rules in self.rules.values())

    @property
    def single(self) -> bool:
        """Whether there is only one variant, so that nothing is compared."""
        return len(self.variants) == 1

    @property
    def uneven(self) -> bool:
        """Whether hands are named, so that the sides are not equal."""
        return any(
            getattr(rules, "hands", None) is not None for rules in self.rules.values()
        )

    def share_deals(self, variant: str, other: str) -> bool:
        """Whether game k of both variants is the same deal to the same number of players."""
        return share_deals(self.game, self.rules[variant], self.rules[other])

    @cached_property
    def in_common(self) -> str:
        """What games of the same number have in common under all variants, in words.

        "" if nothing certain.
        """
        return in_common(self.game, [self.rules[variant] for variant in self.variants])

    @cached_property
    def lengths(self) -> tuple[str, ...]:
        """The counted columns that say how long a game was, the most important first."""
        return tuple(column.name for column in self.declared.lengths())

    @cached_property
    def counts(self) -> tuple[str, ...]:
        """The margin and the counted columns that are no length and no winner.

        What the scenario asks for comes before the others.
        """
        roles = (Role.COUNT, Role.HELD, Role.LARGEST, Role.FLAG)
        known = [
            name
            for name in self.game.histograms
            if self.declared.columns[name].role in roles
            and any(self.histogram(variant, name).n for variant in self.variants)
            and (not self.only or name in self.only)
        ]
        known.sort(key=lambda name: name not in self.run.scenario.columns)
        margin = self.has_margin and not self.only
        return (MARGIN, *known) if margin else tuple(known)

    @property
    def has_margin(self) -> bool:
        """Whether player 0's margin was counted, in games for two."""
        return self.game.margin is not None and self.seats == 2

    @cached_property
    def categories(self) -> dict[str, tuple[str, ...]]:
        """The texts of every categorical column."""
        return longest_categories(
            column
            for rules in self.rules.values()
            for column in self.game.columns_under(rules)
        )

    def histogram(self, variant: str, column: str) -> Histogram:
        """How often each value of a column was seen under a variant.

        Empty if it was not counted.
        """
        return self.run.counted.histogram(self.public[variant], column)

    def with_unfinished(self, variant: str, column: str) -> Lengths:
        """The values of a counted column, with those of unfinished games apart."""
        known = self.declared.columns[column]
        return self.run.counted.lengths(self.public[variant], known)

    def table(
        self, variant: str, first: str, second: str
    ) -> dict[tuple[int, int], int]:
        """How many games of a variant had each pair of values.

        Empty if they were not counted together.
        """
        return self.run.counted.cross_table(self.public[variant], first, second)

    def games(self, variant: str) -> int:
        """How many games of a variant were played."""
        counted = (*self.game.histograms, WINNER)
        return max(self.histogram(variant, name).n for name in counted)

    @property
    def has_winner(self) -> bool:
        """Whether the run counted who won."""
        return any(self.histogram(variant, WINNER).n for variant in self.variants)

    @cached_property
    def any_unfinished(self) -> bool:
        """Whether any game of any variant is unfinished."""
        return any(map(self.unfinished, self.variants))

    def unfinished(self, variant: str) -> int:
        """How many games are unfinished."""
        return self.histogram(variant, WINNER).count_at_most(UNFINISHED)

    def endless(self, variant: str) -> int:
        """How many games are known to go on for ever."""
        return self.run.counted.endless(self.public[variant])


UNKNOWN = Interval(None, None, None, 0.0, refusal="no such game")
"""The estimate of something that no game showed."""

SOME_NEVER_END = "some games never end"
"""Why a length has no mean, and nothing that is counted during a game."""

CERTAIN = "certain"
"""Why a share that is 0 or 100 % by the rules has no interval."""


@dataclass(frozen=True)
class Estimated(Counted):
    """A run with the statistics of its variants."""

    @property
    def pace(self) -> str:
        """What a card costs in time, in words."""
        return pace_words(self.game, self.seconds_per_play, self.seconds_per_shuffle)

    def minutes_per_play(self, variant: str) -> float:
        """The minutes that a play takes under a variant.

        All else that takes time is spread evenly over the plays: mean times are exact,
        quantiles only if everything else grows with the plays.
        """
        (_, play), *others = seconds_of(
            self.game, self.seconds_per_play, self.seconds_per_shuffle
        )

        plays = self.histogram(variant, "plays").total
        more = sum(
            seconds * self.histogram(variant, name).total for name, seconds in others
        )
        return (play + (more / plays if plays else 0.0)) / 60

    @cached_property
    def estimates(self) -> tuple[Estimate, ...]:
        """The summary of the run, what is certain by the rules without intervals."""
        found = self._called(self.run.estimates(self.level))
        planned = self.run.scenario.answer
        proved = {
            (self.labels.get(number.variant), number.statistic)
            for number in (planned.numbers if planned else ())
            if number.certain
        }
        sure = [
            item
            for item in found
            if (item.variant, item.statistic) in proved
            and item.interval.value in (0, 1)
        ]
        # Where one outcome is certain, so it is that there are no others.
        always = [
            (item.variant, item.column) for item in sure if item.interval.value == 1
        ]
        return tuple(
            replace(item, interval=item.interval.exact(CERTAIN))
            if item in sure
            or (item.measure is Measure.SHARE and (item.variant, item.column) in always)
            else item
            for item in found
        )

    def _called(self, estimates: Iterable[Estimate]) -> tuple[Estimate, ...]:
        """The estimates under the labels of their variants."""
        return tuple(
            replace(
                estimate,
                variant=self.labels.get(estimate.variant, estimate.variant),
                versus=self.labels.get(estimate.versus, estimate.versus),
            )
            for estimate in estimates
        )

    def interval(
        self, variant: str, column: str, measure: Measure, code: int | None = None
    ) -> Interval:
        """A statistic of the summary; without a value if the summary does not have it.

        The summary counts unfinished games as far as they were played, and says so in
        the method. A reader would take the result for a mean. So where some games are
        known to go on for ever, a length, or what happens during a game, has no mean
        here; where games were merely stopped, its mean is a lower bound without an
        upper end.
        """
        found = self._by_what.get((variant, column, measure, code))
        interval = UNKNOWN if found is None else found.interval
        if measure not in (Measure.MEAN, Measure.SD) or interval.value is None:
            return interval
        if self._has_no_mean(column, variant):
            return replace(
                interval,
                value=None,
                low=None,
                high=None,
                warning="",
                refusal=SOME_NEVER_END,
            )
        return replace(interval, high=None) if interval.at_least else interval

    @cached_property
    def _by_what(self) -> dict[tuple[str, str, Measure | None, int | None], Estimate]:
        return {
            (
                estimate.variant,
                estimate.column,
                estimate.measure,
                estimate.code,
            ): estimate
            for estimate in self.estimates
        }

    def _has_no_mean(self, column: str, *variants: str) -> bool:
        """Whether a column grows for ever in some games of some of the variants."""
        known = self.declared.columns.get(
            column
        )  # none for an expression, whose games count as they stand
        grows = known is not None and known.role in (Role.LENGTH, Role.COUNT)
        return grows and any(map(self.endless, variants))

    def never_ends(self, variant: str) -> Interval:
        """The share of all games of a variant that are known to go on for ever."""
        return self.out_of_all(self.endless(variant), variant)

    def share_of_finished(self, variant: str, winner: int) -> Interval:
        """The share of finished games that a player won, or, for a draw, that nobody won."""
        if winner >= self.rules[variant].seats:
            return UNKNOWN
        hist = self.histogram(variant, WINNER).at_least(NOBODY)
        return self._sampled(variant, share_of(hist, winner, self.level))

    def share(self, variant: str, column: str, code: int) -> Interval:
        """The share of all games of a variant with one value of a column."""
        return self.interval(variant, column, Measure.SHARE, code)

    def share_with_any(self, variant: str, column: str) -> Interval:
        """The share of games with a value over zero.

        The summary has it of flags and of kinds alone.
        """
        for share in (
            self.interval(variant, column, Measure.ANY),
            self.share(variant, column, 1),
        ):
            if share is not UNKNOWN:
                return share
        return self._sampled(
            variant, share_with_any(self.histogram(variant, column), self.level)
        )

    def out_of_all(self, count: int, variant: str) -> Interval:
        """A count that the summary does not have as a share of all games of a variant."""
        return self._sampled(
            variant, proportion(count, self.games(variant), self.level)
        )

    def _sampled(self, variant: str, interval: Interval) -> Interval:
        """The interval of a variant's games.

        The value alone where every game is the same one.
        """
        return interval.exact(ONE_GAME) if self.rules[variant].one_game else interval

    @cached_property
    def tournament(self) -> Tournament | None:
        """The result of a tournament; None if the run is not a tournament."""
        return (
            self.run.tournament(level=self.level)
            if self.run.scenario.tournament
            else None
        )
