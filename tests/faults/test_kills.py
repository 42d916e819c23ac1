"""A few kills and interrupts; ``make faults`` makes three hundred."""

from __future__ import annotations

from pathlib import Path

from sim.contract.game import Game
from tests.faults.kills import kills
from tests.support import tiers


def test_a_run_that_was_killed_and_resumed_is_the_one_that_was_not(toy: Game, tmp_path: Path) -> None:
    with kills(tmp_path, 1) as play:
        made = [trial for number in range(tiers.size(2, 10)) for trial in play(number)]
    assert not any(trial.wrong for trial in made), "\n".join(trial.wrong for trial in made if trial.wrong)
    assert len(made) >= 2
