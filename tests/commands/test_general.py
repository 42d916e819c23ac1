"""The command line: help is fast, numbers are read as people write them, a mistake is one line."""

import io
import re
import subprocess
import sys

import pytest

from sim.commands.arguments import rules_of, setting_words, share, whole
from sim.commands.cli import GROUPS
from sim.commands.progress import rate
from sim.errors import UserError
from sim.games import GAMES, find_game
from tests.support.command_line import refusal, refuses, typed, warlab

COLUMNS = (
    "winner, ending, rounds, battles, plays, wars, single_wars, double_wars, "
    "triple_wars, longer_wars, longest_war, winner_low, aces, rank_sum, minutes"
)
OPTIONS = ", ".join(option.name for option in GAMES["war"].rules.options())
COMMANDS = [command for group in GROUPS.values() for command in group]
HEAVY = {"numpy", "polars", "pyarrow", "numba", "scipy", "joblib", "jinja2"}


def test_help_names_every_command_in_its_group():
    said = warlab("--help")
    assert said.code == 0
    listed = [
        line.split()[1]
        for line in said.out.splitlines()
        if line.startswith("│ ") and line[2] != " "
    ]
    assert listed[-len(COMMANDS) :] == COMMANDS
    places = [said.out.index(f"╭─ {group} ─") for group in GROUPS]
    assert places == sorted(places)


@pytest.mark.parametrize("words", [(), ("-h",)])
def test_a_call_without_words_prints_the_help(words):
    assert warlab(*words) == warlab("--help")


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_that_says_what_it_does(command):
    said = warlab(command, "--help")
    assert (said.code, said.err) == (0, "")
    assert f"Usage: warlab {command}" in said.out
    assert "--help" in said.out


def test_version_is_that_of_the_distribution():
    assert warlab("--version").out == "warlab 0.1.0\n"


@pytest.mark.parametrize(
    "words", ["--help", "run --help", "play --help", "ask how long is war"]
)
def test_help_and_looking_up_load_nothing_heavy(words):
    code = (
        "import sys, contextlib, io\nfrom sim.commands.cli import main\n"
        f"with contextlib.redirect_stdout(io.StringIO()): main({words.split()!r})\n"
        "print(*sorted({name.partition('.')[0] for name in sys.modules}))"
    )
    loaded = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout
    assert HEAVY & set(loaded.split()) == set()


@pytest.mark.parametrize(
    ("number", "texts"),
    [
        (10**6, ["1e6", "1_000_000", "1000000", "1,000,000"]),
        *[(2500, ["2.5e3"]), (1_500_000, ["1.5M"]), (20_000, ["20k"]), (7, ["7.0"])],
    ],
)
def test_whole_numbers_are_read_as_people_write_them(number, texts):
    assert {whole(text, "--games") for text in texts} == {number}


@pytest.mark.parametrize(
    "text",
    [
        "1.5",
        "1e-3",
        "a million",
        "",
        "1__0",
        "10,00",
        "M",
        "10\n",
        "0x10",
        "nan",
        "inf",
        "1e9999",
        "١٢",
    ],
)
def test_anything_but_a_whole_number_is_refused(text):
    with pytest.raises(UserError) as caught:
        whole(text, "--games")
    assert (
        str(caught.value)
        == f"--games: {text!r} is not a whole number; write it as 1000000, 1,000,000, 1e6 or 1M"
    )


def test_whole_numbers_out_of_range_are_refused_with_the_range():
    refuses("""
$ warlab play war --games -5
--games: -5 is out of range; give a whole number from 1 to 10^15
$ warlab play war --games 0
--games: 0 is out of range; give a whole number from 1 to 10^15
$ warlab play war --seed -1
--seed: -1 is out of range; give a whole number from 0 to 2^64 - 1
$ warlab play war --seed 2e19
--seed: 2e19 is out of range; give a whole number from 0 to 2^64 - 1
$ warlab play war --level 95
--level: '95' is not a share between 0 and 1; write it as 0.95 or 95%, and at most 0.999999999999
""")


def test_shares_are_read_as_fractions_and_as_percentages():
    assert share("0.99", "--level") == 0.99
    assert share("99.9%", "--level") == pytest.approx(0.999)


def test_rules_are_read_from_settings_and_printed_as_settings():
    war = find_game("war")
    typed_rules = ["face_down=3", "run_out=last-card", "jokers=2", "bury_jokers=true"]
    rules = rules_of(war, typed_rules)
    changed = {"face_down": 3, "run_out": "last-card", "jokers": 2, "bury_jokers": True}
    assert rules.changed() == changed
    assert rules_of(war, setting_words(rules).split(", ")) == rules
    for words in ("", 'hands=["A A A A", "*rest"]'):
        assert setting_words(rules_of(war, [words] if words else [])) == words


