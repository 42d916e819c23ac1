"""A few kills and interrupts; ``make faults`` makes three hundred."""

from __future__ import annotations

from pathlib import Path

from sim.contract.game import Game
from tests.faults.kills import try_kills
from tests.support import tiers


def test_a_run_that_was_killed_and_resumed_is_the_one_that_was_not(toy: Game, tmp_path: Path) -> None:
    found = try_kills(tmp_path, tiers.size(2, 10), 1)
    assert not found.wrong, "\n".join(found.wrong)
    assert not found.outcomes["workers left behind"]
