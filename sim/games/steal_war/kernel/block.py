"""Steal War, compiled: from the rules to the games and their rows.

As long as every packet has more than one card, nobody's card matches another's pile and nothing ties, the k-th cards
of all packets meet: such quiet rounds are played in a pass, the cards of a battle in one word, a byte each. Any other
round is played step by step on the table of :mod:`sim.games.steal_war.kernel.table`.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sim.cards import ACE
from sim.contract.dealing import Layout
from sim.games.packets.codes import CAP, CARDS, DRAW, RUN_OUT
from sim.games.steal_war.kernel.table import (
    ALIVE,
    CHAINS,
    GAP,
    HAND,
    HEAD,
    HIGHEST,
    LAID,
    LAID_END,
    LOW,
    LOWEST,
    NO_CARD,
    NO_TOP,
    PILE_END,
    ROUNDS,
    SEAT,
    STEALS,
    STOLEN,
    TAIL,
    TOP,
    WARS,
    WINNER,
    held,
    lay,
    lay_out,
    lay_rest,
    settle,
    steal,
    take_card,
    take_pot,
    workspace,
)
from sim.games.steal_war.rules import COLUMNS, StealWarRules
from sim.kernels.compiling import inlined, kernel
from sim.kernels.philox import PLAY, below, open_stream
from sim.kernels.words import ALL_BITS, BYTE, EIGHT, FOUR, ONE, SEVEN, THREE, TWO, ZERO

_TOPS = ("lowest", "highest", "random")
_ACE = np.uint64(ACE)
_ONES = np.uint64(0x0101010101010101)
_HIGH_BITS = np.uint64(0x8080808080808080)


class Setting(NamedTuple):
    """The rules as the compiled code takes them."""

    protect: bool
    top: int
    most: np.uint64


def play_block(
    rules: StealWarRules, deals: NDArray[np.uint8], where: Layout, seed: int, first: int
) -> dict[str, NDArray[np.integer]]:
    """Play given deals to the end.

    Parameters
    ----------
    rules
        The rules of every game.
    deals
        uint8 (games, cards): a row for each game.
    where
        Where the packets lie in a row.
    seed, first
        Where in-play chance comes from, and the number of the first game.

    Returns
    -------
    dict
        One array (games,) for each outcome column, categories as codes.
    """
    columns = {column.name: np.empty(len(deals), column.dtype) for column in COLUMNS}
    table, state, chance, room = workspace(where)
    places = np.array(where.starts, np.uint64), np.array(where.sizes, np.uint64), np.uint64(where.stride)
    setting = Setting(rules.protect, _TOPS.index(rules.top), np.uint64(rules.max_rounds))
    _play_all(
        deals.reshape(-1), np.uint64(deals.shape[1]), places, setting, np.uint64(seed), np.uint64(first),
        (table, state, chance, np.uint64(room)), *columns.values(),
    )  # fmt: skip
    return columns


@inlined
def _quiet_pass(table, state, alive, limit, top, chance, seed):
    """Play rounds until the limit, a tie, or a card that matches another's pile; return how many."""
    eight = EIGHT
    beyond = ALL_BITS << (alive << THREE)
    tops = ZERO
    for player in range(alive):
        # A byte of 0 is no card: it matches none.
        tops |= (state[TOP + player] & BYTE) << (player << THREE)
        # After so many rounds without a capture he holds: end of the pile - gap - rounds.
        state[GAP + player] = state[PILE_END + player] - held(state, player)
    played = ZERO
    while played < limit:
        word = best = last_best = ZERO
        least = ALL_BITS
        for player in range(alive):
            card = np.uint64(table[state[HEAD + player] + played])
            word |= card << (player << THREE)
            rank = card << THREE
            best = max(best, rank | player)
            last_best = max(last_best, rank | (SEVEN - player))
            least = min(least, rank | player)
        winner = best & SEVEN
        if winner + (last_best & SEVEN) != SEVEN:
            break
        # A byte of the difference is 0 where a card is the top of a pile so many seats further on.
        match = ZERO
        for step in range(ONE, alive):
            further = (tops >> (step << THREE)) | (tops << ((alive - step) << THREE))
            difference = (further ^ word) | beyond
            match |= (difference - _ONES) & ~difference & _HIGH_BITS
        if match != ZERO:
            break
        end = state[PILE_END + winner]
        # Since his last capture he has lost a card a round: now he holds the least.
        state[LOW + winner] = min(state[LOW + winner], end - state[GAP + winner] - played)
        for place in range(4):
            table[end + np.uint64(place)] = np.uint8(word >> np.uint64(8 * place))
        chosen = winner
        if top == LOWEST:
            chosen = least & SEVEN
        elif top != HIGHEST:
            chosen = np.uint64(below(alive, chance, seed))
        card = (word >> (chosen << THREE)) & BYTE
        last = alive - ONE
        table[end + chosen] = np.uint8(word >> (last << THREE))
        table[end + last] = card
        state[PILE_END + winner] = end + alive
        at = winner << THREE
        tops = (tops & ~(BYTE << at)) | (card << at)
        played += ONE
    for player in range(alive):
        card = (tops >> (player * eight)) & BYTE
        state[TOP + player] = card if card != ZERO else NO_TOP
        state[HEAD + player] += played
        state[LOW + player] = min(state[LOW + player], held(state, player))
    state[ROUNDS] += played
    return played


