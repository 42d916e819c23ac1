"""The pots of wars, many games side by side: what a step cannot put in order is put in order, or shuffled, afterwards.

A step moves the cards of every war to their winner, but knows the order only of wars of one battle.
"""

from __future__ import annotations

import numpy as np

from sim.games.packets.codes import LATEST_FIRST, LOSER_FIRST
from sim.games.war.kernel.lanes_layout import GAMES, PACKET, PLACE
from sim.kernels.bits import count_bits, lowest_bit
from sim.kernels.compiling import inlined, kernel
from sim.kernels.philox import shuffle
from sim.kernels.shuffling import put_shuffled
from sim.kernels.words import EIGHT, ONE, TWO, ZERO

_START, _FOUGHT, _WON, _POTS = (PLACE[name] for name in ("start", "fought", "won", "pots"))
_TAIL_0, _TAIL_1 = PLACE["tail_0"], PLACE["tail_1"]
_PACKET = np.uint64(PACKET)


@inlined
def _masks_and_places(lanes, group, lane):
    """Return the ties fought and the pairs won by player 0, and where the pass began and the captured cards went."""
    masks = np.uint64(lanes[group, _FOUGHT, lane]), np.uint64(lanes[group, _WON, lane])
    tails = np.uint64(lanes[group, _TAIL_0, lane]), np.uint64(lanes[group, _TAIL_1, lane])
    return masks, (np.uint64(lanes[group, _START, lane]), tails[0], tails[1])


@inlined
def _first_war(fought, step_size):
    """Return the ties left after the first war, where it begins in the pass, and how many cards each player laid."""
    tie = fought & (ZERO - fought)
    at = lowest_bit(tie)
    laid = ONE
    while fought & tie:
        fought ^= tie
        tie <<= step_size
        laid += step_size
    return fought, at, laid


@inlined
def _pot(won, at, to, places):
    """Return where the pot of a war lies, and the cards that its winner and its loser have laid."""
    head, tail_0, tail_1 = places
    before = (ONE << at) - ONE
    first, second = to + head + at, to + _PACKET + head + at
    if (won >> at) & ONE:
        pot = to + tail_0 + TWO * count_bits(won & before)
    else:
        pot = to + _PACKET + tail_1 + TWO * count_bits(~won & before)
        first, second = second, first
    return pot, first, second


@kernel
def _straighten(cards, to, masks, places, step_size, pickup):
    """Put the pots of a pass's wars of two battles and more in order: all their cards are there, but shuffled.

    Parameters
    ----------
    cards, to
        The cards of all games, and where player 0's room begins.
    masks
        The ties fought, and the pairs won by player 0.
    places
        Where the pass began, and where player 0's captures went and player 1's, from the beginning of their rooms.
    step_size, pickup
        The cards of each player in a war, and the order of the pick-up.
    """
    fought, won = masks
    while fought:
        fought, at, laid = _first_war(fought, step_size)
        if laid == step_size + ONE:
            continue
        pot, first, second = _pot(won, at, to, places)
        if pickup == LOSER_FIRST:
            first, second = second, first
        for place in range(laid):
            if pickup == LATEST_FIRST:
                cards[pot + TWO * place] = cards[first + laid - ONE - place]
                cards[pot + TWO * place + ONE] = cards[second + laid - ONE - place]
            else:
                cards[pot + place] = cards[first + place]
                cards[pot + laid + place] = cards[second + place]


@inlined
def straighten_pots(cards, lanes, group, step_size, pickup):
    """Put the pots of the wars of several battles in order, in all games of a group."""
    pots = np.uint64(lanes[group, _POTS, 0])
    while pots:
        lane = np.int64(lowest_bit(pots))
        pots &= pots - ONE
        to = np.uint64(group * GAMES + lane) * TWO * _PACKET
        _straighten(cards, to, *_masks_and_places(lanes, group, lane), step_size, pickup)


@inlined
def shuffle_pots(many, group, step_size, in_register):
    """Shuffle the pots of all wars of a pass, in all games of a group, each game's in the order in which it is played.

    The step has moved their cards, but in another order.
    """
    cards, lanes = many.cards, many.lanes
    pots = np.uint64(lanes[group, _POTS, 0])
    while pots:
        lane = np.int64(lowest_bit(pots))
        pots &= pots - ONE
        slot = group * GAMES + lane
        words, to = many.words[slot], np.uint64(slot) * TWO * _PACKET
        (fought, won), places = _masks_and_places(lanes, group, lane)
        while fought:
            fought, at, laid = _first_war(fought, step_size)
            pot, first, second = _pot(won, at, to, places)
            if in_register and laid <= EIGHT:
                put_shuffled(cards, (first, second, laid), pot, many.work.stacks, words, many.seed)
                continue
            for place in range(laid):
                cards[pot + place] = cards[first + place]
                cards[pot + laid + place] = cards[second + place]
            shuffle(cards, pot, laid + laid, words, many.seed)
