"""The answer to games that were played without a run directory, such as those of ``warlab play``."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from reports.answer.screen import first_screen
from reports.document import Answer
from reports.facts import Facts, gather
from sim.contract.game import Game
from sim.contract.rules import GameRules
from sim.counts.tallies import Tallies
from sim.runs.results import Sample
from sim.scenario.scenario import Scenario
from sim.scenario.variants import Variant

if TYPE_CHECKING:
    from sim.runs import Run


def facts_of_games(scenario: Scenario, counted: Tallies, level: float = 0.95) -> Facts:
    """Return the facts of a scenario's games that were counted in memory."""
    # The facts read of a run only what games without a directory have too.
    return gather(cast("Run", Sample(scenario, counted)), level=level)


def answer_of_games(
    game: Game, rules: GameRules, counted: Tallies, *, seed: int, level: float = 0.95
) -> Answer:
    """Return the answer to games of one set of rules."""
    scenario = Scenario(game.title, "", game.name, counted.games, seed, (Variant("", rules),))
    return first_screen(facts_of_games(scenario, counted, level), ())
