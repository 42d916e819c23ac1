"""``warlab compare``: the variants of a run, pairwise, and whether they are the same within a margin."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Annotated, Any

from rich.console import Console

from reports.answer import first_screen
from reports.facts import Facts, gather
from reports.numbers import estimate, level_text, p_value, span, told
from reports.words import capital
from sim.commands import ranking, sameness
from sim.commands.arguments import Directory, Json, Level, collected, option
from sim.commands.figures import as_played
from sim.commands.screen import Csv, Whole, give, table
from sim.contract.columns import Column
from sim.counts.declarations import declared
from sim.counts.effects import effects as effects_of
from sim.counts.effects import varied
from sim.counts.summary import table_of_differences
from sim.deals.common import in_common
from sim.errors import UserError
from sim.options import fields_of, setting_text
from sim.runs import Run, open_run
from sim.runs.ranking import rankings
from sim.stats import Estimate, Measure
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
            'Whether variants are the same within a margin: "rounds mean 1 %", or "1 %" for the mean length.',
            "MARGIN",
            sameness.WHERE,
        ),
    ] = None
    effects: Annotated[
        bool,
        option(
            "The effect of each rule of a grid on the length of a game, alone and together.",
            "",
            "--effects",
        ),
    ] = False
    distribution: Annotated[
        bool,
        option(
            "How far apart the quantiles and the distributions of the length are.",
            "",
            "--distribution",
        ),
    ] = False
    rank: Annotated[
        list[str] | None,
        option(
            'Rank the variants by a mean or a share, such as "rounds mean" or "draw", in groups that cannot be told '
            "apart; may be repeated.",
            "STATISTIC",
            ranking.WHERE,
        ),
    ] = None
    pairs: Annotated[
        bool,
        option(
            "Every difference between every two variants, with its p-value.",
            "",
            "--pairs",
        ),
    ] = False
    csv: Csv = None
    whole: Whole = False
    json: Json = False


@collected
def compare(asked: Asked) -> None:
    """Run ``warlab compare``."""
    from reports.terminal import show as show_answer

    opened = open_run(asked.run)
    kind = (
        "ranking" if asked.rank else "tournament" if opened.scenario.tournament else ""
    )
    for name in ("same_within", "effects", "distribution", "pairs"):
        if kind and getattr(asked, name):
            where = f"--{name.replace('_', '-')}"
            raise UserError(
                f"it is no part of a {kind}", where=where, cure="leave it out"
            )
    if asked.rank:
        found = rankings(
            opened, list(dict.fromkeys(asked.rank)), asked.level, ranking.WHERE
        )
        values = ranking.ranking_values(found)
        about = {"run": str(opened.path), "level": asked.level, "ranking": values}
        common = in_common(opened.game, [*opened.scenario.rules.values()])
        parts = ranking.ranking_parts(found, asked.level, common, whole=asked.whole)
        give(about, *parts, **fields_of(asked, "json", "csv"), rows=values)
        return
    facts = gather(opened, level=asked.level)
    answer = first_screen(facts)
    said = {"verdict": answer.verdict, "headline": answer.headline}

    def first(page: Console) -> None:
        show_answer(answer, page, picture=False)

    if facts.tournament is not None:
        meetings = facts.tournament.matrix()
        rows = meetings.to_dicts()
        give(
            {"run": str(opened.path), **said, "level": asked.level, "meetings": rows},
            *(first, *_meetings(facts.tournament, rows, whole=asked.whole)),
            **fields_of(asked, "json", "csv"),
            rows=meetings,
        )
        return
    alike = sameness.compared(opened, asked.same_within, asked.level)
    of_rules: list[Estimate] = []
    if asked.effects:
        column = _leading(opened, "--effects")
        of_rules = effects_of(
            opened.counted, opened.scenario.rules, column, asked.level
        )
    apart = _distributions(opened, asked.level) if asked.distribution else []
    differences = opened.differences(asked.level)
    rows = table_of_differences(differences).to_dicts()
    changes = table_of_differences(of_rules).drop("variant", "versus")
    content = {"run": str(asked.run), **said, "level": asked.level, "differences": rows}
    content |= {"distribution": apart} if apart else {}
    content |= {"same_within": sameness.values(alike)} if alike else {}
    content |= {"effects": changes.to_dicts()} if asked.effects else {}
    parts = [f"{asked.run} has only one variant: nothing to compare."]
    if rows:
        every = asked.pairs and _differences(opened, differences, asked.level)
        parts = [first, *(every or _variants(facts, differences[0], whole=asked.whole))]
        parts += (
            _distribution_parts(opened, apart, asked.level, whole=asked.whole)
            if apart
            else []
        )
        parts += sameness.parts(alike, asked.level) if alike else []
        parts += (
            _effect_parts(opened, of_rules, asked.level, whole=asked.whole)
            if of_rules
            else []
        )
    give(
        content,
        *parts,
        **fields_of(asked, "json", "csv"),
        rows=changes if asked.effects else rows,
    )


def _leading(run: Run, where: str) -> Column:
    """Return the length by which the variants of a run are compared."""
    leading = declared(run.game).lengths()[:1]
    if not leading or leading[0].name not in run.game.paired:
        raise UserError(
            f"{run.game.name} has no length to compare",
            where=where,
            cure="leave it out",
        )
    return leading[0]


def _distributions(run: Run, level: float) -> list[dict[str, Any]]:
    """Return how far the quantiles of the length under each variant are from those under the first, and its shares."""
    column = _leading(run, "--distribution")
    first, *others = (run.counted.lengths(name, column) for name in run.variants)
    rows: list[dict[str, Any]] = []
    for name, own in zip(run.variants[1:], others, strict=True):
        for share in QUANTILES:
            found = difference_of_quantiles(own, first, share, level)
            about = {
                "variant": name,
                "what": f"{100 * share:g} %",
                "at": share,
                "share": False,
            }
            rows.append(about | found.ends)
        points = sorted(
            {int(one) for sample in (own, first) for one in sample.as_they_stand.values}
        )
        band = zip(
            points, difference_of_distributions(own, first, points, level), strict=True
        )
        at, found = max(band, key=lambda each: abs(each[1].value or 0.0))
        about = {"variant": name, "what": f"over by {at:,}", "at": at, "share": True}
        rows.append(about | found.ends)
    return rows


def _distribution_parts(
    run: Run, found: Sequence[dict[str, Any]], level: float, *, whole: bool
) -> list[Any]:
    """Return the table of these distances, for the terminal."""
    rows = []
    for each in found:
        ends = (each[name] for name in ("value", "low", "high"))
        rows.append((each["variant"], each["what"], *told(*ends, share=each["share"])))
    noun = declared(run.game).lengths()[0].name
    heads = ("", f"quantile of {noun}, or share", "difference", "interval")
    how = f"Less “{run.variants[0]}”. Intervals at {level_text(level)} each, right however the variants share their "
    how += "luck; the shares of games over are taken where they differ most, within a band for all lengths at once."
    return [
        "",
        table(heads, rows, words=2, grow=True, whole=whole),
        "",
        how,
    ]


def _variants(facts: Facts, leading: Estimate, *, whole: bool) -> list[Any]:
    """Return the table of the variants: the leading number of each, and how far it is from that of the first."""
    first = facts.variants[0]
    share = leading.measure is not Measure.MEAN
    is_length = leading.column in facts.lengths
    what = (
        facts.share_in_words(leading)
        if share
        else f"{facts.noun(leading.column)} in a game"
    )
    rows = []
    for name in facts.variants:
        own = facts.interval(
            name, leading.column, leading.measure or Measure.MEAN, leading.code
        )
        texts = (
            ("none", "") if own.finite[0] is None else told(*own.finite, share=share)
        )
        found = [
            each
            for each in facts.between(name, first)
            if each.statistic == leading.statistic
        ]
        apart = found[0].interval.finite if found else (None, None, None)
        rows.append(
            (
                name,
                *texts,
                *_apart(apart, is_length=is_length, scale=100.0 if share else 1.0),
            )
        )
    unit = " in percentage points" if share else ""
    return [
        "",
        f"{capital(what)}; differences from “{first}”{unit}; intervals at {level_text(facts.level)} each.",
        table(
            ("variant", "value", "interval", "difference", "interval"),
            rows,
            grow=True,
            whole=whole,
        ),
        "",
        "Every difference between two variants, with p-values: add --pairs",
    ]


def _apart(
    ends: tuple[float | None, ...], *, is_length: bool, scale: float
) -> tuple[str, str]:
    """Return a difference in words, and its interval."""
    if ends[0] is None:
        return "", ""
    value, low, high = (None if end is None else scale * end for end in ends)
    assert value is not None
    if low is None or high is None or low <= 0 <= high:
        return "none shown", span(low, high)
    words = ("longer", "shorter") if is_length else ("more", "less")
    low, high = (low, high) if value > 0 else (-high, -low)
    return f"{estimate(abs(value), low, high)} {words[value < 0]}", span(low, high)


def _effect_parts(
    run: Run, found: Sequence[Estimate], level: float, *, whole: bool
) -> list[Any]:
    """Return the table of effects, for the terminal."""
    column = declared(run.game).lengths()[0].name
    rows = []
    for effect in found:
        doubt = " *" if effect.interval.warning else ""
        rows.append(
            (
                effect.statistic + doubt,
                *told(*effect.interval.finite),
                p_value(effect.p_holm),
            )
        )
    first = ", ".join(
        setting_text(option, values[0])
        for option, values in varied(run.scenario.rules.values()).items()
    )
    how = (
        f"Against {first}, averaged over the other options. What stands with “and” is how much the one changes the "
        f"effect of the other. Intervals at {level_text(level)} each, {found[0].interval.method}; p by Holm's "
        f"method over {sum(effect.p_value is not None for effect in found)} tests."
    )
    doubts = dict.fromkeys(
        f"* {each.interval.warning}." for each in found if each.interval.warning
    )
    heads = (f"effect on {column}", "difference", "interval", "p")
    return ["", table(heads, rows, whole=whole), "", how, *doubts]


def _meetings(
    tournament: Tournament, rows: list[dict[str, Any]], *, whole: bool
) -> list[Any]:
    """Return who beats whom in a tournament, with intervals, for the terminal."""
    lines = []
    for row in rows:
        margin, wins = (
            [row[name + end] for end in ("", "_low", "_high")]
            for name in ("margin", "wins")
        )
        meeting = f"{row['policy']} against {row['against']}"
        lines.append((meeting, *told(*margin), *told(*wins, share=True)))
    level = level_text(tournament.level)
    return [
        "",
        table(
            ("", "mean margin", "interval", "wins", "interval"),
            lines,
            grow=True,
            whole=whole,
        ),
        "",
        str(tournament),
        "",
        f"Averages over both seats (every game is played in both); intervals at {level} each.",
    ]


def _differences(run: Run, differences: Sequence[Estimate], level: float) -> list[Any]:
    """Return the differences of each pair of variants, and how their games and intervals belong together."""
    tests = members(differences)
    parts: list[Any] = [""]
    for (variant, versus), found in groupby(
        differences, key=lambda each: (each.variant, each.versus)
    ):
        lines = []
        for each in found:
            share = each.measure is not Measure.MEAN
            ends = (None, None) if each.together is None else each.together.finite[1:]
            _, together = told(ends[0], *ends, share=share)
            texts = told(*each.interval.finite, share=share)
            lines += (
                [(each.statistic, *texts, p_value(each.p_holm), together)]
                if texts[0]
                else []
            )
        head = ("", "difference", "interval", "p", "together")
        parts += [f"{variant}, less {versus}:", table(head, lines), ""]
    how = f"p by Holm's method over {tests} tests" if tests else ""
    if tests > 1:
        how += (
            f"; the ranges under “together” exclude zero exactly where p is at most {1 - level:g}, "
            f"and all of them hold together at {level_text(level_together(level, tests))}"
        )
    common = in_common(run.game, [*run.scenario.rules.values()])
    paired = common or "as separate samples where they are not all on the same deals"
    about = f"{capital(paired)}; intervals at {level_text(level)} each{'; ' if how else ''}{how}."
    return [*parts, about + as_played(differences)]
