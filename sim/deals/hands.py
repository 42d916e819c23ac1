"""Named hands: the cards of each player's packet, and the plan by which they are dealt.

A hand is a text of cards (``"A A A K"``). In it, a star with a number is that many
random cards from those that no hand names (``"A A A *23"``), and a minus with a card
bars that rank from them (``"A A A -A *23"`` never has the fourth ace). ``"*rest"``
alone is an even share of the cards that no hand names and no star takes.

A deal is made in these steps, with words of the game's stream ``DEAL``:

1. The cards that no hand names, from the lowest rank up, are shuffled once.
2. Players whose hands bar cards choose first, in seat order. Each takes the first cards
   of that row that the hand does not bar, as many as its star says, and the remaining
   cards are shuffled again before the next player chooses.
3. The other players take their cards from the front of the remaining row, in seat
   order. Cards left over stay out of the game.
4. Each packet is shuffled, in seat order, starting from its named cards as written,
   then its random ones as taken. Shares of the rest are not shuffled again: they are
   already in random order.

So each player gets a uniformly random choice of the remaining cards that the hand does
not bar: cards are taken from the front of a row in uniformly random order, which the
second shuffle makes uniform again. If no hand bars cards, or all that do bar the same
ranks, all deals that the hands allow are equally likely, since the number of choices a
player has does not depend on the cards taken before. If hands bar different ranks it
does, and deals that leave later players fewer choices are more likely. A request under
which a later player could find too few cards is refused, so every deal can be
completed.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sim.cards import HIGHEST_CODE, card_text, parse_card, remove_cards
from sim.contract.deck_rules import DeckRules
from sim.errors import UserError, reported_at
from sim.words import count_words

REST = "*rest"
"""In ``hands``: an even share of the cards that no hand names."""


@dataclass(frozen=True)
class Hand:
    """The cards of a player's packet.

    Attributes
    ----------
    text
        The hand as given.
    cards
        The cards that it names.
    random
        The number of random cards besides.
    barred
        The ranks that the random cards must not have.
    is_rest
        Whether it is an even share of the cards left.
    """

    text: str
    cards: tuple[int, ...] = ()
    random: int = 0
    barred: frozenset[int] = frozenset()
    is_rest: bool = False


class DealPlan(NamedTuple):
    """How the rows of named hands are made, as the compiled code takes it.

    The steps are in the docstring of this module.

    Attributes
    ----------
    pack
        uint8 (cards,): the cards before the first shuffle: those that no hand names,
        then the named ones, seat by seat.
    unnamed
        The number of cards that no hand names; these are shuffled.
    wanted, barred
        int64 (choices,) and bool (choices, 256), for each player whose hand bars cards:
        how many random cards to take, and whether each rank is barred.
    places
        int64 (cards,): for each place of the row before the packets are shuffled, the
        index of its card: among the unnamed cards in the order in which they were
        taken, followed by the named ones.
    packets
        int64 (packets, 2): for each packet that is shuffled, its start in the row and
        its size.
    """

    pack: NDArray[np.uint8]
    unnamed: int
    wanted: NDArray[np.int64]
    barred: NDArray[np.bool_]
    places: NDArray[np.int64]
    packets: NDArray[np.int64]


def read_hand(text: str) -> Hand:
    """The hand that a text describes.

    Parameters
    ----------
    text
        The text.

    Raises
    ------
    UserError
        If it is no hand.
    """
    if text.strip() == REST:
        return Hand(text, is_rest=True)
    cards: list[int] = []
    barred: set[int] = set()
    stars: list[int] = []
    for word in text.split():
        number = word[1:]
        if word == REST:
            raise UserError(
                f"{text!r} combines {REST!r} with cards",
                cure=f"{REST!r} must be the whole hand",
            )
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
        raise UserError(
            f"{text!r} bars cards but has no random ones",
            cure='say how many it has, such as "-A *23"',
        )
    return Hand(text, tuple(cards), sum(stars), frozenset(barred))


def check_even_hands(rules: DeckRules) -> None:
    """Refuse named hands of different sizes.

    Parameters
    ----------
    rules
        The rules.

    Raises
    ------
    UserError
        If they have.
    """
    sizes = hand_sizes(rules)
    if len(set(sizes)) > 1:
        raise UserError(
            f"packets of {' and '.join(map(str, sizes))} cards",
            where="hands",
            cure="they are played once, card against card: give both the same number of cards",
        )


def hand_sizes(rules: DeckRules) -> tuple[int, ...]:
    """How many cards each player gets.

    Parameters
    ----------
    rules
        The rules.
    """
    hands, left = _read(rules)
    return _sizes(hands, len(left))


@lru_cache(maxsize=64)
def plan_of(rules: DeckRules) -> DealPlan:
    """How the rows of named hands are made; without any, each packet is an even share.

    Parameters
    ----------
    rules
        The rules, with the deck, the players and their hands.

    Raises
    ------
    UserError
        If the hands cannot be dealt from the deck.
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
    packets: list[tuple[int, int]] = []
    named = len(left)
    for seat, hand in enumerate(hands):
        if not hand.is_rest:
            packets.append((len(places), sizes[seat]))
        places += [*range(named, named + len(hand.cards)), *random[seat]]
        named += len(hand.cards)
    places += range(taken, len(left))
    barred = np.zeros((len(choosing), HIGHEST_CODE + 1), np.bool_)
    for choice, seat in enumerate(choosing):
        barred[choice, list(hands[seat].barred)] = True
    pack = [*left, *(card for hand in hands for card in hand.cards)]
    return DealPlan(
        pack=np.array(pack, np.uint8),
        unnamed=len(left),
        wanted=np.array([hands[seat].random for seat in choosing], np.int64),
        barred=barred,
        places=np.array(places, np.int64),
        packets=np.array(packets, np.int64).reshape(-1, 2),
    )


