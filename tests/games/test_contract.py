"""What every registered game must do and bring with it, whatever its rules.

A game in the registry is taken up by every test here; what it lacks fails with a
message that says what to add.
"""

import ast
import inspect
import random
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from polars.testing import assert_frame_equal

import sim
from benchmarks.playing import cases
from docs import build
from sim.scenario import load_scenario, shipped_scenarios
from tests.games.test_any_rules import drawn_rules
from tests.support import plain_deals, tiers
from tests.support.golden import chosen
from tests.support.places import ROOT

GAMES = sorted(sim.games())
PLAIN_DEALS = {
    "casino-war": plain_deals.shoe,
    "gops": plain_deals.prizes,
    "wilcox-war": plain_deals.two_packs,
}
"""The deals in plain Python of games that are not dealt from one deck."""
DEALT = [name for name in GAMES if not sim.games()[name].undealt]
WRITE_PAGES = "run python -m docs.build, and read what it wrote"
GOLDEN = ROOT / "tests" / "golden"

ONLY_ORDER_MATTERS = {"war", "tod-und-leben", "steal-war"}
"""Games in whose default rules no rank has a meaning of its own."""


def folder(name):
    """Return the folder of a game: that of its rulebook."""
    return Path(inspect.getfile(sim.games()[name].rules)).parent


def packet_games():
    return [name for name in GAMES if "rank_sum" in column_names(name)]


def column_names(name):
    game = sim.games()[name]
    return [column.name for column in game.columns_under(game.rules.of())]


def test_only_the_game_that_is_asked_for_is_imported():
    asked = "from sim.games import find_game; find_game('war')"
    program = (
        f"import sys; {asked}; print([one for one in sys.modules if 'rulebook' in one])"
    )
    found = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert found.stdout.strip() == "['sim.games.war.rulebook']"


@pytest.mark.parametrize("name", GAMES)
def test_a_game_has_words_for_people(name):
    game = sim.games()[name]
    words = game.vocabulary
    advice = f"add it to sim/games/{folder(name).name}/vocabulary.py"
    assert {option.name for option in game.options} == words.options.keys(), advice
    for option in game.options:
        values = (
            [True, False]
            if isinstance(option.default, bool)
            else [option.default, *option.choices]
        )
        phrases = {words.options[option.name].phrase(value) for value in values}
        assert len(phrases) == len(set(values)), (
            f"{option.name}: each value needs its own words"
        )
        assert all(
            len(phrase) <= 40 or option.schema.get("type") == "array"
            for phrase in phrases
        ), f"{option.name}: too long"
        assert_plain([words.options[option.name].subject, *phrases])
    for part in game.policies.parts if game.policies else ():
        known = words.policies[part.name]
        assert {policy.name for policy in part.policies} == known.keys(), advice
        assert len(set(known.values())) == len(known), (
            "two policies have the same words"
        )
        assert_plain(known.values())
    if game.policies:
        assert game.policies.short.keys() == words.short.keys(), advice
    columns = (*game.columns, *game.more_columns, *game.on_request)
    assert words.columns.keys() <= {column.name for column in columns}, (
        "words for columns that do not exist"
    )
    assert_plain(
        words.columns.get(column.name, column.name.replace("_", " "))
        for column in columns
    )
    endings = {
        text
        for column in columns
        if column.name == "ending"
        for text in column.categories
    }
    assert endings == words.endings.keys(), advice
    assert_plain(words.endings.values())


def assert_plain(texts):
    """Assert that no text has the form of a public name, nor the number of a seat."""
    for text in texts:
        assert re.fullmatch(r"[^_=]*", text), text
        assert not re.search(r"player \d|_\d", text), text


@pytest.mark.parametrize("name", GAMES)
def test_a_game_describes_itself(name):
    game = sim.games()[name]
    assert game.name == name
    assert game.title
    assert game.summary, (
        "say in GAME what sets it apart; the README's table of games has it"
    )
    assert len(game.source) > 200, "the words of the source text belong to the game"
    for option in game.rules.options():
        assert option.meaning
        assert option.values


@pytest.mark.parametrize("name", GAMES)
def test_a_game_has_its_own_tests(name):
    home = ROOT / "tests" / "games" / folder(name).name
    assert list(home.glob("test_*.py")), (
        f"write {home}/test_game.py: the source's examples, and cases by hand"
    )


@pytest.mark.parametrize("name", GAMES)
def test_a_game_has_a_scenario(name):
    scenarios = [load_scenario(path) for path in shipped_scenarios().values()]
    assert any(scenario.game == name for scenario in scenarios), (
        f"write scenarios/{name}.toml: what one asks of it"
    )


@pytest.mark.parametrize("name", build.TABLES)
def test_the_tables_in_pages_are_those_that_the_code_gives(name):
    page = (ROOT / name).read_text(encoding="utf-8")
    assert page == build.with_table(page, build.TABLES[name]()), WRITE_PAGES


@pytest.mark.parametrize("name", GAMES)
def test_the_speed_of_a_game_is_measured(name):
    """The benchmarks measure it under the default rules, and whatever else they name for it is legal."""
    measured = list(cases(sim.games()[name]))
    assert measured[0][1].changed() == {}
    assert all(label.startswith(name) for label, _ in measured)


@pytest.mark.parametrize("name", DEALT)
def test_a_game_is_dealt_the_same_in_python_and_compiled(name):
    """From a shuffled pack, under drawn rules; tests/deals/test_riffles.py has the other packs."""
    game, draw = sim.games()[name], random.Random(name)
    plain = PLAIN_DEALS.get(name, plain_deals.deal_row)
    for _ in range(tiers.size(20, 300)):
        rules = drawn_rules(game, draw, small=False)
        if getattr(rules, "pack", "") in ("new", "played"):
            continue
        seed, first = draw.choice(((11, 3), (2**63 + 5, 10**12)))
        # An odd number, so that the last game has no neighbour to be dealt with.
        rows = game.deals.dealing.deal_rows(rules, seed, first, 41)
        assert rows.tolist() == [plain(rules, seed, first + game) for game in range(41)]
        packets = game.deals.packets(rules, rows[0])
        held = Counter(card for packet in packets for card in packet)
        assert held <= Counter(rows[0].tolist())


