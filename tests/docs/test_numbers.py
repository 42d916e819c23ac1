"""The numbers in the texts are those that the runs gave, and all are held to one; `make numbers` plays them again."""

import doctest
import re

import pytest

import sim
from benchmarks import guard
from docs.figures import exact, said, sources, unheld
from docs.figures.exact import EXACT, value
from docs.figures.kept import KEPT, kept
from docs.figures.named import numbers
from docs.figures.solutions import is_solution
from docs.figures.sources import command, file_name, scenario
from sim.games.gops.equilibria import sizes
from sim.games.wargops.equilibria import SIZES
from tests.support import tiers
from tests.support.places import ROOT

SOURCES = sorted({one.run for entry in said.entries() for one in entry.numbers})
SOLUTIONS = [source for source in SOURCES if is_solution(source)]
RUNS = [source for source in SOURCES if source not in {EXACT, *SOLUTIONS}]
PAGES = sorted({entry.page for entry in said.entries()})
EXPRESSIONS = sorted(kept(EXACT))
SLOW = [
    one
    for one in EXPRESSIONS
    if re.search(r"gops\((8|10|13)|gops_response|gops\(6|wargops\(5|exact\.war\(", one)
]


def test_the_texts_say_what_the_runs_gave():
    written = said.pages()
    fresh, wrong = said.texts(written)
    assert wrong == []
    assert fresh == written
    assert sum(len(entry.numbers) for entry in said.entries()) > 970


def test_a_stale_number_is_found_and_put_right():
    page = "docs/questions.md"
    written = said.pages()
    old = written[page].replace(
        "| 441.9 (441.2–442.6) | 334 |", "| 441.9 (441.2–442.7) | 334 |", 1
    )
    assert old != written[page]
    fresh, wrong = said.texts({**written, page: old})
    assert wrong == [
        f"{page} has 442.7 for 442.6 (war-length: one down, shuffled, rounds mean)"
    ]
    assert fresh == written


@pytest.mark.parametrize("name", RUNS)
def test_what_is_kept_is_a_whole_run_of_the_scenario_as_it_is(name):
    found, planned = kept(name), scenario(name)
    assert (found["scenario"], found["games"], found["seed"]) == (
        planned.hash,
        planned.games,
        1,
    )
    assert found["command"] == command(name)


def test_nothing_is_kept_that_no_text_says():
    assert sorted(path.stem for path in KEPT.iterdir()) == sorted(
        map(file_name, SOURCES)
    )
    wanted = {
        (one.run, one.variant, one.statistic)
        for entry in said.entries()
        for one in entry.numbers
    }
    there = {
        (name, variant, statistic)
        for name in (*RUNS, *SOLUTIONS)
        for variant, own in kept(name)["numbers"].items()
        for statistic in own
    }
    assert there | {(EXACT, "", expression) for expression in kept(EXACT)} == wanted


@pytest.mark.parametrize("page", PAGES)
def test_every_number_is_held_to_a_run_or_excused(page):
    text = said.pages()[page]
    assert unheld.unheld(page, text) == []
    held = [one for one in unheld.numbers_of(page, text) if one.held]
    assert len(held) == sum(
        len(entry.numbers) for entry in said.entries() if entry.page == page
    )


@pytest.mark.parametrize(
    ("more", "number"),
    [
        ("Players of 37 years win 3,210 games.", ["37", "3,210"]),
        ("| of a table | 12.5 % (.4–1e-9) |", ["12.5", ".4", "1e-9"]),
        ("```sh\nwarlab play war --games 1000     # 41.7 rounds\n```", ["41.7"]),
        (
            "It is `-r players=3`, [see](page-5.md), in AVX2 or x86-64.\n\n## In 1998\n\n| 95 % |\n| --- |\n",
            [],
        ),
    ],
)
def test_a_new_number_is_not_added_in_silence(more, number):
    page = "docs/questions.md"
    text = said.pages()[page] + "\n" + more + "\n"
    assert [one.rpartition(" ")[2] for one in unheld.unheld(page, text)] == number
    first = said.pages()[page].count("\n") + 2
    assert all(
        f"{page}, line {first}" in one
        for one in unheld.unheld(page, text)[:1]
        if "```" not in more
    )


def test_what_is_excused_is_there_and_needs_it():
    written = said.pages()
    for one in unheld.free():
        assert one.kind in unheld.KINDS
        assert len(one.pattern.findall(written[one.page])) == 1, one
    used = {
        one.free
        for page, text in written.items()
        for one in unheld.numbers_of(page, text)
        if not one.held
    }
    assert used - {None} == set(unheld.free())


@pytest.mark.parametrize(
    "expression",
    [*sorted(set(EXPRESSIONS).difference(SLOW)), *tiers.size([], SLOW)],
)
def test_what_follows_without_chance_is_what_is_kept(expression):
    found = kept(EXACT)[expression]
    assert value(expression) == (
        pytest.approx(found, abs=1e-8) if isinstance(found, float) else found
    )


