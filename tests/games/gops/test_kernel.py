"""The kernel of GOPS: the rulebook's games, and figures that are known exactly."""

import sim
from sim.games.gops.prizes import deal_rows
from sim.games.gops.rules import MOST_CARDS
from tests.games.gops.support import assert_same, named, orders, pairs, rules_of
from tests.support import tiers

TIES = (False, True)


@tiers.crossed(("carry_over", "cards"), TIES, tiers.size([2, 4, 3], [2, 3, 4]))
def test_every_order_of_a_few_prizes_is_played_as_by_the_rulebook(cards, carry_over):
    for pair in pairs(cards, carry_over):
        assert_same(
            rules_of(pair, cards=cards, carry_over=carry_over), orders(cards), seed=3
        )


@tiers.crossed(
    ("carry_over", "size"),
    TIES,
    [
        *((cards, tiers.size(6, 150)) for cards in tiers.size([6, 8], [5, 6, 7, 8])),
        (13, tiers.size(6, 800)),
        *((15, 2), (16, 2), (19, 1), (MOST_CARDS, 2)),
    ],
)
def test_shuffled_prizes_are_played_as_by_the_rulebook(size, carry_over):
    cards, games = size
    for number, pair in enumerate(pairs(cards, carry_over)):
        rules = rules_of(pair, cards=cards, carry_over=carry_over)
        first = games * number
        assert_same(rules, deal_rows(rules, 7, first, games), 7, first)


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
