"""Work of a call, in a thread of its own: its end, and its result."""

from __future__ import annotations

import threading
import time

import anyio
import anyio.to_thread

from sim.commands.mcp.calls import Call
from sim.contract.answer import Answer
from sim.errors import UserError
from sim.machine.interrupts import checked_by

SECONDS = 60
"""The seconds after which the work of a call is ended."""


class UnwantedError(Exception):
    """The client has gone, or does not want the answer any more."""


async def answer(call: Call, places: anyio.CapacityLimiter) -> Answer:
    """Do the work of a call.

    Parameters
    ----------
    call
        What is asked; the request may be cancelled.
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

        with checked_by(check):
            return call.answer()

    try:
        return await anyio.to_thread.run_sync(
            work, abandon_on_cancel=True, limiter=places if call.is_long else None
        )
    finally:
        stopped.set()
