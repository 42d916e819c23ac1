"""Exact values of the numbers of an answer, where the game can be computed: they lead, and the games confirm them."""

from __future__ import annotations

from fractions import Fraction

from reports.facts import Facts
from sim.scenario.answer import PlannedNumber


def exact_value(facts: Facts, planned: PlannedNumber) -> Fraction | None:
    """Return the exact value of a number, or of a difference; None where it is not computed."""
    if planned.policy or planned.given is not None or planned.of or planned.is_ratio:
        return None
    names = [planned.variant, planned.versus] if planned.versus else [planned.variant]
    values = [_of_a_variant(facts, facts.labels[name], planned.statistic) for name in names]
    if any(value is None for value in values):
        return None
    first, *rest = (value for value in values if value is not None)
    return first - sum(rest)


def _of_a_variant(facts: Facts, variant: str, statistic: str) -> Fraction | None:
    # A game's odds are computed only for its own reports.
    match facts.game.name:
        case "casino-war":
            return _of_casino_war(facts, variant, statistic)
        case "tod-und-leben":
            from reports.sections.games.tod_und_leben import known

            odds = known(facts).get(variant)
            return (
                None if odds is None else {"draw": odds.draw, "rounds mean": odds.mean_rounds}.get(statistic)
            )
        case _:
            return None


def _of_casino_war(facts: Facts, variant: str, statistic: str) -> Fraction | None:
    from reports.sections.games.casino_war import odds_of, rules_of

    rules = rules_of(facts, variant)
    if rules.is_session:
        return None
    odds = odds_of(rules)
    asked = {query.name: query.expression for query in facts.run.scenario.queries if not query.given}
    amount = asked.get(statistic, statistic.removesuffix(" mean"))
    return {"net": odds.ev, "-net": odds.house_edge, "tie_net": odds.tie_ev, "-tie_net": -odds.tie_ev}.get(
        amount
    )
