"""``warlab ask``: a question in somebody's own words, and its answer."""

import re
from pathlib import Path

import polars as pl
import pytest

from sim.catalogue.kept import FILE
from tests.support.command_line import refusal, warlab


def test_one_clear_question_is_answered_at_once() -> None:
    """The chance of a sweep is exact: 93686147409122073121/29908397871631390876014250000."""
    said = warlab("ask", "sweep")
    assert (said.code, said.err) == (0, "")
    assert said.out.startswith("How likely is a 26 : 0 sweep?\n")
    assert "$ warlab exact sweep\n" in said.out
    assert "93686147409122073121/29908397871631390876014250000" in said.out
    listed = warlab("ask", "sweep", "--list")
    assert listed.out.splitlines()[2:4] == [
        "1  How likely is a 26 : 0 sweep?",
        "   warlab exact sweep",
    ]


def test_rules_in_the_question_are_said_back_and_used() -> None:
    """The house edge with eight decks is 22847/788417."""
    said = warlab("ask", "casino", "war", "8", "decks", "edge")
    assert said.out.startswith(
        "With 8 decks: How large is the house edge of Casino War?\n"
    )
    assert "$ warlab exact casino-war --decks 8\n" in said.out
    assert "22847/788417" in said.out


def test_the_neighbours_of_a_clear_hit_are_named() -> None:
    said = warlab("ask", "chance of a war")
    assert "\nClose to it:\n" in said.out
    assert "How likely is a double war?" in said.out


def test_what_is_only_close_is_said_to_be_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sim.commands.ask.SAMPLE", "1000")
    said = warlab("ask", "how long with a time limit")
    assert said.out.startswith("A time limit cannot be set: ")
    assert "The closest I found:" in said.out
    assert "How long does a game of War last, in rounds and in minutes?" in said.out
    second = warlab("ask", "chance that war lasts more than 1000 rounds", "--play", 1)
    assert "$ warlab play war --chance 'rounds > 1000' --games 1000\n" in second.out


def test_kept_results_are_shown_at_once_and_other_games_confirm_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The kept file is made and tested elsewhere; 3,000 games of another seed lie within 99.99 % of its mean."""
    monkeypatch.setattr("sim.commands.ask.SAMPLE", "3000")
    rows = pl.read_parquet(FILE).filter(pl.col("rules") == '{"face_down": 3}')
    kept = dict(rows.select("statistic", "value").rows())
    asked = "how", "long", "does", "war", "last", "with", "three", "down"
    answer = warlab("ask", *asked, "--json").json["answers"][0]["answer"]
    assert answer.startswith(
        f"From games played before (99 % intervals): {kept['rounds mean']:.1f} ("
    )
    out = warlab("ask", *asked).out
    assert out.index(answer[:40]) < out.index(
        "$ warlab play war -r face_down=3 --games 3000 --seed 2\n"
    )
    played = float(re.findall(r"rounds in a game, on average +([\d.]+)", out)[0])
    assert abs(played - kept["rounds mean"]) < 4 * kept["rounds sd"] / 3000**0.5
    paced = warlab("ask", *asked, "--seconds-per-shuffle", 20, "--list").out
    assert "warlab play war -r face_down=3 --seconds-per-shuffle 20\n" in paced


def test_what_is_not_covered_is_said_to_be_so() -> None:
    said = warlab("ask", "poker hand odds")
    assert (said.code, said.out.splitlines()[0]) == (
        0,
        "Not covered: poker is not among the games here.",
    )
    assert (
        warlab("ask", "xyzzy").out.splitlines()[0]
        == "Not covered: no question here is close to that."
    )


def test_a_scenario_is_answered_from_a_sample_that_is_the_beginning_of_its_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first screen of the report on as many games, run into a directory, has the same numbers."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sim.commands.ask.PLAY_SECONDS", 0.0)
    sampled = warlab("ask", "a quick look at war", "--play", 1, "--workers", 2)
    assert (sampled.code, sampled.err) == (0, "")
    assert list(tmp_path.iterdir()) == []
    games = re.search(r"From the first ([\d,]+) games of each variant", sampled.out)
    assert games is not None
    warlab("run", "quick", "--games", games[1].replace(",", "_"), "--out", "run")
    report = warlab("report", "run").out
    numbers = sampled.out.partition("\n\n")[2].partition("\n\nRanges")[0]
    assert numbers.count("\n") > 5
    assert numbers in report


def test_an_existing_run_is_opened_instead(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    warlab("run", "quick", "--games", "700")
    said = warlab("ask", "a quick look at war", "--play", 1)
    assert (
        "From the run in runs/quick. For the full report: warlab report runs/quick --all\n"
        in said.out
    )
    # With another seed it is not the run of this scenario.
    warlab("run", "quick", "--games", "700", "--seed", "5", "--out", "other")
    (tmp_path / "runs" / "quick").rename(tmp_path / "runs" / "old")
    (tmp_path / "other").rename(tmp_path / "runs" / "quick")
    monkeypatch.setattr("sim.commands.ask.PLAY_SECONDS", 0.0)
    assert "From the first " in warlab("ask", "a quick look at war", "--play", 1).out


def test_json_says_what_was_asked_whether_it_is_clear_and_what_answers_it() -> None:
    listed = warlab("ask", "how long with 3 players", "--list", "--json").json
    assert (listed["asked"], listed["status"], listed["rules"]) == (
        "how long with 3 players",
        "answered",
        {"players": 3},
    )
    assert next(answer.keys() for answer in listed["answers"]) == {
        "question",
        "command",
        "answer",
        "score",
    }
    assert listed["answers"][0]["command"] == "warlab play war -r players=3"
    scores = [answer["score"] for answer in listed["answers"]]
    assert scores == sorted(scores, reverse=True)
    assert listed["answers"][0]["answer"] == ""  # with --list nothing is played
    played = warlab("ask", "house edge with 8 decks", "--json").json
    assert "22847/788417" in played["answers"][0]["answer"]
    assert warlab("ask", "capital of france", "--json").json["status"] == "not covered"


def test_without_words_the_questions_that_are_known_are_named_by_subject() -> None:
    known = warlab("ask", "--list")
    assert known == warlab("ask")
    groups = [group.splitlines() for group in known.out.strip().split("\n\n")[1:-1]]
    assert [group[0] for group in groups][-3:] == [
        "Ace race",
        "Steal War",
        "Syrian War",
    ]
    assert "  How likely is a double war?" in next(
        group for group in groups if group[0] == "Ties"
    )


def test_mistakes_are_one_line() -> None:
    assert refusal("ask", "how long", "--play", "0").startswith(
        "--play: 0 is out of range; give a whole number from 1 to "
    )
    assert refusal("ask", "how long", "--json", "--play", "1") == (
        "--play: --json answers the question that is clearly meant; leave one of them out"
    )
