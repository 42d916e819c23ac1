"""``warlab compare``: the variants of a run, pairwise.

It also says whether they are the same within a margin.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Annotated, Any

from reports.answer import first_screen
from reports.facts import Facts, gather
from reports.numbers import beside_zero, estimate, level_text, p_value, span
from reports.words import capital
from sim.commands import ranking, sameness
from sim.commands.figures import as_played, doubts, procedures
from sim.commands.options import Csv, Directory, Json, Level, Whole, option
from sim.commands.printed import printed
from sim.commands.screen import tell
from sim.contract.answer import (
    Answer,
    Block,
    Cell,
    Entry,
    Listing,
    Number,
    Paragraph,
    Table,
)
from sim.contract.columns import Column
from sim.contract.same_deals import in_common
from sim.counts.declarations import declared
from sim.counts.effects import effects as effects_of
from sim.counts.effects import varied
from sim.counts.frames import table_of_differences
from sim.counts.queries import named_on_request
from sim.errors import UserError
from sim.options import fields_of, setting_text
from sim.runs import Run, open_run
from sim.runs.ranking import rankings
from sim.runs.results import Results
from sim.stats import Estimate, Interval, Measure
from sim.stats.families import level_together, members
from sim.stats.separate import difference_of_distributions, difference_of_quantiles
from sim.tournaments.standings import Tournament

QUANTILES = (0.1, 0.25, 0.5, 0.75, 0.9, 0.975)
"""The quantiles of a length that are compared."""


@dataclass(frozen=True)
class Asked:
    """The words of ``warlab compare``."""

    run: Directory
    level: Level = 0.95
    same_within: Annotated[
        list[str] | None,
        option(
            'Test whether variants are the same within a margin: "rounds mean 1 %", or '
            '"1 %" for the mean length.',
            "MARGIN",
        ),
    ] = None
    effects: Annotated[
        bool,
        option(
            "Show the effect of each rule of a grid on the length of a game, and how "
            "the effects depend on each other.",
            "",
            "--effects",
        ),
    ] = False
    distribution: Annotated[
        bool,
        option(
            "Show the differences of the quantiles and of the distribution of the length.",
            "",
            "--distribution",
        ),
    ] = False
    rank: Annotated[
        list[str] | None,
        option(
            'Rank the variants by a mean or a share, such as "rounds mean" or "draw", '
            "in groups that cannot be told "
            "apart; may be repeated.",
            "STATISTIC",
        ),
    ] = None
    pairs: Annotated[
        bool,
        option(
            "Show all differences between every two variants, with p-values.",
            "",
            "--pairs",
        ),
    ] = False
    csv: Csv = None
    whole: Whole = False
    json: Json = False


@printed()
def compare(asked: Asked) -> None:
    """Run ``warlab compare``."""
    whole = asked.whole or asked.pairs
    tell(answer(asked), **fields_of(asked, "json", "csv"), whole=whole)


def answer(asked: Asked) -> Answer:
    """The comparison of a run's variants that was asked for."""
    run = open_run(asked.run)
    tournament = "tournament" if run.scenario.tournament else ""
    kind = "ranking" if asked.rank else tournament
    for name in ("same_within", "effects", "distribution", "pairs"):
        if kind and getattr(asked, name):
            where = f"--{name.replace('_', '-')}"
            what = f"it is no part of a {kind}"
            raise UserError(what, where=where, cure="leave it out")
    _check_counted(run, asked.rank, ranking.WHERE)
    _check_counted(run, asked.same_within, sameness.WHERE)
    if asked.rank:
        statistics = list(dict.fromkeys(asked.rank))
        found = rankings(run, statistics, asked.level, ranking.WHERE)
        common = in_common(run.game, [*run.scenario.rules.values()])
        return ranking.ranking_answer(run, found, asked.level, common)
    facts = gather(run, level=asked.level)
    if facts.tournament is not None:
        return _of_tournament(run, facts, facts.tournament)
    answered = of_variants(asked, run, facts)
    return replace(answered, data={"run": asked.run, **answered.data})


def _check_counted(run: Run, texts: Sequence[str] | None, where: str) -> None:
    """Refuse a column on request that the run did not count."""
    for name in named_on_request(run.game, texts or ()):
        if name not in run.scenario.columns:
            raise UserError(
                f"the games of this run were not asked for {name}",
                where=where,
                cure=f"play a new run with --column {name}",
            )


