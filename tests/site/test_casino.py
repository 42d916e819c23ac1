"""The Casino War calculator: the figures of its script against the exact odds of the library."""

import pytest

import sim
from docs.site.casino import hands
from tests.support import tiers
from tests.support.scripts import value_of

EVENINGS = [
    {"bankroll": 500, "stake": 10, "hands": 200},
    {"bankroll": 10, "stake": 10, "hands": 50},
    {"bankroll": 25, "stake": 10, "hands": 30},
    {"bankroll": 7, "stake": 3, "hands": 1},
    {"bankroll": 100_000, "stake": 1, "hands": 12},
    {"bankroll": 60, "stake": 1, "hands": 700},
]


@pytest.mark.slow
@tiers.crossed(
    ("evening", "ties"), EVENINGS, [("war", 0), ("war", 3), ("surrender", 0)]
)
def test_an_evening_is_that_of_the_exact_session(
    evening: dict[str, int], ties: tuple[str, int]
) -> None:
    on_tie, bonus = ties
    odds = sim.exact.casino_session(
        **evening, decks=6, on_tie=on_tie, tie_bonus=bonus, fractions=False
    )
    night = value_of(
        """(() => {
            const night = warlab.casino.session(hand, poorer, evening);
            return { ...night, quantiles: [0.05, 0.5, 0.95].map(night.quantile) };
        })()""",
        "casino.js", hand=hands()[f"6-{on_tie}-{bonus}"], poorer=hands()[f"6-surrender-{bonus}"], evening=evening,
    )  # fmt: skip
    near = {"rel": 1e-9, "abs": 1e-12}
    assert {
        amount: chance for amount, chance in night["chances"] if chance > 1e-12
    } == pytest.approx(
        {
            float(amount): chance
            for amount, chance in odds.end.items()
            if chance > 1e-12
        },
        **near,
    )
    assert night["ruin"] == pytest.approx(odds.ruined, **near)
    assert night["ahead"] == pytest.approx(odds.ahead, **near)
    assert night["cost"] == pytest.approx(odds.cost, rel=1e-9, abs=1e-8)
    assert night["deviation"] == pytest.approx(odds.sd_end, rel=1e-9)
    assert night["hands"] == pytest.approx(odds.mean_hands, **near)
    assert night["quantiles"] == [
        float(odds.quantile(share)) for share in (0.05, 0.5, 0.95)
    ]
    assert len(night["ruinByHand"]) == evening["hands"]
