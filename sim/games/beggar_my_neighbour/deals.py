"""The deals of Beggar-My-Neighbour: those of any deck; given ones may use the notation of the literature.

There a deal is one text: both packets, top card first, with a slash between, a letter for a penalty card and a hyphen
for any other: ``-J------Q------AAA-----QQ-/K----JA-----------KQ-K-JJK``.
"""

import numpy as np
from numpy.typing import NDArray

from sim.cards import parse_card
from sim.deals import deck
from sim.errors import UserError, reported_at
from sim.games.beggar_my_neighbour.rules import BeggarMyNeighbourRules
from sim.games.packs import deal_row, deal_rows, layout, packets, same_deals

__all__ = [
    "check_deals",
    "deal_row",
    "deal_rows",
    "layout",
    "packets",
    "parse_deal",
    "same_deals",
]

NUMBER_CARD = "-"
BETWEEN = "/"


def check_deals(rules: BeggarMyNeighbourRules, deals: object) -> NDArray[np.uint8]:
    """Return given deals as uint8 (games, cards) in C order; all are rows of cards, or all are texts."""
    if isinstance(deals, str):
        raise UserError(
            "a single text", where="deals", cure='give a list of texts: ["...", "..."]'
        )
    texts = [str(deal) for deal in _listed(deals) if isinstance(deal, str)]
    if not texts:
        return deck.check_deals(rules, deals)
    if len(texts) < len(_listed(deals)):
        raise UserError(
            "texts among rows of cards",
            where="deals",
            cure="give all deals in the same form",
        )
    return deck.check_deals(
        rules, [parse_deal(rules, text, number) for number, text in enumerate(texts)]
    )


def _listed(deals: object) -> list[object]:
    """Return the elements of a list, a tuple or a one-dimensional array, which may be texts."""
    if isinstance(deals, np.ndarray):
        return list(deals) if deals.ndim == 1 else []
    return list(deals) if isinstance(deals, list | tuple) else []


def parse_deal(rules: BeggarMyNeighbourRules, text: str, number: int = 0) -> list[int]:
    """Return a deal in the notation of the literature, as the row of cards that deals its two packets."""
    where = f"deals: deal {number}"
    size = rules.deck.size // 2
    halves = [half.strip() for half in text.split(BETWEEN)]
    if [len(half) for half in halves] != [size, size]:
        found = " and ".join(str(len(half)) for half in halves)
        cure = f"write two packets of {size} signs with one {BETWEEN} between them, the top card of each first"
        raise UserError(f"packets of {found} signs", where=where, cure=cure)
    with reported_at(where, within=True):
        cards = [[_card(rules, sign) for sign in half] for half in halves]
    return [card for pair in zip(*cards, strict=True) for card in pair]


def _card(rules: BeggarMyNeighbourRules, sign: str) -> int:
    if sign != NUMBER_CARD:
        return parse_card(sign)
    ranks = range(rules.lowest, rules.highest + 1)
    number = next((rank for rank in ranks if not rules.debts[rank]), None)
    if number is None:
        raise UserError(
            f"{NUMBER_CARD!r} for a number card",
            cure="every rank of this deck is a penalty card",
        )
    return number
