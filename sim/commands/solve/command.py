"""``warlab solve``: games of choice solved exactly, with the mixtures of the first move and how good they are."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sim.commands import arguments
from sim.commands.arguments import Json, Workers
from sim.errors import UserError, unknown

if TYPE_CHECKING:
    from sim.games.gops.solution.problem import GopsProblem

GAMES = ("gops", "wargops")
"""The games that can be solved."""

MOST_CARDS = 15

OF_A_GAME = {
    "gops": ("--cards", "--objective", "--carry-over", "--order", "--keep", "--estimate"),
    "wargops": ("--ranks", "--last-pot"),
}
"""The options that only one of the games has."""

Cards = Annotated[
    str | None, typer.Option(metavar="N", help="Of gops: cards of each player, and prizes; 6 if not given.")
]
Objective = Annotated[
    str | None, typer.Option(metavar="WORD", help="Of gops: what counts, points (the usual) or win.")
]
CarryOver = Annotated[
    bool, typer.Option("--carry-over", help="Of gops: a tied prize is added to the next, not thrown away.")
]
Order = Annotated[
    str | None,
    typer.Option(
        metavar="WORD", help="Of gops: how the prizes come, random (the usual), descending or ascending."
    ),
]
Ranks = Annotated[str | None, typer.Option(metavar="N", help="Of wargops: how many ranks; 5 if not given.")]
LastPot = Annotated[
    str | None,
    typer.Option("--last-pot", metavar="WORD", help="Of wargops: survivor (the usual) or orphan."),
]
Keep = Annotated[
    Path | None,
    typer.Option(metavar="DIR", help="Of gops: keep what is solved there; the same command goes on from it."),
]
Against = Annotated[
    str | None,
    typer.Option(metavar="POLICY", help="What the best response to a policy gets, such as random."),
]
Estimate = Annotated[
    bool,
    typer.Option("--estimate", help="Of gops: say how long it would take and how much room; solve nothing."),
]
Check = Annotated[
    bool, typer.Option("--check/--no-check", help="Work out the exploitability, which takes as long again.")
]


def solve(
    game: Annotated[str, typer.Argument(metavar="GAME", help="gops or wargops.")],
    cards: Cards = None,
    objective: Objective = None,
    carry_over: CarryOver = False,
    order: Order = None,
    ranks: Ranks = None,
    last_pot: LastPot = None,
    workers: Workers = None,
    keep: Keep = None,
    against: Against = None,
    estimate: Estimate = False,
    check: Check = True,
    json: Json = False,
) -> None:
    """Solve a game of choice exactly: its value, an equilibrium of the first move, and how far it can be exploited."""
    if game not in GAMES:
        raise unknown("game that can be solved", game, GAMES)
    given = {
        "--cards": cards, "--objective": objective, "--carry-over": carry_over, "--order": order, "--keep": keep,
        "--estimate": estimate, "--ranks": ranks, "--last-pot": last_pot,
    }  # fmt: skip
    for option, value in given.items():
        if value is not None and value is not False and option not in OF_A_GAME[game]:
            raise UserError(
                f"{game} has no such option", where=option, cure=f"it takes {', '.join(OF_A_GAME[game])}"
            )
    of_workers = arguments.worker_count(workers)
    if game == "wargops":
        _wargops(
            _given(ranks, "5"), _given(last_pot, "survivor"), of_workers, against, check=check, json=json
        )
        return
    from sim.commands.solve import gops as solve_gops

    problem = _gops_problem(
        _given(cards, "6"), _given(objective, "points"), _given(order, "random"), carry_over=carry_over
    )
    if estimate and (keep is not None or against is not None):
        raise UserError(
            "nothing is solved with --estimate",
            where="--keep" if keep is not None else "--against",
            cure="leave one of them out",
        )
    _check_policy(against, problem.cards)
    if estimate:
        solve_gops.tell_estimate(problem, of_workers, json=json)
    else:
        solve_gops.tell_solution(problem, of_workers, keep, against, check=check, json=json)


def _given(text: str | None, usual: str) -> str:
    return usual if text is None else text


def _wargops(
    ranks: str, last_pot: str, workers: int, against: str | None, *, check: bool, json: bool
) -> None:
    from sim.commands.solve import wargops as solve_wargops
    from sim.games.wargops.solution.problem import MOST_RANKS, WarGopsProblem

    of_ranks = arguments.whole(ranks, "--ranks", 2, MOST_RANKS)
    try:
        problem = WarGopsProblem(of_ranks, last_pot)
    except UserError as error:
        raise UserError(error.what, where="--last-pot", cure=error.cure) from None
    solve_wargops.tell_solution(problem, workers, against, check=check, json=json)


def _gops_problem(cards: str, objective: str, order: str, *, carry_over: bool) -> GopsProblem:
    from sim.games.gops.solution.problem import GopsProblem

    of_cards = arguments.whole(cards, "--cards", 2, MOST_CARDS)
    try:
        return GopsProblem(of_cards, objective, carry_over, order)
    except UserError as error:
        raise UserError(error.what, where=f"--{error.where}", cure=error.cure) from None


def _check_policy(against: str | None, cards: int) -> None:
    from sim.games.gops.solution.responses import named

    try:
        named(against, cards) if against is not None else None
    except UserError as error:
        raise error.at("--against") from None
