"""Solutions and best responses with their progress, as the commands answer."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

from sim.commands.complaints import resumable
from sim.commands.progress import progress_line
from sim.contract.answer import Answer, Table
from sim.errors import reported_at
from sim.solver.backward import Follow, SolverProgress
from sim.solver.solution import Problem, Solution
from sim.solver.words import PLACES, value_words
from sim.words import time_words

P = TypeVar("P", bound=Problem)
Respond: TypeAlias = Callable[[P, str, int, Follow], float]


def solution_answer(
    solve: Callable[..., Solution[P]],
    problem: P,
    workers: int = 1,
    keep: Path | None = None,
    *,
    places: int = PLACES,
) -> Answer:
    """The solution of a game, with a line of progress.

    Parameters
    ----------
    solve
        What solves it.
    problem
        The game.
    workers
        The number of threads.
    keep
        The folder that keeps the solution; None for none.
    places
        The decimals of chances.
    """
    options: dict[str, Any] = {**problem.as_dict(), "workers": workers}
    with progress_line(1, piped=True) as line:

        def follow(at: SolverProgress) -> None:
            left = f"layer {at.layer} of {at.layers}"
            line(at.games_done, at.games, left)

        if keep is None:
            solution = solve(**options, progress=follow)
        else:
            with resumable(
                keep, "what is solved is kept; resume with the same command"
            ):
                solution = solve(**options, progress=follow, keep=keep)
    return solution.answer(solution.exploitability(), places)


def response_answer(
    problem: P, policy: str, workers: int, respond: Respond[P]
) -> Answer:
    """What the best response to the policy of ``--against`` gets.

    A mistake is reported for that option.
    """
    began = time.perf_counter()
    with progress_line(1, piped=True) as line, reported_at("--against"):

        def follow(at: SolverProgress) -> None:
            line(at.games_done, at.games, f"layer {at.layer}")

        response = respond(problem, policy, workers, follow)
    worth = value_words(response, problem.stake) + problem.unit
    figures = (
        (f"best response to {policy}", worth),
        ("time", time_words(time.perf_counter() - began)),
    )
    data = {
        "game": problem.game,
        **problem.as_dict(),
        "against": policy,
        "best_response": response,
    }
    return Answer(
        headline=f"{problem.title}, exact: {problem.words}",
        blocks=(Table("", ("figure", ""), figures),),
        data=data,
        rows=[data],
    )
