"""Shared options of the commands.

Numbers, shares and rules read from what was typed, and refused in one way.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from decimal import Decimal
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any, get_type_hints

import typer

from sim.commands import completing
from sim.errors import UserError, read_from_toml, reported_at, shown
from sim.limits import (
    MOST_GAMES,
    MOST_LEVEL,
    MOST_NUMBER,
    MOST_SECONDS,
    MOST_SEED,
    MOST_WORKERS,
    read_number,
)
from sim.machine.resources import cores
from sim.options import parse_setting, setting_text

if TYPE_CHECKING:
    from sim.contract.game import Game
    from sim.contract.rules import GameRules
    from sim.options import Rules
    from sim.stats.precision import Target

USUAL_SEED = 1
"""The seed if none is given, so that `warlab play` and `warlab replay` mean the same games."""

_LIMITS = {MOST_GAMES: "10^15", MOST_NUMBER: "2^62 - 1", MOST_SEED: "2^64 - 1"}


def whole(text: str, where: str, least: int = 0, most: int = MOST_NUMBER) -> int:
    """The whole number that was typed."""
    number = read_number(text)
    if number is None or number != number.to_integral_value():
        cure = "write it as 1000000, 1,000,000, 1e6 or 1M"
        raise UserError(f"{shown(text)} is not a whole number", where=where, cure=cure)
    if not least <= number <= most:
        limits = f"from {least} to {_LIMITS.get(most, most)}"
        raise UserError(
            f"{text} is out of range", where=where, cure=f"give a whole number {limits}"
        )
    return int(number)


def share(text: str, where: str) -> float:
    """The share between 0 and 1 that was typed, as a fraction or as a percentage."""
    word = text.strip()
    try:
        number = Decimal(word.removesuffix("%")) / (100 if word.endswith("%") else 1)
    except ArithmeticError:
        number = Decimal(-1)
    if not number.is_finite() or not 0 < number < 1:
        raise UserError(
            f"{shown(text)} is not a share between 0 and 1",
            where=where,
            cure="write it as 0.95 or 95%",
        )
    if not 0 < float(number) <= MOST_LEVEL:
        side = 1 if number > 0.5 else 0
        cure = f"give at most {MOST_LEVEL}" if side else "give at least 1e-300"
        raise UserError(f"{shown(text)} is too near {side}", where=where, cure=cure)
    return float(number)


def option(meaning: str, metavar: str = "", *names: str, **more: Any) -> Any:
    """An option, by default of the parameter's name.

    One without a metavar is a flag.
    """
    return typer.Option(*names, metavar=metavar or None, help=meaning, **more)


def argument(meaning: str, metavar: str, **more: Any) -> Any:
    """An argument."""
    return typer.Argument(metavar=metavar, help=meaning, **more)


def collected(run: Callable[[Any], None]) -> Callable[..., None]:
    """A command with an option for each field of the record that a function takes."""
    (record,) = (kind for name, kind in get_type_hints(run).items() if name != "return")

    def command(**typed: Any) -> None:
        run(record(**typed))

    command.__name__, command.__doc__ = run.__name__, run.__doc__
    command.__signature__ = inspect.signature(record, eval_str=True)  # type: ignore[attr-defined]
    return command


def number_option(
    where: str,
    meaning: str,
    least: int = 0,
    most: int = MOST_NUMBER,
    *,
    metavar: str = "N",
    short: str = "",
) -> Any:
    """An option that takes a whole number within limits."""
    return read_option(
        whole, where, meaning, metavar, *filter(None, [short]), least=least, most=most
    )


def read_option(
    read: Callable[..., Any],
    where: str,
    meaning: str,
    metavar: str,
    *short: str,
    **more: Any,
) -> Any:
    """An option whose text a function reads.

    It gets the name of the option, for errors, and what is more.
    """
    reader = parser(partial(read, where=where, **more))
    return typer.Option(*short, where, metavar=metavar, help=meaning, parser=reader)


def seconds(text: str, where: str) -> float:
    """The seconds that were typed."""
    try:
        number = float(text.strip().removesuffix("s"))
    except ValueError:
        number = 0.0
    if not 0 < number <= MOST_SECONDS:
        cure = "write seconds, such as 2.5, up to a day"
        raise UserError(f"{shown(text)} is not a time above 0", where=where, cure=cure)
    return number


@contextmanager
def typed_as(**words: str) -> Iterator[None]:
    """Report a mistake in a parameter at the word that is typed for it."""
    try:
        yield
    except UserError as error:
        parameter, colon, inner = (error.where or "").partition(":")
        place = words.get(parameter, parameter) + colon + inner
        raise UserError(error.what, where=place or None, cure=error.cure) from None


def share_option(where: str, meaning: str) -> Any:
    """An option that takes a share."""
    return read_option(share, where, meaning, "SHARE")


def parser(read: Callable[[str], Any]) -> Callable[[object], Any]:
    """A parser for typer, which would take our errors, being ValueErrors, for its own."""

    def parse(value: object) -> Any:
        try:
            return read(str(value))
        except UserError as error:
            raise typer.BadParameter(str(error)) from error

    return parse


STDIN = "-"
"""In place of a scenario's file: the scenario is read from standard input."""

