"""The page of published figures that disagree: each with the rules that give it, looked up in the catalogue."""

import tomllib
from pathlib import Path
from typing import Any

from reports.labels import rules_words
from reports.numbers import estimate, percent, percent_span, span
from sim.catalogue.figures import Figure, Match, figure, matches
from sim.games import find_game

SOURCE = Path(__file__).with_suffix(".toml")
PAGE = "disagreements.md"

_INTRODUCTION = """\
# Why figures disagree

How long War lasts depends on rules that most sources leave out, and on what is counted: *rounds* (from one turn of the
top cards to the next, wars included), *battles* (comparisons of cards) or *plays* (cards that each player lays). This
page lists the figures that we know, with the rules that give them. Look up another one with
`warlab which "mean = 277"`: it tries 336 sets of rules and the three ways of counting.

Ours are from 100,000 games of each rule set, with intervals at 99 %.
"""


def page() -> str:
    """Return the page."""
    rows = [
        "| published | by | rules that give it | ours |",
        "| --- | --- | --- | --- |",
    ]
    notes = []
    for entry in entries():
        said, ours = "see the note", ""
        if "rules" in entry:
            asked, match = answered(entry)
            counted = f", counted in {match.counted}" if match.counted else ""
            said, ours = (
                rules_words(find_game("war"), match.rules) + counted,
                "; ".join(_ours(asked, match)),
            )
        rows.append(f"| {entry['figure']} | {entry['where']} | {said} | {ours} |")
        if "note" in entry:
            notes.append(f"- **{entry['where']}**, {entry['figure']}: {entry['note']}")
    return "\n".join([_INTRODUCTION, *rows, "", "## Notes", "", *notes, ""])


def entries() -> list[dict[str, Any]]:
    """Return the published figures."""
    return list(tomllib.loads(SOURCE.read_text(encoding="utf-8"))["figure"])


def answered(entry: dict[str, Any]) -> tuple[list[Figure], Match]:
    """Return a published figure and the match of the rules that are said to give it."""
    asked = [figure(text) for text in entry["asks"]]
    if "within" in entry:
        asked = [each.within(entry["within"]) for each in asked]
    [match] = [
        match
        for match in matches(asked, entry.get("counted", ""))
        if match.rules == entry["rules"]
    ]
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
