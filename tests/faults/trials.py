"""Trials, and what became of them."""

from collections.abc import Callable
from dataclasses import dataclass

from sim.runs import open_run, run
from tests.support.toy_game import same, toy_scenario


@dataclass(frozen=True)
class Trial:
    """What became of one trial."""

    what: str  # a row of a table: a kind of file, a backend
    how: str  # what was done to it, another column of the table; "" if that is clear
    outcome: str  # in a few words
    wrong: str = ""  # what went wrong, with what is needed to repeat it


Play = Callable[[int], list[Trial]]
"""Makes the trials of a number; the same number and seed make the same, as far as the machine's timing allows."""


def is_resumed(path, whole, block_games):
    """Resume a disturbed run in blocks of that size; return whether it becomes the run that nothing disturbed."""
    games = open_run(whole).status().games_planned
    run(
        toy_scenario(),
        path,
        games=games,
        resume=True,
        workers=2,
        block_games=block_games,
    )
    return same(path, whole)
