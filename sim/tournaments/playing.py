"""A tournament played in memory; the policies may be user-defined.

Nothing here writes to disk.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from sim.collect.driver import collected
from sim.collect.ledger import block_size
from sim.collect.tasks import GamesTask
from sim.contract.game import Game
from sim.contract.rules import ChoiceRules
from sim.errors import UserError, shown
from sim.games import find_game
from sim.limits import check_games, check_number, check_seed
from sim.machine.resources import check_workers
from sim.scenario.variants import matches_of, pairings
from sim.stats.shares import check_level

if TYPE_CHECKING:
    from sim.tournaments.standings import Tournament


def tournament(
    name: str,
    policies: Sequence[object],
    games: int = 10_000,
    *,
    seed: int = 1,
    first: int = 0,
    rules: Mapping[str, object] | None = None,
    workers: int = 1,
    level: float = 0.95,
) -> Tournament:
    """Play every policy against every other, in both seats, on the same deals.

    Parameters
    ----------
    name
        A game of choice.
    policies
        At least two: names, or user-defined functions.
    games
        The number of deals for each pair of policies; each deal is played twice.
    seed, first
        The seed, and the number of the first game.
    rules
        Options; the others have their defaults.
    workers
        The number of threads; -1 uses all cores. The result does not depend on it.
    level
        The level of the intervals.

    Raises
    ------
    UserError
        If the game, an option, a policy or a number is not legal.

    Examples
    --------
    >>> import sim
    >>> result = sim.tournament("gops", ["random", "match", "match-plus-one"], 500, seed=1)
    >>> [standing.name for standing in result.ranking]
    ['match-plus-one', 'match', 'random']
    """
    from sim.tournaments.standings import tournament_of

    game, chosen = game_of_choice(name, rules, policies, level)
    names, matches = pairings(game, chosen, list(policies), where="policies")
    seed = check_seed(seed)
    first = check_number(first)
    games = check_games(games, least=1)
    task = GamesTask(game, matches, seed, matches=matches_of(names))
    size = block_size(len(matches), games)
    total = collected(
        task, games, first=first, workers=check_workers(workers), size=size
    )
    largest = None if game.largest_margin is None else game.largest_margin(chosen)
    return tournament_of(total, names, level, largest)


def game_of_choice(
    name: str,
    rules: Mapping[str, object] | ChoiceRules | None,
    policies: object,
    level: float,
) -> tuple[Game, ChoiceRules]:
    """A game in which players choose, with its rules.

    The policies must be a list, and the level a level.

    Parameters
    ----------
    name
        The name of the game.
    rules
        The rules, or some options.
    policies
        What the user gave.
    level
        The level of the intervals.

    Raises
    ------
    UserError
        If one of them is not valid.
    """
    game = find_game(name)
    if game.policies is None:
        raise UserError(
            f"{name} cannot have a tournament: its players have nothing to choose",
            cure="name a game of choice, such as gops",
        )
    chosen = rules if isinstance(rules, game.rules) else game.rules.of(rules)
    check_level(level)
    if isinstance(policies, str) or not isinstance(policies, Sequence):
        raise UserError(
            f"{shown(policies)} is not a list of policies",
            where="policies",
            cure="give a list",
        )
    return game, chosen
