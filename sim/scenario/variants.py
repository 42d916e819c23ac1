"""Variants of a scenario.

They are combinations of ``[vary]``, those of ``[[variant]]``, the matches of a
tournament, or a single one.
"""

import itertools
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sim.contract.game import Game, seated
from sim.contract.policy import Choices, seat_name, seats_under
from sim.contract.rules import ChoiceRules, GameRules
from sim.counts.keys import Pairing
from sim.errors import UserError, reported_at, unknown
from sim.options import plain_text, toml_value
from sim.scenario.models import ScenarioFile

MOST_VARIANTS = 1000

MOST_ENTRANTS = 31
"""The most policies of a tournament: more would make more than ``MOST_VARIANTS``
matches."""
assert MOST_ENTRANTS * (MOST_ENTRANTS - 1) <= MOST_VARIANTS


@dataclass(frozen=True)
class Variant:
    """A variant of the rules: a name, and every option."""

    name: str
    rules: GameRules


def variants_of(
    game: Game, file: ScenarioFile
) -> tuple[tuple[str, ...], tuple[Variant, ...]]:
    """The policies of a tournament and the variants of a scenario.

    Without a tournament there are no policies.
    """
    for key in ("policies", "tournament"):
        if getattr(file, key) is not None and game.policies is None:
            raise UserError(
                f"{game.name} is not a game of choice", where=key, cure="remove it"
            )
    if file.tournament is None:
        return (), tuple(
            _usual(game, variant, file.policies)
            for variant in _own_variants(game, file)
        )
    for key in ("policies", "vary", "variant"):
        if getattr(file, key) is not None:
            raise UserError(
                f"tournament together with {key}",
                where=key,
                cure="a scenario with a tournament has no other variants: remove it",
            )
    (alone,) = _own_variants(game, file)
    names, matches = pairings(game, alone.rules, file.tournament, where="tournament")
    return names, tuple(Variant(name, rules) for name, rules in matches.items())


def _own_variants(game: Game, file: ScenarioFile) -> tuple[Variant, ...]:
    if file.vary is not None and file.variant is not None:
        raise UserError(
            "both [vary] and [[variant]]", where="vary", cure="give only one of them"
        )
    if file.vary is not None:
        variants = tuple(_combinations(game, file.rules, file.vary))
    elif file.variant is not None:
        _check_number(len(file.variant), "variant")
        named = []
        for entry in file.variant:
            where = f"variant {entry.name!r}"
            rules = _rules(game, file.rules, entry.rules, where)
            with reported_at(f"{where}: policies"):
                named.append(Variant(entry.name, seated(game, rules, entry.policies)))
        variants = tuple(named)
    else:
        variants = (Variant(game.name, _rules(game, file.rules, {}, "rules")),)
    names = [variant.name for variant in variants]
    if len(set(names)) < len(names):
        twice = next(name for name in names if names.count(name) > 1)
        cure = "give each its own name"
        raise UserError(
            f"two variants are called {twice!r}", where="variant", cure=cure
        )
    return variants


def _check_number(count: int, where: str) -> None:
    if count > MOST_VARIANTS:
        raise UserError(
            f"{count} variants",
            where=where,
            cure=f"a scenario has at most {MOST_VARIANTS}",
        )


def _combinations(
    game: Game, base: Mapping[str, Any], vary: Mapping[str, list[Any]]
) -> Iterator[Variant]:
    known = [option.name for option in game.rules.options()]
    for name in vary:
        if name not in known:
            raise unknown("option", name, known, where="vary")
        if name in base:
            cure = "remove it from one of them"
            raise UserError(
                f"{name} is in [rules] too", where=f"vary.{name}", cure=cure
            )
    if not vary:
        cure = "give an option with a list of values, or remove [vary]"
        raise UserError("nothing varies", where="vary", cure=cure)
    _check_number(math.prod(len(values) for values in vary.values()), "vary")
    for combination in itertools.product(*vary.values()):
        chosen = dict(zip(vary, combination, strict=True))
        # True and false stand in a name as in the file.
        name = ", ".join(
            f"{option}={toml_value(value) if isinstance(value, bool) else plain_text(value)}"
            for option, value in chosen.items()
        )
        yield Variant(name, _rules(game, base, chosen, "vary"))


def _rules(
    game: Game, base: Mapping[str, Any], own: Mapping[str, Any], where: str
) -> GameRules:
    try:
        rules: GameRules = game.rules.of({**base, **own})
        return rules
    except UserError as error:
        inherited = error.where in base and error.where not in own
        raise error.at("rules" if inherited else where) from None


def _usual(game: Game, variant: Variant, given: Sequence[str] | None) -> Variant:
    """The variant with its own policies, else the scenario's, else the usual ones."""
    rules = variant.rules
    if game.policies is None or (isinstance(rules, ChoiceRules) and rules.policies):
        return variant
    policies = [game.policies.usual] * rules.seats if given is None else list(given)
    with reported_at("policies"):
        return Variant(variant.name, seated(game, rules, policies))


def pairings(
    game: Game, rules: GameRules, entrants: Sequence[Any], *, where: str
) -> tuple[tuple[str, ...], dict[str, GameRules]]:
    """The names of the entrants of a tournament, and the rules of every match by its name.

    The two matches of the same players, in either seat, follow each other.
    """
    if rules.seats != 2:
        cure = "a tournament is for two players: set players = 2, or ask sim.line_ups in Python"
        raise UserError(
            f"a tournament with {rules.seats} players", where=where, cure=cure
        )
    names, seats = entrants_of(game, rules, entrants, where=where)
    by_name = dict(zip(names, seats, strict=True))
    variants: dict[str, GameRules] = {}
    for match in matches_of(names):
        first = by_name[match.policy]
        second = by_name[match.rival]
        for name, policies in zip(
            match.names, ((first, second), (second, first)), strict=True
        ):
            assert isinstance(rules, ChoiceRules)
            variants[name] = replace(rules, policies=policies)
    return names, variants


def matches_of(names: Sequence[str]) -> tuple[Pairing, ...]:
    """The matches of a tournament, with the places of their variants in :func:`pairings`."""
    met = [(names[a], names[b]) for b in range(len(names)) for a in range(b)]
    return tuple(Pairing(*pair, 2 * place) for place, pair in enumerate(met))


def entrants_of(
    game: Game,
    rules: GameRules,
    entrants: Sequence[Any],
    *,
    where: str,
    least: int = 2,
) -> tuple[tuple[str, ...], list[Choices]]:
    """The names of different policies, and how each chooses."""
    assert game.policies is not None
    if not least <= len(entrants) <= MOST_ENTRANTS:
        cure = f"name {least} to {MOST_ENTRANTS} policies"
        raise UserError(f"a tournament of {len(entrants)}", where=where, cure=cure)
    # Each against itself first, so that the error names a policy that cannot play.
    with reported_at(where):
        chosen = [seated(game, rules, [entrant] * rules.seats) for entrant in entrants]
    seats = [seats_under(game.policies, alone)[0] for alone in chosen]
    # A policy given by its short name keeps it.
    names = [
        entrant.strip() if isinstance(entrant, str) else seat_name(seat)
        for entrant, seat in zip(entrants, seats, strict=True)
    ]
    for name, seat in zip(names, seats, strict=True):
        if names.count(name) > 1 or seats.count(seat) > 1:
            raise UserError(
                f"{name} is named twice", where=where, cure="name each policy once"
            )
    return tuple(names), seats
