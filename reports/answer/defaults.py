"""Usual answers: the numbers and the picture of a run whose scenario plans none."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from reports.answer.values import value_of
from reports.facts import Facts
from reports.sections.lengths import has_minutes
from reports.words import capital, quoted
from sim.contract.columns import WINNER
from sim.contract.events import DRAW
from sim.contract.vocabulary import seat_word
from sim.counts.declarations import MARGIN
from sim.scenario.answer import PlannedNumber, PlannedPicture
from sim.stats import Measure

MOST_DRAWN = 12
"""The most variants in a picture of bars."""

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
    if facts.has_winner and (decides or not facts.lengths):
        return _winner(facts) if facts.single else _winners(facts)
    if not facts.lengths:
        return _amounts(facts)
    if not facts.single:
        return _lengths(facts)
    return (
        _one_game(facts) if facts.rules[facts.variants[0]].one_game else _length(facts)
    )


def _ranked(
    facts: Facts, value: Callable[[str], float | None], missing: float = 0.0
) -> list[str]:
    """The variants from the least to the most."""
    values = {name: value(name) for name in facts.variants}
    known = {name: missing if own is None else own for name, own in values.items()}
    return sorted(facts.variants, key=lambda name: known[name])


def _drawn(
    facts: Facts, kind: str, statistic: str, ranked: Sequence[str]
) -> PlannedPicture:
    """The picture of the variants: of all, or of those at either end of a ranking."""
    half = MOST_DRAWN // 2
    ends = ranked if len(ranked) <= MOST_DRAWN else [*ranked[:half], *ranked[-half:]]
    shown = [facts.public[name] for name in facts.variants if name in ends]
    return PlannedPicture(kind, statistic, variants=tuple(shown))


def _wins(
    facts: Facts, name: str, variant: str, seat: int, label: str
) -> PlannedNumber:
    public = facts.public[variant]
    statistic = f"player {seat} wins"
    return PlannedNumber(name, statistic, public, written="percent", label=label)


def _tournament(facts: Facts) -> Usual:
    """The policy that does best, and how far ahead it is."""
    assert facts.tournament is not None
    best, second, *_ = facts.tournament.ranking
    first, other = (quoted(facts.policies[each.name]) for each in (best, second))
    numbers = (
        PlannedNumber(
            "margin", "margin", policy=best.name, label=f"mean margin of {first}"
        ),
        PlannedNumber(
            "wins",
            "wins",
            policy=best.name,
            written="percent",
            label=f"games that {first} wins",
        ),
        PlannedNumber(
            "direct",
            "wins",
            policy=best.name,
            against=second.name,
            written="percent",
            label=f"games won against {other}, which is second",
        ),
    )
    names = {"entrants": len(facts.tournament.names), "best": first}
    return Usual("tournament", numbers, PlannedPicture("ranking"), names)


def _winner(facts: Facts) -> Usual:
    """How often each player wins."""
    only = facts.variants[0]
    public, seats = facts.public[only], facts.rules[only].seats
    numbers = [
        _wins(
            facts, f"seat_{seat}", only, seat, f"games that the {seat_word(seat)} wins"
        )
        for seat in range(min(seats, MOST_SEATS))
    ]
    if facts.game.can_be_drawn:
        label = "games that are drawn"
        drawn = PlannedNumber("drawn", "draw", public, written="percent", label=label)
        numbers.append(drawn)
    if facts.has_margin:
        label = f"lead of the first player ({facts.meanings[MARGIN]})"
        numbers.append(PlannedNumber("margin", f"{MARGIN} mean", public, label=label))
    elif facts.lengths:
        numbers.append(_average(facts, only))
    hands = getattr(facts.rules[only], "hands", None)
    who = f"The player with {hands[0]}" if hands else "The first player"
    names = {"who": who, "seats": seats}
    return Usual("winner", tuple(numbers), PlannedPicture("outcomes"), names)


def _winners(facts: Facts) -> Usual:
    """Under which variants the first player wins most and least."""
    ranked = _ranked(facts, lambda variant: facts.share(variant, WINNER, 0).value)
    ends = {"most": ranked[-1], "least": ranked[0]}
    numbers = tuple(
        _wins(
            facts,
            name,
            variant,
            0,
            f"games that the first player wins: {quoted(variant)}",
        )
        for name, variant in ends.items()
    )
    drawn = any(facts.share(variant, WINNER, DRAW).value for variant in facts.variants)
    line = 0.5 if facts.seats == 2 and not drawn else None
    picture = replace(_drawn(facts, "shares", "player 0 wins", ranked), line=line)
    return Usual("winners", numbers, picture, {"names": _said(ends)})


def _said(ends: dict[str, str]) -> dict[str, str]:
    return {name: quoted(variant) for name, variant in ends.items()}


def _average(facts: Facts, variant: str) -> PlannedNumber:
    """The mean length of a variant's games."""
    main = facts.lengths[0]
    label = f"{facts.noun(main)} in a game, on average"
    return PlannedNumber("average", f"{main} mean", facts.public[variant], label=label)


