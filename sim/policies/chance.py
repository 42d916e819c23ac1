"""Chance in policies: draws from the random stream of a seat.

The functions are called by plain and by compiled policies; those of the latter are in
:mod:`sim.policies.kernel.compiled`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from sim.errors import UserError, shown
from sim.rng import Words

if TYPE_CHECKING:
    from numpy.typing import NDArray

MOST_BOUND = 1 << 63
"""A bound above those of :func:`draw`."""

BOUNDS = "a whole number of choices, from 1 to 2**63 - 1"


def draw(bound: int, chance: Words | NDArray[Any]) -> int:
    """A whole number, uniform from 0 to ``bound - 1``, from the stream of a seat.

    Parameters
    ----------
    bound
        A whole number from 1 to 2**63 - 1.
    chance
        What a policy is given beside the view.

    Raises
    ------
    UserError
        If the bound is not such a number; in a compiled policy, the game stops and the
        policy is named.
    """
    whole = isinstance(bound, int | np.integer) and not isinstance(bound, bool)
    if not whole or not 1 <= bound < MOST_BOUND:
        raise UserError(f"draw({shown(bound)}, chance)", cure=f"draw from {BOUNDS}")
    if isinstance(chance, Words):
        return chance.below(int(bound))
    from sim.kernels.chances import drawn

    return int(drawn(int(bound), chance))


def draw_place(
    thresholds: Sequence[int] | NDArray[Any], first: int, support: int, chance: Any
) -> int:
    """The place of a choice, drawn from a stored mixture by one word of the stream of a seat.

    Parameters
    ----------
    thresholds, first
        The thresholds of many mixtures, and where those of this one begin; see
        :mod:`sim.policies.thresholds`.
    support
        The places with a positive probability, as a bit mask.
    chance
        What a policy is given beside the view; only the rulebook calls the plain
        version.
    """
    return place_of(thresholds, first, support, chance.next() >> 32)


def place_of(
    thresholds: Sequence[int] | NDArray[Any], first: int, support: int, drawn: int
) -> int:
    """The first place of a mixture whose threshold is above a drawn number below 2**32.

    Parameters
    ----------
    thresholds, first, support
        As of :func:`draw_place`.
    drawn
        The number.
    """
    place = 0
    at = first
    while True:
        if (support >> place) & 1:
            if support >> place == 1 or drawn < thresholds[at]:
                return place
            at += 1
        place += 1
