"""Policies in every game of choice: when they are called, what they draw, and what is refused."""

import itertools

import numpy as np
import pytest
from numba import njit

import sim
from sim.contract.policy import Part, Policies, Policy, seat_name
from sim.policies import draw, nth
from sim.policies.players import Player
from sim.rng import Stream, Words

BOTH_WAYS = (
    lambda policies: sim.play("gops", 1, first=5, policies=policies),
    lambda policies: sim.replay("gops", 5, policies=policies),
)
"""Game 5 of GOPS by the kernel, and by the rulebook."""


def test_players_use_the_default_policy_unless_others_are_given():
    usual = sim.play("gops", 50, seed=3)
    assert usual.equals(sim.play("gops", 50, seed=3, policies=["random", "random"]))


def test_a_policy_draws_from_the_stream_of_its_seat():
    """Of two cards, the first bid of seat 1 follows from the first word of stream 17 alone."""
    rows = sim.play(
        "gops", 40, seed=5, policies=["high-first", "random"], rules={"cards": 2}
    )
    words = [
        np.random.Philox(
            key=np.array([5, Stream.SEAT + 1], np.uint64),
            counter=np.array([0, 0, number, 0], np.uint64),
        ).random_raw()
        for number in range(40)
    ]
    # Who bids 2 as well ties twice; else each takes a prize.
    assert rows["ties"].to_list() == [2 * (int(word) >= 2**63) for word in words]
    assert 0 < rows["ties"].sum() < 80


@pytest.mark.parametrize(
    ("policies", "complaint"),
    [
        (["match"], "1 policy for 2 players; give one for each player"),
        (["match", "randm"], "unknown policy 'randm'; did you mean 'random'?"),
        (["match", 3], "3 is not a policy; give the name of one"),
        ("match", "'match' is not a list of policies; give a list"),
        (["match/never", "match"], "'match/never' is not a policy"),
    ],
)
def test_invalid_policies_are_refused(policies, complaint):
    with pytest.raises(sim.UserError, match=r"^policies: ") as refused:
        sim.play("gops", 1, policies=policies)
    assert complaint in str(refused.value)


def test_deals_of_a_game_without_deals_are_refused_with_the_reason():
    why = "wargops has no deals: nothing is shuffled: all players begin with the same cards"
    with pytest.raises(sim.UserError, match=f"{why}; leave deals out"):
        sim.play("wargops", deals=[[1, 2]])
    with pytest.raises(sim.UserError, match=why):
        sim.deal("wargops")


def test_with_one_legal_move_the_policy_is_not_called_and_draws_nothing():
    asked = []

    def note(view, words):
        """Remember the word."""
        asked.append(words.next())
        return 1

    part = Part(
        "throw", (Policy("note", note),), lambda rules: np.dtype([("a", np.int64)])
    )
    policies = Policies((part,), ("points_0", "points_1"), lambda rules: 1, "note")
    player = Player(policies, None, 0, ("note",), 1, 0)
    assert player.choose(None, [7, 7]) == 7
    assert asked == []
    assert player.choose(None, [1, 2]) == 1
    assert asked == [Words(1, 0, Stream.SEAT).next()]


def test_a_replay_names_the_policies():
    """One above the prize takes all but the king, which the ace loses to it: 78 points to 13."""

    def one_above(view, chance):
        return 1 + view.upcard % view.cards

    for policy, name in (
        ("match-plus-one", "match-plus-one"),
        (one_above, "one_above"),
    ):
        replayed = sim.replay("gops", 4, policies=[policy, "match"])
        assert f"policies: {name}, match" in str(replayed)
        assert (replayed.row["score_0"], replayed.row["score_1"]) == (78, 13)


@pytest.mark.parametrize("answer", ["1", None, 1.5, 2**64 + 1, [1]])
def test_answers_that_are_not_moves_are_refused_in_games_and_replays(answer):
    def odd(view, chance):
        return answer

    for play in BOTH_WAYS:
        with pytest.raises(sim.UserError, match=r"policy odd answers .* in game 5"):
            play([odd, "match"])


def test_the_game_in_which_a_policy_raises_is_named():
    def broken(view, chance):
        raise ZeroDivisionError("by its author")

    note = "raised by policy broken in game 5; sim.replay with the same policies plays this game alone"
    for play, policies in itertools.product(
        BOTH_WAYS, (["match", broken], [broken, "match"])
    ):
        with pytest.raises(ZeroDivisionError, match="by its author") as caught:
            play(policies)
        assert caught.value.__notes__ == [note]


