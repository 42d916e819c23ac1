"""Tod und Leben (Life and Death): its options, the source's words, and its play.

The text is John McLeod's page on War at pagat.com; ``SOURCE`` quotes the sentences that
matter. The packets are played through once: captured cards are set aside and only
counted.

Decisions where the text is silent
----------------------------------
*An unresolved last trick.* "If the players' last cards are equal, they each add their
own played card to their tricks (or more than one card if the next to last cards were
also equal)": each player takes back all their cards of that trick. It counts as a
round, and its ties, except the last, count as wars: a tie that no battle follows is not
a war.

*Packets of different sizes.* Both packets are played through, card against card, so
``hands`` must name equally many cards; an odd card of the deck stays out of the game.

*The match.* "The game can continue for as many rounds as the players desire": one game
here is one such round, from one deal.
"""

from collections.abc import Generator
from typing import Any

from sim.contract.columns import CARDS_DEALT
from sim.contract.events import NOBODY, Event, Outcome
from sim.games.packets.events import Battle, Taken, TakenBack
from sim.games.packets.game import packet_game
from sim.games.packets.table import PacketTable
from sim.games.tod_und_leben.browser import IN_BROWSER
from sim.games.tod_und_leben.report import HOOKS
from sim.games.tod_und_leben.rules import COLUMNS, TodUndLebenRules
from sim.games.tod_und_leben.vocabulary import VOCABULARY
from sim.words import count_words

SOURCE = """\
The game
  "In this game the players play through the deck once only: the cards are not
  recycled."
  "A 32-card pack is used, the cards ranking from high to low: A - K - Q - J - 10 - 9 -
  8 - 7."
    lowest = 7
  "Both players simultaneously turn up their top card. The player with the higher card
  takes the two-card trick and stores the cards face down (they are not added to the
  player's supply of cards to be played again)."
    cards_0, cards_1
  "After both players have played all 16 cards, whoever has won more cards wins the
  round."
    winner; equally many is a draw
Ties
  "If the players' cards are equal, each player simply turns the next card, so that the
  trick consists of 4 cards. And so on."
    wars: ties that are followed by another battle; no card is laid face down
  "If the players' last cards are equal, they each add their own played card to their
  tricks (or more than one card if the next to last cards were also equal).."
    the unresolved trick is a round, and its last tie is not a war
"""


class TodUndLebenTable(PacketTable[TodUndLebenRules]):
    """One game of Tod und Leben while it is being played; a round is a trick."""

    def _round(self) -> Generator[Event, None, str]:
        self.rounds += 1
        self.stacks = [[], []]
        wars = 0
        while True:
            for stack, packet in zip(self.stacks, self.packets, strict=True):
                stack.append(packet.pop(0))
            mine, theirs = (stack[-1] for stack in self.stacks)
            yield Battle(self.rounds, wars + 1, (0, 1), (mine, theirs))
            if mine != theirs:
                winner = 0 if mine > theirs else 1
                pot = self._pot(winner, "winner-first")
                self.piles[winner] += pot
                yield Taken(winner, tuple(pot))
                break
            if not all(self.packets):
                for pile, stack in zip(self.piles, self.stacks, strict=True):
                    pile += stack
                yield TakenBack(tuple(map(tuple, self.stacks)))
                break
            wars += 1
        self._count_wars(wars)
        return "cards"

    def _over(self, ending: str) -> Outcome | None:
        if all(self.packets):
            return None
        cards_0, cards_1 = map(len, self.piles)
        winner = NOBODY if cards_0 == cards_1 else 0 if cards_0 > cards_1 else 1
        _, single, double, triple, longer = self.rounds_by_wars
        row: dict[str, Any] = {
            "winner": winner,
            "cards_0": cards_0,
            "cards_1": cards_1,
            "rounds": self.rounds,
            "wars": self.wars,
            "single_wars": single,
            "double_wars": double,
            "triple_wars": triple,
            "longer_wars": longer,
        }
        verdict = "the game is a draw" if winner == NOBODY else f"player {winner} wins"
        return Outcome(row, f"{verdict}, {count_words(cards_0, 'card')} to {cards_1}")


GAME = packet_game(
    name="tod-und-leben",
    title="Tod und Leben",
    summary="the packets are played through once; its chances are also computed exactly "
    "(`warlab.exact.tod_und_leben`)",
    rules=TodUndLebenRules,
    own_columns=lambda rules: COLUMNS,
    on_request=CARDS_DEALT,
    table=TodUndLebenTable,
    kernel="sim.games.tod_und_leben.kernel",
    dealt={"packets_given": "equal"},
    source=SOURCE,
    histograms=(
        "rounds",
        "cards_0",
        "cards_1",
        "wars",
        "single_wars",
        "double_wars",
        "triple_wars",
        "longer_wars",
    ),
    tables=(("winner", "cards_0"),),
    paired=("rounds", "cards_0"),
    seats_alike=lambda rules: rules.even_deal,
    in_browser=IN_BROWSER,
    vocabulary=VOCABULARY,
    hooks=HOOKS,
)
"""Tod und Leben, as the registry lists it."""
