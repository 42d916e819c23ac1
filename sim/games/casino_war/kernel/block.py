"""Casino War, compiled: from the rules to the rounds and sessions."""

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from sim.contract.dealing import Layout
from sim.games.casino_war.kernel import sessions
from sim.games.casino_war.kernel.rounds import play_rounds, play_shoes, shoe_of
from sim.games.casino_war.rules import CasinoWarRules, columns, pays_of


def play_games(
    rules: CasinoWarRules, seed: int, first: int, games: int
) -> Mapping[str, NDArray[np.integer]]:
    """Play the games ``first ... first+games-1``, drawing only the cards that are dealt."""
    at = np.uint64(seed), np.uint64(first)
    shoe = shoe_of(rules)
    if not rules.is_session:
        results = np.empty(games, np.int8)
        play_rounds(shoe, *at, results)
        return _columns(rules, results)
    filled = sessions.columns_for(games)
    sessions.play_sessions(shoe, sessions.limits_of(rules), *at, filled)
    by_name = filled._asdict()
    return {column.name: by_name[column.name] for column in columns(rules)}


def _columns(
    rules: CasinoWarRules, results: NDArray[np.int8]
) -> Mapping[str, NDArray[np.integer]]:
    """The columns of rounds, each of which follows from the result."""
    pays = {name: values.take(results) for name, values in pays_of(rules).items()}
    return {"result": results, **pays}


def play_block(
    rules: CasinoWarRules,
    deals: NDArray[np.uint8],
    layout: Layout,
    seed: int,
    first: int,
) -> Mapping[str, NDArray[np.integer]]:
    """Play a round with each of some given shoes.

    Parameters
    ----------
    rules
        The rules.
    deals
        uint8 (games, cards): a shoe for each game.
    layout, seed, first
        Not used: a shoe is one packet, and nothing is left to chance after its shuffle.
    """
    shoe = shoe_of(rules)
    results = np.empty(len(deals), np.int8)
    shoes = np.ascontiguousarray(deals[:, ::-1])
    play_shoes(shoes, shoe.need, shoe.raises, results)
    return _columns(rules, results)
