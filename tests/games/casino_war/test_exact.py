"""The exact odds of Casino War: enumeration against formula, against every order of small shoes, and as published."""

from collections import Counter
from fractions import Fraction
from itertools import permutations, product
from math import floor, sqrt

import pytest

import sim
from sim.contract.game import outcome
from sim.errors import UserError
from sim.games.casino_war.odds.sessions import casino_session
from sim.games.casino_war.rulebook import GAME
from sim.games.casino_war.rules import CasinoWarRules


def test_the_fractions_of_six_decks():
    """The four values of the rules contract."""
    war = sim.exact.casino_war(decks=6)
    assert war.ev == Fraction(-142853, 4965115)
    assert sim.exact.casino_war(decks=6, tie_bonus=1).ev == Fraction(-23138, 993023)
    assert sim.exact.casino_war(decks=6, on_tie="surrender").ev == Fraction(-23, 622)
    assert war.tie_ev == Fraction(-58, 311)


@pytest.mark.parametrize(
    "cards", [(2, 2, 2, 9, 9, 14), (3, 3, 4, 4, 5, 5), (7, 7, 7, 7, 8, 8)]
)
@pytest.mark.parametrize("burn", [0, 1, 2])
def test_every_order_of_a_small_shoe(cards, burn):
    """The rulebook plays all 720 orders; burned cards, however many, do not change the chances."""
    rules = CasinoWarRules.of({"burn": burn, "tie_bonus": 2, "tie_bet": 8})
    rows = [outcome(GAME, rules, [row]) for row in permutations(cards)]
    odds = sim.exact.casino_round(Counter(cards), tie_bonus=2, tie_bet=8)
    results = Counter(row["result"] for row in rows)
    assert {
        name: Fraction(results[name], 720) for name in odds.probabilities
    } == odds.probabilities
    nets = [Fraction(row["net"]) for row in rows]
    assert odds.ev == -odds.house_edge == sum(nets) / 720
    assert odds.variance == sum(net * net for net in nets) / 720 - odds.ev**2
    assert odds.sd == pytest.approx(sqrt(odds.variance))
    assert odds.wagered == Fraction(sum(row["wagered"] for row in rows), 720)
    assert odds.ev_per_wagered == odds.ev / odds.wagered
    assert odds.tie_ev == sum(Fraction(row["tie_net"]) for row in rows) / 720


def test_an_infinite_shoe_as_published():
    """The published edge of a war is 5/169; half of 1/13 ties, and 11/13 - 1 of a bet at ten to one."""
    war = sim.exact.casino_war("infinite")
    assert war.house_edge == Fraction(5, 169)
    assert war.tie_ev == Fraction(-2, 13)
    assert sim.exact.casino_war("infinite", "surrender").house_edge == Fraction(1, 26)
    # The war is tied again in one round of 169.
    assert sim.exact.casino_war("infinite", tie_bonus=1).house_edge == Fraction(4, 169)


@pytest.mark.parametrize("on_tie", ["war", "surrender"])
def test_an_infinite_shoe_is_every_row_of_ranks(on_tie):
    """The rulebook plays all 13 to the power of four rows of a player's and a house's cards."""
    rules = CasinoWarRules.of({"burn": 0, "on_tie": on_tie})
    results = Counter(
        outcome(GAME, rules, [row])["result"] for row in product(range(2, 15), repeat=4)
    )
    odds = sim.exact.casino_war("infinite", on_tie)
    assert odds.probabilities == {
        name: Fraction(results[name], 13**4) for name in odds.probabilities
    }


def test_an_infinite_shoe_is_not_dealt():
    with pytest.raises(UserError, match=r"warlab exact casino-war --decks infinite"):
        sim.play("casino-war", 10, rules={"decks": "infinite"})


def test_the_tie_bet_is_worth_taking_from_some_shoes():
    """Eleven for one is fair when one pair of cards in eleven ties: 12 kings and 11 queens tie far more often."""
    assert sim.exact.casino_round({13: 12, 12: 11}).tie_ev > 0
    assert sim.exact.casino_round(dict.fromkeys(range(2, 15), 1)).tie_ev == -1


WRONG = "is not a valid value of this option"


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        *(
            ({"decks": decks}, f"decks: .* {WRONG}")
            for decks in (0, "six", None, 1.5, float("nan"), True)
        ),
        ({"on_tie": "wars"}, "on_tie: unknown value 'wars'; did you mean 'war'"),
        ({"cards": {"K": 4}}, "is not a count of cards"),
        ({"cards": 5}, "5 is not a count of cards"),
        ({"cards": [4] * 13}, "is not a count of cards"),
        ({"cards": {2: 3}}, "too few cards for a round; a round can need 4 cards"),
    ],
)
def test_impossible_odds_are_refused(asked, message):
    ask = sim.exact.casino_round if "cards" in asked else sim.exact.casino_war
    with pytest.raises(UserError, match=message):
        ask(**asked)


