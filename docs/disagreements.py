"""The page of published figures that disagree, each with rules of the catalogue that fit it."""

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
from sim.contract.vocabulary import number_word
from sim.games import find_game

SOURCE = Path(__file__).with_suffix(".toml")
PAGE = "disagreements.md"

_INTRODUCTION = """\
# Why figures disagree

*For those who found another figure elsewhere.* Published figures on War differ because they belong to different rules,
or count different things: *rounds* (from one turn of the top cards until somebody takes the pot), *battles*
(comparisons of cards) or *plays* (cards that each player lays). To look up a figure, type `warlab which "mean = 277"`.
It tries the three ways of counting and 336 sets of rules, which differ in the pack, the number of players, the cards
face down, running out of cards in a war, and where and in which order won cards go.

**A fit is no proof.** So many combinations are possible that almost any number fits some. The last column says how
many sets of rules, counted as the source counts, would fit an arbitrary number of that size. Unless it is far below
one, the source may have played by other rules: only the {few} figures below
with two numbers from one source have so low a value.

## Figures with rules that fit them

Our values are from 100,000 games of each set of rules, with intervals at 99 %.

| published | by | rules that fit it | ours | rule sets that fit by chance |
| --- | --- | --- | --- | ---: |
"""

_OTHERS = """\

## Other figures

| published | by | what we find |
| --- | --- | --- |
"""


def page() -> str:
    """The page."""
    rows: list[str] = []
    chances = []
    notes = ["\n"]
    others = [_OTHERS]
    for entry in entries():
        cells = [entry["figure"], entry["where"]]
        if "rules" not in entry:
            others.append(f"| {' | '.join((*cells, entry['note']))} |\n")
            continue
        asked, match = answered(entry)
        counted = f", counted in {match.counted}" if match.counted else ""
        cells.append(rules_words(find_game("war"), match.rules) + counted)
        cells.append("; ".join(_ours(asked, match)))
        known = matches(asked)
        chances.append(fits_by_chance(known, asked))
        cells.append(figures(chances[-1], 2))
        rows.append(f"| {' | '.join(cells)} |\n")
        if "note" in entry:
            notes.append(
                f"- **{entry['figure']}** ({entry['where']}): {entry['note']}\n"
            )
    few = sum(chance < 1 for chance in chances)
    introduction = _INTRODUCTION.format(few=number_word(few))
    return "".join([introduction, *rows, *notes, *others])


def entries() -> list[dict[str, Any]]:
    """The published figures."""
    return list(tomllib.loads(SOURCE.read_text(encoding="utf-8"))["figure"])


def answered(entry: dict[str, Any]) -> tuple[list[Figure], Match]:
    """A published figure and the match of the rules that are said to fit it."""
    asked = [figure(text) for text in entry["asks"]]
    if "within" in entry:
        asked = [published.within(entry["within"]) for published in asked]
    [match] = [match for match in matches(asked) if match.rules == entry["rules"]]
    return asked, match


def _ours(asked: list[Figure], match: Match) -> list[str]:
    texts = []
    for published, (value, low, high) in zip(asked, match.intervals, strict=True):
        if published.is_share:
            texts.append(f"{percent(value, low, high)} ({percent_span(low, high)})")
        else:
            texts.append(
                f"{published.statistic} {estimate(value, low, high)} ({span(low, high)})"
            )
    return texts
