"""Rare events by splitting, against exact chances: the sweep, every deal of a small deck, the gambler's ruin."""

import json
import math

import numpy as np
import pytest
import scipy.stats

import sim
from sim.engine.playing import play_rows
from sim.exact import gamblers_ruin, sweep
from sim.games import find_game
from sim.rare import chance
from sim.rare.answer import mean_of, repeat
from sim.rare.event import event_of
from tests.support.command_line import refuses, warlab
from tests.support.decks import arrangements

SMALL = {"lowest": 2, "highest": 5, "copies": 2, "face_down": 0}
"""A deck with 2,520 different deals."""

EIGHT = {"lowest": 1, "highest": 8, "copies": 1, "pickup": "shuffled"}
"""Different cards and shuffled pots: the gambler's ruin from four cards each."""


SWEEP = "rounds + 100 * wars + 100 * (ending <> 'cards') <= {}"
"""All rounds won by one player, without a war; nobody runs out of cards in a last tie."""


def exact(condition):
    """Return the share of all deals of the small deck whose game meets a condition."""
    played = sim.play("war", deals=arrangements(range(2, 6), 2), rules=SMALL)
    assert len(played) == 2520
    return len(played.sql(f"SELECT * FROM self WHERE {condition}")) / 2520


class Coins:
    """Twenty coins; the score is the number of heads. A move turns up to three of them."""

    def start(self, source, size):
        return source.generator.integers(0, 2, (size, 20))

    def scores(self, samples):
        return samples.sum(axis=1)

    def select(self, samples, places):
        return samples[places]

    def move(self, samples, level, source):
        proposed = samples.copy()
        each = np.arange(len(samples))
        for _ in range(3):
            proposed[each, source.generator.integers(0, 20, len(samples))] ^= 1
        return np.where((proposed.sum(axis=1) >= level)[:, None], proposed, samples)


HEADS = scipy.stats.binom.sf(17, 20, 0.5)
"""The chance of 18 or more heads, 2 in 10,000."""


def test_the_mean_of_repetitions_is_right_however_badly_the_samples_move():
    """Twenty samples, moved once: the mean of 3,000 repetitions is the exact chance, four standard errors aside."""
    _, levels, each, _ = repeat(Coins(), 18, 20, 3000, 3, 1, 0.95)
    assert len(levels) > 2
    assert min(each) == 0
    assert abs(np.mean(each) - HEADS) < 4 * np.std(each) / math.sqrt(len(each))


@pytest.mark.parametrize("event", ["rounds <= 1", "rounds - 5 * wars >= 12"])
def test_small_decks_have_the_chances_of_all_their_deals(event):
    truth = exact(event)
    assert 0 < truth < 0.05
    found = chance(
        "war", event, rules=SMALL, samples=100, repetitions=20, moves=2, level=0.9999
    )
    assert found.interval.low <= truth <= found.interval.high
    assert found.interval.high < 4 * truth


@pytest.mark.slow
def test_the_sweep_is_found():
    """26 : 0 without a tie, for either player: one in 159.6 million; among so few games there is none."""
    # Of 20 seeds all intervals hold the truth; repetitions vary by 0.36 of their mean,
    # so the mean of 20 by 0.08.
    found = chance("war", SWEEP.format(26))
    truth = float(2 * sweep())
    assert found.over == "deals"
    assert found.games < 12_000_000
    assert found.interval.low < truth < found.interval.high
    assert 0.75 * truth < found.interval.value < 1.25 * truth
    assert not found.interval.warning


@pytest.mark.parametrize(
    ("larger", "warning"), [(2, ""), (5, "by 0.9 times"), (11, "by 1.5 times")]
)
def test_repetitions_that_vary_much_have_a_warning(larger, warning):
    """Of twenty repetitions 18 find 1 and two something larger: they vary by 0.28, 0.88 and 1.54 times their mean."""
    found = mean_of((*[1.0] * 18, larger, larger), 4000, 0.95)
    assert warning in found.warning
    assert ("give four times the samples" in found.warning) == bool(warning)


def test_an_event_of_all_games_seen_has_the_bound_of_as_many_games():
    """Of 40 games none without it: below 0.05 ** (1 / 40) as many would be seen in fewer than 5 of 100 runs."""
    found = chance(
        "war", "rounds >= 1", rules=SMALL, samples=20, repetitions=2
    ).interval
    assert found.value == found.high == 1
    assert found.low == pytest.approx(0.05 ** (1 / 40))


