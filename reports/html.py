"""The report as one self-contained HTML file: no network; the pictures inside as SVG, and live where scripts run."""

from __future__ import annotations

import collections
import json
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from reports import vega
from reports.charts.live import finite, live, series, slim
from reports.charts.style import svg, unchecked
from reports.colours import declarations
from reports.document import Block, Figure, Report, Spec

if TYPE_CHECKING:
    import jinja2
    from markupsafe import Markup


@dataclass(frozen=True, slots=True)
class Drawing:
    """A picture in the page: its number among those of the page, and the drawing."""

    number: int
    svg: Markup


@dataclass(frozen=True, slots=True)
class Charts:
    """The charts of a page, in the order in which they are drawn."""

    specs: list[Spec] = field(default_factory=list)

    def draw(self, figure: Figure) -> Drawing:
        """Draw a picture, and keep its chart for the script."""
        with unchecked():
            spec = figure.draw()
        self.specs.append(spec)
        return Drawing(len(self.specs) - 1, _safe(svg(spec, f"chart-{len(self.specs)}")))

    def packed(self) -> str:
        """Return the charts as the script reads them."""
        told = {"names": series(self.specs), "charts": [_live(spec) for spec in self.specs]}
        return vega.packed(json.dumps(told, separators=(",", ":"), allow_nan=False))


def render(report: Report) -> str:
    """Return the report as an HTML document."""
    environment = _environment()
    charts = Charts()
    counted: collections.Counter[str] = collections.Counter()

    def number(what: str) -> int:
        counted[what] += 1
        return counted[what]

    def scripts() -> Markup:
        """Return the scripts of the page, once its pictures are drawn; a page without any needs no Vega."""
        parts = [f"<script>\n{_source(environment, 'report.js')}</script>"]
        if charts.specs:
            parts = [
                f"<!--\n{_source(environment, 'vega-licences.txt')}-->",
                f'<script type="text/plain" id="vega">{vega.program()}</script>',
                f'<script type="text/plain" id="charts">{charts.packed()}</script>',
                *parts,
            ]
        return _safe("\n".join(parts))

    page = environment.get_template("report.html.j2").render(
        report=report,
        css=_safe(_colours() + _source(environment, "report.css")),
        picture=charts.draw,
        kind_of=_kind_of,
        number=number,
        scripts=scripts,
    )
    return re.sub(r"(?<=\d) %", "\N{NO-BREAK SPACE}%", page)


def _environment() -> jinja2.Environment:
    import jinja2

    return jinja2.Environment(
        loader=jinja2.PackageLoader("reports"),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=jinja2.StrictUndefined,
        keep_trailing_newline=True,
    )


def _source(environment: jinja2.Environment, name: str) -> str:
    assert environment.loader is not None
    return environment.loader.get_source(environment, name)[0]


def _live(spec: Spec) -> dict[str, Any]:
    """Return a chart for the script: for wide screens, for phones, and the rows of both."""
    wide = live(spec)
    rows = {name: finite(table) for name, table in spec["datasets"].items()}
    return {"wide": wide, "narrow": slim(wide), "datasets": rows}


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
