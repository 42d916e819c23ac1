"""A round among several players that begins with a tie, compiled.

It has wars, a winner, and the order of the pot.

The rules are those of :mod:`sim.games.war.table`. Sets of players are masks: bit
``p`` stands for the player in place ``p`` among those still in.
"""

import numpy as np

from sim.games.packets.codes import (
    CARDS,
    DRAW,
    LATEST_FIRST,
    LOSER_FIRST,
    NOBODY,
    RUN_OUT,
    SEAT,
    SHUFFLED,
)
from sim.games.war.kernel.codes import (
    DRAWS,
    FEWEST,
    LAST_CARD,
    LOSE,
    PRODUCT,
    SUM,
    cards_down,
)
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
    UNFOUGHT,
    WARS,
    WINNER,
    WON,
    coin_of,
    held,
    settle,
    turn_pile,
)
from sim.games.war.kernel.table import SEAT as SEAT_OF
from sim.kernels.compiling import inlined, part
from sim.kernels.philox import below, shuffle
from sim.kernels.words import ONE, TWO, ZERO

_MANY = np.uint64(1 << 32)


@inlined
def is_in(player, players):
    """Whether a player belongs to a set."""
    return (players >> player) & ONE != ZERO


@inlined
def several(players):
    """Whether a set has more than one player."""
    return players & (players - ONE) != ZERO


@inlined
def _left(places, player):
    return held(places, player) - places[LAID + player]


@inlined
def _lay(table, places, player, count, house, chance):
    """Lay cards, turning the pile if the packet runs out."""
    if house is not None and house.draws:
        for _ in range(count):
            _draw(table, places, player, chance)
    else:
        places[LAID + player] += count
        if places[HEAD + player] + places[LAID + player] > places[TAIL + player]:
            turn_pile(table, places, player, chance)


@part
def _draw(table, places, player, chance):
    """Lay a random card of the packet; those above it move down by one."""
    top = places[HEAD + player] + places[LAID + player]
    place = top + np.uint64(
        below(places[TAIL + player] - top, chance.words, chance.seed)
    )
    card = table[place]
    while place > top:
        table[place] = table[place - ONE]
        place -= ONE
    table[top] = card
    places[LAID + player] += ONE


@inlined
def _shown(table, places, player, house):
    """The worth of a fighter's cards in a battle, those laid last."""
    last = places[HEAD + player] + places[LAID + player] - ONE
    value = np.uint64(table[last])
    if house is not None:
        for back in range(ONE, house.cards_up):
            card = np.uint64(table[last - back])
            if house.compare == SUM:
                value += card
            elif house.compare == PRODUCT:
                value *= card
            else:
                value = max(value, card) - min(value, card)
    return value


@inlined
def battle(table, places, alive, fighters, setting, house):
    """Compare the cards of every fighter.

    Return the best rank, or what they are worth, and the players who show it.
    """
    best = ZERO
    tied = ZERO
    lows = ZERO
    for player in range(alive):
        if is_in(player, fighters):
            card = _shown(table, places, player, house)
            if card > best:
                best = card
                tied = ZERO
            if card == best:
                tied |= ONE << player
            if card == setting.low:
                lows |= ONE << player
    if best == setting.high and lows != ZERO:
        return setting.low, lows
    return best, tied


