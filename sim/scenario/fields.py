"""The fields of a scenario file, one by one: from TOML values to checked ones.

Every error names its field and its cure. The list of fields, and the reader of a whole scenario, are in
:mod:`sim.scenario.reading`.
"""

from __future__ import annotations

import itertools
import math
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sim.contract.game import Game
from sim.contract.rules import GameRules
from sim.contract.seating import seated
from sim.errors import UserError, shown, unknown
from sim.options import is_flag, plain_text, toml_value
from sim.stats.precision import Precision, Target

SECONDS_PER_PLAY = 2.5
MOST_VARIANTS = 1000
LEVEL = 0.95

SIGN = "sign"
"""In ``[precision]``, in place of a width: stop when it is known which of two variants leads."""

_LARGEST = sys.float_info.max

VARIANT_KEYS = ("name", "rules", "policies")
REPORT_KEYS = ("seconds_per_play", "show")


@dataclass(frozen=True)
class Variant:
    """A variant of the rules: a name, and every option."""

    name: str
    rules: GameRules


@dataclass(frozen=True)
class Report:
    """The choices of the report.

    Attributes
    ----------
    seconds_per_play
        The time of one play at a real table, in seconds.
    show
        The parts of the report to show; None for all.
    """

    seconds_per_play: float = SECONDS_PER_PLAY
    show: tuple[str, ...] | None = None


NORMAL_REPORT = Report()


def read_variants(game: Game, data: Mapping[str, Any]) -> tuple[Variant, ...]:
    """Return the variants: the combinations of ``[vary]``, those of ``[[variant]]``, or a single one."""
    base = read_table(data.get("rules", {}), "rules")
    _rules(game, base, {}, "rules") if "vary" not in data and "variant" not in data else None
    if "vary" in data and "variant" in data:
        raise UserError("both [vary] and [[variant]]", where="vary", cure="give only one of them")
    if "vary" in data:
        found = tuple(_combinations(game, base, read_table(data["vary"], "vary")))
    elif "variant" in data:
        found = tuple(_named(game, base, data["variant"]))
    else:
        found = (Variant(game.name, _rules(game, base, {}, "rules")),)
    seen: dict[str, str] = {}
    for variant in found:
        if variant.name in seen:
            raise UserError(
                f"two variants are called {variant.name!r}", where="variant", cure="give each its own name"
            )
        seen[variant.name] = variant.name
    return found


def _combinations(game: Game, base: Mapping[str, Any], vary: Mapping[str, Any]) -> Iterator[Variant]:
    known = [option.name for option in game.rules.options()]
    for name, values in vary.items():
        if name not in known:
            raise unknown("option", name, known, where="vary")
        if name in base:
            raise UserError(
                f"{name} is in [rules] too", where=f"vary.{name}", cure="remove it from one of them"
            )
        if not isinstance(values, list) or not values:
            raise UserError(
                f"{shown(values)} is not a list of values", where=f"vary.{name}", cure=f"write {name} = [...]"
            )
    if not vary:
        raise UserError(
            "nothing varies", where="vary", cure="give an option with a list of values, or remove [vary]"
        )
    count = math.prod(len(values) for values in vary.values())
    if count > MOST_VARIANTS:
        raise UserError(f"{count} variants", where="vary", cure=f"a scenario has at most {MOST_VARIANTS}")
    for name, values in vary.items():
        # 1 and 1.0 have different names but are the same rules.
        _check_distinct(name, values)
    for values in itertools.product(*vary.values()):
        chosen = dict(zip(vary, values, strict=True))
        name = ", ".join(f"{option}={_in_a_name(value)}" for option, value in chosen.items())
        yield Variant(name, _rules(game, base, chosen, "vary"))


def _check_distinct(name: str, values: list[Any]) -> None:
    for place, value in enumerate(values):
        for other in values[:place]:
            if (
                other == value
                and not {type(other), type(value)} - {int, float}
                and type(other) is not type(value)
            ):
                raise UserError(
                    f"{shown(other)} and {shown(value)} are the same value",
                    where=f"vary.{name}",
                    cure="give each value once",
                )


