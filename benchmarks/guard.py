"""Whether anything has become slower: ``make bench-guard`` compares with the ratios kept for this class of machine.

For each class of machines (:func:`benchmarks.machine.kind`) a file in
``benchmarks/kept`` has the speeds of every option of War for two and of every game, as
multiples of the yardstick's. Another model of the class has similar ratios, not the
same: keep its own to compare a change with. What is below 85 % of its ratio is measured
again, in more turns, and fails if it is still below.

``python -m benchmarks.guard --keep`` writes the ratios of this machine in place of
those kept. Words, such as ``casino-war "war, players"``, choose what is called that, or
begins so; of the others, what is kept stays.
"""

import argparse
import re
import sys
import tomllib
from collections.abc import Callable, Collection, Mapping
from functools import partial
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

Measure = Callable[[list[str], int], Mapping[str, Ratio]]
"""Measures what is named, in the given number of turns."""


def place(machine: str) -> Path:
    """Return the file with the ratios of a class of machines."""
    return KEPT / f"{re.sub('[^a-z0-9]+', '-', machine.lower())}.toml"


def read(path: Path) -> dict[str, float]:
    """Read the ratios that are kept; none where there is no file."""
    if not path.exists():
        return {}
    kept: dict[str, float] = tomllib.loads(path.read_text(encoding="utf-8"))["ratios"]
    return kept


def chosen(names: Collection[str], words: Collection[str]) -> list[str]:
    """Return the names that are one of some words or begin with one; all if there are no words."""
    meant = {
        word: {
            name
            for name in names
            if name == word or (word not in names and name.startswith(word))
        }
        for word in words
    }
    for word, some in meant.items():
        if not some:
            raise ValueError(f"nothing that is measured begins with {word!r}")
    return [
        name
        for name in names
        if not words or any(name in some for some in meant.values())
    ]


def written(ratios: Mapping[str, float], about: list[str]) -> str:
    """Return the text of a file of ratios."""
    lines = [
        "# Speeds as multiples of the plain loop's of benchmarks/yardsticks.py, for `make bench-guard`: medians of",
        f"# {MANY} turns. Written by `python -m benchmarks.guard --keep` on this machine:",
        *(f"# {line}" for line in about),
        "",
        "[ratios]",
        *(f'"{name}" = {ratio:.4g}' for name, ratio in ratios.items()),
    ]
    return "\n".join(lines) + "\n"


def compared(
    kept: Mapping[str, float], names: list[str], measure: Measure
) -> tuple[list[str], bool]:
    """Return lines that compare speeds with those that are kept, and whether none is slower or gone."""
    ratios = dict(measure([name for name in names if name in kept], FEW))
    slow = [name for name, ratio in ratios.items() if ratio.median < LEAST * kept[name]]
    if slow:
        ratios.update(measure(slow, MANY))
    lines, good = (
        [f"  {'':<76}{'now':>10}  {'quartiles':<16}{'kept':>8}{'now/kept':>10}"],
        True,
    )
    for name in names:
        if name not in kept:
            lines.append(f"  {name:<76}nothing is kept to compare it with")
            continue
        part = ratios[name].median / kept[name]
        fault = "  SLOWER" if part < LEAST else ""
        lines.append(
            f"  {name:<76}{ratios[name]}{kept[name]:8.4g}{part:9.0%} {fault}".rstrip()
        )
        good = good and not fault
    for name in kept:
        if name not in names:
            lines.append(f"  {name:<76}GONE: it is kept, but no longer measured")
            good = False
    return lines, good


def all_ways() -> list[Way]:
    """Return everything that is guarded: the rules of War, and every game."""
    found = [*war.whole_job(50_000), *war.one_at_a_time(20_000), *war.options(20_000)]
    for game in sim.games().values():
        found += [kernel_of(game, label, rules) for label, rules in cases(game)]
    return found


def timed(ways: Mapping[str, Way], names: list[str], turns: int) -> dict[str, Ratio]:
    """Measure what is named, beside the yardstick."""
    times = beside(war.yardstick(10_000), [ways[name] for name in names], turns=turns)
    return {name: Ratio.of(each) for name, each in times.items()}


def keep(
    path: Path, names: Collection[str], words: Collection[str], measure: Measure
) -> None:
    """Write the ratios of what is chosen into a file, in place of those that it has."""
    before = read(path)
    found = {
        name: ratio.median
        for name, ratio in measure(chosen(names, words), MANY).items()
    }
    # What is no longer measured is left out.
    ratios = {name: found.get(name, before.get(name)) for name in names}
    path.parent.mkdir(exist_ok=True)
    known = {name: ratio for name, ratio in ratios.items() if ratio is not None}
    path.write_text(written(known, described()), encoding="utf-8")


def report(
    path: Path, names: Collection[str], words: Collection[str], measure: Measure
) -> tuple[str, bool]:
    """Return what a comparison with a file says, and whether nothing is slower or gone."""
    asked, kept = chosen(names, words), read(path)
    kept = {name: ratio for name, ratio in kept.items() if name in asked or not words}
    lines, good = compared(kept, asked, measure)
    lines.insert(0, f"Against {path.name}; what is below {LEAST:.0%} has become slower")
    if good:
        lines.append(f"Nothing is below {LEAST:.0%} of what is kept.")
    if any(line.endswith("SLOWER") for line in lines):
        lines.append(
            "What is slower was measured twice, the second time longer. If it is another processor of the class, or "
            "slower for a good reason,\nkeep its ratio: python -m benchmarks.guard --keep, and its name"
        )
    if not kept.keys() <= set(names):
        lines.append(
            "What is gone has another name now, or is no longer played: the next ratio that is kept leaves it out "
            "(python -m benchmarks.guard --keep, and a name)"
        )
    return "\n".join(lines), good


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
    path, ways = place(kind()), {way.name: way for way in all_ways()}
    measure = partial(timed, ways)
    print("\n".join(described()), flush=True)
    try:
        if asked.keep:
            keep(path, ways, asked.words, measure)
            print(f"{path} written")
            return 0
        if not path.exists():
            raise ValueError(
                f"no ratios are kept for this class of machine: write {path.name} with --keep"
            )
        said, good = report(path, ways, asked.words, measure)
    except ValueError as error:
        print(error)
        return 2
    print(said)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
