"""War with different cards and pots in random order, exactly: a gambler's ruin.

Why: let all orders of the cards be equally likely. The best of the cards turned up is
then as likely to be any player's, whichever cards they are, so the winner says nothing
about them; and once they lie under the winner's packet in random order, all orders of
the cards are equally likely again. So in every round each player in the game stakes one
card, and each is equally likely to win all of them. There are no ties. It does not
matter which card beats which (``low_beats_high``), but it does matter that the pot is
shuffled.

- The size of a packet is a fair game, so a player wins with the chance k/n who holds k
  of n cards.
- Two players: ab rounds on average with a and b cards, and a variance of ab(a² + b² -
  2)/3 (W. Feller, An Introduction to Probability Theory and Its Applications, vol. 1,
  3rd ed., XIV.3); the chance of a longer game is the sum over odd j of 2/n cot(πj/2n)
  sin(πja/n) cos(πj/n)^t (XIV.5).
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from sim.errors import UserError, shown
from sim.limits import is_number, is_whole
from sim.machine.notebook import NotebookResult

MOST_CARDS = 10_000

_ROUNDING = 1e-12


@dataclass(frozen=True)
class Ruin(NotebookResult):
    """The chances of a game with different cards and shuffled pots.

    Attributes
    ----------
    packets
        The number of cards of each player at the beginning.
    wins
        The chance of each player to win all the cards.
    mean_rounds, sd_rounds
        The mean number of rounds, and its standard deviation.
    """

    packets: tuple[int, int]
    wins: tuple[Fraction, Fraction]
    mean_rounds: Fraction
    sd_rounds: float

    def longer_than(self, rounds: int) -> float:
        """The chance of a game of more than ``rounds`` rounds."""
        if rounds < 0:
            return 1.0
        n = sum(self.packets)
        held = self.packets[0]
        return math.fsum(
            2
            / n
            / math.tan(math.pi * odd / (2 * n))
            * math.sin(math.pi * odd * held / n)
            * math.cos(math.pi * odd / n) ** rounds
            for odd in range(1, n, 2)
        )

    def quantile(self, share: float) -> int:
        """The fewest rounds within which at least this share of the games is over."""
        if not (is_number(share) and 0 < share < 1):
            raise UserError(
                f"{shown(share)} is not a share between 0 and 1",
                where="share",
                cure="give 0.5 or so",
            )
        left = 1 - share + _ROUNDING
        high = 1
        while self.longer_than(high) > left:
            high *= 2
        low = high // 2
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (
                (low, middle) if self.longer_than(middle) <= left else (middle, high)
            )
        return high


def gamblers_ruin(packets: Sequence[int] = (26, 26)) -> Ruin:
    """The exact chances of War with different cards (``copies = 1``) and ``pickup = "shuffled"``.

    Parameters
    ----------
    packets
        The number of cards of each of the two players at the beginning.

    Raises
    ------
    UserError
        If these are not such numbers, or there are too many cards.

    Examples
    --------
    >>> ruin = gamblers_ruin((26, 26))
    >>> ruin.wins[0], ruin.mean_rounds, round(ruin.sd_rounds, 2)
    (Fraction(1, 2), Fraction(676, 1), 551.54)
    """
    listed = isinstance(packets, Sequence) and len(packets) == 2
    if not listed or not all(is_whole(cards) and cards > 0 for cards in packets):
        cure = "give the cards of two players, at least one each"
        raise UserError(f"{shown(packets)} are not packets", where="packets", cure=cure)
    a, b = packets
    n = a + b
    if n > MOST_CARDS:
        raise UserError(
            f"{n:,} cards", where="packets", cure=f"give at most {MOST_CARDS:,}"
        )
    sd = math.sqrt(Fraction(a * b * (a**2 + b**2 - 2), 3))
    return Ruin((a, b), (Fraction(a, n), Fraction(b, n)), Fraction(a * b), sd)
