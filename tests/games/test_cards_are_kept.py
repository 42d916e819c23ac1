"""In no game is a card lost or made: what lies on the table are the cards that were
dealt, and a check that a broken rulebook fails."""

import random
from collections import Counter
from itertools import chain

import pytest

from sim.cards import Deck
from sim.contract.events import Settled
from sim.contract.game import seated
from sim.engine.replaying import Replay
from sim.games import GAMES
from sim.games.casino_war.events import HandOver, Shuffled, Turned, War
from sim.games.wargame.events import Advanced, Lines, Met, Placed
from tests.games.test_any_rules import drawn_rules
from tests.support import tiers
from tests.support.both_ways import of_kind

WHOLE_LINE = Counter(range(1, 14))


def every_table_holds_the_dealt_cards(replay):
    """Every settled table holds the same cards, in packet games all that players were dealt."""
    tables = of_kind(Settled, replay.events)
    assert tables, (
        f"{replay.game.name} never settles its table: give it a check of its own"
    )
    held = [
        Counter(card for cards in (*table.packets, *table.piles) for card in cards)
        for table in tables
    ]
    assert held[0], "an empty table"
    assert held == [held[0]] * len(held)
    if "rank_sum" in replay.row:
        hands = replay.game.deals.packets(replay.rules, replay.deal)
        assert held[0] == Counter(chain(*hands))
    elif replay.deal:
        assert held[0] <= Counter(replay.deal)


def cards_come_off_the_top_of_the_shoe(replay):
    """A round turns up and burns the first cards of its shoe, in order."""
    out = 4 + replay.rules.burn if of_kind(War, replay.events) else 2
    assert off_the_shoe(replay.events) == list(replay.deal[:out])
    assert Counter(replay.deal) <= shoe(replay.rules)


def cards_are_placed_and_fought_once(replay):
    """Each side places its thirteen cards once each, and no card fights a second time."""
    placed = of_kind(Placed, replay.events)
    fought = [], []
    for seat in (0, 1):
        cards = [
            card for event in placed if event.player == seat for card in event.cards
        ]
        assert Counter(card for card, _ in cards) == WHOLE_LINE
        assert sorted(column for _, column in cards) == list(range(13))
    for event in replay.events:
        if isinstance(event, Lines):
            for line, cards in zip(event.lines, fought, strict=True):
                waiting = [
                    card
                    for card, winner in zip(line, event.winners, strict=True)
                    if winner is None
                ]
                assert Counter(waiting) + Counter(cards) == WHOLE_LINE
        elif isinstance(event, Advanced | Met):
            assert event.card not in fought[event.player]
            fought[event.player].append(event.card)
    assert len(fought[0]) == len(fought[1]) == replay.row["battles"] >= 4


CHECKS = {
    "casino-war": cards_come_off_the_top_of_the_shoe,
    "wargame": cards_are_placed_and_fought_once,
}
"""The games whose table never settles, and what holds for their cards instead."""


def told_by_the_rulebook(game, rules, number):
    """A game of seed 5, without the kernel that a replay asks too."""
    deal = game.deals.row(rules, 5, number)
    events = tuple(game.tell(rules, game.deals.packets(rules, deal), 5, number))
    return Replay(game, rules, 5, number, tuple(deal), events)


def off_the_shoe(events):
    """The cards that events of Casino War turn up or burn, in the order in which they leave the shoe."""
    cards = []
    for event in events:
        if isinstance(event, War):
            cards += event.burned
        if isinstance(event, Turned | War):
            cards += (event.player, event.house)
    return cards


def shoe(rules):
    return Counter(Deck(2, 14, 4 * rules.decks).cards())


@pytest.mark.parametrize("name", sorted(GAMES))
def test_no_card_is_lost_or_made(name):
    """Under the default rules and under rules that are drawn."""
    game, draw = GAMES[name], random.Random(name)
    check = CHECKS.get(name, every_table_holds_the_dealt_cards)
    usual = seated(game, game.rules.of(), None)
    for number in range(tiers.size(20, 300)):
        check(told_by_the_rulebook(game, usual, number))
        rules = drawn_rules(game, draw, small=False)
        if not getattr(rules, "bankroll", 0):
            check(told_by_the_rulebook(game, rules, number))


def test_the_cards_of_a_session_come_from_the_shoe_in_use():
    """Shuffled only at its cut card, a shoe gives each of its cards at most once; else every hand has a whole one."""
    for options in ({}, {"penetration": 0.5}, {"penetration": 1}):
        game = GAMES["casino-war"]
        rules = game.rules.of({"bankroll": 100, "hands": 60, "decks": 1, **options})
        for number in range(10):
            replay = told_by_the_rulebook(game, rules, number)
            fresh = Shuffled if "penetration" in options else HandOver
            turned = []
            for event in replay.events:
                if isinstance(event, fresh):
                    turned = []
                turned.append(event)
                assert Counter(off_the_shoe(tuple(turned))) <= shoe(replay.rules)
            hands = of_kind(HandOver, replay.events)
            assert len(hands) == replay.row["hands_played"] > 0
            assert len(of_kind(Turned, replay.events)) == len(hands)
