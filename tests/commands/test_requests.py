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


def calling(module: str, name: str) -> Callable[[Callable[[], object]], None]:
    """Return a function of that name, as if of that module, that calls another and then notes that it has returned."""
    names: dict[str, Any] = {"__name__": module, "returned": returned}
    exec(f"def {name}(then):\n    then()\n    returned.append({name!r})", names)
    made: Callable[[Callable[[], object]], None] = names[name]
    return made


returned: list[str] = []
"""The functions that were called and have returned; they note it themselves, since a request may come right after."""


@pytest.fixture(autouse=True)
def nothing_has_returned() -> None:
    returned.clear()


def call_and_wait(module: str, name: str, then: Callable[[], object]) -> None:
    """Call a function of that name, as if of that module; what has to wait until it has returned comes then."""
    calling(module, name)(then)
    time.sleep(60)


def ask_and_stay(number: int) -> None:
    os.kill(os.getpid(), number)
    time.sleep(0.05)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
@pytest.mark.parametrize("name", ["_raw_object_cache_notify", "close"])
def test_a_request_waits_for_what_must_not_be_interrupted(
    number: int, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(requests, "PATIENCE", 120.0)
    with ends_as_interrupts(), pytest.raises(KeyboardInterrupt):
        call_and_wait("llvmlite.binding.executionengine", name, lambda: ask_and_stay(number))
    assert returned == [name]


@pytest.mark.parametrize("module", ["sim.games", "numba.core.compiler", "llvmlite.ir.builder"])
def test_elsewhere_it_acts_at_once(module: str) -> None:
    with ends_as_interrupts(), pytest.raises(KeyboardInterrupt):
        calling(module, "close")(lambda: ask_and_stay(signal.SIGINT))
    assert returned == []


def test_patience_ends_but_not_where_an_exception_would_be_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(requests, "PATIENCE", 0.02)
    called = "_raw_object_cache_notify"
    with ends_as_interrupts():
        with pytest.raises(KeyboardInterrupt):
            calling("llvmlite.binding.passmanagers", "run")(lambda: ask_and_stay(signal.SIGINT))
        assert returned == []
        with pytest.raises(KeyboardInterrupt):
            call_and_wait("llvmlite.binding.executionengine", called, lambda: ask_and_stay(signal.SIGINT))
    assert returned == [called]


def test_a_run_that_has_begun_meanwhile_ends_in_its_own_way() -> None:
    heard: list[int] = []

    def ask_and_begin() -> None:
        os.kill(os.getpid(), signal.SIGINT)
        signal.signal(signal.SIGINT, lambda number, frame: heard.append(number))

    before = signal.getsignal(signal.SIGINT)
    with ends_as_interrupts():
        calling("llvmlite.binding.ffi", "close")(ask_and_begin)
        end = time.monotonic() + 60
        while not heard and time.monotonic() < end:
            time.sleep(0.01)
    assert heard == [signal.SIGINT]
    assert signal.getsignal(signal.SIGINT) is before


def test_afterwards_all_is_as_before() -> None:
    numbers = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGALRM)
    before = [signal.getsignal(one) for one in numbers]
    with ends_as_interrupts(), pytest.raises(KeyboardInterrupt):
        call_and_wait("llvmlite.binding.ffi", "close", lambda: os.kill(os.getpid(), signal.SIGTERM))
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
