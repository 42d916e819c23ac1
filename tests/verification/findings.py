"""The findings of `make verify`, as two pages: what was verified, and how often the intervals cover.

Both follow from the tables: the published figures and the tables of the coverage.
"""

import math
import re
from collections import Counter
from collections.abc import Iterator

_VERIFIED = """\
# What is verified

`make verify` checks in one go what can be checked from outside, and writes these pages. It fails if
anything fails.

- **{figures} published figures** of {sources} sources: {exact} have our exact value digit for
  digit, {agree} agree with what was played (the largest difference is {largest} combined standard
  errors), and {rounds} is a rounding error of the source's own. [The
  figures](published-figures.md), line by line, with our value and its interval.
- **{intervals} kinds of intervals**, at 10 to 100,000 games: how often they hold the truth. [What
  covers, and what covers less](coverage.md).
- **Every kernel against its rulebook** in plain Python, column for column: on all deals of small
  decks with all options crossed, and on hundreds to thousands of deals of the whole pack for each
  option value (`pytest -m slow`).
- **Damage and kills**, by `make faults`: [what happened to damaged files and killed
  runs](faults.md).

Not verified is what nobody has published and no formula gives: there the rulebook, read against the
source's text, and the kernel, written from the same text, are the two witnesses. How each interval
is computed, with its source and its function, is in [statistics.md](statistics.md).

## The figures by source

A verdict is *exact* where our value has every published digit, *agrees* where the two differ by at
most four combined standard errors, and *source rounds* where the published digits themselves are
off by a rounding error that a note explains. The largest difference is in that unit.

Not all sources are other people's. *Recomputed* and *by two programs* mean second programs of our
own, written from the rules and sharing no code with the tool; *a deck of 52*, *GOPS, computed from
the rules* and *gambler's ruin* are formulas that we evaluated. All others are figures that somebody
else published.

| source | figures | verdicts | largest difference |
| --- | ---: | --- | ---: |
"""

_COVERED = """\
# How often the intervals cover

How far can "95 %" be trusted? Every interval, band and stopping rule was tried on games whose truth
is known, and it was counted how often it held the truth. `make verify` does it anew; [the
tables](coverage-tables.md) have every row, and [statistics.md](statistics.md) says what each
interval is.

## What covers

- **A share** of games covers at least {share} at 95 %, whatever the true share, from 30 games on:
  computed, not simulated.
- **{kinds} other kinds of intervals** without a warning beside the number cover {middle:.1f} % in
  the middle of their {rows} rows (samples of 30 to 100,000 games), and {least:.1f} % at least.
- {low} of these rows lie more than two of their standard errors below 95 %. If all covered exactly
  as they say, {chance:.0f} would by chance.

| the {low} rows | games | at 95 % | runs |
| --- | ---: | ---: | ---: |
"""

_WARNED = """
## What covers less, and is warned

Where a method has too few games, or too few that differ, its interval has a warning beside it: in
the terminal, in reports and in tables. {low} of {rows} such rows cover too little by the same
measure; the others cover as they say all the same.

| interval | games | at 95 % | at 99 % | at 99.9 % |
| --- | ---: | ---: | ---: | ---: |
"""

_LOOKING = """
## Looking again and again

A usual interval is for one look. Who looks 13 times at a growing run, and stops when it likes the
interval, is wrong far more often than in 5 % of runs; confidence sequences may be looked at as
often as one likes. The share of runs in which the true value is missed at some look:

| true value | usual, 95 % | sequence, 95 % | sequence, 99 % |
| --- | ---: | ---: | ---: |
"""

_STOPPED = """
## Stopping at a precision

A run that stops when its answer is known well enough (`warlab run --until`) looks only at sizes
fixed beforehand, and judges what has been seen fewer than ten times by the width that it would have
with ten. For a share of one in 10,000 its intervals cover {least} to {most} at 95 %.
"""

