"""A few runs under trouble; ``make faults`` makes many."""

from __future__ import annotations

from pathlib import Path

from sim.contract.game import Game
from tests.faults.troubles import troubles


def test_a_run_under_trouble_can_be_resumed(toy: Game, tmp_path: Path) -> None:
    with troubles(tmp_path, 1) as play:
        made = [trial for number in range(6) for trial in play(number)]
    assert not any(trial.wrong for trial in made), "\n".join(trial.wrong for trial in made if trial.wrong)
    assert len(made) == 6
