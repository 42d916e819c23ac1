"""The play of Syrian War: packets, play pile and rows of one game, from the deal to its outcome.

:mod:`sim.games.syrian_war.rulebook` quotes the source.

Decisions where the text is silent
----------------------------------
*Who begins.* Player 0: "the two players play alternately". So the seats are not equal,
and the difference between them in wins is the advantage or disadvantage of going first.

*A captured pile* is turned over and put under the packet, with the card that captured
it: the first card laid comes out first.

*The cards of a war* are laid from the top of the packet. Both players lay equally many:
the number given by the tied rank (1 for an ace, ``picture`` for every rank over 10,
jokers included), or all the cards of the player who has fewer, if those are not enough.
The tied cards stay on the pile.

*The order of the rows* is ``pickup``, the first card named coming out first; a player's
stack is all they laid in the rows of this war, including earlier tied rows. With
``rows="own"`` each player takes their own stack back in the order laid, and ``pickup``
has no effect.

*A tied row.* ``war_tie="again"``: another war, by the new rank; a player with no cards
left for it has lost. If neither has any, the game is a draw and each player takes their
rows back. ``war_tie="take-back"``: nobody can be without cards, since each player has
their rows again.

*The end.* A player who lays their last card on the pile without capturing it loses at
once, even if the card ties. Cards laid in rows do not count for this: a player left
without cards loses only once the war is decided. A winner by ``run-out`` takes all
cards on the table; otherwise the play pile is left there.

*Counting.* A turn is one card laid on the pile, with the war that it makes; ``rounds``
is the same number. A comparison of a card with the top of the pile is a battle, and so
is a comparison of the last cards of two rows. A tie is a war if rows are compared after
it. ``plays`` is the number of cards laid, on the pile and in rows, by the player who
laid more. ``aces`` counts rank 1, the lowest card here.

*Chance.* With ``pickup="shuffled"`` the rows are first put in winner-first order and
then shuffled, from the stream ``PLAY``; nothing else is random.
"""

from collections.abc import Generator, Iterator, Sequence

from sim.cards import LOW_ACE, card_text, cards_text
from sim.contract.events import NOBODY, UNFINISHED, Event, Outcome, Settled, event
from sim.contract.tabletop import Tabletop
from sim.games.packets.events import RanOut, Taken
from sim.games.packets.table import PacketTable, pot_in_order
from sim.games.syrian_war.rules import SyrianWarRules
from sim.rng import Chance


@event
class LaidOnPile(Event):
    """A player lays the top card of their packet on the play pile.

    ``top`` is the card under it, 0 if none.
    """

    turn: int
    player: int
    card: int
    top: int

    def __str__(self) -> str:
        place = f"on the {card_text(self.top)}" if self.top else "on the empty pile"
        return f"turn {self.turn}: player {self.player} lays {card_text(self.card)} {place}"

    def show(self, table: Tabletop) -> None:
        if not self.top:
            table.clear()
        table.laid = [[] for _ in table.laid]
        table.middle.append(table.text(self.card))


@event
class Rows(Event):
    """A tie makes a war: each player lays a row of cards, and the last ones are compared."""

    rank: int
    rows: tuple[tuple[int, ...], tuple[int, ...]]

    def __str__(self) -> str:
        laid = (
            f"player {player} lays {cards_text(row)}"
            for player, row in enumerate(self.rows)
        )
        return f"a war over {card_text(self.rank)}: {', '.join(laid)}"

    def show(self, table: Tabletop) -> None:
        table.war = True
        for player, row in enumerate(self.rows):
            table.laid[player] += table.texts(row)


@event
class RowsTakenBack(Event):
    """Each player takes back the cards that they laid in this war."""

    def __str__(self) -> str:
        return "each player takes their own row back"


@event
class TurnOver(Settled):
    """A turn is over.

    ``piles`` holds one pile, owned by nobody: the play pile, the first card laid in
    front.
    """

    def __str__(self) -> str:
        held = " : ".join(str(len(packet)) for packet in self.packets)
        return f"now {held} cards, {len(self.piles[0])} on the pile"

    def show(self, table: Tabletop) -> None:
        table.sizes = [len(packet) for packet in self.packets]


