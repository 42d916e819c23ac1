"""``warlab ask``: a question in somebody's own words, and its answer. What plays is loaded when something is played."""

from __future__ import annotations

import shlex
from contextlib import redirect_stdout
from dataclasses import replace
from functools import partial
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from reports.numbers import estimate, percent, percent_span, span
from reports.questions import Asked, Match, understand
from reports.questions.catalogue import questions
from reports.questions.language import data
from reports.words import capital
from sim.commands import arguments
from sim.commands.arguments import (
    Json,
    SecondsPerPlay,
    SecondsPerShuffle,
    Workers,
    argument,
    option,
)
from sim.commands.progress import progress_line
from sim.commands.screen import show, show_json
from sim.errors import UserError
from sim.limits import games_words
from sim.options import fields_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sim.runs import Run
    from sim.scenario import Scenario

NEIGHBOURS = 3  # the most other questions that are named below an answer
PLAY_SECONDS = 4.0  # about how long a scenario is played for a quick answer
PACES = "--seconds-per-play", "--seconds-per-shuffle"
NEW = 2  # a seed whose games are not among those that known answers are from
KEPT = (
    "rounds mean",
    "rounds median",
    "rounds 97.5 %",
    "player 0 wins",
)  # the kept statistics of an answer
SAMPLE = "100_000"  # the games of ``warlab play`` for a quick answer


def ask(
    context: typer.Context,
    words: Annotated[
        list[str] | None,
        argument(
            "What you want to know: how long does war take with three players.", "WORDS"
        ),
    ] = None,
    play: Annotated[
        str | None,
        option("Answer question N of those that are closest; 1 is the closest.", "N"),
    ] = None,
    list_only: Annotated[
        bool,
        option(
            "Only name the questions: those that may be meant, or without words all.",
            "",
            "--list",
        ),
    ] = False,
    workers: Workers = None,
    seconds_per_play: SecondsPerPlay = None,
    seconds_per_shuffle: SecondsPerShuffle = None,
    json: Json = False,
) -> None:
    """Run ``warlab ask``."""
    if not words:
        _list_all()
        return
    asked = understand(" ".join(words))
    given = zip(PACES, (seconds_per_play, seconds_per_shuffle), strict=True)
    pace = "".join(
        f" {option} {seconds:g}" for option, seconds in given if seconds is not None
    )
    if pace or not list_only:
        read = partial(_at_pace, pace=pace) if pace else _from_kept
        asked = replace(asked, answers=tuple(map(read, asked.answers)))
    of_workers = arguments.worker_count(workers)
    most = max(1, len(asked.answers))
    number = None if play is None else arguments.whole(play, "--play", 1, most)
    if json and number is not None:
        raise UserError(
            "--json answers the question that is clearly meant",
            where="--play",
            cure="leave one of them out",
        )
    clear = asked.status == "answered" and not list_only
    if json:
        show_json(_values(asked, of_workers if clear else 0, context))
    elif not asked.answers:
        why = "; ".join(asked.notes) or "no question here is close to that"
        show(
            f"Not covered: {why}.",
            "",
            "warlab scenarios and warlab games list what is.",
        )
    elif number is None and not clear:
        _name_closest(asked)
    else:
        answer = asked.answers[(number or 1) - 1]
        says = capital(", ".join(asked.says))
        show(f"{says}: {answer.question}" if says else answer.question)
        if answer.answer:
            show("", answer.answer)
        _answer(answer, of_workers, context)
        others = [other for other in asked.answers if other is not answer][:NEIGHBOURS]
        if others:
            named = (
                line
                for other in others
                for line in (f"  {other.question}", f"     {other.command}")
            )
            show("", "Close to it:", *named)


def _list_all() -> None:
    """Name all questions but those for rules, by game."""
    show("Ask in your own words: warlab ask how long does war take with three players")
    titles = data("catalogue.toml")["titles"]
    groups: dict[str, list[str]] = {}
    for each in questions():
        if not each.near and "warlab games" not in each.command:
            groups.setdefault(each.topic or titles[each.game], []).append(
                f"  {each.words}"
            )
    for title, known in groups.items():
        show("", title, *known)
    show("", "The rules of a game: warlab ask rules of gops")


def _at_pace(match: Match, pace: str) -> Match:
    """Return a question whose command has another pace, to be played anew, if it says how long a game takes."""
    if match.command.split()[1] not in ("play", "run"):
        return match
    return replace(match, command=match.command + pace, answer="")


