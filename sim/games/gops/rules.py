"""The options of GOPS; :mod:`sim.games.gops.rulebook` quotes the text that they come from."""

from __future__ import annotations

from dataclasses import dataclass

from sim.contract.game import ChoiceRules
from sim.options import flag, whole

MOST_CARDS = 30
"""The largest game."""


@dataclass(frozen=True, kw_only=True)
class GopsRules(ChoiceRules):
    """The options of GOPS."""

    cards: int = whole(13, 2, MOST_CARDS, "how many prizes there are, and cards in each hand")
    carry_over: bool = flag(
        False, "a tied prize stays on the table and is added to the next one; otherwise it is discarded"
    )
