"""``warlab status``: how far a run has got, whether its files are sound, and their repair."""

from typing import Annotated, Any

from sim.commands import arguments
from sim.commands.complaints import resumable
from sim.commands.options import Directory, Workers, option
from sim.commands.printed import printed
from sim.commands.progress import progress_line
from sim.contract.answer import Answer, Paragraph
from sim.options import fields_of
from sim.runs import Run, open_run
from sim.runs.verification import Verification, repair_run, verify_run
from sim.storage.files import size_below
from sim.words import count_words, games_words, size_words

GAPS = 10
"""The most gaps that are listed."""


@printed("json")
def status(
    run: Directory,
    verify: Annotated[
        bool,
        option(
            "Check every file, count the tallies again from the rows, and replay some "
            "games by the rulebook.",
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
) -> Answer:
    """Run ``warlab status``."""
    if repair:
        count = arguments.worker_count(workers)
        with progress_line(0) as line, resumable(run, "repair the rest with --repair"):
            repair_run(run, workers=count, progress=line.follow)
    verified = verify_run(run) if verify else None
    return answer(open_run(run), verified)


def answer(run: Run, verified: Verification | None = None) -> Answer:
    """How far a run is, and what its verification has found.

    Parameters
    ----------
    run
        The run.
    verified
        The verification of its files; None without one.

    Returns
    -------
    Answer

    Raises
    ------
    UserError
        If the verification found damage.
    """
    scenario = run.scenario
    lines = list[str]()
    data = status_values(run)
    strays: tuple[str, ...] = ()
    if verified is not None:
        verified.check()
        counts = fields_of(verified, "parts", "rows", "replayed")
        data |= {"verified": counts, "strays": list(verified.strays)}
        lines.append(_verified_words(verified, scenario.keep_games))
        strays = tuple(
            f"warning: {name} is not named by the record: no games of the run"
            for name in verified.strays
        )
    about = (
        f"{scenario.game}, seed {scenario.seed}, hash {scenario.hash[:16]}",
        state_line(run),
        *gap_lines(run),
        "variants: " + "; ".join(run.variants),
        *lines,
    )
    return Answer(
        title=scenario.title,
        blocks=(Paragraph("\n".join(about)),),
        cautions=strays,
        data=data,
    )


def _verified_words(verified: Verification, keep_games: bool) -> str:
    if not keep_games:
        return "verified: manifest and tallies; no rows are kept to count again"
    rows = count_words(verified.rows, "row")
    parts = count_words(verified.parts, "part")
    again = f"{games_words(verified.replayed)}, played again by the rulebook"
    return f"verified: every file; the tallies, counted again from {rows} in {parts}; {again}"


def state_line(run: Run) -> str:
    """Where a run is, how far it is, and how large, in one line."""
    why = run.status().why
    return f"{run.path}: {why} ({size_words(size_below(run.path))})"


def gap_lines(run: Run) -> list[str]:
    """The games that are missing before later ones that have been played, a line for each gap."""
    state = run.status()
    last = state.ledger[-1][1] if state.ledger else 0
    gaps = [(first, stop) for first, stop in state.missing if first < last]
    lines = [f"missing: games {first:,} to {stop - 1:,}" for first, stop in gaps[:GAPS]]
    return lines + [f"and {len(gaps) - GAPS:,} more gaps"] * (len(gaps) > GAPS)


def status_values(run: Run) -> dict[str, Any]:
    """How far a run is, as plain values."""
    state = run.status()
    scenario = run.scenario
    return {
        "run": str(run.path),
        **fields_of(scenario, "title", "game", "seed", "hash"),
        "variants": list(run.variants),
        **fields_of(state, "games_done", "games_planned", "complete"),
        "why": state.why,
        "missing": [[first, stop - 1] for first, stop in state.missing],
        "keep_games": scenario.keep_games,
        "bytes": size_below(run.path),
    }
