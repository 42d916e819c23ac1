"""The comparison of the variants: on the same deals game by game, otherwise as separate samples."""

import shlex
from collections.abc import Sequence

from reports import numbers
from reports.charts import comparison as charts
from reports.facts import Facts
from reports.sections.cells import NOTHING, in_columns
from reports.sections.differences import (
    DEMANDED,
    TOGETHER,
    difference_column,
    doubts,
    drawn,
    is_otherwise,
    is_share,
    named,
    stands,
    title_of,
    value_of,
    without_difference,
)
from reports.words import join, quoted
from sim.contract.answer import (
    Bars,
    Block,
    Command,
    Figure,
    Number,
    Paragraph,
    Section,
    Table,
)
from sim.contract.columns import WINNER
from sim.counts.effects import effects, varied
from sim.counts.keys import ALL_PAIRS
from sim.stats import Estimate
from sim.stats.families import level_together, members
from sim.stats.sequences import NORMAL_MIXTURE, PORTFOLIO


def comparison(facts: Facts) -> Section | None:
    """Return the section on the differences between the variants; None for a single variant."""
    differences = facts.from_baseline
    if not differences:
        return None
    base = facts.baseline
    blocks: list[Block] = [Paragraph(f"{_how(facts)} {_unfinished(facts)}".strip())]
    columns = _by_statistic(facts, differences)
    telling = [
        column
        for column in columns
        if any(map(stands, column)) or is_otherwise(column[0])
    ]
    if figure := _figure(facts, telling or columns):
        blocks.append(figure)
    blocks += [*_tables(facts, telling), *_effects(facts)]
    blocks += without_difference(
        facts, [column for column in columns if column not in telling]
    )
    blocks += doubts(facts, differences)
    if len(facts.variants) > 2:
        blocks += [
            Paragraph(
                f"The numbers above compare with {quoted(base)}. To compare all pairs of variants:"
            ),
            Command(shlex.join(["warlab", "compare", str(facts.run.path), "--pairs"])),
        ]
    return Section("What the variants change", tuple(blocks))


def _how(facts: Facts) -> str:
    """Return what is compared with what, and how sure it is."""
    base, level = facts.baseline, numbers.level_text(facts.level)
    others = [variant for variant in facts.variants if variant != base]
    apart = [variant for variant in others if not facts.share_deals(variant, base)]
    tests = members(facts.differences)
    adjusted = (
        f"p is adjusted by Holm's method for all {tests} comparisons of the run. The range after “{TOGETHER}” excludes "
        f"zero exactly where p is at most {1 - facts.level:g}, and all these ranges hold together at "
        f"{numbers.level_text(level_together(facts.level, tests))}."
        if tests > 1
        else ""
    )
    interval = f"Below each difference: its {level} interval{' by itself' if tests > 1 else ''}."
    if facts.game.undealt and not apart:
        pairs = (
            f"Each variant is compared with {quoted(base)}; games of the same number give each seat the same "
            "chance."
        )
    elif not apart:
        pairs = f"Every game is played under all variants from the same deal, and compared with {quoted(base)}."
    elif len(apart) == len(others):
        pairs = (
            f"Each variant is compared with {quoted(base)}. The decks, the hands or the numbers of players differ, so "
            "these are separate games, and no two of them can be compared one by one."
        )
    else:
        pairs = (
            f"Each variant is compared with {quoted(base)}: game by game where the deals are the same, and as separate "
            f"games where they are not ({named(apart, 4)})."
        )
    return f"{pairs} {interval} {adjusted}"


def _unfinished(facts: Facts) -> str:
    """Return how unfinished games count in the differences; nothing if every game ended."""
    endless = [variant for variant in facts.variants if facts.endless(variant)]
    told = []
    if endless:
        told.append(
            f"Some games never end under {named(endless, 4)}: there is no mean to compare."
        )
    if any(
        facts.unfinished(variant) > facts.endless(variant) for variant in facts.variants
    ):
        told.append(
            "Mean differences count games that were stopped as far as they were played."
        )
    if facts.any_unfinished:
        told.append(
            "Shares are of all games, so an unfinished game is won by nobody: a player's share can fall although that "
            "player wins more of the games that are finished."
        )
    return " ".join(told)


def _by_statistic(
    facts: Facts, differences: Sequence[Estimate]
) -> list[list[Estimate]]:
    """Return differences from one variant, those of one statistic together."""
    columns: dict[str, list[Estimate]] = {}
    for difference in differences:
        if facts.game.undealt and is_otherwise(difference):
            continue  # there are no deals that could have the same winner
        # With two players, draws aside, what one gains the other loses, unless games are unfinished.
        if not (
            is_share(difference)
            and facts.seats == 2
            and difference.code == 1
            and not facts.any_unfinished
        ):
            columns.setdefault(difference.statistic, []).append(difference)
    kept: list[list[Estimate]] = []
    for column in columns.values():
        if not _never_happens(facts, column) and not any(
            _mirrors(column, other) for other in kept
        ):
            kept.append(column)
    return kept


def _mirrors(column: Sequence[Estimate], other: Sequence[Estimate]) -> bool:
    """Return whether one player's mean changes by just what another's does not."""
    values, others = (
        [(difference.variant, value_of(difference)) for difference in each]
        for each in (column, other)
    )
    both_means = not is_share(column[0]) and not is_share(other[0])
    return (
        both_means
        and any(value for _, value in values)
        and values == [(name, -value) for name, value in others]
    )


