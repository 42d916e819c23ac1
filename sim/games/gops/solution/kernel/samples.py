"""Likely values for positions of GOPS, compiled: enough to find out how fast the matrix games above them are solved."""

from __future__ import annotations

import numpy as np

from sim.games.gops.solution.kernel.solver import points_of
from sim.kernels.compiling import kernel

_ONE = np.uint64(1)
_LOW_HALF, _HALF = np.uint64((1 << 16) - 1), np.uint64(16)
_SHARE = 0.6
"""About so much of what is left goes to a hand that is better card for card."""


@kernel
def guess_rows(rules, layer, values):
    """Fill the values of a layer with guesses: the share of the prizes that goes with the better hand.

    Parameters
    ----------
    rules, layer
        :class:`~sim.games.gops.solution.kernel.layout.Rules` and :class:`~sim.games.gops.solution.kernel.layout.Layer`.
    values
        float64: filled.
    """
    sets = np.uint64(len(layer.sets))
    middle = np.int64(layer.leads >> _ONE)
    for row in range(np.uint64(len(layer.keys))):
        edge = _SHARE * _edge(layer.keys[row] >> _HALF, layer.keys[row] & _LOW_HALF)
        for number in range(sets):
            points = points_of(layer.sets[number])
            for pot in range(layer.pots):
                for lead in range(layer.leads):
                    at = ((layer.missing[row] * sets + number) * layer.pots + pot) * layer.leads + lead
                    place = layer.places[at]
                    if place < 0:
                        continue
                    left = points + np.int64(pot)
                    value = edge * left
                    if rules.win:
                        value += np.int64(lead) - middle
                        value = max(-1.0, min(1.0, 2.0 * value / max(left, 1)))
                    values[layer.starts[row] + np.uint64(place)] = value


@kernel
def _edge(first, second):
    """Return how much more often a card of the first hand beats one of the second than the other way round."""
    won, pairs = 0, 0
    for i in range(2 * 16):
        if not (first >> np.uint64(i)) & _ONE:
            continue
        for j in range(2 * 16):
            if (second >> np.uint64(j)) & _ONE:
                won += (i > j) - (i < j)
                pairs += 1
    return won / max(pairs, 1)
