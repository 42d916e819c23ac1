"""The pages of Parquet files, compiled: what remains of a column, and small integers packed into bytes.

:mod:`sim.runs.parquet` explains the encodings. No game is made of this file: a change of it compiles no game anew.
"""

from __future__ import annotations

import numpy as np

from sim.kernels.addresses import add_multiple, lift_where_positive
from sim.kernels.compiling import kernel

CHUNK = 2048
"""The values that are packed at a time: few enough for the nearest cache."""


@kernel
def subtract(columns, terms, of_largest, games, rest, workspace):
    """Take from a column what follows from others; the caller makes sure that 32 bits are enough.

    Parameters
    ----------
    columns
        uint64 (columns, 2): the address of the column and of the others, and the bytes of one of their signed integers.
    terms
        int64 (columns - 1,): how many times each of the others is taken; or, with ``of_largest``, the number that
        counts if it is above zero, of which the largest is taken.
    of_largest
        Whether the largest number is taken, not the sum.
    games
        uint64: how many values each column has.
    rest
        int32 (games,): filled with what remains.
    workspace
        uint32 (2, CHUNK).
    """
    left, largest = workspace[0], workspace[1]
    for start in range(np.uint64(0), games, np.uint64(CHUNK)):
        size = min(np.uint64(CHUNK), games - start)
        for game in range(size):
            left[game] = largest[game] = 0
        add_multiple(columns[0, 0], columns[0, 1], start, size, np.int64(1), left)
        for term in range(len(terms)):
            address, width = columns[term + 1, 0], columns[term + 1, 1]
            if of_largest:
                lift_where_positive(address, width, start, size, np.uint32(terms[term]), largest)
            else:
                add_multiple(address, width, start, size, -terms[term], left)
        for game in range(size):
            rest[start + game] = np.int32(left[game] - largest[game])


@kernel
def pack(address, width, low, games, bits, packed, workspace):
    """Pack values less the lowest one into 1, 2, 4 or 8 bits each, the first one into the lowest bits of a byte.

    Parameters
    ----------
    address, width
        uint64: of signed integers; see :mod:`sim.kernels.addresses`.
    low
        int64: the lowest one. No value is ``2 ** bits`` above it.
    games
        uint64: how many there are.
    bits
        uint64: how many bits each one gets.
    packed
        uint8, zeros: enough for all.
    workspace
        uint32 (CHUNK,).
    """
    each = np.uint64(8) // bits
    for start in range(np.uint64(0), games, np.uint64(CHUNK)):
        size = min(np.uint64(CHUNK), games - start)
        for game in range(np.uint64(CHUNK)):
            workspace[game] = np.uint32(-low) if game < size else np.uint32(0)
        add_multiple(address, width, start, size, np.int64(1), workspace)
        to, used = start // each, (size + each - np.uint64(1)) // each
        if each == 1:
            for byte in range(used):
                packed[to + byte] = workspace[byte]
        elif each == 2:
            for byte in range(used):
                packed[to + byte] = workspace[2 * byte] | workspace[2 * byte + 1] << 4
        else:
            for byte in range(used):
                together = np.uint32(0)
                for value in range(each):
                    together |= workspace[byte * each + value] << (value * bits)
                packed[to + byte] = together


@kernel
def split(address, width, games, streams, workspace):
    """Write the bytes of integers in streams: the lowest bytes of all, then the next ones.

    Parameters
    ----------
    address, width, games
        As for :func:`pack`; an integer has at most four bytes.
    streams
        uint8 (4, games): filled.
    workspace
        uint32 (CHUNK,).
    """
    for start in range(np.uint64(0), games, np.uint64(CHUNK)):
        size = min(np.uint64(CHUNK), games - start)
        for game in range(size):
            workspace[game] = 0
        add_multiple(address, width, start, size, np.int64(1), workspace)
        for stream in range(np.uint32(4)):
            for game in range(size):
                streams[stream, start + game] = workspace[game] >> (np.uint32(8) * stream)
