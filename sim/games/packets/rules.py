"""The options that the rules of every packet game have."""

from dataclasses import dataclass

from sim.contract.columns import ENDLESS
from sim.contract.deck_rules import DeckRules
from sim.deals.deck import check_deal


@dataclass(frozen=True, kw_only=True)
class PacketRules(DeckRules):
    """The options of a packet game: a deck, and the round after which a game is stopped."""

    @property
    def max_rounds(self) -> int:
        """The round, or turn, after which an undecided game is stopped: an option of each game."""
        raise NotImplementedError

    @property
    def proves_cycles(self) -> bool:
        """Whether a game that returns to a position ends as a cycle."""
        return self.deterministic

    @property
    def excluded(self) -> frozenset[str]:
        """The endings that are known to be impossible under these rules."""
        return frozenset() if self.proves_cycles else frozenset({ENDLESS})

    def check(self) -> None:
        """Refuse a deck or hands that cannot be dealt."""
        check_deal(self)
