"""Memory of the games that are played side by side: where their cards and numbers lie."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import DTypeLike, NDArray

from sim.games.packets.codes import SEAT
from sim.games.war.kernel.codes import Setting
from sim.games.war.kernel.lanes.masks import WIDTH
from sim.games.war.kernel.lanes.table import STATE, Work
from sim.kernels.compiling import inlined
from sim.kernels.llvm.memory import LINE
from sim.kernels.philox import BUFFER
from sim.kernels.shuffling import IN_REGISTER

GAMES = 16
"""The games of a group: one for each lane of a vector of 16-bit numbers."""

GROUPS = 2
"""While the cards of one group move, those of the other are compared."""

MOST_CARDS = 110
"""The most cards of both players: the numbers of cards that a player holds are counted
in signed bytes."""

FURTHEST = 512
"""The place of a head from which both packets are moved back to the beginning of their
rooms."""

REMEMBERED = 24 * FURTHEST
"""The place of a head from which packets are moved back where pots are picked up by
seats. Many of those games repeat for ever, which the cards behind the head show."""

MARKS = REMEMBERED // FURTHEST + 1
"""The places at which the counts of such a game are kept."""

LEVELS = 5
"""Wars of this many battles, or more, are counted apart."""


def is_marked(pickup: int, piles: bool) -> bool:
    """Whether games are looked at for repetitions.

    They are with pots picked up by seats, unless chance plays.
    """
    return pickup == SEAT and not piles


def packet_bytes(marked: bool) -> int:
    """The bytes of one packet.

    ``marked`` says whether the cards that were played are kept.

    Player 1's packet follows player 0's, then come those of the next game.
    """
    furthest = REMEMBERED + FURTHEST if marked else FURTHEST
    lines = -(-(furthest + 2 * MOST_CARDS + 5 * WIDTH) // LINE)
    # An odd number, so that the packets do not compete for the same lines of the cache.
    return (lines | 1) * LINE


PACKET = packet_bytes(False)
"""The bytes of one packet where pots are not picked up by seats."""

_ROWS = {
    # the state of the games, between passes
    **dict.fromkeys(("total", "held", "head", "least", "most", "longest"), 1),
    "ties": LEVELS,
    # the two ranks that beat each other crosswise, in each byte
    **dict.fromkeys(("low", "high"), 1),
    # with pots picked up by seats: the place of the head at which the game is looked at
    # for a repetition
    "until": 1,
    # with shuffled pots: the rounds played, and the pairs of which player 0's card goes
    # first
    **dict.fromkeys(("rounds", "coins"), 1),
    # with piles: the places where the packets end and the piles begin, and the pile to
    # be shuffled
    "bound": 2,
    **dict.fromkeys(("pile", "size"), 1),
    # the next pass: what meets, and what becomes of it
    **dict.fromkeys(("equal", "above", "start", "won", "fought"), 1),
    **dict.fromkeys(("row", "next_row", "tail", "next_tail"), 2),
    # in the first lane a bit for each game: pots to be put in order, and games that
    # cannot go on by themselves
    **dict.fromkeys(("pots", "stopped"), 1),
    # and piles to be shuffled, by their sizes, and wars across a boundary
    **dict.fromkeys(("small", "middle", "large", "larger", "across"), 1),
}
"""The fields of a group, and how many numbers of 16 bits each game has in them: one for each player, or for each level.

``least`` and ``most`` hold two bytes, whose lesser and greater one counts. ``ties[0]``
counts all ties that are fought, ``ties[2]`` those that start a war of three battles or
more or one of its last ones but two, and so on; the numbers of wars of each length
follow from differences. ``longest`` is the most battles of a war, if more than two.
"""

GROUP = np.dtype(
    [
        (name, np.uint16, (GAMES,) if rows == 1 else (rows, GAMES))
        for name, rows in _ROWS.items()
    ]
)
"""The numbers of a group: those of its games lie side by side."""


def place(field: str, game: int = 0, row: int = 0) -> int:
    """The byte of a group at which a game's number begins."""
    offset: int = GROUP.fields[field][1]  # type: ignore[index]
    return offset + 2 * (row * GAMES + game)


