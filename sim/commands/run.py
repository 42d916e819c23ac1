"""``warlab run``: play a scenario into a run directory, and print where it is and the results.

What plays is loaded when something is played, so that ``--help`` answers at once.
"""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from reports.numbers import estimate, span
from sim.commands import arguments
from sim.commands.arguments import (
    SCENARIO,
    STDIN,
    Column,
    Json,
    OtherSeed,
    SecondsPerPlay,
    SecondsPerShuffle,
    Until,
    Workers,
    number_option,
    option,
)
from sim.commands.complaints import resumable
from sim.commands.completing import backends
from sim.commands.progress import Silence, progress_line
from sim.commands.screen import Csv, refuse_with, save, show, show_json
from sim.errors import UserError, unknown
from sim.limits import MOST_BLOCK, MOST_GAMES, games_words, size_words

if TYPE_CHECKING:
    from collections.abc import Callable

    from sim.runs import Run
    from sim.runs.session import Progress
    from sim.scenario import Scenario

BETWEEN_ESTIMATES = 2.0
"""Seconds between two estimates while playing: each is computed from all tallies, which takes a moment."""

LEVEL = 0.95
"""The level of the interval on the progress line."""

PILOT, MOST_PILOT = 5000, 500_000
"""The games of each variant, and of all, that a dry run plays to estimate the time and the disk."""

Games = Annotated[
    int | None,
    number_option(
        "--games", "Games of each variant, such as 1e6, instead of the scenario's.", 1, MOST_GAMES, short="-n"
    ),
]
Out = Annotated[
    str | None,
    option("The run directory (default: runs/NAME), or a URL such as s3://bucket/run.", "DIR"),
]
First = Annotated[
    int | None,
    number_option(
        "--first", "The number of the first game (default: 0); warlab merge joins ranges.", metavar="K"
    ),
]
Backend = Annotated[
    str | None,
    option(
        "The worker pool: threading (the default), loky (processes) or dask (a cluster).",
        "WORD",
        autocompletion=backends,
    ),
]
Scheduler = Annotated[
    str | None,
    option("Play on an existing Dask cluster: tcp://HOST:PORT, or its scheduler file.", "ADDRESS"),
]
Resume = Annotated[bool, option("Resume an existing run: play the games that it lacks.", "", "--resume")]
DryRun = Annotated[bool, option("Print what would be played, and play nothing.", "", "--dry-run")]
BlockGames = Annotated[
    int | None, number_option("--block-games", "Games in a block, and so in a Parquet part.", 1, MOST_BLOCK)
]
KeepGames = Annotated[
    bool | None,
    option("Keep a row for every game, or only the tallies.", "", "--keep-games/--no-keep-games"),
]


def run(
    scenario: Annotated[str, SCENARIO],
    games: Games = None,
    seed: OtherSeed = None,
    first: First = None,
    out: Out = None,
    workers: Workers = None,
    backend: Backend = None,
    scheduler: Scheduler = None,
    resume: Resume = False,
    dry_run: DryRun = False,
    block_games: BlockGames = None,
    keep_games: KeepGames = None,
    until: Until = None,
    seconds_per_play: SecondsPerPlay = None,
    seconds_per_shuffle: SecondsPerShuffle = None,
    column: Column = None,
    csv: Csv = None,
    json: Json = False,
) -> None:
    """Run ``warlab run``."""
    from reports.answer import first_screen
    from reports.facts import gather
    from sim.commands.scenarios import check_report, read_scenario
    from sim.commands.status import state_line, status_values

    kind = _backend(backend, scheduler, workers)
    crew = arguments.worker_count(workers)
    chosen = read_scenario(scenario)
    if column:
        chosen = chosen.with_columns(column, "--column")
    check_report(chosen)
    if until:
        chosen = chosen.with_precision(until, "--until")
    if seconds_per_play or seconds_per_shuffle:
        chosen = chosen.with_pace(seconds_per_play, seconds_per_shuffle)
    name = chosen.game if scenario == STDIN else Path(scenario).stem
    where = out if out is not None else str(Path("runs") / name)
    if dry_run:
        refuse_with(csv, "--dry-run")
        changed = chosen.with_changes(games=games, seed=seed)
        if keep_games is not None:
            changed = dataclasses.replace(changed, keep_games=keep_games)
        _tell_plan(changed, where, first or 0, None if scheduler else crew, block_games, json)
        return
    played = _play(
        chosen,
        where,
        games=games,
        seed=seed,
        first=first or 0,
        workers=crew,
        backend=kind,
        scheduler=scheduler,
        resume=resume,
        block_games=block_games,
        keep_games=keep_games,
    )
    if csv is not None:
        save(csv, played.tournament().matrix() if chosen.tournament else played.summary())
    if json:
        show_json(status_values(played))
    else:
        answer = first_screen(gather(played), ())
        whole = f"Its numbers and its picture: warlab report {played.path}"
        show(state_line(played), *answer.sentences, *answer.cautions, whole)


