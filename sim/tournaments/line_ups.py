"""Line-ups: policies in games for three players or more.

Each policy plays in every seat on the same deals.
"""

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from sim.collect.driver import collected
from sim.collect.ledger import block_size
from sim.collect.tasks import Counting
from sim.contract.columns import WINNER
from sim.contract.game import Game
from sim.contract.rules import ChoiceRules
from sim.counts.counted import Key
from sim.counts.counting import count_values
from sim.counts.keys import WINS_OF_ALL
from sim.counts.tallies import Tallies
from sim.engine.pieces import Going
from sim.engine.playing import play_variants
from sim.errors import UserError
from sim.limits import check_games, check_number, check_seed
from sim.machine.resources import check_workers
from sim.scenario.variants import MOST_VARIANTS, entrants_of
from sim.stats import Interval, mean
from sim.tournaments.meetings import share_of_all
from sim.tournaments.playing import game_of_choice

_POINTS = "points of all games"
"""The column of a policy's points, added up over its games on a deal."""


@dataclass(frozen=True)
class Place:
    """A policy's place in the ranking of line-ups.

    Its games on one deal are taken together.

    Attributes
    ----------
    name
        The policy.
    wins
        The share of its games that it won.
    points
        Its mean points.
    """

    name: str
    wins: Interval
    points: Interval


@dataclass(frozen=True)
class LineUps:
    """The result of line-ups.

    Attributes
    ----------
    ranking
        The policies, most wins first.
    deals, players
        The number of deals and of players.
    line_ups
        The number of different line-ups on each deal, each in as many seatings as there
        are players.
    """

    ranking: tuple[Place, ...]
    deals: int
    players: int
    line_ups: int


def line_ups(
    name: str,
    policies: Sequence[object],
    games: int = 10_000,
    *,
    seed: int = 1,
    first: int = 0,
    rules: Mapping[str, object] | None = None,
    workers: int = 1,
    level: float = 0.95,
) -> LineUps:
    """Play every line-up of policies in a game for three players or more.

    Each policy plays in every seat, on the same deals.

    The result holds for these policies only: another one could beat them all.

    Parameters
    ----------
    name
        A game of choice.
    policies
        At least as many as there are players: names, or user-defined functions.
    games
        The number of deals for each line-up; each deal is played once with every player
        moved on by a seat.
    seed, first
        The seed, and the number of the first game.
    rules
        Options, with the number of players; the others have their defaults.
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
    >>> result = sim.line_ups("gops", ["match", "match-plus-one", "random"], 200, rules={"players": 3})
    >>> [place.name for place in result.ranking]
    ['match-plus-one', 'random', 'match']
    """
    game, chosen = game_of_choice(name, rules, policies, level)
    seated, names = _line_ups(game, chosen, policies)
    seed = check_seed(seed)
    first = check_number(first)
    games = check_games(games, least=1)
    scored = game.policies.margin[0].removesuffix("0") if game.policies else ""

    def count(start: int, size: int, going: Going) -> Tallies:
        rules = [seating for seating, _ in seated]
        played = play_variants(game, rules, seed, start, size, going=going)
        totals = np.zeros((len(names), 2, size), np.int64)
        for columns, (_, line) in zip(played, seated, strict=True):
            for seat, place in enumerate(line):
                totals[place, 0] += columns[WINNER] == seat
                totals[place, 1] += columns[f"{scored}{seat}"]
        counted = {}
        for policy, (wins, points) in zip(names, totals, strict=True):
            counted[Key(policy, "", WINS_OF_ALL)] = count_values(wins)
            counted[Key(policy, "", _POINTS)] = count_values(points)
        return Tallies(counted)

    found = collected(
        Counting(Tallies(), count),
        games,
        first=first,
        workers=check_workers(workers),
        size=block_size(len(seated), games),
    )
    on_a_deal = len(seated) * chosen.seats // len(names)
    places = []
    for policy in names:
        wins = share_of_all(found.histogram(policy, WINS_OF_ALL), on_a_deal, level)
        points = mean(found.histogram(policy, _POINTS), level)
        places.append(Place(policy, wins, points.scaled(1 / on_a_deal)))
    ranking = tuple(sorted(places, key=lambda place: -(place.wins.value or 0.0)))
    return LineUps(ranking, games, chosen.seats, len(seated) // chosen.seats)


def _line_ups(
    game: Game, rules: ChoiceRules, policies: Sequence[object]
) -> tuple[list[tuple[ChoiceRules, tuple[int, ...]]], tuple[str, ...]]:
    """The rules of every seating with the places of its policies among the names, and the names."""
    players = rules.seats
    if players < 3:
        raise UserError(
            f"line-ups with {players} players",
            where="players",
            cure="for two players use sim.tournament",
        )
    names, seats = entrants_of(game, rules, policies, where="policies", least=players)
    lines = list(itertools.combinations(range(len(names)), players))
    if len(lines) * players > MOST_VARIANTS:
        cure = f"{players} players of fewer policies: at most {MOST_VARIANTS} seatings are played"
        raise UserError(f"{len(lines)} line-ups", where="policies", cure=cure)
    seatings = [
        line[shift:] + line[:shift] for line in lines for shift in range(players)
    ]
    return [
        (replace(rules, policies=tuple(seats[place] for place in seating)), seating)
        for seating in seatings
    ], names
