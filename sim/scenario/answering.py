"""Read and check ``[answer]``: every mistake is an error of one line that names the field and the cure."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from sim.errors import UserError
from sim.scenario.answer import MOST_NUMBERS, AnswerPlan, PlannedVerdict
from sim.scenario.answer_fields import Played, check_keys, check_known, sentence, texts
from sim.scenario.answer_numbers import read_number
from sim.scenario.answer_pictures import read_picture
from sim.scenario.fields import read_table, read_text

KEYS = ("headline", "numbers", "verdict", "picture", "cautions")
VERDICT_KEYS = ("number", "above", "below", "between", "yes", "no", "unclear")


def read_answer(data: Mapping[str, Any], played: Played) -> AnswerPlan:
    """Return the plan that ``[answer]`` describes.

    Raises
    ------
    UserError
        If it is not valid; the message names the field.
    """
    check_keys(data, KEYS, "answer")
    if "headline" not in data:
        raise UserError("there is no 'headline'", where="answer", cure="give the answer in a sentence")
    given = read_table(data.get("numbers", {}), "answer.numbers")
    if len(given) > MOST_NUMBERS:
        raise UserError(
            f"{len(given)} numbers", where="answer.numbers", cure=f"an answer has at most {MOST_NUMBERS}"
        )
    numbers = tuple(read_number(name, value, played) for name, value in given.items())
    names = [one.name for one in numbers]
    verdict, picture = (
        read_table(data[key], f"answer.{key}") if key in data else None for key in ("verdict", "picture")
    )
    cautions = texts(data.get("cautions", []), "answer.cautions")
    return AnswerPlan(
        headline=sentence(data["headline"], names, "answer.headline"),
        numbers=numbers,
        verdict=None if verdict is None else _verdict(verdict, names),
        picture=None if picture is None else read_picture(picture, numbers, played),
        cautions=tuple(sentence(one, names, "answer.cautions") for one in cautions),
    )


def _verdict(data: Mapping[str, Any], names: Sequence[str]) -> PlannedVerdict:
    where = "answer.verdict"
    check_keys(data, VERDICT_KEYS, where)
    for key in ("number", "yes", "no"):
        if key not in data:
            raise UserError(f"there is no {key!r}", where=where, cure=f"a verdict needs {key!r}")
    number = read_text(data["number"], f"{where}.number")
    check_known(number, names, "number", f"{where}.number")
    limits = [key for key in ("above", "below", "between") if key in data]
    if len(limits) != 1:
        what = "both " + " and ".join(map(repr, limits)) if limits else "there is no limit"
        raise UserError(what, where=where, cure="give one of above, below and between")
    low, high = _limits(limits[0], data[limits[0]], where)
    yes, no, unclear = (
        sentence(data[key], names, f"{where}.{key}") if key in data else ""
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
