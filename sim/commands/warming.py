"""Games compiled before they are played: the compiler keeps one core busy, so several work side by side."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sim.scenario import Scenario


def compile_games(scenarios: Mapping[str, Scenario], workers: int) -> None:
    """Compile what some scenarios play, every game in a process of its own; what is compiled already is not again.

    Parameters
    ----------
    scenarios
        The scenarios, by their names.
    workers
        How many processes. With one, nothing is done: every game is compiled when it is first played.
    """
    from sim.commands.progress import steps
    from sim.runs.processes import in_processes

    if workers == 1:
        return
    games: dict[str, list[Scenario]] = {}
    for scenario in scenarios.values():
        games.setdefault(scenario.game, []).append(scenario)
    # War has the most scenarios and takes longest, so it begins.
    tasks = sorted(games.values(), key=len, reverse=True)
    with steps(len(tasks) + 1) as tell:
        tell("compiling the games for this computer, once")
        for _ in in_processes(_compile, tasks, workers):
            tell("compiling the games for this computer, once")


def _compile(scenarios: list[Scenario]) -> None:
    from sim.engine.warming import warm_up
    from sim.games import find_game

    for scenario in scenarios:
        warm_up(find_game(scenario.game), list(scenario.rules.values()), scenario.seed)
    if scenarios[0].game == "gops":
        from sim.exact import gops

        # The page of bids solves it.
        gops(2, workers=1)
