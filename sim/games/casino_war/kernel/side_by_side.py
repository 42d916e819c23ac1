"""Rounds of Casino War side by side: the first two cards of several games in the lanes of vector registers."""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from sim.games.casino_war.rules import RESULTS
from sim.kernels.columns import code_of
from sim.kernels.lanes import Lanes, constant, numbered
from sim.kernels.philox_lanes import GAMES, WORDS, multiplied, product_of_halves
from sim.kernels.vectors import data_of

PUT_OFF = np.int8(len(RESULTS))
"""Stands for the result of a round that its first two cards do not settle."""

_CODES = ir.VectorType(ir.IntType(8), GAMES)


def _ranks(places: Lanes, copies: Lanes) -> Lanes:
    """Return the ranks, from 0 on, of the cards at these places of the shoe before the shuffle."""
    # places: Below 416: a multiplication gives the quotient exactly.
    # copies: ``2**32`` by the copies of each rank, rounded up.
    return product_of_halves(places, copies) >> 32


@intrinsic  # type: ignore[misc, unused-ignore]  # Numba is untyped
def play_some(typingctx: Any, shoe: Any, words: Any, results: Any, done: Any) -> Any:
    """Play the first two cards of ``GAMES`` rounds."""
    # shoe: uint64, five of them: the number of cards; ``2**32`` by the copies of each rank, rounded up; the
    # product of the bounds of the draws that share the first word; below what a word times this product is
    # rejected; and the result of a tie.
    # words, results: uint64 (games,): the first word of each game; and int8 (games,), filled for these games.
    # done: uint64: the first of these games.
    word = types.uint64
    signature = types.void(types.UniTuple(word, 5), words, results, word)

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        def same(value: Any) -> Lanes:
            return numbered(builder, WORDS, value)

        shoe, words, results, done = args
        cards, copies, product, rejected, tie = (builder.extract_value(shoe, each) for each in range(5))
        last = builder.sub(cards, ir.Constant(ir.IntType(64), 1))
        place = builder.gep(data_of(context, builder, signature.args[1], words), [done])
        drawn = Lanes(builder, builder.load(builder.bitcast(place, WORDS.as_pointer()), align=8))
        mine, left = multiplied(drawn, same(cards))
        theirs, _ = multiplied(left, same(last))
        theirs = Lanes(builder, builder.select(mine.is_("==", theirs), same(last).value, theirs.value))
        player, house = _ranks(mine, same(copies)), _ranks(theirs, same(copies))
        won, lost = (constant(WORDS, int(code_of(RESULTS, name))) for name in ("win", "lose"))
        result = builder.select(player.is_(">", house), won, lost)
        result = builder.select(player.is_("==", house), same(tie).value, result)
        final = Lanes(builder, builder.mul(drawn.value, same(product).value))
        result = builder.select(final.is_("<", same(rejected)), constant(WORDS, int(PUT_OFF)), result)
        place = builder.gep(data_of(context, builder, signature.args[2], results), [done])
        builder.store(builder.trunc(result, _CODES), builder.bitcast(place, _CODES.as_pointer()), align=1)
        return context.get_dummy_value()

    return signature, codegen
