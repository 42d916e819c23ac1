"""The answers of one rule set, small enough for a page: from the tallies of its games to numbers with intervals."""

import itertools
from collections.abc import Mapping
from typing import Any

from docs.site.atlas.grid import SEED, RuleSet
from sim.contract.columns import WINNER
from sim.contract.events import DRAW
from sim.counts.declarations import declared
from sim.counts.queries import PLAYS, SHUFFLES
from sim.counts.tallies import Tallies
from sim.games import find_game
from sim.stats import Interval, Lengths, proportion

QUANTILES = (0.025, 0.1, 0.25, 0.5, 0.75, 0.9, 0.975)

POINTS = 150  # about how many points the curve of the games still going has
RARE = 0.0005  # the curve goes on until no larger share of the games that end is still going

Table = Mapping[str, Any]


def table(
    rule_set: RuleSet, games: int, tallies: Tallies, paced: Tallies | None = None
) -> Table:
    """Return the answers of a rule set, as they are written for the page; ``paced`` has counted shuffles."""
    # Returns ``games``, ``endless``, ``stopped`` (games that repeat themselves, and that were stopped
    # undecided); ``plays``, ``rounds``, ``wars`` (mean, low and high; None where some games never end);
    # ``quantiles`` (for each of :data:`QUANTILES` the number of plays, low and high; None is for ever);
    # ``step`` and ``over``: the games that took more than 0, ``step``, 2 ``step``, ... plays; ``longest``;
    # ``draws``; ``ran_out`` (games decided by a player who could not carry on in a war); ``aces``: for each
    # number of aces dealt to the first player, how many games, and how many of them the first player won;
    # ``shuffles`` (the piles shuffled for each card that is laid); and
    # ``command`` and ``scenario``.
    columns = declared(find_game("war")).columns
    plays = tallies.lengths("", columns["plays"])
    whole = not plays.unfinished
    step, over = curve(plays)
    ran_out = columns["ending"].categories.index("run-out")
    return {
        "games": games,
        "endless": plays.endless.n,
        "stopped": plays.stopped.n,
        "plays": _ends(plays.mean()) if whole else None,
        "rounds": _ends(tallies.lengths("", columns["rounds"]).mean())
        if whole
        else None,
        "wars": _ends(tallies.lengths("", columns["wars"]).mean()) if whole else None,
        "quantiles": [_ends(plays.quantile(share)) for share in QUANTILES],
        "step": step,
        "over": over,
        "longest": plays.ended.largest,
        "never": _ends(proportion(plays.endless.n, games)),
        "draws": tallies.histogram("", WINNER).count_at_most(DRAW) - plays.unfinished,
        "ran_out": tallies.histogram("", "ending").count_of(ran_out),
        "shuffles": _shuffles(paced or tallies) if rule_set.shuffles else 0,
        "aces": aces(tallies),
        "seed": SEED,
        "rules": rule_set.rules,
        "command": rule_set.command(games),
        "scenario": rule_set.scenario(games),
    }


def curve(plays: Lengths) -> tuple[int, list[int]]:
    """Return a step, and how many games took more than 0, 1, 2, ... steps of plays; endless ones are among them."""
    ended = plays.ended
    if not ended.n:
        return 1, [plays.n]
    last = ended.order_statistic(max(ended.n - int(RARE * ended.n), 1))
    # 1, 2, 5, 10, 20, 50, ...
    steps = (digit * 10**power for power in itertools.count() for digit in (1, 2, 5))
    step = next(step for step in steps if last <= step * POINTS)
    return step, [
        plays.n - ended.count_at_most(step * place)
        for place in range(-(-last // step) + 1)
    ]


def aces(tallies: Tallies) -> list[list[int]]:
    """Return for 0 to 4 aces of the first player how many games there were, and how many that player won."""
    counted = tallies.cross_table("", WINNER, "aces")
    counts = [[0, 0] for _ in range(5)]
    for (winner, held), games in counted.items():
        counts[held][0] += games
        counts[held][1] += games * (winner == 0)
    return counts


def _shuffles(tallies: Tallies) -> float:
    """Return how many piles are shuffled for each card that is laid: about the same in short and long games."""
    return float(
        f"{tallies.histogram('', SHUFFLES).total / tallies.histogram('', PLAYS).total:.4g}"
    )


def _ends(interval: Interval) -> list[float | None]:
    """Return value, low and high, rounded to what matters; None in place of infinity."""
    return [None if end is None else float(f"{end:.7g}") for end in interval.finite]
