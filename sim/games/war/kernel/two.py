"""War between two players, compiled: passes and wars until the end, a given round, or a position seen before.

:mod:`sim.games.war.rulebook` states the rules; this module only plays them fast. Battles without a tie are played in
passes (:mod:`sim.games.war.kernel.passes`), a war for which both packets have enough cards is settled where the cards
lie, and every other war is fought card by card (:mod:`sim.games.war.kernel.two_table`).
"""

from __future__ import annotations

import numpy as np

from sim.games.packets.codes import (
    CARDS,
    LATEST_FIRST,
    LOSER_FIRST,
    OVER,
    REPEATED,
    RUNNING,
    SEAT,
    SHUFFLED,
    WINNER_FIRST,
)
from sim.games.war.kernel.codes import beats, cards_down
from sim.games.war.kernel.passes import REACH, WIDTH, plain_pass, wide_pass
from sim.games.war.kernel.two_table import (
    DOUBLE,
    ENDING,
    HEAD_0,
    HEAD_1,
    HELD,
    LEAST,
    LONGER,
    LONGEST,
    MOST,
    PERIOD,
    PILE_0,
    PILE_1,
    PLAYS,
    ROUNDS,
    SINGLE,
    TAIL_0,
    TAIL_1,
    TRIPLE,
    WARS,
    WINNER,
    fight,
    move_back,
    remember,
    same_position,
    turn_pile,
)
from sim.kernels.bits import count_bits
from sim.kernels.compiling import inlined, kernel, part
from sim.kernels.philox import COIN, philox_block, shuffle
from sim.kernels.vectors import copy_16
from sim.kernels.words import (
    BYTE,
    FOUR,
    HALF_WORD,
    LAST_BIT,
    LOW_HALF,
    NEVER,
    ONE,
    SEVEN,
    SIX,
    SIXTEEN,
    THREE,
    TWO,
    ZERO,
)

ROOM = 4096
"""Bytes of the table for each packet to move through, beyond what the deck itself needs."""

FIRST_WATCH = 1024
"""The play from which a deterministic game is watched for a repetition."""

_WIDTH = np.uint64(WIDTH)


def _walks() -> tuple[np.ndarray, np.ndarray]:
    """Return for each mask of eight battles the lowest and highest running sum of +1 (won) and -1 (lost), from 0 on."""
    steps = np.where(np.arange(256)[:, None] >> np.arange(8) & 1, 1, -1).cumsum(axis=1)
    return np.minimum(steps.min(axis=1), 0).astype(np.int8), np.maximum(steps.max(axis=1), 0).astype(np.int8)


_LOWS, _HIGHS = _walks()


@part
def _draw_coins(chance):
    """Draw the next four words of coins."""
    coins = chance.coins
    block = (coins[8] >> TWO) + ONE
    w0, w1, w2, w3 = philox_block(chance.seed, COIN, block, chance.game)
    at = coins[8] & SEVEN
    coins[at], coins[at + ONE], coins[at + TWO], coins[at + THREE] = w0, w1, w2, w3
    coins[8] += FOUR


@inlined
def coin_bits(round_number, chance):
    """Return the coins of the next 32 rounds."""
    coins = chance.coins
    word = round_number >> SIX
    while coins[8] < word + TWO:
        _draw_coins(chance)
    shift = round_number & LAST_BIT
    bits = coins[word & SEVEN] >> shift
    if shift > ZERO:
        bits |= coins[(word + ONE) & SEVEN] << (np.uint64(64) - shift)
    return bits


@inlined
def _extremes(wins, played, held, least, most):
    """Return the least and most cards that player 0 held after any battle of a pass, or before it.

    Bits beyond the last battle count as won for the least and as lost for the most, so that they change neither.
    """
    up, down = wins | ~played, wins
    held_up = held_down = held
    for byte in range(4):
        shift = np.uint64(8 * byte)
        mask_up, mask_down = (up >> shift) & BYTE, (down >> shift) & BYTE
        least = min(least, held_up + _LOWS[mask_up])
        most = max(most, held_down + _HIGHS[mask_down])
        held_up += 2 * np.int64(count_bits(mask_up)) - 8
        held_down += 2 * np.int64(count_bits(mask_down)) - 8
    return least, most


@part
def _put_pot(table, to, first, second, laid, pickup, chance):
    """Copy a pot of two equal stacks, which still lie in the packets, behind the winner's cards."""
    if pickup == LATEST_FIRST or pickup == SEAT:
        for step in range(laid):
            place = step if pickup == SEAT else laid - ONE - step
            table[to] = table[first + place]
            table[to + ONE] = table[second + place]
            to += TWO
        return
    for place in range(laid):
        table[to + place] = table[first + place]
        table[to + laid + place] = table[second + place]
    if pickup == SHUFFLED:
        shuffle(table, to, laid + laid, chance.words, chance.seed)


@inlined
def _save_places(state, heads, tails, piles, held):
    """Write into the state where the cards lie and how many player 0 holds."""
    state[HEAD_0], state[HEAD_1] = heads
    state[TAIL_0], state[TAIL_1] = tails
    state[PILE_0], state[PILE_1] = piles
    state[HELD] = held


@inlined
def _places(state):
    """Return the heads, the tails and the ends of the piles, for both players each."""
    heads = np.uint64(state[HEAD_0]), np.uint64(state[HEAD_1])
    tails = np.uint64(state[TAIL_0]), np.uint64(state[TAIL_1])
    return heads, tails, (np.uint64(state[PILE_0]), np.uint64(state[PILE_1]))


