"""The games behind the page "Your rules": played rule set by rule set, each kept in a file of its own, and resumed."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from reports.site.atlas.tables import Table


def atlas_tables(
    directory: Path, games: int, workers: int, tell: Callable[[int, int], None]
) -> dict[str, Table]:
    """Return the answers of every rule set; those that a file has already are not played again.

    Parameters
    ----------
    directory
        Where the files are kept; it is created if need be.
    games
        How many games of each rule set for two players; the others get fewer.
    workers
        How many threads.
    tell
        Called after every rule set with how many are done, and how many there are.

    Raises
    ------
    UserError
        If a file cannot be written.
    """
    from reports.site.atlas.grid import SEED, rule_sets
    from reports.site.atlas.tables import table
    from sim.commands.counting import count_games
    from sim.files import make_directory, write_whole
    from sim.games import find_game

    make_directory(directory)
    game, found = find_game("war"), {}
    wanted = list(rule_sets())
    for place, rule_set in enumerate(wanted, 1):
        path = directory / f"{rule_set.key}.json"
        size = rule_set.games(games)
        played = {"version": game.version, "games": size, "seed": SEED, "rules": rule_set.rules}
        known = _kept(path, played)
        if known is None:
            tallies = count_games(game, game.rules.of(rule_set.rules), SEED, 0, size, workers)
            known = table(rule_set, size, tallies)
            write_whole(path, json.dumps({"played": played, "table": known}).encode())
        found[rule_set.key] = known
        tell(place, len(wanted))
    return found


def _kept(path: Path, played: dict[str, Any]) -> Table | None:
    """Return the answers in a file, if they are those of these games."""
    try:
        kept = json.loads(path.read_bytes())
        known: Table = kept["table"]
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return known if kept.get("played") == played else None
