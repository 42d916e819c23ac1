"""War, compiled: from the rules to the games and their rows."""

import numpy as np
from numpy.typing import NDArray

from sim.contract.dealing import Layout
from sim.games.packets.codes import PICKUPS
from sim.games.packets.columns import PACKET_COLUMNS
from sim.games.packets.kernel.job import job_of
from sim.games.packets.kernel.leads import with_leads
from sim.games.packets.kernel.rows import Columns
from sim.games.war.kernel.codes import LOSE, has_house_rules, setting
from sim.games.war.kernel.games import (
    cycle_lengths,
    follow_games,
    lay_tables,
    leave_packs,
    play_games,
)
from sim.games.war.kernel.lanes.layout import MOST_CARDS, is_marked, lay_side_by_side
from sim.games.war.kernel.lanes.loop import LONGEST_GAME
from sim.games.war.kernel.lanes.players import player, worth_compiling
from sim.games.war.kernel.lanes.step import HAS_LANES, MOST_FACE_DOWN, WAY
from sim.games.war.rules import WarRules
from sim.kernels.columns import empty_columns, filled

FEWEST_CARDS, FEWEST_BY_SEATS = 32, 16
"""The fewest cards of both players with which games are played side by side, and if
pots are picked up by seats."""


def fits_lanes(rules: WarRules, layout: Layout) -> bool:
    """Whether games under these rules can be played side by side.

    The cap must be high enough that few games reach it: those are left to the kernel
    that stops at a cap.
    """
    return (
        rules.players == 2
        and not has_house_rules(rules)
        and isinstance(rules.face_down, int)
        and rules.face_down <= MOST_FACE_DOWN
        and sum(layout.sizes) <= MOST_CARDS
        and rules.max_rounds >= 2 * LONGEST_GAME
    )


def gain_by_lanes(rules: WarRules, layout: Layout) -> bool:
    """Whether games under these rules are faster side by side, on this processor.

    Small decks often lead to games that repeat for ever, which are then played twice,
    except by seats.
    """
    marked = is_marked(
        PICKUPS.index(rules.pickups[0]), rules.captured == "pile-shuffled"
    )
    fewest = FEWEST_BY_SEATS if marked else FEWEST_CARDS
    return HAS_LANES and sum(layout.sizes) >= fewest and fits_lanes(rules, layout)


def play_block(
    rules: WarRules,
    deals: NDArray[np.uint8],
    layout: Layout,
    seed: int,
    first: int,
    *,
    lanes: bool | None = None,
    way: int = WAY,
) -> dict[str, NDArray[np.integer]]:
    """Play given deals to the end.

    Return one array (games,) for each outcome column, categories as codes.

    ``lanes`` says whether many games are played side by side where the rules allow it
    (None: where it is faster), and ``way`` how their cards are moved
    (sim.games.war.kernel.lanes.cards). The rows are the same in each case.
    """
    agreed = setting(rules)
    loses = agreed.run_out == LOSE
    which = (
        agreed.face_down,
        agreed.pickup,
        int(rules.low_beats_high),
        int(agreed.piles),
        int(loses),
        way,
    )
    if lanes is None:
        side_by_side = gain_by_lanes(rules, layout) and worth_compiling(
            len(deals), *which
        )
    else:
        side_by_side = lanes and fits_lanes(rules, layout)
    if not side_by_side:
        return followed(
            rules,
            deals,
            layout,
            seed,
            first,
            play_seats(rules, deals, layout, seed, first)[0],
        )
    job = job_of(deals, layout, rules.max_rounds, seed, first)
    many = lay_side_by_side(sum(layout.sizes), len(deals), agreed, seed)
    play = player(*which)
    columns = filled(Columns, PACKET_COLUMNS, len(deals), play, job, many)
    left = np.flatnonzero(many.left)
    # What is random in a game follows from its number, so then each of them is a block
    # of its own.
    for some in [left] if rules.deterministic else left[:, None]:
        if len(some):
            rest, _ = play_seats(rules, deals[some], layout, seed, first + int(some[0]))
            for name, values in rest.items():
                columns[name][some] = values
    return followed(rules, deals, layout, seed, first, columns)


def followed(
    rules: WarRules,
    deals: NDArray[np.uint8],
    layout: Layout,
    seed: int,
    first: int,
    columns: dict[str, NDArray[np.integer]],
) -> dict[str, NDArray[np.integer]]:
    """The columns of given deals with those on request that show who was ahead."""
    games, work = lay_tables(layout.sizes, seed)
    job = job_of(deals, layout, rules.max_rounds, seed, first)
    return with_leads(rules, columns, follow_games, job, games, setting(rules), work)


def play_seats(
    rules: WarRules, deals: NDArray[np.uint8], layout: Layout, seed: int, first: int
) -> tuple[dict[str, NDArray[np.integer]], NDArray[np.int8]]:
    """Play given deals one by one.

    Return the columns, and the first player of each game to lose all cards.

    That is int8 (games,): the lowest seat of several in one round; -1 if nobody did. In
    a game that somebody wins before that, it is the player with the fewest cards
    besides the winner, of several the lowest seat.
    """
    rows = empty_columns(Columns, PACKET_COLUMNS, len(deals))
    first_out = np.empty(len(deals), np.int8)
    job = job_of(deals, layout, rules.max_rounds, seed, first)
    games, work = lay_tables(layout.sizes, seed)
    play_games(job, games, setting(rules), work, rows, first_out)
    return rows._asdict(), first_out


def final_packs(
    rules: WarRules, deals: NDArray[np.uint8], layout: Layout
) -> NDArray[np.uint8]:
    """Play given deals for two, nothing left to chance.

    Return the pack that each game leaves: (games, cards).
    """
    packs = np.empty_like(deals)
    job = job_of(deals, layout, rules.max_rounds, 0, 0)
    games, work = lay_tables(layout.sizes, 0)
    leave_packs(job, games, setting(rules), work, packs)
    return packs


def periods(
    rules: WarRules,
    deals: NDArray[np.uint8],
    layout: Layout,
    rounds: NDArray[np.integer],
) -> NDArray[np.int64]:
    """The length of the cycle that each deal leads to: int64 (games,).

    deals: uint8 (games, cards): deals of games with the ending ``cycle``.
    """
    lengths = np.zeros(len(deals), np.int64)
    job = job_of(deals, layout, rules.max_rounds, 0, 0)
    games, work = lay_tables(layout.sizes, 0)
    cycle_lengths(job, games, setting(rules), work, rounds.astype(np.int64), lengths)
    return lengths
