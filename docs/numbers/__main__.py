"""``python -m docs.numbers``: play the games behind the texts, keep their numbers, and write them into the texts.

With ``--texts`` nothing is played: the numbers that are kept are written into the texts. ``--unheld`` lists the numbers
that come from nowhere, and how many come from somewhere.
"""

from __future__ import annotations

import argparse
import os
from collections import Counter
from pathlib import Path

from docs.numbers.exact import EXACT
from docs.numbers.kept import keep, keep_exact
from docs.numbers.said import TOP, entries, pages, texts
from docs.numbers.sources import file_name, scenario
from docs.numbers.unheld import found, unheld


def main() -> None:
    """Do what the command line asks for."""
    parser = argparse.ArgumentParser(
        prog="python -m docs.numbers", description=(__doc__ or "").partition("\n")[0]
    )
    parser.add_argument("--texts", action="store_true", help="play nothing; write the kept numbers")
    parser.add_argument(
        "--unheld", action="store_true", help="write nothing; list the numbers without a source"
    )
    parser.add_argument("--runs", type=Path, default=Path("runs/numbers"), help="where the runs are kept")
    parser.add_argument(
        "--workers", type=int, default=min(2, os.cpu_count() or 1), help="threads to play with"
    )
    parser.add_argument("names", nargs="*", metavar="SOURCE", help="only these")
    asked = parser.parse_args()
    if asked.unheld:
        count(pages())
        return
    if not asked.texts:
        play(asked.runs, asked.workers, set(asked.names))
    fresh, changed = texts(pages())
    for page, text in fresh.items():
        (TOP / page).write_text(text, encoding="utf-8")
    print(*(changed or ["The texts have these numbers already."]), sep="\n")


def play(runs: Path, workers: int, names: set[str]) -> None:
    """Play what the texts name, as many games as they say, and keep their numbers."""
    from sim.runs import run

    wanted: dict[str, list[tuple[str, str]]] = {}
    for one in (number for said in entries() for number in said.numbers):
        wanted.setdefault(one.run, []).append((one.variant, one.statistic))
    for source, own in wanted.items():
        if names and source not in names:
            continue
        if source == EXACT:
            print(keep_exact((expression for _, expression in own)))
        else:
            out = runs / file_name(source)
            played = run(scenario(source), out, workers=workers, resume=True, keep_games=False)
            print(keep(played, source, own))


def count(written: dict[str, str]) -> None:
    """Print the numbers that nothing holds, and how many there are of each kind."""
    for page, text in written.items():
        for one in unheld(page, text):
            print(one)
        kinds = Counter(
            "held" if one.held else one.free.kind if one.free else "unheld" for one in found(page, text)
        )
        print(
            f"{page}: {kinds.total()} numbers,",
            ", ".join(f"{few} {kind}" for kind, few in kinds.most_common()),
        )


if __name__ == "__main__":
    main()
