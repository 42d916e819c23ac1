"""Games that a call plays and counts in memory: of one set of rules, or of variants on the same deals."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import closing
from dataclasses import replace
from typing import Any

from reports.answer import first_screen
from reports.facts import gather
from reports.numbers import level_text
from sim.collect.driver import collect
from sim.commands.arguments import setting_words
from sim.commands.mcp.working import Line
from sim.commands.queries import checked
from sim.contract.answer import Answer, Number, Paragraph, Table
from sim.contract.policy import policies_table
from sim.counts.queries import Kind, Query, seconds_of
from sim.counts.summary import Summary, table, table_of_differences
from sim.counts.tallies import Tallies
from sim.engine.playing import warm_up
from sim.errors import UserError
from sim.games import find_game
from sim.limits import games_words
from sim.machine.resources import cores
from sim.machine.workers import Workers
from sim.runs.results import Results
from sim.runs.work import games_of
from sim.scenario.reading import from_dict
from sim.scenario.scenario import Scenario
from sim.stats import Estimate, Measure

LEVEL = 0.95
"""The level of the intervals."""

MOST_GAMES = 10_000_000
"""The most games of a call, of all variants together."""


def scenario_of(game: str, games: int, seed: int, **more: Any) -> Scenario:
    """The scenario that a call describes.

    Parameters
    ----------
    game, games, seed
        As in a scenario file.
    more
        Other fields of a scenario file; None for none.

    Raises
    ------
    UserError
        If it is none, or has too many games for a call.
    """
    described = {"game": game, "games": games, "seed": seed, **more}
    given = {key: value for key, value in described.items() if value is not None}
    scenario = from_dict(given)
    asked = scenario.games * len(scenario.variants)
    if asked > MOST_GAMES:
        raise UserError(
            f"{games_words(asked)} are too many for a call",
            where="games",
            cure=f"ask for at most {MOST_GAMES:,} in all; warlab run plays more",
        )
    return scenario


def asking(
    scenario: Scenario,
    chances: Iterable[str],
    means: Iterable[str],
    given: str,
    by: str,
) -> Scenario:
    """A scenario of one set of rules that also asks for chances and means.

    Parameters
    ----------
    scenario
        The games.
    chances, means
        Conditions, and amounts, over the columns of the game.
    given
        The condition that a game must meet to count; empty for all games.
    by
        The column whose values are answered apart; empty for none.
    """
    game = find_game(scenario.game)
    (rules,) = scenario.rules.values()
    seconds = seconds_of(game, scenario.report.seconds_per_play)
    wanted = [
        (Query("", kind, text, given, seconds), f"{kind}s")
        for kind, texts in ((Kind.CHANCE, chances), (Kind.MEAN, means))
        for text in texts
    ]
    queries = checked(game, rules, wanted, by, "by")
    if (given or by) and not queries:
        raise UserError(
            "nothing is asked",
            where="given" if given else "by",
            cure="name chances or means",
        )
    return replace(scenario, queries=tuple(queries))


def answer_of(scenario: Scenario, line: Line) -> Answer:
    """Play the games of a scenario and answer with every statistic.

    Parameters
    ----------
    scenario
        What is played.
    line
        Takes the progress.
    """
    counted = _counted(scenario, line)
    screen = first_screen(gather(Results(scenario, counted), level=LEVEL))
    summary = Summary.of_rules(
        counted, find_game(scenario.game), scenario.rules, scenario.queries
    )
    estimates, differences = summary.estimates(LEVEL), summary.differences(LEVEL)
    statistics = table(estimates).to_dicts()
    variants = {
        name: {
            "rules": rules.as_dict(),
            **policies_table(rules),
            "statistics": [row for row in statistics if row["variant"] == name],
        }
        for name, rules in scenario.rules.items()
    }
    about = {
        "headline": screen.headline,
        "verdict": screen.verdict,
        "game": scenario.game,
        "seed": scenario.seed,
        "games": scenario.games,
        "level": LEVEL,
    }
    if len(variants) == 1:
        data = {**about, **next(iter(variants.values()))}
    else:
        rows = table_of_differences(differences).to_dicts()
        data = {**about, "variants": variants, "differences": rows}
    return replace(
        screen,
        blocks=(
            *screen.blocks,
            *(Paragraph(text) for text in _played(scenario)),
            _table(differences or estimates),
        ),
        data=data,
    )


def _counted(scenario: Scenario, line: Line) -> Tallies:
    task = games_of(replace(scenario, keep_games=False))
    warm_up(task.game, list(task.rules.values()), task.seed)
    line.games = scenario.games
    steps = collect(task, (0, scenario.games), Workers(cores()))
    with closing(steps):
        for step in steps:
            line(step.games_done)
    return step.counted


def _played(scenario: Scenario) -> list[str]:
    """What was played, so that anybody can play it again."""
    games = games_words(scenario.games)
    where = f"numbers from 0, seed {scenario.seed}"
    how = f"intervals at {level_text(LEVEL)}"
    texts = [f"{games} of {scenario.game}, {where}; {how}."]
    for name, rules in scenario.rules.items():
        changed = setting_words(rules) or "all options at their defaults"
        players = ", ".join(policies_table(rules).get("policies", []))
        seated = f"; players: {players}" if players else ""
        of = f" of “{name}”" if len(scenario.rules) > 1 else ""
        texts.append(f"Rules{of}: {changed}{seated}.")
    return texts


def _table(estimates: Iterable[Estimate]) -> Table:
    """Numbers with their intervals and methods; of variants, a row for each pair."""
    rows = []
    for estimate in estimates:
        share = estimate.measure in (Measure.SHARE, Measure.OTHERWISE)
        label = estimate.statistic
        if estimate.versus:
            label = f"{label}: {estimate.variant}, less {estimate.versus}"
        number = Number.of(estimate.interval, share=share)
        rows.append((label, number, estimate.interval.method))
    return Table("", ("statistic", "value", "method"), tuple(rows), frozenset({2}))
