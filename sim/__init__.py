"""Play War and its relatives, millions of games at a time, and know how certain the answers are.

The public names are imported when they are first used, so that ``import sim`` itself is
quick.

>>> import sim
>>> sorted(sim.games())[-1]
'wilcox-war'
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from sim.machine.notebook import show_with

if TYPE_CHECKING:
    from sim.contract.game import Game
    from sim.engine.replaying import replay as replay
    from sim.engine.rows import deal as deal
    from sim.engine.rows import play as play
    from sim.errors import UserError as UserError
    from sim.runs import Run as Run
    from sim.runs import open_run as open_run
    from sim.runs import run as run
    from sim.runs.merge import merge_runs as merge_runs
    from sim.runs.verification import repair_run as repair_run
    from sim.runs.verification import verify_run as verify_run
    from sim.tournaments.line_ups import line_ups as line_ups
    from sim.tournaments.luck import luck as luck
    from sim.tournaments.playing import tournament as tournament

    def games() -> dict[str, Game]:
        """The registry: the games by name."""


__version__ = "0.1.0"

_HOMES = {
    "sim.engine.rows": ("deal", "play"),
    "sim.engine.replaying": ("replay",),
    "sim.errors": ("UserError",),
    "sim.runs": ("Run", "open_run", "run"),
    "sim.runs.merge": ("merge_runs",),
    "sim.runs.verification": ("repair_run", "verify_run"),
    "sim.tournaments.line_ups": ("line_ups",),
    "sim.tournaments.luck": ("luck",),
    "sim.tournaments.playing": ("tournament",),
}
"""The public names of each module. No module may have a public name itself: it would
hide that name."""

_ROOMS = ("exact", "policies", "rare", "stats")
"""The public modules."""

__all__ = [
    "Run",
    "UserError",
    "deal",
    "games",
    "line_ups",
    "luck",
    "merge_runs",
    "open_run",
    "play",
    "repair_run",
    "replay",
    "run",
    "tournament",
    "verify_run",
]


def __getattr__(name: str) -> Any:
    for home, names in _HOMES.items():
        if name in names:
            return getattr(import_module(home), name)
    if name in (*_ROOMS, "games"):
        return import_module(f"sim.{name}")
    raise AttributeError(f"module 'sim' has no attribute {name!r}")


def _as_markdown(result: object) -> str:
    from reports.notebook import markdown

    return markdown(result)


def _as_chart(run: Run) -> Any:
    from reports.altair import chart

    return chart(run)


show_with(_as_markdown, _as_chart)


def __dir__() -> list[str]:
    return sorted([*__all__, *_ROOMS, "__version__"])
