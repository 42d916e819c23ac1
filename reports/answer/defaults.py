"""Usual answers: the plan of a run whose scenario has none."""

from __future__ import annotations

import math
from dataclasses import replace

from reports.answer.values import value_of
from reports.facts import Facts
from reports.sections.lengths import has_minutes
from reports.words import capital, quoted
from sim.contract.vocabulary import seat_word
from sim.counts.declarations import MARGIN
from sim.scenario.answer import AnswerPlan, PlannedNumber, PlannedPicture
from sim.stats import Measure

MOST_SEATS = 4
"""The most players whose wins are numbers of an answer."""


def usual_answer(facts: Facts) -> AnswerPlan | None:
    """The usual answer of a run; None if the variants have no number in common."""
    if facts.tournament is not None:
        return _tournament(facts)
    decides = facts.game.policies is not None or facts.uneven
    by_winner = facts.has_winner and (decides or not facts.lengths)
    if facts.single and by_winner:
        return _winner(facts)
    if facts.single and facts.lengths:
        return _length(facts)
    if by_winner:
        what = "games that the first player wins"
        return _ranked(facts, "player 0 wins", what, "percent")
    if facts.lengths:
        # A mean of some variant does not exist where its games never end.
        main = facts.lengths[0]
        noun = facts.noun(main)
        if facts.any_unfinished:
            what = f"{noun} after which half of all games are over"
            return _ranked(facts, f"{main} {Measure.MEDIAN}", what)
        return _ranked(facts, f"{main} {Measure.MEAN}", f"{noun} in a game, on average")
    for column in facts.declared.paired:
        meaning = facts.meanings.get(column, facts.noun(column))
        found = _ranked(facts, f"{column} mean", f"{meaning}, on average")
        values = [value_of(facts, number).interval.value for number in found.numbers]
        if None not in values:
            return found
    return None


def _literal(text: str) -> str:
    """A text that stands in a template as it is."""
    return f"{{{{ {text!r} }}}}"


def _tournament(facts: Facts) -> AnswerPlan:
    """The policy that does best, and how often it wins."""
    assert facts.tournament is not None
    best = facts.tournament.ranking[0].name
    called = quoted(facts.policies[best])
    margin = PlannedNumber(
        "margin", "margin", policy=best, label=f"mean margin of {called}"
    )
    wins = PlannedNumber(
        "wins",
        "wins",
        policy=best,
        written="percent",
        label=f"games that {called} wins",
    )
    entrants = len(facts.tournament.names)
    return AnswerPlan(
        f"Of {entrants} policies, {_literal(called)} does best: it wins {{{{ wins }}}} "
        "of its games.",
        (margin, wins),
        picture=PlannedPicture("ranking", axis="mean margin over all other policies"),
    )


def _winner(facts: Facts) -> AnswerPlan:
    """How often each player wins."""
    only = facts.variants[0]
    seats = facts.rules[only].seats
    numbers = [_wins(facts, seat) for seat in range(min(seats, MOST_SEATS))]
    if facts.game.can_be_drawn:
        numbers.append(_share(facts, "drawn", "draw", "games that are drawn"))
    drawn = tuple(number.name for number in numbers)
    picture = PlannedPicture("numbers", numbers=drawn, axis="who wins, in % of games")
    if facts.has_margin:
        label = f"lead of the first player ({facts.meanings[MARGIN]})"
        numbers.append(_number(facts, "margin", f"{MARGIN} mean", label))
    elif facts.lengths:
        numbers.append(_average(facts))
    hands = getattr(facts.rules[only], "hands", None)
    who = f"The player with {hands[0]}" if hands else "The first player"
    second = ", the second player {{ seat_1 }}" if seats == 2 else ""
    text = f"{who} wins {{{{ seat_0 }}}} of games{second}."
    return AnswerPlan(text, tuple(numbers), picture=picture)


def _number(facts: Facts, name: str, statistic: str, label: str) -> PlannedNumber:
    """A number of the only variant."""
    return PlannedNumber(name, statistic, facts.public[facts.variants[0]], label=label)


