"""The ranking of ``warlab compare RUN --rank "rounds mean"``: one table of the variants, by one statistic or more."""

from collections.abc import Mapping
from itertools import chain
from typing import Any

from reports.numbers import level_text, told
from reports.words import counted
from sim.commands.figures import as_played
from sim.commands.screen import table
from sim.runs.ranking import Ranking
from sim.stats import Estimate, Measure

WHERE = "--rank"


def ranking_values(found: Mapping[str, Ranking]) -> list[dict[str, Any]]:
    """Return the rankings for programs: a row for each statistic and variant."""
    return [
        {
            "statistic": name,
            "rank": rank,
            "variant": each.variant,
            **each.interval.ends,
            "groups": "".join(groups),
        }
        for name, order in found.items()
        for rank, (each, groups) in enumerate(order, 1)
    ]


def ranking_parts(
    found: Mapping[str, Ranking], level: float, common: str, *, whole: bool
) -> list[Any]:
    """Return who is lowest and highest by each statistic, the table of all of them, and how to read it."""
    cells: dict[str, dict[str, list[str]]] = {}
    for name, order in found.items():
        for each, groups in order:
            cells.setdefault(each.variant, {})[name] = [_value(each), "".join(groups)]
    rows = [
        [variant, *(text for name in found for text in own.get(name, ["", ""]))]
        for variant, own in cells.items()
    ]
    tests = sum(len(order) * (len(order) - 1) // 2 for order in found.values())
    read = f"Variants that share a letter cannot be told apart: {f'{common} ' if common else ''}they differ by no more "
    read += f"than chance (Holm's method, {counted(tests, 'test')} at {level_text(level)} together). "
    played = as_played(each for each, _ in chain(*found.values()))
    return [
        *(f"{name}: {_ends(order)}." for name, order in found.items()),
        "",
        table(
            ["", *(head for name in found for head in (name, ""))],
            rows,
            grow=True,
            whole=whole,
        ),
        "",
        f"{read}In brackets: intervals at {level_text(level)} each.{played}",
    ]


def _ends(order: Ranking) -> str:
    """Return which variants are lowest and highest."""
    if not set(order[0][1]).isdisjoint(order[-1][1]):
        return "lowest and highest cannot be told apart"
    return f"lowest with {_like_the_first(order)}; highest with {_like_the_first(order[::-1])}"


def _like_the_first(order: Ranking) -> str:
    """Return the first of an order, with those that cannot be told apart from it."""
    names = [
        f"“{each.variant}”"
        for each, groups in order
        if not set(groups).isdisjoint(order[0][1])
    ]
    *others, last = names
    return f"{', '.join(others)} or {last} (cannot be told apart)" if others else last


def _value(each: Estimate) -> str:
    """Return a value with its interval."""
    number, within = told(*each.interval.finite, share=each.measure is not Measure.MEAN)
    return number + (f" ({within})" if within else "")
