"""The output of ``warlab solve wargops``: the solution."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from sim.commands.screen import show, show_json, table
from sim.commands.solve.words import against_policy, chance_words, figures_rows, time_words

if TYPE_CHECKING:
    from sim.commands.progress import Silence
    from sim.games.wargops.solution.answer import WarGopsSolution
    from sim.games.wargops.solution.problem import WarGopsProblem
    from sim.solver.backward import SolverProgress


def tell_solution(
    problem: WarGopsProblem, workers: int, against: str | None, *, check: bool, json: bool
) -> None:
    """Solve the game and print the solution."""
    from sim.commands.progress import progress_line
    from sim.games.wargops.solution.answer import wargops
    from sim.games.wargops.solution.responses import best_response

    response = None if against is None else against_policy(lambda: best_response(problem, against))
    exploitability = None
    with progress_line(1) as line:
        solution = wargops(problem.ranks, problem.last_pot, workers=workers, progress=_follow(line, ""))
        if check:
            exploitability = solution.exploitability(_follow(line, ", checking"))
    if json:
        figures = {**solution.as_dict(), "exploitability": exploitability}
        show_json({"game": "wargops", **figures, "against": against, "best_response": response})
        return
    cards = [
        [str(rank), chance_words(chance)] for rank, chance in enumerate(solution.first_cards.tolist(), 1)
    ]
    show(
        f"WarGops solved exactly: {_words(problem)}",
        "",
        table(["figure", ""], _figures(solution, exploitability, against, response)),
        "",
        "First card of an equilibrium: the chance of each rank",
        "",
        table(["rank", "chance"], cards),
    )


def _follow(line: Silence, doing: str) -> Callable[[SolverProgress], None]:
    """Return what turns the progress of a solution into the line that is shown."""

    def follow(progress: SolverProgress) -> None:
        line.games = progress.games
        line(progress.games_done, f"{progress.layer} of {progress.layers} cards left{doing}")

    return follow


def _figures(
    solution: WarGopsSolution, exploitability: float | None, against: str | None, response: float | None
) -> list[list[str]]:
    from reports.numbers import whole
    from sim.limits import size_words

    return [
        *figures_rows(solution.value, exploitability, against, response, solution.problem.points, " points"),
        ["positions", whole(solution.positions)],
        ["matrix games", whole(solution.games)],
        ["memory", size_words(solution.problem.bytes_solved)],
        ["time", time_words(solution.seconds)],
    ]


def _words(problem: WarGopsProblem) -> str:
    """Return the rules in words."""
    last_pot = "goes to a sole survivor" if problem.last_pot == "survivor" else "is nobody's"
    return f"{problem.ranks} ranks, two players, ties awarded later, the last pot {last_pot}"
