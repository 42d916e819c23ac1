"""WarGops played by its rulebook and by its kernel, for the tests that hold one to the other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from sim.contract.events import Event
from sim.contract.game import outcome
from sim.contract.policy import check_policies
from sim.games.wargops.kernel.block import play_from, play_games
from sim.games.wargops.policies import POLICIES
from sim.games.wargops.rulebook import GAME, tell
from sim.games.wargops.rules import WarGopsRules, columns

NAMES = tuple(policy.name for policy in POLICIES.parts[0].policies if policy.name != "equilibrium")
"""The policies that can play by all rules."""

Own = Callable[[Any, Any], int]


def rules_of(policies: Sequence[str | Own] | None = None, **options: Any) -> WarGopsRules:
    rules = WarGopsRules.of(options)
    if policies is None:
        return rules
    return replace(rules, policies=check_policies(POLICIES, rules, list(policies)))


def scripted(*cards: int) -> Own:
    """Lay these cards in this order whenever asked, then the lowest."""
    left = list(cards)

    def follow_the_script(view: Any, chance: Any) -> int:
        return left.pop(0) if left else int(view.hand[0])

    return follow_the_script


def events(
    rules: WarGopsRules, hands: Sequence[Sequence[int]] = (), seed: int = 1, number: int = 0
) -> list[Event]:
    return list(tell(rules, hands, seed, number))


def of_kind(kind: Any, told: Sequence[Event]) -> list[Any]:
    return [event for event in told if isinstance(event, kind)]


def told_row(
    rules: WarGopsRules, hands: Sequence[Sequence[int]] = (), seed: int = 1, number: int = 0
) -> dict[str, Any]:
    return outcome(GAME, rules, hands, seed=seed, number=number)


def rows_of(rules: WarGopsRules, played: dict[str, np.ndarray]) -> list[dict[str, Any]]:
    """A kernel's columns as rows with categories in words."""
    texts = {column.name: column.categories for column in columns(rules)}
    assert list(played) == list(texts)
    values = [
        [texts[name][code] for code in column] if texts[name] else column.tolist()
        for name, column in played.items()
    ]
    return [dict(zip(played, row, strict=True)) for row in zip(*values, strict=True)]


def played_rows(
    rules: WarGopsRules, games: int, *, seed: int = 1, first: int = 0, hands: Sequence[Sequence[int]] = ()
) -> list[dict[str, Any]]:
    played = play_from(rules, hands, seed, first, games) if hands else play_games(rules, seed, first, games)
    return rows_of(rules, played)


def assert_same(
    rules: WarGopsRules, games: int, *, seed: int = 1, first: int = 0, hands: Sequence[Sequence[int]] = ()
) -> None:
    """Hold the kernel's rows to the rulebook's."""
    for offset, row in enumerate(played_rows(rules, games, seed=seed, first=first, hands=hands)):
        told = told_row(rules, hands, seed, first + offset)
        assert row == told, f"game {first + offset} of seed {seed}: {rules}, hands {hands}"
