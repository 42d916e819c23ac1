"""A run that is interrupted, crashes or loses a file ends with the same content as one that never was."""

import contextlib
import errno
import os
import signal
import threading
from dataclasses import replace
from pathlib import Path

import pytest

from sim.errors import UserError
from sim.runs import open_run, run, session, work
from sim.runs.directory import RunDirectory
from sim.runs.session import Interrupted
from sim.runs.verification import verify_run
from sim.storage.places import place
from tests.support import tiers
from tests.support.toy_game import content, same, toy_scenario

BLOCK = 100


def stray(path):
    """Return the names of temporary files that were left."""
    return [file.name for file in path.rglob("*") if ".tmp" in file.name]


@pytest.fixture
def whole(toy, tmp_path):
    """Return a run that nothing disturbed."""
    run(toy_scenario(), tmp_path / "whole")
    return tmp_path / "whole"


def resumed(path, **options):
    return run(toy_scenario(), path, resume=True, **options)


def interrupt_after(blocks):
    """Return what presses Ctrl-C once that number of blocks is done."""

    def press(step):
        if step.games_done - step.games_before == blocks * BLOCK:
            os.kill(os.getpid(), signal.SIGINT)

    return press


@pytest.mark.parametrize("blocks", [0, 1, 4, 9])
def test_an_interrupted_and_resumed_run_is_identical(whole, tmp_path, blocks):
    path = tmp_path / "run"
    with pytest.raises(
        Interrupted,
        match=f"interrupted after {blocks * BLOCK} of 1,000 games; resuming",
    ):
        run(toy_scenario(), path, block_games=BLOCK, progress=interrupt_after(blocks))
    status = open_run(path).status()
    assert (status.games_done, status.complete) == (blocks * BLOCK, False)
    assert resumed(path).status().complete
    assert same(path, whole)
    assert not stray(path)


@pytest.mark.slow
@pytest.mark.parametrize(("workers", "backend"), [(3, "threading"), (2, "loky")])
def test_several_workers_leave_what_they_have_in_hand_at_an_interrupt(
    toy, tmp_path, workers, backend
):
    def press(step):
        if step.games_done >= 20_000:
            os.kill(os.getpid(), signal.SIGINT)

    path = tmp_path / "run"
    with pytest.raises(Interrupted):
        run(
            toy_scenario(),
            path,
            games=2_000_000,
            workers=workers,
            backend=backend,
            block_games=10_000,
            progress=press,
        )
    # Nobody waits for the blocks that were in hand.
    done = open_run(path).status().games_done
    assert 20_000 <= done < 1_000_000
    assert open_run(path).games().collect().height == 2 * done


def test_a_run_can_be_played_outside_the_main_thread(whole, tmp_path):
    thread = threading.Thread(target=run, args=(toy_scenario(), tmp_path / "run"))
    thread.start()
    thread.join()
    assert same(tmp_path / "run", whole)


def test_an_error_in_the_callers_hands_loses_nothing_that_was_played(whole, tmp_path):
    def fail(step):
        if step.games_done == 300:
            raise ZeroDivisionError

    path = tmp_path / "run"
    with pytest.raises(ZeroDivisionError):
        run(toy_scenario(), path, block_games=BLOCK, progress=fail)
    assert open_run(path).status().games_done == 300
    resumed(path)
    assert same(path, whole)


def test_a_complete_run_resumed_is_left_as_it_is(whole):
    before = {file: file.stat().st_mtime_ns for file in whole.rglob("part-*")}
    content_before = content(whole)
    assert resumed(whole).status().complete
    assert {file: file.stat().st_mtime_ns for file in whole.rglob("part-*")} == before
    assert content(whole) == content_before


def test_resuming_where_nothing_is_starts_afresh(whole, tmp_path):
    resumed(tmp_path / "run")
    assert same(tmp_path / "run", whole)


def test_more_games_make_the_run_that_had_them_from_the_start(whole, tmp_path):
    path = tmp_path / "run"
    run(toy_scenario(), path, games=450, block_games=BLOCK)
    resumed(path, games=1000, block_games=BLOCK)
    assert same(path, whole)


def test_fewer_games_than_were_played_leave_the_run_complete(whole):
    assert resumed(whole, games=10).status().games_done == 1000


def test_a_precision_is_judged_at_the_same_looks_after_an_interrupt(toy, tmp_path):
    scenario = toy_scenario('\n[precision]\n"length mean" = 0.5\n')
    undisturbed = run(scenario, tmp_path / "one", games=100_000)
    done = undisturbed.status().games_done
    assert 10_000 < done < 100_000

    def press(step):
        if step.games_done == 12_000:
            os.kill(os.getpid(), signal.SIGINT)

    path = tmp_path / "other"
    with pytest.raises(Interrupted):
        run(scenario, path, games=100_000, block_games=1000, progress=press)
    again = run(scenario, path, games=100_000, resume=True)
    assert again.status().games_done == done
    assert same(path, tmp_path / "one")


