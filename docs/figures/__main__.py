"""``python -m docs.figures`` plays the games behind the texts and writes their numbers.

They are kept, and written into the texts. GOPS is solved as well, once: the solutions
are kept with the runs and resumed from there. Thirteen cards take twenty minutes of one
core (1.4 GB), twelve where winning counts an hour and a half (8.6 GB, and as much
memory). ``--without 'solve gops --cards 12 --objective win'`` leaves that out. With
``--texts`` nothing is played: the numbers that are kept are written into the texts.
"""

import argparse
from pathlib import Path

from docs.figures.exact import EXACT
from docs.figures.kept import keep, keep_exact, keep_solution
from docs.figures.said import TOP, entries, pages, texts
from docs.figures.solutions import is_solution, solve
from docs.figures.sources import command, file_name, scenario

RUNS = Path("runs/numbers")
"""Where the runs are kept."""


def main() -> None:
    """Do what the command line asks for."""
    parser = argparse.ArgumentParser(
        prog="python -m docs.figures",
        description=(__doc__ or "").replace("``", ""),
    )
    parser.add_argument(
        "--texts", action="store_true", help="play nothing; write the kept numbers"
    )
    parser.add_argument(
        "--without",
        action="append",
        default=[],
        metavar="SOURCE",
        help="leave this out",
    )
    parser.add_argument(
        "names", nargs="*", metavar="SOURCE", help="only these (default: all)"
    )
    asked = parser.parse_args()
    sources = wanted()
    for name in (*asked.names, *asked.without):
        if name not in sources:
            parser.error(
                f"nothing is called {name!r}; the sources are\n  "
                + "\n  ".join(sources)
            )
    if not asked.texts:
        names = set(asked.names or sources).difference(asked.without)
        play({source: sources[source] for source in sources if source in names})
    fresh, changed = texts(pages())
    for page, text in fresh.items():
        (TOP / page).write_text(text, encoding="utf-8")
    print(*(changed or ["The texts have these numbers already."]), sep="\n")


def wanted() -> dict[str, list[tuple[str, str]]]:
    """The sources that the texts name, solutions last, each with the variants and names of its numbers."""
    statistics: dict[str, list[tuple[str, str]]] = {}
    for said in entries():
        for number in said.numbers:
            statistics.setdefault(number.run, []).append(
                (number.variant, number.statistic)
            )
    return {
        source: statistics[source] for source in sorted(statistics, key=is_solution)
    }


def play(sources: dict[str, list[tuple[str, str]]]) -> None:
    """Play what the texts name, as many games as they say, and keep their numbers."""
    from sim.runs import run

    for source, numbers in sources.items():
        if source == EXACT:
            print(keep_exact((expression for _, expression in numbers)))
        elif is_solution(source):
            folder = RUNS / file_name(source)
            print(f"{command(source)} --keep {folder}", flush=True)
            print(keep_solution(solve(source, folder), source, numbers))
        else:
            out = RUNS / file_name(source)
            played = run(scenario(source), out, resume=True, keep_games=False)
            print(keep(played, source, numbers))


if __name__ == "__main__":
    main()
