"""Usual answers: the numbers and the picture of a run whose scenario plans none."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from typing import Any

from reports.answer.values import value_of
from reports.facts import Facts
from reports.sections.lengths import has_minutes
from reports.words import capital, quoted
from sim.contract.vocabulary import seat_word
from sim.counts.declarations import MARGIN
from sim.scenario.answer import PlannedNumber, PlannedPicture
from sim.stats import Measure

MOST_SEATS = 4
"""The most players whose wins are numbers of an answer."""


@dataclass(frozen=True)
class Usual:
    """The answer of a run whose scenario plans none.

    Attributes
    ----------
    kind
        What ``templates/usual.md.j2`` says it in.
    numbers
        The numbers, named as the template names them.
    picture
        The picture; None for none.
    names
        What else the template names.
    """

    kind: str
    numbers: tuple[PlannedNumber, ...]
    picture: PlannedPicture | None = None
    names: dict[str, Any] = field(default_factory=dict)


def usual_answer(facts: Facts) -> Usual | None:
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
        sentence = "The first player wins", "", " of games"
        return _ranked(facts, "player 0 wins", what, "percent", sentence)
    if facts.lengths:
        # A mean of some variant does not exist where its games never end.
        main = facts.lengths[0]
        noun = facts.noun(main)
        if facts.any_unfinished:
            what = f"{noun} after which half of all games are over"
            sentence = "Half of all games are over after", noun, ""
            return _ranked(facts, f"{main} {Measure.MEDIAN}", what, sentence=sentence)
        sentence = "A game lasts", noun, " on average"
        what = f"{noun} in a game, on average"
        return _ranked(facts, f"{main} {Measure.MEAN}", what, sentence=sentence)
    for column in facts.declared.paired:
        meaning = facts.meanings.get(column, facts.noun(column))
        found = _ranked(facts, f"{column} mean", f"{meaning}, on average")
        if all(
            value_of(facts, number).interval.value is not None
            for number in found.numbers
        ):
            return found
    return None


def _tournament(facts: Facts) -> Usual:
    """The policy that does best, and how far ahead it is."""
    assert facts.tournament is not None
    best, second, *_ = facts.tournament.ranking
    first, other = (
        quoted(facts.policies[standing.name]) for standing in (best, second)
    )
    wins = PlannedNumber(
        "wins",
        "wins",
        policy=best.name,
        written="percent",
        label=f"games that {first} wins",
    )
    numbers = (
        PlannedNumber(
            "margin", "margin", policy=best.name, label=f"mean margin of {first}"
        ),
        wins,
        replace(
            wins,
            name="direct",
            against=(second.name,),
            label=f"games won against {other}, which is second",
        ),
    )
    names = {"entrants": len(facts.tournament.names), "best": first}
    what = "mean margin over all other policies"
    return Usual("tournament", numbers, PlannedPicture("ranking", axis=what), names)


def _winner(facts: Facts) -> Usual:
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
    names = {"who": who, "seats": seats}
    return Usual("winner", tuple(numbers), picture, names)


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


def _length(facts: Facts) -> Usual:
    """How long a game is: on average, half of them, and one in forty."""
    only = facts.variants[0]
    main = facts.lengths[0]
    noun = facts.noun(main)
    endless = bool(facts.unfinished(only))
    timed = has_minutes(facts)
    never = math.isinf(facts.interval(only, main, Measure.MEDIAN).value or 0.0)
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
    if never:
        numbers = [left]
    elif timed:
        numbers.insert(1, time)
    if facts.has_winner:
        numbers.append(_wins(facts, 0))
    names = {"noun": noun, "endless": endless, "timed": timed, "never": never}
    return Usual("length", tuple(numbers), PlannedPicture("tail", main), names)


def _ranked(
    facts: Facts,
    statistic: str,
    what: str,
    written: str = "number",
    sentence: tuple[str, str, str] = ("", "", ""),
) -> Usual:
    """The variants with the most and the least of a statistic.

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
    sentence
        What stands before the number in a sentence, what it counts, and what follows;
        without it, ``what`` stands before it.
    """
    begin, noun, rest = sentence if sentence[0] else (f"{capital(what)}:", "", "")
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
    values = {
        name: value_of(facts, planned).interval.value
        for name, planned in numbers.items()
    }
    known = {
        name: math.inf if value is None else value for name, value in values.items()
    }
    ranked = sorted(known, key=lambda name: known[name])
    ends = {"least": ranked[0], "most": ranked[-1]}
    chosen = tuple(replace(numbers[end], name=name) for name, end in ends.items())
    names = {name: quoted(end) for name, end in ends.items()}
    kind = "shares" if written == "percent" else "means"
    picture = PlannedPicture(kind, statistic, axis=what)
    named = {"begin": begin, "noun": noun, "rest": rest, "names": names}
    if facts.single:
        return Usual("ranked", chosen[1:], None, named)
    return Usual("ranked", chosen, picture, named)
