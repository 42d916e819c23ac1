"""Charts to SVG in a process of its own, which starts while the run is still being read.

The converter holds Python's lock while it draws, and needs a second to start, so a thread would gain nothing. It brings
the font of the charts along; where that has all their letters, the machine's own fonts are not even looked for.
"""

from __future__ import annotations

import atexit
import contextlib
import json
import os
import re
import subprocess
import sys
import threading
from concurrent.futures import Future
from pathlib import Path
from queue import SimpleQueue
from typing import IO, Any

from reports.document import Spec

Drawn = Future[str]
"""A drawing that may not be finished yet."""

_RARE = re.compile(
    r"\\u(?!00[a-f]|01[0-7]|03(?:[89abc]|7e)|04[0-5]|20(?:[123]|ac)|21(?:22|9[0-3])|22(?:12|1e|48|6[045]))"
)
"""In JSON, a letter that the converter's font may lack: it has the letters of Europe's languages, usual punctuation and
the signs of mathematics that reports use."""

_OURS: dict[bool, _Artist] = {}


def start() -> None:
    """Start the process that draws, if it does not run yet."""
    _artist(any_font=False)


def drawn(spec: Spec) -> Drawn:
    """Have a chart drawn, while this process does something else."""
    chart = json.dumps(_without_tips(spec))
    return _artist(any_font=_RARE.search(chart) is not None).draw(chart)


def _without_tips(part: Any) -> Any:
    """Return a chart without what is shown at the pointer: a drawing has none, but every tip would be composed."""
    if isinstance(part, dict):
        return {
            key: value if key == "datasets" else _without_tips(value)
            for key, value in part.items()
            if key != "tooltip"
        }
    return [_without_tips(one) for one in part] if isinstance(part, list | tuple) else part


def _artist(*, any_font: bool) -> _Artist:
    """Return the process of this one, with the machine's fonts or without; a copy of a process starts its own."""
    if any_font not in _OURS or _OURS[any_font].parent != os.getpid():
        _OURS[any_font] = _Artist(any_font=any_font)
    return _OURS[any_font]


class _Artist:
    """A process that reads charts, a line each, and writes their drawings."""

    # It ends with its input, so it never outlives the process that started it. Where it cannot run, or ends
    # early, the charts are drawn in this process.

    def __init__(self, *, any_font: bool) -> None:
        self.parent = os.getpid()
        self._waiting: SimpleQueue[tuple[str, Drawn] | None] = SimpleQueue()
        self._process: subprocess.Popen[bytes] | None = None
        with contextlib.suppress(OSError):
            self._process = _launched(any_font=any_font)
        self._thread = threading.Thread(target=self._read, name="drawings", daemon=True)
        self._thread.start()
        atexit.register(self.close)

    def draw(self, chart: str) -> Drawn:
        """Send a chart to the process, and return its drawing to come."""
        coming: Drawn = Future()
        self._waiting.put((chart, coming))
        return coming

    def close(self) -> None:
        """End the process and its thread."""
        if self.parent != os.getpid():
            return
        self._waiting.put(None)
        self._thread.join()

    def _read(self) -> None:
        """Draw what was asked for, one chart after the other."""
        while (asked := self._waiting.get()) is not None:
            chart, coming = asked
            try:
                coming.set_result(self._asked(chart) or _drawn_here(chart))
            except Exception as error:
                coming.set_exception(error)
        self._end()

    def _asked(self, chart: str) -> str | None:
        """Return the drawing of the process; None if there is no process any more, or it cannot draw this."""
        if self._process is None:
            return None
        to, back = _pipes(self._process)
        try:
            to.write(chart.encode() + b"\n")
            to.flush()
            answer = back.readline()
        except OSError:
            answer = b""
        if not answer.endswith(b"\n"):
            self._end()
            return None
        found: str | None = json.loads(answer)
        return found

    def _end(self) -> None:
        if self._process is None:
            return
        # It keeps nothing, and may still be starting.
        self._process.kill()
        self._process.wait()
        for pipe in _pipes(self._process):
            with contextlib.suppress(OSError):
                pipe.close()
        self._process = None


def _launched(*, any_font: bool) -> subprocess.Popen[bytes]:
    """Start the process, in a group of its own so that a ^C for this one does not reach it first."""
    import vl_convert

    program = Path(__file__).with_name("artist.py")
    places = str(Path(vl_convert.__file__).parents[1])
    fonts = {} if any_font else {"FONTCONFIG_FILE": str(Path(__file__).with_name("fonts.conf"))}
    return subprocess.Popen(
        [sys.executable, "-I", "-S", str(program), places],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env={**os.environ, **fonts},
        start_new_session=True,
    )


def _pipes(process: subprocess.Popen[bytes]) -> tuple[IO[bytes], IO[bytes]]:
    assert process.stdin is not None
    assert process.stdout is not None
    return process.stdin, process.stdout


def _drawn_here(chart: str) -> str:
    """Return the drawing of this process."""
    import vl_convert

    found: str = vl_convert.vegalite_to_svg(chart)
    return found
