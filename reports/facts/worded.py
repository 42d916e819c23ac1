"""The facts of a run under the names that people use, and how they are gathered."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from reports.facts.compared import Compared
from reports.labels import policy_labels, variant_labels
from reports.words import by_seat, outcome, quantity
from sim.contract.columns import ENDING, WINNER, Role
from sim.counts.declared import MARGIN
from sim.errors import UserError
from sim.stats import Estimate

if TYPE_CHECKING:
    from sim.runs import Run

DEFAULT_LEVEL = 0.95


@dataclass(frozen=True)
class Facts(Compared):
    """A run as the report sees it, with its words."""

    @cached_property
    def policies(self) -> Mapping[str, str]:
        """What each policy of a tournament is called, by its public name."""
        return policy_labels(self.game, self.run.scenario.tournament)

    @cached_property
    def meanings(self) -> dict[str, str]:
        """What every column counts, in the words of its declaration."""
        columns = (column for rules in self.rules.values() for column in self.game.columns_under(rules))
        known = {column.name: by_seat(column.meaning) for column in columns}
        if self.game.margin is None:
            return known
        own, opposing = (self.noun(name) for name in self.game.margin)
        return {**known, MARGIN: f"{own} less {opposing}"}

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


def gather(run: Run, *, level: float = DEFAULT_LEVEL) -> Facts:
    """Return the facts of a run."""
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
