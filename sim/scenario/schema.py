"""The JSON schema of scenario files, for editors that check TOML."""

from typing import Any

from sim.contract.game import Game
from sim.games import GAMES
from sim.options import Option
from sim.scenario.models import FILE


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
