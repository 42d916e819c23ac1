"""War between two players, compiled: passes, wars, and the proof that a game repeats.

The rules are told in :mod:`sim.games.war`; here is only how they are played fast. Both packets lie in one table of
bytes and move forward through it: a head where cards are taken, a tail where they are put. Battles without a tie
go through a pass (:mod:`sim.kernels.passes`), the common war is resolved in place, and every other war is
fought card by card.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sim.kernels.compiling import inlined, kernel
from sim.kernels.passes import REACH, WIDTH, copy_16, count_ones, plain_pass, wide_pass
from sim.kernels.philox import ONE, philox_block, shuffle

LOSE, LAST_CARD, ALL_IN, FEWEST = range(4)
WINNER_FIRST, LOSER_FIRST, LATEST_FIRST, SEAT, SHUFFLED = range(5)
CARDS, RUN_OUT, DRAW, CYCLE, CAP = range(5)
NOBODY = -1
UNFINISHED = -2

RUNNING, REPEATED, OVER = range(3)
"""What :func:`advance` came to: the target, a position seen before, the end of the game."""

ROOM = 4096
"""Bytes of the table for each packet to move through, beyond what the deck itself needs."""

FIRST_WATCH = 1024
"""The play from which a deterministic game is watched for a repetition."""

# The state of a game at the end of a round: places in the table, then counts.
(HEAD_0, HEAD_1, TAIL_0, TAIL_1, PILE_0, PILE_1, HELD, LEAST, MOST, ROUNDS, PLAYS, WARS) = range(12)
(SINGLE, DOUBLE, TRIPLE, LONGER, WINNER, ENDING, PERIOD, PILE_START_0, PILE_START_1) = range(12, 21)
STATE = 21

_PLAY, _COIN = np.uint64(1), np.uint64(2)
_FULL = np.uint64(0xFFFFFFFF)
_NONE = np.uint64(0)
_TWO = np.uint64(2)
_BYTE = np.uint64(255)
_SHORT = np.uint64(16)
_WIDTH = np.uint64(WIDTH)
_HIGH_HALF = np.uint64(32)
_NEVER = np.uint64(1 << 62)


class Setting(NamedTuple):
    """The rules as the compiled code takes them."""

    face_down: int
    by_rank: bool
    run_out: int
    pickup: int
    piles: bool
    low: np.uint64
    high: np.uint64
    wide: bool


def _walks() -> tuple[np.ndarray, np.ndarray]:
    """Return for each mask of eight battles the lowest and the highest sum of +1 (won) and -1 on the way."""
    steps = np.where(np.arange(256)[:, None] >> np.arange(8) & 1, 1, -1).cumsum(axis=1)
    return np.minimum(steps.min(axis=1), 0).astype(np.int8), np.maximum(steps.max(axis=1), 0).astype(np.int8)


_LOWS, _HIGHS = _walks()


@inlined
def cards_down(rank, setting):
    """Return how many cards a war over this rank puts face down."""
    if not setting.by_rank:
        return setting.face_down
    if rank >= 14:
        return 11
    return min(rank, 10)


@inlined
def beats(card, other, setting):
    """Return whether one face-up card beats another of a different rank."""
    low, high = setting.low, setting.high
    crossed = ((card == low) & (other == high)) | ((card == high) & (other == low))
    return (card > other) ^ crossed


@kernel
def _draw_coins(coins, game, seed):
    block = (coins[8] >> _TWO) + ONE
    w0, w1, w2, w3 = philox_block(seed, _COIN, block, game)
    at = coins[8] & np.uint64(7)
    coins[at], coins[at + ONE], coins[at + _TWO], coins[at + np.uint64(3)] = w0, w1, w2, w3
    coins[8] += np.uint64(4)


@kernel
def coin_bits(round_number, coins, game, seed):
    """Return the coins of the next 32 rounds; ``coins`` is uint64 (9,): eight words, and how many were drawn."""
    word = round_number >> np.uint64(6)
    while coins[8] < word + _TWO:
        _draw_coins(coins, game, seed)
    shift = round_number & np.uint64(63)
    bits = coins[word & np.uint64(7)] >> shift
    if shift > _NONE:
        bits |= coins[(word + ONE) & np.uint64(7)] << (np.uint64(64) - shift)
    return bits


@kernel
def _turn_pile(table, state, player, bases, chance, seed):
    """Shuffle the pile of a player whose packet is empty: now it is his packet, and the next pile grows apart."""
    pile = state[PILE_START_0 + player]
    end = state[PILE_0 + player]
    shuffle(table, pile, end - pile, chance, seed)
    state[HEAD_0 + player], state[TAIL_0 + player] = pile, end
    state[PILE_0 + player] = state[PILE_START_0 + player] = bases[player] + bases[2 + player] - pile


@kernel
def _lay(table, state, player, count, stacks, base, size, bases, chance, seed):
    """Move cards from a packet to the stack that begins at ``base``, turning the pile when the packet is empty."""
    head, tail = np.uint64(state[HEAD_0 + player]), np.uint64(state[TAIL_0 + player])
    at = np.uint64(base + size)
    for i in range(np.uint64(count)):
        if head == tail:
            _turn_pile(table, state, player, bases, chance, seed)
            head, tail = np.uint64(state[HEAD_0 + player]), np.uint64(state[TAIL_0 + player])
        stacks[at + i] = table[head]
        head += ONE
    state[HEAD_0 + player] = head
    return size + count


@kernel
def _gather(table, to, stacks, half, size_0, size_1, winner, pickup, chance, seed):
    """Lay the pot behind the winner's cards in the order in which he picks it up; return its size."""
    start = np.uint64(to)
    at = start
    if pickup == LATEST_FIRST or pickup == SEAT:
        longest = max(size_0, size_1)
        player_0_first = pickup == SEAT or winner == 0
        for step in range(longest):
            place = longest - 1 - step if pickup == LATEST_FIRST else step
            for turn in range(2):
                player_0 = player_0_first == (turn == 0)
                if place < (size_0 if player_0 else size_1):
                    table[at] = stacks[np.uint64(place if player_0 else half + place)]
                    at += ONE
        return np.int64(at - start)
    player_0_first = (winner == 0) != (pickup == LOSER_FIRST)
    for turn in range(2):
        player_0 = player_0_first == (turn == 0)
        base = np.uint64(0 if player_0 else half)
        for place in range(np.uint64(size_0 if player_0 else size_1)):
            table[at] = stacks[base + place]
            at += ONE
    if pickup == SHUFFLED:
        shuffle(table, start, at - start, chance, seed)
    return np.int64(at - start)


