"""``warlab solve``: GOPS solved at the command line, as tables and as JSON, kept, and what it refuses."""

import pytest

from tests.support.command_line import refusal, refuses, warlab

TWO_CARDS = """\
GOPS solved exactly: 2 cards, points count, tied prizes carried over, random order

figure
──────────────────────────────────────
value                         0 points
exploitability          0.0e+00 points
positions                            7
matrix games                         8
time                          < 0.01 s

First bids: a row for each prize turned up, with each card's chance

prize   1   2
─────────────
1       1   0
2       0   1
"""
"""A player who bids 2 for prize 1 against a bid of 1 wins 1 and loses 2; equal bids tie twice, and nobody scores."""


def without_time(text):
    """The words of an answer, without the time and the ruled lines."""
    lines = (
        line for line in text.splitlines() if not line.startswith(("time ", "───"))
    )
    return " ".join(lines).split()


def test_the_solution_of_two_cards_is_printed():
    words = "solve gops --cards 2 --carry-over"
    assert without_time(warlab(words).out) == without_time(TWO_CARDS)


def test_the_bids_of_many_cards_fit_on_a_line_in_percent():
    told = warlab("solve gops --cards 11 --order descending").out
    assert (
        "First bids: a row for each prize turned up, with each card's chance in percent\n"
        in told
    )
    prize, *shares = told.strip().splitlines()[-1].split()
    assert (prize, len(shares)) == ("11", 11)
    assert abs(sum(int(share.strip("<")) for share in shares) - 100) <= 5


def test_programs_get_everything():
    found = warlab("solve gops --cards 4 --objective win --json").json
    assert found == found | {
        "game": "gops",
        "cards": 4,
        "objective": "win",
        "carry_over": False,
    }
    assert found["value"] == pytest.approx(0, abs=1e-12)
    assert 0 <= found["exploitability"] < 1e-12
    assert found["first_upcards"] == [1, 2, 3, 4]
    assert [sum(row) for row in found["first_bids"]] == pytest.approx([1] * 4)
    against = warlab(
        "solve gops --cards 4 --objective win --against high-first --json"
    ).json
    assert against == against | {
        "against": "high-first",
        "best_response": 1,
        "objective": "win",
    }


def test_matching_loses_all_but_the_highest_prize():
    said = warlab("solve gops --cards 6 --against match").out
    assert "best response to match  9 points" in said


def test_a_kept_solution_is_resumed(tmp_path, monkeypatch):
    from sim.games.gops.solution import answer

    solve = answer.gops
    folder = tmp_path / "kept"
    words = f"solve gops --cards 6 --workers 1 --keep {folder}"

    def interrupted(progress, **options):
        def follow(at):
            if at.layer == 4:
                raise KeyboardInterrupt

        return solve(progress=follow, **options)

    with monkeypatch.context() as patch:
        patch.setattr("sim.commands.solve.gops.gops", interrupted)
        said = warlab(words)
    assert said.code == 130
    assert said.err == (
        f"warlab: {folder}: interrupted; what is solved is kept; resume with the same command\n"
    )
    assert (folder / "layer-03.f64").exists()
    assert not (folder / "layer-06.f64").exists()
    first = without_time(warlab(words).out)
    assert (folder / "layer-06.f64").exists()
    assert first == without_time(warlab("solve gops --cards 6").out)
    assert refusal(f"{words} --carry-over") == (
        f"{folder}: this folder has the solution of another game (carry_over is False); choose another folder"
    )


def test_progress_in_a_pipe_is_a_line_a_minute(monkeypatch, capsys):
    from sim.commands import progress

    clock = iter([0.0, 30.0, 60.0, 90.0, 121.0])
    monkeypatch.setattr(progress.time, "monotonic", lambda: next(clock))
    with progress.progress_line(1, piped=True) as line:
        for done in (10, 25, 30, 50):
            line(done, 100, "layer 3")
    assert capsys.readouterr().err.splitlines() == [
        "25% done, layer 3",
        "50% done, layer 3",
    ]


def test_wargops_is_solved_and_answered():
    """The published first cards of five ranks."""
    words = "solve wargops --last-pot orphan"
    rows = [line.split() for line in warlab(words).out.splitlines()]
    chances = ["0.1382", "0.4055", "0.0696", "0.3454", "0.0413"]
    assert [list(row) for row in zip("12345", chances, strict=True)] == rows[-5:]
    assert any(row[:1] == ["exploitability"] for row in rows)
    found = warlab(words, "--ranks", "2", "--json").json
    assert found == found | {"game": "wargops", "ranks": 2, "last_pot": "orphan"}
    assert found == found | {"positions": 8, "value": 0, "exploitability": 0}
    assert sum(found["first_cards"]) == 1
    against = warlab(words, "--ranks", "2", "--against", "high").out
    assert "best response to high  0 points" in against


def test_impossible_requests_are_refused():
    refuses("""
$ warlab solve poker
unknown solvable game 'poker'; choose from gops, wargops
$ warlab solve
missing command; see warlab solve --help
$ warlab solve gops --ranks 4
no such option: --ranks (Possible options: --against, --workers); see warlab solve gops --help
$ warlab solve wargops --carry-over
no such option: --carry-over...; see warlab solve wargops --help
$ warlab solve gops --order
option '--order' requires an argument; see warlab --help
$ warlab solve gosp
unknown solvable game 'gosp'; did you mean 'gops'?
$ warlab solve gops --cards 16
--cards: 16 is out of range; give a whole number...
$ warlab solve gops --order descend
--order: unknown order 'descend'; did you mean 'descending'?
$ warlab solve gops --objective wins
--objective: unknown objective 'wins'; did you mean 'win'?
$ warlab solve gops --against mach
--against: unknown policy 'mach'; did you mean 'match'?
$ warlab solve wargops --against hihg
--against: unknown policy 'hihg'; did you mean 'high'?
$ warlab solve gops --cards 15 --against beat-match
...the best response to beat-match would take...
$ warlab solve gops --against match --keep there
--keep: --against solves nothing else; leave one of them out
$ warlab solve gops --against match --at '1; 1; 1'
--at: --against solves nothing else; leave one of them out
$ warlab solve gops --cards 13 --at '1 2; 3'
--at: '1 2; 3' is not a position; give...
$ warlab solve gops --cards 13 --at '1; 2; x'
--at: '1; 2; x' is not a position; give...
$ warlab solve gops --cards 13 --at 1;2;3;4;5;6
--at: '1;2;3;4;5;6' is not a position; give...
$ warlab solve gops --cards 13 --at '1; 2; 3; 3'
...no game leads to pot 3 and lead 0...
$ warlab solve gops --cards 13 --at '1 2 3 4 5 7 8 9 10 11;1 2 3 4 5 7 8 9 10 11;1 2 3 4 5 7 8 9 10 11'
...a position of 10 cards is too large to be solved alone; give...
the first two prizes of up to 13 cards (points, discarded, random order) are kept...
$ warlab solve gops --cards 15 --objective win --carry-over
...of memory, but only...
""")
