"""A variant of a run: what its parts hold, and where they lie."""

from __future__ import annotations

from dataclasses import dataclass

from sim.contract.columns import Column
from sim.contract.game import Game
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

    def part(self, first: int, games: int) -> Place:
        """Return the path of the part with those games: its name says which they are."""
        return self.directory / f"part-{first:012d}-{first + games - 1:012d}.parquet"
