"""GOPS for three to five players and with hidden bids: every game of small packs, exact figures, views, line-ups."""

from fractions import Fraction
from itertools import permutations, product
from math import sqrt

import numpy as np
import pytest

import sim
from sim.errors import UserError
from sim.games.gops.rulebook import GAME
from sim.policies.sets import set_of
from tests.games.gops.support import assert_same, award, orders, rules_of


def script(bids):
    """A policy that bids these cards, one after the other."""
    return lambda view, chance: bids[view.cards - view.held]


@pytest.mark.slow
@pytest.mark.parametrize("carry_over", [False, True])
@pytest.mark.parametrize(("players", "cards"), [(3, 3), (4, 2), (5, 2)])
def test_every_game_of_a_small_pack_gives_the_row_of_its_bids(
    players, cards, carry_over
):
    """All bids against all orders of the prizes: by rulebook, by kernel, and by a few lines."""
    every = list(permutations(range(1, cards + 1)))
    for bids in product(every, repeat=players):
        rules = rules_of(
            list(map(script, bids)), players=players, cards=cards, carry_over=carry_over
        )
        rows = assert_same(rules, orders(cards))
        assert rows == [award(prizes, bids, carry_over) for prizes in every]


def test_hidden_bids_change_nothing_but_what_is_seen():
    for players in (2, 3):
        rules = {"players": players, "carry_over": True}
        line = ["proportional", "random", "match-pot"][:players]
        shown, hidden = (
            sim.play("gops", 300, seed=4, rules=rules | {"bids": bids}, policies=line)
            for bids in ("open", "hidden")
        )
        assert shown.equals(hidden)


def fits(values, expected):
    """Whether a mean agrees with the exact one, within 4.9 standard errors: a false alarm in a million seeds."""
    return abs(values.mean() - float(expected)) <= 4.9 * values.std() / sqrt(
        len(values)
    )


def test_matching_against_two_random_bidders_wins_what_both_must_bid_lower_for():
    """Prize p is won if both bids are lower, ((p-1)/13)^2; a random bid wins if it is above it and the other."""
    rules = {"players": 3}
    played = sim.play(
        "gops", 200_000, seed=3, rules=rules, policies=["match", "random", "random"]
    )
    mine = sum(Fraction(p * (p - 1) ** 2, 169) for p in range(1, 14))
    theirs = sum(
        Fraction(p * sum(bid - 1 for bid in range(p + 1, 14)), 169)
        for p in range(1, 14)
    )
    for column, expected in (
        ("score_0", mine),
        ("score_1", theirs),
        ("score_2", theirs),
    ):
        assert fits(played[column].to_numpy(), expected)
    assert fits(played["unawarded"].to_numpy(), 91 - mine - 2 * theirs)


@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("above", ["match-plus-one", "beat-match"])
def test_one_above_many_who_match_takes_everything_but_the_king(above, players):
    """Those who match tie for the king, which nobody gets, and lose every other prize by one."""
    for seat in range(players):
        line = ["match"] * players
        line[seat] = above
        played = sim.play(
            "gops", 200, seed=seat, rules={"players": players}, policies=line
        )
        assert set(
            played.select(f"score_{seat}", "winner", "ties", "unawarded").rows()
        ) == {(78, seat, 1, 13)}


def test_a_game_of_three_is_told_with_who_tied():
    rules = rules_of(
        list(map(script, [(1, 3, 2), (3, 2, 1), (3, 1, 2)])),
        players=3,
        cards=3,
        carry_over=True,
    )
    lines = [str(event) for event in GAME.tell(rules, [[3, 1, 2]], 1, 0)]
    assert (
        lines[0]
        == "player 0, player 1 and player 2 each hold 1 2 3; the same cards lie face down as prizes"
    )
    assert lines[3:5] == [
        "players 1 and 2 tie: 3 stays on the table",
        "now 0 : 0 : 0, 3 points on the table",
    ]
    assert lines[7] == "player 0 takes 1 and 3: 4 points"
    assert lines[-3:] == [
        "players 0 and 2 tie: 2 stays on the table",
        "now 4 : 0 : 0, 2 points on the table",
        "player 0 wins, 4 points to 0 and 0; nobody got 2 points",
    ]


