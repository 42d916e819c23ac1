"""Compiled building blocks that the games share: Philox, bits, dealing, counting, matrix games, the seats' policies.

No game's rules are here: the compiled games lie in their own folders in :mod:`sim.games`.
"""

from sim.kernels.cache import DIRECTORY as CACHE_DIRECTORY

__all__ = ["CACHE_DIRECTORY"]
