"""The guard of the speeds, on numbers that are made up."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from benchmarks import guard
from benchmarks.timing import Ratio, Way, beside


def measuring(first: Mapping[str, float], again: Mapping[str, float] | None = None) -> guard.Measure:
    """Return a measurement with given medians, and others when something is measured again."""

    def measure(names: list[str], turns: int) -> dict[str, Ratio]:
        medians = first if turns == guard.FEW else again or first
        return {name: Ratio(medians[name], medians[name], medians[name]) for name in names}

    return measure


def test_what_is_at_85_percent_of_its_ratio_passes_and_what_is_below_fails() -> None:
    kept = {"war": 10.0, "gops": 2.0}
    lines, good = guard.compared(kept, [*kept, "whist"], measuring({"war": 8.5, "gops": 2.4}))
    assert good
    assert "85%" in lines[1]
    assert "120%" in lines[2]
    assert "nothing is kept" in lines[3]
    lines, good = guard.compared(kept, list(kept), measuring({"war": 8.49, "gops": 2.0}))
    assert not good
    assert [line.endswith("SLOWER") for line in lines] == [False, True, False]


def test_a_bad_moment_of_the_machine_is_measured_again_and_for_longer() -> None:
    kept = {"war": 10.0, "gops": 2.0}
    asked: list[tuple[list[str], int]] = []

    def measure(names: list[str], turns: int) -> Mapping[str, Ratio]:
        asked.append((names, turns))
        return measuring({"war": 5.0, "gops": 2.0}, {"war": 9.9})(names, turns)

    lines, good = guard.compared(kept, list(kept), measure)
    assert good
    assert "99%" in lines[1]
    assert asked == [(["war", "gops"], guard.FEW), (["war"], guard.MANY)]


WAYS = ("war", "gops")
AS_KEPT = {"war": 2.0, "gops": 0.5}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A file in which the ratios of two ways are kept."""
    path = tmp_path / "kept.toml"
    guard.keep(path, WAYS, [], measuring(AS_KEPT))
    assert guard.read(path) == AS_KEPT
    return path


def test_what_is_gone_is_left_out_by_the_next_ratio_that_is_kept(file: Path) -> None:
    with file.open("a", encoding="utf-8") as more:
        more.write('"old" = 9\n')
    said, good = guard.report(file, WAYS, [], measuring(AS_KEPT))
    assert not good
    assert "What is gone" in said
    assert "What is slower" not in said
    guard.keep(file, WAYS, ["gops"], measuring({"gops": 0.4}))
    assert guard.read(file) == {"war": 2.0, "gops": 0.4}


def test_the_yardstick_is_timed_beside_each_way_and_the_first_turn_does_not_count() -> None:
    order: list[str] = []
    ways = [Way(name, 10, lambda name=name: order.append(name)) for name in ("one", "two")]
    found = beside(Way("plain", 10, lambda: order.append("plain")), ways, turns=2)
    assert order == ["plain", "one", "plain", "two", "plain"] * 3
    assert {name: len(turns) for name, turns in found.items()} == {"one": 2, "two": 2}
