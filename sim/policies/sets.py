"""Sets of cards as whole numbers, card ``c`` being bit ``c``, and the functions that read them.

They are plain Python; :mod:`sim.policies.kernel.compiled` lets compiled policies call
them too. An empty set is 0. A card is a number from 1 to 62.
"""

from collections.abc import Iterable, Iterator, Sequence


def set_of(cards: Iterable[int]) -> int:
    """The set of some different cards; not for compiled policies.

    Parameters
    ----------
    cards
        The cards.
    """
    return sum(1 << card for card in cards)


def count(cards: int) -> int:
    """The number of cards in a set.

    Parameters
    ----------
    cards
        A set: card ``c`` is bit ``c``.
    """
    return int(cards).bit_count()


def lowest(cards: int) -> int:
    """The lowest card of a set; -1 if it is empty.

    Parameters
    ----------
    cards
        A set: card ``c`` is bit ``c``.
    """
    return int(cards & -cards).bit_length() - 1


def highest(cards: int) -> int:
    """The highest card of a set; -1 if it is empty.

    Parameters
    ----------
    cards
        A set: card ``c`` is bit ``c``.
    """
    return int(cards).bit_length() - 1


def nth(cards: int, place: int) -> int:
    """The card at a place of a set, the lowest card being at place 0.

    -1 if there are not so many.

    Parameters
    ----------
    cards
        A set: card ``c`` is bit ``c``.
    place
        The place, from 0.
    """
    for _ in range(place):
        cards &= cards - 1
    return lowest(cards)


def nth_of(counts: Sequence[int], place: int) -> int:
    """The card at a place of cards that are counted by rank, ascending.

    -1 if there are not so many.

    Parameters
    ----------
    counts
        How many cards of each rank there are.
    place
        The place, from 0.
    """
    for card in range(len(counts)):
        if place < counts[card]:
            return card
        place -= counts[card]
    return -1


def has(cards: int, card: int) -> bool:
    """Whether a card is in a set.

    Parameters
    ----------
    cards
        A set: card ``c`` is bit ``c``.
    card
        The card.
    """
    return (cards >> card) & 1 == 1


def above(cards: int, card: int) -> int:
    """The cards of a set that are higher than a card.

    Parameters
    ----------
    cards
        A set: card ``c`` is bit ``c``.
    card
        The card.
    """
    return (cards >> (card + 1)) << (card + 1)


def below(cards: int, card: int) -> int:
    """The cards of a set that are lower than a card.

    Parameters
    ----------
    cards
        A set: card ``c`` is bit ``c``.
    card
        The card.
    """
    return cards & ((1 << card) - 1)


def nearest(cards: int, target: int) -> int:
    """The card of a set nearest to a number from 0 to 61; of two equally near, the lower.

    Parameters
    ----------
    cards
        A set: card ``c`` is bit ``c``.
    target
        A number from 0 to 61.
    """
    higher = lowest(above(cards, target))
    lower = highest(below(cards, target + 1))
    if lower < 0 or (higher >= 0 and higher - target < target - lower):
        return higher
    return lower


def cards(held: int) -> Iterator[int]:
    """The cards of a set, one after the other, the lowest first.

    Parameters
    ----------
    held
        The set, a bit for each card.
    """
    while held:
        yield lowest(held)
        held &= held - 1
