"""Statistics in the terminal: the summary of one variant as two tables, and a difference as a line.

What the statistics are called and how they are made is known in :mod:`sim.tallies.summary`; here they are arranged.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from sim.commands.screen import table

if TYPE_CHECKING:
    from rich.table import Table

    from sim.contract.game import Game

Statistics = Mapping[str, Mapping[str, Any]]
"""The rows of a summary of one variant by the name of their statistic."""

OF_A_COUNT = ("mean", "sd", "median", "2.5 %", "97.5 %", "99.9 %", "longest")
"""What a summary says of every counted column; everything else in it is a share of games."""


def by_name(rows: Iterable[Mapping[str, Any]]) -> dict[str, Mapping[str, Any]]:
    """Return the rows of a summary of one variant by the name of their statistic."""
    return {str(row["statistic"]): row for row in rows}


def counted(game: Game, statistics: Statistics) -> list[str]:
    """Return the counted columns that a summary has statistics of."""
    from sim.tallies.tally import MARGIN

    return [name for name in (MARGIN, *game.histograms) if f"{name} mean" in statistics]


def counts_table(game: Game, statistics: Statistics) -> Table:
    """Return a table with a row for each counted column: mean, median, 95 % of all games, the most seen."""
    rows = []
    for name in counted(game, statistics):
        middle = [_with_interval(statistics[f"{name} {word}"]) for word in ("mean", "median")]
        rows.append((name, *middle, reach(name, statistics), _plain(statistics[f"{name} longest"])))
    return table(("in a game", "mean", "median", "95 % of games", "most"), rows)


def shares_table(game: Game, statistics: Statistics) -> Table:
    """Return a table with a row for each share of games: who won, how it ended, what happened in it."""
    from reports.numbers import percent, percent_span

    of_counts = {f"{name} {word}" for name in counted(game, statistics) for word in OF_A_COUNT}
    rows = [
        (name, percent(row["value"], row["low"], row["high"]), percent_span(row["low"], row["high"]))
        for name, row in statistics.items()
        if name not in of_counts and row["value"] is not None
    ]
    return table(("of all games", "share", "interval"), rows)


def reach(name: str, statistics: Statistics) -> str:
    """Return the range that 95 % of the games of a counted column lie in."""
    low, high = (statistics[f"{name} {word}"] for word in ("2.5 %", "97.5 %"))
    if _is_never(high):
        return "" if low["value"] is None else f"from {_plain(low)} to never over"
    if low["value"] is None or high["value"] is None:
        return ""
    return f"{_plain(low)} to {_plain(high)}"


def line(game: Game, statistics: Statistics) -> str:
    """Return what a summary says of the margin or else the first counted column: mean, median, 95 % of games."""
    from sim.tallies.tally import MARGIN

    names = counted(game, statistics)
    for name in [MARGIN] if MARGIN in names else names[:1]:
        mean, median = (statistics[f"{name} {word}"] for word in ("mean", "median"))
        middle = f"mean {name} {_with_interval(mean)}, median {_plain(median)}"
        return f"{middle}, 95 % of games {reach(name, statistics)}"
    return "nothing is counted"


def notes(game: Game, statistics: Statistics, level: str) -> list[str]:
    """Return how the intervals were made, and which of them are to be taken with care."""
    names = counted(game, statistics)
    of_counts = {f"{name} {word}" for name in names for word in OF_A_COUNT}
    ways = {
        "means": _ways(statistics[f"{name} mean"] for name in names),
        "medians": _ways(statistics[f"{name} median"] for name in names),
        "shares": _ways(row for name, row in statistics.items() if name not in of_counts),
    }
    told = ", ".join(f"{kind} by {' or '.join(found)}" for kind, found in ways.items() if found)
    lines = [f"Intervals at {level}: {told}."]
    marked = [f"{name} {word}" for name in names for word in OF_A_COUNT]
    if any(_is_bound(statistics[one]) for one in marked):
        lines.append(
            "≥: at least so many, for unfinished games count with what they had reached, also in shares."
        )
    if any(_is_never(statistics[one]) for one in marked):
        lines.append("never: so many games go on for ever.")
    for name in names:
        care = _method(statistics[f"{name} mean"])[-1]
        lines += [f"Mean of {name}: {care}."] if care else []
    return list(dict.fromkeys(lines))


def _ways(rows: Iterable[Mapping[str, Any]]) -> list[str]:
    made = (row for row in rows if row["low"] is not None or row["high"] is not None)
    return list(dict.fromkeys(_method(row)[0] for row in made))


def _method(row: Mapping[str, Any]) -> list[str]:
    """Split the method of a statistic: its name, asides if any, and a warning (may be empty)."""
    method, _, warning = str(row["method"]).partition("; ")
    return [*method.split(", "), warning]


def _with_interval(row: Mapping[str, Any]) -> str:
    from reports.numbers import estimate, span

    value, low, high = row["value"], row["low"], row["high"]
    if value is None:
        return "never" if _is_never(row) else ""
    interval = span(low, high)
    mark = "≥ " if _is_bound(row) else ""
    return mark + estimate(value, low, high) + (f" ({interval})" if interval else "")


def _plain(row: Mapping[str, Any]) -> str:
    from reports.numbers import estimate

    if row["value"] is None:
        return "never" if _is_never(row) else ""
    return ("≥ " if _is_bound(row) else "") + estimate(row["value"], row["low"], row["high"])


def _is_bound(row: Mapping[str, Any]) -> bool:
    """Return whether unfinished games make a number a lower bound."""
    from sim.stats.lengths import AT_LEAST

    return AT_LEAST in str(row["method"])


def _is_never(row: Mapping[str, Any]) -> bool:
    """Return whether there is no number because so many games go on for ever."""
    from sim.stats.lengths import NEVER

    return NEVER in str(row["method"])
