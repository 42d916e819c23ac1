"""Options: how a game declares its rules, and how values from the user are checked.

Each field of a class derived from :class:`sim.contract.rules.GameRules` is declared with
one of :func:`flag`, :func:`choice`, :func:`whole`, :func:`number` or :func:`texts`.
"""

from __future__ import annotations

import dataclasses
import json
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from sim.errors import UserError, check_word, shown
from sim.limits import is_number


def fields_of(record: object, *names: str) -> dict[str, Any]:
    """Some attributes of a record by their names.

    Parameters
    ----------
    record
        The record.
    names
        The names of the attributes.
    """
    return {name: getattr(record, name) for name in names}


@dataclass(frozen=True)
class Option:
    """One option of a game's rules.

    Attributes
    ----------
    name
        Its public name.
    default
        Its default value.
    meaning
        One sentence on what it decides.
    values
        The legal values in words.
    read
        ``read(option, value)``: the value in its canonical type, or an error.
    schema
        The JSON schema of its values.
    why
        Where the default comes from: a quotation of the source, or "ours" and the
        reason.
    choices
        The legal words of a choice, or those besides numbers.
    low, high
        The range of a number, both ends included.
    """

    name: str
    default: object
    meaning: str
    values: str
    read: Callable[[Option, object], object]
    schema: Mapping[str, Any]
    why: str = ""
    choices: tuple[str, ...] = ()
    low: float = -math.inf
    high: float = math.inf

    def check(self, value: object) -> object:
        """The value in its canonical type.

        Parameters
        ----------
        value
            What the user gave.

        Raises
        ------
        UserError
            If it is not legal.
        """
        return self.read(self, value)

    def refuse(self, value: object) -> UserError:
        """The error for a value that is not legal.

        Parameters
        ----------
        value
            What the user gave.
        """
        return UserError(
            f"{shown(value)} is not a valid value of this option",
            where=self.name,
            cure=f"it takes {self.values}",
        )


def is_flag(value: object) -> bool:
    """Whether a value is true or false: Python's own, or NumPy's, whose type has the same name.

    Parameters
    ----------
    value
        The value.
    """
    kind = type(value)
    return kind is bool or (kind.__module__, kind.__name__.rstrip("_")) == (
        "numpy",
        "bool",
    )


def check_flag(value: object, where: str | None = None) -> bool:
    """True or false.

    Parameters
    ----------
    value
        What the user gave.
    where
        The place to name in an error.

    Raises
    ------
    UserError
        If it is neither.
    """
    if not is_flag(value):
        raise UserError(
            f"{shown(value)} is neither true nor false",
            where=where,
            cure="write true or false",
        )
    return bool(value)


def _read_flag(option: Option, value: object) -> bool:
    if not is_flag(value):
        raise option.refuse(value)
    return bool(value)


def _read_choice(option: Option, value: object) -> str:
    if not isinstance(value, str):
        raise option.refuse(value)
    return check_word("value", value, option.choices, where=option.name)


def _read_choices(option: Option, value: object) -> str | tuple[str, ...]:
    # A single word stands for every player; a list, even of one word, has one for each.
    if isinstance(value, str) and "," not in value:
        return _read_choice(option, value)
    words = value.split(",") if isinstance(value, str) else value
    if not isinstance(words, list | tuple):
        raise option.refuse(value)
    return tuple(
        _read_choice(option, word.strip() if isinstance(word, str) else word)
        for word in words
    )


def _read_whole(option: Option, value: object) -> int | str:
    if isinstance(value, str) and value in option.choices:
        return value
    if (
        not is_number(value)
        or not option.low <= value <= option.high
        or value == math.inf
        or value != int(value)
    ):
        raise option.refuse(value)
    return int(value)


def _read_number(option: Option, value: object) -> float:
    if not is_number(value) or not option.low <= value <= option.high:
        raise option.refuse(value)
    return float(value)


def _read_texts(option: Option, value: object) -> object:
    if value is None:
        return option.default
    if not isinstance(value, list | tuple):
        raise option.refuse(value)
    if not all(isinstance(text, str) for text in value):
        raise option.refuse(value)
    return tuple(value)


