"""``warlab site``: play what its pages need, and write them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sim.commands import arguments
from sim.commands.arguments import Workers
from sim.commands.progress import progress_line
from sim.errors import UserError

if TYPE_CHECKING:
    from reports.site.atlas.tables import Table

OUT = Path("site")
RUNS = Path("runs/site")

SHARE, LEAST = 10, 100_000
"""The usual sample is this part of the games of a scenario, but not fewer than these."""

RULES = 1_000_000
"""The games of each rule set of the page "Your rules", unless more or fewer are asked for."""


def site(
    out: Annotated[Path, typer.Option(metavar="DIR", help="The directory of the pages.")] = OUT,
    runs: Annotated[
        Path, typer.Option(metavar="DIR", help="Where the games are kept, so that they are played only once.")
    ] = RUNS,
    games: Annotated[
        str | None,
        typer.Option(
            metavar="N", help="At most so many games of each variant; the pages say how many were played."
        ),
    ] = None,
    workers: Workers = None,
) -> None:
    """Write the answers as a site: pages for any browser, without a server or a network."""
    from reports.site.build import parts
    from reports.site.writing import check_place, write_site

    check_place(out)
    most = arguments.optional_whole(games, "--games", 1)
    cores = arguments.worker_count(workers)
    played = play_scenarios(runs, most, cores)
    tables = play_rules(runs / "rules", most or RULES, cores)
    print(f"The site is in {write_site(out, *parts(played, tables, cores))}")


def play_scenarios(folder: Path, most: int | None, workers: int) -> dict[str, Path]:
    """Return the directories of the runs of all bundled scenarios, after playing what is missing.

    Parameters
    ----------
    folder
        Where the runs are kept: each in a directory named by the scenario and by the hash of what it plays, so that the
        run of an older scenario is not in its way.
    most
        The most games of each variant; None for the usual sample.
    workers
        How many cores to use.
    """
    from sim.runs import run
    from sim.scenario import load_scenario, shipped_scenarios

    planned = {name: load_scenario(path) for name, path in shipped_scenarios().items()}
    played = {}
    with progress_line(len(planned)) as line:
        for number, (name, scenario) in enumerate(planned.items()):
            line(number, name)
            wanted = min(scenario.games, most or max(scenario.games // SHARE, LEAST))
            played[name] = folder / f"{name}-{scenario.hash[:8]}-{wanted}"
            there = played[name].exists()
            try:
                run(scenario, played[name], games=wanted, workers=workers, resume=True, keep_games=False)
            except UserError as error:
                if not there:
                    raise
                cure = "remove this directory, so that its games are played again, or choose another --runs"
                raise UserError(error.what, where=str(played[name]), cure=cure) from None
    return played


def play_rules(folder: Path, games: int, workers: int) -> dict[str, Table]:
    """Return the answers of every rule set that a reader can pick, after playing what is missing."""
    from reports.site.atlas.grid import rule_sets
    from sim.commands.atlas import atlas_tables

    with progress_line(sum(1 for _ in rule_sets())) as line:
        return atlas_tables(folder, games, workers, lambda done, _: line(done, "rule sets"))
