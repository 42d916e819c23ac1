"""The report as one self-contained HTML file: no network, no scripts, the pictures inside as SVG."""

from __future__ import annotations

import itertools
import re
from typing import TYPE_CHECKING

from reports.charts.style import svg
from reports.colours import declarations
from reports.document import Block, Figure, Report

if TYPE_CHECKING:
    from markupsafe import Markup


def render(report: Report) -> str:
    """Return the report as an HTML document."""
    import jinja2

    environment = jinja2.Environment(
        loader=jinja2.PackageLoader("reports"),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=jinja2.StrictUndefined,
        keep_trailing_newline=True,
    )
    assert environment.loader is not None
    css = _colours() + environment.loader.get_source(environment, "report.css")[0]
    template = environment.get_template("report.html.j2")
    charts = itertools.count(1)

    def picture(figure: Figure) -> Markup:
        return _safe(svg(figure.draw(), f"chart-{next(charts)}"))

    page = template.render(report=report, css=_safe(css), picture=picture, kind_of=_kind_of)
    return re.sub(r"(?<=\d) %", "\N{NO-BREAK SPACE}%", page)


def _colours() -> str:
    """Return the rules of the style sheet that set the colours; a printed page is a light one."""
    return (
        f":root {{ color-scheme: light dark; {declarations(dark=False)} }}\n"
        f"@media screen and (prefers-color-scheme: dark) {{ :root {{ {declarations(dark=True)} }} }}\n"
    )


def _kind_of(block: Block) -> str:
    return type(block).__name__


def _safe(text: str) -> Markup:
    """Mark text that is markup already: the style sheet, and SVG, in which names are already escaped."""
    from markupsafe import Markup

    return Markup(text)
