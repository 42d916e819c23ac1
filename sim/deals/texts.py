"""Written deals: the packets in a text of cards, as people write them.

Between cards there may be blanks, commas or brackets, or nothing at all; a suit beside
a rank is ignored. A separator (``/``, ``|``, ``;`` or a line break) ends a packet. What
can be read in two ways is refused.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from sim.cards import parse_card
from sim.errors import UserError, shown

Packets = tuple[tuple[int, ...], ...]
"""The cards of each packet, the top one first; a text without a separator is one."""

_SEPARATORS = re.compile(r"[/|;\n\r]+")
_BETWEEN = re.compile(r"[\s,\[\](){}\"']+")
_NEXT_LIST = re.compile(r"[\])}]\s*,?\s*[\[({]")
_NEXT_CARD = re.compile(r"\w[\s,]+\w")
_EMOJI = "\N{VARIATION SELECTOR-16}"
_SUIT_SIGNS = f"♠♥♦♣♤♡♢♧{_EMOJI}"
_SUIT_LETTERS = "SHDC"
_SUIT = re.compile("[♠♥♦♣♤♡♢♧SHDC]")
_TWO_SUITS = re.compile("[♠♥♦♣♤♡♢♧SHDC]{2}")
_FOREIGN = re.compile(r"\S*[^\W\dTJQKASHDC]\S*")
_ONE_CARD = re.compile(r"10|.")
_RANK = re.compile(r"10|\w")
_LARGEST = 255


def read_deal(
    text: str, known: Mapping[str, int], *, one_sign: bool = False
) -> Packets:
    """The packets that a text describes.

    Parameters
    ----------
    text
        The deal.
    known
        Cards that the game writes in its own way, by their upper-case texts.
    one_sign
        Whether each sign of a text without blanks is a card, so that ``10`` is two.

    Raises
    ------
    UserError
        If a packet is empty, or a card is unknown or can be read in two ways.
    """
    parts = _SEPARATORS.split(text.strip().upper())
    if len(parts) == 1 and _NEXT_LIST.search(text) and _NEXT_CARD.search(text):
        raise UserError(
            "two lists in one deal", cure='put a "/" between the packets: "9 2 / 5 8"'
        )
    packets = [_without_suits(part).split() for part in parts]
    _check_suits(" ".join(parts))
    if not all(packets):
        what = (
            "no card"
            if len(packets) == 1
            else f"packet {packets.index([]) + 1} without a card"
        )
        raise UserError(
            what,
            cure='write the cards, the top one first: "A K 10 2"',
        )
    spaced = any(len(packet) > 1 for packet in packets)
    words = [word for packet in packets for word in packet]
    if not spaced:
        # A rank above ten cannot be written without blanks: its digits are cards.
        known = {
            sign: card
            for sign, card in known.items()
            if len(sign) == 1 or not sign.isdecimal()
        }
    if not spaced and not one_sign:
        _check_one_reading(words, known)
    return tuple(
        tuple(
            card
            for word in packet
            for card in _cards(word, known, spaced=spaced, one_sign=one_sign)
        )
        for packet in packets
    )


def _check_suits(text: str) -> None:
    """Refuse a text in which some cards have a suit and others none, or two."""
    plain = _BETWEEN.sub(" ", text).replace(_EMOJI, "")
    suits = _SUIT.findall(plain)
    if not suits:
        return
    foreign = _FOREIGN.search(plain)
    if foreign:
        raise UserError(
            f"{shown(foreign[0])} is not a card",
            cure='write ranks and suits: "AD 10H" or "A 10"',
        )
    if _TWO_SUITS.search(plain):
        raise UserError("two suits on one card", cure="write one beside each rank")
    bare = _SUIT.sub(" ", plain)
    cards = sum(
        1 if word.isdecimal() else len(_RANK.findall(word)) for word in bare.split()
    )
    if len(suits) != cards:
        raise UserError(
            "cards with and without a suit",
            cure="write a suit beside each rank or beside none; the queen is Q",
        )


def _without_suits(part: str) -> str:
    """A packet's text with blanks in place of suits and of what stands between cards."""
    plain = _BETWEEN.sub(" ", part)
    signs = str.maketrans(dict.fromkeys(_SUIT_SIGNS, " "))
    letters = str.maketrans(dict.fromkeys(_SUIT_LETTERS, " "))
    lone = [word for word in plain.split() if not word.translate(letters).strip()]
    if lone:
        raise UserError(
            f"{shown(lone[0])} is not a card",
            cure="a suit stands beside its rank, such as AD; the queen is Q",
        )
    return plain.translate(signs).translate(letters)


def _check_one_reading(words: Sequence[str], known: Mapping[str, int]) -> None:
    """Refuse packets that can be read as one card each, or as several cards."""
    single = [len(word) == 1 or word in known or word == "10" for word in words]
    numbers = [word.isdecimal() and int(word) <= _LARGEST for word in words]
    if all(is_single or many for is_single, many in zip(single, numbers, strict=True)):
        for word, is_single in zip(words, single, strict=True):
            if not is_single:
                raise UserError(
                    f"{word} is one card or several",
                    cure=f'write "{" ".join(word)}", or J, Q, K, A for a card above ten',
                )


def _cards(
    word: str, known: Mapping[str, int], *, spaced: bool, one_sign: bool
) -> list[int]:
    """The cards of a word."""
    if word in known:
        return [known[word]]
    if spaced and word.isdecimal():
        return [parse_card(word)]
    signs = list(word) if one_sign else _ONE_CARD.findall(word)
    return [known[sign] if sign in known else parse_card(sign) for sign in signs]


def read_lines(text: str) -> list[str]:
    """The deals of a file: one a line; ``#`` begins a comment, empty lines are none.

    Parameters
    ----------
    text
        The content of the file.
    """
    lines = (line.partition("#")[0].strip() for line in text.splitlines())
    return [line for line in lines if line]
