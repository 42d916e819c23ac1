"""Tables of Wilcox War for the tests: scripted players, packs worked out by hand, and both ways of playing them."""

from functools import partial

import numpy as np

from sim.games.wilcox_war import two_packs
from sim.games.wilcox_war.rulebook import GAME
from sim.games.wilcox_war.rules import WilcoxWarRules
from tests.support import both_ways, plain_deals
from tests.support.decks import parse_cards


def rules_of(policies=None, **options):
    """Rules with how the players choose."""
    return both_ways.rules_for(GAME, policies, **options)


def scripted(cards):
    """A player who plays these cards in the first turn, and the highest ones later."""
    script = parse_cards(cards)

    def choose(view, chance):
        if view.score == view.other_score == 0:
            return script[view.ties]
        return int(view.hand[view.held - 1])

    return choose


def _cards(pack):
    return list(parse_cards(pack)) if isinstance(pack, str) else list(pack)


def events_of(*packs, policies=None, **options):
    """Everything that happens in game 0 of seed 1 with these packs."""
    rules = rules_of(policies, **options)
    return list(GAME.tell(rules, [_cards(pack) for pack in packs], 1, 0))


def agreed(packs, policies=None, **options):
    """The row of that game, the same by the rulebook and by the kernel."""
    rules = rules_of(policies, **options)
    hands = [_cards(pack) for pack in packs]
    row = np.array(
        [card for pair in zip(*hands, strict=True) for card in pair], np.uint8
    )
    return assert_same(rules, row[None], seed=1)[0]


def dealt_out(seed, **options):
    """Two shuffled packs."""
    rules = WilcoxWarRules.of(options)
    return two_packs.layout(rules).packets(plain_deals.two_packs(rules, seed, 0))


assert_same = partial(both_ways.assert_same, "wilcox-war", given=True)
