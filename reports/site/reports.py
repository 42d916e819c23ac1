"""Reports in the site: a page for the run of each scenario, with the same body as the stand-alone report."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from html import escape
from pathlib import Path

from reports.site import pictures
from reports.site.page import Asset, Entry, Page, Part, asset, data
from reports.templating import render, source
from sim.machine.resources import in_processes


@dataclass(frozen=True, slots=True)
class Reported:
    """A run as a page: its line in the list of questions, the page, and the data of its charts."""

    entry: Entry
    page: Page
    charts: Asset


def reported(runs: Mapping[str, Path], workers: int = 1) -> list[Reported]:
    """Return the reports of runs as pages."""
    return list(in_processes(_reported, list(runs.items()), workers))


def part(told: list[Reported]) -> Part:
    """Return the pages of reports, with what makes their charts live."""
    assets = [
        vega_script(),
        Asset("assets/charts.js", source("templates/charts.js").encode()),
        asset("report.js"),
    ]
    return Part(tuple(report.page for report in told), (*assets, *(report.charts for report in told)))


def vega_script() -> Asset:
    """Return Vega with its licences: a script that sets ``window.vegaEmbed``."""
    from reports import vega

    licences = source("templates/vega-licences.txt").replace("*/", "* /")
    return Asset("assets/vega.js", f"/*\n{licences}*/\n{vega.unpacked(vega.program())}".encode())


def _reported(named: tuple[str, Path]) -> Reported:
    """Return the page of a run's report."""
    from reports import html
    from reports.contents import compose
    from reports.numbers import figures
    from sim.runs import open_run
    from sim.scenario import load_scenario, shipped_scenarios

    name, path = named
    run = open_run(path)
    report = compose(run)
    charts = html.Charts(report.figures)
    rows = f"data/reports/{name}.js"
    games, planned = run.status().games_done, load_scenario(name).games
    body = render(
        "site/templates/report.html.j2",
        **html.parts(report, charts),
        charts=rows,
        name=name,
        games=games,
        planned=planned,
        times=figures(math.sqrt(planned / games), 2),
        file=shipped_scenarios()[name].read_text("utf-8").rstrip(),
    )
    # The page names the run as it is named where its command is typed.
    body = body.replace(escape(str(path)), f"runs/{name}")
    answer = " ".join(report.answer.sentences)
    page = Page(
        f"questions/{name}/",
        report.title,
        answer or report.question,
        body,
        "questions",
        scripts=("charts.js", "report.js"),
        words=f"{report.question} {name}",
    )
    picture = pictures.of_numbers([number.text for number in report.answer.numbers])
    entry = Entry(report.question or report.title, answer, page.path, run.scenario.game, picture)
    return Reported(entry, page, data(rows, charts.content()))
