"""The findings of `make verify`: what was verified, from the published figures and the coverage."""

from collections import Counter

from tests.verification.checking import AGREES, EXACT, OFF
from tests.verification.table import difference

_OWN = ("recomputed", "a deck of 52", "by two programs", "computed from the rules")
"""What the names of sources say that nobody published."""

_VERIFIED = """\
# What is verified

*For those who ask whether the numbers can be trusted.* `make verify` makes the following checks, writes
this page, and fails if one of them fails.

- **{figures} comparisons** with figures of {sources} sources, {own} of them programs or formulas that nobody published
  ({own_figures} comparisons). {exact} figures equal our exact value in every digit, {agree} agree with ours within
  sampling error (the largest difference is {largest} combined standard errors), and {rounds} is a rounding error of the
  source. Some figures are compared twice, with an exact value and with played games. [All
  figures](published-figures.md), with our values and intervals.
- **Intervals and tests in {intervals} cases**, at 10 to 100,000 games, and shares by enumeration: how often
  they contain the true value. [Which do, and which less often](coverage.md).
- **Every kernel against its rulebook** in plain Python, in all columns: under thousands of sets of
  rules drawn at random, half of them on the deals of small decks and half on those of whole packs.

Numbers that nobody has published and no formula gives have one check only: kernel and rulebook,
written separately from the source's text, agree.

`make faults` checks [damaged files and killed runs](faults.md). [Statistics](statistics.md) says how each interval is
computed.

## The figures by source

*Exact*: our exact value has every published digit. *Agrees*: the two differ by at most four combined
standard errors, the unit of the largest difference. *Source rounds*: the published digits contain a
rounding error, which a note explains.

*Recomputed* and *by two programs* mean unpublished programs, written from the rules and sharing no code with
warlab; *a deck of 52*, *GOPS, computed from the rules* and *gambler's ruin* are formulas that we evaluated. All other
figures were published.

| source | figures | verdicts | largest difference |
| --- | ---: | --- | ---: |
"""


def verified(results, intervals):
    """The page that says what everything comes to: the results of the figures, and how many intervals were tried."""
    verdicts = Counter(result.verdict for result in results)
    by_source = {}
    for result in results:
        by_source.setdefault(result.figure.source.name, []).append(result)
    own = [
        some for name, some in by_source.items() if any(part in name for part in _OWN)
    ]
    page = _VERIFIED.format(
        figures=len(results),
        sources=len(by_source),
        own=len(own),
        own_figures=sum(map(len, own)),
        exact=verdicts[EXACT],
        agree=verdicts[AGREES],
        rounds=verdicts[OFF],
        largest=_largest(results).lstrip("+−"),
        intervals=intervals,
    )
    lines = (
        f"| {source} | {len(some)} | {_verdicts(some)} | {_largest(some)} |\n"
        for source, some in by_source.items()
    )
    return page + "".join(lines)


def _verdicts(results):
    verdicts = Counter(result.verdict for result in results)
    return ", ".join(
        f"{count} {'agree' if verdict == AGREES and count > 1 else verdict}"
        for verdict, count in verdicts.items()
    )


def _largest(results):
    errors = [result.errors for result in results if result.errors is not None]
    return difference(max(errors, key=abs, default=None))
