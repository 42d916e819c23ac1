"""The picture of a report as a file of its own.

The file says what it answers, where it comes from, and the seed.
"""

from __future__ import annotations

import re
import textwrap
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from reports.charts import style
from reports.colours import in_light
from sim.errors import UserError

if TYPE_CHECKING:
    from sim.contract.answer import Answer

WIDE, EDGE = 1200, 48  # pixels across, and of its margins
CARD = 630  # pixels of height at which other pages show the picture of a page that they link to
LETTERS = 58  # of the title in a line


def svg(report: Answer, seed: int, *, height: int = 0) -> str:
    """The first picture of a report as SVG, of a height in pixels or as high as it comes out."""
    figure = report.picture
    if figure is None:
        raise UserError("this report has no picture", where=report.title)
    chart = style.svg(style.drawn(figure.draw()), "picture")
    opening = re.search(r'<svg[^>]*viewBox="0 0 ([\d.]+) ([\d.]+)"[^>]*>', chart)
    assert opening is not None
    wide = float(opening[1])
    high = float(opening[2])
    title = textwrap.wrap(figure.title, LETTERS)
    top = EDGE + 42 * len(title) + 42
    scale = (WIDE - 2 * EDGE) / wide
    if height:
        scale = min(scale, (height - top - EDGE) / high)
    whole = height or round(top + scale * high + EDGE)
    texts = [text(EDGE + 6, 24, "soft", report.question or report.title)]
    texts += [
        text(EDGE + 42 * line + 10, 34, "ink", words, "bold")
        for line, words in enumerate(title, start=1)
    ]
    texts.append(
        text(
            whole - 18, 20, "soft", f"{report.subtitle}; seed {seed}. Made with warlab."
        )
    )
    place = f'x="{(WIDE - scale * wide) / 2:.0f}" y="{top}" width="{scale * wide:.0f}" height="{scale * high:.0f}"'
    inside = chart.replace(opening[0], f'<svg {place} viewBox="0 0 {wide:g} {high:g}">')
    return sheet(whole, *texts, inside)


def sheet(high: int, *parts: str) -> str:
    """A picture that consists of some parts, in the light colours."""
    made = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDE}" height="{high}" '
        f'viewBox="0 0 {WIDE} {high}" '
        f'font-family="{style.FONT}"><rect width="100%" height="100%" fill="var(--paper)"/>'
        f"{''.join(parts)}</svg>"
    )
    return in_light(made)


def text(y: float, size: int, colour: str, words: str, weight: str = "normal") -> str:
    """A line of text, smaller if it would not fit."""
    size = min(size, int((WIDE - 2 * EDGE) / (0.5 * len(words))))
    look = f'font-size="{size}" font-weight="{weight}" fill="var(--{colour})"'
    return f'<text x="{EDGE}" y="{y}" {look}>{escape(words)}</text>'


def write(report: Answer, seed: int, to: Path, *, height: int = 0) -> Path:
    """Write the picture to a file that ends in .png or .svg."""
    import vl_convert

    from sim.storage.files import write_output

    ending = to.suffix.lower()
    if ending not in (".png", ".svg"):
        raise UserError(
            "a picture is a .png or .svg file",
            where=str(to),
            cure="give a name that ends so",
        )
    drawing = svg(report, seed, height=height)
    write_output(
        to, vl_convert.svg_to_png(drawing) if ending == ".png" else drawing.encode()
    )
    return to
