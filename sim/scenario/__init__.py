"""Scenarios: the questions that people ask, as TOML files, read strictly."""

from sim.scenario.reading import (
    find_scenario,
    from_dict,
    load_scenario,
    parse_scenario,
    shipped_scenarios,
)
from sim.scenario.scenario import Scenario, check_queries, difference

__all__ = [
    "Scenario",
    "check_queries",
    "difference",
    "find_scenario",
    "from_dict",
    "load_scenario",
    "parse_scenario",
    "shipped_scenarios",
]
