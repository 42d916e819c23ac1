"""The report as one self-contained HTML file: charts as SVG, and interactive where scripts run."""

from __future__ import annotations

import collections
import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from reports import templating, vega
from reports.charts.drawing import Drawn, drawn
from reports.charts.live import finite, live, series, slim
from reports.charts.style import svg
from reports.contents import compose
from reports.document import Block, Figure, Report, Spec
from reports.templating import colours, kept_together, markup, source

if TYPE_CHECKING:
    from markupsafe import Markup

    from sim.runs import Run


_PLACE = "<!--drawing {}-->"
_PLACES = re.compile(_PLACE.format(r"(\d+)"))


@dataclass(frozen=True, slots=True)
class Drawing:
    """A picture in the page: its number among those of the page, and the place that its drawing will take."""

    number: int
    svg: Markup


@dataclass(frozen=True, slots=True)
class _Begun:
    """A picture that is being drawn."""

    figure: Figure
    spec: Spec
    coming: Drawn


class Charts:
    """The charts of a page: they are drawn while the rest of the page is made."""

    def __init__(self) -> None:
        self._begun: dict[int, _Begun] = {}
        self._placed: tuple[_Begun, ...] = ()

    def begin(self, figures: Iterable[Figure]) -> None:
        """Begin to draw pictures; they need not all get a place on the page."""
        for figure in figures:
            if id(figure) not in self._begun:
                spec = figure.draw()
                self._begun[id(figure)] = _Begun(figure, spec, drawn(spec))

    def place(self, figures: Sequence[Figure]) -> None:
        """Take the pictures of the page, in the order in which they appear on it."""
        self.begin(figures)
        self._placed = tuple(self._begun[id(figure)] for figure in figures)

    @property
    def specs(self) -> list[Spec]:
        """The charts, in their order on the page."""
        return [begun.spec for begun in self._placed]

    def draw(self, figure: Figure) -> Drawing:
        """Return one of the pictures, with a place for its drawing; :meth:`filled` waits for the drawings."""
        number = next(place for place, begun in enumerate(self._placed) if begun.figure is figure)
        return Drawing(number, markup(_PLACE.format(number)))

    def filled(self, page: str) -> str:
        """Return a page with the drawings in their places."""
        numbers = {id(begun): number for number, begun in enumerate(self._placed)}
        # They come in the order in which they were begun, and there is something to do about each.
        svgs = {
            number: kept_together(svg(begun.coming.result(), f"chart-{number + 1}"))
            for begun in self._begun.values()
            if (number := numbers.get(id(begun))) is not None
        }
        return _PLACES.sub(lambda place: svgs[int(place[1])], page)

    def content(self) -> dict[str, Any]:
        """Return the charts as the script takes them, with the names of the variants in them."""
        return {"names": series(self.specs), "charts": [_live(spec) for spec in self.specs]}


def report_with_charts(run: Run) -> tuple[Report, Charts]:
    """Return the report of a run, and its charts, which are begun while the report is still being composed."""
    charts = Charts()
    report = compose(run, ready=lambda section: charts.begin(section.figures))
    charts.place(report.figures)
    return report, charts


def parts(report: Report, charts: Charts) -> dict[str, Any]:
    """Return what the templates of a report's body need; :meth:`Charts.filled` then adds the drawings."""
    counted: collections.Counter[str] = collections.Counter()

    def number(what: str) -> int:
        counted[what] += 1
        return counted[what]

    return {"report": report, "picture": charts.draw, "kind_of": _kind_of, "number": number}


def render(run: Run) -> str:
    """Return the report of a run as an HTML document."""
    report, charts = report_with_charts(run)
    page = templating.render(
        "templates/report.html.j2",
        **parts(report, charts),
        css=markup(colours() + source("templates/blocks.css") + source("templates/report.css")),
        scripts=_scripts(charts),
    )
    return charts.filled(page)


def _scripts(charts: Charts) -> Markup:
    """Return the scripts of a page; one without pictures needs no Vega."""
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


def _live(spec: Spec) -> dict[str, Any]:
    """Return a chart for the script: for wide screens, for phones, and the rows of both."""
    wide = live(spec)
    rows = {name: finite(table) for name, table in spec["datasets"].items()}
    return {"wide": wide, "narrow": slim(wide), "datasets": rows}


def _kind_of(block: Block) -> str:
    return type(block).__name__