@pytest.mark.parametrize("source", SOLUTIONS)
def test_what_is_kept_of_a_solution_is_of_its_game(source):
    found = kept(source)
    assert found["command"] == command(source) == f"warlab {source}"
    cards = range(1, 1 + int(source.split()[3]))
    for prize in cards:
        bids = [
            found["numbers"][f"prize {prize}"][f"first bid {card}"][0] for card in cards
        ]
        assert sum(bids) == pytest.approx(1, abs=1e-7)
        assert min(bids) >= 0


@pytest.mark.parametrize(
    "module", [exact, said, sources], ids=lambda module: module.__name__
)
def test_the_examples_in_the_docstrings_hold(module):
    done = doctest.testmod(module)
    assert done.attempted > 0
    assert done.failed == 0


@pytest.mark.parametrize(
    ("words", "name"),
    [
        ("| warlab, deals given | # |", "War for two, deals given"),
        ("| warlab, dealt as well | # |", "War for two, dealt as well"),
        (
            "dealt and in a Polars data frame | # |",
            "War for two, dealt and in a polars frame",
        ),
        ("one game at a time | # |", "War for two, one game at a time"),
        ("a shuffle a war: # times the yardstick", "War for two, pickup = shuffled"),
        ("repeat for ever (# times)", "War for two, pickup = seat"),
        ("again and again (# times)", "War for two, captured = pile-shuffled"),
        ("GOPS with random bids is # times", "gops: random against random"),
        ("looks ahead plays at # times", "wargame: search against random"),
    ],
)
def test_the_speeds_of_the_page_are_those_that_are_kept(words, name):
    page = (ROOT / "docs/speed.md").read_text(encoding="utf-8")
    shown = said.words_of(words, f"({said.NUMBER})").search(page)
    kept_ratio = guard.read(guard.KEPT / "x86-64-avx-512.toml")[name]
    assert shown[1] == said.like(shown[1], kept_ratio)


def megabytes(game):
    """The size of the tables of a game."""
    folder = ROOT / "sim" / "games" / game / "tables"
    return f"{sum(path.stat().st_size for path in folder.iterdir()) / 1e6:.1f} MB"


def test_the_bundled_tables_are_those_that_the_page_on_solved_games_names():
    """Which there are is in the tests of their games."""
    text = " ".join((ROOT / "docs/solved-games.md").read_text(encoding="utf-8").split())
    points, carried, win = (
        f"{found[0]} to {found[-1]}"
        for found in (sizes("points", False), sizes("points", True), sizes("win", True))
    )
    assert (
        f"points for {points} cards ({carried} carried over), winning for {win}, "
        f"{megabytes('gops')} in all"
    ) in text
    ranks = f"{SIZES[0]} to {SIZES[-1]}"
    assert f"Tables for {ranks} ranks are bundled ({megabytes('wargops')})" in text


BY_ROWS = {
    "aces 3 wins": "AVG(CASE WHEN aces = 3 THEN CAST(winner = 0 AS DOUBLE) END)",
    # Every player of every game who had so few cards after some round: all losers, and
    # these winners.
    "low 5 wins": "1 / (1 + 400 / SUM(CAST(winner_low <= 5 AS DOUBLE)))",
    "minutes mean": "AVG(plays) * 2.5 / 60",
    "more aces wins": "AVG(CASE WHEN aces <> 2 THEN CAST((winner = 0) = (aces > 2) AS DOUBLE) END)",
    "games without a war": "AVG(CAST(wars = 0 AS DOUBLE))",
    "rounds for each with a war": "AVG(rounds) / AVG(single_wars + double_wars + triple_wars + longer_wars)",
}
"""Numbers of War, and SQL that gives them from the rows of 400 games."""


def test_the_numbers_of_war_by_its_rows(tmp_path):
    run = sim.run("quick", out=tmp_path / "run", games=400, keep_games=False)
    own = numbers(run)["one down"]
    games = sim.play("war", games=400, seed=1, rules=run.rules("one down").changed())
    for name, measure in BY_ROWS.items():
        assert own[name][0] == pytest.approx(
            games.sql(f"SELECT {measure} FROM self").item()
        ), name
    assert own["rounds 95 %"][0] == games["rounds"].sort()[380 - 1]


AGAIN = [
    name
    for name in RUNS
    if scenario(name).games * len(scenario(name).variants)
    <= tiers.size(1_000_000, 7_000_000)
]
"""The runs that ``make verify`` plays once more; ``make numbers`` plays the longer ones too."""


@pytest.mark.slow
@pytest.mark.parametrize("name", AGAIN)
def test_playing_again_gives_what_is_kept(name, tmp_path):
    found = numbers(
        sim.run(scenario(name), out=tmp_path / "run", keep_games=False, workers=2)
    )
    for variant, own in kept(name)["numbers"].items():
        assert {statistic: found[variant][statistic] for statistic in own} == own, (
            variant
        )
