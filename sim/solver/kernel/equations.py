"""Small systems of linear equations, compiled: Gauss-Jordan elimination with the largest pivot of each column."""

from __future__ import annotations

from sim.kernels.compiling import part
from sim.kernels.words import ONE

_SINGULAR = 1e-13


@part
def solve_equations(system, unknowns):
    """Solve a system in place."""
    width = unknowns + ONE
    for step in range(unknowns):
        best = step
        for i in range(step + ONE, unknowns):
            if abs(system[i * width + step]) > abs(system[best * width + step]):
                best = i
        pivot = system[best * width + step]
        if abs(pivot) < _SINGULAR:
            return False
        if best != step:
            for j in range(step, width):
                kept = system[best * width + j]
                system[best * width + j] = system[step * width + j]
                system[step * width + j] = kept
        inverse = 1.0 / pivot
        for i in range(unknowns):
            if i != step:
                factor = system[i * width + step] * inverse
                for j in range(step, width):
                    system[i * width + j] -= factor * system[step * width + j]
    for i in range(unknowns):
        system[i * width + unknowns] /= system[i * width + i]
    return True
