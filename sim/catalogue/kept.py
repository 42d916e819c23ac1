"""The kept statistics: a table of every rule set's, with their intervals."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import polars as pl

from sim.contract.rules import GameRules
from sim.counts.summary import Summary
from sim.games import find_game
from sim.runs.counting import count_games

if TYPE_CHECKING:
    from sim.stats import Estimate

FILE = Path(__file__).parent / "war.parquet"
SEED = 1
LEVEL = 0.99
"""Of the intervals: there are many rule sets, and the right one should seldom be missed."""

_LENGTHS = ("rounds", "battles", "plays", "wars")
_OTHERS = ("single_wars", "double_wars", "triple_wars", "longer_wars")


def statistics(rules: GameRules, games: int, workers: int = 1) -> Iterator[dict[str, Any]]:
    """Yield the statistics of a rule set that a published figure can be about, as rows of the table."""
    game = find_game("war")
    tallies = count_games(game, rules, SEED, range(games), workers)
    for estimate in Summary.of_rules(tallies, game, {"": rules}).estimates(LEVEL):
        if _is_kept(estimate):
            value, low, high = estimate.interval.finite
            yield {
                "rules": json.dumps(rules.changed()),
                "statistic": estimate.statistic,
                "value": value,
                "low": low,
                "high": high,
                "games": games,
            }


def _is_kept(estimate: Estimate) -> bool:
    measure = estimate.statistic.removeprefix(f"{estimate.column} ")
    if estimate.column in _LENGTHS:
        return measure not in ("longest", "99.9 %")
    return measure == "mean" if estimate.column in _OTHERS else estimate.column in ("winner", "ending", "")


def table(sets: Iterable[tuple[GameRules, int]], workers: int = 1) -> pl.DataFrame:
    """Return the statistics of rule sets, played now."""
    rows = [row for rules, games in sets for row in statistics(rules, games, workers)]
    whole = {"value": pl.Float32, "low": pl.Float32, "high": pl.Float32, "games": pl.Int32}
    return pl.DataFrame(rows, infer_schema_length=None).cast(whole)  # type: ignore[arg-type]


@cache
def kept() -> pl.DataFrame:
    """Return the statistics that come with the package."""
    return pl.read_parquet(FILE)


def kept_of(rules: GameRules) -> dict[str, tuple[float, float, float]]:
    """Return the kept statistics of a rule set, each with its interval: none where they are not kept, or unknown."""
    rows = kept().filter(pl.col("rules") == json.dumps(rules.changed()))
    return {
        name: (value, low, high) for name, value, low, high in rows.drop("rules", "games").drop_nulls().rows()
    }
