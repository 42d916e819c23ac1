"""The answer to games that were played without a run directory, such as those of ``warlab play``."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, cast

from reports.answer.screen import first_screen
from reports.document import Answer
from reports.facts import gather
from sim.contract.game import Game
from sim.contract.rules import GameRules
from sim.scenario.fields import Variant
from sim.scenario.scenario import Scenario
from sim.stats import Estimate
from sim.tallies.counts import Tallies
from sim.tallies.summary import differences, estimates

if TYPE_CHECKING:
    from sim.runs import Run


class _Unsaved:
    """What an answer reads of a run: the scenario, the counts and their statistics."""

    def __init__(self, scenario: Scenario, game: Game, counted: Tallies) -> None:
        self.scenario, self.game, self.counted = scenario, game, counted
        self.path, self.variants = Path(), scenario.names

    def rules(self, variant: str) -> GameRules:
        return self.scenario.rules[variant]

    @property
    def _seats(self) -> Mapping[str, int]:
        return {name: rules.seats for name, rules in self.scenario.rules.items()}

    def estimates(self, level: float = 0.95) -> list[Estimate]:
        return estimates(self.counted, self.game, self.variants, level, seats=self._seats)

    def differences(self, level: float = 0.95) -> list[Estimate]:
        return differences(self.counted, self.game, self.variants, level, seats=self._seats)


def answer_of_games(
    game: Game, rules: GameRules, counted: Tallies, *, seed: int, level: float = 0.95
) -> Answer:
    """Return the answer to games of one set of rules.

    Parameters
    ----------
    game, rules
        What was played.
    counted
        The counts of all games, of the variant "".
    seed
        The random seed.
    level
        The level of all intervals.
    """
    scenario = Scenario(game.title, "", game.name, counted.games, seed, (Variant("", rules),))
    return first_screen(gather(cast("Run", _Unsaved(scenario, game, counted)), level=level), ())
