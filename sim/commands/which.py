"""``warlab which``: the rules and the way of counting that give a published figure."""

from typing import Annotated

import polars as pl

from reports.labels import rules_words
from reports.numbers import level_text, percent, told
from sim.catalogue.figures import COUNTED, Figure, Match, figure, matches
from sim.catalogue.kept import LEVEL, changed, kept
from sim.catalogue.kept import table as statistics_of
from sim.commands import arguments
from sim.commands.arguments import argument, number_option, option
from sim.commands.screen import Csv, give, table
from sim.errors import reported_at, unknown
from sim.games import find_game
from sim.options import fields_of

GAMES = 10_000
"""The games of each rule set that is played."""


def which(
    figures: Annotated[
        list[str],
        argument(
            'What was published: "rounds mean = 277", "median = 234", "wars mean = 13", "endless = 11 %".',
            "FIGURE...",
        ),
    ],
    counted: Annotated[
        str | None,
        option(
            "How lengths were counted: rounds, battles or plays (default: all).",
            "WORD",
            "--in",
        ),
    ] = None,
    within: Annotated[
        float | None,
        arguments.share_option(
            "--within",
            "How far off a figure may be, such as 1% (default: half a unit of its last digit).",
        ),
    ] = None,
    top: Annotated[
        int, number_option("--top", "How many rule sets to show.", 1, 1000)
    ] = 8,
    rule: arguments.Setting = None,
    csv: Csv = None,
    json: arguments.Json = False,
) -> None:
    """Run ``warlab which``."""
    if counted is not None and counted not in COUNTED:
        raise unknown("way of counting", counted, COUNTED, where="--in")
    with reported_at("FIGURE", within=True):
        asked = [figure(text) for text in figures]
    if within is not None:
        asked = [each.within(within) for each in asked]
    statistics = _played(rule) if rule else kept()
    known = matches(asked, counted or "", statistics)
    best = [match for match in known if match.fits]
    sets = statistics["rules"].n_unique()
    said = " and ".join(each.text for each in asked)
    number = len({str(match.rules) for match in best})
    gives = f"{number or 'None'} of {sets} rule sets {'give' if number > 1 else 'gives'} {said}; the nearest"
    heads = (
        "rules",
        "counted in",
        *(
            word
            for each in asked
            for word in (each.text, f"{level_text(LEVEL)} interval")
        ),
    )
    first = (best or known)[0]
    settings = "".join(f" -r {name}={value}" for name, value in first.rules.items())
    give(
        [_values(match, asked) for match in known[:top]],
        f"{gives}{' first' if best else ''}:",
        "",
        table(
            heads,
            [_row(match, asked) for match in (best or known)[:top]],
            words=2,
            grow=True,
        ),
        "",
        "To play the first of them:",
        f"warlab play war{settings}",
        json=json,
        csv=csv,
        rows=(
            {**_values(match, asked), "rules": rules_words(match.rules)}
            for match in known[:top]
        ),
    )


def _played(settings: list[str]) -> pl.DataFrame:
    """Return the statistics of the rule sets for two players under more rules, played now."""
    sets = changed(arguments.given_settings(settings), GAMES)
    if not sets:  # the rules contradict themselves or every rule set
        arguments.rules_of(find_game("war"), settings)
    return statistics_of(sets.items(), arguments.worker_count(None))


def _row(match: Match, figures: list[Figure]) -> list[str]:
    """Return a row of the table: the rules in words, the way of counting, and each statistic with its interval."""
    numbers = []
    for each, (value, low, high) in zip(figures, match.intervals, strict=True):
        number, ends = told(value, low, high, " to ", share=each.is_share)
        numbers += [percent(value) if each.is_share else number, ends]
    return [rules_words(match.rules), match.counted, *numbers]


def _values(match: Match, figures: list[Figure]) -> dict[str, object]:
    """Return a match for programs."""
    statistics = {
        each.name(match.counted): {"value": value, "low": low, "high": high}
        for each, (value, low, high) in zip(figures, match.intervals, strict=True)
    }
    return {
        **fields_of(match, "rules", "counted", "fits", "games"),
        "level": LEVEL,
        "statistics": statistics,
    }
