"""Plausible values for positions of GOPS, compiled: enough to measure how fast the games above them are solved."""

from __future__ import annotations

import numpy as np

from sim.games.gops.solution.kernel.layout import HALF_KEY, area_of, hands_of
from sim.games.gops.solution.kernel.solver import place_in_row, points_of, position_at
from sim.kernels.compiling import kernel, part
from sim.kernels.words import ONE, TWO

_SHARE = 0.6
"""The rough share of the points left that goes to a hand that is better card for card."""


@kernel
def guess_rows(rules, layer, values):
    """Fill the values of a layer with guesses: the share of the prizes that goes with the better hand."""
    for row in range(np.uint64(len(layer.keys))):
        first, second = hands_of(layer.keys[row])
        edge = _SHARE * _edge(first, second)
        for at in range(area_of(layer)):
            place = place_in_row(layer, layer.missing[row], at)
            if place < 0:
                continue
            prizes, pot, lead = position_at(layer, at)
            left = points_of(prizes) + pot
            value = edge * left
            if rules.win:
                value += lead
                value = max(-1.0, min(1.0, 2.0 * value / max(left, 1)))
            values[layer.starts[row] + np.uint64(place)] = value


@part
def _edge(first, second):
    """Return how much more often a card of the first hand beats one of the second than the other way round."""
    won, pairs = 0, 0
    for i in range(TWO * HALF_KEY):
        if not (first >> i) & ONE:
            continue
        for j in range(TWO * HALF_KEY):
            if (second >> j) & ONE:
                won += (i > j) - (i < j)
                pairs += 1
    return won / max(pairs, 1)
