"""Read the numbers of ``[answer]``: whose they are, which statistic, and how they are written."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from sim.contract.columns import WINNER
from sim.errors import UserError
from sim.scenario.answer import FINISHED, MORE, RATIOS, WAYS, PlannedNumber
from sim.scenario.answer_fields import Played, check_keys, check_known
from sim.scenario.fields import read_table, read_text

if TYPE_CHECKING:
    from sim.counts.names import Statistic

NUMBER_KEYS = ("statistic", "variant", "versus", "of", "given", "policy", "against", "as", "label", "note")

OF_A_POLICY = ("margin", "wins")
"""The statistics of a tournament."""

_NAME = re.compile(r"[a-z][a-z0-9_]*")


def read_number(name: str, value: object, played: Played) -> PlannedNumber:
    """Return the number that a table of ``[answer.numbers]`` describes."""
    where = f"answer.numbers.{name}"
    if not _NAME.fullmatch(name):
        cure = "use small letters, digits and underscores, a letter first"
        raise UserError(f"{name!r} is not a valid name", where="answer.numbers", cure=cure)
    data = read_table(value, where)
    check_keys(data, NUMBER_KEYS, where)
    for key, cure in (("statistic", "name a statistic"), ("label", "say in a few words what the number is")):
        if key not in data:
            raise UserError(f"there is no {key!r}", where=where, cure=cure)
    texts = {
        key: read_text(data.get(key, ""), f"{where}.{key}").strip() for key in NUMBER_KEYS if key != "given"
    }
    texts["written"] = texts.pop("as")
    if texts["written"]:
        check_known(texts["written"], WAYS, "way to write a number", f"{where}.as")
    number = PlannedNumber(name, given=None, **texts)
    if played.tournament:
        return _of_a_policy(number, data, played, where)
    for key in ("policy", "against"):
        if key in data:
            raise UserError("there is no tournament", where=f"{where}.{key}", cure="name a variant instead")
    return _of_a_variant(number, data, played, where)


def _of_a_policy(number: PlannedNumber, data: Mapping[str, Any], played: Played, where: str) -> PlannedNumber:
    for key in ("variant", "versus", "of", "given"):
        if key in data:
            cure = "name a policy, and against whom"
            raise UserError(f"{key!r} in a tournament", where=where, cure=cure)
    check_known(number.statistic, OF_A_POLICY, "statistic of a tournament", f"{where}.statistic")
    if not number.policy:
        raise UserError("there is no 'policy'", where=where, cure="name one of the tournament")
    for key, name in (("policy", number.policy), ("against", number.against)):
        if name:
            check_known(name, played.tournament, "policy of the tournament", f"{where}.{key}")
    if number.policy == number.against:
        raise UserError("a policy against itself", where=f"{where}.against", cure="name another policy")
    usual = {"margin": ("number",), "wins": ("percent", "one in")}[number.statistic]
    return _written(number, usual, where)


def _of_a_variant(
    number: PlannedNumber, data: Mapping[str, Any], played: Played, where: str
) -> PlannedNumber:
    from sim.counts import names as known
    from sim.counts.keys import ALL_PAIRS

    names = list(played.rules)
    if not number.variant and len(names) > 1:
        cure = f"name one of the {len(names)}, such as {names[0]!r}"
        raise UserError("there is no 'variant'", where=where, cure=cure)
    number = replace(number, variant=number.variant or names[0])
    check_known(number.variant, names, "variant", f"{where}.variant")
    own = known.statistics(played.game, played.rules[number.variant], played.queries)
    if not number.versus:
        check_known(number.statistic, own, "statistic", f"{where}.statistic")
        statistic = own[number.statistic]
        number = _condition(number, data, statistic.column == WINNER, played, where)
    else:
        check_known(number.versus, names, "variant", f"{where}.versus")
        for key in ("of", "given"):
            if key in data:
                raise UserError(f"{key!r} together with 'versus'", where=where, cure="remove one of them")
        if (number.variant, number.versus) not in known.compared(names):
            cure = f"with more than {ALL_PAIRS} variants each is compared with {names[0]!r} only"
            if number.variant == number.versus:
                cure = "name another variant"
            raise UserError("the two are not compared", where=f"{where}.versus", cure=cure)
        rules, others = played.rules[number.variant], played.rules[number.versus]
        both = known.comparable(played.game, rules, others, played.queries)
        check_known(number.statistic, both, "statistic of a comparison", f"{where}.statistic")
        statistic = both[number.statistic]
    return _written(number, _usual(number, statistic), where)


def _condition(
    number: PlannedNumber, data: Mapping[str, Any], is_outcome: bool, played: Played, where: str
) -> PlannedNumber:
    """Return the number with the games that it is a share of."""
    from sim.counts.names import winner_tables

    for key in ("of", "given"):
        if key in data and not is_outcome:
            cure = 'only shares of winners can have it, such as "player 0 wins"'
            raise UserError(f"{key!r} with {number.statistic!r}", where=where, cure=cure)
    if number.of:
        check_known(number.of, (FINISHED,), "part of the games", f"{where}.of")
    if "given" not in data:
        return number
    given = read_table(data["given"], f"{where}.given")
    if len(given) != 1:
        cure = "give one column and its value, such as { aces = 4 }"
        raise UserError(f"{len(given)} conditions", where=f"{where}.given", cure=cure)
    ((column, value),) = given.items()
    check_known(column, winner_tables(played.game), "column", f"{where}.given")
    if value != MORE and (isinstance(value, bool) or not isinstance(value, int)):
        cure = f'give a number such as 4, or "{MORE}"'
        raise UserError(f"{value!r} is not a whole number", where=f"{where}.given", cure=cure)
    if value == MORE and number.statistic != "player 0 wins":
        cure = 'give it to "player 0 wins"'
        raise UserError(f'"{MORE}" with {number.statistic!r}', where=f"{where}.given", cure=cure)
    return replace(number, given=(column, value))


def _usual(number: PlannedNumber, statistic: Statistic) -> tuple[str, ...]:
    """Return the ways in which a number can be written, the usual one first."""
    if statistic.is_share and not number.versus:
        return ("percent", "one in")
    if statistic.is_share:
        from sim.counts.comparison import DIFFERENT

        return ("percent",) if statistic.name == DIFFERENT else ("points",)
    minutes = ("minutes",) if statistic.column == "plays" else ()
    if not number.versus:
        return ("number", "percent", *minutes)
    return ("number", *minutes, *RATIOS)


def _written(number: PlannedNumber, ways: Sequence[str], where: str) -> PlannedNumber:
    if not number.written:
        return replace(number, written=ways[0])
    if number.written not in ways:
        what = f"{number.statistic!r} cannot be written as {number.written!r}"
        hint = " (only plays can)" if number.written == "minutes" else ""
        hint = " without 'versus'" if number.written in (*RATIOS, "points") and not number.versus else hint
        raise UserError(f"{what}{hint}", where=f"{where}.as", cure=f"choose from {', '.join(ways)}")
    return number
