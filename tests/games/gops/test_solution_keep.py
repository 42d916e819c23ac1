"""Solving GOPS in pieces: with any number of threads, into a folder, interrupted and resumed."""

import pytest

import sim
from sim.errors import UserError
from sim.storage.files import LOCK


class EnoughError(Exception):
    """Stops the solver."""


def values(solution):
    return [layer.tobytes() for layer in solution._values]


def test_the_values_do_not_depend_on_the_threads(tmp_path, monkeypatch):
    monkeypatch.setattr("sim.games.gops.solution.layers.PIECE_GAMES", 500)
    by_one = sim.exact.gops(7, workers=1)
    by_three = sim.exact.gops(7, workers=3)
    kept = sim.exact.gops(7, workers=2, keep=tmp_path / "seven", check=True)
    assert values(by_one) == values(by_three) == values(kept)
    assert by_one.gap == by_three.gap == kept.gap
    assert by_one.exploitability() == by_three.exploitability() == kept.exploitability()


@pytest.mark.parametrize("check", [False, True])
def test_a_stopped_solution_is_resumed(tmp_path, check):
    folder = tmp_path / "kept"
    rules = {"cards": 6, "objective": "win"}
    whole = sim.exact.gops(**rules, workers=1)
    reports = []

    def stop(progress):
        reports.append(progress)
        if progress.layer == 4:
            raise EnoughError

    with pytest.raises(EnoughError):
        sim.exact.gops(**rules, keep=folder, progress=stop)
    assert {progress.games_before for progress in reports} == {0}
    solution = sim.exact.gops(
        **rules, keep=folder, check=check, progress=reports.append
    )
    assert reports[-1].games_done == reports[-1].games == solution.games
    # What was kept is solved again to check it, so nothing is spared then.
    assert (0 < reports[-1].games_before < solution.games) != check
    assert values(solution) == values(whole)
    assert (solution.gap, solution.exploitability()) == (
        whole.gap,
        whole.exploitability(),
    )
    assert sorted(path.name for path in folder.iterdir()) == [
        LOCK,
        *(f"layer-{size:02d}.f64" for size in range(1, 7)),
        "manifest.json",
    ]
    again = sim.exact.gops(**rules, keep=folder, progress=reports.append)
    assert reports[-1].games_before == again.games
    assert values(again) == values(whole)
    assert again.first_bids.tolist() == whole.first_bids.tolist()


def test_a_folder_of_something_else_is_refused(tmp_path):
    folder = tmp_path / "kept"
    sim.exact.gops(3, keep=folder)
    with pytest.raises(
        UserError,
        match=r"kept: this folder has the solution of another game \(cards is 3\); choose another",
    ):
        sim.exact.gops(4, keep=folder)
    with pytest.raises(
        UserError,
        match=r"this folder has the solution of another game \(carry_over is False\)",
    ):
        sim.exact.gops(3, carry_over=True, keep=folder)


def test_a_damaged_file_is_refused(tmp_path):
    sim.exact.gops(4, keep=tmp_path / "kept")
    path = tmp_path / "kept" / "layer-03.f64"
    path.write_bytes(path.read_bytes()[:-8])
    complaint = "layer-03.f64: it is damaged; remove the folder and solve again"
    with pytest.raises(UserError, match=complaint):
        sim.exact.gops(4, keep=tmp_path / "kept")


def test_what_would_not_fit_into_memory_is_refused(monkeypatch, tmp_path):
    positions = sim.exact.gops(6, workers=1).positions
    assert 8 * positions < 15_000
    monkeypatch.setattr("sim.machine.resources.available_bytes", lambda: 15_000)
    with pytest.raises(
        UserError,
        match=f"{positions:,} positions would take 14 kB of memory, but only 15 kB are free; give",
    ):
        sim.exact.gops(6)
    sim.exact.gops(6, keep=tmp_path / "six")
    with pytest.raises(
        UserError,
        match=r"with the check would take .*; omit the check, or solve fewer cards",
    ):
        sim.exact.gops(6, keep=tmp_path / "new", check=True)
    monkeypatch.setattr("sim.machine.resources.available_bytes", lambda: 1_000_000_000)
    with pytest.raises(
        UserError,
        match=r"the layout of the positions would take .* GB of memory, .*; solve fewer cards",
    ):
        sim.exact.gops(13, objective="win", carry_over=True)


def test_a_kept_solution_and_its_policy_are_loaded(tmp_path):
    """The same first bids; against itself in a tournament the strategy is even, whatever the threads."""
    solution = sim.exact.gops(4, "win", True, keep=tmp_path / "four")
    loaded = sim.exact.kept(tmp_path / "four")
    assert loaded.problem == solution.problem
    assert loaded.first_bids.tolist() == solution.first_bids.tolist()
    rules = {"cards": 4, "carry_over": True}
    entrants = ["match", "equilibrium-win", loaded.policy]
    alone, by_three = (
        sim.tournament("gops", entrants, 150, rules=rules, workers=n) for n in (1, 3)
    )
    assert alone.names[2] == "solved-win"
    assert alone.meetings == by_three.meetings
    # Both draw from the same mixtures: in 600 games the shares of wins differ by less
    # than four standard errors.
    kept, own = alone.names[1:]
    won, lost = (alone.meetings[pair].wins.value for pair in ((kept, own), (own, kept)))
    assert abs(won - lost) < 4 * (2 / 300) ** 0.5
    with pytest.raises(
        UserError,
        match=r"policy solved-win .*: a solution of other rules; set players = 2, cards = 4",
    ):
        sim.play("gops", games=1, policies=[loaded.policy, "match"])
    with pytest.raises(
        UserError, match=r'a solution with hidden bids; .*set bids = "open"'
    ):
        sim.play(
            "gops",
            games=1,
            policies=[loaded.policy, "match"],
            rules={**rules, "bids": "hidden"},
        )
    with pytest.raises(
        UserError,
        match=r"no solution is kept here; give a folder that sim.exact.gops\(keep=...\) has",
    ):
        sim.exact.kept(tmp_path)
