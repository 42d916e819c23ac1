"""Requests: from what a page asks to a scenario; every field is checked."""

import math
from collections import Counter
from collections.abc import Mapping
from typing import Any

from reports.labels import phrase
from reports.live.limits import (
    MOST_GAMES,
    MOST_NAME,
    MOST_OPTION,
    MOST_PACE,
    MOST_VARIANTS,
)
from sim.contract.game import Game, seated
from sim.contract.policy import policies_table
from sim.contract.rules import GameRules
from sim.errors import UserError, reported_at, shown, unknown
from sim.games import find_game
from sim.limits import check_games, check_seed, parse_count
from sim.scenario.scenario import Scenario
from sim.scenario.variants import Variant

FIELDS = ("game", "variants", "games", "seed")
PACE = ("seconds_per_play", "seconds_per_shuffle")
"""What a page may leave out: the time of a card of each player, and of a pile that is shuffled."""
OF_A_VARIANT = ("name", "rules", "policies")


def scenario_of(asked: object) -> Scenario:
    """Return the scenario that a page asks for."""
    fields = table(asked, "the request", (*FIELDS, *PACE))
    for name in FIELDS:
        if name not in fields:
            raise UserError(f"{name!r} is missing", cure=f"give {', '.join(FIELDS)}")
    if not isinstance(fields["game"], str):
        raise UserError(
            f"{fields['game']!r} is not the name of a game",
            where="game",
            cure="give a text",
        )
    game = find_game(fields["game"])
    games = games_of(fields["games"])
    # A whole number of more than 53 bits is not a number in a page's script, so a text will do.
    seed = fields["seed"]
    if (
        isinstance(seed, str)
        and seed.isascii()
        and seed.isdecimal()
        and len(seed) <= 20
    ):
        seed = int(seed)
    variants = fields["variants"]
    if not isinstance(variants, list) or not 1 <= len(variants) <= MOST_VARIANTS:
        raise UserError(
            "these are not 1 to 4 sets of rules",
            where="variants",
            cure=f"give 1 to {MOST_VARIANTS} in a list",
        )
    rules = [
        _rules(game, asked_rules, number)
        for number, asked_rules in enumerate(variants, 1)
    ]
    names = [
        _name(game, asked_rules, own)
        for asked_rules, own in zip(variants, rules, strict=True)
    ]
    for number, own in enumerate(rules, 1):
        if own in rules[: number - 1]:
            raise UserError(
                f"the rules are those of rules {rules.index(own) + 1}",
                where=f"rules {number}",
                cure="change an option, or remove them",
            )
    for name, count in Counter(names).items():
        if count > 1:
            raise UserError(
                f"two sets of rules are called {name!r}",
                where="name",
                cure="rename one",
            )
    scenario = Scenario(
        title=f"{game.title}, played live",
        question="",
        game=game.name,
        games=games,
        seed=check_seed(seed),
        variants=tuple(map(Variant, names, rules)),
    )
    return scenario.with_pace(*(_seconds(fields.get(name), name) for name in PACE))


def _seconds(value: object, where: str) -> float | None:
    """Return a time that is asked for; 0 and nothing mean the usual one."""
    if value is None or value == "":
        return None
    try:
        seconds = float(value) if isinstance(value, int | float | str) else math.nan
    except (ValueError, OverflowError):
        seconds = math.nan
    if not 0 <= seconds <= MOST_PACE:
        cure = f"give seconds, up to {MOST_PACE:,}, such as 2.5"
        raise UserError(
            f"{shown(str(value))} is not a valid time",
            where=where.replace("_", " "),
            cure=cure,
        )
    return seconds or None


def table(value: object, where: str, known: tuple[str, ...]) -> Mapping[str, Any]:
    """Return an object with known names only."""
    if not isinstance(value, dict):
        raise UserError(f"{where} is not an object", cure=f"give {', '.join(known)}")
    for name in value:
        if name not in known:
            raise unknown("field", name[:MOST_NAME], known)
    return value


def games_of(value: object) -> int:
    """Return the number of games that is asked for."""
    games = (
        parse_count(value, "games")
        if isinstance(value, str)
        else check_games(value, least=1)
    )
    if games > MOST_GAMES:
        raise UserError(
            f"{value if isinstance(value, str) else format(games, ',')} games are more than are played live",
            where="games",
            cure=f"play up to {MOST_GAMES:,} here, and more with warlab run",
        )
    return games


def _rules(game: Game, asked: object, number: int) -> GameRules:
    where = f"rules {number}"
    with reported_at(where, within=True):
        fields = table(asked, "a set of rules", OF_A_VARIANT)
        given = fields.get("rules", {})
        if isinstance(given, dict):
            _check_costs(given)
        rules: GameRules = game.rules.of(given)
        policies = fields.get("policies")
        # None of a game of choice has its usual policies, as in a scenario.
        if policies is None and game.policies is not None:
            policies = [game.policies.usual] * rules.seats
        if policies is not None and not (
            isinstance(policies, list)
            and all(isinstance(name, str) for name in policies)
        ):
            raise UserError(
                "not a list of names",
                where="policies",
                cure="name a policy for each player",
            )
        return seated(game, rules, policies)


def _check_costs(given: Mapping[str, object]) -> None:
    """Refuse numbers with which a single game could go on for minutes."""
    for name, value in given.items():
        if isinstance(value, int | float) and abs(value) > MOST_OPTION:
            raise UserError(
                f"{MOST_OPTION:,} is the most that is played live",
                where=name[:MOST_NAME],
                cure="give a smaller number here, or use warlab play",
            )


def _name(game: Game, asked: Mapping[str, Any], rules: GameRules) -> str:
    """Return the name of a set of rules: the given one, or what sets it apart from the usual rules."""
    given = asked.get("name", "")
    if not isinstance(given, str) or len(given) > MOST_NAME or not given.isprintable():
        raise UserError(
            "not a name",
            where="name",
            cure=f"a name is one line of at most {MOST_NAME} printable letters",
        )
    if given.strip():
        return given.strip()
    changed = [phrase(game, name, getattr(rules, name)) for name in rules.changed()]
    players = policies_table(rules).get("policies", [])
    return "; ".join(
        [
            ", ".join(changed) or "the usual rules",
            *([" against ".join(players)] * bool(players)),
        ]
    )
