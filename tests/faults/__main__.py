"""The program: damage files, kill processes and give runs trouble, and fail if a number changes in silence.

``python -m tests.faults`` makes what is missing of 2,000 damages, 300 kills and 120 troubles, and writes
docs/faults.md. It keeps a log, and goes on where it was: ``--minutes 5`` makes a part.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import time
from datetime import UTC, datetime
from pathlib import Path

from sim.games import GAMES
from tests.faults.damages import damages
from tests.faults.kills import is_kill, kills
from tests.faults.page import write_page
from tests.faults.trials import Kind, Log
from tests.faults.troubles import troubles
from tests.support.places import ROOT
from tests.support.toy_game import TOY

LOG = ROOT / "build" / "faults.jsonl"

KINDS = (
    Kind(
        "damages",
        "Damaged files",
        "One file of a copy of a run is damaged: a bit, a byte, a stretch or the end of it, some digits, or all of it, "
        "removed, exchanged with another file or replaced by the same file of another run. Then everything that the "
        "run tells (its plan, its counts, its rows) is the same, or it is refused in one line that names the run and a "
        "cure. One run in four is then repaired (`warlab status RUN --repair`) and has the content that it had.",
        2000,
        "damages",
        damages,
    ),
    Kind(
        "kills",
        "Killed and interrupted processes",
        "A process that plays, one of its workers or its scheduler is killed (SIGKILL), or the process gets SIGINT, "
        "SIGTERM or SIGHUP, at random moments, some of them one after the other. What "
        "ends by itself must say so in one line. After one to five such processes, the run is resumed in blocks "
        "of another size; all of its content must be that of a run that nothing disturbed.",
        300,
        "kills (SIGKILL), and what came with them",
        kills,
        is_kill,
    ),
    Kind(
        "troubles",
        "Full disks, limits, rivals, clocks",
        "A process plays under a trouble. It must play, end in one line, or be ended by the system or for want of "
        "memory; afterwards the run is resumed without the trouble, and all of its content must be that of a run that "
        "nothing disturbed.",
        120,
        "runs",
        troubles,
    ),
)


def main() -> int:
    """Make the trials that the command line asks for, and write the page once there are enough."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.faults", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--only", choices=[kind.name for kind in KINDS], help="make only trials of this kind")
    parser.add_argument("--minutes", type=float, help="end after this time; the next call goes on")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--log", type=Path, default=LOG, help=f"the log (default: {LOG.relative_to(ROOT)})")
    parser.add_argument("--page", action="store_true", help="write the page even if trials are missing")
    parser.add_argument("--anew", action="store_true", help="forget what the log has")
    wanted = parser.parse_args()
    GAMES["toy"] = TOY
    if wanted.anew:
        wanted.log.unlink(missing_ok=True)
    log = Log(wanted.log)
    end = time.monotonic() + 60 * wanted.minutes if wanted.minutes else float("inf")
    for kind in KINDS:
        if wanted.only in (None, kind.name):
            make(kind, log, wanted.seed, end)
    for kind in KINDS:
        print(f"{kind.name}: {kind.wanted - log.left(kind):,} of {kind.wanted:,}")
    print(*log.wrong(), sep="\n")
    if wanted.page or not any(log.left(kind) for kind in KINDS):
        print(write_page(KINDS, log))
    return int(bool(log.wrong()))


def make(kind: Kind, log: Log, seed: int, end: float) -> None:
    """Make trials of a kind until there are enough, or until a time."""
    commit = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=False
    ).stdout.strip()
    if not log.left(kind) or time.monotonic() > end:
        return
    with tempfile.TemporaryDirectory() as name, kind.ready(Path(name), seed) as play:
        number = log.next_number(kind)
        while log.left(kind) and time.monotonic() < end:
            day = datetime.now(UTC).date().isoformat()
            trials = play(number)
            log.add(kind, number, trials, seed=seed, commit=commit, day=day)
            print(*(trial.wrong for trial in trials if trial.wrong), sep="\n", end="", flush=True)
            number += 1


if __name__ == "__main__":
    sys.exit(main())
