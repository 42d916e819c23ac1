"""``warlab site``: play what its pages need, and write them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from sim.commands import arguments
from sim.commands.arguments import Workers

OUT = Path("site")
RUNS = Path("runs/site")


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
    arguments.optional_whole(games, "--games", 1)
    arguments.worker_count(workers)
    print(f"The site is in {write_site(out, *parts())}")
