"""The tabletop: what lies where at one moment of a game.

The events of a game change it, and a page draws it.
"""

from collections.abc import Callable, Iterable, Sequence

BACK = "~"
"""Before a card that lies face down."""


class Tabletop:
    """What lies on the table, in plain values.

    The events of a game change it, and no rule is decided here.

    Parameters
    ----------
    seats
        The number of players.
    text
        What the game calls a card: an ace can be high or low.

    Attributes
    ----------
    laid
        Each player's cards, in the order laid.
    middle
        The cards that belong to nobody: a pile, a prize, a pot.
    hands
        In games of choice, the cards to choose from.
    sizes
        What each player has: cards, points, columns or money.
    taker
        The player who takes what lies on the table with this step.
    war
        Whether this step is a tie.
    """

    def __init__(self, seats: int, text: Callable[[int], str]) -> None:
        self.text = text
        self.laid: list[list[str]] = [[] for _ in range(seats)]
        self.middle: list[str] = []
        self.hands: list[list[str]] = [[] for _ in range(seats)]
        self.sizes: list[float] = [0] * seats
        self.taker: int | None = None
        self.war = False
        # The players whose last card laid is the one that counts in the next battle.
        self._fresh: set[int] = set()
        # Whether what still lies there was taken in an earlier step.
        self._taken = False

    def begin_step(self) -> None:
        """Clear the fields that are about a single step of a game."""
        self._taken |= self.taker is not None
        self.taker = None
        self.war = False

    def clear(self) -> None:
        """Take all cards off the table."""
        self.laid = [[] for _ in self.laid]
        self.middle = []
        self._fresh = set()
        self._taken = False

    def texts(self, cards: Iterable[int]) -> list[str]:
        """Cards that lie face up.

        Parameters
        ----------
        cards
            The cards.
        """
        return [self.text(card) for card in cards]

    def lay(self, player: int, cards: Iterable[int], *, up: int = 1) -> None:
        """Add cards of a player, the last ``up`` of them face up.

        Parameters
        ----------
        player
            The player.
        cards
            The cards.
        up
            How many of the last ones lie face up.
        """
        if self._taken:  # a round can begin without a battle
            self.clear()
        texts = self.texts(cards)
        down = max(len(texts) - up, 0)
        self.laid[player] += [f"{BACK}{card}" for card in texts[:down]] + texts[down:]
        if up:
            self._fresh.add(player)

    def keep(self, player: int) -> None:
        """Let the last card that a player laid count for the next battle too.

        Parameters
        ----------
        player
            The player.
        """
        self._fresh.add(player)

    def turn(
        self, players: Iterable[int], cards: Iterable[Sequence[int]], *, first: bool
    ) -> None:
        """Show the cards that each player has face up.

        They may have been laid already.

        Parameters
        ----------
        players
            The players.
        cards
            The cards that each has face up.
        first
            Whether the table is cleared before.
        """
        if first:
            self.clear()
        for player, shown in zip(players, cards, strict=True):
            if player not in self._fresh:
                self.lay(player, shown, up=len(shown))
        self._fresh = set()
