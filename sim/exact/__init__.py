"""Exact answers by enumeration, to compare with the simulated ones.

Nothing is drawn at random. The public names are imported when they are first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sim.exact.every_deal.answer import war as war
    from sim.exact.goofspiel import openspiel as openspiel
    from sim.games.casino_war.odds.rounds import casino_round as casino_round
    from sim.games.casino_war.odds.rounds import casino_war as casino_war
    from sim.games.casino_war.odds.sessions import casino_session as casino_session
    from sim.games.gops.solution.answer import gops as gops
    from sim.games.gops.solution.answer import gops_response as gops_response
    from sim.games.gops.solution.answer import kept as kept
    from sim.games.gops.solution.single import gops_position as gops_position
    from sim.games.tod_und_leben.odds import tod_und_leben as tod_und_leben
    from sim.games.war.odds.first_ties import first_ties as first_ties
    from sim.games.war.odds.first_ties import sweep as sweep
    from sim.games.war.odds.ruin import gamblers_ruin as gamblers_ruin
    from sim.games.wargame.solution import wargame as wargame
    from sim.games.wargops.solution.answer import wargops as wargops

_HOMES = {
    "sim.exact.goofspiel": ("openspiel",),
    "sim.games.casino_war.odds.rounds": ("casino_round", "casino_war"),
    "sim.games.casino_war.odds.sessions": ("casino_session",),
    "sim.games.gops.solution.answer": ("gops", "gops_response", "kept"),
    "sim.games.gops.solution.single": ("gops_position",),
    "sim.games.tod_und_leben.odds": ("tod_und_leben",),
    "sim.exact.every_deal.answer": ("war",),
    "sim.games.war.odds.first_ties": ("first_ties", "sweep"),
    "sim.games.war.odds.ruin": ("gamblers_ruin",),
    "sim.games.wargame.solution": ("wargame",),
    "sim.games.wargops.solution.answer": ("wargops",),
}
"""The public names of each module. No module may have a public name itself: it would
hide that name."""

__all__ = [name for names in _HOMES.values() for name in names]


def __getattr__(name: str) -> Any:
    for home, names in _HOMES.items():
        if name in names:
            return getattr(import_module(home), name)
    raise AttributeError(f"module 'sim.exact' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
