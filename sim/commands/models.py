"""Models of what ``--json`` prints, as far as it is promised.

The tools of ``warlab mcp`` have them as schemas.
"""

from __future__ import annotations

from typing import Any

from typing_extensions import TypedDict


class Listed(TypedDict):
    """A game of the list."""

    name: str
    title: str


class Games(TypedDict):
    """The games, by the names that the other tools take."""

    games: list[Listed]


class Option(TypedDict):
    """An option of a game's rules."""

    name: str
    default: Any
    schema: dict[str, Any]
    values: str
    choices: list[str]
    meaning: str


class Column(TypedDict):
    """A column of a played game, for conditions and means."""

    name: str
    type: str
    categories: list[str]
    meaning: str


class Rules(TypedDict):
    """The rules of a game, its columns, and the words of its source."""

    name: str
    title: str
    options: list[Option]
    columns: list[Column]
    more_columns: list[Column]
    on_request: list[Column]
    policies: list[dict[str, Any]]
    same_as: list[str]
    source: str


class Statistic(TypedDict):
    """A number with its interval; level and method are those of the interval."""

    statistic: str
    value: float | None
    low: float | None
    high: float | None
    level: float | None
    method: str


class OfVariant(Statistic):
    """A statistic of a variant."""

    variant: str


class Difference(OfVariant):
    """A statistic of a variant less that of another, on the same deals where they can be."""

    versus: str
    p_holm: float | None


class Played(TypedDict):
    """Games of one set of rules."""

    headline: str
    game: str
    rules: dict[str, Any]
    seed: int
    games: int
    level: float
    statistics: list[Statistic]


class Compared(TypedDict):
    """Variants of a game, each with its rules, and how they differ."""

    headline: str
    game: str
    rules: dict[str, dict[str, Any]]
    seed: int
    games: int
    level: float
    statistics: list[OfVariant]
    differences: list[Difference]


class Odds(TypedDict):
    """The exact odds of Casino War, with fractions."""

    game: str
    rules: dict[str, Any]
    figures: dict[str, dict[str, Any]]


class Solved(TypedDict):
    """A game of choice, solved."""

    game: str
    value: float


class Replayed(TypedDict):
    """One game, event by event."""

    game: str
    number: int
    seed: int
    rules: dict[str, Any]
    packets: list[str]
    events: list[str]
    row: dict[str, Any]


class Closest(TypedDict):
    """A question of the catalogue."""

    question: str
    answer: str
    rules: str
    command: str
    score: float


class Questions(TypedDict):
    """The questions that are closest to some words."""

    asked: str
    status: str
    answers: list[Closest]
    covered: list[str]
