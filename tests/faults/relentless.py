"""A long run that is killed again and again: it must end with the bytes of one that nothing disturbed.

``python -m tests.faults.relentless 1e9 60`` plays 10^9 games of War and kills the process every 60 seconds; ``--backend
loky`` kills one with worker processes.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.support.places import ROOT
from tests.support.toy_game import content

SCENARIO = 'title = "War"\nquestion = "How long does War last?"\ngame = "war"\ngames = 1000\nseed = 1\n'


def main() -> int:
    """Play twice, and compare."""
    parser = argparse.ArgumentParser(prog="python -m tests.faults.relentless", description=__doc__)
    parser.add_argument("games")
    parser.add_argument("seconds", type=float, help="the time between two kills")
    parser.add_argument("--backend", default="threading")
    parser.add_argument("--workers", default="2")
    parser.add_argument("--keep-games", action="store_true")
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        where = Path(name)
        (where / "war.toml").write_text(SCENARIO, encoding="utf-8")
        words = ["run", str(where / "war.toml"), "--games", wanted.games, "--workers", wanted.workers]
        words += [] if wanted.keep_games else ["--no-keep-games"]
        kills = 0
        began = time.monotonic()
        while not _ended(
            _start(*words, "--out", str(where / "a"), "--backend", wanted.backend), wanted.seconds
        ):
            kills += 1
        seconds = time.monotonic() - began
        if not _ended(_start(*words, "--out", str(where / "b")), None):
            return 1
        same = content(where / "a") == content(where / "b")
        print(
            f"{wanted.games} games, killed {kills} times in {seconds:.0f} s: "
            f"{'the same bytes' if same else 'OTHER BYTES'}"
        )
        shutil.rmtree(where / "a")
    return int(not same)


def _start(*words: str) -> subprocess.Popen[bytes]:
    program = "import sys; from sim.commands.start import main; sys.exit(main())"
    return subprocess.Popen(
        [sys.executable, "-c", program, *words, "--resume"], cwd=ROOT, stdout=subprocess.DEVNULL
    )


def _ended(process: subprocess.Popen[bytes], seconds: float | None) -> bool:
    """Return whether a process played to the end within a time; if not, it is killed."""
    try:
        code = process.wait(seconds)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
        return False
    if code:
        raise SystemExit(f"it ended with {code}")
    return True


if __name__ == "__main__":
    sys.exit(main())
