"""When to give up: how often a player down to a few cards still wins."""

from __future__ import annotations

from reports import numbers
from reports.charts.curves import Chance, Curve
from reports.document import Cell, Figure, Section, Spec, Table
from reports.facts import UNKNOWN, WINNER_LOW, Facts
from reports.sections.cells import crossed, intervals_are, share_column, share_phrase
from reports.words import number_word
from sim.stats import Interval, comeback

HOPELESS = 0.05
"""A chance of a comeback below this counts as none."""


def _comebacks(facts: Facts, variant: str) -> list[tuple[int, Interval]]:
    """Return the chance of a comeback from each number of cards, up to the number at the start."""
    hist = facts.histogram(variant, WINNER_LOW).at_least(0)
    if not hist.n:
        return []
    held = range(1, (hist.largest or 0) + 1)
    return list(zip(held, comeback(hist, held, facts.level), strict=True))


def comebacks(facts: Facts) -> Section | None:
    """Return the section on when to give up; None unless two play and the winner's low was counted."""
    if facts.seats != 2 or WINNER_LOW not in facts.game.histograms:
        return None
    found = {variant: _comebacks(facts, variant) for variant in facts.variants}
    found = {variant: chances for variant, chances in found.items() if chances}
    if not found or max(len(chances) for chances in found.values()) < 2:
        return None
    level = numbers.level_text(facts.level)
    caption = (
        "Of the players who are ever down to a given number of cards or fewer at the end of a round, the share "
        f"who still win, with {level} intervals. In every decided game the loser comes down that far, so the chance "
        "is W / (W + D) for D decided games, W of them won by a player who had been that low. Drawn and unfinished "
        "games are left out."
    )
    curves = [
        Curve(
            variant, tuple(Chance(held, i.value or 0.0, i.low or 0.0, i.high or 0.0) for held, i in chances)
        )
        for variant, chances in found.items()
    ]
    alt = "Chance of a comeback by cards left. " + "; ".join(
        f"{curve.name}: {numbers.percent(curve.chances[0].value)} from {curve.chances[0].at:g}, "
        f"{numbers.percent(curve.chances[-1].value)} from {curve.chances[-1].at:g}"
        for curve in curves
    )

    def draw() -> Spec:
        from reports.charts.curves import chances

        return chances(curves, "cards left, or fewer", "still wins")

    return Section("When to give up", (Figure(caption, alt, draw), _comeback_table(facts, found)))


def _comeback_table(facts: Facts, found: dict[str, list[tuple[int, Interval]]]) -> Table:
    most = max(len(chances) for chances in found.values())
    by = {variant: dict(chances) for variant, chances in found.items()}
    how = intervals_are(facts, "Wilson, or Clopper-Pearson for few games; transformed")
    caption = f"The chance of winning after being down to a given number of cards or fewer. {how}"
    if facts.single:
        only = by[facts.variants[0]]
        held = [cards for cards in (1, 2, 3, 4, 5, 6, 8, 10, 13, 16, 20, 23, 26) if cards <= most]
        cells = share_column([only[cards] for cards in held])
        rows: list[list[str | Cell]] = [[str(cards), cell] for cards, cell in zip(held, cells, strict=True)]
        return crossed(caption, ("cards left, or fewer", "still wins"), rows)
    few = [cards for cards in (1, 2, 3, 5, 10) if cards <= most]
    columns = [share_column([by[name].get(cards, UNKNOWN) for name in found]) for cards in few]
    return crossed(
        caption,
        ("variant", *(f"{cards} left" for cards in few)),
        [[name, *row] for name, *row in zip(found, *columns, strict=True)],
    )


def answer(facts: Facts) -> list[str]:
    """Return the statement on when to give up, for a single variant."""
    if not facts.single or facts.seats != 2 or WINNER_LOW not in facts.game.histograms:
        return []
    chances = _comebacks(facts, facts.variants[0])
    return [_give_up(chances)] if len(chances) > 3 else []


def _give_up(chances: list[tuple[int, Interval]]) -> str:
    """Return at how many cards the upper end of the chance of a comeback is under one in twenty."""
    lost = [held for held, share in chances if share.high is not None and share.high < HOPELESS]
    by = dict(chances)
    if not lost:
        return f"Do not give up: a player down to the last card still wins {share_phrase(by[1])} of the time."
    last = lost[-1]
    more = min(last + 2, max(by))
    then = f"; with {number_word(more)} or fewer it is {share_phrase(by[more])}" if more > last else ""
    cards = "the last card" if last == 1 else f"{number_word(last)} cards or fewer"
    return (
        f"Give up at {cards}: a player down to that still wins {share_phrase(by[last])} of the time, less "
        f"than 1 game in {round(1 / HOPELESS)}{then}."
    )
