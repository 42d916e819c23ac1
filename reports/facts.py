"""What a run has to say, read from its exact tallies: the only door between reports and runs.

Counts and intervals come from :mod:`sim`; nothing is drawn or put in words here. What exists depends on what
the game counts, so everything that is asked for may be missing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from sim.contract.events import DRAW, UNFINISHED
from sim.deals.common import in_common, same_deals
from sim.errors import UserError
from sim.stats import Histogram, Interval, Lengths, proportion
from sim.tallies.tally import LENGTHS, MARGIN

if TYPE_CHECKING:
    import polars as pl

    from sim.contract.game import Game
    from sim.contract.rules import GameRules
    from sim.runs.reading import Run
    from sim.tournaments.standings import Tournament

DEFAULT_LEVEL = 0.95

WINNER = "winner"
ENDING = "ending"
WINNER_LOW = "winner_low"


@dataclass(frozen=True)
class Difference:
    """A row of the paired comparison."""

    variant: str
    versus: str
    statistic: str
    value: float
    low: float | None
    high: float | None
    method: str
    p_holm: float | None


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
        Their names in order, those without any game left out.
    rules
        Each variant's rules.
    level
        Of every interval.
    seconds_per_play
        What turns plays into minutes.
    run
        Where everything else comes from.
    """

    title: str
    question: str
    game: Game
    variants: tuple[str, ...]
    rules: Mapping[str, GameRules]
    level: float
    seconds_per_play: float
    run: Run
    tallies: pl.DataFrame = field(repr=False)
    _histograms: dict[tuple[str, str], Histogram] = field(default_factory=dict, repr=False)
    _lengths: dict[tuple[str, str], Lengths] = field(default_factory=dict, repr=False)
    _tables: dict[tuple[str, str, str], dict[tuple[int, int], int]] = field(default_factory=dict, repr=False)

    @cached_property
    def _own(self) -> dict[str, pl.DataFrame]:
        alone = self.tallies.filter(self.tallies["versus"] == "")
        return {str(name): part for (name,), part in alone.partition_by("variant", as_dict=True).items()}

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
        """The result of a tournament; None where there was none."""
        return self.run.tournament(level=self.level) if self.run.scenario.tournament else None

    @cached_property
    def in_common(self) -> str:
        """What games of the same number have in common under all variants, in words; "" if nothing certain."""
        return in_common(self.game, [self.rules[variant] for variant in self.variants])

    @property
    def seats(self) -> int:
        """The largest number of players of any variant."""
        return max(int(getattr(rules, "seats", 2)) for rules in self.rules.values())

    @cached_property
    def lengths(self) -> tuple[str, ...]:
        """The counted columns that say how long a game was, the most telling first."""
        return tuple(name for name in LENGTHS if name in self.game.histograms)

    @cached_property
    def counts(self) -> tuple[str, ...]:
        """The counted columns that are neither a length nor categorical nor about the winner alone."""
        aside = {*LENGTHS, WINNER, ENDING, WINNER_LOW, *self.categorical}
        known = (name for name in self.game.histograms if name not in aside and self._is_counted(name))
        return (MARGIN, *known) if self.has_margin else tuple(known)

    @property
    def has_margin(self) -> bool:
        """Whether what player 0 is ahead by was counted, in games for two."""
        return self.game.margin is not None and self.seats == 2

    def _is_counted(self, column: str) -> bool:
        """Return whether any variant has a column under its rules."""
        return any(self.histogram(variant, column).n for variant in self.variants)

    @cached_property
    def categories(self) -> dict[str, tuple[str, ...]]:
        """The texts of every categorical column."""
        rules = self.rules[self.variants[0]]
        return {
            column.name: column.categories for column in self.game.columns_under(rules) if column.categories
        }

    @property
    def categorical(self) -> tuple[str, ...]:
        """The counted columns whose values are categories."""
        return tuple(name for name in self.game.histograms if name in self.categories)

    @cached_property
    def meanings(self) -> dict[str, str]:
        """What every column counts."""
        columns = (column for rules in self.rules.values() for column in self.game.columns_under(rules))
        known = {column.name: column.meaning for column in columns}
        if self.game.margin is None:
            return known
        return {**known, MARGIN: "{} less {}".format(*self.game.margin)}

    def histogram(self, variant: str, column: str) -> Histogram:
        """Return how often each value of a column was seen; empty if it was not counted."""
        from sim.tallies import summary

        key = (variant, column)
        if key not in self._histograms:
            self._histograms[key] = summary.histogram(self._own[variant], variant, column)
        return self._histograms[key]

    def with_unfinished(self, variant: str, column: str) -> Lengths:
        """Return the values of a counted column with those of unfinished games apart."""
        from sim.tallies import summary

        key = (variant, column)
        if key not in self._lengths:
            self._lengths[key] = summary.lengths(self._own[variant], variant, column)
        return self._lengths[key]

    def table(self, variant: str, first: str, second: str) -> dict[tuple[int, int], int]:
        """Return how many games had each pair of values; empty if they were not counted together."""
        from sim.tallies import summary

        key = (variant, first, second)
        if key not in self._tables:
            self._tables[key] = summary.cross_table(self._own[variant], variant, first, second)
        return self._tables[key]

    def games(self, variant: str) -> int:
        """Return how many games of a variant were played."""
        return max((self.histogram(variant, name).n for name in (*self.game.histograms, WINNER)), default=0)

    @property
    def has_winner(self) -> bool:
        """Whether the run counted who won."""
        return any(self.histogram(variant, WINNER).n for variant in self.variants)

    def winners(self, variant: str) -> dict[int, int]:
        """Return how many games each player won, draws and unfinished games by their codes."""
        hist = self.histogram(variant, WINNER)
        return dict(zip(hist.values.tolist(), hist.counts.tolist(), strict=True))

    def unfinished(self, variant: str) -> int:
        """Return how many games came to no end."""
        return self.winners(variant).get(UNFINISHED, 0)

    def drawn(self, variant: str) -> int:
        """Return how many games were drawn."""
        return self.winners(variant).get(DRAW, 0)

    def share(self, count: int, variant: str) -> Interval:
        """Return a count as a share of all games of a variant."""
        return proportion(count, self.games(variant), self.level)

    @cached_property
    def differences(self) -> tuple[Difference, ...]:
        """The paired comparisons, all pairs that the run counted."""
        if self.single:
            return ()
        rows = self.run.compare(level=self.level).to_dicts()
        kept = [row for row in rows if row["value"] is not None]
        return tuple(
            Difference(**{name: row[name] for name in Difference.__dataclass_fields__}) for row in kept
        )

    @property
    def from_first(self) -> tuple[Difference, ...]:
        """The paired comparisons of every variant with the first."""
        return tuple(one for one in self.differences if one.versus == self.variants[0])


def gather(run: Run, *, level: float = DEFAULT_LEVEL) -> Facts:
    """Return the facts of a run.

    Raises
    ------
    UserError
        If no game has been played yet.
    """
    scenario = run.scenario
    tallies = run.tallies()
    played = set(tallies["variant"].unique().to_list()) if tallies.height else set()
    variants = tuple(name for name in run.variants if name in played)
    if not variants:
        raise UserError(
            "no game has been played yet", where=str(run.path), cure="warlab run with --resume plays them"
        )
    return Facts(
        title=scenario.title,
        question=scenario.question,
        game=run.game,
        variants=variants,
        rules={name: run.rules(name) for name in variants},
        level=level,
        seconds_per_play=scenario.report.seconds_per_play,
        run=run,
        tallies=tallies,
    )
