"""Values, chances and times of solutions as people read them."""

import time
from collections.abc import Callable
from typing import Any, TypeAlias, TypeVar

from reports.numbers import fixed, whole
from sim.commands.progress import progress_line
from sim.commands.screen import time_words
from sim.contract.answer import Answer, Table
from sim.errors import reported_at
from sim.limits import size_words
from sim.solver.backward import Follow, SolverProgress
from sim.solver.solution import Problem, Solution

Solved = TypeVar("Solved", bound="Solution[Any]")
P = TypeVar("P", bound=Problem)
Respond: TypeAlias = Callable[[P, str, int, Follow], float]

_PLACES = 4
_NOTHING = 1e-9
"""A smaller share of the stake is rounding error."""


def value_words(value: float, stake: float) -> str:
    """A value for people; a mere rounding error is 0."""
    if abs(value) < _NOTHING * stake:
        return "0"
    return (
        fixed(value, 0)
        if abs(value - round(value)) < _NOTHING
        else fixed(value, _PLACES)
    )


def chance_words(chance: float, places: int = _PLACES) -> str:
    """A chance for people, to a number of places.

    A card that is never laid stands out.
    """
    if chance < _NOTHING:
        return "0"
    return "1" if chance > 1 - _NOTHING else f"{chance:.{places}f}"


def percent_words(chance: float) -> str:
    """A chance in whole percent; a card that is never laid stands out."""
    if _NOTHING <= chance < 0.005:
        return "<1"
    return f"{100 * chance:.0f}"


def figures_table(
    solution: Solution[Any],
    exploitability: float | None,
    unit: str,
    memory: int | None = None,
) -> Table:
    """What a solution is worth and what it took; what was not computed is left out."""
    stake = solution.problem.stake
    rows = [("value", value_words(solution.value, stake) + unit)]
    if exploitability is not None:
        rows.append(("exploitability", f"{max(exploitability, 0.0):.1e}{unit}"))
    rows.append(("positions", whole(solution.positions)))
    rows.append(("matrix games", whole(solution.games)))
    if memory is not None:
        rows.append(("memory", size_words(memory)))
    rows.append(("time", time_words(solution.seconds)))
    return Table("", ("figure", ""), tuple(rows))


def solved(
    solve: Callable[[Follow], Solved], left: Callable[[SolverProgress], str]
) -> Solved:
    """A solution, with a line of progress in words."""
    with progress_line(1, piped=True) as line:

        def follow(progress: SolverProgress) -> None:
            line.show(
                progress.games_done,
                progress.games,
                progress.games_before,
                estimate=left(progress),
            )

        return solve(follow)


def response_answer(
    title: str, unit: str, problem: P, policy: str, workers: int, respond: Respond[P]
) -> Answer:
    """What the best response to the policy of ``--against`` gets.

    A mistake is reported for that option.
    """
    began, game = time.perf_counter(), title.partition(",")[0].lower()

    with progress_line(1, piped=True) as line, reported_at("--against"):

        def follow(at: SolverProgress) -> None:
            line.show(at.games_done, at.games, 0, estimate=f"layer {at.layer}")

        response = respond(problem, policy, workers, follow)
    return Answer(
        headline=title,
        blocks=(
            Table(
                "",
                ("figure", ""),
                (
                    (
                        f"best response to {policy}",
                        value_words(response, problem.stake) + unit,
                    ),
                    ("time", time_words(time.perf_counter() - began)),
                ),
            ),
        ),
        data={
            "game": game,
            **problem.as_dict(),
            "against": policy,
            "best_response": response,
        },
    )
