"""The report of Tod und Leben gives exact values next to the simulated ones."""

from __future__ import annotations

from pathlib import Path

import reports
import sim
from sim.games.tod_und_leben.odds import tod_und_leben


def test_the_exact_share_of_draws_is_reported_with_the_simulated_one(tmp_path: Path) -> None:
    run = sim.run("tod-und-leben", out=tmp_path / "run", games=2000)
    told = reports.render(run, "txt")
    assert "SIMULATED AND EXACT" in told.upper()
    for lowest in (7, 9):
        assert f"{float(tod_und_leben(lowest).draw):.4%}".replace("%", " %") in told


def test_named_hands_have_no_exact_values(tmp_path: Path) -> None:
    head = 'game = "tod-und-leben"\ntitle = "t"\nquestion = "q"\ngames = 100\nseed = 1\n'
    text = head + '[rules]\nhands = ["A A", "K K"]\n'
    (tmp_path / "s.toml").write_text(text)
    told = reports.render(sim.run(tmp_path / "s.toml", out=tmp_path / "run"), "md")
    assert "Simulated and exact" not in told