ENOUGH = 100
"""The fewest runs without a warning of which the share that covers is told."""


def verified(figures: str, tables: str) -> str:
    """The page that says what everything comes to."""
    found = {
        part.partition("\n")[0]: list(_table(part))
        for part in figures.split("\n## ")[1:]
    }
    every = [cells for rows in found.values() for cells in rows]
    kinds = {cells[0] for cells in rows_of(tables, "## All others")}
    verdicts = Counter(cells[-1] for cells in every)
    page = _VERIFIED.format(
        figures=len(every),
        sources=len(found),
        exact=verdicts["exact"],
        agree=verdicts["agrees"],
        rounds=verdicts["source rounds"],
        largest=_largest(every).lstrip("+−"),
        intervals=len(kinds),
    )
    lines = (
        f"| {source} | {len(rows)} | {_verdicts(rows)} | {_largest(rows)} |\n"
        for source, rows in found.items()
    )
    return page + "".join(lines)


def _verdicts(rows: list[list[str]]) -> str:
    verdicts = [cells[-1] for cells in rows]
    return ", ".join(
        f"{verdicts.count(verdict)} {verdict}" for verdict in dict.fromkeys(verdicts)
    )


def _largest(rows: list[list[str]]) -> str:
    differences = [cells[-2] for cells in rows if cells[-2]]
    return max(
        differences,
        key=lambda text: abs(float(text.replace("−", "-"))),
        default="",
    )


def covered(tables: str) -> str:
    """The page on how often the intervals cover."""
    shares = [
        number(cells[1])
        for cells in rows_of(tables, "## Shares")
        if number(cells[0]) >= 30
    ]
    others = rows_of(tables, "## All others")
    plain = [
        cells
        for cells in others
        if number(cells[1]) >= 30 and number(cells[-1]) >= ENOUGH
    ]
    warned = [cells for cells in others if number(cells[-1]) < ENOUGH]
    low = [cells for cells in plain if _low(cells[-2], cells[-1])]
    low_warned = [cells for cells in warned if _low(cells[3], cells[2])]
    found = sorted(number(cells[-2]) for cells in plain)
    stopped = [number(cells[-1]) for cells in rows_of(tables, "## A share of one")]
    parts = [
        _COVERED.format(
            share=f"{min(shares):.1f} %",
            kinds=len({cells[0] for cells in plain}),
            middle=found[len(found) // 2],
            rows=len(plain),
            least=found[0],
            low=len(low),
            chance=len(plain) * math.erfc(math.sqrt(2)) / 2,
        ),
        *(_line(cells[0], cells[1], cells[-2], cells[-1]) for cells in low),
        _WARNED.format(low=len(low_warned), rows=len(warned)),
        *(_line(*cells[:2], *cells[3:6]) for cells in low_warned),
        _LOOKING,
        *(
            _line(cells[0], cells[1], cells[4], cells[5])
            for cells in rows_of(tables, "## Looking")
        ),
        _STOPPED.format(least=f"{min(stopped):.1f} %", most=f"{max(stopped):.1f} %"),
    ]
    return "".join(parts)


def _low(share: str, runs: str) -> bool:
    """Whether a share of runs lies more than two standard errors below 95 %."""
    return number(share) < 95 - 200 * math.sqrt(0.95 * 0.05 / number(runs))


def _line(*cells: str) -> str:
    return f"| {' | '.join(cells)} |\n"


def rows_of(page: str, heading: str) -> list[list[str]]:
    """The rows of the table below a heading."""
    return list(_table(page[page.index(heading) :].split("\n## ")[0]))


def _table(text: str) -> Iterator[list[str]]:
    lines = [line for line in text.split("\n") if line.startswith("|")]
    for line in lines[2:]:
        yield [cell.strip() for cell in line.strip("|").split("|")]


def number(text: str) -> float:
    """A number of a cell."""
    return float(re.sub(r"[,% ]", "", text) or "nan")
