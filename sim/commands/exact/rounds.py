"""The exact figures of a round of Casino War for ``warlab exact``, with simulated ones next to them if wanted."""

from __future__ import annotations

import math
from typing import Any

from sim.commands.exact.figures import beside, exact_figure, simulated
from sim.exact import casino_war
from sim.exact.casino_edge import edge_from_wars, war_variance
from sim.games.casino_war.rules import CasinoWarRules

TOLD = {
    "win": "win",
    "lose": "lose",
    "war-win": "win the war",
    "war-tie": "tie the war",
    "war-lose": "lose the war",
    "surrender": "surrender",
}


def round_figures(
    rules: CasinoWarRules, games: int | None, seed: int, level: float
) -> dict[str, dict[str, Any]]:
    """Return the figures of a round by name."""
    odds = casino_war(rules.decks, rules.on_tie, rules.burn, rules.tie_bonus, rules.tie_bet)
    figures = {TOLD[name]: exact_figure(chance) for name, chance in odds.probabilities.items() if chance}
    figures |= {
        "ev": exact_figure(odds.ev),
        "house edge": exact_figure(odds.house_edge),
        "ev per unit wagered": exact_figure(odds.ev_per_wagered),
        "variance": exact_figure(odds.variance, share=False),
        "sd": {"value": odds.sd, "share": False},
        "tie bet ev": exact_figure(odds.tie_ev),
    }
    if games:
        _simulate(rules, games, seed, level, figures)
    return figures


def break_even_figures(rules: CasinoWarRules, payout: str) -> dict[str, Any]:
    """Return the payout at which a round, or the side bet, is even, and the whole ones next to it on both sides."""
    odds = casino_war(rules.decks, rules.on_tie, rules.burn, rules.tie_bonus, rules.tie_bet)
    even = odds.break_even(payout)
    # What is won by chance for each unit of the payout: the edge is in proportion to the distance from it.
    share = odds.tie if payout == "tie_bet" else odds.probabilities["war-tie"]
    sides = {"house": math.ceil(even) - 1, "player": math.floor(even) + 1}
    figures = {"decks": rules.decks, "payout": payout, "value": float(even), "fraction": str(even)}
    for side, whole in sides.items():
        figures |= {side: whole, f"{side}_edge": abs(float((whole - even) * share))}
    return figures


def _simulate(
    rules: CasinoWarRules, games: int, seed: int, level: float, figures: dict[str, dict[str, Any]]
) -> None:
    """Put estimates beside the figures."""
    _, intervals = simulated(rules, games, seed, level)
    for name, told in TOLD.items():
        if told in figures:
            beside(figures[told], intervals[f"result {name}"])
    beside(figures["ev"], intervals["net mean"])
    beside(figures["sd"], intervals["net sd"])
    beside(figures["tie bet ev"], intervals["tie_net mean"])
    if rules.on_tie == "war":
        both = edge_from_wars(games, seed=seed, decks=rules.decks, tie_bonus=rules.tie_bonus, level=level)
        figures["ev, from wars alone"] = {key: figures["ev"][key] for key in ("value", "fraction", "share")}
        beside(figures["ev, from wars alone"], both.wars_only)
        odds = casino_war(rules.decks, tie_bonus=rules.tie_bonus)
        gain = exact_figure(odds.variance / war_variance(odds), share=False)
        figures["rounds that a war is worth"] = {**gain, "simulated": both.gain, "low": None, "high": None}
