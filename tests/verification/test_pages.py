"""The pages of what `make verify` comes to are made from the tables beside them."""

from docs.build import HERE
from tests.verification import coverage
from tests.verification.covering import Row
from tests.verification.findings import number, rows_of
from tests.verification.pages import FIGURES_PAGE, TABLES_PAGE, findings_of

TABLES = (HERE / TABLES_PAGE).read_text("utf-8")


def test_the_committed_findings_follow_from_the_tables_beside_them() -> None:
    figures = (HERE / FIGURES_PAGE).read_text("utf-8")
    for name, page in findings_of(figures, TABLES).items():
        assert (HERE / name).read_text("utf-8") == page


def test_the_least_coverage_follows_from_the_rows_below_it() -> None:
    shares = [
        (int(number(games)), [number(share) / 100 for share in covered])
        for games, *covered in rows_of(TABLES, "## Shares")
    ]
    others = [
        Row(
            name,
            int(number(games)),
            tuple(number(share) / 100 for share in covered[:3]),
            (number(covered[4]) / 100, 1, 1),
            int(number(runs)),
        )
        for name, games, _, *covered, runs in rows_of(TABLES, "## All others")
    ]
    _, *lines = coverage.least_of(shares, others)
    written = rows_of(TABLES, "## The least coverage")
    assert [f"| {' | '.join(cells)} |" for cells in written] == lines


def test_an_interval_that_covers_too_little_fails_unless_it_says_so() -> None:
    low = (0.90, 0.95, 0.99)
    full = (0.95, 0.99, 0.999)
    assert (
        list(
            coverage.failures(
                [(100, [0.94, 0.99, 0.999, 0.9999])],
                [Row("x", 100, low, full, 900)],
                [],
            )
        )
        == []
    )
    assert list(coverage.failures([], [Row("x", 100, low, low, 900)], [])) == [
        "x, 100 games"
    ]
    assert (
        list(
            coverage.failures(
                [], [Row("x", 10, low, low, 900), Row("x", 100, low, low, 50)], []
            )
        )
        == []
    )
    assert list(coverage.failures([(30, [0.92, 0.99, 0.999])], [], [])) == [
        "a share, 30 games"
    ]
    watched = [("y", (0.3, 0.1, 0.01), (0.2, 0.0, 0.0))]
    assert list(coverage.failures([], [], watched)) == ["y, at 13 looks"]