def _named(game: Game, base: Mapping[str, Any], variants: object) -> Iterator[Variant]:
    if not isinstance(variants, list) or not variants:
        raise UserError("not a list of variants", where="variant", cure="write [[variant]] before each")
    if len(variants) > MOST_VARIANTS:
        raise UserError(
            f"{len(variants)} variants", where="variant", cure=f"a scenario has at most {MOST_VARIANTS}"
        )
    for place, entry in enumerate(variants, 1):
        where = f"variant {place}"
        entry = read_table(entry, where)
        for key in entry:
            if key not in VARIANT_KEYS:
                raise unknown("key", key, VARIANT_KEYS, where=where)
        if "name" not in entry:
            raise UserError("there is no 'name'", where=where, cure="give the variant a name")
        name = read_text(entry["name"], f"{where}: name").strip()
        if not name:
            raise UserError("the name is empty", where=where, cure="give the variant a name")
        if not name.isprintable():
            raise UserError(
                f"the name {name!r}", where=where, cure="a name is one line of printable characters"
            )
        where = f"variant {name!r}"
        rules = _rules(game, base, read_table(entry.get("rules", {}), f"{where}: rules"), where)
        yield Variant(name, with_policies(game, rules, read_names(entry.get("policies"), where), where))


def _rules(game: Game, base: Mapping[str, Any], own: Mapping[str, Any], where: str) -> GameRules:
    try:
        rules: GameRules = game.rules.of({**base, **own})
        return rules
    except UserError as error:
        inherited = error.where in base and error.where not in own
        raise error.at("rules" if inherited else where) from None


def read_names(value: object, where: str) -> list[str] | None:
    """Return the policies that a scenario names; None if it names none.

    Raises
    ------
    UserError
        If they are not a list of names. Scenarios are files, so they cannot contain user-defined policies.
    """
    if value is None:
        return None
    if not isinstance(value, list | tuple) or not all(isinstance(name, str) for name in value):
        raise UserError(f"{shown(value)} is not a list of names", where=where, cure='write ["...", "..."]')
    return list(value)


def with_policies(game: Game, rules: GameRules, given: object, where: str | None) -> GameRules:
    """Return the rules with the given policies; None stands for the usual ones.

    Raises
    ------
    UserError
        If the game has no choices, or a policy is unknown or cannot play by these rules.
    """
    try:
        return seated(game, rules, given)
    except UserError as error:
        place = where if where in (None, "policies", "tournament") else f"{where}: policies"
        raise UserError(error.what, where=place or "policies", cure=error.cure) from None


def read_report(data: Mapping[str, Any]) -> Report:
    """Return the choices of ``[report]``."""
    for key in data:
        if key not in REPORT_KEYS:
            raise unknown("key", key, REPORT_KEYS, where="report")
    seconds = data.get("seconds_per_play", SECONDS_PER_PLAY)
    if not _is_number(seconds) or not 0 < seconds <= _LARGEST:
        raise UserError(
            f"{shown(seconds)} is not a valid time",
            where="report.seconds_per_play",
            cure="give a number of seconds above 0, such as 2.5",
        )
    show = data.get("show")
    if show is not None and not (isinstance(show, list) and all(isinstance(part, str) for part in show)):
        raise UserError(
            f"{shown(show)} is not a list of texts", where="report.show", cure='write show = ["...", ...]'
        )
    return Report(float(seconds), None if show is None else tuple(show))


def read_precision(data: Mapping[str, Any]) -> Precision:
    """Return the targets of ``[precision]``; its keys other than ``level`` are names of statistics."""
    level = data.get("level", LEVEL)
    if not _is_number(level) or not 0 < level < 1:
        raise UserError(
            f"{shown(level)} is not a valid level", where="precision.level", cure="give a number such as 0.95"
        )
    named = {name: value for name, value in data.items() if name != "level"}
    if not named:
        raise UserError(
            "no statistic is named", where="precision", cure='name a statistic, such as "rounds mean" = 0.5'
        )
    targets = tuple(_target(name, value) for name, value in named.items() if value != SIGN)
    return Precision(targets, float(level), tuple(name for name, value in named.items() if value == SIGN))


