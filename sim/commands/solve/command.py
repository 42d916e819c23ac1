"""``warlab solve``: games of choice solved exactly, with the mixtures for the first move and their exploitability."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from sim.commands import arguments
from sim.commands.arguments import Json, Workers, number_option
from sim.commands.groups import Commands
from sim.commands.screen import Csv, refuse_with
from sim.commands.solve.gops import tell_estimate, tell_gops
from sim.commands.solve.wargops import tell_wargops
from sim.errors import UserError
from sim.games.gops.solution.problem import GopsProblem
from sim.games.gops.solution.responses import named
from sim.games.wargops.solution.problem import MOST_RANKS, WarGopsProblem

MOST_CARDS = 15

solve = typer.Typer(name="solve", cls=Commands, rich_markup_mode="rich", suggest_commands=False)

Against = Annotated[
    str | None,
    typer.Option(metavar="POLICY", help="Also compute the best response to a policy, such as random."),
]
Check = Annotated[
    bool, typer.Option("--check/--no-check", help="Compute the exploitability, which takes as long again.")
]


@solve.command()
def gops(
    cards: Annotated[
        int, number_option("--cards", "The number of cards of each player, and of prizes.", 2, MOST_CARDS)
    ] = 6,
    objective: Annotated[str, typer.Option(metavar="WORD", help="What counts: points or win.")] = "points",
    carry_over: Annotated[
        bool, typer.Option("--carry-over", help="Add a tied prize to the next instead of discarding it.")
    ] = False,
    order: Annotated[
        str, typer.Option(metavar="WORD", help="The order of the prizes: random, descending or ascending.")
    ] = "random",
    workers: Workers = None,
    keep: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Keep the solution in DIR; the same command resumes from it."),
    ] = None,
    against: Against = None,
    estimate: Annotated[
        bool, typer.Option("--estimate", help="Print the time, memory and disk it would take; solve nothing.")
    ] = False,
    check: Check = True,
    csv: Csv = None,
    json: Json = False,
) -> None:
    """Solve GOPS, the game of pure strategy, for two players."""
    of_workers = arguments.worker_count(workers)
    try:
        problem = GopsProblem(cards, objective, carry_over, order)
    except UserError as error:
        raise UserError(error.what, where=f"--{error.where}", cure=error.cure) from None
    if estimate and (keep is not None or against is not None):
        raise UserError(
            "--estimate solves nothing",
            where="--keep" if keep is not None else "--against",
            cure="leave one of them out",
        )
    if against is not None:
        try:
            named(against, problem.cards)
        except UserError as error:
            raise error.at("--against") from None
    if estimate:
        refuse_with(csv, "--estimate")
        tell_estimate(problem, of_workers, json=json)
    else:
        tell_gops(problem, of_workers, keep, against, check=check, csv=csv, json=json)


@solve.command()
def wargops(
    ranks: Annotated[str, typer.Option(metavar="N", help="The number of ranks.")] = "5",
    last_pot: Annotated[
        str, typer.Option("--last-pot", metavar="WORD", help="Who gets the last pot: survivor or orphan.")
    ] = "survivor",
    workers: Workers = None,
    against: Against = None,
    check: Check = True,
    csv: Csv = None,
    json: Json = False,
) -> None:
    """Solve WarGops for two players with one card of each rank, ties awarded later."""
    of_workers = arguments.worker_count(workers)
    of_ranks = arguments.whole(ranks, "--ranks", 2, MOST_RANKS)
    try:
        problem = WarGopsProblem(of_ranks, last_pot)
    except UserError as error:
        raise UserError(error.what, where="--last-pot", cure=error.cure) from None
    tell_wargops(problem, of_workers, against, check=check, csv=csv, json=json)
