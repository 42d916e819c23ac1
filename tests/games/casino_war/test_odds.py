"""Simulated Casino War against its exact odds."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from math import sqrt

import numpy as np
import polars as pl
import pytest
from scipy.stats import norm

import sim
from sim.contract.lookups import LookedUp
from sim.counts.counting import tally
from sim.engine.playing import play_block
from sim.errors import UserError
from sim.exact.casino_edge import convergence, edge_from_wars
from sim.games.casino_war.events import HandOver, Shuffled, Turned, War
from sim.games.casino_war.kernel.block import play_games
from sim.games.casino_war.odds.sessions import casino_session, session_rules
from sim.games.casino_war.rulebook import GAME
from sim.games.casino_war.rules import RESULTS, CasinoWarRules
from tests.games.casino_war.support import deepest, losing_streak, session, session_row


def exact(options):
    rules = CasinoWarRules.of(options)
    return sim.exact.casino_war(rules.decks, rules.on_tie, rules.burn, rules.tie_bonus, rules.tie_bet)


@pytest.mark.parametrize(
    "options", [{}, {"decks": 1}, {"decks": 3}, {"decks": 8, "on_tie": "surrender"}, {"burn": 20}], ids=str
)
def test_every_result_is_as_frequent_as_the_exact_odds_say(options):
    """Four standard errors for each of six results: a false alarm in some 3,000 seeds."""
    games = 1 << 20
    counts = np.bincount(play_block(GAME, CasinoWarRules.of(options), 23, 0, games)["result"], minlength=6)
    for result, chance in exact(options).probabilities.items():
        seen, p = counts[RESULTS.index(result)], float(chance)
        assert abs(seen - games * p) <= 4 * sqrt(games * p * (1 - p))


@pytest.mark.parametrize(("decks", "bonus"), [(6, 0), (1, 1)])
def test_intervals_narrow_as_the_square_root_of_the_rounds(decks, bonus):
    """Half a width is z sd / √n, of whole rounds and of wars, within four standard errors of an estimated sd.

    An sd is known to √((kurtosis - 1) / 4n) of itself: for whole rounds, kurtosis 1.23, to 0.25 / √n, for wars better.
    Of sixteen widths and eight gains one is off by four of those in 600 seeds.
    """
    found = convergence(1_000_000, decks=decks, tie_bonus=bonus, level=0.99)
    odds = sim.exact.casino_war(decks, tie_bonus=bonus)
    z = norm.ppf(0.995)
    nets = {"war-win": 1, "war-tie": 1 + bonus, "war-lose": -2}
    chances = {name: odds.probabilities[name] / odds.tie for name in nets}
    mean = sum(chances[name] * net for name, net in nets.items())
    war_sd = sqrt(sum(chances[name] * net**2 for name, net in nets.items()) - mean**2)
    assert [step.games for step in found.steps] == [1_000, 10_000, 100_000, 1_000_000]
    for step in found.steps:
        room = 1 / sqrt(step.games)
        root = sqrt(step.games)
        assert step.plain.half_width * root == pytest.approx(z * odds.sd, rel=room)
        assert step.wars_only.half_width * root == pytest.approx(z * float(odds.tie) * war_sd, rel=room)
        assert step.gain == pytest.approx(float(found.gain), rel=2 * room)
    assert found.plain_limit == pytest.approx(z * odds.sd)
    assert found.wars_limit == pytest.approx(z * float(odds.tie) * war_sd)
    assert found.exact == odds.ev


def test_the_gain_of_playing_wars_alone_is_a_fraction():
    """Six decks, by counting all pairs of 312 cards, and all of the 310 that are left after a tie."""
    ranks, copies = 13, 24
    pairs = ranks * copies * (copies - 1)
    wars = {-2: 0, 1: 0}
    for second, answer in product(range(ranks), repeat=2):
        # The tie was of rank 0, two of which are out.
        ways = (copies - 2 * (second == 0)) * (copies - 2 * (answer == 0) - (second == answer))
        wars[1 if second >= answer else -2] += ways
    tie = Fraction(pairs, 312 * 311)
    lost = Fraction(wars[-2], 310 * 309)
    # A war is worth one of two values, three apart; and a hand without a tie, plus or minus one.
    of_a_war = 9 * lost * (1 - lost)
    ev = tie * (1 - 3 * lost)
    of_a_round = (1 - tie) + tie * (1 + 3 * lost) - ev**2
    found = convergence(1000)
    assert found.gain == of_a_round / (tie**2 * of_a_war) == Fraction(94320857497, 1047612027)
    assert found.exact == ev == Fraction(-142853, 4965115)


def test_each_step_includes_the_games_of_the_steps_before():
    found = convergence(150_000, seed=8, decks=2, tie_bonus=1)
    assert [step.games for step in found.steps] == [1_000, 10_000, 100_000, 150_000]
    for step in found.steps:
        assert step == edge_from_wars(step.games, seed=8, decks=2, tie_bonus=1)
    # Burned cards change which cards are drawn, but not the chances.
    other = convergence(1000, seed=8, decks=2, tie_bonus=1, burn=0)
    assert (other.exact, other.gain) == (found.exact, found.gain)
    assert other.steps[0].wars_only == found.steps[0].wars_only


def test_a_convergence_of_too_few_games_is_refused():
    with pytest.raises(
        UserError, match="games: 999 is not a valid number of games; the first step needs 1000"
    ):
        convergence(999)
    with pytest.raises(UserError, match="decks: 9 is not a valid value"):
        convergence(1000, decks=9)


@pytest.mark.parametrize(("decks", "bonus"), [(6, 0), (6, 1), (1, 0), (8, 3)])
def test_wars_alone_estimate_the_same_edge_with_far_less_variance(decks, bonus):
    """Four standard errors of the mean of half a million wars (half a million rounds): a false alarm in 8,000 seeds."""
    found = edge_from_wars(500_000, seed=3, decks=decks, tie_bonus=bonus, level=0.99994)
    odds = sim.exact.casino_war(decks, tie_bonus=bonus)
    for interval in (found.wars_only, found.plain):
        assert interval.low < odds.ev < interval.high
    war = {name: odds.probabilities[name] / odds.tie for name in ("war-win", "war-tie", "war-lose")}
    mean = sum(war[name] * odds.nets[name] for name in war)
    variance = sum(war[name] * odds.nets[name] ** 2 for name in war) - mean**2
    assert odds.tie * mean == odds.ev, "a hand without a tie is worth nothing on average"
    # The ratio of the two variances is known exactly; at six decks it is 90, with the bonus 81.
    assert found.gain == pytest.approx(float(odds.variance / (odds.tie**2 * variance)), rel=0.02)


def test_simulated_sessions_end_as_the_exact_ones():
    """Goodness of fit of 50,000 sessions to every exact distribution; 4.5 standard errors each: 1 in 1,000 seeds."""
    options = {"bankroll": 10, "hands": 60, "goal": 6, "stop_loss": 8, "decks": 2, "tie_bonus": 1}
    games = 50_000
    played = sim.play("casino-war", games, seed=6, rules=options)
    odds = casino_session(**options)
    rules = session_rules(**options)
    shares = [
        *((pl.col("end") == float(amount), chance) for amount, chance in odds.end.items()),
        *((pl.col("ending") == name, chance) for name, chance in odds.endings.items()),
        *((pl.col("hands_played") == hands, chance) for hands, chance in odds.hands_played.items()),
        *((pl.col("deepest") >= float(depth), chance) for depth, chance in deepest(rules).items()),
        *((pl.col("losing_streak") >= length, chance) for length, chance in losing_streak(rules).items()),
        (pl.col("ruined"), odds.ruined),
    ]
    for condition, chance in shares:
        p = float(chance)
        seen = played.filter(condition).height
        # One more for what is too rare for a normal distribution.
        assert abs(seen - games * p) <= 4.5 * sqrt(games * p * (1 - p)) + 1
    means = played.select(pl.col("end", "hands_played", "staked").mean()).row(0)
    exact_means = [float(mean) for mean in (odds.mean_end, odds.mean_hands, odds.mean_staked)]
    spread = [played[name].std() / sqrt(games) for name in ("end", "hands_played", "staked")]
    assert all(abs(a - b) < 4 * s for a, b, s in zip(means, exact_means, spread, strict=True))


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
    options = {"bankroll": 1000, "hands": 400, "decks": 1, "penetration": 1.0, "tie_bet": 11}
    expected = variance = gained = 0.0
    compared = 0
    for number in range(40):
        unseen: Counter[int] = Counter()
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
                if number == 0 and compared < 20:
                    compared += 1
                    assert float(sim.exact.casino_round(unseen).tie) == pytest.approx(tie)
            if isinstance(event, Turned | War):
                unseen.subtract((event.player, event.house))
            assert not isinstance(event, HandOver) or min(unseen.values()) >= 0
        end = session_row(number, **options)
        assert end["tie_chances"] == chances
        gained += end["tie_gain"]
    assert abs(gained - expected) < 4 * sqrt(variance)
    assert expected > 0


def test_counting_by_results_agrees_with_counting_the_columns():
    """What follows from the result is counted by it; the same counts come from the columns themselves."""
    variants = [CasinoWarRules.of(options) for options in ({}, {"on_tie": "surrender"}, {"tie_bonus": 2})]
    played = [play_games(rules, 2, 0, 30_000) for rules in variants]
    assert all(isinstance(columns, LookedUp) for columns in played)
    names = ("war", "surrender", "bonus")
    assert tally(GAME, names, played) == tally(GAME, names, [dict(columns) for columns in played])
