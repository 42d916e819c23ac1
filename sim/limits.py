"""Limits of numbers from the user, wherever they come from.

NumPy's numbers are accepted.
"""

import re
from collections.abc import Callable
from decimal import Decimal
from numbers import Integral, Real
from typing import Any, TypeGuard

from sim.errors import UserError, shown
from sim.words import games_words

MOST_SEED = 2**64 - 1

MOST_NUMBER = 2**62 - 1
"""The largest number of a game; numbers and their sums fit in int64."""

MOST_GAMES = 10**15
"""The most games that a scenario or a command may request."""

MOST_WORKERS = 1024

MOST_BLOCK = 10_000_000
"""The most games in a block, which a worker holds in memory."""

LEAST_SECONDS = 0.001
"""The least seconds that a card may take at a table."""

MOST_SECONDS = 86_400
"""The most seconds, a day, that a card or a shuffle may take at a table."""

MOST_LEVEL = 0.999999999999
"""The highest level of an interval: of a share closer to 1 a float has no digits
left."""

_NUMBER = re.compile(
    r"[+-]?(?:\d+(?:_\d+)*|\d{1,3}(?:,\d{3})+)(?:\.\d+)?(?:e[+-]?\d{1,3}|[kM])?",
    re.ASCII | re.IGNORECASE,
)
_SUFFIXES = {"k": 3, "m": 6}


def read_number(text: str) -> Decimal | None:
    """A number as people write it: 1000000, 1_000_000, 1,000,000, 1e6, 1M.

    None if it is none.

    Parameters
    ----------
    text
        The text.
    """
    if not _NUMBER.fullmatch(text):
        return None
    power = _SUFFIXES.get(text[-1].lower(), 0)
    return Decimal(re.sub("[_,]", "", text[:-1] if power else text)).scaleb(power)


def is_whole(value: object) -> TypeGuard[int]:
    """Whether a value is a whole number; True and False are not.

    Parameters
    ----------
    value
        The value.
    """
    return isinstance(value, Integral) and not isinstance(value, bool)


def is_number(value: object) -> TypeGuard[float]:
    """Whether a value is a real number; True and False are not.

    Parameters
    ----------
    value
        The value.
    """
    return isinstance(value, Real) and not isinstance(value, bool)


def check_whole(
    value: object, low: int, high: int, *, what: str, where: str, cure: str = ""
) -> int:
    """A whole number from ``low`` to ``high``, or refuse it as no valid number of that kind.

    Parameters
    ----------
    value
        What the user gave.
    low, high
        The range, both ends included.
    what
        What the number is, for the error.
    where
        The place to name in an error.
    cure
        What would be right; by default the range.

    Raises
    ------
    UserError
        If it is no such number.
    """
    if not is_whole(value) or not low <= value <= high:
        cure = cure or f"give a whole number from {low} to {high}"
        raise UserError(f"{shown(value)} is not a valid {what}", where=where, cure=cure)
    return int(value)


def check_text(value: object, where: str) -> str:
    """A text.

    Parameters
    ----------
    value
        What the user gave.
    where
        The place to name in an error.

    Raises
    ------
    UserError
        If it is no text.
    """
    if not isinstance(value, str):
        what = f"{shown(value)} is not a text"
        raise UserError(what, where=where, cure="put it in quotes")
    return value


def check_callable(
    value: Callable[..., object] | None, where: str
) -> Callable[..., Any]:
    """A function to be called; None stands for one that does nothing.

    Parameters
    ----------
    value
        What the user gave.
    where
        The place to name in an error.

    Raises
    ------
    UserError
        If it is neither a function nor None.
    """
    if value is None:
        return lambda *progress: None
    if not callable(value):
        raise UserError(
            f"{shown(value)} is not a function", where=where, cure="give one, or None"
        )
    return value


def check_seed(seed: object, where: str = "seed") -> int:
    """The seed, a whole number from 0 to 2**64 - 1.

    Parameters
    ----------
    seed
        What the user gave.
    where
        The place to name in an error.

    Raises
    ------
    UserError
        If it is no seed.
    """
    cure = "a seed is a whole number from 0 to 2**64 - 1"
    return check_whole(seed, 0, MOST_SEED, what="seed", where=where, cure=cure)


def check_number(number: object, where: str = "first") -> int:
    """The number of a game, a whole number from 0 to 2**62 - 1.

    Parameters
    ----------
    number
        What the user gave.
    where
        The place to name in an error.

    Raises
    ------
    UserError
        If it is no number of a game.
    """
    cure = "a game number is a whole number from 0 to 2**62 - 1"
    return check_whole(
        number, 0, MOST_NUMBER, what="game number", where=where, cure=cure
    )


def check_games(
    games: object, where: str = "games", *, least: int = 0, most: int = MOST_NUMBER
) -> int:
    """How many games are wanted, a whole number from ``least`` to ``most``.

    Parameters
    ----------
    games
        What the user gave.
    where
        The place to name in an error.
    least, most
        The range, both ends included.

    Raises
    ------
    UserError
        If it is no such number.
    """
    cure = f"give a whole number from {least} to {'2**62 - 1' if most == MOST_NUMBER else most}"
    if isinstance(games, float) and games.is_integer():  # 1e6
        games = int(games)
    return check_whole(
        games, least, most, what="number of games", where=where, cure=cure
    )


def check_range(first: object, games: object) -> tuple[int, int]:
    """The number of the first game, and the number after that of the last one.

    Parameters
    ----------
    first
        The number of the first game.
    games
        The number of games.

    Raises
    ------
    UserError
        If one is not valid, or the numbers of games do not go so far.
    """
    start = check_number(first)
    count = check_games(games, least=1)
    if start + count - 1 > MOST_NUMBER:
        raise UserError(
            f"{games_words(count)} from number {start}",
            where="games",
            cure="game numbers go up to 2**62 - 1: start lower, or play fewer",
        )
    return start, start + count


def parse_count(value: object, where: str) -> int:
    """A whole number of games, which may be written ``1e6``, ``1_000_000`` or ``1M``.

    Parameters
    ----------
    value
        What the user gave.
    where
        The place to name in an error.

    Raises
    ------
    UserError
        If it is no number of games.
    """
    wrong = UserError(
        f"{shown(value)} is not a valid number of games",
        where=where,
        cure=f"give a whole number from 1 to {MOST_GAMES:.0e}, such as 1e6",
    )
    if isinstance(value, bool) or not isinstance(value, Real | str):
        raise wrong
    try:
        number = read_number(str(value).strip())
    except ValueError:  # a number of thousands of digits
        raise wrong from None
    if number is None or not 1 <= number <= MOST_GAMES or number != int(number):
        raise wrong
    return int(number)
