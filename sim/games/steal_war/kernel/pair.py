"""Turns of two players, compiled: thefts, battles and the usual wars, with all places in registers.

Two players can only rob each other, so a wave of thefts is one pile taken, or both exchanged.
"""

from typing import NamedTuple

import numpy as np

from sim.games.packets.codes import DRAW, RUN_OUT
from sim.games.packets.kernel.table import TURNED
from sim.games.steal_war.kernel import table as at
from sim.games.steal_war.kernel.table import LOW, NO_TOP, ROUNDS, held
from sim.kernels.compiling import inlined, part
from sim.kernels.philox import below, shuffle
from sim.kernels.words import FOUR, ONE, THREE, TWO, ZERO


class Side(NamedTuple):
    """A player's cards: where the packet lies, the free room, and the pile, and the pile's top card."""

    head: np.uint64
    tail: np.uint64
    spare: np.uint64
    pile: np.uint64
    end: np.uint64
    top: np.uint64


@inlined
def _side(state, player):
    """Return a player's cards as the state has them."""
    return Side(
        state[at.HEAD + player],
        state[at.TAIL + player],
        state[at.SPARE + player],
        state[at.PILE + player],
        state[at.PILE_END + player],
        state[at.TOP + player],
    )


@inlined
def _keep(state, player, side, low):
    """Write a player's cards into the state."""
    state[at.HEAD + player], state[at.TAIL + player], state[at.SPARE + player] = (
        side.head,
        side.tail,
        side.spare,
    )
    state[at.PILE + player], state[at.PILE_END + player], state[at.TOP + player] = (
        side.pile,
        side.end,
        side.top,
    )
    state[LOW + player] = low


@part
def _turned(table, side, chance):
    """Turn a pile into the packet, shuffled."""
    shuffle(table, side.pile, side.end - side.pile, chance.words, chance.seed)
    chance.words[TURNED] += ONE
    return Side(side.pile, side.end, side.pile, side.spare, side.spare, NO_TOP)


@inlined
def _take(table, side, chance):
    """Take a packet's top card; if it was the last, turn the pile at once. Return the player's cards and that one."""
    if side.head == side.tail:
        side = _turned(table, side, chance)
    card = np.uint64(table[side.head])
    side = Side(side.head + ONE, side.tail, side.spare, side.pile, side.end, side.top)
    if side.head == side.tail and side.top != NO_TOP:
        side = _turned(table, side, chance)
    return side, card


@inlined
def _take_another(table, side, card, chance):
    """Put the card that was used to steal on the pile, and take the next."""
    table[side.end] = card
    side = Side(side.head, side.tail, side.spare, side.pile, side.end + ONE, card)
    return _take(table, side, chance)


@inlined
def _with_pile(table, thief, victim):
    """Move the victim's pile onto the thief's; return the cards of both."""
    size = victim.end - victim.pile
    for place in range(size):
        table[thief.end + place] = table[victim.pile + place]
    thief = Side(
        thief.head, thief.tail, thief.spare, thief.pile, thief.end + size, thief.top
    )
    victim = Side(
        victim.head, victim.tail, victim.spare, victim.pile, victim.pile, NO_TOP
    )
    return thief, victim


@part
def _steal(table, one, other, cards, protect, chance):
    """Play waves of thefts until neither player can steal."""
    # Returns the cards of both, those that they look at, the piles stolen, the cards in them, and by how many cards the
    # first player has more than before (modulo 2**64).
    card, card_2 = cards
    steals, stolen, more = ZERO, ZERO, ZERO
    while True:
        free = not (protect and card == card_2)
        first, second = free and other.top == card, free and one.top == card_2
        size, size_2 = one.end - one.pile, other.end - other.pile
        if first and second:
            mine = Side(one.head, one.tail, one.spare, other.pile, other.end, one.top)
            other = Side(
                other.head, other.tail, other.spare, one.pile, one.end, other.top
            )
            one, card = _take_another(table, mine, card, chance)
            other, card_2 = _take_another(table, other, card_2, chance)
            steals, stolen, more = (
                steals + TWO,
                stolen + size + size_2,
                more + size_2 - size,
            )
        elif first:
            one, other = _with_pile(table, one, other)
            one, card = _take_another(table, one, card, chance)
            steals, stolen, more = steals + ONE, stolen + size_2, more + size_2
        elif second:
            other, one = _with_pile(table, other, one)
            other, card_2 = _take_another(table, other, card_2, chance)
            steals, stolen, more = steals + ONE, stolen + size, more - size
        else:
            return one, other, (card, card_2), steals, stolen, more


