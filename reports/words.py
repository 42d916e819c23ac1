"""Words for columns, winners, endings and variants in a sentence.

Pure functions to text.
"""

import re
from collections.abc import Sequence

from sim.contract.events import NOBODY, UNFINISHED
from sim.contract.vocabulary import number_word, seat_word


def quantity(column: str) -> str:
    """What a column counts, as a plural noun."""
    return column.replace("_", " ")


def more(column: str) -> str:
    """The words for more of what a column counts, or for the higher number."""
    noun = quantity(column)
    return f"more {noun}" if noun.endswith("s") else f"the higher {noun}"


def counted(number: int, noun: str) -> str:
    """A number with its noun in the right form."""
    return f"{number_word(number)} {noun}{'' if number == 1 else 's'}"


def join(words: Sequence[str], last: str = "and") -> str:
    """The words as an enumeration."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def outcome(winner: int) -> str:
    """What a value of ``winner`` means."""
    return {NOBODY: "drawn", UNFINISHED: "unfinished"}.get(
        winner, f"{seat_word(winner)} wins"
    )


def by_seat(text: str) -> str:
    """A text with the numbers of seats replaced by what the players are called."""

    def called(players: re.Match[str]) -> str:
        seats = [seat_word(int(seat)) for seat in re.findall(r"\d", players[0])]
        names = [name.removesuffix(" player") for name in seats]
        return f"the {join(names)} player{'s' * (len(seats) > 1)}"

    return re.sub(r"\bplayers? \d\b(?:(?:, \d\b)* and \d\b)?", called, text)


def quoted(variant: str) -> str:
    """A variant's name in quotation marks, because a name may be a whole phrase."""
    return f"“{variant}”"


def capital(sentence: str) -> str:
    """A sentence with a capital first letter, the rest as it is."""
    return sentence[:1].upper() + sentence[1:]
