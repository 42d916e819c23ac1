"""Read and check ``[answer]``: every mistake is an error of one line that names the field and the cure."""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from sim.contract.columns import WINNER
from sim.contract.game import Game
from sim.contract.rules import GameRules
from sim.errors import UserError, unknown
from sim.scenario.answer import (
    FINISHED,
    FORMS,
    KINDS,
    MORE,
    MOST_NUMBERS,
    OF_A_COLUMN,
    OF_A_STATISTIC,
    OF_A_TOURNAMENT,
    RATIOS,
    WAYS,
    AnswerPlan,
    PlannedNumber,
    PlannedPicture,
    PlannedVerdict,
    placeholders,
)
from sim.scenario.fields import read_table, read_text
from sim.tallies.queries import Query

if TYPE_CHECKING:
    from sim.tallies.named import Named

KEYS = ("headline", "numbers", "verdict", "picture", "cautions")
NUMBER_KEYS = ("statistic", "variant", "versus", "of", "given", "policy", "against", "as", "label", "note")
VERDICT_KEYS = ("number", "above", "below", "between", "yes", "no", "unclear")
PICTURE_KEYS = ("kind", "statistic", "variants", "numbers", "versus", "as", "line", "title")

OF_A_POLICY = ("margin", "wins")
"""The statistics of a tournament."""

_NAME = re.compile(r"[a-z][a-z0-9_]*")


@dataclass(frozen=True)
class Played:
    """What an answer is checked against: the game, the variants' rules, a tournament's policies, and the queries."""

    game: Game
    rules: Mapping[str, GameRules]
    tournament: Sequence[str]
    queries: Sequence[Query] = ()


def read_answer(data: Mapping[str, Any], played: Played) -> AnswerPlan:
    """Return the plan that ``[answer]`` describes.

    Raises
    ------
    UserError
        If it is not valid; the message names the field.
    """
    _check_keys(data, KEYS, "answer")
    if "headline" not in data:
        raise UserError("there is no 'headline'", where="answer", cure="give the answer in a sentence")
    given = read_table(data.get("numbers", {}), "answer.numbers")
    if len(given) > MOST_NUMBERS:
        raise UserError(
            f"{len(given)} numbers", where="answer.numbers", cure=f"an answer has at most {MOST_NUMBERS}"
        )
    numbers = tuple(_number(name, value, played) for name, value in given.items())
    names = [one.name for one in numbers]
    verdict, picture = (
        read_table(data[key], f"answer.{key}") if key in data else None for key in ("verdict", "picture")
    )
    cautions = _texts(data.get("cautions", []), "answer.cautions")
    return AnswerPlan(
        headline=_sentence(data["headline"], names, "answer.headline"),
        numbers=numbers,
        verdict=None if verdict is None else _verdict(verdict, names),
        picture=None if picture is None else _picture(picture, numbers, played),
        cautions=tuple(_sentence(one, names, "answer.cautions") for one in cautions),
    )


def _number(name: str, value: object, played: Played) -> PlannedNumber:
    where = f"answer.numbers.{name}"
    if not _NAME.fullmatch(name):
        cure = "use small letters, digits and underscores, a letter first"
        raise UserError(f"{name!r} is not a valid name", where="answer.numbers", cure=cure)
    data = read_table(value, where)
    _check_keys(data, NUMBER_KEYS, where)
    for key, cure in (("statistic", "name a statistic"), ("label", "say in a few words what the number is")):
        if key not in data:
            raise UserError(f"there is no {key!r}", where=where, cure=cure)
    texts = {
        key: read_text(data.get(key, ""), f"{where}.{key}").strip() for key in NUMBER_KEYS if key != "given"
    }
    texts["written"] = texts.pop("as")
    if texts["written"]:
        _known(texts["written"], WAYS, "way to write a number", f"{where}.as")
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
    _known(number.statistic, OF_A_POLICY, "statistic of a tournament", f"{where}.statistic")
    if not number.policy:
        raise UserError("there is no 'policy'", where=where, cure="name one of the tournament")
    for key, name in (("policy", number.policy), ("against", number.against)):
        if name:
            _known(name, played.tournament, "policy of the tournament", f"{where}.{key}")
    if number.policy == number.against:
        raise UserError("a policy against itself", where=f"{where}.against", cure="name another policy")
    usual = {"margin": ("number",), "wins": ("percent", "one in")}[number.statistic]
    return _written(number, usual, where)


