"""Comebacks: how often a player down to a few cards still wins."""

from reports import numbers
from reports.charts.curves import chances
from reports.charts.style import MOST_PANELS
from reports.distributions import Curve
from reports.facts import UNKNOWN, Facts
from reports.sections.figures import share_bars
from reports.sections.tables import number
from sim.contract.answer import Block, Figure, Section, Table
from sim.stats import Interval, comeback

WINNER_LOW = "winner_low"
"""The column of the fewest cards that the winner held, from which the chances of a comeback follow."""

SHOWN = (1, 2, 3, 5, 10, 20)
"""The numbers of cards left in a table."""

Chances = dict[int, Interval]
"""The chance of a comeback from each number of cards."""


def _comebacks(facts: Facts, variant: str) -> Chances:
    """The chances of a comeback, up to the number of cards at the start.

    Where hands are named, a player who begins with few cards has not lost any.
    """
    if getattr(facts.rules[variant], "hands", None) is not None:
        return {}
    hist = facts.histogram(variant, WINNER_LOW).at_least(0)
    if not hist.n:
        return {}
    held = range(1, (hist.largest or 0) + 1)
    return dict(zip(held, comeback(hist, held, facts.level), strict=True))


def comebacks(facts: Facts) -> Section | None:
    """The section on comebacks.

    None unless two play from equal hands and the winner's low was counted.
    """
    if facts.seats != 2 or WINNER_LOW not in facts.game.histograms:
        return None
    known = {
        variant: found
        for variant in facts.variants
        if (found := _comebacks(facts, variant))
    }
    if max(map(len, known.values()), default=0) < 2:
        return None
    blocks: list[Block] = [_table(known)]
    if len(known) <= MOST_PANELS:
        blocks.insert(0, _figure(facts, known))
    return Section("Coming back from few cards", tuple(blocks))


def _figure(facts: Facts, known: dict[str, Chances]) -> Figure:
    curves = [Curve.of(variant, found.items()) for variant, found in known.items()]
    ends = [
        f"{curve.name}: {numbers.percent(curve.points[0].value)} from "
        f"{curve.points[0].at:g}, {numbers.percent(curve.points[-1].value)} from "
        f"{curve.points[-1].at:g}"
        for curve in curves
    ]
    bars = (
        share_bars(
            "" if facts.single else variant,
            [(str(held), found[held]) for held in SHOWN if held in found],
        )
        for variant, found in known.items()
    )
    return Figure(
        "Of the players who are ever down to a number of cards or fewer at the end of a "
        f"round, the share who still win, with {numbers.level_text(facts.level)} "
        "intervals. In every decided game the loser comes down that far: W / (W + D) "
        "for D decided games, W of them won by a player who had been that low.",
        f"Chance of a comeback by cards left. {'; '.join(ends)}.",
        lambda: chances(curves, "cards left, or fewer", "still wins"),
        tuple(bars),
        "Still wins, from so many cards left or fewer.",
    )


def _table(known: dict[str, Chances]) -> Table:
    most = max(max(found) for found in known.values())
    held = [cards for cards in SHOWN if cards <= most]
    rows = (
        (
            variant,
            *(number(found.get(cards, UNKNOWN), share=True) for cards in held),
        )
        for variant, found in known.items()
    )
    head = ("variant", *(f"{cards} left" for cards in held))
    return Table("How often a player comes back, by cards left.", head, tuple(rows))