@pytest.mark.parametrize("name", GAMES)
def test_what_is_changed_makes_the_same_rules_again(name):
    game, draw = sim.games()[name], random.Random(name)
    for _ in range(100):
        rules = drawn_rules(game, draw, small=False)
        again = game.rules.of(rules.changed())
        assert again == game.rules.of(rules.as_dict())
        assert again.changed() == rules.changed()
        assert hash(game.deals.same(again)) == hash(game.deals.same(rules))


@pytest.mark.parametrize("name", GAMES)
def test_a_game_has_a_golden_replay(name, update):
    """The whole telling of one game; a change of it is a change of the rules or of the words, to be read and wanted.

    The file itself names its game in its first lines: to choose another, write its
    number there (and the rules and policies below it) and run pytest with --update.
    """
    path = GOLDEN / f"{name}.txt"
    known = path.read_text(encoding="utf-8") if path.exists() else ""
    assert known or update, (
        f"run pytest with --update and read {path} as a player would"
    )
    transcript = str(sim.replay(name, **chosen(known))) + "\n"
    if update:
        path.write_text(transcript, encoding="utf-8")
    assert path.read_text(encoding="utf-8") == transcript, (
        "run pytest with --update and read the difference"
    )


@pytest.mark.parametrize("name", GAMES)
def test_the_replay_of_a_game_gives_its_row(name):
    rows = sim.play(name, tiers.size(15, 40), seed=6).rows(named=True)
    assert [sim.replay(name, number, seed=6).row for number in range(len(rows))] == rows


@pytest.mark.parametrize("name", GAMES)
def test_splitting_a_batch_does_not_change_the_games(name):
    whole = sim.play(name, 300, seed=3)
    parts = [
        sim.play(name, games, seed=3, first=first)
        for first, games in ((0, 1), (1, 120), (121, 179))
    ]
    assert_frame_equal(whole, pl.concat(parts))


@pytest.mark.parametrize("name", GAMES)
def test_no_game_is_dropped(name):
    played = sim.play(name, 1000, seed=4, first=50)
    assert played["game"].to_list() == list(range(50, 1050))
    assert played.null_count().sum_horizontal().item() == 0


@pytest.mark.parametrize("name", packet_games())
def test_a_game_ends_or_says_why_not(name):
    played = sim.play(name, 3000, seed=7)
    decided = pl.col("ending").is_in(["cards", "run-out"])
    expected = (
        pl.when(decided)
        .then(pl.col("winner") >= 0)
        .when(pl.col("ending") == "draw")
        .then(pl.col("winner") == -1)
    ).otherwise(pl.col("winner") == -2)
    assert played.select(expected.all()).item()


@pytest.mark.parametrize(
    "name", [name for name in packet_games() if not sim.games()[name].seats_differ]
)
def test_the_seats_are_symmetric(name):
    """The players' shares of the wins differ by chance alone: a sign test; false alarms once in 10,000 seeds.

    Where they differ by the rules, ``seats_differ`` of the game says why.
    """
    wins = (
        sim.play(name, 20_000, seed=8)["winner"]
        .value_counts()
        .filter(pl.col("winner") >= 0)["count"]
        .to_numpy()
    )
    share = wins[0] / wins.sum()
    assert abs(share - 0.5) < 3.9 / (2 * np.sqrt(wins.sum()))


@pytest.mark.parametrize("name", [name for name in GAMES if name in ONLY_ORDER_MATTERS])
def test_renaming_the_ranks_in_their_order_changes_nothing(name):
    deals = sim.deal(name, 500, seed=9)
    plain = sim.play(name, deals=deals, seed=9)
    renamed = sim.play(name, deals=2 * deals + 20, seed=9)
    by_rank = [column for column in ("aces", "rank_sum") if column in plain.columns]
    assert_frame_equal(plain.drop(by_rank), renamed.drop(by_rank))


@pytest.mark.parametrize("name", GAMES)
def test_an_unknown_option_is_refused_with_the_nearest(name):
    first = sim.games()[name].rules.options()[0].name
    with pytest.raises(
        sim.UserError, match=f"unknown option '{first}s'; did you mean '{first}'"
    ):
        sim.play(name, 1, rules={f"{first}s": 1})


@pytest.mark.parametrize("name", DEALT)
def test_what_the_deal_decides_is_a_sum_over_the_cards(name):
    """So both players' values add up to the deck's, which is what the report's forecast compares with."""
    game = sim.games()[name]
    rules = game.rules.of()
    rows = sim.deal(name, 20, seed=4)
    half = rows.shape[1] // 2
    for column in game.columns_under(rules):
        if of := column.of_packet:
            both = of(rules, rows[:, :half]) + of(rules, rows[:, half:])
            assert np.array_equal(both, of(rules, rows)), column.name
            assert len(set(both.tolist())) == 1


@pytest.mark.parametrize("name", GAMES)
def test_a_game_says_whether_it_can_be_drawn(name):
    game = sim.games()[name]
    meanings = {column.name: column.meaning for column in game.columns}
    if "winner" in meanings:
        assert game.can_be_drawn == ("-1" in meanings["winner"])


def test_no_report_names_a_game():
    naming = {
        path.name
        for path in (ROOT / "reports").rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and node.value in {*GAMES} - {"war"}
    }
    assert naming == set()