MISTAKES = typed(f"""
$ warlab rpot
unknown command 'rpot'; did you mean 'report'?
$ warlab war
unknown command 'war'; use warlab play war
$ warlab play war --players 3
no such option: --players (Possible options: --games, --policies); see warlab play --help
$ warlab page war
--to: nowhere to write the page; name a file with --to FILE.html, or give --open
$ warlab zzzz
unknown command 'zzzz'; choose from {", ".join(COMMANDS)}
$ warlab play war --game 5
no such option: --game (Possible options: --games, --given, --mean); see warlab play --help
$ warlab play war --zzzz
no such option: --zzzz; see warlab play --help
$ warlab --seed 5 play war
no such option: --seed; see warlab --help
$ warlab play war --games
option '--games' requires an argument; see warlab --help
$ warlab play war peace
got unexpected extra argument(s) (peace); see warlab play --help
$ warlab play
missing argument 'GAME'; see warlab play --help
$ warlab play war -r face_dwn=3
-r: unknown option 'face_dwn'; did you mean 'face_down'?
$ warlab play war -r run_out=last-crad
-r: run_out: unknown value 'last-crad'; did you mean 'last-card'?
$ warlab play war -r face_down
-r: 'face_down' is not a valid setting; write option=value, such as face_down=3
$ warlab play war -r face_down=1 -r face_down=3
-r: face_down is given twice; give each option once
$ warlab play war -r face_down=1.5
-r: face_down: 1.5 is not a valid value of this option; it takes a whole number from 0 to 100, or rank
$ warlab play war -r lowest=9 -r highest=5
-r: highest = 5 with lowest = 9; the highest rank must be at least the lowest, and at most 255
$ warlab play war -r copies=200
-r: a deck of 2600 cards; a deck must have at most 1024 cards
$ warlab play war --games 1.5
--games: '1.5' is not a whole number; write it as 1000000, 1,000,000, 1e6 or 1M
$ warlab run questions/none.toml
questions/none.toml: there is no such file; give a TOML file or the name of a scenario
$ warlab run war-lenght
unknown scenario 'war-lenght'; did you mean 'war-length'?
$ warlab run quick --backend threads
--backend: unknown backend 'threads'; did you mean 'threading'?
$ warlab run quick --workers 0
--workers: 0 is out of range; give a whole number from 1 to 1024
$ warlab validate
validate: missing argument SCENARIO; name a TOML file, or give --schema
$ warlab status runs/none
runs/none: there is no such directory; warlab run makes one
$ warlab play war -r FACE_DOWN=3
-r: unknown option 'FACE_DOWN'; did you mean 'face_down'?
$ warlab play gops --column kings
--column: gops has no columns on request; leave it out
$ warlab play war --seconds-per-play 1e300
--seconds-per-play: '1e300' is not the time of a card; write seconds, such as 2.5, from 0.001 up to a day
$ warlab play war --level 0.99999999999999999
--level: '0.99999999999999999' is not a share between 0 and 1; write it as 0.95 or 95%, and at most 0.999999999999
$ warlab play war --level 0.9999999999999999
--level: '0.9999999999999999' is not a share between 0 and 1; write it as 0.95 or 95%, and at most 0.999999999999
$ warlab play war --level 1e-400
--level: '1e-400' is not a share between 0 and 1; write it as 0.95 or 95%, and at most 0.999999999999
$ warlab play war --level 100%
--level: '100%' is not a share between 0 and 1; write it as 0.95 or 95%, and at most 0.999999999999
$ warlab play war -r face_down=true
-r: face_down: true is not a valid value of this option; it takes a whole number from 0 to 100, or rank
$ warlab play war -r face_down=2020-01-01
-r: face_down: 2020-01-01 is not a valid value of this option; it takes a whole number from 0 to 100, or rank
$ warlab play war --lasted=
--lasted: '' is no list of lengths; write it as 0,100,300
$ warlab play gops --luck --games 8
--luck: 8 games are too few; each deal is played four times: give --games 12 or more
$ warlab play war -r nope=1
-r: unknown option 'nope'; choose from {OPTIONS}
$ warlab play wra
unknown game 'wra'; did you mean 'war'?
$ warlab play nope
unknown game 'nope'; choose from {", ".join(GAMES)}
$ warlab play war --mean king
--mean: unknown column 'king'; did you mean 'kings'?
$ warlab play war --mean kngs
--mean: unknown column 'kngs'; did you mean 'kings'?
$ warlab play war --chance jack>2
--chance: unknown column 'jack'; did you mean 'jacks'?
$ warlab play war --mean game
--mean: unknown column 'game'; choose from {COLUMNS}
$ warlab replay war --deal=
--deal: no card; write the cards, the top one first: "A K 10 2"
$ warlab replay --deal A
missing argument 'GAME|RUN'; see warlab replay --help
$ warlab play war --rows a.csv --csv a.csv
--rows: it is the file of --csv; give another name
$ warlab play war --lasted 0,٣
--lasted: '0,٣' is no list of lengths; write it as 0,100,300
$ warlab play war --chance rounds>9 --given=
--given: it is empty; leave it out
$ warlab worth war --games 5
--games: 5 is too few; play some thousands
$ warlab exact casino-war --decks 1-
--decks: '1-' is not a number of decks; write 6, 1-8, 1,2,6 or infinite
$ warlab exact casino-war --break-even tie-bet --tie-bet 5
--tie-bet: it finds this payout; leave it out
$ warlab solve gops --cards 4 --at ;;
--at: a position without cards; give the cards that are left
$ warlab run quick --scheduler none
none: there is no such scheduler; start one with `dask scheduler`, and name the address that it prints
""")


