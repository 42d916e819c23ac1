"""Steal War, for two to four players: its options, with the source's words, and its decisions.

The text is John McLeod's page on War at pagat.com; ``SOURCE`` quotes the sentences that decide and names the
option that each one became. The play itself is in :mod:`sim.games.steal_war_table`, what it tells in
:mod:`sim.games.steal_war_events`.

Decisions where the text is silent
----------------------------------
*Always, when possible.* "Sometimes players miss stealing opportunities accidentally, but you may deliberately
choose to play your card": here nobody misses one and nobody declines.

*Who is first.* At a table the quicker player steals first. Here everybody sees everybody's card at once:
steals go in waves, by the tops as they lay before the wave. Of several piles a player takes the largest, of
equally large ones that of the next player in seat order after him; of several who want one pile the first
in seat order after its owner has it, and the others keep their card for the next wave.

*The same wave.* "If each player's card matches the top card of the other player's capture pile, they can
both steal and the two capture piles are exchanged." In the same way a thief who is robbed by a third player
loses what was his before the wave and keeps his loot.

*Protection.* "if you play a card that matches your own pile, it protects your pile from being stolen during
that turn of play": as long as a player holds the card that he looked at, also when he could steal with it;
once it is laid or used it protects nothing.

*Turning the pile.* "As soon as a player's packet of face down cards runs out, the player's face-up pile is
turned over and shuffled": the moment its last card is taken, also in the middle of a war and before anybody
steals. Who has no pile at that moment turns the next pile that he gets when he must take a card.

*Looking.* The players look at their cards all at once. In a war each who fights on lays three cards face
down and looks at the fourth; when all have looked, steals go in waves as before.

*Too few cards.* Under four, packet and pile together: as War's ``run_out="lose"``, with everybody still in
the game in every war. "A player who runs out of cards during a war loses immediately." If nobody can go on,
the one with the most cards outlasts the others, and several draw the game; each then takes back what he
laid in the round.

*The card on top.* "the winner can choose which of the new cards to place on top": ``top`` is his choice,
among all cards of the pot, those laid face down too. The order of the others does not matter, as a pile is
shuffled before it is played from.

*Counting.* ``plays`` is the largest number of cards that one player laid over the game, face up or face
down; a card used to steal is not laid, nor is the rest of a player who cannot carry on.

*Chance*, all from the stream ``PLAY``: piles are shuffled when they are turned, the players looking or
laying one after the other in seat order (in a war each his four cards), the bottom card of the pile first
before the shuffle and the first one on top after it; thieves look at their next cards in seat order; with
``top="random"`` the place of the card in the pot is drawn, the winner's cards first and then the others' in
seat order after him, each in the order laid. No position is looked for that comes again: nothing that is
shuffled can be proved to repeat.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sim.games.base import Column, DeckRules, Event, Game
from sim.games.columns import PACKET_COLUMNS, PACKET_DEALT, packet_predictions
from sim.games.steal_war_table import FACE_DOWN, StealWarTable
from sim.games.war import check_deal
from sim.options import choice, flag, whole
from sim.rng import Chance

SOURCE = """\
The game
  "The basis is a normal game of War, in which wars consist of three cards played face down followed by one
  face up. The deck includes two jokers, which are the highest cards."
    jokers = 2
  "When cards are won, they are not added to the bottom of the winner's card supply but placed in a pile
  face up beside the player. Each player has a single face up pile. Newly won cards are added to the top of
  the pile and the winner can choose which of the new cards to place on top."
    top; there is no pickup
  "As soon as a player's packet of face down cards runs out, the player's face-up pile is turned over and
  shuffled to make a new face-down packet of cards to play from."
  "A player who runs out of cards during a war loses immediately."
    as War's run_out = "lose"
Stealing
  "As players take cards from the top of their face down packet to play, they look at them before playing
  them. If the rank of your card matches the top card of an opponent's face-up pile, then instead of playing
  it normally you can use it to steal that pile. You put your card face up on top of the pile your are
  stealing and then take the whole of the stolen pile and place it on top of your own pile without changing
  the order of the cards."
    steals, cards_stolen
  "You then look at the next card from your face down packet and play it (or, in a game of more than 2
  players, possibly steal another pile and play the next card)."
    players
  "If each player's card matches the top card of the other player's capture pile, they can both steal and the
  two capture piles are exchanged."
    an exchange is two steals
  "The three cards played face down during a war are not looked at and cannot be used to steal an opponent's
  pile, but the following card can be used to steal instead of competing to win the war if it matches an
  opponent's pile."
  "Once you have played a card and let go of it, you can no longer use it to steal an opponent's pile."
Protection
  "As the game was originally described, there is the possibility for a pile that was stolen to be stolen back
  immediately if both players draw a card the is equal to the top card of one of the stacks."
    protect = false
  "The following rule is suggested as a solution: if you play a card that matches your own pile, it protects
  your pile from being stolen during that turn of play."
    protect = true
"""

COLUMNS = (
    *(
        column
        if column.name != "plays"
        else Column("plays", "int32", "the largest number of cards that one player laid over the game")
        for column in PACKET_COLUMNS
    ),
    Column("steals", "int32", "piles stolen; an exchange is two"),
    Column("cards_stolen", "int32", "cards in the stolen piles"),
)
"""The outcome columns, ``game`` aside."""


@dataclass(frozen=True, kw_only=True)
class StealWarRules(DeckRules):
    """The options of Steal War."""

    jokers: int = whole(2, 0, 255, "jokers, above every other rank")
    players: int = whole(2, 2, 4, "how many play")
    protect: bool = flag(True, "a card of one's own pile's rank in hand protects that pile from being stolen")
    top: str = choice(
        "lowest",
        "highest",
        "random",
        meaning="which card of a pot its winner leaves on top of his pile",
    )
    max_rounds: int = whole(100_000, 1, 10_000_000, "the round after which an undecided game is given up")

    @property
    def seats(self) -> int:
        """The number of players."""
        return self.players

    def check(self) -> None:
        """Refuse a deck or hands that cannot be dealt.

        Raises
        ------
        UserError
            If they cannot.
        """
        check_deal(self)


def tell(rules: StealWarRules, packets: Sequence[Sequence[int]], seed: int, number: int) -> Iterator[Event]:
    """Play one game of Steal War and tell what happens.

    Parameters
    ----------
    rules
        The rules played by.
    packets
        Each player's cards, top first.
    seed, number
        The seed of the run and the number of the game: where in-play chance comes from.

    Yields
    ------
    Event
        The deal, every card looked at, stolen with or laid, a :class:`~sim.games.base.Settled` after the deal
        and after every round, and at last the :class:`~sim.games.base.Outcome`.
    """
    return StealWarTable(rules, packets, Chance(seed, number)).play()


GAME = Game(
    name="steal-war",
    title="Steal War",
    rules=StealWarRules,
    columns=lambda rules: COLUMNS,
    tell=tell,
    kernel="sim.kernels.steal_war",
    source=SOURCE,
    histograms=(
        "rounds",
        "plays",
        "steals",
        "cards_stolen",
        "wars",
        "single_wars",
        "double_wars",
        "triple_wars",
        "longer_wars",
        "winner_low",
    ),
    tables=(
        ("winner", "ending"),
        ("winner", "aces"),
        ("winner", "rank_sum"),
        ("winner", "winner_low"),
        ("winner", "steals"),
    ),
    paired=("rounds", "plays", "steals"),
    predictions=lambda rules: packet_predictions(FACE_DOWN),
    dealt=PACKET_DEALT,
)
"""Steal War, for the registry."""
