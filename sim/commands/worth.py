"""``warlab worth``: what a card of each rank is worth, in chance to win and in length."""

from dataclasses import dataclass
from typing import Annotated, Any

from reports.numbers import level_text, told
from sim.cards import card_text
from sim.commands import arguments, options
from sim.commands.options import number
from sim.commands.printed import printed
from sim.commands.progress import progress_line
from sim.contract.answer import Answer, Number, Paragraph, Table
from sim.exact.worth import Worth, check_worth, length_of
from sim.exact.worth import worth as find_worth
from sim.games import find_game
from sim.options import fields_of
from sim.stats import Interval
from sim.words import games_words

USUAL, MOST = 200_000, 10**7
"""The games if no number is given, and the most: what each of them was dealt is kept in
memory."""


@dataclass(frozen=True)
class Asked:
    """The words of ``warlab worth``."""

    game: options.DealtGame
    rule: options.Setting = None
    games: Annotated[
        int, number("How many games, such as 1e6.", 1, MOST, "-n", "--games")
    ] = USUAL
    seed: options.Seed = arguments.USUAL_SEED
    workers: options.Workers = None
    level: options.Level = 0.95


@printed("csv", "json")
def worth(asked: Asked) -> Answer:
    """What a card of each rank is worth, from games played now."""
    game = find_game(asked.game)
    rules = arguments.rules_of(game, asked.rule)
    check_worth(game, rules)
    with arguments.typed_as(games="--games"), progress_line(asked.games) as line:
        found = find_worth(
            game,
            rules,
            asked.seed,
            asked.games,
            workers=arguments.worker_count(asked.workers),
            level=asked.level,
            tell=line,
        )
    length = length_of(game, rules)
    best, second = sorted(found, key=lambda rank: -(rank.chance.value or 0))[:2]
    values = [_values(rank) for rank in found]
    return Answer(
        headline=f"In place of an average card, {_card(best)} is worth "
        f"{_points(best.chance)} percentage points of the chance to win, "
        f"{_card(second)} {_points(second.chance)}.",
        blocks=(
            _values_table(found, length),
            Paragraph(
                f"{game.title}: {games_words(asked.games)} of seed {asked.seed}. "
                f"Intervals at {level_text(asked.level)}: least squares with robust "
                "standard errors (HC1) and Student's t."
            ),
            Paragraph(
                f"Rules: {arguments.setting_words(rules) or 'all options at their defaults'}"
            ),
        ),
        data={
            "game": game.name,
            "rules": rules.as_dict(),
            **fields_of(asked, "seed", "games", "level"),
            "length": length,
            "ranks": values,
        },
        rows=values,
    )


def _card(worth_of: Worth) -> str:
    """A card in words."""
    names = {
        1: "an ace",
        11: "a jack",
        12: "a queen",
        13: "a king",
        14: "an ace",
        15: "a joker",
    }
    return (
        names.get(worth_of.rank)
        or f"{'an' if worth_of.rank in (8, 11, 18) else 'a'} {worth_of.rank}"
    )


def _points(interval: Interval) -> str:
    value, low, high = interval.scaled(100).finite
    number, ends = told(value or 0.0, low, high)
    return f"{number} ({ends})"


def _values_table(found: list[Worth], length: str) -> Table:
    """What a card of each rank adds, the highest rank first."""
    rows = [
        (
            card_text(rank.rank),
            Number.of(rank.chance.scaled(100)),
            Number.of(rank.length),
        )
        for rank in reversed(found)
    ]
    return Table(
        "", ("card", "percentage points of the chance to win", length), tuple(rows)
    )


def _values(worth_of: Worth) -> dict[str, Any]:
    """What a rank is worth, as plain values."""
    return {
        "card": card_text(worth_of.rank),
        "chance": worth_of.chance.ends,
        "length": worth_of.length.ends,
    }
