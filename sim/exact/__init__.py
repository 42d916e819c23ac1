"""Exact answers by enumeration, to set beside the simulated ones.

Everything here is a pure function that returns fractions or sums of them, or where games are solved an equilibrium
with its error; nothing is drawn at random, and the games are known only by the rules that their rulebooks state. The
public names are imported when they are first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sim.exact.casino_rounds import casino_round as casino_round
    from sim.exact.casino_rounds import casino_war as casino_war
    from sim.exact.casino_sessions import casino_session as casino_session
    from sim.exact.gops_solution import gops as gops
    from sim.exact.life_and_death import tod_und_leben as tod_und_leben
    from sim.exact.wargops_solution import wargops as wargops

_HOMES = {
    "casino_round": "sim.exact.casino_rounds",
    "casino_session": "sim.exact.casino_sessions",
    "casino_war": "sim.exact.casino_rounds",
    "gops": "sim.exact.gops_solution",
    "tod_und_leben": "sim.exact.life_and_death",
    "wargops": "sim.exact.wargops_solution",
}
"""Which module each public name lives in; no module may bear a public name, or it would hide it."""

__all__ = ["casino_round", "casino_session", "casino_war", "gops", "tod_und_leben", "wargops"]


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        return getattr(import_module(_HOMES[name]), name)
    raise AttributeError(f"module 'sim.exact' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
