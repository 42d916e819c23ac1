"""The JSON schema of scenario files, for editors that complete and check TOML, from the models and the games."""

from __future__ import annotations

import math
from typing import Any

from sim.contract.game import Game
from sim.games import GAMES
from sim.options import Option
from sim.scenario.models import FILE


def scenario_schema() -> dict[str, Any]:
    """Return the JSON schema (draft 2020-12) of a scenario file."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        **FILE.json_schema(),
        "title": "A warlab scenario",
        "not": {"required": ["vary", "variant"]},
        "allOf": [_of_game(game) for game in GAMES.values()],
    }


def _of_game(game: Game) -> dict[str, Any]:
    """Return what holds for the options of a game."""
    options = game.rules.options()
    rules = _object({option.name: _value(option) for option in options})
    vary = {option.name: {"type": "array", "minItems": 1, "items": _value(option)} for option in options}
    variant = {"items": {"properties": {"rules": rules}}}
    then = {"rules": rules, "vary": _object(vary), "variant": variant}
    return {"if": {"properties": {"game": {"const": game.name}}}, "then": {"properties": then}}


def _object(properties: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "additionalProperties": False}


def _value(option: Option) -> dict[str, Any]:
    """Return the schema of one option's values."""
    limits = {
        key: limit
        for key, limit in (("minimum", option.low), ("maximum", option.high))
        if math.isfinite(limit)
    }
    whole = {"type": "number", "multipleOf": 1, **limits}
    kinds: dict[str, dict[str, Any]] = {
        "flag": {"type": "boolean"},
        "choice": {"enum": list(option.choices)},
        "choice-or-each": {
            "anyOf": [
                {"enum": list(option.choices)},
                {"type": "array", "items": {"enum": list(option.choices)}},
            ]
        },
        "whole": whole,
        "whole-or": {"anyOf": [whole, {"enum": list(option.choices)}]},
        "number": {"type": "number", **limits},
        "texts": {"type": "array", "items": {"type": "string"}},
    }
    described = {"description": f"{option.meaning} ({option.values})", **kinds[option.kind]}
    return described if option.default is None else {**described, "default": option.default}