@inlined
def _war_as_it_lies(table, head_0, head_1, left, setting):
    """Follow a tie as long as both packets have the cards that it asks for.

    Returns
    -------
    laid, battles, card_0, card_1
        How many cards each player has laid by then, in how many wars, and the cards compared last.
    """
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
    return laid, battles, card_0, card_1


@kernel
def advance(table, state, setting, target, watched, work, chance):
    """Play until ``target`` rounds or the game is over, or (if ``watched``) a remembered position comes again.

    Returns
    -------
    int
        RUNNING, OVER (``WINNER`` and ``ENDING`` of the state say how) or REPEATED (``state[PERIOD]`` rounds after
        it was remembered; the true period divides this number).
    """
    # One function of more than 100 lines: where both packets lie stays in registers from battle to battle.
    bases, total, seen = work.bases, work.total, work.seen
    pickup, piles = setting.pickup, setting.piles
    by_winner = LOW_HALF if pickup != SEAT and pickup != SHUFFLED else ZERO
    turned = LOW_HALF if pickup == LOSER_FIRST or pickup == SEAT else ZERO
    room = bases[1] - 2 * REACH - 2 * total
    last_round = np.uint64(target)
    watch = max(np.uint64(state[PLAYS]), np.uint64(FIRST_WATCH)) if watched else NEVER
    seen_held, seen_round = -1, ZERO
    look_at = ZERO
    in_stacks = pickup == WINNER_FIRST or pickup == LOSER_FIRST
    loser_first = pickup == LOSER_FIRST

    (head_0, head_1), (tail_0, tail_1), (pile_0, pile_1) = _places(state)
    held, least, most = state[HELD], state[LEAST], state[MOST]
    rounds, plays, wars = np.uint64(state[ROUNDS]), np.uint64(state[PLAYS]), state[WARS]
    single, double = state[SINGLE], state[DOUBLE]
    status = RUNNING
    while True:
        limit = min(min(tail_0 - head_0, tail_1 - head_1), min(_WIDTH, last_round - rounds))
        if limit == ZERO or plays >= look_at or held == seen_held:
            # Rare: the game may be over, a packet used up, the room at its end, or a position due to be looked at.
            if held == 0 or held == total:
                state[WINNER], state[ENDING] = (0 if held else 1), CARDS
                status = OVER
                break
            if rounds >= last_round:
                break
            _save_places(state, (head_0, head_1), (tail_0, tail_1), (pile_0, pile_1), held)
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
                        turn_pile(table, state, player, bases, chance)
            elif max(state[TAIL_0] - bases[0], state[TAIL_1] - bases[1]) > room // 2:
                move_back(table, state, bases)
            (head_0, head_1), (tail_0, tail_1), (pile_0, pile_1) = _places(state)
            # A tail moves by at most two cards a play.
            look_at = min(plays + np.uint64(room // 4), watch)
            limit = min(min(tail_0 - head_0, tail_1 - head_1), min(_WIDTH, last_round - rounds))
        if pickup == SHUFFLED:
            turned = coin_bits(rounds, chance)
        to_0, to_1 = (pile_0, pile_1) if piles else (tail_0, tail_1)
        if setting.wide:
            played = wide_pass(
                table, head_0, head_1, to_0, to_1, limit, by_winner, turned, setting.low, setting.high
            )
        else:
            played = plain_pass(
                table, head_0, head_1, to_0, to_1, limit, by_winner, turned, setting.low, setting.high
            )
        length = played >> HALF_WORD
        wins = played & LOW_HALF
        won = count_bits(wins)
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

        # A tie: as long as neither packet runs out, the pot is two stacks that stay where they lie.
        left = min(tail_0 - head_0, tail_1 - head_1)
        laid, battles, card_0, card_1 = _war_as_it_lies(table, head_0, head_1, left, setting)
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
                state[LONGEST] = max(state[LONGEST], battles)
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
            if in_stacks and laid <= SIXTEEN:
                copy_16(table, to, first)
                copy_16(table, to + laid, second)
            else:
                if pickup == SEAT:
                    first, second = head_0, head_1
                _put_pot(table, to, first, second, laid, pickup, chance)
            if piles:
                pile_0, pile_1 = to_0, to_1
            else:
                tail_0, tail_1 = to_0, to_1
            head_0 += laid
            head_1 += laid
        else:
            _save_places(state, (head_0, head_1), (tail_0, tail_1), (pile_0, pile_1), held)
            state[ROUNDS], state[PLAYS], state[WARS] = rounds, plays, wars
            state[SINGLE], state[DOUBLE] = single, double
            ended = fight(table, state, setting, work, chance)
            (head_0, head_1), (tail_0, tail_1), (pile_0, pile_1) = _places(state)
            held, rounds, plays = state[HELD], np.uint64(state[ROUNDS]), np.uint64(state[PLAYS])
            wars, single, double = state[WARS], state[SINGLE], state[DOUBLE]
            if ended:
                status = OVER
                break
            least, most = min(least, held), max(most, held)
    _save_places(state, (head_0, head_1), (tail_0, tail_1), (pile_0, pile_1), held)
    state[LEAST], state[MOST], state[ROUNDS], state[PLAYS], state[WARS] = least, most, rounds, plays, wars
    state[SINGLE], state[DOUBLE] = single, double
    return status
