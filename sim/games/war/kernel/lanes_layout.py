"""Where the cards and the numbers of the games that are played side by side lie in memory."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import DTypeLike, NDArray

from sim.games.packets.codes import SEAT
from sim.games.war.kernel.codes import Setting
from sim.games.war.kernel.lanes_masks import WIDTH
from sim.games.war.kernel.two_table import STATE, Work
from sim.kernels.compiling import inlined
from sim.kernels.philox import BUFFER
from sim.kernels.shuffling import MOST_IN_REGISTER
from sim.kernels.vectors import LINE

GAMES = 16
"""The games of a group: one for each lane of a vector of 16-bit numbers."""

GROUPS = 2
"""While the cards of one group move, those of the other are compared."""

MOST_CARDS = 110
"""The most cards of both players: the numbers of cards that a player holds are counted in signed bytes."""

FURTHEST = 512
"""The place of a head from which both packets are moved back to the beginning of their rooms."""

REMEMBERED = 24 * FURTHEST
"""The same where pots are picked up by seats: many of those games repeat for ever, which their played cards show."""

MARKS = REMEMBERED // FURTHEST + 1
"""The places at which the counts of such a game are kept."""


def is_marked(pickup: int, piles: bool) -> bool:
    """Return whether games are looked at for repetitions: with pots picked up by seats, unless chance plays."""
    return pickup == SEAT and not piles


def packet_bytes(marked: bool) -> int:
    """Return the bytes of one packet; player 1's follows player 0's, then come those of the next game.

    Parameters
    ----------
    marked
        Whether the cards that were played are kept.
    """
    furthest = REMEMBERED + FURTHEST if marked else FURTHEST
    lines = -(-(furthest + 2 * MOST_CARDS + 5 * WIDTH) // LINE)
    # An odd number, so that the packets do not compete for the same lines of the cache.
    return (lines | 1) * LINE


PACKET = packet_bytes(False)
"""The same where they are not."""


FIELDS = (
    # the state of the games, between passes
    *("total", "held", "head", "least", "most", "ties_1", "ties_2", "ties_3", "ties_4", "ties_5", "longest"),
    # the two ranks that beat each other crosswise, in each byte
    *("low", "high"),
    # with pots picked up by seats: the place of the head at which the game is looked at for a repetition
    "until",
    # with shuffled pots: the rounds played, and the pairs of which player 0's card goes first
    *("rounds", "coins"),
    # with piles: the places where the packets end and the piles begin, and the pile to be shuffled
    *("bound_0", "bound_1", "pile", "size"),
    # the next pass: what meets, and what becomes of it
    *("equal", "above", "start", "won", "fought"),
    *("row_0", "next_row_0", "row_1", "next_row_1", "tail_0", "next_tail_0", "tail_1", "next_tail_1"),
    # one bit for each game: pots to be put in order, and games that cannot go on by themselves
    *("pots", "stopped"),
    # and piles to be shuffled, by their sizes, and wars across a boundary
    *("small", "middle", "large", "larger", "across"),
)
"""The numbers of a game, each 16 bits wide; those of the 16 games of a group lie side by side.

