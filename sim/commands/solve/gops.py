"""The output of ``warlab solve gops``: the solution, a best response, or one position."""

import sys
from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import asdict
from functools import partial
from pathlib import Path

from reports.numbers import whole
from sim.commands.complaints import resumable
from sim.commands.progress import progress_line
from sim.commands.screen import time_words, width
from sim.commands.solve.words import (
    chance_words,
    figures_table,
    percent_words,
    solved,
    value_words,
)
from sim.contract.answer import Answer, Paragraph, Table
from sim.errors import UserError, reported_at
from sim.games.gops.solution.answer import gops
from sim.games.gops.solution.estimate import (
    GopsEstimate,
    ResponseEstimate,
    estimate,
    estimate_response,
)
from sim.games.gops.solution.problem import GopsProblem
from sim.games.gops.solution.single import gops_position
from sim.limits import size_words

_PLACES, _FEWEST_PLACES = 4, 2
_LETTERS = {"A": 1, "J": 11, "Q": 12, "K": 13}


def answer(
    problem: GopsProblem,
    workers: int = 1,
    keep: Path | None = None,
    *,
    check: bool = True,
) -> Answer:
    """The solution of a game.

    Parameters
    ----------
    problem
        The game.
    workers
        The number of threads.
    keep
        The folder that keeps the solution; None for none.
    check
        Whether to find the exploitability too.
    """
    kept = resumable(keep, "what is solved is kept; resume with the same command")
    with kept if keep is not None else nullcontext():
        solution = solved(
            lambda follow: gops(
                **problem.as_dict(),
                workers=workers,
                keep=keep,
                check=check,
                progress=follow,
            ),
            left=lambda progress: f"layer {progress.layer} of {progress.layers}",
        )
    exploitability = solution.exploitability() if check else None
    unit = "" if problem.is_win else " points"
    places = _places(problem.cards)
    bids = list(zip(solution.first_upcards, solution.first_bids.tolist(), strict=True))
    # From eleven cards on a screen of 80 columns has no room for decimals.
    percent = places < _FEWEST_PLACES
    shown = percent_words if percent else partial(chance_words, places=places)
    kind = ", in percent for" if percent else ": the chance of"
    texts = tuple((str(upcard), *map(shown, row)) for upcard, row in bids)
    heads = ("prize", *(str(card + 1) for card in range(problem.cards)))
    return Answer(
        headline=f"GOPS solved exactly: {words(problem)}",
        blocks=(
            figures_table(solution, exploitability, unit),
            Table(
                f"First bids of an equilibrium{kind} each card, by the prize turned up",
                heads,
                texts,
            ),
        ),
        data={"game": "gops", **solution.as_dict(), "exploitability": exploitability},
        rows=[
            {"prize": upcard, "card": card, "chance": chance}
            for upcard, row in bids
            for card, chance in enumerate(row, 1)
        ],
    )


def estimate_answer(problem: GopsProblem, workers: int, *, kept: bool) -> Answer:
    """What a solution takes; only a small game is solved."""
    cost = estimate(problem, kept=kept)
    kept_words = ", with two layers of values in memory" if kept else ""
    rows = [
        ("positions", whole(cost.positions)),
        ("matrix games", whole(cost.games)),
        ("memory", size_words(cost.memory) + kept_words),
        ("memory of the check", size_words(cost.check_memory) + " more"),
        ("disk, with --keep", size_words(cost.disk)),
    ]
    return Answer(
        headline=f"GOPS, to be solved: {words(problem)}",
        blocks=(
            _cost_table(rows, cost.core_seconds, workers),
            Paragraph(
                "Estimated from a smaller game; nothing has been solved. The check takes "
                "about a quarter more time, and the program itself some 180 MB of memory."
            ),
        ),
        data={"game": "gops", **problem.as_dict(), **_cost_values(cost, workers)},
    )


def _cost_table(
    rows: Sequence[tuple[str, str]], core_seconds: float, workers: int
) -> Table:
    """What is estimated, with the time on one core and on all workers."""
    times = [("time on one core", time_words(core_seconds))]
    if workers > 1:
        times.append((f"time on {workers} cores", time_words(core_seconds / workers)))
    return Table("", ("figure", ""), (*rows, *times))


def _cost_values(
    cost: GopsEstimate | ResponseEstimate, workers: int
) -> dict[str, object]:
    """What is estimated, as plain values."""
    seconds = cost.core_seconds / workers
    return {"workers": workers, **asdict(cost), "seconds": seconds}


