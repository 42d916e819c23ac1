"""Pots of wars, many games side by side.

What a step cannot put in order is put in order, or shuffled, afterwards.

A step moves the cards of every war to their winner, but knows the order only of wars of
one battle.
"""

import numpy as np

from sim.games.packets.codes import LATEST_FIRST, LOSER_FIRST
from sim.games.war.kernel.lanes.layout import GAMES, PACKET
from sim.kernels.bits import count_bits, lowest_bit
from sim.kernels.compiling import inlined, part
from sim.kernels.llvm.functions import generated
from sim.kernels.llvm.numbers import vector
from sim.kernels.philox import shuffle
from sim.kernels.shuffling import IN_REGISTER, shuffle_small
from sim.kernels.vectors import put_stacks
from sim.kernels.words import EIGHT, ONE, TWO, ZERO

_PACKET = np.uint64(PACKET)
_CARDS = vector(8, IN_REGISTER)


@generated()
def _stack(table, first, second, laid, pot):
    """Put ``laid`` cards of each of two places of the table into ``pot``."""
    stack = table.load(first, _CARDS)
    other_stack = table.load(second, _CARDS)
    number = laid.in_every_lane(_CARDS)
    places = number.same(range(IN_REGISTER))
    # A place below zero is none: the register has a zero there.
    pot.store(
        0, places.is_("<", number).chosen(stack, other_stack.ordered(places - number))
    )


@generated()
def _put(pot, size, table, to):
    """Put the first ``size`` cards of ``pot`` at a place of the table.

    What lies behind them stays.
    """
    cards = pot.load(0, _CARDS)
    is_in_pot = cards.same(range(IN_REGISTER)).is_("<", size.in_every_lane(_CARDS))
    table.store(to, is_in_pot.chosen(cards, table.load(to, _CARDS)))


@inlined
def put_shuffled(table, stacks, to, pot, words, seed):
    """Shuffle a pot of two equal stacks, and put it at a place of the table.

    Behind each place of the table that is named here lie at least 16 bytes. ``pot`` is
    a workspace, uint8 (16 or more,).
    """
    first, second, laid = stacks
    size = laid + laid
    _stack(table, first, second, laid, pot)
    shuffle_small(pot, ZERO, size, words, seed)
    _put(pot, size, table, to)


@inlined
def _pot(many, group, lane, at):
    """Where the pot of a war lies, and what its winner and its loser have laid.

    The war begins at a pair.
    """
    numbers = many.groups[group]
    to = np.uint64(group * GAMES + np.int64(lane)) * TWO * _PACKET
    won = np.uint64(numbers.won[lane])
    player_0_wins = (won >> at) & ONE
    winner = ONE - player_0_wins
    # Who wins is as good as random: no branch depends on it.
    of_winner = count_bits((won ^ (player_0_wins - ONE)) & ((ONE << at) - ONE))
    tail = np.uint64(numbers.tail[winner, lane])
    cards = to + np.uint64(numbers.start[lane]) + at
    return (
        to + winner * _PACKET + tail + TWO * of_winner,
        cards + winner * _PACKET,
        cards + player_0_wins * _PACKET,
    )


@inlined
def _without_next_war(ties, step_size, laid):
    """Take the first war.

    Return the ties left, where the war begins, and the cards that each player lays.

    ``laid`` is what each player lays in a war without any of these ties.
    """
    tie = ties & (ZERO - ties)
    at = lowest_bit(tie)
    while ties & tie:
        ties ^= tie
        tie <<= step_size
        laid += step_size
    return ties, at, laid


@inlined
def straighten_pots(many, group, step_size):
    """Put the pots of wars of several battles in order, in all games of a group.

    All their cards are there, but mixed.
    """
    cards = many.cards
    pickup = many.setting.pickup
    pots = np.uint64(many.groups[group].pots[0])
    while pots:
        lane = lowest_bit(pots)
        pots &= pots - ONE
        fought = np.uint64(many.groups[group].fought[lane])
        # Only ties that another tie decides: a war of one battle has none.
        undecided = fought & (fought >> step_size)
        while undecided:
            undecided, at, laid = _without_next_war(
                undecided, step_size, ONE + step_size
            )
            pot, first, second = _pot(many, group, lane, at)
            if pickup == LOSER_FIRST:
                first, second = second, first
            if pickup == LATEST_FIRST:
                for place in range(laid):
                    cards[pot + TWO * place] = cards[first + laid - ONE - place]
                    cards[pot + TWO * place + ONE] = cards[second + laid - ONE - place]
            else:
                put_stacks(cards, pot, first, second, laid)


@part
def shuffle_pots(many, group, step_size, in_register):
    """Shuffle the pots of all wars of a pass in all games of a group.

    Each game's pots are shuffled in the order of play.

    The step has moved their cards, but in another order.
    """
    cards = many.cards
    pots = np.uint64(many.groups[group].pots[0])
    while pots:
        lane = lowest_bit(pots)
        pots &= pots - ONE
        words = many.words[group * GAMES + np.int64(lane)]
        fought = np.uint64(many.groups[group].fought[lane])
        while fought:
            fought, at, laid = _without_next_war(fought, step_size, ONE)
            pot, first, second = _pot(many, group, lane, at)
            if in_register and laid <= EIGHT:
                put_shuffled(
                    cards,
                    (first, second, laid),
                    pot,
                    many.work.stacks,
                    words,
                    many.seed,
                )
                continue
            for place in range(laid):
                cards[pot + place] = cards[first + place]
                cards[pot + laid + place] = cards[second + place]
            shuffle(cards, pot, laid + laid, words, many.seed)
