"""Small numbers as 64-bit words.

In compiled code the sum of a signed and an unsigned integer is a floating-point number,
and a signed index costs a test for negative values. So kernels count and index in
uint64, and take their small constants from this module.
"""

import numpy as np

ZERO, ONE, TWO, THREE, FOUR, FIVE, SIX, SEVEN, EIGHT, NINE, TEN = (
    np.uint64(number) for number in range(11)
)
SIXTEEN, HALF_WORD = np.uint64(16), np.uint64(32)

LAST_BIT = np.uint64(63)
"""The index of the highest bit of a word."""

BYTE = np.uint64(0xFF)
ALL_BITS = np.uint64(0xFFFFFFFFFFFFFFFF)
"""Masks of the lowest eight bits and the whole of a word."""

NEVER = np.uint64(1 << 62)
"""A count that no game reaches."""
