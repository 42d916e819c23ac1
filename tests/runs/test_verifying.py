"""A run is verified down to the rulebook, and a repaired one is what it would have been without the damage."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from sim.contract.game import Game
from sim.errors import UserError
from sim.runs import dataset, open_run, run
from sim.runs.directory import RunDirectory
from sim.runs.repairing import repair_run
from sim.runs.verifying import verify_run
from tests.faults.damages import Answer, damages, runs
from tests.support import tiers
from tests.support.command_line import refusal, warlab
from tests.support.parts import write_part
from tests.support.processes import parts
from tests.support.toy_game import content, toy_scenario


def test_a_sound_run_has_no_fault(toy: Game, tmp_path: Path) -> None:
    run(toy_scenario(), tmp_path, block_games=300)
    found = verify_run(tmp_path)
    assert found.faults == ()
    assert (found.parts, found.rows, found.replayed) == (8, 2000, 24)


def test_a_run_whose_variants_are_cut_otherwise_is_verified_too(toy: Game, tmp_path: Path) -> None:
    run(toy_scenario(), tmp_path / "run", block_games=300)
    run(toy_scenario(), tmp_path / "other", block_games=70)
    shutil.rmtree(tmp_path / "run" / "games" / "extra-3")
    shutil.copytree(tmp_path / "other" / "games" / "extra-3", tmp_path / "run" / "games" / "extra-3")
    found = verify_run(tmp_path / "run")
    assert found.faults == ()
    assert (found.parts, found.rows) == (4 + 15, 2000)


def test_a_run_without_rows_is_verified_as_far_as_it_can_be(toy: Game, tmp_path: Path) -> None:
    run(replace(toy_scenario(), keep_games=False), tmp_path)
    assert verify_run(tmp_path) == type(verify_run(tmp_path))()


def longer_by_one(path: Path, number: int) -> None:
    """Write the part with a game again, sealed, with another length of this game."""
    directory = RunDirectory(path)
    manifest, _ = directory.read()
    variant = directory.variants(manifest.scenario)[0]
    for games, part in dataset.parts(variant).items():
        if games[0] <= number < games[1]:
            rows = dataset.scan(variant, [part]).collect().drop("game")
            columns = {name: rows[name].to_physical().to_numpy().copy() for name in rows.columns}
            columns["length"][number - games[0]] += 2
            write_part(variant, games[0], columns)


def test_rows_that_were_not_counted_are_found(toy: Game, tmp_path: Path) -> None:
    run(toy_scenario(), tmp_path / "run", block_games=300)
    run(toy_scenario(), tmp_path / "whole", block_games=300)
    longer_by_one(tmp_path / "run", 450)
    assert open_run(tmp_path / "run").games().collect().height == 2000
    with pytest.raises(UserError, match="its counts of 'length' of 'extra=0' are not those of the rows"):
        verify_run(tmp_path / "run").check()
    repair_run(tmp_path / "run")
    assert Answer.of(tmp_path / "run").same(Answer.of(tmp_path / "whole"))


def test_rows_that_the_rulebook_does_not_play_are_found(
    toy: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from sim.runs import crew

    play = crew.play_variants

    def wrongly(*what: object) -> list[dict[str, np.ndarray]]:
        played = play(*what)  # type: ignore[arg-type]
        return [{**columns, "length": columns["length"] + 2} for columns in played]

    monkeypatch.setattr(crew, "play_variants", lambda *what, going=None: wrongly(*what))
    run(toy_scenario(), tmp_path / "run", block_games=300)
    monkeypatch.setattr(crew, "play_variants", play)
    with pytest.raises(
        UserError, match=r"length of game \d+ is \d+, but the rulebook plays \d+ \(and 23 more faults\)"
    ):
        verify_run(tmp_path / "run").check()
    repair_run(tmp_path / "run")
    run(toy_scenario(), tmp_path / "whole")
    assert Answer.of(tmp_path / "run").same(Answer.of(tmp_path / "whole"))
    assert content(tmp_path / "run") == content(tmp_path / "whole")


def test_a_damaged_manifest_is_restored_from_the_tallies(toy: Game, tmp_path: Path) -> None:
    run(toy_scenario(), tmp_path)
    whole = content(tmp_path)
    for spoil in (lambda path: path.unlink(), lambda path: path.write_text("{")):
        spoil(tmp_path / "manifest.json")
        assert verify_run(tmp_path).faults
        repair_run(tmp_path)
        assert content(tmp_path) == whole


def test_a_manifest_is_not_restored_from_the_tallies_of_another_run(toy: Game, tmp_path: Path) -> None:
    run(toy_scenario(), tmp_path / "run")
    run(toy_scenario(), tmp_path / "other", seed=8)
    shutil.copy(tmp_path / "other" / "tallies.parquet", tmp_path / "run")
    (tmp_path / "run" / "manifest.json").write_text("{")
    before = parts(tmp_path / "run")
    with pytest.raises(UserError, match=r"manifest\.json: it is damaged"):
        repair_run(tmp_path / "run")
    assert parts(tmp_path / "run") == before


def test_a_sound_manifest_is_kept_beside_the_tallies_of_another_run(toy: Game, tmp_path: Path) -> None:
    run(toy_scenario(), tmp_path / "run")
    run(toy_scenario(), tmp_path / "other", seed=8)
    whole = content(tmp_path / "run")
    shutil.copy(tmp_path / "other" / "tallies.parquet", tmp_path / "run")
    repair_run(tmp_path / "run")
    assert content(tmp_path / "run") == whole


def test_a_run_that_was_interrupted_is_played_to_its_end(toy: Game, tmp_path: Path) -> None:
    def stop(step: object) -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        run(toy_scenario(), tmp_path, progress=stop)
    assert repair_run(tmp_path).status().complete


def test_what_is_no_run_is_not_repaired(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("dear")
    with pytest.raises(UserError, match=r"it is not a run: no manifest\.json; give a run's directory"):
        repair_run(tmp_path)
    with pytest.raises(UserError, match="there is no such directory"):
        repair_run(tmp_path / "nowhere")
    assert [path.name for path in tmp_path.iterdir()] == ["letter.txt"]


@tiers.sizes("trials", 12, 60)
def test_whatever_was_damaged_a_repaired_run_is_the_whole_one(toy: Game, tmp_path: Path, trials: int) -> None:
    with damages(tmp_path, 3, repair_each=1) as play:
        made = [trial for number in range(trials) for trial in play(number)]
    assert not any(trial.wrong for trial in made), "\n".join(trial.wrong for trial in made if trial.wrong)
    assert sum(trial.outcome.endswith("; repaired") for trial in made) > trials * 5 / 6
    # Manifest and tallies were exchanged, so neither is there.
    assert sum(trial.outcome.endswith("; cannot be repaired") for trial in made) <= trials / 20


@pytest.mark.parametrize("other", ["other-seed", "other-range", "shorter"])
def test_the_manifest_of_another_run_does_not_replace_the_games_that_are_there(
    toy: Game, tmp_path: Path, other: str
) -> None:
    whole, _ = runs(tmp_path)
    before = content(whole)
    shutil.copy(tmp_path / other / "manifest.json", whole)
    repair_run(whole)
    assert content(whole) == before


@pytest.mark.parametrize("other", ["other-seed", "other-range", "shorter", "longer"])
def test_the_tallies_of_another_run_do_not_change_what_is_planned(
    toy: Game, tmp_path: Path, other: str
) -> None:
    whole, _ = runs(tmp_path)
    before = content(whole)
    shutil.copy(tmp_path / other / "tallies.parquet", whole)
    repair_run(whole)
    assert content(whole) == before


def test_a_part_in_the_place_of_the_tallies_is_refused(toy: Game, tmp_path: Path) -> None:
    run(toy_scenario(), tmp_path, games=600)
    shutil.copy(parts(tmp_path)[0], tmp_path / "tallies.parquet")
    with pytest.raises(UserError, match=r"tallies\.parquet: it is damaged"):
        open_run(tmp_path)


def test_a_run_without_rows_of_two_minds_is_not_repaired(toy: Game, tmp_path: Path) -> None:
    run(toy_scenario(), tmp_path / "one", games=600, keep_games=False)
    run(toy_scenario(), tmp_path / "other", games=600, first=600, keep_games=False)
    shutil.copy(tmp_path / "other" / "manifest.json", tmp_path / "one")
    before = content(tmp_path / "one")
    with pytest.raises(
        UserError, match=r"manifest\.json and tallies\.parquet are of different runs; restore the"
    ):
        repair_run(tmp_path / "one")
    assert content(tmp_path / "one") == before


class TestCommand:
    SCENARIO = 'title = "Few"\nquestion = "Who wins?"\ngame = "toy"\ngames = 500\nseed = 3\n'

    @pytest.fixture
    def played(self, toy: Game, tmp_path: Path) -> Path:
        (tmp_path / "few.toml").write_text(self.SCENARIO)
        said = warlab("run", tmp_path / "few.toml", "--out", tmp_path / "run", "--block-games", 200)
        assert said.code == 0, said.err
        return tmp_path / "run"

    def test_a_sound_run_says_what_was_checked(self, played: Path) -> None:
        said = warlab("status", played, "--verify")
        assert said.code == 0, said.err
        assert "counted again from 500 rows in 3 parts; 12 games, played again by the" in " ".join(
            said.out.split()
        )
        found = warlab("status", played, "--verify", "--json").json
        assert found["verified"] == {"parts": 3, "rows": 500, "replayed": 12}

    def test_a_damaged_one_is_refused_in_one_line_and_repaired(self, played: Path) -> None:
        whole = content(played)
        part = parts(played)[1]
        part.write_bytes(part.read_bytes()[:-5])
        line = refusal("status", played, "--verify")
        assert line == f"{part}: it is damaged; --resume plays its games again"
        said = warlab("status", played, "--repair", "--verify")
        assert said.code == 0, said.err
        assert "all 500 games are played" in said.out
        assert content(played) == whole
        assert warlab("status", played, "--verify").code == 0

    def test_the_help_names_both(self) -> None:
        said = warlab("status", "--help")
        assert "--verify" in said.out
        assert "--repair" in said.out
