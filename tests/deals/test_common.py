"""Which variants share their deals, and that the commands say so only of those."""

import re
from pathlib import Path

import pytest

from sim.contract.same_deals import same_deals
from sim.engine.rows import deal
from sim.games import GAMES, find_game
from tests.support.command_line import refusal, warlab

SCENARIO = """\
title = "Decks"
question = "Does the deck matter?"
game = "war"
games = 200
seed = 1

[vary]
highest = [{highest}, 14]
"""


@pytest.mark.parametrize(
    ("first", "second", "alike"),
    [
        ({}, {"face_down": 3, "pickup": "shuffled", "max_rounds": 9}, True),
        ({}, {"highest": 10}, False),
        ({}, {"jokers": 2}, False),
        ({}, {"players": 3}, False),
        ({}, {"hands": ("A A A A", "*rest")}, False),
        ({"jokers": 2}, {"jokers": 2, "bury_jokers": True}, False),
        ({"hands": ("*5", "*rest")}, {"hands": ("*6", "*rest")}, False),
    ],
)
def test_the_deal_depends_only_on_the_deck_the_players_and_the_hands(
    first, second, alike
):
    war = find_game("war")
    plain, changed = war.rules.of(first), war.rules.of(second)
    assert same_deals(war, [plain, plain, changed]) is alike
    if alike:
        assert (deal("war", 20, seed=4) == deal("war", 20, seed=4, rules=second)).all()


@pytest.mark.parametrize("name", GAMES)
def test_every_game_says_whether_deals_are_shared(name):
    game = find_game(name)
    assert same_deals(game, [game.rules(), game.rules()])


@pytest.mark.slow
@pytest.mark.parametrize(("highest", "alike"), [(10, False), (14, True)])
def test_commands_mention_the_same_deals_only_if_they_are_the_same(
    tmp_path, monkeypatch, highest, alike
):
    monkeypatch.chdir(tmp_path)
    text = SCENARIO.format(highest=highest)
    if alike:
        text = text.replace("highest = [14, 14]", "face_down = [0, 1]")
    Path("decks.toml").write_text(text, "utf-8")
    ran = warlab("run", "decks.toml", "--out", "played")
    assert ran.code == 0
    for command in (
        ("validate", "decks.toml"),
        ("run", "decks.toml", "--dry-run"),
        ("compare", "played", "--pairs"),
    ):
        said = re.sub(r"\s+", " ", warlab(*command).out)
        assert ("not all on the same deals" in said) is not alike, command
        assert "on the same deals" in said.lower(), command


def test_names_with_commas_are_quoted_where_they_are_listed(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    text = SCENARIO.format(highest=10) + "face_down = [0, 1]\n"
    Path("decks.toml").write_text(text, "utf-8")
    assert warlab("run", "decks.toml", "--out", "played").code == 0
    told = refusal("replay", "played", "0", "--variant", "zzzz")
    assert (
        "choose from 'highest=10, face_down=0', 'highest=10, face_down=1', 'highest=14"
        in told
    )
