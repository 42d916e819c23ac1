"""A game of choice that everybody knows: rock, paper, scissors, best of some throws.

The tests of policies, tournaments and scenarios play it, so that they do not depend on
GOPS and take no time. This module is its rulebook, its kernel and its policies.
"""

from dataclasses import dataclass

import numpy as np

from sim.contract.columns import Column, Role
from sim.contract.dealing import NoDeals
from sim.contract.events import Outcome
from sim.contract.game import GameOf, outcome
from sim.contract.policy import Part, Policies, Policy
from sim.contract.rules import ChoiceRules
from sim.errors import UserError
from sim.options import whole
from sim.policies.players import players

ROCK, PAPER, SCISSORS = 1, 2, 3
THROWS = (ROCK, PAPER, SCISSORS)


@dataclass(frozen=True, kw_only=True)
class ToyRules(ChoiceRules):
    """The number of throws and of players (more than two players only to be refused)."""

    throws: int = whole(3, 1, 20, "how often both throw")
    players: int = whole(2, 2, 3, "who plays")

    @property
    def seats(self):
        return self.players


@dataclass(frozen=True)
class View:
    """What a player sees: the number of the throw, and what the other threw before (0 at first)."""

    throw: int
    last: int

    def record(self, dtype):
        seen = np.zeros(1, dtype).view(np.recarray)
        seen.throw = self.throw
        seen.last = self.last
        return seen[0]


def view_type(rules):
    return np.dtype([("throw", np.int64), ("last", np.int64)], align=True)


def choose_random(view, words):
    """Throw any of the three, all equally likely."""
    return THROWS[words.below(3)]


def choose_rock(view, words):
    """Throw the rock."""
    return ROCK


def choose_paper(view, words):
    """Throw the paper."""
    return PAPER


def choose_scissors(view, words):
    """Throw the scissors."""
    return SCISSORS


def _few_throws(rules):
    if rules.throws > 10:
        raise UserError(
            f"scissors under throws = {rules.throws}", cure="they get blunt: at most 10"
        )


POLICIES = Policies(
    parts=(
        Part(
            "throw",
            (
                Policy("random", choose_random),
                Policy("rock", choose_rock),
                Policy("paper", choose_paper),
                Policy("scissors", choose_scissors, _few_throws),
            ),
            view_type,
        ),
    ),
    margin=("points_0", "points_1"),
    largest_margin=lambda rules: rules.throws,
)


def tell(rules, packets, seed, number):
    """Play the game in plain Python."""
    seats = players(POLICIES, rules, seed, number)[:2]
    points = [0, 0]
    last = [0, 0]
    for throw in range(rules.throws):
        made = [
            player.choose(View(throw, last[1 - seat]), THROWS)
            for seat, player in enumerate(seats)
        ]
        last = made
        ahead = (made[0] - made[1]) % 3
        if ahead:
            points[0 if ahead == 1 else 1] += 1
    winner = -1 if points[0] == points[1] else 0 if points[0] > points[1] else 1
    row = {"winner": winner, "points_0": points[0], "points_1": points[1]}
    yield Outcome(row, f"{points[0]} to {points[1]}")


def play_games(rules, seed, first, games):
    """Play the games with the rulebook."""
    rows = [
        outcome(TOY_CHOICES, rules, [], seed=seed, number=first + game)
        for game in range(games)
    ]
    return {
        column.name: np.array([row[column.name] for row in rows], column.dtype)
        for column in TOY_CHOICES.columns
    }


def _kernel():
    from tests.support import toy_choices

    return toy_choices


TOY_CHOICES = GameOf[ToyRules](
    name="roshambo",
    title="Rock, paper, scissors",
    summary="for the tests",
    rules=ToyRules,
    own_columns=lambda rules: (
        Column("winner", "int8", "who won", role=Role.WINNER),
        Column("points_0", "int16", "throws that player 0 won"),
        Column("points_1", "int16", "throws that player 1 won"),
    ),
    tell=tell,
    deals=NoDeals("nobody holds a card", _kernel),
    source="every child knows it",
    histograms=("winner", "points_0", "points_1"),
    paired=("points_0",),
    policies=POLICIES,
)
