"""Payoffs of policies, position by position in plain Python, which shares nothing with the compiled solution."""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

from sim.errors import UserError
from sim.limits import is_whole

Hand: TypeAlias = tuple[int, ...]
Chances: TypeAlias = Mapping[int, float] | Sequence[float]

MOST_POSITIONS = 300_000
"""The most positions to visit; more would take minutes."""

_SUM_TO_ONE = 1e-9

State = TypeVar("State", bound=Hashable)
Turn = TypeVar("Turn")


class PlainGame(Protocol[State, Turn]):
    """A game as payoffs are computed in it: those of player 0, whose hand is always the first."""

    fewer: str  # how to make the game smaller, for the error

    @property
    def start(self) -> State:
        """The position at the beginning."""

    def final(self, state: State) -> float | None:
        """Return the payoff of a position in which the game is over, otherwise None."""

    def turns(self, state: State) -> Sequence[Turn]:
        """Return what chance makes of a position, each equally likely: the players then choose at once."""

    def hands(self, turn: Turn) -> tuple[Hand, Hand]:
        """Return both hands, ascending."""

    def ask(self, policy: Any, turn: Turn, seat: int) -> Chances:
        """Return the chances of a policy in a player's seat."""

    def after(self, turn: Turn, card: int, answer: int) -> tuple[float, State]:
        """Return what player 0 gains at once when both have chosen, and the next position."""


class Payoffs(Generic[State, Turn]):
    """Player 0's payoffs in the positions visited so far; without a policy for player 0, the best response's."""

    def __init__(self, game: PlainGame[State, Turn], mine: Any, theirs: Any) -> None:
        self._game = game
        self._policies = mine, theirs
        self._known: dict[State, float] = {}

    def value(self, state: State) -> float:
        """Return the payoff from a position on."""
        final = self._game.final(state)
        if final is not None:
            return final
        known = self._known.get(state)
        if known is not None:
            return known
        check_positions(len(self._known) + 1, self._game.fewer)
        # The entry is made before the later positions are visited, so that the limit counts it.
        self._known[state] = math.nan
        turns = self._game.turns(state)
        self._known[state] = math.fsum(map(self._turned, turns)) / len(turns)
        return self._known[state]

    def _turned(self, turn: Turn) -> float:
        mine, theirs = self._policies
        hands = self._game.hands(turn)
        answers = self._chances(theirs, turn, 1)
        cards = dict.fromkeys(hands[0], 1.0) if mine is None else self._chances(mine, turn, 0)
        brings = {
            card: math.fsum(chance * self._after(turn, card, answer) for answer, chance in answers.items())
            for card in cards
        }
        if mine is None:
            return max(brings.values())
        return math.fsum(chance * brings[card] for card, chance in cards.items())

    def _after(self, turn: Turn, card: int, answer: int) -> float:
        gain, state = self._game.after(turn, card, answer)
        return gain + self.value(state)

    def _chances(self, policy: Any, turn: Turn, seat: int) -> dict[int, float]:
        """Return the chances of the cards that a policy may choose; it is not asked when all cards are equal."""
        hand = self._game.hands(turn)[seat]
        if hand[0] == hand[-1]:
            return {hand[0]: 1.0}
        return _checked(hand, self._game.ask(policy, turn, seat))


def hand_of(cards: Iterable[int], highest: int, where: str) -> Hand:
    """Return a collection of cards from 1 to the highest one in ascending order."""
    try:
        given = sorted(cards)
    except TypeError:
        raise UserError(
            f"{cards!r} is not a collection of cards", where=where, cure="give a collection of cards"
        ) from None
    for card in given:
        if not is_whole(card) or not 0 < card <= highest:
            raise UserError(
                f"{card!r} is not a card of this game", where=where, cure=f"cards are from 1 to {highest}"
            )
    return tuple(map(int, given))


def without(hand: Hand, card: int) -> Hand:
    """Return a hand without one of its cards."""
    place = hand.index(card)
    return hand[:place] + hand[place + 1 :]


def with_cards(hand: Hand, *cards: int) -> Hand:
    """Return a hand with more cards, ascending."""
    return tuple(sorted((*hand, *cards)))


def check_positions(positions: int, fewer: str) -> None:
    """Refuse a policy that leads to too many positions."""
    if positions > MOST_POSITIONS:
        raise UserError(f"more than {MOST_POSITIONS:,} positions to visit", where="policy", cure=fewer)


def _checked(hand: Hand, given: Chances) -> dict[int, float]:
    """Return the chances above 0 by card, refused if they are not valid."""
    if isinstance(given, Mapping):
        pairs = list(given.items())
    elif len(given) == len(hand):
        pairs = list(zip(hand, given, strict=True))
    else:
        raise UserError(
            f"{len(given)} chances for {len(hand)} cards", where="policy", cure="give one for each card held"
        )
    chances: dict[int, float] = {}
    for card, chance in pairs:
        if card not in hand or not chance >= 0:
            raise UserError(
                f"chance {chance} of card {card} with the hand {hand}",
                where="policy",
                cure="give chances from 0 to 1, of cards held",
            )
        if chance > 0:
            chances[card] = chances.get(card, 0.0) + float(chance)
    total = math.fsum(chances.values())
    if abs(total - 1) > _SUM_TO_ONE:
        raise UserError(f"chances that add up to {total}", where="policy", cure="they must add up to 1")
    return chances
