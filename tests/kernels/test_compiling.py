"""Parts of kernels have no way in from Python, and say so instead of jumping to code that is not there."""

from __future__ import annotations

import pytest

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
