"""The page of published figures that disagree: each with rules that fit it, looked up in the catalogue."""

import tomllib
from pathlib import Path
from typing import Any

from reports.labels import rules_words
from reports.numbers import estimate, figures, percent, percent_span, span
from sim.catalogue.figures import (
    Figure,
    Match,
    figure,
    fits_by_chance,
    matches,
)
from sim.games import find_game

SOURCE = Path(__file__).with_suffix(".toml")
PAGE = "disagreements.md"

_INTRODUCTION = """\
# Why figures disagree

Published figures on War differ because they belong to different rules, or count different things: *rounds* (from one
turn of the top cards until somebody takes the pot), *battles* (comparisons of cards) or *plays* (cards that each player
lays). This page lists the figures that we know, with rules that fit them. To look up another one, use
`warlab which "mean = 277"`, which tries 336 sets of rules and the three ways of counting.

**A fit is no proof.** With so many rules and ways of counting, almost any number fits some. The last column is the
mean number of rule sets, counted as the source counts, that fit a number picked at random between half and twice the
published one. Unless it is far below one, the source may have used other rules. Two figures from one source are much
stronger evidence than one.

Our values are from 100,000 games of each rule set, with intervals at 99 %.
"""


def page() -> str:
    """The page."""
    rows = [
        "| published | by | rules that fit it | ours | rule sets that fit by chance |",
        "| --- | --- | --- | --- | ---: |",
    ]
    notes = []
    for entry in entries():
        said = "see the note"
        ours = ""
        others = ""
        if "rules" in entry:
            asked, match = answered(entry)
            counted = f", counted in {match.counted}" if match.counted else ""
            said = rules_words(find_game("war"), match.rules) + counted
            ours = "; ".join(_ours(asked, match))
            known = matches(asked)
            others = figures(fits_by_chance(known, asked), 2)
        cells = entry["figure"], entry["where"], said, ours, others
        rows.append(f"| {' | '.join(cells)} |")
        if "note" in entry:
            notes.append(f"- **{entry['where']}**, {entry['figure']}: {entry['note']}")
    return "\n".join([_INTRODUCTION, *rows, "", "## Notes", "", *notes, ""])


def entries() -> list[dict[str, Any]]:
    """The published figures."""
    return list(tomllib.loads(SOURCE.read_text(encoding="utf-8"))["figure"])


def answered(entry: dict[str, Any]) -> tuple[list[Figure], Match]:
    """A published figure and the match of the rules that are said to fit it."""
    asked = [figure(text) for text in entry["asks"]]
    if "within" in entry:
        asked = [each.within(entry["within"]) for each in asked]
    [match] = [match for match in matches(asked) if match.rules == entry["rules"]]
    return asked, match


def _ours(asked: list[Figure], match: Match) -> list[str]:
    texts = []
    for each, (value, low, high) in zip(asked, match.intervals, strict=True):
        if each.is_share:
            texts.append(f"{percent(value, low, high)} ({percent_span(low, high)})")
        else:
            texts.append(
                f"{each.statistic} {estimate(value, low, high)} ({span(low, high)})"
            )
    return texts
