"""War, compiled: from the rules to the games and their rows."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sim.contract.dealing import Layout
from sim.games.packets.codes import PICKUPS
from sim.games.packets.columns import PACKET_COLUMNS
from sim.games.packets.kernel.job import job_of
from sim.games.packets.kernel.rows import new_columns, packet_rows
from sim.games.war.kernel import many_games, two_games
from sim.games.war.kernel.codes import LOSE, Setting
from sim.games.war.kernel.lanes_games import player, worth_compiling
from sim.games.war.kernel.lanes_layout import MOST_CARDS, is_marked, lay_side_by_side
from sim.games.war.kernel.lanes_loop import LONGEST_GAME
from sim.games.war.kernel.lanes_step import HAS_LANES, MOST_FACE_DOWN, WAY
from sim.games.war.kernel.many import ManySetting
from sim.games.war.kernel.many_final import lay_final
from sim.games.war.kernel.many_games import play_many
from sim.games.war.kernel.passes import HAS_WIDE
from sim.games.war.kernel.two_games import play_two
from sim.games.war.rules import RUN_OUTS, WarRules

FEWEST_CARDS, FEWEST_BY_SEATS = 32, 16
"""The fewest cards of both players with which games are played side by side, and if pots are picked up by seats."""


def setting(rules: WarRules, *, wide: bool = HAS_WIDE) -> Setting:
    """Return the rules as the compiled code takes them."""
    crossed = rules.low_beats_high
    return Setting(
        face_down=0 if rules.face_down == "rank" else int(rules.face_down),
        by_rank=rules.face_down == "rank",
        run_out=RUN_OUTS.index(rules.run_out),
        pickup=PICKUPS.index(rules.pickup),
        piles=rules.captured == "pile-shuffled",
        low=np.uint64(rules.deck.lowest if crossed else 0),
        high=np.uint64(rules.deck.top_rank if crossed else 0),
        wide=wide,
    )


def setting_of_many(rules: WarRules) -> ManySetting:
    """Return the rules as the compiled code for several players takes them."""
    two = setting(rules)
    return ManySetting(
        face_down=two.face_down,
        by_rank=two.by_rank,
        run_out=two.run_out,
        pickup=two.pickup,
        piles=two.piles,
        low=two.low,
        high=two.high,
        only_tied=rules.fighters == "tied",
        first_out=rules.end == "first-out",
        until_two=False,
    )


def fits_lanes(rules: WarRules, where: Layout) -> bool:
    """Return whether games under these rules can be played side by side.

    The cap must be high enough that few games reach it: those are left to the kernel that stops at a cap.
    """
    return (
        rules.players == 2
        and isinstance(rules.face_down, int)
        and rules.face_down <= MOST_FACE_DOWN
        and sum(where.sizes) <= MOST_CARDS
        and rules.max_rounds >= 2 * LONGEST_GAME
    )


def gain_by_lanes(rules: WarRules, where: Layout) -> bool:
    """Return whether games under these rules are faster side by side, on this processor.

    Small decks often lead to games that repeat for ever, which are then played twice, except by seats.
    """
    marked = is_marked(PICKUPS.index(rules.pickup), rules.captured == "pile-shuffled")
    fewest = FEWEST_BY_SEATS if marked else FEWEST_CARDS
    return HAS_LANES and sum(where.sizes) >= fewest and fits_lanes(rules, where)


def play_block(
    rules: WarRules,
    deals: NDArray[np.uint8],
    where: Layout,
    seed: int,
    first: int,
    *,
    wide: bool = HAS_WIDE,
    lanes: bool | None = None,
    way: int = WAY,
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
        The seed of in-play chance, and the number of the first game.
    wide
        Whether to play the passes of one game in vector registers.
    lanes, way
        Whether to play many games side by side where the rules allow it (None: where it is faster), and how their
        cards are moved (:mod:`sim.games.war.kernel.lanes_cards`). The rows are the same in each case.

    Returns
    -------
    dict
        One array (games,) for each outcome column, categories as codes.
    """
    if rules.players > 2:
        return play_seats(rules, deals, where, seed, first)[0]
    columns = new_columns(PACKET_COLUMNS, len(deals))
    job = job_of(deals, where, rules.max_rounds, seed, first)
    agreed = setting(rules, wide=wide)
    loses = agreed.run_out == LOSE
    which = agreed.face_down, agreed.pickup, int(rules.low_beats_high), int(agreed.piles), int(loses), way
    if lanes is None:
        side_by_side = gain_by_lanes(rules, where) and worth_compiling(len(deals), *which)
    else:
        side_by_side = lanes and fits_lanes(rules, where)
    if not side_by_side:
        play_two(job, two_games.lay_tables(where.sizes, agreed, seed), packet_rows(columns))
        return columns
    many = lay_side_by_side(sum(where.sizes), len(deals), agreed, seed)
    player(*which)(job, many, packet_rows(columns))
    left = np.flatnonzero(many.left)
    # What is random in a game follows from its number, so then each of them is a block of its own.
    for some in [left] if rules.deterministic else left[:, None]:
        if len(some):
            start = first + int(some[0])
            rest = play_block(rules, deals[some], where, seed, start, wide=wide, lanes=False)
            for name, values in rest.items():
                columns[name][some] = values
    return columns


def play_seats(
    rules: WarRules, deals: NDArray[np.uint8], where: Layout, seed: int, first: int
) -> tuple[dict[str, NDArray[np.integer]], NDArray[np.int8]]:
    """Play given deals of three or more players to the end; see :func:`play_block`.

    Returns
    -------
    dict, ndarray
        The columns, and int8 (games,): the first player to lose all cards, or the lowest seat of several in one
        round; -1 if nobody did.
    """
    columns = new_columns(PACKET_COLUMNS, len(deals))
    first_out = np.empty(len(deals), np.int8)
    games, work = many_games.lay_tables(where.sizes, seed)
    final = lay_final(where.sizes)
    agreed = setting_of_many(rules)._replace(until_two=rules.captured == "bottom")
    job = job_of(deals, where, rules.max_rounds, seed, first)
    play_many(job, games, agreed, work, final, packet_rows(columns), first_out)
    return columns, first_out