@inlined
def _laid_now(run_out, need, left, left_other):
    """Return how many cards a player lays who has so many left, by the run-out rule; -1: he cannot carry on."""
    if run_out == LOSE:
        return need if left >= need else -1
    if run_out == FEWEST:
        if left == 0:
            return -1
        return min(need, min(left, left_other)) if left_other else min(need, left)
    if run_out == ALL_IN and left == 0:
        return -1
    return min(need, left)


@kernel
def fight(table, state, bases, total, setting, stacks, chance, seed):
    """Play one round that begins with a tie, card by card; return whether the game is over.

    ``stacks`` is uint8 (2 * total,): the cards that player 0 laid in the round, then from the middle on player 1's.
    """
    held_0 = state[HELD]
    held_1 = total - held_0
    size_0 = _lay(table, state, 0, 1, stacks, 0, 0, bases, chance, seed)
    size_1 = _lay(table, state, 1, 1, stacks, total, 0, bases, chance, seed)
    wars = 0
    winner = NOBODY
    over = False
    while True:
        card_0 = np.uint64(stacks[np.uint64(size_0 - 1)])
        card_1 = np.uint64(stacks[np.uint64(total + size_1 - 1)])
        if card_0 != card_1:
            winner = 0 if beats(card_0, card_1, setting) else 1
            break
        need = cards_down(np.int64(card_0), setting) + 1
        left_0, left_1 = held_0 - size_0, held_1 - size_1
        now_0 = _laid_now(setting.run_out, need, left_0, left_1)
        now_1 = _laid_now(setting.run_out, need, left_1, left_0)
        if now_0 < 0 or now_1 < 0:
            over = True
            if now_0 >= 0 or (now_1 < 0 and left_0 > left_1):
                winner = 0
            elif now_1 >= 0 or left_1 > left_0:
                winner = 1
            break
        if now_0 == 0 and now_1 == 0:
            over = True
            break
        wars += 1
        size_0 = _lay(table, state, 0, now_0, stacks, 0, size_0, bases, chance, seed)
        size_1 = _lay(table, state, 1, now_1, stacks, total, size_1, bases, chance, seed)
    state[ROUNDS] += 1
    state[PLAYS] += max(size_0, size_1)
    state[WARS] += wars
    if wars > 0:
        state[SINGLE + min(wars, 4) - 1] += 1
    if over:
        state[WINNER] = winner
        state[ENDING] = RUN_OUT if winner >= 0 else DRAW
        if winner >= 0:
            state[HELD] = total if winner == 0 else 0
        return True
    to = (PILE_0 if setting.piles else TAIL_0) + winner
    state[to] += _gather(
        table, state[to], stacks, total, size_0, size_1, winner, setting.pickup, chance, seed
    )
    state[HELD] += size_1 if winner == 0 else -size_0
    return False


