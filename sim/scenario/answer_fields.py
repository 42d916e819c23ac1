"""What all parts of ``[answer]`` are read with: known keys, known names, sentences with placeholders."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sim.contract.game import Game
from sim.contract.rules import GameRules
from sim.counts.queries import Query
from sim.errors import UserError, unknown
from sim.scenario.answer import FORMS, placeholders
from sim.scenario.fields import read_text


@dataclass(frozen=True)
class Played:
    """What an answer is checked against: the game, the variants' rules, a tournament's policies, and the queries."""

    game: Game
    rules: Mapping[str, GameRules]
    tournament: Sequence[str]
    queries: Sequence[Query] = ()


def sentence(value: object, names: Collection[str], where: str) -> str:
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
        check_known(form, FORMS, "form of a number", where)
    if re.sub(r"\{[^{}]*\}", "", text).count("{") + re.sub(r"\{[^{}]*\}", "", text).count("}"):
        raise UserError("a brace without its partner", where=where, cure="write {name}")
    return text


def texts(value: object, where: str) -> list[str]:
    """Return a list of texts."""
    if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
        raise UserError(f"{value!r} is not a list of texts", where=where, cure='write ["...", "..."]')
    return list(value)


def check_keys(data: Mapping[str, Any], keys: Sequence[str], where: str) -> None:
    """Refuse an unknown key, with the nearest known one."""
    for key in data:
        if key not in keys:
            raise unknown("key", key, keys, where=where)


def check_known(name: str, known: Collection[str], kind: str, where: str) -> None:
    """Refuse an unknown name, with the nearest known one."""
    if name not in known:
        raise unknown(kind, name, known, where=where)