def _target(statistic: str, value: object) -> Target:
    wrong = UserError(
        f"{shown(value)} is not a valid precision",
        where=f"precision.{statistic}",
        cure='give a half width above 0, in the unit of the statistic, such as 0.5, or relative, such as "1 %"; '
        f'for a difference also "{SIGN}"',
    )
    relative = isinstance(value, str)
    if isinstance(value, str):
        match = re.fullmatch(r"\s*([0-9.]+(?:e-?[0-9]+)?)\s*%\s*", value, re.IGNORECASE)
        try:
            value = float(match[1]) / 100 if match else 0.0
        except ValueError:
            raise wrong from None
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value <= _LARGEST:
        raise wrong
    return Target(statistic, float(value), relative)


def precision_table(precision: Precision) -> dict[str, float | str]:
    """Return a precision as a scenario file writes it."""
    widths = {target.statistic: target_value(target) for target in precision.aims}
    return {"level": precision.level, **widths, **dict.fromkeys(precision.signs, SIGN)}


def read_aim(text: str, where: str) -> Target:
    """Return the target that a text names: a statistic, then the half width of its interval.

    Raises
    ------
    UserError
        If there is no half width above 0 at its end.

    Examples
    --------
    >>> read_aim("rounds mean 0.5 %", "--until")
    Target(statistic='rounds mean', half_width=0.005, relative=True)
    """
    match = re.fullmatch(r"\s*(.*\S)\s+([0-9.]+(?:e-?[0-9]+)?)\s*(%?)\s*", text, re.IGNORECASE)
    try:
        width = float(match[2]) if match else 0.0
    except ValueError:
        width = 0.0
    if match is None or not 0 < width < math.inf:
        raise UserError(
            f"{text!r} is not a statistic with a half width",
            where=where,
            cure='write "rounds mean 0.5", in its own unit, or "rounds mean 0.5 %", of its value',
        )
    return Target(match[1], width / 100 if match[3] else width, bool(match[3]))


def read_until(texts: Sequence[str], where: str, level: float = LEVEL) -> Precision:
    """Return the precision that texts name, each a statistic with a half width, or a difference with the word "sign".

    Raises
    ------
    UserError
        If a text is neither.

    Examples
    --------
    >>> read_until(["rounds mean difference sign"], "--until").signs
    ('rounds mean difference',)
    """
    signs = [text for text in texts if text.split()[1:] and text.split()[-1] == SIGN]
    aims = tuple(read_aim(text, where) for text in texts if text not in signs)
    return Precision(aims, level, tuple(text.rsplit(None, 1)[0].strip() for text in signs))


def target_value(target: Target) -> float | str:
    """Return a target as a scenario file writes it."""
    return f"{100 * target.half_width!r} %" if target.relative else target.half_width


def read_text(value: object, where: str) -> str:
    """Return a text."""
    if not isinstance(value, str):
        raise UserError(f"{shown(value)} is not a text", where=where, cure="put it in quotes")
    return value


def read_flag(value: object, where: str) -> bool:
    """Return true or false."""
    if not is_flag(value):
        raise UserError(f"{shown(value)} is neither true nor false", where=where, cure="write true or false")
    return bool(value)


def read_table(value: object, where: str) -> Mapping[str, Any]:
    """Return a table."""
    if not isinstance(value, dict):
        raise UserError(
            f"{shown(value)} is not a table", where=where, cure=f"write it as [{where.split()[0]}]"
        )
    return value


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _in_a_name(value: object) -> str:
    """Return the value of an option as it stands in the name of a variant: true and false as in the file."""
    return toml_value(value) if isinstance(value, bool) else plain_text(value)