class SideBySide(NamedTuple):
    """The games that are played side by side, and what they need.

    A slot is a game's place in its group.

    Attributes
    ----------
    cards
        Both packets of every game.
    groups
        GROUP (GROUPS,): the numbers of every game.
    orders
        (256 * 16,): for each mask of eight pairs, the places of the cards of the chosen
        pairs.
    states
        (slots, STATE): what each game counted before its packets were moved back.
    games
        (slots,): the number of each game in its block; -1 for none.
    dealt
        (slots, 2): the aces and the sum of the ranks of player 0's deal.
    left
        (games,): whether another kernel must play the game of the block.
    words
        (slots, BUFFER): the stream of each game's shuffles.
    coins
        (slots, 9): each game's coins, as in :class:`~.table.Chance`.
    seed
        The seed.
    marks
        (slots, MARKS, STATE): with pots picked up by seats, the state of each game at
        its deal, or when its packets were moved back last, and each time that it was
        looked at since.
    marked
        (slots,): how many such states there are.
    work
        What games on the same table share.
    setting
        The rules.
    """

    cards: NDArray[np.uint8]
    groups: NDArray[np.void]
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


class Lane(NamedTuple):
    """One game among those played side by side, in compiled code.

    Attributes
    ----------
    group
        The record of its group.
    at
        Its lane there.
    slot
        Its place in the group: the row of its state.
    state
        Its state.
    room
        Where the room of player 0's packet begins.
    """

    group: Any
    at: np.uint64
    slot: np.int64
    state: NDArray[np.int64]
    room: np.int64


@inlined
def lane_of(many, group, at, packet):
    """The game in a lane of a group, given the bytes of a packet."""
    slot = np.int64(group * GAMES + np.int64(at))
    return Lane(
        many.groups[group], np.uint64(at), slot, many.states[slot], slot * 2 * packet
    )


def _aligned(count: int, kind: DTypeLike) -> NDArray[Any]:
    """Zeros that begin at the beginning of a line of the cache."""
    size = count * np.dtype(kind).itemsize
    raw = np.zeros(size + LINE, np.uint8)
    skipped = -raw.ctypes.data % LINE
    return raw[skipped : skipped + size].view(kind)


def orders_of_pairs() -> NDArray[np.uint8]:
    """The table of orders, uint8 (256, 16).

    For each mask of eight pairs of bytes it has the places of the bytes of the chosen
    pairs.

    Each row lies on its own sixteen bytes; the places behind the last chosen pair are
    0.
    """
    places = _aligned(256 * 16, np.uint8).reshape(256, 16)
    for mask in range(256):
        chosen = [
            2 * pair + side
            for pair in range(8)
            if mask >> pair & 1
            for side in range(2)
        ]
        places[mask, : len(chosen)] = chosen
    return places


_ORDERS = orders_of_pairs()


def lay_side_by_side(total: int, games: int, setting: Setting, seed: int) -> SideBySide:
    """The workspace for a block of games with this many cards."""
    slots = GROUPS * GAMES
    marked = is_marked(setting.pickup, setting.piles)
    groups = _aligned(GROUPS, GROUP)
    groups["total"] = total
    groups["until"] = FURTHEST
    # Until its first deal comes a lane is empty, and as such it has stopped.
    groups["stopped"][:, 0] = (1 << GAMES) - 1
    groups["low"] = int(setting.low) * 257
    groups["high"] = int(setting.high) * 257
    stacks = np.zeros(max(2 * total, IN_REGISTER), np.uint8)
    return SideBySide(
        cards=_aligned(slots * 2 * packet_bytes(marked), np.uint8),
        groups=groups,
        orders=_ORDERS.reshape(-1),
        states=np.zeros((slots, STATE), np.int64),
        games=np.full(slots, -1),
        dealt=np.zeros((slots, 2), np.int32),
        left=np.zeros(games, np.bool_),
        work=Work(np.zeros(4, np.int64), total, stacks),
        words=np.zeros((slots, BUFFER), np.uint64),
        coins=np.zeros((slots, 9), np.uint64),
        seed=np.uint64(seed),
        marks=np.zeros((slots, MARKS if marked else 1, STATE), np.int64),
        marked=np.zeros(slots, np.int64),
        setting=setting,
    )
