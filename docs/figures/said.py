"""Entries: the numbers in the texts, and what each of them is.

``said.toml`` is one list for all documents. An entry has the ``page``, the ``run`` (a
source, :mod:`docs.figures.sources`) and a ``line``: words of the page, with ``#`` for
each number. Its ``numbers`` name them in order, each a statistic of the run
(:mod:`docs.figures.named`). Before it there may be a variant ("one down: rounds mean";
else it is that of the entry, ``variant``), before that another source ("jokers / no
jokers: rounds mean"), and first of all ``%`` for a share as a percentage. At the end,
``±`` says that the ends of the interval follow the value, and ``<`` or ``>`` that only
the upper or lower one is meant.

A number that follows without chance is written as an expression,
``= sim.exact.casino_war(6).house_edge`` (:mod:`docs.figures.exact`); at its end,
``above`` or ``below`` says that only this part of a fraction is meant. ``{0..3}``
stands for a number with each of these places.

An entry with ``rows`` stands for several lines: ``{}`` is the name of the row, and in
the numbers what the row has, which is also its variant. With ``decimals`` all numbers
have as many as it says, no zero before the point, and ``0`` is what rounds to it; else
how many decimals a number has is up to the text. So a text stays a text, and the list
finds its numbers in it.
"""

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import floor
from pathlib import Path

from docs.figures.exact import EXACT, Value
from docs.figures.kept import kept
from docs.figures.named import ALL

LIST = Path(__file__).parent / "said.toml"
TOP = Path(__file__).parents[2]

NUMBER = r"[+−-]?(?:\d+(?:,\d{3})*(?:\.\d+)?|\.\d+)"
"""A number as the texts write it."""

_MARKS = {"±": (0, 1, 2), ">": (1,), "<": (2,)}
_PARTS = {" above": 0, " below": 1}
_SERIES = re.compile(r"\{(\d+)\.\.(\d+)\}")


@dataclass(frozen=True, slots=True)
class Wanted:
    """A number: a part of a statistic of a run, or of an expression.

    Attributes
    ----------
    run
        The run.
    variant
        The variant.
    statistic
        The statistic.
    part
        Of a statistic 0 for the value, 1 and 2 for its ends; of an expression 0 or 1
        for the parts of a fraction, and None for its value.
    percent
        Whether it is a percentage.
    """

    run: str
    variant: str
    statistic: str
    part: int | None
    percent: bool

    @property
    def value(self) -> Value | None:
        """The number as it is kept; a percentage is a hundred times as much."""
        if self.run == EXACT:
            number: Value = kept(EXACT)[self.statistic]
            return (
                number
                if self.part is None
                else Fraction(number).as_integer_ratio()[self.part]
            )
        ends: list[float | None] = kept(self.run)["numbers"][self.variant][
            self.statistic
        ]
        return ends[self.part or 0]


@dataclass(frozen=True, slots=True)
class Said:
    """A piece of a page with numbers.

    Attributes
    ----------
    page
        The document, from the top of the repository.
    line
        The words, ``#`` for each number.
    numbers
        What the numbers are.
    decimals
        How many decimals they have; None for as many as they have on the page.
    """

    page: str
    line: str
    numbers: tuple[Wanted, ...]
    decimals: int | None = None

    @property
    def pattern(self) -> re.Pattern[str]:
        """What finds the words: lines may be broken anywhere."""
        return words_of(self.line, f"({NUMBER})")


def words_of(line: str, number: str) -> re.Pattern[str]:
    """Return what finds words of a page, ``#`` in them standing for what finds a number."""
    words = (re.escape(word).replace(r"\#", number) for word in line.split())
    return re.compile(r"\s+".join(words))


@cache
def entries() -> tuple[Said, ...]:
    """Return every piece of every page, row by row."""
    return tuple(_entries())


def _entries() -> Iterator[Said]:
    for entry in tomllib.loads(LIST.read_text(encoding="utf-8"))["said"]:
        rows = entry.get("rows", {"": entry.get("variant", ALL)})
        for name, own in rows.items():
            specs = [
                spec
                for listed in entry["numbers"]
                for spec in _spread(listed.replace("{}", own))
            ]
            numbers = tuple(
                part
                for spec in specs
                for part in _wanted(spec, entry.get("run", EXACT), own)
            )
            yield Said(
                entry["page"],
                entry["line"].replace("{}", name),
                numbers,
                entry.get("decimals"),
            )


