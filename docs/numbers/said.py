"""What the texts say, and the numbers that they should say: one list for all documents, ``said.toml``.

An entry has the ``page``, the ``run`` (a scenario) and a ``line``: words of the page, with ``#`` for each number. Its
``numbers`` name them in order, each a statistic of the run; before it there may be a variant ("one down: rounds mean";
else it is that of the entry, ``variant``), before that another scenario ("jokers / no jokers: rounds mean"), and first
of all ``%`` for a share as a percentage. At the end, ``±`` says that the ends of the interval follow the value, and
``<`` or ``>`` that only the upper or the lower end is meant. An entry with ``rows`` stands for several lines: ``{}`` is
the name of the row, which has its variant.

So a text stays a text, and the list finds its numbers in it. How many decimals a number has is up to the text.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from pathlib import Path

from docs.numbers.kept import ALL, kept

LIST = Path(__file__).parent / "said.toml"
TOP = Path(__file__).parents[2]

_NUMBER = r"([+−]?\d[\d,]*(?:\.\d+)?)"
_MARKS = {"±": (0, 1, 2), ">": (1,), "<": (2,)}


@dataclass(frozen=True, slots=True)
class Wanted:
    """A number of a run: which part of a statistic (0 value, 1 low, 2 high), and whether it is a percentage."""

    run: str
    variant: str
    statistic: str
    part: int
    percent: bool


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
        What they are.
    """

    page: str
    line: str
    numbers: tuple[Wanted, ...]

    @property
    def pattern(self) -> re.Pattern[str]:
        """What finds the words: lines may be broken anywhere."""
        words = (re.escape(word).replace(r"\#", _NUMBER) for word in self.line.split())
        return re.compile(r"\s+".join(words))


def entries() -> Iterator[Said]:
    """Yield every piece of every page, row by row."""
    for one in tomllib.loads(LIST.read_text(encoding="utf-8"))["said"]:
        rows = one.get("rows", {"": one.get("variant", ALL)})
        for name, variant in rows.items():
            numbers = tuple(part for spec in one["numbers"] for part in _wanted(spec, one["run"], variant))
            yield Said(one["page"], one["line"].replace("{}", name), numbers)


def _wanted(spec: str, run: str, variant: str) -> Iterator[Wanted]:
    percent, name = spec.startswith("%"), spec.removeprefix("%")
    stem, _, mark = name.rpartition(" ")
    parts = _MARKS.get(mark)
    named, colon, statistic = (stem if parts else name).rpartition(": ")
    other, _, own = named.rpartition(" / ")
    for part in parts or (0,):
        yield Wanted(other or run, own if colon else variant, statistic, part, percent)


def texts(written: dict[str, str]) -> tuple[dict[str, str], list[str]]:
    """Return the pages with the numbers that the runs gave, and a sentence for each number that was another.

    Parameters
    ----------
    written
        The pages as they are, by their paths.

    Raises
    ------
    ValueError
        If a page no longer has the words of an entry, or has them twice, or they have more or fewer numbers.
    """
    fresh, wrong = dict(written), []
    for said in entries():
        text = fresh[said.page]
        found = list(said.pattern.finditer(text))
        if len(found) != 1 or len(found[0].groups()) != len(said.numbers):
            times = f"{len(found)} times" if len(found) != 1 else f"with {len(found[0].groups())} numbers"
            raise ValueError(f"{said.page} has these words {times}: {said.line}")
        for place, wanted in reversed(list(enumerate(said.numbers, 1))):
            value = kept(wanted.run)["numbers"][wanted.variant][wanted.statistic][wanted.part]
            before = found[0][place]
            now = like(before, 100 * value if wanted.percent else value)
            if now != before:
                name = f"{wanted.variant}, {wanted.statistic}".strip(", ")
                wrong.append(f"{said.page} has {before} for {now} ({wanted.run}: {name})")
            start, end = found[0].span(place)
            text = text[:start] + now + text[end:]
        fresh[said.page] = text
    return fresh, wrong


def like(written: str, value: float) -> str:
    """Return a number as a text writes it: with as many decimals, and with a sign before it if it had one.

    Examples
    --------
    >>> like("1,412", 1398.4), like("+3.5", 3.46), like("−6.6", -6.5749), like("64", 64.5)
    ('1,398', '+3.5', '−6.6', '65')
    """
    decimals = len(written.partition(".")[2])
    sign = "+" if written[0] in "+−" else ""
    rounded = Decimal(str(value)).quantize(Decimal(1).scaleb(-decimals), ROUND_HALF_UP)
    return f"{rounded:{sign},f}".replace("-", "−")


def pages() -> dict[str, str]:
    """Return the pages of the list as they are."""
    return {page: (TOP / page).read_text(encoding="utf-8") for page in {said.page for said in entries()}}
