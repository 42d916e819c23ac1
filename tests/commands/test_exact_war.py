"""``warlab exact war``, ``first-ties``, ``sweep`` and ``ruin``: the answers in words, as JSON, and what is refused."""

import shlex
from fractions import Fraction

import pytest

from tests.support.command_line import is_like, refusal, typed, warlab

SMALL = (
    "exact",
    "war",
    "--ranks",
    "3",
    "--copies",
    "4",
    "-r",
    "face_down=0",
    "-r",
    "pickup=latest-first",
)

ALL_34650 = """\
Of all 34,650 deals of 12 cards (4 of each of ranks 1 to 3) under face_down=0, pickup=latest-first, player 0
wins 16,579, player 1 wins 16,579, 772 are draws, 720 never end; the longest game lasts 37 rounds.

deals
──────────────────────────────
player 0 wins   16,579  47.8 %
player 1 wins   16,579  47.8 %
draw               772  2.23 %
never ends         720  2.08 %
all             34,650   100 %
"""
"""The counts of Mathieu and Delahaye."""


def test_the_published_counts_are_printed() -> None:
    said = warlab(*SMALL).out
    lines = [line.split() for line in said.splitlines() if not line.startswith("─")]
    words, expected = (
        " ".join(text.replace("─", "").split()) for text in (said, ALL_34650)
    )
    assert words.startswith(expected)
    assert ["19", "720"] in lines
    assert any(line[:2] == ["the", "longest"] and line[-1] == "37" for line in lines)


def test_the_command_for_the_longest_game_replays_it() -> None:
    """It is printed below the packets, as it is typed."""
    (command, *_) = [
        line.strip().removeprefix("$ ")
        for line in warlab(*SMALL).out.splitlines()
        if "warlab replay" in line
    ]
    program, *words = shlex.split(command)
    assert program == "warlab"
    told = warlab(*words).out
    assert told.startswith("War: a given deal as game 0 of seed 1\n\n  rules: ")
    assert "rounds 37," in told.splitlines()[-1]


def test_programs_get_the_counts() -> None:
    found = warlab("exact war --ranks 4 --copies 2 --workers 2 --json").json
    assert found == found | {"game": "war", "deals": 2_520, "wins": [1_069, 1_069]}
    assert found == found | {"draws": 312, "cycles": 70, "unfinished": 0}
    assert sum(found["rounds"].values()) == 2_450
    assert found["cycle_lengths"] == {"8": 70}
    mean = Fraction(found["mean_rounds"]["fraction"])
    assert mean == Fraction(
        sum(int(one) * many for one, many in found["rounds"].items()), 2_450
    )
    assert max(map(int, found["rounds"])) == found["longest"]["rounds"]
    assert sorted(found["longest"]["deal"]) == [1, 1, 2, 2, 3, 3, 4, 4]


def test_games_stopped_by_the_cap_are_said_to_be_unfinished() -> None:
    said = warlab("exact war --ranks 2 --copies 2 -r max_rounds=1").out
    assert "are unfinished after 1 rounds" in " ".join(said.split())


def test_the_deck_may_be_given_by_rules_alone() -> None:
    words = ("-r", "lowest=1", "-r", "highest=4", "-r", "copies=2")
    by_rules = warlab("exact war --json", *words).json
    by_options = warlab("exact war --ranks 4 --copies 2 --json").json
    assert {**by_rules, "seconds": 0} == {**by_options, "seconds": 0}
    shifted = warlab("exact war --ranks 4 -r lowest=6 -r copies=2 --json").json
    assert shifted == shifted | {
        "wins": by_options["wins"],
        "cycles": by_options["cycles"],
    }


@pytest.mark.slow
def test_an_estimate_plays_only_a_sample() -> None:
    words = "exact war --ranks 5 --copies 4 --workers 2 --estimate"
    said = warlab(words).prose
    assert said.startswith(
        "305,540,235,000 deals of 20 cards (4 of each of ranks 1 to 5): about "
    )
    assert said.endswith("Nothing has been counted.")
    found = warlab(words, "--json").json
    assert found["deals"] == 305_540_235_000
    assert found["core_seconds"] == pytest.approx(2 * found["seconds"])


