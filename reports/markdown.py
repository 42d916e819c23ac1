"""The report as Markdown as GitHub shows it.

It is one file, with tables, and with bars of text in place of pictures.
"""

import re

from reports.bars import lines
from reports.templating import environment, kind_of
from sim.contract.answer import Answer, Figure

WIDTH = 72
"""Characters across a histogram of text."""


def render(report: Answer) -> str:
    """The report as Markdown."""
    template = environment().get_template("templates/report.md.j2")
    return template.render(report=report, plain=_plain, bars=_bars, kind_of=kind_of)


def _bars(figure: Figure) -> str:
    return "\n".join(line.rstrip() for line in lines(figure.bars, WIDTH))


def _plain(text: str) -> str:
    """Escape what Markdown would take for markup."""
    return re.sub(r"([\\`*_\[\]<>|#])", r"\\\1", text)
