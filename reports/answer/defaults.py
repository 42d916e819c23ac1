"""Default answers: the plan of a scenario that has none, from its game and its number of variants."""

import math
from collections.abc import Callable, Sequence
from dataclasses import replace

from reports.answer.values import value_of
from reports.facts import Facts
from reports.sections.lengths import has_minutes
from reports.words import capital, quoted
from sim.contract.columns import WINNER
from sim.contract.events import DRAW
from sim.contract.vocabulary import seat_word
from sim.counts.declarations import MARGIN
from sim.games.casino_war.rules import CasinoWarRules
from sim.scenario.answer import AnswerPlan, PlannedNumber, PlannedPicture
from sim.stats import Measure

MOST_DRAWN = 12
"""The most variants in a picture of bars."""


def usual_plan(facts: Facts) -> AnswerPlan | None:
    """Return the plan of an answer for any scenario; None if the variants have no number in common."""
    if facts.tournament is not None:
        return _of_a_tournament(facts)
    decides = facts.game.policies is not None or facts.uneven
    if facts.has_winner and (decides or not facts.lengths):
        return _winners_of_one(facts) if facts.single else _winners_of_many(facts)
    if not facts.lengths:
        return _amounts(facts)
    if facts.single:
        only_one = facts.rules[facts.variants[0]].one_game
        return _one_game(facts) if only_one else _lengths_of_one(facts)
    return (
        _lengths_of_two(facts) if len(facts.variants) == 2 else _lengths_of_many(facts)
    )


def _said(name: str) -> str:
    """Return a variant or a policy in quotation marks, safe within a sentence that has placeholders in braces."""
    return _safe(quoted(name))


def _safe(text: str) -> str:
    """Return a text without braces, which would stand for a number."""
    return text.replace("{", "(").replace("}", ")")


def _number(
    name: str, statistic: str, public: str, label: str, written: str = "number"
) -> PlannedNumber:
    return PlannedNumber(name, statistic, public, written=written, label=label)


def _won(facts: Facts, name: str, variant: str, seat: int, label: str) -> PlannedNumber:
    """Return the share of a variant's games that a player wins."""
    return _number(name, f"player {seat} wins", facts.public[variant], label, "percent")


def _average(facts: Facts, name: str, variant: str) -> PlannedNumber:
    """Return the mean length of a variant's games."""
    main = facts.lengths[0]
    return _number(
        name,
        f"{main} mean",
        facts.public[variant],
        f"{facts.noun(main)} in a game, on average",
    )


def _ranked(
    facts: Facts, value: Callable[[str], float | None], missing: float = 0.0
) -> list[str]:
    """Return the variants from the least to the most."""

    def key(variant: str) -> float:
        number = value(variant)
        return missing if number is None else number

    return sorted(facts.variants, key=key)


def _drawn(
    facts: Facts, kind: str, statistic: str, ranked: Sequence[str]
) -> PlannedPicture:
    """Return the picture of the variants: of all, or if they are many, of those at either end of a ranking."""
    half = MOST_DRAWN // 2
    ends = ranked if len(ranked) <= MOST_DRAWN else [*ranked[:half], *ranked[-half:]]
    shown = tuple(
        facts.public[variant] for variant in facts.variants if variant in ends
    )
    return PlannedPicture(kind, statistic, variants=shown)


def _of_a_tournament(facts: Facts) -> AnswerPlan:
    """Return the plan for a tournament: the policy that does best, and how far ahead it is."""
    assert facts.tournament is not None
    best, second, *_ = facts.tournament.ranking
    last = facts.tournament.ranking[-1]
    first_name, second_name, last_name = (
        _said(facts.policies[each.name]) for each in (best, second, last)
    )
    direct = f"games won against {second_name}, which is second"
    numbers = [
        replace(
            _number("margin", "margin", "", f"mean margin of {first_name}"),
            policy=best.name,
        ),
        replace(
            _number("wins", "wins", "", f"games that {first_name} wins", "percent"),
            policy=best.name,
        ),
        replace(
            _number("direct", "wins", "", direct, "percent"),
            policy=best.name,
            against=second.name,
        ),
    ]
    if last.name not in (best.name, second.name):
        label = f"mean margin of {last_name}, the last"
        numbers.append(replace(_number("last", "margin", "", label), policy=last.name))
    names = len(facts.tournament.names)
    headline = (
        f"Of {names} policies, {first_name} does best: it wins {{wins}} of its games."
    )
    return AnswerPlan(headline, tuple(numbers), picture=PlannedPicture("ranking"))


