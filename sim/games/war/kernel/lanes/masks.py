"""The masks of a pass of War.

They say which ties are fought, where each round ends, and who takes each pair of cards.

Bit ``i`` of a mask belongs to the ``i``-th pair of cards that meet, counted from both
heads. Every formula works on one mask, on an array of them, and on the
:class:`~sim.kernels.llvm.numbers.Number` of many games.
"""

from typing import Any

WIDTH = 16
"""The most pairs of cards in one pass: a mask of 16 bits."""

_EVEN = 0x5555


def fought_ties(equal: Any, face_down: int) -> Any:
    """The pairs whose tie starts or prolongs a war, given all pairs of equal cards.

    A tie at ``i`` decides who fights at ``i + face_down + 1``; ties between the two lie
    face down and mean nothing.
    """
    if face_down == 0:
        return equal
    if face_down == 1:
        # In each run of equal pairs every other one is fought, from the first. A carry
        # runs along those that start at an even place and clears them; what is left
        # tells even starts from odd ones.
        even_starts = equal & ~(equal << 1) & _EVEN
        return equal & ((equal + even_starts) ^ _EVEN)
    fought = equal & 0
    for _ in range(-(-WIDTH // (face_down + 1))):
        lowest = equal & -equal
        fought = fought | lowest
        equal = equal & ~((lowest << (face_down + 1)) - lowest)
    return fought


def covered(fought: Any, face_down: int) -> Any:
    """The pairs that lie face down in wars over these ties."""
    cover = fought & 0
    for place in range(1, face_down + 1):
        cover = cover | (fought << place)
    return cover


def up_to(ends: Any) -> Any:
    """All pairs up to the last one in the mask."""
    for places in (1, 2, 4, 8):
        ends = ends | (ends >> places)
    return ends


def past_first_tie(coins: Any, fought: Any, face_down: int) -> Any:
    """Coins of pairs of cards, those behind the first tie moved behind its cards.

    One had fallen for each pair.

    A round has one coin, however many cards are laid in it.
    """
    before = (fought & -fought) - 1
    return (coins & before) | ((coins & ~before) << (face_down + 1))


def one_level_back(won: Any, fought: Any, face_down: int) -> Any:
    """The mask of pairs won, with each tie that is decided one battle later."""
    return won | ((won >> (face_down + 1)) & fought)


def with_covered(won: Any, fought: Any, face_down: int) -> Any:
    """The mask of pairs won, with the pairs that lie face down after a tie that is won."""
    return won | covered(won & fought, face_down)
