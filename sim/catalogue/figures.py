"""Published figures about War, and the rules and ways of counting that fit them."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import polars as pl

from sim.catalogue.kept import kept
from sim.errors import UserError, shown, unknown
from sim.limits import MOST_NUMBER, read_number

COUNTED = ("rounds", "battles", "plays")
"""The ways of counting how long a game is."""

MEASURES = {
    "mean": "mean",
    "average": "mean",
    "median": "median",
    "sd": "sd",
    "2.5 %": "2.5 %",
    "97.5 %": "97.5 %",
}

EVENTS = {
    "endless": "ending cycle",
    "cycle": "ending cycle",
    "run-out": "ending run-out",
    "draw": "draw",
    "player 0 wins": "player 0 wins",
    "games with a war": "games with a war",
}
"""Shares of the games, by their names in a figure."""

WARS = {
    f"{column} {name}": f"{column} {measure}"
    for column in ("wars", "single_wars", "double_wars", "triple_wars")
    for name, measure in (
        MEASURES if column == "wars" else {"mean": "mean", "average": "mean"}
    ).items()
}

TRIALS = 25
"""Numbers near a figure that show how many combinations fit by chance."""

_FIGURE = re.compile(
    r"(?P<what>.+?)\s*(?:=|:|\bis\b)\s*(?P<value>\S+?)\s*(?P<percent>%?)\s*",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Figure:
    """A published figure: of a length, a number of wars, or a share of the games.

    Attributes
    ----------
    text
        As it was typed.
    statistic
        Its name, without the way of counting if it is about a length.
    is_length
        Whether it is about a length.
    unit
        What a length is counted in, one of :data:`COUNTED`; "" if it does not say.
    value
        The number.
    slack
        How far from the value a statistic may be and still fit.
    """

    text: str
    statistic: str
    is_length: bool
    unit: str
    value: float
    slack: float

    @property
    def is_share(self) -> bool:
        """Whether it is a share of the games."""
        return self.statistic in EVENTS.values()

    def name(self, counted: str) -> str:
        """The statistic's name for a way of counting.

        Parameters
        ----------
        counted
            The way of counting where the figure does not say it, one of
            :data:`COUNTED`.
        """
        if not self.is_length:
            return self.statistic
        return f"{self.unit or counted} {self.statistic}"

    def fits(self, low: float, high: float) -> bool:
        """Whether it can be a statistic with this interval.

        Parameters
        ----------
        low, high
            The ends of the interval.
        """
        return low <= self.value + self.slack and self.value - self.slack <= high

    def within(self, share: float) -> Figure:
        """The figure with a slack that is a share of its value.

        Parameters
        ----------
        share
            The share.
        """
        return replace(self, slack=share * abs(self.value))


@dataclass(frozen=True)
class Match:
    """A rule set and a way of counting, compared with figures.

    Attributes
    ----------
    rules
        The options that are not at their defaults.
    counted
        What lengths are counted in; "" if no figure is about a length.
    intervals
        The statistic of each figure: value, low and high.
    games
        How many games it rests on.
    fits
        Whether every figure can be its statistic.
    distance
        The largest distance of a statistic from its figure, as a share of the figure.
    """

    rules: dict[str, Any]
    counted: str
    intervals: tuple[tuple[float, float, float], ...]
    games: int
    fits: bool
    distance: float


def figure(text: str) -> Figure:
    """The figure that was typed, such as ``rounds mean = 277``.

    Parameters
    ----------
    text
        What was typed.

    Raises
    ------
    UserError
        If it is no figure, or not possible.
    """
    text = " ".join(text.split())
    match = _FIGURE.fullmatch(text)
    number = read_number(match["value"]) if match else None
    if match is None or number is None or not 0 <= number <= MOST_NUMBER:
        cure = 'write it as "rounds mean = 277" or "endless = 11 %"'
        raise UserError(f"{shown(text)} is not a figure", cure=cure)
    unit = Fraction(10) ** min(int(number.as_tuple().exponent), 0)
    scale = Fraction(1, 100) if match["percent"] else Fraction(1)
    statistic, is_length, unit_of_length = _statistic(match["what"].lower())
    found = Figure(
        text,
        statistic,
        is_length,
        unit_of_length,
        float(Fraction(number) * scale),
        float(unit * scale / 2),
    )
    is_possible = found.value <= 1 if found.is_share else not match["percent"]
    if not is_possible:
        cure = (
            "a share of games is at most 100 %, and a length or a number of wars has "
            "no %"
        )
        raise UserError(f"{shown(text)} is not possible", cure=cure)
    return found


def _statistic(what: str) -> tuple[str, bool, str]:
    """A statistic's name, whether it is one of the length, and what that is counted in."""
    if what in WARS:
        return WARS[what], False, ""
    if what in EVENTS:
        return EVENTS[what], False, ""
    for unit in ("", *COUNTED):
        measure = re.sub(rf"\b{unit}\b", "", what).strip()
        if measure in MEASURES:
            return MEASURES[measure], True, unit
    known = [*(f"rounds {name}" for name in MEASURES), *WARS, *EVENTS]
    raise unknown("statistic", what, known)


