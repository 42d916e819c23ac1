"""The page that says what `make verify` comes to is made from the pages beside it."""

from docs.build import FIGURES, HERE
from tests.verification.coverage import failures
from tests.verification.covering import Row
from tests.verification.pages import COVERAGE_PAGE, SUMMARY_PAGE, summary

FIGURES_TEXT = """\
# Published figures

## One

| figure | published | n | ours | 95 % interval, or how | difference | verdict |
| --- | ---: | ---: | ---: | --- | ---: | --- |
| a | 1 |  | 1 | all |  | exact |
| b | 2 | 10 | 3 | 2–4 | −1.5 | agrees |
| c | 2 | 10 | 3 | 2–4 | +0.5 | agrees |
"""

COVERAGE_TEXT = """\
## Shares: x

| games | 95 % | 99 % | 99.9 % | 99.99 % |
|---:| ---:| ---:| ---:| ---:|
| 10 | 90.000 % | 90.000 % | 90.000 % | 90.000 % |
| 1,000 | 93.500 % | 98.700 % | 99.880 % | 99.990 % |

## All others: x

| interval | games | 95 % | 99 % | 99.9 % | 95 %, no warning | such runs |
|---|---:| ---:| ---:| ---:| ---:| ---:|
| median | 10 | 80.0 % | 80.0 % | 80.0 % | 80.0 % | 1,000 |
| median | 100 | 96.0 % | 99.1 % | 99.9 % | 95.9 % | 1,000 |
| median | 300 | 95.5 % | 99.3 % | 99.8 % | 95.5 % | 1,000 |
| sd | 30 | 90.0 % | 95.0 % | 98.0 % |  | 0 |

## Looking 13 times

| true value | usual, 95 % | usual, 99 % | usual, 99.9 % | sequence, 95 % | sequence, 99 % | sequence, 99.9 % |
|---|---:| ---:| ---:| ---:| ---:| ---:|
| a share of .5 | 26.0 % | 7.0 % | 1.0 % | 0.5 % | 0.0 % | 0.0 % |
"""


def test_the_summary_counts_verdicts_and_finds_the_least_coverage() -> None:
    lines = summary(FIGURES_TEXT, COVERAGE_TEXT).split("\n")
    assert "| One | 3 | 1 exact, 2 agrees | −1.5 |" in lines
    assert "| a share, by enumeration | 93.5 % | 98.7 % | 99.9 % |" in lines
    assert "| median | 95.5 % | 99.1 % | 99.8 % |" in lines
    assert not any(line.startswith("| sd") for line in lines)
    assert "| a share of .5 | 26.0 % | 0.5 % | 0.0 % |" in lines


def test_the_committed_summary_follows_from_the_pages_beside_it() -> None:
    figures, covered = ((HERE / name).read_text("utf-8") for name in (FIGURES, COVERAGE_PAGE))
    assert (HERE / SUMMARY_PAGE).read_text("utf-8") == summary(figures, covered)


def test_an_interval_that_covers_too_little_fails_unless_it_says_so() -> None:
    low = (0.90, 0.95, 0.99)
    full = (0.95, 0.99, 0.999)
    assert list(failures([(100, [0.94, 0.99, 0.999, 0.9999])], [Row("x", 100, low, full, 900)], [])) == []
    assert list(failures([], [Row("x", 100, low, low, 900)], [])) == ["x, 100 games"]
    assert list(failures([], [Row("x", 10, low, low, 900), Row("x", 100, low, low, 50)], [])) == []
    assert list(failures([(30, [0.92, 0.99, 0.999])], [], [])) == ["a share, 30 games"]
    watched = [("y", (0.3, 0.1, 0.01), (0.2, 0.0, 0.0))]
    assert list(failures([], [], watched)) == ["y, at 13 looks"]
