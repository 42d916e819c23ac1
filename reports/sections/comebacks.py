"""Comebacks: how often a player down to a few cards still wins."""

from reports import numbers
from reports.charts.curves import chances
from reports.charts.style import MOST_PANELS
from reports.distributions import Curve
from reports.facts import UNKNOWN, Facts
from reports.sections.cells import in_columns, intervals_are, share_column
from sim.contract.answer import Block, Figure, Section, Table
from sim.stats import Interval, comeback

WINNER_LOW = "winner_low"
"""The column of the fewest cards that the winner held, from which the chances of a comeback follow."""


def _comebacks(facts: Facts, variant: str) -> list[tuple[int, Interval]]:
    """Return the chance of a comeback from each number of cards, up to the number at the start."""
    # There are none where hands are named: a player who begins with few cards has not lost any.
    if getattr(facts.rules[variant], "hands", None) is not None:
        return []
    hist = facts.histogram(variant, WINNER_LOW).at_least(0)
    if not hist.n:
        return []
    held = range(1, (hist.largest or 0) + 1)
    return list(zip(held, comeback(hist, held, facts.level), strict=True))


def comebacks(facts: Facts) -> Section | None:
    """Return the section on comebacks; None unless two play from equal hands and the winner's low was counted."""
    if facts.seats != 2 or WINNER_LOW not in facts.game.histograms:
        return None
    by_cards = {variant: _comebacks(facts, variant) for variant in facts.variants}
    by_cards = {variant: chances for variant, chances in by_cards.items() if chances}
    if not by_cards or max(len(chances) for chances in by_cards.values()) < 2:
        return None
    level = numbers.level_text(facts.level)
    caption = (
        "Of the players who are ever down to a given number of cards or fewer at the end of a round, the share "
        f"who still win, with {level} intervals. In every decided game the loser comes down that far, so the chance "
        "is W / (W + D) for D decided games, W of them won by a player who had been that low. Drawn and unfinished "
        "games are left out."
    )
    curves = [Curve.of(variant, chances) for variant, chances in by_cards.items()]
    alt = "Chance of a comeback by cards left. " + "; ".join(
        f"{curve.name}: {numbers.percent(curve.points[0].value)} from {curve.points[0].at:g}, "
        f"{numbers.percent(curve.points[-1].value)} from {curve.points[-1].at:g}"
        for curve in curves
    )

    figure = Figure(
        caption, alt, lambda: chances(curves, "cards left, or fewer", "still wins")
    )
    blocks: list[Block] = [figure] if len(by_cards) <= MOST_PANELS else []
    blocks.append(_comeback_table(facts, by_cards))
    return Section("Coming back from few cards", tuple(blocks))


def _comeback_table(
    facts: Facts, by_cards: dict[str, list[tuple[int, Interval]]]
) -> Table:
    most = max(len(chances) for chances in by_cards.values())
    by = {variant: dict(chances) for variant, chances in by_cards.items()}
    how = intervals_are(
        facts, [share for chances in by.values() for share in chances.values()]
    )
    caption = f"The chance of winning after being down to a given number of cards or fewer. {how}"
    if facts.single:
        only = by[facts.variants[0]]
        held = [
            cards
            for cards in (1, 2, 3, 4, 5, 6, 8, 10, 13, 16, 20, 23, 26)
            if cards <= most
        ]
        shares = share_column([only[cards] for cards in held])
        return in_columns(
            caption,
            ("cards left, or fewer", "still wins"),
            list(map(str, held)),
            [shares],
        )
    few = [cards for cards in (1, 2, 3, 5, 10) if cards <= most]
    columns = [
        share_column([by[name].get(cards, UNKNOWN) for name in by_cards])
        for cards in few
    ]
    return in_columns(
        caption,
        ("variant", *(f"{cards} left" for cards in few)),
        list(by_cards),
        columns,
    )