LONG = 60
"""The seconds from which a best response begins with its estimate."""

FEWEST_ESTIMATED = 9
"""Fewer cards take less time than their estimate."""


def warn_of_response(problem: GopsProblem, policy: str, workers: int) -> None:
    """Say on standard error what a long best response takes, before it begins."""
    if problem.cards < FEWEST_ESTIMATED:
        return
    with reported_at("--against"):
        cost = estimate_response(problem, policy)
    seconds = cost.core_seconds / workers
    if seconds >= LONG:
        took = f"about {time_words(seconds)} and {size_words(cost.memory)} of memory"
        print(f"warlab: the best response takes {took}", file=sys.stderr, flush=True)


def response_estimate_answer(problem: GopsProblem, policy: str, workers: int) -> Answer:
    """What a best response takes; only a small game is solved."""
    with reported_at("--against"):
        cost = estimate_response(problem, policy)
    rows = [
        ("positions", whole(cost.positions)),
        ("memory", size_words(cost.memory)),
    ]
    return Answer(
        headline=f"GOPS, best response to {policy}, to be solved: {words(problem)}",
        blocks=(
            _cost_table(rows, cost.core_seconds, workers),
            Paragraph("Estimated from a smaller game; nothing has been solved."),
        ),
        data={
            "game": "gops",
            **problem.as_dict(),
            "against": policy,
            **_cost_values(cost, workers),
        },
    )


def position_answer(
    problem: GopsProblem, at: str, workers: int = 1, keep: Path | None = None
) -> Answer:
    """What a position is worth, and what to bid in it.

    Parameters
    ----------
    problem
        The rules.
    at
        The position: hand; opponent; prizes, and perhaps pot and lead.
    workers
        The number of threads.
    keep
        The folder of a kept solution; None for none.
    """
    hand, opponent, prizes, pot, lead = read_position(at)
    with progress_line(1) as line:
        found = gops_position(
            hand, opponent, prizes, pot, lead, **problem.as_dict(), keep=keep, workers=workers,
            progress=lambda done: line.show(done.games_done, done.games, 0, estimate=""),
        )  # fmt: skip
    unit = "" if problem.is_win else " points"
    places = max(_FEWEST_PLACES, _places(len(hand)))
    rows = []
    for upcard, bids in found.bids.items():
        chances = (
            (card, chance_words(chance, places)) for card, chance in bids.items()
        )
        bid = "  ".join(
            f"{card}: {chance}" for card, chance in chances if chance != "0"
        )
        rows.append((str(upcard), bid))
    worth = value_words(found.value, problem.stake)
    return Answer(
        headline=f"GOPS, one position, solved exactly: {words(problem)}",
        blocks=(
            Paragraph(f"worth {worth}{unit} to the first hand"),
            Table(
                "What an equilibrium bids, by the prize turned up: each card with its "
                "chance",
                ("prize", "bids"),
                tuple(rows),
                text_columns=frozenset({1}),
            ),
        ),
        data={
            "game": "gops",
            **problem.as_dict(),
            "at": at,
            "value": found.value,
            "bids": found.bids,
        },
        rows=[
            {"prize": upcard, "card": card, "chance": chance}
            for upcard, bids in found.bids.items()
            for card, chance in bids.items()
        ],
    )


def read_position(text: str) -> tuple[list[int], list[int], list[int], int, int]:
    """The hands, the prizes, the pot and the lead of a position, as ``--at`` gives them."""
    parts = [part.replace(",", " ").split() for part in text.upper().split(";")]
    try:
        numbers = [[_LETTERS.get(word) or int(word) for word in part] for part in parts]
        hand, opponent, prizes, (pot,), (lead,) = *numbers, *[[0]] * (5 - len(numbers))
        numbers[2]  # the prizes may not be left out
    except (ValueError, IndexError):
        cure = 'give "hand; opponent; prizes" with spaces between cards, or "hand; opponent; prizes; pot; lead"'
        raise UserError(f"{text!r} is not a position", cure=cure) from None
    return hand, opponent, prizes, pot, lead


def _places(cards: int) -> int:
    """The decimals for which a column for each card has room: it is five characters wider than they are."""
    return min(_PLACES, (width() - len("prize")) // cards - 5)


def words(problem: GopsProblem) -> str:
    """The rules in words."""
    counts = "winning counts" if problem.is_win else "points count"
    ties = "carried over" if problem.carry_over else "discarded"
    return f"{problem.cards} cards, {counts}, tied prizes {ties}, {problem.order} order"