def of_variants(asked: Asked, run: Results, facts: Facts) -> Answer:
    """How variants differ: in their leading number, and in what was asked for.

    Parameters
    ----------
    asked
        What was typed.
    run, facts
        The games of the variants.
    """
    screen = first_screen(facts)
    level = asked.level
    differences = run.differences(level)
    rows = table_of_differences(differences).to_dicts()
    answered = {"verdict": screen.verdict, "headline": screen.headline}
    data = {**answered, "level": level, "differences": rows}
    if asked.pairs:
        blocks = [*_differences(run, differences, level)]
    else:
        blocks = [*_variants(facts, differences[0])] if rows else []
    if asked.distribution:
        apart = _distributions(run, level)
        data |= {"distribution": apart} if apart else {}
        blocks += _distribution_blocks(run, apart, level)
    if alike := sameness.compared(run, asked.same_within, level):
        data["same_within"] = sameness.values(alike)
        blocks += sameness.blocks(alike, level)
    if asked.effects:
        column = _leading(run, "--effects")
        found = effects_of(run.counted, run.scenario.rules, column, level)
        rows = table_of_differences(found).drop("variant", "versus").to_dicts()
        data["effects"] = rows
        blocks += _effect_blocks(run, found, level)
    if not differences:
        nothing = f"{asked.run} has only one variant: nothing to compare."
        return Answer(headline=nothing, data=data, rows=rows)
    return replace(screen, blocks=(*screen.blocks, *blocks), data=data, rows=rows)


def _leading(run: Results, where: str) -> Column:
    """The length by which the variants of a run are compared."""
    leading = declared(run.game).lengths()[:1]
    if not leading or leading[0].name not in run.game.paired:
        raise UserError(
            f"{run.game.name} has no length to compare",
            where=where,
            cure="leave it out",
        )
    return leading[0]


def _distributions(run: Results, level: float) -> list[dict[str, Any]]:
    """The distances of the length's quantiles and shares from the first variant's."""
    column = _leading(run, "--distribution")
    first, *others = (run.counted.lengths(name, column) for name in run.variants)
    rows: list[dict[str, Any]] = []
    for name, lengths in zip(run.variants[1:], others, strict=True):
        for share in QUANTILES:
            found = difference_of_quantiles(lengths, first, share, level)
            about = {
                "variant": name,
                "what": f"{100 * share:g} %",
                "at": share,
                "share": False,
            }
            rows.append(about | found.ends)
        seen = [*lengths.as_they_stand.values, *first.as_they_stand.values]
        points = sorted({int(length) for length in seen})
        band = difference_of_distributions(lengths, first, points, level)
        at, found = max(
            zip(points, band, strict=True),
            key=lambda point: abs(point[1].value or 0.0),
        )
        about = {"variant": name, "what": f"over by {at:,}", "at": at, "share": True}
        rows.append(about | found.ends)
    return rows


def _distribution_blocks(
    run: Results, found: Sequence[dict[str, Any]], level: float
) -> tuple[Block, ...]:
    """The table of these distances, and how to read it."""
    rows = tuple(
        (
            row["variant"],
            row["what"],
            Number(row["value"], row["low"], row["high"], share=row["share"]),
        )
        for row in found
    )
    noun = declared(run.game).lengths()[0].name
    head = ("", f"quantile of {noun}, or share", "difference")
    how = (
        f"Less “{run.variants[0]}”. Intervals at {level_text(level)} each, right "
        "however the variants share their luck; the shares of games over are taken "
        "where they differ most, within a band for all lengths at once."
    )
    return Table("", head, rows, text_columns=frozenset({1})), Paragraph(how)


def _variants(facts: Facts, leading: Estimate) -> tuple[Block, ...]:
    """The leading number of each variant, and how far it is from that of the first."""
    first = facts.variants[0]
    share = leading.measure is not Measure.MEAN
    noun = f"{facts.noun(leading.column)} in a game"
    what = facts.share_in_words(leading) if share else noun
    is_length = leading.column in facts.lengths
    rows = []
    for name in facts.variants:
        measure = leading.measure or Measure.MEAN
        interval = facts.interval(name, leading.column, measure, leading.code)
        found = [
            difference
            for difference in facts.between(name, first)
            if difference.statistic == leading.statistic
        ]
        scale = 100.0 if share else 1.0
        apart = (
            _apart(found[0].interval.scaled(scale), is_length=is_length)
            if found
            else ""
        )
        value = (
            "none" if interval.finite[0] is None else Number.of(interval, share=share)
        )
        rows.append((name, value, apart))
    unit = " in percentage points" if share else ""
    caption = (
        f"{capital(what)}; differences from “{first}”{unit}; intervals at "
        f"{level_text(facts.level)} each."
    )
    return (
        Table(caption, ("variant", "value", "difference"), tuple(rows)),
        Paragraph("Every difference between two variants, with p-values: add --pairs"),
    )


