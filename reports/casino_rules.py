"""The rules of Casino War in words: a round, or a session of many."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from reports.numbers import whole
from reports.words import counted


def _burn(rules: Any) -> str:
    if not rules.burn:
        return "In a war no cards are burned before the second pair."
    verb = "is" if rules.burn == 1 else "are"
    return f"In a war {counted(rules.burn, 'card')} {verb} burned before the second pair."


_ON_TIE = {
    "war": (
        "After a tie the player goes to war: they raise by their ante, and win one unit with an equal or higher card."
    ),
    "surrender": "After a tie the player surrenders, and gives up half the ante.",
}


def _tie_bonus(rules: Any) -> str:
    if not rules.tie_bonus:
        return "A second tie pays no bonus."
    return f"A second tie pays a bonus of {counted(rules.tie_bonus, 'unit')}."


def _session(rules: Any) -> str:
    if not rules.bankroll:
        return "Each game is a single round."
    return f"Each game is a session that starts with {counted(rules.bankroll, 'unit')}."


def _hands(rules: Any) -> str:
    if not rules.hands:
        return "The number of hands is not limited."
    return f"It is over after {whole(rules.hands)} hand{'s' if rules.hands > 1 else ''}."


def _stop(amount: int, result: str) -> str:
    return f"It is over when {counted(amount, 'unit')} {'has' if amount == 1 else 'have'} been {result}."


def _penetration(rules: Any) -> str:
    if not rules.penetration:
        return "The whole shoe is shuffled before every hand."
    if rules.penetration == 1:
        return "The shoe is dealt to the end before it is shuffled."
    return f"The shoe is shuffled when {100 * rules.penetration:g} % of it has been dealt."


_OF_A_SESSION: Mapping[str, Callable[[Any], str]] = {
    "stake": lambda rules: f"Each hand is played for {counted(rules.stake, 'unit')}.",
    "hands": _hands,
    "stop_loss": lambda rules: (
        _stop(rules.stop_loss, "lost") if rules.stop_loss else "Losses are limited only by the bankroll."
    ),
    "goal": lambda rules: _stop(rules.goal, "won") if rules.goal else "It goes on however much has been won.",
    "penetration": _penetration,
}


def _in_a_session(tell: Callable[[Any], str]) -> Callable[[Any], str]:
    """Return what tells of an option only where games are sessions."""
    return lambda rules: tell(rules) if rules.is_session else ""


CASINO_SENTENCES: Mapping[str, Callable[[Any], str]] = {
    "decks": lambda rules: f"The shoe holds {counted(rules.decks, 'pack')} of 52 cards.",
    "burn": _burn,
    "on_tie": lambda rules: _ON_TIE[rules.on_tie],
    "tie_bonus": _tie_bonus,
    "tie_bet": lambda rules: f"The side bet on a first tie pays {rules.tie_bet} to 1.",
    "bankroll": _session,
    **{name: _in_a_session(tell) for name, tell in _OF_A_SESSION.items()},
}
"""A sentence for each option; nothing for the options of a session where a game is a single round."""
