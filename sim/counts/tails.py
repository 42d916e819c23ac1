"""Fitted tails of the lengths that a game counts, and what they answer about long games."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sim.contract.game import Game
from sim.counts.declared import declared
from sim.counts.queries import Kind, Query
from sim.counts.tallies import Tallies
from sim.stats import Estimate, Measure, Tail, fit_tail

_LONGER = re.compile(r"\s*(\w+)\s*(>=?)\s*(\d[\d_]*)\s*")


@dataclass(frozen=True)
class Long:
    """A query that asks for the chance of a game longer than some length.

    Attributes
    ----------
    column
        The length.
    length
        The games asked for last longer than that.
    """

    column: str
    length: int


def asked_length(query: Query, game: Game) -> Long | None:
    """Return the length that a query such as ``rounds > 3500`` asks about; None for any other query."""
    found = _LONGER.fullmatch(query.expression)
    if found is None or query.given or query.kind is not Kind.CHANCE:
        return None
    column, sign, number = found.groups()
    if column not in {one.name for one in declared(game).lengths()}:
        return None
    return Long(column, int(number) - (sign == ">="))


def tail_of(tallies: Tallies, game: Game, variant: str, column: str) -> Tail:
    """Return the fitted tail of a counted length of a variant."""
    return fit_tail(tallies.lengths(variant, declared(game).columns[column]))


def long_games(
    tallies: Tallies, queries: Sequence[Query], game: Game, variant: str, level: float
) -> Iterator[tuple[Tail, Long, Estimate | None]]:
    """Yield, for each query about long games, the tail of that length, what is asked, and the answer by the tail.

    The answer is None if the tail is refused or begins beyond the length.
    """
    for query in queries:
        asked = asked_length(query, game)
        if asked is None or not tallies.histogram(variant, asked.column).n:
            continue
        tail = tail_of(tallies, game, variant, asked.column)
        answer = None
        if tail.threshold is not None and tail.threshold <= asked.length:
            answer = Estimate(
                variant,
                "",
                f"{query.name}, by the fitted tail",
                tail.longer_than(asked.length, level),
                tail.lengths.n,
                column=query.key,
                measure=Measure.SHARE,
                outcome=query.words,
            )
        yield tail, asked, answer
