"""Read ``[answer.picture]``, and refuse a picture of something that the variants do not have."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from sim.errors import UserError
from sim.scenario.answer import (
    KINDS,
    OF_A_COLUMN,
    OF_A_STATISTIC,
    OF_A_TOURNAMENT,
    WAYS,
    PlannedNumber,
    PlannedPicture,
)
from sim.scenario.answer_fields import Played, check_keys, check_known, sentence, texts
from sim.scenario.fields import read_text
from sim.scenario.positions import positions

PICTURE_KEYS = ("kind", "statistic", "variants", "numbers", "versus", "as", "line", "title")


def read_picture(data: Mapping[str, Any], numbers: Sequence[PlannedNumber], played: Played) -> PlannedPicture:
    """Return the picture that ``[answer.picture]`` describes."""
    where, names = "answer.picture", [one.name for one in numbers]
    check_keys(data, PICTURE_KEYS, where)
    if "kind" not in data:
        raise UserError("there is no 'kind'", where=where, cure=f"choose from {', '.join(KINDS)}")
    kind = read_text(data["kind"], f"{where}.kind")
    check_known(kind, KINDS, "kind of picture", f"{where}.kind")
    if (kind in OF_A_TOURNAMENT) != bool(played.tournament):
        cure = f"choose from {', '.join(one for one in KINDS if (one in OF_A_TOURNAMENT) == bool(played.tournament))}"
        raise UserError(f"{kind!r} is not for this scenario", where=f"{where}.kind", cure=cure)
    variants = texts(data.get("variants", []), f"{where}.variants")
    for name in variants:
        check_known(name, played.rules, "variant", f"{where}.variants")
    statistic = read_text(data.get("statistic", ""), f"{where}.statistic")
    versus = read_text(data.get("versus", ""), f"{where}.versus")
    written = read_text(data.get("as", ""), f"{where}.as")
    if written:
        check_known(written, WAYS, "way to write a number", f"{where}.as")
    _check_drawn(kind, statistic, versus, variants or list(played.rules), played, where)
    line = data.get("line")
    if line is not None and (isinstance(line, bool) or not isinstance(line, int | float)):
        raise UserError(f"{line!r} is not a number", where=f"{where}.line", cure="such as 0.5")
    title = sentence(data.get("title", ""), names, f"{where}.title")
    shown = _numbers_drawn(kind, texts(data.get("numbers", []), f"{where}.numbers"), numbers, where)
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
        check_known(name, by_name, "number", f"{where}.numbers")
    ways = list(dict.fromkeys(by_name[name].written for name in shown))
    if len(ways) > 1:
        cure = "leave one of them out"
        raise UserError(f"{ways[0]!r} and {ways[1]!r} in one picture", where=f"{where}.numbers", cure=cure)
    return shown


def _check_drawn(
    kind: str, statistic: str, versus: str, variants: Sequence[str], played: Played, where: str
) -> None:
    """Refuse a picture of something that the variants do not have."""
    from sim.counts import names
    from sim.stats.estimates import Measure

    if (kind in (*OF_A_STATISTIC, *OF_A_COLUMN)) != bool(statistic):
        what = "there is no 'statistic'" if not statistic else f"{kind!r} shows no statistic of its own"
        cure = "name what is drawn" if not statistic else "remove 'statistic'"
        raise UserError(what, where=where, cure=cure)
    if (kind == "differences") != bool(versus):
        what = "there is no 'versus'" if not versus else f"'versus' with {kind!r}"
        raise UserError(what, where=where, cure="only a picture of differences has it, and needs it")
    if versus:
        check_known(versus, played.rules, "variant", f"{where}.versus")
    if kind == "positions" and not positions({name: played.rules[name] for name in variants}):
        cure = 'give each variant hands such as ["A -A *4", "*rest"] that differ in cards or aces, and nothing else'
        raise UserError("the variants are not start positions", where=f"{where}.kind", cure=cure)
    for name in variants:
        rules = played.rules[name]
        if kind == "chances":
            known: Collection[str] = names.winner_tables(played.game)
        elif kind in OF_A_COLUMN:
            own = names.statistics(played.game, rules).values()
            known = [one.column for one in own if one.measure is Measure.MEAN]
        elif kind == "differences":
            known = names.comparable(played.game, rules, played.rules[versus], played.queries)
        elif kind in OF_A_STATISTIC:
            known = names.statistics(played.game, rules, played.queries)
        else:
            return
        check_known(statistic, list(known), "statistic", f"{where}.statistic")