def _share(facts: Facts, name: str, statistic: str, label: str) -> PlannedNumber:
    return replace(_number(facts, name, statistic, label), written="percent")


def _wins(facts: Facts, seat: int) -> PlannedNumber:
    """How often a player wins."""
    label = f"games that the {seat_word(seat)} wins"
    return _share(facts, f"seat_{seat}", f"player {seat} wins", label)


def _average(facts: Facts) -> PlannedNumber:
    """The mean length of a game."""
    main = facts.lengths[0]
    label = f"{facts.noun(main)} in a game, on average"
    return _number(facts, "average", f"{main} mean", label)


def _length(facts: Facts) -> AnswerPlan:
    """How long a game is: on average, half of them, and one in forty."""
    only = facts.variants[0]
    main = facts.lengths[0]
    noun = facts.noun(main)
    endless = bool(facts.unfinished(only))
    timed = has_minutes(facts)
    label = "games that did not come to an end"
    left = _share(facts, "left", "unfinished", label)
    label = f"{noun} after which half of all games are over"
    half = _number(facts, "half", f"{main} median", label)
    label = f"{noun} that at most one game in 40 exceeds"
    late = _number(facts, "late", f"{main} 97.5 %", label)
    measure = Measure.MEDIAN if endless else Measure.MEAN
    label = f"a game at a table, {measure}"
    time = replace(
        _number(facts, "minutes", f"plays {measure}", label), written="minutes"
    )
    numbers = [half, left] if endless else [_average(facts), half, late]
    if math.isinf(facts.interval(only, main, Measure.MEDIAN).value or 0.0):
        numbers = [left]
        text = (
            "{{ left }} of games did not come to an end, so that no number of "
            f"{noun} ends half of them."
        )
    elif endless:
        text = (
            f"Half of all games are over after {_counted(facts, 'half')}; {{{{ left }}}} "
            "did not come to an end."
        )
    else:
        at_a_table = ", {{ minutes }} at a table" if timed else ""
        text = (
            f"A game lasts {_counted(facts, 'average')} on average{at_a_table}; at most "
            f"1 in 40 takes more than {_counted(facts, 'late')}."
        )
    if timed and left is not numbers[0]:
        numbers.insert(1, time)
    if facts.has_winner:
        numbers.append(_wins(facts, 0))
    return AnswerPlan(text, tuple(numbers), picture=PlannedPicture("tail", main))


def _counted(facts: Facts, name: str) -> str:
    """A length in a template, with what it counts."""
    main = facts.lengths[0]
    noun = facts.noun(main)
    singular = facts.declared.columns[main].singular or noun
    if singular == noun:
        return f"{{{{ {name} }}}} {noun}"
    return (
        f"{{{{ {name} }}}} {{% if {name}.value == 1 %}}{singular}{{% else %}}{noun}"
        "{% endif %}"
    )


def _ranked(
    facts: Facts, statistic: str, what: str, written: str = "number"
) -> AnswerPlan:
    """The variants with the least and the most of a statistic.

    Parameters
    ----------
    facts
        The run.
    statistic
        The statistic.
    what
        What it is, as the label of a number.
    written
        How it is written.
    """
    numbers = {
        variant: PlannedNumber(
            "",
            statistic,
            facts.public[variant],
            written=written,
            label=what if facts.single else f"{what}: {quoted(variant)}",
        )
        for variant in facts.variants
    }

    def size(variant: str) -> float:
        value = value_of(facts, numbers[variant]).interval.value
        return math.inf if value is None else value

    ranked = sorted(numbers, key=size)
    least = replace(numbers[ranked[0]], name="least")
    most = replace(numbers[ranked[-1]], name="most")
    if facts.single:
        return AnswerPlan(f"{capital(what)}: {{{{ most }}}}.", (most,))
    text = (
        f"{capital(what)}: {{{{ least }}}} under {_literal(quoted(ranked[0]))}, "
        f"{{{{ most }}}} under {_literal(quoted(ranked[-1]))}."
    )
    kind = "shares" if written == "percent" else "means"
    picture = PlannedPicture(kind, statistic, axis=what)
    return AnswerPlan(text, (least, most), picture=picture)
