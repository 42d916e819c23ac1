"""The first battles exactly: against every deal of small decks, the published sweep, and other ways to count."""

from collections import Counter
from fractions import Fraction
from itertools import permutations

import pytest

import sim
from sim.errors import UserError

SMALL = [
    (2, (1, 3, 2)),
    (2, (1, 2, 4)),
    (2, (1, 7, 1)),
    (2, (2, 4, 2), 1),
    (3, (1, 3, 2)),
    (3, (1, 3, 3)),
    (3, (3, 5, 2), 2),
    (4, (1, 4, 2)),
    (4, (1, 3, 3)),
]
"""Players, the lowest rank, the highest and the copies, and jokers: up to nine cards."""


def by_enumeration(players, cards):
    """Return for each pattern of ties (True) in the first pass how often it occurs among all deals, as a fraction."""
    battles = len(cards) // players
    patterns = Counter()
    sweeps = 0
    rows = set(permutations(cards))
    for row in rows:
        turned = [
            row[players * battle : players * (battle + 1)] for battle in range(battles)
        ]
        patterns[tuple(cards.count(max(cards)) > 1 for cards in turned)] += 1
        sweeps += all(all(cards[0] > other for other in cards[1:]) for cards in turned)
    return {
        pattern: Fraction(count, len(rows)) for pattern, count in patterns.items()
    }, Fraction(sweeps, len(rows))


@pytest.mark.parametrize(
    ("players", "deck", "jokers"), [(*case, 0)[:3] for case in SMALL]
)
def test_the_chances_are_those_of_every_deal(players, deck, jokers):
    lowest, highest, copies = deck
    cards = [rank for rank in range(lowest, highest + 1) for _ in range(copies)] + [
        15
    ] * jokers
    patterns, swept = by_enumeration(players, cards)
    ties = sim.exact.first_ties(players, lowest, highest, copies, jokers)
    assert ties.battles == len(cards) // players

    def chance(wanted):
        return sum(
            (chance for pattern, chance in patterns.items() if wanted(pattern)),
            Fraction(),
        )

    for battle in range(ties.battles + 1):
        assert ties.untied[battle] == chance(
            lambda tied, first=battle: not any(tied[:first])
        )
        assert ties.chain(battle) == chance(
            lambda tied, first=battle: all(tied[:first])
        )
    for battle, first_war in enumerate(ties.first_war):
        assert first_war == chance(
            lambda tied, at=battle: tied.index(True) == at if any(tied) else False
        )
    assert (
        ties.sweep == swept == sim.exact.sweep(players, lowest, highest, copies, jokers)
    )
    assert sum(ties.first_war) + ties.untied[-1] == 1


def test_the_whole_pack_has_the_published_chances():
    """1/17 and 73/1225 are exact; the sweep was published by norvig and hectorpefo."""
    ties = sim.exact.first_ties()
    assert ties.tie == Fraction(1, 17)
    assert ties.again(1) == Fraction(73, 1225)
    assert ties.sweep == Fraction(93686147409122073121, 29908397871631390876014250000)
    assert round(float(1 / (2 * ties.sweep)), 1) == 159_620_171.7


def test_the_first_battles_of_simulated_games_are_ties_as_often():
    """Four players, 100,000 games. Within 4.9 standard errors: a right program fails once in a million seeds."""
    ties = sim.exact.first_ties(players=4)
    games = sim.play("war", 100_000, seed=3, rules={"players": 4, "max_rounds": 1})
    share = float((games["wars"] > 0).mean())
    error = (float(ties.tie) * (1 - float(ties.tie)) / 100_000) ** 0.5
    assert abs(share - float(ties.tie)) < 4.9 * error


def test_the_mean_of_the_first_war_is_that_of_its_chances():
    """Of two copies of two ranks, the first battle is a tie in 1/3 of the deals, and the second is one then."""
    ties = sim.exact.first_ties(2, 1, 2, 2)
    assert ties.first_war == (Fraction(1, 3), 0)
    assert ties.mean_first_war == 1
    assert sim.exact.first_ties(2, 1, 8, 1).mean_first_war == 0


def test_a_chain_longer_than_the_packets_is_refused():
    with pytest.raises(
        UserError, match="each player has 26 cards: give a whole number from 0 to 26"
    ):
        sim.exact.first_ties().chain(27)
