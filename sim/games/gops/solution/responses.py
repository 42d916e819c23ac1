"""The best response to any policy for GOPS, position by position in plain Python, and the named policies.

It shares nothing with the solver, so each can be checked against the other.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from sim.errors import UserError, unknown
from sim.games.gops.solution.problem import GopsProblem

Hand: TypeAlias = tuple[int, ...]

GopsPolicy: TypeAlias = Callable[[Hand, Hand, Hand, int, int, int], Mapping[int, float] | Sequence[float]]
"""``policy(mine, theirs, prizes, upcard, pot, lead)``: the chances of ``mine``, by card or in the hand's order."""

MOST_POSITIONS = 200_000
"""The most positions to visit; more would take minutes."""

_SUM_TO_ONE = 1e-9


def best_response(problem: GopsProblem, policy: str | GopsPolicy) -> float:
    """Return the mean payoff of the best response to a policy; see :meth:`GopsSolution.best_response`.

    Examples
    --------
    >>> best_response(GopsProblem(13, order="descending"), "match")
    65.0
    """
    if policy == "random":
        # Every hand can occur, so the number of positions is known beforehand.
        sets = 3 if problem.order == "random" else 2
        counts = (math.comb(problem.cards, size) ** sets for size in range(1, problem.cards + 1))
        if sum(counts) > MOST_POSITIONS:
            raise _too_many()
    return _Response(problem, named(policy, problem.cards) if isinstance(policy, str) else policy).value(
        tuple(range(1, problem.cards + 1)),
        tuple(range(1, problem.cards + 1)),
        tuple(range(1, problem.cards + 1)),
        0,
        0,
    )


def _too_many() -> UserError:
    return UserError(
        f"more than {MOST_POSITIONS:,} positions to visit",
        where="best_response",
        cure="use fewer cards, or a policy with fewer random bids",
    )


class _Response:
    """The best responses to one policy in the positions seen so far."""

    def __init__(self, problem: GopsProblem, policy: GopsPolicy) -> None:
        self._problem = problem
        self._policy = policy
        self._known: dict[tuple[Hand, Hand, Hand, int, int], float] = {}

    def value(self, mine: Hand, theirs: Hand, prizes: Hand, pot: int, lead: int) -> float:
        """Return the payoff of the responder, whose hand is given first, from here on."""
        if not prizes:
            return float((lead > 0) - (lead < 0)) if self._problem.is_win else 0.0
        key = mine, theirs, prizes, pot, lead
        known = self._known.get(key)
        if known is not None:
            return known
        if len(self._known) >= MOST_POSITIONS:
            raise _too_many()
        # The entry is made before the later positions are visited, so that the limit counts it.
        self._known[key] = math.nan
        upcards = {"random": prizes, "descending": prizes[-1:], "ascending": prizes[:1]}[self._problem.order]
        total = math.fsum(self._turned(mine, theirs, prizes, upcard, pot, lead) for upcard in upcards)
        self._known[key] = total / len(upcards)
        return self._known[key]

    def _turned(self, mine: Hand, theirs: Hand, prizes: Hand, upcard: int, pot: int, lead: int) -> float:
        """Return the payoff of the best bid after this prize has been turned."""
        rest = _without(prizes, upcard)
        given = self._policy(theirs, mine, rest, upcard, pot, -lead)
        chances = {card: chance for card, chance in _chances(theirs, given) if chance > 0}
        return max(
            math.fsum(
                chance * self._bid(mine, theirs, rest, upcard + pot, lead, card, answer)
                for answer, chance in chances.items()
            )
            for card in mine
        )

    def _bid(
        self, mine: Hand, theirs: Hand, rest: Hand, stake: int, lead: int, card: int, answer: int
    ) -> float:
        """Return the payoff of a pair of bids."""
        won = ((card > answer) - (card < answer)) * stake
        pot = stake if card == answer and self._problem.carry_over else 0
        after = lead + won if self._problem.is_win else 0
        value = self.value(_without(mine, card), _without(theirs, answer), rest, pot, after)
        return value if self._problem.is_win else won + value


def _chances(hand: Hand, given: Mapping[int, float] | Sequence[float]) -> list[tuple[int, float]]:
    """Return the chances of the cards of a hand.

    Raises
    ------
    UserError
        If they are not valid.
    """
    pairs: list[tuple[int, float]]
    if isinstance(given, Mapping):
        pairs = [(card, float(chance)) for card, chance in given.items()]
    elif len(given) != len(hand):
        raise UserError(
            f"{len(given)} chances for {len(hand)} cards", where="policy", cure="give one for each card held"
        )
    else:
        pairs = [(card, float(chance)) for card, chance in zip(hand, given, strict=True)]
    for card, chance in pairs:
        if card not in hand or not chance >= 0:
            raise UserError(
                f"chance {chance} of card {card} with the hand {hand}",
                where="policy",
                cure="give chances from 0 to 1, of cards held",
            )
    total = math.fsum(chance for _, chance in pairs)
    if abs(total - 1) > _SUM_TO_ONE:
        raise UserError(f"chances that add up to {total}", where="policy", cure="they must add up to 1")
    return pairs


def _without(cards: Hand, card: int) -> Hand:
    place = cards.index(card)
    return cards[:place] + cards[place + 1 :]


def _nearest(hand: Hand, target: int) -> int:
    """Return the held card nearest to a number, the lower of two equally near."""
    return min(hand, key=lambda card: (abs(card - target), card))


def _pure(choose: Callable[[Hand, Hand, Hand, int, int], int]) -> GopsPolicy:
    """Return the policy whose bid is a function of hands, prizes, upcard and pot."""

    def policy(
        mine: Hand, theirs: Hand, prizes: Hand, upcard: int, pot: int, lead: int
    ) -> Mapping[int, float]:
        return {choose(mine, theirs, prizes, upcard, pot): 1.0}

    return policy


def _beat_match(mine: Hand, theirs: Hand, prizes: Hand, upcard: int, pot: int) -> int:
    expected = _nearest(theirs, upcard)
    return min((card for card in mine if card > expected), default=mine[0])


def _rank(prizes: Hand, upcard: int) -> int:
    return sum(prize < upcard for prize in prizes)


NAMES = (
    "random",
    "high-first",
    "low-first",
    "match",
    "match-plus-one",
    "match-pot",
    "proportional",
    "beat-match",
)
"""The named policies of GOPS without a table."""


def named(name: str, cards: int) -> GopsPolicy:
    """Return the policy of that name, for a game with that number of cards.

    Raises
    ------
    UserError
        If there is no such policy; the error suggests the nearest name.
    """
    match name:
        case "random":
            return lambda mine, theirs, prizes, upcard, pot, lead: dict.fromkeys(mine, 1 / len(mine))
        case "high-first":
            return _pure(lambda mine, theirs, prizes, upcard, pot: mine[-1])
        case "low-first":
            return _pure(lambda mine, theirs, prizes, upcard, pot: mine[0])
        case "match":
            return _pure(lambda mine, theirs, prizes, upcard, pot: _nearest(mine, upcard))
        case "match-plus-one":
            return _pure(lambda mine, theirs, prizes, upcard, pot: _nearest(mine, upcard % cards + 1))
        case "match-pot":
            return _pure(lambda mine, theirs, prizes, upcard, pot: _nearest(mine, pot + upcard))
        case "proportional":
            return _pure(lambda mine, theirs, prizes, upcard, pot: mine[_rank(prizes, upcard)])
        case "beat-match":
            return _pure(_beat_match)
    raise unknown("policy", name, NAMES)
