"""The door for policies of compiled games: named ones by number, a user's own by the address of its code.

The functions of named policies, which the rulebook calls too, are compiled into the
kernel of their game, which asks them by number
(:func:`sim.policies.kernel.compiled.move_by`). A user's own policy is called through
one C signature, ``int64 choose(view *, uint64 *chance)``, whether Numba compiled it or
Python runs it. So each game is compiled once for all policies.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, NamedTuple

import numba
import numpy as np
from numba import carray, cfunc, types  # type: ignore[attr-defined, unused-ignore]
from numba.extending import is_jitted
from numpy.typing import NDArray

from sim.contract.policy import (
    Choice,
    Policies,
    as_move,
    illegal_move,
    name_policy,
    seat_name,
    seats_under,
)
from sim.errors import UserError
from sim.kernels.chances import CHANCE, FIRST_SEAT
from sim.kernels.compiling import inlined
from sim.kernels.philox import BUFFER, open_stream
from sim.policies.kernel import compiled

__all__ = [
    "NO_MOVE",
    "Players",
    "Seats",
    "check_own",
    "compiled",
    "open_chances",
    "seats_of",
]

NO_MOVE = -(1 << 62)
"""Not a legal move in any game."""


class Players(NamedTuple):
    """The players' policies of one kind of decision, as a kernel takes them.

    Attributes
    ----------
    codes
        int64 (seats,): the number of a named policy, or ``OWN`` for a user's own.
    views
        A record for each seat, or one for all: what it sees, which the kernel keeps up to date.
    calls
        int64 (seats, 3): for a user's own policy, the addresses of its code, its view and its chance. On a page:
        (seats, MOVES), how many moves a visitor has made, and then these moves.
    chances
        uint64 (seats, CHANCE): the streams of the seats.
    tables, starts
        int64: the tables that policies come with, one behind the other; int64 (seats,): where that of a seat begins.
    fault
        int64 (4,): 1, game, seat and move, once a user's own policy has made an illegal move; the kernel then stops.
    """

    codes: np.ndarray
    views: np.ndarray
    calls: np.ndarray
    chances: np.ndarray
    tables: np.ndarray
    starts: np.ndarray
    fault: np.ndarray


@inlined
def open_chances(players, game):
    """Set the chance of every seat to the start of its stream in a game."""
    for seat in range(len(players.chances)):
        open_stream(players.chances[seat], game, FIRST_SEAT + np.uint64(seat))


@dataclass
class Seats:
    """The players' policies as a kernel takes them.

    Every call of a kernel needs its own.
    """

    # int64 (seats, parts): the number of a named policy, or `OWN` for a user's own.
    codes: NDArray[np.int64]
    # int64 (seats, parts): the address of the code of a user's own policy, 0 for a
    # named one.
    _addresses: NDArray[np.int64]
    # For each part an array of records: what each seat sees, which the kernel keeps up
    # to date.
    views: tuple[NDArray[Any], ...]
    # uint64 (seats, CHANCE): each seat's stream, which the kernel sets to its start for
    # every game.
    chances: NDArray[np.uint64]
    # int64 (4,): set to 1, game, seat and move when a user's own policy makes an
    # illegal move; the kernel then stops.
    fault: NDArray[np.int64]
    _policies: Policies
    _seats: tuple[tuple[Choice, ...], ...]
    _called: list[_Called] = field(default_factory=list)

    def calls(self, part: int = 0) -> NDArray[np.int64]:
        """For each seat the addresses of a user's own policy, of its view and of its chance; int64 (seats, 3)."""
        views = self.views[part]
        seats = np.arange(len(self.chances)) % len(views)
        places = views.ctypes.data + views.itemsize * seats
        streams = [chance.ctypes.data for chance in self.chances]
        return np.stack([self._addresses[:, part], places, streams], axis=1)

    def players(self, rules: Any, place: int = 0) -> Players:
        """The players as the kernel takes them, for one kind of decision."""
        part = self._policies.parts[place]
        tables: dict[Choice, NDArray[np.int64]] = {}
        for choices in self._seats:
            table = part.table_of(choices[place], rules)
            if table is not None:
                tables[choices[place]] = table
        ends = np.cumsum([0, *map(len, tables.values())])
        start = dict(zip(tables, ends.tolist(), strict=False))
        starts = [start.get(choices[place], 0) for choices in self._seats]
        joined = [*tables.values()] or [np.zeros(0, np.int64)]
        return Players(
            self.codes[:, place].copy(),
            self.views[place],
            self.calls(place),
            self.chances,
            # One table is not copied: it can be large.
            joined[0] if len(joined) == 1 else np.concatenate(joined),
            np.array(starts, np.int64),
            self.fault,
        )

    def check(self) -> None:
        """Raise the error of a user's own policy, if any: its own exception, with its game, or for an illegal move."""
        for called in self._called:
            if called.raised:
                raise name_policy(
                    called.raised[0],
                    self._seats[int(self.fault[2])],
                    int(self.fault[1]),
                )
        if self.fault[0] == compiled.TOO_MANY:
            raise UserError(
                f"policy {seat_name(self._seats[int(self.fault[2])])} draws in too many ways",
                cure="let it draw less, or give its chances as a function of the hands",
            )
        if self.fault[0]:
            _, game, seat, move = map(int, self.fault)
            answers = [answer for called in self._called for answer in called.answers]
            if move == NO_MOVE and not answers:
                raise UserError(
                    f"policy {seat_name(self._seats[seat])} fails in game {game}",
                    cure="play it without numba.njit to see where",
                )
            raise illegal_move(
                self._seats[seat], game, answers[0] if move == NO_MOVE else move
            )


