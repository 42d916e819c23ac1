"""The server: it listens, and ends cleanly when it is interrupted."""

from __future__ import annotations

import contextlib
import signal
import socket
from collections.abc import Callable, Iterator
from pathlib import Path

import uvicorn

from reports.live.app import Application
from reports.live.page import PATH
from sim.errors import UserError

GRACE = 3
"""Seconds that open requests get when the server ends."""

MOST_CONNECTIONS = 100


class _Server(uvicorn.Server):
    """A server that an interrupt, or a request to terminate, ends like any other end."""

    def __init__(self, config: uvicorn.Config, application: Application) -> None:
        super().__init__(config)
        self._application = application

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """End the server at a signal; unlike uvicorn's own, do not raise the signal again after it has ended."""

        def end(number: int, frame: object) -> None:
            # Streams of events have no end of their own, and would hold the server up.
            self._application.streams.ending = True
            self.handle_exit(number, None)

        before = {number: signal.signal(number, end) for number in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)


def serve(
    host: str,
    port: int,
    *,
    workers: int = 1,
    site: Path | None = None,
    tell: Callable[[str], None] = lambda address: None,
) -> None:
    """Serve until interrupted."""
    if site is not None and not (site / "index.html").is_file():
        raise UserError("it is not a site", where=str(site), cure="build one with warlab site --out DIR")
    listening = _listen(host, port)
    with listening:
        application = Application(workers=workers, site=site, names=[host])
        config = uvicorn.Config(
            application,
            log_level="error",
            access_log=False,
            server_header=False,
            limit_concurrency=MOST_CONNECTIONS,
            timeout_keep_alive=10,
            timeout_graceful_shutdown=GRACE,
        )
        tell(_address(listening, site))
        _Server(config, application).run(sockets=[listening])


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=128)
    except OSError as error:
        # What Python adds to the words of the system is in the message already.
        reason = (error.strerror or str(error)).partition(" (while ")[0].lower()
        cure = "give another --port" if port else "give another --host"
        raise UserError(f"cannot listen on {host}, port {port}: {reason}", cure=cure) from None


def _address(listening: socket.socket, site: Path | None) -> str:
    host, port = listening.getsockname()[:2]
    shown = f"[{host}]" if ":" in host else host
    return f"http://{shown}:{port}/" + ("" if site is not None else PATH)
