"""Play War and its relatives, millions of games at a time, and know how certain the answers are.

The public names are imported when they are first used, so that ``import sim`` itself is quick.

>>> import sim
>>> sorted(sim.games())[-1]
'wilcox-war'
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from sim.machine.notebook import write_with

if TYPE_CHECKING:
    from sim.contract.game import Game
    from sim.engine.playing import deal as deal
    from sim.engine.playing import play as play
    from sim.engine.replaying import replay as replay
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
        """Return the registry: the games by name."""


__version__ = "0.1.0"

_HOMES = {
    "UserError": "sim.errors",
    "Run": "sim.runs",
    "deal": "sim.engine.playing",
    "line_ups": "sim.tournaments.line_ups",
    "luck": "sim.tournaments.luck",
    "merge_runs": "sim.runs.merge",
    "repair_run": "sim.runs.verification",
    "verify_run": "sim.runs.verification",
    "open_run": "sim.runs",
    "play": "sim.engine.playing",
    "replay": "sim.engine.replaying",
    "run": "sim.runs",
    "tournament": "sim.tournaments.playing",
}
"""The module that defines each public name. No module may have a public name itself: it would hide that name."""

__all__ = [*_HOMES, "games"]


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        return getattr(import_module(_HOMES[name]), name)
    if name in ("games", "exact", "policies", "rare", "stats"):
        return import_module(f"sim.{name}")
    raise AttributeError(f"module 'sim' has no attribute {name!r}")


def _as_html(result: object) -> str:
    from reports.notebook import html

    return html(result)


write_with(_as_html)


def __dir__() -> list[str]:
    return sorted(__all__)
