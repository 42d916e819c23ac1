"""Processes that are killed, or forked too late: an error with a cure."""

import os
import signal
import subprocess
import sys

import pytest

from sim.errors import UserError
from sim.machine.pool import results
from sim.machine.workers import Workers


def kill(number, going):
    os.kill(os.getpid(), signal.SIGKILL)


@pytest.mark.slow
def test_a_killed_process_is_an_error_with_a_cure():
    with pytest.raises(UserError, match=r"a worker process was killed.*fewer workers"):
        list(results(kill, [1, 2], Workers(2, "loky")))


@pytest.mark.slow
def test_a_run_in_a_process_forked_after_polars_was_loaded_says_what_to_do(tmp_path):
    code = (
        "import multiprocessing, sim\n"
        "sim.play('war', games=1)\n"
        "def play():\n"
        f"    sim.run('quick', out={str(tmp_path / 'run')!r}, games=10)\n"
        "child = multiprocessing.get_context('fork').Process(target=play)\n"
        "child.start(); child.join(); print(child.exitcode)"
    )
    said = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert said.stdout == "1\n"
    assert (
        'start processes with multiprocessing.get_context("spawn"), or with joblib'
        in said.stderr
    )
    assert not (tmp_path / "run").exists()
