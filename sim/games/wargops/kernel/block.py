"""WarGops, compiled: named policies with few enough cards on words, everything else on the table for up to eight."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from sim.games.wargops.kernel.any_players import play_many
from sim.games.wargops.kernel.choice import table_of
from sim.games.wargops.kernel.table import FAULT, Columns
from sim.games.wargops.kernel.two_players import (
    fits,
    pack_of,
    play_two,
    players_of,
    setting_of,
)
from sim.games.wargops.policies import POLICIES
from sim.games.wargops.rules import WarGopsRules, columns
from sim.kernels.columns import filled_by_seat
from sim.policies.kernel.seats import Seats, seats_of

Outcomes = dict[str, NDArray[np.integer]]


def play_games(rules: WarGopsRules, seed: int, first: int, games: int) -> Outcomes:
    """Play the games ``first ... first+games-1``."""
    seats = seats_of(POLICIES, rules, seed)
    if fits(rules) and not seats.any_own:
        return _play_two(rules, seats, seed, first, games)
    return play_many_from(
        rules, seats, [rules.full_hand] * rules.players, seed, first, games
    )


def _play_two(
    rules: WarGopsRules, seats: Seats, seed: int, first: int, games: int
) -> Outcomes:
    at = np.uint64(seed), np.uint64(first)
    inputs = (
        pack_of(rules),
        setting_of(rules),
        players_of(rules, seats),
        *at,
        np.zeros(3, np.int64),
    )
    return filled_by_seat(
        Columns, columns(rules), "points", 2, games, play_two, *inputs
    )


def play_many_from(
    rules: WarGopsRules,
    seats: Seats,
    hands: Sequence[Sequence[int]],
    seed: int,
    first: int,
    games: int,
) -> Outcomes:
    """Play games in which the players begin with given cards, on the table for up to eight."""
    table = table_of(rules, seats, hands, seed)
    inputs = table, seats.chances, np.uint64(first)
    filled = filled_by_seat(
        Columns, columns(rules), "points", rules.players, games, play_many, *inputs
    )
    seats.fault[:] = table[int(FAULT) : int(FAULT) + len(seats.fault)].view(np.int64)
    seats.check()
    return filled
