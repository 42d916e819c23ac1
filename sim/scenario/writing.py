"""Write scenarios as TOML, for those made in Python without a file."""

from __future__ import annotations

from sim.contract.policy import policies_table
from sim.options import toml_value
from sim.scenario.scenario import Scenario


def as_toml(scenario: Scenario) -> str:
    """Return a scenario as the text of a TOML file."""
    lines = [f"{key} = {toml_value(value)}" for key, value in _head(scenario).items() if value != ""]
    if scenario.tournament:
        changed = scenario.variants[0].rules.changed()
        lines.append(f"tournament = {toml_value(list(scenario.tournament))}")
        own = [f"{name} = {toml_value(value)}" for name, value in changed.items()]
        return "\n".join([*lines, "", "[rules]", *own] if own else lines)
    for variant in scenario.variants:
        rules = ", ".join(f"{name} = {toml_value(value)}" for name, value in variant.rules.changed().items())
        lines += [
            "",
            "[[variant]]",
            f"name = {toml_value(variant.name)}",
            f"rules = {{ {rules} }}" if rules else "rules = {}",
            *(f"{key} = {toml_value(value)}" for key, value in policies_table(variant.rules).items()),
        ]
    return "\n".join(lines)


def _head(scenario: Scenario) -> dict[str, str | int]:
    return {
        "title": scenario.title,
        "question": scenario.question,
        "game": scenario.game,
        "games": scenario.games,
        "seed": scenario.seed,
    }
