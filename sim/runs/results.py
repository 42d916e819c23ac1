"""Results: what the counts of a scenario's games say, whether a run has saved them or not."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from sim.collect.ledger import Ledger
from sim.counts.tallies import Tallies
from sim.games import find_game
from sim.words import games_words

if TYPE_CHECKING:
    from sim.contract.game import Game
    from sim.contract.rules import GameRules
    from sim.counts.summary import Summary
    from sim.scenario.scenario import Scenario
    from sim.stats import Estimate
    from sim.storage.places import Place
    from sim.tournaments.standings import Tournament


@dataclass(frozen=True)
class Status:
    """The progress of a run.

    Attributes
    ----------
    games_done, games_planned
        Games of each variant.
    complete
        Whether nothing is left to play.
    why
        Why it ended, or what is missing, in words.
    ledger
        The games that have been played, as ranges (first, stop).
    missing
        Those that are planned but not played.
    short
        What was asked to be known better than all of the games show it, in words.
    """

    games_done: int
    games_planned: int
    complete: bool
    why: str
    ledger: Ledger
    missing: Ledger = ()
    short: str = ""


class Results:
    """The statistics of a scenario from its counts.

    Attributes
    ----------
    scenario
        What was played.
    counted
        The counts of its games.
    variants
        The names of the variants, in order.
    path
        Where they are saved; "." for games that are counted in memory alone.
    """

    path: Place
    scenario: Scenario
    variants: tuple[str, ...]
    counted: Tallies

    def __init__(self, scenario: Scenario, counted: Tallies) -> None:
        self.scenario = scenario
        self.counted = counted
        self.path = Path()
        self.variants = scenario.names

    def status(self) -> Status:
        """The progress of the games; of those counted in memory, nothing is left."""
        games = self.counted.games
        why = all_played(games, len(self.variants))
        return Status(games, games, True, why, ((0, games),))

    @property
    def game(self) -> Game:
        """The game that is played."""
        return find_game(self.scenario.game)

    @property
    def _summary(self) -> Summary:
        from sim.counts.summary import Summary

        return Summary(
            self.counted, self.game, self.scenario.rules, self.scenario.queries
        )

    def rules(self, variant: str) -> GameRules:
        """The rules of a variant."""
        return self.scenario.rules[variant]

    def estimates(self, level: float = 0.95) -> list[Estimate]:
        """The rows of the summary as values."""
        return self._summary.estimates(level)

    def differences(self, level: float = 0.95) -> list[Estimate]:
        """The rows of the comparison as values."""
        return self._summary.differences(level)

    def tournament(self, level: float = 0.95) -> Tournament:
        """The result of a tournament.

        See :class:`sim.tournaments.standings.Tournament`.
        """
        from sim.tournaments.standings import tournament_of

        limit = self.game.largest_margin
        largest = None if limit is None else limit(self.scenario.variants[0].rules)
        return tournament_of(self.counted, self.scenario.tournament, level, largest)


def all_played(games: int, variants: int) -> str:
    """The words for a run of which all games of each variant are played."""
    if games == 1:
        return f"the only game{' of each variant' if variants > 1 else ''} is played"
    return f"all {games_words(games)} are played"