class TestCrashes:
    """The process is killed: nothing is saved after the moment, and files lie about."""

    def test_a_kill_between_any_two_files_costs_only_what_was_not_saved(
        self, whole, tmp_path, monkeypatch
    ):
        class Killed(BaseException):
            pass

        replaced = Path.replace
        for files in range(0, 30, tiers.size(10, 3)):
            left = [files]

            def rename(path, target, left=left):
                left[0] -= 1
                if left[0] < 0:
                    raise Killed
                return replaced(path, target)

            path = tmp_path / str(files)
            with monkeypatch.context() as patch:
                patch.setattr(Path, "replace", rename)
                patch.setattr(session, "SAVE_EVERY", 0.0)
                patch.setattr(session, "SAVE_SHARE", 1e9)
                with contextlib.suppress(Killed):
                    run(toy_scenario(), path, block_games=BLOCK)
            if (path / "manifest.json").exists():
                found = open_run(path)
                assert found.games().collect().height == 2 * found.status().games_done
                assert not verify_run(path).faults
            # The blocks are cut otherwise now: no game may come twice.
            resumed(path, block_games=130)
            assert same(path, whole)

    def test_what_was_being_written_is_cleared_away(self, whole, tmp_path):
        path = tmp_path / "run"
        run(toy_scenario(), path, games=300)
        (
            path
            / "games"
            / "extra-0"
            / ".part-000000000300-000000000399.parquet.77-1.tmp"
        ).write_bytes(b"half")
        resumed(path)
        assert not stray(path)
        assert same(path, whole)

    def test_what_the_record_does_not_name_does_not_exist(self, whole, tmp_path):
        path = tmp_path / "run"
        run(toy_scenario(), path, games=300, block_games=BLOCK)
        stranger = path / "games" / "extra-0" / "part-000000000300-000000000399.parquet"
        stranger.write_bytes(b"PAR1")
        (path / "tallies-next.parquet").write_bytes(b"PAR1")
        assert open_run(path).games().collect().height == 2 * 300
        resumed(path, games=300)
        assert not stranger.exists()
        assert not (path / "tallies-next.parquet").exists()

    def test_a_run_that_has_lost_its_tallies_is_repaired(self, whole, tmp_path):
        path = tmp_path / "run"
        run(toy_scenario(), path)
        (path / "tallies.parquet").unlink()
        with pytest.raises(
            UserError,
            match=r"tallies\.parquet: it is missing; resuming plays all games again",
        ):
            open_run(path)
        resumed(path)
        assert same(path, whole)

    @pytest.mark.parametrize("block_games", [BLOCK, 64])
    def test_a_lost_or_truncated_part_is_played_again_and_counted_once(
        self, whole, tmp_path, block_games
    ):
        path = tmp_path / "run"
        run(toy_scenario(), path, block_games=BLOCK)
        first, second, *_ = sorted((path / "games" / "extra-0").iterdir())
        first.unlink()
        second.write_bytes(second.read_bytes()[:100])
        with pytest.raises(
            UserError, match="it is missing; resuming plays its games again"
        ):
            open_run(path).games()
        resumed(path, block_games=block_games)
        assert same(path, whole)

    def test_rows_that_were_not_kept_at_first_can_be_had_later(self, whole, tmp_path):
        path = tmp_path / "run"
        run(replace(toy_scenario(), keep_games=False), path, games=500)
        resumed(path)
        assert same(path, whole)


class TestFullDisk:
    """The disk is full or may not be written: one line, and nothing half-written."""

    @tiers.crossed(("files", "workers"), [0, 1, 2, 7, 12], [1, 2])
    def test_it_can_be_resumed_when_there_is_room(
        self, whole, tmp_path, monkeypatch, files, workers
    ):
        """Only that number of files can be synced to the disk."""
        path = tmp_path / "run"
        left = [files]
        sync = os.fsync

        def fsync(handle):
            if left[0] <= 0:
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            left[0] -= 1
            sync(handle)

        with monkeypatch.context() as patch:
            patch.setattr("sim.storage.files.os.fsync", fsync)
            with pytest.raises(
                UserError, match="no space left on device; free some space there"
            ) as caught:
                run(toy_scenario(), path, block_games=BLOCK, workers=workers)
        assert "\n" not in str(caught.value)
        assert not stray(path)
        resumed(path)
        assert same(path, whole)

    @pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
    def test_a_directory_without_permission(self, toy, tmp_path):
        tmp_path.chmod(0o500)
        with pytest.raises(
            UserError,
            match="permission denied; choose a directory that you may write to",
        ):
            run(toy_scenario(), tmp_path / "run")

    def test_a_read_only_disk(self, toy, tmp_path, monkeypatch):
        def refuse(path, *rest, **more):
            raise OSError(errno.EROFS, os.strerror(errno.EROFS))

        monkeypatch.setattr(Path, "mkdir", refuse)
        with pytest.raises(
            UserError,
            match="read-only file system; choose a directory on a writable disk",
        ):
            run(toy_scenario(), tmp_path / "run")


def test_an_error_in_a_worker_ends_the_run_after_saving(toy, tmp_path, monkeypatch):
    content = work.part_content

    def fail(columns, first, *rest):
        if first == 500:
            raise ArithmeticError("broken")
        return content(columns, first, *rest)

    monkeypatch.setattr(work, "part_content", fail)
    with pytest.raises(ArithmeticError, match="broken"):
        run(toy_scenario(), tmp_path, block_games=BLOCK)
    assert open_run(tmp_path).status().ledger == ((0, 500),)


def test_a_second_writer_is_noticed_at_the_next_save(toy, tmp_path):
    """Object stores have no locks; what another process has written there tells."""
    where = f"memory://{tmp_path.name}/run"

    def interfere(step):
        if step.games_done == 300:
            record, tallies = RunDirectory(place(where)).read_all()
            RunDirectory(place(where)).save(
                replace(record, stopped="by another"), tallies
            )

    with pytest.raises(
        UserError, match="another process has begun to write a run here; wait for it"
    ):
        run(toy_scenario(), where, block_games=BLOCK, progress=interfere)
