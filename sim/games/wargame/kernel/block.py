"""Wargame, compiled: from the rules and the players' policies to the games."""

import numpy as np
from numpy.typing import NDArray

from sim.contract.policy import OWN
from sim.games.wargame.kernel.board import BOARD
from sim.games.wargame.kernel.play import Setting, play_all
from sim.games.wargame.kernel.user_policies import NOBODY, Table
from sim.games.wargame.policies.catalogue import POLICIES
from sim.games.wargame.rules import COLUMNS, WargameRules
from sim.kernels.columns import columns_type, filled
from sim.policies.kernel.seats import Seats, seats_of

_DRAWING = tuple(
    frozenset(part.code(name) for name in names)
    for part, names in zip(
        POLICIES.parts,
        (("random", "mirror", "counter"), ("random",), ("random",), ()),
        strict=True,
    )
)
"""For each part, the numbers of the named policies that can draw."""


Columns = columns_type(__name__, COLUMNS)


def play_games(
    rules: WargameRules, seed: int, first: int, games: int
) -> dict[str, NDArray[np.integer]]:
    """Play the games ``first ... first+games-1``."""
    seats = seats_of(POLICIES, rules, seed)
    setting = Setting(
        first=NOBODY if rules.first == "random" else np.uint64(rules.first),
        traitors=rules.traitors,
        chips=np.uint64(rules.chips),
    )
    inputs = _table(seats), setting, np.uint64(seed), np.uint64(first)
    columns = filled(Columns, COLUMNS, games, play_all, *inputs)
    seats.check()
    return columns


def _table(seats: Seats) -> Table:
    draws = [
        any(
            code == OWN or code in drawing
            for code, drawing in zip(codes, _DRAWING, strict=True)
        )
        for codes in seats.codes.tolist()
    ]
    return Table(
        boards=np.zeros(1, BOARD),
        codes=seats.codes,
        addresses=seats.addresses,
        draws=np.array(draws, np.bool_),
        chances=seats.chances,
        chance_addresses=seats.chance_addresses,
        shown=seats.views[0],
        shown_address=int(seats.view_addresses[0]),
        fault=seats.fault,
    )