SCENARIO = argument(
    "A TOML file, the name of a bundled scenario, or - for a scenario on standard input.",
    "SCENARIO",
    autocompletion=completing.scenario_names,
)
Setting = Annotated[
    list[str] | None,
    option(
        "A rule, such as face_down=3; may be repeated.",
        "OPTION=VALUE",
        "-r",
        "--rule",
        autocompletion=completing.settings,
    ),
]
DealtGame = Annotated[
    str,
    argument(
        "The name of a game that is dealt from a deck.",
        "GAME",
        autocompletion=completing.game_names,
    ),
]
Players = Annotated[
    str | None,
    option(
        "The players' policies, in games of choice: one for each player.",
        "A,B",
        "--policies",
    ),
]
Seed = Annotated[
    int,
    number_option(
        "--seed", "The random seed, a whole number.", 0, MOST_SEED, metavar="S"
    ),
]
OtherSeed = Annotated[
    int | None,
    number_option(
        "--seed",
        "The random seed, instead of the scenario's.",
        0,
        MOST_SEED,
        metavar="S",
    ),
]
Workers = Annotated[
    int | None,
    number_option(
        "--workers", "How many cores to use (default: all).", 1, MOST_WORKERS
    ),
]
Directory = Annotated[str, argument("A run directory, or its URL.", "RUN")]
Json = Annotated[bool, option("Print JSON, for programs.", "", "--json")]
Column = Annotated[
    list[str] | None,
    option(
        "Count this column too, such as kings or lead_changes; may be repeated.", "NAME"
    ),
]
Until = Annotated[
    list[str] | None,
    option(
        'Stop when a statistic is known this well: "rounds mean 0.5 %"; may be repeated.',
        "PRECISION",
    ),
]
_PLAY = "The seconds for a card of each player, which give minutes (default: 2.5)."
_SHUFFLE = "The seconds in which a player shuffles a captured pile, as part of minutes (default: 0)."
SecondsPerPlay = Annotated[
    float | None, read_option(seconds, "--seconds-per-play", _PLAY, "S")
]
SecondsPerShuffle = Annotated[
    float | None, read_option(seconds, "--seconds-per-shuffle", _SHUFFLE, "S")
]
Level = Annotated[
    float, share_option("--level", "The confidence level of the intervals.")
]


def worker_count(workers: int | None) -> int:
    """How many workers were asked for; by default, one for each core this process may use."""
    return workers or cores()


def aims(texts: Sequence[str] | None, where: str) -> tuple[Target, ...]:
    """The precisions that were typed."""
    from sim.scenario.precision import read_aim

    return tuple(read_aim(text, where) for text in texts or ())


def rules_of(game: Game, settings: Sequence[str] | None) -> GameRules:
    """The rules of a game from what ``-r`` was given."""
    given = given_settings(settings)
    with reported_at("-r", within=True), read_from_toml():
        rules: GameRules = game.rules.of(given)
        return rules


def given_settings(settings: Sequence[str] | None) -> dict[str, object]:
    """What ``-r`` was given, by option and not checked."""
    given: dict[str, object] = {}
    for text in settings or ():
        try:
            name, value = parse_setting(text)
        except UserError as error:
            raise error.at("-r") from None
        except (
            ValueError,
            RecursionError,
        ):  # a number of thousands of digits, or brackets in brackets
            raise UserError(
                f"{shown(text)} is not a valid setting",
                where="-r",
                cure="write option=value, such as face_down=3",
            ) from None
        if name in given:
            raise UserError(
                f"{name} is given twice", where="-r", cure="give each option once"
            )
        given[name] = value
    return given


def policies_of(game: Game, rules: GameRules, given: str | None) -> GameRules:
    """The rules with the policies that were typed, if any."""
    from sim.contract.game import seated

    if given is None:
        return rules
    with reported_at("--policies"):
        return seated(game, rules, [name.strip() for name in given.split(",")])


def setting_words(rules: Rules) -> str:
    """The rules that are not at their defaults as they are typed.

    Nothing when all are.
    """
    return ", ".join(
        setting_text(name, value) for name, value in rules.changed().items()
    )
