"""Games compiled before they are played: the compiler keeps one core busy, so several work side by side."""

from collections.abc import Iterable, Mapping

from sim.commands.progress import steps
from sim.engine.playing import warm_up
from sim.exact import gops
from sim.games import find_game
from sim.machine.pool import in_processes
from sim.scenario import Scenario


def compile_games(scenarios: Mapping[str, Scenario], workers: int) -> None:
    """Compile what some scenarios play, every game in a process of its own; what is compiled already is not again."""
    if workers == 1:
        return
    tasks = by_game(scenarios.values())
    with steps(len(tasks) + 1) as tell:
        tell("compiling the games for this computer, once")
        for _ in in_processes(compile_game, tasks, workers):
            tell("compiling the games for this computer, once")


def by_game(scenarios: Iterable[Scenario]) -> list[list[Scenario]]:
    """Return the scenarios of each game. War has the most and takes longest, so it is first."""
    games: dict[str, list[Scenario]] = {}
    for scenario in scenarios:
        games.setdefault(scenario.game, []).append(scenario)
    return sorted(games.values(), key=len, reverse=True)


def compile_game(scenarios: list[Scenario]) -> None:
    """Compile what some scenarios of one game play."""
    for scenario in scenarios:
        warm_up(find_game(scenario.game), list(scenario.rules.values()), scenario.seed)
    if scenarios[0].game == "gops":
        # The page of bids solves it.
        gops(2, workers=1)
