"""``warlab ask``: the closest questions, with their answers."""

from reports.questions import closest
from tests.support.command_line import refusal, warlab

UNREAD = "Numbers and rules in your words are not read: set them as rules (-r)."


def test_the_three_closest_questions_are_printed_with_answers_rules_and_commands():
    """The chance of a sweep is exact: 1 in 159,620,171.7 (tests/docs/test_every_deal.py)."""
    said = warlab("ask 'sweep of all' 26 battles")
    assert (said.code, said.err) == (0, "")
    first, *lines, last = said.out.splitlines()
    assert (first, last) == ("The closest questions:", UNREAD)
    for number, match in enumerate(closest("sweep of all 26 battles"), 1):
        found = match.question
        assert f"{number}. {found.question} {found.answer}" in said.prose
        assert f"Rules: {found.rules}. $ {found.command}" in said.prose
    assert {"1. How likely is a 26 : 0 sweep?", "  $ warlab exact sweep"} <= {*lines}


def test_what_is_not_covered_is_said_with_what_is():
    said = warlab("ask poker hand odds")
    assert said.code == 0
    assert said.out.splitlines()[0].startswith("Not covered: ")
    assert "GOPS" in said.out
    assert UNREAD not in said.out


def test_json_has_what_was_asked_what_was_found_and_what_is_covered():
    known = warlab("ask 'how long with 3 players' --json").json
    assert list(known) == ["asked", "status", "answers", "covered"]
    assert (known["asked"], known["status"]) == ("how long with 3 players", "closest")
    answers = known["answers"]
    assert len(answers) == 3
    parts = ["question", "answer", "rules", "command", "score"]
    assert all(list(answer) == parts for answer in answers)
    scores = [answer["score"] for answer in answers]
    assert scores == sorted(scores, reverse=True)
    assert "Casino War" in known["covered"]
    other = warlab("ask 'capital of france' --json").json
    nothing = {"status": "not covered", "answers": [], "covered": known["covered"]}
    assert other == {"asked": "capital of france", **nothing}


def test_without_words_one_line_says_what_is_missing():
    assert refusal("ask") == "missing argument 'WORDS'; see warlab ask --help"
