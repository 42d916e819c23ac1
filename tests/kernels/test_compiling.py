"""Parts of kernels have no way in from Python, and say so instead of jumping to code that is not there."""

from __future__ import annotations

import gc

import pytest
from numba import njit, types
from numba.core.errors import NumbaError
from numba.extending import overload

from sim.kernels.compiling import kernel, part


@part
def _twice(number):
    return 2 * number


@kernel
def _twice_and_one(number):
    return _twice(number) + 1


def test_a_part_is_called_by_kernels_only() -> None:
    assert _twice_and_one(20) == 41
    # Its code for this type is there by now.
    for number in (20, 21):
        with pytest.raises(TypeError, match="called from compiled code only"):
            _twice(number)


def test_a_part_is_compiled_once_for_all_constants() -> None:
    @part
    def less(number, by):
        return number - by

    @kernel
    def both(number):
        return less(number, 1) * less(number, 2) * less(5, number)

    assert both(4) == 6
    assert len(less.signatures) == 1


def _collects(number: int) -> bool:
    """Return whether garbage is collected while this is compiled."""
    return False


@overload(_collects)
def _compiled_collects(number):
    enabled = gc.isenabled()
    if isinstance(number, types.Float):
        raise TypeError("cannot be compiled")
    return lambda number: enabled


def test_garbage_is_collected_again_once_something_has_been_compiled_or_cannot_be() -> None:
    asked = njit(lambda number: _collects(number))
    assert gc.isenabled()
    assert not asked(1)
    assert gc.isenabled()
    with pytest.raises((NumbaError, TypeError), match="cannot be compiled"):
        asked(1.5)
    assert gc.isenabled()
    gc.disable()
    try:
        assert not asked(True)
        assert not gc.isenabled()
    finally:
        gc.enable()
