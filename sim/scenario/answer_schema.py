"""The JSON schema of ``[answer]``, from the declarations that its reader checks with."""

from __future__ import annotations

from typing import Any

from sim.scenario.answer import FINISHED, KINDS, MORE, MOST_NUMBERS, WAYS

_TEXT = {"type": "string"}
_NAMES = {"type": "array", "items": _TEXT}


def answer_schema() -> dict[str, Any]:
    """Return the schema of ``[answer]``."""
    return _object(
        {
            "headline": _said("the answer in a sentence, with the names of numbers in braces"),
            "numbers": {
                "type": "object",
                "maxProperties": MOST_NUMBERS,
                "propertyNames": {"pattern": "^[a-z][a-z0-9_]*$"},
                "additionalProperties": _number(),
            },
            "verdict": _verdict(),
            "picture": _picture(),
            "cautions": _NAMES,
        },
        ["headline"],
    )


def _number() -> dict[str, Any]:
    return _object(
        {
            "statistic": _said("a statistic of the summary, or margin or wins in a tournament"),
            "variant": _said("whose number it is"),
            "versus": _said("the variant from which it is a difference, or by whose mean it is divided"),
            "of": {"enum": [FINISHED], "description": "only games that came to an end"},
            "given": {
                "type": "object",
                "minProperties": 1,
                "maxProperties": 1,
                "additionalProperties": {"anyOf": [{"type": "integer"}, {"const": MORE}]},
            },
            "policy": _TEXT,
            "against": _TEXT,
            "as": {"enum": list(WAYS), "description": _meanings(WAYS)},
            "label": _said("what the number is, in a few words"),
            "note": _TEXT,
        },
        ["statistic", "label"],
    )


def _verdict() -> dict[str, Any]:
    limit = {"type": "number"}
    properties = {
        "number": _said("the name of the number that decides"),
        "above": limit,
        "below": limit,
        "between": {"type": "array", "items": limit, "minItems": 2, "maxItems": 2},
        **dict.fromkeys(("yes", "no", "unclear"), _TEXT),
    }
    one_limit = [{"required": [key]} for key in ("above", "below", "between")]
    return {**_object(properties, ["number", "yes", "no"]), "oneOf": one_limit}


def _picture() -> dict[str, Any]:
    return _object(
        {
            "kind": {"enum": list(KINDS), "description": _meanings(KINDS)},
            "statistic": _TEXT,
            "variants": _NAMES,
            "numbers": _NAMES,
            "versus": _TEXT,
            "as": {"enum": list(WAYS)},
            "line": {"type": "number"},
            "title": _said("what the picture shows, as a sentence without a full stop"),
        },
        ["kind"],
    )


def _said(meaning: str) -> dict[str, Any]:
    return {**_TEXT, "description": meaning}


def _meanings(words: dict[str, str]) -> str:
    return "; ".join(f"{word}: {meaning}" for word, meaning in words.items())


def _object(properties: dict[str, Any], required: list[str]) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}
