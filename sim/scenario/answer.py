"""Answers that scenarios plan for their reports: headline, numbers, verdict and picture."""

import math
import re
from collections.abc import Mapping
from dataclasses import field
from typing import Annotated, Any, Literal, Self

from pydantic import (
    BeforeValidator,
    Field,
    GetCoreSchemaHandler,
    GetJsonSchemaHandler,
    TypeAdapter,
    model_validator,
)
from pydantic.dataclasses import dataclass
from pydantic.json_schema import SkipJsonSchema
from pydantic_core import core_schema

from sim.errors import UserError
from sim.scenario.tables import CONFIG, Finite, OneOf, Table, Text, Texts, told

MOST_NUMBERS = 12
"""The most numbers that a text can name; the first screen shows fewer."""

WAYS = {
    "number": "as it is, with the digits that its interval warrants",
    "percent": "a share as a percentage, or a mean as a percentage of one, such as "
    "what the house keeps of a unit",
    "points": "a difference of shares, or of means written as percentages, in percentage points",
    "one in": 'a share as "1 in 20"',
    "minutes": "a number of plays as the time that they take",
    "percent more": "by how much the mean is more than that of the other variant",
    "percent less": "by how much the mean is less than that of the other variant",
}
"""The ways to write a number (``as``), and their meanings."""

RATIOS = ("percent more", "percent less")
"""The ways that divide one variant's mean by another's."""

KINDS = {
    "means": "a number of each variant, such as its mean, with its interval",
    "shares": "a share of games of each variant, with its interval",
    "numbers": "some of the numbers of the answer, all in the same unit",
    "tail": "the share of games still going after each length",
    "hazard": "of the games still going after each length, how many end by the next",
    "positions": "the first player's chance to win, by the cards and the aces that the "
    "player starts with",
    "ranking": "the policies of a tournament by their mean margin",
}
"""The kinds of pictures, and what they show."""

OF_A_STATISTIC = ("means", "shares")
OF_A_COLUMN = ("tail", "hazard")
OF_A_TOURNAMENT = ("ranking",)

MORE = "more"
"""The value of a condition that a player meets who was dealt more than the others."""

NAME = r"[a-z][a-z0-9_]*"

Way = Annotated[Text, OneOf("way to write a number", WAYS)]
Limit = Annotated[
    Finite,
    told(
        "is not a valid limit", "give a number in the unit of the number that decides"
    ),
]
_Holding = Annotated[Literal["more"], told("is no condition", f'write "{MORE}"')]


def _one_condition(value: Any) -> Any:
    if isinstance(value, Mapping) and len(value) != 1:
        raise UserError(
            f"{len(value)} conditions",
            cure='give one column, such as { aces = "more" }',
        )
    return value


def _several(value: Any) -> Any:
    """One name as a list of one."""
    return [value] if isinstance(value, str) else value


_Condition = Annotated[
    dict[str, _Holding],
    Field(min_length=1, max_length=1),
    BeforeValidator(_one_condition),
]


@dataclass(frozen=True, config=CONFIG)
class PlannedNumber(Table):
    """A number of the answer: in a tournament that of a policy, else that of a variant."""

    name: SkipJsonSchema[str]  # in the sentences
    statistic: Text
    """a statistic of the summary, or margin, wins or draws in a tournament"""
    variant: Text = ""
    """whose number it is"""
    versus: Text = ""
    """the variant from which it is a difference, or by whose mean it is divided"""
    # Of winners: { aces = "more" } asks how often the player wins who was dealt more of
    # them than the other.
    given: _Condition | None = None
    """only the deals in which one player has more of a column than the other"""
    policy: Text = ""
    """whose number it is"""
    against: Annotated[Texts, BeforeValidator(_several)] = ()
    """against whom, one policy or a list; without it, against all others"""
    written: Annotated[Way, Field(alias="as")] = ""
    certain: Text = ""
    """why 0 or 100 % is no estimate but certain by the rules"""
    label: Text = field(kw_only=True)
    """what the number is, in a few words"""

    @property
    def is_ratio(self) -> bool:
        """Whether one mean is divided by another."""
        return self.written in RATIOS


