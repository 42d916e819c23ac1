"""``warlab report``, ``compare`` and ``status``: the commands that read a run directory."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sim.commands import arguments
from sim.commands.arguments import Json, Level, Workers
from sim.commands.sameness import SameWithin, sameness, sameness_parts, sameness_values
from sim.commands.screen import show, show_by, show_json, table
from sim.limits import games_words, size_words
from sim.storage.files import size_below

if TYPE_CHECKING:
    from sim.runs import Run
    from sim.runs.session import Progress

GAPS = 10
"""The most gaps that are listed."""

Directory = Annotated[str, typer.Argument(metavar="RUN", help="A run directory, or its URL.")]
Verify = Annotated[
    bool,
    typer.Option(
        "--verify",
        help="Check every file, count the tallies again from the rows, and replay some games by the rulebook.",
    ),
]
Repair = Annotated[
    bool,
    typer.Option("--repair", help="Play again what is damaged or missing, and what has not been played yet."),
]


def report(
    run: Directory,
    to: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Write it to this file (.html, .md or .txt) instead of printing it."
        ),
    ] = None,
) -> None:
    """Report the answer of a run: in the terminal, as Markdown, or as one HTML file with charts."""
    import reports

    if to is not None:
        reports.prepare(to)
    from sim.runs import open_run

    opened = open_run(run)
    if to is None:
        show_by(lambda page: reports.show(opened, page))
    else:
        print(f"The report is in {reports.write(opened, to)}")


def compare(run: Directory, level: Level = 0.95, same_within: SameWithin = None, json: Json = False) -> None:
    """Compare the variants of a run pairwise, game by game: on the same deals if the decks are the same."""
    from reports.answer import first_screen
    from reports.facts import gather
    from reports.terminal import show_answer
    from sim.counts.summary import table_of_differences
    from sim.runs import open_run
    from sim.stats.families import members

    opened = open_run(run)
    answer = first_screen(gather(opened, level=level), ())
    said = {"verdict": answer.verdict, "headline": answer.headline}
    if opened.scenario.tournament:
        if not json:
            show_by(lambda page: show_answer(answer, page, alone=True))
        _show_tournament(opened, level, said if json else None)
        return
    alike = sameness(opened, same_within, level)
    differences = opened.differences(level)
    rows = table_of_differences(differences).to_dicts()
    if json:
        content = {"run": str(run), **said, "level": level, "differences": rows}
        show_json({**content, "same_within": sameness_values(alike)} if alike else content)
    elif not rows:
        show(f"{run} has only one variant: nothing to compare.")
    else:
        show_by(lambda page: show_answer(answer, page, alone=True))
        _show_differences(opened, rows, level, members(differences))
        if alike:
            show(*sameness_parts(alike, level))


def _show_tournament(run: Run, level: float, said: dict[str, str] | None) -> None:
    """Show who beats whom in a tournament, with intervals; as JSON if there is something said to go with it."""
    from reports.numbers import estimate, level_text, percent, percent_span, span

    tournament = run.tournament(level)
    rows = tournament.matrix().to_dicts()
    if said is not None:
        show_json({"run": str(run.path), **said, "level": level, "meetings": rows})
        return
    lines = []
    for row in rows:
        low, high = row["margin_low"], row["margin_high"]
        wins = row["wins"], row["wins_low"], row["wins_high"]
        margin = estimate(row["margin"], low, high), span(low, high)
        meeting = f"{row['policy']} against {row['against']}"
        lines.append((meeting, *margin, percent(*wins), percent_span(*wins[1:])))
    show(
        "",
        table(("", "mean margin", "interval", "wins", "interval"), lines, grow=True),
        "",
        str(tournament),
        "",
        f"Averages over both seats (every game is played in both); intervals at {level_text(level)} each.",
    )


def _show_differences(run: Run, rows: list[dict[str, Any]], level: float, tests: int) -> None:
    """Show the differences of each pair of variants, and how their games and intervals belong together."""
    from reports.numbers import estimate, level_text, p_value, percent, percent_span, span
    from sim.deals.common import in_common
    from sim.stats.families import level_together

    pairs = dict.fromkeys((row["variant"], row["versus"]) for row in rows)
    parts: list[Any] = [""]
    for variant, versus in pairs:
        lines = []
        for row in rows:
            if (row["variant"], row["versus"]) != (variant, versus) or row["value"] is None:
                continue
            value, low, high = row["value"], row["low"], row["high"]
            is_mean = row["statistic"].endswith("mean difference")
            number, within = (estimate, span) if is_mean else (percent, percent_span)
            ends = row["low_together"], row["high_together"]
            together = "" if ends[0] is None else within(*ends)
            texts = number(value, low, high), within(low, high)
            lines.append((row["statistic"], *texts, p_value(row["p_holm"]), together))
        head = ("", "difference", "interval", "p", "together")
        parts += [f"{variant}, less {versus}:", table(head, lines), ""]
    how = f"p by Holm's method over {tests} tests" if tests else ""
    if tests > 1:
        how += (
            f"; the ranges under “together” exclude zero exactly where p is at most {1 - level:g}, "
            f"and all of them hold together at {level_text(level_together(level, tests))}"
        )
    common = in_common(run.game, [run.rules(name) for name in run.variants])
    paired = common[:1].upper() + common[1:] or "Paired by game number (not all on the same deals)"
    show(*parts, f"{paired}; intervals at {level_text(level)} each{'; ' if how else ''}{how}.")


def status(
    run: Directory,
    verify: Verify = False,
    repair: Repair = False,
    workers: Workers = None,
    json: Json = False,
) -> None:
    """Show how far a run has got, and how to resume it; verify its files, or repair them."""
    from sim.runs import open_run
    from sim.runs.verification import verify_run

    checked: dict[str, Any] = {}
    if repair:
        _repair(run, arguments.worker_count(workers))
    if verify:
        verified = verify_run(run)
        verified.check()
        numbers = {"parts": verified.parts, "rows": verified.rows, "replayed": verified.replayed}
        checked = {"verified": numbers}
    opened = open_run(run)
    if json:
        show_json({**status_values(opened), **checked})
        return
    scenario = opened.scenario
    show(
        scenario.title,
        f"{scenario.game}, seed {scenario.seed}, hash {scenario.hash[:16]}",
        state_line(opened),
        *gap_lines(opened),
        "variants: " + "; ".join(opened.variants),
        *(_verified_line(scenario.keep_games, **values) for values in checked.values()),
    )


def _verified_line(keeps_rows: bool, parts: int, rows: int, replayed: int) -> str:
    if not keeps_rows:
        return "verified: manifest and tallies; no rows are kept to count again"
    counted = f"{rows:,} row{'' if rows == 1 else 's'} in {parts:,} part{'' if parts == 1 else 's'}"
    return (
        f"verified: every file; the tallies, counted again from {counted}; "
        f"{games_words(replayed)}, played again by the rulebook"
    )


def _repair(run: str, workers: int) -> None:
    """Repair a run and show progress."""
    from sim.commands.complaints import StoppedError
    from sim.commands.progress import progress_line
    from sim.runs.verification import repair_run

    with progress_line(0) as line:

        def follow(progress: Progress) -> None:
            done, planned = progress.games_done, progress.games_planned
            line.show(done, planned, progress.games_before, progress.variants)

        try:
            repair_run(run, workers=workers, progress=follow)
        except KeyboardInterrupt as interrupt:
            raise StoppedError(
                f"{run}: {str(interrupt) or 'interrupted; repair the rest with --repair'}"
            ) from None


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
        "title": scenario.title,
        "game": scenario.game,
        "seed": scenario.seed,
        "hash": scenario.hash,
        "variants": list(run.variants),
        "games_done": state.games_done,
        "games_planned": state.games_planned,
        "complete": state.complete,
        "why": state.why,
        "missing": [[first, stop - 1] for first, stop in state.missing],
        "keep_games": scenario.keep_games,
        "bytes": size_below(run.path),
    }
