"""Any game can be replayed from its number, and the replay agrees with the kernel."""

from __future__ import annotations

from pathlib import Path

import pytest

from sim.cards import cards_text
from sim.contract.game import Game
from sim.engine.replaying import replay
from sim.errors import UserError
from sim.rng import Stream, Words
from sim.runs import run
from sim.scenario import parse_scenario
from tests.support.toy_game import toy_scenario


def test_a_replay_says_the_deal_the_rules_and_the_end() -> None:
    told = replay("war", 17, seed=1, rules={"face_down": 3, "run_out": "all-in"})
    row = [rank for rank in range(2, 15) for _ in range(4)]
    Words(1, 17, Stream.DEAL).shuffle(row)
    lines = str(told).splitlines()
    assert lines[:3] == [
        "War: game 17 of seed 1",
        "rules: face_down = 3, run_out = all-in",
        f"deal: {cards_text(row)}",
    ]
    assert told.packets == [row[0::2], row[1::2]]
    assert lines[-1].startswith(f"game 17, winner {told.row['winner']}, ending {told.row['ending']}, rounds ")
    assert str(told.events[-1]) in lines


def test_default_rules_are_shown_as_usual() -> None:
    assert str(replay("war", 0, seed=1)).splitlines()[1] == "rules: as usual"


def test_the_replay_of_a_game_of_a_run_gives_its_row(tmp_path: Path) -> None:
    scenario = parse_scenario(
        'game = "war"\ngames = 40\nseed = 3\n'
        '[vary]\npickup = ["winner-first", "shuffled"]\nface_down = [0, "rank"]\n'
    )
    played = run(scenario, tmp_path / "run")
    for row in played.games().collect().iter_rows(named=True):
        told = played.replay(row["game"], row.pop("variant")).row
        assert told == row


def test_a_kernel_that_disagrees_with_the_rulebook_is_detected(
    toy: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert replay("toy", 5, seed=7).row["game"] == 5
    from tests.support import toy_game

    play = toy_game.play_block

    def wrong(*given: object) -> object:
        columns = play(*given)  # type: ignore[arg-type]
        columns["length"] += 1
        return columns

    monkeypatch.setattr(toy_game, "play_block", wrong)
    with pytest.raises(AssertionError, match=r"seed 7: length is \d+ by the rulebook and \d+ by the"):
        replay("toy", 5, seed=7)


def test_invalid_replays_are_refused(toy: Game, tmp_path: Path) -> None:
    for number in (-1, 1.5, 2**63):
        with pytest.raises(UserError, match="a game number is a whole number from 0"):
            replay("war", number, seed=1)  # type: ignore[arg-type]
    with pytest.raises(UserError, match="did you mean 'war'"):
        replay("wart", 1)
    with pytest.raises(UserError, match="did you mean 'face_down'"):
        replay("war", 1, rules={"face_dow": 1})
    played = run(toy_scenario(), tmp_path / "run")
    with pytest.raises(UserError, match=r"unknown variant 'extra=1'; did you mean 'extra="):
        played.replay(1, "extra=1")
