"""Cards of tests: written hands, and every order of a small deck."""

from sim.cards import parse_card
from sim.deals.orders import Orders


def parse_cards(text):
    """Return the codes of cards separated by spaces."""
    return tuple(parse_card(word) for word in text.split())


def parse_hands(text):
    """Return the codes of the cards of hands apart by strokes."""
    return [parse_cards(hand) for hand in text.split("/")]


def arrangements(ranks, copies=1):
    """Return every different order of ``copies`` cards of each of these ranks."""
    every = Orders([*ranks] * copies)
    return every.rows(0, every.total)
