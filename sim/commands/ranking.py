"""The ranking of ``warlab compare RUN --rank "rounds mean"``.

It is one table of the variants, by one statistic or more.
"""

from collections.abc import Mapping
from itertools import chain
from typing import Any

from reports.numbers import level_text
from reports.words import counted
from sim.commands.figures import as_played
from sim.contract.answer import Answer, Entry, Number, Paragraph, Table
from sim.runs import Run
from sim.runs.ranking import Ranking
from sim.stats import Measure

WHERE = "--rank"


def ranking_values(found: Mapping[str, Ranking]) -> list[dict[str, Any]]:
    """The rankings for programs: a row for each statistic and variant."""
    return [
        {
            "statistic": name,
            "rank": rank,
            "variant": estimate.variant,
            **estimate.interval.ends,
            "groups": "".join(groups),
        }
        for name, order in found.items()
        for rank, (estimate, groups) in enumerate(order, 1)
    ]


def ranking_answer(
    run: Run, found: Mapping[str, Ranking], level: float, common: str
) -> Answer:
    """Who is lowest and highest by each statistic, the table of all, and how to read it.

    Parameters
    ----------
    run
        The run that is ranked.
    found
        The rankings by their statistics.
    level
        The confidence level.
    common
        What the games of the variants have in common; may be empty.

    Returns
    -------
    Answer
    """
    values = ranking_values(found)
    tests = sum(len(order) * (len(order) - 1) // 2 for order in found.values())
    shared = f"{common} " if common else ""
    played = as_played(estimate for estimate, _ in chain(*found.values()))
    read = (
        f"Variants that share a letter cannot be told apart: {shared}they differ by "
        f"no more than chance (Holm's method, {counted(tests, 'test')} at "
        f"{level_text(level)} together). Intervals at {level_text(level)} "
        f"each.{played}"
    )
    ends = [f"{name}: {_ends(order)}." for name, order in found.items()]
    return Answer(
        blocks=(Paragraph("\n".join(ends)), _table(found), Paragraph(read)),
        data={"run": str(run.path), "level": level, "ranking": values},
        rows=values,
    )


def _table(found: Mapping[str, Ranking]) -> Table:
    """The variants with the value and the groups of each statistic."""
    cells: dict[str, dict[str, tuple[Entry, ...]]] = {}
    for name, order in found.items():
        for estimate, groups in order:
            share = estimate.measure is not Measure.MEAN
            number = Number.of(estimate.interval, share=share)
            cells.setdefault(estimate.variant, {})[name] = (number, "".join(groups))
    rows = tuple(
        (variant, *(entry for name in found for entry in values.get(name, ("", ""))))
        for variant, values in cells.items()
    )
    head = ("", *(title for name in found for title in (name, "group")))
    letters = frozenset(range(2, len(head), 2))
    return Table("", head, rows, text_columns=letters)


def _ends(order: Ranking) -> str:
    """Which variants are lowest and highest."""
    if not set(order[0][1]).isdisjoint(order[-1][1]):
        return "lowest and highest cannot be told apart"
    return f"lowest with {_like_the_first(order)}; highest with {_like_the_first(order[::-1])}"


def _like_the_first(order: Ranking) -> str:
    """The first of an order, with those that cannot be told apart from it."""
    names = [
        f"“{estimate.variant}”"
        for estimate, groups in order
        if not set(groups).isdisjoint(order[0][1])
    ]
    *others, last = names
    return f"{', '.join(others)} or {last} (cannot be told apart)" if others else last
