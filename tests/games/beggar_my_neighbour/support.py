"""Games of Beggar-My-Neighbour for the tests: published deals, and rows by rulebook and kernel."""

from functools import partial

from sim.deals.texts import read_deal
from tests.support.both_ways import (
    assert_same,
)

GAME = "beggar-my-neighbour"

RUCKLIDGE = "-J------Q------AAA-----QQ-/K----JA-----------KQ-K-JJK"
LAID_MOST = "----K---A--Q-A--JJA------J/-----KK---------A-JK-Q-Q-Q"
ENDLESS = "---K---Q-KQAJ-----AAJ--J--/----------Q----KQ-J-----KA"

OFTEN_ENDLESS = {"lowest": 9, "penalties": ["J 1"]}
"""Rules under which four games in a hundred never end."""

assert_alike = partial(assert_same, GAME, given=True)
"""Hold the kernel's rows of given deals to the rulebook's; return the rows."""


def parse_deal(text):
    """The row of cards that deals the two packets of a text, which are equally long."""
    packets = read_deal(text, {"-": 2}, one_sign=True)
    return [card for pair in zip(*packets, strict=True) for card in pair]
