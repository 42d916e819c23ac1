"""A guard against what becomes slower: ``make bench-guard`` compares with ratios that are kept.

For each class of machines (:func:`benchmarks.machine.kind`) a file in
``benchmarks/kept`` has the speeds of every option of War for two and of every game, as
multiples of the yardstick's. Another model of the class has similar ratios, not the
same: keep its own to compare a change with. What is below 85 % of its ratio is measured
again, in more turns, and fails if it is still below.

``python -m benchmarks.guard --keep`` writes the ratios of this machine in place of
those kept. Words, such as ``casino-war "war, players"``, choose what begins so; of the others,
what is kept stays.
"""

import argparse
import re
import sys
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path

import sim
from benchmarks import war
from benchmarks.machine import described, kind
from benchmarks.playing import cases, kernel_of
from benchmarks.timing import Ratio, Way, beside

KEPT = Path(__file__).parent / "kept"
LEAST = 0.85
"""The least part of a kept ratio that is not a fault."""

FEW, MANY = 7, 15
"""The turns of the first measurement, and of the second one of what seems too slow."""


def place(machine: str) -> Path:
    """Return the file with the ratios of a class of machines."""
    return KEPT / f"{re.sub('[^a-z0-9]+', '-', machine.lower())}.toml"


def read(path: Path) -> dict[str, float]:
    """Read the ratios that are kept; none where there is no file."""
    if not path.exists():
        return {}
    kept: dict[str, float] = tomllib.loads(path.read_text(encoding="utf-8"))["ratios"]
    return kept


def chosen(ways: Sequence[Way], words: Sequence[str]) -> list[Way]:
    """The ways whose names begin with some words; all if there are no words.

    Raises
    ------
    ValueError
        If no name begins with one of them.
    """
    for word in words:
        if not any(way.name.startswith(word) for way in ways):
            raise ValueError(f"nothing that is measured begins with {word!r}")
    return [way for way in ways if way.name.startswith(tuple(words) or "")]


def written(ratios: Mapping[str, float], about: list[str]) -> str:
    """Return the text of a file of ratios."""
    lines = [
        "# Speeds as multiples of the plain loop's of benchmarks/yardsticks.py, for",
        f"# `make bench-guard`: medians of {MANY} turns. Written by",
        "# `python -m benchmarks.guard --keep` on this machine:",
        *(f"# {line}" for line in about),
        "",
        "[ratios]",
        *(f'"{name}" = {ratio:.4g}' for name, ratio in ratios.items()),
    ]
    return "\n".join(lines) + "\n"


def all_ways() -> list[Way]:
    """Return everything that is guarded: the rules of War, and every game."""
    found = [*war.whole_job(50_000), *war.one_at_a_time(20_000), *war.options(20_000)]
    for game in sim.games().values():
        found += [kernel_of(game, label, rules) for label, rules in cases(game)]
    return found


def measured(ways: Sequence[Way], turns: int) -> dict[str, Ratio]:
    """The speeds, measured beside the yardstick."""
    times = beside(war.yardstick(10_000), ways, turns=turns)
    return {name: Ratio.of(found) for name, found in times.items()}


def keep(path: Path, ways: Sequence[Way], names: Sequence[str]) -> None:
    """Write ratios into a file; of the names that are not measured, what it has."""
    ratios = read(path)
    ratios |= {name: ratio.median for name, ratio in measured(ways, MANY).items()}
    known = {name: ratios[name] for name in names if name in ratios}
    path.write_text(written(known, described()), encoding="utf-8")


def compare(kept: Mapping[str, float], ways: Sequence[Way]) -> bool:
    """Print the speeds beside those that are kept, and return whether none is slower."""
    ratios = measured(ways, FEW)
    slow = [way for way in ways if ratios[way.name].median < LEAST * kept[way.name]]
    ratios |= measured(slow, MANY)
    print(f"  {'':<76}{'now':>10}  {'quartiles':<16}{'kept':>8}{'now/kept':>10}")
    good = True
    for name, ratio in ratios.items():
        part = ratio.median / kept[name]
        fault = "  SLOWER" if part < LEAST else ""
        good = good and not fault
        print(f"  {name:<76}{ratio}{kept[name]:8.4g}{part:9.0%}{fault}")
    return good


def main() -> int:
    """Compare, or keep; return the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.guard",
        description=__doc__,
        formatter_class=argparse.RawTextHelpFormatter,
    )
    parser.add_argument(
        "words", nargs="*", help="names, or how some begin; all if none are given"
    )
    parser.add_argument(
        "--keep", action="store_true", help="write the ratios of this machine"
    )
    asked = parser.parse_args()
    path = place(kind())
    ways = all_ways()
    names = [way.name for way in ways]
    print("\n".join(described()), flush=True)
    try:
        ways = chosen(ways, asked.words)
    except ValueError as error:
        parser.error(str(error))
    if asked.keep:
        keep(path, ways, names)
        print(f"{path} written")
        return 0
    kept = read(path)
    print(f"Against {path.name}; what is below {LEAST:.0%} has become slower")
    good = compare(kept, [way for way in ways if way.name in kept])
    unkept = [way.name for way in ways if way.name not in kept]
    gone = [name for name in kept if name not in names]
    if unkept:
        print("Not kept for this class of machine:", *unkept, sep="\n  ")
    if gone:
        print("Kept, but no longer measured:", *gone, sep="\n  ")
    if not good or unkept or gone:
        print(
            "What is slower was measured twice, the second time longer. If it is "
            "another processor of the class, or slower for a good reason,\nkeep its "
            "ratio, as what is new: python -m benchmarks.guard --keep, and its name"
        )
    return 0 if good and kept and not gone else 1


if __name__ == "__main__":
    sys.exit(main())
