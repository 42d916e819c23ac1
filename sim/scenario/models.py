"""Models of a scenario file: each of its keys once, with type, limits and meaning; the schema follows from them."""

from __future__ import annotations

from dataclasses import field
from typing import Annotated, Any, ClassVar

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    GetJsonSchemaHandler,
    TypeAdapter,
    WithJsonSchema,
    model_validator,
)
from pydantic.dataclasses import dataclass
from pydantic_core import core_schema

from sim.errors import UserError
from sim.games import GAMES, find_game
from sim.limits import MOST_GAMES, MOST_SEED, check_seed, parse_count
from sim.scenario.answer import AnswerPlan
from sim.scenario.precision import LEVEL, SIGN, WIDTH, read_width
from sim.scenario.tables import CONFIG, Finite, Flag, Name, Policies, Table, Text, Texts, told

SECONDS_PER_PLAY = 2.5

_Games = Annotated[
    int,
    BeforeValidator(lambda value: parse_count(value, "games")),
    WithJsonSchema(
        {
            "anyOf": [
                {"type": "number", "minimum": 1, "maximum": MOST_GAMES, "multipleOf": 1},
                {"type": "string", "pattern": r"^\s*[0-9][0-9_]*(\.[0-9_]*)?([eE]\+?[0-9]+)?\s*$"},
            ]
        }
    ),
]
_Width = Annotated[
    float | str,
    BeforeValidator(read_width),
    WithJsonSchema(
        {
            "anyOf": [
                {"type": "number", "exclusiveMinimum": 0},
                {"type": "string", "pattern": rf"^\s*{WIDTH}%\s*$"},
                {"const": SIGN},
            ]
        }
    ),
]
_Values = Annotated[list[Any], Field(min_length=1), told("is not a list of values", "write [...]")]


@dataclass(frozen=True, config=CONFIG)
class Report(Table):
    """The choices of the report."""

    seconds_per_play: Annotated[
        Finite,
        Field(gt=0, description="the time of one play at a real table, in seconds"),
        told("is not a valid time", "give a number of seconds above 0, such as 2.5"),
    ] = SECONDS_PER_PLAY
    show: Annotated[Texts | None, Field(description="the parts of the report to show; without it, all")] = (
        None
    )


@dataclass(frozen=True, config=CONFIG)
class NamedVariant(Table):
    """A variant by its name, with its own rules."""

    name: Annotated[Name, Field(description="the variant a name")]
    rules: Annotated[dict[str, Any], Field(description="the options in which it differs")] = field(
        default_factory=dict
    )
    policies: Annotated[Policies | None, Field(description="the policies of the players")] = None


class _Query(Table):
    """A query: its expression alone, or a table with the condition that games must meet."""

    @classmethod
    def __get_pydantic_json_schema__(
        cls, schema: core_schema.CoreSchema, handler: GetJsonSchemaHandler
    ) -> dict[str, Any]:
        return {"anyOf": [{"type": "string", "minLength": 1}, handler(schema)]}


@dataclass(frozen=True, config=CONFIG)
class Chance(_Query):
    """A chance, among the games that meet a condition."""

    SHORT: ClassVar[str] = "chance"

    chance: Annotated[Text, Field(description="a condition over the columns of a game, in SQL")]
    given: Annotated[Text, Field(description="the condition that a game must meet to count")] = ""


@dataclass(frozen=True, config=CONFIG)
class Mean(_Query):
    """A mean, among the games that meet a condition."""

    SHORT: ClassVar[str] = "mean"

    mean: Annotated[Text, Field(description="an amount over the columns of a game, in SQL")]
    given: Annotated[Text, Field(description="the condition that a game must meet to count")] = ""


class Widths(BaseModel):
    """Half widths of intervals by the names of their statistics."""

    model_config = ConfigDict(extra="allow", frozen=True)
    __pydantic_extra__: dict[str, _Width]

    level: Annotated[
        Finite,
        Field(gt=0, lt=1, description="the level of the intervals"),
        told("is not a valid level", "give a number such as 0.95"),
    ] = LEVEL

    @model_validator(mode="after")
    def _check_names(self) -> Widths:
        if not self.model_extra:
            raise UserError("no statistic is named", cure='name a statistic, such as "rounds mean" = 0.5')
        return self


def _known_game(name: str) -> str:
    return find_game(name).name


@dataclass(frozen=True, config=CONFIG, kw_only=True)
class ScenarioFile(Table):
    """A warlab scenario."""

    title: Annotated[Text | None, Field(description="the title of the scenario")] = None
    question: Annotated[Text, Field(description="the question that it answers, in one sentence")] = ""
    game: Annotated[
        Text,
        AfterValidator(_known_game),
        Field(description="the game to play", json_schema_extra={"enum": list(GAMES)}),
    ]
    games: Annotated[
        _Games, Field(description="the number of games of each variant, such as 1_000_000 or 1e6")
    ]
    seed: Annotated[
        int,
        Field(ge=0, le=MOST_SEED, description="the random seed, a whole number from 0 to 2**64 - 1"),
        BeforeValidator(check_seed),
    ]
    keep_games: Annotated[
        Flag,
        Field(
            description="whether every game is kept as a row of Parquet (true) or only the tallies (false)"
        ),
    ] = True
    rules: Annotated[dict[str, Any], Field(description="the options of the game that all variants share")] = (
        field(default_factory=dict)
    )
    vary: Annotated[
        dict[str, _Values] | None,
        Field(description="options with a list of values each: every combination is a variant"),
    ] = None
    variant: Annotated[
        Annotated[
            tuple[NamedVariant, ...],
            Field(min_length=1),
            told("is not a list of variants", "write [[variant]] before each"),
        ]
        | None,
        Field(description="variants by name, each with its own rules"),
    ] = None
    chances: Annotated[
        dict[Name, Chance],
        Field(description="chances by name: conditions over the columns of a game, in SQL"),
    ] = field(default_factory=dict)
    means: Annotated[
        dict[Name, Mean], Field(description="means by name: amounts over the columns of a game, in SQL")
    ] = field(default_factory=dict)
    precision: Annotated[
        Widths | None,
        Field(description="statistics with the half widths of their intervals at which to stop"),
    ] = None
    answer: Annotated[
        AnswerPlan | None,
        Field(description="what the report says first: a headline, numbers, a verdict and a picture"),
    ] = None
    report: Annotated[Report, Field(description="the choices of the report")] = field(default_factory=Report)
    policies: Annotated[
        Policies | None, Field(description="the policies of the players, in games of choice")
    ] = None
    tournament: Annotated[
        Policies | None, Field(description="the policies that play each other, in games of choice")
    ] = None


FILE = TypeAdapter(ScenarioFile)
