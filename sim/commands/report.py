"""``warlab report``: the answer of a run, as a text or a page."""

from pathlib import Path
from typing import Annotated

import reports
from sim.commands.options import Directory, option
from sim.commands.screen import show
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
    whole: Annotated[
        bool, option("Print the whole report, not only its first screen.", "", "--all")
    ] = False,
) -> None:
    """Run ``warlab report``."""
    opened = open_run(run)
    if to is not None:
        print(f"The report is in {reports.write(opened, to)}")
        return
    show(lambda page: reports.show(opened, page, whole=whole))
    if not whole:
        as_page = "or as a page: --to report.html"
        print(f"\nAll of it: warlab report {run} --all, {as_page}")
