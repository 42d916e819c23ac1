"""Random damages, two hundred in ``make verify``: the same numbers or a refusal, and the same content when repaired."""

from __future__ import annotations

from pathlib import Path

import pytest

from sim.contract.game import Game
from tests.faults.damages import REFUSED, damages
from tests.support import tiers


@pytest.mark.parametrize("seed", [1, 2])
def test_no_damage_changes_a_number_in_silence(toy: Game, tmp_path: Path, seed: int) -> None:
    with damages(tmp_path, seed) as play:
        made = [trial for number in range(tiers.size(40, 100)) for trial in play(number)]
    assert not any(trial.wrong for trial in made), "\n".join(trial.wrong for trial in made if trial.wrong)
    assert sum(trial.outcome.startswith(REFUSED) for trial in made) > tiers.size(32, 80)
