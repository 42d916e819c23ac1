"""Policies as C functions, each compiled by itself.

A kernel calls those in play by their addresses.

All have one signature, ``int64 choose(view *, uint64 *chance, int64 *table, int64
size)``. So a kernel is compiled once for all policies, named and users' own.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import Any

import numba
import numpy as np
from numba import carray, cfunc, types  # type: ignore[attr-defined, unused-ignore]
from numba.extending import is_jitted
from numpy.typing import NDArray

from sim.contract.policy import Policy, as_move
from sim.errors import UserError
from sim.kernels.chances import CHANCE
from sim.kernels.compiling import c_function

NO_MOVE = -(1 << 62)
"""Not a legal move in any game."""

_ONE, _WORDS = (1,), (CHANCE,)
"""The shapes of the view and of the chance."""

_C_TYPES = (ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64)


@dataclass
class Function:
    """A policy as a C function.

    Attributes
    ----------
    address
        The address of the code.
    code
        The object that keeps the code alive.
    raised
        The exceptions that a plain function raised.
    answers
        The answers of a plain function that are not moves at all.
    """

    address: int
    code: Any
    raised: list[BaseException] = field(default_factory=list)
    answers: list[object] = field(default_factory=list)


def _signature(view: np.dtype[Any]) -> Any:
    record = types.CPointer(numba.from_dtype(view))
    chance = types.CPointer(types.uint64)
    table = types.CPointer(types.int64)
    return types.int64(record, chance, table, types.int64)


@cache
def named(policy: Policy, view: np.dtype[Any]) -> Function:
    """A named policy, compiled; the kernel of its game has named it to the compiler.

    Parameters
    ----------
    policy
        The policy.
    view
        The type of the record that it sees.
    """
    choose = policy.choose
    if policy.table is None:

        def call(at: Any, chance: Any, table: Any, size: Any) -> Any:
            return choose(carray(at, _ONE)[0], carray(chance, _WORDS))
    else:

        def call(at: Any, chance: Any, table: Any, size: Any) -> Any:
            return choose(
                carray(at, _ONE)[0], carray(chance, _WORDS), carray(table, (size,))
            )

    # A name of its own: see `sim.kernels.compiling.COPIED`.
    call.__qualname__ = f"{policy.choose.__module__}.{policy.choose.__qualname__}"
    code = c_function(_signature(view))(call)
    return Function(code.address, code)


def check_own(policy: Callable[..., Any], view: np.dtype[Any]) -> None:
    """Refuse a user's own policy that is marked for Numba but cannot be compiled.

    Parameters
    ----------
    policy
        The function.
    view
        The type of the record that it sees.

    Raises
    ------
    UserError
        If Numba cannot compile it.
    """
    if is_jitted(policy):
        _compiled(policy, view)


def users_own(policy: Callable[..., Any], view: np.dtype[Any]) -> Function:
    """A user's own policy, compiled if it is marked for Numba.

    Parameters
    ----------
    policy
        The function.
    view
        The type of the record that it sees.

    Raises
    ------
    UserError
        If Numba cannot compile it, or it returns something else than a whole number.
    """
    if is_jitted(policy):
        code = _compiled(policy, view)
        return Function(code.address, code)
    return _plain(policy, view)


@lru_cache(maxsize=64)
def _compiled(policy: Callable[..., Any], view: np.dtype[Any]) -> Any:
    def choose(at: Any, chance: Any, table: Any, size: Any) -> Any:
        # No exception can pass through C code: the kernel stops at the illegal move
        # instead.
        try:
            return policy(carray(at, _ONE)[0], carray(chance, _WORDS))
        except Exception:
            return NO_MOVE

    name = getattr(policy, "__name__", repr(policy))
    try:
        code = cfunc(_signature(view))(choose)
        answers = [
            overload.signature.return_type
            for overload in policy.overloads.values()  # type: ignore[attr-defined]
        ]
    except Exception as error:  # Numba raises many kinds of error
        raise UserError(
            f"Numba cannot compile the policy {name}: {_cause(error)}",
            cure="see which fields its view has, or give the plain function",
        ) from error
    for answer in answers:
        if not isinstance(answer, types.Integer | types.Boolean):
            raise UserError(
                f"policy {name} answers with {answer}",
                cure="a policy always returns a whole number",
            )
    return code


def _cause(error: Exception) -> str:
    """The line of an error of Numba's that says most.

    It is the one on a wrong draw, or the first with a cause.
    """
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    for line in lines:
        if line.startswith("TypingError: draw of"):
            return line.removeprefix("TypingError: ")
    for line in lines:
        if not line.startswith(("Failed", "During")):
            return line
    return ""


def _plain(policy: Callable[..., Any], view: np.dtype[Any]) -> Function:
    called = Function(0, None)

    def choose(at: int, chance: int, table: int, size: int) -> int:
        try:
            record = _memory(at, view, 1).view(np.recarray)[0]
            words = _memory(chance, np.dtype(np.uint64), CHANCE)
            answer = policy(record, words)
            move = as_move(answer)
            if move is None:
                called.answers.append(answer)
            return NO_MOVE if move is None else move
        except BaseException as error:  # as above
            called.raised.append(error)
            return NO_MOVE

    called.code = ctypes.CFUNCTYPE(ctypes.c_int64, *_C_TYPES)(choose)
    called.address = ctypes.cast(called.code, ctypes.c_void_p).value or 0
    return called


def _memory(address: int, kind: np.dtype[Any], length: int) -> NDArray[Any]:
    """The memory at an address as an array."""
    place: Any = (ctypes.c_char * (kind.itemsize * length)).from_address(address)
    return np.frombuffer(place, kind)
