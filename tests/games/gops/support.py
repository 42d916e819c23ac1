"""Games of GOPS for the tests: played by the rulebook, by the kernel, and by a few lines that know neither."""

from functools import partial
from itertools import product

from sim.errors import UserError
from sim.games.gops.equilibria import number_of, table_path
from sim.games.gops.policies import POLICIES, View
from sim.games.gops.rulebook import GAME
from sim.games.gops.rules import GopsRules
from sim.policies.sets import set_of
from sim.policies.thresholds import mixture_of, strategy
from tests.support import both_ways
from tests.support.decks import arrangements
from tests.support.mixtures import mixture


def rules_of(policies=None, **options):
    """The rules with the players' policies."""
    return both_ways.rules_for(GAME, policies, **options)


def named(cards=13, carry_over=False):
    """The policies that can play games of this size."""
    rules = GopsRules.of({"cards": cards, "carry_over": carry_over})
    able = []
    for policy in POLICIES.parts[0].policies:
        try:
            policy.check(rules)
        except UserError:
            continue
        able.append(policy.name)
    return able


def pairs(cards=13, carry_over=False):
    """Every two of them."""
    return list(product(named(cards, carry_over), repeat=2))


def orders(cards):
    """Every order of the prizes."""
    return arrangements(range(1, cards + 1))


by_rulebook = partial(both_ways.by_rulebook, "gops")
assert_same = partial(both_ways.assert_same, "gops")


def award(prizes, bids, carry_over):
    """The row of given bids, in a few lines that share nothing with the game."""
    points = [0] * len(bids)
    pot = 0
    ties = 0
    for prize, *laid in zip(prizes, *bids, strict=True):
        pot += prize
        if laid.count(max(laid)) == 1:
            points[laid.index(max(laid))] += pot
            pot = 0
        else:
            ties += 1
            pot *= carry_over
    most = max(points)
    return {
        "winner": points.index(most) if points.count(most) == 1 else -1,
        "ending": "played",
        **{f"score_{seat}": score for seat, score in enumerate(points)},
        "ties": ties,
        "unawarded": sum(prizes) - sum(points),
    }


def thresholds(cards, objective, carry_over, hands, prizes, upcard, pot, lead):
    """A kept mixture as a threshold for each card of the first of two hands, ascending."""
    table = strategy(table_path(cards, objective, carry_over))
    sets = map(set_of, (*hands, {*prizes, upcard}))
    ahead = lead if objective == "win" else 0
    support, first = mixture_of(table, number_of(cards, *sets, upcard, pot, ahead))
    return mixture(table, int(first), int(support), len(hands[0]))


def view_of(mine, others, prizes, upcard, pot=0, lead=0, cards=13):
    """What a player sees, without a history."""
    hand = set_of(mine)
    hands = tuple(map(set_of, others))
    return View(
        players=1 + len(hands),
        cards=cards,
        carry_over=int(pot > 0),
        held=hand.bit_count(),
        hand=hand,
        other=hands[0],
        prizes=set_of(prizes),
        upcard=upcard,
        pot=pot,
        score=lead,
        other_score=0,
        others=hands,
        other_scores=(0,) * len(hands),
        taken=(0,) * (1 + len(hands)),
        bids=(0,) * (cards + 1),
    )