def _read(rules: DeckRules) -> tuple[list[Hand], list[int]]:
    """The hands, and the cards that no hand names."""
    texts = (REST,) * rules.seats if rules.hands is None else rules.hands
    if len(texts) != rules.seats:
        raise UserError(
            f"{count_words(len(texts), 'text')} for {rules.seats} players",
            where="hands",
            cure=f'give one for each player; "{REST}" is an even share of what is left',
        )
    with reported_at("hands", within=True):
        hands = [read_hand(text) for text in texts]
        deck = rules.deck.cards()
        left = remove_cards(deck, (card for hand in hands for card in hand.cards))
        # Only to check that the ranks that a hand must not have are ranks of the deck.
        remove_cards(
            sorted(set(deck)), sorted({rank for hand in hands for rank in hand.barred})
        )
    return hands, left


def _sizes(hands: Sequence[Hand], unnamed: int) -> tuple[int, ...]:
    stars = sum(hand.random for hand in hands)
    if stars > unnamed:
        raise UserError(
            f"{stars} random cards, but only {unnamed} that no hand names",
            where="hands",
            cure="ask for fewer",
        )
    sharers = sum(hand.is_rest for hand in hands)
    share = (unnamed - stars) // max(sharers, 1)
    sizes = tuple(
        share if hand.is_rest else len(hand.cards) + hand.random for hand in hands
    )
    if not all(sizes):
        raise UserError(
            "a player without a card",
            where="hands",
            cure="each player needs at least one",
        )
    return sizes


def _check_bars(hands: Sequence[Hand], left: Sequence[int]) -> None:
    """Refuse bars under which a player may find too few cards.

    Players who choose earlier may have taken them.
    """
    for place, hand in enumerate(hands):
        free = [card for card in left if card not in hand.barred]
        gone = sum(
            min(other.random, sum(card not in other.barred for card in free))
            for other in hands[:place]
        )
        if len(free) - gone < hand.random:
            ranks = " and ".join(card_text(rank) for rank in sorted(hand.barred))
            raise UserError(
                f"{hand.text!r} may find only {max(len(free) - gone, 0)} cards other than {ranks}",
                where="hands",
                cure="ask for fewer random cards, or name cards",
            )