@kernel
def _play_round(table, state, setting, chance, seed):
    """Play one turn with all that can happen in it; return how its pot was taken, ``DRAW`` if by nobody."""
    alive = state[ALIVE]
    state[ROUNDS] += ONE
    for player in range(alive):
        state[LAID_END + player] = state[LAID + player]
        state[HAND + player] = take_card(table, state, player, chance, seed)
    chain = ZERO
    ending = CARDS
    winner = ZERO
    while True:
        steal(table, state, setting.protect, chance, seed)
        best, shown = ZERO, ZERO
        for player in range(alive):
            card = state[HAND + player]
            if card == NO_CARD:
                continue
            lay(table, state, player, card)
            if card > best:
                best, shown, winner = card, ONE, player
            elif card == best:
                shown += ONE
        if shown == ONE:
            break
        able, most, equal = ZERO, ZERO, ZERO
        richest = ZERO
        for player in range(alive):
            if state[HAND + player] == NO_CARD:
                continue
            cards = held(state, player)
            able += np.uint64(cards >= FOUR)
            if cards > most or equal == ZERO:
                most, equal, richest = cards, ONE, player
            elif cards == most:
                equal += ONE
        if able == ZERO and equal > ONE:
            ending = DRAW
            break
        for player in range(alive):
            if state[HAND + player] == NO_CARD:
                continue
            if held(state, player) < FOUR:
                lay_rest(table, state, player)
            elif able > ONE:
                for _ in range(3):
                    lay(table, state, player, take_card(table, state, player, chance, seed))
                state[HAND + player] = take_card(table, state, player, chance, seed)
        if able < TWO:
            # The one who can carry on, or of those who cannot the one with most cards.
            winner = richest
            ending = RUN_OUT
            break
        chain += ONE
    state[WARS] += chain
    if chain > ZERO:
        state[CHAINS + min(chain, FOUR) - ONE] += ONE
    if ending != DRAW:
        take_pot(table, state, winner, setting.top, chance, seed)
        settle(state)
    return ending


@kernel
def _play_game(table, state, setting, chance, seed):
    """Play a game from the deal; return its ending."""
    while True:
        alive, rounds = state[ALIVE], state[ROUNDS]
        limit = setting.most - rounds + ONE
        for player in range(alive):
            limit = min(limit, state[TAIL + player] - state[HEAD + player])
        if limit > ONE:
            # The last card of a packet is not taken in a pass.
            if alive == TWO:
                _quiet_pass(table, state, TWO, limit - ONE, setting.top, chance, seed)
            elif alive == THREE:
                _quiet_pass(table, state, THREE, limit - ONE, setting.top, chance, seed)
            else:
                _quiet_pass(table, state, FOUR, limit - ONE, setting.top, chance, seed)
        if state[ROUNDS] == setting.most:
            return CAP
        ending = _play_round(table, state, setting, chance, seed)
        if ending == DRAW:
            return DRAW
        if state[ALIVE] == ONE:
            state[WINNER] = state[SEAT]
            return ending
        if state[ROUNDS] == setting.most:
            return CAP


@kernel
def _play_all(
    cards,
    width,
    places,
    setting,
    seed,
    first,
    work,
    winner,
    ending,
    rounds,
    battles,
    plays,
    wars,
    single_wars,
    double_wars,
    triple_wars,
    longer_wars,
    winner_low,
    aces,
    rank_sum,
    steals,
    cards_stolen,
):
    """Play every deal to its end and write the outcome columns.

    Parameters
    ----------
    cards, width
        uint8: the deals, one after the other; uint64: the cards of each.
    places
        uint64: where the packets begin in a deal, how many cards they have, how far one lies from the next.
    setting, seed, first
        The rules; uint64: where in-play chance comes from, the number of the first game.
    work
        The rooms, the state, a stream of chance, and uint64 the length of a room.
    winner, ...
        One array (games,) for each outcome column, filled.
    """
    table, state, chance, room = work
    for index in range(np.uint64(len(winner))):
        open_stream(chance, first + index, PLAY)
        lay_out(cards, index * width, places, table, state, room)
        aces_held, ranks = ZERO, ZERO
        for place in range(state[TAIL]):
            card = np.uint64(table[place])
            aces_held += np.uint64(card == _ACE)
            ranks += card
        how = _play_game(table, state, setting, chance, seed)
        finished = how < DRAW
        winner[index] = np.int8(state[WINNER]) if finished else np.int8(-1) if how == DRAW else np.int8(-2)
        # Who has won sits alone at the table, in the first place.
        winner_low[index] = np.int16(state[LOW]) if finished else np.int16(-1)
        ending[index] = how
        rounds[index], wars[index] = state[ROUNDS], state[WARS]
        battles[index] = state[ROUNDS] + state[WARS]
        # Whoever is in the game to its end lays a card a round and four a war.
        plays[index] = state[ROUNDS] + FOUR * state[WARS]
        single_wars[index], double_wars[index] = state[CHAINS], state[CHAINS + ONE]
        triple_wars[index], longer_wars[index] = state[CHAINS + TWO], state[CHAINS + THREE]
        aces[index], rank_sum[index] = aces_held, ranks
        steals[index], cards_stolen[index] = state[STEALS], state[STOLEN]
