"""Options of the commands: the type, the words and the check of each.

A command takes one by giving this type to a parameter, or to a field of its record.
"""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer

from sim.commands.arguments import file, seconds, share, whole
from sim.errors import UserError
from sim.limits import MOST_NUMBER, MOST_SEED, MOST_WORKERS

CSV, PARQUET = ".csv", ".parquet"
"""The endings of files of tables."""


def option(
    meaning: str,
    metavar: str = "",
    *names: str,
    read: Callable[[str], Any] | None = None,
    **more: Any,
) -> Any:
    """An option, by default of the parameter's name.

    Parameters
    ----------
    meaning
        What it does.
    metavar
        What is typed after it; empty for a flag.
    names
        Its names, where they are not the parameter's.
    read
        Reads what is typed; None takes it as Typer does.
    more
        What else ``typer.Option`` takes.
    """
    if read is not None:
        more["parser"] = parser(read)
    return typer.Option(*names, metavar=metavar or None, help=meaning, **more)


def argument(meaning: str, metavar: str, **more: Any) -> Any:
    """An argument."""
    return typer.Argument(metavar=metavar, help=meaning, **more)


def number(
    meaning: str,
    least: int = 0,
    most: int = MOST_NUMBER,
    *names: str,
    metavar: str = "N",
) -> Any:
    """An option that takes a whole number within limits."""
    read = partial(whole, least=least, most=most)
    return option(meaning, metavar, *names, read=read)


def parser(read: Callable[[str], Any]) -> Callable[[object], Any]:
    """A parser for typer, which would take our errors, being ValueErrors, for its own."""

    def parse(value: object) -> Any:
        try:
            return read(str(value))
        except UserError as error:
            raise typer.BadParameter(str(error)) from error

    return parse


SCENARIO = argument(
    "A TOML file, the name of a bundled scenario, or - for a scenario on standard input.",
    "SCENARIO",
)
Setting = Annotated[
    list[str] | None,
    option(
        "A rule, such as face_down=3; may be repeated.",
        "OPTION=VALUE",
        "-r",
        "--rule",
    ),
]
AnyGame = Annotated[
    str,
    argument(
        "The name of a game; `warlab games` lists them.",
        "GAME",
    ),
]
DealtGame = Annotated[
    str,
    argument(
        "The name of a game with a shuffled deck.",
        "GAME",
    ),
]
Directory = Annotated[str, argument("A run directory, or its URL.", "RUN")]
Players = Annotated[
    str | None,
    option(
        "The players' policies, in games of choice: one for each player.",
        "A,B",
        "--policies",
    ),
]
Seed = Annotated[
    int, number("The random seed, a whole number.", 0, MOST_SEED, metavar="S")
]
OtherSeed = Annotated[
    int | None,
    number("The random seed, instead of the scenario's.", 0, MOST_SEED, metavar="S"),
]
Workers = Annotated[
    int | None, number("How many cores to use (default: all).", 1, MOST_WORKERS)
]
Level = Annotated[
    float, option("The confidence level of the intervals.", "SHARE", read=share)
]
Columns = Annotated[
    list[str] | None,
    option(
        "Count this column too, such as kings or lead_changes; may be repeated.", "NAME"
    ),
]
Until = Annotated[
    list[str] | None,
    option(
        'Stop when a statistic has this precision: "rounds mean 0.5 %"; may be repeated.',
        "PRECISION",
    ),
]
SecondsPerPlay = Annotated[
    float | None,
    option(
        "The seconds in which each player lays a card, for minutes (default: 2.5).",
        "S",
        read=seconds,
    ),
]
SecondsPerShuffle = Annotated[
    float | None,
    option(
        "The seconds in which a captured pile is shuffled, for minutes (default: 0).",
        "S",
        read=seconds,
    ),
]
Keep = Annotated[
    Path | None,
    option(
        "Keep intermediate results in DIR; the same command resumes from them.", "DIR"
    ),
]
Rows = Annotated[
    Path | None,
    option(
        "Write a row for each game to FILE.csv or FILE.parquet.",
        "FILE",
        read=partial(file, endings=(CSV, PARQUET)),
    ),
]
Csv = Annotated[
    Path | None,
    option(
        "Write the table to FILE.csv too, for a spreadsheet.",
        "FILE",
        read=partial(file, endings=(CSV,)),
    ),
]
Json = Annotated[bool, option("Print JSON, for programs.", "", "--json")]
