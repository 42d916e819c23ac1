"""Everything that `make verify` measures, written as pages: the published figures, the coverage, and what both come to.

``python -m tests.verification.pages`` plays the figures, measures the coverage, and writes the three pages into docs/.
It fails if a figure is not confirmed, or an interval covers too little.
"""

import argparse
import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from docs.build import FIGURES as FIGURES_PAGE
from docs.build import HERE, figures_page
from tests.verification import coverage
from tests.verification.checking import SEED, check
from tests.verification.figures import FIGURES
from tests.verification.model import GAMES, Play

COVERAGE_PAGE = "coverage.md"
SUMMARY_PAGE = "verification.md"

_HEAD = """\
# What is verified

`make verify` checks in one go what can be checked from outside, and writes these pages. It fails if anything fails.

- [Published figures](published-figures.md): what others have published about these games, with our value, its
  interval and a verdict, line by line.
- [How often the intervals cover](coverage.md): every interval, band and stopping rule, at 10 to 100,000 games.
- The exhaustive tests (`pytest -m slow`): every kernel against its rulebook in plain Python, on all deals of small
  decks with all options crossed, and on hundreds to thousands of deals of the whole pack for each option value.

How each interval is computed, with its source and its function, is in [statistics.md](statistics.md).

## Published figures, by source

A verdict is *exact* where our value has every published digit, *agrees* where the two differ by at most four combined
standard errors, and *source rounds* where the published digits themselves are off by a rounding error that a note
explains. The largest difference is in that unit.

Not all sources are other people's. *Recomputed* and *by two programs* mean second programs of our own, written from
the rules and sharing no code with the tool; *a deck of 52*, *GOPS, computed from the rules* and *gambler's ruin* are
formulas that we evaluated. All others are figures that somebody else published.
"""

_COVERAGE = """
## Intervals and stopping rules

The least coverage of any sample size from 30 games on. At 95 % it is that of the intervals without a warning beside
the number, where there are at least 100. The smallest of many simulated rows is too low by chance; the page of the
coverage gives the standard errors.
"""


def summary(figures: str, covered: str) -> str:
    """Return the page that says what both other pages come to."""
    lines = [
        _HEAD,
        "| source | figures | verdicts | largest difference |",
        "| --- | ---: | --- | ---: |",
    ]
    for source, rows in _sources(figures):
        verdicts = [cells[-1] for cells in rows]
        counts = ", ".join(
            f"{verdicts.count(one)} {one}" for one in dict.fromkeys(verdicts)
        )
        differences = [cells[-2] for cells in rows if cells[-2]]
        largest = max(
            differences, key=lambda one: abs(float(one.replace("−", "-"))), default=""
        )
        lines.append(f"| {source} | {len(rows)} | {counts} | {largest} |")
    lines += [
        _COVERAGE,
        "| interval | 95 % | 99 % | 99.9 % |",
        "| --- | ---: | ---: | ---: |",
    ]
    shares = [cells for cells in _rows(covered, "## Shares") if _number(cells[0]) >= 30]
    worst = [min(_number(cells[place]) for cells in shares) for place in (1, 2, 3)]
    lines.append(
        f"| a share, by enumeration | {' | '.join(f'{one:.1f} %' for one in worst)} |"
    )
    kept: dict[str, list[list[float]]] = {}
    for name, games, _, *numbers in _rows(covered, "## All others"):
        if _number(games) >= 30 and _number(numbers[-1]) >= 100:
            kept.setdefault(
                name.split(", ")[0] if name.startswith("paired") else name, []
            ).append([_number(numbers[-2]), *map(_number, numbers[1:3])])
    for name, found in kept.items():
        worst = [min(column) for column in zip(*found, strict=True)]
        lines.append(f"| {name} | {' | '.join(f'{one:.1f} %' for one in worst)} |")
    lines += [
        "",
        "Looking 13 times at a growing run, the share of runs in which the true value is missed at some look:",
        "",
        "| true value | usual, 95 % | sequence, 95 % | sequence, 99 % |",
        "| --- | ---: | ---: | ---: |",
    ]
    lines += [
        f"| {name} | {usual[0]} | {usual[3]} | {usual[4]} |"
        for name, *usual in _rows(covered, "## Looking")
    ]
    return "\n".join(lines) + "\n"


def _sources(page: str) -> Iterator[tuple[str, list[list[str]]]]:
    """Yield each source of the page of figures with the rows of its table."""
    for part in page.split("\n## ")[1:]:
        yield part.partition("\n")[0], list(_table(part))


def _rows(page: str, heading: str) -> list[list[str]]:
    """Return the rows of the table below a heading."""
    return list(_table(page[page.index(heading) :].split("\n## ")[0]))


def _table(text: str) -> Iterator[list[str]]:
    lines = [line for line in text.split("\n") if line.startswith("|")]
    for line in lines[2:]:
        yield [cell.strip() for cell in line.strip("|").split("|")]


def _number(text: str) -> float:
    return float(re.sub(r"[,% ]", "", text) or "nan")


def main() -> int:
    """Write the pages and return whether anything fails."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.verification.pages", description=__doc__
    )
    parser.add_argument(
        "--workers",
        type=int,
        default=min(2, os.cpu_count() or 1),
        help="threads to play with",
    )
    parser.add_argument("--to", type=Path, default=HERE, help="the folder of the pages")
    wanted = parser.parse_args()

    def tell(play: Play) -> None:
        print(
            f"playing {GAMES:,} games of {play.game} {dict(play.rules) or ''}",
            file=sys.stderr,
        )

    results = list(
        check(FIGURES, games=GAMES, workers=wanted.workers, seed=SEED, progress=tell)
    )
    print("measuring the coverage of the intervals", file=sys.stderr)
    covered, holds = coverage.page()
    played = figures_page(results=results)
    for name, text in (
        (FIGURES_PAGE, played),
        (COVERAGE_PAGE, covered),
        (SUMMARY_PAGE, summary(played, covered)),
    ):
        (wanted.to / name).write_text(text, encoding="utf-8")
    failed = [result.figure.name for result in results if result.failed]
    for name in failed:
        print(f"not confirmed: {name}", file=sys.stderr)
    told = f"{len(results) - len(failed)} figures confirmed, {len(failed)} failed"
    print(
        f"{told}; the intervals {'cover' if holds else 'do not cover'} what they say",
        file=sys.stderr,
    )
    print(f"see {wanted.to / SUMMARY_PAGE}", file=sys.stderr)
    return 0 if holds and not failed else 1


if __name__ == "__main__":
    sys.exit(main())