def _of_a_variant(
    number: PlannedNumber, data: Mapping[str, Any], played: Played, where: str
) -> PlannedNumber:
    from sim.tallies import named

    names = list(played.rules)
    if not number.variant and len(names) > 1:
        cure = f"name one of the {len(names)}, such as {names[0]!r}"
        raise UserError("there is no 'variant'", where=where, cure=cure)
    number = replace(number, variant=number.variant or names[0])
    _known(number.variant, names, "variant", f"{where}.variant")
    own = named.statistics(played.game, played.rules[number.variant], played.queries)
    if not number.versus:
        _known(number.statistic, own, "statistic", f"{where}.statistic")
        statistic = own[number.statistic]
        number = _condition(number, data, statistic.column == WINNER, played, where)
    else:
        _known(number.versus, names, "variant", f"{where}.versus")
        for key in ("of", "given"):
            if key in data:
                raise UserError(f"{key!r} together with 'versus'", where=where, cure="remove one of them")
        if (number.variant, number.versus) not in named.compared(names):
            cure = f"with so many variants each is compared with {names[0]!r} only"
            if number.variant == number.versus:
                cure = "name another variant"
            raise UserError("the two are not compared", where=f"{where}.versus", cure=cure)
        rules, others = played.rules[number.variant], played.rules[number.versus]
        both = named.comparable(played.game, rules, others, played.queries)
        _known(number.statistic, both, "statistic of a comparison", f"{where}.statistic")
        statistic = both[number.statistic]
    return _written(number, _usual(number, statistic), where)


def _condition(
    number: PlannedNumber, data: Mapping[str, Any], is_outcome: bool, played: Played, where: str
) -> PlannedNumber:
    """Return the number with the games that it is a share of."""
    from sim.tallies.named import winner_tables

    for key in ("of", "given"):
        if key in data and not is_outcome:
            cure = 'only shares of winners can have it, such as "player 0 wins"'
            raise UserError(f"{key!r} with {number.statistic!r}", where=where, cure=cure)
    if number.of:
        _known(number.of, (FINISHED,), "part of the games", f"{where}.of")
    if "given" not in data:
        return number
    given = read_table(data["given"], f"{where}.given")
    if len(given) != 1:
        cure = "give one column and its value, such as { aces = 4 }"
        raise UserError(f"{len(given)} conditions", where=f"{where}.given", cure=cure)
    ((column, value),) = given.items()
    _known(column, winner_tables(played.game), "column", f"{where}.given")
    if value != MORE and (isinstance(value, bool) or not isinstance(value, int)):
        cure = f'give a number such as 4, or "{MORE}"'
        raise UserError(f"{value!r} is not a whole number", where=f"{where}.given", cure=cure)
    if value == MORE and number.statistic != "player 0 wins":
        cure = 'give it to "player 0 wins"'
        raise UserError(f'"{MORE}" with {number.statistic!r}', where=f"{where}.given", cure=cure)
    return replace(number, given=(column, value))


def _usual(number: PlannedNumber, statistic: Named) -> tuple[str, ...]:
    """Return the ways in which a number can be written, the usual one first."""
    if statistic.is_share and not number.versus:
        return ("percent", "one in")
    if statistic.is_share:
        from sim.tallies.named import DIFFERENT

        return ("percent",) if statistic.name == DIFFERENT else ("points",)
    minutes = ("minutes",) if statistic.column == "plays" else ()
    return ("number", *minutes, *(RATIOS if number.versus else ()))


