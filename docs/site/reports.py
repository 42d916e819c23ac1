"""Reports in the site: a page for the run of each scenario, with the same body as the report in a file."""

import math
from collections.abc import Mapping
from html import escape
from pathlib import Path

from joblib import Parallel, delayed

from docs.site.frame import Files, page, render
from docs.site.questions import Entry
from reports import html
from reports.contents import compose
from reports.numbers import figures, whole
from sim.runs import open_run
from sim.scenario import load_scenario, shipped_scenarios


def reported(runs: Mapping[str, Path], workers: int = 1) -> list[tuple[Entry, Files]]:
    """The lines of runs in the list of questions, each with the files of its report."""
    found: list[tuple[Entry, Files]] = Parallel(n_jobs=workers)(
        delayed(_reported)(named) for named in runs.items()
    )
    return found


def _reported(named: tuple[str, Path]) -> tuple[Entry, Files]:
    name, folder = named
    run = open_run(folder)
    report = compose(run)
    games = run.status().games_done
    planned = load_scenario(name).games
    body = render(
        "pages/report.html.j2",
        **html.parts(report),
        games=whole(games) if games < planned else "",
        planned=whole(planned),
        times=figures(math.sqrt(planned / games), 2),
        scenario=shipped_scenarios()[name].read_text("utf-8").rstrip(),
    )
    answer = " ".join(report.sentences)
    files = page(
        f"questions/{name}.html",
        report.title,
        answer or report.question,
        # The page names the run as it is named where its command is typed.
        body.replace(escape(str(folder)), f"runs/{name}"),
        section="questions.html",
    )
    entry = Entry(
        report.question or report.title,
        answer,
        f"questions/{name}.html",
        run.scenario.game,
    )
    return entry, files
