"""Python's fractions as a second reader of conditions and amounts: they have no limit."""

import math
import re
from fractions import Fraction

FUNCTIONS = {
    "Fraction": Fraction,
    "ABS": abs,
    "DIV": lambda number, by: int(number / by),
    "FLOOR": lambda number: Fraction(math.floor(number)),
    "GREATEST": max,
    "IF": lambda holds, one, other: one if holds else other,
    "MOD": lambda number, by: number - by * int(number / by),
    "POW": pow,
    "ROUND": lambda number: math.floor(number + Fraction(1, 2)),
    "SIGN": lambda number: (number > 0) - (number < 0),
}
SIGNS = {"=": "==", "<>": "!=", "AND": "and", "OR": "or", "NOT": "not", "IN": "in"}


def in_fractions(text, games):
    """Return the value of an expression in each game, None where it divides by zero.

    Parameters
    ----------
    text
        The expression.
    games
        The games, each with its columns by name.
    """
    numbers = re.sub(r"[0-9][0-9.]*(e-?[0-9]+)?", r"Fraction('\g<0>')", text)
    python = re.sub(r"<>|(?<![<>=])=(?!=)|\b[A-Z]+\b", _sign, numbers)
    code = compile(python, text, "eval")
    found = []
    for game in games:
        columns = {
            name: value if isinstance(value, str) else Fraction(value)
            for name, value in game.items()
        }
        try:
            found.append(eval(code, FUNCTIONS | columns))
        except ZeroDivisionError:
            found.append(None)
    return found


def _sign(found):
    return SIGNS.get(found[0], found[0])
