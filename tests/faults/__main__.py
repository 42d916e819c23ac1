"""The program ``python -m tests.faults``: 2,000 damaged, 250 killed and 120 troubled runs; writes docs/faults.md.

It fails if a number changes in silence.
"""

import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import UTC, datetime
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from joblib import Parallel, delayed

from tests.faults.damages import damages
from tests.faults.kills import kills
from tests.faults.trials import Play
from tests.faults.troubles import troubles
from tests.support.places import ROOT
from tests.support.toy_game import TOY

PAGE = ROOT / "docs" / "faults.md"
SEED = 1
AT_ONCE = 4


class Kind(NamedTuple):
    """A kind of trials."""

    heading: str  # on the page, as the explanation is
    about: str
    trials: int
    ready: Callable[
        [Path, int], AbstractContextManager[Play]
    ]  # prepares a directory, with a seed


KINDS = (
    Kind(
        "Damaged files",
        "One file of a run is damaged: some bits, bytes or digits are changed, it is cut short or removed, "
        "exchanged with another file, or replaced by the same file of another run. Reading the run must then give the "
        "same plan, counts and rows as before, or an error of one line that names the run and a "
        "cure. One run in four is then repaired (`warlab status RUN --repair`), and must have its former content.",
        2000,
        damages,
    ),
    Kind(
        "Killed and interrupted processes",
        "A process that plays a run, or one of its workers, is killed (SIGKILL), or the process gets "
        "SIGINT, SIGTERM or SIGHUP, at random moments. A process that ends by itself must say so in one line. "
        "After one to five such processes the run is resumed in blocks of another size; its content must be that "
        "of an undisturbed run.",
        250,
        kills,
    ),
    Kind(
        "Full disks, limits, rivals, clocks",
        "A process plays a run under one of the conditions in the table. It must play on, end with an error of "
        "one line, or be stopped by the operating system. Then the run is resumed without the "
        "condition; its content must be that of an undisturbed run.",
        120,
        troubles,
    ),
)


_HEAD = """\
# What runs survive

*For those who keep long runs.* `make faults` damages the files of runs, kills processes that play runs, and lets them
play on full disks and under limits. In each trial the run must end up with the content of an undisturbed run, or an
error of one line must say what is wrong. It writes this page, and fails if a trial fails.
Last made on {day}, at commit {commit}, with seed {seed}.

**{trials:,} trials, {wrong} failed.**
"""

_TAIL = """\
`make test` makes some of these trials. Those with disks need root.

[Run directories](run-directory.md) says what a run guarantees, [Use more machines](clusters.md) what may fail on a
cluster.
"""


def main():
    """Make all trials, write the page, and return whether anything went wrong."""
    jobs = [delayed(_share)(kind, first) for kind in KINDS for first in range(AT_ONCE)]
    shares = Parallel(n_jobs=AT_ONCE)(jobs)  # they mostly wait
    made = {
        kind: [*chain(*shares[n * AT_ONCE :][:AT_ONCE])] for n, kind in enumerate(KINDS)
    }
    trials = [trial for some in made.values() for trial in some]
    wrong = [trial.wrong for trial in trials if trial.wrong]
    commit = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    ).stdout.strip()
    day = datetime.now(UTC).date().isoformat()
    head = _HEAD.format(
        day=day,
        commit=commit,
        seed=SEED,
        trials=len(trials),
        wrong=len(wrong) or "none",
    )
    lines = [head]
    for kind, some in made.items():
        lines += [f"## {kind.heading}", "", kind.about, "", *_table(some), ""]
    PAGE.write_text("\n".join([*lines, _TAIL]), encoding="utf-8")
    return int(bool(wrong))


def _share(kind, first):
    """Make the trials of every fourth number."""
    from sim.games import (
        GAMES,
    )  # here, since a worker gets a copy of what this module holds

    GAMES["toy"] = TOY
    trials = []
    with tempfile.TemporaryDirectory() as name, kind.ready(Path(name), SEED) as play:
        for number in range(first, kind.trials, AT_ONCE):
            trials += (some := play(number))
            for trial in some:
                if trial.wrong:
                    print(trial.wrong, flush=True)
    return trials


def _table(trials):
    counts = Counter((trial.what, trial.how, trial.outcome) for trial in trials)
    outcomes = sorted({outcome for *_, outcome in counts})
    rows = [*sorted({(what, how) for what, how, _ in counts}), ("all", "")]
    counts.update(("all", "", trial.outcome) for trial in trials)
    names = 2 if any(how for _, how in rows) else 1
    lines = [[*("what", "done")[:names], "trials", *outcomes]]
    lines.append(names * ["---"] + (1 + len(outcomes)) * ["---:"])
    for row in rows:
        cells = [counts[*row, outcome] for outcome in outcomes]
        lines.append(
            [
                *row[:names],
                *(f"{cell:,}" if cell else "" for cell in (sum(cells), *cells)),
            ]
        )
    return [f"| {' | '.join(line)} |" for line in lines]


if __name__ == "__main__":
    sys.exit(main())
