"""Named hands: what each player's packet is made of, and the plan by which it is dealt.

A hand is a text of cards (``"A A A K"``), of which a number with a star stands for that many random cards of those that
no hand names (``"A A A *23"``), and a card with a minus is none of them (``"A A A -A *23"`` never has the fourth ace).
``"*rest"`` alone is an even share of the cards that nobody names and no star takes.

How a deal is made, with words of the game's stream ``DEAL``:

1. The cards that nobody names, from the lowest rank up, are shuffled once.
2. Players whose hands bar cards choose first, in seat order: each takes the first cards of that row that its hand does
   not bar, as many as its star says, and what is left is shuffled again before anybody else takes a card.
3. The other players take theirs from the front of what is left, in seat order; what is over stays out of the game.
4. Each packet but the shares of the rest, which are in random order already, is shuffled, in seat order: before that
   it has its named cards as they are written, then its random ones as they were taken.

Each player so gets any of the cards that are left and that the hand does not bar, all choices equally likely: cards are
taken from the front of a row in uniformly random order, which the second shuffle makes uniform again. Where no hand
bars cards, or all that do bar the same ranks, every deal that the hands allow is therefore equally likely, since
how many choices a player has does not depend on what was taken before. Where hands bar different ranks it does, and
deals are likelier that leave later players less to choose from. A request under which a later player could find too few
cards is refused, so that every deal can be made.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from sim.cards import card_text, parse_card, remove_cards
from sim.contract.rules import DeckRules
from sim.errors import UserError
from sim.rng import Words

REST = "*rest"
"""In ``hands``: an even share of the cards that nobody names."""


@dataclass(frozen=True)
class Hand:
    """What a player's packet is made of.

    Attributes
    ----------
    text
        As it was given.
    cards
        The cards that it names.
    random
        How many random cards it has besides.
    barred
        The ranks that are none of those.
    is_rest
        Whether it is an even share of what is left, and nothing else.
    """

    text: str
    cards: tuple[int, ...] = ()
    random: int = 0
    barred: frozenset[int] = frozenset()
    is_rest: bool = False


@dataclass(frozen=True)
class DealPlan:
    """How the rows of named hands are made; steps as in the description of the module.

    Attributes
    ----------
    pack
        The cards before the first shuffle: those that nobody names, then the named ones, seat after seat.
    unnamed
        How many of them are shuffled.
    choices
        For each player that bars cards: how many are taken, and the ranks that are not.
    places
        Which card lies at each place of the row before the packets are shuffled: its place among the cards in the order
        in which they were taken, with the named ones after them.
    packets
        For each packet that is shuffled, where it begins in the row, and its size.
    """

    pack: tuple[int, ...]
    unnamed: int
    choices: tuple[tuple[int, frozenset[int]], ...]
    places: tuple[int, ...]
    packets: tuple[tuple[int, int], ...]


def read_hand(text: str) -> Hand:
    """Return what a hand is made of.

    Raises
    ------
    UserError
        If it is none.

    Examples
    --------
    >>> read_hand("A A A -A *23")
    Hand(text='A A A -A *23', cards=(14, 14, 14), random=23, barred=frozenset({14}), is_rest=False)
    """
    if text.strip() == REST:
        return Hand(text, is_rest=True)
    cards: list[int] = []
    barred: set[int] = set()
    stars: list[int] = []
    for word in text.split():
        number = word[1:]
        if word == REST:
            raise UserError(f"{REST!r} with more in {text!r}", cure="it is a whole hand by itself")
        if word[0] == "*" and number.isdecimal() and number.isascii():
            stars.append(int(number))
        elif word[0] == "-":
            barred.add(parse_card(number))
        else:
            cards.append(parse_card(word))
    if len(stars) > 1 or 0 in stars:
        raise UserError(
            f"{text!r} has {'*0' if 0 in stars else 'two numbers with a star'}",
            cure='give one number of random cards, such as "*23"',
        )
    if barred and not stars:
        raise UserError(f"{text!r} bars cards", cure='say of how many random cards, such as "-A *23"')
    return Hand(text, tuple(cards), sum(stars), frozenset(barred))


def check_hands(rules: DeckRules) -> None:
    """Refuse named hands that cannot be dealt to the players from the deck.

    Raises
    ------
    UserError
        If they cannot.
    """
    plan_of(rules)


def check_even_hands(rules: DeckRules) -> None:
    """Refuse named hands of different sizes.

    Raises
    ------
    UserError
        If one player would have more cards than the other.
    """
    sizes = hand_sizes(rules)
    if len(set(sizes)) > 1:
        raise UserError(
            f"packets of {' and '.join(map(str, sizes))} cards",
            where="hands",
            cure="they are played through once, card against card: name equally many",
        )


def hand_sizes(rules: DeckRules) -> tuple[int, ...]:
    """Return how many cards each player gets.

    Raises
    ------
    UserError
        If the hands do not fit the deck or the players.
    """
    hands, left = _read(rules)
    return _sizes(hands, len(left))


@lru_cache(maxsize=64)
def plan_of(rules: DeckRules) -> DealPlan:
    """Return how the rows of named hands are made.

    Raises
    ------
    UserError
        If the hands do not fit the deck or the players.
    """
    hands, left = _read(rules)
    sizes = _sizes(hands, len(left))
    choosing = [seat for seat, hand in enumerate(hands) if hand.barred]
    taking = [*choosing, *(seat for seat, hand in enumerate(hands) if not hand.barred)]
    _check_bars([hands[seat] for seat in choosing], left)
    random: dict[int, range] = {}
    taken = 0
    for seat in taking:
        size = sizes[seat] if hands[seat].is_rest else hands[seat].random
        random[seat] = range(taken, taken + size)
        taken += size
    places: list[int] = []
    packets = []
    named = len(left)
    for seat, hand in enumerate(hands):
        if not hand.is_rest:
            packets.append((len(places), sizes[seat]))
        places += [*range(named, named + len(hand.cards)), *random[seat]]
        named += len(hand.cards)
    places += range(taken, len(left))
    return DealPlan(
        pack=(*left, *(card for hand in hands for card in hand.cards)),
        unnamed=len(left),
        choices=tuple((hands[seat].random, hands[seat].barred) for seat in choosing),
        places=tuple(places),
        packets=tuple(packets),
    )


def deal_hands(plan: DealPlan, words: Words) -> list[int]:
    """Return one row, in plain Python: the packets one after the other, then the cards that stay out of the game."""
    left = list(plan.pack[: plan.unnamed])
    words.shuffle(left)
    chosen: list[int] = []
    for wanted, barred in plan.choices:
        places = [place for place, card in enumerate(left) if card not in barred][:wanted]
        chosen += [left[place] for place in places]
        left = [card for place, card in enumerate(left) if place not in places]
        words.shuffle(left)
    cards = [*chosen, *left, *plan.pack[plan.unnamed :]]
    row = [cards[place] for place in plan.places]
    for start, size in plan.packets:
        packet = row[start : start + size]
        words.shuffle(packet)
        row[start : start + size] = packet
    return row


def _read(rules: DeckRules) -> tuple[list[Hand], list[int]]:
    """Return the hands, and the cards that none of them names."""
    texts = rules.hands or ()
    if len(texts) != rules.seats:
        raise UserError(
            f"{len(texts)} texts for {rules.seats} players",
            where="hands",
            cure=f'one for each player, "{REST}" for an even share of what is left',
        )
    try:
        hands = [read_hand(text) for text in texts]
        deck = rules.deck.cards()
        left = remove_cards(deck, (card for hand in hands for card in hand.cards))
        remove_cards(sorted(set(deck)), sorted({rank for hand in hands for rank in hand.barred}))
    except UserError as error:
        raise error.at("hands") from None
    return hands, left


def _sizes(hands: Sequence[Hand], unnamed: int) -> tuple[int, ...]:
    stars = sum(hand.random for hand in hands)
    if stars > unnamed:
        raise UserError(
            f"{stars} random cards of {unnamed} that no hand names", where="hands", cure="ask for fewer"
        )
    sharers = sum(hand.is_rest for hand in hands)
    share = (unnamed - stars) // max(sharers, 1)
    sizes = tuple(share if hand.is_rest else len(hand.cards) + hand.random for hand in hands)
    if not all(sizes):
        raise UserError("a player without a card", where="hands", cure="every player needs at least one")
    return sizes


def _check_bars(hands: Sequence[Hand], left: Sequence[int]) -> None:
    """Refuse bars under which a player may find too few cards, after those who choose before."""
    for place, hand in enumerate(hands):
        free = [card for card in left if card not in hand.barred]
        gone = sum(
            min(other.random, sum(card not in other.barred for card in free)) for other in hands[:place]
        )
        if len(free) - gone < hand.random:
            ranks = " and ".join(card_text(rank) for rank in sorted(hand.barred))
            raise UserError(
                f"{hand.text!r} with {max(len(free) - gone, 0)} random cards to count on that are no {ranks}",
                where="hands",
                cure="ask for fewer, or name cards",
            )
