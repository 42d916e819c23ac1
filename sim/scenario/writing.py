"""Writing of scenarios as TOML, and the JSON schema of their files.

Scenarios made in Python have no file; the schema is for editors that check TOML.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from sim.contract.game import Game
from sim.contract.policy import policies_table
from sim.games import GAMES
from sim.options import Option, fields_of, toml_value
from sim.scenario.models import FILE, Report
from sim.scenario.queries import queries_tables
from sim.scenario.scenario import Scenario


def as_toml(scenario: Scenario) -> str:
    """A scenario as the text of a TOML file."""
    lines = [
        f"{key} = {toml_value(value)}"
        for key, value in fields_of(
            scenario, "title", "question", "game", "games", "seed"
        ).items()
        if value != ""
    ]
    if scenario.tournament:
        changed = scenario.variants[0].rules.changed()
        lines.append(f"tournament = {toml_value(list(scenario.tournament))}")
        own = [f"{name} = {toml_value(value)}" for name, value in changed.items()]
        lines += ["", "[rules]", *own] if own else []
    for variant in () if scenario.tournament else scenario.variants:
        rules = ", ".join(
            f"{name} = {toml_value(value)}"
            for name, value in variant.rules.changed().items()
        )
        lines += [
            "",
            "[[variant]]",
            f"name = {toml_value(variant.name)}",
            f"rules = {{ {rules} }}" if rules else "rules = {}",
            *(
                f"{key} = {toml_value(value)}"
                for key, value in policies_table(variant.rules).items()
            ),
        ]
    if scenario.columns:
        lines += ["", "[columns]", f"more = {toml_value(list(scenario.columns))}"]
    lines += _queries(scenario)
    if scenario.answer is not None:
        lines += _table("answer", scenario.answer.as_dict())
    return "\n".join(lines)


def own_pace(report: Report) -> dict[str, float]:
    """The times at the table that are not the usual ones."""
    usual = Report()
    names = ("seconds_per_play", "seconds_per_shuffle")
    return {
        name: seconds
        for name, seconds in fields_of(report, *names).items()
        if seconds != getattr(usual, name)
    }


def _queries(scenario: Scenario) -> Iterator[str]:
    """Yield the lines of ``[chances]`` and ``[means]``, and the pace at the table."""
    for table, queries in queries_tables(scenario.queries).items():
        yield from ("", f"[{table}]")
        for name, asked in queries.items():
            yield f"{toml_value(name)} = {_value(asked)}"
    own = [
        f"{key} = {toml_value(value)}"
        for key, value in own_pace(scenario.report).items()
    ]
    yield from ("", "[report]", *own) if own else ()
    names = scenario.report.names
    yield from ("", "[report.names]") if names else ()
    for name, called in names.items():
        yield f"{toml_value(name)} = {toml_value(called)}"


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


def scenario_schema() -> dict[str, Any]:
    """The JSON schema (draft 2020-12) of a scenario file."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        **FILE.json_schema(),
        "title": "A warlab scenario",
        "not": {"required": ["vary", "variant"]},
        "allOf": [_of_game(game) for game in GAMES.values()],
    }


def _of_game(game: Game) -> dict[str, Any]:
    """The condition of a JSON schema that holds the options of one game."""
    options = game.rules.options()
    rules = _object({option.name: _option_values(option) for option in options})
    vary = {
        option.name: {"type": "array", "minItems": 1, "items": _option_values(option)}
        for option in options
    }
    variant = {"items": {"properties": {"rules": rules}}}
    then = {"rules": rules, "vary": _object(vary), "variant": variant}
    return {
        "if": {"properties": {"game": {"const": game.name}}},
        "then": {"properties": then},
    }


def _object(properties: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "additionalProperties": False}


def _option_values(option: Option) -> dict[str, Any]:
    """The schema of one option's values."""
    described = {
        "description": f"{option.meaning} ({option.values})",
        **option.schema,
    }
    return (
        described
        if option.default is None
        else {**described, "default": option.default}
    )
