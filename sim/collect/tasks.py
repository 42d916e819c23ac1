"""Tasks: what is played in blocks of games, and what is counted of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, Self, TypeVar

import numpy as np
from numpy.typing import NDArray

from sim.collect.ledger import Block, blocks
from sim.contract.game import Game
from sim.contract.rules import GameRules
from sim.counts.counting import tally
from sim.counts.keys import Pairing
from sim.counts.queries import Query
from sim.counts.stopping import verdict
from sim.counts.tallies import Tallies
from sim.engine.pieces import Columns, Going
from sim.engine.playing import play_variants
from sim.stats.precision import Precision, Verdict

PIECE = 1 << 17
"""The games of a block that are played and counted at a time where no rows are kept."""


class Summable(Protocol):
    """Counts, which add up whatever the order."""

    def __add__(self, other: Self, /) -> Self:
        """The counts of both."""
        ...


Total = TypeVar("Total", bound=Summable)


@dataclass(frozen=True)
class Done(Generic[Total]):
    """A block that has been played.

    Attributes
    ----------
    block
        Its games.
    counts
        What was counted of them.
    rows
        What is kept of every game, under each variant; empty if nothing is.
    """

    block: Block
    counts: Total
    rows: Sequence[Any] = ()


class Task(Protocol[Total]):
    """Something to play; processes and clusters get it pickled."""

    @property
    def nothing(self) -> Total:
        """The counts of no games."""
        ...

    def play(self, block: Block, going: Going, /) -> Done[Total]:
        """Play and count a block; an error may end it once ``going()`` is False.

        Parameters
        ----------
        block
            The games.
        going
            Whether they are still wanted.
        """
        ...


@dataclass(frozen=True)
class GamesTask:
    """Games under one or more variants of the rules, on the same deals, and their tallies.

    Attributes
    ----------
    game
        The game.
    rules
        The rules of each variant by its name; "" for a single one without a name.
    seed
        The seed.
    queries
        What is counted besides what the game declares.
    matches
        The matches of a tournament.
    keep
        Whether the columns of every game are kept beside the tallies.
    """

    game: Game
    rules: Mapping[str, GameRules]
    seed: int
    queries: Sequence[Query] = ()
    matches: Sequence[Pairing] = ()
    keep: bool = False

    @property
    def nothing(self) -> Tallies:
        """The tallies of no games."""
        return Tallies()

    def columns(self, block: Block, going: Going) -> list[Columns]:
        """Play a block, and return its columns under each variant.

        Parameters
        ----------
        block
            The games.
        going
            Whether they are still wanted.
        """
        rules = list(self.rules.values())
        first = block.first
        games = block.games
        return play_variants(self.game, rules, self.seed, first, games, going=going)

    def play(self, block: Block, going: Going) -> Done[Tallies]:
        """Play and count a block.

        Parameters
        ----------
        block
            The games.
        going
            Whether they are still wanted.
        """
        if self.keep:
            played = self.columns(block, going)
            return Done(block, self._counted(played, block), played)
        total = Tallies()
        for piece in blocks((block.range,), PIECE):
            total = total + self._counted(self.columns(piece, going), piece)
        return Done(block, total)

    def _counted(self, played: Sequence[Columns], block: Block) -> Tallies:
        """The tallies of games that have been played."""
        names = list(self.rules)
        return tally(
            self.game, names, played, self.matches, self.queries, first=block.first
        )

    def until(
        self, precision: Precision | None
    ) -> Callable[[Tallies], Verdict | None] | None:
        """The judge of a precision; None if none is wanted.

        Parameters
        ----------
        precision
            The precision.
        """
        if precision is None:
            return None

        def judge(tallies: Tallies) -> Verdict | None:
            return verdict(tallies, self.game, self.rules, precision, self.queries)

        return judge


@dataclass(frozen=True)
class Counting(Generic[Total]):
    """Games that a function plays and counts.

    Attributes
    ----------
    nothing
        The counts of no games.
    count
        Plays and counts some games: ``count(first, games, going)``.
    """

    nothing: Total
    count: Callable[[int, int, Going], Total]

    def play(self, block: Block, going: Going) -> Done[Total]:
        """Play and count a block.

        Parameters
        ----------
        block
            The games.
        going
            Whether they are still wanted.
        """
        return Done(block, self.count(block.first, block.games, going))


@dataclass(frozen=True)
class Rows:
    """Arrays with a value for each game of some blocks, which add up to those of all blocks.

    Attributes
    ----------
    blocks
        The arrays of each block, by the number of its first game.
    """

    blocks: Mapping[int, Sequence[NDArray[Any]]] = field(default_factory=dict)

    def __add__(self, other: Rows) -> Rows:
        return Rows({**self.blocks, **other.blocks})

    def joined(self) -> list[NDArray[Any]]:
        """The arrays of all games, in the order of their numbers."""
        parts = [self.blocks[first] for first in sorted(self.blocks)]
        return [np.concatenate(arrays) for arrays in zip(*parts, strict=True)]
