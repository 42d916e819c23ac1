"""Seating: the rules of a game of choice together with the policy of each player."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, TypeVar

from sim.contract.game import Game
from sim.contract.policy import check_policies
from sim.contract.rules import GameRules
from sim.errors import UserError

Rules = TypeVar("Rules", bound=GameRules)


def seated(game: Game, rules: Rules, policies: object) -> Rules:
    """Return a game's rules with the policies of its players; None leaves the rules as they are."""
    if policies is None:
        return rules
    if game.policies is None:
        raise UserError(
            f"{game.name} takes no policies: its players have nothing to choose", cure="leave policies out"
        )
    chosen: Any = rules
    try:
        return replace(chosen, policies=check_policies(game.policies, rules, policies))  # type: ignore[no-any-return]  # replace() forgets the type
    except UserError as error:
        raise error.at("policies") from None
