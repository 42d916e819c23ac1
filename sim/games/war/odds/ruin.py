"""War with cards that are all different and pots picked up in random order, exactly: it is a gambler's ruin.

Why: let all orders of the cards be equally likely. The best of the cards turned up is then as likely to be any
player's, whichever cards they are, so the winner says nothing about them; and once they lie under the winner's
packet in random order, all orders of the cards are equally likely again. So in every round each player in the game
stakes one card, and each is equally likely to win all of them. There are no ties. It does not matter which card
beats which (``low_beats_high``), but it does matter that the pot is shuffled.

- The size of a packet is a fair game, so a player wins with the chance k/n who holds k of n cards.
- Two players: ab rounds on average with a and b cards, and a variance of ab(a² + b² - 2)/3 (W. Feller, An
  Introduction to Probability Theory and Its Applications, vol. 1, 3rd ed., XIV.3); the chance of a longer game is
  the sum over odd j of 2/n cot(πj/2n) sin(πja/n) cos(πj/n)^t (XIV.5).
- Three players: abc/(n - 2) rounds until the first is out, and ab + bc + ca - 2abc/(n - 2) in all (A. Engel, "The
  computer solves the three tower problem", American Mathematical Monthly 100 (1993), 62-64). Both follow from
  martingales: while three play, the product of their cards falls by n - 2 a round on average, and while m play, the
  sum of the squares grows by m(m - 1).
- More players: no formula is known. The means are solutions of the linear equations of the chain of packet sizes,
  in floating-point numbers.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from sim.errors import UserError
from sim.limits import is_whole
from sim.machine.notebook import NotebookResult

MOST_PLAYERS = 8

MOST_CARDS = {2: 10_000, 3: 256, 4: 104, 5: 60, 6: 54, 7: 52, 8: 52}
"""The most cards for each number of players, for the memory and time of the equations."""

_ROUNDING = 1e-12


@dataclass(frozen=True)
class Ruin(NotebookResult):
    """The chances of a game with different cards and shuffled pots."""

    packets: tuple[int, ...]  # the number of cards of each player at the beginning
    wins: tuple[Fraction, ...]  # the chance of each player to win all the cards; fractions
    # The mean numbers of rounds until the first player is out, and of the game: fractions for two and three players.
    mean_first_out: Fraction | float
    mean_rounds: Fraction | float
    sd_rounds: float  # the standard deviation of that number

    def longer_than(self, rounds: int) -> float:
        """Return the chance of a game of more than ``rounds`` rounds, for two players.

        Raises
        ------
        UserError
            If there are more players.

        Examples
        --------
        >>> gamblers_ruin((1, 3)).longer_than(2), round(gamblers_ruin().longer_than(1000), 4)
        (0.5, 0.2048)
        """
        if len(self.packets) > 2:
            raise UserError(
                "known for two players",
                where="longer_than",
                cure="simulate it with sim.play, pickup shuffled",
            )
        if rounds < 0:
            return 1.0
        n, held = sum(self.packets), self.packets[0]
        return math.fsum(
            2
            / n
            / math.tan(math.pi * odd / (2 * n))
            * math.sin(math.pi * odd * held / n)
            * math.cos(math.pi * odd / n) ** rounds
            for odd in range(1, n, 2)
        )

    def quantile(self, share: float) -> int:
        """Return the fewest rounds within which at least this share of the games is over, for two players.

        Raises
        ------
        UserError
            If there are more players, or the share is not between 0 and 1.

        Examples
        --------
        >>> gamblers_ruin().quantile(0.5)
        512
        """
        if not 0 < share < 1:
            raise UserError(f"{share!r} is not a share between 0 and 1", where="share", cure="give 0.5 or so")
        left = 1 - share + _ROUNDING
        high = 1
        while self.longer_than(high) > left:
            high *= 2
        low = high // 2
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (low, middle) if self.longer_than(middle) <= left else (middle, high)
        return high


def gamblers_ruin(packets: Sequence[int] = (26, 26)) -> Ruin:
    """Return the exact chances of War with different cards (``copies = 1``) and ``pickup = "shuffled"``.

    Parameters
    ----------
    packets
        The number of cards of each player at the beginning, two to eight players.

    Raises
    ------
    UserError
        If these are not such numbers, or there are too many cards.

    Examples
    --------
    >>> ruin = gamblers_ruin((26, 26))
    >>> ruin.wins[0], ruin.mean_rounds, round(ruin.sd_rounds, 2)
    (Fraction(1, 2), Fraction(676, 1), 551.54)
    >>> gamblers_ruin((17, 17, 17)).mean_rounds
    Fraction(32657, 49)
    """
    held = tuple(packets)
    if not 2 <= len(held) <= MOST_PLAYERS or not all(is_whole(cards) and cards > 0 for cards in held):
        raise UserError(
            f"{packets!r} are not packets",
            where="packets",
            cure=f"give the cards of 2 to {MOST_PLAYERS} players, at least one each",
        )
    if sum(held) > MOST_CARDS[len(held)]:
        raise UserError(
            f"{sum(held)} cards for {len(held)} players",
            where="packets",
            cure=f"the equations are solved for at most {MOST_CARDS[len(held)]} cards",
        )
    n = sum(held)
    wins = tuple(Fraction(cards, n) for cards in held)
    if len(held) == 2:
        a, b = held
        variance = Fraction(a * b * (a**2 + b**2 - 2), 3)
        return Ruin(held, wins, Fraction(a * b), Fraction(a * b), math.sqrt(variance))
    from sim.games.war.odds.packet_sizes import solve_sizes

    solved = solve_sizes(held)
    if len(held) > 3:
        return Ruin(held, wins, *solved)
    product, pairs = math.prod(held), sum(a * b for a, b in combinations(held, 2))
    first_out = Fraction(product, n - 2)
    return Ruin(held, wins, first_out, pairs - 2 * first_out, solved[2])
