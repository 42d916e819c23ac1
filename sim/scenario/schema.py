"""The JSON schema of scenario files, for editors that complete and check TOML.

It is made from the declarations that the reader checks with; nothing is listed twice.
"""

from __future__ import annotations

import math
from typing import Any

from sim.contract.game import Game
from sim.games import GAMES
from sim.limits import MOST_GAMES, MOST_SEED
from sim.options import Option
from sim.scenario.answer_schema import answer_schema
from sim.scenario.fields import LEVEL, SECONDS_PER_PLAY, SIGN
from sim.scenario.reading import KEYS


def scenario_schema() -> dict[str, Any]:
    """Return the JSON schema (draft 2020-12) of a scenario file."""
    fields: dict[str, dict[str, Any]] = {
        "title": {"type": "string"},
        "question": {"type": "string"},
        "game": {"enum": list(GAMES)},
        "games": {
            "anyOf": [
                {"type": "number", "minimum": 1, "maximum": MOST_GAMES, "multipleOf": 1},
                {"type": "string", "pattern": r"^\s*[0-9][0-9_]*(\.[0-9_]*)?([eE]\+?[0-9]+)?\s*$"},
            ]
        },
        "seed": {"type": "integer", "minimum": 0, "maximum": MOST_SEED},
        "keep_games": {"type": "boolean", "default": True},
        "rules": {"type": "object"},
        "vary": {"type": "object", "minProperties": 1},
        "variant": {"type": "array", "minItems": 1, "items": _variant({"type": "object"})},
        "chances": _queries("chance"),
        "means": _queries("mean"),
        "precision": {
            "type": "object",
            "properties": {
                "level": {"type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": 1, "default": LEVEL}
            },
            "additionalProperties": {
                "anyOf": [
                    {"type": "number", "exclusiveMinimum": 0},
                    {"type": "string", "pattern": r"^\s*[0-9.]+([eE]-?[0-9]+)?\s*%\s*$"},
                    {"const": SIGN},
                ]
            },
        },
        "answer": answer_schema(),
        "report": {
            "type": "object",
            "properties": {
                "seconds_per_play": {"type": "number", "exclusiveMinimum": 0, "default": SECONDS_PER_PLAY},
                "show": {"type": "array", "items": {"type": "string"}},
            },
            "additionalProperties": False,
        },
        "policies": {"type": "array", "items": {"type": "string"}},
        "tournament": {"type": "array", "items": {"type": "string"}},
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A warlab scenario",
        "type": "object",
        "properties": {key: {"description": meaning, **fields[key]} for key, meaning in KEYS.items()},
        "required": ["game", "games", "seed"],
        "additionalProperties": False,
        "not": {"required": ["vary", "variant"]},
        "allOf": [_of_game(game) for game in GAMES.values()],
    }


def _queries(kind: str) -> dict[str, Any]:
    expression = {"type": "string", "minLength": 1}
    among = {**_object({kind: expression, "given": expression}), "required": [kind]}
    return {"type": "object", "additionalProperties": {"anyOf": [expression, among]}}


def _of_game(game: Game) -> dict[str, Any]:
    options = game.rules.options()
    rules = _object({option.name: _value(option) for option in options})
    vary = {option.name: {"type": "array", "minItems": 1, "items": _value(option)} for option in options}
    then = {"rules": rules, "vary": _object(vary), "variant": {"items": _variant(rules)}}
    return {"if": {"properties": {"game": {"const": game.name}}}, "then": {"properties": then}}


def _variant(rules: dict[str, Any]) -> dict[str, Any]:
    fields = {
        "name": {"type": "string", "minLength": 1},
        "rules": rules,
        "policies": {"type": "array", "items": {"type": "string"}},
    }
    return {**_object(fields), "required": ["name"]}


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
        "whole": whole,
        "whole-or": {"anyOf": [whole, {"enum": list(option.choices)}]},
        "number": {"type": "number", **limits},
        "texts": {"type": "array", "items": {"type": "string"}},
    }
    described = {"description": f"{option.meaning} ({option.values})", **kinds[option.kind]}
    return described if option.default is None else {**described, "default": option.default}
