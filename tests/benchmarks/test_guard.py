"""The guard of the speeds, on numbers that are made up."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping

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
    text = guard.written({"war, run_out = fewest": Ratio(10.123456, 9.0, 11.0)}, ["a processor", "class: x"])
    assert tomllib.loads(text)["ratios"] == {"war, run_out = fewest": 10.12}
    assert "# a processor" in text
    assert guard.place("x86-64, AVX2").name == "x86-64-avx2.toml"


def test_the_yardstick_is_timed_beside_each_way_and_the_first_turn_does_not_count() -> None:
    order: list[str] = []
    ways = [Way(name, 10, lambda name=name: order.append(name)) for name in ("one", "two")]
    found = beside(Way("plain", 10, lambda: order.append("plain")), ways, turns=2)
    assert order == ["plain", "one", "plain", "two", "plain"] * 3
    assert {name: len(turns) for name, turns in found.items()} == {"one": 2, "two": 2}


def test_a_ratio_is_a_median_with_quartiles() -> None:
    assert Ratio.of([5.0, 1.0, 2.0, 4.0, 3.0]) == Ratio(3.0, 2.0, 4.0)