def matches(
    figures: Sequence[Figure], table: pl.DataFrame | None = None
) -> list[Match]:
    """Every rule set with every way of counting, the best match first.

    Those that fit come first, and among them the nearest. A length that does not say
    what it is counted in is counted as the others are, or in every way if none says it.

    Parameters
    ----------
    figures
        The figures.
    table
        The statistics; by default those that come with the package.
    """
    statistics = kept() if table is None else table
    units = tuple(dict.fromkeys(figure.unit for figure in figures if figure.unit))
    ways = units or COUNTED
    if not any(figure.is_length and not figure.unit for figure in figures):
        ways = (" and ".join(units),)
    found = [match for way in ways for match in _matches(figures, way, statistics)]
    return sorted(
        found, key=lambda match: (not match.fits, match.distance, len(match.rules))
    )


def fits_by_chance(known: Sequence[Match], figures: Sequence[Figure]) -> float:
    """How many combinations of rules and counting fit numbers as large as some figures.

    The mean over :data:`TRIALS` numbers for each figure, from half of it to twice it,
    each with the slack of the figure.

    Parameters
    ----------
    known
        The combinations, matched with these figures.
    figures
        The figures.
    """
    factors = [2 ** (2 * place / (TRIALS - 1) - 1) for place in range(TRIALS)]
    others = [
        [replace(figure, value=factor * figure.value) for factor in factors]
        for figure in figures
    ]
    return sum(
        math.prod(
            sum(other.fits(low, high) for other in trials) / TRIALS
            for trials, (_, low, high) in zip(others, match.intervals, strict=True)
        )
        for match in known
    )


def _matches(
    figures: Sequence[Figure], counted: str, table: pl.DataFrame
) -> Iterator[Match]:
    names = [figure.name(counted) for figure in figures]
    chosen = table.filter(pl.col("statistic").is_in(names)).rows(named=True)
    known = {(row["rules"], row["statistic"]): row for row in chosen}
    for rules in dict.fromkeys(row["rules"] for row in chosen):
        rows = [known.get((rules, name)) for name in names]
        if any(row is None or None in row.values() for row in rows):
            continue  # the mean of games of which some never end
        sure = [row for row in rows if row is not None]
        intervals = [(row["value"], row["low"], row["high"]) for row in sure]
        fits = []
        distances = []
        for figure, (value, low, high) in zip(figures, intervals, strict=True):
            fits.append(figure.fits(low, high))
            distances.append(abs(value / figure.value - 1) if figure.value else value)
        yield Match(
            rules=json.loads(rules),
            counted=counted,
            intervals=tuple(intervals),
            games=sure[0]["games"],
            fits=all(fits),
            distance=max(distances),
        )
