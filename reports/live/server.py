"""The server: it listens, and ends cleanly when it is interrupted."""

import asyncio
import contextlib
import errno
import signal
import socket
from collections.abc import Callable, Iterator
from ipaddress import ip_address
from pathlib import Path

import uvicorn
from h11 import LocalProtocolError
from uvicorn.protocols.http.auto import AutoHTTPProtocol

from reports.live.app import Application
from reports.live.limits import PATIENCE
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

        before = {
            number: signal.signal(number, end)
            for number in (signal.SIGINT, signal.SIGTERM)
        }
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
        raise UserError(
            "it is not a site",
            where=str(site),
            cure="build one with warlab site --out DIR",
        )
    listening = _listen(host, port)
    with listening:
        # By its own name other machines can reach this one, if it listens on all addresses.
        application = Application(
            workers=workers, site=site, names=[host, socket.gethostname()]
        )
        config = uvicorn.Config(
            application,
            http=_connections(application.heard),
            log_level="error",
            access_log=False,
            server_header=False,
            limit_concurrency=MOST_CONNECTIONS,
            timeout_keep_alive=10,
            timeout_graceful_shutdown=GRACE,
        )
        tell(_address(listening, site))
        _Server(config, application).run(sockets=[listening])


def _connections(heard: set[object]) -> type[asyncio.Protocol]:
    """Return the protocol of connections that are closed if their first request has not been heard in time."""

    class Connection(AutoHTTPProtocol):  # type: ignore[misc, valid-type]
        def connection_made(self, transport: asyncio.BaseTransport) -> None:
            super().connection_made(transport)
            self.other_end = transport.get_extra_info("peername")[:2]
            asyncio.get_running_loop().call_later(
                PATIENCE, self.close_if_silent, transport
            )

        def data_received(self, data: bytes) -> None:
            # What is no HTTP after a request that was answered is refused by uvicorn, which h11 no longer allows.
            try:
                super().data_received(data)
            except LocalProtocolError:
                self.transport.close()

        def close_if_silent(self, transport: asyncio.BaseTransport) -> None:
            if self.other_end not in heard:
                transport.close()

        def connection_lost(self, error: Exception | None) -> None:
            heard.discard(self.other_end)
            super().connection_lost(error)

    return Connection


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=128)
    except OSError as error:
        # What Python adds to the words of the system is in the message already.
        reason = (error.strerror or str(error)).partition(" (while ")[0].lower()
        is_port = port and error.errno in (errno.EADDRINUSE, errno.EACCES)
        cure = f"give another {'--port' if is_port else '--host'}"
        raise UserError(
            f"cannot listen on {host}, port {port}: {reason}", cure=cure
        ) from None


def _address(listening: socket.socket, site: Path | None) -> str:
    host, port = listening.getsockname()[:2]
    if ip_address(host.partition("%")[0]).is_unspecified:
        host = socket.gethostname()
    shown = f"[{host}]" if ":" in host else host
    return f"http://{shown}:{port}/" + ("" if site is not None else PATH)
