"""The options of Wargame; :mod:`sim.games.wargame.rulebook` quotes the text that they come from."""

from __future__ import annotations

from dataclasses import dataclass

from sim.contract.game import ChoiceRules
from sim.options import flag, whole, whole_or

MOST_CHIPS = 13
"""Nobody moves more often: a switch is part of a battle, and there are thirteen."""


@dataclass(frozen=True, kw_only=True)
class WargameRules(ChoiceRules):
    """The options of Wargame."""

    first: int | str = whole_or("random", 0, 1, ("random",), "the player who begins the deployment")
    traitors: bool = flag(True, "each player secretly keeps a traitor card")
    chips: int = whole(5, 0, MOST_CHIPS, "how often each player may switch two of his cards")
