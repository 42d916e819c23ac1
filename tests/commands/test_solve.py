"""``warlab solve``: GOPS solved at the command line, as tables and as JSON, kept, estimated, and what it refuses."""

from __future__ import annotations

import pytest

from tests.support.command_line import refusal, warlab

TWO_CARDS = """\
GOPS solved exactly: 2 cards, points count, tied prizes carried over, random order

figure
──────────────────────────────────────
value                         0 points
exploitability          0.0e+00 points
best response to match        0 points
positions                            7
matrix games                         8
time                          < 0.01 s

First bids of an equilibrium: the chance of each card, by the prize turned up

prize   1   2
─────────────
1       1   0
2       0   1
"""
"""A player who bids 2 for prize 1 against a bid of 1 wins 1 and loses 2; equal bids tie twice, and nobody scores."""


def without_time(text):
    """The lines of an answer, word by word, without the time and the ruled lines."""
    return [line.split() for line in text.splitlines() if not line.startswith(("time ", "───"))]


def test_the_solution_of_two_cards_is_printed() -> None:
    words = ("solve", "gops", "--cards", "2", "--carry-over", "--against", "match")
    assert without_time(warlab(*words).out) == without_time(TWO_CARDS)


def test_published_bids_are_in_the_table() -> None:
    said = warlab("solve", "gops", "--cards", "5", "--no-check").out
    rows = [line.split() for line in said.splitlines()]
    assert ["4", "0.1226", "0.0735", "0.1915", "0.2043", "0.4081"] in rows
    assert ["5", "0.1123", "0.0241", "0", "0", "0.8636"] in rows
    assert not any(row[:1] == ["exploitability"] for row in rows)


def test_programs_get_everything() -> None:
    found = warlab(
        "solve", "gops", "--cards", "4", "--objective", "win", "--against", "high-first", "--json"
    ).json
    assert (found["game"], found["cards"], found["objective"], found["carry_over"]) == (
        "gops",
        4,
        "win",
        False,
    )
    assert found["value"] == pytest.approx(0, abs=1e-12)
    assert 0 <= found["exploitability"] < 1e-12
    assert found["first_upcards"] == [1, 2, 3, 4]
    assert [sum(row) for row in found["first_bids"]] == pytest.approx([1] * 4)
    assert (found["against"], found["best_response"]) == ("high-first", 1)


def test_a_known_order_has_one_row() -> None:
    said = warlab("solve", "gops", "--cards", "7", "--order", "descending").out.splitlines()
    assert said[0].endswith("descending order")
    assert [line.split()[0] for line in said[said.index("") :] if line][-1] == "7"
    assert sum(line.startswith(("1 ", "2 ", "3 ")) for line in said) == 0


def test_matching_loses_all_but_the_highest_prize() -> None:
    said = warlab("solve", "gops", "--cards", "6", "--against", "match").out
    assert "best response to match         9 points" in said


def test_an_estimate_solves_nothing(tmp_path) -> None:
    found = warlab("solve", "gops", "--cards", "13", "--estimate", "--workers", "2", "--json").json
    assert found["matrix_games"] == sum(layer["games"] for layer in found["layers"]) == 1_338_932_608
    assert found["positions"] == 168_266_918
    assert found["disk_bytes"] == found["memory_bytes"] == 8 * (found["positions"] + 1)
    assert found["seconds"] == pytest.approx(found["core_seconds"] / 2)
    assert all(layer["rate"] > 0 for layer in found["layers"])
    said = warlab("solve", "gops", "--cards", "6", "--estimate", "--workers", "1").out
    assert "1,694 positions" in said
    assert said.rstrip().endswith("Nothing has been solved.")


def test_a_kept_solution_is_resumed(tmp_path, monkeypatch) -> None:
    from sim.games.gops.solution import answer

    solve = answer.gops
    folder = tmp_path / "kept"
    words = ("solve", "gops", "--cards", "6", "--keep", folder, "--workers", "1")

    def interrupted(progress, **options):
        def follow(at):
            if at.layer == 4:
                raise KeyboardInterrupt

        return solve(progress=follow, **options)

    with monkeypatch.context() as patch:
        patch.setattr("sim.commands.solve.gops.gops", interrupted)
        said = warlab(*words)
    assert said.code == 130
    assert said.err == (
        f"warlab: {folder}: interrupted; what is solved is kept; resume with the same command\n"
    )
    assert (folder / "layer-03.f64").exists()
    assert not (folder / "layer-06.f64").exists()
    first = without_time(warlab(*words).out)
    assert (folder / "layer-06.f64").exists()
    assert first == without_time(warlab("solve", "gops", "--cards", "6").out)
    assert refusal(*words, "--carry-over") == (
        f"{folder}: this folder has the solution of another game (carry_over is False); choose another folder"
    )


def test_impossible_requests_are_refused(monkeypatch) -> None:
    monkeypatch.setattr("sim.solver.policies.MOST_POSITIONS", 1000)
    assert refusal("solve", "poker") == "unknown solvable game 'poker'; choose from gops, wargops"
    assert refusal("solve") == "solve: missing command; see warlab solve --help"
    assert refusal("solve", "gops", "--ranks", "4").startswith("solve gops: unknown option --ranks; ")
    assert refusal("solve", "wargops", "--carry-over") == (
        "solve wargops: unknown option --carry-over; a rule is given as -r carry_over=VALUE"
    )
    assert refusal("solve", "gops", "--order") == (
        "solve gops: --order needs a value; see warlab solve gops --help"
    )
    assert refusal("solve", "gosp") == "unknown solvable game 'gosp'; did you mean 'gops'?"
    assert refusal("solve", "gops", "--cards", "16").startswith(
        "--cards: 16 is out of range; give a whole number"
    )
    assert refusal("solve", "gops", "--order", "descend") == (
        "--order: unknown order 'descend'; did you mean 'descending'?"
    )
    assert refusal("solve", "gops", "--objective", "wins") == (
        "--objective: unknown objective 'wins'; did you mean 'win'?"
    )
    assert refusal("solve", "gops", "--against", "mach") == (
        "--against: unknown policy 'mach'; did you mean 'match'?"
    )
    assert "positions to visit; use fewer cards" in refusal(
        "solve", "gops", "--cards", "13", "--against", "match"
    )
    assert "of memory, but only" in refusal(
        "solve", "gops", "--cards", "15", "--objective", "win", "--carry-over"
    )
