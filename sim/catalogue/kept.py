"""Kept statistics: the rule sets of War in the catalogue, and their statistics.

They are a table, with intervals.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import polars as pl

from sim.collect.driver import collected
from sim.collect.tasks import GamesTask
from sim.contract.rules import GameRules
from sim.counts.summary import Summary
from sim.games import find_game

FILE = Path(__file__).parent / "war.parquet"
SEED = 1
LEVEL = 0.99
"""The level of the intervals. It is high since there are many rule sets, of which the
right one should seldom be missed."""

_LENGTHS = ("rounds", "battles", "plays", "wars")
_SHARES = ("winner", "ending", "")
_OTHERS = ("single_wars", "double_wars", "triple_wars", "longer_wars")


FACE_DOWN = (0, 1, 2, 3, 4, 5, "rank")
RUN_OUT = ("lose", "last-card", "all-in", "fewest")
WON = ("winner-first", "loser-first", "latest-first", "seat", "shuffled", "pile")
"""Where won cards go: under the packet in an order, or onto a pile that is shuffled
when the packet is used up."""

USUAL_WON = ("winner-first", "shuffled", "pile")
PACKS: tuple[dict[str, int], ...] = ({}, {"jokers": 2}, {"lowest": 6})
MORE_PLAYERS = (3, 4)
GAMES, FEWER_GAMES = 100_000, 20_000
"""The games of a rule set: most, and those of other packs, of more players, or that
often never end."""


def rule_sets() -> Iterator[tuple[GameRules, int]]:
    """Yield each rule set and its number of games."""
    for pack, face_down, run_out, won in product(PACKS, FACE_DOWN, RUN_OUT, WON):
        # With no card face down a war takes one card: who is short of it has none to
        # lay.
        if (face_down or run_out in RUN_OUT[:2]) and (not pack or won in USUAL_WON):
            games = FEWER_GAMES if pack or won == "seat" else GAMES
            yield _rules(**pack, face_down=face_down, run_out=run_out, won=won), games
    for players, face_down, won in product(MORE_PLAYERS, FACE_DOWN[:4], USUAL_WON):
        yield _rules(players=players, face_down=face_down, won=won), FEWER_GAMES


def _rules(won: str, **options: Any) -> GameRules:
    place = {"captured": "pile-shuffled"} if won == "pile" else {"pickup": won}
    rules: GameRules = find_game("war").rules.of(options | place)
    return rules


def statistics(
    rules: GameRules, games: int, workers: int = 1
) -> Iterator[dict[str, Any]]:
    """Yield the rows of a rule set: the statistics that somebody may have published.

    Parameters
    ----------
    rules
        The rules.
    games
        The number of games.
    workers
        The number of threads.
    """
    game = find_game("war")
    task = GamesTask(game, {"": rules}, SEED)
    tallies = collected(task, games, workers=workers)
    for estimate in Summary(tallies, game, {"": rules}).estimates(LEVEL):
        measure = estimate.statistic.removeprefix(f"{estimate.column} ")
        is_kept = (
            measure == "mean"
            if estimate.column in _OTHERS
            else estimate.column in _SHARES
        )
        if estimate.column in _LENGTHS:
            is_kept = measure not in ("longest", "99.9 %")
        if is_kept:
            yield {
                "rules": json.dumps(rules.changed()),
                "statistic": estimate.statistic,
                **estimate.interval.ends,
                "games": games,
            }


def table(sets: Iterable[tuple[GameRules, int]], workers: int = 1) -> pl.DataFrame:
    """The statistics of rule sets, played now.

    Parameters
    ----------
    sets
        The rule sets, each with its number of games.
    workers
        The number of threads.
    """
    rows = [row for rules, games in sets for row in statistics(rules, games, workers)]
    whole = {
        "value": pl.Float32,
        "low": pl.Float32,
        "high": pl.Float32,
        "games": pl.Int32,
    }
    return pl.DataFrame(rows, infer_schema_length=None).cast(whole)  # type: ignore[arg-type]


@cache
def kept() -> pl.DataFrame:
    """The statistics that come with the package."""
    return pl.read_parquet(FILE)


def rows_of(changed: Mapping[str, object]) -> pl.DataFrame:
    """The kept rows of the rule set that changes these options.

    None where they are not kept.

    Parameters
    ----------
    changed
        The options that are not at their defaults.
    """
    return kept().filter(pl.col("rules") == json.dumps(changed))
