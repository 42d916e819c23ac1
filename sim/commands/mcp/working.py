"""Work of a call, in a thread of its own: its progress, its end, and its result."""

from __future__ import annotations

import threading
import time

import anyio
import anyio.from_thread
import anyio.to_thread
from mcp.server import ServerRequestContext

from sim.commands.mcp.calls import Call
from sim.commands.progress import Silence, shown_on
from sim.contract.answer import Answer
from sim.errors import UserError
from sim.machine.interrupts import checked_by

SECONDS = 60
"""The seconds after which the work of a call is ended."""

PAUSE = 0.5
"""The seconds between two notices of progress."""


class UnwantedError(Exception):
    """The client has gone, or does not want the answer any more."""


class Line(Silence):
    """The progress of a call, told to the client.

    Parameters
    ----------
    request
        The request, through which the client hears of it.
    """

    def __init__(self, request: ServerRequestContext) -> None:
        self._session = request.session
        self._told = 0.0

    def __call__(self, now: int, estimate: str | None = None) -> None:
        """Tell the number of games done, at most twice a second."""
        if time.monotonic() < self._told + PAUSE:
            return
        self._told = time.monotonic()
        anyio.from_thread.run(self._session.report_progress, now, self.games or None)


async def answer(
    call: Call, request: ServerRequestContext, places: anyio.CapacityLimiter
) -> Answer:
    """Do the work of a call.

    Parameters
    ----------
    call
        What is asked.
    request
        The request, which may be cancelled.
    places
        How many long calls are answered at a time; the others wait.

    Raises
    ------
    UserError
        If it cannot be carried out, or takes too long.
    """
    stopped = threading.Event()

    def work() -> Answer:
        began = time.monotonic()

        def check() -> None:
            if stopped.is_set():
                raise UnwantedError
            if time.monotonic() > began + SECONDS:
                raise UserError(
                    f"it takes longer than {SECONDS} seconds",
                    cure="ask for less; the command line, warlab, has no such limit",
                )

        with checked_by(check), shown_on(Line(request)):
            return call.answer()

    try:
        return await anyio.to_thread.run_sync(
            work, abandon_on_cancel=True, limiter=places if call.is_long else None
        )
    finally:
        stopped.set()
