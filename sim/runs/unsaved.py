"""Games of a scenario that are counted in memory and nowhere written: for a quick answer, and for live play."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from sim.counts.counting import tally
from sim.counts.tallies import Tallies
from sim.engine.pieces import Going
from sim.engine.playing import play_variants
from sim.games import find_game

if TYPE_CHECKING:
    from sim.contract.game import Game
    from sim.contract.rules import GameRules
    from sim.counts.summary import Summary
    from sim.runs.reading import Status
    from sim.scenario.scenario import Scenario
    from sim.stats import Estimate
    from sim.tournaments.standings import Tournament


def count_block(scenario: Scenario, first: int, games: int, *, going: Going | None = None) -> Tallies:
    """Play the games ``first ... first+games-1`` under every variant, and count them.

    Raises
    ------
    AbandonedError
        If ``going``, called now and then, returns False.
    """
    game, rules = find_game(scenario.game), list(scenario.rules.values())
    played = play_variants(game, rules, scenario.seed, first, games, going=going)
    return tally(game, scenario.names, played, scenario.mirrored, scenario.queries, first=first)


class Unsaved:
    """The counts of a scenario's games as a run gives them, without a directory.

    Parameters
    ----------
    scenario
        What was played.
    counted
        The counts of all games.

    Attributes
    ----------
    variants
        The names of the variants, in order.
    path
        Empty: there is no directory.
    """

    def __init__(self, scenario: Scenario, counted: Tallies) -> None:
        self.scenario, self.counted = scenario, counted
        self.path, self.variants = Path(), scenario.names

    @property
    def game(self) -> Game:
        """The game that was played."""
        return find_game(self.scenario.game)

    def rules(self, variant: str) -> GameRules:
        """Return the rules of a variant."""
        return self.scenario.rules[variant]

    @property
    def _summary(self) -> Summary:
        from sim.counts.summary import Summary

        return Summary.of_rules(self.counted, self.game, self.scenario.rules, self.scenario.queries)

    def status(self) -> Status:
        """Return that nothing is left to play."""
        from sim.runs.reading import Status, all_played

        games = self.counted.games
        return Status(games, games, True, all_played(games, len(self.variants)), ((0, games),))

    def estimates(self, level: float = 0.95) -> list[Estimate]:
        """Return the statistics of each variant."""
        return self._summary.estimates(level)

    def differences(self, level: float = 0.95) -> list[Estimate]:
        """Return the differences of the variants."""
        return self._summary.differences(level)

    def unadjusted_differences(self) -> Callable[[float], list[Estimate]]:
        """Return a function that gives the comparison at a level, not yet adjusted as one family."""
        return self._summary.unadjusted_differences

    def tournament(self, level: float = 0.95) -> Tournament:
        """Return the result of a tournament; see :class:`sim.tournaments.standings.Tournament`."""
        from sim.tournaments.standings import tournament_of

        limit = self.game.largest_margin
        largest = None if limit is None else limit(self.scenario.variants[0].rules)
        return tournament_of(self.counted, self.scenario.tournament, level, largest)
