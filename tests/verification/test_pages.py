"""An interval that covers too little makes `make verify` fail."""

from tests.verification import coverage
from tests.verification.covering import Row


def test_an_interval_that_covers_too_little_fails_unless_it_says_so():
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
