"""Trials and what became of them: a log that can be continued, and the counts of it."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from dataclasses import asdict, dataclass
from pathlib import Path

from sim.runs import open_run, run
from tests.support.toy_game import same, toy_scenario


@dataclass(frozen=True)
class Trial:
    """What became of one trial."""

    what: str  # a row of a table: a kind of file, a backend
    how: str  # what was done to it, another column of the table; "" if that is clear
    outcome: str  # in a few words
    wrong: str = ""  # what went wrong, with what is needed to repeat it


def is_resumed(path: Path, whole: Path, block_games: int) -> bool:
    """Resume a disturbed run in blocks of that size; return whether it becomes the run that nothing disturbed."""
    games = open_run(whole).status().games_planned
    run(toy_scenario(), path, games=games, resume=True, workers=2, block_games=block_games)
    return same(path, whole)


Play = Callable[[int], list[Trial]]
"""Makes the trials of a number; the same number and seed make the same, as far as the machine's timing allows."""


@dataclass(frozen=True)
class Kind:
    """A kind of trials."""

    name: str  # in the log
    heading: str  # on the page, as the explanation is
    about: str
    wanted: int  # how many of the trials that count there must be
    unit: str
    ready: Callable[[Path, int], AbstractContextManager[Play]]  # prepares a directory, with a seed
    counts: Callable[[Trial], bool] = lambda trial: True


class Log:
    """A file with a line for each trial, which need not exist; without a path, only its lines in memory."""

    def __init__(self, path: Path | None = None) -> None:
        self._path = path
        lines = path.read_text(encoding="utf-8").splitlines() if path is not None and path.exists() else []
        self.lines: list[dict[str, str | int]] = [json.loads(line) for line in lines]

    def add(self, kind: Kind, number: int, trials: list[Trial], **more: str | int) -> None:
        """Add the trials of a number."""
        lines = [{"kind": kind.name, "number": number, **asdict(trial), **more} for trial in trials]
        self.lines += lines
        if self._path is not None:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            with self._path.open("a", encoding="utf-8") as file:
                file.writelines(json.dumps(line) + "\n" for line in lines)

    def of(self, kind: Kind) -> Iterator[Trial]:
        """Yield the trials of a kind."""
        for line in self.lines:
            if line["kind"] == kind.name:
                yield Trial(*(str(line[name]) for name in ("what", "how", "outcome", "wrong")))

    def next_number(self, kind: Kind) -> int:
        """Return the first number of a kind that has not been tried."""
        return max((int(line["number"]) + 1 for line in self.lines if line["kind"] == kind.name), default=0)

    def left(self, kind: Kind) -> int:
        """Return how many trials of a kind are still to be made."""
        return max(0, kind.wanted - sum(kind.counts(trial) for trial in self.of(kind)))

    def counts(self, kind: Kind) -> Counter[tuple[str, str, str]]:
        """Return how often each outcome came of what was done."""
        return Counter((trial.what, trial.how, trial.outcome) for trial in self.of(kind))

    def wrong(self) -> list[str]:
        """Return what went wrong."""
        return [str(line["wrong"]) for line in self.lines if line["wrong"]]
