"""Cards of tests: written hands, and every order of a small deck."""

import numpy as np

from sim.cards import parse_card
from sim.deals.orders import Orders


def parse_cards(text):
    """Return the codes of cards separated by spaces."""
    return tuple(parse_card(word) for word in text.split())


def orders(copies):
    """Return every different order of a deck with ``copies[i]`` cards of rank ``i + 1``: a row each, ascending."""
    return arrangements(np.repeat(np.arange(1, len(copies) + 1), copies).tolist())


def arrangements(ranks, copies=1):
    """Return every different order of ``copies`` cards of each of these ranks."""
    every = Orders([*ranks] * copies)
    return every.rows(0, every.total)
