"""The rulebook of War: where a cycle ends, and what holds in any game."""

import itertools

import pytest

import sim
from sim.contract.events import Outcome, Settled
from sim.contract.game import outcome
from sim.games.packets.columns import PACKET_COLUMNS
from sim.games.packets.events import Battle
from sim.games.war.rulebook import GAME, WarRules
from tests.games.war.support import PICKUPS, RUN_OUTS
from tests.support import tiers
from tests.support.both_ways import of_kind, told_games
from tests.support.decks import arrangements


def test_a_cycle_ends_at_the_first_position_that_was_there_before():
    rules = WarRules.of({"lowest": 1, "highest": 4, "copies": 2})
    cycles = 0
    for cards in arrangements(rules.deck.cards()).tolist():
        course = list(GAME.tell(rules, [cards[::2], cards[1::2]], 1, 0))
        positions = [event.packets for event in of_kind(Settled, course)]
        last = course[-1]
        assert isinstance(last, Outcome)
        if last.row["ending"] != "cycle":
            assert len(set(positions)) == len(positions) or last.row["ending"] == "draw"
            continue
        cycles += 1
        assert len(set(positions)) == len(positions) - 1 == last.row["rounds"]
        assert positions[-1] in positions[:-1]
        for max_rounds, ending in [
            (last.row["rounds"], "cycle"),
            (last.row["rounds"] - 1, "cap"),
        ]:
            capped = WarRules.of(
                {"lowest": 1, "highest": 4, "copies": 2, "max_rounds": max_rounds}
            )
            assert outcome(GAME, capped, [cards[::2], cards[1::2]])["ending"] == ending
    assert cycles == 70


# Any game at all.


CROSSED = [
    {
        "players": players,
        "run_out": run_out,
        "pickup": pickup,
        "fighters": fighters,
        "captured": captured,
        "end": end,
    }
    for players in (2, 3, 5, 8)
    for run_out, pickup in itertools.product(RUN_OUTS, PICKUPS)
    for fighters in ("all", "tied")
    for captured in ("bottom", "pile-shuffled")
    for end in ("last-standing", "first-out")
    if players > 2 or (fighters, end) == ("all", "last-standing")
]


@pytest.mark.slow
@pytest.mark.parametrize(("face_down", "place"), [(0, 0), (1, 1), (3, 2), ("rank", 1)])
def test_whatever_is_agreed_no_card_is_lost_and_the_counts_fit(face_down, place):
    for options in tiers.size(CROSSED[place::3], CROSSED):
        deck = {"face_down": face_down, "highest": 6, "max_rounds": 300}
        for course in told_games("war", 3, **options, **deck):
            settled = of_kind(Settled, course)
            hands = settled[0].packets
            last = course[-1]
            assert isinstance(last, Outcome)
            played = last.row
            assert [*played] == [column.name for column in PACKET_COLUMNS]
            assert len(settled) == played["rounds"] + 1
            assert (
                len(of_kind(Battle, course))
                == played["battles"]
                == played["rounds"] + played["wars"]
            )
            singles, doubles, triples, longer = (
                played[f"{depth}_wars"]
                for depth in ("single", "double", "triple", "longer")
            )
            assert singles + 2 * doubles + 3 * triples + 4 * longer <= played["wars"]
            assert (
                played["longest_war"]
                == max(event.battle for event in of_kind(Battle, course)) - 1
            )
            held = [
                len(packet)
                + (len(settled[-1].piles[player]) if settled[-1].piles else 0)
                for player, packet in enumerate(settled[-1].packets)
            ]
            if played["winner"] >= 0:
                assert played["ending"] in ("cards", "run-out")
                assert held[played["winner"]] == max(held)
                assert 0 < played["winner_low"] <= len(hands[played["winner"]])
                if options["end"] == "last-standing":
                    assert held[played["winner"]] == sum(held)
            else:
                assert played["winner_low"] == -1
                assert (
                    played["ending"] == "draw"
                    if played["winner"] == -1
                    else played["ending"] in ("cycle", "cap")
                )


def test_first_out_is_the_same_game_for_two():
    default, first_out = (
        sim.play("war", 300, rules={"end": end})
        for end in ("last-standing", "first-out")
    )
    assert default.equals(first_out)