def _winners_of_one(facts: Facts) -> AnswerPlan:
    only = facts.variants[0]
    public, seats = facts.public[only], facts.rules[only].seats
    numbers = [
        _won(
            facts, f"seat_{seat}", only, seat, f"games that the {seat_word(seat)} wins"
        )
        for seat in range(min(seats, 4))
    ]
    if facts.game.can_be_drawn:
        numbers.append(
            _number("drawn", "draw", public, "games that are drawn", "percent")
        )
    if facts.has_margin:
        label = f"lead of the first player ({facts.meanings[MARGIN]})"
        numbers.append(_number("margin", f"{MARGIN} mean", public, label))
    elif facts.lengths:
        numbers.append(_average(facts, "length", only))
    hands = getattr(facts.rules[only], "hands", None)
    first = f"The player with {hands[0]}" if hands else "The first player"
    second = f", the {seat_word(1)} {{seat_1}}" if seats == 2 else ""
    return AnswerPlan(
        f"{first} wins {{seat_0}} of games{second}.",
        tuple(numbers),
        picture=PlannedPicture("outcomes"),
    )


def _winners_of_many(facts: Facts) -> AnswerPlan:
    ranked = _ranked(facts, lambda variant: facts.share(variant, WINNER, 0).value)
    least, most = ranked[0], ranked[-1]
    numbers = tuple(
        _won(
            facts,
            name,
            variant,
            0,
            f"games that the first player wins: {_said(variant)}",
        )
        for name, variant in (("most", most), ("least", least))
    )
    headline = (
        f"The first player wins most under {_said(most)}, {{most}} of games, and least under {_said(least)}, "
        "{least}."
    )
    if facts.share(most, WINNER, 0).value == facts.share(least, WINNER, 0).value:
        headline, numbers = (
            "The first player wins {most} of games under every variant.",
            numbers[:1],
        )
        numbers = (
            replace(
                numbers[0], label="games that the first player wins under each variant"
            ),
        )
    drawn = any(facts.share(variant, WINNER, DRAW).value for variant in facts.variants)
    picture = _drawn(facts, "shares", "player 0 wins", ranked)
    line = 0.5 if facts.seats == 2 and not drawn else None
    return AnswerPlan(headline, numbers, picture=replace(picture, line=line))


def _lengths_of_one(facts: Facts) -> AnswerPlan:
    only, main = facts.variants[0], facts.lengths[0]
    public, noun = facts.public[only], facts.noun(main)
    endless = bool(facts.unfinished(only))
    typical = Measure.MEDIAN if endless else Measure.MEAN
    numbers = [] if endless else [_average(facts, "average", only)]
    if has_minutes(facts):
        what = (
            "a game at a table (median)" if endless else "a game at a table, on average"
        )
        numbers.append(_number("minutes", f"plays {typical}", public, what, "minutes"))
    label = f"{noun} after which half of all games are over"
    numbers.append(_number("half", f"{main} median", public, label))
    if math.isinf(facts.interval(only, main, Measure.MEDIAN).value or 0.0):
        numbers = [
            _number(
                "left",
                "unfinished",
                public,
                "games that did not come to an end",
                "percent",
            )
        ]
        headline = (
            "{left} of games did not come to an end, so that no number of "
            + noun
            + " ends half of them."
        )
    elif endless:
        numbers.append(
            _number(
                "left",
                "unfinished",
                public,
                "games that did not come to an end",
                "percent",
            )
        )
        headline = f"Half of all games are over after {{half}} {noun}; {{left}} did not come to an end."
    else:
        numbers.append(
            _number(
                "late",
                f"{main} 97.5 %",
                public,
                f"{noun} that one game in 40 takes or exceeds",
            )
        )
        time = ", {minutes} at a table" if has_minutes(facts) else ""
        headline = f"A game lasts {{average}} {noun} on average{time}; 1 in 40 takes {{late}} or more."
    if facts.has_winner:
        numbers.append(
            _won(facts, "first", only, 0, "games that the first player wins")
        )
    return AnswerPlan(headline, tuple(numbers), picture=PlannedPicture("tail", main))


def _one_game(facts: Facts) -> AnswerPlan:
    """Return the plan where every game is the same one."""
    only = facts.variants[0]
    winner = facts.histogram(only, WINNER).smallest
    end = "nobody wins it" if winner == DRAW else "it does not come to an end"
    if winner is not None and winner >= 0:
        end = f"the {seat_word(winner)} wins it"
    number = replace(
        _average(facts, "rounds", only),
        label=f"{facts.noun(facts.lengths[0])} in the game",
    )
    headline = f"There is only one game: it lasts {{rounds}} {facts.noun(facts.lengths[0])}, and {end}."
    return AnswerPlan(headline, (number,))


def _typical(facts: Facts) -> Measure:
    """Return the mean, or the median where a mean of some variant does not exist."""
    return Measure.MEDIAN if facts.any_unfinished else Measure.MEAN


