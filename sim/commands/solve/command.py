"""``warlab solve``: games of choice solved exactly.

It shows the mixtures for the first move and their exploitability.
"""

from dataclasses import dataclass
from typing import Annotated

import typer

from sim.commands.arguments import typed_as, worker_count
from sim.commands.groups import Commands
from sim.commands.options import Keep, Workers, number, option
from sim.commands.printed import printed
from sim.commands.solve import gops as of_gops
from sim.commands.solve.words import response_answer, solution_answer
from sim.contract.answer import Answer
from sim.errors import UserError, reported_at
from sim.games.gops.solution.problem import MOST_CARDS, GopsProblem
from sim.games.gops.solution.responses import best_response as gops_response
from sim.games.wargops.solution.answer import wargops as solve_wargops
from sim.games.wargops.solution.problem import MOST_RANKS, WarGopsProblem
from sim.games.wargops.solution.responses import best_response as wargops_response

solve = typer.Typer(
    name="solve", cls=Commands, rich_markup_mode="rich", suggest_commands=False
)

Against = Annotated[
    str | None,
    option(
        "Compute only what the best response to a policy wins, such as random.",
        "POLICY",
    ),
]


@dataclass(frozen=True)
class AskedOfGops:
    """The words of ``warlab solve gops``."""

    cards: Annotated[
        int,
        number("The number of cards of each player, and of prizes.", 2, MOST_CARDS),
    ] = 6
    objective: Annotated[
        str, option("What the players maximize: points or win.", "WORD")
    ] = "points"
    carry_over: Annotated[
        bool,
        option(
            "Add a tied prize to the next instead of discarding it.", "", "--carry-over"
        ),
    ] = False
    order: Annotated[
        str, option("The order of the prizes: random, descending or ascending.", "WORD")
    ] = "random"
    workers: Workers = None
    keep: Keep = None
    against: Against = None
    at: Annotated[
        str | None,
        option(
            'What to bid in one position: "hand; opponent; prizes", or with "; pot; lead" behind.',
            "POSITION",
        ),
    ] = None


@solve.command()
@printed("csv", "json")
def gops(asked: AskedOfGops) -> Answer:
    """Solve GOPS, the game of pure strategy, for two players."""
    _check_together(asked)
    workers = worker_count(asked.workers)
    with typed_as(cards="--cards", objective="--objective", order="--order"):
        problem = GopsProblem(
            asked.cards, asked.objective, asked.carry_over, asked.order
        )
    if asked.against is not None:
        return response_answer(problem, asked.against, workers, gops_response)
    if asked.at is not None:
        with reported_at("--at", within=True):
            return of_gops.position_answer(problem, asked.at, workers, asked.keep)
    return of_gops.answer(problem, workers, asked.keep)


def _check_together(asked: AskedOfGops) -> None:
    """Refuse options that have no use with ``--against``."""
    if asked.against is None:
        return
    for other, given in (("--at", asked.at), ("--keep", asked.keep)):
        if given is not None:
            cure = "leave one of them out"
            raise UserError("--against solves nothing else", where=other, cure=cure)


@solve.command()
@printed("csv", "json")
def wargops(
    ranks: Annotated[int, number("The number of ranks.", 2, MOST_RANKS)] = 5,
    last_pot: Annotated[
        str, option("Who gets the last pot: survivor or orphan.", "WORD")
    ] = "survivor",
    workers: Workers = None,
    against: Against = None,
) -> Answer:
    """Solve WarGops for two players with one card of each rank, ties awarded later."""
    of_workers = worker_count(workers)
    with reported_at("--last-pot"):
        problem = WarGopsProblem(ranks, last_pot)
    if against is None:
        return solution_answer(solve_wargops, problem, of_workers)
    return response_answer(problem, against, of_workers, wargops_response)
