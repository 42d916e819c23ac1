"""Launch: a scenario played into a run directory, or what would be played.

What is shown meanwhile and in the end.
"""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from reports.answer import first_screen
from reports.facts import gather
from reports.numbers import estimate, span
from reports.sections import method
from sim.collect.driver import Progress
from sim.commands import arguments
from sim.commands.arguments import STDIN
from sim.commands.complaints import resumable
from sim.commands.progress import Silence, progress_line
from sim.commands.requests import RunRequest
from sim.commands.scenarios import about, pairs, read_scenario, variants_table
from sim.commands.status import state_line, status_values
from sim.contract.answer import Answer, Command, Paragraph
from sim.counts.stopping import watched
from sim.counts.summary import Summary
from sim.counts.tallies import Tallies
from sim.errors import UserError, unknown
from sim.games import find_game
from sim.machine.workers import BACKENDS
from sim.options import fields_of
from sim.runs import Run
from sim.runs import run as play_scenario
from sim.scenario import Scenario
from sim.stats import Measure
from sim.stats.sequences import AT_EVERY_LOOK
from sim.words import games_words, numbers_words

BETWEEN_ESTIMATES = 2.0
"""Seconds between two estimates while playing: each is computed from all tallies, which
takes a moment."""

LEVEL = 0.95
"""The level of the interval on the progress line."""


def answer(asked: RunRequest) -> Answer:
    """Play a scenario and answer its question, or say what would be played."""
    backend = _backend(asked.backend, asked.scheduler, asked.workers)
    scenario = _scenario(asked)
    name = scenario.game if asked.scenario == STDIN else Path(asked.scenario).stem
    where = asked.out if asked.out is not None else str(Path("runs") / name)
    if asked.dry_run:
        return _plan(asked, scenario, where)
    names = ("games", "seed", "scheduler", "resume", "block_games", "keep_games")
    with (
        progress_line(scenario.games) as line,
        resumable(where, "play the rest with --resume"),
    ):
        played = play_scenario(
            scenario,
            out=where,
            first=asked.first or 0,
            workers=arguments.worker_count(asked.workers),
            backend=backend,
            progress=_follow(scenario, line),
            **fields_of(asked, *names),
        )
    return _answer_of(played)


def _scenario(asked: RunRequest) -> Scenario:
    """The scenario with what was typed in place of its own."""
    scenario = read_scenario(asked.scenario)
    if asked.column:
        scenario = scenario.with_columns(asked.column, "--column")
    if asked.until:
        scenario = scenario.with_precision(asked.until, "--until")
    if asked.seconds_per_play or asked.seconds_per_shuffle:
        pace = asked.seconds_per_play, asked.seconds_per_shuffle
        scenario = scenario.with_pace(*pace)
    return scenario


def _answer_of(run: Run) -> Answer:
    """The state of a run, and its answer in a few sentences."""
    facts = gather(run)
    screen = first_screen(facts)
    # The state of the run is told already.
    of_state = method.cautions(facts)
    rest = tuple(caution for caution in screen.cautions if caution not in of_state)
    return Answer(
        about=state_line(run),
        verdict=screen.verdict,
        headline=screen.headline,
        blocks=(
            Paragraph("Its numbers and its picture:"),
            Command(f"warlab report {run.path}"),
        ),
        cautions=rest,
        data=status_values(run),
    )


def _backend(backend: str | None, scheduler: str | None, workers: int | None) -> str:
    """The worker pool that was asked for."""
    if backend is not None and backend not in BACKENDS:
        raise unknown("backend", backend, BACKENDS, where="--backend")
    if scheduler is None:
        return backend or "threading"
    if backend not in (None, "dask"):
        raise UserError(
            f"it has no use with --backend {backend}",
            where="--scheduler",
            cure="leave --backend out",
        )
    if workers is not None:
        raise UserError(
            "the cluster decides how many workers play",
            where="--workers",
            cure="leave it out",
        )
    return "dask"


def _follow(scenario: Scenario, line: Silence) -> Callable[[Progress[Tallies]], None]:
    """What turns the progress of a run into the line that is shown."""
    last = -BETWEEN_ESTIMATES
    line.variants = len(scenario.variants)

    def follow(progress: Progress[Tallies]) -> None:
        nonlocal last
        estimate = None
        if (
            line.shown
            and progress.games_done
            and progress.seconds - last >= BETWEEN_ESTIMATES
        ):
            estimate = _estimate(scenario, progress)
            last = progress.seconds
        line.follow(progress, estimate)

    return follow


def _estimate(scenario: Scenario, progress: Progress[Tallies]) -> str:
    """The mean of the first counted column of the first variant so far."""
    first = scenario.variants[0]
    game = find_game(scenario.game)
    rules = {first.name: first.rules}
    statistics = Summary(progress.counted, game, rules).estimates()
    means = (statistic for statistic in statistics if statistic.measure is Measure.MEAN)
    for mean in watched(means, progress.counted, game, (), LEVEL):
        value = mean.interval.value
        low = mean.interval.low
        high = mean.interval.high
        if value is not None:
            ends = f" ({span(low, high)}), {AT_EVERY_LOOK}" if low is not None else ""
            return f"{first.name}: {mean.column} {estimate(value, low, high)}{ends}"
    return ""


def _plan(asked: RunRequest, scenario: Scenario, where: str) -> Answer:
    """What would be played."""
    scenario = scenario.with_changes(games=asked.games, seed=asked.seed)
    if asked.keep_games is not None:
        scenario = replace(scenario, keep_games=asked.keep_games)
    first = asked.first or 0
    total = scenario.games * len(scenario.variants)
    rows = "a row for every game" if scenario.keep_games else "tallies only"
    games = f"{games_words(scenario.games)} a variant{pairs(scenario)}"
    lines = (
        f"{scenario.game}, {games}, {total:,} in all",
        numbers_words(first, first + scenario.games - 1),
        f"seed {scenario.seed}, hash {scenario.hash[:16]}, into {where} ({rows})",
    )
    cost = Paragraph("Nothing has been played. What it would cost: warlab plan")
    return Answer(
        title=scenario.title,
        blocks=(Paragraph("\n".join(lines)), variants_table(scenario), cost),
        data={**about(scenario), "first": first, "out": where},
    )
