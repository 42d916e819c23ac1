"""Games of Wargame for the tests: played both ways, and played by a script."""

from sim.games.wargame.policies.catalogue import POLICIES
from sim.games.wargame.policies.view import View
from sim.games.wargame.rulebook import GAME, tell
from sim.policies.sets import count, has, set_of
from sim.rng import Words
from tests.support import both_ways

BROWN = (7, 13, 8, 10, 2, 1, 9, 11, 4, 3, 6, 5, 12)
GREEN = (6, 1, 7, 10, 4, 8, 12, 11, 2, 5, 13, 3, 9)
"""The layout in the text."""


def rules_of(policies=None, **options):
    return both_ways.rules_for(GAME, policies, **options)


def events_of(policies=None, *, number=0, **options):
    return list(tell(rules_of(policies, **options), [], 1, number))


def by_rulebook(rules, games, **which):
    return both_ways.by_rulebook("wargame", rules, [()] * games, **which)


def by_kernel(rules, games, **which):
    return both_ways.by_kernel("wargame", rules, [()] * games, **which)


def assert_same(policies, games, *, seed=1, start=0, **options):
    """Hold the kernel's rows to the rulebook's; return them."""
    return both_ways.assert_same(
        "wargame", rules_of(policies, **options), [()] * games, seed, start
    )


def scripted(line, *, traitor=9, attacks=(), switches=None):
    """Return the policy of a player who follows a script.

    The player lays out a line, attacks the first unfought column of a list (then the
    leftmost), and makes the switch given for the battle's number and the column
    attacked, -1 when the player is the attacker.
    """
    planned = dict(switches or {})

    def deploy(view, chance):
        place = list(view.own).index(0)
        return 13 * line[place] + place

    def keep(view, chance):
        return traitor

    def attack(view, chance):
        return next(
            column for column in (*attacks, *range(13)) if has(view.open, column)
        )

    def switch(view, chance):
        return planned.get((14 - count(view.open), int(view.attacked)), 0)

    return deploy, keep, attack, switch


def view_of(own, other, result=(0,) * 13, held=(), **more):
    """What a player sees: both lines, 1 or -1 for columns won and lost, and the cards that are not placed."""
    fought = {column for column in range(13) if result[column]}
    deck = set(range(1, 14))
    empty = {place for place in range(13) if not own[place]}
    rest = (
        "began", "ahead", "kept", "own_declared", "other_declared", "own_chips", "other_chips"
    )  # fmt: skip
    return View(
        own=tuple(own),
        other=tuple(other),
        places=tuple(own.index(card) if card in own else 0 for card in range(14)),
        other_places=tuple(
            other.index(card) if card in other else 0 for card in range(14)
        ),
        held=set_of(held),
        held_count=len(held),
        empty=set_of(empty),
        uncovered=set_of({other[place] for place in empty} - {0}),
        open=set_of(set(range(13)) - fought),
        unfought=set_of(deck - {own[column] for column in fought}),
        other_unfought=set_of(deck - {other[column] for column in fought}),
        won=set_of(column for column in fought if result[column] == 1),
        lost=set_of(column for column in fought if result[column] == -1),
        **{"attacked": -1} | dict.fromkeys(rest, 0) | more,
    )


def answer(part, name, view, *, seed=1):
    """Return what a named policy answers."""
    return POLICIES.parts[part].find(name).choose(view, Words(seed, 0, 16))


def columns(*pairs):
    """Return two whole lines that begin with these pairs of cards; the rest comes ascending."""
    lines = []
    for side in (0, 1):
        named = [pair[side] for pair in pairs]
        lines.append((*named, *(card for card in range(1, 14) if card not in named)))
    return lines[0], lines[1]


def breaking(switch):
    """Player 0 wins columns 6 to 8; player 1 then switches after an attack on column 1."""
    line = tuple(range(1, 14))
    return [
        scripted(line, attacks=(5, 6, 7, 0)),
        scripted(line, switches={(4, 0): switch}),
    ]
