"""Default answers: the plan of a scenario that has none, from its game and its number of variants."""

from __future__ import annotations

from collections.abc import Sequence

from reports.facts import Facts
from reports.sections.lengths import has_minutes
from reports.words import quoted
from sim.contract.columns import WINNER
from sim.contract.events import DRAW
from sim.contract.vocabulary import seat_word
from sim.counts.declarations import MARGIN
from sim.scenario.answer import AnswerPlan, PlannedNumber, PlannedPicture
from sim.stats import Measure

MOST_DRAWN = 12
"""The most variants in a picture of bars."""


def said(variant: str) -> str:
    """Return a variant in quotation marks, safe within a sentence that has placeholders in braces."""
    return safe(quoted(variant))


def safe(text: str) -> str:
    """Return a text without braces, which would stand for a number."""
    return text.replace("{", "(").replace("}", ")")


def mean_of(facts: Facts, public: str, name: str, column: str, label: str = "") -> PlannedNumber:
    """Return the mean of a column under a variant."""
    told = label or f"{facts.noun(column)} in a game, on average"
    return PlannedNumber(name, f"{column} mean", public, label=told)


def games_won(public: str, name: str, seat: int, label: str) -> PlannedNumber:
    """Return the share of games that a player wins."""
    return PlannedNumber(name, f"player {seat} wins", public, written="percent", label=label)


def extremes(ranked: Sequence[str], order: Sequence[str]) -> list[str]:
    """Return the variants to draw, in their order: all, or if they are many, those at either end of a ranking."""
    half = MOST_DRAWN // 2
    kept = ranked if len(ranked) <= MOST_DRAWN else [*ranked[:half], *ranked[-half:]]
    return [variant for variant in order if variant in kept]


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


def usual_plan(facts: Facts) -> AnswerPlan | None:
    """Return the plan of an answer for any scenario; None if the variants have no number in common."""
    if facts.tournament is not None:
        return of_a_tournament(facts)
    decides = facts.game.policies is not None or _uneven(facts)
    if facts.has_winner and (decides or not facts.lengths):
        return of_winners(facts)
    if not facts.lengths:
        return _of_amounts(facts)
    if facts.single:
        return _of_one(facts)
    return _of_two(facts) if len(facts.variants) == 2 else _of_many(facts)


def _uneven(facts: Facts) -> bool:
    return any(getattr(rules, "hands", None) is not None for rules in facts.rules.values())


def _of_one(facts: Facts) -> AnswerPlan:
    only, main = facts.variants[0], facts.lengths[0]
    public, noun = facts.public[only], facts.noun(main)
    endless = bool(facts.unfinished(only))
    numbers = [] if endless else [mean_of(facts, public, "average", main)]
    if has_minutes(facts):
        numbers.append(
            PlannedNumber(
                "minutes",
                f"plays {Measure.MEDIAN if endless else Measure.MEAN}",
                public,
                written="minutes",
                label="at a table",
            )
        )
    numbers.append(
        PlannedNumber(
            "half", f"{main} median", public, label=f"{noun} after which half of all games are over"
        )
    )
    if endless:
        numbers.append(
            PlannedNumber(
                "left", "unfinished", public, written="percent", label="games that did not come to an end"
            )
        )
        headline = f"Half of all games are over after {{half}} {noun}; {{left}} did not come to an end."
    else:
        numbers.append(
            PlannedNumber("late", f"{main} 97.5 %", public, label=f"{noun} in the longest game of 40")
        )
        time = ", {minutes} at a table" if has_minutes(facts) else ""
        headline = f"A game lasts {{average}} {noun} on average{time}; 1 in 40 takes {{late}} or more."
    if facts.has_winner:
        numbers.append(games_won(public, "first", 0, "games that the first player wins"))
    return AnswerPlan(headline, tuple(numbers), picture=PlannedPicture("lengths", main))


def _typical(facts: Facts) -> Measure:
    """Return the mean, or the median where a mean of some variant does not exist."""
    return Measure.MEDIAN if any(map(facts.unfinished, facts.variants)) else Measure.MEAN


