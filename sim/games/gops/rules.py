"""The options of GOPS; :mod:`sim.games.gops.rulebook` quotes the text that they come from."""

from __future__ import annotations

from dataclasses import dataclass

from sim.contract.columns import Column, Role
from sim.contract.rules import ChoiceRules
from sim.options import flag, whole

MOST_CARDS = 30
"""The largest game."""


@dataclass(frozen=True, kw_only=True)
class GopsRules(ChoiceRules):
    """The options of GOPS."""

    cards: int = whole(13, 2, MOST_CARDS, "number of prizes, and of cards in each hand")
    carry_over: bool = flag(
        False, "a tied prize stays on the table and is added to the next one; otherwise it is discarded"
    )


ENDINGS = ("played",)
"""How a game can end; the code of an ending is its place here."""

COLUMNS = (
    Column("winner", "int8", "the player with more points; -1 a draw", role=Role.WINNER),
    Column("ending", "int8", "how the game ended: all rounds are played", ENDINGS),
    Column("score_0", "int16", "points of player 0"),
    Column("score_1", "int16", "points of player 1"),
    Column("ties", "int8", "rounds with equal bids"),
    Column("unawarded", "int16", "points that nobody won"),
)
"""The outcome columns, without ``game``."""
