"""The page of the trials: what was done to runs, how often, and what became of it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from tests.faults.trials import Kind, Log

PAGE = Path(__file__).parents[2] / "docs" / "faults.md"

_HEAD = """\
# What runs survive

`make faults` damages the files of runs, kills the processes that play them, and makes them play on full disks and under
limits. Whatever happens, the content ends up identical to that of a run that nothing disturbed, or a clear line says
what is wrong: no number ever changes in silence. It counts what it does and writes this page, and it fails if anything
goes wrong. (Trials of the last time: {days}, at {commits}, seed {seeds}.)

**{trials:,} trials, {wrong} went wrong.**
"""

_TAIL = """\
A part of these trials is made by `make test`, at every change; `python -m tests.faults --minutes 5` makes as many as
five minutes allow, and the next call goes on. Where a disk cannot be mounted (only root can), the troubles of disks are
left out.

`python -m tests.faults.relentless 1e9 60` plays 10⁹ games of War, kills the process every minute, and compares the
bytes with those of a run that nothing disturbed: killed 50 times, it ended with the same bytes. Any other numbers of
games and seconds do as well, but a process must live long enough to start.

What a run guarantees is in [run-directory.md](run-directory.md); what may go wrong on a cluster, in
[clusters.md](clusters.md).
"""


def page(kinds: Sequence[Kind], log: Log) -> str:
    """Return the page."""
    lines = [
        _HEAD.format(
            days=_values(log, "day"),
            commits=f"commit {_values(log, 'commit')}",
            seeds=_values(log, "seed"),
            trials=len(log.lines),
            wrong=len(log.wrong()) or "none",
        )
    ]
    for kind in kinds:
        made = f"{kind.wanted - log.left(kind):,} of {kind.wanted:,} {kind.unit}."
        lines += [f"## {kind.heading}", "", kind.about, "", made, "", *_table(kind, log), ""]
    return "\n".join([*lines, _TAIL])


def write_page(kinds: Sequence[Kind], log: Log) -> Path:
    """Write the page and return its path."""
    PAGE.write_text(page(kinds, log), encoding="utf-8")
    return PAGE


def _table(kind: Kind, log: Log) -> list[str]:
    counts = log.counts(kind)
    rows = sorted({(what, how) for what, how, _ in counts})
    outcomes = sorted({outcome for *_, outcome in counts})
    hows = any(how for _, how in rows)
    head = ["what", *(["done"] if hows else []), "trials", *outcomes]
    lines = [f"| {' | '.join(head)} |", f"|{' --- |' * (1 + hows)}{' ---: |' * (1 + len(outcomes))}"]
    for what, how in rows:
        cells = [counts[what, how, outcome] for outcome in outcomes]
        lines.append(_row([what, *([how] if hows else [])], cells))
    total = [sum(counts[what, how, outcome] for what, how in rows) for outcome in outcomes]
    return [*lines, _row(["all", *([""] if hows else [])], total)]


def _row(names: list[str], cells: list[int]) -> str:
    numbers = [f"{cell:,}" if cell else "" for cell in cells]
    return f"| {' | '.join([*names, f'{sum(cells):,}', *numbers])} |"


def _values(log: Log, key: str) -> str:
    found = list(dict.fromkeys(str(line[key]) for line in log.lines))
    return found[0] if len(found) == 1 else f"{found[0]} to {found[-1]}"
