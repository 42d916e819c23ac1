"""Luck and skill: shares of a margin's variance against a game that is enumerated, and against known components."""

import itertools

import numpy as np
import pytest

import sim
from sim.stats.components import components
from tests.support.command_line import refusal, warlab

CARDS = (1, 2, 3)


def margin(prizes, first, second):
    """Return the margin of the first player of GOPS; tied prizes are discarded."""
    won = zip(prizes, first, second, strict=True)
    return sum(prize * ((mine > other) - (mine < other)) for prize, mine, other in won)


def enumerated():
    """Return the shares of deal, play and chance, and the gain, of matching the prize against bidding at random."""
    orders = list(itertools.permutations(CARDS))
    luck = []
    skill = []
    within = []
    for prizes in orders:
        seatings = [
            [margin(prizes, prizes, bids) for bids in orders],
            [margin(prizes, bids, prizes) for bids in orders],
        ]
        means = [np.mean(each) for each in seatings]
        luck.append((means[0] + means[1]) / 2)
        skill.append((means[0] - means[1]) / 2)
        within.append(np.mean([np.var(each) for each in seatings]))
    parts = np.array([np.var(luck), np.mean(np.square(skill)), np.mean(within)])
    return (*(parts / parts.sum()), float(np.mean(skill)))


@pytest.mark.parametrize("order", [["match", "random"], ["random", "match"]])
def test_the_shares_are_those_of_an_enumerated_game(order):
    # Four intervals at 99.9 %: a false alarm for one seed in 250.
    found = sim.luck("gops", order, 3000, rules={"cards": 3}, level=0.999, workers=2)
    *shares, gain = enumerated()
    gain *= 1 if order[0] == "match" else -1
    for one, truth in zip(
        (found.deal, found.play, found.chance, found.gain), (*shares, gain), strict=True
    ):
        assert one.low <= truth + 1e-12, (one, truth)
        assert truth <= one.high
        assert one.high - one.low < 0.15
    # Of all games, whoever sits where: half of them with the margin the other way
    # round.
    orders = list(itertools.permutations(CARDS))
    margins = [margin(prizes, prizes, bids) for prizes in orders for bids in orders]
    assert found.deviation == pytest.approx(
        np.sqrt(np.mean(np.square(margins))), rel=0.05
    )


def test_the_components_of_a_complete_design_come_back():
    # Deals worth 0, 3 or -3 to the first seat; the first policy gains 1, 2 or 3; chance
    # adds 1 or -1: all combinations.
    rows = [
        [[luck + gain + a, luck + gain + b], [luck - gain + c, luck - gain + d]]
        for luck, gain in itertools.product((0, 3, -3), (1, 2, 3))
        for a, b, c, d in itertools.product((1, -1), repeat=4)
    ]
    found = components(np.array(rows * 40))
    whole = 6 + 14 / 3 + 1
    shares = [one.value for one in (found.deal, found.play, found.chance)]
    assert shares == pytest.approx([6 / whole, 14 / 3 / whole, 1 / whole], rel=1e-3)
    assert sum(shares) == pytest.approx(1)
    assert found.gain.value == pytest.approx(2)
    assert found.deviation == pytest.approx(whole**0.5, rel=1e-3)


def test_neighbouring_seeds_share_no_games_where_nothing_is_dealt():
    # Independent: a correlation of 200 pairs is at most 4 / sqrt(200) = .28 but for one
    # seed in 16,000.
    found = [
        sim.luck("wargops", ["random", "high"], 10, seed=seed, rules={"ranks": 5})
        for seed in range(200)
    ]
    gains = np.array([each.gain.value for each in found])
    for lag in (1, 2, 3):
        assert abs(np.corrcoef(gains[lag:], gains[:-lag])[0, 1]) < 0.28
    assert {each.deal.value for each in found} == {0.0}
    assert {each.deal.refusal for each in found} == {"nothing is dealt"}
    shares = [each.play.value + each.chance.value for each in found]
    assert shares == pytest.approx([1] * len(found))


def test_few_deals_are_warned_of_and_two_refused():
    found = sim.luck("gops", ["match", "random"], 29, rules={"cards": 3})
    assert found.deal.warning == "fewer than 30 deals show little of a variance"
    with pytest.raises(sim.UserError, match="2 is not a valid number of games"):
        sim.luck("gops", ["match", "random"], 2)


def test_without_luck_there_is_nothing_to_estimate():
    found = sim.luck("gops", ["match", "match-plus-one"], 50)
    assert (found.deal.value, found.play.value, found.chance.value) == (0, 1, 0)
    assert found.play.refusal == "all games alike"


def test_play_says_it_and_the_words_are_refused_where_nothing_is_chosen():
    words = "play gops --policies match,random -r cards=3 -n 2000 --luck"
    said = warlab(*words.split()).out
    assert "variance of the margin" in said
    assert "chance during play" in said
    assert "nothing to choose" in refusal("play", "war", "-n", "10", "--luck")


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("gops", ["match"]), "not a list of two policies"),
        (("war", ["a", "b"]), "nothing to choose"),
        (
            ("gops", ["match", "random"], {"players": 3}),
            "luck and skill with 3 players",
        ),
    ],
)
def test_what_has_no_luck_and_skill_is_refused(words, complaint):
    name, policies, rules = (*words, {})[:3]
    with pytest.raises(sim.UserError, match=complaint):
        sim.luck(name, policies, 10, rules=rules)