@kernel
def same_position(table, state, seen, total):
    """Return whether both packets are as in ``seen`` (player 0's cards, then player 1's)."""
    held = state[HELD]
    for i in range(held):
        if table[state[HEAD_0] + i] != seen[i]:
            return False
    for i in range(total - held):
        if table[state[HEAD_1] + i] != seen[held + i]:
            return False
    return True


@kernel
def remember(table, state, seen, total):
    """Write both packets into ``seen``; return how many cards player 0 has."""
    held = state[HELD]
    for i in range(held):
        seen[i] = table[state[HEAD_0] + i]
    for i in range(total - held):
        seen[held + i] = table[state[HEAD_1] + i]
    return held


@inlined
def _extremes(wins, played, held, least, most):
    """Return the least and most cards that player 0 held after any battle of a pass, or before it.

    The battles after the last one count as won for the least and as lost for the most: they move neither.
    """
    up, down = wins | ~played, wins
    held_up = held_down = held
    for byte in range(4):
        shift = np.uint64(8 * byte)
        mask_up, mask_down = (up >> shift) & _BYTE, (down >> shift) & _BYTE
        least = min(least, held_up + _LOWS[mask_up])
        most = max(most, held_down + _HIGHS[mask_down])
        held_up += 2 * np.int64(count_ones(mask_up)) - 8
        held_down += 2 * np.int64(count_ones(mask_down)) - 8
    return least, most


@kernel
def _move_back(table, state, bases):
    """Move both packets back to the beginning of their room."""
    for player in range(2):
        head, base = state[HEAD_0 + player], bases[player]
        size = state[TAIL_0 + player] - head
        for i in range(size):
            table[base + i] = table[head + i]
        state[HEAD_0 + player], state[TAIL_0 + player] = base, base + size


@kernel
def _put_pot(table, to, first, second, laid, head_0, head_1, pickup, chance, seed):
    """Put a pot of two equal stacks, still where they lay in the packets, behind the winner's cards."""
    if pickup == LATEST_FIRST:
        for place in range(laid):
            from_top = laid - ONE - np.uint64(place)
            table[to] = table[first + from_top]
            table[to + ONE] = table[second + from_top]
            to += _TWO
        return
    if pickup == SEAT:
        for place in range(laid):
            table[to] = table[head_0 + np.uint64(place)]
            table[to + ONE] = table[head_1 + np.uint64(place)]
            to += _TWO
        return
    for place in range(laid):
        table[to + np.uint64(place)] = table[first + np.uint64(place)]
        table[to + laid + np.uint64(place)] = table[second + np.uint64(place)]
    if pickup == SHUFFLED:
        shuffle(table, to, laid + laid, chance, seed)


