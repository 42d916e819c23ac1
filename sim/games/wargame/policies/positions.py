"""The positions that Wargame's policy ``search`` considers, and their value by features alone."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from sim.games.wargame.policies.cards import (
    ENOUGH,
    PLACES,
    RUN,
    across_a_break,
    beats,
    run_with,
)

WIN = 1 << 20
"""The value of a won game: more than any sum of weights."""


class Weights(NamedTuple):
    """The values of a position's features to a player, compared with the opponent."""

    tempo: int  # being the attacker
    chip: int  # each chip
    # Each unfought column in which the player's card beats the one opposite; for the attacker, each with
    # equal cards
    column: int
    tie: int
    # The mean, over the unfought columns, of the number of unfought enemy cards that the player's card beats
    edge: int
    traitor: int  # the certainty that a shooter of the player's is not a traitor
    # Each four adjacent columns in which only the player has won, by the number of wins there
    runs: tuple[int, int, int, int]
    wins: tuple[int, ...]  # the number of battles won


WEIGHTS = Weights(
    tempo=129,
    chip=240,
    column=5,
    tie=4,
    edge=39,
    traitor=64,
    runs=(0, 2, 3, 237),
    wins=(0, 99, 215, 355, 408, 764, 804),
)

_STRONGER = tuple(
    tuple(beats(card, other) - beats(other, card) for other in range(PLACES + 1))
    for card in range(PLACES + 1)
)
"""1 if the first card is the stronger one, -1 if the second is."""


class Force(NamedTuple):
    """One player in a position that the search considers."""

    line: tuple[int, ...]  # the player's cards by column, fought ones included
    won: frozenset[int]  # the columns that the player has won
    chips: int  # the player's chips
    suspects: frozenset[
        int
    ]  # the player's shooters that may be traitors, all equally likely

    def switched(self, low: int, high: int) -> Force:
        """Return the player after a switch."""
        line = list(self.line)
        line[low], line[high] = line[high], line[low]
        return Force(tuple(line), self.won, self.chips - 1, self.suspects)

    def winning(self, column: int) -> Force:
        """Return the player after winning a column."""
        return Force(self.line, self.won | {column}, self.chips, self.suspects)

    def cleared(self, card: int) -> Force:
        """Return the player after one of their cards has won undeclared: it is not a traitor."""
        if card not in self.suspects:
            return self
        return Force(self.line, self.won, self.chips, self.suspects - {card})

    def spent(self) -> Force:
        """Return the player after one of their cards was declared: no other card is a traitor."""
        return Force(self.line, self.won, self.chips, frozenset())


class Position(NamedTuple):
    """A position before a battle, or in the middle of one."""

    # Both players
    attacker: Force
    defender: Force
    unfought: tuple[int, ...]  # the unfought columns


@lru_cache(maxsize=4096)
def victorious(won: frozenset[int]) -> bool:
    """Return whether a player who has won these columns has won the game."""
    return len(won) >= ENOUGH or any(run_with(won, column) >= RUN for column in won)


@lru_cache(maxsize=4096)
def switches(
    unfought: tuple[int, ...], lost: frozenset[int]
) -> tuple[tuple[int, int], ...]:
    """Return every switch that a player with a chip can make, in the order of the answers."""
    return tuple(
        pair for pair in combinations(unfought, 2) if not across_a_break(*pair, lost)
    )


def evaluate(position: Position) -> int:
    """Return the value of a position to the attacker by its features alone."""
    own, other, unfought = position
    columns = [_STRONGER[own.line[column]][other.line[column]] for column in unfought]
    own_cards, other_cards = (
        frozenset(force.line[column] for column in unfought) for force in (own, other)
    )
    return (
        WEIGHTS.tempo
        + WEIGHTS.wins[len(own.won)]
        - WEIGHTS.wins[len(other.won)]
        + WEIGHTS.chip * (own.chips - other.chips)
        + WEIGHTS.column * sum(columns)
        + WEIGHTS.tie * columns.count(0)
        + WEIGHTS.edge * _edge(own_cards, other_cards) // len(unfought)
        + _runs(own.won, other.won)
        - _runs(other.won, own.won)
        - _suspicion(own, own_cards)
        + _suspicion(other, other_cards)
    )


@lru_cache(maxsize=4096)
def _edge(own: frozenset[int], other: frozenset[int]) -> int:
    return sum(_STRONGER[card][facing] for card in own for facing in other)


@lru_cache(maxsize=4096)
def _runs(won: frozenset[int], lost: frozenset[int]) -> int:
    fours = [range(start, start + RUN) for start in range(PLACES - RUN + 1)]
    return sum(
        WEIGHTS.runs[sum(column in won for column in four)]
        for four in fours
        if not lost.intersection(four)
    )


def _suspicion(force: Force, cards: frozenset[int]) -> int:
    if not force.suspects:
        return 0
    return WEIGHTS.traitor * len(force.suspects & cards) // len(force.suspects)
