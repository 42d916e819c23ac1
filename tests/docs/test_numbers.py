"""The numbers in the texts are those that the runs gave; `make numbers` plays them again."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest

import sim
from docs.numbers import said
from docs.numbers.kept import KEPT, kept, numbers
from sim.scenario import load_scenario

RUNS = sorted({one.run for entry in said.entries() for one in entry.numbers})


def test_the_texts_say_what_the_runs_gave() -> None:
    written = said.pages()
    fresh, wrong = said.texts(written)
    assert wrong == []
    assert fresh == written
    assert sum(len(entry.numbers) for entry in said.entries()) > 300


def test_a_stale_number_is_found_and_put_right() -> None:
    page = "docs/questions.md"
    written = said.pages()
    old = written[page].replace("| 441.9 (441.2–442.6) | 334 |", "| 441.9 (441.2–442.7) | 334 |", 1)
    assert old != written[page]
    fresh, wrong = said.texts({**written, page: old})
    assert wrong == [f"{page} has 442.7 for 442.6 (war-length: one down, shuffled, rounds mean)"]
    assert fresh == written


@pytest.mark.parametrize(
    ("old", "new"), [("and 442 shuffled", "and long"), ("and 442 shuffled", "and 442 or 443")]
)
def test_words_that_are_gone_are_named(old: str, new: str) -> None:
    written = said.pages()
    page = "docs/questions.md"
    with pytest.raises(ValueError, match="has these words 0 times: With one card face down"):
        said.texts({**written, page: written[page].replace(old, new)})


@pytest.mark.parametrize("name", RUNS)
def test_what_is_kept_is_a_whole_run_of_the_scenario_as_it_is(name: str) -> None:
    found, scenario = kept(name), load_scenario(name)
    assert (found["scenario"], found["games"], found["seed"]) == (scenario.hash, scenario.games, 1)
    assert found["command"] == f"warlab run {name}"


def test_nothing_is_kept_that_no_text_says() -> None:
    assert sorted(path.stem for path in KEPT.iterdir()) == RUNS
    wanted = {(one.run, one.variant, one.statistic) for entry in said.entries() for one in entry.numbers}
    there = {
        (name, variant, statistic)
        for name in RUNS
        for variant, own in kept(name)["numbers"].items()
        for statistic in own
    }
    assert there == wanted


def test_the_numbers_of_war_by_its_rows(tmp_path: Path) -> None:
    run = sim.run("quick", out=tmp_path / "run", games=400, keep_games=False)
    own = numbers(run)["one down"]
    games = sim.play("war", games=400, seed=1, rules=run.rules("one down").changed())
    three = games.filter(pl.col("aces") == 3)
    assert own["aces 3 wins"][0] == pytest.approx((three["winner"] == 0).mean())
    # Every player of every game who had so few cards after some round: all losers, and these winners.
    few = games.filter(pl.col("winner_low") <= 5).height
    assert own["low 5 wins"][0] == pytest.approx(few / (400 + few))
    assert own["minutes mean"][0] == pytest.approx(games["plays"].mean() * 2.5 / 60)  # type: ignore[operator]


@pytest.mark.slow
@pytest.mark.parametrize("name", RUNS)
def test_playing_again_gives_what_is_kept(name: str, tmp_path: Path) -> None:
    found = numbers(sim.run(name, out=tmp_path / "run", keep_games=False, workers=2))
    for variant, own in kept(name)["numbers"].items():
        assert {statistic: found[variant][statistic] for statistic in own} == own, variant
