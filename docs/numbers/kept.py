"""What the texts need of a run: its numbers by name, and the small file in which they are kept."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sim.stats import Interval, proportion

if TYPE_CHECKING:
    from sim.runs import Run
    from sim.tallies.counts import Tallies

KEPT = Path(__file__).parent / "kept"
"""The directory of the files, one for each scenario."""

MINUTES = 2.5 / 60
"""Of a card from each player."""

ALL = ""
"""The variant under which the numbers of a whole run are kept, such as those of a tournament's ranking."""

Numbers = dict[str, dict[str, list[float | None]]]
"""By variant and name: the value, and the ends of its interval at 95 %."""


def numbers(run: Run) -> Numbers:
    """Return all numbers of a run that a text can name.

    They are the statistics by their names in tables, and for War ``minutes mean``, ``minutes 97.5 %`` and so on,
    ``aces N wins`` (a player dealt N of the four aces), and ``low N wins`` (a player who had at most N cards after some
    round). A tournament has ``NAME margin`` and ``NAME wins`` of its policies, under :data:`ALL`.
    """
    found: Numbers = {}
    if run.scenario.tournament:
        ranked = run.tournament().ranking
        found[ALL] = {f"{one.name} margin": _ends(one.margin) for one in ranked}
        found[ALL] |= {f"{one.name} wins": _ends(one.wins) for one in ranked}
        return found
    for one in run.estimates():
        own = found.setdefault(one.variant, {})
        own[one.statistic] = _ends(one.interval)
        column, _, rest = one.statistic.partition(" ")
        if column == "plays":
            own[f"minutes {rest}"] = [None if end is None else end * MINUTES for end in _ends(one.interval)]
    for one in run.differences():
        found.setdefault(f"{one.variant} - {one.versus}", {})[one.statistic] = _ends(one.interval)
    for variant in run.variants:
        if run.scenario.game == "war" and run.rules(variant).seats == 2:
            found[variant] |= dict(_of_war(run.counted, variant))
    return found


def _of_war(tallies: Tallies, variant: str) -> Iterator[tuple[str, list[float | None]]]:
    held: dict[int, list[int]] = {}
    for (winner, aces), games in tallies.cross_table(variant, "winner", "aces").items():
        own = held.setdefault(aces, [0, 0])
        own[0] += games * (winner == 0)
        own[1] += games
    for aces, (won, games) in held.items():
        yield f"aces {aces} wins", _ends(proportion(won, games))
    lows = tallies.histogram(variant, "winner_low")
    for cards in range(1, 27):
        # In every game its loser had so few cards; its winner had in a share of them.
        share = proportion(lows.count_at_most(cards), lows.n)
        yield f"low {cards} wins", [None if end is None else end / (1 + end) for end in _ends(share)]


def _ends(interval: Interval) -> list[float | None]:
    return [None if end is None else float(f"{end:.9g}") for end in interval.finite]


def keep(run: Run, name: str, wanted: Iterable[tuple[str, str]]) -> Path:
    """Write what the texts need of the run of a scenario; everything else is left out.

    Parameters
    ----------
    run, name
        The run, and the name of its scenario.
    wanted
        The variants and names of the numbers.

    Returns
    -------
    Path
        The file: the command, the seed, the games of each variant, and the numbers.
    """
    found = numbers(run)
    scenario = run.scenario
    kept: dict[str, Any] = {
        "command": f"warlab run {name}",
        "scenario": scenario.hash,
        "seed": scenario.seed,
        "games": run.status().games_done,
        "numbers": {},
    }
    for variant, statistic in sorted(set(wanted)):
        kept["numbers"].setdefault(variant, {})[statistic] = found[variant][statistic]
    path = KEPT / f"{name}.json"
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps(kept, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return path


@cache
def kept(name: str) -> dict[str, Any]:
    """Return what is kept of the run of a scenario."""
    found: dict[str, Any] = json.loads((KEPT / f"{name}.json").read_text(encoding="utf-8"))
    return found
