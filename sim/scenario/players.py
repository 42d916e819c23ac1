"""The players of a scenario: the policies of its variants, and the pairings of a tournament.

A tournament is a set of variants: every policy against every other, in one seat and then in the other.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from sim.contract.game import Game
from sim.contract.policy import seat_name, seats_under
from sim.contract.rules import ChoiceRules, GameRules
from sim.counts.entrants import AGAINST
from sim.errors import UserError
from sim.scenario.fields import MOST_VARIANTS, Variant, read_names, read_variants, with_policies

MOST_ENTRANTS = 31
"""The most policies of a tournament: more would make more than ``MOST_VARIANTS`` matches."""
assert MOST_ENTRANTS * (MOST_ENTRANTS - 1) <= MOST_VARIANTS


def read_players(game: Game, data: Mapping[str, Any]) -> tuple[tuple[str, ...], tuple[Variant, ...]]:
    """Return the policies of a tournament (none if there is no tournament) and the variants.

    Raises
    ------
    UserError
        If a policy is unknown or cannot play, or the fields contradict each other.
    """
    if "tournament" not in data:
        named = read_names(data.get("policies"), "policies")
        variants = tuple(_usual(game, one, named) for one in read_variants(game, data))
        return (), variants
    for key in ("policies", "vary", "variant"):
        if key in data:
            raise UserError(
                f"tournament together with {key}",
                where=key,
                cure="a scenario with a tournament has no other variants: remove it",
            )
    (alone,) = read_variants(game, data)
    entrants = read_names(data["tournament"], "tournament") or []
    names, rules = pairings(game, alone.rules, entrants, where="tournament")
    return names, tuple(Variant(name, one) for name, one in rules.items())


def pairings(
    game: Game, rules: GameRules, entrants: Sequence[Any], *, where: str | None = None
) -> tuple[tuple[str, ...], dict[str, GameRules]]:
    """Return the names of the entrants of a tournament, and the rules of every match by its name.

    The two matches of the same players, in either seat, follow each other.

    Raises
    ------
    UserError
        If there are not at least two different policies, or not two seats.
    """
    assert game.policies is not None
    if rules.seats != 2:
        raise UserError(
            f"a tournament with {rules.seats} players",
            where=where,
            cure="a tournament is for two players: set players = 2",
        )
    if not 2 <= len(entrants) <= MOST_ENTRANTS:
        raise UserError(
            f"a tournament of {len(entrants)}", where=where, cure=f"name 2 to {MOST_ENTRANTS} policies"
        )
    # Each against itself first, so that the error names a policy that cannot play.
    chosen = [with_policies(game, rules, [one, one], where) for one in entrants]
    seats = [seats_under(game.policies, one)[0] for one in chosen]
    # A policy given by its short name keeps it.
    names = [
        one.strip() if isinstance(one, str) else seat_name(seat)
        for one, seat in zip(entrants, seats, strict=True)
    ]
    for name, seat in zip(names, seats, strict=True):
        if names.count(name) > 1 or seats.count(seat) > 1:
            raise UserError(f"{name} is named twice", where=where, cure="name each policy once")
    matches: dict[str, GameRules] = {}
    for second in range(len(names)):
        for first in range(second):
            for a, b in ((first, second), (second, first)):
                assert isinstance(rules, ChoiceRules)
                matches[names[a] + AGAINST + names[b]] = replace(rules, policies=(seats[a], seats[b]))
    return tuple(names), matches


def _usual(game: Game, variant: Variant, given: object) -> Variant:
    """Return the variant with its own policies, else the scenario's, else the usual ones."""
    rules = variant.rules
    if game.policies is None or (isinstance(rules, ChoiceRules) and rules.policies):
        return variant
    wanted = [game.policies.usual] * rules.seats if given is None else given
    return Variant(variant.name, with_policies(game, rules, wanted, None))
