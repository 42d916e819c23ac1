"""The report as one self-contained HTML file: charts as SVG, and interactive where scripts run."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Sequence
from itertools import count
from typing import TYPE_CHECKING, Any

from reports import picture, templating, vega
from reports.charts.live import finite, live, series, slim
from reports.charts.style import drawn, svg
from reports.contents import compose
from reports.templating import colours, kept_together, kind_of, markup, source
from sim.contract.answer import Answer, Figure, Spec

if TYPE_CHECKING:
    from markupsafe import Markup

    from sim.runs import Run


class Charts:
    """The charts of a page, in the order in which they appear on it."""

    def __init__(self, figures: Sequence[Figure]) -> None:
        self._numbers = {id(figure): number for number, figure in enumerate(figures)}
        self.specs: list[Spec] = [figure.draw() for figure in figures]

    def draw(self, figure: Figure) -> dict[str, Any]:
        """One of the pictures, drawn, with its number among those of the page."""
        number = self._numbers[id(figure)]
        wide, name = self.specs[number], f"chart-{number + 1}"
        # The first picture, which is the answer's, is also drawn for a phone.
        specs = {name: wide, f"{name}-narrow": None if number else slim(wide)}
        drawings = [
            svg(drawn(spec), each) for each, spec in specs.items() if spec is not None
        ]
        return {"number": number, "svg": markup(kept_together("".join(drawings)))}

    def content(self) -> dict[str, Any]:
        """The charts as the script takes them, with the names of the variants in them."""
        charts = [
            {
                "wide": (wide := live(spec)),
                "narrow": slim(wide),
                "datasets": {
                    name: finite(table) for name, table in spec["datasets"].items()
                },
            }
            for spec in self.specs
        ]
        return {"names": series(self.specs), "charts": charts}


def parts(report: Answer, charts: Charts) -> dict[str, Any]:
    """What the templates of a report's body need."""
    counts: defaultdict[str, count[int]] = defaultdict(lambda: count(1))
    return {
        "report": report,
        "picture": charts.draw,
        "kind_of": kind_of,
        "number": lambda what: next(counts[what]),
    }


def render(run: Run) -> str:
    """The report of a run as an HTML document."""
    report = compose(run)
    charts = Charts(report.figures)
    return templating.render(
        "templates/report.html.j2",
        **parts(report, charts),
        saved=picture.addresses(report, run.scenario.seed),
        file_name=re.sub(r"\W+", "-", report.title.lower()).strip("-"),
        css=markup(
            colours() + source("templates/blocks.css") + source("templates/report.css")
        ),
        scripts=_scripts(charts),
    )


def _scripts(charts: Charts) -> Markup:
    """The scripts of a page; one without pictures needs no Vega."""
    named = ["sections.js"]
    lines = []
    if charts.specs:
        named += ["charts.js", "report.js"]
        told = json.dumps(charts.content(), separators=(",", ":"), allow_nan=False)
        lines = [
            f"<!--\n{source('templates/vega-licences.txt')}-->",
            f'<script type="text/plain" id="vega">{vega.program()}</script>',
            f'<script type="text/plain" id="charts">{vega.packed(told)}</script>',
        ]
    lines += [f"<script>\n{source(f'templates/{name}')}</script>" for name in named]
    return markup("\n".join(lines))
