"""``warlab mcp`` as a client starts it: over its standard streams, without a port or a file."""

import os
import re
import subprocess
import sys
from pathlib import Path

import anyio
import psutil
import pytest
from mcp import StdioServerParameters, stdio_client

from sim.kernels.cache import DIRECTORY
from tests.support import tiers
from tests.support.assistant import statistic, talked, text, values
from tests.support.places import ROOT

SHORT = {
    "games": {},
    "rules": {"game": "war"},
    "play": {"game": "war", "games": 2_000, "rules": {"players": 4}},
    "compare": {"game": "war", "games": 500, "vary": {"face_down": [1, 3]}},
    "exact_casino_war": {"rules": {"decks": 8}},
    "solve": {"game": "gops", "size": 4},
    "replay": {"game": "war", "number": 3},
    "questions": {"words": "house edge"},
}
"""A call of each tool that is done at once."""

LONG = {
    "war": ("play", {"game": "war", "games": 10**7}),
    "war for eight": ("play", {"game": "war", "games": 10**7, "rules": {"players": 8}}),
    "search": (
        "play",
        {"game": "wargame", "games": 10**5, "policies": ["search", "search"]},
    ),
    "compare": (
        "compare",
        {"game": "war", "games": 10**6, "vary": {"face_down": [1, 3]}},
    ),
    "gops": ("solve", {"game": "gops", "size": 9}),
    "wargops": ("solve", {"game": "wargops", "size": 9}),
}
"""Calls that take long, on any computer; each tool's first is tried in ``make test``."""

STOPPED, IDLE = 2.0, 0.05
"""The seconds in which a cancelled call stops, and the processor's share that is left."""


@pytest.fixture
def place(tmp_path):
    """The program, started in an empty directory that is its home too."""
    return StdioServerParameters(
        command=sys.executable,
        args=["-m", "warlab", "mcp"],
        cwd=tmp_path,
        env={
            "NUMBA_CACHE_DIR": str(DIRECTORY),
            **dict.fromkeys(("HOME", "TMPDIR", "XDG_CACHE_HOME"), str(tmp_path)),
        },
    )


def servers():
    """The servers that this process has started."""
    for process in psutil.Process().children(recursive=True):
        if process.cmdline()[-2:] == ["warlab", "mcp"]:
            yield process


def test_every_tool_answers_without_a_port_and_without_a_file(place, tmp_path):
    async def talk(client):
        answers = {
            name: await client.call_tool(name, asked) for name, asked in SHORT.items()
        }
        (server,) = servers()
        assert not server.net_connections()
        assert not [file for file in server.open_files() if "w" in file.mode]
        bad = await client.call_tool("rules", {"game": "wra"})
        assert bad.is_error
        assert "did you mean 'war'?" in text(bad)
        return answers

    answers = talked(talk, stdio_client(place))
    rows = values(answers["play"])["statistics"]
    assert statistic(rows, "rounds mean")["method"] == "t"
    for answer in answers.values():
        values(answer)
    assert not list(tmp_path.iterdir())


def test_the_client_of_the_page_has_the_exact_house_edge(tmp_path):
    page = (ROOT / "docs" / "assistants.md").read_text("utf-8")
    (program,) = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    programs = str(Path(sys.executable).parent)
    ended = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env={**os.environ, "PATH": programs},
        check=True,
    )
    assert ended.stdout.startswith("Casino War, exact odds: 8 decks")
    assert "| house edge | 2.8978 % | 22847/788417 |" in ended.stdout


def test_cancelled_calls_stop_within_two_seconds(place):
    async def busy_after(client, tool, arguments):
        async with anyio.create_task_group() as calls:
            calls.start_soon(client.call_tool, tool, arguments)
            await anyio.sleep(1.0)
            calls.cancel_scope.cancel()
        await anyio.sleep(STOPPED)
        (server,) = servers()
        server.cpu_percent()
        await anyio.sleep(1.0)
        return server.cpu_percent() / 100

    async def talk(client):
        names = tiers.size(["war", "gops"], [*LONG])
        busy = {name: await busy_after(client, *LONG[name]) for name in names}
        values(await client.call_tool("games", {}))
        return busy

    busy = talked(talk, stdio_client(place))
    assert {name: share for name, share in busy.items() if share > IDLE} == {}
