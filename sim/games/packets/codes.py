"""The words of the packet games as small whole numbers.

Columns store them, and compiled code compares them.
"""

from sim.contract.events import NOBODY, UNFINISHED
from sim.contract.game import ENDINGS
from sim.games.packets import vocabulary
from sim.games.packets.columns import MORE_ENDINGS

__all__ = ["NOBODY", "UNFINISHED"]

CARDS, RUN_OUT, DRAW, CYCLE, CAP = map(
    ENDINGS.index, ("cards", "run-out", "draw", "cycle", "cap")
)
"""The endings of a game, as column ``ending`` has them."""
WARS_WON, STOPPED = MORE_ENDINGS.index("wars"), MORE_ENDINGS.index("stopped")
"""The endings of a game that ends before its cards are taken; then nobody wins if
several have the most cards."""
UNDECIDED = len(MORE_ENDINGS)
"""No ending yet."""

PICKUPS = tuple(vocabulary.PICKUPS)
"""The orders in which a pot goes under the winner's packet: the values of option
``pickup``."""
WINNER_FIRST, LOSER_FIRST, LATEST_FIRST, SEAT, SHUFFLED = range(len(PICKUPS))
