"""The work of a run: a block of games, played under every variant, counted, and packed into parts.

Workers write nothing into a run: they hand the contents of the parts to the process
that plays the run.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from sim.collect.ledger import Block
from sim.collect.tasks import Done, GamesTask
from sim.counts.tallies import Tallies
from sim.engine.pieces import Columns, Going
from sim.games import find_game
from sim.runs.directory import Variant, variants_of
from sim.runs.parts import part_content
from sim.scenario import Scenario


@dataclass(frozen=True)
class RunTask:
    """The games of a run, with the contents of their parts as the rows of a block.

    Attributes
    ----------
    games
        What is played and counted.
    variants
        Whose parts are packed.
    """

    games: GamesTask
    variants: tuple[Variant, ...]

    @property
    def nothing(self) -> Tallies:
        """The tallies of no games."""
        return self.games.nothing

    def play(self, block: Block, going: Going) -> Done[Tallies]:
        """Play, count and pack a block."""
        done = self.games.play(block, going)
        return replace(done, rows=self._packed(block, done.rows))

    def play_rows(self, block: Block, going: Going) -> Done[Tallies]:
        """Play and pack a block that has been counted before."""
        rows = self._packed(block, self.games.columns(block, going))
        return Done(block, self.nothing, rows)

    def _packed(self, block: Block, played: Sequence[Columns]) -> list[bytes]:
        return [
            part_content(
                variant.columns, block.first, columns, variant.facts(block.range)
            )
            for variant, columns in zip(self.variants, played, strict=False)
        ]


def games_of(scenario: Scenario) -> GamesTask:
    """The games of a scenario."""
    return GamesTask(
        find_game(scenario.game),
        scenario.rules,
        scenario.seed,
        scenario.queries,
        scenario.matches,
        scenario.keep_games,
    )


def task_of(scenario: Scenario) -> RunTask:
    """The task of a run of a scenario."""
    return RunTask(games_of(scenario), variants_of(scenario))
