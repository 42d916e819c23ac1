"""A variant of a run: what its parts hold, and where they lie."""

from __future__ import annotations

from dataclasses import dataclass

from sim.contract.columns import Column
from sim.contract.game import Game, OfPacket
from sim.contract.rules import GameRules
from sim.storage.places import Place


@dataclass(frozen=True)
class Variant:
    """What every part of a variant has in common.

    Attributes
    ----------
    name, directory
        The variant, and the directory of its parts.
    game, rules, seed
        What was played.
    scenario_hash
        The identity of what is sampled.
    """

    name: str
    directory: Place
    game: Game
    rules: GameRules
    seed: int
    scenario_hash: str

    @property
    def columns(self) -> tuple[Column, ...]:
        """The outcome columns, the game's number aside."""
        return self.game.columns_under(self.rules)

    @property
    def predictions(self) -> dict[str, dict[str, int]]:
        """For each column that is nearly a sum of others and stored as its remainder: the terms of the sum."""
        present = {column.name for column in self.columns}
        wanted = self.game.predictions(self.rules)
        return {name: dict(terms) for name, terms in wanted.items() if {name, *terms} <= present}

    @property
    def largest_of(self) -> dict[str, dict[str, int]]:
        """For each column that is nearly the largest of some numbers: the number that stands for each other column."""
        present = {column.name for column in self.columns}
        wanted = self.game.largest_of
        return {name: dict(terms) for name, terms in wanted.items() if {name, *terms} <= present}

    @property
    def dealt(self) -> dict[str, OfPacket]:
        """How the columns that the deal decides follow from player 0's packet."""
        present = {column.name for column in self.columns}
        return {name: of for name, of in self.game.dealt(self.rules).items() if name in present}

    def part(self, first: int, games: int) -> Place:
        """Return the path of the part with those games: its name says which they are."""
        return self.directory / f"part-{first:012d}-{first + games - 1:012d}.parquet"
