"""Conclusions while one watches: by the intervals that hold at every look."""

from typing import Any

import numpy as np
import pytest

from reports.answer.screen import facts_of_games
from reports.live.answers import _concluded
from reports.sections.cells import number_cell, share_cell
from sim.counts.counting import tally
from sim.games import find_game
from sim.scenario.reading import parse_scenario
from sim.stats import Histogram, watched_difference_of_shares, watched_mean

GAMES = 2000
WAR = find_game("war")


def concluded(second: str, rounds: Any, winners: Any) -> list[dict[str, Any]]:
    """Return what is said of two sets of rules, for rounds and winners (games,) under each of them."""
    scenario = parse_scenario(
        f'title = "t"\nquestion = "q"\ngame = "war"\ngames = {GAMES}\nseed = 1\n'
        f'[[variant]]\nname = "a"\n[[variant]]\nname = "b"\nrules = {{ {second} }}\n'
    )
    played = []
    for rules, longer, winner in zip(
        scenario.rules.values(), rounds, winners, strict=True
    ):
        columns = {
            one.name: np.zeros(GAMES, one.dtype) for one in WAR.columns_under(rules)
        }
        columns["rounds"][:], columns["winner"][:] = longer, winner
        played.append(columns)
    return list(
        _concluded(facts_of_games(scenario, tally(WAR, scenario.names, played)))
    )


@pytest.fixture(scope="module")
def games() -> tuple[Any, Any]:
    chance = np.random.default_rng(1)
    rounds = chance.integers(100, 300, GAMES), chance.integers(50, 250, GAMES)
    return rounds, chance.integers(0, 2, (2, GAMES))


def test_a_sign_is_known_as_soon_as_the_interval_for_every_look_excludes_zero(
    games: tuple[Any, Any],
) -> None:
    """Six differences are watched, so each has a sixth of the error; neither draws nor unfinished games occur."""
    rounds, winners = games
    found = {one["label"]: one for one in concluded("face_down = 3", rounds, winners)}
    assert list(found) == ["Rounds", "First player wins", "Second player wins"]
    level = 1 - 0.05 / 6
    cell = number_cell(
        watched_mean(Histogram.of(rounds[1] - rounds[0]), level).interval
    )
    said = found["Rounds"]
    assert (said["sign"], said["text"]) == (-1, "fewer")
    assert said["interval"] == f"{cell.text} ({cell.interval})"
    only = [
        int(((winners[a] == 0) & (winners[b] != 0)).sum()) for a, b in ((1, 0), (0, 1))
    ]
    cell = share_cell(
        watched_difference_of_shares(only[0], only[1], GAMES, level).interval
    )
    said = found["First player wins"]
    assert (said["sign"], said["text"]) == (0, "not known yet")
    assert said["interval"] == f"{cell.text} ({cell.interval})"


def test_on_other_deals_nothing_is_concluded(games: tuple[Any, Any]) -> None:
    assert concluded("jokers = 2", *games) == []
