"""The report of a tournament: who beats whom, and what the ways to play have in common."""

import pytest

from reports.contents import compose
from sim.contract.answer import Bullets, Paragraph
from sim.runs import run
from sim.scenario import parse_scenario
from tests.support.told import tables


def played(path, game, *policies, more=""):
    named = ", ".join(f'"{policy}"' for policy in policies)
    text = f'game = "{game}"\ngames = 40\nseed = 1\ntournament = [{named}]\n{more}'
    return compose(run(parse_scenario(text), path / "run"))


# By the rules, one above the prize takes the prizes 1 to 12 in every game against the
# prize's own value, 78 points to 13.
@pytest.mark.parametrize(
    ("more", "won", "lost"),
    [
        ("", "+65", "−65"),
        ('[answer.picture]\nkind = "ranking"\nas = "percent"', "100", "0"),
    ],
    ids=["points", "games"],
)
def test_who_beats_whom(tmp_path, more, won, lost):
    number = '[answer.numbers.m]\nstatistic = "margin"\npolicy = "match"\nlabel = "m"\n'
    found = played(
        tmp_path, "gops", "match", "match-plus-one", more=f"{number}{more}\n"
    )
    standings, pairs = tables(found, "The tournament")
    names = [row[0].text for row in standings.rows]
    assert [row[0].text for row in pairs.rows] == names
    assert pairs.head == ("", "1", "2")
    assert [[cell.text for cell in row[1:]] for row in pairs.rows] == [
        ["–", won],
        [lost, "–"],
    ]


def test_what_all_players_do_alike_is_said_once_and_first(tmp_path):
    ways = "counter/random/random/never", "counter/random/surest/never"
    found = played(tmp_path, "wargame", *ways)
    (section,) = [part for part in found.sections if part.title == "The ways to play"]
    first, alike, second, apart = section.blocks
    assert isinstance(first, Paragraph)
    assert isinstance(second, Paragraph)
    assert isinstance(alike, Bullets)
    assert isinstance(apart, Bullets)
    assert len(alike.items) == 3  # where to deploy, the traitor, when to switch
    assert len(apart.items) == 2  # where to attack
