"""The options shared by games: by all games, by games of choice, and by games with a deck."""

from __future__ import annotations

from dataclasses import dataclass

from sim.cards import HIGHEST_CODE, Deck, deck_of
from sim.contract.policy import Seat
from sim.options import Rules, flag, texts, whole


@dataclass(frozen=True, kw_only=True)
class GameRules(Rules):
    """The options of any game."""

    @property
    def seats(self) -> int:
        """The number of players."""
        return 2

    def check_cards(self, highest: int) -> None:
        """Refuse given deals with cards up to ``highest`` if these rules cannot play them."""


@dataclass(frozen=True, kw_only=True)
class ChoiceRules(GameRules):
    """The options of a game of choice, and how its players choose."""

    # One for each seat; empty if all players use the default policy. This is not an option: it is given
    # separately.
    policies: tuple[Seat, ...] = ()

    @property
    def one_policy(self) -> bool:
        """Whether all players choose by the same named policy; a user's own function may look at its seat."""
        return len(set(self.policies)) < 2 and all(
            isinstance(choice, str) for seat in self.policies for choice in seat
        )


@dataclass(frozen=True, kw_only=True)
class DeckRules(GameRules):
    """The options of games that are dealt from a deck."""

    lowest: int = whole(2, 1, HIGHEST_CODE, "the deck's lowest rank")
    highest: int = whole(
        14, 1, HIGHEST_CODE, "the deck's highest rank, jokers aside (11 J, 12 Q, 13 K, 14 A)"
    )
    copies: int = whole(4, 1, HIGHEST_CODE, "number of cards of each rank")
    jokers: int = whole(0, 0, HIGHEST_CODE, "number of jokers; a joker ranks above all other cards")
    bury_jokers: bool = flag(
        False,
        "after the other cards are dealt, one joker goes to a random place in each packet; jokers must equal "
        "players",
    )
    hands: tuple[str, ...] | None = texts(
        "the cards of each player's whole packet, dealt in random order",
        'a list with one text of cards for each player; "*5" for five random cards from those not named, "-A" for no '
        'aces among them, "*rest" for an even share of what is left',
    )

    @property
    def deck(self) -> Deck:
        """The deck that is shuffled."""
        return deck_of(self.lowest, self.highest, self.copies, self.jokers)
