"""``warlab ask``: words in; the questions closest to them out, and the answer to the one that is meant."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from reports.questions import nearest, page, questions, stems
from sim.commands.ask import _quick
from sim.games import GAMES
from sim.scenario import load_scenario, shipped_scenarios
from tests.support.command_line import refusal, warlab
from tests.support.places import ROOT

ASKED = [
    ("how long", "warlab run war-length"),
    ("how long does war last", "warlab run war-length"),
    ("how many minutes does a game of War take?", "warlab run war-length"),
    ("4 aces against the rest", "warlab run aces-against-the-rest"),
    ("26:0 sweep", "warlab exact sweep"),
    ("probability of a triple war", "warlab play war -r pickup=shuffled --games 1e7"),
    ("more people", "warlab run more-players"),
    ("jokrs", "warlab run jokers"),
    ("infinite games", "warlab play war --games 1e7"),
    ("does beggar-my-neighbour end", "warlab run beggar-my-neighbour"),
    ("rules of Steal War", "warlab games steal-war"),
    ("surrender or go to war?", "warlab exact casino-war"),
    ("what to bid in goofspiel", "warlab solve gops --cards 5"),
]


@pytest.mark.parametrize(("words", "command"), ASKED, ids=[words for words, _ in ASKED])
def test_words_find_the_question_that_a_person_would_choose(words: str, command: str) -> None:
    assert nearest(words)[0].question.command == command


def test_words_without_endings_find_each_other() -> None:
    found = stems("Bidding, bids; ties tied; the player's three aces, 3 aces")
    assert found == ["bid", "bid", "tie", "tie", "player", "3", "ace", "3", "ace"]
    assert nearest("aces favoured")[0] == nearest("Favourite: the ACE")[0]


def test_every_question_is_the_closest_to_its_own_words() -> None:
    """Or another question with the same words, or the same command, is."""
    for question in questions():
        first = nearest(question.words)[0].question
        assert first.command == question.command or set(stems(question.words)) <= set(stems(first.words)), (
            question.words
        )


def test_there_are_the_questions_of_the_page_of_every_scenario_and_of_every_game() -> None:
    headings = re.findall(r"^## (.+)$", page().read_text(encoding="utf-8"), re.MULTILINE)
    known = [question.words for question in questions()]
    assert known[: len(headings)] == headings
    assert {question.scenario for question in questions()} - {""} == set(shipped_scenarios())
    assert {question.command for question in questions()} >= {f"warlab games {name}" for name in GAMES}


def test_answers_are_plain_sentences() -> None:
    for question in questions():
        assert not re.search(r"[`|]|\]\(|\*\*", question.answer), question.answer
        assert not question.answer.endswith(":"), question.answer


def test_a_list_has_the_questions_with_their_commands() -> None:
    said = warlab("ask", "how", "long")
    assert (said.code, said.err) == (0, "")
    lines = said.out.splitlines()
    assert lines[:2] == ["1  How long does it last?", "   warlab run war-length"]
    assert lines[-1] == "For the answer to one of them: warlab ask 'how long' --play 1"


def test_one_clear_question_is_answered_at_once() -> None:
    """The chance of a sweep is exact: 93686147409122073121/29908397871631390876014250000."""
    said = warlab("ask", "sweep")
    assert (said.code, said.err) == (0, "")
    assert said.out.startswith("How likely is a 26 : 0 sweep?\n")
    assert "$ warlab exact sweep\n" in said.out
    assert "93686147409122073121/29908397871631390876014250000" in said.out
    listed = warlab("ask", "sweep", "--list")
    assert listed.out.splitlines()[:2] == ["1  How likely is a 26 : 0 sweep?", "   warlab exact sweep"]


def test_a_question_of_the_list_is_answered_by_its_command_with_few_games(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("sim.commands.ask.SAMPLE", "1000")
    words = warlab("ask", "infinite games", "--json").json
    place = 1 + [one["command"] for one in words].index("warlab play war --games 1e7")
    said = warlab("ask", "infinite games", "--play", place)
    assert "$ warlab play war --games 1000\n" in said.out
    alone = warlab("play", "war", "--games", "1000")
    assert said.out.split("--games 1000\n\n")[1].split("\nWar: ")[0] == alone.out.split("\nWar: ")[0]


def test_commands_that_play_no_games_stay_as_they_are() -> None:
    for question in questions():
        words = shlex.split(question.command)
        assert _quick(words) == words or words[1] == "play"


def test_a_scenario_is_answered_from_a_sample_that_is_the_beginning_of_its_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first screen of the report on as many games, run into a directory, has the same numbers."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sim.commands.ask.PLAY_SECONDS", 0.0)
    sampled = warlab("ask", "quick look at war, one or three cards face-down", "--play", 1, "--workers", 2)
    assert (sampled.code, sampled.err) == (0, "")
    assert list(tmp_path.iterdir()) == []
    games = re.search(r"From the first ([\d,]+) games of each variant", sampled.out)
    assert games is not None
    warlab("run", "quick", "--games", games[1].replace(",", "_"), "--out", "run")
    report = warlab("report", "run").out
    numbers = sampled.out.partition("\n\n")[2].partition("\n\nRanges")[0]
    assert numbers.count("\n") > 5
    assert numbers in report


def test_an_existing_run_is_opened_instead(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    warlab("run", "quick", "--games", "700")
    said = warlab("ask", "quick look at war, one or three cards face-down", "--play", 1)
    assert "From the run in runs/quick. For the full report: warlab report runs/quick\n" in said.out
    # With another seed it is not the run of this scenario.
    warlab("run", "quick", "--games", "700", "--seed", "5", "--out", "other")
    (tmp_path / "runs" / "quick").rename(tmp_path / "runs" / "old")
    (tmp_path / "other").rename(tmp_path / "runs" / "quick")
    monkeypatch.setattr("sim.commands.ask.PLAY_SECONDS", 0.0)
    again = warlab("ask", "quick look at war, one or three cards face-down", "--play", 1)
    assert "From the first " in again.out


def test_json_lists_the_questions_for_programs() -> None:
    listed = warlab("ask", "how long", "--json").json
    assert len(listed) == 5
    assert listed[0].keys() == {"question", "command", "answer", "score"}
    assert listed[0]["command"] == "warlab run war-length"
    assert [one["score"] for one in listed] == sorted((one["score"] for one in listed), reverse=True)


def test_mistakes_are_one_line() -> None:
    assert refusal("ask") == "ask: missing argument WORDS; see warlab ask --help"
    assert refusal("ask", "xyzzy") == (
        "ask: no question is close to 'xyzzy'; ask in other words, or see warlab scenarios and warlab games"
    )
    assert refusal("ask", "how long", "--play", "0") == (
        "--play: 0 is out of range; give a whole number from 1 to 5"
    )
    assert refusal("ask", "how long", "--json", "--play", "1") == (
        "--play: --json only lists the questions; leave one of them out"
    )


def test_the_shown_scenarios_exist_and_name_the_page_of_the_checkout() -> None:
    assert page() == ROOT / "docs" / "questions.md"
    for name in {question.scenario for question in questions()} - {""}:
        assert load_scenario(name).question
