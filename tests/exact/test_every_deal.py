"""Every deal counted: published counts, the rulebook's own games, and counts in any pieces."""

import json
from collections import Counter
from fractions import Fraction
from itertools import permutations

import pytest

import sim
from sim.contract.events import Settled
from sim.errors import UserError
from sim.exact.every_deal.counts import WINNERS
from sim.games.packets.columns import MORE_ENDINGS
from sim.games.war.rulebook import GAME
from sim.games.war.rules import WarRules
from tests.support.both_ways import of_kind


@pytest.fixture
def small_blocks(monkeypatch):
    monkeypatch.setattr("sim.exact.every_deal.answer.BLOCK", 300)


SMALL = [
    {"lowest": 1, "highest": 4, "copies": 2},
    {"lowest": 1, "highest": 4, "copies": 2, "pickup": "seat", "run_out": "last-card"},
    {
        "lowest": 2,
        "highest": 4,
        "copies": 2,
        "jokers": 1,
        "face_down": 0,
        "pickup": "loser-first",
    },
    {"lowest": 1, "highest": 3, "copies": 2, "low_beats_high": True, "max_rounds": 4},
    {"lowest": 1, "highest": 4, "copies": 2, "players": 3, "pickup": "seat"},
    {
        "lowest": 1,
        "highest": 3,
        "copies": 2,
        "jokers": 1,
        "players": 3,
        "fighters": "tied",
        "end": "first-out",
    },
    {
        "lowest": 1,
        "highest": 4,
        "copies": 2,
        "players": 4,
        "pickup": "seat",
        "run_out": "all-in",
    },
]


@pytest.mark.slow
@pytest.mark.parametrize("options", SMALL)
def test_the_counts_are_those_of_the_rulebook(options):
    """Each deal is played by the rulebook; the length of a cycle is found in the list of its positions."""
    rules = WarRules.of(options)
    size = rules.deck.size // rules.players * rules.players
    winners = Counter()
    rounds = Counter()
    cycles = Counter()
    lengths = {}
    for number, row in enumerate(sorted(set(permutations(rules.deck.cards())))):
        packets = [
            list(row[player : size : rules.players]) for player in range(rules.players)
        ]
        told = list(GAME.tell(rules, packets, 1, 0))
        played = told[-1].row
        winners[played["ending"], played["winner"]] += 1
        if played["ending"] == "cycle":
            positions = [event.packets for event in of_kind(Settled, told)]
            cycles[len(positions) - 1 - positions.index(positions[-1])] += 1
        elif played["ending"] != "cap":
            rounds[played["rounds"]] += 1
            lengths[number] = played["rounds"], row, packets
    every = sim.exact.war(rules=options, workers=2)
    assert every.deals == winners.total()
    assert {
        (MORE_ENDINGS[ending], winner): deals
        for (winner, ending), deals in every.counts.entries[WINNERS].pairs().items()
    } == winners
    assert every.rounds == dict(sorted(rounds.items()))
    assert every.cycle_lengths == dict(sorted(cycles.items()))
    assert every.cycles == cycles.total()
    longest = max(lengths, key=lambda number: (lengths[number][0], -number))
    assert (every.longest.number, every.longest.length) == (
        longest,
        lengths[longest][0],
    )
    assert every.longest.deal == lengths[longest][1] == every.deal(longest)
    assert [list(packet) for packet in every.longest.packets] == lengths[longest][2]
    assert every.mean_rounds == Fraction(
        sum(one * many for one, many in rounds.items()), rounds.total()
    )
    listed = sorted(rounds.elements())
    assert every.quantile(0.5) == listed[(len(listed) + 1) // 2 - 1]


@pytest.mark.usefixtures("small_blocks")
def test_the_counts_do_not_depend_on_the_workers():
    one = sim.exact.war(4, 2, workers=1)
    three = sim.exact.war(4, 2, workers=3)
    assert one.counts == three.counts
    assert one.as_dict() == three.as_dict()
    json.dumps(one.as_dict())


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            {"rules": {"pickup": "shuffled"}},
            (
                "pickup: 'shuffled' leaves the game to chance after the deal; choose another value, or simulate it: "
                "warlab play war"
            ),
        ),
        (
            {"rules": {"captured": "pile-shuffled"}},
            (
                "captured: 'pile-shuffled' leaves the game to chance after the deal; choose another value, or simulate "
                "it: warlab play war"
            ),
        ),
        (
            {"ranks": 4, "rules": {"hands": ("2 3", "*rest")}},
            "hands: every deal of the whole deck is counted; leave this option out",
        ),
        (
            {},
            (
                "a deck of 52 cards has 9.2e+49 deals; at most 10^10 are counted: take "
                "fewer ranks or copies, or simulate it"
            ),
        ),
        (
            {"ranks": 13, "copies": 2},
            (
                "a deck of 26 cards has 4.9e+22 deals; at most 10^10 are counted: take "
                "fewer ranks or copies, or simulate it"
            ),
        ),
        (
            {"ranks": 3, "rules": {"highest": 4}},
            "highest: highest together with a number of ranks; give only one of the two",
        ),
        (
            {"copies": 3, "rules": {"copies": 3}},
            "copies: copies is given twice; give it once",
        ),
    ],
)
def test_what_cannot_be_counted_is_refused(arguments, message):
    with pytest.raises(UserError) as caught:
        sim.exact.war(**arguments)
    assert str(caught.value) == message
