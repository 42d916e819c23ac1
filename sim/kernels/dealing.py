"""The shuffled decks of many games, compiled: one row of cards for each game.

:mod:`sim.deals.deck` says what a row means; this module only fills rows fast.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sim.kernels.compiling import kernel, part
from sim.kernels.philox import (
    DEAL,
    below,
    multiply_high,
    open_stream,
    philox_block,
    rejection_bound,
    shuffle,
)
from sim.kernels.processor import has
from sim.kernels.shuffling_piles import MIDDLE, shuffle_by_word
from sim.kernels.words import ONE, TWO

_IN_REGISTERS = has("ssse3")
_FEWEST = 32
"""The fewest cards of a pack whose last draws are made in registers: these take 32 bytes."""


@kernel
def deal_shuffled(pack, batch_ends, batch_products, seed, first, flat, workspace):
    """Fill each row with the whole pack, shuffled.

    Parameters
    ----------
    pack
        uint8 (cards,): the cards before the shuffle.
    batch_ends, batch_products
        uint64: for each batch of draws that share a word, its last bound less one, and the product of its bounds
        (as :func:`sim.rng.batches`).
    seed, first
        uint64: the seed, and the number of the game of row 0.
    flat
        uint8 (games * cards,): the rows one after the other, filled.
    workspace
        uint64 (2, 4) and uint64 (BUFFER,).
    """
    cards = len(pack)
    games = len(flat) // cards
    words, state = workspace
    batches = len(batch_ends)
    # A block has four words: packs that need more are shuffled from the stream, game by game.
    pairs = np.uint64(games // 2) if batches <= 4 else np.uint64(0)
    width = np.uint64(cards)
    # What the last word of a game shuffles is in registers, if it fits.
    before = batch_ends[batches - 2] if batches > 1 else width
    swapped = batches - 1 if _IN_REGISTERS and cards >= _FEWEST and before <= MIDDLE else batches
    row = np.uint64(0)
    for pair in range(pairs):
        # Two games at a time: their chains of multiplications overlap, as neither depends on the other.
        row = TWO * np.uint64(pair)
        a, b = row * width, (row + ONE) * width
        game = first + row
        a0, a1, a2, a3 = philox_block(seed, DEAL, ONE, game)
        b0, b1, b2, b3 = philox_block(seed, DEAL, ONE, game + ONE)
        words[0, 0], words[0, 1], words[0, 2], words[0, 3] = a0, a1, a2, a3
        words[1, 0], words[1, 1], words[1, 2], words[1, 3] = b0, b1, b2, b3
        rejected = False
        for batch in range(batches):
            product = batch_products[batch]
            for side in range(2):
                final = words[side, batch] * product
                if final < product and final < rejection_bound(product):
                    rejected = True
        for i in range(width):
            flat[a + i] = pack[i]
            flat[b + i] = pack[i]
        if rejected:
            for side in range(2):
                open_stream(state, game + np.uint64(side), DEAL)
                shuffle(flat, a + np.uint64(side) * width, cards, state, seed)
            continue
        bound = width
        for batch in range(swapped):
            left_a, left_b = words[0, batch], words[1, batch]
            end = batch_ends[batch]
            while bound > end:
                place_a, place_b = multiply_high(left_a, bound), multiply_high(left_b, bound)
                left_a *= bound
                left_b *= bound
                bound -= ONE
                card_a, card_b = flat[a + place_a], flat[b + place_b]
                flat[a + place_a] = flat[a + bound]
                flat[b + place_b] = flat[b + bound]
                flat[a + bound] = card_a
                flat[b + bound] = card_b
        if _IN_REGISTERS:
            if swapped < batches:
                shuffle_by_word(flat, a, bound, words[0, swapped])
                shuffle_by_word(flat, b, bound, words[1, swapped])
    for last in range(TWO * pairs, np.uint64(games)):
        start = np.uint64(last) * width
        for i in range(width):
            flat[start + i] = pack[i]
        open_stream(state, first + np.uint64(last), DEAL)
        shuffle(flat, start, cards, state, seed)


class Hands(NamedTuple):
    """How named hands are dealt: :class:`sim.deals.hands.DealPlan` as arrays.

    Attributes
    ----------
    pack
        uint8 (cards,): the cards that no hand names, then the named ones.
    unnamed
        How many cards no hand names.
    wanted, barred
        int64 (choices,) and bool (choices, 256), for each player with barred ranks: how many cards the player gets,
        and whether each rank is barred.
    places
        int64 (cards,): for each place of the row, the index of its card among those taken.
    packets
        int64 (packets, 2): where each packet to be shuffled begins in the row, and its size.
    """

    pack: NDArray[np.uint8]
    unnamed: int
    wanted: NDArray[np.int64]
    barred: NDArray[np.bool_]
    places: NDArray[np.int64]
    packets: NDArray[np.int64]


@kernel
def deal_hands(hands, seed, first, flat, workspace):
    """Fill rows with named hands, each player's packet shuffled on its own.

    Parameters
    ----------
    hands
        :class:`Hands`.
    seed, first
        As :func:`deal_shuffled`.
    flat
        uint8 (games * cards,): the rows one after the other, filled.
    workspace
        uint8 (cards,) twice, and uint64 (BUFFER,).
    """
    taken, left, state = workspace
    cards = len(hands.pack)
    for row in range(len(flat) // cards):
        for i in range(cards):
            taken[i] = hands.pack[i]
        open_stream(state, first + np.uint64(row), DEAL)
        shuffle(taken, 0, hands.unnamed, state, seed)
        _choose(hands, taken, left, state, seed)
        begin = row * cards
        for i in range(cards):
            flat[begin + i] = taken[hands.places[i]]
        for packet in range(len(hands.packets)):
            shuffle(flat, begin + hands.packets[packet, 0], hands.packets[packet, 1], state, seed)


@part
def _choose(hands, taken, left, state, seed):
    """Deal to the players with barred ranks, one after the other; their cards move to the front of ``taken``.

    The other cards are shuffled after each player, because those passed over as barred have come to the front.
    """
    chosen = 0
    for choice in range(len(hands.wanted)):
        end = chosen + hands.wanted[choice]
        passed = 0
        for i in range(chosen, hands.unnamed):
            card = taken[i]
            if chosen < end and not hands.barred[choice, card]:
                taken[chosen] = card
                chosen += 1
            else:
                left[passed] = card
                passed += 1
        for i in range(passed):
            taken[chosen + i] = left[i]
        shuffle(taken, chosen, passed, state, seed)


@kernel
def deal_buried(pack, joker, players, seed, first, rows, workspace):
    """Fill rows: deal the pack without jokers, then put a joker at a random place in each packet.

    Parameters
    ----------
    pack
        uint8 (cards - players,): the cards without the jokers.
    joker, players
        The joker's code, and the number of packets.
    seed, first
        As :func:`deal_shuffled`.
    rows
        uint8 (games, cards): filled.
    workspace
        uint8 (cards of the pack,) and uint64 (BUFFER,).
    """
    games = rows.shape[0]
    shuffled, state = workspace
    plain = len(pack)
    share = plain // players
    for row in range(games):
        for i in range(plain):
            shuffled[i] = pack[i]
        open_stream(state, first + np.uint64(row), DEAL)
        shuffle(shuffled, 0, plain, state, seed)
        for player in range(players):
            place = below(share + 1, state, seed)
            for i in range(share + 1):
                if i == place:
                    card = joker
                else:
                    card = shuffled[(i - (i > place)) * players + player]
                rows[row, i * players + player] = card
        for i in range(share * players, plain):
            rows[row, i + players] = shuffled[i]
