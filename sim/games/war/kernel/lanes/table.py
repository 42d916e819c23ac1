"""The table of a two-player game.

Where both players' cards lie, a war fought card by card, and the row of a game.

Both packets lie in one row of bytes and move forward through it: a head where cards are
taken, a tail where they are put. The state is an array of places and counts, so that a
game can be interrupted and resumed.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sim.games.packets.codes import (
    DRAW,
    LATEST_FIRST,
    LOSER_FIRST,
    NOBODY,
    RUN_OUT,
    SEAT,
    SHUFFLED,
)
from sim.games.packets.kernel.rows import Played, write_row
from sim.games.war.kernel.codes import ALL_IN, DRAWS, FEWEST, LOSE, beats, cards_down
from sim.kernels.compiling import inlined, part
from sim.kernels.philox import COIN, philox_block, shuffle
from sim.kernels.words import FOUR, LAST_BIT, ONE, SEVEN, SIX, THREE, TWO, ZERO

# The state of a game at the end of a round: places in the table, then counts.
(
    HEAD_0,
    HEAD_1,
    TAIL_0,
    TAIL_1,
    PILE_0,
    PILE_1,
    HELD,
    LEAST,
    MOST,
    ROUNDS,
    PLAYS,
    WARS,
) = range(12)
(
    SINGLE,
    DOUBLE,
    TRIPLE,
    LONGER,
    LONGEST,
    WINNER,
    ENDING,
    PILE_START_0,
    PILE_START_1,
) = range(12, 21)
STATE = 21


class Work(NamedTuple):
    """The workspace that games on the same table share.

    Attributes
    ----------
    bases
        (4,): where the rooms of both packets and of both piles begin.
    total
        The number of cards of both players.
    stacks
        (2 * total,): the cards that player 0 has laid in a round and, from the middle
        on, player 1's.
    """

    bases: NDArray[np.int64]
    total: int
    stacks: NDArray[np.uint8]


class Chance(NamedTuple):
    """What is random in a game after the deal.

    Attributes
    ----------
    words
        (BUFFER,): the stream of the shuffles.
    coins
        (9,): the last eight words of coins, a bit for each round, and how many words
        have been drawn.
    game, seed
        The number of the game, and the seed.
    """

    words: NDArray[np.uint64]
    coins: NDArray[np.uint64]
    game: np.uint64
    seed: np.uint64


@part
def _draw_coins(chance):
    """Draw the next four words of coins."""
    coins = chance.coins
    block = (coins[8] >> TWO) + ONE
    w0, w1, w2, w3 = philox_block(chance.seed, COIN, block, chance.game)
    at = coins[8] & SEVEN
    coins[at] = w0
    coins[at + ONE] = w1
    coins[at + TWO] = w2
    coins[at + THREE] = w3
    coins[8] += FOUR


@inlined
def coin_bits(round_number, chance):
    """The coins of the next 32 rounds."""
    coins = chance.coins
    word = round_number >> SIX
    while coins[8] < word + TWO:
        _draw_coins(chance)
    shift = round_number & LAST_BIT
    bits = coins[word & SEVEN] >> shift
    if shift > ZERO:
        bits |= coins[(word + ONE) & SEVEN] << (np.uint64(64) - shift)
    return bits


@part
def turn_pile(table, state, player, bases, chance):
    """Shuffle the pile of a player whose packet is empty: it becomes the packet.

    The next pile grows in the room that the old packet has left.
    """
    pile = state[PILE_START_0 + player]
    end = state[PILE_0 + player]
    shuffle(table, pile, end - pile, chance.words, chance.seed)
    state[HEAD_0 + player] = pile
    state[TAIL_0 + player] = end
    state[PILE_0 + player] = state[PILE_START_0 + player] = (
        bases[player] + bases[2 + player] - pile
    )


@part
def _lay(table, state, player, count, size, work, chance):
    """Move cards from a packet to its player's stack, which has ``size`` cards.

    Return its new size.
    """
    stacks = work.stacks
    head = np.uint64(state[HEAD_0 + player])
    tail = np.uint64(state[TAIL_0 + player])
    at = np.uint64(player * work.total + size)
    for i in range(np.uint64(count)):
        if head == tail:
            turn_pile(table, state, player, work.bases, chance)
            head = np.uint64(state[HEAD_0 + player])
            tail = np.uint64(state[TAIL_0 + player])
        stacks[at + i] = table[head]
        head += ONE
    state[HEAD_0 + player] = head
    return size + count


@part
def _gather(table, to, sizes, winner, pickup, work, chance):
    """Put the pot behind the winner's cards in the order of the pick-up.

    Return its size.
    """
    size_0, size_1 = sizes
    stacks = work.stacks
    half = work.total
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
        shuffle(table, start, at - start, chance.words, chance.seed)
    return np.int64(at - start)


@inlined
def _laid_now(run_out, need, left, left_other):
    """How many cards a player with ``left`` cards lays, by the run-out rule.

    -1 if they cannot carry on.
    """
    if run_out == LOSE:
        return need if left >= need else -1
    if run_out == FEWEST:
        if left == 0:
            return -1
        return min(need, min(left, left_other)) if left_other else min(need, left)
    if run_out == ALL_IN and left == 0:
        return -1
    return min(need, left)


@part
def fight(table, state, setting, work, chance):
    """Play one round that begins with a tie, card by card.

    Return whether the game is over.
    """
    stacks = work.stacks
    total = work.total
    held_0 = state[HELD]
    held_1 = total - held_0
    size_0 = _lay(table, state, 0, 1, 0, work, chance)
    size_1 = _lay(table, state, 1, 1, 0, work, chance)
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
        left_0 = held_0 - size_0
        left_1 = held_1 - size_1
        if setting.run_out == DRAWS and min(left_0, left_1) < need:
            over = True
            break
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
        size_0 = _lay(table, state, 0, now_0, size_0, work, chance)
        size_1 = _lay(table, state, 1, now_1, size_1, work, chance)
    state[ROUNDS] += 1
    state[PLAYS] += max(size_0, size_1)
    state[WARS] += wars
    if wars > 0:
        state[SINGLE + min(wars, 4) - 1] += 1
        state[LONGEST] = max(state[LONGEST], wars)
    if over:
        state[WINNER] = winner
        state[ENDING] = RUN_OUT if winner >= 0 else DRAW
        if winner >= 0:
            state[HELD] = total if winner == 0 else 0
        return True
    to = (PILE_0 if setting.piles else TAIL_0) + winner
    state[to] += _gather(
        table, state[to], (size_0, size_1), winner, setting.pickup, work, chance
    )
    state[HELD] += size_1 if winner == 0 else -size_0
    return False


@inlined
def write_state(rows, index, state, total, aces, rank_sum):
    """Write the row of a game that is over.

    The aces and the sum of the ranks that player 0 was dealt are given.
    """
    played = Played(
        ending=state[ENDING],
        rounds=state[ROUNDS],
        battles=state[ROUNDS] + state[WARS],
        plays=state[PLAYS],
        wars=state[WARS],
        taker=state[WINNER],
        low=state[LEAST] if state[WINNER] == 0 else total - state[MOST],
        single=state[SINGLE],
        double=state[DOUBLE],
        triple=state[TRIPLE],
        longer=state[LONGER],
        longest=state[LONGEST],
    )
    write_row(rows, index, played, aces, rank_sum)
