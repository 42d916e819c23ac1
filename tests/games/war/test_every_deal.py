"""The rulebook of War: where a cycle ends."""

import sim
from sim.contract.events import Outcome, Settled
from sim.contract.game import outcome
from sim.games.war.rulebook import GAME, WarRules
from tests.support.both_ways import of_kind
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


def test_first_out_is_the_same_game_for_two():
    default, first_out = (
        sim.play("war", 300, rules={"end": end})
        for end in ("last-standing", "first-out")
    )
    assert default.equals(first_out)
