"""``warlab report``: the answer of a run, as a text or a page."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

import reports
from sim.commands.arguments import Directory
from sim.commands.screen import show, show_by
from sim.runs import open_run


def report(
    run: Directory,
    to: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Write it to this file (.html, .md or .txt) instead of printing it."
        ),
    ] = None,
    whole: Annotated[bool, typer.Option("--all", help="Print all of it, not only its first screen.")] = False,
) -> None:
    """Run ``warlab report``."""
    opened = open_run(run)
    if to is None:
        show_by(lambda page: reports.show(opened, page, whole=whole))
        if not whole:
            show("", f"All of it: warlab report {run} --all, or as a page: --to report.html")
    else:
        print(f"The report is in {reports.write(opened, to)}")
