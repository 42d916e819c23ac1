"""``warlab serve`` as a program of its own, for tests that need a real server."""

import json
import re
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from tests.support import processes


@contextmanager
def served(
    *words: str, program: Sequence[str] = processes.PROGRAM
) -> Iterator[tuple[Any, str]]:
    """Start the server at a free port; give its process and its address."""
    process = processes.start(
        "serve", "--port", "0", "--workers", "1", *words, program=program
    )
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        found = re.fullmatch(
            r"The page is at (http://127\.0\.0\.1:\d+)/(live/)? \(Ctrl-C ends it\)\n",
            line,
        )
        assert found is not None, line
        yield process, found[1]
    finally:
        if process.poll() is None:
            process.kill()
        process.communicate()


def ask(address: str, path: str, body: object = None) -> bytes:
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(
        address + path, data, {"content-type": "application/json"}
    )
    with urllib.request.urlopen(request, timeout=60) as answer:
        content: bytes = answer.read()
        return content
