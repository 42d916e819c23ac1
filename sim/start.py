"""Where the program ``warlab`` starts: an interrupt ends it in one line, from its first moment on.

Loading the command line takes a tenth of a second, and a traceback would be the answer to an interrupt in it.
"""

from __future__ import annotations

import os
import signal
from types import FrameType


def main() -> int:
    """Load the command line, run it and return the exit code."""
    before = signal.signal(signal.SIGINT, _end)
    from sim.cli import main as run_command

    signal.signal(signal.SIGINT, before)
    return run_command()


def _end(signum: int, frame: FrameType | None) -> None:
    os.write(2, b"warlab: interrupted\n")
    # Whatever is half imported is left as it is.
    os._exit(130)
