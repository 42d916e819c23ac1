"""Chances to win by the deal: by aces and ranks held, and how good a forecast these are."""

from collections import Counter

import numpy as np

from reports import numbers
from reports.charts import curves as charts
from reports.charts.style import MOST_PANELS
from reports.distributions import Curve, class_width
from reports.facts import UNKNOWN, Facts
from reports.sections.cells import (
    Entry,
    by_variant,
    crossed,
    in_columns,
    intervals_are,
    methods,
    share_cell,
    share_column,
)
from reports.words import more, quantity
from sim.contract.answer import Bars, Block, Cell, Figure, Section, Table
from sim.contract.columns import WINNER
from sim.contract.rules import DeckRules
from sim.stats import Interval, proportion

MOST_CLASSES = 24
"""Points of a curve; a condition with more values is put in classes."""

FEWEST_GAMES = 20
"""A condition met by fewer games than this is not drawn: its interval would cover half the picture."""

Chances = list[tuple[int, int, Interval, int]]
"""For each class of a condition its lowest and highest value, the chance, and how many games met it."""


def conditions(facts: Facts) -> list[str]:
    """Return what was counted together with the winner and is known from the first player's packet as dealt."""
    known = {
        column.name
        for rules in facts.rules.values()
        for column in facts.game.columns_under(rules)
        if column.of_packet
    }
    return [
        second
        for first, second in facts.game.tables
        if first == WINNER and second in known
    ]


def wins_by(facts: Facts, variant: str, column: str, width: int = 1) -> Chances:
    """Return the first player's chance to win for each class of values of a column, out of all games."""
    met, won = Counter[int](), Counter[int]()
    for (winner, value), count in facts.table(variant, WINNER, column).items():
        place = value // width * width
        met[place] += count
        won[place] += count if winner == 0 else 0
    return [
        (low, low + width - 1, proportion(won[low], met[low], facts.level), met[low])
        for low in sorted(met)
        if met[low]
    ]


def _class_width(facts: Facts, column: str) -> int:
    values = {
        value
        for variant in facts.variants
        for _, value in facts.table(variant, WINNER, column)
    }
    return class_width(max(values) - min(values) + 1, MOST_CLASSES) if values else 1


def winners(facts: Facts) -> Section | None:
    """Return the section on what the deal says about the winner; None if nothing was counted with the winner."""
    blocks: list[Block] = []
    for column in conditions(facts):
        # A condition that is the same in all games (named hands fix it) says nothing.
        if any(len(wins_by(facts, variant, column)) > 1 for variant in facts.variants):
            if len(facts.variants) <= MOST_PANELS:
                blocks.append(wins_figure(facts, column))
            if _class_width(facts, column) == 1:
                blocks.append(_wins_table(facts, column))
    if not blocks:
        return None
    forecasts = [
        column
        for column in conditions(facts)
        if any(forecast(facts, v, column) for v in facts.variants)
    ]
    if forecasts:
        blocks.append(_forecast_table(facts, forecasts))
    return Section("What the deal says about the winner", tuple(blocks))


def even_share(facts: Facts, variant: str, column: str) -> float | None:
    """Return what the first player would hold of a condition if both had the same; None if the deal does not say."""
    rules = facts.rules[variant]
    of_packet = next(
        each.of_packet
        for each in facts.game.columns_under(rules)
        if each.name == column
    )
    if of_packet is None:
        return None
    if (
        facts.seats != 2
        or not isinstance(rules, DeckRules)
        or rules.hands is not None
        or rules.deck.size % 2
    ):
        return None
    total = int(of_packet(rules, np.array([rules.deck.cards()], np.uint8))[0])
    return total / 2 if total else None


def forecast(facts: Facts, variant: str, column: str) -> Interval | None:
    """Return how often the player who was dealt more of a condition wins, out of all games."""
    even = even_share(facts, variant, column)
    if even is None:
        return None
    uneven = {
        pair: count
        for pair, count in facts.table(variant, WINNER, column).items()
        if pair[1] != even
    }
    right = sum(
        count
        for (winner, held), count in uneven.items()
        if winner == (0 if held > even else 1)
    )
    return proportion(right, sum(uneven.values()), facts.level) if uneven else None


def _forecast_table(facts: Facts, columns: list[str]) -> Table:
    def entry(column: str) -> Entry:
        told = f"dealt {more(column)}"
        return Entry(
            told,
            lambda variant: forecast(facts, variant, column) or UNKNOWN,
            share=True,
        )

    caption = "How often the player who was dealt more wins; even deals are left out."
    return by_variant(
        facts, caption, [entry(column) for column in columns], "share of games"
    )


def wins_figure(facts: Facts, column: str) -> Figure:
    """Return the picture of the chance to win by the values of a column."""
    width = _class_width(facts, column)
    curves, drawn, bars = [], [], []
    for variant in facts.variants:
        shown = [
            each
            for each in wins_by(facts, variant, column, width)
            if each[3] >= FEWEST_GAMES
        ]
        drawn += [share for _, _, share, _ in shown]
        bars.append(
            Bars(
                "" if facts.single else f"“{variant}”",
                tuple(numbers.span(low, high) for low, high, _, _ in shown)
                if width > 1
                else tuple(str(low) for low, _, _, _ in shown),
                tuple(share.value or 0.0 for _, _, share, _ in shown),
                tuple(share_cell(share).text for _, _, share, _ in shown),
            )
        )
        curves.append(
            Curve.of(
                variant, (((low + high) / 2, share) for low, high, share, _ in shown)
            )
        )
    noun = quantity(column)
    what = facts.meanings.get(column, noun)
    grouped = f", in classes of {width}" if width > 1 else ""
    caption = (
        f"The first player's chance of winning by {noun} ({what}){grouped}, "
        f"{methods(facts, drawn)}; drawn and unfinished games count as not won. Values seen in fewer than "
        f"{FEWEST_GAMES} games are not drawn."
    )
    alt = f"The first player's chance of winning by {noun}. " + "; ".join(
        f"{curve.name}: from {numbers.percent(curve.points[0].value)} to "
        f"{numbers.percent(curve.points[-1].value)}"
        for curve in curves
        if curve.points
    )

    return Figure(
        caption,
        alt,
        lambda: charts.chances(
            curves, f"{noun} of the first player", "the first player wins", even=True
        ),
        tuple(panel for panel in bars if panel.labels),
        f"The first player's chance of winning, by {noun}.",
    )


def _wins_table(facts: Facts, column: str) -> Table:
    noun = quantity(column)
    chances = {variant: wins_by(facts, variant, column) for variant in facts.variants}
    how = intervals_are(
        facts, [share for own in chances.values() for _, _, share, _ in own]
    )
    caption = f"The first player's chance of winning by {noun}. {how}"
    if facts.single:
        only = facts.variants[0]
        dealt: list[list[str | Cell]] = [
            [
                str(low),
                share_cell(share),
                share_cell(facts.out_of_all(games, only)),
                numbers.whole(games),
            ]
            for low, _, share, games in chances[only]
        ]
        return crossed(
            caption, (noun, "first player wins", "share of deals", "games"), dealt
        )
    by = {
        variant: {low: share for low, _, share, _ in own}
        for variant, own in chances.items()
    }
    values = sorted({low for own in by.values() for low in own})
    columns = [
        share_column([by[variant].get(value, UNKNOWN) for variant in facts.variants])
        for value in values
    ]
    return in_columns(
        caption,
        ("variant", *(f"with {value}" for value in values)),
        facts.variants,
        columns,
    )