def _written(number: PlannedNumber, ways: Sequence[str], where: str) -> PlannedNumber:
    if not number.written:
        return replace(number, written=ways[0])
    if number.written not in ways:
        what = f"{number.statistic!r} cannot be written as {number.written!r}"
        hint = " (only plays can)" if number.written == "minutes" else ""
        hint = " without 'versus'" if number.written in (*RATIOS, "points") and not number.versus else hint
        raise UserError(f"{what}{hint}", where=f"{where}.as", cure=f"choose from {', '.join(ways)}")
    return number


def _verdict(data: Mapping[str, Any], names: Sequence[str]) -> PlannedVerdict:
    where = "answer.verdict"
    _check_keys(data, VERDICT_KEYS, where)
    for key in ("number", "yes", "no"):
        if key not in data:
            raise UserError(f"there is no {key!r}", where=where, cure=f"a verdict needs {key!r}")
    number = read_text(data["number"], f"{where}.number")
    _known(number, names, "number", f"{where}.number")
    limits = [key for key in ("above", "below", "between") if key in data]
    if len(limits) != 1:
        what = "both " + " and ".join(map(repr, limits)) if limits else "there is no limit"
        raise UserError(what, where=where, cure="give one of above, below and between")
    low, high = _limits(limits[0], data[limits[0]], where)
    yes, no, unclear = (
        _sentence(data[key], names, f"{where}.{key}") if key in data else ""
        for key in ("yes", "no", "unclear")
    )
    return PlannedVerdict(number, low, high, yes, no, unclear)


def _limits(key: str, value: object, where: str) -> tuple[float, float]:
    given = value if isinstance(value, list) else [value]
    ends = [float(end) for end in given if isinstance(end, int | float) and not isinstance(end, bool)]
    if (
        len(ends) != len(given)
        or len(ends) != (2 if key == "between" else 1)
        or not all(map(math.isfinite, ends))
    ):
        cure = (
            "write between = [a, b]" if key == "between" else f"write {key} = 0.5, in the number's own unit"
        )
        raise UserError(f"{value!r} is not a valid limit", where=f"{where}.{key}", cure=cure)
    if key == "between":
        low, high = ends
        if low >= high:
            cure = "give the lower limit first"
            raise UserError(f"{value!r} has nothing in between", where=f"{where}.between", cure=cure)
        return low, high
    return (ends[0], math.inf) if key == "above" else (-math.inf, ends[0])


def _picture(data: Mapping[str, Any], numbers: Sequence[PlannedNumber], played: Played) -> PlannedPicture:
    where, names = "answer.picture", [one.name for one in numbers]
    _check_keys(data, PICTURE_KEYS, where)
    if "kind" not in data:
        raise UserError("there is no 'kind'", where=where, cure=f"choose from {', '.join(KINDS)}")
    kind = read_text(data["kind"], f"{where}.kind")
    _known(kind, KINDS, "kind of picture", f"{where}.kind")
    if (kind in OF_A_TOURNAMENT) != bool(played.tournament):
        cure = f"choose from {', '.join(one for one in KINDS if (one in OF_A_TOURNAMENT) == bool(played.tournament))}"
        raise UserError(f"{kind!r} is not for this scenario", where=f"{where}.kind", cure=cure)
    variants = _texts(data.get("variants", []), f"{where}.variants")
    for name in variants:
        _known(name, played.rules, "variant", f"{where}.variants")
    statistic = read_text(data.get("statistic", ""), f"{where}.statistic")
    versus = read_text(data.get("versus", ""), f"{where}.versus")
    written = read_text(data.get("as", ""), f"{where}.as")
    if written:
        _known(written, WAYS, "way to write a number", f"{where}.as")
    _check_drawn(kind, statistic, versus, variants or list(played.rules), played, where)
    line = data.get("line")
    if line is not None and (isinstance(line, bool) or not isinstance(line, int | float)):
        raise UserError(f"{line!r} is not a number", where=f"{where}.line", cure="such as 0.5")
    title = _sentence(data.get("title", ""), names, f"{where}.title")
    shown = _numbers_drawn(kind, _texts(data.get("numbers", []), f"{where}.numbers"), numbers, where)
    return PlannedPicture(
        kind,
        statistic,
        title,
        tuple(variants),
        tuple(shown),
        versus,
        written,
        None if line is None else float(line),
    )


