"""Estimates of the time, memory and disk of a solution of GOPS, from counts and timed samples of every layer."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sim.games.gops.solution.layers import GopsLayer, layers
from sim.games.gops.solution.memory import check_layout, values_bytes
from sim.games.gops.solution.problem import GopsProblem

SECONDS_A_LAYER = 0.2
_SAMPLE_ROWS = 64


@dataclass(frozen=True)
class LayerEstimate:
    """The cost of a layer.

    Attributes
    ----------
    size
        The number of prizes left.
    patterns, positions, games
        The numbers of order patterns of the hands, positions, and matrix games to solve.
    rate
        Matrix games a second on one core, measured on a sample.
    """

    size: int
    patterns: int
    positions: int
    games: int
    rate: float


@dataclass(frozen=True)
class GopsEstimate:
    """The cost of a solution.

    Attributes
    ----------
    layers
        From one prize left up to all of them.
    workers
        The number of cores to use.
    memory, memory_kept
        Bytes for the values: all of them at once, and with a folder that keeps the finished layers.
    disk
        Bytes of the folder at the end; while a layer is being solved, its pieces come on top.
    """

    layers: tuple[LayerEstimate, ...]
    workers: int
    memory: int
    memory_kept: int
    disk: int

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
    """Count the positions and matrix games of a solution, and time samples of every layer: a few seconds in total.

    The samples use guessed values of the layer below. Their matrix games have other values than the real ones, but take
    about as long.

    Raises
    ------
    UserError
        If even the layout of the positions does not fit into memory.
    """
    check_layout(problem)
    layout = layers(problem)
    # Otherwise the first sample would wait for the compiler.
    _rate(problem, layout, 1)
    return GopsEstimate(
        layers=tuple(
            LayerEstimate(
                layer.size, layer.rows, layer.positions, layer.all_games, _rate(problem, layout, layer.size)
            )
            for layer in layout[1:]
        ),
        workers=workers,
        memory=values_bytes(layout, kept=False),
        memory_kept=values_bytes(layout, kept=True),
        disk=values_bytes(layout, kept=False),
    )


def _rate(problem: GopsProblem, layout: Sequence[GopsLayer], size: int) -> float:
    """Return the number of matrix games of a layer solved per second."""
    from sim.games.gops.solution.kernel.layout import Step, workspace
    from sim.games.gops.solution.kernel.samples import guess_rows
    from sim.games.gops.solution.kernel.solver import solve_rows

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
        solve_rows(step, (np.uint64(0), np.uint64(1)), values, work)
        seconds += time.thread_time() - began
        games += int(layout[size].games[row])
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
