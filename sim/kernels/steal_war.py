"""Steal War, compiled: from the rules to the games, round after round, and the rows."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sim.cards import ACE
from sim.dealing import Layout
from sim.games.steal_war import COLUMNS, StealWarRules
from sim.kernels.compiling import kernel
from sim.kernels.philox import BUFFER, ONE, open_stream
from sim.kernels.steal_war_play import (
    CAP,
    DEPTHS,
    DRAW,
    END,
    ENDING,
    HEAD,
    LAID,
    LOW,
    PILE,
    ROUNDS,
    SLACK,
    STATE,
    STEALS,
    STOLEN,
    WARS,
    WINNER,
    Setting,
    play_round,
)

_TOPS = ("lowest", "highest", "random")
_ACE = np.uint64(ACE)
_PLAY = np.uint64(1)
_NONE = np.uint64(0)
_TWO = np.uint64(2)
_FOUR = np.uint64(4)


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
    width = sum(where.sizes) + 2 * int(SLACK)
    setting = Setting(
        seats=np.uint64(rules.players),
        protect=rules.protect,
        top=_TOPS.index(rules.top),
        width=np.uint64(width),
    )
    work = (
        np.zeros(rules.players * int(_FOUR) * width, np.uint8),
        np.zeros(STATE, np.uint64),
        np.zeros(BUFFER, np.uint64),
    )
    _play_all(
        deals.reshape(-1), np.uint64(deals.shape[1]), np.array(where.starts, np.uint64),
        np.array(where.sizes, np.uint64), np.uint64(where.stride), setting, np.uint64(rules.max_rounds),
        np.uint64(seed), np.uint64(first), work, *columns.values(),
    )  # fmt: skip
    return columns


@kernel
def _load(cards, start, starts, sizes, stride, setting, table, state):
    """Put the packets of the deal at ``start`` on the table, and the state to the beginning of the game."""
    for place in range(np.uint64(STATE)):
        state[place] = _NONE
    for player in range(setting.seats):
        base, top = player * _FOUR * setting.width, start + starts[player]
        for place in range(sizes[player]):
            table[base + place] = cards[top + stride * place]
        state[HEAD + player], state[END + player] = base, base + sizes[player]
        state[LOW + player] = sizes[player]


@kernel
def _play(table, state, setting, most, chance, seed):
    """Play a game to its end, or to the cap."""
    while True:
        play_round(table, state, setting, chance, seed)
        if state[ENDING] == DRAW:
            return
        with_cards = _NONE
        for player in range(setting.seats):
            held = state[END + player] - state[HEAD + player] + state[PILE + player]
            state[LOW + player] = min(state[LOW + player], held)
            with_cards += np.uint64(held > _NONE)
        if with_cards == ONE:
            return
        if state[ROUNDS] == most:
            state[ENDING] = CAP
            return


@kernel
def _play_all(
    cards,
    width,
    starts,
    sizes,
    stride,
    setting,
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
    steals,
    cards_stolen,
):
    """Play every deal to its end and write the outcome columns.

    Parameters
    ----------
    cards
        uint8: the deals, one after the other.
    width
        uint64: the cards of a deal.
    starts, sizes, stride
        uint64: where each packet begins in a deal, how many cards it has, how far one lies from the next.
    setting, most
        The rules; the last is ``max_rounds`` as uint64.
    seed, first
        uint64: where in-play chance comes from; the number of the first game.
    work
        The table, its state, and the stream of random words.
    winner, ...
        One array (games,) for each outcome column, filled.
    """
    table, state, chance = work
    for index in range(np.uint64(len(winner))):
        open_stream(chance, first + index, _PLAY)
        _load(cards, index * width, starts, sizes, stride, setting, table, state)
        held, ranks = _NONE, _NONE
        for place in range(sizes[0]):
            card = np.uint64(table[place])
            held += np.uint64(card == _ACE)
            ranks += card
        _play(table, state, setting, most, chance, seed)
        how = state[ENDING]
        finished = how < DRAW
        winner[index] = np.int8(state[WINNER]) if finished else np.int8(-1) if how == DRAW else np.int8(-2)
        winner_low[index] = np.int16(state[LOW + state[WINNER]]) if finished else np.int16(-1)
        ending[index] = how
        rounds[index] = state[ROUNDS]
        wars[index] = state[WARS]
        battles[index] = state[ROUNDS] + state[WARS]
        longest = _NONE
        for player in range(setting.seats):
            longest = max(longest, state[LAID + player])
        plays[index] = longest
        single_wars[index], double_wars[index] = state[DEPTHS], state[DEPTHS + ONE]
        triple_wars[index], longer_wars[index] = state[DEPTHS + _TWO], state[DEPTHS + np.uint64(3)]
        aces[index], rank_sum[index] = held, ranks
        steals[index], cards_stolen[index] = state[STEALS], state[STOLEN]
