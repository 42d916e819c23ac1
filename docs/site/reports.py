"""Reports in the site: a page for the run of each scenario, with the same body as the stand-alone report."""

import math
from collections.abc import Mapping
from html import escape
from pathlib import Path

from docs.site import pictures
from docs.site.page import Asset, Entry, Page, Part, asset, data
from docs.site.templates import render
from reports import picture
from reports.templating import source
from sim.machine.pool import in_processes


def reported(runs: Mapping[str, Path], workers: int = 1) -> list[tuple[Entry, Part]]:
    """Return the reports of runs: their lines in the list of questions, and their pages with what these load."""
    return list(in_processes(_reported, list(runs.items()), workers))


def live_charts() -> Part:
    """Return what makes the charts of reports live: Vega with its licences, and the scripts that call it."""
    from reports import vega

    licences = source("templates/vega-licences.txt").replace("*/", "* /")
    program = Asset(
        "assets/vega.js", f"/*\n{licences}*/\n{vega.unpacked(vega.program())}".encode()
    )
    charts = Asset("assets/charts.js", source("templates/charts.js").encode())
    return Part((), (program, charts, asset("report.js")))


def _reported(named: tuple[str, Path]) -> tuple[Entry, Part]:
    """Return the line and the page of a run's report."""
    from reports import html
    from reports.contents import compose
    from reports.numbers import figures
    from sim.runs import open_run
    from sim.scenario import load_scenario, shipped_scenarios

    name, path = named
    run = open_run(path)
    report = compose(run)
    charts = html.Charts(report.figures)
    rows, card = f"data/reports/{name}.js", f"assets/cards/{name}"
    seed = run.scenario.seed
    games, planned = run.status().games_done, load_scenario(name).games
    body = render(
        "pages/report.html.j2",
        **html.parts(report, charts),
        charts=rows,
        saved={kind: f"@/{card}.{kind}" for kind in ("jpg", "svg")}
        if report.picture
        else {},
        file_name=name,
        name=name,
        games=games,
        planned=planned,
        times=figures(math.sqrt(planned / games), 2),
        file=shipped_scenarios()[name].read_text("utf-8").rstrip(),
    )
    # The page names the run as it is named where its command is typed.
    body = body.replace(escape(str(path)), f"runs/{name}")
    answer = " ".join(report.sentences)
    page = Page(
        f"questions/{name}/",
        report.title,
        answer or report.question,
        body,
        "questions",
        scripts=("charts.js", "report.js"),
        card=f"{card}.jpg",
        words=f"{report.question} {name}",
    )
    small = pictures.of_numbers([number.text for number in report.numbers])
    entry = Entry(
        report.question or report.title, answer, page.path, run.scenario.game, small
    )
    if report.picture:
        shown = picture.jpeg(picture.svg(report, seed, height=picture.CARD))
        files = [Asset(f"{card}.svg", picture.svg(report, seed).encode())]
    else:
        shown, files = pictures.card(entry.question, answer, small), []
    files += [data(rows, charts.content()), Asset(f"{card}.jpg", shown)]
    return entry, Part((page,), tuple(files))
