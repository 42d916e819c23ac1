"""Rounds of Casino War: what the house keeps, simulated and exact side by side."""

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import sqrt

from reports import numbers
from reports.charts import casino_war as charts
from reports.facts import Facts
from reports.sections.cells import exact_phrase, in_columns, share_column
from reports.words import quoted
from sim.contract.answer import Block, Cell, Figure, Paragraph, Section, Table
from sim.counts.queries import Kind, Query
from sim.games.casino_war.odds.rounds import RoundOdds, casino_war
from sim.games.casino_war.rules import RESULTS, CasinoWarRules
from sim.stats import Interval, Measure, holm


@dataclass(frozen=True)
class Compared:
    """An estimate and its exact value, with the p-value of their difference."""

    interval: Interval
    exact: Fraction
    p_value: float

    @property
    def cells(self) -> tuple[float, float, float]:
        """Estimate and interval as numbers; they coincide where all games are alike."""
        value = self.interval.value or 0.0
        low, high = self.interval.low, self.interval.high
        return value, value if low is None else low, value if high is None else high


RESULTS_IN_WORDS = {
    "win": "won at once",
    "lose": "lost at once",
    "war-win": "war won",
    "war-tie": "war tied again, won",
    "war-lose": "war lost",
    "surrender": "surrendered",
}
"""How a round can end."""


def sessions_of(facts: Facts) -> list[str]:
    """Return the variants whose games are sessions."""
    return [variant for variant, rules in _all_rules(facts).items() if rules.is_session]


def _all_rules(facts: Facts) -> dict[str, CasinoWarRules]:
    """Return the rules of the variants; nothing where another game was played."""
    return {
        name: rules
        for name in facts.variants
        if isinstance(rules := facts.rules[name], CasinoWarRules)
    }


def rules_of(facts: Facts, variant: str) -> CasinoWarRules:
    """Return the rules of a variant."""
    rules = facts.rules[variant]
    assert isinstance(rules, CasinoWarRules)
    return rules


@lru_cache(maxsize=1024)
def odds_of(rules: CasinoWarRules) -> RoundOdds:
    """Return the exact odds of a round under these rules."""
    return casino_war(
        rules.decks, rules.on_tie, rules.burn, rules.tie_bonus, rules.tie_bet
    )


def house_edge(facts: Facts, variant: str) -> Compared:
    """Return what the house keeps of an ante, estimated and exact."""
    odds = odds_of(rules_of(facts, variant))
    return _compared(facts, variant, "net", odds.house_edge, odds.variance)


def tie_bet(facts: Facts, variant: str) -> Compared:
    """Return what the house keeps of a unit on the side bet, estimated and exact."""
    odds = odds_of(rules_of(facts, variant))
    return _compared(facts, variant, "tie_net", -odds.tie_ev, odds.tie_variance)


def is_edge(facts: Facts, query: Query) -> bool:
    """Return whether a query asks for the house's share of a bet, in runs all of whose games are rounds."""
    rounds = _all_rules(facts).keys() == set(facts.variants) and not sessions_of(facts)
    return (
        rounds
        and query.kind is Kind.MEAN
        and not query.given
        and query.expression in ("-net", "-tie_net")
    )


def _compared(
    facts: Facts, variant: str, column: str, exact: Fraction, variance: Fraction
) -> Compared:
    """Return the mean loss beside its exact value; the exact variance says how likely the difference is by chance."""
    from scipy.special import ndtr

    estimate = facts.interval(variant, column, Measure.MEAN).scaled(-1)
    error = sqrt(variance / facts.games(variant))
    p_value = 2 * float(ndtr(-abs((estimate.value or 0.0) - float(exact)) / error))
    return Compared(estimate, exact, p_value)


def _answer(facts: Facts, variants: Sequence[str]) -> list[str]:
    """Return the statements on the house edge: the first variant's, and the smallest and largest of all."""
    first = variants[0]
    edge, tie = _phrase(house_edge(facts, first)), _phrase(tie_bet(facts, first))
    told = [
        f"Under {quoted(first)}, the house keeps {edge} of every ante on average, and {tie} of every bet on a tie."
    ]
    other = {"war": "surrender", "surrender": "war"}
    rules = rules_of(facts, first)
    twin = dataclasses.replace(rules, on_tie=other[rules.on_tie])
    twins = [variant for variant in variants if rules_of(facts, variant) == twin]
    if twins:
        deed = "goes to war" if twin.on_tie == "war" else "surrenders ties"
        told.append(
            f"If the player {deed} instead, it keeps {_phrase(house_edge(facts, twins[0]))}."
        )
    if len(variants) > 1:
        by_edge = sorted(
            variants, key=lambda variant: odds_of(rules_of(facts, variant)).house_edge
        )
        least, most = by_edge[0], by_edge[-1]
        told.append(
            f"Of all {len(variants)} variants, {quoted(least)} is the best for the player, with "
            f"{_phrase(house_edge(facts, least))}, and {quoted(most)} the worst, with "
            f"{_phrase(house_edge(facts, most))}."
        )
    return told


