"""Compiled building blocks that the games share: Philox, bits, dealing, counting, matrix games, seats."""

from sim.kernels.cache import DIRECTORY as CACHE_DIRECTORY

__all__ = ["CACHE_DIRECTORY"]
