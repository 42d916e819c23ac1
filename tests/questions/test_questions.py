"""Questions as people type them: which are found, and what the catalogue says about them."""

import re
import shlex
import sqlite3
import tomllib
from pathlib import Path

import pytest

from docs.figures.unheld import numbers_of
from reports.questions import closest, questions, search
from reports.questions.catalogue import covered, elsewhere, names
from sim.errors import UserError
from sim.games import GAMES
from sim.scenario import load_scenario, shipped_scenarios
from tests.support.places import ROOT

NOT_COVERED = ["not covered"]
PLAYED = ["docs/games-of-choice.md", "docs/questions.md", "docs/solved-games.md"]
"""Pages whose numbers tests/docs/test_numbers.py holds to their runs."""

EXACT = ["docs/casino-war.md", "docs/every-deal.md"]
"""Pages whose numbers tests/docs computes anew."""

FREE = {
    # tests/games/beggar_my_neighbour/test_published.py plays the longest deal.
    "1,164",
    "8,344",
    # How many games the answer about Python plays.
    "1_000_000",
    # One game in 40: a level of 97.5 %.
    "40",
    # The points of all prizes of GOPS, the cards of P'yanitsa, the rule sets kept.
    "91",
    "36",
    "336",
    # An example.
    "234",
}
"""Numbers of answers that no page holds."""


def _asked():
    """What people typed, with words of the questions that are right."""
    lines = (Path(__file__).parent / "asked.txt").read_text(encoding="utf-8")
    rows = (line.split(" | ") for line in lines.splitlines() if line[0] != "#")
    return [(typed, right.split(" / ")) for typed, right in rows]


def _found(typed):
    return [match.question.question for match in closest(typed)]


def _has(right, found):
    return any(words in question for words in right for question in found)


def test_the_right_question_is_among_the_closest():
    """Of questions that no wording repeats: first for 60 %, of the first three for 80 %."""
    rows = [(right, _found(typed)) for typed, right in _asked() if right != NOT_COVERED]
    assert len(rows) > 300
    first = sum(_has(right, found[:1]) for right, found in rows)
    among_three = sum(_has(right, found) for right, found in rows)
    refused = sum(not found for _, found in rows)
    assert first >= 0.6 * len(rows)
    assert among_three >= 0.8 * len(rows)
    assert refused <= 0.03 * len(rows)


@pytest.mark.parametrize(
    "typed",
    [
        "egyptian ratscrew odds",
        "poker hand odds",
        "capital of france",
        "blackjack basic strategy",
        "is uno more luck than war",
        "wie lange dauert das Kartenspiel",
        "",
        "xyzzy",
        '"*^',
    ],
)
def test_a_question_about_something_else_is_not_covered(typed):
    assert closest(typed) == []


@pytest.mark.parametrize(
    ("name", "game"),
    [
        ("Goofspiel", "gops"),
        ("Bataille", "war"),
        ("Drunkard", "pyanitsa"),
        ("P'yanitsa", "pyanitsa"),
        ("Camicia", "beggar-my-neighbour"),
        ("Strip Jack Naked", "beggar-my-neighbour"),
        ("Beggar-My-Neighbor", "beggar-my-neighbour"),
        ("Casino War", "casino-war"),
        ("WarGops", "wargops"),
    ],
)
def test_all_questions_found_are_about_the_game_that_is_named(name, game):
    found = closest(f"how long does {name} last")
    assert {match.question.game for match in found} == {game}


def test_every_question_is_the_closest_to_its_own_words():
    for question in questions():
        game = "" if question.game == "war" else names()[question.game][0]
        assert _found(f"{question.question} {game}")[0] == question.question


def test_no_wording_is_one_that_is_tested():
    wordings = {
        wording.lower() for question in questions() for wording in question.wordings
    }
    assert wordings.isdisjoint(typed.lower() for typed, _ in _asked())


def test_without_full_text_search_one_line_says_so(monkeypatch):
    class Lacking:
        def execute(self, statement):
            raise sqlite3.OperationalError("no such module: fts5")

    monkeypatch.setattr(sqlite3, "connect", lambda _, **settings: Lacking())
    search._index.cache_clear()
    with pytest.raises(UserError, match=r"no full-text search \(FTS5\)"):
        closest("how long does war last")
    monkeypatch.undo()
    assert closest("how long does war last")


CATALOGUE = ROOT / "reports" / "questions" / "catalogue.toml"
LISTED = tomllib.loads(CATALOGUE.read_text(encoding="utf-8"))["names"].keys()
"""The games that the catalogue has questions about: all of the first version."""


def test_games_are_called_as_their_rulebooks_say():
    assert len(LISTED) >= 12
    assert {game: known[0] for game, known in names().items()} == {
        name: game.title for name, game in GAMES.items()
    }
    assert {question.game for question in questions()} == LISTED
    known = {name.lower() for known in names().values() for name in known}
    assert known.isdisjoint(elsewhere())
    assert all(
        any(game.title in topic for topic in covered()) for game in GAMES.values()
    )


def test_every_command_of_the_catalogue_names_something_that_exists():
    """Scenarios and games exist, and every bundled scenario of these games answers a question."""
    lines = [shlex.split(question.command) for question in questions()]
    assert all(line[0] == "warlab" for line in lines)
    scenarios = {line[2] for line in lines if line[1] == "run"}
    assert scenarios == {
        name for name in shipped_scenarios() if load_scenario(name).game in LISTED
    }
    assert all(load_scenario(name).question for name in scenarios)
    played = {line[2] for line in lines if line[1] in ("play", "replay", "games")}
    assert played == LISTED


def test_answers_are_plain_sentences_with_rules_and_numbers_of_the_pages():
    """A number stands in a page that a test holds to its runs, or is the rules' own."""
    held = {
        number.number.removeprefix("+")
        for page in PLAYED
        for number in numbers_of(page, (ROOT / page).read_text(encoding="utf-8"))
        if number.held or number.free
    }
    for page in EXACT:
        held |= _numbers((ROOT / page).read_text(encoding="utf-8"))
    for question in questions():
        assert question.rules
        assert not re.search(r"[`|]|\]\(|\*\*", question.answer), question.answer
        known = (
            held
            | FREE
            | _numbers(f"{question.question} {question.rules} {question.command}")
        )
        unknown = _numbers(question.answer) - known
        assert not unknown, (question.question, unknown)


def _numbers(text):
    return set(re.findall(r"(?<![\w.,])\.?\d[\d,_]*(?:\.\d+)?(?<!,)", text))


def test_nothing_is_called_usual_without_a_source():
    for question in questions():
        assert "most people" not in question.answer
        assert "usual" not in question.answer


def test_a_number_of_any_length_is_a_number():
    short, long = (closest(f"war with {digits} decks") for digits in ("12", "9" * 5000))
    assert [match.question for match in short] == [match.question for match in long]
    seven = closest("what is a 007 worth")
    assert seven == closest("what is a seven worth")
