"""Work of a tool, in a thread of its own: its progress, its end, and its result."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any

import anyio
import anyio.from_thread
import anyio.to_thread
from mcp.server.mcpserver import Context
from mcp.server.mcpserver.exceptions import ToolError
from mcp_types import CallToolResult, TextContent

from reports import markdown
from sim.commands.progress import Silence
from sim.contract.answer import Answer
from sim.errors import UserError
from sim.machine.interrupts import checked_by
from sim.machine.resources import cores

SECONDS = 60
"""The seconds after which the work of a call is ended."""

PAUSE = 0.5
"""The seconds between two notices of progress."""

Client = Context[Any, Any]
"""A request, and the way back to whoever sent it."""


class UnwantedError(Exception):
    """The client has gone, or does not want the answer any more."""


class Line(Silence):
    """The progress of a call, told to the client.

    Parameters
    ----------
    client
        The request.
    """

    shown = True

    def __init__(self, client: Client) -> None:
        self._client = client
        self._told = 0.0

    def __call__(self, now: int, estimate: str | None = None) -> None:
        """Tell the number of games done, at most twice a second."""
        if time.monotonic() < self._told + PAUSE:
            return
        self._told = time.monotonic()
        anyio.from_thread.run(self._client.report_progress, now, self.games or None)


class Desk:
    """Where calls are answered: as many at a time as there are cores, the others wait."""

    def __init__(self) -> None:
        self._places = anyio.CapacityLimiter(cores())

    async def answer(
        self, work: Callable[[Line], Answer], client: Client
    ) -> CallToolResult:
        """Do the work of a call, and return its answer as text and as plain values.

        Parameters
        ----------
        work
            Computes the answer; it is given what takes its progress.
        client
            The request.

        Raises
        ------
        ToolError
            If the request cannot be carried out, or takes too long.
        """
        stopped = threading.Event()

        def do() -> Answer:
            began = time.monotonic()

            def check() -> None:
                if stopped.is_set():
                    raise UnwantedError
                if time.monotonic() > began + SECONDS:
                    raise UserError(
                        f"it takes longer than {SECONDS} seconds",
                        cure="ask for less, or use the command line",
                    )

            with checked_by(check):
                return work(Line(client))

        try:
            answer = await anyio.to_thread.run_sync(
                do, abandon_on_cancel=True, limiter=self._places
            )
        except UserError as error:
            raise ToolError(str(error)) from None
        finally:
            stopped.set()
        text = TextContent(type="text", text=markdown.render(answer).strip())
        return CallToolResult(content=[text], structured_content=answer.data)
