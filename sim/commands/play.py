"""``warlab play``: a quick answer in the terminal; no files."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Annotated

import typer

from sim.commands import arguments
from sim.commands.arguments import Json, Level, Players, Setting, Workers
from sim.commands.screen import show, show_json
from sim.limits import MOST_GAMES, MOST_NUMBER, MOST_SEED

if TYPE_CHECKING:
    from sim.contract.game import Game
    from sim.contract.rules import GameRules
    from sim.stats import Estimate


def play(
    game: Annotated[
        str, typer.Argument(metavar="GAME", help="The name of a game; `warlab games` lists them.")
    ],
    rule: Setting = None,
    policies: Players = None,
    games: Annotated[str, typer.Option(metavar="N", help="How many games, such as 1e6.")] = "100_000",
    seed: Annotated[
        str, typer.Option(metavar="S", help="The random seed, a whole number.")
    ] = arguments.USUAL_SEED,
    first: Annotated[str, typer.Option(metavar="K", help="The number of the first game.")] = "0",
    workers: Workers = None,
    level: Level = "0.95",
    json: Json = False,
) -> None:
    """Play games and show how long they last, who wins and how they end. Nothing is written to disk."""
    from sim.contract.policy import policies_table
    from sim.games import find_game
    from sim.tallies.summary import table

    chosen = find_game(game)
    rules = arguments.policies_of(chosen, arguments.rules_of(chosen, rule), policies)
    at = {
        "seed": arguments.whole(seed, "--seed", 0, MOST_SEED),
        "first": arguments.whole(first, "--first", 0, MOST_NUMBER),
        "games": arguments.whole(games, "--games", 1, MOST_GAMES),
    }
    workers_wanted = arguments.worker_count(workers)
    level_wanted = arguments.share(level, "--level")
    statistics, seconds = _statistics(chosen, rules, at, workers_wanted, level_wanted)
    if json:
        played = {"rules": rules.as_dict(), **policies_table(rules)}
        about = {"game": chosen.name, **played, **at, "seconds": round(seconds, 3)}
        rows = table(statistics).drop("variant").to_dicts()
        show_json({**about, "level": level_wanted, "statistics": rows})
    else:
        _answer(chosen, rules, at, statistics, seconds, level_wanted)


def _statistics(
    game: Game, rules: GameRules, at: dict[str, int], workers: int, level: float
) -> tuple[list[Estimate], float]:
    """Return the statistics of the games, and the seconds that playing them took."""
    from sim.commands.counting import count_games
    from sim.commands.progress import progress_line
    from sim.tallies.summary import estimates

    with progress_line(at["games"]) as tell:
        start = time.perf_counter()
        tallies = count_games(game, rules, at["seed"], at["first"], at["games"], workers, tell)
        seconds = time.perf_counter() - start
    seats = {"": getattr(rules, "seats", 2)}
    return estimates(tallies, game, ("",), level, seats=seats), seconds


def _players(game: Game, rules: GameRules) -> list[str]:
    """Return the players' policies, as lines to show."""
    from sim.contract.policy import seat_name, seats_under

    if game.policies is None:
        return []
    names = (seat_name(seat) for seat in seats_under(game.policies, rules))
    return ["Players: " + ", ".join(f"{seat} {name}" for seat, name in enumerate(names))]


def _answer(
    game: Game,
    rules: GameRules,
    at: dict[str, int],
    statistics: list[Estimate],
    seconds: float,
    level: float,
) -> None:
    from reports.numbers import level_text
    from sim.commands import figures
    from sim.commands.progress import rate

    games, seed, last = at["games"], at["seed"], at["first"] + at["games"] - 1
    show(
        f"{game.title}: {games:,} games, numbers {at['first']:,} to {last:,} of seed {seed}; "
        f"{seconds:.1f} s, {rate(games, seconds)}",
        f"Rules: {arguments.setting_words(rules) or 'all options at their defaults'}",
        *_players(game, rules),
        "",
        figures.counts_table(statistics),
        "",
        figures.shares_table(statistics),
        "",
        *figures.notes(statistics, level_text(level)),
    )
