"""The program: play every published figure, print the table, and fail if one cannot be confirmed."""

from __future__ import annotations

import argparse
import os
import sys
import time

from tests.verification.checking import SEED, check
from tests.verification.figures import FIGURES
from tests.verification.model import GAMES, Play
from tests.verification.table import markdown, text


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.verification", description=__doc__)
    parser.add_argument(
        "--games", type=lambda word: int(float(word)), default=GAMES, help="games of each simulated figure"
    )
    parser.add_argument(
        "--workers", type=int, default=min(2, os.cpu_count() or 1), help="threads to play with"
    )
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--markdown", action="store_true", help="print the tables as Markdown")
    wanted = parser.parse_args()
    start = time.perf_counter()

    def tell(play: Play) -> None:
        print(f"playing {wanted.games:,} games of {play.game} {dict(play.rules) or ''}", file=sys.stderr)

    found = list(check(FIGURES, games=wanted.games, workers=wanted.workers, seed=wanted.seed, progress=tell))
    print(*(markdown if wanted.markdown else text)(found), sep="\n")
    failed = sum(result.failed for result in found)
    absent = sum(result.value is None and result.interval is None for result in found)
    print(
        f"{len(found) - failed - absent} figures confirmed, {failed} failed, {absent} not played; "
        f"seed {wanted.seed}, {time.perf_counter() - start:.0f} s",
        file=sys.stderr,
    )
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
