"""An invented game with its tallies for the tests of summaries."""

from dataclasses import dataclass
from itertools import combinations

import numpy as np
import polars as pl
import pytest
import scipy.stats

from sim.contract.columns import Column, Role
from sim.contract.dealing import Deals
from sim.contract.deck_rules import DeckRules
from sim.contract.game import GameOf
from sim.counts.counted import KEY_COLUMNS
from sim.counts.frames import table, table_of_differences
from sim.counts.summary import Summary
from sim.counts.tallies import Tallies
from sim.deals import deck

COLUMNS = (
    Column("winner", "int8", "who won", role=Role.WINNER),
    Column("result", "int8", "how it ended", ("won", "lost", "split")),
    Column("turns", "int32", "turns taken", role=Role.LENGTH),
    Column("feuds", "int32", "feuds fought", singular="feud"),
    Column(
        "long_feuds",
        "int32",
        "long feuds fought",
        kind_of="feuds",
        singular="long feud",
    ),
    Column(
        "winner_low", "int16", "the fewest cards of the winner", role=Role.OF_WINNER
    ),
    Column("net", "int32", "units won or lost"),
)


@dataclass(frozen=True, kw_only=True)
class NoRules(DeckRules):
    """The rules of an invented game."""


def game(**changes):
    declared = {
        "histograms": ("turns", "feuds", "long_feuds", "winner_low", "net"),
        "tables": (("winner", "result"), ("winner", "winner_low")),
        "paired": ("turns",),
    }
    return GameOf(
        name="feud",
        title="Feud",
        summary="",
        rules=NoRules,
        own_columns=lambda rules: COLUMNS,
        tell=lambda *_: iter(()),
        deals=Deals(deck, lambda: None),
        source="",
        **declared | changes,
    )


def played(seed, games=2000, seats=3):
    """Return outcome columns of invented games with all sorts of endings."""
    rng = np.random.default_rng(seed)
    winner = rng.choice(
        [*range(seats), -1, -2], games, p=[*([0.9 / seats] * seats), 0.08, 0.02]
    )
    return {
        "winner": winner,
        "result": rng.choice([0, 1], games, p=[0.7, 0.3]),
        "turns": rng.geometric(0.01, games),
        "feuds": rng.poisson(2, games),
        "long_feuds": rng.poisson(0.01, games),
        "winner_low": np.where(winner >= 0, rng.integers(1, 26, games), -1),
        "net": rng.integers(-3, 3, games),
    }


def tallies_of(of_game, tables):
    """Count the games of named variants into a table of tallies, in the slow and simple way."""
    rows = []

    def count(variant, versus, names, first, second):
        pairs, counts = np.unique(np.stack([first, second]), axis=1, return_counts=True)
        rows.extend(
            (variant, versus, *names, "", int(a), int(b), int(k))
            for (a, b), k in zip(pairs.T, counts, strict=True)
        )

    for variant, columns in tables.items():
        for name in of_game.histograms:
            count(variant, "", (name, ""), columns[name], np.zeros_like(columns[name]))
        for first, second in of_game.tables:
            names = first, second
            count(variant, "", names, columns[first], columns[second])
    for (versus, before), (variant, after) in combinations(tables.items(), 2):
        for name in of_game.paired:
            count(
                variant,
                versus,
                (name, ""),
                after[name] - before[name],
                np.zeros_like(after[name]),
            )
        names = "winner", "winner"
        count(variant, versus, names, after["winner"], before["winner"])
    texts = dict.fromkeys(KEY_COLUMNS, pl.String)
    schema = texts | dict.fromkeys(("a", "b", "count"), pl.Int64)
    return pl.DataFrame(rows, schema=schema, orient="row").sort(*KEY_COLUMNS, "a", "b")


def summarized(tallies, of_game, variants, level=0.95, seats=3):
    """Return the summary as a table."""
    return table(
        Summary(
            Tallies.from_arrow(tallies.to_arrow()),
            of_game,
            dict.fromkeys(variants, seats),
        ).estimates(level)
    )


def compared(tallies, of_game, variants, level=0.95, seats=3):
    """Return the comparison as a table."""
    return table_of_differences(differences(tallies, of_game, variants, level, seats))


def differences(tallies, of_game, variants, level=0.95, seats=3):
    """Return the comparison as values."""
    return Summary(
        Tallies.from_arrow(tallies.to_arrow()), of_game, dict.fromkeys(variants, seats)
    ).differences(level)


FEUD = game()
TABLES = {"old": played(1), "new": played(2), "odd": played(3)}
TALLIES = tallies_of(FEUD, TABLES)
VARIANTS = list(TABLES)


def row(table, **where):
    found = table.filter(**where)
    assert len(found) == 1, f"{where}: {len(found)} rows"
    return found.row(0, named=True)


def near(found, expected, games=2000):
    """Assert that a row has this value and these ends, to 12 digits."""
    for name, number in zip(("value", "low", "high"), expected, strict=True):
        known = None if number is None else pytest.approx(number, rel=1e-12, abs=1e-15)
        assert found[name] == known, name
    assert found["games"] == games


def share(hits, games=2000):
    """Return a share of some games with its interval at 95 %, by SciPy."""
    if hits in (0, games):
        bound = scipy.stats.beta.ppf(0.95, 1, games)
        return (0, 0, bound) if hits == 0 else (1, 1 - bound, 1)
    method = "wilson" if min(hits, games - hits) >= 15 else "exact"
    ends = scipy.stats.binomtest(hits, games).proportion_ci(0.95, method)
    return hits / games, ends.low, ends.high