def _spread(spec: str) -> list[str]:
    series = _SERIES.search(spec)
    if series is None:
        return [spec]
    return [
        spec.replace(series[0], str(place))
        for place in range(int(series[1]), int(series[2]) + 1)
    ]


def _wanted(spec: str, run: str, variant: str) -> Iterator[Wanted]:
    percent = spec.startswith("%")
    name = spec.removeprefix("%")
    if name.startswith("= "):
        expression = name.removeprefix("= ")
        end = next((end for end in _PARTS if expression.endswith(end)), "")
        yield Wanted(EXACT, ALL, expression.removesuffix(end), _PARTS.get(end), percent)
        return
    stem, _, mark = name.rpartition(" ")
    parts = _MARKS.get(mark)
    named, colon, statistic = (stem if parts else name).rpartition(": ")
    other, _, own = named.rpartition(" / ")
    for part in parts or (0,):
        yield Wanted(other or run, own if colon else variant, statistic, part, percent)


def texts(written: dict[str, str]) -> tuple[dict[str, str], list[str]]:
    """The pages with the numbers that are kept, and a sentence for each that was another."""
    fresh = dict(written)
    wrong = []
    for said in entries():
        text = fresh[said.page]
        matches = list(said.pattern.finditer(text))
        if len(matches) != 1 or len(matches[0].groups()) != len(said.numbers):
            times = (
                f"{len(matches)} times"
                if len(matches) != 1
                else f"with {len(matches[0].groups())} numbers"
            )
            raise ValueError(f"{said.page} has these words {times}: {said.line}")
        for place, wanted in reversed(list(enumerate(said.numbers, 1))):
            value = wanted.value
            if value is None:
                raise ValueError(
                    f"{wanted.run} has no such number: {wanted.variant}, {wanted.statistic}"
                )
            before = matches[0][place]
            now = like(
                before,
                100 * Fraction(str(value)) if wanted.percent else value,
                said.decimals,
            )
            if now != before:
                name = f"{wanted.variant}, {wanted.statistic}".strip(", ")
                wrong.append(
                    f"{said.page} has {before} for {now} ({wanted.run}: {name})"
                )
            start, end = matches[0].span(place)
            text = text[:start] + now + text[end:]
        fresh[said.page] = text
    return fresh, wrong


def like(written: str, value: Value | Fraction, decimals: int | None = None) -> str:
    """A number as a text writes it: with as many decimals, and with a sign if it had one.

    >>> like("1,412", 1398.4), like("+3.5", 3.46), like("−6.6", -6.5749)
    ('1,398', '+3.5', '−6.6')
    >>> like("64", 64.5), like(".5", "1/3")
    ('65', '.3')
    >>> like(".250", 0.0004, 3), like("0", 0.0005, 3)
    ('0', '.001')
    """
    # With ``decimals`` it has these, no zero before the point, and is ``0`` if it
    # rounds to it.
    sign = written[: written[0] in "+−-"]
    digits = written.lstrip("+−-")
    places = len(digits.partition(".")[2]) if decimals is None else decimals
    exact = Fraction(str(value))
    whole, rest = divmod(floor(abs(exact) * 10**places + Fraction(1, 2)), 10**places)
    if decimals is not None and not whole and not rest:
        return "0"
    # A fraction of large numbers is written without commas.
    text = f"{whole}" if re.match(r"\d{4}", digits) else f"{whole:,}"
    text += f".{rest:0{places}d}" if places else ""
    if not whole and places and (decimals is not None or digits.startswith(".")):
        text = text.removeprefix("0")
    minus = "-" if sign == "-" else "−"
    return f"{minus if exact < 0 else '+' if sign in ('+', '−') else ''}{text}"


def pages() -> dict[str, str]:
    """Return the pages of the list as they are."""
    return {
        page: (TOP / page).read_text(encoding="utf-8")
        for page in sorted({said.page for said in entries()})
    }
