"""Cards in vector registers: copied, compared and dealt sixteen bytes at a time."""

from numba import types

from sim.kernels.llvm.functions import generated
from sim.kernels.llvm.numbers import WORD, called, integer, vector

_EIGHT, _SIXTEEN = vector(8, 8), vector(8, 16)


@generated()
def copy_16(table, target, source):
    """Copy 16 cards of the table at once."""
    table.store(target, table.load(source, _SIXTEEN))


@generated()
def copy_wide_8(source, start, target, to):
    """Copy 8 cards of 32 bits each from a place of one row to a place of another."""
    target.store(to, source.load(start, vector(32, 8)))


@generated()
def narrow_16(wide, start, table, target):
    """Put 16 cards of 32 bits each into as many bytes of the table."""
    table.store(target, wide.load(start, vector(32, 16)).cut(_SIXTEEN))


@generated(types.uint64)
def eight_at(table, place):
    """Return eight cards as one number, to compare them with others."""
    return table.load(place, _EIGHT).seen_as(WORD)


@generated()
def put_stacks(table, to, first, second, laid):
    """Put two stacks of up to 16 cards one behind the other at a third place.

    What lies behind them stays.
    """
    middle = to + laid
    end = middle + laid
    # All are read before any is written, so each store may overwrite the end of the one
    # before.
    stacks = [table.load(place, _SIXTEEN) for place in (first, second, end)]
    for place, cards in zip((to, middle, end), stacks, strict=True):
        table.store(place, cards)


@generated(types.UniTuple(types.uint64, 2))
def deal_32(deal, start, table, targets, rank, known):
    """Deal 32 cards in turn to two places of the table, sixteen to each.

    Return how many of the first player's cards, but for the first ``known``, have a
    rank, and the sum of their ranks.
    """
    dealt = deal.load(start, vector(8, 32))
    packets = [dealt.picked(range(first, 32, 2)) for first in range(2)]
    for packet, target in zip(packets, targets, strict=True):
        table.store(target, packet)
    none = packets[0].same(0)
    is_new = none.same(range(16)).is_(">=", known.in_every_lane(_SIXTEEN))
    cards = is_new.chosen(packets[0], none)
    same = cards.is_("==", rank.in_every_lane(_SIXTEEN)).seen_as(integer(16)).ones()
    total = called(
        "llvm.vector.reduce.add.v16i32", integer(32), cards.widened(vector(32, 16))
    )
    return same.widened(WORD), total.widened(WORD)
