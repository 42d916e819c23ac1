"""The Casino War calculator: the figures of its script against the exact odds of the library."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

import sim
from reports.site.casino import BONUSES, DECKS, shoes
from tests.support.scripts import value_of

SCRIPTS = ("numbers.js", "casino.js")


def test_a_hand_has_the_same_fractions() -> None:
    wagers = [
        {"decks": decks, "onTie": on_tie, "bonus": bonus}
        for decks, on_tie, bonus in product(DECKS, ("war", "surrender"), BONUSES)
    ]
    found = value_of(
        """wagers.map((wager) => {
            const { results, mean, wagered, deviation } = warlab.casino.hand(shoes[wager.decks - 1], wager);
            const text = warlab.casino.text;
            const told = results.map(({ name, chance, net }) => [name, text(chance), text(net)]);
            return [told, text(mean), text(wagered), deviation];
        })""",
        *SCRIPTS, wagers=wagers, shoes=shoes(),
    )  # fmt: skip
    assert len(found) == len(wagers) == 64
    for wager, (results, mean, wagered, deviation) in zip(wagers, found, strict=True):
        odds = sim.exact.casino_war(wager["decks"], wager["onTie"], tie_bonus=wager["bonus"])
        assert {name: Fraction(chance) for name, chance, _ in results} == odds.probabilities
        assert {name: Fraction(net) for name, _, net in results} == odds.nets
        assert Fraction(mean) == odds.ev
        assert Fraction(wagered) == odds.wagered
        assert deviation == pytest.approx(odds.sd, rel=1e-12)


EVENINGS = [
    {"bankroll": 500, "stake": 10, "hands": 200},
    {"bankroll": 10, "stake": 10, "hands": 50},
    {"bankroll": 25, "stake": 10, "hands": 30},
    {"bankroll": 7, "stake": 3, "hands": 1},
    {"bankroll": 100_000, "stake": 1, "hands": 12},
    {"bankroll": 60, "stake": 1, "hands": 700},
]


@pytest.mark.parametrize("evening", EVENINGS)
@pytest.mark.parametrize(("on_tie", "bonus"), [("war", 0), ("war", 3), ("surrender", 0)])
def test_an_evening_is_that_of_the_exact_session(evening: dict[str, int], on_tie: str, bonus: int) -> None:
    odds = sim.exact.casino_session(**evening, decks=6, on_tie=on_tie, tie_bonus=bonus, fractions=False)
    found = value_of(
        """(() => {
            const night = warlab.casino.session(shoe, { decks: 6, onTie, bonus }, evening);
            return { ...night, quantiles: [0.05, 0.5, 0.95].map(night.quantile) };
        })()""",
        *SCRIPTS, shoe=shoes()[5], onTie=on_tie, bonus=bonus, evening=evening,
    )  # fmt: skip
    near = {"rel": 1e-9, "abs": 1e-12}
    assert {amount: chance for amount, chance in found["chances"] if chance > 1e-12} == pytest.approx(
        {float(amount): chance for amount, chance in odds.end.items() if chance > 1e-12}, **near
    )
    assert found["ruin"] == pytest.approx(odds.ruined, **near)
    assert found["ahead"] == pytest.approx(odds.ahead, **near)
    assert found["cost"] == pytest.approx(odds.cost, rel=1e-9, abs=1e-8)
    assert found["deviation"] == pytest.approx(odds.sd_end, rel=1e-9)
    assert found["hands"] == pytest.approx(odds.mean_hands, **near)
    assert found["quantiles"] == [float(odds.quantile(share)) for share in (0.05, 0.5, 0.95)]
    assert len(found["ruinByHand"]) == evening["hands"]
