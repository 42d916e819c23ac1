"""The report as one self-contained HTML file, with charts as SVG."""

from __future__ import annotations

from collections import defaultdict
from itertools import count
from typing import TYPE_CHECKING, Any

from reports import templating
from reports.charts.narrow import slim
from reports.charts.style import drawn, svg
from reports.contents import compose
from reports.templating import colours, kept_together, kind_of, markup, source
from sim.contract.answer import Answer, Figure

if TYPE_CHECKING:
    from markupsafe import Markup

    from sim.runs import Run


def parts(report: Answer) -> dict[str, Any]:
    """The values that the templates of a report's body need."""
    counts: defaultdict[str, count[int]] = defaultdict(lambda: count(1))

    def picture_of(figure: Figure) -> Markup:
        name = f"chart-{next(counts['drawing'])}"
        wide = figure.draw()
        drawings = [svg(drawn(wide), name)]
        # That of the answer is also drawn for a phone.
        if figure is report.picture:
            drawings.append(svg(drawn(slim(wide)), f"{name}-narrow"))
        return markup(kept_together("".join(drawings)))

    return {
        "report": report,
        "picture": picture_of,
        "kind_of": kind_of,
        "number": lambda what: next(counts[what]),
    }


def render(run: Run) -> str:
    """The report of a run as an HTML document."""
    report = compose(run)
    return templating.render(
        "templates/report.html.j2",
        **parts(report),
        css=markup(
            colours() + source("templates/blocks.css") + source("templates/report.css")
        ),
        script=markup(source("templates/sections.js")),
    )
