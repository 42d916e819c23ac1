"""Requests to end that come while LLVM is at work wait until an exception does no harm."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable
from typing import Any

import pytest

from sim.commands import requests
from sim.commands.requests import ends_as_interrupts
from tests.support.command_line import warlab

pytestmark = pytest.mark.skipif(
    signal.getsignal(signal.SIGINT) is signal.SIG_IGN, reason="this shell ignores the interrupt key"
)


def calling(module: str, name: str) -> Callable[[Callable[[], object]], str]:
    """Return a function of that name, as if of that module, that calls another and then returns "done"."""
    names: dict[str, Any] = {"__name__": module}
    exec(f"def {name}(then):\n    then()\n    return 'done'", names)
    made: Callable[[Callable[[], object]], str] = names[name]
    return made


def ask_and_stay(number: int) -> None:
    os.kill(os.getpid(), number)
    time.sleep(0.05)


def wait_for_it() -> None:
    with pytest.raises(KeyboardInterrupt):
        time.sleep(60)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
@pytest.mark.parametrize("name", ["_raw_object_cache_notify", "close"])
def test_a_request_waits_for_what_must_not_be_interrupted(number: int, name: str) -> None:
    with ends_as_interrupts():
        assert calling("llvmlite.binding.executionengine", name)(lambda: ask_and_stay(number)) == "done"
        wait_for_it()


@pytest.mark.parametrize("module", ["sim.games", "numba.core.compiler", "llvmlite.ir.builder"])
def test_elsewhere_it_acts_at_once(module: str) -> None:
    with ends_as_interrupts(), pytest.raises(KeyboardInterrupt):
        calling(module, "close")(lambda: ask_and_stay(signal.SIGINT))


def test_patience_ends_but_not_where_an_exception_would_be_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(requests, "PATIENCE", 0.02)
    with ends_as_interrupts():
        with pytest.raises(KeyboardInterrupt):
            calling("llvmlite.binding.passmanagers", "run")(lambda: ask_and_stay(signal.SIGINT))
        within = calling("llvmlite.binding.executionengine", "_raw_object_cache_notify")
        assert within(lambda: ask_and_stay(signal.SIGINT)) == "done"
        wait_for_it()


def test_a_run_that_has_begun_meanwhile_ends_in_its_own_way() -> None:
    heard: list[int] = []
    with ends_as_interrupts():
        calling("llvmlite.binding.ffi", "close")(lambda: os.kill(os.getpid(), signal.SIGINT))
        before = signal.signal(signal.SIGINT, lambda number, frame: heard.append(number))
        end = time.monotonic() + 60
        while not heard and time.monotonic() < end:
            time.sleep(0.01)
        signal.signal(signal.SIGINT, before)
    assert heard == [signal.SIGINT]


def test_afterwards_all_is_as_before() -> None:
    numbers = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGALRM)
    before = [signal.getsignal(one) for one in numbers]
    with ends_as_interrupts():
        calling("llvmlite.binding.ffi", "close")(lambda: os.kill(os.getpid(), signal.SIGTERM))
        with pytest.raises(KeyboardInterrupt):
            time.sleep(60)
    assert [signal.getsignal(one) for one in numbers] == before
    assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)


def test_an_interrupt_while_a_class_is_made_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Python 3.11 raises a RuntimeError from whatever is raised then."""

    class Part:
        def __set_name__(self, owner: type, name: str) -> None:
            raise KeyboardInterrupt

    def interrupted(words: list[str], **more: object) -> None:
        type("Whole", (), {"part": Part()})

    monkeypatch.setattr("sim.cli._called_alone", lambda words: interrupted)
    said = warlab("games")
    assert (said.code, said.err) == (130, "warlab: interrupted\n")
