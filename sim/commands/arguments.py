"""What was typed, read: numbers, shares, files and rules, refused in one way.

The option or argument in which a mistake stands is named by
:func:`sim.commands.complaints.usage_line`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING

from sim.errors import UserError, read_from_toml, reported_at, shown
from sim.limits import (
    LEAST_SECONDS,
    MOST_GAMES,
    MOST_LEVEL,
    MOST_NUMBER,
    MOST_SECONDS,
    MOST_SEED,
    read_number,
)
from sim.machine.resources import cores
from sim.options import setting_text
from sim.storage.files import output

if TYPE_CHECKING:
    from sim.contract.game import Game
    from sim.contract.rules import GameRules
    from sim.stats.precision import Target

USUAL_SEED = 1
"""The seed if none is given, so that `warlab play` and `warlab replay` mean the same
games."""

STDIN = "-"
"""In place of a file: it is read from standard input."""

_LIMITS = {MOST_GAMES: "10^15", MOST_NUMBER: "2^62 - 1", MOST_SEED: "2^64 - 1"}


def whole(
    text: str, where: str | None = None, *, least: int = 0, most: int = MOST_NUMBER
) -> int:
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


def share(text: str, where: str | None = None) -> float:
    """The share between 0 and 1 that was typed, as a fraction or as a percentage."""
    word = text.strip()
    try:
        number = Decimal(word.removesuffix("%")) / (100 if word.endswith("%") else 1)
    except ArithmeticError:
        number = Decimal(-1)
    if not number.is_finite() or not 0 < float(number) <= MOST_LEVEL:
        raise UserError(
            f"{shown(text)} is not a share between 0 and 1",
            where=where,
            cure=f"write it as 0.95 or 95%, and at most {MOST_LEVEL}",
        )
    return float(number)


def seconds(text: str) -> float:
    """The seconds that were typed."""
    try:
        number = float(text.strip().removesuffix("s"))
    except ValueError:
        number = 0.0
    if not LEAST_SECONDS <= number <= MOST_SECONDS:
        cure = "write seconds, such as 2.5, from 0.001 up to a day"
        raise UserError(f"{shown(text)} is not the time of a card", cure=cure)
    return number


def file(text: str, endings: tuple[str, ...]) -> Path:
    """The file that was typed, if it can be written: this is known before anything is played."""
    path = Path(text)
    if path.exists() and not path.is_file() and not path.is_dir():
        return path  # a pipe or a device takes what is written
    if path.suffix.lower() not in endings:
        kinds = " or ".join(endings)
        raise UserError(
            f"{shown(text)} is no {kinds} file",
            cure=f"give a name that ends in {kinds}",
        )
    output(path)
    return path


@contextmanager
def typed_as(**words: str) -> Iterator[None]:
    """Report a mistake in a parameter at the word that is typed for it."""
    try:
        yield
    except UserError as error:
        parameter, colon, inner = (error.where or "").partition(":")
        place = words.get(parameter, parameter) + colon + inner
        raise UserError(error.what, where=place or None, cure=error.cure) from None


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
        name, value = _setting(text)
        if name in given:
            raise UserError(
                f"{name} is given twice", where="-r", cure="give each option once"
            )
        given[name] = value
    return given


def _setting(text: str) -> tuple[str, object]:
    """The option and the value of ``option=value``.

    A value that is not valid TOML is a bare word.
    """
    name, _, word = (part.strip(" ") for part in text.partition("="))
    try:
        if name and word and "\n" not in text:
            return name, tomllib.loads(f"value = {word}")["value"]
    except tomllib.TOMLDecodeError:
        return name, word
    except (ValueError, RecursionError):
        pass  # a number of thousands of digits, or brackets in brackets
    raise UserError(
        f"{shown(text)} is not a valid setting",
        where="-r",
        cure="write option=value, such as face_down=3",
    )


def policies_of(game: Game, rules: GameRules, given: str | None) -> GameRules:
    """The rules with the policies that were typed, if any."""
    from sim.contract.game import seated

    if given is None:
        return rules
    with reported_at("--policies"):
        return seated(game, rules, [name.strip() for name in given.split(",")])


def setting_words(rules: GameRules) -> str:
    """The rules that are not at their defaults as they are typed.

    Nothing when all are.
    """
    return ", ".join(
        setting_text(name, value) for name, value in rules.changed().items()
    )
