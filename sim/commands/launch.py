"""Launch: a scenario played into a run directory, or what it would cost; what is shown meanwhile and in the end."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from reports.answer import first_screen
from reports.facts import gather
from reports.numbers import estimate, span
from reports.sections import method
from sim.collect.driver import Progress
from sim.collect.ledger import block_size
from sim.commands import arguments
from sim.commands.arguments import STDIN
from sim.commands.complaints import resumable
from sim.commands.plan import times
from sim.commands.progress import Silence, progress_line
from sim.commands.requests import RunRequest
from sim.commands.scenarios import about, pairs, read_scenario, variants_table
from sim.commands.screen import give, refuse_with
from sim.commands.status import state_line, status_values
from sim.counts.stopping import watched
from sim.counts.summary import Summary
from sim.counts.tallies import Tallies
from sim.errors import UserError, unknown
from sim.games import find_game
from sim.limits import games_words, size_words
from sim.machine.workers import BACKENDS
from sim.options import fields_of
from sim.runs import run as play_scenario
from sim.runs.pilot import FEWEST_GAMES, play_pilot
from sim.scenario import Scenario
from sim.stats import Measure
from sim.stats.sequences import AT_EVERY_LOOK

BETWEEN_ESTIMATES = 2.0
"""Seconds between two estimates while playing: each is computed from all tallies, which takes a moment."""

LEVEL = 0.95
"""The level of the interval on the progress line."""

PILOT, MOST_PILOT = 5000, 500_000
"""The games of each variant, and of all, that a dry run plays to estimate the time and the disk."""


def launch(asked: RunRequest) -> None:
    """Play a scenario, or say what would be played."""
    kind = _backend(asked.backend, asked.scheduler, asked.workers)
    crew = arguments.worker_count(asked.workers)
    chosen = read_scenario(asked.scenario)
    if asked.column:
        chosen = chosen.with_columns(asked.column, "--column")
    if asked.until:
        chosen = chosen.with_precision(asked.until, "--until")
    if asked.seconds_per_play or asked.seconds_per_shuffle:
        chosen = chosen.with_pace(asked.seconds_per_play, asked.seconds_per_shuffle)
    name = chosen.game if asked.scenario == STDIN else Path(asked.scenario).stem
    where = asked.out if asked.out is not None else str(Path("runs") / name)
    if asked.dry_run:
        refuse_with(asked.csv, "--dry-run")
        changed = chosen.with_changes(games=asked.games, seed=asked.seed)
        if asked.keep_games is not None:
            changed = replace(changed, keep_games=asked.keep_games)
        _tell_plan(
            changed,
            where,
            asked.first or 0,
            None if asked.scheduler else crew,
            asked.block_games,
            asked.json,
        )
        return
    names = ("games", "seed", "scheduler", "resume", "block_games", "keep_games")
    how = {
        **fields_of(asked, *names),
        "first": asked.first or 0,
        "workers": crew,
        "backend": kind,
    }
    with (
        progress_line(chosen.games) as line,
        resumable(where, "play the rest with --resume"),
    ):
        follow = _follow(chosen, line)
        played = play_scenario(
            chosen, out=where, progress=follow, compiling=line.compiling, **how
        )
    facts, said = gather(played), []
    rows: Any = ()
    if asked.csv is not None:
        rows = (
            played.summary() if facts.tournament is None else facts.tournament.matrix()
        )
    if not asked.json:
        answer, told = (
            first_screen(facts),
            method.cautions(facts),
        )  # the state of the run is told already
        cautions = [each for each in answer.cautions if each not in told]
        whole = f"Its numbers and its picture: warlab report {played.path}"
        said = [state_line(played), *answer.sentences, *cautions, whole]
    give(status_values(played), *said, **fields_of(asked, "json", "csv"), rows=rows)


def _backend(backend: str | None, scheduler: str | None, workers: int | None) -> str:
    """Return the worker pool that was asked for."""
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
    """Return what turns the progress of a run into the line that is shown."""
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
            estimate, last = _estimate(scenario, progress), progress.seconds
        line.follow(progress, estimate)

    return follow


def _estimate(scenario: Scenario, progress: Progress[Tallies]) -> str:
    """Return the mean of the first counted column of the first variant so far."""
    first, game = scenario.variants[0], find_game(scenario.game)
    seats = {first.name: first.rules.seats}
    statistics = Summary(progress.counted, game, seats).estimates()
    means = (statistic for statistic in statistics if statistic.measure is Measure.MEAN)
    for mean in watched(means, progress.counted, game, (), LEVEL):
        value, low, high = mean.interval.value, mean.interval.low, mean.interval.high
        if value is not None:
            ends = f" ({span(low, high)}), {AT_EVERY_LOOK}" if low is not None else ""
            return f"{first.name}: {mean.column} {estimate(value, low, high)}{ends}"
    return ""


def _tell_plan(
    scenario: Scenario,
    where: str,
    first: int,
    workers: int | None,
    block_games: int | None,
    json: bool,
) -> None:
    """Print what would be played; no number of workers stands for those of a cluster."""
    block = block_games or block_size(len(scenario.variants), scenario.games)
    blocks = -(-scenario.games // block)
    planned = {
        "first": first,
        "out": str(where),
        "blocks": blocks,
        "block_games": block,
    }
    cost = [] if workers is None or json else [_cost(scenario, workers)]
    total = scenario.games * len(scenario.variants)
    rows = "a row for every game" if scenario.keep_games else "tallies only"
    pool = (
        "the workers of a cluster"
        if workers is None
        else f"{workers} worker{'s' * (workers != 1)}"
    )
    games = [f"games {first:,} to {first + scenario.games - 1:,}"] if first else []
    give(
        {**about(scenario), **planned, "workers": workers},
        scenario.title,
        f"{scenario.game}, {games_words(scenario.games)} a variant{pairs(scenario)}, {total:,} in all",
        f"seed {scenario.seed}, hash {scenario.hash[:16]}, into {where} ({rows})",
        *games,
        f"{blocks:,} block{'s' * (blocks != 1)} of {games_words(min(block, scenario.games))}, {pool}",
        *cost,
        "",
        variants_table(scenario),
        "",
        "Nothing has been played."
        if workers is None
        else "Nothing has been played but a small pilot.",
        json=json,
    )


def _cost(scenario: Scenario, workers: int) -> str:
    """Return the time, disk and memory of a run in words, from a small pilot."""
    games = max(FEWEST_GAMES, min(PILOT, MOST_PILOT // len(scenario.variants)))
    cost = play_pilot(scenario, games, workers).cost(scenario.games)
    disk, memory = size_words(cost.disk), size_words(cost.memory)
    return f"{times(cost)}, {disk} on the disk and {memory} of memory, by a small pilot"
