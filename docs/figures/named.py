"""The numbers of a run by name: all that a text can say of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from sim.contract.columns import WINNER
from sim.contract.deck_rules import DeckRules
from sim.counts.declarations import declared
from sim.scenario.models import SECONDS_PER_PLAY
from sim.stats import Estimate, Histogram, Interval, proportion, quantile

if TYPE_CHECKING:
    from sim.runs import Run
    from sim.tournaments.standings import Tournament

MINUTES = SECONDS_PER_PLAY / 60
"""Of a card from each player."""

ALL = ""
"""The variant of the numbers of a whole run: of a tournament, or of a single variant."""

Ends = list[float | None]
"""A value, and the ends of its interval at 95 %."""

Numbers = dict[str, dict[str, Ends]]
"""By variant and name."""

Named = Iterator[tuple[str, Interval]]


def numbers(run: Run) -> Numbers:
    """Return all numbers of a run that a text can name."""
    # They are the statistics by their names in tables, and some that follow from the
    # same counts:
    #
    # - ``COLUMN 95 %`` of a length, and ``minutes mean``, ``minutes 97.5 %`` and so on,
    #   at 2.5 seconds for a card of each player;
    # - ``games without a KIND``, and ``rounds for each with a war``;
    # - ``COLUMN N wins``: player 0's chance to win with that value of a column that is
    #   crossed with the winner, such as ``aces 3 wins``; ``more COLUMN wins``: that of
    #   the player who was dealt more, even deals left out;
    # - ``low N wins``: the chance to win of a player who had at most N cards after some
    #   round;
    # - of two variants ("one - other"), ``COLUMN mean more``: the share by which the
    #   mean of the first is larger;
    # - of the whole run, under :data:`ALL`, ``games``, of each variant or meeting, and
    #   ``STATISTIC widest``, how far an end of an interval is from the value at most,
    #   over all variants.
    #
    # A tournament has, all under :data:`ALL`, ``NAME margin`` and ``NAME wins`` of its
    # policies, ``NAME against OTHER wins``, and ``NAME mixed``, its weight in the
    # mixture that none of them can exploit.
    if run.scenario.tournament:
        return {
            ALL: {
                name: _ends(estimate)
                for name, estimate in (*_of_tournament(run.tournament()), _games(run))
            }
        }
    named: Numbers = {}
    for estimate in run.estimates():
        named.setdefault(estimate.variant, {}).update(
            (name, _ends(ends)) for name, ends in _of_estimate(estimate)
        )
    for estimate in run.differences():
        of_both = named.setdefault(f"{estimate.variant} - {estimate.versus}", {})
        of_both[estimate.statistic] = _ends(estimate.interval)
        if estimate.ratio is not None:
            of_both[f"{estimate.column} mean more"] = _ends(
                estimate.ratio.carried(lambda times: times - 1)
            )
    for variant in run.variants:
        named[variant].update(
            (name, _ends(ends)) for name, ends in _of_counts(run, variant)
        )
    if len(run.variants) == 1:
        named[ALL] = named[run.variants[0]]
    named.setdefault(ALL, {}).update(
        (name, _ends(estimate)) for name, estimate in (_games(run), *_widest(run))
    )
    return named


def _games(run: Run) -> tuple[str, Interval]:
    return "games", _alone(run.status().games_done)


def _widest(run: Run) -> Named:
    widest: dict[str, float] = {}
    for estimate in run.estimates():
        value, *ends = estimate.interval.finite
        for end in ends:
            if value is not None and end is not None:
                widest[estimate.statistic] = max(
                    widest.get(estimate.statistic, 0.0), abs(end - value)
                )
    for name, width in widest.items():
        yield f"{name} widest", _alone(width)


def _of_tournament(tournament: Tournament) -> Named:
    for standing in tournament.ranking:
        yield f"{standing.name} margin", standing.margin
        yield f"{standing.name} wins", standing.wins
    for (name, other), meeting in tournament.meetings.items():
        yield f"{name} against {other} wins", meeting.wins
    for name, weight in zip(
        tournament.names, tournament.mixture().weights, strict=True
    ):
        yield f"{name} mixed", _alone(float(weight))


def _of_estimate(estimate: Estimate) -> Named:
    yield estimate.statistic, estimate.interval
    column, _, rest = estimate.statistic.partition(" ")
    if column == "plays":
        yield f"minutes {rest}", estimate.interval.scaled(MINUTES)
    if estimate.statistic.startswith("games with a "):
        lacking = estimate.interval.carried(lambda share: 1 - share)
        yield (
            estimate.statistic.replace("with", "without", 1),
            replace(lacking, low=lacking.high, high=lacking.low),
        )


def _of_counts(run: Run, variant: str) -> Named:
    tallies = run.counted
    for column in declared(run.game).lengths():
        hist = tallies.histogram(variant, column.name)
        if hist.n:
            yield f"{column.name} 95 %", quantile(hist, 0.95)
    for first, column_name in run.game.tables:
        if first == WINNER:
            yield from _of_winners(run, variant, column_name)
    if run.game.name == "war":
        kinds = [
            tallies.histogram(variant, f"{kind}_wars")
            for kind in ("single", "double", "triple", "longer")
        ]
        yield (
            "rounds for each with a war",
            _alone(
                _total(tallies.histogram(variant, "rounds")) / sum(map(_total, kinds))
            ),
        )
        lows = tallies.histogram(variant, "winner_low")
        for cards in range(1, 27):
            # In every game its loser had so few cards; its winner had in a share of
            # them.
            share = proportion(lows.count_at_most(cards), lows.n)
            yield (
                f"low {cards} wins",
                share.carried(lambda winners: winners / (1 + winners)),
            )


def _of_winners(run: Run, variant: str, column: str) -> Named:
    table = run.counted.cross_table(variant, WINNER, column)
    games: dict[int, int] = {}
    for (_, value), count in table.items():
        games[value] = games.get(value, 0) + count
    for value, count in games.items():
        yield f"{column} {value} wins", proportion(table.get((0, value), 0), count)
    rules = run.rules(variant)
    known = {found.name: found for found in run.game.columns_under(rules)}
    dealt = known[column].of_packet if column in known else None
    if (
        dealt is None
        or rules.seats != 2
        or not isinstance(rules, DeckRules)
        or rules.hands is not None
    ):
        return
    total = int(dealt(rules, np.array([rules.deck.cards()], np.uint8))[0])
    uneven = sum(count for value, count in games.items() if 2 * value != total)
    won = sum(
        count
        for (winner, value), count in table.items()
        if 2 * value != total and winner == (0 if 2 * value > total else 1)
    )
    if uneven:
        yield f"more {column} wins", proportion(won, uneven)


def _total(hist: Histogram) -> float:
    return float(np.dot(hist.values.astype(np.float64), hist.counts.astype(np.float64)))


def _alone(value: float) -> Interval:
    """Return a number without ends."""
    return Interval(value, None, None, 0.95)


def _ends(interval: Interval) -> Ends:
    return [None if end is None else float(f"{end:.9g}") for end in interval.finite]
