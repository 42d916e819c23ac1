"""Tod und Leben in a report: the exact values of draws, wins and tricks."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING

from sim.contract.answer import Number, Section, Table
from sim.contract.hooks import Hooks, Played
from sim.games.tod_und_leben.rules import TodUndLebenRules

if TYPE_CHECKING:
    from sim.games.tod_und_leben.odds import TodUndLebenOdds

PLACES = 1
"""The decimals of an exact value."""


@lru_cache(maxsize=64)
def odds_of(rules: TodUndLebenRules) -> TodUndLebenOdds | None:
    """The exact chances; None for a special deal or a deck that is too large."""
    from sim.games.tod_und_leben.odds import MOST_CARDS, tod_und_leben

    deck = rules.deck
    if rules.special_deal or deck.size > MOST_CARDS or deck.size % 2:
        return None
    return tod_und_leben(deck.lowest, deck.highest, deck.copies, deck.jokers)


def exact(rules: TodUndLebenRules, statistic: str) -> Fraction | None:
    """The exact share of draws, or the mean number of tricks."""
    odds = odds_of(rules)
    if odds is None:
        return None
    return {"draw": odds.draw, "rounds mean": odds.mean_rounds}.get(statistic)


def beside_exact(played: Played) -> Section | None:
    """The section with the exact chances."""
    known = {
        variant: odds
        for variant in played.variants
        if (odds := odds_of(played.rules[variant])) is not None
    }
    if not known:
        return None
    rows = tuple(
        (
            variant,
            _exactly(odds.draw),
            _exactly(odds.win),
            Number(float(odds.mean_rounds), places=PLACES),
        )
        for variant, odds in known.items()
    )
    head = ("", "games drawn", "first player wins", "tricks in a game")
    caption = "Exact values, which count every order of the pack."
    return Section("Exact values", (Table(caption, head, rows),))


def _exactly(chance: Fraction) -> Number:
    return Number(float(chance), share=True, places=PLACES)


HOOKS = Hooks(
    exact,
    {"exact": beside_exact},
    ("exact", "winner", "length", "comparison", "counts"),
)
"""What the game brings to a report."""
