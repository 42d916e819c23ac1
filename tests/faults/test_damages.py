"""Two hundred random damages: the same numbers or a refusal in one line, and after a repair the same content."""

from __future__ import annotations

from pathlib import Path

import pytest

from sim.contract.game import Game
from sim.runs import run
from tests.faults.damages import REFUSED, Answer, try_damages
from tests.support.toy_game import toy_scenario


def runs(where: Path) -> tuple[Path, list[Path]]:
    """Return a run, and others whose files could be taken for its own."""
    run(toy_scenario(), where / "whole", games=600, block_games=200)
    run(toy_scenario(), where / "other-seed", games=600, block_games=200, seed=8)
    run(toy_scenario(), where / "other-range", games=600, first=600, block_games=200)
    run(toy_scenario(), where / "longer", games=1000, block_games=200)
    run(toy_scenario(), where / "shorter", games=400, block_games=200)
    return where / "whole", [where / name for name in ("other-seed", "other-range", "longer", "shorter")]


@pytest.mark.parametrize("seed", [1, 2])
def test_no_damage_changes_a_number_in_silence(toy: Game, tmp_path: Path, seed: int) -> None:
    whole, others = runs(tmp_path)
    found = try_damages(whole, others, tmp_path, 100, seed)
    assert not found.wrong, "\n".join(found.wrong)
    assert found.outcomes[REFUSED] > 80
    assert Answer.of(whole).same(Answer.of(whole))
