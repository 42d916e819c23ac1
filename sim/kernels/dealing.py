"""The shuffled decks of many games, compiled, as :mod:`sim.deals.deck` describes their rows."""

import numpy as np

from sim.kernels.compiling import inlined, kernel, part
from sim.kernels.llvm.processor import orders_bytes
from sim.kernels.llvm.words import draw_of
from sim.kernels.philox import (
    DEAL,
    below,
    next_word,
    open_stream,
    philox_block,
    rejection_bound,
    shuffle,
)
from sim.kernels.shuffling import MOST_BY_WORD, shuffle_by_word
from sim.kernels.vectors import copy_wide_8, narrow_16
from sim.kernels.words import EIGHT, ONE, SIXTEEN, TWO, ZERO

_IN_REGISTERS = orders_bytes()
_FEWEST = 32
"""The fewest cards of a pack whose last draws are made in registers: these take 32
bytes."""


@inlined
def _lay_twice(wide, width, live, to):
    """Copy a pack of cards of 32 bits twice, one copy behind the other."""
    if width < EIGHT:
        for i in range(width):
            live[to + i] = live[to + width + i] = wide[i]
    else:
        for i in range(ZERO, width, EIGHT):
            at = min(i, width - EIGHT)
            copy_wide_8(wide, at, live, to + at)
            copy_wide_8(wide, at, live, to + width + at)


@inlined
def _narrow_two(live, start, width, flat, to):
    """Copy two packs of cards of 32 bits, one behind the other, into rows of bytes."""
    if width < SIXTEEN:
        for i in range(TWO * width):
            flat[to + i] = live[start + i]
    else:
        for i in range(ZERO, width, SIXTEEN):
            at = min(i, width - SIXTEEN)
            narrow_16(live, start + at, flat, to + at)
            narrow_16(live, start + width + at, flat, to + width + at)


