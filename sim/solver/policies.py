"""Hands, and the chances with which a policy lays their cards."""

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

import numpy as np

from sim.errors import UserError, shown
from sim.limits import is_whole
from sim.words import count_words

Hand: TypeAlias = tuple[int, ...]
Chances: TypeAlias = Mapping[int, float] | Sequence[float]

_SUM_TO_ONE = 1e-9


def hand_of(cards: Iterable[int], highest: int, where: str) -> Hand:
    """A collection of cards from 1 to the highest one in ascending order."""
    try:
        given = sorted(cards)
    except TypeError:
        raise UserError(
            f"{cards!r} is not a collection of cards",
            where=where,
            cure="give a collection of cards",
        ) from None
    for card in given:
        if not is_whole(card) or not 0 < card <= highest:
            raise UserError(
                f"{card!r} is not a card of this game",
                where=where,
                cure=f"cards are from 1 to {highest}",
            )
    return tuple(map(int, given))


def without(hand: Hand, card: int) -> Hand:
    """A hand without one of its cards."""
    place = hand.index(card)
    return hand[:place] + hand[place + 1 :]


def checked(hand: Hand, given: Chances) -> dict[int, float]:
    """The chances above 0 by card, refused if they are not valid."""
    if isinstance(given, Mapping):
        pairs = list(given.items())
    elif not isinstance(given, Sequence | np.ndarray) or isinstance(given, str | bytes):
        raise UserError(
            f"{shown(given)} as the chances of cards",
            where="policy",
            cure="give one for each card held, or a mapping of cards to chances",
        )
    elif len(given) == len(hand):
        pairs = list(zip(hand, given, strict=True))
    else:
        raise UserError(
            f"{count_words(len(given), 'chance')} for {count_words(len(hand), 'card')}",
            where="policy",
            cure="give one for each card held",
        )
    chances: dict[int, float] = {}
    for card, chance in pairs:
        if card not in hand or not chance >= 0:
            raise UserError(
                f"chance {chance} of card {card} with the hand {hand}",
                where="policy",
                cure="give chances from 0 to 1, of cards held",
            )
        if chance > 0:
            chances[card] = chances.get(card, 0.0) + float(chance)
    total = math.fsum(chances.values())
    if abs(total - 1) > _SUM_TO_ONE:
        raise UserError(
            f"chances that add up to {total}",
            where="policy",
            cure="they must add up to 1",
        )
    return chances
