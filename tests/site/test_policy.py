"""The pages under a strict content security policy, as a server would send it: no script and no style inside them."""

import http.server
import threading
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import sim
from docs.site import Page as SitePage
from docs.site import Part, bids, casino, write_site
from docs.site import replays as replays_page
from docs.site.selection import Chosen
from tests.support.browser import Browser

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; base-uri 'none'; form-action 'self'"
)


class Strict(http.server.SimpleHTTPRequestHandler):
    """Files of a directory, with the policy."""

    def end_headers(self) -> None:
        self.send_header("Content-Security-Policy", POLICY)
        super().end_headers()

    def log_message(self, *_: Any) -> None:
        """Say nothing."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    out = tmp_path_factory.mktemp("strict") / "site"
    front = SitePage("", "Front", "All of it.", "<h1>Front</h1>", "")
    shown = [(Chosen("war", "war", "A game", lambda _: 0), sim.replay("war", 571))]
    write_site(
        out, Part((front,)), casino.part(), replays_page.part(shown), bids.part(3)
    )
    handler = partial(Strict, directory=str(Path(out).parent))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as one:
        threading.Thread(target=one.serve_forever, daemon=True).start()
        # Under any path: the site lies one level below the top.
        yield f"http://127.0.0.1:{one.server_port}/site/"
        one.shutdown()


@pytest.mark.parametrize(
    ("path", "there"),
    [
        ("casino/", "#figures div"),
        ("games/replays/#step=7", ".felt .card"),
        ("bids/", "#mixture tbody tr"),
    ],
)
def test_a_strict_policy_is_kept(
    server: str, started: Browser, path: str, there: str
) -> None:
    page = started.open(server + path, width=1000)
    page.until(f"!!document.querySelector('{there}')")
    assert page.complaints() == []
    assert all(address.startswith((server, "data:")) for address in page.requests())
