"""War among three to eight players, compiled: passes of battles without a tie, and the end of the game.

:mod:`sim.games.war.rulebook` states the rules; the table is that of :mod:`sim.games.war.kernel.many_table`. Until the
shortest packet is used up or a tie comes, the k-th cards of all packets meet, no matter who wins: such a pass need
not check how many cards are left, and if no more than four players began, its battles are compared sixteen at a time
(:mod:`sim.games.war.kernel.many_meet`). A battle's cards lie in one word, a byte each, which is rotated into the order
of the pick-up, shuffled if the rules say so, and stored whole. A round that begins with a tie is fought card by card
(:mod:`sim.games.war.kernel.many_fight`).
"""

from __future__ import annotations

from math import factorial
from typing import NamedTuple

import numpy as np

from sim.games.packets.codes import CARDS, DRAW, LOSER_FIRST, NOBODY, OVER, REPEATED, RUNNING, SEAT, SHUFFLED
from sim.games.war.kernel.many_fight import fight
from sim.games.war.kernel.many_meet import AT_ONCE, meet
from sim.games.war.kernel.many_table import (
    ALIVE,
    BASE,
    ENDING,
    GAP,
    HEAD,
    LOW,
    MOST_PLAYERS,
    PERIOD,
    PILE,
    PLAYS,
    ROUNDS,
    TAIL,
    WINNER,
    WINNER_LOW,
    copy_game,
    held,
    move_back,
    same_position,
    settle,
    turn_pile,
)
from sim.games.war.kernel.many_table import SEAT as SEAT_OF
from sim.kernels.bits import lowest_bit
from sim.kernels.compiling import inlined, part
from sim.kernels.philox import multiply_high, next_word, rejection_bound
from sim.kernels.words import BYTE, EIGHT, NEVER, ONE, SEVEN, THREE, TWO, ZERO

_BEYOND = ONE << np.uint64(AT_ONCE)
"""Stands for the end of the rounds compared at once."""

_MANY = 4
"""In games that more players begin, the next tie or the end of a packet is too near for comparing sixteen rounds at
once."""

_WAYS = np.array([factorial(size) for size in range(MOST_PLAYERS + 1)], np.uint64)
"""The orders of each number of cards."""

TWO_LEFT = 1 + max(RUNNING, REPEATED, OVER)
"""How a stretch of play stopped: when two players were left, if the setting says so."""


class ManySetting(NamedTuple):
    """The rules as the compiled code takes them, and whether play stops once two players are left."""

    face_down: int
    by_rank: bool
    run_out: int
    pickup: int
    piles: bool
    low: np.uint64
    high: np.uint64
    only_tied: bool
    first_out: bool
    until_two: bool


@inlined
def _turned_to(word, first, alive):
    """Return the cards of a battle (a byte each), rotated to begin with the card of the player ``first``."""
    after = (word << EIGHT) << ((alive - ONE - first) << THREE)
    return (word >> (first << THREE)) | after


@inlined
def _shuffled(pot, size, chance):
    """Return a pot, a card in each byte, shuffled as :func:`sim.kernels.philox.shuffle` does."""
    ways = _WAYS[size]
    left = next_word(chance.words, chance.seed)
    while left * ways < ways and left * ways < rejection_bound(ways):
        left = next_word(chance.words, chance.seed)
    bound = size
    while bound > ONE:
        place = multiply_high(left, bound) << THREE
        left *= bound
        bound -= ONE
        last = bound << THREE
        changed = ((pot >> place) ^ (pot >> last)) & BYTE
        pot ^= (changed << place) | (changed << last)
    return pot


@part
def _lowest_wins(word, alive, low):
    """Return how many players show the lowest rank, and the last of them; ``alive`` if nobody does."""
    winner, shown = alive, ZERO
    for player in range(alive):
        if (word >> (player << THREE)) & BYTE == low:
            winner = player
            shown += ONE
    return shown, winner


@inlined
def _take(table, places, alive, winner, pot, played, setting, chance):
    """Put the cards of a battle, a byte each, behind the winner's captures, after some rounds of a pass."""
    end_of = PILE if setting.piles else TAIL
    pickup = setting.pickup
    end = places[end_of + winner]
    # Winners have lost a card a round since their last capture: just before this one they hold the fewest.
    places[LOW + winner] = min(places[LOW + winner], end - places[GAP + winner] - played)
    if pickup != SEAT:
        first = winner + ONE if pickup == LOSER_FIRST else winner
        pot = _turned_to(pot, first if first < alive else ZERO, alive)
    if pickup == SHUFFLED:
        pot = _shuffled(pot, alive, chance)
    for byte in range(8):
        table[end + np.uint64(byte)] = np.uint8(pot >> np.uint64(8 * byte))
    places[end_of + winner] = end + alive


