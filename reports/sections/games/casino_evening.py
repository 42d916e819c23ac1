"""Evenings of Casino War: what they cost, and how often they end ahead or in ruin."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from typing import Any

import numpy as np

from reports import numbers
from reports.charts import casino_war as charts
from reports.facts import Facts
from reports.sections.cells import (
    NOTHING,
    in_columns,
    number_cell,
    number_column,
    number_phrase,
    share_cell,
    share_column,
    share_phrase,
)
from reports.sections.games.casino_war import rules_of, sessions_of
from reports.words import join, quoted
from sim.contract.answer import Block, Cell, Figure, Paragraph, Section, Spec, Table
from sim.errors import UserError
from sim.games.casino_war.odds.sessions import (
    SessionOdds,
    bankroll_by_hand,
    odds_of_session,
    session_rules,
)
from sim.games.casino_war.rules import CasinoWarRules
from sim.stats import Interval, Measure

FAN = (0.05, 0.25, 0.5, 0.75, 0.95)
HANDS_AN_HOUR = 300
MOST_POINTS = 200

_amount = partial(numbers.figures, digits=4)


@lru_cache(maxsize=1024)
def exact_of(rules: CasinoWarRules) -> SessionOdds | None:
    """Return the exact odds of a session; None where hands are not independent, or too much can happen."""
    try:
        return odds_of_session(session_rules(**rules.as_dict()), fractions=False)
    except UserError:
        return None


def _answer(facts: Facts, variants: Sequence[str], counted: Sequence[str]) -> list[str]:
    """Return the statements on the first kind of evening: its cost, how often it ends ahead, how often in ruin."""
    if len(counted) == len(variants):
        return _answer_on_counting(facts, counted)
    first = variants[0]
    cost, bankroll = (
        number_phrase(_cost(facts, first)),
        numbers.whole(rules_of(facts, first).bankroll),
    )
    return [
        f"Under {quoted(first)}, an evening costs {cost} of {bankroll} units on average.",
        f"{share_phrase(_ahead(facts, first))} of evenings end ahead, {share_phrase(_ruined(facts, first))} in ruin.",
    ]


def _answer_on_counting(facts: Facts, variants: Sequence[str]) -> list[str]:
    if len(never := _never_bet(facts, variants)) == len(variants):
        return [_never_made(facts, never)]
    best = max(
        variants, key=lambda variant: _mean(facts, variant, "tie_gain").value or 0.0
    )
    worth = share_phrase(_per_hand(facts, best, "tie_chances", 1))
    gain = number_phrase(_per_hand(facts, best, "tie_gain", HANDS_AN_HOUR), "units")
    told = (
        f"A player who remembers every card gains most under {quoted(best)}: the tie bet is worth taking on "
        f"{worth} of hands, and one unit on each of them wins {gain} an hour at {HANDS_AN_HOUR} hands."
    )
    return [told]


def _never_bet(facts: Facts, variants: Sequence[str]) -> list[str]:
    """Return the variants without a single hand that favoured the side bet."""
    return [
        variant
        for variant in variants
        if facts.histogram(variant, "tie_chances").largest == 0
    ]


def _never_made(facts: Facts, never: Sequence[str]) -> str:
    """Return the sentence on variants in which the side bet was never made."""
    where = (
        "" if facts.single else f" under {join([quoted(variant) for variant in never])}"
    )
    impossible = [
        variant for variant in never if not rules_of(facts, variant).can_favor_a_tie
    ]
    games = numbers.whole(max(facts.games(variant) for variant in never))
    said = (
        f"The side bet was never made{where}: no hand of {games} sessions favoured it"
    )
    return (
        f"{said}, and with so little of the shoe dealt none can."
        if impossible == never
        else f"{said}."
    )


def _cost(facts: Facts, variant: str) -> Interval:
    return (
        _mean(facts, variant, "end")
        .scaled(-1)
        .shifted(rules_of(facts, variant).bankroll)
    )


def _mean(facts: Facts, variant: str, column: str) -> Interval:
    return facts.interval(variant, column, Measure.MEAN)


def _ahead(facts: Facts, variant: str) -> Interval:
    ends, per = facts.histogram(variant, "end"), facts.declared.columns["end"].per
    ahead = ends.n - ends.count_at_most(per * rules_of(facts, variant).bankroll)
    return facts.out_of_all(ahead, variant)


def _ruined(facts: Facts, variant: str) -> Interval:
    return facts.share(variant, "ruined", 1)


def evening(facts: Facts) -> Section | None:
    """Return the section on sessions; None where none were played."""
    variants = sessions_of(facts)
    if not variants:
        return None
    exact = {variant: exact_of(rules_of(facts, variant)) for variant in variants}
    counted = [variant for variant in variants if rules_of(facts, variant).penetration]
    blocks: list[Block] = [_counting(facts, counted)] if counted else []
    if never := _never_bet(facts, counted):
        blocks.append(Paragraph(_never_made(facts, never)))
    blocks += [_money(facts, variants, exact), _course(facts, variants, exact)]
    known = [
        variant
        for variant in variants
        if exact[variant] is not None and rules_of(facts, variant).hands
    ]
    if known:
        blocks.append(_fan(facts, known))
    return Section(
        "What an evening comes to",
        tuple(blocks),
        lead=tuple(_answer(facts, variants, counted)),
    )


Exact = dict[str, SessionOdds | None]


def _noted(
    cells: Sequence[Cell],
    exact: Exact,
    read: Callable[[SessionOdds], Any],
    told: Callable[[float], str],
) -> list[Cell]:
    """Return the cells of the variants, each with its exact value as a note where that is known."""
    return [
        cell if odds is None else replace(cell, note=f"exact {told(float(read(odds)))}")
        for cell, odds in zip(cells, exact.values(), strict=True)
    ]


def _money(facts: Facts, variants: Sequence[str], exact: Exact) -> Table:
    costs = {variant: _cost(facts, variant) for variant in variants}
    rates = [
        cost.scaled(HANDS_AN_HOUR / _hands(facts, variant))
        for variant, cost in costs.items()
    ]
    an_hour = [Cell(cell.text) for cell in number_column(rates)]
    ahead = share_column([_ahead(facts, variant) for variant in variants])
    ruin = [_ruined(facts, variant) for variant in variants]
    columns = {
        "mean cost": _noted(
            number_column([*costs.values()]), exact, lambda odds: odds.cost, _amount
        ),
        "ends ahead": _noted(ahead, exact, lambda odds: odds.ahead, numbers.percent),
        "ruined": _noted(
            share_column(ruin), exact, lambda odds: odds.ruined, numbers.percent
        ),
        f"cost an hour at {HANDS_AN_HOUR} hands": _noted(
            an_hour, exact, lambda odds: odds.cost_per_hour(HANDS_AN_HOUR), _amount
        ),
    }
    caption = (
        f"Money, in units. Below each estimate: its {numbers.level_text(facts.level)} interval (means: Student's t; "
        "shares: Wilson or Clopper-Pearson)"
        f"{' and, if hands are independent, the exact value (by repeated convolution)' * any(exact.values())}."
    )
    if not any(share.value for share in ruin) and not any(exact.values()):
        del columns["ruined"]
        most = max(share.high or 0.0 for share in ruin)
        caption += f" Never seen: ruin ({numbers.percent_span(0, most)} of sessions)."
    return in_columns(caption, ("variant", *columns), variants, [*columns.values()])


def _hands(facts: Facts, variant: str) -> float:
    return _mean(facts, variant, "hands_played").value or 1.0


def _course(facts: Facts, variants: Sequence[str], exact: Exact) -> Table:
    def middle(column: str) -> list[Cell]:
        return number_column(
            [facts.interval(variant, column, Measure.MEDIAN) for variant in variants]
        )

    hands = number_column(
        [_mean(facts, variant, "hands_played") for variant in variants]
    )
    medians = ("end", "deepest", "losing_streak")
    columns = [
        _noted(hands, exact, lambda odds: odds.mean_hands, _amount),
        *map(middle, medians),
    ]
    caption = (
        f"The course of an evening. Below each estimate: its {numbers.level_text(facts.level)} interval (means: "
        f"Student's t; medians: order statistics){' and, where known, the exact value' * any(exact.values())}."
    )
    names = ("bankroll at the end", "deepest loss", "longest losing streak")
    head = ("variant", "mean hands", *(f"{name}, median" for name in names))
    return in_columns(caption, head, variants, columns)


def _counting(facts: Facts, variants: Sequence[str]) -> Table:
    """Return what the tie bet is worth to a player who remembers every card."""
    rows = []
    for variant in variants:
        share = _per_hand(facts, variant, "tie_chances", 1)
        cell = share_cell(share) if share.low is not None else NOTHING
        gain = number_cell(_mean(facts, variant, "tie_gain"))
        rows.append(
            (
                Cell(variant),
                cell,
                gain,
                number_cell(_per_hand(facts, variant, "tie_gain", HANDS_AN_HOUR)),
            )
        )
    caption = (
        "The tie bet for a player who remembers every card. Below each estimate: its "
        f"{numbers.level_text(facts.level)} interval (Student's t)."
    )
    head = (
        "variant",
        "hands worth it",
        "units won in a session",
        f"units an hour at {HANDS_AN_HOUR} hands",
    )
    return Table(caption, head, tuple(rows))


def _per_hand(facts: Facts, variant: str, column: str, hands: int) -> Interval:
    """Return the mean of a column of sessions over a number of hands."""
    return _mean(facts, variant, column).scaled(hands / _hands(facts, variant))


def _fan(facts: Facts, variants: Sequence[str]) -> Figure:
    def draw() -> Spec:
        fans = {}
        for variant in variants:
            rows = bankroll_by_hand(rules_of(facts, variant), FAN)
            at = np.unique(
                np.linspace(0, len(rows) - 1, min(len(rows), MOST_POINTS)).astype(
                    np.int64
                )
            )
            fans[variant] = dict(zip(at.tolist(), rows[at].tolist(), strict=True))
        return charts.fans(fans)

    last = bankroll_by_hand(rules_of(facts, variants[0]), FAN)[-1]
    ends = ", ".join(
        f"{share:.0%}: {amount:g}" for share, amount in zip(FAN, last, strict=True)
    )
    return Figure(
        caption=(
            "The bankroll hand by hand, exactly: the median, and the ranges with half and nine tenths of all "
            "evenings; a player who has left keeps the bankroll they left with."
        ),
        alt=f"Bankrolls spread out as hands go by. Under {quoted(variants[0])} they end at ({ends}).",
        draw=draw,
    )