def _numbers_drawn(
    kind: str, shown: Sequence[str], numbers: Sequence[PlannedNumber], where: str
) -> Sequence[str]:
    """Return the numbers in a picture of numbers, all of which must be written alike."""
    if (kind == "numbers") != bool(shown):
        what = f"'numbers' with {kind!r}" if shown else "there is no 'numbers'"
        raise UserError(what, where=where, cure='only a picture of the kind "numbers" has it, and needs it')
    by_name = {one.name: one for one in numbers}
    for name in shown:
        _known(name, by_name, "number", f"{where}.numbers")
    ways = list(dict.fromkeys(by_name[name].written for name in shown))
    if len(ways) > 1:
        cure = "leave one of them out"
        raise UserError(f"{ways[0]!r} and {ways[1]!r} in one picture", where=f"{where}.numbers", cure=cure)
    return shown


def _check_drawn(
    kind: str, statistic: str, versus: str, variants: Sequence[str], played: Played, where: str
) -> None:
    """Refuse a picture of something that the variants do not have."""
    from sim.stats.estimates import Measure
    from sim.tallies import named

    if (kind in (*OF_A_STATISTIC, *OF_A_COLUMN)) != bool(statistic):
        what = "there is no 'statistic'" if not statistic else f"{kind!r} shows no statistic of its own"
        cure = "name what is drawn" if not statistic else "remove 'statistic'"
        raise UserError(what, where=where, cure=cure)
    if (kind == "differences") != bool(versus):
        what = "there is no 'versus'" if not versus else f"'versus' with {kind!r}"
        raise UserError(what, where=where, cure="only a picture of differences has it, and needs it")
    if versus:
        _known(versus, played.rules, "variant", f"{where}.versus")
    for name in variants:
        rules = played.rules[name]
        if kind == "chances":
            known: Collection[str] = named.winner_tables(played.game)
        elif kind in OF_A_COLUMN:
            own = named.statistics(played.game, rules).values()
            known = [one.column for one in own if one.measure is Measure.MEAN]
        elif kind == "differences":
            known = named.comparable(played.game, rules, played.rules[versus], played.queries)
        elif kind in OF_A_STATISTIC:
            known = named.statistics(played.game, rules, played.queries)
        else:
            return
        _known(statistic, list(known), "statistic", f"{where}.statistic")


def _sentence(value: object, names: Collection[str], where: str) -> str:
    """Return a sentence whose placeholders all name numbers."""
    text = read_text(value, where).strip()
    if "\n" in text:
        raise UserError("it has several lines", where=where, cure="write it in one line")
    for name, form in placeholders(text):
        if name not in names:
            if not names:
                raise UserError(
                    f"{{{name}}} names no number", where=where, cure=f"describe it in [answer.numbers.{name}]"
                )
            raise unknown("number", name, names, where=where)
        _known(form, FORMS, "form of a number", where)
    if re.sub(r"\{[^{}]*\}", "", text).count("{") + re.sub(r"\{[^{}]*\}", "", text).count("}"):
        raise UserError("a brace without its partner", where=where, cure="write {name}")
    return text


def _texts(value: object, where: str) -> list[str]:
    if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
        raise UserError(f"{value!r} is not a list of texts", where=where, cure='write ["...", "..."]')
    return list(value)


def _check_keys(data: Mapping[str, Any], keys: Sequence[str], where: str) -> None:
    for key in data:
        if key not in keys:
            raise unknown("key", key, keys, where=where)


def _known(name: str, known: Collection[str], kind: str, where: str) -> None:
    if name not in known:
        raise unknown(kind, name, known, where=where)
