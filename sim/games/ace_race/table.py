"""The play of Ace race: packets, piles and pot of one game, from the deal to its outcome.

:mod:`sim.games.ace_race.rulebook` quotes the source.

Decisions where the text is silent
----------------------------------
*"As fast as they like (not taking turns)"*: each card of a race is turned by player 0
with chance ``speed``, whatever came before. If ``speed`` is 0 or 1, one player turns
all cards for as long as they have any, and nothing is random.

*The ace* is rank 14; with ``jokers`` in the pack it is a joker instead. In a pack
without that card no race is ever won. It must be newly turned: tied aces do not end the
race they start.

*The pile.* Captured cards are put on it in the order of ``pickup``, and turning it over
brings the first one put there to the top, so the cards come out in the order in which
they were captured. It is turned when the player must lay a card and the packet is
empty, even in the middle of a race; cards on the table are not part of it.

*No cards.* A player without cards, packet and pile together, waits while the other
continues to turn. When neither has any left, nobody has turned an ace: the game is a
draw, and each player takes their own cards back.

*Counting.* A race in which a card is turned is one single war, even if it draws the
game; no cards are compared in it, so it is not a battle. A round has at most one race,
so ``double_wars`` and the like are 0, and the ending ``run-out`` does not occur. All
cards turned in a race count as laid in ``plays``.

*A position*, for games in which nothing is random, is the order in which each player's
cards will come out: where the packet ends and the pile begins makes no difference from
there on.

*Chance.* While both players have cards, each card of a race takes one word of the
stream ``PLAY``: player 0 turns if it is below ``speed`` times 2**64. A pot picked up
``"shuffled"`` is treated as in War: a pot of two cards is put in order by the round's
coin; any other is first put in winner-first order and then shuffled.
"""

from collections.abc import Generator, Mapping
from typing import ClassVar

from sim.cards import card_text
from sim.contract.events import NOBODY, Event, event
from sim.contract.tabletop import Tabletop
from sim.games.ace_race.rules import AceRaceRules
from sim.games.packets.events import Battle, Taken, TakenBack
from sim.games.packets.table import PacketTable
from sim.rng import WORD


@event
class RaceBegins(Event):
    """The cards just turned up are equal: a race to turn the winning card."""

    rank: int
    prize: int

    def __str__(self) -> str:
        return f"both turned {card_text(self.rank)}: a race to turn {card_text(self.prize)}"

    def show(self, table: Tabletop) -> None:
        table.war = True


@event
class Turned(Event):
    """A player turns up the next card of a race."""

    player: int
    card: int

    def __str__(self) -> str:
        return f"player {self.player} turns {card_text(self.card)}"

    def show(self, table: Tabletop) -> None:
        table.laid[self.player].append(table.text(self.card))


class AceRaceTable(PacketTable[AceRaceRules]):
    """One game of Ace race while it is being played."""

    why: ClassVar[Mapping[str, str]] = {
        "draw": "nobody has a card left to turn",
        "cards": "the other player has no cards left",
    }

    def _round(self) -> Generator[Event, None, str]:
        self.rounds += 1
        self.battles += 1
        self.stacks = [[], []]
        mine = self._turn_up(0)
        theirs = self._turn_up(1)
        yield Battle(self.rounds, 1, (0, 1), (mine, theirs))
        if mine != theirs:
            winner = 0 if mine > theirs else 1
        else:
            yield RaceBegins(mine, self.rules.prize)
            winner = yield from self._race()
        self.plays += max(map(len, self.stacks))
        self._count_wars(int(len(self.stacks[0]) + len(self.stacks[1]) > 2))
        if winner == NOBODY:
            yield TakenBack(tuple(map(tuple, self.stacks)))
            self._take_back()
            return "draw"
        pot = self._pot(winner, self.rules.pickup)
        self.piles[winner] += pot
        yield Taken(winner, tuple(pot))
        return "cards"

    def _race(self) -> Generator[Event, None, int]:
        """Turn cards one at a time, and return who turns the winning card first.

        It is ``NOBODY`` if nobody does.
        """
        while True:
            with_cards = [player for player in range(2) if self._held(player)]
            if not with_cards:
                return NOBODY
            player = with_cards[0] if len(with_cards) == 1 else self._next_to_turn()
            card = self._turn_up(player)
            yield Turned(player, card)
            if card == self.rules.prize:
                return player

    def _next_to_turn(self) -> int:
        speed = self.rules.speed
        if speed in (0, 1):
            return 0 if speed else 1
        return 0 if self.chance.below(WORD) < int(speed * WORD) else 1

    def _turn_up(self, player: int) -> int:
        """Lay the top card of a packet, turning the pile over first if the packet is empty."""
        packet = self.packets[player]
        pile = self.piles[player]
        if not packet:
            packet += pile
            pile.clear()
        card = packet.pop(0)
        self.stacks[player].append(card)
        return card
