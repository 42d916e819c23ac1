"""The fast side of Casino War: from the rules to the compiled rounds and sessions."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from sim.contract.dealing import Layout
from sim.contract.lookups import LookedUp
from sim.games.casino_war.kernel import rounds as casino_rounds
from sim.games.casino_war.kernel import sessions as casino_sessions
from sim.games.casino_war.kernel.rounds import shoe_of, workspace
from sim.games.casino_war.rules import ROUND_COLUMNS, CasinoWarRules, columns

_TYPES = {column.name: column.dtype for column in ROUND_COLUMNS}


def _rows(rules: CasinoWarRules, results: NDArray[np.int8]) -> LookedUp:
    """Return the columns of rounds: their results, and what each of them pays."""
    pays = {
        "net": (2, -2, 2, 2 + 2 * rules.tie_bonus, -4, -1),
        "wagered": (1, 1, 2, 2, 2, 1),
        "tie_net": (-1, -1, *[rules.tie_bet] * 4),
    }
    tables = {name: np.array(values, _TYPES[name]) for name, values in pays.items()}
    return LookedUp("result", results, tables)


def play_games(rules: CasinoWarRules, seed: int, first: int, games: int) -> Mapping[str, NDArray[np.integer]]:
    """Play the games ``first ... first+games-1``, drawing only the cards that are dealt.

    Returns
    -------
    mapping
        One array (games,) for each outcome column, categories as codes.
    """
    at = np.uint64(seed), np.uint64(first)
    shoe = shoe_of(rules.deck, rules.burn, raises=rules.on_tie == "war")
    if not rules.is_session:
        results = np.empty(games, np.int8)
        casino_rounds.play_rounds(shoe, *at, workspace(shoe), results)
        return _rows(rules, results)
    found = {column.name: np.empty(games, column.dtype) for column in columns(rules)}
    limits = casino_sessions.limits_of(rules)
    space = casino_sessions.workspace(shoe)
    casino_sessions.play_sessions(shoe, limits, *at, space, casino_sessions.table_of(found))
    return found


def play_block(
    rules: CasinoWarRules, deals: NDArray[np.uint8], where: Layout, seed: int, first: int
) -> Mapping[str, NDArray[np.integer]]:
    """Play a round with each of some given shoes.

    Parameters
    ----------
    rules
        The rules of every game.
    deals
        uint8 (games, cards): a shoe for each game.
    where, seed, first
        Not needed: a shoe is one packet, and nothing else is left to chance.

    Returns
    -------
    mapping
        As :func:`play_games`.
    """
    results = np.empty(len(deals), np.int8)
    casino_rounds.play_shoes(deals, 4 + rules.burn, rules.on_tie == "war", results)
    return _rows(rules, results)
