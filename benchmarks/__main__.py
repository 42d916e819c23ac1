"""Print the speeds, all of them ratios: ``make bench``, or ``python -m benchmarks [games]``.

Measured are the rules of two-player War, every game, and whole runs; the number of games is War's in each turn.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable

import sim
from benchmarks import war
from benchmarks.choices import measure as measure_choices
from benchmarks.end_to_end import measure as measure_runs
from benchmarks.games import measure as measure_games
from benchmarks.machine import described
from benchmarks.timing import Ratio, Way, beside


def show(yardstick: Way, ways: Iterable[Way]) -> None:
    """Measure and print a line for each way."""
    for name, turns in beside(yardstick, ways).items():
        print(f"  {name:<50}{Ratio.of(turns)}")


def main() -> None:
    """Measure and print."""
    games = int(float(sys.argv[1])) if len(sys.argv) > 1 else 100_000
    print("\n".join(described()))
    print(
        "Ratios are medians of seven turns, with their quartiles; processor time, the yardstick before and after."
    )
    yardstick = war.yardstick(max(1, games // 5))
    print("\nWar for two, default rules, one core, as a multiple of a plain compiled loop (the yardstick)")
    print(f"  {'':<50}{'games':>10}  {'quartiles':<16}")
    show(yardstick, [*war.whole_job(games), *war.one_at_a_time(games // 2), *war.plainly()])
    print("\nEvery option on its own deals, against the same yardstick")
    show(yardstick, war.options(games // 2))
    measure_games(yardstick, sim.play("war", games, seed=1)["battles"].sum() / games)
    measure_choices(yardstick)
    measure_runs(100 * games)


main()
