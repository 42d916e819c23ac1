"""How a command ends when it is interrupted, or its output cannot be written: in one line."""

import multiprocessing
import os
import signal
import sys
from dataclasses import replace
from pathlib import Path
from unittest.mock import Mock

import pytest
from joblib import Parallel, delayed

from sim.machine.interrupts import requests_to_end
from sim.runs import run
from tests.support import processes, tiers
from tests.support.command_line import refusal, warlab
from tests.support.processes import wait_until
from tests.support.toy_game import toy_scenario

ESCAPES = "\x1b[31mred\x1b]0;owned\x07 \x9b2J\u202e"


def catches(process, number):
    """Return whether a process has a handler for a signal, as Linux tells."""
    status = Path(f"/proc/{process}/status").read_text(encoding="utf-8")
    (caught,) = (
        line.split()[1] for line in status.splitlines() if line.startswith("SigCgt:")
    )
    return bool(int(caught, 16) >> (number - 1) & 1)


@pytest.mark.skipif(
    not Path("/proc/self/status").exists(),
    reason="handlers are looked up as Linux lists them",
)
@pytest.mark.parametrize(
    "sent", tiers.size([signal.SIGTERM], [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
)
def test_every_request_to_end_acts_like_an_interrupt(sent):
    process = processes.start(
        "play", "tod-und-leben", "--games", "1e12", "--workers", "1"
    )
    try:
        # From when the program takes requests to end, they may come at any moment.
        assert wait_until(lambda: catches(process.pid, signal.SIGTERM), 120)
        process.send_signal(sent)
        out, err = process.communicate(timeout=120)
    finally:
        process.kill()
        process.communicate()
    assert (process.returncode, out, err) == (130, "", "warlab: interrupted\n")


def test_an_interrupt_ends_the_workers_that_are_left(monkeypatch):
    Parallel(n_jobs=2, backend="loky")(delayed(os.getpid)() for _ in range(2))
    workers = multiprocessing.active_children()
    assert workers
    monkeypatch.setattr(
        "sim.commands.scenarios.shipped_scenarios", Mock(side_effect=KeyboardInterrupt)
    )
    said = warlab("scenarios")
    assert (said.code, said.err) == (130, "warlab: interrupted\n")
    assert wait_until(lambda: not any(worker.is_alive() for worker in workers), 60)


def test_an_interrupt_between_two_steps_of_an_import_comes_after_them():
    steps = []
    code = "signal.raise_signal(15); steps.append(1); wait_until(lambda: False, 60)"
    with pytest.raises(KeyboardInterrupt), requests_to_end():
        exec(
            compile(code, "<frozen importlib._bootstrap>", "exec"),
            globals() | {"steps": steps},
        )
    assert steps == [1]


def test_a_mistake_ends_the_program_with_code_2_and_nothing_on_standard_output():
    done = processes.done("play", "waar")
    said = "warlab: unknown game 'waar'; did you mean 'war'?\n"
    assert (done.returncode, done.stdout, done.stderr) == (2, "", said)


def test_a_closed_pipe_ends_the_program_quietly():
    """As in ``warlab games war | head -1``: the pipe is closed before all is printed."""
    reading, writing = os.pipe()
    os.close(reading)
    done = processes.done("games", "war", stdout=writing)
    os.close(writing)
    assert (done.returncode, done.stderr) == (1, "")


@pytest.mark.skipif(
    not Path("/dev/full").exists(), reason="only Linux has a device that is always full"
)
class TestFullOutput:
    @pytest.mark.parametrize("words", [("games",), ("--help",), ("--version",)])
    def test_it_is_one_line_and_code_2(self, words):
        with Path("/dev/full").open("w") as full:
            said = warlab(*words, out=full)
        assert (said.code, said.err) == (
            2,
            "warlab: standard output: No space left on device\n",
        )

    def test_a_full_standard_error_hides_only_the_line(self):
        with Path("/dev/full").open("w") as full:
            said = warlab("play nowar", err=full)
        assert (said.out, said.code) == ("", 2)


@pytest.mark.parametrize(
    ("closed", "words", "code"),
    [("stdout", "games", 0), ("stderr", "games", 0), ("stderr", "play nowar", 2)],
)
def test_closed_streams_change_nothing_else(closed, words, code, monkeypatch):
    """Python has None for a stream that was closed before it started."""
    from sim.commands.cli import main

    monkeypatch.setattr(sys, closed, None)
    assert main(words.split()) == code
    getattr(sys, closed).close()


def test_titles_with_commands_to_the_terminal_are_harmless(toy, tmp_path):
    where = tmp_path / "run"
    text = tmp_path / "report.txt"
    harmful = replace(toy_scenario(), title=ESCAPES, question=ESCAPES)
    run(harmful, where, games=100)
    said = warlab("report", where).out
    mark = "\N{REPLACEMENT CHARACTER}"
    assert f"{mark}[31mred{mark}]0;owned" in said
    assert warlab("report", where, "--to", text).code == 0
    for shown in (said, text.read_text()):
        assert not set(shown) & {"\x1b", "\x07", "\x9b", "\u202e"}
    assert "\x1b" not in refusal("play", "wa\x1b[31mr")
    assert "\x1b" not in refusal("status", tmp_path / "no\x1b[31mrun")


def test_what_nobody_typed_by_hand_is_shortened():
    digits = 5000 * "9"
    play = "play war --games "
    rule = "play war -r face_down="
    for words in (play + digits, "replay war " + digits, "play x" + digits):
        assert len(refusal(words)) < 700
    assert len(refusal(rule + digits)) < 700


def test_a_game_that_a_run_does_not_have_is_refused(toy, tmp_path):
    where = tmp_path / "run"
    run(toy_scenario(), where, games=100, first=50)
    assert warlab("replay", where, 149).code == 0
    for number in (49, 150, 999_999_999):
        assert refusal("replay", where, number) == (
            f"{where}: it has no game {number}; its games are 50 to 149; "
            f"to see others, replay toy itself with seed {toy_scenario().seed}"
        )
