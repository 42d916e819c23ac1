"""Where the program ``warlab`` starts: whatever ends it, it ends in one line, from its first moment on.

Loading the command line takes a tenth of a second, and a traceback would be the answer to an interrupt in it.
"""

from __future__ import annotations

import os
import signal
from types import FrameType


def main() -> int:
    """Load the command line, run it and return the exit code."""
    ends = (signal.SIGINT, signal.SIGTERM, *([signal.SIGHUP] if hasattr(signal, "SIGHUP") else []))
    # What is ignored stays so: nohup lets a program live on.
    wanted = [one for one in ends if one == signal.SIGINT or signal.getsignal(one) is not signal.SIG_IGN]
    before = {one: signal.signal(one, _end) for one in wanted}
    from sim.cli import main as run_command

    for one, handler in before.items():
        signal.signal(one, handler)
    return run_command()


def _end(signum: int, frame: FrameType | None) -> None:
    os.write(2, b"warlab: interrupted\n")
    # Whatever is half imported is left as it is.
    os._exit(130)
