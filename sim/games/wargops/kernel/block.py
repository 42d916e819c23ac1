"""WarGops, compiled: from the rules to the games and their rows.

Games of two named policies with few enough cards keep each hand in one word; all others are played on the table for
up to eight players. A game that both can play is the same on both.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np
from numpy.typing import NDArray

from sim.errors import UserError
from sim.games.wargops.kernel.any_players import play_many
from sim.games.wargops.kernel.choice import table_of
from sim.games.wargops.kernel.table import FAULT, Columns
from sim.games.wargops.kernel.two_players import fits, pack_of, play_two, players_of, setting_of
from sim.games.wargops.policies import POLICIES
from sim.games.wargops.rules import WarGopsRules, columns
from sim.kernels.columns import empty_columns
from sim.kernels.seats import Seats, seats_of

Outcomes = dict[str, NDArray[np.integer]]


def play_games(rules: WarGopsRules, seed: int, first: int, games: int) -> Outcomes:
    """Play the games ``first ... first+games-1``."""
    seats = seats_of(POLICIES, rules, seed)
    if fits(rules) and not seats.any_own:
        return _play_two(rules, seats, seed, first, games)
    return _play_many(rules, seats, [rules.full_hand] * rules.players, seed, first, games)


def play_from(
    rules: WarGopsRules, hands: Sequence[Sequence[int]], seed: int, first: int, games: int
) -> Outcomes:
    """Play games in which the players begin with given cards; otherwise as :func:`play_games`."""
    cards = [card for hand in hands for card in hand]
    if len(hands) != rules.players or len(cards) > rules.cards or not set(cards) <= set(rules.full_hand):
        raise UserError(
            f"hands {list(map(list, hands))}",
            cure=f"give {rules.players} players at most {rules.cards} cards from 1 to {rules.ranks}",
        )
    return _play_many(rules, seats_of(POLICIES, rules, seed), hands, seed, first, games)


def _play_two(rules: WarGopsRules, seats: Seats, seed: int, first: int, games: int) -> Outcomes:
    filled = _empty_columns(rules, games)
    play_two(
        pack_of(rules),
        setting_of(rules),
        players_of(rules, seats),
        np.uint64(seed),
        np.uint64(first),
        np.zeros(3, np.int64),
        filled,
    )
    return _by_name(rules, filled)


def _play_many(
    rules: WarGopsRules, seats: Seats, hands: Sequence[Sequence[int]], seed: int, first: int, games: int
) -> Outcomes:
    filled = _empty_columns(rules, games)
    table = table_of(rules, seats, hands, seed)
    play_many(table, seats.chances, np.uint64(first), filled)
    seats.fault[:] = table[int(FAULT) : int(FAULT) + len(seats.fault)].view(np.int64)
    seats.check()
    return _by_name(rules, filled)


def _empty_columns(rules: WarGopsRules, games: int) -> Columns:
    """Return columns for the kernels to fill, with the players' points in one table."""
    others = (column for column in columns(rules) if column.name in Columns._fields)
    return empty_columns(partial(Columns, points=np.zeros((rules.players, games), np.int32)), others, games)


def _by_name(rules: WarGopsRules, filled: Columns) -> Outcomes:
    """Return the columns in the order in which they are declared."""
    points = {f"points_{player}": of_player for player, of_player in enumerate(filled.points)}
    every = filled._asdict() | points
    return {column.name: every[column.name] for column in columns(rules)}
