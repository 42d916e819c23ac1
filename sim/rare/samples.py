"""Samples: what splitting scores and moves.

They are the deals of a game, or the positions of games that have lasted some rounds.

A deal moves by swaps of cards, and the whole game decides its score. Where rounds have
chance of their own, a game that has lasted some rounds goes on from its packets in
copies with new chance, so the law of the positions is the game's.
"""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sim.contract.columns import ENDING, STOPPED
from sim.contract.dealing import Layout
from sim.contract.deck_rules import DeckRules
from sim.contract.events import Settled
from sim.contract.game import ENDINGS, Game
from sim.engine.playing import deals_of, play_rows
from sim.rare.event import Event
from sim.rare.splitting import Source

SWAPS = (1, 1, 2, 4)
"""How many swaps a proposed deal is away, each with equal chance."""

_CAP = ENDINGS.index(STOPPED)

Packets = list[list[int]]
"""The two packets of a position, top card first."""


@dataclass(frozen=True)
class Dealt:
    """Deals with the scores of their games.

    Attributes
    ----------
    rows
        uint8 (samples, cards): the deals.
    scores
        int64 (samples,): the scores.
    """

    rows: NDArray[np.uint8]
    scores: NDArray[np.int64]


@dataclass(frozen=True)
class Deals:
    """The deals of a game, with its chance during play.

    A proposed deal is some swaps away from the present one and is played with new
    chance; it replaces the present one if its score still reaches the level
    (Metropolis). All orders of the deck are equally likely and swaps can be taken back,
    so the law of deal and chance, given that the level is reached, stays as it is.

    Attributes
    ----------
    game, rules
        What is played.
    event
        What its score is.
    moves
        How often each sample is moved at a level.
    """

    game: Game
    rules: DeckRules
    event: Event
    moves: int

    def start(self, source: Source, size: int) -> Dealt:
        """New deals.

        Parameters
        ----------
        source
            The randomness of the repetition.
        size
            How many.
        """
        first = source.numbers(size)
        dealing = deals_of(self.game).dealing
        rows = dealing.deal_rows(self.rules, source.seed, first, size)
        return self._played(rows, source, first)

    def scores(self, samples: Dealt) -> NDArray[np.int64]:
        """The score of each sample.

        Parameters
        ----------
        samples
            The deals.
        """
        return samples.scores

    def select(self, samples: Dealt, places: NDArray[np.int64]) -> Dealt:
        """The samples at these places.

        Parameters
        ----------
        samples
            The deals.
        places
            The places.
        """
        return Dealt(samples.rows[places], samples.scores[places])

    def move(self, samples: Dealt, level: int, source: Source) -> Dealt:
        """Propose and accept or refuse new deals, several times.

        Parameters
        ----------
        samples
            The deals.
        level
            The level that their scores have reached.
        source
            The randomness of the repetition.
        """
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
        deals = np.arange(games)
        for done in range(max(SWAPS)):
            here, there = source.generator.integers(0, cards, (2, games))
            there = np.where(swaps > done, there, here)
            rows[deals, here], rows[deals, there] = (
                rows[deals, there],
                rows[deals, here],
            )
        return rows

    def _played(self, rows: NDArray[np.uint8], source: Source, first: int) -> Dealt:
        columns = play_rows(self.game, self.rules, rows, source.seed, first)
        return Dealt(rows, self.event.scores(self.game, columns))


@dataclass(frozen=True)
class Position:
    """A game under way.

    Attributes
    ----------
    packets
        The packets from which it goes on.
    number
        The game number whose chance it goes on with.
    passed
        The rounds that led to these packets.
    rounds
        The rounds of the whole game; one more than the horizon if it lasts longer.
    """

    packets: Packets
    number: int
    passed: int
    rounds: int


@dataclass(frozen=True)
class Lengths:
    """The length of a game whose rounds have chance of their own.

    The score is the number of rounds.

    Attributes
    ----------
    game, rules
        What is played; :attr:`sim.contract.game.GameOf.continues` holds.
    horizon
        The number of rounds that matters: longer games are not played to their end.
    """

    game: Game
    rules: Any
    horizon: int

    def start(self, source: Source, size: int) -> list[Position]:
        """New games, played to their end.

        Parameters
        ----------
        source
            The randomness of the repetition.
        size
            How many.
        """
        first = source.numbers(size)
        dealt = deals_of(self.game)
        rows = dealt.dealing.deal_rows(self.rules, source.seed, first, size)
        packets = [dealt.packets(self.rules, row) for row in rows]
        return self._played(packets, source, 0)

    def scores(self, samples: list[Position]) -> NDArray[np.int64]:
        """The rounds of each game.

        Parameters
        ----------
        samples
            The games.
        """
        return np.array([game.rounds for game in samples], np.int64)

    def select(
        self, samples: list[Position], places: NDArray[np.int64]
    ) -> list[Position]:
        """The games at these places.

        Parameters
        ----------
        samples
            The games.
        places
            The places.
        """
        return [samples[place] for place in places]

    def move(
        self, samples: list[Position], level: int, source: Source
    ) -> list[Position]:
        """Play every game on from its packets after ``level - 1`` rounds, with new chance.

        Parameters
        ----------
        samples
            The games.
        level
            The level that their scores have reached.
        source
            The randomness of the repetition.
        """
        reached: dict[int, Packets] = {}
        for game in samples:
            if game.number not in reached:
                reached[game.number] = self._packets(game, level - 1, source.seed)
        return self._played(
            [reached[game.number] for game in samples], source, level - 1
        )

    def _packets(self, game: Position, rounds: int, seed: int) -> Packets:
        """The packets of a game after a number of rounds, by the rulebook."""
        left = rounds - game.passed
        if not left:
            return game.packets
        events = self.game.tell(self.rules, game.packets, seed, game.number)
        settled = (event for event in events if isinstance(event, Settled))
        next(settled)  # the deal
        for _ in range(left):
            last = next(settled)
        return [list(packet) for packet in last.packets]

    def _played(
        self, packets: list[Packets], source: Source, passed: int
    ) -> list[Position]:
        """Play games on from their packets.

        A game gets its number by its place among those with equal packets.
        """
        rules = replace(self.rules, max_rounds=self.horizon - passed)
        kernel = deals_of(self.game).kernel()
        first = source.numbers(len(packets))
        sizes = np.array([len(mine) for mine, _ in packets])
        played: list[Position] = []
        for size in np.unique(sizes):
            places = np.flatnonzero(sizes == size)
            rows = np.array(
                [packets[place][0] + packets[place][1] for place in places], np.uint8
            )
            layout = Layout.of_packets((int(size), rows.shape[1] - int(size)))
            columns = kernel.play_block(
                rules, rows, layout, source.seed, first + len(played)
            )
            lasted = columns["rounds"] + (columns[ENDING] == _CAP)
            for place, rounds in zip(places, lasted, strict=True):
                number = first + len(played)
                played.append(
                    Position(packets[place], number, passed, passed + int(rounds))
                )
        return played
