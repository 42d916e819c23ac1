"""``warlab plan``: how many games a scenario needs, and what they cost, from a pilot."""

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Annotated, Any

from reports.numbers import whole
from sim.commands import arguments, options
from sim.commands.options import argument, number, option
from sim.commands.printed import printed
from sim.contract.answer import Answer, Block, Bullets, Command, Paragraph, Table
from sim.contract.game import Game
from sim.counts.comparison import DIFFERENT
from sim.counts.names import comparable
from sim.counts.planning import (
    Need,
    comparisons,
    plan_comparison,
    plan_precision,
    value_under,
)
from sim.counts.queries import named_on_request
from sim.counts.stopping import check_aims
from sim.counts.summary import Summary
from sim.errors import UserError, reported_at, unknown
from sim.games import find_game
from sim.limits import MOST_GAMES
from sim.options import fields_of
from sim.runs.pilot import FEWEST_GAMES, GAMES, Played, play_pilot
from sim.scenario import Scenario, load_scenario
from sim.stats import Target
from sim.stats.power import Question
from sim.stats.precision import Precision
from sim.words import count_words, games_words, size_words, time_words

MOST_PILOT = 10**8


@dataclass(frozen=True)
class Asked:
    """The words of ``warlab plan``."""

    scenario: Annotated[
        str, argument("A TOML file, or the name of a bundled scenario.", "SCENARIO")
    ]
    precision: Annotated[
        list[str] | None,
        option(
            'The precision wanted of a statistic: "rounds mean 0.1 %"; may be repeated.',
            "PRECISION",
        ),
    ] = None
    power: Annotated[
        list[str] | None,
        option(
            'A difference between variants to detect: "rounds mean 1 %"; may be repeated.',
            "DIFFERENCE",
        ),
    ] = None
    with_power: Annotated[
        float,
        option(
            "The probability with which --power finds the difference.",
            "SHARE",
            read=arguments.share,
        ),
    ] = 0.8
    games: Annotated[
        int | None,
        number("Predict what N games of each variant would take.", 1, MOST_GAMES),
    ] = None
    pilot: Annotated[
        int,
        number("Games of each variant in the pilot.", FEWEST_GAMES, MOST_PILOT),
    ] = GAMES
    seed: options.OtherSeed = None
    workers: options.Workers = None
    level: options.Level = 0.95


@printed("csv", "json")
def plan(asked: Asked) -> Answer:
    """The games that a scenario needs, and what they cost, from a pilot played now."""
    aims = arguments.aims(asked.precision, "--precision")
    effects = arguments.aims(asked.power, "--power")
    level = asked.level
    scenario = load_scenario(asked.scenario).with_changes(
        games=asked.games, seed=asked.seed
    )
    game = find_game(scenario.game)
    named = [aim.statistic for aim in (*aims, *effects)]
    asked_for = named_on_request(game, named)
    scenario = scenario.with_columns(asked_for) if asked_for else scenario
    _check(scenario, game, aims, effects)
    nothing_asked = not (aims or effects or asked.games)
    if nothing_asked and scenario.precision is not None:
        aims = scenario.precision.aims
        level = scenario.precision.level
    workers = arguments.worker_count(asked.workers)
    played = play_pilot(scenario, asked.pilot, workers)
    known = Summary(played.tallies, game, scenario.rules, scenario.queries)
    needs = [
        *(plan_precision(known, aim, level) for aim in aims),
        *(_compared(known, aim, asked.with_power, level) for aim in effects),
    ]
    possible = [need.games for need in needs if need.games is not None]
    wanted = max(possible, default=0) or scenario.games
    blocks = [*_needed(needs, len(scenario.variants) > 1)]
    if needs and not possible:
        blocks.append(Paragraph("No sensible number of games would do."))
    else:
        blocks += _costs(asked.scenario, played, wanted)
    variants = _under_each(scenario)
    pilot = (
        f"Pilot: {games_words(played.games)}{variants} in {time_words(played.seconds)}; "
        "no run plays their numbers."
    )
    return Answer(
        title=scenario.title,
        blocks=(Paragraph(pilot), *blocks),
        data=_values(asked.scenario, played, needs, wanted),
        rows=map(asdict, needs),
    )


