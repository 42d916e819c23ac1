"""The deals of a deck in plain Python, told from :mod:`sim.deals`, to compare with the compiled ones."""

from sim.cards import JOKER, Deck, remove_cards
from sim.deals.deck import layout
from sim.deals.hands import read_hand
from sim.rng import Stream, Words


def deal_row(rules, seed, game):
    """The deal of a game from a shuffled pack."""
    words = Words(seed, game, Stream.DEAL)
    if rules.hands is not None:
        return _hands(rules, words)
    if rules.bury_jokers:
        return _with_buried_jokers(rules, words)
    cards = rules.deck.cards()
    words.shuffle(cards)
    return cards


def packets(rules, row, *, given=False):
    """The packets of a deal of the game's own, or of a given one."""
    return layout(rules, len(row) if given else None).packets(row)


def prizes(rules, seed, game):
    """The prizes of a game of GOPS."""
    cards = list(range(1, rules.cards + 1))
    Words(seed, game, Stream.DEAL).shuffle(cards)
    return cards


def shoe(rules, seed, game):
    """The shoe of a game of Casino War: a shuffle read backwards."""
    cards = rules.deck.cards()
    Words(seed, game, Stream.DEAL).shuffle(cards)
    return cards[::-1]


def two_packs(rules, seed, game):
    """The deal of a game of Wilcox War: two packs shuffled one after the other."""
    words = Words(seed, game, Stream.DEAL)
    packs = [rules.pack.cards() for _ in range(2)]
    for pack in packs:
        words.shuffle(pack)
    return [card for pair in zip(*packs, strict=True) for card in pair]


def _with_buried_jokers(rules, words):
    cards = Deck(rules.lowest, rules.highest, rules.copies).cards()
    words.shuffle(cards)
    players = rules.seats
    share = len(cards) // players
    held = [cards[player : share * players : players] for player in range(players)]
    for packet in held:
        packet.insert(words.below(share + 1), JOKER)
    dealt = [packet[place] for place in range(share + 1) for packet in held]
    return dealt + cards[share * players :]


def _hands(rules, words):
    hands = [read_hand(text) for text in rules.hands or ()]
    named = [card for hand in hands for card in hand.cards]
    left = remove_cards(rules.deck.cards(), named)
    unnamed = len(left)
    words.shuffle(left)
    taken = {}
    for seat, hand in enumerate(hands):
        if hand.barred:
            free = [place for place, card in enumerate(left) if card not in hand.barred]
            places = free[: hand.random]
            taken[seat] = [left[place] for place in places]
            left = [card for place, card in enumerate(left) if place not in places]
            words.shuffle(left)
    stars = sum(hand.random for hand in hands)
    sharers = sum(hand.is_rest for hand in hands)
    for seat, hand in enumerate(hands):
        if not hand.barred:
            size = (unnamed - stars) // sharers if hand.is_rest else hand.random
            taken[seat], left = left[:size], left[size:]
    row = []
    for seat, hand in enumerate(hands):
        packet = [*hand.cards, *taken[seat]]
        if not hand.is_rest:
            words.shuffle(packet)
        row += packet
    return row + left
