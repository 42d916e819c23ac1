"""Games of Beggar-My-Neighbour for the tests: published deals, and rows by rulebook and kernel."""

from functools import partial

from tests.support.both_ways import (
    assert_same,
)

GAME = "beggar-my-neighbour"

RUCKLIDGE = "-J------Q------AAA-----QQ-/K----JA-----------KQ-K-JJK"
LAID_MOST = "----K---A--Q-A--JJA------J/-----KK---------A-JK-Q-Q-Q"
ENDLESS = "---K---Q-KQAJ-----AAJ--J--/----------Q----KQ-J-----KA"

assert_alike = partial(assert_same, GAME, given=True)
"""Hold the kernel's rows of given deals to the rulebook's; return the rows."""