def _phrase(compared: Compared) -> str:
    return exact_phrase(_exact(compared.exact), compared.interval)


def _exact(value: Fraction) -> str:
    return f"{numbers.fixed(100 * float(value), 3)} %"


def odds(facts: Facts) -> Section | None:
    """Return the section on the house edge; None where no rounds were played."""
    variants = [
        variant for variant, rules in _all_rules(facts).items() if not rules.is_session
    ]
    if not variants:
        return None
    edges = [house_edge(facts, variant) for variant in variants]
    ties = [tie_bet(facts, variant) for variant in variants]
    adjusted = holm([compared.p_value for compared in (*edges, *ties)])
    level = numbers.level_text(facts.level)
    columns = [
        *_columns(edges, adjusted[: len(edges)]),
        *_columns(ties, adjusted[len(edges) :]),
    ]
    caption = (
        f"What the house keeps of an ante, and of a unit on the tie bet. Below each estimate: its {level} interval "
        "(Student's t). p tests the difference from the exact value, adjusted by Holm's method over the table."
    )
    head = ("variant", "house edge", "exact", "p", "tie bet", "exact", "p")
    smallest = min((p for p in adjusted if p is not None), default=1.0)
    verdict = (
        "No estimate differs"
        if smallest > 1 - facts.level
        else "At least one estimate differs"
    )
    blocks: list[Block] = [
        in_columns(caption, head, variants, columns),
        Paragraph(
            f"The exact values come from enumeration, not from simulation. {verdict} from its exact value by more than "
            f"chance explains (smallest adjusted p {numbers.p_value(smallest)})."
        ),
        _results(facts, variants),
    ]
    figure = _figure(facts, variants)
    return Section(
        "What the house keeps",
        (*blocks, *([figure] if figure else [])),
        lead=tuple(_answer(facts, variants)),
    )


def _columns(
    compared: Sequence[Compared], adjusted: Sequence[float | None]
) -> tuple[list[Cell], list[Cell], list[Cell]]:
    return (
        share_column([each.interval for each in compared]),
        [Cell(_exact(each.exact)) for each in compared],
        [Cell(numbers.p_value(p) if p is not None else "–") for p in adjusted],
    )


def _results(facts: Facts, variants: Sequence[str]) -> Table:
    """Return the table of how rounds end, with the exact share as a note."""
    columns = []
    for code, result in enumerate(RESULTS):
        shares = [facts.share(variant, "result", code) for variant in variants]
        exact = [
            odds_of(rules_of(facts, variant)).probabilities[result]
            for variant in variants
        ]
        columns.append(
            [
                dataclasses.replace(cell, note=f"exact {_exact(chance)}")
                if chance
                else Cell("–")
                for cell, chance in zip(share_column(shares), exact, strict=True)
            ]
        )
    level = numbers.level_text(facts.level)
    caption = f"How rounds end. Below each estimate: its {level} interval (Wilson; Clopper-Pearson for rare results)."
    titles = tuple(RESULTS_IN_WORDS[result] for result in RESULTS)
    return in_columns(caption, ("variant", *titles), variants, columns)


def _figure(facts: Facts, variants: Sequence[str]) -> Figure | None:
    """Return the picture of the edge by decks, a line for each way to meet ties; None for one number of decks."""
    points = []
    for variant in variants:
        rules = rules_of(facts, variant)
        if rules.on_tie == "surrender" or not rules.tie_bonus:
            value, low, high = house_edge(facts, variant).cells
            exact = float(odds_of(rules).house_edge)
            points.append(
                charts.Edge(rules.on_tie, rules.decks, exact, value, low, high)
            )
    points = list({(point.name, point.decks): point for point in points}.values())
    if len({point.decks for point in points}) < 3:
        return None
    points.sort(key=lambda point: (point.name != "war", point.decks))
    ends = ", ".join(
        f"{point.name} with {point.decks}: {numbers.percent(point.exact)}"
        for point in (points[0], points[-1])
    )

    return Figure(
        caption="The house edge by decks: lines are exact, points simulated, bars their intervals.",
        alt=f"The house edge grows with the decks and is smaller for going to war than for surrendering ({ends}).",
        draw=lambda: charts.edges(points),
    )