def test_repetitions_that_are_all_alike_have_no_interval():
    found = mean_of((0.5, 0.5), 10, 0.95)
    assert (found.value, found.low, found.high) == (0.5, None, None)
    assert found.method == "none: all repetitions give the same chance"


def test_fewer_samples_than_usual_have_a_warning():
    """Alike as their repetitions may be, they descend from few deals."""
    asked = {"rules": SMALL, "repetitions": 2, "moves": 1}
    few = chance("war", "rounds <= 1", samples=3999, **asked)
    assert (
        few.interval.warning
        == "with fewer than 4,000 deals larger repetitions may be missing"
    )
    assert not chance("war", "rounds <= 1", **asked).interval.warning
    again = chance("war", "rounds > 20", rules=EIGHT, repetitions=2, samples=399)
    assert "with fewer than 400 positions" in again.interval.warning


def test_the_event_of_the_sweep_is_the_sweep_in_every_deal():
    game = find_game("war")
    deals = arrangements(range(2, 6), 2)
    rules = game.rules.of(SMALL)
    table = sim.play("war", deals=deals, rules=SMALL)
    columns = play_rows(game, rules, deals, 1, 0)
    swept = table["rounds", "wars", "ending"].rows()
    expected = [each == (4, 0, "cards") for each in swept]
    event = event_of(SWEEP.format(4), game, rules)
    assert (event.scores(game, columns) >= event.target).tolist() == expected
    loose = event_of("rounds + 100 * wars <= 4", game, rules)
    assert (loose.scores(game, columns) >= loose.target).sum() > sum(expected) > 0


@pytest.mark.parametrize(
    ("options", "continued"),
    [
        ({}, True),
        ({"pickup": "shuffled"}, True),
        ({"captured": "pile-shuffled"}, False),
        ({"players": 3}, False),
    ],
)
def test_two_packets_of_war_are_all_that_a_game_goes_on_from(options, continued):
    war = find_game("war")
    assert war.continues(war.rules.of(options)) is continued


@pytest.mark.slow
def test_a_very_long_game_is_reached_by_playing_on_from_positions():
    """Different cards and shuffled pots: more than 200 rounds with eight cards, about one in eight million."""
    truth = gamblers_ruin((4, 4)).longer_than(200)
    assert truth < 2e-7
    found = chance(
        "war", "rounds > 200", rules=EIGHT, samples=100, repetitions=20, level=0.999
    )
    assert found.over == "positions"
    assert found.interval.low < truth < found.interval.high
    assert found.interval.high < 4 * truth


@pytest.mark.slow
@pytest.mark.parametrize(
    ("event", "rules"), [("rounds > 60", EIGHT), ("rounds <= 1", SMALL)]
)
def test_the_seed_decides_everything_and_the_workers_nothing(event, rules):
    first, again, other = (
        chance(
            "war",
            event,
            rules=rules,
            samples=30,
            repetitions=6,
            seed=seed,
            workers=workers,
        )
        for seed, workers in ((1, 1), (1, 2), (2, 1))
    )
    assert first == again
    assert first.interval != other.interval


def test_with_chance_in_play_deals_are_split_as_well():
    """A game of eight different cards is over within four rounds if one player wins all of them: 2/16."""
    found = chance(
        "war", "rounds <= 4", rules=EIGHT, samples=100, repetitions=10, level=0.9999
    )
    assert found.over == "deals"
    assert found.interval.low < 2 / 16 < found.interval.high


def test_the_deals_of_beggar_my_neighbour_move_as_those_of_war_do():
    """Against 20,000 games, of which about 530 are so long."""
    seen = float((sim.play("beggar-my-neighbour", games=20_000)["tricks"] > 110).mean())
    found = chance(
        "beggar-my-neighbour", "tricks > 110", samples=200, repetitions=10, level=0.9999
    ).interval
    assert found.low < seen < found.high < 3 * seen


def test_an_event_that_cannot_be_reached_is_refused():
    with pytest.raises(
        sim.UserError,
        match=r"not reached by the pilot; ask for rounds <= [1-9], which it reached",
    ):
        chance("war", "rounds <= 0", rules=SMALL, samples=20, repetitions=2, moves=1)


