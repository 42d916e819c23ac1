"""Comparisons of separate samples, and chances where the seats are alike."""

import numpy as np
import pytest
import scipy.stats

from sim.errors import UserError
from sim.stats import (
    Histogram,
    Lengths,
    chances_by_holding,
    difference_of_means,
    difference_of_shares,
    equal_chance,
    proportion,
)
from sim.stats.separate import difference_of_distributions, difference_of_quantiles


def test_the_difference_of_means_agrees_with_scipys_welch_test():
    rng = np.random.default_rng(3)
    first, second = rng.geometric(0.01, 300), rng.geometric(0.02, 500)
    found = difference_of_means(Histogram.of(first), Histogram.of(second), 0.9)
    theirs = scipy.stats.ttest_ind(first, second, equal_var=False)
    ends = theirs.confidence_interval(0.9)
    assert found.p_value == pytest.approx(theirs.pvalue, rel=1e-9)
    assert (found.interval.low, found.interval.high) == pytest.approx(
        (ends.low, ends.high), rel=1e-9
    )
    assert found.interval.method == "Welch's t"


@pytest.mark.parametrize(
    ("counts", "ends"),
    [
        ((56, 70, 48, 80), (0.0524, 0.3339)),
        ((9, 10, 3, 10), (0.1705, 0.8090)),
        ((6, 7, 2, 7), (0.0582, 0.8062)),
        ((5, 56, 0, 29), (-0.0381, 0.1926)),
        ((0, 10, 0, 20), (-0.1611, 0.2775)),
        ((10, 10, 0, 20), (0.6791, 1.0)),
        ((10, 10, 0, 10), (0.6075, 1.0)),
    ],
)
def test_newcombes_examples(counts, ends):
    # Newcombe 1998, table II, method 10 (Wilson's intervals combined, without continuity correction).
    found = difference_of_shares(*counts).interval
    assert (found.low, found.high) == pytest.approx(ends, abs=5.1e-5)


def test_the_test_of_two_shares_is_pearsons():
    table = [[560, 140], [480, 320]]
    expected = scipy.stats.chi2_contingency(table, correction=False).pvalue
    assert difference_of_shares(560, 700, 480, 800).p_value == pytest.approx(
        expected, rel=1e-9
    )


def test_games_that_are_all_alike_have_no_interval():
    found = difference_of_means(Histogram([4], [10]), Histogram([3], [20]))
    assert (found.interval.value, found.interval.low, found.p_value) == (1, None, None)
    one_sided = difference_of_means(Histogram([4], [10]), Histogram([3, 5], [10, 10]))
    assert one_sided.interval.low is not None
    assert difference_of_means(Histogram(), Histogram([3], [20])).interval.value is None
    assert difference_of_shares(0, 10, 0, 20).p_value is None
    assert difference_of_shares(0, 0, 0, 20).interval.value is None


def test_impossible_counts_and_levels_are_refused():
    with pytest.raises(ValueError, match="impossible"):
        difference_of_shares(3, 2, 0, 1)
    with pytest.raises(UserError, match="level"):
        difference_of_means(Histogram([4], [10]), Histogram([3], [20]), 1.0)


def test_each_player_wins_an_equal_part_of_the_games_that_somebody_wins():
    nobody = proportion(300, 10_000, 0.99)
    found = equal_chance(300, 10_000, 4, 0.99)
    assert found.value == pytest.approx((1 - 0.03) / 4)
    assert (found.low, found.high) == pytest.approx(
        ((1 - nobody.high) / 4, (1 - nobody.low) / 4)
    )
    assert found.method == "Wilson, seats alike"


def test_without_a_draw_the_half_is_known_from_below():
    found = equal_chance(0, 1_000_000, 2)
    assert (found.value, found.high) == (0.5, 0.5)
    assert 0.5 - found.low == pytest.approx((1 - 0.05 ** (1 / 1_000_000)) / 2, rel=1e-6)
    assert found.one_sided == "lower"
    assert equal_chance(0, 0, 2).value is None


def test_both_players_games_are_trials_of_their_own_holding():
    cells = {
        (0, 1): 30,
        (1, 1): 60,
        (-1, 1): 10,
        (0, 3): 70,
        (1, 3): 30,
        (0, 2): 5,
        (1, 2): 3,
        (-2, 2): 2,
    }
    found = chances_by_holding(cells, 4)
    for held, won, games in ((1, 30 + 30, 200), (3, 60 + 70, 200)):
        share, met = found[held]
        plain = proportion(won, games)
        assert (share.value, share.low, share.high, met) == (
            plain.value,
            plain.low,
            plain.high,
            games,
        )
    assert found[2][0].value == pytest.approx(0.4)
    assert found[2][1] == 10


@pytest.mark.slow
def test_the_interval_covers_and_is_narrower_by_the_root_of_two():
    """A player with three of four aces wins 70 %: 1,000 runs at 95 %, four standard errors are 2.8 %."""
    rng, covered, widths = np.random.default_rng(3), 0, []
    for _ in range(1000):
        held = rng.choice([1, 2, 3], 600, p=[0.25, 0.5, 0.25])
        chance = np.select([held == 1, held == 2], [0.3, 0.5], 0.7)
        winner = np.where(rng.random(600) < chance, 0, 1)
        pairs, counts = np.unique(np.stack([winner, held]), axis=1, return_counts=True)
        cells = {
            (int(w), int(h)): int(n) for (w, h), n in zip(pairs.T, counts, strict=True)
        }
        both = chances_by_holding(cells, 4)[3][0]
        alone = proportion(cells[0, 3], cells[0, 3] + cells[1, 3])
        covered += both.low <= 0.7 <= both.high
        widths.append((alone.high - alone.low) / (both.high - both.low))
    assert covered / 1000 >= 0.95 - 0.028
    assert np.mean(widths) == pytest.approx(2**0.5, rel=0.03)


def test_the_difference_of_distributions_adds_both_bands():
    # Massart: the band of n games is sqrt(ln(2 / miss) / 2 n) wide to either side, here at half of the error each.
    # Of the first, 100 games go on for ever, which was known after the second round: they are never over.
    first = Lengths(Histogram([1, 5], [800, 100]), endless=Histogram([2], [100]))
    second = Lengths(Histogram([2, 5], [1500, 500]))
    reach = sum(np.sqrt(np.log(2 / 0.025) / (2 * n)) for n in (1000, 2000))
    found = difference_of_distributions(first, second, [1, 2, 5])
    assert [one.value for one in found] == pytest.approx([0.8, 0.05, -0.1])
    assert [one.high - one.value for one in found] == pytest.approx([reach] * 3)
    assert found[0].low == pytest.approx(0.8 - reach)


def test_the_difference_of_quantiles_goes_from_end_to_end():
    first, second = (
        Lengths(Histogram.of(np.arange(1000) * factor)) for factor in (3, 1)
    )
    found = difference_of_quantiles(first, second, 0.5, 0.9)
    # Ranks by the binomial: the narrowest that miss with at most a fortieth on either side.
    below = int(scipy.stats.binom.ppf(0.025, 1000, 0.5))
    above = int(scipy.stats.binom.ppf(0.975, 1000, 0.5)) + 1
    ends = 3 * (below - 1) - (above - 1), 3 * (above - 1) - (below - 1)
    assert (found.value, found.low, found.high) == (2 * 499, *ends)
    endless = Lengths(Histogram([1], [10]), endless=Histogram([5], [90]))
    assert difference_of_quantiles(first, endless, 0.5).low is None
