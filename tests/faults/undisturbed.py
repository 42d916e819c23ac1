"""A run that nothing disturbed, and whether a disturbed one ends up with its content."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sim.runs import run
from tests.faults.damages import Answer
from tests.support.toy_game import content, toy_scenario


@dataclass(frozen=True)
class Undisturbed:
    """What a run of the toy game comes to."""

    games: int
    files: Any
    answer: Answer

    @classmethod
    def played(cls, path: Path, games: int) -> Undisturbed:
        """Play the run."""
        run(toy_scenario(), path, games=games, workers=2)
        return cls(games, content(path), Answer.of(path))

    def is_resumed(self, path: Path, block_games: int) -> bool:
        """Resume a disturbed run in blocks of that size; return whether all of its content is the same."""
        run(toy_scenario(), path, games=self.games, resume=True, workers=2, block_games=block_games)
        return bool(content(path) == self.files) and Answer.of(path).same(self.answer)
