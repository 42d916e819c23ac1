"""``warlab solve``: games of choice solved exactly, with the mixtures of the first move and how good they are."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from sim.commands import arguments
from sim.commands.arguments import Json, Workers
from sim.errors import UserError, unknown

GAMES = ("gops",)
"""The games that can be solved."""

MOST_CARDS = 15

Cards = Annotated[str, typer.Option(metavar="N", help="Cards of each player, and prizes.")]
Objective = Annotated[
    str, typer.Option(metavar="WORD", help="What counts: points (their difference) or win.")
]
CarryOver = Annotated[
    bool, typer.Option("--carry-over", help="A tied prize is added to the next, not thrown away.")
]
Order = Annotated[
    str, typer.Option(metavar="WORD", help="How the prizes come: random, descending or ascending.")
]
Keep = Annotated[
    Path | None,
    typer.Option(metavar="DIR", help="Keep what is solved there; the same command goes on from it."),
]
Against = Annotated[
    str | None,
    typer.Option(metavar="POLICY", help="What the best response to a policy gets, such as match."),
]
Estimate = Annotated[
    bool, typer.Option("--estimate", help="Say how long it would take and how much room; solve nothing.")
]
Check = Annotated[
    bool, typer.Option("--check/--no-check", help="Work out the exploitability, which takes as long again.")
]


def solve(
    game: Annotated[str, typer.Argument(metavar="GAME", help="gops.")],
    cards: Cards = "6",
    objective: Objective = "points",
    carry_over: CarryOver = False,
    order: Order = "random",
    workers: Workers = None,
    keep: Keep = None,
    against: Against = None,
    estimate: Estimate = False,
    check: Check = True,
    json: Json = False,
) -> None:
    """Solve a game of choice exactly: its value, an equilibrium of first bids, and how far it can be exploited."""
    if game not in GAMES:
        raise unknown("game that can be solved", game, GAMES)
    from sim.commands import solve_gops
    from sim.exact.gops_problem import GopsProblem
    from sim.exact.gops_responses import named

    of_cards = arguments.whole(cards, "--cards", 2, MOST_CARDS)
    try:
        problem = GopsProblem(of_cards, objective, carry_over, order)
    except UserError as error:
        raise UserError(error.what, where=f"--{error.where}", cure=error.cure) from None
    if against is not None:
        try:
            named(against, of_cards)
        except UserError as error:
            raise error.at("--against") from None
    of_workers = arguments.worker_count(workers)
    if estimate:
        solve_gops.tell_estimate(problem, of_workers, json=json)
    else:
        solve_gops.tell_solution(problem, of_workers, keep, against, check=check, json=json)
