"""Shell scripts that call ``warlab``, which this process answers; in ``make verify`` it is a program, started anew."""

from __future__ import annotations

import contextlib
import json
import os
import shlex
import socket
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from tests.support import tiers
from tests.support.command_line import warlab
from tests.support.places import ROOT
from tests.support.program import ANEW

_ASK = """
import json, socket, sys
asked = socket.socket(socket.AF_UNIX)
asked.connect(sys.argv[1])
asked.sendall(json.dumps(sys.argv[2:]).encode() + b"\\n")
code, out, err = json.loads(asked.makefile().readline())
sys.stdout.write(out)
sys.stderr.write(err)
sys.exit(code)
"""


def sh(text: str, where: Path, env: Mapping[str, str]) -> str:
    """Run a script in the current directory, which must succeed, and return what it printed.

    Parameters
    ----------
    text
        The script.
    where
        A directory for the program that the script calls.
    env
        Variables of the environment besides those of this process.
    """
    place = where / "answers"
    words = tiers.size([sys.executable, "-SEc", _ASK, str(place)], ANEW)
    program = where / "warlab"
    program.write_text(f'#!/bin/sh\nexec {shlex.join(words)} "$@"\n')
    program.chmod(0o755)
    paths = {"PATH": f"{where.resolve()}:{os.environ['PATH']}", "PYTHONPATH": str(ROOT)}
    with contextlib.ExitStack() as stack:
        listening = stack.enter_context(socket.socket(socket.AF_UNIX))
        place.unlink(missing_ok=True)
        listening.bind(str(place))
        listening.listen()
        listening.settimeout(0.02)
        out, err = (stack.enter_context((where / name).open("w+")) for name in ("out", "err"))
        started = subprocess.Popen(
            ["sh", "-c", text], env={**os.environ, **paths, **env}, stdout=out, stderr=err
        )
        while started.poll() is None:
            with contextlib.suppress(TimeoutError):
                _answer(listening.accept()[0])
        out.seek(0)
        err.seek(0)
        assert started.returncode == 0, err.read()
        return out.read()


def _answer(asking: socket.socket) -> None:
    with asking, asking.makefile("rw") as lines:
        said = warlab(*json.loads(lines.readline()))
        lines.write(json.dumps([said.code, said.out, said.err]) + "\n")