def _from_kept(match: Match) -> Match:
    """Return a question on games of War with the answer that comes with the package, if its rules are kept there."""
    _, command, game, *words = shlex.split(match.command)
    if match.answer or (command, game) != ("play", "war") or {*words[::2]} != {"-r"}:
        return match
    from sim.catalogue.kept import kept_of
    from sim.games import find_game

    known = kept_of(arguments.rules_of(find_game(game), words[1::2]))
    if not {*KEPT} <= known.keys():
        return match
    mean, median, late = (
        f"{estimate(*known[name])} ({span(*known[name][1:])})" for name in KEPT[:3]
    )
    wins = f"{percent(*known[KEPT[3]])} ({percent_span(*known[KEPT[3]][1:])})"
    told = f"From games played before (99 % intervals): {mean} rounds on average, a median of {median}, 1 in 40 games "
    return replace(match, answer=f"{told}over {late}; the first player wins {wins}.")


def _name_closest(asked: Asked) -> None:
    """Name the questions that are closest, and what cannot be done as asked."""
    for note in asked.notes:
        show(f"{capital(note)}.")
    rules = f" ({', '.join(asked.says)})" if asked.says else ""
    nearest = "Not covered: no question here is close to that. What comes nearest:"
    headings = {
        "answered": "The question that is meant:",
        "closest": f"The closest I found{rules}:",
    }
    show(headings.get(asked.status, nearest), "")
    for number, answer in enumerate(asked.answers, 1):
        show(f"{number}  {answer.question}", f"   {answer.command}")
    show(
        "",
        "For the answer to one of them:",
        f"warlab ask {shlex.quote(asked.asked)} --play 1",
    )


def _values(asked: Asked, workers: int, context: typer.Context) -> dict[str, object]:
    """Return what a question means, for programs; with workers, the first answer is played if it is not known."""
    answers = [
        fields_of(match, "question", "command", "answer", "score")
        for match in asked.answers
    ]
    if workers and not asked.answers[0].answer:
        with redirect_stdout(StringIO()) as printed:
            _answer(asked.answers[0], workers, context)
        answers[0]["answer"] = printed.getvalue().strip()
    return {
        **fields_of(asked, "asked", "status", "rules"),
        "notes": list(asked.notes),
        "answers": answers,
    }


def _answer(answer: Match, workers: int, context: typer.Context) -> None:
    """Print the answer of a command: of an existing run, of a small sample, or what the command prints."""
    words = shlex.split(answer.command)
    if words[1] == "play":
        place = words.index("--games") if "--games" in words else len(words)
        words = [*words[:place], *words[place + 2 :], "--games", SAMPLE]
    if words[1] == "run":
        _of_scenario(words[2], workers, words[3:])
        return
    if words[1] == "play" and answer.answer:
        words += ["--seed", str(NEW)]
    show("", f"$ {shlex.join(words)}", "")
    context.find_root().command.main(
        words[1:], prog_name="warlab", standalone_mode=False
    )


def _of_scenario(name: str, workers: int, pace: Sequence[str]) -> None:
    """Print the first screen of a scenario's report: of its run if there is one, else of a small sample."""
    from reports.answer import first_screen
    from reports.answer.screen import facts_of_games
    from reports.facts import gather
    from reports.terminal import show as show_answer
    from sim.runs.counting import count_sample
    from sim.scenario import load_scenario

    scenario, where = load_scenario(name), Path("runs") / name
    if pace:
        seconds = {
            option: float(text)
            for option, text in zip(pace[::2], pace[1::2], strict=True)
        }
        scenario = scenario.with_pace(*map(seconds.get, PACES))
    run = None if pace else _run_of(scenario, where)
    if run is not None:
        facts = gather(run)
        told = (
            f"From the run in {where}. For the full report: warlab report {where} --all"
        )
    else:
        with progress_line(scenario.games) as line:
            counted = count_sample(scenario, PLAY_SECONDS, workers, line)
        facts = facts_of_games(scenario, counted)
        played, planned = games_words(counted.games), f"{scenario.games:,}"
        told = f"From the first {played} of each variant. For all {planned}: warlab run {' '.join([name, *pace])}"
    show(lambda page: show_answer(first_screen(facts), page), "", told)


def _run_of(scenario: Scenario, where: Path) -> Run | None:
    """Return the run of a scenario, if there is one with games."""
    from sim.runs import open_run

    try:
        run = open_run(where)
    except UserError:
        # There is none, or it cannot be read; then the question is answered without it.
        return None
    return (
        run if run.scenario.hash == scenario.hash and run.status().games_done else None
    )
