"""GOPS, compiled: groups of games played side by side, round by round."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sim.contract.dealing import Layout
from sim.games.gops.kernel.bids import (
    DRAW,
    SOLVED,
    TO_COME,
    Everyone,
    Own,
    Size,
    Table,
    bid_all,
    bid_by_chances,
    chances_for,
    player_at,
)
from sim.games.gops.kernel.hands import MOST_PACKED
from sim.games.gops.policies import POLICIES
from sim.games.gops.rules import GopsRules, columns
from sim.kernels.columns import filled_by_seat
from sim.kernels.compiling import inlined, kernel, part
from sim.kernels.philox import BUFFER
from sim.kernels.ready_streams import blocks_for, open_ready
from sim.kernels.seats import CHANCE, FIRST_SEAT, Seats, note_fault, seats_of
from sim.kernels.words import FOUR, ONE, TWO, ZERO

GROUP = 128
"""Games played side by side: few enough for their data to stay in the fastest cache."""


class Columns(NamedTuple):
    """The outcome columns, (games,) each; the scores together, (seats, games). The only ending has the code 0."""

    winner: np.ndarray
    ending: np.ndarray
    score: np.ndarray
    ties: np.ndarray
    unawarded: np.ndarray


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
        hidden=rules.is_hidden,
        seed=np.uint64(seed),
        blocks=np.uint64(blocks_for(rules.cards - 1)),
    )
    everyone = everyone_of(seats, group, seed)
    # Only two players play by tables.
    chances = (
        chances_for(int(everyone.codes[0]), rules),
        chances_for(int(everyone.codes[1]), rules),
    )
    table = Table(*np.zeros((3, group), np.uint64))
    by_prize = np.zeros((rules.players + 1, rules.cards + 1), np.int64)
    own = Own(seats.views[0].view(np.int64), seats.fault, by_prize[0], by_prize[1:])
    inputs = deals.reshape(-1), np.uint64(first), size, everyone, table, chances, own
    played = filled_by_seat(
        Columns, columns(rules), "score", rules.players, len(deals), _play_all, *inputs
    )
    seats.check()
    return played


def everyone_of(seats: Seats, group: int, seed: int) -> Everyone:
    """Return the seats of a group of games."""
    count = len(seats.codes)
    chances = seats.chances[:, None]
    if group > 1:
        chances = np.zeros((count, group, CHANCE), np.uint64)
        chances[:, :, BUFFER] = seed
    views = np.full(count, seats.view_addresses[0])
    own = np.stack([seats.addresses[:, 0], views, seats.chance_addresses], axis=1)
    hands, packed, bids, scores = np.zeros((4, count, group), np.uint64)
    return Everyone(seats.codes[:, 0].copy(), hands, packed, bids, scores, chances, own)


@kernel
def _play_all(prizes, first, size, everyone, table, chances, own, columns):
    """Play every game and write the outcome columns, or stop at an illegal bid."""
    games, group = np.uint64(len(columns.winner)), np.uint64(len(table.pot))
    seats = np.uint64(len(everyone.codes))
    # The first two are looked up once: for two players that takes a tenth of the time.
    seat_0, seat_1 = player_at(everyone, ZERO), player_at(everyone, ONE)
    total = np.int64(size.cards * (size.cards + ONE) // TWO)
    start = ZERO
    while start < games:
        playing = min(group, games - start)
        for seat in range(seats):
            _begin(player_at(everyone, seat), first + start, playing, size)
        for i in range(playing):
            table.prizes[i] = (TWO << size.cards) - TWO
            table.pot[i] = ZERO
        if group == ONE:
            own.takers[:] = 0
            own.bids[:] = 0
        for turned in range(size.cards):
            held = size.cards - turned
            for i in range(playing):
                upcard = np.uint64(prizes[(start + i) * size.cards + turned])
                table.upcard[i] = upcard
                table.prizes[i] ^= ONE << upcard
            for seat in range(seats):
                player = seat_0 if seat == ZERO else seat_1
                if seat > ONE:
                    player = player_at(everyone, seat)
                if held > ONE and player.code in SOLVED:
                    other = seat_1 if seat == ZERO else seat_0
                    bid_by_chances(player, other, table, playing, size, chances[seat])
                elif not bid_all(player, everyone, table, playing, held, size, own):
                    note_fault(own.fault, first + start, seat, player.bid[0])
                    return
            if group == ONE:
                _note_round(everyone, table, size, own)
            if seats == TWO:
                _award(seat_0, seat_1, table, playing, size, columns.ties, start)
            else:
                _award_highest(everyone, table, playing, size, columns.ties, start)
        if seats == TWO:
            _write_two(seat_0.score, seat_1.score, playing, total, columns, start)
        else:
            for i in range(playing):
                _write_row(everyone, i, total, columns, start + i)
        start += group


@part
def _write_two(scores_0, scores_1, games, total, columns, start):
    """Write the rows of a group of games for two."""
    # Apart, for speed: without a branch, several games are written at a time.
    score_0, score_1 = columns.score[0], columns.score[1]
    for i in range(games):
        won, lost = np.int64(scores_0[i]), np.int64(scores_1[i])
        at = start + i
        columns.winner[at] = np.int64(won < lost) - np.int64(won == lost)
        score_0[at], score_1[at] = won, lost
        columns.unawarded[at] = total - won - lost


@inlined
def _write_row(everyone, game, total, columns, at):
    """Write the row of a game of the group."""
    most, winner, left = np.int64(-1), np.int64(0), total
    for seat in range(np.uint64(len(everyone.codes))):
        score = np.int64(everyone.scores[seat, game])
        columns.score[seat, at] = score
        left -= score
        if score > most:
            most, winner = score, np.int64(seat)
        elif score == most:
            winner = np.int64(-1)
    columns.winner[at], columns.unawarded[at] = winner, left


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
        open_ready(
            player.chance, size.blocks, size.seed, first, FIRST_SEAT + player.seat
        )


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


@part
def _award_highest(everyone, table, games, size, ties, start):
    """Award the prizes to the highest bids of three players or more."""
    for i in range(games):
        best, winner, tied = ZERO, ZERO, False
        for seat in range(np.uint64(len(everyone.codes))):
            bid = everyone.bids[seat, i]
            everyone.hands[seat, i] ^= ONE << bid
            if bid > best:
                best, winner, tied = bid, seat, False
            elif bid == best:
                tied = True
        worth = table.upcard[i] + table.pot[i]
        everyone.scores[winner, i] += worth * np.uint64(not tied)
        ties[start + i] += np.int64(tied)
        table.pot[i] = worth * np.uint64(tied and size.carry_over)


@part
def _note_round(everyone, table, size, own):
    """Record for users' own policies who takes the prizes of a round, and the bids, in a group of one game."""
    upcard, best, taker = table.upcard[0], ZERO, np.int64(0)
    for seat in range(np.uint64(len(everyone.codes))):
        bid = everyone.bids[seat, 0]
        own.bids[seat, upcard] = np.int64(bid)
        if bid > best:
            best, taker = bid, np.int64(seat) + 1
        elif bid == best:
            taker = np.int64(0)
    own.takers[upcard] = TO_COME if taker == 0 and size.carry_over else taker
    if taker > 0:
        for card in range(ONE, size.cards + ONE):
            if own.takers[card] == TO_COME:
                own.takers[card] = taker
