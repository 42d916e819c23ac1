"""Files are written whole or not at all, and only one process at a time writes to a directory."""

import os
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

from sim.errors import UserError
from sim.storage.files import LOCK, locked, write_output
from tests.support.places import ROOT

HOLDS = """
import sys, time
from pathlib import Path
from sim.storage.files import locked
with locked(Path(sys.argv[1]), "counting"):
    print("locked", flush=True)
    time.sleep(60)
"""


def test_a_lock_ends_when_its_process_is_killed(tmp_path):
    with subprocess.Popen(
        [sys.executable, "-c", HOLDS, str(tmp_path)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
    ) as other:
        assert other.stdout.readline() == "locked\n"
        with pytest.raises(UserError) as refused, locked(tmp_path, "counting"):
            pass
        other.send_signal(signal.SIGKILL)
        other.wait()
    assert (
        str(refused.value)
        == f"{tmp_path}: another process is counting; wait for it, or stop it"
    )
    with locked(tmp_path, "counting"):
        pass


def test_a_lock_is_free_again_after_an_error(tmp_path):
    with pytest.raises(ArithmeticError), locked(tmp_path, "counting"):
        raise ArithmeticError
    with locked(tmp_path, "counting"):
        assert [path.name for path in tmp_path.iterdir()] == [LOCK]


def test_a_named_output_follows_links_and_fills_pipes(tmp_path):
    (tmp_path / "link").symlink_to(tmp_path / "real")
    write_output(tmp_path / "link", b"text")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_bytes() == b"text"
    os.mkfifo(tmp_path / "pipe")
    with ThreadPoolExecutor() as pool:
        read = pool.submit((tmp_path / "pipe").read_bytes)
        write_output(tmp_path / "pipe", b"text")
        assert read.result() == b"text"
    assert (tmp_path / "pipe").is_fifo()
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    with pytest.raises(UserError, match="loop: the link leads to itself"):
        write_output(tmp_path / "loop", b"text")
    with pytest.raises(
        UserError, match="none: there is no such directory; make it first"
    ):
        write_output(tmp_path / "none" / "file", b"text")