# Sessions.


def doubled(money, last, lost):
    return min(2 * last if lost else 1, 3, floor(money))


def shared(money, last, lost):
    return max(floor(money * 2 / 5), 1)


def by_paths(
    bankroll,
    hands,
    stop_loss=0,
    goal=0,
    tie_bonus=0,
    stakes=lambda money, last, lost: 1,
):
    """The ends of a session of one-unit hands, or of other stakes, all courses of it one by one."""
    rich = sim.exact.casino_war(decks=2, tie_bonus=tie_bonus)
    poor = sim.exact.casino_war(decks=2, on_tie="surrender")
    ends = Counter()

    def play(money, played, chance, last=0, lost=False):
        over = (
            money < 1
            or (stop_loss and money <= bankroll - stop_loss)
            or (goal and money >= bankroll + goal)
        )
        if over or played == hands:
            ends[money, played] += chance
            return
        stake = stakes(money, last, lost)
        odds = rich if money >= 2 * stake else poor
        for result, further in odds.probabilities.items():
            if further:
                net = odds.nets[result]
                play(money + net * stake, played + 1, chance * further, stake, net < 0)

    play(Fraction(bankroll), 0, Fraction(1))
    return ends


def near(chances):
    """Exact chances, which floating-point numbers approach."""
    return pytest.approx(
        {key: float(chance) for key, chance in chances.items()}, abs=1e-13
    )


@pytest.mark.parametrize(
    ("limits", "staking", "stakes"),
    [
        ({"bankroll": 3, "hands": 5}, {}, {}),
        ({"bankroll": 2, "hands": 6, "tie_bonus": 1}, {}, {}),
        ({"bankroll": 9, "hands": 6, "stop_loss": 2, "goal": 3}, {}, {}),
        (
            {"bankroll": 7, "hands": 6, "goal": 9},
            {"staking": "double", "most_stake": 3},
            {"stakes": doubled},
        ),
        (
            {"bankroll": 7, "hands": 6, "goal": 9},
            {"staking": "share", "share": 40},
            {"stakes": shared},
        ),
    ],
    ids=["flat", "with a bonus", "with limits", "doubling", "a share"],
)
def test_a_session_is_the_sum_of_all_its_courses(limits, staking, stakes):
    odds = casino_session(decks=2, **limits, **staking)
    by_end = Counter()
    by_length = Counter()
    for (money, played), chance in by_paths(**limits, **stakes).items():
        by_end[money] += chance
        by_length[played] += chance
    ruined = sum(chance for money, chance in by_end.items() if money < 1)
    ahead = sum(
        chance for money, chance in by_end.items() if money > limits["bankroll"]
    )
    assert odds.end == near(by_end)
    assert odds.hands_played == near(by_length)
    assert odds.ruined == pytest.approx(float(ruined), abs=1e-13)
    assert odds.ahead == pytest.approx(float(ahead), abs=1e-13)
    assert sum(odds.endings.values()) == pytest.approx(1, abs=1e-13)


def test_the_expected_loss_is_the_edge_of_every_hand():
    """If the player cannot run short of money, the mean is the number of hands times the mean of one."""
    odds = casino_session(bankroll=100, stake=2, hands=20)
    bet = sim.exact.casino_war()
    assert odds.cost == pytest.approx(float(-20 * 2 * bet.ev), rel=1e-11)
    assert odds.sd_end == pytest.approx(2 * sqrt(20) * bet.sd, rel=1e-12)
    assert odds.cost_per_hour(60) == pytest.approx(float(-60 * 2 * bet.ev), rel=1e-11)


@pytest.mark.parametrize(
    ("ask", "options", "message"),
    [
        (casino_session, {"bankroll": 0}, "hands: 200 without a bankroll"),
        (
            casino_session,
            {"bankroll": 0, "hands": 0},
            "bankroll: 0; a session needs a bankroll",
        ),
        (casino_session, {"hands": 0}, "hands: 0 without a goal"),
        (
            casino_session,
            {"staking": "share"},
            "staking: more than 50,000 bankrolls and stakes",
        ),
        (
            casino_session,
            {"bankroll": 10, "hands": 10, "penetration": 0.5},
            r"penetration: 0\.5; only hands from fresh shoes are independent",
        ),
    ],
)
def test_sessions_without_an_answer_are_refused(ask, options, message):
    with pytest.raises(UserError, match=message):
        ask(**options)
