"""How a command ends when it is interrupted, or its output or memory is missing: in one line."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import pytest

from sim.contract.game import Game
from sim.runs import open_run, run
from tests.support import program, tiers
from tests.support.command_line import refusal, warlab
from tests.support.killing import wait_until
from tests.support.toy_game import toy_scenario

TOP = Path(__file__).parents[2]
PROGRAM = "import sys\nfrom sim.commands.start import main\nsys.exit(main())"
BEGUN = """
import sys

class Begun:
    def find_spec(self, name, *_):
        if name == "sim.commands.cli":
            print("begun", flush=True)

sys.meta_path.insert(0, Begun())
"""
"""Says when the command line begins to be loaded: from then on, an interrupt is taken."""
FULL = Path("/dev/full")

ESCAPES = "\x1b[31mred\x1b]0;owned\x07 \x9b2J\u202e"


def start(*words: str, **how: object) -> subprocess.Popen[str]:
    """Start the command line in a process of its own."""
    return subprocess.Popen(
        [sys.executable, "-c", PROGRAM, *words],
        cwd=TOP,
        text=True,
        **{"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **how},  # type: ignore[call-overload]
    )


def catches(process: int, number: int) -> bool:
    """Return whether a process has a handler for a signal, as Linux tells."""
    status = Path(f"/proc/{process}/status").read_text(encoding="utf-8")
    (caught,) = (line.split()[1] for line in status.splitlines() if line.startswith("SigCgt:"))
    return bool(int(caught, 16) >> (number - 1) & 1)


@pytest.mark.skipif(
    not Path("/proc/self/status").exists(), reason="handlers are looked up as Linux lists them"
)
@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_every_request_to_end_acts_like_an_interrupt(sent: int) -> None:
    process = program.start("play", "tod-und-leben", "--games", "1e12", "--workers", "1")
    try:
        # From when the program takes requests to end, they may come at any moment.
        assert wait_until(lambda: catches(process.pid, signal.SIGTERM), 120)
        time.sleep(tiers.size(0.3, 1.0))
        process.send_signal(sent)
        out, err = process.communicate(timeout=120)
    finally:
        process.kill()
        process.communicate()
    assert (process.returncode, out, err) == (130, "", "warlab: interrupted\n")


def test_an_interrupt_while_the_command_line_is_loaded_has_no_traceback() -> None:
    for wait in tiers.size((0.05, 0.09, 0.15), (0.0, 0.05, 0.06, 0.07, 0.09, 0.12, 0.15, 0.2, 0.25)):
        process = subprocess.Popen(
            [sys.executable, "-c", f"{BEGUN}\n{PROGRAM}", "games"],
            cwd=TOP,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert process.stdout is not None
        assert process.stdout.readline() == "begun\n"
        time.sleep(wait)
        process.send_signal(signal.SIGINT)
        err = process.communicate(timeout=60)[1]
        assert (process.returncode, err) in ((130, "warlab: interrupted\n"), (0, ""), (-signal.SIGINT, ""))


@pytest.mark.skipif(not FULL.exists(), reason="there is no /dev/full here")
class TestFullOutput:
    @pytest.mark.parametrize("words", [("games",), ("--help",), ("--version",), ("play", "nowar")])
    def test_it_is_one_line_and_code_2(self, words: tuple[str, ...]) -> None:
        with FULL.open("w") as full:
            process = program.start(*words, out=full.fileno())
            err = process.communicate(timeout=60)[1]
        wanted = (
            "standard output: No space left on device" if "nowar" not in words else "unknown game 'nowar'"
        )
        assert process.returncode == 2
        assert err.startswith(f"warlab: {wanted}")
        assert err.count("\n") == 1

    def test_a_full_standard_error_hides_only_the_line(self) -> None:
        with FULL.open("w") as full:
            process = program.start("play", "nowar", err=full.fileno())
            assert (process.communicate(timeout=60)[0], process.returncode) == ("", 2)


@pytest.mark.parametrize(
    ("closed", "words", "code"), [(1, "games", 0), (2, "games", 0), (2, "play nowar", 2)]
)
def test_closed_streams_change_nothing_else(closed: int, words: str, code: int) -> None:
    process = program.start(*words.split(), before=partial(os.close, closed))
    out, err = process.communicate(timeout=60)
    assert process.returncode == code
    assert err == ""
    assert bool(out) == (closed == 2 and code == 0)


def test_a_file_that_is_whole_is_not_called_damaged_for_want_of_memory(
    toy: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import pyarrow.parquet

    def fail(*what: object, **more: object) -> None:
        raise MemoryError

    run(toy_scenario(), tmp_path / "run", games=100)
    monkeypatch.setattr(pyarrow.parquet, "ParquetFile", fail)
    with pytest.raises(MemoryError):
        open_run(tmp_path / "run")
    assert (
        refusal("status", tmp_path / "run") == "memory ran out; use fewer --workers or smaller --block-games"
    )
    parts = sorted((tmp_path / "run").rglob("part-*"))
    monkeypatch.setattr(pyarrow.parquet, "read_metadata", fail)
    monkeypatch.undo()
    assert sorted((tmp_path / "run").rglob("part-*")) == parts


def test_titles_with_commands_to_the_terminal_are_harmless(toy: Game, tmp_path: Path) -> None:
    from dataclasses import replace

    run(replace(toy_scenario(), title=ESCAPES, question=ESCAPES), tmp_path / "run", games=100)
    said = warlab("report", tmp_path / "run")
    assert "\N{REPLACEMENT CHARACTER}[31mred\N{REPLACEMENT CHARACTER}]0;owned" in said.out
    assert warlab("report", tmp_path / "run", "--to", tmp_path / "report.txt").code == 0
    for text in (said.out, (tmp_path / "report.txt").read_text()):
        assert not set(text) & {"\x1b", "\x07", "\x9b", "\u202e"}
    assert "\x1b" not in refusal("play", "wa\x1b[31mr")
    assert "\x1b" not in refusal("status", tmp_path / "no\x1b[31mrun")


def test_what_nobody_typed_by_hand_is_shortened() -> None:
    for words in (
        ("play", "war", "--games", 5000 * "9"),
        ("replay", "war", 5000 * "9"),
        ("play", 5000 * "x"),
    ):
        assert len(refusal(*words)) < 700
    assert len(refusal("play", "war", "-r", f"face_down={5000 * '9'}")) < 700


def test_a_game_that_a_run_does_not_have_is_refused(toy: Game, tmp_path: Path) -> None:
    run(toy_scenario(), tmp_path / "run", games=100, first=50)
    assert warlab("replay", tmp_path / "run", 149).code == 0
    for number in (49, 150, 999_999_999):
        assert refusal("replay", tmp_path / "run", number) == (
            f"{tmp_path}/run: it has no game {number}; its games are 50 to 149; "
            f"warlab replay toy {number} --seed {toy_scenario().seed} plays one beyond them"
        )