def _check(
    scenario: Scenario,
    game: Game,
    aims: tuple[Target, ...],
    compared: tuple[Target, ...],
) -> None:
    """Refuse what no run of the scenario could answer, before anything is played."""
    if scenario.tournament:
        raise UserError(
            "a tournament cannot be planned",
            where="plan",
            cure="name two policies as variants of a match",
        )
    if aims:
        check_aims(
            game, scenario.rules, (), Precision(aims), scenario.queries, "--precision"
        )
    if compared and len(scenario.variants) == 1:
        raise UserError(
            "the scenario has only one variant: nothing is compared",
            where="plan",
            cure="ask for a --precision",
        )
    known: dict[str, Any] = {}
    for rules in list(scenario.rules.values())[1:]:
        known |= comparable(game, rules, scenario.variants[0].rules, scenario.queries)
    known.pop(DIFFERENT, None)
    for aim in compared:
        if aim.statistic not in known:
            raise unknown(
                "statistic of a comparison", aim.statistic, known, where="plan"
            )


def _compared(pilot: Summary, aim: Target, power: float, level: float) -> Need:
    """The games for a comparison of the pair of variants that needs the most."""
    planned = {}
    with reported_at("--power"):
        for pair in comparisons(pilot, aim.statistic, level):
            effect = aim.half_width * (
                abs(value_under(pilot, pair, level)) if aim.relative else 1.0
            )
            planned[f"{pair.variant} against {pair.versus}"] = plan_comparison(
                pilot, pair, Question(effect, power, level)
            )
    worst = max(planned, key=planned.__getitem__)
    size = f"{100 * aim.half_width:g} %" if aim.relative else f"{aim.half_width:g}"
    what = f"{aim.statistic}: a difference of {size}"
    return Need(what, worst, planned[worst])


def _values(name: str, played: Played, needs: list[Need], games: int) -> dict[str, Any]:
    """The plan for programs."""
    return {
        "scenario": name,
        "pilot": fields_of(played, "games", "seconds", "workers")
        | {"seconds": round(played.seconds, 3)},
        "needs": [asdict(need) for need in needs],
        "games": games,
        "seconds": played.seconds_of(games),
        "disk_bytes": played.disk_of(games),
    }


def _under_each(scenario: Scenario) -> str:
    variants = len(scenario.variants)
    return f" under each of {variants} variants" if variants > 1 else ""


def _costs(name: str, played: Played, games: int) -> tuple[Block, ...]:
    """What some games cost, and the command that plays them."""
    workers = count_words(played.workers, "worker")
    seconds = played.seconds_of(games)
    took = "under 1 s" if seconds < 1 else f"about {time_words(seconds)}"
    rows = "" if played.scenario.keep_games else " (no rows are kept)"
    return (
        Paragraph(
            f"{games_words(games)}{_under_each(played.scenario)}, with {workers}:"
        ),
        Bullets(
            (
                f"time: {took}, if nothing else is running",
                f"disk: about {size_words(played.disk_of(games))}{rows}",
            )
        ),
        Command(f"warlab run {name} --games {games}"),
    )


def _needed(needs: list[Need], several: bool) -> Iterator[Block]:
    """The games that each aim needs."""
    if not needs:
        return
    head = ("wanted", "by", "games")
    rows = tuple(_row(need, several) for need in needs)
    yield Table("", head, rows, text_columns=frozenset({1}))
    yield from (Paragraph(f"{need.what}: {need.note}.") for need in needs if need.note)


def _row(need: Need, several: bool) -> tuple[str, ...]:
    whose = need.whose if several else ""
    games = "none would do" if need.games is None else whole(need.games)
    return (need.what, whose, games)
