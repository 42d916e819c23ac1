"""The games behind the page "Your rules": played rule set by rule set, each kept in a file of its own, and resumed."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from reports.site.atlas.grid import SEED, RuleSet, rule_sets
from reports.site.atlas.tables import Table, table
from sim.engine.pieces import Going
from sim.games import find_game
from sim.machine.threads import Threads
from sim.runs.counting import count_games
from sim.storage.files import make_directory, write_whole


def atlas_tables(
    directory: Path, games: int, workers: int, tell: Callable[[int, int], None]
) -> dict[str, Table]:
    """Return the answers of every rule set; those that a file has already are not played again."""
    make_directory(directory)
    wanted = list(rule_sets())
    tables: dict[str, Table] = {}
    with Threads(workers, lambda: None) as threads:
        # Those for two players have the most games and come first, so all threads end at about the same time.
        for rule_set, known in threads.as_done(
            wanted,
            lambda rule_set, _: (
                rule_set,
                _answers(directory, rule_set, rule_set.games(games), threads.going),
            ),
        ):
            tables[rule_set.key] = known
            tell(len(tables), len(wanted))
    return {rule_set.key: tables[rule_set.key] for rule_set in wanted}


def _answers(directory: Path, rule_set: RuleSet, games: int, going: Going) -> Table:
    """Return the answers of a rule set, from its file or from games that are played now."""
    game = find_game("war")
    path = directory / f"{rule_set.key}.json"
    played = {"version": game.version, "games": games, "seed": SEED, "rules": rule_set.rules}
    known = _kept(path, played)
    if known is None:
        rules = game.rules.of(rule_set.rules)
        known = table(rule_set, games, count_games(game, rules, SEED, range(games), wanted=going))
        write_whole(path, json.dumps({"played": played, "table": known}).encode())
    return known


def _kept(path: Path, played: dict[str, Any]) -> Table | None:
    """Return the answers in a file, if they are those of these games."""
    try:
        kept = json.loads(path.read_bytes())
        known: Table = kept["table"]
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return known if kept.get("played") == played else None
