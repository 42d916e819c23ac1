"""Start positions: how many cards and aces named hands give the first player."""

import pytest

from reports.sections.positions import Position, position, positions
from sim.errors import UserError
from sim.games import find_game
from sim.scenario import parse_scenario

HEAD = 'game = "war"\ngames = 10\nseed = 1\n'
PICTURE = '[answer]\ntext = "So."\n[answer.picture]\nkind = "positions"\n'


def rules(*hands, game="war", **others):
    return find_game(game).rules.of({"hands": list(hands), **others})


@pytest.mark.parametrize(
    ("hands", "found"),
    [
        (("A", "*rest"), Position(1, 1)),
        (("A A -A *3", "*rest"), Position(5, 2)),
        (("-A *7", "*rest"), Position(7, 0)),
        (("A A A A *2", "*rest"), Position(6, 4)),
        (("K K *2", "A A A A *44"), Position(4, 0)),
        (("K Q 2", "*rest"), Position(3, 0)),
        # The random cards may hold an ace.
        (("A *4", "*rest"), None),
        (("*5", "*rest"), None),
        (("*rest", "A A"), None),
    ],
)
def test_the_cards_and_aces_of_the_first_player(hands, found):
    assert position(rules(*hands)) == found


def test_no_position_without_named_hands_for_more_players_or_without_a_deck():
    assert position(find_game("war").rules()) is None
    assert position(find_game("wargame").rules()) is None
    assert position(rules("A", "*rest", "*rest", players=3)) is None


def test_variants_are_positions_only_if_nothing_else_differs():
    one, two = rules("A", "*rest"), rules("-A *2", "*rest")
    assert positions({"one": one, "two": two}) == {
        "one": Position(1, 1),
        "two": Position(2, 0),
    }
    other = rules("-A *2", "*rest", face_down=3)
    assert positions({"one": one, "other": other}) == {}
    twice = rules("A", "*51")
    assert positions({"one": one, "twice": twice}) == {}
    assert positions({"one": one}) == {}
    assert positions({"one": one, "open": rules("*5", "*rest")}) == {}


def test_a_picture_of_positions_has_no_statistic():
    hands = '[vary]\nhands = [["A", "*rest"], ["-A *2", "*rest"]]\n'
    plan = parse_scenario(HEAD + hands + PICTURE).answer
    assert plan.picture.kind == "positions"
    with pytest.raises(UserError, match="does not have 'statistic'"):
        parse_scenario(HEAD + hands + PICTURE + 'statistic = "player 0 wins"\n')