def _length(facts: Facts) -> Usual:
    """How long a game is: on average, half of them, and one in forty."""
    only, main = facts.variants[0], facts.lengths[0]
    public, noun = facts.public[only], facts.noun(main)
    endless, timed = bool(facts.unfinished(only)), has_minutes(facts)
    never = math.isinf(facts.interval(only, main, Measure.MEDIAN).value or 0.0)
    left = PlannedNumber(
        "left",
        "unfinished",
        public,
        written="percent",
        label="games that did not come to an end",
    )
    half = PlannedNumber(
        "half",
        f"{main} median",
        public,
        label=f"{noun} after which half of all games are over",
    )
    measure, how = (
        (Measure.MEDIAN, " (median)") if endless else (Measure.MEAN, ", on average")
    )
    minutes = PlannedNumber(
        "minutes",
        f"plays {measure}",
        public,
        written="minutes",
        label=f"a game at a table{how}",
    )
    late = PlannedNumber(
        "late",
        f"{main} 97.5 %",
        public,
        label=f"{noun} that one game in 40 takes or exceeds",
    )
    numbers = [] if endless else [_average(facts, only)]
    numbers += [minutes] if timed else []
    numbers += [half, left if endless else late]
    if never:
        numbers = [left]
    if facts.has_winner:
        label = "games that the first player wins"
        numbers.append(_wins(facts, "first", only, 0, label))
    names = {"noun": noun, "endless": endless, "timed": timed, "never": never}
    return Usual("length", tuple(numbers), PlannedPicture("tail", main), names)


def _one_game(facts: Facts) -> Usual:
    """The length and the end where every game is the same one."""
    only, noun = facts.variants[0], facts.noun(facts.lengths[0])
    winner = facts.histogram(only, WINNER).smallest
    end = "nobody wins it" if winner == DRAW else "it does not come to an end"
    if winner is not None and winner >= 0:
        end = f"the {seat_word(winner)} wins it"
    number = replace(_average(facts, only), label=f"{noun} in the game")
    return Usual("one game", (number,), None, {"noun": noun, "end": end})


def _lengths(facts: Facts) -> Usual:
    """Under which variants games are shortest and longest."""
    main = facts.lengths[0]
    # A mean of some variant does not exist where its games never end.
    measure = Measure.MEDIAN if facts.any_unfinished else Measure.MEAN
    typical = "as the median" if facts.any_unfinished else "on average"
    ranked = _ranked(
        facts,
        lambda variant: facts.interval(variant, main, measure).value,
        math.inf,
    )
    ends = {"shortest": ranked[0], "longest": ranked[-1]}
    numbers = tuple(
        PlannedNumber(
            name,
            f"{main} {measure}",
            facts.public[variant],
            label=f"{facts.noun(main)} in a game ({measure}): {quoted(variant)}",
        )
        for name, variant in ends.items()
    )
    names = {"noun": facts.noun(main), "typical": typical, "names": _said(ends)}
    picture = _drawn(facts, "means", f"{main} {measure}", ranked)
    return Usual("lengths", numbers, picture, names)


def _amounts(facts: Facts) -> Usual | None:
    """The amount that variants differ in, where neither length nor winner is the question."""

    def mean(variant: str, column: str) -> float | None:
        planned = PlannedNumber("", f"{column} mean", facts.public[variant], label="")
        return value_of(facts, planned).interval.value

    known = (
        column
        for column in facts.declared.paired
        if all(mean(variant, column) is not None for variant in facts.variants)
    )
    column = next(known, None)
    if column is None:
        return None
    ranked = _ranked(facts, lambda variant: mean(variant, column))
    meaning = facts.meanings.get(column, facts.noun(column))
    ends = {"mean": ranked[0]}
    if not facts.single:
        ends = {"most": ranked[-1], "least": ranked[0]}
    numbers = tuple(
        PlannedNumber(
            name,
            f"{column} mean",
            facts.public[variant],
            label=f"{meaning}, on average"
            + (f": {quoted(variant)}" if not facts.single else ""),
        )
        for name, variant in ends.items()
    )
    names = {"meaning": capital(meaning), "names": _said(ends)}
    if facts.single:
        return Usual("amount", numbers, None, names)
    picture = _drawn(facts, "means", f"{column} mean", ranked)
    return Usual("amounts", numbers, picture, names)
