"""Checks of a planned answer against what is played.

That is the variants, their statistics, and a tournament's policies.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from sim.contract.columns import WINNER
from sim.contract.game import Game
from sim.contract.rules import GameRules
from sim.counts.comparison import DIFFERENT
from sim.counts.keys import ALL_PAIRS
from sim.counts.names import Statistic, comparable, compared, statistics, winner_tables
from sim.counts.queries import Query
from sim.errors import UserError, unknown
from sim.scenario.answer import (
    KINDS,
    MORE,
    OF_A_COLUMN,
    OF_A_STATISTIC,
    OF_A_TOURNAMENT,
    RATIOS,
    AnswerPlan,
    PlannedNumber,
    PlannedPicture,
)
from sim.scenario.answer_text import check_name, check_text
from sim.scenario.variants import positions
from sim.stats.intervals import Measure

WAYS_OF_A_POLICY = {
    "margin": ("number",),
    "wins": ("percent", "one in"),
    "draws": ("percent", "one in"),
}
"""The statistics of a tournament, and the ways to write them, the usual one first."""


@dataclass(frozen=True)
class Played:
    """What an answer is checked against.

    The game, the variants' rules, a tournament's policies, and the queries.
    """

    game: Game
    rules: Mapping[str, GameRules]
    tournament: Sequence[str]
    queries: Sequence[Query] = ()


def checked_answer(plan: AnswerPlan, played: Played) -> AnswerPlan:
    """A plan with what its numbers leave to the usual.

    What the variants do not have is refused.
    """
    check = _of_a_policy if played.tournament else _of_a_variant
    numbers = tuple(
        check(number, played, f"answer.numbers.{number.name}")
        for number in plan.numbers
    )
    names = [number.name for number in numbers]
    for name in names:
        check_name(name, f"answer.numbers.{name}")
    if plan.text:
        check_text(plan.text, names, _shown(played), "answer.text")
    if plan.verdict is not None:
        _check_known(plan.verdict.number, names, "number", "answer.verdict.number")
    if plan.picture is not None:
        _check_picture(plan.picture, numbers, played)
    return replace(plan, numbers=numbers)


def _shown(played: Played) -> set[str]:
    """What a part of a report can be about: the variants, and the columns of the game."""
    rules = played.rules.values()
    columns = (
        column
        for variant_rules in rules
        for column in played.game.columns_under(variant_rules)
    )
    return {*played.rules, *(column.name for column in columns)}


def _check_known(name: str, known: Collection[str], kind: str, where: str) -> None:
    if name not in known:
        raise unknown(kind, name, known, where=where)


def _of_a_policy(number: PlannedNumber, played: Played, where: str) -> PlannedNumber:
    for key in ("variant", "versus", "given"):
        if getattr(number, key):
            raise UserError(
                f"{key!r} in a tournament",
                where=where,
                cure="name a policy, and against whom",
            )
    _check_known(
        number.statistic,
        WAYS_OF_A_POLICY,
        "statistic of a tournament",
        f"{where}.statistic",
    )
    if not number.policy:
        raise UserError(
            "there is no 'policy'", where=where, cure="name one of the tournament"
        )
    named = [("policy", number.policy), *(("against", name) for name in number.against)]
    for key, name in named:
        _check_known(
            name, played.tournament, "policy of the tournament", f"{where}.{key}"
        )
    if number.policy in number.against:
        raise UserError(
            "a policy against itself",
            where=f"{where}.against",
            cure="name another policy",
        )
    return _written(number, WAYS_OF_A_POLICY[number.statistic], where)


def _of_a_variant(number: PlannedNumber, played: Played, where: str) -> PlannedNumber:
    for key in ("policy", "against"):
        if getattr(number, key):
            raise UserError(
                "there is no tournament",
                where=f"{where}.{key}",
                cure="name a variant instead",
            )
    names = list(played.rules)
    if not number.variant and len(names) > 1:
        cure = f"name one of the {len(names)}, such as {names[0]!r}"
        raise UserError("there is no 'variant'", where=where, cure=cure)
    number = replace(number, variant=number.variant or names[0])
    _check_known(number.variant, names, "variant", f"{where}.variant")
    if number.versus:
        statistic = _of_two_variants(number, played, where)
    else:
        known = statistics(played.game, played.rules[number.variant], played.queries)
        _check_known(number.statistic, known, "statistic", f"{where}.statistic")
        statistic = known[number.statistic]
        _check_condition(number, statistic.column == WINNER, played, where)
    return _written(number, _usual(number, statistic), where)


def _of_two_variants(number: PlannedNumber, played: Played, where: str) -> Statistic:
    """The statistic by which a number compares two variants."""
    names = list(played.rules)
    _check_known(number.versus, names, "variant", f"{where}.versus")
    if number.given:
        raise UserError(
            "'given' together with 'versus'", where=where, cure="remove one of them"
        )
    if (number.variant, number.versus) not in compared(names):
        cure = f"with more than {ALL_PAIRS} variants each is compared with {names[0]!r} only"
        if number.variant == number.versus:
            cure = "name another variant"
        raise UserError("the two are not compared", where=f"{where}.versus", cure=cure)
    rules = played.rules[number.variant]
    others = played.rules[number.versus]
    both = comparable(played.game, rules, others, played.queries)
    _check_known(
        number.statistic, both, "statistic of a comparison", f"{where}.statistic"
    )
    return both[number.statistic]


def _check_condition(
    number: PlannedNumber, is_outcome: bool, played: Played, where: str
) -> None:
    """Refuse a part of the games for what is no share of winners."""
    if number.given and not is_outcome:
        cure = 'only shares of winners can have it, such as "player 0 wins"'
        raise UserError(f"'given' with {number.statistic!r}", where=where, cure=cure)
    for column, value in (number.given or {}).items():
        _check_known(column, winner_tables(played.game), "column", f"{where}.given")
        if value == MORE and number.statistic != "player 0 wins":
            cure = 'give it to "player 0 wins"'
            raise UserError(
                f'"{MORE}" with {number.statistic!r}', where=f"{where}.given", cure=cure
            )


def _usual(number: PlannedNumber, statistic: Statistic) -> tuple[str, ...]:
    """The ways in which a number can be written, the usual one first."""
    if statistic.is_share and not number.versus:
        return ("percent", "one in")
    if statistic.is_share:
        return ("percent",) if statistic.name == DIFFERENT else ("points",)
    minutes = ("minutes",) if statistic.column == "plays" else ()
    if not number.versus:
        return ("number", "percent", *minutes)
    return ("number", "points", *minutes, *RATIOS)


def _written(number: PlannedNumber, ways: Sequence[str], where: str) -> PlannedNumber:
    if not number.written:
        return replace(number, written=ways[0])
    if number.written not in ways:
        what = f"{number.statistic!r} cannot be written as {number.written!r}"
        cure = f"choose from {', '.join(ways)}"
        raise UserError(what, where=f"{where}.as", cure=cure)
    return number


def _check_picture(
    picture: PlannedPicture, numbers: Sequence[PlannedNumber], played: Played
) -> None:
    """Refuse a picture of something that the variants do not have."""
    where = "answer.picture"
    kind = picture.kind
    others = {*KINDS} - {*OF_A_TOURNAMENT}
    known = {"numbers", *OF_A_TOURNAMENT} if played.tournament else others
    fitting = [name for name in KINDS if name in known]
    if kind not in fitting:
        cure = f"choose from {', '.join(fitting)}"
        raise UserError(
            f"{kind!r} is not for this scenario", where=f"{where}.kind", cure=cure
        )
    for name in picture.variants:
        _check_known(name, played.rules, "variant", f"{where}.variants")
    if (kind in (*OF_A_STATISTIC, *OF_A_COLUMN)) != bool(picture.statistic):
        what = (
            f"{kind!r} shows no statistic of its own"
            if picture.statistic
            else "there is no 'statistic'"
        )
        cure = "remove 'statistic'" if picture.statistic else "name what is drawn"
        raise UserError(what, where=where, cure=cure)
    drawn = kind, picture.written, picture.statistic
    if (
        kind in OF_A_COLUMN
        and picture.written
        and drawn != ("tail", "minutes", "plays")
    ):
        cure = 'only the tail of plays can be in minutes; elsewhere leave out "as"'
        raise UserError(
            f"'as' with {kind!r} of {picture.statistic!r}",
            where=f"{where}.as",
            cure=cure,
        )
    variants = {name: played.rules[name] for name in picture.variants or played.rules}
    if kind == "positions" and not positions(variants):
        cure = (
            'give each variant hands such as ["A -A *4", "*rest"] that differ in cards '
            "or aces, and nothing else"
        )
        raise UserError(
            "the variants are not start positions", where=f"{where}.kind", cure=cure
        )
    if picture.statistic:
        for rules in variants.values():
            drawable = _drawable(picture, rules, played)
            _check_known(picture.statistic, drawable, "statistic", f"{where}.statistic")
    _check_numbers_drawn(picture, numbers, where)


def _drawable(picture: PlannedPicture, rules: GameRules, played: Played) -> list[str]:
    """What a picture of this kind can show of a variant."""
    if picture.kind in OF_A_COLUMN:
        known = statistics(played.game, rules).values()
        return [
            statistic.column for statistic in known if statistic.measure is Measure.MEAN
        ]
    return list(statistics(played.game, rules, played.queries))


def _check_numbers_drawn(
    picture: PlannedPicture, numbers: Sequence[PlannedNumber], where: str
) -> None:
    """Refuse numbers in a picture of another kind, or such as are not written alike."""
    if (picture.kind == "numbers") != bool(picture.numbers):
        what = (
            f"'numbers' with {picture.kind!r}"
            if picture.numbers
            else "there is no 'numbers'"
        )
        raise UserError(
            what,
            where=where,
            cure='only a picture of the kind "numbers" has it, and needs it',
        )
    by_name = {number.name: number for number in numbers}
    for name in picture.numbers:
        _check_known(name, by_name, "number", f"{where}.numbers")
    ways = list(dict.fromkeys(by_name[name].written for name in picture.numbers))
    if len(ways) > 1:
        cure = "leave one of them out"
        raise UserError(
            f"{ways[0]!r} and {ways[1]!r} in one picture",
            where=f"{where}.numbers",
            cure=cure,
        )
