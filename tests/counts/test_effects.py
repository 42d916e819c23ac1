"""Effects over a grid: against Student's test of each game's own contrast, by SciPy."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
import scipy.stats

from sim.counts.counting import tally
from sim.counts.declarations import declared
from sim.counts.effects import effects
from sim.errors import UserError
from sim.games import find_game

WAR = find_game("war")
GAMES = 400
GRID = list(product((1, 2, 3), ("seat", "shuffled")))
RULES = {
    f"{down} {pickup}": WAR.rules.of({"face_down": down, "pickup": pickup, "run_out": "last-card"})
    for down, pickup in GRID
}


def lengths() -> np.ndarray:
    """Return invented lengths, (variant, game), in which both options have effects on the same deals."""
    rng = np.random.default_rng(1)
    luck = rng.geometric(0.01, GAMES)
    return np.array(
        [luck // down + 20 * (pickup == "seat") * down + rng.integers(0, 9, GAMES) for down, pickup in GRID]
    )


def counted(rounds: np.ndarray):  # type: ignore[no-untyped-def]
    blank = {column.name: np.zeros(GAMES, column.dtype) for column in WAR.columns}
    return tally(WAR, list(RULES), [blank | {"rounds": own.astype(np.int32)} for own in rounds])


def test_each_effect_is_students_of_a_contrast_within_games() -> None:
    rounds = lengths()
    found = effects(counted(rounds), RULES, declared(WAR).columns["rounds"], 0.99)
    x = {pair: rounds[place].astype(float) for place, pair in enumerate(GRID)}
    pickups = ("seat", "shuffled")
    expected = {
        **{f"face_down={k}": sum(x[k, own] - x[1, own] for own in pickups) / 2 for k in (2, 3)},
        "pickup=shuffled": sum(x[k, "shuffled"] - x[k, "seat"] for k in (1, 2, 3)) / 3,
        **{
            f"face_down={k} and pickup=shuffled": x[k, "shuffled"]
            - x[k, "seat"]
            - x[1, "shuffled"]
            + x[1, "seat"]
            for k in (2, 3)
        },
    }
    assert [each.statistic for each in found] == [*expected]
    p_values = []
    for each, contrast in zip(found, expected.values(), strict=True):
        known = scipy.stats.ttest_1samp(contrast, 0)
        ends = known.confidence_interval(0.99)
        assert each.interval.value == pytest.approx(contrast.mean(), rel=1e-12)
        assert (each.interval.low, each.interval.high) == pytest.approx((ends.low, ends.high), rel=1e-9)
        assert each.p_value == pytest.approx(known.pvalue, rel=1e-6)
        p_values.append(known.pvalue)
    ordered = sorted(p_values)
    assert min(each.p_holm for each in found) == pytest.approx(5 * ordered[0], rel=1e-6)


def test_an_effect_that_is_the_same_in_every_game_has_no_interval() -> None:
    rounds = np.tile(lengths()[0], (6, 1)) + np.arange(6)[:, None]
    found = effects(counted(rounds), RULES, declared(WAR).columns["rounds"])
    assert [each.interval.value for each in found] == [2, 4, 1, 0, 0]
    assert {each.interval.refusal for each in found} == {"all games alike"}


def test_what_is_no_grid_is_refused() -> None:
    some = dict(list(RULES.items())[:5])
    with pytest.raises(UserError, match="not all combinations of some options; write them as"):
        effects(counted(lengths()), some, declared(WAR).columns["rounds"])
    with pytest.raises(UserError, match="1 variants; effects are those of 2 to 8"):
        effects(counted(lengths()), {"1 seat": RULES["1 seat"]}, declared(WAR).columns["rounds"])
