"""Beggar-My-Neighbour, compiled: packets as the gaps between their penalty cards.

Number cards are all alike, so a run of them is laid by one subtraction. An entry of a
packet is a 32-bit word: the lower half counts the number cards above a penalty card,
the upper half is what that card asks for; the last entry asks for nothing. Each
packet's entries lie in a ring. The pile's entries are written behind both packets while
it grows, so the player who takes it only moves the end of their packet.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sim.games.beggar_my_neighbour.rules import COLUMNS, ENDINGS, BeggarMyNeighbourRules
from sim.games.packets.codes import NOBODY, UNFINISHED
from sim.games.packets.kernel.frame import PacketKernel
from sim.kernels.columns import columns_type
from sim.kernels.compiling import inlined, kernel, part
from sim.kernels.words import ONE, SIXTEEN, TWO, ZERO

_CARDS, _CYCLE, _CAP = (
    np.uint64(ENDINGS.index(ending)) for ending in ("cards", "cycle", "cap")
)
_GAP = np.uint64(0xFFFF)
"""The lower half of an entry."""

FIRST_LOOK = 512
"""Few games last this many tricks; only longer ones are watched for a repeated
position."""


Columns = columns_type(__name__, COLUMNS)


class Setting(NamedTuple):
    """The rules as the compiled code takes them.

    Attributes
    ----------
    debts
        uint8 (256,): how many cards each card asks for.
    starter
        The player who begins.
    first_look
        The trick after which a game is watched for a repeated position.
    """

    debts: NDArray[np.uint8]
    starter: np.uint64
    first_look: np.uint64


class Work(NamedTuple):
    """The workspace.

    Attributes
    ----------
    table, other_table
        uint32 (2 * (mask + 1),): two tables, each of two rings of ``mask + 1`` entries.
    mask
        Turns the number of an entry into its place in a ring.
    """

    table: NDArray[np.uint32]
    other_table: NDArray[np.uint32]
    mask: np.uint64


class Packet(NamedTuple):
    """A player's packet.

    Attributes
    ----------
    player, ring
        Its owner, and where its ring begins in the table.
    head, tail
        The numbers of the first and the last entry; they only grow, and are masked
        where the ring is read.
    used
        How many number cards of the first entry have been laid.
    held
        The number of cards.
    """

    player: np.uint64
    ring: np.uint64
    head: np.uint64
    tail: np.uint64
    used: np.uint64
    held: np.uint64


class Game(NamedTuple):
    """A game between two tricks.

    Attributes
    ----------
    leader, other
        The packets of the player who leads, and of the other one.
    over
        Whether it is over; then the leader has won.
    tricks, cards, longest
        The tricks and the cards so far, and the cards of the largest pile.
    least, most
        The fewest and the most cards that player 0 held.
    """

    leader: Packet
    other: Packet
    over: bool
    tricks: np.uint64
    cards: np.uint64
    longest: np.uint64
    least: np.uint64
    most: np.uint64


def inputs(
    rules: BeggarMyNeighbourRules,
    sizes: Sequence[int],
    seed: int,
    first_look: int = FIRST_LOOK,
) -> tuple[Setting, Work]:
    """The rules, and the workspace.

    No row depends on ``first_look``, the trick after which a game is watched for a
    repeated position. A packet and the pile behind it have an entry for each penalty
    card, and one each for their last number cards.
    """
    entries = 1 << (sum(sizes) + 1).bit_length()
    table, other_table = (np.zeros(2 * entries, np.uint32) for _ in range(2))
    setting = Setting(
        np.array(rules.debts, np.uint8), np.uint64(rules.starter), np.uint64(first_look)
    )
    return setting, Work(table, other_table, np.uint64(entries - 1))


@kernel
def play_all(job, setting, work, rows):
    """Play every deal to its end and write the outcome columns."""
    for number in range(np.uint64(len(rows.winner))):
        start = number * job.width
        game = _load(job, start, setting, work.table, work.mask)
        # Before the first trick, the number of a packet's last entry is the number of
        # its penalty cards.
        rows.penalty_cards[number] = (
            game.leader.tail if game.leader.player == ZERO else game.other.tail
        )
        game = _play_on(
            work.table, game, min(job.max_rounds, setting.first_look), work.mask
        )
        ending = _CARDS
        if not game.over:
            game, ending = _play_long(job, start, setting, work, game)
        rows.winner[number] = UNFINISHED
        rows.winner_low[number] = NOBODY
        if game.over:
            winner = game.leader.player
            rows.winner[number] = winner
            rows.winner_low[number] = (
                game.least
                if winner == ZERO
                else job.sizes[0] + job.sizes[1] - game.most
            )
        rows.ending[number] = ending
        rows.tricks[number] = game.tricks
        rows.cards[number] = game.cards
        rows.longest_trick[number] = game.longest


@part
def _load(job, start, setting, table, mask):
    """Put both packets of a deal on a table, and return the game before a trick.

    The deal begins at ``start``.
    """
    packet_0 = _load_packet(
        job, start + job.starts[0], job.sizes[0], setting, table, ZERO, ZERO
    )
    packet_1 = _load_packet(
        job, start + job.starts[1], job.sizes[1], setting, table, ONE, mask + ONE
    )
    size = job.sizes[0]
    if setting.starter == ZERO:
        return Game(packet_0, packet_1, False, ZERO, ZERO, ZERO, size, size)
    return Game(packet_1, packet_0, False, ZERO, ZERO, ZERO, size, size)


@part
def _load_packet(job, start, size, setting, table, player, ring):
    """Write a packet's entries into its ring, the top card first."""
    gap = ZERO
    tail = ZERO
    for place in range(size):
        asks = np.uint64(setting.debts[job.cards[start + job.stride * place]])
        table[ring + tail] = np.uint32(gap | asks << SIXTEEN)
        is_penalty = np.uint64(asks > ZERO)
        tail += is_penalty
        gap = (gap + ONE) * (ONE - is_penalty)
    table[ring + tail] = np.uint32(gap)
    return Packet(player, ring, ZERO, tail, ZERO, size)


