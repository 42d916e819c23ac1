"""Ace race, compiled: from the rules to the games, the first repetition of those that never end, and the rows."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sim.cards import ACE
from sim.contract.dealing import Layout
from sim.games.ace_race.kernel.play import PLAYS, WARS, Setting, advance
from sim.games.ace_race.rules import AceRaceRules
from sim.games.packets.codes import CAP, CYCLE, DRAW, OVER, PICKUPS, REPEATED, RUNNING
from sim.games.packets.columns import PACKET_COLUMNS
from sim.games.packets.kernel import (
    ENDING,
    FIRST_LOOK,
    LOW,
    PERIOD,
    ROUNDS,
    STATE,
    WINNER,
    lay_table,
    load,
    same,
)
from sim.kernels.compiling import kernel
from sim.kernels.philox import COIN, PLAY, open_stream
from sim.kernels.words import FOUR, ONE, ZERO
from sim.rng import WORD

_ACE = np.uint64(ACE)


def play_block(
    rules: AceRaceRules, deals: NDArray[np.uint8], where: Layout, seed: int, first: int
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
    columns = {column.name: np.empty(len(deals), column.dtype) for column in PACKET_COLUMNS}
    rooms, places, work = lay_table(where)
    fixed = rules.speed in (0, 1)
    setting = Setting(
        prize=np.uint64(rules.prize),
        fixed=fixed,
        first=np.uint64(rules.speed == 0),
        below=np.uint64(0 if fixed else int(rules.speed * WORD)),
        pickup=PICKUPS.index(rules.pickup),
    )
    _play_all(
        deals.reshape(-1), np.uint64(deals.shape[1]), places, rooms, setting, rules.deterministic,
        np.uint64(rules.max_rounds), np.uint64(seed), np.uint64(first), work, *columns.values(),
    )  # fmt: skip
    return columns


@kernel
def _settle_endless(cards, start, places, rooms, setting, most, seed, work, status):
    """Finish a game without chance that was not decided by the cap: at its first repetition, or at the cap.

    A position comes again by the cap only if the search that goes on as far as four times the cap finds it.
    Then the game is played twice, one ahead of the other by the period: they agree from the round on in
    which the one behind comes to the cycle.
    """
    table, state, table_2, state_2, seen, chance, coins = work
    if status == RUNNING:
        for place in range(np.uint64(STATE)):
            state_2[place] = state[place]
        further = FOUR * most + FIRST_LOOK
        status = advance(table, state, rooms, setting, further, True, seen, chance, coins, seed)
        if status != REPEATED or state[PERIOD] > most:
            for place in range(np.uint64(STATE)):
                state[place] = state_2[place]
            state[ENDING] = CAP
            return
    period = state[PERIOD]
    load(cards, start, places, rooms, table, state)
    load(cards, start, places, rooms, table_2, state_2)
    advance(table, state, rooms, setting, min(period, most), False, seen, chance, coins, seed)
    while not same(table, state, table_2, state_2, rooms.pile):
        if state[ROUNDS] == most:
            state[ENDING] = CAP
            return
        advance(table, state, rooms, setting, state[ROUNDS] + ONE, False, seen, chance, coins, seed)
        advance(table_2, state_2, rooms, setting, state_2[ROUNDS] + ONE, False, seen, chance, coins, seed)
    state[ENDING] = CYCLE


@kernel
def _play_all(
    cards,
    width,
    places,
    rooms,
    setting,
    deterministic,
    most,
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
):
    """Play every deal to its end and write the outcome columns.

    Parameters
    ----------
    cards
        uint8: the deals, one after the other.
    width
        uint64: the cards of a deal.
    places
        uint64: where both packets begin in a deal, how many cards they have, how far one lies from the next.
    rooms
        How the table is divided.
    setting, deterministic, most
        The rules; the last is ``max_rounds`` as uint64.
    seed, first
        uint64: where in-play chance comes from; the number of the first game.
    work
        What :func:`sim.games.packets.kernel.lay_table` returns.
    winner, ...
        One array (games,) for each outcome column, filled.
    """
    table, state, _, _, seen, chance, coins = work
    for index in range(np.uint64(len(winner))):
        start = index * width
        open_stream(chance, first + index, PLAY)
        open_stream(coins, first + index, COIN)
        load(cards, start, places, rooms, table, state)
        held, ranks = ZERO, ZERO
        for place in range(places[2]):
            card = np.uint64(table[place])
            held += np.uint64(card == _ACE)
            ranks += card
        status = advance(table, state, rooms, setting, most, deterministic, seen, chance, coins, seed)
        if status != OVER:
            if deterministic:
                _settle_endless(cards, start, places, rooms, setting, most, seed, work, status)
            else:
                state[ENDING] = CAP
        how = state[ENDING]
        finished = how < DRAW
        winner[index] = np.int8(state[WINNER]) if finished else np.int8(-1) if how == DRAW else np.int8(-2)
        winner_low[index] = np.int16(state[LOW + state[WINNER]]) if finished else np.int16(-1)
        ending[index] = how
        rounds[index] = battles[index] = state[ROUNDS]
        plays[index] = state[ROUNDS] + state[PLAYS]
        wars[index] = single_wars[index] = state[WARS]
        double_wars[index] = triple_wars[index] = longer_wars[index] = ZERO
        aces[index], rank_sum[index] = held, ranks
