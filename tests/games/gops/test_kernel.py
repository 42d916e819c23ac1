"""The kernel of GOPS: the rulebook's games, and figures that are known exactly."""

from collections import Counter
from math import sqrt

import pytest

import sim
from sim.games.gops.prizes import deal_rows
from sim.games.gops.rules import MOST_CARDS
from tests.games.gops.support import assert_same, award, named, orders, pairs, rules_of
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


def chi_square_agrees(
    seen: Counter[tuple[int, ...]], exact: Counter[tuple[int, ...]]
) -> bool:
    """Whether counts agree with exact weights, within 7 standard deviations of chi-square."""
    games = sum(seen.values())
    weight = sum(exact.values())
    assert set(seen) <= set(exact)
    terms = [
        (seen[key] - games * n / weight) ** 2 / (games * n / weight)
        for key, n in exact.items()
    ]
    freedom = len(terms) - 1
    return abs(sum(terms) - freedom) < 7 * sqrt(2 * freedom)


@pytest.mark.parametrize("carry_over", TIES)
@pytest.mark.parametrize(
    "pair",
    [("random", "random"), ("proportional", "random"), ("match", "random")],
    ids=str,
)
def test_all_scores_are_as_frequent_as_by_counting_every_game(pair, carry_over):
    """Of four cards: every order of the prizes and, for random, every order of the bids, each as likely.

    Match and proportional bid the prize's own value all the time, since both suits are
    used up alike.
    """
    exact: Counter[tuple[int, ...]] = Counter()
    every = orders(4).tolist()
    for prizes in every:
        for theirs in every:
            for mine in every if pair[0] == "random" else [prizes]:
                row = award(prizes, (mine, theirs), carry_over)
                exact[row["score_0"], row["score_1"], row["unawarded"]] += 1
    rules = {"cards": 4, "carry_over": carry_over}
    played = sim.play("gops", 200_000, seed=21, rules=rules, policies=pair)
    seen = Counter(played.select("score_0", "score_1", "unawarded").rows())
    assert chi_square_agrees(seen, exact)
