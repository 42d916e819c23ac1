"""The atlas as a program: ``python -m docs.site TARGET`` plays what its pages need, and writes them."""

import argparse
from pathlib import Path

from docs.site import (
    bids,
    casino,
    frame,
    front,
    games,
    questions,
    replays,
    reports,
    rules,
    story,
)
from docs.site.frame import Files
from sim.errors import UserError
from sim.games import find_game
from sim.machine.resources import cores
from sim.runs import run
from sim.runs.record import FORMAT
from sim.scenario import load_scenario, shipped_scenarios

TARGET = Path("build/site")
RUNS = Path("build/runs")

SHARE, LEAST = 10, 100_000
"""The usual sample is this part of the games of a scenario, but not fewer than these."""


def main() -> None:
    """Write the site that the command line asks for."""
    parser = argparse.ArgumentParser(
        prog="python -m docs.site", description="Write the answers as pages."
    )
    parser.add_argument("target", nargs="?", type=Path, default=TARGET)
    parser.add_argument("--runs", type=Path, default=RUNS, help="where games are kept")
    parser.add_argument("--games", type=int, help="at most so many of each variant")
    parser.add_argument("--workers", type=int, default=cores())
    asked = parser.parse_args()
    try:
        played = play_scenarios(asked.runs, asked.games, asked.workers)
    except UserError as error:
        parser.exit(2, f"{error}\n")
    files = pages(played, asked.games or story.MANY, asked.workers)
    write(files, asked.target)
    print(f"The atlas is in {asked.target / 'index.html'}")


def write(files: Files, target: Path) -> None:
    """Write files into a folder; others stay there, the documentation among them."""
    for name, content in files.items():
        path = target / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def play_scenarios(folder: Path, most: int | None, workers: int) -> dict[str, Path]:
    """The run directories of all bundled scenarios, after playing what is missing."""
    played = {}
    for name, path in shipped_scenarios().items():
        scenario = load_scenario(path)
        count = min(scenario.games, most or max(scenario.games // SHARE, LEAST))
        # Runs of another version have other names, and are not continued.
        version = f"{FORMAT}.{find_game(scenario.game).version}"
        played[name] = folder / f"{name}-{scenario.hash[:8]}-{version}-{count}"
        run(
            scenario,
            played[name],
            games=count,
            workers=workers,
            resume=True,
            keep_games=False,
        )
    return played


def pages(played: dict[str, Path], many: int, workers: int) -> Files:
    """All files of the site.

    Parameters
    ----------
    played
        The run directories of the scenarios that have a report.
    many
        The games of the default rules for the story.
    workers
        The processes that play and draw.
    """
    reported = reports.reported(played, workers)
    entries = [entry for entry, _ in reported]
    listed = questions.listed(entries)
    files: Files = frame.assets()
    for _, report in reported:
        files |= report
    return (
        files
        | front.pages(listed)
        | story.pages(many, workers)
        | questions.pages(entries)
        | rules.pages(lambda: print("compiling the kernels for browsers"))
        | casino.pages(workers)
        | games.pages(listed)
        | replays.pages()
        | bids.pages(workers)
    )


if __name__ == "__main__":
    main()
