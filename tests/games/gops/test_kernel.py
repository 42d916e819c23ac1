"""The kernel of GOPS: the rulebook's games, and figures that are known exactly."""

import sim
from tests.games.gops.support import assert_same, named, orders, pairs, rules_of
from tests.support import tiers

TIES = (False, True)


@tiers.crossed(("carry_over", "cards"), TIES, tiers.size([2, 4, 3], [2, 3, 4]))
def test_every_order_of_a_few_prizes_is_played_as_by_the_rulebook(cards, carry_over):
    for pair in pairs(cards, carry_over):
        assert_same(
            rules_of(pair, cards=cards, carry_over=carry_over), orders(cards), seed=3
        )


# What is known exactly.


@tiers.crossed(
    ("carry_over", "name"), TIES, [name for name in named() if name != "random"]
)
def test_a_policy_that_draws_nothing_ties_every_round_with_itself(name, carry_over):
    played = sim.play(
        "gops", 200, seed=1, rules={"carry_over": carry_over}, policies=[name, name]
    )
    rows = set(
        played.select("winner", "score_0", "score_1", "ties", "unawarded").rows()
    )
    assert rows == {(-1, 0, 0, 13, 91)}
