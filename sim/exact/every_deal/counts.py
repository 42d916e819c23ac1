"""Counts over deals: exact whole numbers that add up over ranges."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from sim.contract.dealing import Layout
from sim.games.packets.codes import CAP, CYCLE
from sim.games.packets.columns import MORE_ENDINGS
from sim.games.war.rules import WarRules

Tally = Mapping[int, int]
"""How often each number occurred."""

_COUNTED = 1 << 16
"""Values that are this close together are counted without sorting them."""


@dataclass(frozen=True)
class Extreme:
    """The largest value found, and the number of the first deal that has it."""

    value: int
    number: int

    @staticmethod
    def larger(one: Extreme | None, other: Extreme | None) -> Extreme | None:
        """Return the one with the larger value, of equal ones that of the lower number."""
        known = [extreme for extreme in (one, other) if extreme is not None]
        return max(
            known, key=lambda extreme: (extreme.value, -extreme.number), default=None
        )


@dataclass(frozen=True)
class DealCounts:
    """The counts of some deals."""

    deals: int = 0  # how many deals were played
    # For each ending, how often each player won; -1 a draw, -2 unfinished.
    winners: Mapping[str, Tally] = field(default_factory=dict)
    # For each ending, how often each number of rounds occurred.
    rounds: Mapping[str, Tally] = field(default_factory=dict)
    cycles: Tally = field(
        default_factory=dict
    )  # how often each length of a cycle occurred, in rounds
    longest: Extreme | None = None  # the most rounds of a game that ended
    longest_cycle: Extreme | None = None  # the longest cycle

    def __add__(self, other: DealCounts) -> DealCounts:
        return DealCounts(
            self.deals + other.deals,
            _joined(self.winners, other.winners),
            _joined(self.rounds, other.rounds),
            _added(self.cycles, other.cycles),
            Extreme.larger(self.longest, other.longest),
            Extreme.larger(self.longest_cycle, other.longest_cycle),
        )

    def as_dict(self) -> dict[str, Any]:
        """Return the counts for a file; :meth:`of` reads them."""
        return {
            "deals": self.deals,
            "winners": {
                ending: _texts(tally) for ending, tally in self.winners.items()
            },
            "rounds": {ending: _texts(tally) for ending, tally in self.rounds.items()},
            "cycles": _texts(self.cycles),
            "longest": None if self.longest is None else vars(self.longest),
            "longest_cycle": None
            if self.longest_cycle is None
            else vars(self.longest_cycle),
        }

    @classmethod
    def of(cls, kept: Mapping[str, Any]) -> Self:
        """Return the counts that :meth:`as_dict` described."""
        extremes = (kept["longest"], kept["longest_cycle"])
        return cls(
            kept["deals"],
            {ending: _numbers(tally) for ending, tally in kept["winners"].items()},
            {ending: _numbers(tally) for ending, tally in kept["rounds"].items()},
            _numbers(kept["cycles"]),
            *(None if extreme is None else Extreme(**extreme) for extreme in extremes),
        )


def count_deals(
    rules: WarRules, deals: NDArray[np.uint8], where: Layout, first: int
) -> DealCounts:
    """Play deals and count what happens."""
    from sim.games.war.kernel.block import periods, play_block

    played = play_block(rules, deals, where, 0, first)
    endings, rounds = played["ending"], played["rounds"]
    circling = np.flatnonzero(endings == CYCLE)
    lengths = periods(rules, deals[circling], where, rounds[circling])
    ended = np.flatnonzero((endings != CYCLE) & (endings != CAP))
    return DealCounts(
        deals=len(deals),
        winners=_by_ending(endings, played["winner"]),
        rounds=_by_ending(endings, rounds),
        cycles=_tally(lengths),
        longest=_largest(rounds[ended], first + ended),
        longest_cycle=_largest(lengths, first + circling),
    )


def _by_ending(
    endings: NDArray[np.integer], values: NDArray[np.integer]
) -> dict[str, Tally]:
    """Return how often each value occurred with each ending that occurred."""
    return {
        MORE_ENDINGS[code]: _tally(values[endings == code])
        for code in np.unique(endings).tolist()
    }


def _tally(values: NDArray[np.integer]) -> Tally:
    if not len(values):
        return {}
    least = int(values.min())
    if int(values.max()) - least < _COUNTED:
        every = np.bincount(values - least)
        found = np.flatnonzero(every)
        return dict(zip((found + least).tolist(), every[found].tolist(), strict=True))
    found, counts = np.unique(values, return_counts=True)
    return dict(zip(found.tolist(), counts.tolist(), strict=True))


def _largest(
    values: NDArray[np.integer], numbers: NDArray[np.integer]
) -> Extreme | None:
    if not len(values):
        return None
    place = int(values.argmax())
    return Extreme(int(values[place]), int(numbers[place]))


def _joined(one: Mapping[str, Tally], other: Mapping[str, Tally]) -> dict[str, Tally]:
    return {
        ending: _added(one.get(ending, {}), other.get(ending, {}))
        for ending in sorted({*one, *other})
    }


def _added(one: Tally, other: Tally) -> Tally:
    total = Counter(one)
    total.update(other)
    return dict(sorted(total.items()))


def _texts(tally: Tally) -> dict[str, int]:
    return {str(value): count for value, count in tally.items()}


def _numbers(tally: Mapping[str, int]) -> Tally:
    return {int(value): count for value, count in tally.items()}
