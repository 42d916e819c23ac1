"""Vocabulary of a game: its options, policies, columns and endings in a sentence for people."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from sim.cards import card_text

Phrase = Callable[[Any], str]
"""Returns a value of an option as a phrase, such as "three cards face down"."""

Sentence = Callable[[Any], str]
"""Returns what the rules say about an option, in full sentences."""

_NOTHING: Mapping[str, Any] = MappingProxyType({})

_NUMBERS = (
    "no",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
)
_PLACES = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")


def number_word(number: int) -> str:
    """A small number as a word, a large one in digits with separators.

    Parameters
    ----------
    number
        The number.
    """
    return _NUMBERS[number] if 0 <= number < len(_NUMBERS) else f"{number:,}"


def seat_word(seat: int) -> str:
    """What a player is called: seat 0 is the first player.

    Parameters
    ----------
    seat
        The seat, from 0.
    """
    return f"{_PLACES[seat] if 0 <= seat < len(_PLACES) else f'{seat + 1}th'} player"


@dataclass(frozen=True)
class Wording:
    """The words for an option.

    Attributes
    ----------
    subject
        What it decides, as a noun phrase: the name of the factor where several values
        are compared.
    phrase
        Returns one of its values as a phrase that needs no further explanation.
    sentence
        What the rules say about it, in full sentences: a text with ``{}`` for that
        phrase, or a function of the rules; "" where it changes nothing under these
        rules.
    """

    subject: str
    phrase: Phrase
    sentence: str | Sentence = ""


def one_of(values: Mapping[Any, str]) -> Phrase:
    """The phrase of a choice, from its values with their words.

    Parameters
    ----------
    values
        The words of each value.
    """
    return lambda value: values[value]


def either(yes: str, no: str) -> Phrase:
    """The phrase of an option that is true or false.

    Parameters
    ----------
    yes, no
        The words for true and for false.
    """
    return lambda value: yes if value else no


def amount(noun: str, nouns: str, special: Mapping[Any, str] = _NOTHING) -> Phrase:
    """The phrase of a number of things, some values apart.

    Parameters
    ----------
    noun, nouns
        What they are, in the singular and the plural.
    special
        Values with words of their own.
    """

    def phrase(value: Any) -> str:
        return (
            special[value]
            if value in special
            else f"{number_word(value)} {noun if value == 1 else nouns}"
        )

    return phrase


def template(text: str, special: Mapping[Any, str] = _NOTHING) -> Phrase:
    """The phrase of a number with ``{}`` in its place, some values apart.

    Parameters
    ----------
    text
        The phrase.
    special
        Values with words of their own.
    """

    def phrase(value: Any) -> str:
        if value in special:
            return special[value]
        return text.format(f"{value:,}" if isinstance(value, int) else f"{value:g}")

    return phrase


def _hands(value: Any) -> str:
    if value is None:
        return "hands dealt at random"
    return " against ".join(value).replace("*rest", "the rest").replace("*", "random ")


OF_A_DECK: Mapping[str, Wording] = {
    "lowest": Wording(
        "the lowest rank", lambda value: f"lowest rank {card_text(value)}"
    ),
    "highest": Wording(
        "the highest rank", lambda value: f"highest rank {card_text(value)}"
    ),
    "copies": Wording(
        "the cards of each rank", amount("card of each rank", "cards of each rank")
    ),
    "jokers": Wording("jokers", amount("joker", "jokers")),
    "bury_jokers": Wording(
        "how jokers are dealt",
        either("one joker in each packet", "jokers dealt like the rest"),
    ),
    "hands": Wording("the hands", _hands),
    "pack": Wording(
        "how the pack was shuffled",
        one_of(
            {
                "shuffled": "a well-shuffled pack",
                "new": "a new pack",
                "played": "a pack as the last game left it",
            }
        ),
    ),
    "riffles": Wording("how often the pack is riffled", amount("riffle", "riffles")),
}
"""The words for the options of every game with a deck."""


@dataclass(frozen=True)
class Vocabulary:
    """The words of a game.

    Attributes
    ----------
    options
        The words of each option.
    sentences
        What the rules say where an option has a value, such as "ties replace", instead
        of the option's own sentence.
    policies
        For each kind of decision, the words of each policy by its name.
    short
        The words of the policies' names that stand for all decisions at once.
    columns
        Nouns for the columns whose public names are not words.
    endings
        How a game ended, for each text of the column ``ending``.
    players
        What the players are called, if not the first, the second ... player.
    counts
        What each player's number is in a replay.
    suits
        The suits of the first player, of the second, and of the middle, in games of two
        where each has their own.
    """

    options: Mapping[str, Wording] = field(default_factory=dict)
    sentences: Mapping[str, str] = field(default_factory=dict)
    policies: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    short: Mapping[str, str] = field(default_factory=dict)
    columns: Mapping[str, str] = field(default_factory=dict)
    endings: Mapping[str, str] = field(default_factory=dict)
    players: tuple[str, ...] = ()
    counts: str = "cards"
    suits: tuple[str, ...] = ()
