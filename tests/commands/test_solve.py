"""``warlab solve``: GOPS solved at the command line, as tables and as JSON, kept, and what it refuses."""

from itertools import pairwise

import pytest

from tests.support.command_line import refusal, warlab

TWO_CARDS = """\
GOPS solved exactly: 2 cards, points count, tied prizes carried over, random order

figure
──────────────────────────────────────
value                         0 points
exploitability          0.0e+00 points
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
    """The words of an answer, without the time and the ruled lines."""
    lines = (
        line for line in text.splitlines() if not line.startswith(("time ", "───"))
    )
    return " ".join(lines).split()


def test_the_solution_of_two_cards_is_printed() -> None:
    words = ("solve", "gops", "--cards", "2", "--carry-over")
    assert without_time(warlab(*words).out) == without_time(TWO_CARDS)


def test_the_bids_of_many_cards_fit_on_a_line_in_percent() -> None:
    told = warlab(
        "solve", "gops", "--cards", "11", "--order", "descending", "--no-check"
    ).out
    assert (
        "First bids of an equilibrium, in percent for each card, by the prize turned up\n"
        in told
    )
    prize, *shares = told.strip().splitlines()[-1].split()
    assert (prize, len(shares)) == ("11", 11)
    assert abs(sum(int(share.strip("<")) for share in shares) - 100) <= 5


def test_programs_get_everything() -> None:
    found = warlab("solve", "gops", "--cards", "4", "--objective", "win", "--json").json
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
    against = warlab(
        "solve",
        "gops",
        "--cards",
        "4",
        "--objective",
        "win",
        "--against",
        "high-first",
        "--json",
    ).json
    assert (against["against"], against["best_response"], against["objective"]) == (
        "high-first",
        1,
        "win",
    )


def test_matching_loses_all_but_the_highest_prize() -> None:
    said = warlab("solve", "gops", "--cards", "6", "--against", "match").out
    assert "best response to match  9 points" in said


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


@pytest.mark.parametrize(
    "words", [("--objective", "win"), ("--carry-over",), ("--order", "ascending")]
)
def test_the_cost_is_stated_beforehand(tmp_path, words) -> None:
    """Positions, matrix games and bytes on disk are those of the solution; the time is only told."""
    words = "solve", "gops", "--cards", "6", "--workers", "2", *words
    cost = warlab(*words, "--estimate", "--json").json
    found = warlab(*words, "--no-check", "--keep", tmp_path / "six", "--json").json
    assert (cost["positions"], cost["games"]) == (
        found["positions"],
        found["matrix_games"],
    )
    sizes = [path.stat().st_size for path in sorted((tmp_path / "six").glob("layer-*"))]
    assert cost["check_memory"] == max(map(sum, pairwise(sizes)))
    assert cost["memory"] > cost["disk"] == sum(sizes)
    assert 0 < cost["seconds"] == cost["core_seconds"] / 2
    kept = warlab(*words, "--estimate", "--keep", tmp_path / "six", "--json").json
    assert kept["memory"] < cost["memory"]
    assert "nothing has been solved" in warlab(*words, "--estimate").out
    assert refusal(*words, "--estimate", "--at", "1 2; 1 2; 1 2") == (
        "--at: --estimate is about a whole solution; leave one of them out"
    )


@pytest.mark.parametrize(
    ("policy", "positions"),
    [
        # Three prizes and a policy that looks at nothing but its hand: any hand of the
        # other player with any set of as many prizes, for the lowest cards bid so far.
        ("low-first", 3 * 3 + 3 * 3 + 1),
        # All triples of hands and prizes of equal size.
        ("beat-match", 3**3 + 3**3 + 1),
    ],
)
def test_the_cost_of_a_best_response_is_stated_beforehand(policy, positions) -> None:
    words = "solve", "gops", "--cards", "3", "--against", policy, "--estimate"
    cost = warlab(*words, "--workers", "2", "--json").json
    assert (cost["against"], cost["positions"]) == (policy, positions)
    assert cost["memory"] == 8 * max(2 * (positions - 1) // 2, 1)
    assert 0 < cost["seconds"] == cost["core_seconds"] / 2
    assert "nothing has been solved" in warlab(*words).out
    assert refusal("solve", "gops", "--against", "mach", "--estimate") == (
        "--against: unknown policy 'mach'; did you mean 'match'?"
    )


def test_a_long_best_response_begins_with_its_estimate(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from sim.commands.solve import gops

    words = "solve", "gops", "--cards", "3", "--against", "low-first"
    assert warlab(*words).err == ""
    monkeypatch.setattr(gops, "FEWEST_ESTIMATED", 3)
    assert warlab(*words).err == ""  # a second is not long
    monkeypatch.setattr(gops, "LONG", 0)
    said = warlab(*words).err
    assert said.startswith("warlab: the best response takes about ")
    assert said.endswith(" of memory\n")
    assert said.count("\n") == 1


def test_progress_in_a_pipe_is_a_line_a_minute(monkeypatch, capsys) -> None:
    from sim.commands import progress

    clock = iter([0.0, 30.0, 60.0, 90.0, 121.0])
    monkeypatch.setattr(progress.time, "monotonic", lambda: next(clock))
    with progress.progress_line(1, piped=True) as line:
        for done in (10, 25, 30, 50):
            line.show(done, 100, estimate="layer 3")
    assert capsys.readouterr().err.splitlines() == [
        "25% done, 3 min 00 s left, layer 3",
        "50% done, 2 min 01 s left, layer 3",
    ]


def test_wargops_is_solved_and_answered() -> None:
    """The published first cards of five ranks."""
    words = "solve", "wargops", "--last-pot", "orphan"
    rows = [line.split() for line in warlab(*words, "--no-check").out.splitlines()]
    for rank, chance in enumerate(
        ("0.1382", "0.4055", "0.0696", "0.3454", "0.0413"), 1
    ):
        assert [str(rank), chance] in rows
    assert not any(row[:1] == ["exploitability"] for row in rows)
    found = warlab(*words, "--ranks", "2", "--json").json
    head = [found[name] for name in ("game", "ranks", "last_pot", "positions")]
    assert head == ["wargops", 2, "orphan", 8]
    assert (found["value"], found["exploitability"], sum(found["first_cards"])) == (
        0,
        0,
        1,
    )
    assert (
        "best response to high  0 points"
        in warlab(*words, "--ranks", "2", "--against", "high").out
    )
    assert (
        refusal(*words, "--against", "hihg")
        == "--against: unknown policy 'hihg'; did you mean 'high'?"
    )


def test_impossible_requests_are_refused() -> None:
    assert (
        refusal("solve", "poker")
        == "unknown solvable game 'poker'; choose from gops, wargops"
    )
    assert refusal("solve") == "solve: missing command; see warlab solve --help"
    assert refusal("solve", "gops", "--ranks", "4").startswith(
        "solve gops: unknown option --ranks; "
    )
    assert refusal("solve", "wargops", "--carry-over") == (
        "solve wargops: unknown option --carry-over; a rule is given as -r carry_over=VALUE"
    )
    assert refusal("solve", "gops", "--order") == (
        "solve gops: --order needs a value; see warlab solve gops --help"
    )
    assert (
        refusal("solve", "gosp") == "unknown solvable game 'gosp'; did you mean 'gops'?"
    )
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
    assert "the best response to beat-match would take" in refusal(
        "solve", "gops", "--cards", "15", "--against", "beat-match"
    )
    assert refusal("solve", "gops", "--against", "match", "--keep", "there") == (
        "--keep: --against solves nothing else; leave one of them out"
    )
    assert "of memory, but only" in refusal(
        "solve", "gops", "--cards", "15", "--objective", "win", "--carry-over"
    )