@dataclass(frozen=True, config=CONFIG)
class PlannedVerdict(Table):
    """Yes or no, decided by the interval of a number."""

    # Yes if the whole interval lies strictly between the limits, no if all of it lies
    # outside; otherwise these games cannot tell.

    number: Text
    """the name of the number that decides"""
    above: Limit | None = None
    """yes above it"""
    below: Limit | None = None
    """yes below it"""

    @model_validator(mode="after")
    def _one_limit(self) -> Self:
        given = [key for key in ("above", "below") if getattr(self, key) is not None]
        if len(given) != 1:
            what = "both 'above' and 'below'" if given else "there is no limit"
            raise UserError(what, cure="give one of above and below")
        return self

    @property
    def low(self) -> float:
        """The lower limit; it can be infinite."""
        return -math.inf if self.above is None else self.above

    @property
    def high(self) -> float:
        """The upper limit; it can be infinite."""
        return math.inf if self.below is None else self.below


@dataclass(frozen=True, config=CONFIG)
class PlannedPicture(Table):
    """The one picture of the answer."""

    kind: Annotated[Text, OneOf("kind of picture", KINDS, optional=False)]
    """one of the kinds"""
    statistic: Text = ""
    """the statistic drawn, or the column where the kind shows all games"""
    variants: Texts = ()
    """the variants drawn, in order; without it, all"""
    numbers: Texts = ()
    """the numbers drawn, in order, in a picture of numbers"""
    written: Annotated[Way, Field(alias="as")] = ""
    line: Annotated[Finite, told("is not a number", "such as 0.5")] | None = None
    """where to draw a line to compare with"""
    axis: Text = ""
    """what the bars show, with its unit; without it, the statistic in words"""


class _ByName:
    """Tables by their names, read as a list of tables that have their names in them."""

    def __get_pydantic_core_schema__(
        self, source: Any, handler: GetCoreSchemaHandler
    ) -> core_schema.CoreSchema:
        return core_schema.no_info_before_validator_function(
            self._listed, handler(source)
        )

    def __get_pydantic_json_schema__(
        self, schema: core_schema.CoreSchema, handler: GetJsonSchemaHandler
    ) -> dict[str, Any]:
        return {
            "type": "object",
            "maxProperties": MOST_NUMBERS,
            "propertyNames": {"pattern": f"^{NAME}$"},
            "additionalProperties": handler(schema)["items"],
        }

    @staticmethod
    def _listed(value: Any) -> Any:
        if not isinstance(value, Mapping):
            return value
        if len(value) > MOST_NUMBERS:
            raise UserError(
                f"{len(value)} numbers", cure=f"an answer has at most {MOST_NUMBERS}"
            )
        for name, table in value.items():
            if not re.fullmatch(NAME, name):
                cure = "use small letters, digits and underscores, a letter first"
                raise UserError(f"{name!r} is not a valid name", cure=cure)
            if isinstance(table, Mapping) and "name" in table:
                raise UserError("'name' inside a number", cure=f"its name is {name!r}")
        return [
            {**table, "name": name} if isinstance(table, Mapping) else table
            for name, table in value.items()
        ]


@dataclass(frozen=True, config=CONFIG)
class AnswerPlan(Table):
    """The answer of a scenario before its games are played."""

    text: Text = ""
    """what the report says: Markdown in which {{ name }} is a number"""
    numbers: Annotated[tuple[PlannedNumber, ...], _ByName()] = ()
    """the numbers by name, in the order in which they are shown"""
    verdict: PlannedVerdict | None = None
    """yes or no, decided by a number"""
    picture: PlannedPicture | None = None
    """the one picture"""

    def as_dict(self) -> dict[str, Any]:
        """The plan as the object that ``[answer]`` is."""
        content: dict[str, Any] = _PLAN.dump_python(
            self, mode="json", by_alias=True, exclude_defaults=True
        )
        if self.numbers:
            content["numbers"] = {
                number.pop("name"): number for number in content["numbers"]
            }
        return content


_PLAN = TypeAdapter(AnswerPlan)
