"""The table of a game between two packets, compiled.

Cards are moved, a pot is put in order, and positions are compared.

Each packet moves forward through a room of its own: cards are taken at its head and put
at its tail. Behind the two rooms lie a pile and both players' rows, for the games that
have them.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sim.games.packets.codes import LATEST_FIRST, LOSER_FIRST, SEAT, SHUFFLED, UNDECIDED
from sim.kernels.compiling import inlined, part
from sim.kernels.philox import BUFFER, COIN, PLAY, open_stream, shuffle
from sim.kernels.vectors import copy_16
from sim.kernels.words import NEVER, ONE, TWO, ZERO

STATE = np.dtype(
    [
        # For both players: where the packet begins and ends in the table, the fewest
        # cards held so far, and the number of cards laid.
        *((name, np.uint64, 2) for name in ("head", "tail", "low", "laid")),
        # The size of the pile, the player to move, the rounds or turns so far, the
        # winner, and the ending.
        *((name, np.uint64) for name in ("pile", "turn", "rounds", "winner", "ending")),
        # The word with the coins of the present rounds.
        ("coins", np.uint64),
        # What some games count besides: piles captured, plays, wars, and rounds with
        # one war, two, three, and more, with the most of the last.
        *((name, np.uint64) for name in ("captures", "plays", "wars", "longest")),
        ("chains", np.uint64, 4),
    ],
    align=True,
)
"""The state of a game after a round or a turn."""

SLACK = np.uint64(16)
"""Bytes behind each room that may be overwritten."""

ROOM = 4096
"""Bytes of the table for each packet to move through, beyond four times the deck."""


class Rooms(NamedTuple):
    """The division of the table, in bytes.

    Attributes
    ----------
    packet
        The room of one packet; player 1's lies behind player 0's.
    pile, rows_0, rows_1
        Where the pile and both players' rows begin.
    total
        The cards of both players.
    """

    packet: np.uint64
    pile: np.uint64
    rows_0: np.uint64
    rows_1: np.uint64
    total: np.uint64


class Chance(NamedTuple):
    """A stream of random words, uint64 (BUFFER,), and its seed."""

    words: NDArray[np.uint64]
    seed: np.uint64


class Shared(NamedTuple):
    """The workspace of a game besides its table.

    Attributes
    ----------
    chance, coins
        Two streams of random words.
    """

    chance: Chance
    coins: Chance


class Work(NamedTuple):
    """The workspace: two tables side by side.

    Attributes
    ----------
    table, state
        A game: uint8 and STATE (1,).
    table_2, state_2
        A second one to compare it with.
    shared
        What both use.
    """

    table: NDArray[np.uint8]
    state: NDArray[np.void]
    table_2: NDArray[np.uint8]
    state_2: NDArray[np.void]
    shared: Shared


def lay_table(sizes: Sequence[int], seed: int) -> tuple[Rooms, Work]:
    """How a table for two packets of these sizes is divided, and the workspace."""
    total = sum(sizes)
    packet = ROOM + 4 * total
    width = total + int(SLACK)
    rooms = Rooms(
        *map(
            np.uint64,
            (packet, 2 * packet, 2 * packet + width, 2 * packet + 2 * width, total),
        )
    )
    size = 2 * packet + 3 * width
    work = Work(
        table=np.zeros(size, np.uint8),
        state=np.zeros(1, STATE),
        table_2=np.zeros(size, np.uint8),
        state_2=np.zeros(1, STATE),
        shared=Shared(
            chance=Chance(np.zeros(BUFFER, np.uint64), np.uint64(seed)),
            coins=Chance(np.zeros(BUFFER, np.uint64), np.uint64(seed)),
        ),
    )
    return rooms, work


@part
def load(job, start, rooms, table, state):
    """Put the packets of a deal on the table, and set the state to the beginning.

    The deal begins at ``start``.
    """
    size_0 = job.sizes[0]
    size_1 = job.sizes[1]
    start_0 = start + job.starts[0]
    start_1 = start + job.starts[1]
    for place in range(size_0):
        table[place] = job.cards[start_0 + job.stride * place]
    for place in range(size_1):
        table[rooms.packet + place] = job.cards[start_1 + job.stride * place]
    state.head[0] = ZERO
    state.head[1] = rooms.packet
    state.tail[0] = size_0
    state.tail[1] = rooms.packet + size_1
    state.low[0] = size_0
    state.low[1] = size_1
    state.laid[0] = state.laid[1] = ZERO
    state.pile = state.turn = state.rounds = state.winner = ZERO
    state.ending = UNDECIDED
    state.captures = state.plays = state.wars = state.longest = ZERO
    for chain in range(len(state.chains)):
        state.chains[chain] = ZERO


@inlined
def begin(job, index, rooms, work):
    """Put the packets of a game on the table, and open its streams."""
    game = job.first + index
    open_stream(work.shared.chance.words, game, PLAY)
    open_stream(work.shared.coins.words, game, COIN)
    load(job, index * job.width, rooms, work.table, work.state[0])


@part
def copy(table, target, source, size):
    """Copy cards to another place of the table, sixteen at a time.

    Up to fifteen bytes after them are overwritten.
    """
    done = ZERO
    while done < size:
        copy_16(table, target + done, source + done)
        done += SLACK


@part
def make_room(table, state, rooms, player):
    """Move a packet back to the beginning of its room."""
    base = player * rooms.packet
    head = state.head[player]
    size = state.tail[player] - head
    for place in range(size):
        table[base + place] = table[head + place]
    state.head[player] = base
    state.tail[player] = base + size


@part
def room_ahead(table, state, rooms):
    """How far both tails may move and still leave room for all cards.

    First make room if there is too little.
    """
    free = NEVER
    for player in range(TWO):
        end = (player + ONE) * rooms.packet
        if end - state.tail[player] < rooms.total + rooms.total + SLACK:
            make_room(table, state, rooms, player)
        free = min(free, end - state.tail[player])
    return free - rooms.total - SLACK


@part
def give(table, state, rooms, player, start, size):
    """Put cards from elsewhere in the table, at most all there are, under a packet."""
    if (player + ONE) * rooms.packet - state.tail[player] < rooms.total + SLACK:
        make_room(table, state, rooms, player)
    tail = state.tail[player]
    copy(table, tail, start, size)
    state.tail[player] = tail + size


@inlined
def order_of_two(pickup):
    """The words ``b`` and ``t`` that put two cards in order.

    Player 0's card goes first if ``(b & won) ^ t``, where they won or not.
    """
    return np.uint64(pickup != SEAT), np.uint64(pickup == LOSER_FIRST or pickup == SEAT)


@part
def put_pot(table, to, winner, starts, sizes, pickup, chance):
    """Copy the stacks that two players laid to ``to``, in the order of the pick-up.

    They are at most all cards.
    """
    by_winner, turned = order_of_two(pickup)
    seat = ((ONE - winner) & by_winner) ^ turned ^ ONE
    first, second = (starts[1], starts[0]) if seat == ONE else starts
    first_size, second_size = (sizes[1], sizes[0]) if seat == ONE else sizes
    if pickup == SEAT or pickup == LATEST_FIRST:
        longest = max(first_size, second_size)
        for step in range(longest):
            place = step if pickup == SEAT else longest - ONE - step
            if place < first_size:
                table[to] = table[first + place]
                to += ONE
            if place < second_size:
                table[to] = table[second + place]
                to += ONE
    else:
        copy(table, to, first, first_size)
        copy(table, to + first_size, second, second_size)
        if pickup == SHUFFLED:
            shuffle(table, to, first_size + second_size, chance.words, chance.seed)


@part
def same(table, state, table_2, state_2, pile):
    """Whether two games have the same position: turn, pile and both packets."""
    if state.turn != state_2.turn or state.pile != state_2.pile:
        return False
    for place in range(state.pile):
        if table[pile + place] != table_2[pile + place]:
            return False
    for player in range(TWO):
        head = state.head[player]
        head_2 = state_2.head[player]
        size = state.tail[player] - head
        if size != state_2.tail[player] - head_2:
            return False
        for place in range(size):
            if table[head + place] != table_2[head_2 + place]:
                return False
    return True
