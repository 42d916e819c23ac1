"""Raw bytes at a real server's port: each is answered as the sender's fault or not at all, and the server goes on."""

import re
import socket
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support import tiers
from tests.support.serving import ask, served

pytest.importorskip("uvicorn", reason="warlab[web] is not installed")

LONG = b"<LONG>"  # stands for 70,000 letters, which hypothesis would print

METHODS = b"GET POST HEAD OPTIONS CONNECT get G\0T " + LONG
TARGETS = (
    b"/ /live/ /api/games /api/plays /api/games/%00 /%2e%2e/etc/passwd //etc/passwd /\x80 * http://evil/ / /"
    + LONG
)
VERSIONS = b"HTTP/1.1 HTTP/1.0 HTTP/9.9 x"
LINES = (
    b"Host: evil|Content-Length: 5|Content-Length: -1|Content-Length: 9999999999999999999999|Content-Length: 0x5|"
    b"Transfer-Encoding: chunked|Transfer-Encoding: gzip|Content-Type: application/json|Expect: 100-continue|"
    b"Connection: upgrade|Upgrade: websocket|Upgrade: h2c|Sec-WebSocket-Key: x|Range: bytes=5-1|Origin: null|"
    b"no colon|: no name| folded|A\0B: c|Host: \xff|X: "
) + LONG
HEADS = st.tuples(
    *(st.sampled_from(words.split(b" ")) for words in (METHODS, TARGETS, VERSIONS))
).map(b" ".join)
HEADERS = st.lists(st.sampled_from(LINES.split(b"|")), max_size=4)
BODIES = st.sampled_from(
    [
        b"",
        b"{}",
        b"[" * 9000,
        b"5\r\nhello\r\n0\r\n\r\n",
        b"-5\r\n",
        b"fffffffffffffffff\r\n",
        LONG,
    ]
)


@st.composite
def requests(draw: st.DrawFn) -> bytes:
    """Return a request that is nearly right, or any bytes."""
    lines = [draw(HEADS), b"Host: 127.0.0.1", *draw(HEADERS)]
    whole = b"\r\n".join(lines) + b"\r\n\r\n" + draw(BODIES)
    return draw(st.one_of(st.just(whole), st.just(2 * whole), st.binary(max_size=200)))


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """Where a server listens; it says nothing until it is ended."""
    with served() as (process, where):
        yield where
        process.terminate()
        assert process.communicate(timeout=60) == ("", "")


@pytest.mark.slow
@settings(max_examples=tiers.size(40, 1000))
@given(requests())
def test_any_bytes_are_answered_or_dropped_and_the_server_goes_on(
    address: str, sent: bytes
) -> None:
    there = urlsplit(address)
    answer = b""
    with socket.create_connection(
        (there.hostname, there.port), timeout=60
    ) as connection:
        try:
            connection.sendall(sent.replace(LONG, 70_000 * b"x"))
            connection.shutdown(socket.SHUT_WR)
            while more := connection.recv(65_536):
                answer += more
        except TimeoutError:
            raise
        except OSError:  # closed before all of it was read
            pass
    assert not answer or re.match(rb"HTTP/1\.[01] (1|2|3|4)\d\d ", answer), answer[:300]
    assert b"Traceback" not in answer
    assert ask(address, "/api/games").startswith(b"[")
