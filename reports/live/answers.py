"""Answers of a play to its page: the statistics and curves so far, as values for JSON."""

import math
import shlex
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Any

from reports.answer.screen import facts_of_games, first_screen
from reports.charts.live import finite
from reports.facts import Facts
from reports.live.plays import FOLLOWED, Look, Play, Standing
from reports.live.requests import PACE
from reports.numbers import figures, level_text, p_value
from reports.sections.cells import number_cell, share_cell
from reports.sections.differences import is_share
from reports.words import capital
from sim.contract.answer import Cell
from sim.contract.columns import ENDING, WINNER, Role
from sim.contract.policy import policies_table
from sim.counts.stopping import watched
from sim.counts.summary import table, table_of_differences
from sim.options import fields_of, setting_text
from sim.scenario.writing import as_toml, own_pace
from sim.stats import Estimate, Measure

MOST_BARS = 12  # The most values of a column that is shown as bars
POINTS = 80  # the points of a curve
SHOWN = 0.999  # A curve is drawn as far as this share of the games

_OF_A_LENGTH = {
    Measure.MEAN: "{}, on average",
    Measure.MEDIAN: "{} after which half of all games are over",
    Measure.HIGH: "{} that 1 game in 40 goes beyond",
    Measure.LARGEST: "{} in the longest game so far",
}
_SHARES = (Measure.SHARE, Measure.ANY)


def state(play: Play, now: Standing) -> dict[str, Any]:
    """Return how far a play is."""
    told = {name: getattr(now, name) for name in ("state", "why", "done", "wanted")}
    return {"id": play.key, **told, "seconds": round(now.seconds, 3)}


def about(play: Play) -> dict[str, Any]:
    """Return what is played, and how to play it elsewhere."""
    scenario = play.scenario
    return {
        "game": scenario.game,
        **fields_of(scenario.report, *PACE),
        # A script's numbers have 53 bits, and a seed has 64.
        "seed": str(scenario.seed),
        "variants": [
            {
                "name": variant.name,
                "rules": variant.rules.as_dict(),
                **policies_table(variant.rules),
            }
            for variant in scenario.variants
        ],
        "scenario": toml(play),
        "commands": commands(play),
    }


def toml(play: Play) -> str:
    """Return the scenario file of a play, with as many games as are wanted now."""
    return as_toml(play.scenario.with_changes(games=play.standing.wanted)) + "\n"


def commands(play: Play) -> list[str]:
    """Return what to type for the same numbers: a command for each set of rules."""
    scenario, typed = play.scenario, []
    for variant in scenario.variants:
        words = ["warlab", "play", scenario.game]
        for name, value in variant.rules.changed().items():
            words += ["-r", setting_text(name, value)]
        policies = policies_table(variant.rules).get("policies")
        words += ["--policies", ",".join(policies)] if policies else []
        for name, seconds in own_pace(scenario.report).items():
            words += [f"--{name.replace('_', '-')}", f"{seconds:g}"]
        words += ["--games", str(play.standing.wanted), "--seed", str(scenario.seed)]
        typed.append(shlex.join(words))
    return typed


def told(play: Play, now: Standing) -> dict[str, Any]:
    """Return what is known so far; there must be at least one game."""
    # Returns ``games``, ``answer`` (the first screen of a report), ``rows`` (the statistics in words),
    # ``statistics`` and ``differences`` (all of them as numbers, as ``warlab play --json`` and
    # :meth:`sim.runs.reader.Run.compare` give them), ``compared`` (the differences in words), ``concluded``
    # (what may be concluded from them while one watches), and ``curve``.
    facts = facts_of_games(play.scenario, now.counted)
    answer = first_screen(facts)
    return {
        "games": now.counted.games,
        "labels": list(facts.variants),
        "answer": {
            "headline": answer.headline,
            "numbers": [asdict(number) for number in answer.numbers],
            "cautions": list(answer.cautions),
            "reading": answer.reading,
        },
        "rows": list(_rows(facts)),
        "statistics": finite(table(facts.run.estimates()).to_dicts()),
        "differences": []
        if facts.single
        else finite(table_of_differences(facts.run.differences()).to_dicts()),
        "compared": list(_compared(facts)),
        "concluded": list(_concluded(facts)),
        "common": facts.in_common
        or "as separate samples, since the games are not the same deals",
        "curve": _curve(facts),
    }


def _rows(facts: Facts) -> Iterator[dict[str, Any]]:
    """Yield the statistics in words, each with a cell for every variant."""
    own = {(item.variant, item.statistic): item for item in facts.estimates}
    for statistic in dict.fromkeys(item.statistic for item in facts.estimates):
        each = [own.get((variant, statistic)) for variant in facts.variants]
        first = next(item for item in each if item is not None)
        label = _label(facts, first)
        if label:
            cells = [Cell("–") if item is None else _cell(facts, item) for item in each]
            yield {
                "group": _group(facts, first),
                "statistic": statistic,
                "label": label,
                "followed": first.measure in FOLLOWED,
                "share": first.measure in _SHARES,
                "cells": [asdict(cell) for cell in cells],
            }


def _group(facts: Facts, estimate: Estimate) -> str:
    """Return the heading under which a statistic stands."""
    if estimate.column == WINNER:
        return "Who wins"
    if estimate.column == ENDING:
        return "How it ends"
    if estimate.measure in _SHARES:
        return "Games in which it happens"
    is_length = facts.declared.columns[estimate.column].role is Role.LENGTH
    return "How long a game is" if is_length else "What a game comes to"


