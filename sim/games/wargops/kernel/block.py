"""WarGops, compiled: from the rules to the games and their rows.

Two players with named policies and not too many cards play with whole hands in a word; everything else is played on
the table for up to eight players. Both give the same games.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from sim.errors import UserError
from sim.games.wargops.kernel.choice import draws_of, solved_for, table_of
from sim.games.wargops.kernel.many import play_many
from sim.games.wargops.kernel.table import FAULT
from sim.games.wargops.kernel.two import fits, pack_of, play_two
from sim.games.wargops.policies import POLICIES
from sim.games.wargops.rules import WarGopsRules, columns
from sim.kernels.seats import Seats, seats_of

Columns = dict[str, NDArray[np.integer]]


def play_games(rules: WarGopsRules, seed: int, first: int, games: int) -> Columns:
    """Play the games ``first ... first+games-1``.

    Parameters
    ----------
    rules
        The rules of every game, and who plays.
    seed
        Where the players' chance comes from.
    first, games
        Which games.

    Returns
    -------
    dict
        One array (games,) for each outcome column.

    Raises
    ------
    UserError
        If a user's own policy answers what is not legal.
    """
    seats = seats_of(POLICIES, rules, seed)
    if fits(rules) and not seats.any_own:
        return _play_two(rules, seats, seed, first, games)
    return _play_many(rules, seats, [rules.full_hand] * rules.players, seed, first, games)


def play_from(
    rules: WarGopsRules, hands: Sequence[Sequence[int]], seed: int, first: int, games: int
) -> Columns:
    """Play games in which the players begin with given cards; otherwise as :func:`play_games`.

    Parameters
    ----------
    rules
        The rules of every game, and who plays.
    hands
        Each player's cards, in any order.
    seed
        Where the players' chance comes from.
    first, games
        Which games.

    Returns
    -------
    dict
        One array (games,) for each outcome column.

    Raises
    ------
    UserError
        If there are other cards than the game has, or more than it has in all; or as :func:`play_games`.
    """
    cards = [card for hand in hands for card in hand]
    if len(hands) != rules.players or len(cards) > rules.cards or not set(cards) <= set(rules.full_hand):
        raise UserError(
            f"hands {list(map(list, hands))}",
            cure=f"give {rules.players} players at most {rules.cards} cards from 1 to {rules.ranks}",
        )
    return _play_many(rules, seats_of(POLICIES, rules, seed), hands, seed, first, games)


def _play_two(rules: WarGopsRules, seats: Seats, seed: int, first: int, games: int) -> Columns:
    played = _columns(rules, games)
    pack, planes = pack_of(rules)
    play_two(
        pack, planes, rules.ties == "replace", rules.last_pot == "survivor", rules.session,
        seats.codes.reshape(-1).view(np.uint64), draws_of(seats), solved_for(rules, seats), seats.chances,
        np.uint64(seed), np.uint64(first), np.zeros(3, np.int64), *played.values(),
    )  # fmt: skip
    return played


def _play_many(
    rules: WarGopsRules, seats: Seats, hands: Sequence[Sequence[int]], seed: int, first: int, games: int
) -> Columns:
    played = _columns(rules, games)
    points = np.zeros((rules.players, games), np.int32)
    for player in range(rules.players):
        played[f"points_{player}"] = points[player]
    table = table_of(rules, seats, hands, seed)
    play_many(
        table, seats.chances, np.uint64(first), played["winner"], played["ending"], points, played["survivor"],
        played["tricks"], played["ties"], played["orphaned"],
    )  # fmt: skip
    seats.fault[:] = table[int(FAULT) : int(FAULT) + len(seats.fault)].view(np.int64)
    seats.check()
    return played


def _columns(rules: WarGopsRules, games: int) -> Columns:
    return {column.name: np.zeros(games, column.dtype) for column in columns(rules)}
