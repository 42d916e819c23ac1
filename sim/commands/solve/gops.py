"""The output of ``warlab solve gops``: the solution, or what it would take."""

from __future__ import annotations

from pathlib import Path

from reports.numbers import whole
from sim.commands.complaints import StoppedError
from sim.commands.screen import save, show, show_json, table, time_words, width
from sim.commands.solve.words import against_policy, chance_words, figures_rows, solved
from sim.games.gops.solution.answer import gops
from sim.games.gops.solution.estimates import estimate
from sim.games.gops.solution.problem import GopsProblem
from sim.games.gops.solution.responses import best_response
from sim.limits import size_words

_PLACES, _FEWEST_PLACES = 4, 2


def tell_gops(
    problem: GopsProblem,
    workers: int,
    keep: Path | None,
    against: str | None,
    *,
    check: bool,
    csv: Path | None,
    json: bool,
) -> None:
    """Solve the game and print the solution."""
    response = None if against is None else against_policy(lambda: best_response(problem, against))
    try:
        solution, exploitability = solved(
            lambda follow: gops(**problem.as_dict(), workers=workers, keep=keep, progress=follow),
            check=check,
            left=lambda progress: f"layer {progress.layer} of {progress.layers}",
        )
    except KeyboardInterrupt:
        if keep is None:
            raise
        raise StoppedError(
            f"{keep}: interrupted; what is solved is kept; resume with the same command"
        ) from None
    save(
        csv,
        (
            {"prize": upcard, "card": card, "chance": chance}
            for upcard, row in zip(solution.first_upcards, solution.first_bids.tolist(), strict=True)
            for card, chance in enumerate(row, 1)
        ),
    )
    if json:
        figures = {**solution.as_dict(), "exploitability": exploitability}
        show_json({"game": "gops", **figures, "against": against, "best_response": response})
        return
    unit = "" if problem.is_win else " points"
    # A column is as wide as its decimals and five characters more.
    places = min(_PLACES, max(_FEWEST_PLACES, (width() - len("prize")) // problem.cards - 5))
    upcards = [str(upcard) for upcard in solution.first_upcards]
    bids = [
        [upcard, *(chance_words(chance, places) for chance in row)]
        for upcard, row in zip(upcards, solution.first_bids.tolist(), strict=True)
    ]
    heads = ["prize", *(str(card + 1) for card in range(problem.cards))]
    show(
        f"GOPS solved exactly: {_words(problem)}",
        "",
        table(["figure", ""], figures_rows(solution, exploitability, against, response, unit)),
        "",
        "First bids of an equilibrium: the chance of each card, by the prize turned up",
        "",
        table(heads, bids),
    )


def tell_estimate(problem: GopsProblem, workers: int, *, json: bool) -> None:
    """Print how long a solution would take, and how much memory and disk."""
    cost = estimate(problem, workers)
    if json:
        show_json(
            {
                "game": "gops", **problem.as_dict(), "workers": workers, "positions": cost.positions,
                "matrix_games": cost.games, "core_seconds": cost.core_seconds, "seconds": cost.seconds,
                "memory_bytes": cost.memory, "memory_bytes_kept": cost.memory_kept, "disk_bytes": cost.disk,
                "layers": [vars(layer) for layer in cost.layers],
            }
        )  # fmt: skip
        return
    rows = [
        [
            str(layer.size),
            whole(layer.patterns),
            whole(layer.positions),
            whole(layer.games),
            whole(int(round(layer.rate, -3))),
            time_words(layer.games / layer.rate),
        ]
        for layer in cost.layers
    ]
    cores = f"{workers} core{'s' * (workers > 1)}"
    show(
        f"GOPS, what a solution would take: {_words(problem)}",
        "",
        table(
            ["prizes left", "patterns", "positions", "matrix games", "games/s, one core", "one core"], rows
        ),
        "",
        f"{whole(cost.positions)} positions, {whole(cost.games)} matrix games",
        f"about {time_words(cost.core_seconds)} on one core, {time_words(cost.seconds)} on {cores}; "
        "the exploitability takes as long again",
        f"memory {size_words(cost.memory)}; with --keep {size_words(cost.memory_kept)}, and "
        f"{size_words(cost.disk)} of disk",
        "",
        "Rates are measured on samples. Nothing has been solved.",
    )


def _words(problem: GopsProblem) -> str:
    """Return the rules in words."""
    counts = "winning counts" if problem.is_win else "points count"
    ties = "carried over" if problem.carry_over else "discarded"
    return f"{problem.cards} cards, {counts}, tied prizes {ties}, {problem.order} order"
