"""One round of Steal War, compiled: looking, stealing in waves, laying, wars, and the pot.

The rules are told in :mod:`sim.games.steal_war`; here is only how they are played fast. Everybody has four
places in a table of bytes: his packet, his pile (the bottom card first), what he has laid in this round,
and room to put a pile aside while piles change hands.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sim.kernels.compiling import kernel
from sim.kernels.passes import copy_16
from sim.kernels.philox import ONE, below, shuffle

MOST_PLAYERS = 4

# What is known of every player (uint64, four places each): where his packet begins and ends in the table,
# how many cards his pile has and which is its top card (0: no pile), the card in his hand (0: none), how
# many he has laid in this round and in the game, the fewest he ever held, and whether he is in the round;
# then, in a wave, whom he wants to rob, plus one, by whom he is robbed, plus one (0: by nobody), and how
# many cards are taken from him.
HEAD, END, PILE, TOP, HAND, STACK, LAID, LOW, IN, WANTS, ROBBER, LOOT = (
    np.uint64(MOST_PLAYERS * field) for field in range(12)
)
# What is counted of the game: rounds; battles, wars, rounds with one, two, three and more wars; piles and
# cards stolen; who took the last pot, and how the last round ended.
ROUNDS, WARS, DEPTHS, STEALS, STOLEN, WINNER, ENDING = (
    np.uint64(48 + place) for place in (0, 1, 2, 6, 7, 8, 9)
)
STATE = 58

CARDS, RUN_OUT, DRAW, CYCLE, CAP = (np.uint64(code) for code in range(5))
LOWEST, HIGHEST, RANDOM = range(3)

FACE_DOWN = np.uint64(3)
SLACK = np.uint64(16)
"""Bytes behind each place that may be overwritten."""

_NONE = np.uint64(0)
_TWO = np.uint64(2)
_THREE = np.uint64(3)
_FOUR = np.uint64(4)


class Setting(NamedTuple):
    """The rules as the compiled code takes them, and the bytes of a place on the table (uint64)."""

    seats: np.uint64
    protect: bool
    top: int
    width: np.uint64


@kernel
def _copy(table, target, source, size):
    done = _NONE
    while done < size:
        copy_16(table, target + done, source + done)
        done += SLACK


@kernel
def _turn_pile(table, state, setting, player, chance, seed):
    """Shuffle a pile into a new packet."""
    packet = player * _FOUR * setting.width
    size = state[PILE + player]
    _copy(table, packet, packet + setting.width, size)
    shuffle(table, packet, size, chance, seed)
    state[HEAD + player], state[END + player] = packet, packet + size
    state[PILE + player] = state[TOP + player] = _NONE


@kernel
def _take(table, state, setting, player, chance, seed):
    """Take the top card of a packet, and turn the pile where the packet is used up."""
    if state[HEAD + player] == state[END + player]:
        _turn_pile(table, state, setting, player, chance, seed)
    card = np.uint64(table[state[HEAD + player]])
    state[HEAD + player] += ONE
    if state[HEAD + player] == state[END + player] and state[PILE + player] > _NONE:
        _turn_pile(table, state, setting, player, chance, seed)
    return card


@kernel
def _wanted(state, setting):
    """Note whom everybody wants to rob; return whether anybody can steal."""
    seats = setting.seats
    anybody = False
    for thief in range(seats):
        state[WANTS + thief] = _NONE
        card = state[HAND + thief]
        if card == _NONE:
            continue
        largest = _NONE
        owner = thief
        for _ in range(seats - ONE):
            owner = owner + ONE if owner + ONE < seats else _NONE
            if state[TOP + owner] != card or state[PILE + owner] <= largest:
                continue
            if setting.protect and state[HAND + owner] == card:
                continue
            largest = state[PILE + owner]
            state[WANTS + thief] = owner + ONE
            anybody = True
    return anybody


@kernel
def _steal(table, state, setting, chance, seed):
    """Let steals go in waves until nobody can steal."""
    seats, width = setting.seats, setting.width
    while _wanted(state, setting):
        for victim in range(seats):
            state[ROBBER + victim] = _NONE
            thief = victim
            for _ in range(seats - ONE):
                thief = thief + ONE if thief + ONE < seats else _NONE
                if state[WANTS + thief] == victim + ONE:
                    state[ROBBER + victim] = thief + ONE
                    break
        # First all stolen piles are put aside, so that a thief who is robbed keeps only his loot.
        for victim in range(seats):
            if state[ROBBER + victim] > _NONE:
                place = victim * _FOUR * width
                size = state[PILE + victim]
                _copy(table, place + _THREE * width, place + width, size)
                state[LOOT + victim] = size
                state[PILE + victim] = state[TOP + victim] = _NONE
                state[STEALS] += ONE
                state[STOLEN] += size
        for victim in range(seats):
            if state[ROBBER + victim] > _NONE:
                thief = state[ROBBER + victim] - ONE
                size, mine = state[LOOT + victim], state[PILE + thief]
                pile = thief * _FOUR * width + width
                _copy(table, pile + mine, victim * _FOUR * width + _THREE * width, size)
                table[pile + mine + size] = state[HAND + thief]
                state[PILE + thief] = mine + size + ONE
                state[TOP + thief] = state[HAND + thief]
                state[HAND + thief] = _NONE
        for thief in range(seats):
            if state[IN + thief] > _NONE and state[HAND + thief] == _NONE:
                state[HAND + thief] = _take(table, state, setting, thief, chance, seed)


@kernel
def _held(state, player):
    return state[END + player] - state[HEAD + player] + state[PILE + player]


@kernel
def _lay_down(table, state, setting, player, chance, seed):
    """Lay three cards face down and look at the next."""
    stack = player * _FOUR * setting.width + _TWO * setting.width
    size = state[STACK + player]
    for place in range(FACE_DOWN):
        table[stack + size + place] = _take(table, state, setting, player, chance, seed)
    state[STACK + player] = size + FACE_DOWN
    state[LAID + player] += FACE_DOWN
    state[HAND + player] = _take(table, state, setting, player, chance, seed)


@kernel
def _give_up(table, state, setting, player):
    """Lay all that a player has who cannot carry on."""
    place = player * _FOUR * setting.width
    stack = place + _TWO * setting.width
    packet, pile = state[END + player] - state[HEAD + player], state[PILE + player]
    _copy(table, stack + state[STACK + player], state[HEAD + player], packet)
    _copy(table, stack + state[STACK + player] + packet, place + setting.width, pile)
    state[STACK + player] += packet + pile
    state[HEAD + player] = state[END + player]
    state[PILE + player] = state[TOP + player] = state[IN + player] = _NONE


@kernel
def _call_to_war(table, state, setting, chance, seed):
    """Lay the cards that a tie calls for; return how many fight on.

    If one is left, or none but one who outlasts the others, he is the winner; of none at all, DRAW is the
    ending.
    """
    able, most, with_most, last, outlasting = _NONE, _NONE, _NONE, _NONE, _NONE
    for player in range(setting.seats):
        if state[IN + player] > _NONE:
            held = _held(state, player)
            if held > FACE_DOWN:
                able += ONE
                last = player
            if held > most:
                most, with_most, outlasting = held, _NONE, player
            with_most += np.uint64(held == most)
    if able == _NONE and with_most > ONE:
        state[ENDING] = DRAW
        return _NONE
    for player in range(setting.seats):
        if state[IN + player] > _NONE:
            if _held(state, player) <= FACE_DOWN:
                _give_up(table, state, setting, player)
            elif able > ONE:
                _lay_down(table, state, setting, player, chance, seed)
    if able < _TWO:
        state[ENDING] = RUN_OUT
        state[WINNER] = last if able == ONE else outlasting
    return able


@kernel
def _take_pot(table, state, setting, chance, seed):
    """Put everybody's stack on the winner's pile, the card that he chooses on top."""
    seats, width, winner = setting.seats, setting.width, state[WINNER]
    pile = winner * _FOUR * width + width
    first = pile + state[PILE + winner]
    to = first
    player = winner
    for _ in range(seats):
        size = state[STACK + player]
        _copy(table, to, player * _FOUR * width + _TWO * width, size)
        to += size
        player = player + ONE if player + ONE < seats else _NONE
    size = to - first
    chosen = _NONE
    if setting.top == RANDOM:
        chosen = np.uint64(below(size, chance, seed))
    else:
        for place in range(ONE, size):
            card, best = table[first + place], table[first + chosen]
            if card < best if setting.top == LOWEST else card > best:
                chosen = place
    top = table[first + chosen]
    for place in range(chosen + ONE, size):
        table[first + place - ONE] = table[first + place]
    table[to - ONE] = top
    state[PILE + winner] += size
    state[TOP + winner] = top


@kernel
def play_round(table, state, setting, chance, seed):
    """Play a round: ``WINNER`` and ``ENDING`` of the state say who took the pot and how."""
    seats, width = setting.seats, setting.width
    state[ROUNDS] += ONE
    for player in range(seats):
        state[STACK + player] = _NONE
        state[IN + player] = np.uint64(_held(state, player) > _NONE)
        if state[IN + player] > _NONE:
            state[HAND + player] = _take(table, state, setting, player, chance, seed)
    wars = _NONE
    while True:
        _steal(table, state, setting, chance, seed)
        best, tied = _NONE, False
        for player in range(seats):
            card = state[HAND + player]
            if card == _NONE:
                continue
            table[player * _FOUR * width + _TWO * width + state[STACK + player]] = card
            state[STACK + player] += ONE
            state[LAID + player] += ONE
            state[HAND + player] = _NONE
            if card > best:
                best, tied = card, False
                state[WINNER] = player
            elif card == best:
                tied = True
        if not tied:
            state[ENDING] = CARDS
            break
        if _call_to_war(table, state, setting, chance, seed) < _TWO:
            break
        wars += ONE
    if wars > _NONE:
        state[WARS] += wars
        state[DEPTHS + min(wars - ONE, _THREE)] += ONE
    if state[ENDING] != DRAW:
        _take_pot(table, state, setting, chance, seed)
