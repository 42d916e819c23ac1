"""``warlab ask``: the questions that are closest to some words, and the answer to one of them."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sim.commands import arguments
from sim.commands.arguments import Json, Workers
from sim.commands.screen import show, show_by, show_json
from sim.errors import UserError
from sim.limits import games_words

if TYPE_CHECKING:
    from reports.questions import Found, Question
    from sim.runs import Run
    from sim.scenario import Scenario

MOST_LISTED = 5

PLAY_SECONDS = 4.0
"""About how long a scenario is played for a quick answer."""

SAMPLE = "100_000"
"""The games of ``warlab play`` for a quick answer."""

AHEAD = 1.5
"""A question is clearly the closest if it is this many times as close as the next one."""

CLOSE = 0.9
"""And if it shares about all the words."""

Words = Annotated[
    list[str], typer.Argument(metavar="WORDS", help="What you want to know, in a few words: how long.")
]
Play = Annotated[
    str | None,
    typer.Option(metavar="N", help="Answer question N of the list; 1 is the closest."),
]
List = Annotated[bool, typer.Option("--list", help="Only list the questions, even if one is clearly meant.")]


def ask(
    context: typer.Context,
    words: Words,
    play: Play = None,
    list_only: List = False,
    workers: Workers = None,
    json: Json = False,
) -> None:
    """List the questions closest to your words, and answer the one that is meant."""
    from reports.questions import nearest

    asked = " ".join(words)
    found = nearest(asked, MOST_LISTED)
    if not found:
        raise UserError(
            f"no question is close to {asked!r}",
            where="ask",
            cure="ask in other words, or see warlab scenarios and warlab games",
        )
    of_workers = arguments.worker_count(workers)
    number = arguments.optional_whole(play, "--play", 1, len(found))
    if json:
        if number is not None:
            raise UserError("--json only lists the questions", where="--play", cure="leave one of them out")
        show_json([_values(one) for one in found])
        return
    if number is None and (list_only or not _is_clear(found)):
        _list(found, asked)
        return
    one = found[(number or 1) - 1].question
    show(one.words)
    _answer(one, of_workers, context)
    if number is None and len(found) > 1:
        show("", f"For other questions like this one: warlab ask {shlex.quote(asked)} --list")


def _is_clear(found: list[Found]) -> bool:
    """Return whether the first question is the one that is meant."""
    return found[0].score >= CLOSE and (len(found) == 1 or found[0].score >= AHEAD * found[1].score)


def _values(one: Found) -> dict[str, object]:
    """Return a question for programs."""
    question = one.question
    return {
        "question": question.words,
        "command": question.command,
        "answer": question.answer,
        "score": round(one.score, 3),
    }


def _list(found: list[Found], asked: str) -> None:
    lines: list[str] = []
    for number, one in enumerate(found, 1):
        lines += [f"{number}  {one.question.words}", f"   {one.question.command}"]
    show(*lines, "", f"For the answer to one of them: warlab ask {shlex.quote(asked)} --play 1")


def _answer(question: Question, workers: int, context: typer.Context) -> None:
    """Print the answer of a question: of an existing run, of a small sample, or of its command."""
    if question.answer:
        show("", question.answer)
    if question.scenario:
        _of_scenario(question.scenario, workers)
        return
    words = _quick(shlex.split(question.command))
    show("", f"$ {shlex.join(words)}", "")
    context.find_root().command.main(words[1:], prog_name="warlab", standalone_mode=False)


def _quick(words: list[str]) -> list[str]:
    """Return a command with few games, if it plays any."""
    if words[1] != "play":
        return words
    if "--games" in words:
        place = words.index("--games")
        words = words[:place] + words[place + 2 :]
    return [*words, "--games", SAMPLE]


def _of_scenario(name: str, workers: int) -> None:
    """Print the first screen of a scenario's report: of its run if there is one, else of a small sample."""
    from reports.answer import first_screen
    from reports.facts import gather
    from reports.terminal import show_answer
    from sim.scenario import load_scenario

    scenario, where = load_scenario(name), Path("runs") / name
    run = _run_of(scenario, where)
    if run is not None:
        facts = gather(run)
        told = f"From the run in {where}. For the full report: warlab report {where}"
    else:
        from reports.answer.unsaved import facts_of_games
        from sim.commands.counting import count_sample
        from sim.commands.progress import progress_line

        with progress_line(scenario.games) as line:
            counted = count_sample(scenario, PLAY_SECONDS, workers, line)
        facts = facts_of_games(scenario, counted)
        played, planned = games_words(counted.games), f"{scenario.games:,}"
        told = f"From the first {played} of each variant. For all {planned}: warlab run {name}"
    show_by(lambda page: show_answer(first_screen(facts, ()), page))
    show("", told)


def _run_of(scenario: Scenario, where: Path) -> Run | None:
    """Return the run of a scenario, if there is one with games."""
    from sim.runs import open_run

    try:
        run = open_run(where)
    except UserError:
        # There is none, or it cannot be read; then the question is answered without it.
        return None
    return run if run.scenario.hash == scenario.hash and run.status().games_done else None
