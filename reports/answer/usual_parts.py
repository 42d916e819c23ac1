"""What the usual answers are made of: names of variants in sentences, means, and which variants are drawn."""

from __future__ import annotations

from collections.abc import Sequence

from reports.facts import Facts
from reports.words import quoted
from sim.scenario.answer import PlannedNumber

MOST_DRAWN = 12
"""The most variants in a picture of bars."""


def said(variant: str) -> str:
    """Return a variant in quotation marks, safe within a sentence that has placeholders in braces."""
    return safe(quoted(variant))


def safe(text: str) -> str:
    """Return a text without braces, which would stand for a number."""
    return text.replace("{", "(").replace("}", ")")


def mean_of(facts: Facts, public: str, name: str, column: str, label: str = "") -> PlannedNumber:
    """Return the mean of a column under a variant."""
    told = label or f"{facts.noun(column)} in a game, on average"
    return PlannedNumber(name, f"{column} mean", public, label=told)


def games_won(public: str, name: str, seat: int, label: str) -> PlannedNumber:
    """Return the share of games that a player wins."""
    return PlannedNumber(name, f"player {seat} wins", public, written="percent", label=label)


def extremes(ranked: Sequence[str], order: Sequence[str]) -> list[str]:
    """Return the variants to draw, in their order: all, or if they are many, those at either end of a ranking."""
    half = MOST_DRAWN // 2
    kept = ranked if len(ranked) <= MOST_DRAWN else [*ranked[:half], *ranked[-half:]]
    return [variant for variant in order if variant in kept]
