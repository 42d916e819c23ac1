"""Every deal of a small deck is played, and the endings are counted."""

import sim
from sim.contract.events import DRAW
from tests.support.decks import orders


def four_copies_of_three_ranks():
    """Return wins of player 0, of player 1, draws, cycles and the longest finished game, in rounds."""
    rules = {
        "lowest": 1,
        "highest": 3,
        "copies": 4,
        "face_down": 0,
        "pickup": "latest-first",
    }
    return ways((4, 4, 4), rules, longest=True)


def two_copies_of_four_ranks(run_out):
    """Return wins of player 0, of player 1, draws and cycles."""
    rules = {"lowest": 1, "highest": 4, "copies": 2, "run_out": run_out}
    return ways((2, 2, 2, 2), rules)


def by_exact_war(ranks, copies, rules, *, longest=False):
    """Return the same counts as `sim.exact.war` gives them, which follows deals by another kernel."""
    every = sim.exact.war(ranks, copies, rules, workers=1)
    assert sum(every.wins) + every.draws + every.cycles == every.deals
    rounds = [max(every.rounds)] if longest else []
    return (*every.wins, every.draws, every.cycles, *rounds)


def ways(copies, rules, *, longest=False):
    """Return how many of all deals each player wins, how many are drawn and how many never end."""
    played = sim.play("war", deals=orders(copies), rules=rules)
    counts = [int((played["winner"] == winner).sum()) for winner in (0, 1, DRAW)]
    cycles = played["ending"] == "cycle"
    assert sum(counts) + int(cycles.sum()) == played.height
    rounds = [int(str(played.filter(~cycles)["rounds"].max()))] if longest else []
    return (*counts, int(cycles.sum()), *rounds)
