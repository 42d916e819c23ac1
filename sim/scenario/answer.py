"""The answer that a scenario plans for its report: its headline, its numbers, its verdict and its picture.

Nothing is computed here: the reports fill in the numbers. :mod:`sim.scenario.answering` reads and checks ``[answer]``.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

MOST_NUMBERS = 6
"""A reader remembers no more."""

WAYS = {
    "number": "as it is, with the digits that its interval warrants",
    "percent": "a share as a percentage, or a mean as a percentage of one, such as what the house keeps of a unit",
    "points": "a difference of shares in percentage points",
    "one in": 'a share as "1 in 20"',
    "minutes": "a number of plays as the time that they take",
    "times": 'the mean divided by that of the other variant, such as "1.5 times"',
    "percent more": "by how much the mean is more than that of the other variant",
    "percent less": "by how much the mean is less than that of the other variant",
}
"""The ways to write a number (``as``), and their meanings."""

RATIOS = ("times", "percent more", "percent less")
"""The ways that divide one variant's mean by another's."""

KINDS = {
    "means": "a number of each variant, such as its mean, with its interval",
    "shares": "a share of games of each variant, with its interval",
    "outcomes": "who wins, of all games, under each variant",
    "numbers": "some of the numbers of the answer, all in the same unit",
    "differences": "the difference of each variant from another, on the same deals",
    "lengths": "how the games of each variant are spread over their lengths",
    "tail": "the share of games still going after each length",
    "chances": "the chance of the first player to win, by what that player was dealt",
    "positions": "the first player's chance to win, by the cards and the aces that the player starts with",
    "ranking": "the policies of a tournament by their mean margin",
    "heat": "the margin of each policy of a tournament against each other",
}
"""The kinds of pictures, and what they show."""

OF_A_STATISTIC = ("means", "shares", "differences")
OF_A_COLUMN = ("lengths", "tail", "chances")
OF_A_TOURNAMENT = ("ranking", "heat")

FORMS = {
    "": "with its unit",
    "interval": "its interval",
    "size": "without its sign",
    "bare": "without its unit",
}
"""What can stand after the colon in a placeholder, such as ``{aces:interval}``."""

FINISHED = "finished"
"""The value of ``of`` that leaves unfinished games out of a share of winners."""

MORE = "more"
"""The value of a condition that a player meets who was dealt more than the others."""

_PLACE = re.compile(r"\{([^{}]*)\}")


@dataclass(frozen=True)
class PlannedNumber:
    """A number of the answer.

    Attributes
    ----------
    name
        Its name in the sentences.
    statistic
        A statistic of the summary, as in ``[precision]``; in a tournament ``margin`` or ``wins``.
    variant
        Whose number it is; empty in a tournament.
    versus
        The variant from which it is a difference (or by whose mean it is divided); may be empty.
    of
        ``"finished"`` for a share of the games that came to an end, else empty: a share of all games.
    given
        For a share of winners, only the deals with this value of a column, such as ``("aces", 4)``; with ``("aces",
        "more")`` how often the player wins who was dealt more of them than the other. Else None.
    policy, against
        In a tournament whose number it is, and against whom; empty: against all others.
    written
        One of ``WAYS``.
    label
        What the number is, in a few words.
    note
        A remark below the number; may be empty.
    """

    name: str
    statistic: str
    variant: str
    versus: str = ""
    of: str = ""
    given: tuple[str, int | str] | None = None
    policy: str = ""
    against: str = ""
    written: str = "number"
    label: str = ""
    note: str = ""

    @property
    def is_ratio(self) -> bool:
        """Whether one mean is divided by another."""
        return self.written in RATIOS


@dataclass(frozen=True)
class PlannedVerdict:
    """Yes or no, decided by the interval of a number.

    Attributes
    ----------
    number
        The name of the number.
    low, high
        The limits: the answer is yes if the whole interval lies strictly between them, no if all of it lies outside,
        and otherwise these games cannot tell. A limit can be infinite.
    yes, no, unclear
        The sentences; an empty last one is made from the numbers.
    """

    number: str
    low: float
    high: float
    yes: str
    no: str
    unclear: str = ""


@dataclass(frozen=True)
class PlannedPicture:
    """The one picture of the answer.

    Attributes
    ----------
    kind
        One of ``KINDS``.
    statistic
        The statistic drawn, or the column where the kind shows all games; empty where the kind says it.
    title
        What the picture shows, as a sentence without a full stop; an empty one is made from the kind.
    variants
        The variants drawn, in order; empty for all.
    numbers
        The names of the numbers drawn, in order, where the kind is ``"numbers"``.
    versus
        For differences, the variant from which they are taken.
    written
        How the numbers are written, one of ``WAYS``; empty for the usual way.
    line
        Where to draw a line to compare with, such as 0.5; None for none.
    """

    kind: str
    statistic: str = ""
    title: str = ""
    variants: tuple[str, ...] = ()
    numbers: tuple[str, ...] = ()
    versus: str = ""
    written: str = ""
    line: float | None = None


@dataclass(frozen=True)
class AnswerPlan:
    """The answer of a scenario before its games are played.

    Attributes
    ----------
    headline
        The answer in a sentence, with the names of numbers in braces.
    numbers
        At most ``MOST_NUMBERS``, in the order in which they are shown.
    verdict, picture
        None where the scenario leaves them out.
    cautions
        Sentences that a reader must know not to be misled.
    """

    headline: str
    numbers: tuple[PlannedNumber, ...] = ()
    verdict: PlannedVerdict | None = None
    picture: PlannedPicture | None = None
    cautions: tuple[str, ...] = ()

    def as_dict(self) -> dict[str, Any]:
        """Return the plan as the object that ``[answer]`` is; :func:`read_answer` reads it."""
        content: dict[str, Any] = {"headline": self.headline}
        if self.numbers:
            content["numbers"] = {one.name: _number_dict(one) for one in self.numbers}
        if self.verdict is not None:
            content["verdict"] = _verdict_dict(self.verdict)
        if self.picture is not None:
            content["picture"] = _picture_dict(self.picture)
        if self.cautions:
            content["cautions"] = list(self.cautions)
        return content


def placeholders(sentence: str) -> list[tuple[str, str]]:
    """Return the placeholders of a sentence: the names of numbers, and how each is written.

    Examples
    --------
    >>> placeholders("The aces win {aces} of games ({aces:interval}).")
    [('aces', ''), ('aces', 'interval')]
    """
    return [_parted(place) for place in _PLACE.findall(sentence)]


def filled(sentence: str, texts: Mapping[tuple[str, str], str]) -> str:
    """Return a sentence with its placeholders replaced.

    Examples
    --------
    >>> filled("The aces win {aces}.", {("aces", ""): "80.9 %"})
    'The aces win 80.9 %.'
    """
    return _PLACE.sub(lambda place: texts[_parted(place[1])], sentence)


def _parted(place: str) -> tuple[str, str]:
    name, _, form = place.partition(":")
    return name.strip(), form.strip()


def _without_empty(content: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in content.items() if value not in ("", None, [])}


def _number_dict(one: PlannedNumber) -> dict[str, Any]:
    return _without_empty(
        {
            "statistic": one.statistic,
            "variant": one.variant,
            "versus": one.versus,
            "of": one.of,
            "given": None if one.given is None else dict([one.given]),
            "policy": one.policy,
            "against": one.against,
            "as": one.written,
            "label": one.label,
            "note": one.note,
        }
    )


def _verdict_dict(one: PlannedVerdict) -> dict[str, Any]:
    limits: dict[str, Any]
    if math.isinf(one.high):
        limits = {"above": one.low}
    elif math.isinf(one.low):
        limits = {"below": one.high}
    else:
        limits = {"between": [one.low, one.high]}
    sentences = {"yes": one.yes, "no": one.no, "unclear": one.unclear}
    return _without_empty({"number": one.number, **limits, **sentences})


def _picture_dict(one: PlannedPicture) -> dict[str, Any]:
    return _without_empty(
        {
            "kind": one.kind,
            "statistic": one.statistic,
            "variants": list(one.variants),
            "numbers": list(one.numbers),
            "versus": one.versus,
            "as": one.written,
            "line": one.line,
            "title": one.title,
        }
    )
