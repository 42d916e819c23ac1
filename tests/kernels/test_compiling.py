"""How kernels are compiled: parts have neither a way in from Python nor machine code, and nothing is read twice."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable

import numpy as np
import pytest
from numba import njit, types
from numba.core.errors import NumbaError
from numba.core.interpreter import Interpreter
from numba.extending import overload

from sim.kernels.compiling import kernel, part
from sim.kernels.philox import rejection_bound


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


def test_a_part_has_no_machine_code_of_its_own() -> None:
    _twice_and_one(20)
    for function, has_code in ((_twice, False), (_twice_and_one, True)):
        (compiled,) = function.overloads.values()  # type: ignore[attr-defined]
        pointer = compiled.library.get_pointer_to_function(compiled.fndesc.llvm_func_name)
        assert (pointer != 0) == has_code


def test_what_is_compiled_into_its_callers_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []
    interpret = Interpreter.interpret

    def counted(self, bytecode):
        read.append(bytecode.func_id.func_name)
        return interpret(self, bytecode)

    @kernel
    def rests(first, second):
        return rejection_bound(first), rejection_bound(second), rejection_bound(first + second)

    monkeypatch.setattr(Interpreter, "interpret", counted)
    rests(np.uint64(10), np.uint64(6))
    assert read.count("rests") == 1
    assert read.count("rejection_bound") <= 1
    assert rests(np.uint64(10), np.uint64(7)) == (2**64 % 10, 2**64 % 7, 2**64 % 17)


_step = 1


@njit(inline="always")
def _next(number):
    return number + _step


def test_what_a_user_s_function_refers_to_may_change(monkeypatch: pytest.MonkeyPatch) -> None:
    for step in (1, 2):
        monkeypatch.setattr(sys.modules[__name__], "_step", step)
        assert njit(lambda number: _next(number) + _next(number))(5) == 2 * (5 + step)


def test_a_user_s_function_need_not_belong_to_a_module() -> None:
    names: dict[str, Callable[[int], int]] = {}
    exec("def add_one(number): return number + 1", names)
    assert names["add_one"].__module__ is None
    add_one = njit(inline="always")(names["add_one"])
    assert njit(lambda number: 2 * add_one(number))(3) == 8


def test_operators_on_numbers_of_several_types_have_the_types_that_numba_gives_them() -> None:
    # Each type again after another one: what is remembered belongs to one pair of types.
    @kernel
    def of(one, other):
        return one + other, one < other, one // other

    @njit(error_model="numpy")
    def plainly(one, other):
        return one + other, one < other, one // other

    for _ in range(2):
        for one, other in ((np.uint64(7), 2), (np.uint8(7), np.uint64(9)), (7, 2), (True, 3), (7.5, 2)):
            assert of(one, other) == plainly(one, other)
    returned = [compiled.signature.return_type for compiled in of.overloads.values()]  # type: ignore[attr-defined]
    assert returned == [compiled.signature.return_type for compiled in plainly.overloads.values()]


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