def seats_of(policies: Policies, rules: Any, seed: int) -> Seats:
    """The players' policies as a kernel takes them."""
    chosen = seats_under(policies, rules)
    # Parts with the same view look at the same records.
    records = {
        part.view: np.zeros(1 if part.shared else len(chosen), part.view(rules))
        for part in policies.parts
    }
    views = tuple(records[part.view] for part in policies.parts)
    codes = np.array(
        [
            [
                part.code(choice)
                for part, choice in zip(policies.parts, seat, strict=True)
            ]
            for seat in chosen
        ],
        np.int64,
    )
    addresses = np.zeros(codes.shape, np.int64)
    called = []
    for seat, choices in enumerate(chosen):
        for place, choice in enumerate(choices):
            if not isinstance(choice, str):
                own = _called_by_address(choice, views[place].dtype)
                addresses[seat, place] = own.address
                called.append(own)
    chances = np.zeros((len(chosen), CHANCE), np.uint64)
    chances[:, BUFFER] = seed
    return Seats(
        codes,
        addresses,
        views,
        chances,
        np.zeros(4, np.int64),
        policies,
        chosen,
        called,
    )


@dataclass
class _Called:
    """A user's own policy as C code."""

    address: int  # the address of the code
    code: Any  # the object that keeps the code alive
    # The exceptions that a plain function raised, and its answers that are not moves at
    # all.
    raised: list[BaseException] = field(default_factory=list)
    answers: list[object] = field(default_factory=list)


def check_own(policy: Callable[..., Any], view: np.dtype[Any]) -> None:
    """Refuse a user's own policy that is marked for Numba but cannot be compiled."""
    if is_jitted(policy):
        _compiled(policy, view)


def _called_by_address(policy: Callable[..., Any], view: np.dtype[Any]) -> _Called:
    if is_jitted(policy):
        code = _compiled(policy, view)
        return _Called(code.address, code)
    return _plain(policy, view)


@lru_cache(maxsize=64)
def _compiled(policy: Callable[..., Any], view: np.dtype[Any]) -> Any:
    record = numba.from_dtype(view)
    one, words = (1,), (CHANCE,)

    def choose(at: Any, chance: Any) -> Any:
        # No exception can pass through C code: the kernel stops at the illegal move
        # instead.
        try:
            return policy(carray(at, one)[0], carray(chance, words))
        except Exception:
            return NO_MOVE

    signature = types.int64(types.CPointer(record), types.CPointer(types.uint64))
    name = getattr(policy, "__name__", repr(policy))
    try:
        code = cfunc(signature)(choose)
        answers = [
            overload.signature.return_type
            for overload in policy.overloads.values()  # type: ignore[attr-defined]
        ]
    except Exception as error:  # Numba raises many kinds of error
        lines = [line.strip() for line in str(error).splitlines() if line.strip()]
        detail = next(
            (line for line in lines if not line.startswith(("Failed", "During"))), ""
        )
        drawn = [
            line.removeprefix("TypingError: ")
            for line in lines
            if line.startswith("TypingError: draw of")
        ]
        detail = drawn[0] if drawn else detail
        raise UserError(
            f"Numba cannot compile the policy {name}: {detail}",
            cure="see which fields its view has, or give the plain function",
        ) from error
    for answer in answers:
        if not isinstance(answer, types.Integer | types.Boolean):
            raise UserError(
                f"policy {name} answers with {answer}",
                cure="a policy always returns a whole number",
            )
    return code


def _plain(policy: Callable[..., Any], view: np.dtype[Any]) -> _Called:
    called = _Called(0, None)

    def choose(at: int, chance: int) -> int:
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

    called.code = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_void_p, ctypes.c_void_p)(
        choose
    )
    called.address = ctypes.cast(called.code, ctypes.c_void_p).value or 0
    return called


def _memory(address: int, kind: np.dtype[Any], length: int) -> NDArray[Any]:
    """The memory at an address as an array."""
    place: Any = (ctypes.c_char * (kind.itemsize * length)).from_address(address)
    return np.frombuffer(place, kind)
