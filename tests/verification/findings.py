"""The findings of `make verify`: what was verified, from the published figures and the tables of the coverage."""

from collections import Counter

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
- **Every kernel against its rulebook** in plain Python, in all columns: under thousands of sets of
  rules drawn at random, half of them on the deals of small decks and half on those of whole packs.

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


def verified(figures, tables):
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


def _verdicts(rows):
    verdicts = [cells[-1] for cells in rows]
    return ", ".join(
        f"{verdicts.count(verdict)} {verdict}" for verdict in dict.fromkeys(verdicts)
    )


def _largest(rows):
    differences = [cells[-2] for cells in rows if cells[-2]]
    return max(
        differences,
        key=lambda text: abs(float(text.replace("−", "-"))),
        default="",
    )


def rows_of(page, heading):
    """The rows of the table below a heading."""
    return list(_table(page[page.index(heading) :].split("\n## ")[0]))


def _table(text):
    lines = [line for line in text.split("\n") if line.startswith("|")]
    for line in lines[2:]:
        yield [cell.strip() for cell in line.strip("|").split("|")]
