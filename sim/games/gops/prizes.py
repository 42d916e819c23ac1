"""The prizes of game ``k`` of GOPS: 1 to ``cards``, shuffled.

The stream is ``DEAL``; the order is that of being turned up.
"""

import numpy as np
from numpy.typing import NDArray

from sim.contract.dealing import Layout
from sim.contract.deck_rules import DeckRules
from sim.deals.deck import deal_rows as deal_decks
from sim.errors import UserError
from sim.games.gops.rules import GopsRules


def layout(rules: GopsRules, cards: int | None = None) -> Layout:
    """Where the cards lie in a row: all of them are prizes, in one packet."""
    return Layout((0,), (rules.cards if cards is None else cards,), 1)


def same_deals(rules: GopsRules) -> object:
    """What the order of the prizes depends on besides the seed."""
    return rules.cards


def deal_rows(rules: GopsRules, seed: int, first: int, games: int) -> NDArray[np.uint8]:
    """The prizes of games ``first ... first+games-1``, compiled."""
    return deal_decks(
        DeckRules(lowest=1, highest=rules.cards, copies=1), seed, first, games
    )


def check_deals(rules: GopsRules, rows: NDArray[np.integer]) -> NDArray[np.uint8]:
    """Return given orders of the prizes as uint8 (games, cards) in C order."""
    whole = f"a row is an order of the prizes 1 to {rules.cards}, each once"
    if rows.shape[1] != rules.cards:
        raise UserError(
            f"deals of {rows.shape[1]} prizes with cards = {rules.cards}",
            where="deals",
            cure=whole,
        )
    wrong = (np.sort(rows, axis=1) != np.arange(1, rules.cards + 1)).any(axis=1)
    if wrong.any():
        raise UserError(
            f"row {int(wrong.argmax())} of the deals", where="deals", cure=whole
        )
    return np.ascontiguousarray(rows, np.uint8)
