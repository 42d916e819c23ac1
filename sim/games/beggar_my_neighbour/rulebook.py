"""Beggar-My-Neighbour, also called Strip Jack Naked: its rules, its decisions, and its play.

The game is a relative of War that the source texts do not describe. The text is our own
statement of the rules as they are commonly played, and as the papers on the longest
deals play them (Paulhus 1999, Casella and others 2024); ``SOURCE`` names the option
that each sentence became.

Decisions where the text is silent
----------------------------------
*Who begins.* Player 0, or player 1 with ``starter=1``. So the seats are not alike: the
shares of games won by seat show the starter's advantage.

*The pile* is turned over and put under the packet, so the card laid first is played
first. Only then do the deals of the literature last as long as published.

*The end.* A player who must lay a card and has none loses, and so does a player without
cards when a trick has been taken. During a trick a player can be without cards: after
laying a last penalty card, whose pile may bring new ones, or while the opponent pays,
who may run out first. A game that ends inside a trick counts that trick: the winner
takes its pile, and ``winner_low`` counts the pile as taken.

*Number cards are all alike.* Suits and numbers do not affect the play, so a position is
both packets, each card as the number of cards that it asks for, and whose turn it is,
at the beginning of a trick. When a position recurs (the deal is the first one),
everything after it recurs too, and the game ends there as ``cycle``.

*Other packs.* ``penalties`` gives ranks with the number of cards that each asks for.
Ranks that the deck does not have are ignored. Without any penalty card, the first
player without a card loses.

*Chance.* Nothing is random after the deal.
"""

from collections.abc import Generator, Sequence
from typing import Any

from sim.contract.columns import CARDS_DEALT
from sim.contract.events import Event, Outcome
from sim.games.beggar_my_neighbour.browser import IN_BROWSER
from sim.games.beggar_my_neighbour.events import Laid
from sim.games.beggar_my_neighbour.rules import COLUMNS, BeggarMyNeighbourRules
from sim.games.beggar_my_neighbour.vocabulary import VOCABULARY
from sim.games.packets.events import RanOut, Taken
from sim.games.packets.game import packet_game
from sim.games.packets.table import PacketTable
from sim.rng import Chance
from sim.words import count_words

SOURCE = """\
Playing
  A pack of 52 cards is dealt out evenly to two players, who keep their packets face
  down.
    lowest = 2, highest = 14, copies = 4
  The players lay their top cards in turn, face up, on one pile in the middle.
    starter = 0
  A jack, queen, king or ace is a penalty card: the opponent must answer it with one,
  two, three or four cards.
    penalties = ["J 1", "Q 2", "K 3", "A 4"]; penalty_cards
Taking the pile
  A player whose penalty card is answered in full with number cards takes the pile,
  turns it over, puts it under their packet and begins the next trick.
    tricks, longest_trick; the card laid first comes out first
  If one of the cards laid in answer is itself a penalty card, the debt ends there and
  the other player must answer the new card.
The end
  A player with no card left to lay loses.
    ending "cards"
  The deal of Casella and others, "A Non-Terminating Game of Beggar-My-Neighbor" (2024),
  never ends.
    ending "cycle"
"""


class BeggarMyNeighbourTable(PacketTable[BeggarMyNeighbourRules]):
    """One game of Beggar-My-Neighbour while it is being played; a round is a trick."""

    round_name = "trick"
    lies = "the position is"

    def __init__(
        self,
        rules: BeggarMyNeighbourRules,
        packets: Sequence[Sequence[int]],
        chance: Chance,
    ) -> None:
        super().__init__(rules, packets, chance)
        self.turn = rules.starter
        """The player who lays the next card."""
        self.loser: int | None = None
        self.cards = self.longest_trick = 0
        self.penalty_cards = sum(rules.debts[card] > 0 for card in self.packets[0])

    def _round(self) -> Generator[Event, None, str]:
        """Lay cards until a debt is paid or a player has no card to lay.

        The opponent then takes the pile.
        """
        self.rounds += 1
        pile: list[int] = []
        owed = 0
        while True:
            player = self.turn
            if not self.packets[player]:
                self.loser = player
                yield RanOut(player, ())
                break
            card = self.packets[player].pop(0)
            pile.append(card)
            asks = self.rules.debts[card]
            yield Laid(self.rounds, len(pile), player, card, owed, asks)
            if asks:
                owed = asks
                self.turn = 1 - player
            elif not owed:
                self.turn = 1 - player
            elif owed == 1:
                break
            else:
                owed -= 1
        taker = 1 - self.turn
        yield Taken(taker, tuple(pile))
        self.packets[taker] += pile
        self.cards += len(pile)
        self.longest_trick = max(self.longest_trick, len(pile))
        if not self.packets[self.turn]:
            self.loser = self.turn
        self.turn = taker
        return "cards"

    def _over(self, ending: str) -> Outcome | None:
        if self.loser is None:
            return None
        why = f"player {self.loser} has no card left"
        return self._outcome(1 - self.loser, ending, why)

    def _position(self) -> bytes:
        debts = [[self.rules.debts[card] for card in packet] for packet in self.packets]
        return repr((debts, self.turn)).encode()

    def _outcome(self, winner: int, ending: str, why: str, **more: int) -> Outcome:
        row: dict[str, Any] = {
            "winner": winner,
            "ending": ending,
            "tricks": self.rounds,
            "cards": self.cards,
            "longest_trick": self.longest_trick,
            "penalty_cards": self.penalty_cards,
            "winner_low": -1 if self.loser is None else self.lows[winner],
        }
        verdict = "nobody wins" if self.loser is None else f"player {winner} wins"
        length = count_words(self.rounds, "trick")
        return Outcome(row, f"{verdict} after {length} and {self.cards} cards: {why}")


GAME = packet_game(
    name="beggar-my-neighbour",
    title="Beggar-My-Neighbour",
    summary="War's most famous relative: court cards and aces make the opponent pay; "
    "the records and the endless deal",
    rules=BeggarMyNeighbourRules,
    own_columns=lambda rules: COLUMNS,
    on_request=CARDS_DEALT,
    table=BeggarMyNeighbourTable,
    kernel="sim.games.beggar_my_neighbour.kernel",
    dealt={"number_card": lambda rules: rules.number_card},
    source=SOURCE,
    seats_differ="player 0 lays the first card",
    histograms=("tricks", "cards", "longest_trick", "winner_low"),
    tables=(
        ("winner", "ending"),
        ("winner", "penalty_cards"),
        ("winner", "winner_low"),
    ),
    paired=("tricks", "cards"),
    can_be_drawn=False,
    in_browser=IN_BROWSER,
    vocabulary=VOCABULARY,
)
"""Beggar-My-Neighbour, for the registry."""