@kernel
def deal_shuffled(pack, batch_ends, batch_products, seed, first, flat, workspace):
    """Fill each row with the whole pack, shuffled.

    The cards that are swapped take four bytes each, because a processor that reads one
    byte may wait for another one next to it to be written.

    Parameters
    ----------
    pack
        uint8 (cards,): the cards before the shuffle.
    batch_ends, batch_products
        What :func:`sim.deals.deck.shared_draws` returns.
    seed
        uint64: the seed.
    first
        uint64: the number of the first game.
    flat
        uint8 (games * cards,): the rows one after the other, filled.
    workspace
        uint64 (2, 4), uint64 (BUFFER,), uint32 (cards,) and uint32 (4 * cards,).
    """
    cards = len(pack)
    games = len(flat) // cards
    words, state, wide, live = workspace
    batches = len(batch_ends)
    width = np.uint64(cards)
    # A block has four words: packs that need more are shuffled from the stream, game by
    # game.
    pairs = np.uint64(games // 2) if batches <= 4 else ZERO
    # What the last word of a game shuffles is in registers, if it fits.
    before = batch_ends[batches - 2] if batches > 1 else width
    swapped = (
        batches - 1
        if _IN_REGISTERS and cards >= _FEWEST and before <= MOST_BY_WORD
        else batches
    )
    for i in range(width):
        wide[i] = pack[i]
    waits = False
    last_a = ZERO
    last_b = ZERO
    for pair in range(pairs + ONE):
        # Two games at a time: their chains of multiplications overlap, as neither
        # depends on the other.
        game = first + TWO * pair
        # Pairs use the two halves of ``live`` in turn.
        a = (pair & ONE) * TWO * width
        b = a + width
        was_waiting = waits
        waits = False
        if pair < pairs:
            for side in range(TWO):
                words[side, 0], words[side, 1], words[side, 2], words[side, 3] = (
                    philox_block(seed, DEAL, ONE, game + side)
                )
            waits = True
            for batch in range(batches):
                product = batch_products[batch]
                for side in range(2):
                    final = words[side, batch] * product
                    if final < product and final < rejection_bound(product):
                        waits = False
        if waits:
            _lay_twice(wide, width, live, a)
            bound = width
            for batch in range(swapped):
                left_a = words[0, batch]
                left_b = words[1, batch]
                end = batch_ends[batch]
                while bound > end:
                    place_a = draw_of(left_a, bound)
                    place_b = draw_of(left_b, bound)
                    left_a *= bound
                    left_b *= bound
                    bound -= ONE
                    card_a = live[a + place_a]
                    card_b = live[b + place_b]
                    live[a + place_a] = live[a + bound]
                    live[b + place_b] = live[b + bound]
                    live[a + bound] = card_a
                    live[b + bound] = card_b
        elif pair < pairs:
            for offset in range(TWO):
                start = (TWO * pair + offset) * width
                for i in range(width):
                    flat[start + i] = pack[i]
                open_stream(state, game + offset, DEAL)
                shuffle(flat, start, width, state, seed)
        if was_waiting:
            # The pair before: cards that have just been written one by one cannot be
            # read as a whole at once.
            start = (TWO * pair - TWO) * width
            _narrow_two(live, TWO * width - a, width, flat, start)
            if _IN_REGISTERS:
                if swapped < batches:
                    shuffle_by_word(flat, start, before, last_a)
                    shuffle_by_word(flat, start + width, before, last_b)
        if waits:
            last_a = words[0, batches - 1]
            last_b = words[1, batches - 1]
    for last in range(TWO * pairs, np.uint64(games)):
        start = np.uint64(last) * width
        for i in range(width):
            flat[start + i] = pack[i]
        open_stream(state, first + np.uint64(last), DEAL)
        shuffle(flat, start, width, state, seed)


@kernel
def deal_hands(plan, seed, first, flat, workspace):
    """Fill rows with named hands, each player's packet shuffled on its own.

    Parameters
    ----------
    plan
        A :class:`sim.deals.hands.DealPlan`.
    seed
        uint64: the seed.
    first
        uint64: the number of the first game.
    flat
        uint8 (games * cards,): the rows one after the other, filled.
    workspace
        uint8 (cards,) twice, and uint64 (BUFFER,).
    """
    taken, left, state = workspace
    cards = len(plan.pack)
    for row in range(len(flat) // cards):
        for i in range(cards):
            taken[i] = plan.pack[i]
        open_stream(state, first + np.uint64(row), DEAL)
        shuffle(taken, 0, plan.unnamed, state, seed)
        _choose(plan, taken, left, state, seed)
        begin = row * cards
        for i in range(cards):
            flat[begin + i] = taken[plan.places[i]]
        for packet in range(len(plan.packets)):
            shuffle(
                flat,
                begin + plan.packets[packet, 0],
                plan.packets[packet, 1],
                state,
                seed,
            )


@part
def _choose(hands, taken, left, state, seed):
    """Deal to the players with barred ranks, one after the other.

    Their cards move to the front of ``taken``.

    The other cards are shuffled after each player, because those passed over as barred
    have come to the front.
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
def riffle_packs(rows, riffles, seed, first, workspace):
    """Riffle the pack in each row ``riffles`` times, in place.

    Words are spent as :mod:`sim.deals.riffles` describes.

    Parameters
    ----------
    rows
        uint8 (games, cards): the packs.
    riffles
        How often each is riffled.
    seed
        uint64: the seed.
    first
        uint64: the number of the first game.
    workspace
        uint8 (cards,) twice, and uint64 (BUFFER,).
    """
    before, from_below, state = workspace
    games, cards = rows.shape
    for row in range(games):
        open_stream(state, first + np.uint64(row), DEAL)
        for _ in range(riffles):
            cut = 0
            word = ZERO
            for i in range(cards):
                if i % 64 == 0:
                    word = next_word(state, seed)
                from_below[i] = np.uint8(word & ONE)
                word >>= ONE
                cut += 1 - np.int64(from_below[i])
                before[i] = rows[row, i]
            upper = 0
            lower = cut
            for i in range(cards):
                if from_below[i]:
                    rows[row, i] = before[lower]
                    lower += 1
                else:
                    rows[row, i] = before[upper]
                    upper += 1


@kernel
def deal_new(pack, rows, riffles, seed, first, workspace):
    """Fill each row with a pack and riffle it: arguments as of :func:`riffle_packs`."""
    for row in range(len(rows)):
        for i in range(len(pack)):
            rows[row, i] = pack[i]
    riffle_packs(rows, riffles, seed, first, workspace)


@kernel
def deal_in_order(rows):
    """Fill each row but the first with the next permutation of its cards, in ascending order.

    Parameters
    ----------
    rows
        uint8 (games, cards): at least as many permutations follow the first row as there
        are others.
    """
    last = rows.shape[1] - 1
    for game in range(1, len(rows)):
        row = rows[game]
        for place in range(last + 1):
            row[place] = rows[game - 1, place]
        turn = last - 1
        while row[turn] >= row[turn + 1]:
            turn -= 1
        higher = last
        while row[higher] <= row[turn]:
            higher -= 1
        row[turn], row[higher] = row[higher], row[turn]
        low = turn + 1
        high = last
        while low < high:
            row[low], row[high] = row[high], row[low]
            low += 1
            high -= 1


@kernel
def deal_buried(pack, joker, players, seed, first, rows, workspace):
    """Fill rows: deal the pack without jokers, then put a joker at a random place in each packet.

    Parameters
    ----------
    pack
        uint8 (cards - players,): the cards without the jokers.
    joker
        uint8: the joker.
    players
        The number of players.
    seed
        uint64: the seed.
    first
        uint64: the number of the first game.
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
