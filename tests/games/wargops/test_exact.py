"""Every game of WarGops with two ranks, against what was worked out by hand."""

from fractions import Fraction

import pytest

from sim.policies.sets import cards as cards_of
from tests.games.wargops.support import played_rows, rules_of, told_row


class Wanderer:
    """Plays every game that random play can play, one after the other, and knows its chance."""

    def __init__(self):
        self.path = []
        self.depth = 0
        self.chance = Fraction(1)

    def choose(self, view, chance):
        held = view.cards[view.seat]
        cards = list(cards_of(view.hand))
        if self.depth == len(self.path):
            self.path.append([0, len(cards)])
        card = cards[self.path[self.depth][0]]
        self.chance *= Fraction(int(held[card]), int(view.held))
        self.depth += 1
        return card

    def games(self):
        while True:
            self.depth, self.chance = 0, Fraction(1)
            yield
            while self.path and self.path[-1][0] + 1 == self.path[-1][1]:
                self.path.pop()
            if not self.path:
                return
            self.path[-1][0] += 1


@pytest.mark.parametrize(
    ("options", "awaited"),
    [
        ({"last_pot": "survivor"}, {(0, 0, 2, 2, 2), (0, 0, 3, 1, 1)}),
        ({"last_pot": "orphan"}, {(0, 0, 2, 2, 2), (0, 0, 3, 1, 1)}),
        ({"ties": "replace"}, {(0, 0, 1, 2, 4), (0, 0, 3, 1, 2)}),
    ],
)
def test_two_ranks_worked_by_hand(options, awaited):
    """Nobody ever scores: points, tricks, ties and orphaned cards of both halves of the games.

    Half of the games begin with a tie, and so the other cards tie too. Else who laid 2
    holds 1 1 against 2; that 2 takes a 1 and is trashed, and the last ones tie.
    """
    for play in (told_row, lambda rules: played_rows(rules, 1)[0]):
        wanderer = Wanderer()
        found = {}
        for _ in wanderer.games():
            row = play(rules_of([wanderer.choose] * 2, ranks=2, **options))
            names = "points_0", "points_1", "tricks", "ties", "orphaned"
            outcome = tuple(row[name] for name in names)
            found[outcome] = found.get(outcome, Fraction(0)) + wanderer.chance
        assert found == dict.fromkeys(awaited, Fraction(1, 2))
