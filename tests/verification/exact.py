"""The exact values beside the published figures: functions that the list of figures names."""

from fractions import Fraction
from functools import cache

import sim
from sim.contract.events import DRAW
from tests.support.decks import orders


def sweep():
    """The chance that a named player wins every battle of the first pass."""
    return _first_ties().sweep


def deals_until_a_sweep():
    """How many deals it takes on average until either player does."""
    return 1 / (2 * sweep())


def first_tie():
    """The chance that the first battle is a tie."""
    return _first_ties().tie


def second_tie():
    """The chance that the second battle is a tie where the first is one."""
    return _first_ties().again(1)


@cache
def _first_ties():
    return sim.exact.first_ties()


def ruin_mean():
    """The mean rounds of 52 different cards."""
    return sim.exact.gamblers_ruin().mean_rounds


def every_deal_of_three_ranks():
    """Wins of player 0, of player 1, draws, cycles and the longest finished game, in rounds."""
    played = sim.play("war", deals=orders((4, 4, 4)), rules=_THREE_RANKS)
    longest = played.filter(played["ending"] != "cycle")["rounds"].max()
    return (*_endings(played), longest)


def three_ranks_by_exact_war():
    """The same by another kernel."""
    every = sim.exact.war(3, 4, {"face_down": 0, "pickup": "latest-first"}, workers=1)
    return (*every.wins, every.draws, every.cycles, max(every.rounds))


_THREE_RANKS = {
    "lowest": 1,
    "highest": 3,
    "copies": 4,
    "face_down": 0,
    "pickup": "latest-first",
}


def every_deal_of_four_ranks(run_out):
    """Wins of player 0, of player 1, draws and cycles."""
    rules = {"lowest": 1, "highest": 4, "copies": 2, "run_out": run_out}
    return _endings(sim.play("war", deals=orders((2, 2, 2, 2)), rules=rules))


def four_ranks_by_exact_war(run_out):
    """The same by another kernel."""
    every = sim.exact.war(4, 2, {"run_out": run_out}, workers=1)
    return (*every.wins, every.draws, every.cycles)


def _endings(played):
    wins = [(played["winner"] == winner).sum() for winner in (0, 1, DRAW)]
    return (*wins, (played["ending"] == "cycle").sum())


def casino_ev(**options):
    """What a round of six decks brings."""
    return sim.exact.casino_war(decks=6, **options).ev


def casino_ev_with_a_bonus():
    """The same where a second tie brings a unit more."""
    return casino_ev(tie_bonus=1)


def casino_ev_of_surrender():
    """The same for who surrenders."""
    return casino_ev(on_tie="surrender")


def casino_tie_ev():
    """What a unit on the tie brings."""
    return sim.exact.casino_war(decks=6).tie_ev


def casino_results(*results):
    """The chance of some results of a round."""
    chances = sim.exact.casino_war(decks=6).probabilities
    return sum(chances[result] for result in results)


def tod_und_leben_draws():
    """The chance that a game is drawn."""
    return sim.exact.tod_und_leben().draw


def one_above_match():
    """The scores of match-plus-one against match, which are the same in every game."""
    games = sim.play("gops", 10_000, seed=1, policies=["match-plus-one", "match"])
    (scores,) = games.select("score_0", "score_1").unique().rows()
    return scores


def first_bid(prize, card):
    """The chance of a bid for the first of five prizes."""
    return Fraction(float(_gops().first_bids[prize - 1, card - 1]))


@cache
def _gops():
    return sim.exact.gops(5)


def first_card(card):
    """The chance of the first card of five ranks of WarGops."""
    return Fraction(float(_wargops().first_cards[card - 1]))


@cache
def _wargops():
    return sim.exact.wargops(5, "orphan")
