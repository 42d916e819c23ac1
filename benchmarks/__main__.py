"""Print the speeds: ``make bench``, or ``python -m benchmarks [games]``."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial

import numpy as np

import sim
from benchmarks.choices import measure as measure_choices
from benchmarks.end_to_end import measure as measure_runs
from benchmarks.games import measure as measure_games
from benchmarks.timing import best_times
from benchmarks.yardsticks import lock_step, plain_loop
from sim.contract.game import outcome
from sim.deals.deck import deal_rows, layout
from sim.engine.playing import play_block as deal_and_play
from sim.games.war.kernel.block import play_block
from sim.games.war.kernel.lanes_step import HAS_LANES
from sim.games.war.kernel.passes import HAS_WIDE
from sim.games.war.rulebook import GAME, WarRules

OPTIONS: tuple[dict[str, object], ...] = (
    {},
    *({"face_down": face_down} for face_down in (0, 3, "rank")),
    *({"run_out": run_out} for run_out in ("last-card", "all-in", "fewest")),
    *({"pickup": pickup} for pickup in ("loser-first", "latest-first", "seat", "shuffled")),
    {"captured": "pile-shuffled"},
    {"low_beats_high": True},
    {"jokers": 2, "bury_jokers": True},
    {"hands": ["A A A A", "*rest"]},
    {"max_rounds": 100},
)


def show(name: str, games: int, seconds: float, yardstick: float, battles: int | None = None) -> None:
    """Print one line: games per second and core, the ratio to the yardstick, nanoseconds per battle."""
    each = f"{seconds / battles * 1e9:9.2f}" if battles else " " * 9
    print(f"  {name:<44}{games / seconds / 1e6:8.3f}{games / seconds / yardstick:9.2f}{each}")


def main() -> None:
    """Measure and print."""
    games = int(float(sys.argv[1])) if len(sys.argv) > 1 else 100_000
    rules = WarRules.of()
    deals = deal_rows(rules, 1, 0, games)
    rows = np.zeros((games, 12), np.int32)

    def told() -> None:
        for number in range(100):
            row = deals[number].tolist()
            outcome(GAME, rules, [row[0::2], row[1::2]], seed=1, number=number)

    ways: dict[str, tuple[int, Callable[[], object]]] = {
        "plain compiled loop (the yardstick)": (games, partial(plain_loop, deals, rows)),
        "warlab": (games, partial(play_block, rules, deals, layout(rules), 1, 0)),
        "warlab, deals included": (games, partial(deal_and_play, GAME, rules, 1, 0, games)),
        "warlab, deals and a polars frame included": (games, partial(sim.play, "war", games, seed=1)),
        "warlab, one game at a time": (
            games,
            partial(play_block, rules, deals, layout(rules), 1, 0, lanes=False),
        ),
        "warlab, without vector registers": (
            games,
            partial(play_block, rules, deals, layout(rules), 1, 0, lanes=False, wide=False),
        ),
        "pure NumPy, in lock-step": (games, partial(lock_step, deals)),
        "the rulebook, plain Python": (100, told),
    }
    times = best_times({name: way for name, (_, way) in ways.items()}, turns=3)
    yardstick = games / times["plain compiled loop (the yardstick)"]
    battles = sim.play("war", games, seed=1)["battles"].sum()
    registers = "AVX-512" if HAS_WIDE else "AVX2" if HAS_LANES else "none that are used"
    print(f"War for two, default rules, one core; vector registers: {registers}")
    print(f"  {'':<44}{'M games/s':>8}{'ratio':>8}{'ns/battle':>10}")
    for name, (count, _) in ways.items():
        same = battles if count == games else None
        show(name, count, times[name], yardstick, same)

    print("\nEvery option on its own deals, against the same yardstick")
    played: dict[str, tuple[int, Callable[[], object]]] = {}
    for options in OPTIONS:
        checked = WarRules.of(options)
        dealt = deal_rows(checked, 1, 0, games // 4)
        name = ", ".join(f"{key} = {value}" for key, value in options.items()) or "default"
        way = partial(play_block, checked, dealt, layout(checked), 1, 0)
        played[name] = (int(way()["battles"].sum()), way)
    times = best_times({name: way for name, (_, way) in played.items()}, turns=3)
    for name, (count, _) in played.items():
        show(name, games // 4, times[name], yardstick, count)
    measure_games(games / yardstick / battles)
    measure_choices()
    measure_runs(100 * games)


main()