def test_an_interrupted_count_says_how_to_resume(tmp_path, monkeypatch) -> None:
    def interrupted(*given: object, **options: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("sim.commands.exact.war.every_deal", interrupted)
    said = warlab("exact war --ranks 2", "--keep", tmp_path / "kept")
    assert said.code == 130
    assert (
        "interrupted; what is counted is kept; resume with the same command" in said.err
    )
    assert warlab("exact war --ranks 2").code == 130


def test_kept_counts_are_read_again(tmp_path) -> None:
    words = (
        "exact",
        "war",
        "--ranks",
        "3",
        "--copies",
        "2",
        "--keep",
        tmp_path / "kept",
    )
    assert warlab(*words).out == warlab(*words).out
    assert "this folder has another count (face_down is 1)" in refusal(
        *words, "-r", "face_down=2"
    )


def test_the_chances_of_first_ties_are_printed() -> None:
    """1/17 and 73/1225 are exact; two ties in a row are their product."""
    said = warlab("exact first-ties").out
    assert said.startswith(
        "The first battle is a tie in 5.8824 % of the deals (1/17); "
    )
    assert ["1", "5.8824", "%", "1/17", "5.9592", "%"] in [
        line.split() for line in said.splitlines()
    ]
    found = warlab("exact first-ties --json").json
    assert [one["fraction"] for one in found["ties"][:2]] == [
        "1/17",
        str(Fraction(73, 17 * 1225)),
    ]
    assert sum(Fraction(one["fraction"]) for one in found["first_war"]) == 1 - Fraction(
        found["no_war"]["fraction"]
    )
    assert warlab("exact first-ties -r copies=1").out == (
        "None of the first 6 battles can be a tie: no two cards are alike.\n"
    )


def test_ties_are_counted_only_as_long_as_there_are_cards() -> None:
    """With six cards each and three face down, a war takes four: the third battle would need a ninth card."""
    words = "exact first-ties -r highest=4 -r copies=4 -r face_down=3 --json"
    assert len(warlab(words).json["ties"]) == 2


def test_the_sweep_is_one_of_159_million_deals() -> None:
    said = warlab("exact sweep").prose
    assert said.startswith(
        "One player wins all 26 battles, and with them the game, in one of 159,620,171.7 deals."
    )
    assert "93686147409122073121/29908397871631390876014250000" in said
    found = warlab("exact sweep -r players=3 --json").json
    assert Fraction(found["anyone"]["fraction"]) == 3 * Fraction(
        found["named"]["fraction"]
    )
    assert (
        "Nobody can win all 4 battles"
        in warlab("exact sweep -r highest=2 -r copies=8").out
    )


def test_a_gamblers_ruin_is_printed() -> None:
    """676 rounds and a deviation of 551.54 are published."""
    said = warlab("exact ruin")
    assert "676 rounds on average" in said.prose
    assert ["standard", "deviation", "551.5433"] in [
        line.split() for line in said.out.splitlines()
    ]
    found = warlab("exact ruin --packets 13,39 --json").json
    assert found["mean_rounds"]["fraction"] == "507"
    assert [one["fraction"] for one in found["wins"]] == ["1/4", "3/4"]


MISTAKES = typed("""
$ warlab exact war
a deck of 52 cards has 9.2e+49 deals, about 3e+36 years on one core; at most 10^12 are counted: ...
$ warlab exact war --ranks 0
--ranks: 0 is out of range; give a whole number from 1 to 255...
$ warlab exact war --ranks 4 -r highest=3
-r: highest is not set here; give it as --ranks, or leave that out...
$ warlab exact war --copies 4 -r copies=3
-r: copies is not set here; give it as --copies, or leave that out...
$ warlab exact war --ranks 3 -r pickup=sea
-r: pickup: unknown value 'sea'; did you mean 'seat'?...
$ warlab exact war -r face_down
-r: 'face_down' is not a valid setting; write option=value, such as face_down=3...
$ warlab exact war --ranks 3 --estimate --keep kept
--keep: --estimate keeps nothing; leave one of them out...
$ warlab exact first-ties -r players=9
-r: players: 9 is not a valid value of this option; ...
$ warlab exact first-ties -r 'hands=["A A", "*rest"]'
-r: hands: the chances are those of single cards of the whole shuffled deck; leave it out...
$ warlab exact sweep -r cards_up=2
-r: cards_up: the chances are those of single cards of the whole shuffled deck...
$ warlab exact sweep -r players=3 -r low_beats_high=true
-r: low_beats_high: true with 3 players; the chances are known for two players, or with it false...
$ warlab exact ruin --packets 9
--packets: [9] are not packets; give the cards of two players, at least one each...
$ warlab exact ruin --packets 26,x
--packets: 'x' is not a whole number; write it as 1000000, 1,000,000, 1e6 or 1M...
""")


@pytest.mark.parametrize(("words", "line"), MISTAKES)
def test_what_has_no_answer_is_refused(words: str, line: str) -> None:
    assert is_like(refusal(words), line)
