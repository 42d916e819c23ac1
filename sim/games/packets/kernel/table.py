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

# The state of a game after a round or a turn (uint64): for both players, side by side,
# where the packet begins and ends in the table, the fewest cards held so far, and the
# number of cards laid; then the size of the pile, the player to move, the rounds or
# turns so far, the winner and the ending. From OWN on come the counts of each game's
# own.
HEAD, TAIL, LOW, LAID = (np.uint64(place) for place in (0, 2, 4, 6))
PILE, TURN, ROUNDS, WINNER, ENDING = (np.uint64(place) for place in range(8, 13))
OWN = 13
STATE = 23

TURNED = np.uint64(BUFFER)
"""The place behind a stream of random words, for what a game keeps with it, such as the
number of piles shuffled."""

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
    """A stream of random words, and its seed.

    The words are uint64 (BUFFER,), or have ``TURNED`` behind them; the seed is uint64.
    """

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
        A game.
    table_2, state_2
        A second one to compare it with.
    shared
        What both use.
    """

    table: NDArray[np.uint8]
    state: NDArray[np.uint64]
    table_2: NDArray[np.uint8]
    state_2: NDArray[np.uint64]
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
        state=np.zeros(STATE, np.uint64),
        table_2=np.zeros(size, np.uint8),
        state_2=np.zeros(STATE, np.uint64),
        shared=Shared(
            chance=Chance(np.zeros(BUFFER + 1, np.uint64), np.uint64(seed)),
            coins=Chance(np.zeros(BUFFER + 1, np.uint64), np.uint64(seed)),
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
    for place in range(np.uint64(STATE)):
        state[place] = ZERO
    state[HEAD + ONE] = rooms.packet
    state[TAIL] = size_0
    state[TAIL + ONE] = rooms.packet + size_1
    state[LOW] = size_0
    state[LOW + ONE] = size_1
    state[ENDING] = UNDECIDED


@inlined
def begin(job, index, rooms, work):
    """Put the packets of a game on the table, and open its streams."""
    game = job.first + index
    open_stream(work.shared.chance.words, game, PLAY)
    open_stream(work.shared.coins.words, game, COIN)
    load(job, index * job.width, rooms, work.table, work.state)


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
    head = state[HEAD + player]
    size = state[TAIL + player] - head
    for place in range(size):
        table[base + place] = table[head + place]
    state[HEAD + player] = base
    state[TAIL + player] = base + size


@part
def room_ahead(table, state, rooms):
    """How far both tails may move and still leave room for all cards.

    First make room if there is too little.
    """
    free = NEVER
    for player in range(TWO):
        if (player + ONE) * rooms.packet - state[
            TAIL + player
        ] < rooms.total + rooms.total + SLACK:
            make_room(table, state, rooms, player)
        free = min(free, (player + ONE) * rooms.packet - state[TAIL + player])
    return free - rooms.total - SLACK


@part
def give(table, state, rooms, player, start, size):
    """Put cards from elsewhere in the table, at most all there are, under a packet."""
    if (player + ONE) * rooms.packet - state[TAIL + player] < rooms.total + SLACK:
        make_room(table, state, rooms, player)
    tail = state[TAIL + player]
    copy(table, tail, start, size)
    state[TAIL + player] = tail + size


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
    if state[TURN] != state_2[TURN] or state[PILE] != state_2[PILE]:
        return False
    for place in range(state[PILE]):
        if table[pile + place] != table_2[pile + place]:
            return False
    for player in range(TWO):
        head = state[HEAD + player]
        head_2 = state_2[HEAD + player]
        size = state[TAIL + player] - head
        if size != state_2[TAIL + player] - head_2:
            return False
        for place in range(size):
            if table[head + place] != table_2[head_2 + place]:
                return False
    return True
