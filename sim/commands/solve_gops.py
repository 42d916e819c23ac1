"""What ``warlab solve gops`` says: the solution, or what it would take."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from sim.commands.complaints import StoppedError
from sim.commands.screen import show, show_json, table

if TYPE_CHECKING:
    from sim.commands.progress import Silence
    from sim.exact.gops_problem import GopsProblem
    from sim.exact.gops_solution import GopsSolution
    from sim.exact.gops_solving import GopsProgress

_PLACES = 4
_NOTHING = 1e-9
"""A smaller share of the stake is what rounding leaves."""


def tell_solution(
    problem: GopsProblem, workers: int, keep: Path | None, against: str | None, *, check: bool, json: bool
) -> None:
    """Solve the game and say what came out.

    Parameters
    ----------
    problem, workers, keep
        As in :func:`sim.exact.gops`.
    against
        A policy whose best response is wanted.
    check
        Whether the exploitability is worked out.
    json
        Whether a program reads it.

    Raises
    ------
    UserError
        If it cannot be solved here, or the folder keeps something else.
    """
    from sim.commands.progress import progress_line
    from sim.exact.gops_solution import gops

    response = None if against is None else _best_response(problem, against)
    exploitability = None
    with progress_line(1) as line:
        try:
            solution = gops(**problem.as_dict(), workers=workers, keep=keep, progress=_follow(line, ""))
            if check:
                exploitability = solution.exploitability(_follow(line, ", checking"))
        except KeyboardInterrupt:
            if keep is None:
                raise
            raise StoppedError(
                f"{keep}: interrupted; what is solved is kept, and the same command goes on from it"
            ) from None
    if json:
        figures = {**solution.as_dict(), "exploitability": exploitability}
        show_json({"game": "gops", **figures, "against": against, "best_response": response})
        return
    figures_rows = _figures(solution, exploitability, against, response)
    upcards = [str(upcard) for upcard in solution.first_upcards]
    bids = [
        [upcard, *map(_chance, row)]
        for upcard, row in zip(upcards, solution.first_bids.tolist(), strict=True)
    ]
    heads = ["prize", *(str(card + 1) for card in range(problem.cards))]
    show(
        f"GOPS solved exactly: {_words(problem)}",
        "",
        table(["figure", ""], figures_rows),
        "",
        "First bids of an equilibrium: the chance of each card, by the prize turned up",
        "",
        table(heads, bids),
    )


def tell_estimate(problem: GopsProblem, workers: int, *, json: bool) -> None:
    """Say how long a solution would take, and how much room."""
    from reports.numbers import whole
    from sim.exact.gops_estimates import estimate
    from sim.exact.gops_memory import size_words

    found = estimate(problem, workers)
    if json:
        show_json(
            {
                "game": "gops", **problem.as_dict(), "workers": workers, "positions": found.positions,
                "matrix_games": found.games, "core_seconds": found.core_seconds, "seconds": found.seconds,
                "memory_bytes": found.memory, "memory_bytes_kept": found.memory_kept, "disk_bytes": found.disk,
                "layers": [vars(layer) for layer in found.layers],
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
            _time(layer.games / layer.rate),
        ]
        for layer in found.layers
    ]
    cores = f"{workers} core{'s' * (workers > 1)}"
    show(
        f"GOPS, what a solution would take: {_words(problem)}",
        "",
        table(
            ["prizes left", "patterns", "positions", "matrix games", "games/s, one core", "one core"], rows
        ),
        "",
        f"{whole(found.positions)} positions, {whole(found.games)} matrix games",
        f"about {_time(found.core_seconds)} on one core, {_time(found.seconds)} on {cores}; "
        "the exploitability takes as long again",
        f"memory {size_words(found.memory)}; with --keep {size_words(found.memory_kept)}, and "
        f"{size_words(found.disk)} of disk",
        "",
        "Rates are measured on samples. Nothing has been solved.",
    )


def _best_response(problem: GopsProblem, against: str) -> float:
    from sim.errors import UserError
    from sim.exact.gops_responses import best_response

    try:
        return best_response(problem, against)
    except UserError as error:
        raise UserError(error.what, where="--against", cure=error.cure) from None


def _follow(line: Silence, doing: str) -> Callable[[GopsProgress], None]:
    """Return what turns the progress of a solution into the line that is shown."""

    def follow(progress: GopsProgress) -> None:
        line.games, line.before = progress.games, progress.games_before
        line(progress.games_done, f"layer {progress.layer} of {progress.layers}{doing}")

    return follow


def _figures(
    solution: GopsSolution, exploitability: float | None, against: str | None, response: float | None
) -> list[list[str]]:
    from reports.numbers import whole

    unit = "" if solution.problem.is_win else " points"
    rows = [["value", _value(solution.value, solution.problem.stake) + unit]]
    if exploitability is not None:
        rows.append(["exploitability", f"{max(exploitability, 0.0):.1e}{unit}"])
    if response is not None:
        rows.append([f"best response to {against}", _value(response, solution.problem.stake) + unit])
    return [
        *rows,
        ["positions", whole(solution.positions)],
        ["matrix games", whole(solution.games)],
        ["time", _time(solution.seconds)],
    ]


def _words(problem: GopsProblem) -> str:
    """Return the rules in words."""
    counts = "winning counts" if problem.is_win else "points count"
    ties = "carried over" if problem.carry_over else "thrown away"
    return f"{problem.cards} cards, {counts}, tied prizes {ties}, {problem.order} order"


def _value(value: float, stake: float) -> str:
    """Return a value as people read it; what rounding leaves of nothing is nothing."""
    from reports.numbers import fixed

    if abs(value) < _NOTHING * stake:
        return "0"
    return fixed(value, 0) if abs(value - round(value)) < _NOTHING else fixed(value, _PLACES)


def _chance(chance: float) -> str:
    """Return a chance as people read it; a card that is never bid stands out.

    Examples
    --------
    >>> _chance(0.12263), _chance(1e-17), _chance(1.0)
    ('0.1226', '0', '1')
    """
    if chance < _NOTHING:
        return "0"
    return "1" if chance > 1 - _NOTHING else f"{chance:.{_PLACES}f}"


def _time(seconds: float) -> str:
    """Return a time as people read it.

    Examples
    --------
    >>> _time(0.0123), _time(75), _time(4000), _time(0.0001)
    ('0.012 s', '1 min 15 s', '1 h 07 min', '< 0.01 s')
    """
    if seconds < 0.01:
        return "< 0.01 s"
    if seconds < 10:
        return f"{seconds:.2g} s" if seconds < 1 else f"{seconds:.1f} s"
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    minutes, rest = divmod(whole, 60)
    if minutes < 60:
        return f"{minutes} min {rest:02d} s"
    hours, minutes = divmod(round(seconds / 60), 60)
    return f"{hours} h {minutes:02d} min"
