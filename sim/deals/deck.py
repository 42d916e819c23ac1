"""The deal of game ``k``: a row of cards, and how it is split into the players' packets.

A deal is the whole shuffled deck as a row of ``uint8``. The cards are dealt one at a
time round the table: player ``p`` of ``P`` gets ``row[p::P]``, with the first card on
top of the packet. If the cards do not divide evenly, the last ones of the row stay out
of the game. With named ``hands``, the row holds the packets one after the other
instead. The row depends only on ``(seed, game, deck)``, so all variants of the rules
get the same deals.

The draws come from the stream ``DEAL`` of the game, in this order (see :mod:`sim.rng`
for a shuffle):

- an ordinary deal: one shuffle of :meth:`sim.cards.Deck.cards`;
- buried jokers: one shuffle of the deck without the jokers, then for each seat in turn
  one draw of the joker's place in the packet (0 is the top);
- named hands: as described in :mod:`sim.deals.hands`;
- a new or a played pack: its riffles, as described in :mod:`sim.deals.riffles`.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from sim.cards import HIGHEST_CODE, JOKER, MOST_CARDS, Deck
from sim.contract.dealing import Layout
from sim.contract.deck_rules import SHUFFLED, DeckRules
from sim.deals.hands import hand_sizes, plan_of
from sim.errors import UserError
from sim.rng import batches
from sim.words import count_words


def check_deal(rules: DeckRules) -> None:
    """Refuse a deck, buried jokers or named hands that cannot be dealt to the players.

    Parameters
    ----------
    rules
        The rules.

    Raises
    ------
    UserError
        If it cannot be dealt.
    """
    deck = rules.deck
    seats = rules.seats
    for option in ("hands", "bury_jokers"):
        if rules.pack != SHUFFLED and getattr(rules, option):
            raise UserError(
                f"not possible with pack = {rules.pack!r}",
                where=option,
                cure="such a pack is dealt one card at a time: leave one of the two out",
            )
    if rules.bury_jokers and deck.jokers != seats:
        raise UserError(
            f"true with {count_words(deck.jokers, 'joker')} for {seats} players",
            where="bury_jokers",
            cure=f"each packet gets one joker: set jokers = {seats}",
        )
    if rules.hands is not None:
        if rules.bury_jokers:
            raise UserError(
                "not possible with bury_jokers",
                where="hands",
                cure="name the jokers in the hands, or leave one of the two out",
            )
        plan_of(rules)  # refuses what cannot be dealt
    elif deck.size < seats:
        raise UserError(
            f"{count_words(deck.size, 'card')} for {seats} players",
            cure="the deck must have a card for each player",
        )


def layout(rules: DeckRules, cards: int | None = None) -> Layout:
    """Where the packets lie in a row of the game's own deals, or in a given row of ``cards`` cards.

    Parameters
    ----------
    rules
        The rules.
    cards
        The number of cards of a given row; None for the game's own deals.

    Raises
    ------
    UserError
        If there are too few cards.
    """
    seats = rules.seats
    if cards is None and rules.hands is not None:
        return Layout.of_packets(hand_sizes(rules))
    size = rules.deck.size if cards is None else cards
    if size < seats:
        raise UserError(
            f"{count_words(size, 'card')} for {seats} players",
            cure="each player needs at least one card",
        )
    return Layout(tuple(range(seats)), (size // seats,) * seats, seats)


def same_deals(rules: DeckRules) -> object:
    """What the deals depend on besides the seed.

    Rules for which it is equal get the same deals.

    Parameters
    ----------
    rules
        The rules.
    """
    return (
        rules.deck,
        rules.bury_jokers,
        rules.hands,
        rules.seats,
        rules.pack,
        rules.riffles,
    )


def deal_rows(rules: DeckRules, seed: int, first: int, games: int) -> NDArray[np.uint8]:
    """The deals of games ``first ... first+games-1``, compiled.

    Parameters
    ----------
    rules
        The rules.
    seed
        The seed.
    first
        The number of the first game.
    games
        The number of games.
    """
    from sim.kernels import dealing as compiled

    rows = np.empty((games, rules.deck.size), np.uint8)
    if rules.hands is not None:
        compiled.deal_hands(*hands_arguments(rules, seed, first, rows))
    elif rules.bury_jokers:
        compiled.deal_buried(*buried_arguments(rules, seed, first, rows))
    else:
        compiled.deal_shuffled(*shuffle_arguments(rules, seed, first, rows))
    return rows


def shuffle_arguments(
    rules: DeckRules, seed: int, first: int, rows: NDArray[np.uint8]
) -> tuple[Any, ...]:
    """The arguments of the kernel that deals shuffled decks.

    It is :func:`sim.kernels.dealing.deal_shuffled`.

    Parameters
    ----------
    rules
        The rules.
    seed
        The seed.
    first
        The number of the first game.
    rows
        uint8 (games, cards): the rows to fill.
    """
    from sim.kernels.philox import BUFFER

    pack = np.array(rules.deck.cards(), np.uint8)
    words = np.zeros((2, 4), np.uint64), np.zeros(BUFFER, np.uint64)
    wide = np.zeros(len(pack), np.uint32), np.zeros(4 * len(pack), np.uint32)
    return (
        pack,
        *shared_draws(len(pack)),
        np.uint64(seed),
        np.uint64(first),
        rows.reshape(-1),
        (*words, *wide),
    )


def hands_arguments(
    rules: DeckRules, seed: int, first: int, rows: NDArray[np.uint8]
) -> tuple[Any, ...]:
    """The arguments of the kernel that deals named hands.

    It is :func:`sim.kernels.dealing.deal_hands`; without named hands all cards are the
    rest.

    Parameters
    ----------
    rules
        The rules.
    seed
        The seed.
    first
        The number of the first game.
    rows
        uint8 (games, cards): the rows to fill.
    """
    from sim.kernels.philox import BUFFER

    taken, left = np.zeros((2, rules.deck.size), np.uint8)
    work = taken, left, np.zeros(BUFFER, np.uint64)
    flat = rows.reshape(-1)
    return plan_of(rules), np.uint64(seed), np.uint64(first), flat, work


def buried_arguments(
    rules: DeckRules, seed: int, first: int, rows: NDArray[np.uint8]
) -> tuple[Any, ...]:
    """The arguments of the kernel that deals a joker into each packet.

    It is :func:`sim.kernels.dealing.deal_buried`.

    Parameters
    ----------
    rules
        The rules.
    seed
        The seed.
    first
        The number of the first game.
    rows
        uint8 (games, cards): the rows to fill.
    """
    from sim.kernels.philox import BUFFER

    plain = Deck(rules.lowest, rules.highest, rules.copies).cards()
    pack = np.array(plain, np.uint8)
    work = np.zeros_like(pack), np.zeros(BUFFER, np.uint64)
    at = np.uint64(seed), np.uint64(first)
    return pack, np.uint8(JOKER), rules.seats, *at, rows, work


def shared_draws(cards: int) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
    """The shared draws of a shuffle, as the kernel takes them.

    For each batch of :func:`sim.rng.batches` they are its last bound minus one, and the
    product of its bounds.

    Parameters
    ----------
    cards
        The number of cards.
    """
    shared = batches(cards)
    ends = np.array([bounds[-1] - 1 for _, bounds in shared], np.uint64)
    return ends, np.array([product for product, _ in shared], np.uint64)


def check_deals(rules: DeckRules, rows: NDArray[np.integer]) -> NDArray[np.uint8]:
    """Return given deals as uint8 (games, cards) in C order.

    Parameters
    ----------
    rules
        The rules.
    rows
        The given deals, a row each.

    Raises
    ------
    UserError
        If the rules cannot play them.
    """
    if rules.hands is not None:
        raise UserError(
            "deals together with hands",
            cure="give the packets either as deals or as hands",
        )
    if not rules.seats <= rows.shape[1] <= MOST_CARDS:
        raise UserError(
            f"deals of {count_words(rows.shape[1], 'card')}",
            cure=f"a deal must have from {rules.seats} (one per player) to {MOST_CARDS} cards",
        )
    codes = checked_codes(rows)
    if codes.size:
        rules.check_cards(int(codes.max()))
    return codes


def checked_codes(rows: NDArray[np.integer]) -> NDArray[np.uint8]:
    """Given cards as uint8 in C order.

    Parameters
    ----------
    rows
        The cards.

    Raises
    ------
    UserError
        If one is no card.
    """
    if rows.size and not 1 <= int(rows.min()) <= int(rows.max()) <= HIGHEST_CODE:
        raise UserError(
            "a card out of range",
            where="deals",
            cure=f"cards are codes from 1 to {HIGHEST_CODE}",
        )
    return np.ascontiguousarray(rows, np.uint8)
