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


@pytest.fixture
def two_ways(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Guard two ways to play, one of them twice and the other half as fast as the yardstick, and keep that."""
    clock = [0.0]

    def way(name: str, seconds: float) -> Way:
        return Way(name, 10, lambda: clock.__setitem__(0, clock[0] + seconds))

    monkeypatch.setattr(guard, "KEPT", tmp_path)
    monkeypatch.setattr("benchmarks.timing.time.process_time", lambda: clock[0])
    monkeypatch.setattr("benchmarks.war.yardstick", lambda games: way("plain", 1.0))
    monkeypatch.setattr(guard, "all_ways", lambda: [way("war", 0.5), way("gops", 2.0)])
    monkeypatch.setattr("sys.argv", ["guard", "--keep"])
    assert guard.main() == 0
    (file,) = tmp_path.iterdir()
    assert guard.read(file) == {"war": 2.0, "gops": 0.5}
    return file


def test_a_kept_ratio_that_is_a_quarter_higher_fails(
    two_ways: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["guard"])
    assert guard.main() == 0
    assert capsys.readouterr().out.endswith("Nothing is below 85% of what is kept.\n")
    two_ways.write_text(two_ways.read_text(encoding="utf-8").replace("= 0.5", "= 0.625"), encoding="utf-8")
    assert guard.main() == 1
    (line,) = (line for line in capsys.readouterr().out.splitlines() if "SLOWER" in line)
    assert line.split() == ["gops", "0.50", "0.50", "to", "0.50", "0.625", "80%", "SLOWER"]
    # By itself the other one is as fast as it was.
    monkeypatch.setattr("sys.argv", ["guard", "war"])
    assert guard.main() == 0
    monkeypatch.setattr("sys.argv", ["guard", "whist"])
    assert guard.main() == 2


def test_what_is_gone_is_left_out_by_the_next_ratio_that_is_kept(
    two_ways: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with two_ways.open("a", encoding="utf-8") as file:
        file.write('"old" = 9\n')
    monkeypatch.setattr("sys.argv", ["guard"])
    assert guard.main() == 1
    said = capsys.readouterr().out
    assert "What is gone" in said
    assert "What is slower" not in said
    monkeypatch.setattr("sys.argv", ["guard", "--keep", "gops"])
    assert guard.main() == 0
    monkeypatch.setattr("sys.argv", ["guard"])
    assert guard.main() == 0


def test_what_is_not_measured_stays_kept(two_ways: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    about = two_ways.read_text(encoding="utf-8").partition("[ratios]")[0]
    two_ways.write_text(about + '[ratios]\n"war" = 9\n"gops" = 9\n"old" = 9\n', encoding="utf-8")
    monkeypatch.setattr("sys.argv", ["guard", "--keep", "gops"])
    assert guard.main() == 0
    assert guard.read(two_ways) == {"war": 9, "gops": 0.5}


def test_the_yardstick_is_timed_beside_each_way_and_the_first_turn_does_not_count() -> None:
    order: list[str] = []
    ways = [Way(name, 10, lambda name=name: order.append(name)) for name in ("one", "two")]
    found = beside(Way("plain", 10, lambda: order.append("plain")), ways, turns=2)
    assert order == ["plain", "one", "plain", "two", "plain"] * 3
    assert {name: len(turns) for name, turns in found.items()} == {"one": 2, "two": 2}


def test_a_ratio_is_a_median_with_quartiles() -> None:
    assert Ratio.of([5.0, 1.0, 2.0, 4.0, 3.0]) == Ratio(3.0, 2.0, 4.0)
