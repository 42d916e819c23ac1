"""``warlab status``, ``compare``, ``replay`` and ``report`` of a run of the certain game."""

import re

import pytest

from tests.support.certain import CERTAIN
from tests.support.command_line import refusal, refuses, warlab

pytestmark = pytest.mark.usefixtures("directory")


@pytest.mark.slow
def test_status_says_how_far_a_run_is(played):
    lines = warlab("status", played).out.splitlines()
    assert lines[0] == "A certain game"
    assert re.fullmatch(r"war, seed 1, hash [0-9a-f]{16}", lines[2])
    assert re.fullmatch(
        r"runs/certain: all 1,000 games are played \([\d.]+ kB\)", lines[3]
    )
    assert lines[4:] == ["variants: face_down=0; face_down=1"]


def test_variants_that_play_the_same_games_do_not_differ(played):
    differences = warlab("compare --json", played).json["differences"]
    assert {(row["variant"], row["versus"], row["value"]) for row in differences} == {
        ("face_down=1", "face_down=0", 0.0)
    }
    said = warlab("compare --pairs", played)
    answer, _, differences = said.out.partition("\nface_down=1, less face_down=0:\n")
    assert "games that the first player wins" in answer
    assert "deals with a different winner" in differences


def test_compare_has_the_differences_that_the_report_has(played):
    out = warlab("compare", played).out
    # The certain game has one round, whatever lies face down.
    assert "These games show no difference in rounds, mean (the same in every" in out
    more = "Every difference between two variants, with p-values: add --pairs"
    assert f"\n{more}\n" in out


def test_a_single_variant_has_nothing_to_be_compared_with(directory):
    (directory / "certain.toml").write_text(
        CERTAIN.replace("[0, 1]", "[0]"), encoding="utf-8"
    )
    warlab("run certain.toml")
    assert (
        warlab("compare runs/certain").out
        == "runs/certain has only one variant: nothing to compare.\n"
    )


@pytest.mark.parametrize(
    ("variant", "face_down"),
    [("--variant face_down=1", 1), ("--variant face_down=0", 0), ("", 0)],
)
def test_a_replay_of_a_run_has_the_rules_of_the_variant(played, variant, face_down):
    told = warlab(f"replay {played} 999 --json {variant}").json
    assert told == told | {"number": 999, "seed": 1}
    assert told["rules"]["face_down"] == face_down
    assert told["row"]["winner"] == 0


def test_a_replay_of_a_run_takes_no_other_rules_seed_or_policies(played):
    what = (
        "a run has its own rules, players, seed and deals; name one of its variants "
        "with --variant, or the game instead of runs/certain"
    )
    refuses(f"""
$ warlab replay runs/certain 0 -r face_down=1
-r: {what}
$ warlab replay runs/certain 0 --seed 1
--seed: {what}
$ warlab replay runs/certain 0 --policies high,low
--policies: {what}
$ warlab replay runs/certain 0 --deal '2 3'
--deal: {what}
$ warlab replay runs/certain 0 --variant face_down=2
unknown variant 'face_down=2'; ...
""")


@pytest.mark.parametrize(
    ("name", "beginning"),
    [
        ("report.html", "<!doctype html>"),
        ("report.md", "# a certain game"),
        ("r.txt", "a"),
    ],
)
def test_a_report_is_written_in_the_format_of_its_name(
    played, directory, name, beginning
):
    said = warlab("report", played, "--to", name)
    assert (said.code, said.out, said.err) == (0, f"The report is in {name}\n", "")
    assert (directory / name).read_text(encoding="utf-8").lower().startswith(beginning)


def test_a_report_without_a_file_is_printed(played):
    said = warlab("report", played)
    assert (said.code, said.err) == (0, "")
    assert "A certain game" in said.out
    assert "Does a three beat a two?" in said.out


def test_a_report_in_an_unknown_format_is_refused_and_not_written(played, directory):
    refuses("""
$ warlab report runs/certain --to report.pdf
report.pdf: the suffix must be that of a report format; use .html, .md or .txt
""")
    assert not (directory / "report.pdf").exists()


def test_what_a_ranking_leaves_out_is_refused(played):
    refuses("""
$ warlab compare runs/certain --rank 'rounds mean' --effects
--effects: it is no part of a ranking; leave it out
$ warlab compare runs/certain --rank 'rounds mean' --pairs
--pairs: it is no part of a ranking; leave it out
$ warlab compare runs/certain --rank 'kings mean'
--rank: unknown statistic of a ranking 'kings mean'; ...
""")


def test_endless_games_have_answers_but_no_effects_on_a_mean(directory):
    """With the first player's card first, two games in five repeat themselves (docs/questions.md)."""
    text = (
        CERTAIN.partition("games =")[0]
        + 'games = 60\nseed = 1\n[vary]\npickup = ["seat", "shuffled"]\n'
    )
    (directory / "endless.toml").write_text(
        text + '[means]\n"wars a round" = "1.0 * wars / rounds"\n', "utf-8"
    )
    warlab("run endless.toml --out runs/endless")
    assert "Difference from" in warlab("compare runs/endless").out
    assert "wars a round" in warlab("report runs/endless --all").out
    assert refusal("compare runs/endless --effects").startswith(
        "--effects: some games never end"
    )


def test_what_effects_are_doubted_for_is_said_once(directory):
    """Of 300 games the variance of a few differences is not known well."""
    (directory / "grid.toml").write_text(
        'title = "A"\ngame = "war"\ngames = 300\nseed = 11\n[vary]\n'
        'pickup = ["winner-first", "shuffled"]\nrun_out = ["lose", "last-card"]\n'
    )
    warlab("run grid.toml --out runs/grid")
    prose = warlab("compare runs/grid --effects").prose
    doubted = (
        "run_out=last-card, pickup=shuffled, run_out=last-card and pickup=shuffled"
    )
    assert prose.count(f"{doubted}: the variance") == 1


def test_a_report_is_one_screen_unless_all_of_it_is_asked_for(played):
    short = warlab("report", played).out
    whole = warlab("report --all", played).out
    answer, _, hint = short.rstrip("\n").rpartition("\n")
    assert (
        hint
        == f"All of it: warlab report {played} --all, or as a page: --to report.html"
    )
    assert whole.startswith(answer.rstrip("\n"))
    assert ("HOW SURE THIS IS" in whole, "HOW SURE THIS IS" in short) == (True, False)
