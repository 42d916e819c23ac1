"""The usual answer where who wins is the question: tournaments, games of choice, and unequal hands."""

from __future__ import annotations

from reports.answer.usual_parts import extremes, games_won, mean_of, safe, said
from reports.facts import Facts
from reports.words import quoted
from sim.contract.columns import WINNER
from sim.contract.events import DRAW
from sim.contract.vocabulary import seat_word
from sim.counts.declared import MARGIN
from sim.scenario.answer import AnswerPlan, PlannedNumber, PlannedPicture


def _policy(facts: Facts, name: str) -> str:
    return safe(quoted(facts.policies[name]))


def of_a_tournament(facts: Facts) -> AnswerPlan:
    """Return the plan for a tournament: the policy that does best, and how far ahead it is."""
    assert facts.tournament is not None
    best, second, *_ = facts.tournament.ranking
    name = _policy(facts, best.name)
    last = facts.tournament.ranking[-1]
    numbers = [
        PlannedNumber("margin", "margin", "", policy=best.name, label=f"mean margin of {name}"),
        PlannedNumber(
            "wins",
            "wins",
            "",
            policy=best.name,
            written="percent",
            label=f"games that {name} wins",
        ),
        PlannedNumber(
            "direct",
            "wins",
            "",
            policy=best.name,
            against=second.name,
            written="percent",
            label=f"games won against {_policy(facts, second.name)}, which is second",
        ),
    ]
    if last.name not in (best.name, second.name):
        numbers.append(
            PlannedNumber(
                "last",
                "margin",
                "",
                policy=last.name,
                label=f"mean margin of {_policy(facts, last.name)}, the last",
            )
        )
    names = len(facts.tournament.names)
    headline = f"Of {names} policies, {name} does best: it wins {{wins}} of its games."
    return AnswerPlan(headline, tuple(numbers), picture=PlannedPicture("ranking"))


def of_winners(facts: Facts) -> AnswerPlan:
    """Return the plan where who wins is the question: games of choice, and unequal hands."""
    if not facts.single:
        return _winners_of_many(facts)
    only = facts.variants[0]
    public, seats = facts.public[only], facts.rules[only].seats
    shown = range(min(seats, 4))
    numbers = [
        games_won(public, f"seat_{seat}", seat, f"games that the {seat_word(seat)} wins") for seat in shown
    ]
    if facts.game.can_be_drawn:
        numbers.append(
            PlannedNumber("drawn", "draw", public, written="percent", label="games that are drawn")
        )
    if facts.has_margin:
        numbers.append(
            PlannedNumber(
                "margin",
                f"{MARGIN} mean",
                public,
                label=f"lead of the first player ({facts.meanings[MARGIN]})",
            )
        )
    elif facts.lengths:
        numbers.append(mean_of(facts, public, "length", facts.lengths[0]))
    hands = getattr(facts.rules[only], "hands", None)
    first = f"The player with {hands[0]}" if hands else "The first player"
    headline = f"{first} wins {{seat_0}} of games"
    headline += f", the {seat_word(1)} {{seat_1}}." if seats == 2 else "."
    return AnswerPlan(headline, tuple(numbers), picture=PlannedPicture("outcomes"))


def _winners_of_many(facts: Facts) -> AnswerPlan:
    ranked = sorted(facts.variants, key=lambda variant: facts.share(variant, WINNER, 0).value or 0.0)
    least, most = ranked[0], ranked[-1]
    numbers = tuple(
        games_won(facts.public[variant], name, 0, f"games that the first player wins: {said(variant)}")
        for name, variant in (("most", most), ("least", least))
    )
    headline = (
        f"The first player wins most under {said(most)}, {{most}} of games, and least under {said(least)}, "
        "{least}."
    )
    drawn = any(facts.share(variant, WINNER, DRAW).value for variant in facts.variants)
    line = 0.5 if facts.seats == 2 and not drawn else None
    shown = tuple(facts.public[variant] for variant in extremes(ranked, facts.variants))
    return AnswerPlan(
        headline, numbers, picture=PlannedPicture("shares", "player 0 wins", variants=shown, line=line)
    )