@inlined
def _top(table, packet, mask):
    """The first entry: the number cards left of it, and what its penalty card asks for.

    The latter is in the upper half.
    """
    return np.uint64(table[packet.ring + (packet.head & mask)]) - packet.used


@inlined
def _lay_numbers(packet, cards):
    """Lay number cards, at most as many as the first entry has left."""
    return Packet(
        packet.player,
        packet.ring,
        packet.head,
        packet.tail,
        packet.used + cards,
        packet.held - cards,
    )


@inlined
def _lay_entry(packet, entry):
    """Lay all number cards left of the first entry, and its penalty card."""
    cards = (entry & _GAP) + ONE
    return Packet(
        packet.player,
        packet.ring,
        packet.head + ONE,
        packet.tail,
        ZERO,
        packet.held - cards,
    )


@inlined
def _trick(table, leader, other, mask):
    """Play a trick, from its first card to the taking of the pile.

    Returns the player who takes the pile and leads next, the opponent, the size of the
    pile, and whether the opponent has lost.
    """
    entry = _top(table, leader, mask)
    reply = _top(table, other, mask)
    # The first penalty card is the leader's if no more number cards lie above it than
    # above the opponent's.
    if entry & _GAP <= reply & _GAP:
        size = TWO * (entry & _GAP)
        if entry >> SIXTEEN == ZERO:
            return other, leader, size, True
        payer = _lay_numbers(other, entry & _GAP)
        taker = _lay_entry(leader, entry)
    else:
        entry = reply
        size = TWO * (entry & _GAP) + ONE
        if entry >> SIXTEEN == ZERO:
            return leader, other, size, True
        payer = _lay_numbers(leader, (entry & _GAP) + ONE)
        taker = _lay_entry(other, entry)
    owed = entry >> SIXTEEN
    first = size | owed << SIXTEEN
    laid = ONE
    size += ONE
    while True:
        entry = _top(table, payer, mask)
        gap = entry & _GAP
        if gap >= owed:
            break
        size += gap
        if entry >> SIXTEEN == ZERO:
            return taker, payer, size, True
        size += ONE
        table[payer.ring + (payer.tail + laid & mask)] = np.uint32(entry)
        table[taker.ring + (taker.tail + laid & mask)] = np.uint32(entry)
        laid += ONE
        owed = entry >> SIXTEEN
        payer, taker = taker, _lay_entry(payer, entry)
    payer = _lay_numbers(payer, owed)
    size += owed
    # The first entry of the pile joins the number cards at the bottom of the packet.
    last = taker.ring + (taker.tail & mask)
    table[last] = np.uint32(np.uint64(table[last]) + first)
    table[taker.ring + (taker.tail + laid & mask)] = np.uint32(owed)
    taker = Packet(
        taker.player,
        taker.ring,
        taker.head,
        taker.tail + laid,
        taker.used,
        taker.held + size,
    )
    return taker, payer, size, payer.held == ZERO


