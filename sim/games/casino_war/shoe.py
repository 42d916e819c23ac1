"""The shoe of game ``k``: a row with all its cards, the first one to be dealt in front.

A shuffle settles the last place first, so a shoe is dealt from the end of the shuffled
list and one draw for each card dealt is enough: the row is the shuffle of the deck,
from the stream ``DEAL``, read backwards.
"""

import numpy as np
from numpy.typing import NDArray

from sim.contract.dealing import Layout
from sim.contract.deck_rules import DeckRules
from sim.deals.deck import checked_codes
from sim.deals.deck import deal_rows as deal_decks
from sim.errors import UserError
from sim.games.casino_war.rules import CasinoWarRules
from sim.words import count_words


def layout(rules: CasinoWarRules, cards: int | None = None) -> Layout:
    """Where the cards lie in a row: all of them in one packet."""
    return Layout((0,), (rules.deck.size if cards is None else cards,), 1)


def same_deals(rules: CasinoWarRules) -> object:
    """What the shoes depend on besides the seed."""
    return rules.decks


def deal_rows(
    rules: CasinoWarRules, seed: int, first: int, games: int
) -> NDArray[np.uint8]:
    """The shoes of games ``first ... first+games-1``, compiled."""
    shuffled = deal_decks(DeckRules(copies=rules.deck.copies), seed, first, games)
    return np.ascontiguousarray(shuffled[:, ::-1])


def check_deals(rules: CasinoWarRules, rows: NDArray[np.integer]) -> NDArray[np.uint8]:
    """Return given shoes as uint8 (games, cards) in C order."""
    if rules.is_session:
        raise UserError(
            "deals in a session",
            cure="a session shuffles its own shoes: leave out deals or bankroll",
        )
    least = 2 if rules.on_tie == "surrender" else 4 + rules.burn
    if rows.shape[1] < least:
        raise UserError(
            f"deals of {count_words(rows.shape[1], 'card')}",
            cure=f"a round can need {least} cards",
        )
    return checked_codes(rows)
