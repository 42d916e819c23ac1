"""Hands of numbered cards, as users give them and as policies in plain Python see them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from sim.errors import UserError
from sim.limits import is_whole

Hand: TypeAlias = tuple[int, ...]


def hand_of(cards: Iterable[int], highest: int, where: str) -> Hand:
    """Return a collection of cards from 1 to the highest one in ascending order."""
    try:
        given = sorted(cards)
    except TypeError:
        raise UserError(
            f"{cards!r} is not a collection of cards", where=where, cure="give a collection of cards"
        ) from None
    for card in given:
        if not is_whole(card) or not 0 < card <= highest:
            raise UserError(
                f"{card!r} is not a card of this game", where=where, cure=f"cards are from 1 to {highest}"
            )
    return tuple(map(int, given))


def without(hand: Hand, card: int) -> Hand:
    """Return a hand without one of its cards."""
    place = hand.index(card)
    return hand[:place] + hand[place + 1 :]


def with_cards(hand: Hand, *cards: int) -> Hand:
    """Return a hand with more cards, ascending."""
    return tuple(sorted((*hand, *cards)))