@pytest.mark.parametrize(("words", "line"), MISTAKES)
def test_a_mistake_is_one_line_with_its_place_and_cure(
    words, line, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    assert refusal(words) == line
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "text", ["players=8\nx=1", "players=8\n", "players=8\r", "players=8\u2028"]
)
def test_a_setting_of_two_lines_is_no_setting(text):
    assert "is not a valid" in refusal("play war", "-r", text)


def test_a_full_device_is_refused_with_a_cure_that_applies():
    line = "/dev/full: cannot write it: no space left on device; choose another file"
    assert refusal("games war --csv /dev/full") == line


def test_a_page_that_cannot_be_written_is_refused_before_its_game_is_compiled(tmp_path):
    line = f"{tmp_path}/nowhere: there is no such directory; make it first"
    assert refusal("page", "war", "--to", f"{tmp_path}/nowhere/war.html") == line


def test_a_directory_is_no_file_to_write(tmp_path):
    made = tmp_path / "table.csv"
    made.mkdir()
    line = f"{made}: it is a directory; choose another file"
    assert refusal("games war --csv", made) == line


def test_a_long_line_of_error_is_cut_in_its_middle():
    assert len(refusal("play war", "--given", "aces = 1 " * 2000)) < 900


@pytest.mark.parametrize(
    ("words", "name"),
    [
        ("War", "war"),
        ("Strip Jack Naked", "beggar-my-neighbour"),
        ("CASINO_WAR", "casino-war"),
        ("Goofspiel", "gops"),
    ],
)
def test_games_are_named_as_people_write_them(words, name):
    page = warlab("games", name).out
    assert page == warlab("games", words).out != ""


def test_help_and_version_are_understood_as_words():
    assert warlab("help play").out == warlab("play --help").out
    assert warlab("version").out == warlab("--version").out


class Terminal(io.StringIO):
    """What is written to a terminal."""

    def isatty(self):
        return True


@pytest.mark.slow
def test_progress_is_shown_on_a_terminal_with_its_rate():
    terminal = Terminal()
    assert warlab("play war --games 300_000", err=terminal).code == 0
    assert "100 %" in terminal.getvalue()
    assert "games/s" in terminal.getvalue()


def test_progress_of_a_run_shows_the_estimate_so_far_with_its_interval(tmp_path):
    terminal = Terminal()
    words = ("run", "quick", "--out", tmp_path / "run", "--block-games", "5000")
    assert warlab(*words, err=terminal).code == 0
    assert "games/s" in terminal.getvalue()
    assert re.search(r"one down: rounds [\d.]+ \([\d.]+–[\d.]+\)", terminal.getvalue())


def test_speed_is_in_words():
    assert (rate(3_000_000, 4.0), rate(0, 0.0)) == ("750,000 games/s", "")


def test_a_game_is_described_by_how_to_play_it_first():
    for name in GAMES:
        title, how, rules = warlab("games", name).out.split("\n\n")[:3]
        assert title.endswith(f"({name})")
        assert how == "How to play, with the default options:"
        assert rules.startswith("• ")


def test_a_replay_calls_the_players_first_and_second():
    told = warlab("replay war 571").out
    assert "the first and second players tie with 7" in told
    assert not re.search(r"players? \d", told)