@pytest.mark.parametrize("bids", ["open", "hidden"])
def test_a_view_of_three_players_has_the_next_player_first_and_hides_what_is_hidden(
    bids,
):
    """Player 1 before the third of four prizes: 4 went to player 2 for 4, and 1 was tied by players 0 and 1."""
    seen = []

    def noting(view, chance):
        seen.append({name: np.array(view[name]).tolist() for name in view.dtype.names})
        return (3, 4, 1, 2)[4 - view.held]

    line = [script((2, 4, 1, 3)), noting, script((4, 1, 2, 3))]
    rules = rules_of(line, players=3, cards=4, bids=bids, carry_over=True)
    assert_same(rules, np.array([[4, 1, 3, 2]], np.uint8))
    view = seen[2]
    played = seen[5]
    assert view == played
    hands = [set_of([2, 3]), set_of([1, 3])] if bids == "open" else [0, 0]
    assert (view["others"], view["other"]) == ([*hands, 0, 0], hands[0])
    assert (view["players"], view["other_scores"], view["pot"], view["upcard"]) == (
        3,
        [4, 0, 0, 0],
        1,
        3,
    )
    assert view["taken"] == [0, set_of([4]), 0, 0, 0], "player 2 is the next"
    assert view["bids"] == [0, 4, 0, 0, 3, *[0] * 26]


@pytest.mark.parametrize(
    ("policy", "rules", "complaint"),
    [
        (
            "beat-match",
            {"bids": "hidden"},
            "beat-match with hidden bids; it looks at the others' hands",
        ),
        ("equilibrium", {"bids": "hidden", "cards": 5}, "equilibrium with hidden bids"),
        (
            "equilibrium",
            {"players": 3, "cards": 5},
            "equilibrium with 3 players; it is solved for two players",
        ),
        (
            "equilibrium-win",
            {"players": 5, "cards": 5},
            "equilibrium-win with 5 players",
        ),
    ],
)
def test_what_cannot_be_played_is_refused(policy, rules, complaint):
    line = [policy, *["random"] * (rules.get("players", 2) - 1)]
    with pytest.raises(UserError, match=f"policies: {complaint}"):
        sim.play("gops", 1, rules=rules, policies=line)


def test_line_ups_seat_every_policy_in_every_seat_on_the_same_deals():
    """The ranking is what the three seatings of the only line-up give, played by themselves."""
    line = ["match", "match-plus-one", "random"]
    rules = {"players": 3}
    games = 400
    result = sim.line_ups("gops", line, games, seed=2, rules=rules, workers=2)
    for place in result.ranking:
        wins = points = 0
        for shift in range(3):
            seated = line[shift:] + line[:shift]
            played = sim.play("gops", games, seed=2, rules=rules, policies=seated)
            seat = seated.index(place.name)
            wins += (played["winner"] == seat).sum()
            points += played[f"score_{seat}"].sum()
        assert place.wins.value == pytest.approx(wins / (3 * games))
        assert place.points.value == pytest.approx(points / (3 * games))
        assert place.points.low <= place.points.value <= place.points.high
    assert [place.name for place in result.ranking] == [
        "match-plus-one",
        "random",
        "match",
    ]
    more = sim.line_ups("gops", [*line, "beat-match", "high-first"], 50, rules=rules)
    assert (more.line_ups, more.players) == (10, 3)


@pytest.mark.parametrize(
    ("name", "policies", "rules", "complaint"),
    [
        (
            "gops",
            ["match", "random"],
            {},
            "players: line-ups with 2 players; for two players use sim.tournament",
        ),
        (
            "gops",
            ["match", "random"],
            {"players": 3},
            "policies: a tournament of 2; name 3 to 31 policies",
        ),
        (
            "gops",
            ["match", "random", "match"],
            {"players": 3},
            "policies: match is named twice",
        ),
        (
            "gops",
            ["match", "random", "equilibrium"],
            {"players": 3},
            "equilibrium with 3 players",
        ),
        ("war", ["match"], {"players": 3}, "war cannot have a tournament"),
    ],
)
def test_line_ups_that_cannot_be_played_are_refused(name, policies, rules, complaint):
    with pytest.raises(UserError, match=complaint):
        sim.line_ups(name, policies, 10, rules=rules)