def _never_happens(facts: Facts, column: Sequence[Estimate]) -> bool:
    """Return whether a column is the share of an outcome that no game had."""
    code = column[0].code
    return (
        code is not None
        and is_share(column[0])
        and not any(
            facts.share(variant, WINNER, code).value for variant in facts.variants
        )
    )


def _tables(facts: Facts, columns: Sequence[Sequence[Estimate]]) -> list[Block]:
    """Return the tables of means and of shares, of pairs and of separate samples apart."""
    blocks: list[Block] = []
    base = facts.baseline
    for share in (False, True):
        for paired in (True, False):
            kept = []
            for column in columns:
                own = [
                    difference
                    for difference in column
                    if is_share(difference) == share
                    and facts.share_deals(difference.variant, base) == paired
                ]
                if own:
                    kept.append(own)
            others = [is_otherwise(column[0]) for column in kept]
            if all(others):
                continue
            caption = _caption(facts, share=share, paired=paired, winners=any(others))
            blocks.append(_table(facts, kept, caption))
    return blocks


def _caption(facts: Facts, *, share: bool, paired: bool, winners: bool) -> str:
    base = quoted(facts.baseline)
    if facts.watched:
        unit = (
            "Difference in percentage points of all games"
            if share
            else "Mean difference per game"
        )
        return f"{unit} from {base} ({PORTFOLIO if share else NORMAL_MIXTURE})."
    if share:
        separate = "separate games: Newcombe's interval, chi-squared test"
        how = "Tango's score interval, McNemar's test" if paired else separate
        besides = (
            ", and the share of deals with a different winner (Wilson)"
            if winners
            else ""
        )
        return f"Difference from {base} in percentage points of all games ({how}){besides}."
    return f"Mean difference per game from {base} ({'paired t' if paired else 'separate games: Welch’s t'})."


def _table(facts: Facts, columns: Sequence[Sequence[Estimate]], caption: str) -> Table:
    variants = [
        variant
        for variant in facts.variants
        if any(
            difference.variant == variant for column in columns for difference in column
        )
    ]
    cells = []
    for column in columns:
        own = dict(
            zip(
                (difference.variant for difference in column),
                difference_column(column),
                strict=True,
            )
        )
        cells.append([own.get(variant, NOTHING) for variant in variants])
    return in_columns(
        caption,
        ("variant", *(title_of(facts, column[0]) for column in columns)),
        variants,
        cells,
    )


def _effects(facts: Facts) -> list[Block]:
    """The effect of each rule of a grid on the length of a game, alone and together."""
    names = {facts.public[variant]: facts.rules[variant] for variant in facts.variants}
    several = len(varied(names.values())) > 1 and len(names) <= ALL_PAIRS
    lengths = [name for name in facts.lengths if name in facts.game.paired]
    if not (several and lengths) or any(map(facts.endless, facts.variants)):
        return []
    column = facts.declared.columns[lengths[0]]
    found = effects(facts.run.counted, names, column, facts.level)
    rows = tuple(
        (effect.statistic, Number.of(effect.interval), numbers.p_value(effect.p_holm))
        for effect in found
    )
    caption = (
        f"The effect of each rule on the {facts.noun(column.name)} in a game, averaged "
        "over the other rules; with “and”: how much one changes the effect of the other."
    )
    return [Table(caption, ("", "difference", "p"), rows)]


def _bars(
    panels: Sequence[tuple[Sequence[Estimate], Sequence[charts.Difference]]],
) -> tuple[Bars, ...]:
    """The differences as bars of text."""
    return tuple(
        Bars(
            column[0].statistic if len(panels) > 1 else "",
            tuple(row.name for row in rows),
            tuple(row.value for row in rows),
            tuple(row.label for row in rows),
        )
        for column, rows in panels
    )


def _figure(facts: Facts, columns: Sequence[Sequence[Estimate]]) -> Figure | None:
    """Return the picture of the leading mean and of who wins."""
    means = [column for column in columns if not is_share(column[0])]
    seats = [
        column
        for column in columns
        if is_share(column[0]) and column[0].code is not None
    ]
    panels = [(column, rows) for column in means if (rows := drawn(column))][:1]
    if not facts.any_unfinished:
        panels += [(column, rows) for column in seats if (rows := drawn(column))][:1]
    if not panels:
        return None
    wanted = [row.name for row in panels[0][1]]
    panels = [
        (column, rows)
        for column, rows in panels
        if [row.name for row in rows] == wanted
    ]
    base = quoted(facts.baseline)
    caption = (
        f"Difference from {base}{_where(facts)}, with {numbers.level_text(facts.level)} intervals "
        f"(not adjusted). Hollow: may be chance (p above {DEMANDED:g} after Holm's adjustment)."
    )
    alt = "; ".join(
        f"{title_of(facts, column[0])}: {join([f'{row.name} {row.label}' for row in rows])}"
        for column, rows in panels
    )
    shown = []
    for column, rows in panels:
        share = is_share(column[0])
        what = title_of(facts, column[0]) if share else facts.noun(column[0].column)
        shown.append(
            (
                f"difference in {'percentage points:' if share else 'mean'} {what}",
                rows,
                share,
            )
        )
    return Figure(
        caption,
        alt,
        lambda: charts.differences(shown),
        _bars(panels),
        caption,
        title=f"What differs from {base}",
    )


def _where(facts: Facts) -> str:
    return f" {facts.in_common}" if facts.in_common and not facts.game.undealt else ""
