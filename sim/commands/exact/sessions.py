"""The exact figures of a session of Casino War for ``warlab exact``, with simulated ones next to them if wanted."""

from __future__ import annotations

from typing import Any

from sim.commands.exact.figures import beside, simulated
from sim.errors import UserError
from sim.games.casino_war.odds.sessions import (
    median_deepest,
    median_losing_streak,
    odds_of_session,
    session_rules,
)
from sim.games.casino_war.rules import CasinoWarRules
from sim.stats import proportion

QUANTILES = {"end, 5 % of sessions": 0.05, "end, median": 0.5, "end, 95 % of sessions": 0.95}
ENDINGS = {
    "hands": "all hands played",
    "ruin": "ruined",
    "stop-loss": "stopped by the loss limit",
    "goal": "reached the goal",
}

MOST_HANDS = 5000
MOST_STAKES = 250
"""What can be computed hand by hand within a minute: the most hands, or, without a limit, stakes from ruin to goal."""


def session_figures(
    rules: CasinoWarRules, hands_an_hour: int, games: int | None, seed: int, level: float
) -> dict[str, dict[str, Any]]:
    """Return the figures of a session by name."""
    rules = session_rules(**rules.as_dict())
    _check_length(rules)
    odds = odds_of_session(rules, fractions=False)
    endings = {told: odds.endings[name] for name, told in ENDINGS.items()}
    figures = {
        **{told: _figure(chance, share=True) for told, chance in endings.items() if chance},
        "ahead at the end": _figure(odds.ahead, share=True),
        "mean end": _figure(odds.mean_end),
        "sd of the end": _figure(odds.sd_end),
        **{told: _figure(odds.quantile(share)) for told, share in QUANTILES.items()},
        "deepest loss, median": _figure(median_deepest(rules)),
        "longest losing streak, median": _figure(median_losing_streak(rules)),
        "mean hands": _figure(odds.mean_hands),
        "mean cost": _figure(odds.cost),
        f"cost an hour at {hands_an_hour} hands": _figure(odds.cost_per_hour(hands_an_hour)),
    }
    if games:
        _simulate(rules, games, seed, level, figures)
    return figures


def _check_length(rules: CasinoWarRules) -> None:
    """Refuse a session that would take minutes or hours to compute."""
    play = "to estimate it: warlab play casino-war -r bankroll=..."
    if rules.hands > MOST_HANDS:
        raise UserError(
            f"{rules.hands} are too many", where="hands", cure=f"give at most {MOST_HANDS}; {play}"
        )
    stakes = (rules.bankroll + rules.goal) // rules.stake
    if not rules.hands and stakes > MOST_STAKES:
        raise UserError(
            f"no limit, with {stakes} stakes from ruin to the goal",
            where="hands",
            cure=f"take at most {MOST_STAKES}, or give a number of hands",
        )


def _figure(value: Any, *, share: bool = False) -> dict[str, Any]:
    return {"value": float(value), "share": share}


def _simulate(
    rules: CasinoWarRules, games: int, seed: int, level: float, figures: dict[str, dict[str, Any]]
) -> None:
    """Put estimates beside the figures."""
    tallies, intervals = simulated(rules, games, seed, level)
    ends = tallies.histogram("", "end")
    for name, told in ENDINGS.items():
        if told in figures:
            beside(figures[told], intervals[f"ending {name}"])
    ahead = games - ends.count_at_most(2 * rules.bankroll)
    beside(figures["ahead at the end"], proportion(ahead, games, level))
    for told, statistic in {
        "mean end": "end mean",
        "sd of the end": "end sd",
        "end, median": "end median",
        "deepest loss, median": "deepest median",
        "longest losing streak, median": "losing_streak median",
        "mean hands": "hands_played mean",
    }.items():
        beside(figures[told], intervals[statistic])
