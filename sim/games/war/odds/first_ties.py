"""The first battles of War exactly.

Ties, the first war, and the sweep, in which one player wins every battle.

As long as nobody plays a captured card, battle ``j`` compares the ``j``-th cards of all
packets, whatever the order of picking up. Before the first tie nothing else is laid, so
all packets are played through once, and the chances depend on the deck and the number
of players alone. They are counted in whole numbers: the orders of the deck in which
none of the first ``j`` battles is a tie.

The ranks are laid out from the highest down, copies together. A battle that has no card
yet gets its best card now. If it gets one card of this rank it is decided, and later
cards may go anywhere else in it; two cards of its best rank would be a tie. So it is
enough to know how many battles have no card yet. If there are ``empty`` of them and
``free`` free places elsewhere, a rank of ``count`` cards gives ``begun`` battles their
best card in ``C(empty, begun) players^begun C(free, count - begun)`` ways. For two
players this is the number of ways to pair up a deck without a pair, as in the
computations of the sweep by norvig and hectorpefo (docs/published-figures.md); the
chances of ties in several battles follow by inclusion and exclusion, since all sets of
equally many battles are alike.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb

from sim.cards import Deck
from sim.deals.orders import count_orders
from sim.errors import UserError
from sim.limits import check_whole
from sim.machine.notebook import NotebookResult
from sim.words import count_words

MOST_PLAYERS = 8


@dataclass(frozen=True)
class FirstTies(NotebookResult):
    """The chances of the first battles.

    Every chance is a :class:`fractions.Fraction`.

    Attributes
    ----------
    players
        The number of players.
    untied
        ``untied[j]`` is the chance that none of the first ``j`` battles is a tie, from
        ``j = 0`` to the number of battles that can be played without captured cards.
    """

    players: int
    untied: tuple[Fraction, ...]

    @property
    def battles(self) -> int:
        """How many battles can be played without captured cards: the cards of each player."""
        return len(self.untied) - 1

    @property
    def tie(self) -> Fraction:
        """The chance that the first battle is a tie."""
        return self.chain(1)

    @property
    def sweep(self) -> Fraction:
        """The chance that a named player wins every battle, without a tie.

        In a battle without a tie each player is equally likely to hold the best card,
        independently of the others.
        """
        return self.untied[-1] * Fraction(1, self.players**self.battles)

    @property
    def first_war(self) -> tuple[Fraction, ...]:
        """The chance that battle 1, 2, … is the first one tied.

        Their sum is the chance of a tie in the first pass.
        """
        return tuple(
            before - after
            for before, after in zip(self.untied, self.untied[1:], strict=False)
        )

    @property
    def mean_first_war(self) -> Fraction:
        """The mean number of the first tied battle, if one of the first pass is tied."""
        mean = sum(
            (number * chance for number, chance in enumerate(self.first_war, 1)),
            Fraction(),
        )
        return mean / (1 - self.untied[-1]) if mean else Fraction()

    def chain(self, ties: int) -> Fraction:
        """The chance that the game begins with at least ``ties`` ties one after another.

        It holds as long as all players take part and have the cards: the face-down
        cards of a war change nothing, since any places of a shuffled deck are alike.
        With three or more players, ``fighters = "all"``.
        """
        cards = count_words(self.battles, "card")
        cure = f"each player has {cards}: give a whole number from 0 to {self.battles}"
        ties = check_whole(
            ties, 0, self.battles, what="number of ties", where="ties", cure=cure
        )
        return sum(
            (
                (-1) ** some * comb(ties, some) * self.untied[some]
                for some in range(ties + 1)
            ),
            Fraction(),
        )

    def again(self, ties: int) -> Fraction:
        """The chance of another tie after ``ties`` ties at the beginning.

        0 if these are impossible.
        """
        before = self.chain(ties)
        return self.chain(ties + 1) / before if before else Fraction()


def first_ties(
    players: int = 2,
    lowest: int = 2,
    highest: int = 14,
    copies: int = 4,
    jokers: int = 0,
) -> FirstTies:
    """The exact chances of the first battles of War: of ties, of the first war, of a sweep.

    They hold for every order of picking up and any number of face-down cards. With
    three or more players, the lowest rank must not beat the highest
    (``low_beats_high``).

    Parameters
    ----------
    players
        The number of players, 2 to 8.
    lowest, highest, copies, jokers
        The deck, as in the rules of the game; cards that do not go round evenly stay
        out.

    Raises
    ------
    UserError
        If the deck is not valid, or too small for the players.

    Examples
    --------
    >>> ties = first_ties()
    >>> ties.tie, ties.again(1), round(float(1 / (2 * ties.sweep)), 1)
    (Fraction(1, 17), Fraction(73, 1225), 159620171.7)
    """
    deck = Deck(lowest, highest, copies, jokers)
    players = check_whole(
        players, 2, MOST_PLAYERS, what="number of players", where="players"
    )
    if deck.size < players:
        raise UserError(
            f"{count_words(deck.size, 'card')} for {players} players",
            cure="the deck must have a card for each player",
        )
    counts = [count for _, count in sorted(Counter(deck.cards()).items())]
    every = count_orders(counts)
    untied = _untied_orders(counts, players, deck.size // players)
    return FirstTies(players, tuple(Fraction(orders, every) for orders in untied))


def sweep(
    players: int = 2,
    lowest: int = 2,
    highest: int = 14,
    copies: int = 4,
    jokers: int = 0,
) -> Fraction:
    """The chance that a named player wins every battle of the first pass: 26 : 0.

    With it that player wins the game.

    Parameters
    ----------
    players, lowest, highest, copies, jokers
        As in :func:`first_ties`.

    Examples
    --------
    >>> float(sweep())
    3.132436174322294e-09
    """
    return first_ties(players, lowest, highest, copies, jokers).sweep


def _untied_orders(counts: Sequence[int], players: int, most: int) -> list[int]:
    """How many orders of a deck have no tie in the first 0, 1, … battles.

    The deck is given from the lowest rank up.

    Ranks are added from the lowest up: ``ways[empty]`` is the number of ways to lay out
    those added so far where ``empty`` battles had no card before them.
    """
    ways = [1] + [0] * most
    places = 0
    for count in counts:
        places += count
        ways = [
            sum(
                comb(empty, begun)
                * players**begun
                * comb(places - empty * players, count - begun)
                * ways[empty - begun]
                for begun in range(min(count, empty) + 1)
                if ways[empty - begun]
            )
            if empty * players <= places
            else 0
            for empty in range(most + 1)
        ]
    return ways
