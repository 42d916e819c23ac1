"""A round among several players that begins with a tie, compiled: its wars, its winner, and the order of the pot.

The rules are those of :mod:`sim.games.war.rulebook`. Sets of players are masks: bit ``p`` stands for the player
in place ``p`` among those still in.
"""

from __future__ import annotations

import numpy as np

from sim.games.packets.codes import CARDS, DRAW, LATEST_FIRST, LOSER_FIRST, NOBODY, RUN_OUT, SEAT, SHUFFLED
from sim.games.war.kernel.codes import FEWEST, LAST_CARD, LOSE, cards_down
from sim.games.war.kernel.table import (
    ALIVE,
    ENDING,
    HEAD,
    LAID,
    LONGEST,
    PILE,
    PLAYS,
    ROUNDS,
    SINGLE,
    TAIL,
    WARS,
    WINNER,
    held,
    settle,
    turn_pile,
)
from sim.kernels.compiling import inlined, part
from sim.kernels.philox import shuffle
from sim.kernels.words import ONE, ZERO

_MANY = np.uint64(1 << 32)


@inlined
def is_in(player, players):
    """Return whether a player belongs to a set."""
    return (players >> player) & ONE != ZERO


@inlined
def several(players):
    """Return whether a set has more than one player."""
    return players & (players - ONE) != ZERO


@inlined
def _left(places, player):
    return held(places, player) - places[LAID + player]


@inlined
def _lay(table, places, player, count, chance):
    """Lay cards, turning the pile if the packet runs out."""
    places[LAID + player] += count
    if places[HEAD + player] + places[LAID + player] > places[TAIL + player]:
        turn_pile(table, places, player, chance)


@inlined
def battle(table, places, alive, fighters, setting):
    """Compare the last card of every fighter; return the best rank and the players who show it."""
    best, tied, lows = ZERO, ZERO, ZERO
    for player in range(alive):
        if is_in(player, fighters):
            card = np.uint64(table[places[HEAD + player] + places[LAID + player] - ONE])
            if card > best:
                best, tied = card, ZERO
            if card == best:
                tied |= ONE << player
            if card == setting.low:
                lows |= ONE << player
    if best == setting.high and lows != ZERO:
        return setting.low, lows
    return best, tied


@part
def _call_to_war(table, places, alive, rank, tied, fighters, setting, chance):
    """Lay the cards that a tie calls for; return the players of the next battle.

    A single player takes the pot without a battle. If no player is returned, the game is drawn.
    """
    run_out = setting.run_out
    in_war = tied if setting.only_tied else fighters
    need = np.uint64(cards_down(np.int64(rank), setting) + 1)
    asked = need if run_out == LOSE else ONE
    able, most, poorest = ZERO, ZERO, _MANY
    for player in range(alive):
        if is_in(player, in_war):
            left = _left(places, player)
            most = max(most, left)
            if left >= asked:
                able |= ONE << player
                poorest = min(poorest, left)
    if run_out == LAST_CARD and most > ZERO:
        able = in_war
    if run_out == FEWEST:
        need = min(need, poorest)
    others, outlasting = ZERO, ZERO
    if able == ZERO:
        for player in range(alive):
            left = _left(places, player)
            if is_in(player, in_war):
                if left == most:
                    outlasting |= ONE << player
            elif left > ZERO:
                others |= ONE << player
        if others == ZERO and several(outlasting):
            return ZERO
    fought = several(able)
    for player in range(alive):
        if is_in(player, in_war):
            left = _left(places, player)
            if not is_in(player, able):
                _lay(table, places, player, left, chance)
            elif fought:
                _lay(table, places, player, min(need, left), chance)
    if able != ZERO:
        return able
    if several(others):
        for player in range(alive):
            if is_in(player, others):
                _lay(table, places, player, ONE, chance)
    return others if others != ZERO else outlasting


@inlined
def _play_by_play(table, places, alive, first, latest_first, to):
    """Put the pot at ``to``, play by play, each play from the player ``first`` on; return where it ends."""
    longest = ZERO
    for player in range(alive):
        longest = max(longest, places[LAID + player])
    for play in range(longest):
        place = longest - ONE - play if latest_first else play
        for turn in range(alive):
            player = first + turn if first + turn < alive else first + turn - alive
            if place < places[LAID + player]:
                table[to] = table[places[HEAD + player] + place]
                to += ONE
    return to


@inlined
def _take_pot(table, places, alive, winner, setting, chance):
    """Put all stacks behind the winner's captures, in the order of the pick-up."""
    end = (PILE if setting.piles else TAIL) + winner
    start = to = places[end]
    pickup = setting.pickup
    if pickup == LATEST_FIRST or pickup == SEAT:
        first = winner if pickup == LATEST_FIRST else ZERO
        to = _play_by_play(table, places, alive, first, pickup == LATEST_FIRST, to)
    else:
        first = winner + ONE if pickup == LOSER_FIRST else winner
        for turn in range(alive):
            player = first + turn if first + turn < alive else first + turn - alive
            head = places[HEAD + player]
            for place in range(places[LAID + player]):
                table[to] = table[head + place]
                to += ONE
        if pickup == SHUFFLED:
            shuffle(table, start, to - start, chance.words, chance.seed)
    for player in range(alive):
        places[HEAD + player] += places[LAID + player]
    places[end] = to


@part
def fight(game, setting, chance):
    """Play one round that begins with a tie; return how it ended: ``CARDS``, ``RUN_OUT`` or ``DRAW``.

    Parameters
    ----------
    game
        The game after the last round; every player still in has a card in the packet.
    setting, chance
        The rules, and a stream of random words.
    """
    table, places, counts = game
    alive = np.uint64(counts[ALIVE])
    for player in range(alive):
        places[LAID + player] = ONE
    fighters = (ONE << alive) - ONE
    wars, plays, ending = 0, ONE, CARDS
    while True:
        rank, tied = battle(table, places, alive, fighters, setting)
        if not several(tied):
            winners = tied
            break
        fighters = _call_to_war(table, places, alive, rank, tied, fighters, setting, chance)
        if not several(fighters):
            winners = fighters
            ending = RUN_OUT if fighters != ZERO else DRAW
            break
        wars += 1
        for player in range(alive):
            if is_in(player, fighters):
                plays = max(plays, places[LAID + player])
    counts[ROUNDS] += 1
    counts[PLAYS] += np.int64(plays)
    counts[WARS] += wars
    if wars > 0:
        counts[SINGLE + min(wars, 4) - 1] += 1
        counts[LONGEST] = max(counts[LONGEST], wars)
    if winners == ZERO:
        counts[WINNER], counts[ENDING] = NOBODY, DRAW
        return ending
    for player in range(alive):
        if is_in(player, winners):
            _take_pot(table, places, alive, player, setting, chance)
    settle(places, counts)
    return ending
