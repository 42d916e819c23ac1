"""Every deal of a small deck as a problem: its rules, and its numbered deals.

Rules under which deals cannot be counted are refused.
"""

from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property

from sim.contract.dealing import Layout
from sim.contract.deck_rules import check_whole_deck
from sim.deals.deck import layout
from sim.deals.orders import Orders, count_orders
from sim.errors import UserError
from sim.games.war.rulebook import GAME
from sim.games.war.rules import WarRules

MOST_DEALS = 10**10
"""The most deals that are counted: about two hours on one core, if games are short."""


@dataclass(frozen=True)
class EveryDeal:
    """The deals of a deck under rules in which nothing is left to chance after the deal.

    Deals are numbered in ascending order of their rows (:mod:`sim.deals.orders`).

    Attributes
    ----------
    rules
        The rules, the deck included.
    """

    rules: WarRules

    def __post_init__(self) -> None:
        rules = self.rules
        for option, usual in (
            ("pickup", "shuffled"),
            ("captured", "pile-shuffled"),
            ("draw", "random"),
        ):
            if usual in (
                rules.pickups if option == "pickup" else (getattr(rules, option),)
            ):
                raise UserError(
                    f"{usual!r} leaves the game to chance after the deal",
                    where=option,
                    cure="choose another value, or simulate it: warlab play war",
                )
        check_whole_deck(GAME, rules, "every deal of the whole deck is counted")
        if self.deals > MOST_DEALS:
            raise UserError(
                f"a deck of {rules.deck.size} cards has {Decimal(self.deals):.1e} deals",
                cure="at most 10^10 are counted: take fewer ranks or copies, or "
                "simulate it",
            )

    @property
    def deals(self) -> int:
        """The number of different deals."""
        return count_orders(self.copies)

    @property
    def copies(self) -> tuple[int, ...]:
        """How many cards there are of each rank, jokers last."""
        deck = self.rules.deck
        ranks = (deck.copies,) * (deck.highest - deck.lowest + 1)
        return (*ranks, deck.jokers) if deck.jokers else ranks

    @cached_property
    def orders(self) -> Orders:
        """The deals by number."""
        return Orders(self.rules.deck.cards())

    @property
    def layout(self) -> Layout:
        """Where the packets lie in a deal."""
        return layout(self.rules)
