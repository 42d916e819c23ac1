"""The options of Wilcox War.

:mod:`sim.games.wilcox_war.rulebook` quotes the text that they come from.
"""

from dataclasses import dataclass

from sim.cards import ACE, Deck
from sim.contract.columns import Column, Role
from sim.contract.rules import ChoiceRules
from sim.errors import UserError
from sim.options import flag, whole

LOWEST, HIGHEST = 2, ACE

MOST_CARDS = 104
"""The most cards of a deal."""


@dataclass(frozen=True, kw_only=True)
class WilcoxWarRules(ChoiceRules):
    """The options of Wilcox War."""

    decks: int = whole(
        2,
        1,
        2,
        "2: each player has a whole pack; 1: each has half of one, two cards of each rank",
        why='"One deck goes to the first player and the other deck goes to the '
        "second player\"; one deck is the text's variation",
    )
    play_on: bool = flag(
        False,
        "true: score piles are shuffled and played again until one is too small; "
        "false: once through",
        why='"The game ends when players need to draw a card but can\'t"; playing on'
        " is the text's variation",
    )
    max_turns: int = whole(
        100_000,
        1,
        None,
        "an undecided game is stopped after this many turns",
        why="ours, as War's rounds; only with `play_on`",
    )

    @property
    def pack(self) -> Deck:
        """Each player's own cards before the shuffle."""
        return Deck(LOWEST, HIGHEST, copies=2 * self.decks)

    @property
    def prizes(self) -> int:
        """The number of cards that each player hides in a war."""
        return self.decks + self.play_on

    @property
    def least(self) -> int:
        """The fewest cards with which a score pile becomes a draw pile again."""
        return {2: 14, 1: 8}[self.decks]

    def check_cards(self, highest: int) -> None:
        """Refuse given deals with cards above the ace."""
        if highest > HIGHEST:
            raise UserError(
                f"a card of rank {highest}",
                where="deals",
                cure=f"cards are codes from {LOWEST} to {HIGHEST}",
            )


ENDINGS = ("cards", "run-out", "cap")
"""How a game can end: the cards are counted, a score pile is too small to play on, or
``max_turns`` stops it."""


COLUMNS = (
    Column(
        "winner",
        "int8",
        "the player who won; -1 a draw, -2 unfinished",
        role=Role.WINNER,
    ),
    Column(
        "ending",
        "int8",
        "cards: the packs are played through and most cards win; run-out: a score pile "
        "was too small; cap: stopped",
        ENDINGS,
    ),
    Column(
        "cards_0",
        "int16",
        "player 0's cards at the end: score pile, draw pile, hand, and own on the table",
        role=Role.HELD,
    ),
    Column(
        "cards_1",
        "int16",
        "player 1's cards at the end, in the same way",
        role=Role.HELD,
    ),
    Column(
        "battles", "int32", "comparisons, including those in wars", role=Role.LENGTH
    ),
    Column(
        "turns",
        "int32",
        "battles, each with its wars",
        role=Role.LENGTH,
        leads=True,
        singular="turn",
    ),
    Column("wars", "int32", "ties that are followed by another comparison"),
)
"""The outcome columns, without ``game``."""
