"""``warlab plan``: how many games a scenario needs, and what they cost, from a pilot."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sim.commands import arguments
from sim.commands.arguments import Json, Level, Workers
from sim.commands.screen import show, show_json, table
from sim.errors import UserError, unknown
from sim.limits import MOST_GAMES, MOST_SEED, games_words

if TYPE_CHECKING:
    from sim.counts.planning import Pilot
    from sim.runs.pilot import Cost, Played
    from sim.scenario import Scenario
    from sim.stats import Target

MOST_PILOT = 10**8

Source = Annotated[
    str, typer.Argument(metavar="SCENARIO", help="A TOML file, or the name of a bundled scenario.")
]
Wanted = Annotated[
    list[str] | None,
    typer.Option(
        "--precision",
        metavar="PRECISION",
        help='How well to know a statistic: "rounds mean 0.1 %"; may be repeated.',
    ),
]
Difference = Annotated[
    list[str] | None,
    typer.Option(
        "--power",
        metavar="DIFFERENCE",
        help='A difference between variants to detect: "rounds mean 1 %"; may be repeated.',
    ),
]
Sameness = Annotated[
    list[str] | None,
    typer.Option(
        "--same-within",
        metavar="MARGIN",
        help='Show that variants are the same within a margin: "rounds mean 1 %"; may be repeated.',
    ),
]


@dataclass(frozen=True)
class Need:
    """Something wanted, and the games that it needs.

    Attributes
    ----------
    what, whose
        What is wanted, and the variant or the two variants that need the most games.
    games, low, high
        The games of each variant, with their range at 95 %; None if no sensible number would do.
    note
        A remark.
    """

    what: str
    whose: str
    games: int | None
    low: int
    high: int
    note: str = ""


def plan(
    scenario: Source,
    precision: Wanted = None,
    power: Difference = None,
    same_within: Sameness = None,
    with_power: Annotated[
        str,
        typer.Option(
            "--with-power",
            metavar="SHARE",
            help="The chance that --power finds the difference, and --same-within the sameness.",
        ),
    ] = "0.8",
    games: Annotated[
        str | None, typer.Option(metavar="N", help="Say what N games of each variant would cost.")
    ] = None,
    pilot: Annotated[str, typer.Option(metavar="N", help="Games of each variant in the pilot.")] = "20_000",
    seed: Annotated[
        str | None, typer.Option(metavar="S", help="The random seed, instead of the scenario's.")
    ] = None,
    workers: Workers = None,
    level: Level = "0.95",
    json: Json = False,
) -> None:
    """Play a pilot of a scenario, and say how many games an answer needs, and the time, memory and disk they take."""
    from sim.counts.planning import Pilot
    from sim.runs.pilot import FEWEST_GAMES, play_pilot
    from sim.scenario import load_scenario

    aims = arguments.aims(precision, "--precision")
    effects = arguments.aims(power, "--power")
    margins = arguments.aims(same_within, "--same-within")
    level_wanted, power_wanted = (
        arguments.share(level, "--level"),
        arguments.share(with_power, "--with-power"),
    )
    count = arguments.whole(pilot, "--pilot", FEWEST_GAMES, MOST_PILOT)
    most = arguments.optional_whole(games, "--games", 1, MOST_GAMES)
    chosen = load_scenario(scenario).with_changes(
        games=most, seed=arguments.optional_whole(seed, "--seed", 0, MOST_SEED)
    )
    workers_wanted = arguments.worker_count(workers)
    _check(chosen, aims, [*effects, *margins])
    if not (aims or effects or margins or most) and chosen.precision is not None:
        aims, level_wanted = chosen.precision.aims, chosen.precision.level
    played = _play(chosen, count, workers_wanted, play_pilot)
    known = Pilot(played.tallies, _game(chosen), chosen.rules, chosen.queries)
    needs = [
        *(_precise(known, aim, level_wanted) for aim in aims),
        *(_compared(known, aim, False, power_wanted, level_wanted) for aim in effects),
        *(_compared(known, aim, True, power_wanted, level_wanted) for aim in margins),
    ]
    wanted = max((need.high for need in needs if need.games is not None), default=0) or chosen.games
    cost = played.cost(wanted)
    if json:
        show_json(_values(scenario, played, needs, cost))
    else:
        _tell(scenario, chosen, played, known, needs, cost, level_wanted)


def _check(scenario: Scenario, aims: tuple[Target, ...], compared: list[Target]) -> None:
    """Refuse what no run of the scenario could answer, before anything is played."""
    from sim.counts.comparison import DIFFERENT
    from sim.counts.names import comparable
    from sim.counts.stopping import check_aims
    from sim.stats.precision import Precision

    if scenario.tournament:
        raise UserError(
            "a tournament cannot be planned", where="plan", cure="name two policies as variants of a match"
        )
    if aims:
        check_aims(_game(scenario), scenario.rules, (), Precision(aims), scenario.queries, "--precision")
    if compared and len(scenario.variants) == 1:
        raise UserError(
            "the scenario has only one variant: nothing is compared",
            where="plan",
            cure="ask for a --precision",
        )
    known: dict[str, Any] = {}
    for rules in list(scenario.rules.values())[1:]:
        known |= comparable(_game(scenario), rules, scenario.variants[0].rules, scenario.queries)
    known.pop(DIFFERENT, None)
    for aim in compared:
        if aim.statistic not in known:
            raise unknown("statistic of a comparison", aim.statistic, known, where="plan")


def _game(scenario: Scenario) -> Any:
    from sim.games import find_game

    return find_game(scenario.game)


def _play(scenario: Scenario, games: int, workers: int, play: Any) -> Played:
    from sim.commands.progress import progress_line

    with progress_line(games) as line:
        played: Played = play(scenario, games, workers, line)
    return played


def _precise(pilot: Pilot, aim: Target, level: float) -> Need:
    from sim.counts.planning import plan_precision

    found = plan_precision(pilot, aim, level)
    return Need(str(aim), found.limiting, found.games, found.low, found.high, found.reason)


def _compared(pilot: Pilot, aim: Target, same: bool, power: float, level: float) -> Need:
    """Return the games for a comparison of the pair of variants that needs the most."""
    from sim.counts.planning import comparisons, plan_comparison, value_under
    from sim.stats.power import Question

    where = "--same-within" if same else "--power"
    planned = {}
    try:
        for pair in comparisons(pilot, aim.statistic, level, where):
            effect = aim.half_width * (abs(value_under(pilot, pair, level)) if aim.relative else 1.0)
            planned[f"{pair.variant} against {pair.versus}"] = plan_comparison(
                pilot, pair, Question(effect, same, power, level)
            )
    except UserError as error:
        raise UserError(error.what, where=where, cure=error.cure) from None
    worst, need = max(planned.items(), key=lambda pair: pair[1].games)
    size = f"{100 * aim.half_width:g} %" if aim.relative else f"{aim.half_width:g}"
    what = f"{aim.statistic}: " + (f"the same within {size}" if same else f"a difference of {size}")
    return Need(what, worst, need.games, need.low, need.high)


def _values(name: str, played: Played, needs: list[Need], cost: Cost) -> dict[str, Any]:
    """Return the plan for programs."""
    return {
        "scenario": name,
        "pilot": {"games": played.games, "seconds": round(played.seconds, 3), "workers": played.workers},
        "needs": [
            {
                "what": need.what,
                "whose": need.whose,
                "games": need.games,
                "low": need.low if need.games is not None else None,
                "high": need.high if need.games is not None else None,
                "note": need.note,
            }
            for need in needs
        ],
        "games": cost.games,
        "seconds": cost.seconds,
        "seconds_low": cost.seconds_low,
        "seconds_high": cost.seconds_high,
        "memory_bytes": cost.memory,
        "disk_bytes": cost.disk,
    }


def _tell(
    name: str,
    scenario: Scenario,
    played: Played,
    known: Pilot,
    needs: list[Need],
    cost: Cost,
    level: float,
) -> None:

    several = len(scenario.variants) > 1
    each = f" under each of {len(scenario.variants)} variants" if several else ""
    lines: list[Any] = [
        scenario.title,
        f"Pilot: {games_words(played.games)}{each} in {_time(played.seconds)}; no run plays their numbers.",
        "",
    ]
    possible = [need for need in needs if need.games is not None]
    if needs:
        rows = [_row(need, several) for need in needs]
        lines += [table(("wanted", "by", "games", "range (95 %)"), rows, words=2, grow=True), ""]
        lines += [f"{need.what}: {need.note}." for need in needs if need.note]
        lines += [""] if any(need.note for need in needs) else []
    else:
        lines += [*_expected(known, played, cost.games, level), ""]
    if needs and not possible:
        show(*lines, "No sensible number of games would do.")
        return
    show(
        *lines,
        f"{games_words(cost.games)}{each}, with {played.workers} worker{'s' * (played.workers > 1)}:",
        f"  time    {times(cost)}, if nothing else is running",
        f"  memory  about {size_of(cost.memory)}",
        f"  disk    about {size_of(cost.disk)}{'' if scenario.keep_games else ' (no rows are kept)'}",
        "",
        f"warlab run {name} --games {cost.games}",
    )


def _row(need: Need, several: bool) -> tuple[str, ...]:
    from reports.numbers import whole

    whose = need.whose if several else ""
    if need.games is None:
        return (need.what, whose, "none would do", "")
    return (need.what, whose, whole(need.games), f"{whole(need.low)}–{whole(need.high)}")


def _expected(known: Pilot, played: Played, games: int, level: float) -> list[str]:
    """Return how well ``games`` games will know the means of the first length or amount, if nothing was asked."""
    import math

    from reports.numbers import figures, level_text
    from sim.stats import Measure

    found = [
        one
        for one in known.estimates(played.tallies, level)
        if one.measure is Measure.MEAN and not one.versus and one.interval.half_width
    ]
    first = [one for one in found if one.column == found[0].column][:6]
    lines = []
    for one in first:
        reach = (one.interval.half_width or 0.0) * math.sqrt(one.games / games)
        value = one.interval.value or 0.0
        share = f" ({figures(100 * reach / abs(value), 2)} %)" if value else ""
        lines.append(f"  {one}: ±{figures(reach, 2)}{share}")
    head = f"What {games_words(games)} will show, at {level_text(level)}:"
    return [head, *lines] if lines else []


def times(cost: Cost) -> str:
    """Return the time of a run, with its interval unless that is short."""
    if cost.seconds_high < 1:
        return _time(cost.seconds)
    low = "less" if cost.seconds_low < 1 else _time(cost.seconds_low)
    return f"about {_time(cost.seconds)} ({low} to {_time(cost.seconds_high)})".replace(
        "about under", "under"
    )


def _time(seconds: float) -> str:
    """Return a time in words.

    >>> _time(0.034), _time(12.3), _time(200), _time(9000), _time(400_000)
    ('under 1 s', '12 s', '3 min 20 s', '2.5 h', '4.6 days')
    """
    if seconds < 1:
        return "under 1 s"
    if seconds < 60:
        return f"{seconds:.0f} s"
    if seconds < 3600:
        minutes, rest = divmod(round(seconds), 60)
        return f"{minutes} min {rest:02d} s"
    return f"{seconds / 3600:.1f} h" if seconds < 48 * 3600 else f"{seconds / 86400:.1f} days"


def size_of(size: float) -> str:
    """Return a number of bytes in words, to two digits.

    >>> size_of(999), size_of(34_567), size_of(1.26e9)
    ('1 kB', '35 kB', '1.3 GB')
    """
    for unit, scale in (("TB", 1e12), ("GB", 1e9), ("MB", 1e6)):
        if size >= 0.95 * scale:
            return f"{float(f'{size / scale:.2g}'):g} {unit}"
    return f"{float(f'{max(size, 1000) / 1000:.2g}'):g} kB"
