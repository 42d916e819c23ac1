"""Chances to win by the deal: by aces and ranks held, and how good a forecast these are."""

from collections import Counter
from collections.abc import Mapping

import numpy as np

from reports import numbers
from reports.distributions import class_width
from reports.facts import UNKNOWN, Facts
from reports.sections.tables import Column, by_variant, of_one_kind
from reports.words import more, quantity
from sim.contract.answer import Block, Entry, Section, Table
from sim.contract.columns import WINNER
from sim.contract.deck_rules import DeckRules
from sim.stats import Interval, proportion

MOST_CLASSES = 12
"""Rows of a table; a condition with more values is put in classes."""

FEWEST_GAMES = 20
"""A condition met by fewer games than this is not shown: its interval would say
nothing."""

Chances = list[tuple[int, int, Interval, int]]
"""The chance to win for each class of a condition.

A class has its lowest and highest value, the chance, and how many games met it."""


def conditions(facts: Facts) -> list[str]:
    """The conditions that the first player's packet meets as dealt.

    They were counted together with the winner.
    """
    known = {
        column.name
        for rules in facts.rules.values()
        for column in facts.game.columns_under(rules)
        if column.of_packet
    }
    counted = [
        second
        for first, second in facts.game.tables
        if first == WINNER and second in known
    ]
    return [name for name in facts.only or counted if name in counted]


def wins_by(facts: Facts, variant: str, column: str, width: int = 1) -> Chances:
    """The first player's chance to win for each class of values of a column, out of all games."""
    met = Counter[int]()
    won = Counter[int]()
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
    columns = [
        column
        for column in conditions(facts)
        if any(len(wins_by(facts, variant, column)) > 1 for variant in facts.variants)
    ]
    tables: list[Block] = []
    if facts.single:
        # What is dealt in small numbers, such as aces, shares a table.
        few = [column for column in columns if _class_width(facts, column) == 1]
        only = facts.variants[0]
        known = {quantity(column): _chances(facts, only, column) for column in few}
        tables += [_table("the number of cards dealt", known)] if known else []
        columns = [column for column in columns if column not in few]
    for column in columns:
        known = {name: _chances(facts, name, column) for name in facts.variants}
        if facts.single:
            known = {"first player wins": known[facts.variants[0]]}
        tables.append(_table(quantity(column), known))
    title = "What the deal says about the winner"
    return Section(title, tuple(tables)) if tables else None


def _chances(
    facts: Facts, variant: str, column: str
) -> dict[tuple[int, int], Interval]:
    """The chance to win by the classes of a condition that enough games met."""
    width = _class_width(facts, column)
    return {
        (low, high): share
        for low, high, share, games in wins_by(facts, variant, column, width)
        if games >= FEWEST_GAMES
    }


def _table(what: str, known: Mapping[str, Mapping[tuple[int, int], Interval]]) -> Table:
    """The first player's chance of winning, by names and classes.

    Whichever are fewer are the columns.
    """
    places = sorted({place for chances in known.values() for place in chances})
    grid = [
        of_one_kind([found.get(place, UNKNOWN) for found in known.values()], share=True)
        for place in places
    ]
    classes = [
        str(low) if low == high else numbers.span(low, high) for low, high in places
    ]
    rows: list[tuple[Entry, ...]]
    if len(known) > len(places):
        head = ("", *(f"with {label}" for label in classes))
        rows = list(zip(known, *grid, strict=True))
    else:
        head = ("dealt", *known)
        rows = [(label, *row) for label, row in zip(classes, grid, strict=True)]
    return Table(f"The first player's chance of winning by {what}.", head, tuple(rows))


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
