"""Tables of integers by their addresses: compiled once, code reads tables of every size.

Where a function takes arrays, Numba compiles it anew for each combination of their types. An address is a number, and
the bytes of an integer are another. The caller keeps the arrays alive, and answers for their lengths.
"""

from numba import types

from sim.kernels.llvm.functions import generated
from sim.kernels.llvm.memory import memory_at
from sim.kernels.llvm.numbers import WORD, integer


@generated(types.uint64)
def load_8(address, place):
    """Return the unsigned byte at a place of a table."""
    return memory_at(address).load(place, integer(8)).widened(WORD)


@generated(types.uint64)
def load_32(address, place):
    """Return the unsigned number of 32 bits at a place of a table."""
    return memory_at(address, 4).load(place, integer(32)).widened(WORD)
