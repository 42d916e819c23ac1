"""Everything that `make verify` measures, written as pages: the published figures, the coverage, and their sums.

``python -m tests.verification.pages`` plays the figures, measures the coverage, and
writes the pages into docs/. It fails if a figure is not confirmed, or an interval
covers too little.
"""

import argparse
import os
import sys
from pathlib import Path

from docs.build import HERE
from tests.verification import coverage, findings
from tests.verification.checking import MOST_ERRORS, SEED, check
from tests.verification.model import FIGURES, GAMES
from tests.verification.table import markdown

SUMMARY_PAGE = "verification.md"

_INTRODUCTION = """\
*For those who compare sources.* Figures about these games beside ours: most were published; others come from separate
programs (*recomputed*, *by two programs*) or formulas (*computed*) that nobody published. `make verify` plays and
computes all of them with seed {seed}, writes this page, and stops with an error if one of them differs.

A simulated figure *agrees* if the two values differ by at most {most} combined standard errors: that of the source's
value (from `n`, its number of games, and the spread found here), ours, and that of the rounding of the source's
value. The column *difference* is in that unit. Intervals are ours, at 95 %. An *exact* value must round to every
digit of the source. A value without `n` is a theorem, or its number of games is not known: only our error and
its rounding count."""


def figures_page(results):
    """The page of the published figures."""
    introduction = _INTRODUCTION.format(seed=SEED, most=f"{MOST_ERRORS:g}")
    tables = "\n".join(markdown(results)).rstrip()
    return f"# Published figures\n\n{introduction}\n\n{tables}\n"


def main():
    """Write the pages and return whether anything fails."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.verification.pages", description=__doc__
    )
    parser.add_argument("--to", type=Path, default=HERE, help="the folder of the pages")
    wanted = parser.parse_args()

    def tell(play):
        print(f"playing {GAMES:,} games: {play}", file=sys.stderr)

    workers = min(2, os.cpu_count() or 1)
    results = list(check(FIGURES, workers=workers, progress=tell))
    print("measuring the coverage of the intervals", file=sys.stderr)
    tables, intervals, holds = coverage.page()
    written = {
        "published-figures.md": figures_page(results),
        "coverage.md": tables,
        SUMMARY_PAGE: findings.verified(results, intervals),
    }
    for name, text in written.items():
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
