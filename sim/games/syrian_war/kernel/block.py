"""Syrian War, compiled: from the rules to the games, the first repetition of those that never end, and the rows."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sim.cards import LOW_ACE
from sim.contract.dealing import Layout
from sim.games.packets.codes import CAP, CYCLE, DRAW, OVER, PICKUPS, REPEATED, RUNNING
from sim.games.packets.kernel import (
    ENDING,
    FIRST_LOOK,
    LAID,
    LOW,
    PERIOD,
    PILE,
    ROUNDS,
    STATE,
    WINNER,
    lay_table,
    load,
    same,
)
from sim.games.syrian_war.kernel.play import CAPTURES, CHAINS, WARS, Setting, advance
from sim.games.syrian_war.rules import COLUMNS, SyrianWarRules
from sim.kernels.compiling import kernel
from sim.kernels.philox import PLAY, open_stream
from sim.kernels.words import FOUR, ONE, THREE, TWO, ZERO

_ACE = np.uint64(LOW_ACE)


def play_block(
    rules: SyrianWarRules, deals: NDArray[np.uint8], where: Layout, seed: int, first: int
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
    rooms, places, work = lay_table(where)
    setting = Setting(
        picture=np.uint64(rules.picture),
        again=rules.war_tie == "again",
        own=rules.rows == "own",
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
    Then the game is played twice, one ahead of the other by the period: they agree from the turn on in
    which the one behind comes to the cycle.
    """
    table, state, table_2, state_2, seen, chance, _ = work
    if status == RUNNING:
        for place in range(np.uint64(STATE)):
            state_2[place] = state[place]
        further = FOUR * most + FIRST_LOOK
        status = advance(table, state, rooms, setting, further, True, seen, chance, seed)
        if status != REPEATED or state[PERIOD] > most:
            for place in range(np.uint64(STATE)):
                state[place] = state_2[place]
            state[ENDING] = CAP
            return
    period = state[PERIOD]
    load(cards, start, places, rooms, table, state)
    load(cards, start, places, rooms, table_2, state_2)
    advance(table, state, rooms, setting, min(period, most), False, seen, chance, seed)
    while not same(table, state, table_2, state_2, rooms.pile):
        if state[ROUNDS] == most:
            state[ENDING] = CAP
            return
        advance(table, state, rooms, setting, state[ROUNDS] + ONE, False, seen, chance, seed)
        advance(table_2, state_2, rooms, setting, state_2[ROUNDS] + ONE, False, seen, chance, seed)
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
    turns,
    captures,
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
    table, state, _, _, seen, chance, _ = work
    for index in range(np.uint64(len(winner))):
        start = index * width
        open_stream(chance, first + index, PLAY)
        load(cards, start, places, rooms, table, state)
        ones, ranks = ZERO, ZERO
        for place in range(places[2]):
            card = np.uint64(table[place])
            ones += np.uint64(card == _ACE)
            ranks += card
        status = advance(table, state, rooms, setting, most, deterministic, seen, chance, seed)
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
        rounds[index] = turns[index] = state[ROUNDS]
        captures[index] = state[CAPTURES]
        wars[index] = state[WARS]
        # Every turn on a pile is a battle: all but the first and those after a capture.
        on_empty = state[CAPTURES] + np.uint64(state[PILE] > ZERO)
        battles[index] = state[ROUNDS] - on_empty + state[WARS]
        plays[index] = max(state[LAID], state[LAID + ONE])
        single_wars[index], double_wars[index] = state[CHAINS], state[CHAINS + ONE]
        triple_wars[index], longer_wars[index] = state[CHAINS + TWO], state[CHAINS + THREE]
        aces[index], rank_sum[index] = ones, ranks