@pytest.mark.parametrize("bound", [2.5, 0, -1, "2", None, True, 10**30, np.float64(2)])
def test_a_bound_that_is_not_one_is_refused_in_a_plain_policy(bound):
    def drawing(view, chance):
        return int(nth(view.hand, draw(bound, chance)))

    for play in BOTH_WAYS:
        with pytest.raises(
            sim.UserError,
            match=r"^policy drawing in game 5: draw\(.*, chance\); draw from a w",
        ):
            play([drawing, "match"])


def test_numpy_s_bounds_draw_what_python_s_do():
    def drawing(kind):
        def choose(view, chance):
            return int(nth(view.hand, draw(kind(view.held), chance)))

        return choose

    games = [
        sim.play("gops", 20, policies=[drawing(kind), "match"])
        for kind in (int, np.int64, np.uint8)
    ]
    assert games[0].equals(sim.play("gops", 20, policies=["random", "match"]))
    assert games[1].equals(games[0])
    assert games[2].equals(games[0])


@njit
def halved(view, chance):
    return nth(view.hand, draw(2.5, chance))


@njit
def nothing(view, chance):
    return nth(view.hand, draw(view.held - view.held, chance))


@njit
def misspelt(view, chance):
    return view.upcrad


@njit
def half(view, chance):
    return nth(view.hand, 0) + 0.5


@pytest.mark.parametrize(
    ("policy", "complaint"),
    [
        (halved, "compile the policy halved: draw of a float64: draw from a whole"),
        (misspelt, "Numba cannot compile the policy misspelt"),
        (half, "half answers with float64"),
    ],
)
def test_a_policy_that_does_not_compile_is_refused_in_games_and_replays(
    policy, complaint
):
    for play in BOTH_WAYS:
        with pytest.raises(sim.UserError, match=complaint):
            play([policy, "match"])


def test_a_compiled_policy_that_fails_stops_the_game():
    """Also where 0 is a legal answer, such as no switch in Wargame."""

    @njit
    def failing(view, chance):
        if view.own_chips > 0:
            raise ValueError("boom")
        return 0

    parts = ("mirror", "nine", "surest", failing)
    for game, policies, name in (
        ("gops", [nothing, "match"], "nothing"),
        ("wargame", [parts, "random"], "failing"),
    ):
        complaint = f"{name} fails in game 0; play it without numba.njit to see where"
        with pytest.raises(sim.UserError, match=complaint):
            sim.play(game, 5, policies=policies)


def test_a_policy_that_changes_its_answers_is_named():
    asked = []

    def fickle(view, chance):
        asked.append(1)
        return int(
            nth(view.hand, 0) if len(asked) <= 12 else nth(view.hand, view.held - 1)
        )

    with pytest.raises(
        sim.UserError,
        match=r"fickle and match did not give the same answers twice|fickle did not give",
    ):
        sim.replay("gops", 0, policies=[fickle, "match"])


def test_names_of_several_parts():
    named = tuple(Policy(name, lambda view, chance: 1) for name in ("rock", "paper"))
    part = Part("throw", named, lambda rules: np.dtype([("a", np.int64)]))
    two = Policies(
        (part, part),
        ("points_0", "points_1"),
        lambda rules: 2,
        short={"stone": "rock/rock"},
    )
    assert two.read("stone") == ("rock", "rock")
    assert two.read(" rock / paper ") == ("rock", "paper")
    assert seat_name(two.read(("rock", "paper"))) == "rock/paper"
    with pytest.raises(
        sim.UserError, match="name its parts as 'throw/throw', or one of 'stone'"
    ):
        two.read("rock")


@pytest.mark.parametrize(
    "name", [name for name, game in sim.games().items() if game.policies]
)
def test_every_named_policy_is_defined_in_words(name):
    game = sim.games()[name]
    for part in game.policies.parts:
        for policy in part.policies:
            assert policy.meaning.endswith("."), f"{part.name}: {policy.name}"
        assert game.policies.read(game.policies.usual)
    assert game.margin is not None
    assert {*game.margin} <= {column.name for column in game.columns}
