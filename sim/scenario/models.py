"""Models of a scenario file: each of its keys once, with type, limits and meaning.

The schema follows from them.
"""

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
from sim.limits import (
    LEAST_SECONDS,
    MOST_GAMES,
    MOST_LEVEL,
    MOST_SECONDS,
    MOST_SEED,
    check_seed,
    parse_count,
)
from sim.scenario.answer import AnswerPlan
from sim.scenario.precision import LEVEL, SIGN, WIDTH, read_width
from sim.scenario.tables import (
    CONFIG,
    Finite,
    Flag,
    Name,
    Policies,
    Table,
    Text,
    Texts,
    told,
)

SECONDS_PER_PLAY = 2.5

GameName = Annotated[
    Text,
    AfterValidator(lambda name: find_game(name).name),
    Field(description="the game to play", json_schema_extra={"enum": list(GAMES)}),
]
Seed = Annotated[
    int,
    Field(
        description="the random seed, a whole number from 0 to 2**64 - 1",
        ge=0,
        le=MOST_SEED,
    ),
    BeforeValidator(check_seed),
]
Games = Annotated[
    int,
    BeforeValidator(lambda value: parse_count(value, "games")),
    WithJsonSchema(
        {
            "anyOf": [
                {
                    "type": "number",
                    "minimum": 1,
                    "maximum": MOST_GAMES,
                    "multipleOf": 1,
                },
                {
                    "type": "string",
                    "pattern": r"^\s*[0-9][0-9_]*(\.[0-9_]*)?([eE]\+?[0-9]+)?\s*$",
                },
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
_Seconds = Annotated[
    Finite,
    Field(ge=LEAST_SECONDS, le=MOST_SECONDS),
    told(
        "is not a valid time",
        "give a number of seconds, such as 2.5, from 0.001 up to a day",
    ),
]
_Pause = Annotated[
    Finite,
    Field(ge=0, le=MOST_SECONDS),
    told(
        "is not a valid time", "give a number of seconds, such as 20, or 0, up to a day"
    ),
]
Values = Annotated[
    list[Any],
    Field(min_length=1),
    told("is not a list of one or more values", "write [...]"),
]


@dataclass(frozen=True, config=CONFIG)
class Report(Table):
    """The choices of the report."""

    seconds_per_play: _Seconds = SECONDS_PER_PLAY
    """the time of a card of each player at a real table, in seconds"""
    seconds_per_shuffle: _Pause = 0.0
    """the time in which a player shuffles a captured pile, in seconds; it is counted where this is above 0"""
    names: dict[str, Text] = field(default_factory=dict)
    """what variants or policies are called in the report, by their names"""


@dataclass(frozen=True, config=CONFIG)
class Columns(Table):
    """Columns of the table of games besides the game's own."""

    more: Texts
    """columns on request, such as "kings" or "lead_changes"; `warlab games` lists them for each game"""


@dataclass(frozen=True, config=CONFIG)
class NamedVariant(Table):
    """A variant by its name, with its own rules."""

    name: Name
    """its name"""
    rules: dict[str, Any] = field(default_factory=dict)
    """the options in which it differs"""
    policies: Policies | None = None
    """the policies of the players"""


_Variants = Annotated[
    tuple[NamedVariant, ...],
    Field(min_length=1),
    told("is not a list of one or more variants", "write [[variant]] before each"),
]


@dataclass(frozen=True, config=CONFIG, kw_only=True)
class _Query(Table):
    """A query: its expression alone, or a table with the condition that games must meet."""

    given: Text = ""
    """the condition that a game must meet to count"""
    by: Text = ""
    """a column, such as aces: also given each of its values"""

    @classmethod
    def __get_pydantic_json_schema__(
        cls, schema: core_schema.CoreSchema, handler: GetJsonSchemaHandler
    ) -> dict[str, Any]:
        return {"anyOf": [{"type": "string", "minLength": 1}, handler(schema)]}


@dataclass(frozen=True, config=CONFIG, kw_only=True)
class Chance(_Query):
    """A chance, among the games that meet a condition."""

    SHORT: ClassVar[str] = "chance"

    chance: Text
    """a condition over the columns of a game, in SQL"""


@dataclass(frozen=True, config=CONFIG, kw_only=True)
class Mean(_Query):
    """A mean, among the games that meet a condition."""

    SHORT: ClassVar[str] = "mean"

    mean: Text
    """an amount over the columns of a game, in SQL"""


@dataclass(frozen=True, config=CONFIG, kw_only=True)
class Quantile(_Query):
    """A quantile, among the games that meet a condition."""

    SHORT: ClassVar[str] = "quantile"

    quantile: Text
    """an amount over the columns of a game, in SQL"""
    at: Annotated[
        Finite,
        Field(gt=0, lt=1),
        told("is not a valid share", "give a number such as 0.9"),
    ] = 0.5
    """the share of games that do not exceed it: 0.5 for the median"""


class Widths(BaseModel):
    """Half widths of intervals by the names of their statistics."""

    model_config = ConfigDict(extra="allow", frozen=True, use_attribute_docstrings=True)
    __pydantic_extra__: dict[str, _Width]

    level: Annotated[
        Finite,
        Field(gt=0, le=MOST_LEVEL),
        told(
            "is not a valid level", f"give a number such as 0.95, at most {MOST_LEVEL}"
        ),
    ] = LEVEL
    """the level of the intervals"""

    @model_validator(mode="after")
    def _check_names(self) -> Widths:
        if not self.model_extra:
            raise UserError(
                "no statistic is named",
                cure='name a statistic, such as "rounds mean" = 0.5',
            )
        return self


def _check_title(title: str) -> str:
    if not title.strip() or len(title.splitlines()) != 1:
        raise UserError("the title is not one line of text", cure="write a few words")
    return title


@dataclass(frozen=True, config=CONFIG, kw_only=True)
class ScenarioFile(Table):
    """A warlab scenario."""

    title: Annotated[Text, AfterValidator(_check_title)] | None = None
    """the title of the scenario"""
    question: Text = ""
    """the question that it answers, in one sentence"""
    game: GameName
    games: Games
    """the number of games of each variant, such as 1_000_000 or 1e6"""
    seed: Seed
    keep_games: Flag = True
    """whether every game is kept as a row of Parquet (true) or only the tallies (false)"""
    rules: dict[str, Any] = field(default_factory=dict)
    """the options of the game that all variants share"""
    vary: dict[str, Values] | None = None
    """options with a list of values each: every combination is a variant"""
    variant: _Variants | None = None
    """variants by name, each with its own rules"""
    chances: dict[Name, Chance] = field(default_factory=dict)
    """chances by name: conditions over the columns of a game, in SQL"""
    means: dict[Name, Mean] = field(default_factory=dict)
    """means by name: amounts over the columns of a game, in SQL"""
    quantiles: dict[Name, Quantile] = field(default_factory=dict)
    """quantiles by name, medians unless they say so: amounts over the columns of a game, in SQL"""
    columns: Columns | None = None
    """columns besides the game's own"""
    precision: Widths | None = None
    """statistics with the half widths of their intervals at which to stop"""
    answer: AnswerPlan | None = None
    """what the report says first: a headline, numbers, a verdict and a picture"""
    report: Report = field(default_factory=Report)
    """the choices of the report"""
    policies: Policies | None = None
    """the policies of the players, in games of choice"""
    tournament: Policies | None = None
    """the policies that play each other, in games of choice"""


FILE = TypeAdapter(ScenarioFile)
