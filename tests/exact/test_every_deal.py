"""Every deal counted: published counts, the rulebook's own games, and counts in any pieces."""

import json
from collections import Counter
from fractions import Fraction

import polars as pl
import pytest

import sim
from sim.contract.events import Settled
from sim.exact.every_deal.counts import WINNERS
from sim.games.packets.columns import MORE_ENDINGS
from sim.games.war.rulebook import GAME
from sim.games.war.rules import WarRules
from tests.support.both_ways import of_kind
from tests.support.decks import arrangements
from tests.support.plain_deals import packets


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
def test_the_counts_are_those_of_the_games_played(options):
    """All deals in order; the length of a cycle is found in the list of the rulebook's positions."""
    rules = WarRules.of(options)
    deals = arrangements(rules.deck.cards())
    played = sim.play("war", deals=deals, rules=options)
    ended = played.filter(~pl.col("ending").is_in(["cycle", "cap"]))
    cycles = Counter()
    for number in played.filter(ending="cycle")["game"]:
        told = GAME.tell(rules, packets(rules, deals[number]), 1, 0)
        positions = [event.packets for event in of_kind(Settled, told)]
        cycles[len(positions) - 1 - positions.index(positions[-1])] += 1
    every = sim.exact.war(rules=options, workers=2)
    assert every.deals == len(deals)
    assert {
        (MORE_ENDINGS[ending], winner): games
        for (winner, ending), games in every.counts.entries[WINNERS].pairs().items()
    } == Counter(played.select("ending", "winner").rows())
    assert every.rounds == dict(sorted(Counter(ended["rounds"]).items()))
    assert every.cycle_lengths == dict(sorted(cycles.items()))
    assert every.cycles == cycles.total()
    assert every.mean_rounds == Fraction(ended["rounds"].sum(), len(ended))
    ordered = ended["rounds"].sort()
    assert every.quantile(0.5) == ordered[(len(ended) + 1) // 2 - 1]
    first = ended.filter(rounds=ordered[-1])["game"][0]
    assert (every.longest.number, every.longest.length) == (first, ordered[-1])
    assert every.longest.deal == every.deal(first) == tuple(deals[first].tolist())


@pytest.mark.usefixtures("small_blocks")
def test_the_counts_do_not_depend_on_the_workers():
    one = sim.exact.war(4, 2, workers=1)
    three = sim.exact.war(4, 2, workers=3)
    assert one.counts == three.counts
    assert one.as_dict() == three.as_dict()
    json.dumps(one.as_dict())