def _backend(backend: str | None, scheduler: str | None, workers: int | None) -> str:
    """Return the worker pool that was asked for."""
    from sim.runs.pool import BACKENDS

    if backend is not None and backend not in BACKENDS:
        raise unknown("backend", backend, BACKENDS, where="--backend")
    if scheduler is None:
        return backend or "threading"
    if backend not in (None, "dask"):
        raise UserError(
            f"it has no use with --backend {backend}", where="--scheduler", cure="leave --backend out"
        )
    if workers is not None:
        raise UserError("the cluster decides how many workers play", where="--workers", cure="leave it out")
    return "dask"


def _play(scenario: Scenario, where: str, **how: Any) -> Run:
    """Play the scenario and show progress."""
    from sim.runs import run as play_scenario

    with progress_line(scenario.games) as line, resumable(where, "play the rest with --resume"):
        follow = _follow(scenario, line)
        return play_scenario(scenario, out=where, progress=follow, compiling=line.compiling, **how)


def _follow(scenario: Scenario, line: Silence) -> Callable[[Progress], None]:
    """Return what turns the progress of a run into the line that is shown."""
    last = -BETWEEN_ESTIMATES

    def follow(progress: Progress) -> None:
        nonlocal last
        estimate = None
        if line.shown and progress.games_done and progress.seconds - last >= BETWEEN_ESTIMATES:
            estimate, last = _estimate(scenario, progress), progress.seconds
        line.follow(progress, estimate)

    return follow


def _estimate(scenario: Scenario, progress: Progress) -> str:
    """Return the mean of the first counted column of the first variant so far."""
    from sim.counts.stopping import watched
    from sim.counts.summary import Summary
    from sim.games import find_game
    from sim.stats import Measure
    from sim.stats.sequences import AT_EVERY_LOOK

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
    scenario: Scenario, where: str, first: int, workers: int | None, block_games: int | None, json: bool
) -> None:
    """Print what would be played; no number of workers stands for those of a cluster."""
    from sim.commands.scenarios import about, pairs, variants_table
    from sim.runs.ledger import block_size

    block = block_games or block_size(len(scenario.variants), scenario.games)
    blocks = -(-scenario.games // block)
    if json:
        planned = {"first": first, "out": str(where), "blocks": blocks, "block_games": block}
        show_json({**about(scenario), **planned, "workers": workers})
        return
    cost = [] if workers is None else [_cost(scenario, workers)]
    total = scenario.games * len(scenario.variants)
    rows = "a row for every game" if scenario.keep_games else "tallies only"
    pool = "the workers of a cluster" if workers is None else f"{workers} worker{'s' * (workers != 1)}"
    games = [f"games {first:,} to {first + scenario.games - 1:,}"] if first else []
    show(
        scenario.title,
        f"{scenario.game}, {games_words(scenario.games)} a variant{pairs(scenario)}, {total:,} in all",
        f"seed {scenario.seed}, hash {scenario.hash[:16]}, into {where} ({rows})",
        *games,
        f"{blocks:,} block{'s' * (blocks != 1)} of {games_words(min(block, scenario.games))}, {pool}",
        *cost,
        "",
        variants_table(scenario),
        "",
        "Nothing has been played." if workers is None else "Nothing has been played but a small pilot.",
    )


def _cost(scenario: Scenario, workers: int) -> str:
    """Return the time, disk and memory of a run in words, from a small pilot."""
    from sim.commands.plan import times
    from sim.runs.pilot import FEWEST_GAMES, play_pilot

    games = max(FEWEST_GAMES, min(PILOT, MOST_PILOT // len(scenario.variants)))
    cost = play_pilot(scenario, games, workers).cost(scenario.games)
    disk, memory = size_words(cost.disk), size_words(cost.memory)
    return f"{times(cost)}, {disk} on the disk and {memory} of memory, by a small pilot"
