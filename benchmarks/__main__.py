"""Speeds, all of them ratios: ``make bench`` prints them.

So does ``python -m benchmarks [50_000] [war games runs]``. Measured are the rules of
two-player War, all games, and whole runs, or what is named of these. The number is how
many games of War are played in each turn.
"""

import sys
from collections.abc import Iterable

from benchmarks import war
from benchmarks.end_to_end import measure as measure_runs
from benchmarks.games import measure as measure_games
from benchmarks.machine import described
from benchmarks.timing import Ratio, Way, beside

PARTS = ("war", "games", "runs")
"""What can be measured."""


def show(yardstick: Way, ways: Iterable[Way]) -> None:
    """Measure and print a line for each way."""
    for name, turns in beside(yardstick, ways).items():
        print(f"  {name:<50}{Ratio.of(turns)}")


def measure_war(yardstick: Way, games: int) -> None:
    """Measure the default rules in every way, and every option."""
    print(
        "\nWar for two, default rules, one core, as a multiple of a plain compiled loop "
        "(the yardstick)"
    )
    print(f"  {'':<50}{'games':>10}  {'quartiles':<16}")
    show(
        yardstick,
        [*war.whole_job(games), *war.one_at_a_time(games // 2), *war.plainly()],
    )
    print("\nEvery option on its own deals, against the same yardstick")
    show(yardstick, war.options(games // 2))


def main() -> None:
    """Measure and print."""
    numbers = [int(float(word)) for word in sys.argv[1:] if word[0].isdigit()]
    wanted = [word for word in sys.argv[1:] if not word[0].isdigit()] or [*PARTS]
    if unknown := set(wanted) - set(PARTS):
        sys.exit(f"{', '.join(unknown)}: no such part; choose from {', '.join(PARTS)}")
    games = numbers[0] if numbers else 50_000
    print("\n".join(described()))
    print(
        "Ratios are medians of seven turns, with their quartiles; processor time, the "
        "yardstick before and after."
    )
    yardstick = war.yardstick(max(1, games // 5))
    if "war" in wanted:
        measure_war(yardstick, games)
    if "games" in wanted:
        measure_games(yardstick)
    if "runs" in wanted:
        measure_runs(200 * games)


main()