@inlined
def _after_a_trick(table, game, mask):
    """Play a trick and return the game after it."""
    leader, other, size, over = _trick(table, game.leader, game.other, mask)
    # A game may end before its last pile is taken; with the pile, the winner holds no
    # fewer cards than before.
    held = leader.held if leader.player == ZERO else other.held
    least = game.least if over else min(game.least, held)
    most = game.most if over else max(game.most, held)
    return Game(
        leader,
        other,
        over,
        game.tricks + ONE,
        game.cards + size,
        max(game.longest, size),
        least,
        most,
    )


@part
def _play_on(table, game, until, mask):
    """Play until the game is over or ``until`` tricks have been played."""
    while not game.over and game.tricks < until:
        game = _after_a_trick(table, game, mask)
    return game


@part
def _play_long(job, start, setting, work, game):
    """Finish a game that has lasted long, and find out whether it ever ends.

    A position is remembered at doubling intervals, and each later one is compared with
    it. The position after the last trick allowed is remembered too: if the game has
    been repeating itself by then, that position comes again before twice as many
    tricks. Returns the game when it is over, first repeats a position, or is stopped at
    the cap; and its ending.
    """
    while True:
        for place in range(np.uint64(len(work.table))):
            work.other_table[place] = work.table[place]
        seen = game
        further = TWO * game.tricks
        until = (
            further if game.tricks == job.max_rounds else min(further, job.max_rounds)
        )
        while game.tricks < until:
            game = _play_on(work.table, game, game.tricks + ONE, work.mask)
            if game.over:
                break
            if _same(work.table, game, work.other_table, seen, work.mask):
                return _first_repetition(
                    job, start, setting, work, game.tricks - seen.tricks
                )
        if seen.tricks == job.max_rounds:
            return seen, _CAP
        if game.over:
            return game, _CARDS


@part
def _first_repetition(job, start, setting, work, period):
    """Find the first repetition of a game.

    Two copies are played, one ahead by the period, until their positions agree.

    Returns as _play_long.
    """
    behind = _load(job, start, setting, work.other_table, work.mask)
    ahead = _load(job, start, setting, work.table, work.mask)
    ahead = _play_on(work.table, ahead, min(period, job.max_rounds), work.mask)
    while True:
        if _same(work.table, ahead, work.other_table, behind, work.mask):
            return ahead, _CYCLE
        if ahead.tricks == job.max_rounds:
            return ahead, _CAP
        ahead = _play_on(work.table, ahead, ahead.tricks + ONE, work.mask)
        behind = _play_on(work.other_table, behind, behind.tricks + ONE, work.mask)


@part
def _same(table, game, other_table, other, mask):
    """Whether two games have the same position: the leader, and both packets."""
    if game.leader.player != other.leader.player:
        return False
    for packet, twin in ((game.leader, other.leader), (game.other, other.other)):
        if packet.held != twin.held:
            return False
        if packet.tail - packet.head != twin.tail - twin.head:
            return False
        if _top(table, packet, mask) != _top(other_table, twin, mask):
            return False
        for place in range(ONE, packet.tail - packet.head + ONE):
            entry = table[packet.ring + (packet.head + place & mask)]
            if entry != other_table[twin.ring + (twin.head + place & mask)]:
                return False
    return True


KERNEL = PacketKernel(COLUMNS, Columns, inputs, play_all)
"""The kernel of Beggar-My-Neighbour."""

play_block = KERNEL.play_block
