"""Checks of a planned answer against what is played.

That is the variants, their statistics, and a tournament's policies.
"""

from collections.abc import Collection, Sequence
from dataclasses import replace

from sim.contract.rules import GameRules
from sim.counts.names import comparable, compared, statistics, winner_tables
from sim.errors import UserError, unknown
from sim.games import find_game
from sim.scenario.answer import (
    KINDS,
    OF_A_COLUMN,
    OF_A_STATISTIC,
    OF_A_TOURNAMENT,
    RATIOS,
    AnswerPlan,
    PlannedNumber,
    PlannedPicture,
)
from sim.scenario.answer_text import check_name, check_text
from sim.scenario.scenario import Scenario
from sim.stats import Estimate, Measure

WAYS_OF_A_POLICY = {
    "margin": ("number",),
    "wins": ("percent", "one in"),
    "draws": ("percent", "one in"),
}
"""The statistics of a tournament, and the ways to write them, the usual one first."""


def checked_answer(plan: AnswerPlan, played: Scenario) -> AnswerPlan:
    """A plan whose numbers have the variant and the way of writing that they leave out.

    What the variants do not have is refused.

    Parameters
    ----------
    plan
        The plan.
    played
        The scenario, without its answer.
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


def _shown(played: Scenario) -> set[str]:
    """What a part of a report can be about: the variants, and the columns of the game."""
    game = find_game(played.game)
    columns = {
        column.name
        for rules in played.rules.values()
        for column in game.columns_under(rules)
    }
    return {*played.names, *columns}


def _check_known(name: str, known: Collection[str], kind: str, where: str) -> None:
    if name not in known:
        raise unknown(kind, name, known, where=where)


def _check_keys(
    number: PlannedNumber, others: Sequence[str], needed: str, where: str
) -> None:
    """Refuse keys that a number of this scenario does not have, and the lack of one."""
    for key in others:
        if getattr(number, key):
            raise UserError(
                "it is not for this scenario", where=f"{where}.{key}", cure="remove it"
            )
    if not getattr(number, needed):
        raise UserError(f"there is no {needed!r}", where=where, cure="name one")


def _of_a_policy(number: PlannedNumber, played: Scenario, where: str) -> PlannedNumber:
    _check_keys(number, ("variant", "versus", "given"), "policy", where)
    _check_known(
        number.statistic,
        WAYS_OF_A_POLICY,
        "statistic of a tournament",
        f"{where}.statistic",
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


def _of_a_variant(number: PlannedNumber, played: Scenario, where: str) -> PlannedNumber:
    if len(played.variants) == 1 and not number.variant:
        number = replace(number, variant=played.names[0])
    _check_keys(number, ("policy", "against"), "variant", where)
    _check_known(number.variant, played.names, "variant", f"{where}.variant")
    if number.versus:
        statistic = _of_two_variants(number, played, where)
    else:
        game = find_game(played.game)
        known = statistics(game, played.rules[number.variant], played.queries)
        _check_known(number.statistic, known, "statistic", f"{where}.statistic")
        statistic = known[number.statistic]
        _check_condition(number, played, f"{where}.given")
    return _written(number, _ways(number, statistic), where)


def _of_two_variants(number: PlannedNumber, played: Scenario, where: str) -> Estimate:
    """The statistic by which a number compares two variants."""
    if number.given:
        raise UserError(
            "'given' together with 'versus'", where=where, cure="remove one of them"
        )
    # With many variants each is compared with the first alone.
    pairs = compared(played.names)
    others = [name for name in played.names if (number.variant, name) in pairs]
    what = f"variant to compare {number.variant!r} with"
    _check_known(number.versus, others, what, f"{where}.versus")
    rules = played.rules[number.variant]
    versus = played.rules[number.versus]
    both = comparable(find_game(played.game), rules, versus, played.queries)
    _check_known(
        number.statistic, both, "statistic of a comparison", f"{where}.statistic"
    )
    return both[number.statistic]


def _check_condition(number: PlannedNumber, played: Scenario, where: str) -> None:
    """Refuse conditions but on columns that are counted with the winner.

    Only "player 0 wins" can have them.
    """
    for column in number.given or {}:
        _check_known(column, winner_tables(find_game(played.game)), "column", where)
        if number.statistic != "player 0 wins":
            cure = 'give it to "player 0 wins"'
            raise UserError(f"it is of {number.statistic!r}", where=where, cure=cure)


def _ways(number: PlannedNumber, statistic: Estimate) -> tuple[str, ...]:
    """The ways in which a number can be written, the usual one first."""
    if statistic.is_share and not number.versus:
        return ("percent", "one in")
    if statistic.is_share:
        is_otherwise = statistic.measure is Measure.OTHERWISE
        return ("percent",) if is_otherwise else ("points",)
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
    picture: PlannedPicture, numbers: Sequence[PlannedNumber], played: Scenario
) -> None:
    """Refuse a picture of something that the variants do not have."""
    where = "answer.picture"
    kind = picture.kind
    fitting = [
        known
        for known in KINDS
        if known == "numbers" or (known in OF_A_TOURNAMENT) == bool(played.tournament)
    ]
    if kind not in fitting:
        cure = f"choose from {', '.join(fitting)}"
        raise UserError(
            f"{kind!r} is not for this scenario", where=f"{where}.kind", cure=cure
        )
    needed = {
        "statistic": kind in (*OF_A_STATISTIC, *OF_A_COLUMN),
        "numbers": kind == "numbers",
    }
    for key, is_needed in needed.items():
        if bool(getattr(picture, key)) != is_needed:
            cure = "name what is drawn" if is_needed else "remove it"
            which = "needs" if is_needed else "does not have"
            raise UserError(f"{kind!r} {which} {key!r}", where=where, cure=cure)
    drawn = kind, picture.written, picture.statistic
    if (
        kind in OF_A_COLUMN
        and picture.written
        and drawn != ("tail", "minutes", "plays")
    ):
        raise UserError(
            f"'as' with {kind!r} of {picture.statistic!r}",
            where=f"{where}.as",
            cure="only the tail of plays can be in minutes",
        )
    for name in picture.variants:
        _check_known(name, played.names, "variant", f"{where}.variants")
    for name in (picture.variants or played.names) if picture.statistic else ():
        drawable = _drawable(picture, played.rules[name], played)
        _check_known(picture.statistic, drawable, "statistic", f"{where}.statistic")
    by_name = {number.name: number for number in numbers}
    for name in picture.numbers:
        _check_known(name, by_name, "number", f"{where}.numbers")
    if len({by_name[name].written for name in picture.numbers}) > 1:
        raise UserError(
            "its numbers are in several units",
            where=f"{where}.numbers",
            cure="leave out all but those in one",
        )


def _drawable(picture: PlannedPicture, rules: GameRules, played: Scenario) -> list[str]:
    """What a picture of this kind can show of a variant."""
    game = find_game(played.game)
    if picture.kind in OF_A_COLUMN:
        known = statistics(game, rules).values()
        return [
            statistic.column for statistic in known if statistic.measure is Measure.MEAN
        ]
    return list(statistics(game, rules, played.queries))
