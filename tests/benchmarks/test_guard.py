"""The guard of the speeds, on numbers that are made up."""

from __future__ import annotations

import tomllib
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
    lines, good = guard.compared(kept, list(kept), measuring({"war": 8.5, "gops": 2.4}))
    assert good
    assert "85%" in lines[1]
    assert "120%" in lines[2]
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


def test_what_is_new_is_named_and_what_is_gone_fails() -> None:
    lines, good = guard.compared({"war": 10.0}, ["war", "whist"], measuring({"war": 10.0}))
    assert good
    assert "nothing is kept" in lines[2]
    lines, good = guard.compared({"war": 10.0, "old": 1.0}, ["war"], measuring({"war": 10.0}))
    assert not good
    assert "no longer measured" in lines[2]


def test_kept_ratios_are_read_as_they_were_written() -> None:
    text = guard.written({"war, run_out = fewest": 10.123456}, ["a processor", "class: x"])
    assert tomllib.loads(text)["ratios"] == {"war, run_out = fewest": 10.12}
    assert "# a processor" in text
    assert guard.place("x86-64, AVX2").name == "x86-64-avx2.toml"


def test_names_are_chosen_by_how_they_begin() -> None:
    names = ["war", "war, players = 3", "gops: random", "casino-war"]
    assert guard.chosen(names, []) == names
    assert guard.chosen(names, ["casino", "war, pl"]) == ["war, players = 3", "casino-war"]
    # What is itself a name is only that.
    assert guard.chosen(names, ["war"]) == ["war"]
    with pytest.raises(ValueError, match="nothing that is measured begins with 'whist'"):
        guard.chosen(names, ["war", "whist"])


WAYS = ("war", "gops")
AS_KEPT = {"war": 2.0, "gops": 0.5}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A file in which the ratios of two ways are kept."""
    path = tmp_path / "kept.toml"
    guard.keep(path, WAYS, [], measuring(AS_KEPT))
    assert guard.read(path) == AS_KEPT
    return path


def test_a_kept_ratio_that_is_a_quarter_higher_fails(file: Path) -> None:
    said, good = guard.report(file, WAYS, [], measuring(AS_KEPT))
    assert good
    assert said.endswith("Nothing is below 85% of what is kept.")
    file.write_text(file.read_text(encoding="utf-8").replace("= 0.5", "= 0.625"), encoding="utf-8")
    said, good = guard.report(file, WAYS, [], measuring(AS_KEPT))
    assert not good
    (line,) = (line for line in said.splitlines() if "SLOWER" in line)
    assert line.split() == ["gops", "0.50", "0.50", "to", "0.50", "0.625", "80%", "SLOWER"]
    # By itself the other one is as fast as it was.
    assert guard.report(file, WAYS, ["war"], measuring(AS_KEPT))[1]


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


def test_a_ratio_is_a_median_with_quartiles() -> None:
    assert Ratio.of([5.0, 1.0, 2.0, 4.0, 3.0]) == Ratio(3.0, 2.0, 4.0)
