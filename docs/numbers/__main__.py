"""``python -m docs.numbers``: play the scenarios behind the texts, keep their numbers, and write them into the texts.

With ``--texts`` nothing is played: the numbers that are kept are written into the texts.
"""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from docs.numbers.kept import keep
from docs.numbers.said import TOP, entries, pages, texts


def main() -> None:
    """Do what the command line asks for."""
    parser = argparse.ArgumentParser(
        prog="python -m docs.numbers", description=(__doc__ or "").partition("\n")[0]
    )
    parser.add_argument("--texts", action="store_true", help="play nothing; write the kept numbers")
    parser.add_argument("--runs", type=Path, default=Path("runs/numbers"), help="where the runs are kept")
    parser.add_argument(
        "--workers", type=int, default=min(2, os.cpu_count() or 1), help="threads to play with"
    )
    parser.add_argument("names", nargs="*", metavar="SCENARIO", help="only these")
    asked = parser.parse_args()
    if not asked.texts:
        play(asked.runs, asked.workers, set(asked.names))
    fresh, changed = texts(pages())
    for page, text in fresh.items():
        (TOP / page).write_text(text, encoding="utf-8")
    print(*(changed or ["The texts have these numbers already."]), sep="\n")


def play(runs: Path, workers: int, names: set[str]) -> None:
    """Play the scenarios that the texts name, as many games as they say, and keep their numbers."""
    from sim.runs import run
    from sim.scenario import load_scenario

    wanted: dict[str, list[tuple[str, str]]] = {}
    for one in (number for said in entries() for number in said.numbers):
        wanted.setdefault(one.run, []).append((one.variant, one.statistic))
    for name, own in wanted.items():
        if not names or name in names:
            played = run(load_scenario(name), runs / name, workers=workers, resume=True, keep_games=False)
            print(keep(played, name, own))


if __name__ == "__main__":
    main()
