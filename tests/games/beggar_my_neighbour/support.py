"""Games of Beggar-My-Neighbour for the tests: published deals, and rows by three implementations."""

from typing import Any

import numpy as np

from sim.games.beggar_my_neighbour.deals import packets
from sim.games.beggar_my_neighbour.rules import BeggarMyNeighbourRules as Rules
from tests.games.beggar_my_neighbour import by_strings
from tests.support.both_ways import (
    assert_same,
)

GAME = "beggar-my-neighbour"

RUCKLIDGE = "-J------Q------AAA-----QQ-/K----JA-----------KQ-K-JJK"
LAID_MOST = "----K---A--Q-A--JJA------J/-----KK---------A-JK-Q-Q-Q"
ENDLESS = "---K---Q-KQAJ-----AAJ--J--/----------Q----KQ-J-----KA"


def by_second(rules: Rules, deals: np.ndarray) -> list[dict[str, Any]]:
    """The rows of the second implementation."""
    asks = {card: debt for card, debt in enumerate(rules.debts) if debt}
    found = []
    for deal in deals:
        first, second = packets(rules, deal, given=True)
        hands = by_strings.signs(first, asks), by_strings.signs(second, asks)
        found.append(by_strings.play(hands, rules.starter, rules.max_rounds))
    return found


def assert_three_alike(rules: Rules, deals: np.ndarray) -> list[dict[str, Any]]:
    """Hold kernel, rulebook and second implementation to each other; return the rows."""
    told = assert_same(GAME, rules, deals, given=True)
    for number, (one, other) in enumerate(zip(told, by_second(rules, deals), strict=True)):
        assert one == other, f"{rules.changed()}: {deals[number].tolist()}"
    return told
