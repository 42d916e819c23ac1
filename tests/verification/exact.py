"""What the exact values beside the published figures are expressions of, besides ``sim.exact``."""

import sim
from sim.contract.events import NOBODY
from tests.support.decks import arrangements


def every_deal_played(ranks, copies, **rules):
    """Wins of player 0, of player 1, draws, cycles and the longest finished game of a small deck, in rounds."""
    deck = {"lowest": 1, "highest": ranks, "copies": copies}
    deals = arrangements(range(1, ranks + 1), copies)
    played = sim.play("war", deals=deals, rules=deck | rules)
    wins = [(played["winner"] == winner).sum() for winner in (0, 1, NOBODY)]
    finished = played.filter(played["ending"] != "cycle")
    return (*wins, len(played) - len(finished), finished["rounds"].max())


def every_deal_counted(ranks, copies, **rules):
    """The same by another kernel."""
    every = sim.exact.war(ranks, copies, rules, workers=1)
    return (*every.wins, every.draws, every.cycles, max(every.rounds))


def one_above_match():
    """The scores of match-plus-one against match, which are the same in every game."""
    games = sim.play("gops", 10_000, seed=1, policies=["match-plus-one", "match"])
    (scores,) = games.select("score_0", "score_1").unique().rows()
    return scores