def _label(facts: Facts, estimate: Estimate) -> str:
    """Return what a statistic is, in words; "" for one that is not shown."""
    if estimate.measure in _SHARES:
        words = facts.share_in_words(estimate)
        return capital(
            f"games with {words}"
            if estimate.measure is Measure.ANY and not estimate.outcome
            else words
        )
    is_length = facts.declared.columns[estimate.column].role is Role.LENGTH
    form = _OF_A_LENGTH.get(estimate.measure) if estimate.measure else None
    if form is None or not (is_length or estimate.measure is Measure.MEAN):
        return ""
    return capital(form.format(facts.noun(estimate.column)))


def _cell(facts: Facts, estimate: Estimate) -> Cell:
    assert estimate.measure is not None
    if estimate.measure in _SHARES:
        return share_cell(estimate.interval)
    return number_cell(
        facts.interval(estimate.variant, estimate.column, estimate.measure)
    )


def _compared(facts: Facts) -> Iterator[dict[str, Any]]:
    """Yield the differences of the other variants from the first one, in words."""
    for difference in _against_the_first(facts):
        cell = _difference(difference)
        if cell.text:
            yield {
                "variant": difference.variant,
                "label": _compared_label(facts, difference),
                "text": cell.text,
                "interval": cell.interval,
                "p": p_value(difference.p_holm),
            }


def _concluded(facts: Facts) -> Iterator[dict[str, Any]]:
    """Yield what the games so far say about each difference, however often they were looked at."""
    # The intervals hold at every look, and all of them together: each has its part of the error (Bonferroni).
    # This is the rule by which ``"sign"`` in the ``[precision]`` of a scenario stops a run.
    if not facts.in_common:
        return
    wanted = [
        difference
        for difference in _against_the_first(facts)
        if difference.measure is not Measure.OTHERWISE
    ]
    level = 1 - (1 - facts.level) / max(len(wanted), 1)
    for difference in watched(
        wanted, facts.run.counted, facts.game, facts.run.scenario.queries, level
    ):
        low, high = difference.interval.low, difference.interval.high
        cell = _difference(difference)
        sign = 0 if low is None or high is None else (low > 0) - (high < 0)
        # What was the same in all games so far, such as no draw at all, is left out.
        if difference.interval.value:
            yield {
                "variant": difference.variant,
                "label": _compared_label(facts, difference),
                "sign": sign,
                "text": ("fewer" if sign < 0 else "more") if sign else "not known yet",
                "interval": f"{cell.text} ({cell.interval})"
                if cell.interval
                else cell.text,
            }


def _against_the_first(facts: Facts) -> list[Estimate]:
    return [] if facts.single else list(facts.against(facts.variants[0]))


def _difference(difference: Estimate) -> Cell:
    return (
        share_cell(difference.interval)
        if is_share(difference)
        else number_cell(difference.interval)
    )


def _compared_label(facts: Facts, difference: Estimate) -> str:
    """Return what is compared, in words."""
    if difference.measure is Measure.OTHERWISE:
        return "Games with another winner on the same deal"
    return capital(
        facts.share_in_words(difference)
        if is_share(difference) and difference.outcome
        else facts.noun(difference.column)
    )


def _curve(facts: Facts) -> dict[str, Any] | None:
    """Return the share of games beyond each length, with its interval; None if nothing has a length or an amount."""
    column = next(iter((*facts.lengths, *facts.counts)), None)
    if column is None:
        return None
    per = facts.declared.columns[column].per
    each = [facts.with_unfinished(variant, column) for variant in facts.variants]
    stands = [lengths_of.as_they_stand for lengths_of in each]
    low = min(hist.smallest or 0 for hist in stands)
    high = max(
        hist.order_statistic(max(1, math.ceil(SHOWN * hist.n)))
        for hist in stands
        if hist.n
    )
    # At most ``POINTS`` whole numbers, evenly spaced, from one below the lowest to the highest.
    points = [*range(low - 1, high, max(1, -(-(high - low + 1) // (POINTS - 1)))), high]
    curves = [lengths.survival(points, facts.level) for lengths in each]
    return {
        "noun": facts.noun(column),
        "bars": _bars(facts, column),
        "level": level_text(facts.level),
        "points": [point / per for point in points],
        "variants": [
            [[share.value, share.low, share.high] for share in curve]
            for curve in curves
        ],
    }


def _bars(facts: Facts, column: str) -> list[list[Any]] | None:
    """Return each value of a column with the share of every variant's games; None if there are too many of them."""
    found = [facts.histogram(variant, column) for variant in facts.variants]
    values = sorted({int(value) for hist in found for value in hist.values})
    if len(values) > MOST_BARS or any(map(facts.unfinished, facts.variants)):
        return None
    per = facts.declared.columns[column].per
    counts = [
        dict(zip(hist.values.tolist(), hist.counts.tolist(), strict=True))
        for hist in found
    ]
    return [
        [
            figures(value / per),
            *(
                own.get(value, 0) / hist.n
                for own, hist in zip(counts, found, strict=True)
            ),
        ]
        for value in values
    ]


def course_of(looks: Sequence[Look], since: int = 0) -> list[dict[str, Any]]:
    """Return the course of the statistics after a number of games."""
    # Returns for each look ``games``, and ``found``: rows of a variant, a statistic, its value and the ends
    # of its interval.
    return [
        {
            "games": look.games,
            "found": [[*key, *values] for key, values in look.found.items()],
        }
        for look in looks
        if look.games > since
    ]