def _field(
    default: object,
    meaning: str,
    values: str,
    read: Callable[[Option, Any], object],
    schema: Mapping[str, Any],
    **limits: Any,
) -> Any:
    declared = {"meaning": meaning, "values": values, "read": read, "schema": schema}
    return dataclasses.field(default=default, metadata={"option": declared | limits})


def flag(default: bool, meaning: str, *, why: str = "") -> Any:
    """Declare an option that is true or false.

    Parameters
    ----------
    default
        Its default value.
    meaning
        One sentence on what it decides.
    why
        Where the default comes from.
    """
    schema = {"type": "boolean"}
    return _field(default, meaning, "true or false", _read_flag, schema, why=why)


def choice(
    *words: str,
    meaning: str,
    default: str | None = None,
    each: bool = False,
    why: str = "",
) -> Any:
    """Declare an option that is one of several words.

    Parameters
    ----------
    words
        The words.
    meaning
        One sentence on what it decides.
    default
        Its default value; None for the first word.
    each
        Whether it can also be a word for each player.
    why
        Where the default comes from.
    """
    usual = default or words[0]
    values = ", ".join(words)
    schema: dict[str, Any] = {"enum": list(words)}
    read: Callable[[Option, Any], object] = _read_choice
    if each:
        values = f"{values}, or one of them for each player with commas between"
        schema = {"anyOf": [schema, {"type": "array", "items": schema}]}
        read = _read_choices
    return _field(usual, meaning, values, read, schema, choices=words, why=why)


def whole(
    default: int | str,
    low: int,
    high: int | None,
    meaning: str,
    *,
    words: tuple[str, ...] = (),
    why: str = "",
) -> Any:
    """Declare an option that is a whole number, or one of some words.

    Parameters
    ----------
    default
        Its default value.
    low, high
        Its range, both ends included; None for no upper limit.
    meaning
        One sentence on what it decides.
    words
        The words that it can be besides.
    why
        Where the default comes from.
    """
    values = f"a whole number from {low} up"
    schema: dict[str, Any] = {"type": "number", "multipleOf": 1, "minimum": low}
    limits: dict[str, Any] = {"low": low, "choices": words, "why": why}
    if high is not None:
        values = f"a whole number from {low} to {high}"
        schema["maximum"] = high
        limits["high"] = high
    if words:
        values = f"{values}, or {' or '.join(words)}"
        schema = {"anyOf": [schema, {"enum": list(words)}]}
    return _field(default, meaning, values, _read_whole, schema, **limits)


def number(
    default: float, low: float, high: float, meaning: str, *, why: str = ""
) -> Any:
    """Declare an option that is a real number.

    Parameters
    ----------
    default
        Its default value.
    low, high
        Its range, both ends included.
    meaning
        One sentence on what it decides.
    why
        Where the default comes from.
    """
    values = f"a number from {low:g} to {high:g}"
    schema = {"type": "number", "minimum": low, "maximum": high}
    return _field(
        default, meaning, values, _read_number, schema, low=low, high=high, why=why
    )


def texts(
    meaning: str, values: str, default: tuple[str, ...] | None = None, *, why: str = ""
) -> Any:
    """Declare an option that is a list of texts.

    Parameters
    ----------
    meaning
        One sentence on what it decides.
    values
        The legal values in words.
    default
        Its default value; None if no texts are given.
    why
        Where the default comes from.
    """
    schema = {"type": "array", "items": {"type": "string"}}
    return _field(default, meaning, values, _read_texts, schema, why=why)


def toml_value(value: object) -> str:
    """The value of an option in TOML, which for all options is the same as in JSON.

    Parameters
    ----------
    value
        The value.
    """
    return json.dumps(value, ensure_ascii=False)


def plain_text(value: object) -> str:
    """The value of an option in a line of text; a list has slashes.

    Parameters
    ----------
    value
        The value.
    """
    return " / ".join(map(plain_text, value)) if isinstance(value, list) else str(value)


def setting_text(name: str, value: object) -> str:
    """An option as it is typed on a command line.

    Parameters
    ----------
    name
        The name of the option.
    value
        Its value.
    """
    return f"{name}={value if isinstance(value, str) else toml_value(value)}"
