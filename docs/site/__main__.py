"""The atlas as a program: ``python -m docs.site TARGET`` plays what its pages need, and writes them."""

import argparse
import json
import re
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from docs.site.atlas.grid import GAMES, SEED, RuleSet, rule_sets
from docs.site.atlas.tables import Table, table
from docs.site.build import parts
from docs.site.writing import check_place, write_site
from sim.collect.driver import collected
from sim.collect.ledger import block_size
from sim.collect.tasks import GamesTask
from sim.commands import arguments
from sim.commands.complaints import StoppedError
from sim.commands.progress import steps
from sim.commands.warming import compile_games
from sim.counts.queries import SHUFFLES
from sim.errors import UserError, shown
from sim.games import find_game
from sim.runs import run
from sim.scenario import Scenario, load_scenario, shipped_scenarios
from sim.storage.files import make_directory, write_whole

OUT = Path("build/site")
RUNS = Path("runs/site")

SHARE, LEAST = 10, 100_000
"""The usual sample is this part of the games of a scenario, but not fewer than these."""

PACED = 20_000
"""How many games of a rule set tell how often piles are shuffled: counting that takes ten times as long as the game."""

BLOCKS = 4
"""The blocks of a run for each worker, at least, so that all of them end at about the same time."""


def main() -> None:
    """Write the site that the command line asks for."""
    parser = argparse.ArgumentParser(
        prog="python -m docs.site", description="Write the answers as pages."
    )
    parser.add_argument("target", nargs="?", type=Path, default=OUT)
    parser.add_argument("--runs", type=Path, default=RUNS, help="where games are kept")
    parser.add_argument("--games", type=int, help="at most N games of each variant")
    parser.add_argument("--workers", type=int, help="processes to play with")
    parser.add_argument("--address", default="", help="where the site will be")
    asked = parser.parse_args()
    site(asked.target, asked.runs, asked.games, asked.workers, asked.address)


def site(
    out: Path, runs: Path, games: int | None, workers: int | None, address: str
) -> None:
    """Play what is missing, and write the site."""
    check_place(out)
    if address and not re.fullmatch(r"https?://[^\s\"'<>]+", address):
        cure = "write it as https://example.org/warlab"
        raise UserError(
            f"{shown(address)} is no address of pages", where="--address", cure=cure
        )
    make_directory(runs)
    cores = arguments.worker_count(workers)
    try:
        played = play_scenarios(runs, games, cores)
        tables = play_rules(runs / "rules", games, cores)
        with steps(1) as tell:
            tell("writing the pages")
            front = write_site(
                out,
                *parts(played, tables, cores),
                address=address and address.rstrip("/") + "/",
            )
    except KeyboardInterrupt:
        raise StoppedError(
            "interrupted; the same command plays and writes the rest"
        ) from None
    print(f"The site is in {front}")


def play_scenarios(folder: Path, most: int | None, workers: int) -> dict[str, Path]:
    """Return the directories of the runs of all bundled scenarios, after playing what is missing."""
    planned = {name: load_scenario(path) for name, path in shipped_scenarios().items()}
    games, played = {}, {}
    for name, scenario in planned.items():
        games[name] = min(scenario.games, most or max(scenario.games // SHARE, LEAST))
        played[name] = folder / f"{name}-{scenario.hash[:8]}-{games[name]}"
    missing = {
        name: scenario
        for name, scenario in planned.items()
        if not played[name].exists()
    }
    compile_games(missing, workers)
    with steps(len(planned)) as tell:
        for name, scenario in planned.items():
            tell(name)
            _play(scenario, played[name], games[name], workers)
    return played


def _play(scenario: Scenario, path: Path, games: int, workers: int) -> None:
    """Play what is missing in the directory of a run."""
    there = path.exists()
    block = min(
        block_size(len(scenario.variants), games), -(-games // (BLOCKS * workers))
    )
    try:
        run(
            scenario,
            path,
            games=games,
            workers=workers,
            resume=True,
            keep_games=False,
            block_games=block,
        )
    except UserError as error:
        if not there:
            raise
        cure = "remove this directory, so that its games are played again, or choose another --runs"
        raise UserError(error.what, where=str(path), cure=cure) from None


def play_rules(folder: Path, most: int | None, workers: int) -> dict[str, Table]:
    """Return the answers of every rule set that a reader can pick; those that a file has are not played again."""
    make_directory(folder)
    wanted = list(rule_sets())
    tables: dict[str, Table] = {}
    with steps(len(wanted)) as tell:
        for rule_set in wanted:
            games = rule_set.games(most or GAMES)
            tables[rule_set.key] = _answers(folder, rule_set, games, workers)
            tell("rule sets")
    return tables


def _answers(directory: Path, rule_set: RuleSet, games: int, workers: int) -> Table:
    """Return the answers of a rule set, from its file or from games that are played now."""
    game = find_game("war")
    path = directory / f"{rule_set.key}.json"
    played = {
        "version": game.version,
        "games": games,
        "seed": SEED,
        "rules": rule_set.rules,
    }
    if rule_set.shuffles:
        played[SHUFFLES] = PACED
    with suppress(OSError, ValueError, KeyError, TypeError):
        kept = json.loads(path.read_bytes())
        if kept["played"] == played:
            known: Table = kept["table"]
            return known
    rules = game.rules.of(rule_set.rules)
    task = GamesTask(game, {"": rules}, SEED)
    counted = paced = collected(task, games, workers=workers)
    if rule_set.shuffles:
        asking = replace(task, rules={"": game.asking(rules, [SHUFFLES], "")})
        paced = collected(asking, min(games, PACED), workers=workers)
    known = table(rule_set, games, counted, paced)
    write_whole(path, json.dumps({"played": played, "table": known}).encode())
    return known


if __name__ == "__main__":
    main()
