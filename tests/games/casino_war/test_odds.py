"""Simulated Casino War against its exact odds."""

from collections import Counter
from math import sqrt

import polars as pl
import pytest

import sim
from sim.games.casino_war.events import HandOver, Shuffled, Turned, War
from sim.games.casino_war.odds.sessions import casino_session
from tests.games.casino_war.support import session, session_row


@pytest.mark.parametrize(
    "staking",
    [{}, {"staking": "double", "most_stake": 4}, {"staking": "share", "share": 30}],
    ids=str,
)
def test_simulated_sessions_end_as_the_exact_ones(staking):
    """Goodness of fit of 50,000 sessions to every exact distribution; 4.5 standard errors each: 1 in 1,000 seeds."""
    options = {
        "bankroll": 10,
        "hands": 60,
        "goal": 6,
        "stop_loss": 8,
        "decks": 2,
        "tie_bonus": 1,
        **staking,
    }
    games = 50_000
    played = sim.play("casino-war", games, seed=6, rules=options)
    odds = casino_session(**options)
    shares = [
        *(
            (pl.col("end") == float(amount), chance)
            for amount, chance in odds.end.items()
        ),
        *((pl.col("ending") == name, chance) for name, chance in odds.endings.items()),
        *(
            (pl.col("hands_played") == hands, chance)
            for hands, chance in odds.hands_played.items()
        ),
        (pl.col("ruined"), odds.ruined),
    ]
    for condition, chance in shares:
        p = float(chance)
        seen = played.filter(condition).height
        # One more for what is too rare for a normal distribution.
        assert abs(seen - games * p) <= 4.5 * sqrt(games * p * (1 - p)) + 1


def test_a_shoe_kept_between_hands_costs_as_much_as_fresh_ones():
    """Every hand of a shoe is as good as its first, so the cost of a session does not depend on the penetration.

    Four standard errors: a false alarm in 16,000 seeds.
    """
    options = {"bankroll": 1000, "hands": 100, "decks": 1, "penetration": 0.75}
    played = sim.play("casino-war", 20_000, seed=8, rules=options)
    lost = 1000 + 100 * float(sim.exact.casino_war(decks=1).ev) - played["end"].mean()
    assert abs(lost) < 4 * played["end"].std() / sqrt(20_000)


def test_the_tie_bet_gains_on_the_hands_that_a_counter_picks():
    """By the exact odds of what was unseen before each of them, summed; four standard errors: 1 in 16,000 seeds."""
    options = {
        "bankroll": 1000,
        "hands": 400,
        "decks": 1,
        "penetration": 1.0,
        "tie_bet": 11,
    }
    expected = variance = gained = 0.0
    for number in range(40):
        unseen = Counter()
        chances = 0
        for event in session(number, **options):
            if isinstance(event, Shuffled):
                unseen = Counter(dict.fromkeys(range(2, 15), 4))
            elif isinstance(event, Turned):
                pairs = sum(count * (count - 1) for count in unseen.values())
                tie = pairs / (unseen.total() * (unseen.total() - 1))
                if 12 * pairs > unseen.total() * (unseen.total() - 1):
                    chances += 1
                    expected += 12 * tie - 1
                    variance += 144 * tie * (1 - tie)
            if isinstance(event, Turned | War):
                unseen.subtract((event.player, event.house))
            assert not isinstance(event, HandOver) or min(unseen.values()) >= 0
        end = session_row(number, **options)
        assert end["tie_chances"] == chances
        gained += end["tie_gain"]
    assert abs(gained - expected) < 4 * sqrt(variance)
    assert expected > 0