``least`` and ``most`` hold two bytes, whose lesser and greater one counts. ``ties_3`` counts the ties that start a war
of three battles or more or one of its last ones but two, and so on; the numbers of wars of each length follow from
differences. ``longest`` is the most battles of a war, if more than two. The other fields are explained where they are
made, in :mod:`sim.games.war.kernel.lanes_step`.
"""

PLACE = {name: place for place, name in enumerate(FIELDS)}

OFFSET = {name: np.uint64(place * GAMES) for name, place in PLACE.items()}
"""How far each number of a game lies behind its first one."""


@inlined
def lane_at(group, lane):
    """Return where the first of the numbers of a game lies; :data:`OFFSET` has how far behind it the others lie."""
    return np.uint64(group * (len(FIELDS) * GAMES)) + np.uint64(lane)


class SideBySide(NamedTuple):
    """The games that are played side by side, and what they need.

    Attributes
    ----------
    cards
        uint8: both packets of every game; see :func:`packet_bytes`.
    lanes
        uint16 (GROUPS * FIELDS * GAMES,): the numbers of every game; see :func:`lane_at`.
    orders
        uint8 (256 * 16,): for each mask of eight pairs of cards, the places of the cards of the chosen pairs.
    states
        int64 (GROUPS * GAMES, STATE): what each game has counted before the packets were moved back.
    games
        int64 (GROUPS * GAMES,): the number of each game in its block; -1: none.
    dealt
        int32 (GROUPS * GAMES, 2): the aces and the sum of the ranks of player 0's deal.
    left
        bool (games,): the games of the block that another kernel must play.
    words
        uint64 (GROUPS * GAMES, BUFFER): the stream of each game's shuffles.
    coins
        uint64 (GROUPS * GAMES, 9): each game's coins, as in :class:`~sim.games.war.kernel.two_table.Chance`.
    seed
        uint64: the seed of what is random in the games.
    marks
        int64 (GROUPS * GAMES, MARKS, STATE): with pots picked up by seats, the states of each game at its deal, or when
        its packets were moved back last, and each time that it was looked at since.
    marked
        int64 (GROUPS * GAMES,): how many of them there are.
    work, setting
        As for :func:`sim.games.war.kernel.two_table.fight`.
    """

    cards: NDArray[np.uint8]
    lanes: NDArray[np.uint16]
    orders: NDArray[np.uint8]
    states: NDArray[np.int64]
    games: NDArray[np.int64]
    dealt: NDArray[np.int32]
    left: NDArray[np.bool_]
    words: NDArray[np.uint64]
    coins: NDArray[np.uint64]
    seed: np.uint64
    marks: NDArray[np.int64]
    marked: NDArray[np.int64]
    work: Work
    setting: Setting


def _aligned(count: int, kind: DTypeLike) -> NDArray[Any]:
    """Return zeros that begin at the beginning of a line of the cache."""
    size = count * np.dtype(kind).itemsize
    raw = np.zeros(size + LINE, np.uint8)
    skipped = -raw.ctypes.data % LINE
    return raw[skipped : skipped + size].view(kind)


def orders_of_pairs() -> NDArray[np.uint8]:
    """Return for each mask of eight pairs of bytes the places of the bytes of the chosen pairs, in order.

    Returns
    -------
    ndarray
        uint8 (256, 16), each row on its own sixteen bytes; the places behind the last chosen pair are 0.
    """
    places = _aligned(256 * 16, np.uint8).reshape(256, 16)
    for mask in range(256):
        chosen = [2 * pair + side for pair in range(8) if mask >> pair & 1 for side in range(2)]
        places[mask, : len(chosen)] = chosen
    return places


_ORDERS = orders_of_pairs()


def lay_side_by_side(total: int, games: int, setting: Setting, seed: int) -> SideBySide:
    """Return the workspace for a block of games with this many cards."""
    slots = GROUPS * GAMES
    marked = is_marked(setting.pickup, setting.piles)
    lanes = _aligned(GROUPS * len(FIELDS) * GAMES, np.uint16).reshape(GROUPS, len(FIELDS), GAMES)
    lanes[:, PLACE["total"]] = total
    lanes[:, PLACE["until"]] = FURTHEST
    # Until its first deal comes a lane is empty, and as such it has stopped.
    lanes[:, PLACE["stopped"], 0] = (1 << GAMES) - 1
    for field, rank in (("low", setting.low), ("high", setting.high)):
        lanes[:, PLACE[field]] = int(rank) * 257
    stacks = np.zeros(max(2 * total, MOST_IN_REGISTER), np.uint8)
    return SideBySide(
        cards=_aligned(slots * 2 * packet_bytes(marked), np.uint8),
        lanes=lanes.reshape(-1),
        orders=_ORDERS.reshape(-1),
        states=np.zeros((slots, STATE), np.int64),
        games=np.full(slots, -1),
        dealt=np.zeros((slots, 2), np.int32),
        left=np.zeros(games, np.bool_),
        work=Work(np.zeros(4, np.int64), total, np.zeros(1, np.uint8), stacks),
        words=np.zeros((slots, BUFFER), np.uint64),
        coins=np.zeros((slots, 9), np.uint64),
        seed=np.uint64(seed),
        marks=np.zeros((slots, MARKS if marked else 1, STATE), np.int64),
        marked=np.zeros(slots, np.int64),
        setting=setting,
    )