def _level(facts: Facts, name: str, variant: str, measure: Measure) -> PlannedNumber:
    main = facts.lengths[0]
    which = "on average" if measure is Measure.MEAN else "median"
    return PlannedNumber(
        name,
        f"{main} {measure}",
        facts.public[variant],
        label=f"{facts.noun(main)} in a game ({which}): {said(variant)}",
    )


def _of_two(facts: Facts) -> AnswerPlan:
    first, second = facts.variants
    main, measure = facts.lengths[0], _typical(facts)
    noun = facts.noun(main)
    numbers = [_level(facts, "first", first, measure), _level(facts, "second", second, measure)]
    if measure is Measure.MEAN and main in facts.declared.paired:
        numbers.append(_change(facts, first, second, main))
    half = "on average" if measure is Measure.MEAN else "in half of all cases at most"
    headline = f"Games last {{second}} {noun} {half} under {said(second)}, and {{first}} under {said(first)}."
    return AnswerPlan(headline, tuple(numbers), picture=PlannedPicture("means", f"{main} {measure}"))


def _change(facts: Facts, first: str, second: str, column: str) -> PlannedNumber:
    """Return by how much games of the second variant are longer or shorter than those of the first."""
    before, after = (
        facts.interval(variant, column, Measure.MEAN).value or 0.0 for variant in (first, second)
    )
    longer = after >= before
    return PlannedNumber(
        "change",
        f"{column} mean",
        facts.public[second],
        versus=facts.public[first],
        written="percent more" if longer else "percent less",
        label=f"{'longer' if longer else 'shorter'} than {said(first)}: {said(second)}",
    )


def _of_many(facts: Facts) -> AnswerPlan:
    main, measure = facts.lengths[0], _typical(facts)
    noun = facts.noun(main)
    ranked = sorted(
        facts.variants,
        key=lambda variant: _or_never(facts.interval(variant, main, measure).value),
    )
    shortest, longest = ranked[0], ranked[-1]
    numbers = [_level(facts, "shortest", shortest, measure), _level(facts, "longest", longest, measure)]
    first = facts.variants[0]
    if first not in (shortest, longest):
        numbers.insert(0, _level(facts, "usual", first, measure))
    typical = "on average" if measure is Measure.MEAN else "as the median"
    headline = (
        f"Games are shortest under {said(shortest)}, with {{shortest}} {noun} {typical}, and longest under "
        f"{said(longest)}, with {{longest}}."
    )
    shown = tuple(facts.public[variant] for variant in extremes(ranked, facts.variants))
    drawn = PlannedPicture("means", f"{main} {measure}", variants=shown)
    return AnswerPlan(headline, tuple(numbers), picture=drawn)


def _or_never(value: float | None) -> float:
    return float("inf") if value is None else value


def _of_amounts(facts: Facts) -> AnswerPlan | None:
    """Return the plan where neither the length nor the winner is the question: the amount that variants differ in."""
    columns = [
        name
        for name in facts.declared.paired
        if all(facts.interval(variant, name, Measure.MEAN).value is not None for variant in facts.variants)
    ]
    if not columns:
        return None
    column = columns[0]
    ranked = sorted(
        facts.variants, key=lambda variant: facts.interval(variant, column, Measure.MEAN).value or 0.0
    )
    least, most = ranked[0], ranked[-1]
    meaning = safe(facts.meanings.get(column, facts.noun(column)))
    if facts.single:
        number = mean_of(facts, facts.public[most], "mean", column, f"{meaning}, on average")
        return AnswerPlan(f"On average it is {{mean}}: {meaning}.", (number,))
    numbers = tuple(
        mean_of(facts, facts.public[variant], name, column, f"{meaning}, on average: {said(variant)}")
        for name, variant in (("most", most), ("least", least))
    )
    headline = (
        f"On average, the most is {{most}} under {said(most)}, and the least {{least}} under {said(least)}: "
        f"{meaning}."
    )
    shown = tuple(facts.public[variant] for variant in extremes(ranked, facts.variants))
    return AnswerPlan(headline, numbers, picture=PlannedPicture("means", f"{column} mean", variants=shown))
