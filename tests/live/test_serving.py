"""``warlab serve`` as a program: it says where it listens, answers, and ends cleanly."""

import contextlib
import json
import signal
import socket
import sys
import threading
import urllib.request
from pathlib import Path

import pytest

from tests.support import tiers
from tests.support.command_line import refusal
from tests.support.serving import ask, served

pytest.importorskip("uvicorn", reason="warlab[web] is not installed")


@pytest.mark.slow
@pytest.mark.parametrize(
    "number", tiers.size([signal.SIGINT], [signal.SIGINT, signal.SIGTERM])
)
def test_it_serves_and_ends_cleanly_in_the_middle_of_a_play_that_is_watched(
    number: signal.Signals,
) -> None:
    with served() as (process, address):
        assert b"Any rules, live" in ask(address, "/live/")
        asked = {"game": "war", "variants": [{"rules": {}}], "games": 10**8, "seed": 1}
        key = json.loads(ask(address, "/api/plays", asked))["id"]
        playing = threading.Event()

        def watch() -> None:
            # The server may cut the stream off.
            with (
                contextlib.suppress(OSError, ValueError),
                urllib.request.urlopen(
                    f"{address}/api/plays/{key}/events", timeout=300
                ) as stream,
            ):
                for line in stream:
                    # What is known after some games: the rules are compiled.
                    if line.startswith(b"event: look"):
                        playing.set()

        watching = threading.Thread(target=watch, daemon=True)
        watching.start()
        assert playing.wait(300)
        process.send_signal(number)
        # A play that is not ended goes on for minutes.
        out, err = process.communicate(timeout=60)
        assert (process.returncode, out, err) == (0, "", "")


def test_a_site_is_served_at_the_top(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("front", encoding="utf-8")
    with served("--site", str(tmp_path)) as (_, address):
        assert ask(address, "/") == b"front"
        assert b"Any rules, live" in ask(address, "/live/")


def test_mistakes_are_one_line(tmp_path: Path) -> None:
    assert refusal("serve", "--port", "70000") == (
        "--port: 70000 is out of range; give a whole number from 0 to 65535"
    )
    assert refusal("serve", "--site", str(tmp_path)) == (
        f"{tmp_path}: it is not a site; build one with warlab site --out DIR"
    )
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert refusal("serve", "--port", port) == (
            f"cannot listen on 127.0.0.1, port {port}: address already in use; give another --port"
        )
    assert refusal("serve", "--expose", "--host", "no.such.host.invalid").startswith(
        "cannot listen on no.such.host.invalid"
    )


def test_without_the_extra_the_error_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    assert (
        refusal("serve")
        == "serve: starlette and uvicorn are not installed; pip install 'warlab[web]'"
    )
