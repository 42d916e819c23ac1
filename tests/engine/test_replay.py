"""Any game can be replayed from its number, and the replay agrees with the kernel."""

import pytest

import sim
from sim.cards import cards_text
from sim.engine.replaying import replay
from sim.errors import UserError
from sim.rng import Stream, Words
from sim.runs import run
from sim.scenario import parse_scenario
from tests.support.toy_game import toy_scenario


def test_a_replay_says_the_deal_the_rules_and_the_end():
    replayed = replay("war", 17, seed=1, rules={"face_down": 3, "run_out": "all-in"})
    row = [rank for rank in range(2, 15) for _ in range(4)]
    Words(1, 17, Stream.DEAL).shuffle(row)
    lines = str(replayed).splitlines()
    assert lines[:3] == [
        "War: game 17 of seed 1",
        "rules: face_down = 3, run_out = all-in",
        f"deal: {cards_text(row)}",
    ]
    assert replayed.packets == [row[0::2], row[1::2]]
    assert lines[-1].startswith(
        f"game 17, winner {replayed.row['winner']}, ending {replayed.row['ending']}, rounds "
    )
    assert str(replayed.events[-1]) in lines


@pytest.mark.slow
def test_the_replay_of_a_game_of_a_run_gives_its_row(tmp_path):
    scenario = parse_scenario(
        'game = "war"\ngames = 40\nseed = 3\n'
        '[vary]\npickup = ["winner-first", "shuffled"]\nface_down = [0, "rank"]\n'
    )
    played = run(scenario, tmp_path / "run")
    for row in played.games().collect().iter_rows(named=True):
        replayed = played.replay(row["game"], row.pop("variant")).row
        assert replayed == row


@pytest.mark.parametrize(
    ("name", "deal", "rules"),
    [
        ("war", [2, 3, 14, 13, 5, 5, 9, 7], {"pickup": "shuffled"}),
        ("war", [2, 3, 14, 13, 5], {"players": 3}),
        ("casino-war", [7, 7, 2, 3, 4, 9, 5, 10], {"burn": 3}),
        ("gops", [3, 1, 2], {"cards": 3}),
    ],
)
def test_the_replay_of_a_given_deal_is_the_game_that_is_played(name, deal, rules):
    """The number and the seed decide in-play chance."""
    for number in range(5):
        found = replay(name, number, seed=9, rules=rules, deal=deal)
        assert (found.given, list(found.deal)) == (True, deal)
        played = sim.play(name, deals=[deal], seed=9, first=number, rules=rules)
        assert played.row(0, named=True) == found.row


def test_the_packets_of_a_given_deal_are_its_cards_in_turn():
    found = replay("war", 0, deal=[2, 3, 14, 13, 5, 9, 11], rules={"players": 3})
    assert found.packets == [[2, 13], [3, 5], [14, 9]]
    assert str(found).splitlines()[:3] == [
        "War: a given deal as game 0 of seed 1",
        "rules: players = 3",
        "deal: 2 3 A K 5 9 J; left over: J",
    ]


@pytest.mark.parametrize(
    ("name", "deal", "rules", "message"),
    [
        (
            "war",
            [2],
            {},
            "deal: deals of 1 card; a deal must have from 2 (one per player) to ",
        ),
        ("war", [2, 0], {}, "deal: a card out of range; cards are codes from 1 to "),
        *(
            (
                "war",
                wrong,
                {},
                (
                    f"deal: {wrong!r} is not a deal; give a row of cards, [2, 3, 14, 13], "
                    'or a text, "2 3 A K" or "2 A / 3 K"'
                ),
            )
            for wrong in (
                *(7, None.__class__, True, {}, [], [2.5, 3], ["A", "K"], [2, "K"]),
                *([[2, 3, 14, 13]], [[2], [3]], [[2, 3], [4]]),
            )
        ),
        ("war", "2 X", {}, "deal: 'X' is not a card"),
        (
            "war",
            [2, 3],
            {"hands": ["A A", "*rest"]},
            "deal: deals together with hands; ",
        ),
        ("wargame", [2, 3], {}, "deal: wargame has no deals: "),
    ],
)
def test_an_invalid_deal_is_refused(name, deal, rules, message):
    with pytest.raises(UserError) as refused:
        replay(name, 0, rules=rules, deal=deal)
    assert str(refused.value).startswith(message)


def test_a_kernel_that_disagrees_with_the_rulebook_is_detected(toy, monkeypatch):
    assert replay("toy", 5, seed=7).row["game"] == 5
    from tests.support import toy_game

    play = toy_game.play_block

    def wrong(*given):
        columns = play(*given)
        columns["length"] += 1
        return columns

    monkeypatch.setattr(toy_game, "play_block", wrong)
    with pytest.raises(
        AssertionError, match=r"seed 7: length is \d+ by the rulebook and \d+ by the"
    ):
        replay("toy", 5, seed=7)


def test_invalid_replays_are_refused(toy, tmp_path):
    for number in (-1, 1.5, 2**63):
        with pytest.raises(UserError, match="a game number is a whole number from 0"):
            replay("war", number, seed=1)
    with pytest.raises(UserError, match="did you mean 'war'"):
        replay("wart", 1)
    with pytest.raises(UserError, match="did you mean 'face_down'"):
        replay("war", 1, rules={"face_dow": 1})
    played = run(toy_scenario(), tmp_path / "run")
    with pytest.raises(
        UserError, match=r"unknown variant 'extra=1'; did you mean 'extra="
    ):
        played.replay(1, "extra=1")


def test_the_cards_of_a_pack_with_ranks_above_the_ace_print_as_numbers():
    told = str(
        sim.replay(
            "war",
            0,
            deal="12 30 14 13",
            rules={"lowest": 1, "highest": 52, "copies": 1},
        )
    )
    assert "deal: 12 30 14 13" in told
    assert (
        "round 1: player 0 turns up 12, player 1 turns up 30\nplayer 1 takes 30 12"
        in told
    )


@pytest.mark.parametrize("name", sim.games())
def test_a_replay_shows_itself_in_one_line(name):
    found = replay(name, 3)
    title = sim.games()[name].title
    assert repr(found) == f"<{title}: game 3 of seed 1: {found.events[-1]}>"