@kernel
def advance(table, state, bases, total, target, watched, seen, setting, stacks, chance, coins, game, seed):
    """Play on until ``target`` rounds are over, the game is, or (``watched``) a remembered position comes again.

    Returns
    -------
    int
        RUNNING, OVER (``WINNER`` and ``ENDING`` of the state say how) or REPEATED (``state[PERIOD]`` rounds after
        it was remembered; the true period divides that).
    """
    pickup, piles = setting.pickup, setting.piles
    by_winner = _FULL if pickup != SEAT and pickup != SHUFFLED else _NONE
    turned = _FULL if pickup == LOSER_FIRST or pickup == SEAT else _NONE
    room = bases[1] - 2 * REACH - 2 * total
    last_round = np.uint64(target)
    watch = max(np.uint64(state[PLAYS]), np.uint64(FIRST_WATCH)) if watched else _NEVER
    seen_held, seen_round = -1, _NONE
    look_at = _NONE
    in_stacks = pickup == WINNER_FIRST or pickup == LOSER_FIRST
    loser_first = pickup == LOSER_FIRST

    head_0, head_1 = np.uint64(state[HEAD_0]), np.uint64(state[HEAD_1])
    tail_0, tail_1 = np.uint64(state[TAIL_0]), np.uint64(state[TAIL_1])
    pile_0, pile_1 = np.uint64(state[PILE_0]), np.uint64(state[PILE_1])
    held, least, most = state[HELD], state[LEAST], state[MOST]
    rounds, plays, wars = np.uint64(state[ROUNDS]), np.uint64(state[PLAYS]), state[WARS]
    single, double = state[SINGLE], state[DOUBLE]
    status = RUNNING
    while True:
        limit = min(min(tail_0 - head_0, tail_1 - head_1), min(_WIDTH, last_round - rounds))
        if limit == _NONE or plays >= look_at or held == seen_held:
            # Seldom: the end, a packet used up, the end of the room, or a look at the position.
            if held == 0 or held == total:
                state[WINNER], state[ENDING] = (0 if held else 1), CARDS
                status = OVER
                break
            if rounds >= last_round:
                break
            state[HEAD_0], state[HEAD_1], state[TAIL_0], state[TAIL_1] = head_0, head_1, tail_0, tail_1
            state[PILE_0], state[PILE_1], state[HELD] = pile_0, pile_1, held
            if held == seen_held and same_position(table, state, seen, total):
                state[PERIOD] = rounds - seen_round
                status = REPEATED
                break
            if plays >= watch:
                seen_held, seen_round = remember(table, state, seen, total), rounds
                watch = plays + plays
            if piles:
                for player in range(2):
                    if state[HEAD_0 + player] == state[TAIL_0 + player]:
                        _turn_pile(table, state, player, bases, chance, seed)
                pile_0, pile_1 = np.uint64(state[PILE_0]), np.uint64(state[PILE_1])
            elif max(state[TAIL_0] - bases[0], state[TAIL_1] - bases[1]) > room // 2:
                _move_back(table, state, bases)
            head_0, head_1 = np.uint64(state[HEAD_0]), np.uint64(state[HEAD_1])
            tail_0, tail_1 = np.uint64(state[TAIL_0]), np.uint64(state[TAIL_1])
            # A tail moves by at most two cards a play.
            look_at = min(plays + np.uint64(room // 4), watch)
            limit = min(min(tail_0 - head_0, tail_1 - head_1), min(_WIDTH, last_round - rounds))
        if pickup == SHUFFLED:
            turned = coin_bits(rounds, coins, game, seed)
        to_0, to_1 = (pile_0, pile_1) if piles else (tail_0, tail_1)
        if setting.wide:
            played = wide_pass(
                table, head_0, head_1, to_0, to_1, limit, by_winner, turned, setting.low, setting.high
            )
        else:
            played = plain_pass(
                table, head_0, head_1, to_0, to_1, limit, by_winner, turned, setting.low, setting.high
            )
        length = played >> _HIGH_HALF
        wins = played & _FULL
        won = count_ones(wins)
        gained, lost = np.int64(won), np.int64(length - won)
        if held - lost < least or held + gained > most:
            least, most = _extremes(wins, (ONE << length) - ONE, held, least, most)
        held += gained - lost
        head_0 += length
        head_1 += length
        rounds += length
        plays += length
        to_0 += won + won
        to_1 += length + length - won - won
        if piles:
            pile_0, pile_1 = to_0, to_1
        else:
            tail_0, tail_1 = to_0, to_1
        if length == limit:
            continue

        # A tie. While both packets have the cards, the pot is two stacks as they lie.
        left = min(tail_0 - head_0, tail_1 - head_1)
        laid = ONE
        battles = 0
        card_0 = card_1 = table[head_0]
        while card_0 == card_1:
            step = np.uint64(cards_down(np.int64(card_0), setting) + 1)
            if laid + step > left:
                break
            laid += step
            battles += 1
            card_0, card_1 = table[head_0 + laid - ONE], table[head_1 + laid - ONE]
        if card_0 != card_1:
            rounds += ONE
            plays += laid
            wars += battles
            if battles == 1:
                single += 1
            elif battles == 2:
                double += 1
            elif battles == 3:
                state[TRIPLE] += 1
            else:
                state[LONGER] += 1
            if beats(np.uint64(card_0), np.uint64(card_1), setting):
                first, second, to = head_0, head_1, to_0
                to_0 += laid + laid
                held += np.int64(laid)
                most = max(most, held)
            else:
                first, second, to = head_1, head_0, to_1
                to_1 += laid + laid
                held -= np.int64(laid)
                least = min(least, held)
            if loser_first:
                first, second = second, first
            if in_stacks and laid <= _SHORT:
                copy_16(table, to, first)
                copy_16(table, to + laid, second)
            else:
                _put_pot(table, to, first, second, laid, head_0, head_1, pickup, chance, seed)
            if piles:
                pile_0, pile_1 = to_0, to_1
            else:
                tail_0, tail_1 = to_0, to_1
            head_0 += laid
            head_1 += laid
        else:
            state[HEAD_0], state[HEAD_1], state[TAIL_0], state[TAIL_1] = head_0, head_1, tail_0, tail_1
            state[PILE_0], state[PILE_1], state[HELD] = pile_0, pile_1, held
            state[ROUNDS], state[PLAYS], state[WARS] = rounds, plays, wars
            state[SINGLE], state[DOUBLE] = single, double
            ended = fight(table, state, bases, total, setting, stacks, chance, seed)
            head_0, head_1 = np.uint64(state[HEAD_0]), np.uint64(state[HEAD_1])
            tail_0, tail_1 = np.uint64(state[TAIL_0]), np.uint64(state[TAIL_1])
            pile_0, pile_1 = np.uint64(state[PILE_0]), np.uint64(state[PILE_1])
            held, rounds, plays, wars = (
                state[HELD],
                np.uint64(state[ROUNDS]),
                np.uint64(state[PLAYS]),
                state[WARS],
            )
            single, double = state[SINGLE], state[DOUBLE]
            if ended:
                status = OVER
                break
            least, most = min(least, held), max(most, held)
    state[HEAD_0], state[HEAD_1], state[TAIL_0], state[TAIL_1] = head_0, head_1, tail_0, tail_1
    state[PILE_0], state[PILE_1], state[HELD] = pile_0, pile_1, held
    state[LEAST], state[MOST], state[ROUNDS], state[PLAYS], state[WARS] = least, most, rounds, plays, wars
    state[SINGLE], state[DOUBLE] = single, double
    return status
