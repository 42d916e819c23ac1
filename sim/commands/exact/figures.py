"""Exact figures of a round and a session of Casino War."""

import math
from fractions import Fraction
from typing import Any

from sim.errors import UserError
from sim.games.casino_war.odds.sessions import odds_of_session, of_fresh_shoes
from sim.games.casino_war.report import odds_of
from sim.games.casino_war.rules import CasinoWarRules


def exact_value(value: Fraction | float) -> dict[str, Any] | float:
    """An exact value for programs.

    It is a fraction with its decimals, or a number that is no fraction.
    """
    return (
        {"value": float(value), "fraction": str(value)}
        if isinstance(value, Fraction)
        else value
    )


def exact_figure(value: Fraction, *, share: bool = True) -> dict[str, Any]:
    """A figure whose value is a fraction; a share is shown in per cent."""
    return {"value": float(value), "fraction": str(value), "share": share}


Figures = dict[str, dict[str, Any]]
"""The figures of a round or a session by name."""


RESULTS = {
    "win": "win",
    "lose": "lose",
    "war-win": "win the war",
    "war-tie": "tie the war",
    "war-lose": "lose the war",
    "surrender": "surrender",
}


def round_figures(rules: CasinoWarRules) -> Figures:
    """The figures of a round by name."""
    odds = odds_of(rules)
    figures = {
        RESULTS[name]: exact_figure(chance)
        for name, chance in odds.probabilities.items()
        if chance
    }
    return figures | {
        "ev": exact_figure(odds.ev),
        "house edge": exact_figure(odds.house_edge),
        "ev per unit wagered": exact_figure(odds.ev_per_wagered),
        "variance": exact_figure(odds.variance, share=False),
        "sd": {"value": odds.sd, "share": False},
        "tie bet ev": exact_figure(odds.tie_ev),
    }


def break_even_figures(rules: CasinoWarRules, payout: str) -> dict[str, Any]:
    """The payout at which a round, or the side bet, is even.

    The whole payouts next to it on both sides are there, too.
    """
    even = odds_of(rules).break_even(payout)
    return {
        "decks": rules.decks,
        "payout": payout,
        "value": float(even),
        "fraction": str(even),
        "house": math.ceil(even) - 1,
        "player": math.floor(even) + 1,
    }


QUANTILES = {
    "end, 5 % of sessions": 0.05,
    "end, median": 0.5,
    "end, 95 % of sessions": 0.95,
}
ENDINGS = {
    "hands": "all hands played",
    "ruin": "ruined",
    "stop-loss": "stopped by the loss limit",
    "goal": "reached the goal",
}
MOST_HANDS = 5000
MOST_STAKES = 250
"""What can be computed hand by hand within a minute: the most hands, or, without a
limit, stakes from ruin to goal."""


def session_figures(rules: CasinoWarRules, hands_an_hour: int) -> Figures:
    """The figures of a session by name."""
    of_fresh_shoes(rules)
    _check_length(rules)
    odds = odds_of_session(rules)
    endings = {name: odds.endings[ending] for ending, name in ENDINGS.items()}
    possible = {name: chance for name, chance in endings.items() if chance}
    shares = {**possible, "ahead at the end": odds.ahead}
    amounts: dict[str, float | Fraction] = {
        "mean end": odds.mean_end,
        "sd of the end": odds.sd_end,
        **{name: odds.quantile(share) for name, share in QUANTILES.items()},
        "mean hands": odds.mean_hands,
        "mean cost": odds.cost,
        f"cost an hour at {hands_an_hour} hands": odds.cost_per_hour(hands_an_hour),
    }
    return {
        name: {"value": float(value), "share": name in shares}
        for name, value in {**shares, **amounts}.items()
    }


def _check_length(rules: CasinoWarRules) -> None:
    """Refuse a session that would take minutes or hours to compute."""
    play = "to estimate it: warlab play casino-war -r bankroll=..."
    if rules.hands > MOST_HANDS:
        raise UserError(
            f"{rules.hands} are too many",
            where="hands",
            cure=f"give at most {MOST_HANDS}; {play}",
        )
    stakes = (rules.bankroll + rules.goal) // rules.stake
    if not rules.hands and stakes > MOST_STAKES:
        raise UserError(
            f"no limit, with {stakes} stakes from ruin to the goal",
            where="hands",
            cure=f"take at most {MOST_STAKES}, or give a number of hands",
        )