@part
def _lay_four(table, side, card, laid, chance):
    """Lay the tied card and three more from the place ``laid`` on; return the player's cards and the next one."""
    table[laid] = card
    if side.tail - side.head > FOUR:
        for place in range(THREE):
            table[laid + ONE + place] = table[side.head + place]
        card = np.uint64(table[side.head + THREE])
        side = Side(
            side.head + FOUR, side.tail, side.spare, side.pile, side.end, side.top
        )
    else:
        for place in range(THREE):
            side, card = _take(table, side, chance)
            table[laid + ONE + place] = card
        side, card = _take(table, side, chance)
    return side, card


@part
def _take_pot(table, state, laid, cards, end, top, chance):
    """Put both stacks, with the last cards on them, on the pile that ends at ``end``; return the card on its top."""
    first, size = end, laid + ONE
    for player in range(TWO):
        for place in range(laid):
            table[end + place] = table[state[at.LAID + player] + place]
        table[end + laid] = cards[player]
        end += size
    return at.put_on_top(table, first, end, top, chance)


@inlined
def _left(side):
    return side.tail - side.head + side.end - side.pile


@part
def play_pair(table, state, setting, most, chance):
    """Play turns of the last two players up to a war that a player cannot fight, a round, or the end of the game."""
    # Returns whether there is such a war, and how many wars of the turn came before it. The turn has then been counted,
    # and both players have laid the tied cards. A player may be left without cards.
    top, protect = setting.top, setting.protect
    one, other = _side(state, ZERO), _side(state, ONE)
    rounds, steals, stolen = state[ROUNDS], state[at.STEALS], state[at.STOLEN]
    mine = _left(one)
    total = mine + _left(other)
    low, low_2 = state[LOW], state[LOW + ONE]
    card = card_2 = laid = wars = ZERO
    cannot = False
    while rounds < most and mine != ZERO and mine != total:
        rounds += ONE
        laid = wars = ZERO
        one, card = _take(table, one, chance)
        other, card_2 = _take(table, other, chance)
        while True:
            if other.top == card or one.top == card_2:
                one, other, (card, card_2), more_steals, more_stolen, more = _steal(
                    table, one, other, (card, card_2), protect, chance
                )
                steals, stolen, mine = (
                    steals + more_steals,
                    stolen + more_stolen,
                    mine + more,
                )
            if card != card_2:
                break
            if min(_left(one), _left(other)) < FOUR:
                cannot = True
                break
            one, card = _lay_four(table, one, card, state[at.LAID] + laid, chance)
            other, card_2 = _lay_four(
                table, other, card_2, state[at.LAID + ONE] + laid, chance
            )
            laid += FOUR
            wars += ONE
        if cannot:
            break
        won = card > card_2
        end = one.end if won else other.end
        if wars > ZERO:
            up = _take_pot(table, state, laid, (card, card_2), end, top, chance)
            at.count_wars(state, wars)
        else:
            if top == at.LOWEST:
                up, down = min(card, card_2), max(card, card_2)
            elif top == at.HIGHEST:
                up, down = max(card, card_2), min(card, card_2)
            elif below(2, chance.words, chance.seed) == 0:
                up, down = card, card_2
            else:
                up, down = card_2, card
            table[end], table[end + ONE] = down, up
        # Who wins is as good as a coin: a branch on it would be mispredicted every other time.
        size, mask = laid + ONE, ZERO - np.uint64(won)
        more, less = (size + size) & mask, (size + size) & ~mask
        mine += more - size
        one = Side(
            one.head,
            one.tail,
            one.spare,
            one.pile,
            one.end + more,
            one.top ^ ((one.top ^ up) & mask),
        )
        other = Side(
            other.head,
            other.tail,
            other.spare,
            other.pile,
            other.end + less,
            up ^ ((other.top ^ up) & mask),
        )
        low, low_2 = min(low, mine), min(low_2, total - mine)
    state[ROUNDS], state[at.STEALS], state[at.STOLEN] = rounds, steals, stolen
    _keep(state, ZERO, one, low)
    _keep(state, ONE, other, low_2)
    return cannot, wars


@part
def end_with_tie(state, wars):
    """End a game with a war that one of the last two players cannot fight, or neither; return how it ends."""
    # The player with more cards left takes all, which is the one able to fight if there is one.
    at.count_wars(state, wars)
    cards, cards_2 = held(state, ZERO), held(state, ONE)
    if cards == cards_2:
        return DRAW
    if cards < cards_2:
        state[at.SEAT], state[LOW] = state[at.SEAT + ONE], state[LOW + ONE]
    state[at.ALIVE] = ONE
    return RUN_OUT
