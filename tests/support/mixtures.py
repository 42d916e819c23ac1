"""Mixtures as the kept tables store them, spread out for comparison with the solver's."""

from collections.abc import Sequence
from typing import Any

from numpy.typing import NDArray

WHOLE = 1 << 32
"""The threshold of the last choice of a mixture."""


def mixture(
    thresholds: Sequence[int] | NDArray[Any], first: int, support: int, choices: int
) -> tuple[int, ...]:
    """A stored mixture as a threshold for each choice, including those with probability zero."""
    mixed, reached = [], 0
    for choice in range(choices):
        if support >> choice & 1:
            support ^= 1 << choice
            reached = int(thresholds[first]) if support else WHOLE
            first += 1
        mixed.append(reached)
    return tuple(mixed)