@inlined
def _play_rounds(table, places, alive, limit, setting, chance):
    """Play rounds, one after the other, until the limit or a tie; see :func:`_play_pass`."""
    played = ZERO
    while played < limit:
        word = best = last_best = ZERO
        for player in range(alive):
            card = np.uint64(table[places[HEAD + player] + played])
            word |= card << (player << THREE)
            # The highest rank, with the last and the first of the players who show it.
            rank = card << THREE
            best = max(best, rank | player)
            last_best = max(last_best, rank | (SEVEN - player))
        winner = best & SEVEN
        tied = winner + (last_best & SEVEN) != SEVEN
        if best >> THREE == setting.high:
            shown, lowest = _lowest_wins(word, alive, setting.low)
            if shown > ZERO:
                winner, tied = lowest, shown > ONE
        if tied:
            break
        _take(table, places, alive, winner, word, played, setting, chance)
        played += ONE
    return played


@part
def _play_pass(table, places, alive, limit, setting, work):
    """Play rounds, compared sixteen at a time, until the limit or a tie; return how many.

    The ends of the captures are moved; the heads are left to the caller.
    """
    played = ZERO
    while True:
        ties = meet(table, places, played, alive, setting.low, setting.high, work.winners, work.pots)
        some = min(limit - played, lowest_bit(ties | _BEYOND))
        for place in range(some):
            winner = np.uint64(work.winners[place])
            _take(table, places, alive, winner, work.pots[place], played, setting, work.chance)
            played += ONE
        if played == limit or some < np.uint64(AT_ONCE):
            return played


@part
def judge(places, counts, seats, first_out, ending):
    """Return whether the game is over after a round with this ending; if it is, write the winner."""
    alive = np.uint64(counts[ALIVE])
    if alive == np.uint64(seats) or (alive > ONE and not first_out):
        return False
    most, winner, equal = ZERO, ZERO, False
    for player in range(alive):
        cards = held(places, player)
        if cards > most:
            most, winner, equal = cards, player, False
        elif cards == most:
            equal = True
    if equal:
        counts[WINNER], counts[ENDING] = NOBODY, DRAW
    else:
        counts[WINNER], counts[ENDING] = places[SEAT_OF + winner], ending
        counts[WINNER_LOW] = places[LOW + winner]
    return True


@part
def advance(game, setting, target, watch, stride, work):
    """Play until ``target`` rounds or the game is over, or a remembered position comes again.

    Parameters
    ----------
    game
        The game, after any round.
    setting
        The rules.
    target
        int64: the round to stop after.
    watch
        uint64: the round after which a position is remembered; another replaces it whenever the number of rounds has
        doubled. ``NEVER`` if anything is random.
    stride
        uint64: the most rounds between two comparisons with the remembered position.
    work
        The workspace.

    Returns
    -------
    int
        RUNNING, TWO_LEFT, OVER (``WINNER``, ``WINNER_LOW`` and ``ENDING`` of the counts say how) or REPEATED
        (``counts[PERIOD]`` rounds after it was remembered; the true period divides this number, and
        equals it if the stride is one).
    """
    table, places, counts = game
    rooms, seen, chance = work.rooms, work.seen, work.chance
    end_of = PILE if setting.piles else TAIL
    last_round = np.uint64(target)
    remembered = False
    while True:
        rounds = np.uint64(counts[ROUNDS])
        alive = np.uint64(counts[ALIVE])
        if watch != NEVER:
            if remembered and same_position(game, seen):
                counts[PERIOD] = rounds - np.uint64(seen.counts[ROUNDS])
                return REPEATED
            if rounds >= watch and rounds < last_round:
                copy_game(game, seen)
                remembered = True
                watch = rounds + rounds + np.uint64(rounds == ZERO)
        if rounds >= last_round:
            return RUNNING
        if alive == TWO and setting.until_two:
            return TWO_LEFT
        limit = min(stride, last_round - rounds)
        for player in range(alive):
            head, tail = places[HEAD + player], places[TAIL + player]
            if tail + rooms.reserve > places[BASE + player] + rooms.packet or head == tail:
                move_back(table, places, player)
                if head == tail:
                    turn_pile(table, places, player, chance)
                head, tail = places[HEAD + player], places[TAIL + player]
            limit = min(limit, tail - head)
            places[GAP + player] = places[end_of + player] - held(places, player)
        if alive == TWO:
            played = _play_rounds(table, places, TWO, limit, setting, chance)
        elif rooms.seats > _MANY:
            played = _play_rounds(table, places, alive, limit, setting, chance)
        else:
            played = _play_pass(table, places, alive, limit, setting, work)
        if played > ZERO:
            for player in range(alive):
                places[HEAD + player] += played
            settle(places, counts)
            counts[ROUNDS] += np.int64(played)
            counts[PLAYS] += np.int64(played)
        if played == limit:
            if np.uint64(counts[ALIVE]) != alive and judge(
                places, counts, rooms.seats, setting.first_out, CARDS
            ):
                return OVER
        else:
            ending = fight(game, setting, chance)
            if ending == DRAW or judge(places, counts, rooms.seats, setting.first_out, ending):
                return OVER
