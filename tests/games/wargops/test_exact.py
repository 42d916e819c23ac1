"""WarGops against a second implementation that knows nothing of the first: exact chances of small games."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from math import prod

import pytest

from sim.policies.sets import cards as cards_of
from tests.games.wargops.support import played_rows, rules_of, told_row

# A second implementation: the distribution of the outcome of random play, by recursion
# over positions. A position is every hand, as sorted tuples, and the pots, each a
# sorted tuple of cards with a tuple of players. An outcome is the points of each
# player, tricks, ties and orphaned cards.

Hands = tuple[tuple[int, ...], ...]
Pots = tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]
Result = dict[tuple[int, ...], Fraction]


def lays(
    hands: Hands, who: list[int]
) -> Iterator[tuple[dict[int, int], Fraction, Hands]]:
    """Every way in which some players lay a card at random, with its chance and the hands after it."""
    for cards in product(*(sorted(set(hands[player])) for player in who)):
        chance = prod(
            (
                Fraction(hands[player].count(card), len(hands[player]))
                for player, card in zip(who, cards, strict=True)
            ),
            start=Fraction(1),
        )
        left = list(hands)
        for player, card in zip(who, cards, strict=True):
            place = left[player].index(card)
            left[player] = left[player][:place] + left[player][place + 1 :]
        yield dict(zip(who, cards, strict=True)), chance, tuple(left)


def given(hands: Hands, player: int, cards: list[int]) -> Hands:
    return tuple(
        tuple(sorted([*hand, *cards])) if seat == player else hand
        for seat, hand in enumerate(hands)
    )


def mixed(parts: Iterator[tuple[Fraction, tuple[int, ...], Result]]) -> Result:
    """Outcomes of positions that are reached by chance, with what was counted on the way."""
    total: Result = {}
    for chance, counted, result in parts:
        for outcome, share in result.items():
            key = tuple(a + b for a, b in zip(outcome, counted, strict=True))
            total[key] = total.get(key, Fraction(0)) + chance * share
    return total


@cache
def later(hands: Hands, pots: Pots, survivor_takes: bool) -> Result:
    """Ties are awarded later."""
    players = len(hands)
    alive = [player for player in range(players) if hands[player]]
    if len(alive) < 2:
        points = [0] * players
        lost = 0
        for player in alive:
            points[player] = sum(hands[player])
        for cards, able in pots:
            if survivor_takes and set(able) & set(alive):
                points[alive[0]] += sum(cards)
            else:
                lost += len(cards)
        return {(*points, 0, 0, lost): Fraction(1)}

    def parts() -> Iterator[tuple[Fraction, tuple[int, ...], Result]]:
        for laid, chance, left in lays(hands, alive):
            remaining = []
            top = max(laid.values())
            stay = sorted(laid.values())[:-1]
            first = [player for player in alive if laid[player] == top]
            after = left
            for cards, able in [(tuple(stay), tuple(alive)), *pots]:
                best = max(laid[player] for player in able)
                who = tuple(player for player in able if laid[player] == best)
                if len(who) == 1:
                    after = given(after, who[0], list(cards))
                else:
                    remaining.append((cards, who))
            kept = []
            lost = 0
            for cards, who in remaining:
                able = tuple(player for player in who if after[player])
                if able:
                    kept.append((cards, able))
                else:
                    lost += len(cards)
            counted = (*[0] * players, 1, int(len(first) > 1), lost)
            yield chance, counted, later(after, tuple(sorted(kept)), survivor_takes)

    return mixed(parts())


@cache
def replaced(
    hands: Hands, up: tuple[tuple[int, int], ...] | None, down: tuple[int, ...]
) -> Result:
    """Tied cards are replaced; ``up`` is what lies face up in an unfinished trick (player, card)."""
    players = len(hands)
    nothing = (0,) * players
    if up is None:
        alive = [player for player in range(players) if hands[player]]
        if len(alive) < 2:
            points = [
                sum(hand) if player in alive else 0 for player, hand in enumerate(hands)
            ]
            return {(*points, 0, 0, 0): Fraction(1)}
        return mixed(
            (chance, (*nothing, 1, 0, 0), replaced(left, tuple(laid.items()), ()))
            for laid, chance, left in lays(hands, alive)
        )
    if not up:
        return mixed(
            iter(
                [(Fraction(1), (*nothing, 0, 0, len(down)), replaced(hands, None, ()))]
            )
        )
    top = max(card for _, card in up)
    who = [player for player, card in up if card == top]
    if len(who) == 1:
        won = [card for player, card in up if player != who[0]] + list(down)
        return replaced(given(hands, who[0], won), None, ())
    standing = [(player, card) for player, card in up if card != top]
    able = [player for player in who if hands[player]]
    return mixed(
        (
            chance,
            (*nothing, 0, 1, 0),
            replaced(
                left,
                tuple(sorted([*standing, *laid.items()])),
                tuple(sorted([*down, *[top] * len(who)])),
            ),
        )
        for laid, chance, left in lays(hands, able)
    )


def exact(
    players: int, ranks: int, copies: int = 1, *, ties: str, last_pot: str = "survivor"
) -> Result:
    hand = tuple(rank for rank in range(1, ranks + 1) for _ in range(copies))
    if ties == "replace":
        return replaced((hand,) * players, None, ())
    return later((hand,) * players, (), last_pot == "survivor")


class Wanderer:
    """Plays every game that random play can play, one after the other, and knows its chance."""

    def __init__(self) -> None:
        self.path: list[list[int]] = []
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

    def games(self) -> Iterator[None]:
        while True:
            self.depth, self.chance = 0, Fraction(1)
            yield
            while self.path and self.path[-1][0] + 1 == self.path[-1][1]:
                self.path.pop()
            if not self.path:
                return
            self.path[-1][0] += 1


SMALL = [
    {"players": 2, "ranks": 2, "ties": "award-later", "last_pot": "survivor"},
    {"players": 2, "ranks": 2, "ties": "award-later", "last_pot": "orphan"},
    {"players": 2, "ranks": 3, "ties": "award-later", "last_pot": "orphan"},
    {"players": 2, "ranks": 3, "ties": "replace"},
    {"players": 2, "ranks": 2, "copies": 2, "ties": "replace"},
    {"players": 3, "ranks": 2, "ties": "award-later", "last_pot": "survivor"},
    {"players": 3, "ranks": 2, "ties": "replace"},
    {"players": 4, "ranks": 2, "ties": "replace"},
]


@pytest.mark.parametrize("options", SMALL, ids=str)
@pytest.mark.parametrize(
    "play",
    [told_row, lambda rules: played_rows(rules, 1)[0]],
    ids=["rulebook", "kernel"],
)
def test_every_game_of_a_small_pack(options, play):
    """All games, each with its chance, give exactly the distribution of the second implementation."""
    wanderer = Wanderer()
    found: Result = {}
    for _ in wanderer.games():
        rules = rules_of([wanderer.choose] * options["players"], **options)
        row = play(rules)
        points = [value for name, value in row.items() if name.startswith("points_")]
        outcome = (*points, row["tricks"], row["ties"], row["orphaned"])
        found[outcome] = found.get(outcome, Fraction(0)) + wanderer.chance
    assert sum(found.values()) == 1
    assert found == exact(**options)


def test_two_ranks_worked_by_hand():
    """Nobody ever scores.

    Half of the games begin with a tie, and so the other cards tie too. Else who laid 2
    holds 1 1 against 2; that 2 takes a 1 and is trashed, and the last ones tie.
    """
    for last_pot in ("survivor", "orphan"):
        assert exact(2, 2, ties="award-later", last_pot=last_pot) == {
            (0, 0, 2, 2, 2): Fraction(1, 2),
            (0, 0, 3, 1, 1): Fraction(1, 2),
        }
    assert exact(2, 2, ties="replace") == {
        (0, 0, 1, 2, 4): Fraction(1, 2),
        (0, 0, 3, 1, 2): Fraction(1, 2),
    }
