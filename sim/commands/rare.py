"""``warlab rare``: the chance of an event too rare to be seen by chance."""

from dataclasses import dataclass
from typing import Annotated

from reports.numbers import level_text, one_in, percent, percent_span
from sim.commands import arguments, options
from sim.commands.options import argument, number
from sim.commands.printed import printed
from sim.contract.answer import Answer, Paragraph
from sim.games import find_game
from sim.options import fields_of
from sim.rare.answer import SAMPLES, RareChance, chance
from sim.words import count_words, games_words

_SAMPLES = (
    f"Samples in a repetition (default: {SAMPLES['deals']:,} deals or "
    f"{SAMPLES['positions']} positions)."
)


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
    seed: options.Seed = arguments.USUAL_SEED
    workers: options.Workers = None
    level: options.Level = 0.95


def answer(asked: Asked) -> Answer:
    """The chance of an event, from games played now."""
    rules = arguments.rules_of(find_game(asked.game), asked.rule)
    with arguments.typed_as(event="EVENT", samples="--samples"):
        result = chance(
            asked.game,
            asked.event,
            **fields_of(asked, "seed", "samples", "level"),
            rules=rules.changed(),
            workers=arguments.worker_count(asked.workers),
        )
    over = f"{result.over} in {count_words(len(result.levels), 'level')}"
    repetitions = count_words(len(result.repetitions), "repetition")
    size = f"{repetitions}, {games_words(result.games)}"
    warning = result.interval.warning
    return Answer(
        headline=_sentence(result),
        blocks=(
            Paragraph(
                f"Multilevel splitting over {over}: {size}. "
                f"Interval: {result.interval.method}."
            ),
        ),
        cautions=(f"Caution: {warning}.",) if warning else (),
        data=_as_dict(result, asked.game, rules.as_dict()),
    )


def _sentence(result: RareChance) -> str:
    share = result.interval
    if not share.value or share.low is None or share.high is None:
        return f"{result.event}: no repetition reached it."
    span = percent_span(share.low, share.high, " to ")
    return (
        f"{result.event} has the chance {percent(share.value, share.low, share.high)} "
        f"({level_text(share.level)} interval {span}), about {one_in(share.value)}."
    )


def _as_dict(
    result: RareChance, game: str, rules: dict[str, object]
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
        "repetitions": list(result.repetitions),
        "games": result.games,
    }


rare = printed("json")(answer)
"""The command ``warlab rare``."""
