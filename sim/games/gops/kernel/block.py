"""GOPS, compiled: groups of games played side by side, round by round."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sim.contract.dealing import Layout
from sim.games.gops.kernel.bids import DRAW, SOLVED, Player, Size, Table, bid_all, bid_by_chances, chances_for
from sim.games.gops.kernel.hands import MOST_PACKED
from sim.games.gops.policies import POLICIES
from sim.games.gops.rules import COLUMNS, GopsRules
from sim.kernels.columns import columns_type, filled
from sim.kernels.compiling import kernel, part
from sim.kernels.philox import BUFFER
from sim.kernels.ready_streams import blocks_for, open_ready
from sim.kernels.seats import CHANCE, FIRST_SEAT, Seats, note_fault, seats_of
from sim.kernels.words import FOUR, ONE, TWO, ZERO

GROUP = 128
"""Games played side by side: few enough for their data to stay in the fastest cache."""


Columns = columns_type(__name__, COLUMNS)


class Own(NamedTuple):
    """What users' own policies need."""

    seen: np.ndarray  # int64: the view, see `bid_all`
    fault: np.ndarray  # int64 (4,): where an illegal bid is recorded, see `Seats`


def play_block(
    rules: GopsRules, deals: NDArray[np.uint8], where: Layout, seed: int, first: int
) -> dict[str, NDArray[np.integer]]:
    """Play games with given orders of the prizes."""
    seats = seats_of(POLICIES, rules, seed)
    # A user's own policy plays one game at a time, so that its calls come in the order of the games.
    group = 1 if seats.any_own else GROUP
    size = Size(
        cards=np.uint64(rules.cards),
        carry_over=rules.carry_over,
        packs=rules.cards <= MOST_PACKED,
        seed=np.uint64(seed),
        blocks=np.uint64(blocks_for(rules.cards - 1)),
    )
    players = _player(seats, 0, group, seed), _player(seats, 1, group, seed)
    chances = chances_for(players[0].code, rules), chances_for(players[1].code, rules)
    table = Table(*np.zeros((3, group), np.uint64))
    own = Own(seats.views[0].view(np.int64), seats.fault)
    inputs = deals.reshape(-1), np.uint64(first), size, players, table, chances, own
    columns = filled(Columns, COLUMNS, len(deals), _play_all, *inputs)
    seats.check()
    return columns


def _player(seats: Seats, seat: int, group: int, seed: int) -> Player:
    code = int(seats.codes[seat, 0])
    chance = seats.chances[seat : seat + 1]
    if group > 1:
        chance = np.zeros((group, CHANCE), np.uint64)
        chance[:, BUFFER] = seed
    own = np.array(
        [seats.addresses[seat, 0], seats.view_addresses[0], seats.chance_addresses[seat]], np.int64
    )
    hand, packed, bid, score = np.zeros((4, group), np.uint64)
    return Player(seat, code, hand, packed, bid, score, chance, own)


@kernel
def _play_all(prizes, first, size, players, table, chances, own, columns):
    """Play every game and write the outcome columns, or stop at an illegal bid."""
    games = np.uint64(len(columns.winner))
    group = np.uint64(len(table.pot))
    seat_0, seat_1 = players
    total = size.cards * (size.cards + ONE) // TWO
    start = ZERO
    while start < games:
        playing = min(group, games - start)
        _begin(seat_0, first + start, playing, size)
        _begin(seat_1, first + start, playing, size)
        for i in range(playing):
            table.prizes[i] = (TWO << size.cards) - TWO
            table.pot[i] = ZERO
        for turned in range(size.cards):
            held = size.cards - turned
            for i in range(playing):
                upcard = np.uint64(prizes[(start + i) * size.cards + turned])
                table.upcard[i] = upcard
                table.prizes[i] ^= ONE << upcard
            for seat in range(2):
                player, other = (seat_0, seat_1) if seat == 0 else (seat_1, seat_0)
                if held > ONE and player.code in SOLVED:
                    bid_by_chances(player, other, table, playing, size, chances[seat])
                elif not bid_all(player, other, table, playing, held, size, own.seen):
                    note_fault(own.fault, first + start, seat, player.bid[0])
                    return
            _award(seat_0, seat_1, table, playing, size, columns.ties, start)
        for i in range(playing):
            won, lost = np.int64(seat_0.score[i]), np.int64(seat_1.score[i])
            at = start + i
            columns.winner[at] = np.int64(won < lost) - np.int64(won == lost)
            columns.score_0[at], columns.score_1[at] = won, lost
            columns.unawarded[at] = np.int64(total) - won - lost
        start += group


@part
def _begin(player, first, games, size):
    """Give a seat its cards in every game, and open its streams."""
    full, packed = (TWO << size.cards) - TWO, ZERO
    if size.packs:
        for card in range(size.cards):
            packed |= (card + ONE) << (FOUR * card)
    for i in range(games):
        player.hand[i], player.packed[i], player.score[i] = full, packed, ZERO
    if player.code in DRAW:
        open_ready(player.chance, size.blocks, size.seed, first, FIRST_SEAT + np.uint64(player.seat))


@part
def _award(seat_0, seat_1, table, games, size, ties, start):
    """Award the prizes to the higher bids."""
    for i in range(games):
        bid, answer = seat_0.bid[i], seat_1.bid[i]
        seat_0.hand[i] ^= ONE << bid
        seat_1.hand[i] ^= ONE << answer
        worth = table.upcard[i] + table.pot[i]
        seat_0.score[i] += worth * np.uint64(bid > answer)
        seat_1.score[i] += worth * np.uint64(answer > bid)
        tied = bid == answer
        ties[start + i] += np.int64(tied)
        table.pot[i] = worth * np.uint64(tied and size.carry_over)
