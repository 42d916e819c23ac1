"""``warlab report``: the answer of a run, as a text, a page or a picture."""

from pathlib import Path
from typing import Annotated

import reports
from reports import picture as pictures
from reports.contents import compose
from sim.commands.options import Directory, option
from sim.commands.screen import show
from sim.errors import UserError
from sim.runs import open_run


def report(
    run: Directory,
    to: Annotated[
        Path | None,
        option(
            "Write the report to this file (.html, .md or .txt) instead of printing it.",
            "FILE",
        ),
    ] = None,
    picture: Annotated[
        Path | None,
        option("Write only the picture, to this file (.png or .svg).", "FILE"),
    ] = None,
    card: Annotated[
        bool,
        option(
            "With --picture: 1200 by 630 pixels, the size for previews of links.",
            "",
            "--card",
        ),
    ] = False,
    whole: Annotated[
        bool, option("Print the whole report, not only its first screen.", "", "--all")
    ] = False,
) -> None:
    """Run ``warlab report``."""
    opened = open_run(run)
    if picture is not None and to is not None:
        raise UserError(
            "it is written instead of the report",
            where="--picture",
            cure="leave out --to",
        )
    if card and picture is None:
        raise UserError(
            "no picture is written", where="--card", cure="add --picture FILE"
        )
    if picture is not None:
        height = pictures.CARD if card else 0
        made = pictures.write(
            compose(opened), opened.scenario.seed, picture, height=height
        )
        print(f"The picture is in {made}")
    elif to is None:
        show(lambda page: reports.show(opened, page, whole=whole))
        if not whole:
            as_page = "or as a page: --to report.html"
            print(f"\nAll of it: warlab report {run} --all, {as_page}")
    else:
        print(f"The report is in {reports.write(opened, to)}")
