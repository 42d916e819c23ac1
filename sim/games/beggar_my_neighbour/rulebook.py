"""Beggar-My-Neighbour, also called Strip Jack Naked: its rules, its decisions, and its play.

The game is a relative of War that the source texts do not describe. The text is our own
statement of the rules as they are commonly played, and as the papers on the longest
deals play them (Paulhus 1999, Casella and others 2024); ``SOURCE`` names the option
that each sentence became.

Decisions where the text is silent
----------------------------------
*Who begins.* Player 0, or player 1 with ``starter=1``. So the seats are not alike: the shares of games won by seat show
the starter's advantage.

*The pile* is turned over and put under the packet, so the card laid first is played first. Only then do the deals of
the literature last as long as published.

*The end.* A player who must lay a card and has none loses, and so does a player without cards when a trick has been
taken. During a trick a player can be without cards: after laying a last penalty card, whose pile may bring new ones, or
while the opponent pays, who may run out first. A game that ends inside a trick counts that trick: the winner takes its
pile, and ``winner_low`` counts the pile as taken.

*Number cards are all alike.* Suits and numbers do not affect the play, so a position is both packets, each card as the
number of cards that it asks for, and whose turn it is, at the beginning of a trick. When a position recurs (the deal is
the first one), everything after it recurs too, and the game ends there as ``cycle``.

*Other packs.* ``penalties`` gives ranks with the number of cards that each asks for. Ranks that the deck does not have
are ignored. Without any penalty card, the first player without a card loses.

*Chance.* Nothing is random after the deal.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from sim.contract.columns import CARDS_DEALT
from sim.contract.dealing import Deals, DealtKernel
from sim.contract.events import UNFINISHED, Event, Outcome, Settled
from sim.contract.game import GameOf
from sim.games import packs
from sim.games.beggar_my_neighbour.browser import IN_BROWSER
from sim.games.beggar_my_neighbour.events import CannotLay, Laid
from sim.games.beggar_my_neighbour.rules import COLUMNS, BeggarMyNeighbourRules
from sim.games.beggar_my_neighbour.vocabulary import VOCABULARY
from sim.games.packets.events import Dealt, Taken

SOURCE = """\
Playing
  A pack of 52 cards is dealt out evenly to two players, who keep their packets face down.
    lowest = 2, highest = 14, copies = 4
  The players lay their top cards in turn, face up, on one pile in the middle.
    starter = 0
  A jack, queen, king or ace is a penalty card: the opponent must answer it with one, two, three or four cards.
    penalties = ["J 1", "Q 2", "K 3", "A 4"]; penalty_cards
Taking the pile
  A player whose penalty card is answered in full with number cards takes the pile, turns it over, puts it under
  their packet and begins the next trick.
    tricks, longest_trick; the card laid first comes out first
  If one of the cards laid in answer is itself a penalty card, the debt ends there and the other player must answer
  the new card.
The end
  A player with no card left to lay loses.
    ending "cards"
  The deal of Casella and others, "A Non-Terminating Game of Beggar-My-Neighbor" (2024), never ends.
    ending "cycle"
"""


def tell(
    rules: BeggarMyNeighbourRules,
    packets: Sequence[Sequence[int]],
    seed: int,
    number: int,
) -> Iterator[Event]:
    """Play one game of Beggar-My-Neighbour and yield its events."""
    return BeggarMyNeighbourTable(rules, packets).play()


class BeggarMyNeighbourTable:
    """One game of Beggar-My-Neighbour while it is being played."""

    def __init__(
        self, rules: BeggarMyNeighbourRules, packets: Sequence[Sequence[int]]
    ) -> None:
        self.rules = rules
        self.packets = [list(packet) for packet in packets]
        self.turn = rules.starter
        """The player who lays the next card."""
        self.loser: int | None = None
        self.tricks = self.cards = self.longest_trick = 0
        self.lows = [len(packet) for packet in packets]
        """The fewest cards that each player held at the end of a trick, or as dealt."""
        self.penalty_cards = sum(rules.debts[card] > 0 for card in self.packets[0])

    def play(self) -> Iterator[Event]:
        """Play the game; the last event is its outcome."""
        yield Dealt(tuple(map(tuple, self.packets)))
        yield self._settled()
        seen = {self._position(): 0}
        while True:
            yield from self._trick()
            self.lows = [
                min(low, len(packet))
                for low, packet in zip(self.lows, self.packets, strict=True)
            ]
            yield self._settled()
            if self.loser is not None:
                yield self._outcome("cards", f"player {self.loser} has no card left")
                return
            before = seen.setdefault(self._position(), self.tricks)
            if before != self.tricks:
                same = (
                    f"the position is that after trick {before}"
                    if before
                    else "the position is that of the deal"
                )
                yield self._outcome("cycle", f"{same}: the game never ends")
                return
            if self.tricks == self.rules.max_rounds:
                yield self._outcome("cap", "stopped unfinished")
                return

    def _trick(self) -> Iterator[Event]:
        """Lay cards until a debt is paid or a player has no card to lay.

        The opponent then takes the pile.
        """
        self.tricks += 1
        pile: list[int] = []
        owed = 0
        while True:
            player = self.turn
            if not self.packets[player]:
                self.loser = player
                yield CannotLay(player)
                break
            card = self.packets[player].pop(0)
            pile.append(card)
            asks = self.rules.debts[card]
            yield Laid(self.tricks, len(pile), player, card, owed, asks)
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

    def _settled(self) -> Settled:
        return Settled(tuple(map(tuple, self.packets)))

    def _position(self) -> tuple[object, ...]:
        packets = (
            tuple(self.rules.debts[card] for card in packet) for packet in self.packets
        )
        return (*packets, self.turn)

    def _outcome(self, ending: str, why: str) -> Outcome:
        winner = UNFINISHED if self.loser is None else 1 - self.loser
        row: dict[str, Any] = {
            "winner": winner,
            "ending": ending,
            "tricks": self.tricks,
            "cards": self.cards,
            "longest_trick": self.longest_trick,
            "penalty_cards": self.penalty_cards,
            "winner_low": -1 if self.loser is None else self.lows[winner],
        }
        verdict = "nobody wins" if self.loser is None else f"player {winner} wins"
        length = "1 trick" if self.tricks == 1 else f"{self.tricks} tricks"
        return Outcome(row, f"{verdict} after {length} and {self.cards} cards: {why}")


def _kernel() -> DealtKernel[BeggarMyNeighbourRules]:
    from sim.games.beggar_my_neighbour import kernel

    return kernel


GAME = GameOf[BeggarMyNeighbourRules](
    name="beggar-my-neighbour",
    title="Beggar-My-Neighbour",
    summary="War's most famous relative: court cards and aces make the opponent pay; the records and the endless deal",
    rules=BeggarMyNeighbourRules,
    own_columns=lambda rules: COLUMNS,
    on_request=CARDS_DEALT,
    tell=tell,
    deals=Deals(packs, _kernel, number_card=lambda rules: rules.number_card),
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
