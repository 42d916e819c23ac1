"""How often the intervals cover what they estimate: the tables of docs/coverage.md, from a fixed seed.

``python -m tests.verification.coverage`` prints them; it fails if an interval covers
less than 93 % at 95 %, 98.5 % at 99 % or 99.7 % at 99.9 % (less four standard errors of
the simulation) from 30 games on without a warning beside it.
"""

import math
import sys

from tests.verification.covering import (
    FEWER,
    LEAST,
    LEVELS,
    LOOKS,
    OF_SHARES,
    RUNS,
    rows,
    shares,
    stopping,
    watching,
)
from tests.verification.covering_more import more

ENOUGH = 100
"""The fewest runs without a warning for which the share that covers is given."""

_NAMES = [f"{100 * level:g} %" for level in LEVELS]


def errors(runs):
    """Return one standard error of the coverage at each level, in percent."""
    return ", ".join(
        f"{100 * math.sqrt(level * (1 - level) / runs):.1f}" for level in LEVELS
    )


_HEAD = f"""\
# How often the intervals cover

*For readers who know statistics.* An interval *covers* if it contains the true value; a 95 % interval should do so in
95 % of samples. `make verify` draws many samples from games with a known true value, computes every kind of interval,
band and stopping rule from a fixed seed, and counts (`python -m tests.verification.coverage`).
[Statistics](statistics.md) says how each interval is computed.

## The least coverage of each interval

Over all sample sizes from 30 games on at which at least {ENOUGH} intervals have no warning: at 95 % the intervals
without a warning, at 99 and 99.9 % all intervals. Wilson's interval of a share is a little below its level at some
shares. The smallest of many simulated figures tends to be too low. Repeated from another seed, the standard deviation
at 100,000 games covers in 95.3 % of 1,500 runs (error 0.6) instead of 92.0 %, and the mean of the rest after 300
rounds in 94.7 % of 2,000 (error 0.5) instead of 91.5 %.

| interval | 95 % | 99 % | 99.9 % |
| --- | ---: | ---: | ---: |"""

_OTHERS = f"""
## All others: with a warning and without

If a method has too few games, or too few that differ, its interval has a warning in the terminal, in reports and in
tables. The last two columns are of the runs without one. With a warning, from 30 games on, an interval at 95 % covers
in only {{least}} of runs at worst ({{worst}}, {{games}} games).

Each row comes from {RUNS:,} runs ({FEWER} for curves, splitting and runs of 100,000 games), less those that give no
interval. The column *errors* has the standard errors of its three figures, in percentage points, if coverage equals
the level. In the rows on splitting, a game is one complete repetition.
"""

_LOOKING = f"""
## Looking again and again

An ordinary interval holds for one look at the data. If you look {len(LOOKS)} times at a growing run and stop when an
interval misses the value in question, you are wrong far more often than in 5 % of runs. Confidence sequences allow any
number of looks: 5, 1 and 0.1 % of runs may miss at some look.

The share of {FEWER} runs in which the true value lies outside of the interval at one look or more, at {LOOKS[0]:,} to
{LOOKS[-1]:,} games:
"""

_STOPPED = f"""
## Stopping at a precision

A run that stops at a precision (`warlab run --until`) looks only at sizes fixed beforehand, and judges a share that
rests on fewer than ten games by the width that it would have with ten. How often the 95 % intervals of such runs
cover a share of one in 10,000, and the bias of the estimates, each from {RUNS:,} runs (standard errors: 0.7 points of
the coverage, 1.6 % of the half width):
"""


def page():
    """Return the page, how many kinds of intervals it has, and whether each keeps its promise."""
    least, found, seen = list(shares()), [*rows(), *more()], list(watching())
    failed = list(failures(least, found, seen))
    for one in failed:
        print(f"covers too little: {one}", file=sys.stderr)
    parts = (
        least_of(least, found),
        _shares(least),
        _others(found),
        _watched(seen),
        _stopped(),
    )
    text = "\n".join(line for part in parts for line in part) + "\n"
    return text, len({row.name for row in found}), not failed


def failures(least, found, seen):
    """Yield what covers too little."""
    for games, held in least:
        if games >= 30 and any(
            one < LEAST[level] for one, level in zip(held, LEVELS, strict=False)
        ):
            yield f"a share, {games:,} games"
    yield from (f"{one.name}, {one.games:,} games" for one in found if one.failed)
    for name, _, sequences in seen:
        if any(
            rate > 1 - level + 4 * math.sqrt(level * (1 - level) / FEWER)
            for rate, level in zip(sequences, LEVELS, strict=True)
        ):
            yield f"{name}, at {len(LOOKS)} looks"


def least_of(least, found):
    """Yield the lines of the least coverage of each interval."""
    yield _HEAD
    of_shares = [covered[: len(LEVELS)] for games, covered in least if games >= 30]
    kinds = {"a share, by enumeration": of_shares}
    for row in found:
        if row.games >= 30 and row.runs >= ENOUGH:
            paired = row.name.startswith("paired")
            name = row.name.split(", ")[0] if paired else row.name
            kinds.setdefault(name, []).append((row.unwarned[0], *row.covered[1:]))
    for name, rows_of in kinds.items():
        worst = [min(column) for column in zip(*rows_of, strict=True)]
        yield f"| {name} | {' | '.join(f'{100 * share:.1f} %' for share in worst)} |"


def _shares(least):
    yield "\n## Shares: the least coverage over all true shares, by enumeration\n"
    yield f"| games | {' | '.join(f'{100 * level:g} %' for level in OF_SHARES)} |"
    yield "|---:|" + " ---:|" * len(OF_SHARES)
    for games, held in least:
        yield f"| {games:,} | {' | '.join(f'{100 * one:.3f} %' for one in held)} |"


def _others(found):
    worst = min((one for one in found if one.games >= 30), key=lambda one: one.covered)
    least = f"{100 * worst.covered[0]:.0f} %"
    yield _OTHERS.format(least=least, worst=worst.name, games=worst.games)
    yield f"| interval | games | runs | {' | '.join(_NAMES)} | errors | 95 %, no warning | runs without |"
    yield "|---|---:|" + " ---:|" * (len(LEVELS) + 4)
    for one in found:
        plain = f"{100 * one.unwarned[0]:.1f} %" if one.runs else ""
        covered = " | ".join(f"{100 * each:.1f} %" for each in one.covered)
        drawn = f"{one.name} | {one.games:,} | {one.drawn:,}"
        yield f"| {drawn} | {covered} | {errors(one.drawn)} | {plain} | {one.runs:,} |"


def _watched(seen):
    yield _LOOKING
    yield f"| true value | usual, {' | usual, '.join(_NAMES)} | sequence, {' | sequence, '.join(_NAMES)} |"
    yield "|---|" + " ---:|" * (2 * len(LEVELS))
    for name, usual, sequences in seen:
        yield f"| {name} | {' | '.join(f'{100 * each:.1f} %' for each in (*usual, *sequences))} |"


def _stopped():
    yield _STOPPED
    yield "| requested half width / share | bias / share | bias / half width | covers |"
    yield "|---:|---:|---:|---:|"
    for times, bias, against, held in stopping():
        yield f"| {times:g} | {100 * bias:+.1f} % | {100 * against:+.1f} % | {100 * held:.1f} % |"


def main():
    """Print the page and return whether an interval fails."""
    text, _, holds = page()
    print(text, end="")
    return 0 if holds else 1


if __name__ == "__main__":
    sys.exit(main())
