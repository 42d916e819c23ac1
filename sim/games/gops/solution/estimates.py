"""Estimates of the time, memory and disk of a solution of GOPS, from counts and timed samples of every layer."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sim.games.gops.solution.layers import FEWER, GopsLayer, layers
from sim.games.gops.solution.problem import GopsProblem
from sim.limits import size_words
from sim.machine.resources import check_memory, fits_memory

SECONDS_A_LAYER = 0.2
_SAMPLE_ROWS = 64
_VALUE_BYTES = 8


@dataclass(frozen=True)
class LayerEstimate:
    """The cost of a layer."""

    size: int  # the number of prizes left
    # The numbers of order patterns of the hands, positions, and matrix games to solve
    patterns: int
    positions: int
    games: int
    rate: float  # matrix games a second on one core, measured on a sample


@dataclass(frozen=True)
class GopsEstimate:
    """The cost of a solution."""

    layers: tuple[LayerEstimate, ...]  # from one prize left up to all of them
    workers: int  # the number of cores to use
    # Bytes for the values: all of them at once, and with a folder that keeps the finished layers
    memory: int
    memory_kept: int
    disk: int  # bytes of the folder at the end; while a layer is being solved, its pieces come on top

    @property
    def games(self) -> int:
        """The total number of matrix games."""
        return sum(layer.games for layer in self.layers)

    @property
    def positions(self) -> int:
        """The total number of positions."""
        return sum(layer.positions for layer in self.layers)

    @property
    def core_seconds(self) -> float:
        """The time on one core."""
        return sum(layer.games / layer.rate for layer in self.layers)

    @property
    def seconds(self) -> float:
        """The time on all the cores, if nothing else uses them."""
        return self.core_seconds / self.workers


def estimate(problem: GopsProblem, workers: int = 1) -> GopsEstimate:
    """Count the positions and matrix games of a solution, and time samples of every layer: a few seconds in total."""
    # The samples use guessed values of the layer below. Their matrix games have other values than the real
    # ones, but take about as long.
    layout = layers(problem)
    # Otherwise the first sample would wait for the compiler.
    _rate(problem, layout, 1)
    return GopsEstimate(
        layers=tuple(
            LayerEstimate(
                layer.size, layer.rows, layer.positions, layer.games, _rate(problem, layout, layer.size)
            )
            for layer in layout[1:]
        ),
        workers=workers,
        memory=values_bytes(layout, kept=False),
        memory_kept=values_bytes(layout, kept=True),
        disk=values_bytes(layout, kept=False),
    )


def values_bytes(layout: Sequence[GopsLayer], *, kept: bool) -> int:
    """Return the bytes of all values, or of the two largest neighbouring layers."""
    sizes = [layer.positions * _VALUE_BYTES for layer in layout]
    return max(map(sum, pairwise(sizes))) if kept else sum(sizes)


def check_values(layout: Sequence[GopsLayer], *, kept: bool) -> None:
    """Check that the values fit into memory: all of them, or those of two layers if a folder keeps the others."""
    other = values_bytes(layout, kept=True)
    fits_kept = not kept and fits_memory(other)
    cure = f"give a folder to keep, which takes {size_words(other)} of memory" if fits_kept else FEWER
    positions = sum(layer.positions for layer in layout[1:])
    check_memory(values_bytes(layout, kept=kept), f"{positions:,} positions", cure)


def _rate(problem: GopsProblem, layout: Sequence[GopsLayer], size: int) -> float:
    """Return the number of matrix games of a layer solved per second."""
    from sim.games.gops.solution.kernel.layout import Step, workspace
    from sim.games.gops.solution.kernel.samples import guess_rows
    from sim.games.gops.solution.kernel.solver import visit_rows

    rows = np.unique(np.linspace(0, layout[size].rows - 1, _SAMPLE_ROWS).astype(np.int64))
    # In random order, so that the first few are spread over all of them.
    rows = np.random.default_rng(0).permutation(rows)
    rules, work = problem.kernel_rules(), workspace(problem.cards)
    games, seconds = 0, 0.0
    for row in rows:
        layer = _part(layout[size].kernel, np.array([row]))
        keys = np.unique(np.array(list(_children(int(layer.keys[0]))), np.uint64))
        below = _part(layout[size - 1].kernel, np.searchsorted(layout[size - 1].kernel.keys, keys))
        values_below, values = np.empty(int(below.starts[-1])), np.empty(int(layer.starts[-1]))
        guess_rows(rules, below, values_below)
        began = time.thread_time()
        step = Step(rules, layer, below, problem.set_of, values_below)
        visit_rows(step, (np.uint64(0), np.uint64(1)), values, None, None, None, work)
        seconds += time.thread_time() - began
        games += int(layout[size].row_games[row])
        if seconds > SECONDS_A_LAYER:
            break
    return games / max(seconds, 1e-9)


def _part(layer: Any, rows: NDArray[np.int64]) -> Any:
    """Return a layer that has only some of the rows."""
    starts = np.zeros(len(rows) + 1, np.uint64)
    np.cumsum(layer.starts[rows + 1] - layer.starts[rows], out=starts[1:])
    return layer._replace(keys=layer.keys[rows], missing=layer.missing[rows], starts=starts)


def _children(key: int) -> Iterator[int]:
    """Yield the patterns that follow one after each pair of bids."""
    first, second = key >> 16, key & 0xFFFF
    for i in _bits(first):
        for j in _bits(second):
            hands = first ^ 1 << i, second ^ 1 << j
            order = {bit: place for place, bit in enumerate(_bits(hands[0] | hands[1]))}
            masks = [sum(1 << order[bit] for bit in _bits(hand)) for hand in hands]
            yield max(masks) << 16 | min(masks)


def _bits(mask: int) -> list[int]:
    return [bit for bit in range(mask.bit_length()) if mask >> bit & 1]
