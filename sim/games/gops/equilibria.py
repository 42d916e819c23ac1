"""Tables of equilibrium strategies for GOPS, for the sizes at which they stay small.

``python -m docs.tables`` makes them, and :mod:`sim.policies.thresholds` explains how
they are stored.
"""

from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sim.errors import UserError
from sim.policies.sets import below, count
from sim.policies.thresholds import joined, unpack

_LARGEST = {
    ("points", False): 8,
    ("points", True): 7,
    ("win", False): 6,
    ("win", True): 6,
}
"""The largest size with a table, by objective and by whether a tied prize is carried
over."""

_FOLDER = Path(__file__).parent / "tables"


class GopsTable(NamedTuple):
    """The mixtures of all positions of a game of GOPS.

    Attributes
    ----------
    cards
        The number of cards of each hand.
    rows
        int64 (2**cards * 2**cards,): for two hands as bit masks, the ace in bit 0, at
        ``mine << cards | theirs``, twice the number of the first prize turned in a
        position with these hands, plus one if the hands are stored the other way round.
    set_of
        int64 (2**cards,): the number of each set of prizes among those of its size.
    shapes
        int64, flat (cards + 1, 4): for every number of prizes, where its part of
        ``places`` begins, and the numbers of sets of prizes, pots and leads.
    places
        int32, flat (missing cards, sets, pots, leads) for every number of prizes: the
        place of a position among those with the same hands, -1 for none. Leads count
        from ``-(leads // 2)``.
    supports
        uint8 (prizes turned * 2,): the cards bid with any probability, the lowest of
        the hand in bit 0; both players'.
    offsets
        uint32 (prizes turned * 2,): where the thresholds of a mixture begin.
    thresholds
        uint32: the thresholds of the cards that are bid, except the highest such card.
    """

    cards: int
    rows: NDArray[np.int64]
    set_of: NDArray[np.int64]
    shapes: NDArray[np.int64]
    places: NDArray[np.int32]
    supports: NDArray[np.uint8]
    offsets: NDArray[np.uint32]
    thresholds: NDArray[np.uint32]


def sizes(objective: str = "points", carry_over: bool = False) -> tuple[int, ...]:
    """The numbers of cards that have a table."""
    largest = _LARGEST.get((objective, carry_over), 0)
    return tuple(range(2, largest + 1))


def table_path(cards: int, objective: str, carry_over: bool) -> Path:
    """The path of a table."""
    return (
        _FOLDER / f"gops-{objective}-{'carry' if carry_over else 'discard'}-{cards}.npz"
    )


@cache
def gops_table(cards: int, objective: str, carry_over: bool) -> GopsTable:
    """The table of a game of GOPS."""
    kept = sizes(objective, carry_over)
    if cards not in kept:
        known = f"from {kept[0]} to {kept[-1]} cards" if kept else "for points and win"
        raise UserError(
            f"no equilibrium table for {cards} cards", cure=f"there are tables {known}"
        )
    with np.load(table_path(cards, objective, carry_over)) as file:
        return _unpacked(cards, dict(file))


def _unpacked(cards: int, kept: dict[str, NDArray[Any]]) -> GopsTable:
    """A table from its stored arrays."""
    set_of = np.zeros(1 << cards, np.int64)
    shapes = np.zeros((cards + 1, 4), np.int64)
    rows = np.full((1 << cards, 1 << cards), -1, np.int64)
    row = 0
    begin = 0
    turned = 0
    for size in range(2, cards + 1):
        masks = sorted(
            sum(1 << card for card in cards_of)
            for cards_of in combinations(range(cards), size)
        )
        set_of[masks] = np.arange(len(masks))
        pots, leads = (int(number) for number in kept["shapes"][size - 2])
        shapes[size] = begin, len(masks), pots, leads
        begin += (cards - size + 1) * len(masks) * pots * leads
        first: dict[tuple[int, int], int] = {}
        while (
            row < len(kept["keys"]) and int(kept["keys"][row]).bit_count() == 2 * size
        ):
            key = int(kept["keys"][row])
            first[key >> 16, key & 0xFFFF] = turned
            turned += int(kept["lengths"][row]) * size
            row += 1
        for mine in masks:
            for theirs in masks:
                hands = _renumbered(mine, theirs)
                swapped = hands[0] < hands[1]
                rows[mine, theirs] = (
                    2 * first[hands[::-1] if swapped else hands] + swapped
                )
    supports = kept["supports"]
    offsets = np.zeros(len(supports), np.uint32)
    np.cumsum(np.bitwise_count(supports[:-1]) - 1, out=offsets[1:], dtype=np.uint32)
    count = int(np.bitwise_count(supports).sum()) - len(supports)
    thresholds = unpack(kept["thresholds"], count)
    return GopsTable(
        cards=cards, rows=rows.reshape(-1), set_of=set_of, shapes=shapes.reshape(-1),
        places=kept["places"], supports=supports, offsets=offsets, thresholds=thresholds,
    )  # fmt: skip


def _renumbered(mine: int, theirs: int) -> tuple[int, int]:
    """Renumber the cards without those that neither hand has."""
    hands = (0, 0)
    place = 0
    for bit in range((mine | theirs).bit_length()):
        if (mine | theirs) >> bit & 1:
            hands = (
                hands[0] | (mine >> bit & 1) << place,
                hands[1] | (theirs >> bit & 1) << place,
            )
            place += 1
    return hands


@cache
def joined_table(cards: int, objective: str, carry_over: bool) -> NDArray[np.int64]:
    """The table of a game of GOPS as one array, which the policy comes with."""
    table = gops_table(cards, objective, carry_over)
    return joined([np.array([cards]), *table[1:]])


def mixture_of(
    table: NDArray[np.int64],
    mine: int,
    theirs: int,
    prizes: int,
    upcard: int,
    pot: int,
    lead: int,
) -> tuple[int, int]:
    """Where a player's mixture is stored.

    It says which cards of the hand are bid, and where their thresholds begin.

    Compiled, too. Where all is decided, nothing is stored, and the lowest card is sure.

    Parameters
    ----------
    table
        The table of the game; the places of its arrays are in its front.
    mine, theirs, prizes
        The hands of two cards or more and the prizes still face down, as sets of cards.
    upcard, pot, lead
        The prize turned up, the points carried over to it, and the player's lead.

    Returns
    -------
    support
        The cards that are bid as a bit mask, the lowest of the hand in bit 0.
    first
        The place of the first threshold in the table.
    """
    rows = table[1]
    set_of = table[2]
    shapes = table[3]
    places = table[4]
    supports = table[5]
    offsets = table[6]
    thresholds = table[7]
    cards = table[table[0]]
    held = count(mine)
    shape = shapes + 4 * held
    begin = table[shape]
    sets = table[shape + 1]
    pots = table[shape + 2]
    leads = table[shape + 3]
    row = table[rows + ((mine >> 1) << cards | theirs >> 1)]
    swapped = row & 1
    turned = prizes | 1 << upcard
    seen = 0
    if leads > 1:
        seen = (-lead if swapped else lead) + leads // 2
    if seen < 0 or seen >= leads:
        return 1, 0
    at = (cards - count(mine | theirs)) * sets + table[set_of + (turned >> 1)]
    place = table[places + begin + (at * pots + pot) * leads + seen]
    if place < 0:
        return 1, 0
    turn = (row >> 1) + place * held + count(below(turned, upcard))
    mixture = 2 * turn + swapped
    return table[supports + mixture], thresholds + table[offsets + mixture]
