"""The shuffled decks of many games, compiled: one row of cards for each game.

What a row means is said in :mod:`sim.deals.deck`; here it is only filled fast.
"""

from __future__ import annotations

import numpy as np

from sim.kernels.compiling import kernel
from sim.kernels.philox import (
    DEAL,
    below,
    multiply_high,
    open_stream,
    philox_block,
    rejection_bound,
    shuffle,
)
from sim.kernels.words import ONE, TWO


@kernel
def deal_shuffled(pack, batch_ends, batch_products, seed, first, flat, workspace):
    """Fill each row with the whole pack, shuffled.

    Parameters
    ----------
    pack
        uint8 (cards,): the cards before the shuffle.
    batch_ends, batch_products
        uint64: for each batch of draws that share a word, the bound below its last one, and the product of its
        bounds (as :func:`sim.rng.batches`).
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
    pairs = np.uint64(games // 2) if batches <= 4 else np.uint64(0)
    width = np.uint64(cards)
    row = np.uint64(0)
    for pair in range(pairs):
        # Two games side by side: neither's chain of multiplications waits for the other's.
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
        for batch in range(batches):
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
    for last in range(TWO * pairs, np.uint64(games)):
        start = np.uint64(last) * width
        for i in range(width):
            flat[start + i] = pack[i]
        open_stream(state, first + np.uint64(last), DEAL)
        shuffle(flat, start, cards, state, seed)


@kernel
def deal_packets(pack, lengths, places, seed, first, rows, workspace):
    """Fill rows whose parts are shuffled apart: named hands, each player's share of the rest.

    Parameters
    ----------
    pack
        uint8 (cards,): the cards before the shuffle, part after part.
    lengths
        int64: how many cards each part has; the parts are shuffled in this order.
    places
        int64 (cards,): which card of the shuffled parts comes to each place of the row.
    seed, first
        As :func:`deal_shuffled`.
    rows
        uint8 (games, cards): filled.
    workspace
        uint8 (cards of the pack,) and uint64 (BUFFER,).
    """
    games, cards = rows.shape
    parts, state = workspace
    for row in range(games):
        for i in range(cards):
            parts[i] = pack[i]
        open_stream(state, first + np.uint64(row), DEAL)
        start = 0
        for length in lengths:
            shuffle(parts, start, length, state, seed)
            start += length
        for i in range(cards):
            rows[row, i] = parts[places[i]]


@kernel
def deal_buried(pack, joker, players, seed, first, rows, workspace):
    """Fill rows dealt without jokers, one joker then put at a random place in each packet.

    Parameters
    ----------
    pack
        uint8 (cards - players,): the cards without the jokers.
    joker, players
        The joker's code, and how many packets there are.
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