def _length(facts: Facts, name: str, variant: str, measure: Measure) -> PlannedNumber:
    """Return the typical length of a variant's games."""
    main = facts.lengths[0]
    which = "on average" if measure is Measure.MEAN else "median"
    label = f"{facts.noun(main)} in a game ({which}): {_said(variant)}"
    return _number(name, f"{main} {measure}", facts.public[variant], label)


def _lengths_of_two(facts: Facts) -> AnswerPlan:
    first, second = facts.variants
    main, measure = facts.lengths[0], _typical(facts)
    numbers = [
        _length(facts, "first", first, measure),
        _length(facts, "second", second, measure),
    ]
    if measure is Measure.MEAN and main in facts.declared.paired:
        numbers.append(_change(facts, first, second, main))
    half = "on average" if measure is Measure.MEAN else "in half of all cases at most"
    noun = facts.noun(main)
    headline = f"Games last {{second}} {noun} {half} under {_said(second)}, and {{first}} under {_said(first)}."
    return AnswerPlan(
        headline, tuple(numbers), picture=PlannedPicture("means", f"{main} {measure}")
    )


def _change(facts: Facts, first: str, second: str, column: str) -> PlannedNumber:
    """Return by how much games of the second variant are longer or shorter than those of the first."""
    before, after = (
        facts.interval(variant, column, Measure.MEAN).value or 0.0
        for variant in (first, second)
    )
    longer = after >= before
    return PlannedNumber(
        "change",
        f"{column} mean",
        facts.public[second],
        versus=facts.public[first],
        written="percent more" if longer else "percent less",
        label=f"{'longer' if longer else 'shorter'} than {_said(first)}: {_said(second)}",
    )


def _lengths_of_many(facts: Facts) -> AnswerPlan:
    main, measure = facts.lengths[0], _typical(facts)
    ranked = _ranked(
        facts,
        lambda variant: facts.interval(variant, main, measure).value,
        float("inf"),
    )
    shortest, longest = ranked[0], ranked[-1]
    numbers = [
        _length(facts, "shortest", shortest, measure),
        _length(facts, "longest", longest, measure),
    ]
    first = facts.variants[0]
    if first not in (shortest, longest):
        numbers.insert(0, _length(facts, "usual", first, measure))
    typical = "on average" if measure is Measure.MEAN else "as the median"
    headline = (
        f"Games are shortest under {_said(shortest)}, with {{shortest}} {facts.noun(main)} {typical}, and longest "
        f"under {_said(longest)}, with {{longest}}."
    )
    return AnswerPlan(
        headline,
        tuple(numbers),
        picture=_drawn(facts, "means", f"{main} {measure}", ranked),
    )


def _amounts(facts: Facts) -> AnswerPlan | None:
    """Return the plan where neither the length nor the winner is the question: the amount that variants differ in."""

    def mean(variant: str, column: str) -> float | None:
        return value_of(
            facts, _number("", f"{column} mean", facts.public[variant], "")
        ).interval.value

    match facts.rules[facts.variants[0]]:
        case CasinoWarRules(is_session=False) if facts.single:
            return _a_hand(facts)
    columns = facts.declared.paired
    column = next(
        (
            c
            for c in columns
            if all(mean(variant, c) is not None for variant in facts.variants)
        ),
        None,
    )
    if column is None:
        return None
    ranked = _ranked(facts, lambda variant: mean(variant, column))
    least, most = ranked[0], ranked[-1]
    meaning = _safe(facts.meanings.get(column, facts.noun(column)))
    if facts.single:
        number = _number(
            "mean", f"{column} mean", facts.public[most], f"{meaning}, on average"
        )
        return AnswerPlan(f"{capital(meaning)}: {{mean}} on average.", (number,))
    numbers = tuple(
        _number(
            name,
            f"{column} mean",
            facts.public[variant],
            f"{meaning}, on average: {_said(variant)}",
        )
        for name, variant in (("most", most), ("least", least))
    )
    headline = (
        f"{capital(meaning)}: on average the most, {{most}}, under {_said(most)}, and the least, {{least}}, "
        f"under {_said(least)}."
    )
    return AnswerPlan(
        headline, numbers, picture=_drawn(facts, "means", f"{column} mean", ranked)
    )


def _a_hand(facts: Facts) -> AnswerPlan:
    """Return the plan for a hand of Casino War: what the player loses of a bet."""
    (only,) = facts.variants
    public = facts.public[only]
    numbers = tuple(
        _number(
            name,
            f"{name} mean",
            public,
            f"of {bet} that the player wins in a hand",
            "percent",
        )
        for name, bet in (("net", "an ante"), ("tie_net", "a bet on a tie"))
    )
    does = (
        "loses"
        if (facts.interval(only, "net", Measure.MEAN).value or 0.0) < 0
        else "wins"
    )
    return AnswerPlan(f"The player {does} {{net:size}} of an ante a hand.", numbers)
