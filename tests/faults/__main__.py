"""The program: damage files, kill processes and give runs trouble, and fail if a number changes in silence."""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from pathlib import Path

from sim.games import GAMES
from tests.faults.damages import Found, try_damages
from tests.faults.kills import try_kills
from tests.faults.test_damages import runs
from tests.faults.troubles import try_troubles
from tests.support.toy_game import TOY


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.faults", description=__doc__)
    parser.add_argument("--damages", type=int, default=2000, help="damages to the files of a run")
    parser.add_argument("--kills", type=int, default=300, help="kills and interrupts of processes that play")
    parser.add_argument(
        "--troubles", type=int, default=120, help="runs with a full disk, limits, a rival, a bad clock"
    )
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args()
    GAMES["toy"] = TOY
    start = time.perf_counter()
    failed = 0
    with tempfile.TemporaryDirectory() as name:
        whole, others = runs(Path(name))
        failed += tell("damages", try_damages(whole, others, Path(name), wanted.damages, wanted.seed))
    if wanted.kills:
        with tempfile.TemporaryDirectory() as name:
            failed += tell("kills", try_kills(Path(name), wanted.kills, wanted.seed))
    if wanted.troubles:
        with tempfile.TemporaryDirectory() as name:
            failed += tell("troubles", try_troubles(Path(name), wanted.troubles, wanted.seed))
    print(f"seed {wanted.seed}, {time.perf_counter() - start:.0f} s", file=sys.stderr)
    return int(failed > 0)


def tell(what: str, found: Found) -> int:
    """Print what became of the trials; return how many changed a number in silence."""
    for outcome, times in sorted(found.outcomes.items()):
        print(f"{what}: {outcome}: {times:,}")
    print(f"{what}: changed in silence: {len(found.wrong):,}")
    print(*found.wrong, sep="\n", end="\n" if found.wrong else "")
    return len(found.wrong)


if __name__ == "__main__":
    sys.exit(main())