class SyrianWarTable(PacketTable[SyrianWarRules]):
    """One game of Syrian War while it is being played."""

    # Of the wars, ties on the pile are counted by how many wars each led to.
    ace = LOW_ACE
    round_name = "turn"

    def __init__(
        self, rules: SyrianWarRules, packets: Sequence[Sequence[int]], chance: Chance
    ) -> None:
        super().__init__(rules, packets, chance)
        self.pile: list[int] = []
        self.turn = 0
        """The player who plays next."""
        self.captures = 0
        self.laid = [0, 0]
        """The number of cards that each player has laid on the pile and in rows."""
        self.ending = ""
        self.winner = UNFINISHED

    def _over(self, ending: str) -> Outcome | None:
        if not ending:
            return None
        loser = 1 - self.winner
        why = {
            "cards": f"player {loser} has no cards left",
            "run-out": f"player {loser} has no cards for the war",
            "draw": "neither player has cards for the war",
        }
        return self._outcome(self.winner, ending, why[ending])

    def _round(self) -> Generator[Event, None, str]:
        """Lay a card on the pile, and capture the pile or fight a war.

        Return how the game ends, if it does.
        """
        player = self.turn
        pile = self.pile
        packet = self.packets[player]
        self.rounds += 1
        self.turn = 1 - player
        top = pile[-1] if pile else 0
        card = packet.pop(0)
        pile.append(card)
        self.laid[player] += 1
        yield LaidOnPile(self.rounds, player, card, top)
        self.battles += 1 if top else 0
        if top and card > top:
            self.captures += 1
            yield Taken(player, tuple(pile))
            packet += pile
            pile.clear()
        elif card == top and packet:
            yield from self._war(player)
        elif not packet:
            # "Probably this applies even if the player's last card was equal to the
            # previous card".
            self._decide(1 - player, "run-out" if card == top else "cards")
            if self.ending == "run-out":
                yield from self._take_all(1 - player, pile)
        return self.ending

    def _war(self, maker: int) -> Iterator[Event]:
        """Fight the war that a player's card makes, and any wars that tied rows make."""
        packets = self.packets
        rules = self.rules
        stacks: list[list[int]] = [[], []]
        rank = self.pile[-1]
        chain = 0
        while True:
            # "one card each for an Ace, 3 cards each for a 3, 8 each for an 8, and so
            # on"; "A player who does not have enough cards plays all the cards they
            # have and their opponent plays an equal number of cards."
            length = min(rank if rank <= 10 else rules.picture, *map(len, packets))
            rows = tuple(packets[0][:length]), tuple(packets[1][:length])
            for player in range(2):
                stacks[player] += rows[player]
                del packets[player][:length]
                self.laid[player] += length
            yield Rows(rank, rows)
            self.battles += 1
            chain += 1
            mine = rows[0][-1]
            theirs = rows[1][-1]
            if mine != theirs:
                winner = 0 if mine > theirs else 1
                yield from self._share_rows(stacks, winner)
                # "The play then continues with the 'loser' of the war".
                self.turn = 1 - winner
                if not packets[1 - winner]:
                    self._decide(winner, "cards")
                break
            if rules.war_tie == "take-back":
                yield from self._take_rows_back(stacks)
                self.turn = 1 - maker
                break
            rank = mine
            if not all(packets):
                if any(packets):
                    winner = 0 if packets[0] else 1
                    self._decide(winner, "run-out")
                    yield from self._take_all(winner, self.pile, *stacks)
                else:
                    self._decide(NOBODY, "draw")
                    yield from self._take_rows_back(stacks)
                break
        self._count_wars(chain)

    def _share_rows(self, stacks: Sequence[list[int]], winner: int) -> Iterator[Event]:
        if self.rules.rows == "own":
            yield from self._take_rows_back(stacks)
            return
        pot = pot_in_order(stacks, winner, self.rules.pickup)
        if self.rules.pickup == "shuffled":
            self.chance.shuffle(pot)
        self.packets[winner] += pot
        yield Taken(winner, tuple(pot))

    def _take_rows_back(self, stacks: Sequence[list[int]]) -> Iterator[Event]:
        for packet, stack in zip(self.packets, stacks, strict=True):
            packet += stack
        yield RowsTakenBack()

    def _take_all(self, winner: int, *stacks: list[int]) -> Iterator[Event]:
        yield RanOut(1 - winner, ())
        for stack in stacks:
            self.packets[winner] += stack
            stack.clear()

    def _decide(self, winner: int, ending: str) -> None:
        self.winner = winner
        self.ending = ending

    def _settled(self) -> TurnOver:
        return TurnOver(tuple(map(tuple, self.packets)), (tuple(self.pile),))

    def _position(self) -> bytes:
        # No card is 0, so a 0 can separate the packets.
        return b"\0".join(map(bytes, (*self.packets, self.pile, [self.turn + 1])))

    def _outcome(self, winner: int, ending: str, why: str, **more: int) -> Outcome:
        self.plays = max(self.laid)
        return super()._outcome(
            winner, ending, why, turns=self.rounds, captures=self.captures, **more
        )
