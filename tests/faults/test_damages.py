"""Two hundred random damages: the same numbers or a refusal in one line, and after a repair the same content."""

from __future__ import annotations

from pathlib import Path

import pytest

from sim.contract.game import Game
from tests.faults.damages import REFUSED, damages


@pytest.mark.parametrize("seed", [1, 2])
def test_no_damage_changes_a_number_in_silence(toy: Game, tmp_path: Path, seed: int) -> None:
    with damages(tmp_path, seed) as play:
        made = [trial for number in range(100) for trial in play(number)]
    assert not any(trial.wrong for trial in made), "\n".join(trial.wrong for trial in made if trial.wrong)
    assert sum(trial.outcome.startswith(REFUSED) for trial in made) > 80
