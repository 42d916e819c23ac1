"""The files in which the numbers of the texts are kept.

There is one for each run, one for each solution that takes long, and one for all else
that follows without chance.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from docs.figures.exact import EXACT, value
from docs.figures.named import Numbers, numbers
from docs.figures.solutions import numbers_of
from docs.figures.sources import command, file_name

if TYPE_CHECKING:
    from sim.games.gops.solution.answer import GopsSolution
    from sim.runs import Run

KEPT = Path(__file__).parent / "kept"
"""The directory of the files."""


def keep(run: Run, source: str, wanted: Iterable[tuple[str, str]]) -> Path:
    """Write what the texts need of a run; everything else is left out."""
    scenario = run.scenario
    return _write(
        source,
        {
            "command": command(source),
            "scenario": scenario.hash,
            "seed": scenario.seed,
            "games": run.status().games_done,
            "numbers": _needed(numbers(run), wanted),
        },
    )


def keep_solution(
    solution: GopsSolution, source: str, wanted: Iterable[tuple[str, str]]
) -> Path:
    """Write what the texts need of a solution (:mod:`docs.figures.solutions`)."""
    return _write(
        source,
        {"command": command(source), "numbers": _needed(numbers_of(solution), wanted)},
    )


def keep_exact(wanted: Iterable[str]) -> Path:
    """Write the values of the expressions of the texts (:mod:`docs.figures.exact`)."""
    return _write(
        EXACT, {expression: value(expression) for expression in sorted(set(wanted))}
    )


def _needed(numbers: Numbers, wanted: Iterable[tuple[str, str]]) -> Numbers:
    needed: Numbers = {}
    for variant, statistic in sorted(set(wanted)):
        needed.setdefault(variant, {})[statistic] = numbers[variant][statistic]
    return needed


def _write(source: str, content: dict[str, Any]) -> Path:
    path = KEPT / f"{file_name(source)}.json"
    path.parent.mkdir(exist_ok=True)
    path.write_text(
        json.dumps(content, indent=1, ensure_ascii=False) + "\n", encoding="utf-8"
    )
    kept.cache_clear()
    return path


@cache
def kept(source: str) -> dict[str, Any]:
    """Return what is kept of a source."""
    content: dict[str, Any] = json.loads(
        (KEPT / f"{file_name(source)}.json").read_text(encoding="utf-8")
    )
    return content
