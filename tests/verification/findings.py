"""The findings of `make verify`, as two pages: what was verified, and how often the intervals cover.

Both follow from the tables: the published figures and the tables of the coverage.
"""

import math
import re
from collections import Counter
from collections.abc import Iterator

_VERIFIED = """\
# What is verified

*For those who ask whether the numbers can be trusted.* `make verify` makes the following checks, writes
this page, and fails if one of them fails.

- **{figures} figures** of {sources} sources: {exact} equal our exact value in every
  digit, {agree} agree with ours within sampling error (the largest difference is {largest} combined standard
  errors), and {rounds} is a rounding error of the source. [All figures](published-figures.md), with
  our values and intervals.
- **{intervals} kinds of intervals**, at 10 to 100,000 games: how often they contain the true value.
  [Which do, and which less often](coverage.md).
- **Every kernel against its rulebook** in plain Python, in all columns: on all deals of small
  decks with all options crossed, and on hundreds to thousands of deals of the whole pack for each
  option value.

`make faults` checks [damaged files and killed runs](faults.md).

Numbers that nobody has published and no formula gives have one check only: kernel and rulebook,
written separately from the source's text, agree. [Statistics](statistics.md) says how each interval is
computed.

## The figures by source

*Exact*: our exact value has every published digit. *Agrees*: the two differ by at most four combined
standard errors, the unit of the largest difference. *Source rounds*: the published digits contain a
rounding error, which a note explains.

Some sources are our own. *Recomputed* and *by two programs* mean second programs of ours,
written from the rules and sharing no code with warlab; *a deck of 52*, *GOPS, computed from
the rules* and *gambler's ruin* are formulas that we evaluated. All other figures were published by
others.

| source | figures | verdicts | largest difference |
| --- | ---: | --- | ---: |
"""

_COVERED = """\
# How often the intervals cover

*For readers who know statistics.* An interval *covers* if it contains the true value; a 95 % interval
should do so in 95 % of samples. Of those without a warning the median of {rows} cases is {middle:.1f} %, the
lowest {least:.1f} %. Those with a warning can cover less often.

`make verify` draws many samples from games with a known true value, computes every kind of interval,
band and stopping rule, and counts. [The tables](coverage-tables.md) have every row;
[Statistics](statistics.md) says how each interval is computed.

## Intervals without a warning

- **Shares of games**: the 95 % interval covers in at least {share} of samples, for every true share,
  from 30 games on. This is computed, not simulated.
- **{kinds} other kinds**, with samples of 30 to 100,000 games: {low} of the {rows} rows lie more than two of
  their standard errors below 95 %. If every interval covered in exactly 95 % of samples, {chance:.0f} would be
  expected to. Repeated with more samples from another seed, the lowest covers as it should
  ([both figures](coverage-tables.md)).

| the {low} rows | games | at 95 % | runs |
| --- | ---: | ---: | ---: |
"""

_WARNED = """
## Intervals with a warning

If a method has too few games, or too few that differ, its interval has a warning in
the terminal, in reports and in tables. Of {rows} such rows, {low} lie more than two of their standard
errors below 95 %:

| interval | games | at 95 % | at 99 % | at 99.9 % |
| --- | ---: | ---: | ---: | ---: |
"""

_LOOKING = """
## Looking again and again

An ordinary interval holds for one look at the data. If you look 13 times at a growing run and stop when an interval
misses the value in question, you are wrong far more often than in 5 % of runs. Confidence sequences
allow any number of looks. The share of runs in which the true value is missed at some look:

| true value | usual, 95 % | sequence, 95 % | sequence, 99 % |
| --- | ---: | ---: | ---: |
"""

_STOPPED = """
## Stopping at a precision

A run that stops at a precision (`warlab run --until`) looks only at sizes fixed beforehand, and judges
a share that rests on fewer than ten games by the width that it would have with ten. For a share of one in
10,000 the 95 % intervals of such runs cover in {least} to {most} of runs.
"""

ENOUGH = 100
"""The fewest runs without a warning for which the share that covers is given."""


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
