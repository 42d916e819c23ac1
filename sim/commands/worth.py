"""``warlab worth``: what a card of each rank is worth, in chance to win and in length."""

from typing import Annotated, Any

from reports.numbers import level_text, told
from sim.cards import card_text
from sim.commands import arguments
from sim.commands.arguments import (
    DealtGame,
    Json,
    Level,
    Seed,
    Setting,
    Workers,
    number_option,
)
from sim.commands.progress import progress_line
from sim.commands.screen import Csv, Whole, give, table
from sim.exact.worth import Worth, check_worth, length_of
from sim.exact.worth import worth as find_worth
from sim.games import find_game
from sim.limits import games_words
from sim.stats import Interval

USUAL, MOST = 200_000, 10**7
"""The games if no number is given, and the most: what each of them was dealt is kept in memory."""


def worth(
    game: DealtGame,
    rule: Setting = None,
    games: Annotated[
        int,
        number_option("--games", "How many games, such as 1e6.", 1, MOST, short="-n"),
    ] = USUAL,
    seed: Seed = arguments.USUAL_SEED,
    workers: Workers = None,
    level: Level = 0.95,
    csv: Csv = None,
    whole: Whole = False,
    json: Json = False,
) -> None:
    """Run ``warlab worth``."""
    chosen = find_game(game)
    rules = arguments.rules_of(chosen, rule)
    check_worth(chosen, rules)
    with arguments.typed_as(games="--games"), progress_line(games) as tell:
        found = find_worth(
            chosen,
            rules,
            seed,
            games,
            workers=arguments.worker_count(workers),
            level=level,
            tell=tell,
        )
    length = length_of(chosen, rules)
    about = {
        "game": chosen.name,
        "rules": rules.as_dict(),
        "seed": seed,
        "games": games,
        "level": level,
    }
    best, second = sorted(found, key=lambda each: -(each.chance.value or 0))[:2]
    values = [
        (card_text(each.rank), *_texts(each.chance.scaled(100)), *_texts(each.length))
        for each in reversed(found)
    ]
    by_number = [
        "",
        f"The chance of the first player to win, and the {length} of the game, by the number held:",
        table(["card", "held", "wins", "interval", length, "interval"], _rows(found)),
    ]
    give(
        {**about, "length": length, "ranks": [_values(each) for each in found]},
        f"In place of an average card, {_card(best)} is worth {_points(best.chance)} points of winning chance, "
        f"{_card(second)} {_points(second.chance)}.",
        "",
        table(
            ["card", "points of winning chance", "interval", length, "interval"],
            values,
            whole=whole,
        ),
        *(
            by_number
            if whole
            else ["Winning and length by the number of each card held: add --all"]
        ),
        "",
        f"{chosen.title}: {games_words(games)} of seed {seed}. Intervals at {level_text(level)}: least squares with "
        "robust standard errors (HC1) and Student's t, shares by Wilson or Clopper-Pearson, means by t or gamma.",
        f"Rules: {arguments.setting_words(rules) or 'all options at their defaults'}",
        json=json,
        csv=csv,
        rows=(
            {key: each[key] for key in ("card", "chance", "length")}
            for each in map(_values, found)
        ),
    )


def _card(each: Worth) -> str:
    """Return a card in words."""
    names = {
        1: "an ace",
        11: "a jack",
        12: "a queen",
        13: "a king",
        14: "an ace",
        15: "a joker",
    }
    return (
        names.get(each.rank)
        or f"{'an' if each.rank in (8, 11, 18) else 'a'} {each.rank}"
    )


def _texts(interval: Interval) -> tuple[str, str]:
    """Return a number and its interval as people read them."""
    value, low, high = interval.finite
    return told(value or 0.0, low, high)


def _points(interval: Interval) -> str:
    number, ends = _texts(interval.scaled(100))
    return f"{number} ({ends})"


def _rows(found: list[Worth]) -> list[tuple[str, ...]]:
    return [
        (
            card_text(each.rank),
            str(number),
            *told(chance.value or 0.0, chance.low, chance.high, share=True),
            *_texts(length),
        )
        for each in reversed(found)
        for number, _, chance, length in each.held
    ]


def _values(each: Worth) -> dict[str, Any]:
    """Return what a rank is worth, for programs."""
    return {
        "card": card_text(each.rank),
        "chance": each.chance.ends,
        "length": each.length.ends,
        "held": [
            {
                "number": number,
                "games": games,
                "chance": chance.ends,
                "length": length.ends,
            }
            for number, games, chance, length in each.held
        ],
    }
