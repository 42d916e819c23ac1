"""Small numbers as 64-bit words.

Compiled code that adds a signed and an unsigned number gets a floating-point one, and signed indices cost a test for
below zero; so the kernels count and index in uint64, also with the numbers written here.
"""

from __future__ import annotations

import numpy as np

ZERO, ONE, TWO, THREE, FOUR, FIVE, SIX, SEVEN, EIGHT, NINE, TEN = (np.uint64(number) for number in range(11))
SIXTEEN, HALF_WORD = np.uint64(16), np.uint64(32)

LAST_BIT = np.uint64(63)
"""The place of the highest bit of a word."""

BYTE = np.uint64(0xFF)
LOW_HALF = np.uint64(0xFFFFFFFF)
ALL_BITS = np.uint64(0xFFFFFFFFFFFFFFFF)
"""Masks of the lowest eight bits, the lower half, and the whole of a word."""

NEVER = np.uint64(1 << 62)
"""A count that no game comes to."""
