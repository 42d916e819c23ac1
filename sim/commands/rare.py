"""``warlab rare``: the chance of an event too rare to be seen by chance."""

import math
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated

from reports.numbers import level_text, one_in, percent, percent_span, whole
from sim.commands import arguments, options
from sim.commands.options import argument, number
from sim.commands.printed import printed
from sim.contract.answer import Answer, Paragraph, Table
from sim.games import find_game
from sim.options import fields_of
from sim.rare.answer import MOVES, REPETITIONS, SAMPLES, RareChance, chance
from sim.stats import Interval
from sim.words import games_words

_SAMPLES = (
    f"Samples in a repetition (default: {SAMPLES['deals']:,} deals or "
    f"{SAMPLES['positions']} positions)."
)

_MOST_LEVELS = 12
"""The most levels in the table; of more, the first ones and the last."""


@dataclass(frozen=True)
class Asked:
    """The words of ``warlab rare``."""

    game: options.DealtGame
    event: Annotated[
        str,
        argument(
            "An amount compared with a number: 'rounds > 9000'. The amount must rise or "
            "fall gradually on the way to the event.",
            "EVENT",
        ),
    ]
    rule: options.Setting = None
    samples: Annotated[int | None, number(_SAMPLES)] = None
    repetitions: Annotated[int, number("Independent repetitions.")] = REPETITIONS
    moves: Annotated[int, number("Moves of each deal at each level.")] = MOVES
    seed: options.Seed = arguments.USUAL_SEED
    workers: options.Workers = None
    level: options.Level = 0.95


def answer(asked: Asked) -> Answer:
    """The chance of an event, from games played now."""
    rules = arguments.rules_of(find_game(asked.game), asked.rule)
    start = time.perf_counter()
    typed = {name: f"--{name}" for name in ("samples", "repetitions", "moves")}
    with arguments.typed_as(event="EVENT", **typed):
        result = chance(
            asked.game,
            asked.event,
            **fields_of(asked, "seed", "samples", "repetitions", "moves", "level"),
            rules=rules.changed(),
            workers=arguments.worker_count(asked.workers),
        )
    seconds = time.perf_counter() - start
    size = f"{len(result.climbs)} repetitions, {games_words(result.games)}, {seconds:.1f} s"
    warning = result.interval.warning
    return Answer(
        headline=_sentence(result),
        blocks=(
            Table(
                "",
                ("level", "reached, of those before", "of all games"),
                tuple(_levels(result)),
            ),
            Paragraph(
                f"Multilevel splitting over {result.over}: {size}. "
                f"Interval: {result.interval.method}."
            ),
        ),
        cautions=(f"Caution: {warning}.",) if warning else (),
        data=_as_dict(result, asked.game, rules.as_dict(), seconds),
        rows=[
            dict(zip(("level", "reached", "of_all_games"), row, strict=True))
            for row in _reached(result)
        ],
    )


def _sentence(result: RareChance) -> str:
    share = result.interval
    if not share.value or share.low is None or share.high is None:
        return f"{result.event}: no repetition reached it."
    span = percent_span(share.low, share.high, " to ")
    return (
        f"{result.event} has the chance {_percent(share)} "
        f"({level_text(share.level)} interval {span}), about {one_in(share.value)}."
    )


def _reached(result: RareChance) -> Iterator[tuple[int, float, float]]:
    """Yield each level with the share of games that reached it.

    One share is of those at the level before, the other of all.

    The share of all games is the mean over the repetitions, as the chance of the event
    is.
    """
    for place, level in enumerate(result.levels):
        known = [climb.shares[: place + 1] for climb in result.climbs]
        reached = [shares for shares in known if len(shares) > place]
        of_all = sum(map(math.prod, reached)) / len(known)
        of_those = sum(shares[place] for shares in reached) / max(len(reached), 1)
        yield level, of_those, of_all


def _levels(result: RareChance) -> list[tuple[str, ...]]:
    falling = result.levels[-1] < 0 or "<" in result.event
    rows: list[tuple[str, ...]] = []
    for level, of_those, of_all in _reached(result):
        bound = f"at most {whole(-level)}" if falling else f"at least {whole(level)}"
        rows.append((bound, percent(of_those), percent(of_all)))
    if result.interval.value:
        rows[-1] = (*rows[-1][:2], _percent(result.interval))
    if len(rows) > _MOST_LEVELS:
        rows = [*rows[: _MOST_LEVELS - 2], ("…", "", ""), rows[-1]]
    return rows


def _percent(share: Interval) -> str:
    """The chance of the event with the digits that its interval bears."""
    return percent(share.value or 0.0, share.low, share.high)


def _as_dict(
    result: RareChance, game: str, rules: dict[str, object], seconds: float
) -> dict[str, object]:
    return {
        "game": game,
        "rules": rules,
        "event": result.event,
        **fields_of(
            result.interval, "value", "low", "high", "level", "method", "warning"
        ),
        "over": result.over,
        "levels": list(result.levels),
        "repetitions": [climb.chance for climb in result.climbs],
        "games": result.games,
        "seconds": round(seconds, 3),
    }


rare = printed("csv", "json")(answer)
"""The command ``warlab rare``."""
