"""Tables of a scenario file as pydantic models.

Pydantic's complaints become errors with a place and a cure.
"""

import dataclasses
from collections.abc import Callable, Mapping
from typing import Annotated, Any, ClassVar

from pydantic import (
    AfterValidator,
    BeforeValidator,
    ConfigDict,
    Field,
    GetCoreSchemaHandler,
    GetJsonSchemaHandler,
    TypeAdapter,
    ValidationError,
    WrapValidator,
    model_validator,
)
from pydantic.dataclasses import dataclass
from pydantic_core import ArgsKwargs, core_schema

from sim.errors import UserError, shown, unknown
from sim.options import check_flag

CONFIG = ConfigDict(
    extra="forbid",
    validate_by_name=True,
    validate_by_alias=True,
    use_attribute_docstrings=True,
)


@dataclass(frozen=True, config=CONFIG)
class Table:
    """A table with known keys."""

    SHORT: ClassVar[str] = ""
    """The key that a bare text stands for."""

    @model_validator(mode="before")
    @classmethod
    def _check_keys(cls, data: Any) -> Any:
        if isinstance(data, str) and cls.SHORT:
            data = {cls.SHORT: data}
        if isinstance(data, ArgsKwargs):  # made in Python
            return data
        if not isinstance(data, Mapping):
            if cls.SHORT:
                cure = 'write it in quotes, such as "rounds > 500"'
                raise UserError(f"{shown(data)} is not a text", cure=cure)
            return data
        fields = {
            field.alias or name: field
            for name, field in cls.__pydantic_fields__.items()  # type: ignore[attr-defined]
        }
        for key in data:
            if key not in fields:
                raise unknown("key", key, fields)
        for key, field in fields.items():
            if field.is_required() and key not in data:
                raise UserError(
                    f"there is no {key!r}", cure=f"give {field.description}"
                )
        return data


def told(what: str, cure: str, *, inside: bool = False) -> WrapValidator:
    """A validator that tells of a wrong value (or, ``inside``, of a part of it) in these words."""

    def check(value: Any, handler: Callable[[Any], Any]) -> Any:
        try:
            return handler(value)
        except ValidationError as error:
            if not inside and any(each["loc"] for each in error.errors()):
                raise
            raise UserError(f"{shown(value)} {what}", cure=cure) from None

    return WrapValidator(check)


def _check_name(name: str) -> str:
    if not name.strip():
        raise UserError(f"the name {name!r} is empty", cure="give it a name")
    if not name.isprintable():
        raise UserError(
            f"the name {name!r}", cure="a name is one line of printable characters"
        )
    return name.strip()


Text = Annotated[str, Field(strict=True), told("is not a text", "put it in quotes")]
Name = Annotated[
    Text, AfterValidator(_check_name), Field(json_schema_extra={"minLength": 1})
]
Texts = Annotated[
    tuple[str, ...], told("is not a list of texts", 'write ["...", "..."]', inside=True)
]
Policies = Annotated[
    tuple[str, ...], told("is not a list of names", 'write ["...", "..."]', inside=True)
]
Finite = Annotated[float, Field(strict=True, allow_inf_nan=False)]
Flag = Annotated[bool, BeforeValidator(lambda value: check_flag(value))]


@dataclasses.dataclass(frozen=True)
class OneOf:
    """The mark of a text that is one of several words, each with its meaning, or empty."""

    kind: str
    words: Mapping[str, str]
    optional: bool = True

    def __get_pydantic_core_schema__(
        self, source: Any, handler: GetCoreSchemaHandler
    ) -> core_schema.CoreSchema:
        return core_schema.no_info_after_validator_function(
            self._known, handler(source)
        )

    def __get_pydantic_json_schema__(
        self, schema: core_schema.CoreSchema, handler: GetJsonSchemaHandler
    ) -> dict[str, Any]:
        meanings = "; ".join(
            f"{word}: {meaning}" for word, meaning in self.words.items()
        )
        return {**handler(schema), "enum": list(self.words), "description": meanings}

    def _known(self, word: str) -> str:
        if word not in self.words and (word or not self.optional):
            raise unknown(self.kind, word, self.words)
        return word


def checked(adapter: TypeAdapter[Any], data: object, root: str = "") -> Any:
    """The data as a model.

    The first thing that is wrong becomes an error with its place and its cure.
    """
    try:
        return adapter.validate_python(data)
    except ValidationError as error:
        wrong = error.errors(include_url=False)[0]
        where = _place((root, *wrong["loc"]), {root: data})
        cause = wrong.get("ctx", {}).get("error")
        if not isinstance(cause, UserError):
            what = f"{shown(wrong['input'])} is not a table"
            table = where.split()[0].rstrip(":")
            raise UserError(what, where=where, cure=f"write it as [{table}]") from None
        inner = (
            "" if cause.where is None or where.endswith(cause.where) else cause.where
        )
        where = ": ".join(filter(None, (where, inner)))
        raise UserError(cause.what, where=where or None, cure=cause.cure) from None


def _place(steps: tuple[int | str, ...], data: Any) -> str:
    """The place of a value in words, such as ``answer.numbers.aces.as`` or ``variant 1: name``."""
    if steps[-1] == "[key]":
        steps = steps[:-2]
    words = ""
    for step in steps:
        if isinstance(step, int) and isinstance(
            data, Mapping
        ):  # a table of tables, read as a list
            step = list(data)[step]
        if isinstance(step, int):
            words += f" {step + 1}:"
        elif step:
            words += (" " if words.endswith(":") else "." if words else "") + step
        data = (
            data.get(step)
            if isinstance(data, Mapping)
            else data[step]
            if isinstance(step, int)
            else None
        )
    return words.rstrip(":")
