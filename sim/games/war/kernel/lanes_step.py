"""One step of the games that are played side by side: a pass of each game of a group, without a branch on the cards.

A pass is made in three parts. *Meet*: the next 16 cards of both packets are compared, which gives two masks of 16 bits
a game. *Settle*: from the masks of 16 games at once, each in a lane of 16 bits, follow the wars, the winners, the
length of the pass and all counts. *Move*: the cards go to the tails. A step compares and settles one group while it
moves the cards of the other, for which the step before has settled what happens: so the processor always has work
that does not wait.

Each set of rules has its own step, a fifth of a second to compile. What happens around it takes ten times as long
to compile, so that is compiled without the step, and calls it by its address.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from sim.games.war.kernel.lanes_cards import BY_COMPRESSION, BY_TABLE, ONE_BY_ONE, Moving
from sim.games.war.kernel.lanes_layout import FIELDS, GAMES, is_marked, packet_bytes
from sim.games.war.kernel.lanes_meeting import Meeting
from sim.kernels.compiling import kernel
from sim.kernels.lanes import BYTE, Memory
from sim.kernels.processor import has
from sim.kernels.vectors import data_of

WAY = BY_COMPRESSION if has("avx512vbmi2") and has("avx512vl") else BY_TABLE if has("avx2") else ONE_BY_ONE
"""How this processor moves pairs of cards."""

HAS_LANES = WAY != ONE_BY_ONE
"""Whether games played side by side are faster than one by one on this processor."""

MOST_FACE_DOWN = 4
"""The most cards that may be laid face down in a war: with more of them too many wars are longer than a pass."""

_ONE_AT_A_TIME = threading.Lock()
_POINTER = BYTE.as_pointer()
_STEP = ir.FunctionType(ir.VoidType(), [_POINTER] * 5)


def generate_step(module: Any, name: str, rules: tuple[int, int, bool, bool], way: int) -> Any:
    """Add the function of one step to a module, and return it.

    Parameters
    ----------
    module
        The LLVM module.
    name
        The name of the function.
    rules
        The cards laid face down in a war, the order of the pick-up, whether two ranks beat each other crosswise, and
        whether captured cards lie in piles.
    way
        How pairs of cards are moved.

    Returns
    -------
    llvmlite.ir.Function
        Its parameters: the numbers of the group whose cards move and of the group whose cards meet, the cards of both,
        and the table of orders.
    """
    face_down, pickup, *_ = rules
    function = ir.Function(module, _STEP, name)
    for argument in function.args:
        argument.add_attribute("noalias")
    builder = ir.IRBuilder(function.append_basic_block())
    lanes, lanes_met, cards, cards_met, orders = (
        Memory(builder, one, FIELDS, GAMES) for one in function.args
    )
    packet = packet_bytes(is_marked(pickup, rules[3]))
    moving = Moving(lanes, cards, orders, face_down, pickup, way, packet)
    meeting = Meeting(lanes_met, cards_met, rules, way)
    for game in range(0, GAMES, 2):
        meeting.compare(game)
    for game in range(0, GAMES // 2, 2):
        moving.of_two_games(game)
    meeting.settle()
    for game in range(GAMES // 2, GAMES, 2):
        moving.of_two_games(game)
    builder.ret_void()
    return function


@intrinsic(prefer_literal=True)  # type: ignore[misc, unused-ignore]  # Numba is untyped
def _compiled_step(typingctx: Any, face_down: Any, pickup: Any, crossed: Any, piles: Any, way: Any) -> Any:
    """Compile a step, and return its address. The arguments are constants; see :func:`generate_step`."""
    constants = [argument.literal_value for argument in (face_down, pickup, crossed, piles, way)]

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        module = builder.module
        rules = (constants[0], constants[1], bool(constants[2]), bool(constants[3]))
        function = generate_step(module, module.get_unique_name("step_of_war"), rules, constants[4])
        function.linkage = "internal"
        return builder.ptrtoint(function, ir.IntType(64))

    return types.uint64(face_down, pickup, crossed, piles, way), codegen


@cache
def _locator(face_down: int, pickup: int, crossed: int, piles: int, way: int) -> Callable[[], np.uint64]:
    """Return a compiled function that returns the address of a step; the step lives as long as it does."""

    @kernel
    def locate():
        return _compiled_step(face_down, pickup, crossed, piles, way)

    return locate


def step_of(face_down: int, pickup: int, crossed: int, piles: int, way: int) -> np.uint64:
    """Return the address of the step under some rules, in this process: for :func:`take_step`.

    Parameters
    ----------
    face_down, pickup
        The cards laid face down in a war, and the order of the pick-up.
    crossed
        1 if the lowest rank beats the highest, otherwise 0.
    piles
        1 if captured cards lie in piles, 0 if they go under the packets.
    way
        How pairs of cards are moved: :data:`WAY`.
    """
    # Of two locators, that of the thread that comes second would be forgotten, and its step with it.
    with _ONE_AT_A_TIME:
        locate = _locator(face_down, pickup, crossed, piles, way)
    return np.uint64(locate())


@intrinsic  # type: ignore[misc, unused-ignore]  # Numba is untyped
def take_step(
    typingctx: Any, step: Any, lanes: Any, cards: Any, orders: Any, moving: Any, meeting: Any, packet: Any
) -> Any:
    """Move the cards of one group of games, and compare and settle the other's next pass.

    The step is an address (:func:`step_of`), the arrays are those of
    :class:`~sim.games.war.kernel.lanes_layout.SideBySide`, the groups numbers; the last are the bytes of a packet.
    """
    signature = types.void(types.uint64, lanes, cards, orders, types.int64, types.int64, types.int64)

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        numbers, table, rows = (
            builder.bitcast(data_of(context, builder, kind, array), _POINTER)
            for kind, array in zip(signature.args[1:4], args[1:4], strict=True)
        )
        packets = builder.mul(args[6], ir.Constant(args[6].type, 2 * GAMES))
        fields = ir.Constant(args[6].type, 2 * GAMES * len(FIELDS))
        parts = [
            builder.gep(base, [builder.mul(group, size)])
            for base, size in ((numbers, fields), (table, packets))
            for group in args[4:6]
        ]
        builder.call(builder.inttoptr(args[0], _STEP.as_pointer()), [*parts, rows])
        return context.get_dummy_value()

    return signature, codegen