@part
def _call(table, places, alive, in_war, need, setting, house, chance):
    """Lay the cards that a battle calls for.

    Return the players who fight it, and those who may fight instead.

    A single player takes the pot without a battle. If no player is returned, the game
    is drawn.
    """
    run_out = setting.run_out
    asked = need if run_out == LOSE or run_out == DRAWS else ONE
    able = ZERO
    most = ZERO
    poorest = _MANY
    for player in range(alive):
        if is_in(player, in_war):
            left = _left(places, player)
            most = max(most, left)
            if left >= asked:
                able |= ONE << player
                poorest = min(poorest, left)
    if run_out == DRAWS and able != in_war:
        return ZERO, ZERO
    if run_out == LAST_CARD and most > ZERO:
        able = in_war
    if run_out == FEWEST:
        need = min(need, poorest)
    others = ZERO
    outlasting = ZERO
    if able == ZERO:
        for player in range(alive):
            left = _left(places, player)
            if is_in(player, in_war):
                if left == most:
                    outlasting |= ONE << player
            elif left > ZERO:
                others |= ONE << player
        if others == ZERO and several(outlasting):
            return ZERO, ZERO
    fought = several(able)
    for player in range(alive):
        if is_in(player, in_war):
            left = _left(places, player)
            if not is_in(player, able):
                _lay(table, places, player, left, house, chance)
            elif fought:
                _lay(table, places, player, min(need, left), house, chance)
    if able != ZERO:
        return able, ZERO
    if several(others):
        return ZERO, others
    return others if others != ZERO else outlasting, ZERO


@inlined
def _play_by_play(table, places, alive, first, latest_first, to):
    """Put the pot at ``to``, play by play, each play from the player ``first`` on.

    Return where it ends.
    """
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
def _take_pot(table, places, alive, winner, rounds, setting, house, chance):
    """Put all stacks behind the winner's captures, in the order of the pick-up."""
    end = (PILE if setting.piles else TAIL) + winner
    start = to = places[end]
    pickup = setting.pickup
    coin = False
    if house is not None:
        pickup = house.pickups[places[SEAT_OF + winner]]
        coin = (
            pickup == SHUFFLED
            and house.two
            and places[LAID] + places[LAID + ONE] == TWO
        )
    if pickup == LATEST_FIRST or pickup == SEAT:
        first = winner if pickup == LATEST_FIRST else ZERO
        to = _play_by_play(table, places, alive, first, pickup == LATEST_FIRST, to)
    else:
        first = winner + ONE if pickup == LOSER_FIRST else winner
        if coin:
            first = ONE - coin_of(chance, rounds)
        for turn in range(alive):
            player = first + turn if first + turn < alive else first + turn - alive
            head = places[HEAD + player]
            for place in range(places[LAID + player]):
                table[to] = table[head + place]
                to += ONE
        if pickup == SHUFFLED and not coin:
            shuffle(table, start, to - start, chance.words, chance.seed)
    for player in range(alive):
        places[HEAD + player] += places[LAID + player]
    places[end] = to


@part
def fight(game, setting, house, chance):
    """Play one round that begins with a tie, under house rules any round.

    Return CARDS, RUN_OUT or DRAW.

    Without house rules, every player still in has a card in the packet.
    """
    table, places, counts = game
    alive = np.uint64(counts[ALIVE])
    fighters = (ONE << alive) - ONE
    called, need, up = ZERO, ONE, ONE
    if house is not None:
        called, need, up = fighters, house.cards_up, house.cards_up
    for player in range(alive):
        places[LAID + player] = ONE if called == ZERO else ZERO
    battles, plays, ending = 0, ZERO, CARDS
    while True:
        if called != ZERO:
            fighters, others = _call(
                table, places, alive, called, need, setting, house, chance
            )
            if others != ZERO:
                called, need = others, up
                continue
        if not several(fighters):
            winners = fighters
            ending = RUN_OUT if fighters != ZERO else DRAW
            break
        battles += 1
        for player in range(alive):
            if is_in(player, fighters):
                plays = max(plays, places[LAID + player])
        rank, tied = battle(table, places, alive, fighters, setting, house)
        if not several(tied):
            winners = tied
            break
        called = tied if setting.only_tied else fighters
        need = np.uint64(cards_down(np.int64(rank), setting)) + up
    wars = max(battles - 1, 0)
    rounds = np.uint64(counts[ROUNDS])
    counts[ROUNDS] += 1
    counts[UNFOUGHT] += np.int64(battles == 0)
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
            if house is not None:
                places[WON + places[SEAT_OF + player]] += np.uint64(
                    (wars > 0) & (house.wars_to_win != ZERO)
                )
            _take_pot(table, places, alive, player, rounds, setting, house, chance)
    settle(places, counts)
    return ending
