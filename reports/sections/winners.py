"""Chances to win by the deal: by aces and ranks held, and how good a forecast these are."""

from collections import Counter
from collections.abc import Sequence

import numpy as np

from reports import numbers
from reports.charts import curves as charts
from reports.charts.style import MOST_COLOURS
from reports.distributions import Curve, class_width
from reports.facts import UNKNOWN, Facts
from reports.sections.figures import share_bars
from reports.sections.tables import Column, by_variant, number
from reports.words import more, quantity
from sim.contract.answer import Block, Entry, Figure, Section, Table
from sim.contract.columns import WINNER
from sim.contract.rules import DeckRules
from sim.stats import Interval, proportion

MOST_CLASSES = 12
"""Points of a curve; a condition with more values is put in classes."""

FEWEST_GAMES = 20
"""A condition met by fewer games than this is not drawn: its interval would cover half the picture."""

Chances = list[tuple[int, int, Interval, int]]
"""For each class of a condition its lowest and highest value, the chance, and how many games met it."""


def conditions(facts: Facts) -> list[str]:
    """What was counted together with the winner and is known from the first player's packet as dealt."""
    known = {
        column.name
        for rules in facts.rules.values()
        for column in facts.game.columns_under(rules)
        if column.of_packet
    }
    return [
        second
        for first, second in facts.game.tables
        if first == WINNER and second in (known & {*(facts.only or known)})
    ]


def wins_by(facts: Facts, variant: str, column: str, width: int = 1) -> Chances:
    """The first player's chance to win for each class of values of a column, out of all games."""
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
    """The section on what the deal says about the winner.

    None if nothing was counted with the winner.
    """
    # A condition that is the same in all games (named hands fix it) says nothing.
    telling = [
        column
        for column in conditions(facts)
        if any(len(wins_by(facts, variant, column)) > 1 for variant in facts.variants)
    ]
    few = [column for column in telling if _class_width(facts, column) == 1]
    blocks: list[Block] = []
    if facts.single and len(few) > 1:
        blocks.append(_of_one_variant(facts, few))
        telling = [column for column in telling if column not in few]
    for column in telling:
        if len(facts.variants) <= MOST_COLOURS:
            blocks.append(wins_figure(facts, column))
        if column in few:
            blocks.append(_table(facts, column))
    title = "What the deal says about the winner"
    return Section(title, tuple(blocks)) if blocks else None


def forecasts(facts: Facts) -> Section | None:
    """The section on how often the player who was dealt more wins.

    None where the deal does not say who that is.
    """
    columns = [
        column
        for column in conditions(facts)
        if any(forecast(facts, variant, column) for variant in facts.variants)
    ]
    title = "How often the better hand wins"
    return Section(title, (_forecasts(facts, columns),)) if columns else None


def even_share(facts: Facts, variant: str, column: str) -> float | None:
    """What the first player would hold of a condition if both had the same.

    None if the deal does not say.
    """
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
    """How often the player who was dealt more of a condition wins, out of all games."""
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


def _forecasts(facts: Facts, columns: list[str]) -> Table:
    return by_variant(
        facts,
        "How often the player who was dealt more wins; even deals are left out.",
        [
            Column(
                f"dealt {more(column)}",
                lambda variant, column=column: (  # type: ignore[misc]
                    forecast(facts, variant, column) or UNKNOWN
                ),
                share=True,
            )
            for column in columns
        ],
    )


def wins_figure(facts: Facts, column: str) -> Figure:
    """The picture of the chance to win by the values of a column."""
    width, noun = _class_width(facts, column), quantity(column)
    curves, bars = [], []
    for variant in facts.variants:
        shown = [
            (low, high, share)
            for low, high, share, games in wins_by(facts, variant, column, width)
            if games >= FEWEST_GAMES
        ]
        middles = (((low + high) / 2, share) for low, high, share in shown)
        curves.append(Curve.of(variant, middles))
        rows = [
            (numbers.span(low, high) if width > 1 else str(low), share)
            for low, high, share in shown
        ]
        if rows:
            bars.append(share_bars("" if facts.single else variant, rows))
    ends = [
        f"{curve.name}: from {numbers.percent(curve.points[0].value)} to "
        f"{numbers.percent(curve.points[-1].value)}"
        for curve in curves
        if curve.points
    ]
    what = f"The first player's chance of winning by {noun}"
    meaning = facts.meanings.get(column, noun)
    level = numbers.level_text(facts.level)
    return Figure(
        f"{what} ({meaning}), with {level} intervals; drawn and unfinished games count "
        f"as not won. Values seen in fewer than {FEWEST_GAMES} games are not drawn.",
        f"{what}. {'; '.join(ends)}",
        lambda: charts.chances(
            curves, f"{noun} of the first player", "the first player wins"
        ),
        tuple(bars),
        f"{what}.",
    )


def _of_one_variant(facts: Facts, columns: Sequence[str]) -> Table:
    """The chance to win by several conditions, each in a column."""
    only = facts.variants[0]
    chances = [
        {low: share for low, _, share, _ in wins_by(facts, only, column)}
        for column in columns
    ]
    values = sorted({value for known in chances for value in known})
    rows: list[tuple[Entry, ...]] = []
    for value in values:
        found = (known.get(value, UNKNOWN) for known in chances)
        rows.append((str(value), *(number(share, share=True) for share in found)))
    caption = "The first player's chance of winning by the number of cards dealt."
    return Table(caption, ("dealt", *map(quantity, columns)), tuple(rows))


def _table(facts: Facts, column: str) -> Table:
    noun = quantity(column)
    known = {variant: wins_by(facts, variant, column) for variant in facts.variants}
    caption = f"The first player's chance of winning by {noun}."
    rows: list[tuple[Entry, ...]] = []
    if facts.single:
        only = facts.variants[0]
        for low, _, share, games in known[only]:
            dealt = number(facts.out_of_all(games, only), share=True)
            rows.append((str(low), number(share, share=True), dealt))
        titles = (noun, "first player wins", "share of deals")
        return Table(caption, titles, tuple(rows))
    values = sorted({low for found in known.values() for low, *_ in found})
    for variant, found in known.items():
        shares = {low: share for low, _, share, _ in found}
        cells = (number(shares.get(low, UNKNOWN), share=True) for low in values)
        rows.append((variant, *cells))
    head = ("variant", *(f"with {value}" for value in values))
    return Table(caption, head, tuple(rows))
