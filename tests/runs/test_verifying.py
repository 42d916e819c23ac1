"""A run is verified down to the rulebook, and a repaired one is what it would have been without the damage."""

from dataclasses import replace

import pytest

from sim.collect import tasks
from sim.errors import UserError
from sim.runs import open_run, run, work
from sim.runs.directory import RunDirectory
from sim.runs.verification import first_difference, repair_run, verify_run
from sim.scenario import load_scenario
from sim.storage.places import place
from tests.support.command_line import refusal, warlab
from tests.support.processes import parts
from tests.support.toy_game import content, toy_scenario


def test_a_sound_run_has_no_fault(toy, tmp_path):
    run(toy_scenario(), tmp_path, block_games=300)
    found = verify_run(tmp_path)
    assert found.faults == ()
    assert (found.parts, found.rows, found.replayed) == (8, 2000, 24)


def test_a_part_that_the_record_does_not_name_is_a_warning(toy, tmp_path):
    run(toy_scenario(), tmp_path / "run", block_games=300)
    (first, *_) = sorted(tmp_path.glob("run/games/*/part-*.parquet"))
    stray = first.with_name("copy.parquet")
    stray.write_bytes(first.read_bytes())
    name = str(stray.relative_to(tmp_path / "run"))
    assert verify_run(tmp_path / "run").strays == (name,)
    assert verify_run(tmp_path / "run").faults == ()
    said = warlab("status", str(tmp_path / "run"), "--verify")
    assert said.code == 0
    assert f"warning: {name} is not named" in " ".join(said.out.split())
    told = warlab("status", str(tmp_path / "run"), "--verify", "--json").json
    assert told["strays"] == [name]


def test_a_linked_folder_that_leads_to_no_part_is_a_warning(toy, tmp_path):
    run(toy_scenario(), tmp_path / "run", block_games=300)
    folder = next((tmp_path / "run" / "games").iterdir())
    (folder.parent / "linked").symlink_to(folder)
    # A variant's own folder may lie on another disk.
    folder.rename(tmp_path / "elsewhere")
    folder.symlink_to(tmp_path / "elsewhere")
    found = verify_run(tmp_path / "run")
    parts = [f"games/linked/{part.name}" for part in sorted(folder.iterdir())]
    assert found.strays == ("games/linked", *parts)
    assert found.faults == ()


def test_a_run_without_rows_is_verified_as_far_as_it_can_be(toy, tmp_path):
    run(replace(toy_scenario(), keep_games=False), tmp_path)
    assert verify_run(tmp_path) == type(verify_run(tmp_path))()


def with_other_lengths(path, monkeypatch, *, counted):
    """Play a run whose rows have other lengths than the rulebook's games, counted or not."""
    play = tasks.play_variants
    pack = work.part_content

    def longer(columns):
        return {**columns, "length": columns["length"] + 2}

    with monkeypatch.context() as patch:
        if counted:
            patch.setattr(
                tasks,
                "play_variants",
                lambda *what, going=None: [longer(each) for each in play(*what)],
            )
        else:
            patch.setattr(
                work,
                "part_content",
                lambda of, first, played, facts: pack(of, first, longer(played), facts),
            )
        run(toy_scenario(), path, block_games=300)


@pytest.mark.parametrize(
    ("counted", "wrong"),
    [
        (False, "its counts of 'length' of 'extra=0' are not those of the rows"),
        (
            True,
            r"length of game \d+ is \d+, but the rulebook plays \d+ \(and 23 more faults\)",
        ),
    ],
)
def test_rows_that_were_not_played_so_are_found(
    toy, tmp_path, monkeypatch, counted, wrong
):
    with_other_lengths(tmp_path / "run", monkeypatch, counted=counted)
    assert open_run(tmp_path / "run").games().collect().height == 2000
    with pytest.raises(UserError, match=wrong):
        verify_run(tmp_path / "run").check()


def test_every_tally_is_compared_with_the_new_count(toy, tmp_path):
    run(toy_scenario(), tmp_path)
    _, tallies = RunDirectory(place(tmp_path)).read_all()
    assert first_difference("here", tallies, tallies) == ()
    for missing in tallies.entries:
        others = {
            key: counts for key, counts in tallies.entries.items() if key != missing
        }
        fewer = replace(tallies, entries=others)
        (fault,) = first_difference("here", fewer, tallies)
        (same,) = first_difference("here", tallies, fewer)
        assert same.what == fault.what
        assert f"its counts of {missing.column!r}" in fault.what


def test_a_damaged_record_is_not_repaired(toy, tmp_path):
    run(toy_scenario(), tmp_path)
    (tmp_path / "manifest.json").write_text("{")
    assert verify_run(tmp_path).faults
    before = parts(tmp_path)
    with pytest.raises(
        UserError,
        match=r"manifest\.json: it is damaged: .*; restore it from a copy, or choose",
    ):
        repair_run(tmp_path)
    assert parts(tmp_path) == before


def test_a_run_that_was_interrupted_is_played_to_its_end(toy, tmp_path):
    def stop(step):
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        run(toy_scenario(), tmp_path, progress=stop)
    assert repair_run(tmp_path).status().complete


def test_what_is_no_run_is_not_repaired(tmp_path):
    (tmp_path / "letter.txt").write_text("dear")
    with pytest.raises(
        UserError,
        match=r"it is not a run: no manifest\.json; give the directory of one",
    ):
        repair_run(tmp_path)
    with pytest.raises(UserError, match="there is no such directory"):
        repair_run(tmp_path / "nowhere")
    assert [path.name for path in tmp_path.iterdir()] == ["letter.txt"]


class TestCommand:
    SCENARIO = (
        'title = "Few"\nquestion = "Who wins?"\ngame = "toy"\ngames = 500\nseed = 3\n'
    )

    @pytest.fixture
    def played(self, toy, tmp_path):
        (tmp_path / "few.toml").write_text(self.SCENARIO)
        said = warlab(
            "run",
            tmp_path / "few.toml",
            "--out",
            tmp_path / "run",
            "--block-games",
            200,
        )
        assert said.code == 0, said.err
        return tmp_path / "run"

    def test_a_sound_run_says_what_was_checked(self, played):
        said = warlab("status", played, "--verify")
        assert said.code == 0, said.err
        assert (
            "counted again from 500 rows in 3 parts; 12 games, played again by the"
            in " ".join(said.out.split())
        )
        found = warlab("status", played, "--verify", "--json").json
        assert found["verified"] == {"parts": 3, "rows": 500, "replayed": 12}

    def test_a_damaged_one_is_refused_in_one_line_and_repaired(self, played):
        whole = content(played)
        part = parts(played)[1]
        part.write_bytes(part.read_bytes()[:-5])
        line = refusal("status", played, "--verify")
        assert line == f"{part}: it is damaged; resuming plays its games again"
        said = warlab("status", played, "--repair", "--verify")
        assert said.code == 0, said.err
        assert "all 500 games are played" in said.prose
        assert content(played) == whole
        assert warlab("status", played, "--verify").code == 0


def test_a_run_with_columns_on_request_is_verified(tmp_path):
    """The rulebook does not tell these columns; all others are compared."""
    asked = load_scenario("quick").with_columns(["kings", "lead_changes"])
    run(asked, tmp_path / "run", games=100)
    found = verify_run(tmp_path / "run")
    assert (found.faults, found.rows) == ((), 2 * 100)
    assert found.replayed > 0
