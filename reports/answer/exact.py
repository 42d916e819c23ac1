"""Exact values of the numbers of an answer, where the game can be computed: they lead, and the games confirm them."""

from fractions import Fraction

from reports.facts import Facts
from reports.sections.games.casino_war import odds_of
from reports.sections.games.tod_und_leben import known
from sim.games.casino_war.odds.rounds import RoundOdds
from sim.games.casino_war.rules import CasinoWarRules
from sim.games.tod_und_leben.rules import TodUndLebenRules
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
    match facts.rules[variant]:
        case CasinoWarRules(is_session=False) as rules:
            return _of_casino_war(facts, odds_of(rules), statistic)
        case TodUndLebenRules() if odds := known(facts).get(variant):
            return {"draw": odds.draw, "rounds mean": odds.mean_rounds}.get(statistic)
        case _:
            return None


def _of_casino_war(facts: Facts, odds: RoundOdds, statistic: str) -> Fraction | None:
    asked = {query.name: query.expression for query in facts.run.scenario.queries if not query.given}
    amount = asked.get(statistic, statistic.removesuffix(" mean"))
    return {"net": odds.ev, "-net": odds.house_edge, "tie_net": odds.tie_ev, "-tie_net": -odds.tie_ev}.get(
        amount
    )
