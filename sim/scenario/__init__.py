"""Scenarios: the questions that people ask, as TOML files, read strictly."""

from sim.scenario.scenario import (
    Scenario,
    find_scenario,
    from_dict,
    load_scenario,
    parse_scenario,
    shipped_scenarios,
)

__all__ = ["Scenario", "find_scenario", "from_dict", "load_scenario", "parse_scenario", "shipped_scenarios"]
