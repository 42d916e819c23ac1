"""Write scenarios as TOML, for those made in Python without a file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from sim.contract.policy import policies_table
from sim.options import toml_value
from sim.scenario.models import SECONDS_PER_PLAY
from sim.scenario.queries import queries_tables
from sim.scenario.scenario import Scenario


def as_toml(scenario: Scenario) -> str:
    """Return a scenario as the text of a TOML file."""
    lines = [f"{key} = {toml_value(value)}" for key, value in _head(scenario).items() if value != ""]
    if scenario.tournament:
        changed = scenario.variants[0].rules.changed()
        lines.append(f"tournament = {toml_value(list(scenario.tournament))}")
        own = [f"{name} = {toml_value(value)}" for name, value in changed.items()]
        lines += ["", "[rules]", *own] if own else []
        return "\n".join([*lines, *_columns(scenario), *_queries(scenario), *_answer(scenario)])
    for variant in scenario.variants:
        rules = ", ".join(f"{name} = {toml_value(value)}" for name, value in variant.rules.changed().items())
        lines += [
            "",
            "[[variant]]",
            f"name = {toml_value(variant.name)}",
            f"rules = {{ {rules} }}" if rules else "rules = {}",
            *(f"{key} = {toml_value(value)}" for key, value in policies_table(variant.rules).items()),
        ]
    return "\n".join([*lines, *_columns(scenario), *_queries(scenario), *_answer(scenario)])


def _columns(scenario: Scenario) -> list[str]:
    return ["", "[columns]", f"more = {toml_value(list(scenario.columns))}"] if scenario.columns else []


def _queries(scenario: Scenario) -> Iterator[str]:
    """Yield the lines of ``[chances]`` and ``[means]``, and the pace that they are counted at."""
    for table, queries in queries_tables(scenario.queries).items():
        yield from ("", f"[{table}]")
        for name, asked in queries.items():
            yield f"{toml_value(name)} = {_value(asked)}"
    if scenario.queries and scenario.report.seconds_per_play != SECONDS_PER_PLAY:
        yield from ("", "[report]", f"seconds_per_play = {toml_value(scenario.report.seconds_per_play)}")


def _answer(scenario: Scenario) -> Iterator[str]:
    """Yield the lines of ``[answer]``; none if the scenario plans no answer."""
    if scenario.answer is not None:
        yield from _table("answer", scenario.answer.as_dict())


def _table(name: str, content: Mapping[str, Any]) -> Iterator[str]:
    """Yield the lines of a table, and after them those of the tables inside it."""
    yield from ("", f"[{name}]")
    for key, value in content.items():
        if not isinstance(value, dict) or key == "given":
            yield f"{key} = {_value(value)}"
    for key, value in content.items():
        if isinstance(value, dict) and key != "given":
            yield from _table(f"{name}.{key}", value)


def _value(value: object) -> str:
    if not isinstance(value, dict):
        return toml_value(value)
    return f"{{ {', '.join(f'{key} = {toml_value(part)}' for key, part in value.items())} }}"


def _head(scenario: Scenario) -> dict[str, str | int]:
    return {
        "title": scenario.title,
        "question": scenario.question,
        "game": scenario.game,
        "games": scenario.games,
        "seed": scenario.seed,
    }
