"""The table of a game of War, compiled: where the cards lie, and moving them.

All cards lie in one row of bytes. A packet moves forward through its room: cards are
taken at its head and put at its tail. What a player lays in a round stays where it is,
the first ``LAID`` cards from the head on, until the pot is taken. A pile has a place of
its own. Players are numbered by their place among those still in, in seat order; when a
player drops out, the others close the gap. No rule of War is decided here.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sim.games.packets.codes import NOBODY, UNDECIDED
from sim.kernels.compiling import inlined, part
from sim.kernels.philox import BUFFER, COIN, PLAY, next_word, open_stream, shuffle
from sim.kernels.words import LAST_BIT, ONE, SIX, ZERO

MOST_PLAYERS = 8

# For each player still in (uint64, eight places each): where the packet begins and
# ends, where the pile ends, where the packet's room and the pile begin, the fewest
# cards held so far, the seat, and how many cards were laid in this round.
HEAD, TAIL, PILE, BASE, PILE_BASE, LOW, SEAT, LAID = (
    np.uint64(MOST_PLAYERS * field) for field in range(8)
)
# The end of a player's captures less the cards held, at the start of a pass: after k
# rounds, end - GAP - k are held.
GAP = np.uint64(64)
# The rounds with a war in them that each player has won, by seat: players who drop out
# keep their place.
WON = np.uint64(72)
PLACES = 80

# Counts of the game (int64): the players still in, then what the columns need.
(
    ALIVE,
    ROUNDS,
    PLAYS,
    WARS,
    SINGLE,
    DOUBLE,
    TRIPLE,
    LONGER,
    LONGEST,
    WINNER,
    WINNER_LOW,
    ENDING,
) = range(12)
# The first player without cards, and the rounds in which no card was turned up.
FIRST_OUT, UNFOUGHT = 12, 13
COUNTS = 14

TURNED = np.uint64(BUFFER)
"""The place behind the stream of the shuffles: the number of piles shuffled."""

SLACK = 32
"""Bytes behind each room that may be overwritten."""

ROOM = np.uint64(4096)
"""How far heads move through their rooms before a round that they move back after."""


class Game(NamedTuple):
    """One game: its table, the places of the cards in it, and its counts.

    Attributes
    ----------
    table
        The cards.
    places
        Where each player's cards lie, and what is counted of each player.
    counts
        What is counted of the game.
    """

    table: NDArray[np.uint8]
    places: NDArray[np.uint64]
    counts: NDArray[np.int64]


class Rooms(NamedTuple):
    """How the table is divided: the packets' rooms lie one after the other, then the piles.

    Attributes
    ----------
    packet
        The bytes of the room of one packet.
    total
        The number of cards of all players.
    seats
        The number of players.
    """

    packet: np.uint64
    total: int
    seats: int


class Chance(NamedTuple):
    """What is random in a game after the deal: the stream of the shuffles, and the coins.

    Attributes
    ----------
    words
        (BUFFER + 1,): the stream of the shuffles, and behind it the number of piles
        shuffled.
    coins
        (BUFFER,): the stream of the coins.
    coin
        (2,): the coins of 64 rounds, a bit for each, and how many such words were
        drawn.
    seed
        The seed.
    """

    words: NDArray[np.uint64]
    coins: NDArray[np.uint64]
    coin: NDArray[np.uint64]
    seed: np.uint64


def divide(sizes: Sequence[int]) -> Rooms:
    """How a table is divided for packets of these sizes."""
    total = sum(sizes)
    # Behind a head there may lie what is laid in one round, the rest of the packet, and
    # a turned pile.
    return Rooms(ROOM + np.uint64(3 * total + SLACK), total, len(sizes))


def new_games(rooms: Rooms, number: int) -> Game:
    """The tables, places and counts of some games, a row for each."""
    size = rooms.seats * (int(rooms.packet) + rooms.total + SLACK)
    return Game(
        np.zeros((number, size), np.uint8),
        np.zeros((number, PLACES), np.uint64),
        np.zeros((number, COUNTS), np.int64),
    )


def new_chance(seed: int) -> Chance:
    """The streams of a game, not yet opened."""
    words, coins = np.zeros((2, BUFFER + 1), np.uint64)
    return Chance(words, coins, np.zeros(2, np.uint64), np.uint64(seed))


@inlined
def open_chance(chance, number):
    """Begin the streams of a game."""
    open_stream(chance.words, number, PLAY)
    open_stream(chance.coins, number, COIN)
    chance.coin[1] = ZERO


@part
def coin_of(chance, rounds):
    """The coin of a round: 1 if player 0's card goes first.

    The number of rounds before it is given.
    """
    while chance.coin[1] <= rounds >> SIX:
        chance.coin[0] = next_word(chance.coins, chance.seed)
        chance.coin[1] += ONE
    return (chance.coin[0] >> (rounds & LAST_BIT)) & ONE


@part
def load(job, start, game, rooms):
    """Put the packets of the deal that begins at ``start`` on the table, and reset all counts."""
    table, places, counts = game
    for count in range(COUNTS):
        counts[count] = 0
    counts[ALIVE] = rooms.seats
    counts[ENDING] = UNDECIDED
    counts[WINNER] = counts[FIRST_OUT] = NOBODY
    for seat in range(np.uint64(rooms.seats)):
        size = job.sizes[seat]
        base = seat * rooms.packet
        pile = np.uint64(rooms.seats) * rooms.packet + seat * np.uint64(
            rooms.total + SLACK
        )
        places[HEAD + seat] = places[BASE + seat] = base
        places[TAIL + seat] = base + size
        places[PILE + seat] = places[PILE_BASE + seat] = pile
        places[LOW + seat] = size
        places[SEAT + seat] = seat
        places[WON + seat] = ZERO
        top = start + job.starts[seat]
        for place in range(size):
            table[base + place] = job.cards[top + job.stride * place]


@inlined
def held(places, player):
    """How many cards a player holds, including those laid in this round."""
    return (
        places[TAIL + player]
        - places[HEAD + player]
        + places[PILE + player]
        - places[PILE_BASE + player]
    )


@part
def turn_pile(table, places, player, chance):
    """Shuffle a pile into a new packet, behind the cards that its player has laid."""
    tail = places[TAIL + player]
    pile = places[PILE_BASE + player]
    size = places[PILE + player] - pile
    for place in range(size):
        table[tail + place] = table[pile + place]
    shuffle(table, tail, size, chance.words, chance.seed)
    chance.words[TURNED] += np.uint64(size > ZERO)
    places[TAIL + player] = tail + size
    places[PILE + player] = pile


@part
def make_room(table, places, alive, turn, chance):
    """Move packets back to the beginning of their rooms.

    Return for how many plays there is room.

    Where a packet is used up, the pile is turned if ``turn``.
    """
    furthest = ZERO
    for player in range(alive):
        head = places[HEAD + player]
        tail = places[TAIL + player]
        base = places[BASE + player]
        if head == tail or head - base >= ROOM >> ONE:
            for place in range(tail - head):
                table[base + place] = table[head + place]
            places[HEAD + player] = base
            places[TAIL + player] = base + tail - head
            if turn and head == tail:
                turn_pile(table, places, player, chance)
        furthest = max(furthest, places[HEAD + player] - base)
    return ROOM - furthest


@part
def settle(places, counts):
    """Record at the end of a round how many cards each player holds.

    Those without cards drop out.
    """
    alive = np.uint64(counts[ALIVE])
    left = ZERO
    for player in range(alive):
        cards = held(places, player)
        places[LOW + player] = min(places[LOW + player], cards)
        if cards == 0:
            if counts[FIRST_OUT] == NOBODY:
                counts[FIRST_OUT] = places[SEAT + player]
            continue
        if left < player:
            for field in range(np.uint64(MOST_PLAYERS)):
                at = field * np.uint64(MOST_PLAYERS)
                places[at + left] = places[at + player]
        left += ONE
    counts[ALIVE] = left


@part
def copy_game(game, other):
    """Make a second game a copy of the first, counts included; piles are not copied."""
    table, places, counts = game
    table_2, places_2, counts_2 = other
    for place in range(PLACES):
        places_2[place] = places[place]
    for count in range(COUNTS):
        counts_2[count] = counts[count]
    for player in range(np.uint64(counts[ALIVE])):
        head = places[HEAD + player]
        base = places[BASE + player]
        size = places[TAIL + player] - head
        for place in range(size):
            table_2[base + place] = table[head + place]
        places_2[HEAD + player] = base
        places_2[TAIL + player] = base + size


@part
def same_position(game, other):
    """Whether two games without piles have the same position: all packets, card by card."""
    table, places, counts = game
    table_2, places_2, counts_2 = other
    alive = np.uint64(counts[ALIVE])
    if np.uint64(counts_2[ALIVE]) != alive:
        return False
    for player in range(alive):
        if places[SEAT + player] != places_2[SEAT + player]:
            return False
        if held(places, player) != held(places_2, player):
            return False
    for player in range(alive):
        head = places[HEAD + player]
        head_2 = places_2[HEAD + player]
        for place in range(places[TAIL + player] - head):
            if table[head + place] != table_2[head_2 + place]:
                return False
    for player in range(alive):
        seat = places[SEAT + player]
        if places[WON + seat] != places_2[WON + seat]:
            return False
    return True
