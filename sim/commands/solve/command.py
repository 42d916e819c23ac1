"""``warlab solve``: games of choice solved exactly, with the mixtures for the first move and their exploitability."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from sim.commands import arguments
from sim.commands.arguments import Json, Workers, collected, number_option, option
from sim.commands.groups import Commands
from sim.commands.screen import Csv, refuse_with
from sim.commands.solve.gops import (
    tell_estimate,
    tell_gops,
    tell_position,
    tell_response_estimate,
    warn_of_response,
)
from sim.commands.solve.gops import words as gops_words
from sim.commands.solve.wargops import tell_wargops
from sim.commands.solve.wargops import words as wargops_words
from sim.commands.solve.words import tell_response
from sim.errors import UserError, reported_at
from sim.games.gops.solution.problem import MOST_CARDS, GopsProblem
from sim.games.gops.solution.responses import best_response as gops_response
from sim.games.wargops.solution.problem import MOST_RANKS, WarGopsProblem
from sim.games.wargops.solution.responses import best_response as wargops_response

solve = typer.Typer(
    name="solve", cls=Commands, rich_markup_mode="rich", suggest_commands=False
)

Against = Annotated[
    str | None,
    option(
        "Compute only what the best response to a policy gets, such as random.",
        "POLICY",
    ),
]
Check = Annotated[
    bool,
    option(
        "Find the exploitability too, which takes longer.", "", "--check/--no-check"
    ),
]


@dataclass(frozen=True)
class AskedOfGops:
    """The words of ``warlab solve gops``."""

    cards: Annotated[
        int,
        number_option(
            "--cards",
            "The number of cards of each player, and of prizes.",
            2,
            MOST_CARDS,
        ),
    ] = 6
    objective: Annotated[str, option("What counts: points or win.", "WORD")] = "points"
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
    keep: Annotated[
        Path | None,
        option("Keep the solution in DIR; the same command resumes from it.", "DIR"),
    ] = None
    against: Against = None
    at: Annotated[
        str | None,
        option(
            'What to bid in one position: "hand; opponent; prizes", or with "; pot; lead" behind.',
            "POSITION",
        ),
    ] = None
    estimate: Annotated[
        bool,
        option(
            "Print what memory and time it takes; solve only a small game.",
            "",
            "--estimate",
        ),
    ] = False
    check: Check = True
    csv: Csv = None
    json: Json = False


@solve.command()
@collected
def gops(asked: AskedOfGops) -> None:
    """Solve GOPS, the game of pure strategy, for two players."""
    of_workers = arguments.worker_count(asked.workers)
    with arguments.typed_as(cards="--cards", objective="--objective", order="--order"):
        problem = GopsProblem(
            asked.cards, asked.objective, asked.carry_over, asked.order
        )
    if asked.estimate:
        refuse_with(asked.csv, "--estimate")
        if asked.at is not None:
            raise UserError(
                "--estimate is about a whole solution",
                where="--at",
                cure="leave one of them out",
            )
        if asked.against is not None:
            tell_response_estimate(problem, asked.against, of_workers, json=asked.json)
            return
        tell_estimate(problem, of_workers, kept=asked.keep is not None, json=asked.json)
    elif asked.against is not None:
        other = "--at" if asked.at is not None else "--keep"
        if asked.at is not None or asked.keep is not None:
            raise UserError(
                "--against solves nothing else",
                where=other,
                cure="leave one of them out",
            )
        refuse_with(asked.csv, "--against")
        title, unit = (
            f"GOPS, exact: {gops_words(problem)}",
            "" if problem.is_win else " points",
        )
        warn_of_response(problem, asked.against, of_workers)
        tell_response(
            title,
            unit,
            problem,
            asked.against,
            of_workers,
            gops_response,
            json=asked.json,
        )
    elif asked.at is not None:
        tell_position(
            problem, of_workers, asked.keep, asked.at, csv=asked.csv, json=asked.json
        )
    else:
        tell_gops(
            problem,
            of_workers,
            asked.keep,
            check=asked.check,
            csv=asked.csv,
            json=asked.json,
        )


@solve.command()
def wargops(
    ranks: Annotated[
        int, number_option("--ranks", "The number of ranks.", 2, MOST_RANKS)
    ] = 5,
    last_pot: Annotated[
        str, option("Who gets the last pot: survivor or orphan.", "WORD", "--last-pot")
    ] = "survivor",
    workers: Workers = None,
    against: Against = None,
    check: Check = True,
    csv: Csv = None,
    json: Json = False,
) -> None:
    """Solve WarGops for two players with one card of each rank, ties awarded later."""
    of_workers = arguments.worker_count(workers)
    with reported_at("--last-pot"):
        problem = WarGopsProblem(ranks, last_pot)
    if against is not None:
        refuse_with(csv, "--against")
        title = f"WarGops, exact: {wargops_words(problem)}"
        tell_response(
            title, " points", problem, against, of_workers, wargops_response, json=json
        )
    else:
        tell_wargops(problem, of_workers, check=check, csv=csv, json=json)
