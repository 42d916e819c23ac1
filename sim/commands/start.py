"""The entry point of ``warlab``: an interrupt ends it in one line from its first moment on."""

import signal
import sys

from sim.machine.compiler import before_compiling
from sim.machine.interrupts import requests_to_end

COMPILING = "First use: compiling for this processor, about 10 seconds"


def main() -> int:
    """Load the command line, which takes a tenth of a second, run it and return the exit code."""
    before_compiling(lambda: print(COMPILING, file=sys.stderr, flush=True))
    with requests_to_end():
        try:
            from sim.commands.cli import main as run_command
        except KeyboardInterrupt:
            print("warlab: interrupted", file=sys.stderr)
            return 130
        code = run_command()
    # All has been said: an interrupt while the interpreter waits for its workers ends
    # it without a traceback.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    return code
