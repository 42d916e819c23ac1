"""The guard in front of the pages: who may ask, how much, and what a browser may do with the answer.

A page of another site must not reach a server on this machine through the reader's browser. A name that is made to
point to this machine (DNS rebinding) is refused by its ``Host`` header; what another site's page sends is refused by
``Origin`` and ``Sec-Fetch-Site``.
"""

import asyncio
import contextlib
import ipaddress
from collections.abc import Iterable
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from reports.live.limits import MOST_BODY, PATIENCE

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
"""The content security policy: nothing from elsewhere, no script within a page, and no frame around it."""

HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}

API = "/api/"


class Guard:
    """The guard in front of an application."""

    def __init__(self, app: ASGIApp, names: Iterable[str] = ()) -> None:
        self._app = app
        self.heard: set[object] = set()  # the other ends whose first request has come
        self._names = {"localhost", *(name.lower() for name in names)}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or refuse it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        self.heard.add(tuple(scope["client"] or ()))

        async def answer(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers[name] = value
                if scope["path"].startswith(API):
                    headers["cache-control"] = "no-store"
            await send(message)

        headers = Headers(scope=scope)
        refused = self._refusal(scope, headers)
        if refused is not None:
            await refused(scope, receive, answer)
            return
        body = None
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE):
                body = await _body(receive)
        if body is None:
            cure = f"send at most {MOST_BODY:,} bytes, within {PATIENCE} seconds"
            refused = refusal(413, "the request is too large, or too slow", cure)
            refused.headers["connection"] = "close"
            await refused(scope, receive, answer)
            return
        read: list[Message] = [{"type": "http.request", "body": body}]

        async def again() -> Message:
            return read.pop() if read else await receive()

        await self._app(scope, again, answer)

    def _refusal(self, scope: Scope, headers: Headers) -> JSONResponse | None:
        """Return the answer to a request that must not be let through; None for others."""
        hosts = headers.getlist("host")
        name = host_name(hosts[0]) if len(hosts) == 1 else None
        if name is None or not (name in self._names or _is_address(name)):
            return refusal(
                421,
                "this server is not known by that name",
                "open the address that warlab serve printed",
            )
        if not scope["path"].startswith(API):
            return None
        origin = headers.get("origin")
        foreign = (
            origin is not None and urlsplit(origin).netloc.lower() != hosts[0].lower()
        )
        if foreign or headers.get("sec-fetch-site", "same-origin") not in (
            "same-origin",
            "none",
        ):
            return refusal(
                403, "another site asks", "open the page of this server itself"
            )
        declared = headers.get("content-length", "0")
        if (
            not (declared.isascii() and declared.isdecimal())
            or int(declared[:20]) > MOST_BODY
        ):
            return refusal(
                413, "the request is too large", f"send at most {MOST_BODY:,} bytes"
            )
        return None


async def _body(receive: Receive) -> bytes | None:
    """Return the body of a request; None if it is too large."""
    parts, size, more = [], 0, True
    while more:
        message = await receive()
        if message["type"] != "http.request":
            break
        parts.append(message.get("body", b""))
        size += len(parts[-1])
        if size > MOST_BODY:
            return None
        more = message.get("more_body", False)
    return b"".join(parts)


def refusal(status: int, what: str, cure: str = "", where: str = "") -> JSONResponse:
    """Return an error as JSON: what is wrong, where, and what would be right."""
    line = (f"{where}: " if where else "") + what + (f"; {cure}" if cure else "")
    error = {"what": what, "where": where, "cure": cure, "line": line}
    # What was asked can hold halves of characters, which no answer can.
    clean = {key: text.encode(errors="replace").decode() for key, text in error.items()}
    return JSONResponse({"error": clean}, status)


def host_name(host: str) -> str | None:
    """Return the name in a ``Host`` header, in small letters and without the port; None if it is not one."""
    try:
        parts = urlsplit(f"//{host}")
        parts.port  # noqa: B018  # a port that is not a number is found out only when it is read
    except ValueError:
        return None
    if parts.netloc != host or "@" in host or not parts.hostname:
        return None
    return parts.hostname


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
