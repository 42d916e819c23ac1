"""Words for columns, winners, endings and variants in a sentence; pure functions to text."""

from __future__ import annotations

import re
from collections.abc import Sequence

from sim.contract.events import DRAW, UNFINISHED
from sim.contract.vocabulary import number_word, seat_word

_ENDINGS = {
    "cards": "the other side had no cards left",
    "run-out": "the other side ran out of cards in a war",
    "draw": "drawn",
    "cycle": "repeated for ever",
    "cap": "stopped at the cap",
    "wars": "enough wars were won",
    "stopped": "stopped after its rounds",
}


def quantity(column: str) -> str:
    """Return what a column counts, as a plural noun.

    >>> quantity("rounds"), quantity("double_wars"), quantity("rank_sum")
    ('rounds', 'double wars', 'rank sum')
    """
    return column.replace("_", " ")


def singular(nouns: str) -> str:
    """Return one of what a plural noun names.

    >>> singular("rounds"), singular("cards laid"), singular("switches by the first player"), singular("lead")
    ('round', 'card laid', 'switch by the first player', 'lead')
    """
    first, space, rest = nouns.partition(" ")
    return f"{first.removesuffix('es' if first.endswith('ches') else 's')}{space}{rest}"


def more(column: str) -> str:
    """Return more of what a column counts, or the higher of it where that is one number.

    >>> more("aces"), more("rank_sum")
    ('more aces', 'the higher rank sum')
    """
    noun = quantity(column)
    return f"more {noun}" if noun.endswith("s") else f"the higher {noun}"


def counted(number: int, noun: str) -> str:
    """Return a number with its noun in the right form.

    >>> counted(1, "card"), counted(0, "joker"), counted(12, "game")
    ('one card', 'no jokers', '12 games')
    """
    return f"{number_word(number)} {noun}{'' if number == 1 else 's'}"


def join(words: Sequence[str], last: str = "and") -> str:
    """Return words as an enumeration.

    >>> join(["a"]), join(["a", "b"]), join(["a", "b", "c"], "or")
    ('a', 'a and b', 'a, b or c')
    """
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def outcome(winner: int) -> str:
    """Return what a value of ``winner`` means.

    >>> outcome(0), outcome(-1), outcome(-2)
    ('first player wins', 'drawn', 'unfinished')
    """
    return {DRAW: "drawn", UNFINISHED: "unfinished"}.get(winner, f"{seat_word(winner)} wins")


def by_seat(text: str) -> str:
    """Return a text with the numbers of seats replaced by what the players are called.

    >>> by_seat("aces in player 0's packet as dealt"), by_seat("cards that player 1 won")
    ("aces in the first player's packet as dealt", 'cards that the second player won')
    """
    return re.sub(r"\bplayer (\d)\b", lambda player: f"the {seat_word(int(player[1]))}", text)


def ending(category: str) -> str:
    """Return how a game ended; an unknown category is returned as it is."""
    return _ENDINGS.get(category, category)


def under_variant(single: bool, variant: str) -> str:
    """Return the words that say which variant a sentence is about; none when there is only one.

    >>> under_variant(False, "face_down=3"), under_variant(True, "the rules")
    (' under “face_down=3”', '')
    """
    return "" if single else f" under {quoted(variant)}"


def quoted(variant: str) -> str:
    """Return a variant's name in quotation marks, because a name may be a whole phrase."""
    return f"“{variant}”"


def capital(sentence: str) -> str:
    """Return a sentence with a capital first letter, the rest as it is."""
    return sentence[:1].upper() + sentence[1:]
