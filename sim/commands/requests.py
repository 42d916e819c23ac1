"""Requests to end a command: the interrupt key, a request from the system, and the end of the terminal.

All of them raise KeyboardInterrupt in the main thread. Python does so between any two steps of its code: also in what
LLVM has called, where the exception is dropped, and while a piece of compiled code gets another owner, which is then
not known, so that it is given back twice and the process aborts. While such code runs, a request waits.
"""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

AGAIN = 0.005
"""Seconds after which a request that had to wait is tried again."""

PATIENCE = 2.0
"""Seconds that it waits at most, since LLVM may be at work for long; only where LLVM has called it waits longer."""

_BINDING = "llvmlite.binding"
_CALLED = "_raw_"
"""How the names of the functions begin that LLVM calls."""


@contextmanager
def ends_as_interrupts() -> Iterator[None]:
    """Let a request to end, and the end of the terminal, act like an interrupt from the keyboard."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    # What is ignored stays so: nohup lets a command live on.
    wanted = [
        one
        for one in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
        if signal.getsignal(one) is not signal.SIG_IGN
    ]
    interrupt = _Interrupt()
    before = {one: signal.signal(one, interrupt) for one in (*wanted, signal.SIGALRM)}
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        for one, handler in before.items():
            signal.signal(one, signal.SIG_DFL if handler is None else handler)


class _Interrupt:
    """The handler of all these signals, and of the alarm by which it tries again."""

    def __init__(self) -> None:
        self._since: float | None = None

    def __call__(self, number: int, frame: FrameType | None) -> None:
        now = time.monotonic()
        if number != signal.SIGALRM:
            self._since = self._since or now
        if self._since is None:
            return
        if _must_wait(frame, patient=now - self._since < PATIENCE):
            signal.setitimer(signal.ITIMER_REAL, AGAIN)
            return
        self._since = None
        handler = signal.getsignal(signal.SIGINT)
        if number == signal.SIGALRM and handler is not self and callable(handler):
            # Meanwhile a run has begun, which ends in its own way.
            handler(signal.SIGINT, frame)
            return
        raise KeyboardInterrupt


def _must_wait(frame: FrameType | None, *, patient: bool) -> bool:
    """Return whether an exception would be dropped in a frame, or, while one is patient, might do harm there."""
    while frame is not None:
        if frame.f_globals.get("__name__", "").startswith(_BINDING) and (
            patient or frame.f_code.co_name.startswith(_CALLED)
        ):
            return True
        frame = frame.f_back
    return False