def test_repetitions_that_reach_nothing_have_no_interval():
    for seed in range(40):
        found = chance(
            "war",
            "rounds >= 20",
            rules=SMALL,
            samples=10,
            repetitions=2,
            moves=1,
            seed=seed,
        ).interval
        if not found.value:
            assert (found.low, found.high) == (None, None)
            assert found.method == "none: no repetition reached the event"
            return
    pytest.fail("in 40 runs some repetition always got there")


def test_what_cannot_be_split_is_refused():
    no_event = "is not one amount compared with one number; ..."
    refuses(f"""
$ warlab rare war rounds
EVENT: 'rounds' is an amount, not an event; compare it with a number...
$ warlab rare war 'rounds > 5 and wars > 3'
EVENT: 'rounds > 5 and wars > 3' is not one amount compared with one number; write
one such as rounds > 9000, or rounds + 100 * wars <= 30 for several conditions at once
$ warlab rare war 'rounds > 5 or wars > 3'
EVENT: 'rounds > 5 or wars > 3' {no_event}
$ warlab rare war 'not rounds > 5'
EVENT: 'not rounds > 5' {no_event}
$ warlab rare war 'rounds = 9000'
EVENT: 'rounds = 9000' {no_event}
$ warlab rare war 'rounds > wars'
EVENT: 'rounds > wars' {no_event}
$ warlab rare war 'rounds > 2 > 1'
EVENT: 'rounds > 2 > 1' {no_event}
$ warlab rare war '5 < rounds < 3'
EVENT: '5 < rounds < 3' {no_event}
$ warlab rare war 'rounds IN (1, 2)'
EVENT: 'rounds IN (1, 2)' {no_event}
$ warlab rare war 'roundz > 30'
EVENT: unknown column 'roundz'; did you mean 'rounds'?
$ warlab rare war 'ending > 3'
EVENT: 'ending' is a text, not a number...
$ warlab rare war 'minutes > 60'
EVENT: a rare event has no pace; ask about plays...
$ warlab rare war 'rounds > 200000' -r pickup=shuffled
EVENT: no game lasts longer than max_rounds = 100000...
$ warlab rare war 'rounds > 9' -r 'hands=["A A", "*rest"]'
...hands: a deal cannot be moved by swaps...
$ warlab rare gops 'score_0 > 80'
...gops is not dealt from one deck...
$ warlab rare war 'rounds > 9' --samples 3
--samples: 3 is not a valid number...
""")


@pytest.mark.parametrize(
    ("text", "amount", "sign", "target"),
    [
        ("5 < rounds", "rounds", 1, 6),
        ("9_000 <= rounds", "rounds", 1, 9000),
        ("rounds >= 1e3", "rounds", 1, 1000),
        ("rounds > -5", "rounds", 1, -4),
        ("(rounds) < (9)", "rounds", -1, -8),
        ("rounds > 9000.5", "rounds", 1, 9001),
        ("kings > 3", "kings", 1, 4),
        # In units of a ten-thousand-millionth, of which 1e-7 is a thousand.
        ("aces / 1e7 >= 1e-7", "aces / 1e7", 1, 10**8),
    ],
)
def test_an_event_may_be_written_in_several_ways(text, amount, sign, target):
    war = find_game("war")
    event = event_of(text, war, war.asking(war.rules.of({}), ["kings"]))
    found = (event.query.expression, event.sign, event.target)
    assert found == (amount, sign, target)


class TestTheCommand:
    AT = (
        "rare",
        "war",
        "rounds <= 1",
        *(f"-r{name}={value}" for name, value in SMALL.items()),
    )
    FEW = ("--samples", "50")

    def test_it_tells_the_chance_and_its_interval(self):
        told = warlab(*self.AT, *self.FEW).out
        assert told.startswith("rounds <= 1 has the chance ")
        assert "(95 % interval " in told
        assert "Multilevel splitting over deals in " in told
        assert ": 20 repetitions, " in told

    def test_programs_get_what_python_gets(self):
        found = json.loads(warlab(*self.AT, *self.FEW, "--json").out)
        own = chance("war", "rounds <= 1", rules=SMALL, samples=50)
        assert (found["value"], found["low"]) == (own.interval.value, own.interval.low)
        assert found["repetitions"] == list(own.repetitions)
        assert found["levels"] == list(own.levels)
