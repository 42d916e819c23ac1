"""The play of Syrian War: packets, play pile and rows of one game, from the deal to its outcome.

To be read with the source text; :mod:`sim.games.syrian_war.rulebook` quotes it, names the options and says what was
decided where the text is silent. The fast kernel is checked against this play.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from sim.cards import LOW_ACE, card_text, cards_text
from sim.contract.events import DRAW, UNFINISHED, Event, Outcome, Settled, event
from sim.contract.tabletop import Tabletop
from sim.games.packets.events import Dealt, Taken
from sim.games.packets.pots import pot_in_order
from sim.rng import Chance

if TYPE_CHECKING:
    from sim.games.syrian_war.rules import SyrianWarRules


@event
class LaidOnPile(Event):
    """A player lays the top card of their packet on the play pile; ``top`` is the card under it, 0 if none."""

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
class Captured(Event):
    """A player captures the play pile; the card named first will be played first."""

    player: int
    pile: tuple[int, ...]

    def __str__(self) -> str:
        return f"player {self.player} captures {cards_text(self.pile)}"

    def show(self, table: Tabletop) -> None:
        table.taker = self.player


@event
class Rows(Event):
    """A tie makes a war: each player lays a row of cards, and the last ones are compared."""

    rank: int
    rows: tuple[tuple[int, ...], tuple[int, ...]]

    def __str__(self) -> str:
        laid = (f"player {player} lays {cards_text(row)}" for player, row in enumerate(self.rows))
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
class CannotFight(Event):
    """A player has no cards for the war that a tie calls for; the other player takes all cards on the table."""

    player: int

    def __str__(self) -> str:
        return f"player {self.player} has no cards for the war"


@event
class TurnOver(Settled):
    """A turn is over. ``piles`` holds one pile, owned by nobody: the play pile, the first card laid in front."""

    def __str__(self) -> str:
        held = " : ".join(str(len(packet)) for packet in self.packets)
        return f"now {held} cards, {len(self.piles[0])} on the pile"

    def show(self, table: Tabletop) -> None:
        table.sizes = [len(packet) for packet in self.packets]


def row_length(rank: int, rules: SyrianWarRules) -> int:
    """Return how many cards a war over that rank asks for from each player."""
    # "one card each for an Ace, 3 cards each for a 3, 8 each for an 8, and so on".
    return rank if rank <= 10 else rules.picture


class SyrianWarTable:
    """One game of Syrian War while it is being played."""

    def __init__(self, rules: SyrianWarRules, packets: Sequence[Sequence[int]], chance: Chance) -> None:
        self.rules = rules
        self.chance = chance
        self.packets = [list(packet) for packet in packets]
        self.pile: list[int] = []
        self.turn = 0
        """The player who plays next."""
        self.turns = self.captures = self.battles = self.wars = 0
        self.laid = [0, 0]
        """The number of cards that each player has laid on the pile and in rows."""
        self.chains_by_wars = [0, 0, 0, 0, 0]
        """The number of ties on the pile that led to no war, to one, two, three, and more."""
        self.longest_war = 0
        self.lows = [len(packet) for packet in packets]
        self.ending = ""
        self.winner = UNFINISHED
        self.aces = self.packets[0].count(LOW_ACE)
        self.rank_sum = sum(self.packets[0])

    def play(self) -> Iterator[Event]:
        """Play the game; the last event is its outcome."""
        yield Dealt(tuple(map(tuple, self.packets)))
        yield self._settled()
        # A position that recurs recurs for ever only where nothing is left to chance.
        seen = {self._position(): 0} if self.rules.deterministic else None
        while True:
            yield from self._take_turn()
            self.lows = [min(low, len(packet)) for low, packet in zip(self.lows, self.packets, strict=True)]
            yield self._settled()
            if self.ending:
                break
            if seen is not None:
                before = seen.setdefault(self._position(), self.turns)
                if before != self.turns:
                    same = f"all cards lie as after turn {before}" if before else "all cards lie as dealt"
                    self.ending = "cycle"
                    yield self._outcome(f"{same}: the game never ends")
                    return
            if self.turns == self.rules.max_rounds:
                self.ending = "cap"
                yield self._outcome("stopped unfinished")
                return
        loser = 1 - self.winner
        yield self._outcome(
            {
                "cards": f"player {loser} has no cards left",
                "run-out": f"player {loser} has no cards for the war",
                "draw": "neither player has cards for the war",
            }[self.ending]
        )

    def _take_turn(self) -> Iterator[Event]:
        """Lay a card on the pile and carry out what follows."""
        player, pile = self.turn, self.pile
        packet = self.packets[player]
        self.turns += 1
        self.turn = 1 - player
        top = pile[-1] if pile else 0
        card = packet.pop(0)
        pile.append(card)
        self.laid[player] += 1
        yield LaidOnPile(self.turns, player, card, top)
        self.battles += 1 if top else 0
        if top and card > top:
            self.captures += 1
            yield Captured(player, tuple(pile))
            packet += pile
            pile.clear()
        elif card == top and packet:
            yield from self._war(player)
        elif not packet:
            # "Probably this applies even if the player's last card was equal to the previous card".
            self._decide(1 - player, "run-out" if card == top else "cards")
            if self.ending == "run-out":
                yield from self._take_all(1 - player, pile)

    def _war(self, maker: int) -> Iterator[Event]:
        """Fight the war that a player's card makes, and any wars that tied rows make."""
        packets, rules = self.packets, self.rules
        stacks: list[list[int]] = [[], []]
        rank = self.pile[-1]
        chain = 0
        while True:
            # "A player who does not have enough cards plays all the cards they have and their opponent plays
            # an equal number of cards."
            length = min(row_length(rank, rules), *map(len, packets))
            rows = tuple(packets[0][:length]), tuple(packets[1][:length])
            for player in range(2):
                stacks[player] += rows[player]
                del packets[player][:length]
                self.laid[player] += length
            yield Rows(rank, rows)
            self.battles += 1
            self.wars += 1
            chain += 1
            mine, theirs = rows[0][-1], rows[1][-1]
            if mine != theirs:
                winner = 0 if mine > theirs else 1
                yield from self._share_rows(stacks, winner)
                # "The play then continues with the 'loser' of the war".
                self.turn = 1 - winner
                if not packets[1 - winner]:
                    self._decide(winner, "cards")
                break
            if rules.war_tie == "take-back":
                yield from self._take_back(stacks)
                self.turn = 1 - maker
                break
            rank = mine
            if not all(packets):
                if any(packets):
                    winner = 0 if packets[0] else 1
                    self._decide(winner, "run-out")
                    yield from self._take_all(winner, self.pile, *stacks)
                else:
                    self._decide(DRAW, "draw")
                    yield from self._take_back(stacks)
                break
        self.chains_by_wars[min(chain, 4)] += 1
        self.longest_war = max(self.longest_war, chain)

    def _share_rows(self, stacks: Sequence[list[int]], winner: int) -> Iterator[Event]:
        if self.rules.rows == "own":
            yield from self._take_back(stacks)
            return
        pot = pot_in_order(stacks, winner, self.rules.pickup)
        if self.rules.pickup == "shuffled":
            self.chance.shuffle(pot)
        self.packets[winner] += pot
        yield Taken(winner, tuple(pot))

    def _take_back(self, stacks: Sequence[list[int]]) -> Iterator[Event]:
        for packet, stack in zip(self.packets, stacks, strict=True):
            packet += stack
        yield RowsTakenBack()

    def _take_all(self, winner: int, *stacks: list[int]) -> Iterator[Event]:
        yield CannotFight(1 - winner)
        for stack in stacks:
            self.packets[winner] += stack
            stack.clear()

    def _decide(self, winner: int, ending: str) -> None:
        self.winner, self.ending = winner, ending

    def _settled(self) -> TurnOver:
        return TurnOver(tuple(map(tuple, self.packets)), (tuple(self.pile),))

    def _position(self) -> bytes:
        # No card is 0, so a 0 can separate the packets.
        return b"\0".join(map(bytes, (*self.packets, self.pile, [self.turn + 1])))

    def _outcome(self, why: str) -> Outcome:
        _, single, double, triple, longer = self.chains_by_wars
        row: dict[str, Any] = {
            "winner": self.winner,
            "ending": self.ending,
            "rounds": self.turns,
            "battles": self.battles,
            "plays": max(self.laid),
            "wars": self.wars,
            "single_wars": single,
            "double_wars": double,
            "triple_wars": triple,
            "longer_wars": longer,
            "longest_war": self.longest_war,
            "winner_low": self.lows[self.winner] if self.winner >= 0 else -1,
            "aces": self.aces,
            "rank_sum": self.rank_sum,
            "turns": self.turns,
            "captures": self.captures,
        }
        verdict = {DRAW: "the game is a draw", UNFINISHED: "nobody wins"}.get(
            self.winner, f"player {self.winner} wins"
        )
        length = "1 turn" if self.turns == 1 else f"{self.turns} turns"
        return Outcome(row, f"{verdict} after {length}: {why}")
