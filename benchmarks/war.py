"""War for two players: the default rules played in every way, and every option.

Every option has its deals.
"""

from collections.abc import Iterator
from functools import partial

import numpy as np

import sim
from benchmarks.timing import Way
from benchmarks.yardsticks import lock_step, plain_loop
from sim.contract.game import outcome
from sim.deals.deck import deal_rows, layout
from sim.engine.playing import play_block as deal_and_play
from sim.games.war.kernel.block import play_block
from sim.games.war.rulebook import GAME, WarRules

OPTIONS: tuple[dict[str, object], ...] = (
    *({"face_down": face_down} for face_down in (0, 2, 3, 4, "rank")),
    *({"run_out": run_out} for run_out in ("last-card", "all-in", "fewest")),
    *(
        {"pickup": pickup}
        for pickup in ("loser-first", "latest-first", "seat", "shuffled")
    ),
    {"captured": "pile-shuffled"},
    {"low_beats_high": True},
    {"jokers": 2, "bury_jokers": True},
    {"hands": ["A A A A", "*rest"]},
    {"max_rounds": 100},
)
"""The options of which each is measured alone. With P'yanitsa they take no more steps
and loops than are compiled at once (:mod:`sim.games.war.kernel.lanes.players`)."""


def yardstick(games: int = 20_000) -> Way:
    """The yardstick of all speeds: War as a compiled loop over battles, on deals that are given."""
    deals, rows = deal_rows(WarRules.of(), 1, 0, games), np.zeros((games, 12), np.int32)
    return Way(
        "plain compiled loop (the yardstick)", games, partial(plain_loop, deals, rows)
    )


def whole_job(games: int) -> Iterator[Way]:
    """Yield the default rules as they are played: deals given, dealt as well, and in a frame."""
    rules = WarRules.of()
    deals = deal_rows(rules, 1, 0, games)
    yield Way(
        "War for two, deals given",
        games,
        partial(play_block, rules, deals, layout(rules), 1, 0),
    )
    yield Way(
        "War for two, dealt as well",
        games,
        partial(deal_and_play, GAME, rules, 1, 0, games),
    )
    yield Way(
        "War for two, dealt and in a polars frame",
        games,
        partial(sim.play, "war", games, seed=1),
    )


def one_at_a_time(games: int) -> Iterator[Way]:
    """Yield the default rules played one game at a time."""
    rules = WarRules.of()
    deals = deal_rows(rules, 1, 0, games)
    alone = partial(play_block, rules, deals, layout(rules), 1, 0, lanes=False)
    yield Way("War for two, one game at a time", games, alone)


def plainly() -> Iterator[Way]:
    """Yield what one would write without a compiler."""
    rules = WarRules.of()
    deals = deal_rows(rules, 1, 0, 10_000)
    yield Way("pure NumPy, in lock-step", len(deals), partial(lock_step, deals))

    def told() -> None:
        for number in range(100):
            row = deals[number].tolist()
            outcome(GAME, rules, [row[0::2], row[1::2]], seed=1, number=number)

    yield Way("the rulebook, plain Python", 100, told)


def options(games: int) -> Iterator[Way]:
    """Yield every option on its own deals."""
    for chosen in OPTIONS:
        rules = WarRules.of(chosen)
        dealt = deal_rows(rules, 1, 0, games)
        name = ", ".join(f"{key} = {value}" for key, value in chosen.items())
        yield Way(
            f"War for two, {name}",
            games,
            partial(play_block, rules, dealt, layout(rules), 1, 0),
        )
