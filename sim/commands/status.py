"""``warlab status``: how far a run has got, whether its files are sound, and their repair."""

from typing import Annotated, Any

from sim.commands import arguments
from sim.commands.arguments import Directory, Json, Workers, option
from sim.commands.complaints import resumable
from sim.commands.progress import progress_line
from sim.commands.screen import give
from sim.limits import games_words, size_words
from sim.options import fields_of
from sim.runs import Run, open_run
from sim.runs.verification import repair_run, verify_run
from sim.storage.files import size_below

GAPS = 10
"""The most gaps that are listed."""


def status(
    run: Directory,
    verify: Annotated[
        bool,
        option(
            "Check every file, count the tallies again from the rows, and replay some games by the rulebook.",
            "",
            "--verify",
        ),
    ] = False,
    repair: Annotated[
        bool,
        option(
            "Play again what is damaged or missing, and what has not been played yet.",
            "",
            "--repair",
        ),
    ] = False,
    workers: Workers = None,
    json: Json = False,
) -> None:
    """Run ``warlab status``."""
    checked: dict[str, Any] = {}
    strays: list[str] = []
    if repair:
        with progress_line(0) as line, resumable(run, "repair the rest with --repair"):
            repair_run(
                run, workers=arguments.worker_count(workers), progress=line.follow
            )
    if verify:
        verified = verify_run(run)
        verified.check()
        checked = {
            "verified": fields_of(verified, "parts", "rows", "replayed"),
            "strays": list(verified.strays),
        }
        strays = [
            f"warning: {name} is not named by the record: no games of the run"
            for name in verified.strays
        ]
    opened = open_run(run)
    scenario, told = opened.scenario, []
    if checked and not scenario.keep_games:
        told = ["verified: manifest and tallies; no rows are kept to count again"]
    elif checked:
        parts, rows, replayed = checked["verified"].values()
        counted = f"{rows:,} row{'' if rows == 1 else 's'} in {parts:,} part{'' if parts == 1 else 's'}"
        again = f"{games_words(replayed)}, played again by the rulebook"
        told = [
            f"verified: every file; the tallies, counted again from {counted}; {again}"
        ]
    give(
        {**status_values(opened), **checked},
        scenario.title,
        f"{scenario.game}, seed {scenario.seed}, hash {scenario.hash[:16]}",
        state_line(opened),
        *gap_lines(opened),
        "variants: " + "; ".join(opened.variants),
        *told,
        *strays,
        json=json,
    )


def state_line(run: Run) -> str:
    """Return where a run is, how far it is, and how large, in one line."""
    return f"{run.path}: {run.status().why} ({size_words(size_below(run.path))})"


def gap_lines(run: Run) -> list[str]:
    """Return which games are missing before later ones that have been played, one line for each gap."""
    state = run.status()
    last = state.ledger[-1][1] if state.ledger else 0
    gaps = [(first, stop) for first, stop in state.missing if first < last]
    lines = [f"missing: games {first:,} to {stop - 1:,}" for first, stop in gaps[:GAPS]]
    return lines + [f"and {len(gaps) - GAPS:,} more gaps"] * (len(gaps) > GAPS)


def status_values(run: Run) -> dict[str, Any]:
    """Return how far a run has got, for programs."""
    state, scenario = run.status(), run.scenario
    return {
        "run": str(run.path),
        **fields_of(scenario, "title", "game", "seed", "hash"),
        "variants": list(run.variants),
        **fields_of(state, "games_done", "games_planned", "complete", "why"),
        "missing": [[first, stop - 1] for first, stop in state.missing],
        "keep_games": scenario.keep_games,
        "bytes": size_below(run.path),
    }
