"""Cards, decks and packets: ranks as small integers, their text form, and the cards of a deck.

A card is its rank: 2 to 10, 11 jack, 12 queen, 13 king, 14 ace, 15 joker; a low ace is
1. Suits never matter in these games and are not stored.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from numbers import Integral

from sim.errors import UserError, shown

KING = 13
ACE = 14
LOW_ACE = 1
JOKER = 15
HIGHEST_CODE = 255
"""The highest rank: each card is stored in one byte."""

MOST_CARDS = 1024
"""The largest deck that the kernels support."""

_LETTERS = {11: "J", 12: "Q", KING: "K", ACE: "A", JOKER: "*"}
_CODES = {letter: code for code, letter in _LETTERS.items()} | {"T": 10}


class Numbered(int):
    """A card of a pack with ranks above the ace, printed as a number.

    Letters would mislead there.
    """


def card_text(card: int) -> str:
    """The text of one card.

    Parameters
    ----------
    card
        The card.
    """
    return str(card) if isinstance(card, Numbered) else _LETTERS.get(card, str(card))


def cards_text(cards: Iterable[int]) -> str:
    """The text of several cards, the top one first.

    Parameters
    ----------
    cards
        The cards.
    """
    return " ".join(map(card_text, cards))


def low_ace_text(card: int) -> str:
    """The text of one card in a game with low aces, where ranks above the king are numbers.

    Parameters
    ----------
    card
        The card.
    """
    return card_text(card) if card <= KING else str(card)


def low_ace_texts(cards: Iterable[int]) -> str:
    """The text of several cards in a game with low aces.

    Parameters
    ----------
    cards
        The cards.
    """
    return " ".join(low_ace_text(int(card)) for card in cards)


def parse_card(text: str) -> int:
    """The code of one card.

    Parameters
    ----------
    text
        The text of one card, in letters of any case.

    Raises
    ------
    UserError
        If it is none.
    """
    word = text.strip().upper()
    code = _CODES.get(word)
    if code is None and word.isdecimal() and word.isascii():
        code = int(word)
    if code is None or not 1 <= code <= HIGHEST_CODE:
        raise UserError(
            f"{text!r} is not a card",
            cure="cards are 2 to 10, J, Q, K, A, * (the joker) or a number",
        )
    return code


@dataclass(frozen=True)
class Deck:
    """The cards to shuffle.

    They are ``copies`` of every rank from ``lowest`` to ``highest``, and ``jokers``.

    Attributes
    ----------
    lowest, highest
        The lowest and the highest rank, jokers aside.
    copies
        The number of cards of each rank.
    jokers
        The number of jokers.

    Raises
    ------
    UserError
        If there is no such deck.
    """

    lowest: int = 2
    highest: int = ACE
    copies: int = 4
    jokers: int = 0

    def __post_init__(self) -> None:
        fields: dict[str, object] = vars(self)
        for name, value in fields.items():
            if isinstance(value, bool) or not isinstance(value, Integral):
                cure = "give a whole number"
                raise UserError(f"{name} = {shown(value)}", cure=cure)
        if not 1 <= self.lowest <= HIGHEST_CODE:
            raise UserError(
                f"lowest = {self.lowest}",
                cure=f"ranks must be from 1 to {HIGHEST_CODE}",
            )
        if not self.lowest <= self.highest <= HIGHEST_CODE:
            raise UserError(
                f"highest = {self.highest} with lowest = {self.lowest}",
                cure=f"the highest rank must be at least the lowest, and at most {HIGHEST_CODE}",
            )
        if self.copies < 1 or self.jokers < 0:
            raise UserError(
                f"copies = {self.copies} with jokers = {self.jokers}",
                cure="a deck must have at least one copy of each rank, and 0 or more jokers",
            )
        if self.jokers and self.highest >= JOKER:
            raise UserError(
                f"jokers with highest = {self.highest}",
                cure=f"a joker is rank {JOKER}: with jokers, the highest rank must be at most 14",
            )
        if self.size > MOST_CARDS:
            raise UserError(
                f"a deck of {self.size} cards",
                cure=f"a deck must have at most {MOST_CARDS} cards",
            )

    @property
    def size(self) -> int:
        """The number of cards."""
        return (self.highest - self.lowest + 1) * self.copies + self.jokers

    @property
    def top_rank(self) -> int:
        """The highest rank in the deck, including jokers."""
        return JOKER if self.jokers else self.highest

    def cards(self) -> list[int]:
        """The cards before the shuffle: from the lowest rank up, copies together, jokers last."""
        ranks = range(self.lowest, self.highest + 1)
        return [rank for rank in ranks for _ in range(self.copies)] + [
            JOKER
        ] * self.jokers


@lru_cache(maxsize=1024)
def deck_of(lowest: int, highest: int, copies: int, jokers: int) -> Deck:
    """A deck; one that was asked for before is not checked again.

    Parameters
    ----------
    lowest, highest, copies, jokers
        As of :class:`Deck`.
    """
    return Deck(lowest, highest, copies, jokers)


def remove_cards(cards: Sequence[int], taken: Iterable[int]) -> list[int]:
    """The cards without those taken, in the same order.

    Parameters
    ----------
    cards
        The cards.
    taken
        Those to take away, each once.

    Raises
    ------
    UserError
        If there is no such card, or no further one.
    """
    left = list(cards)
    for card in taken:
        if card not in left:
            raise UserError(
                f"the deck has no further {card_text(card)}",
                cure="name only cards that are in the deck",
            )
        left.remove(card)
    return left
