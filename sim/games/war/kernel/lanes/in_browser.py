"""Games side by side in a browser: one function for the rules for which a page has lanes.

Each set of rules has its own step, and each way to lose its own loop; a page brings
those that are played most.
"""

from typing import Any

from sim.games.packets.codes import LATEST_FIRST, LOSER_FIRST, WINNER_FIRST
from sim.games.war.kernel.codes import LOSE
from sim.games.war.kernel.lanes.cards import BY_TABLE
from sim.games.war.kernel.lanes.loop import loop
from sim.games.war.kernel.lanes.step import step
from sim.games.war.rules import WarRules
from sim.kernels.compiling import kernel

MOST_FACE_DOWN = 3
"""The most cards face down in a war for which the page has a step."""

PICKUPS = ("winner-first", "loser-first", "latest-first")
"""The orders of picking up for which it has one."""

_losing, _going_on = (
    loop(WINNER_FIRST, False, loses, False) for loses in (True, False)
)


def has_lanes(rules: WarRules) -> bool:
    """Whether a page has lanes for rules that fit them."""
    return (
        rules.pickup in PICKUPS
        and rules.captured == "bottom"
        and not rules.low_beats_high
        and isinstance(rules.face_down, int)
        and rules.face_down <= MOST_FACE_DOWN
    )


@kernel
def play_side_by_side(job: Any, many: Any, rows: Any) -> None:
    """Play the deals of a job side by side, and fill the rows of all but those marked as left."""
    setting = many.setting
    steps = (
        step(0, WINNER_FIRST, 0, 0, BY_TABLE),
        step(1, WINNER_FIRST, 0, 0, BY_TABLE),
        step(2, WINNER_FIRST, 0, 0, BY_TABLE),
        step(3, WINNER_FIRST, 0, 0, BY_TABLE),
        step(0, LOSER_FIRST, 0, 0, BY_TABLE),
        step(1, LOSER_FIRST, 0, 0, BY_TABLE),
        step(2, LOSER_FIRST, 0, 0, BY_TABLE),
        step(3, LOSER_FIRST, 0, 0, BY_TABLE),
        step(0, LATEST_FIRST, 0, 0, BY_TABLE),
        step(1, LATEST_FIRST, 0, 0, BY_TABLE),
        step(2, LATEST_FIRST, 0, 0, BY_TABLE),
        step(3, LATEST_FIRST, 0, 0, BY_TABLE),
    )
    code = steps[setting.pickup * (MOST_FACE_DOWN + 1) + setting.face_down]
    if setting.run_out == LOSE:
        _losing(code, job, many, rows)
    else:
        _going_on(code, job, many, rows)
