"""The pages of Parquet files, compiled: what remains of a column, and small integers packed into bytes.

:mod:`sim.runs.pages` explains the encodings. No game is made of this file: a change of it compiles no game anew.
"""

from __future__ import annotations

import numpy as np

from sim.kernels.addresses import add_multiple, lift_where_positive
from sim.kernels.compiling import kernel

CHUNK = 2048
"""The values that are packed at a time: few enough for the nearest cache."""


@kernel
def subtract(columns, remainders, terms, games, rests, ends, workspace):
    """Take from columns what follows from others; the caller makes sure that 32 bits are enough.

    Parameters
    ----------
    columns
        uint64 (columns, 2): the address of each column, and the bytes of one of its signed integers.
    remainders
        int64 (remainders, 4): a column, the first of its terms, the term after its last one, and whether the largest
        of them is taken from it (1), not their sum (0).
    terms
        int64 (terms, 2): a column, and how many times it is taken; or the number that counts if it is above zero.
    games
        uint64: how many values each column has.
    rests
        int32 (remainders, games): filled with what remains.
    ends
        int64 (remainders, 2): filled with the least and the greatest of it.
    workspace
        uint32 (2, CHUNK).
    """
    left, largest = workspace[0], workspace[1]
    for start in range(np.uint64(0), games, np.uint64(CHUNK)):
        size = min(np.uint64(CHUNK), games - start)
        for one in range(len(remainders)):
            own, first, last, of_largest = remainders[one]
            for game in range(size):
                left[game] = largest[game] = 0
            add_multiple(columns[own, 0], columns[own, 1], start, size, np.int64(1), left)
            for term in range(first, last):
                column, times = terms[term, 0], terms[term, 1]
                if of_largest:
                    lift_where_positive(
                        columns[column, 0], columns[column, 1], start, size, np.uint32(times), largest
                    )
                else:
                    add_multiple(columns[column, 0], columns[column, 1], start, size, -times, left)
            least = greatest = np.int32(left[0] - largest[0])
            for game in range(size):
                rest = np.int32(left[game] - largest[game])
                rests[one, start + game] = rest
                least = rest if rest < least else least
                greatest = rest if rest > greatest else greatest
            if start == 0:
                ends[one, 0], ends[one, 1] = least, greatest
            ends[one, 0], ends[one, 1] = min(ends[one, 0], least), max(ends[one, 1], greatest)


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
        uint8: enough for whole groups of eight. Bytes behind the last value stay.
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
