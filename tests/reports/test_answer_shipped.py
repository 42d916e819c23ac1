"""The answers of the bundled scenarios: each is short, and says something sensible after few games too."""

from __future__ import annotations

import re
from pathlib import Path

from reports.answer import first_screen
from reports.document import MOST_NUMBERS
from reports.facts import gather
from sim.runs import run
from sim.scenario import load_scenario, shipped_scenarios
from tests.support import tiers

GAMES = 300


@tiers.crossed(("name", "numbers"), sorted(shipped_scenarios()), tiers.size([[10], [GAMES]], [[10, GAMES]]))
def test_the_answer_of_a_bundled_scenario(name: str, numbers: list[int], tmp_path: Path) -> None:
    scenario = load_scenario(name)
    for games in numbers:
        played = run(scenario, tmp_path / str(games), games=games, keep_games=False)
        found = first_screen(gather(played), ())
        sentences = [found.headline, found.verdict, *found.cautions]
        assert len(found.numbers) <= MOST_NUMBERS
        assert found.headline.endswith(".")
        assert not any(re.search(r"[{}]|nan|None|\binf\b", sentence) for sentence in sentences)
        assert all(one.label and one.text for one in found.numbers)
        assert bool(found.verdict) == bool(scenario.answer and scenario.answer.verdict)
        if found.picture is not None:
            assert found.picture.title
            assert found.picture.alt
            assert found.picture.draw()
