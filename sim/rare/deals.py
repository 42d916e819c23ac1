"""Splitting over deals: a deal moves by swaps of cards, and the whole game decides its score."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sim.contract.game import Game
from sim.contract.rules import DeckRules
from sim.engine.playing import play_rows
from sim.rare.event import Event
from sim.rare.splitting import Source

SWAPS = (1, 1, 2, 4)
"""How many swaps a proposed deal is away, each with equal chance."""


@dataclass(frozen=True)
class Dealt:
    """Deals with the scores of their games: uint8 (samples, cards) and int64 (samples,)."""

    rows: NDArray[np.uint8]
    scores: NDArray[np.int64]


@dataclass(frozen=True)
class Deals:
    """The deals of a game, with its chance during play."""

    # A proposed deal is some swaps away from the present one and is played with new chance; it replaces the
    # present one if its score still reaches the level (Metropolis). All orders of the deck are equally likely
    # and swaps can be taken back, so the law of deal and chance, given that the level is reached, stays as it
    # is.

    # What is played, and what its score is.
    game: Game
    rules: DeckRules
    event: Event
    moves: int  # How often each sample is moved at a level.

    def start(self, source: Source, size: int) -> Dealt:
        """Return new deals."""
        first = source.numbers(size)
        assert not self.game.undealt
        rows = self.game.deals.dealing.deal_rows(self.rules, source.seed, first, size)  # type: ignore[union-attr]
        return self._played(rows, source, first)

    def scores(self, samples: Dealt) -> NDArray[np.int64]:
        """Return the score of each sample."""
        return samples.scores

    def select(self, samples: Dealt, places: NDArray[np.int64]) -> Dealt:
        """Return the samples at these places."""
        return Dealt(samples.rows[places], samples.scores[places])

    def move(self, samples: Dealt, level: int, source: Source) -> Dealt:
        """Propose and accept or refuse new deals, several times."""
        for _ in range(self.moves):
            rows = self._proposed(samples.rows, source)
            proposed = self._played(rows, source, source.numbers(len(rows)))
            taken = proposed.scores >= level
            samples = Dealt(
                np.where(taken[:, None], proposed.rows, samples.rows),
                np.where(taken, proposed.scores, samples.scores),
            )
        return samples

    def _proposed(self, rows: NDArray[np.uint8], source: Source) -> NDArray[np.uint8]:
        rows = rows.copy()
        games, cards = rows.shape
        swaps = source.generator.choice(SWAPS, games)
        each = np.arange(games)
        for done in range(max(SWAPS)):
            here, there = source.generator.integers(0, cards, (2, games))
            there = np.where(swaps > done, there, here)
            rows[each, here], rows[each, there] = rows[each, there], rows[each, here]
        return rows

    def _played(self, rows: NDArray[np.uint8], source: Source, first: int) -> Dealt:
        columns = play_rows(self.game, self.rules, rows, source.seed, first)
        return Dealt(rows, self.event.scores(self.game, columns))
