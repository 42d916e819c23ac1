"""Interrupts: requests to end a program, raised as KeyboardInterrupt where that does no harm.

Python calls a signal's handler between any two steps of the main thread. While LLVM
compiles, or a run is saved, an exception would break off what must be whole; a request
that comes then waits until that piece is done. So it does between the steps of an
import.

Signals reach the main thread alone. Work in another thread is ended by a check of its
own: whoever starts it names one with :func:`checked_by`, and the pool calls
:func:`check` now and then.
"""

import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from types import FrameType

REQUESTS = (
    signal.SIGINT,
    signal.SIGTERM,
    *([signal.SIGHUP] if hasattr(signal, "SIGHUP") else []),
)
"""The interrupt key, a request of the system, and the end of the terminal."""

_depth = 0
_waiting = False

_check: ContextVar[Callable[[], None]] = ContextVar("check", default=lambda: None)


@contextmanager
def requests_to_end() -> Iterator[None]:
    """Raise KeyboardInterrupt at every request to end.

    Only the main thread gets any.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    # What is ignored, the interrupt key aside, stays so: nohup lets a program live on
    # after its terminal.
    handled = [
        number
        for number in REQUESTS
        if number == signal.SIGINT or signal.getsignal(number) is not signal.SIG_IGN
    ]
    before = {number: signal.signal(number, _handle) for number in handled}
    try:
        yield
    finally:
        for number, handler in before.items():
            # None stands for a handler that was not set from Python.
            signal.signal(number, signal.SIG_DFL if handler is None else handler)


@contextmanager
def checked_by(ends: Callable[[], None]) -> Iterator[None]:
    """Let the work of this thread call a function now and then, which ends it by an error.

    Parameters
    ----------
    ends
        Raises the error if the work is no longer wanted.
    """
    before = _check.set(ends)
    try:
        yield
    finally:
        _check.reset(before)


def check() -> None:
    """Raise the error that ends the work of this thread, if it is no longer wanted."""
    _check.get()()


def hold() -> None:
    """Let requests wait; each call needs a :func:`release`."""
    global _depth
    if threading.current_thread() is threading.main_thread():
        _depth += 1


def release() -> None:
    """Raise the request that has waited, at the last release."""
    global _depth, _waiting
    if threading.current_thread() is threading.main_thread():
        _depth -= 1
        if _waiting and not _depth:
            _waiting = False
            raise KeyboardInterrupt


@contextmanager
def requests_held() -> Iterator[None]:
    """Let requests wait while something must be whole."""
    hold()
    try:
        yield
    finally:
        release()


@contextmanager
def blocked_in_children() -> Iterator[None]:
    """Keep the interrupt key from the processes that start meanwhile.

    The key reaches a whole group of processes.
    """
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _handle(number: int, frame: FrameType | None) -> None:
    global _waiting
    if _depth:
        _waiting = True
    elif frame and frame.f_code.co_filename.startswith("<frozen importlib"):
        # Broken off there, an import may keep its lock for ever, and every other thread
        # would wait for it.
        threading.Timer(0.01, os.kill, (os.getpid(), number)).start()
    else:
        raise KeyboardInterrupt
