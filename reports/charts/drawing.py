"""Drawing: charts to SVG in a process of its own, which starts while the run is still being read.

The converter holds Python's lock while it draws, and needs a second to start, so a thread would gain nothing. It brings
the font of the charts along; where that has all their letters, the machine's own fonts are not even looked for.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from concurrent.futures import Future, ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import Any

from reports.document import Spec

Drawn = Future[str]
"""A drawing that may not be finished yet."""

_RARE = re.compile(
    r"\\u(?!00[a-f]|01[0-7]|03(?:[89abc]|7e)|04[0-5]|20(?:[123]|ac)|21(?:22|9[0-3])|22(?:12|1e|48|6[045]))"
)
"""In JSON, a letter that the converter's font may lack: it has the letters of Europe's languages, usual punctuation and
the signs of mathematics that reports use."""


def start() -> None:
    """Start the process that draws, if it does not run yet."""
    _artist(os.getpid(), any_font=False)


def drawn(spec: Spec) -> Drawn:
    """Have a chart drawn, while this process does something else."""
    chart = json.dumps(_without_tips(spec))
    return _artist(os.getpid(), any_font=_RARE.search(chart) is not None).draw(chart)


def _without_tips(part: Any) -> Any:
    """Return a chart without what is shown at the pointer: a drawing has none, but every tip would be composed."""
    if isinstance(part, dict):
        return {
            key: value if key == "datasets" else _without_tips(value)
            for key, value in part.items()
            if key != "tooltip"
        }
    return [_without_tips(item) for item in part] if isinstance(part, list | tuple) else part


@cache
def _artist(parent: int, *, any_font: bool) -> _Artist:
    """Return the artist of a process, with the machine's fonts or without; a fork has its own."""
    return _Artist(any_font=any_font)


class _Artist:
    """A process that reads charts, a line each, and writes their drawings; it ends with its input."""

    def __init__(self, *, any_font: bool) -> None:
        import vl_convert

        program = Path(__file__).with_name("artist.py")
        places = str(Path(vl_convert.__file__).parents[1])
        fonts = {} if any_font else {"FONTCONFIG_FILE": str(Path(__file__).with_name("fonts.conf"))}
        # In a group of its own, so that a ^C for this process does not reach it first.
        self._process = subprocess.Popen(
            [sys.executable, "-I", "-S", str(program), places],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, **fonts},
            start_new_session=True,
        )
        self._thread = ThreadPoolExecutor(1, "drawings")

    def draw(self, chart: str) -> Drawn:
        """Send a chart to the process, and return its drawing to come."""
        return self._thread.submit(self._ask, chart)

    def _ask(self, chart: str) -> str:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(chart.encode() + b"\n")
        self._process.stdin.flush()
        drawing: str | None = json.loads(self._process.stdout.readline())
        if drawing is None:
            raise ValueError("this chart cannot be drawn")
        return drawing