def _apart(interval: Interval, *, is_length: bool) -> Cell:
    """A difference in words, with its interval."""
    value, low, high = interval.finite
    if value is None:
        return Cell("")
    if low is None or high is None or low <= 0 <= high:
        return Cell("none shown", span(low, high))
    words = ("longer", "shorter") if is_length else ("more", "less")
    low, high = (low, high) if value > 0 else (-high, -low)
    text = f"{estimate(abs(value), low, high)} {words[value < 0]}"
    return Cell(text, span(low, high))


def _effect_blocks(
    run: Results, found: Sequence[Estimate], level: float
) -> Iterator[Block]:
    """The table of effects, and how to read it."""
    if not found:
        return
    column = declared(run.game).lengths()[0].name
    rows = tuple(
        (effect.statistic, Number.of(effect.interval), p_value(effect.p_holm))
        for effect in found
    )
    first = ", ".join(
        setting_text(option, values[0])
        for option, values in varied(run.scenario.rules.values()).items()
    )
    yield Table("", (f"effect on {column}", "difference", "p"), rows)
    tests = sum(effect.p_value is not None for effect in found)
    yield Paragraph(
        f"Against {first}, averaged over the other options. What stands with “and” is "
        "how much the one changes the effect of the other. Intervals at "
        f"{level_text(level)} each, {found[0].interval.method}; p by Holm's method "
        f"over {tests} tests."
    )
    yield from map(Paragraph, doubts(found))


def _of_tournament(run: Run, facts: Facts, tournament: Tournament) -> Answer:
    """Who beats whom in a tournament, with intervals."""
    screen = first_screen(facts)
    meetings = tournament.matrix()
    rows = tuple(
        (
            f"{meeting['policy']} against {meeting['against']}",
            _number_of(meeting, "margin"),
            _number_of(meeting, "wins", share=True),
        )
        for meeting in meetings.to_dicts()
    )
    level = level_text(tournament.level)
    how = f"Averages over both seats (every game is played in both); intervals at {level} each."
    return replace(
        screen,
        blocks=(
            *screen.blocks,
            Table("", ("", "mean margin", "wins"), rows),
            Listing(str(tournament)),
            Paragraph(how),
        ),
        data={
            "run": str(run.path),
            "verdict": screen.verdict,
            "headline": screen.headline,
            "level": tournament.level,
            "meetings": meetings.to_dicts(),
        },
        rows=meetings,
    )


def _number_of(row: dict[str, Any], name: str, *, share: bool = False) -> Number:
    return Number(row[name], row[f"{name}_low"], row[f"{name}_high"], share=share)


def _differences(
    run: Results, differences: Sequence[Estimate], level: float
) -> Iterator[Block]:
    """The differences of each pair of variants, and how they belong together."""
    tests = members(differences)
    head = ("", "difference", "p", "together")
    for (variant, versus), found in groupby(
        differences, key=lambda difference: (difference.variant, difference.versus)
    ):
        rows = tuple(
            _difference(estimate)
            for estimate in found
            if estimate.interval.finite[0] is not None
        )
        yield Table(f"{variant}, less {versus}:", head, rows)
    how = f"; p by Holm's method over {tests} tests" if tests else ""
    if tests > 1:
        together = level_text(level_together(level, tests))
        how += (
            "; the ranges under “together” exclude zero exactly where p is at most "
            f"{1 - level:g}, and all of them hold together at {together}"
        )
    common = in_common(run.game, [*run.scenario.rules.values()])
    paired = common or "as separate samples where they are not all on the same deals"
    made_by = " or ".join(procedures(found.interval for found in differences))
    yield Paragraph(
        f"{capital(paired)}; intervals at {level_text(level)} each, by {made_by}{how}."
        f"{as_played(differences)}"
    )


def _difference(estimate: Estimate) -> tuple[Entry, ...]:
    """A difference, its p-value, and its range that holds together with the others."""
    share = estimate.measure is not Measure.MEAN
    together = ""
    if estimate.together is not None:
        _, low, high = estimate.together.finite
        together = beside_zero(low, high, share=share)
    number = Number.of(estimate.interval, share=share)
    return estimate.statistic, number, p_value(estimate.p_holm), together
