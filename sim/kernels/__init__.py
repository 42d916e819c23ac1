"""Compiled pieces that no game owns: Philox, bits, dealing, counting, matrix games, the streams of seats.

Nothing here is for reading rules: those are in :mod:`sim.games`. The compiled games lie in their own folders.
"""

from sim.kernels.cache import SOURCES

__all__ = ["SOURCES"]
