"""A few runs under trouble; ``make faults`` makes many."""

from __future__ import annotations

from pathlib import Path

from sim.contract.game import Game
from tests.faults.troubles import try_troubles


def test_a_run_under_trouble_can_be_resumed(toy: Game, tmp_path: Path) -> None:
    found = try_troubles(tmp_path, 6, 1)
    assert not found.wrong, "\n".join(found.wrong)
    assert sum(found.outcomes.values()) == 6
