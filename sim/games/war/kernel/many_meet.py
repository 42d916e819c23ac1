"""The battles of up to sixteen rounds among several players, all compared at once in vector registers.

Until the shortest packet is used up, the k-th cards of all packets meet, no matter who wins. So sixteen cards of each
packet lie side by side in a register, a round in each byte, and each player's cards are compared with the best so far.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from sim.games.war.kernel.many_table import MOST_PLAYERS
from sim.kernels.lanes import constant, numbered, picked
from sim.kernels.vectors import data_of, vector_at

AT_ONCE = 16
"""The rounds compared at once."""

_CARDS = ir.VectorType(ir.IntType(8), AT_ONCE)
_INDEX = ir.IntType(64)


@intrinsic  # type: ignore[misc, unused-ignore]  # Numba is untyped
def meet(
    typingctx: Any,
    table: Any,
    heads: Any,
    after: Any,
    alive: Any,
    low: Any,
    high: Any,
    winners: Any,
    pots: Any,
) -> Any:
    """Compare the next sixteen cards of all packets; return the rounds with a tie, a bit for each.

    Parameters
    ----------
    table
        uint8: the cards.
    heads
        uint64: first, for each player still in, where the packet begins.
    after, alive
        uint64: how many cards of each packet have been played already, and the players still in.
    low, high
        uint64: the rank that beats another one, and that one; 0 if none does.
    winners
        uint8 (16,), filled: the winner of each round without a tie.
    pots
        uint64 (16,), filled: the cards of each round, a byte for each player, and zeros.
    """
    word = types.uint64
    signature = types.uint64(table, heads, word, word, word, word, winners, pots)

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        data, heads, winners, pots = (
            data_of(context, builder, signature.args[which], args[which]) for which in (0, 1, 6, 7)
        )
        after, alive = args[2:4]
        low, high = (numbered(builder, _CARDS, each).value for each in args[4:6])
        none = constant(_CARDS, 0)
        kept = cgutils.alloca_once(builder, ir.ArrayType(_CARDS, MOST_PLAYERS))
        for player in range(MOST_PLAYERS):
            builder.store(none, cgutils.gep_inbounds(builder, kept, 0, player))
        # The best rank, who shows it, whether several do; and the same of the rank that beats the highest.
        best, who, tied, lows, lowest, several = (cgutils.alloca_once_value(builder, none) for _ in range(6))

        def flags(condition: Any) -> Any:
            return builder.sext(condition, _CARDS)

        with cgutils.for_range(builder, alive) as loop:
            place = builder.add(builder.load(builder.gep(heads, [loop.index])), after)
            cards = builder.load(vector_at(builder, data, place, AT_ONCE), align=1)
            builder.store(cards, cgutils.gep_inbounds(builder, kept, 0, loop.index))
            player = numbered(builder, _CARDS, loop.index).value
            before = builder.load(best)
            better = builder.icmp_unsigned(">", cards, before)
            equal = flags(builder.icmp_unsigned("==", cards, before))
            builder.store(builder.select(better, cards, before), best)
            builder.store(builder.select(better, player, builder.load(who)), who)
            builder.store(builder.select(better, none, builder.or_(builder.load(tied), equal)), tied)
            shown = flags(builder.icmp_unsigned("==", cards, low))
            builder.store(
                builder.or_(builder.load(several), builder.and_(builder.load(lows), shown)), several
            )
            builder.store(builder.or_(builder.load(lows), shown), lows)
            builder.store(builder.or_(builder.load(lowest), builder.and_(shown, player)), lowest)
        highest = flags(builder.icmp_unsigned("==", builder.load(best), high))
        beaten = builder.icmp_unsigned("!=", builder.and_(highest, builder.load(lows)), none)
        winner = builder.select(beaten, builder.load(lowest), builder.load(who))
        ties = builder.select(beaten, builder.load(several), builder.load(tied))
        builder.store(winner, vector_at(builder, winners, ir.Constant(_INDEX, 0), AT_ONCE), align=1)
        rows = [
            builder.load(cgutils.gep_inbounds(builder, kept, 0, player)) for player in range(MOST_PLAYERS)
        ]
        target = builder.bitcast(pots, _CARDS.as_pointer())
        for place, columns in enumerate(_columns(builder, rows)):
            builder.store(columns, builder.gep(target, [ir.Constant(_INDEX, place)]), align=8)
        bits = builder.bitcast(builder.icmp_unsigned("!=", ties, none), ir.IntType(AT_ONCE))
        return builder.zext(bits, _INDEX)

    return signature, codegen


@intrinsic  # type: ignore[misc, unused-ignore]  # Numba is untyped
def equal_cards(typingctx: Any, table: Any, one: Any, other: Any) -> Any:
    """Return which of the sixteen cards from one place on equal those from another on, a bit for each."""
    signature = types.uint64(table, types.uint64, types.uint64)

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        data = data_of(context, builder, signature.args[0], args[0])
        cards = [builder.load(vector_at(builder, data, place, AT_ONCE), align=1) for place in args[1:]]
        bits = builder.bitcast(builder.icmp_unsigned("==", *cards), ir.IntType(AT_ONCE))
        return builder.zext(bits, _INDEX)

    return signature, codegen


def _columns(builder: Any, rows: list[Any]) -> list[Any]:
    """Return eight rows of sixteen bytes column by column: eight bytes of each, two columns to a register."""

    def woven(one: Any, other: Any, size: int, upper: int) -> Any:
        halves = range(upper * AT_ONCE // 2, (upper + 1) * AT_ONCE // 2, size)
        order = [
            which * AT_ONCE + place + byte for place in halves for which in range(2) for byte in range(size)
        ]
        return picked(builder, one, other, order)

    # Bytes of two rows, then pairs of bytes, then fours.
    twos = [woven(rows[row], rows[row + 1], 1, upper) for upper in range(2) for row in range(0, 8, 2)]
    fours = [
        woven(twos[4 * part + pair], twos[4 * part + pair + 1], 2, upper)
        for part in range(2)
        for upper in range(2)
        for pair in (0, 2)
    ]
    return [woven(fours[pair], fours[pair + 1], 4, upper) for pair in range(0, 8, 2) for upper in range(2)]
