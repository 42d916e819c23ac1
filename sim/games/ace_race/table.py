"""The play of Ace race: packets, piles and pot of one game, from the deal to its outcome.

To be read with the source text; :mod:`sim.games.ace_race.rulebook` quotes it, names the options and says what was
decided where the text is silent. The fast kernel is checked against this play.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from sim.cards import ACE, card_text
from sim.contract.events import DRAW, UNFINISHED, Event, Outcome, Settled, event
from sim.contract.tabletop import Tabletop
from sim.games.packets.events import Battle, Dealt, Taken, TakenBack
from sim.games.packets.pots import pot_in_order
from sim.rng import WORD, Chance

if TYPE_CHECKING:
    from sim.games.ace_race.rules import AceRaceRules


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


class AceRaceTable:
    """One game of Ace race while it is being played."""

    def __init__(self, rules: AceRaceRules, packets: Sequence[Sequence[int]], chance: Chance) -> None:
        self.rules = rules
        self.chance = chance
        self.packets = [list(packet) for packet in packets]
        self.piles: list[list[int]] = [[], []]
        """Captured cards, the first one captured in front: it is at the bottom of the face-up pile."""
        self.stacks: list[list[int]] = [[], []]
        self.rounds = self.plays = self.wars = 0
        self.lows = [len(packet) for packet in packets]
        self.aces = self.packets[0].count(ACE)
        self.rank_sum = sum(self.packets[0])

    def play(self) -> Iterator[Event]:
        """Play the game; the last event is its outcome."""
        yield Dealt(tuple(map(tuple, self.packets)))
        yield self._settled()
        # A position that recurs recurs for ever only where nothing is left to chance.
        seen = {self._position(): 0} if self.rules.deterministic else None
        while True:
            decided = yield from self._round()
            held = [self._held(player) for player in range(2)]
            self.lows = list(map(min, self.lows, held))
            yield self._settled()
            if not decided:
                yield self._outcome(DRAW, "draw", "nobody has a card left to turn")
                return
            if not all(held):
                yield self._outcome(0 if held[0] else 1, "cards", "the other player has no cards left")
                return
            if seen is not None:
                before = seen.setdefault(self._position(), self.rounds)
                if before != self.rounds:
                    same = f"all cards lie as after round {before}" if before else "all cards lie as dealt"
                    yield self._outcome(UNFINISHED, "cycle", f"{same}: the game never ends")
                    return
            if self.rounds == self.rules.max_rounds:
                yield self._outcome(UNFINISHED, "cap", "stopped unfinished")
                return

    def _round(self) -> Generator[Event, None, bool]:
        """Play a round and return whether a player took the pot."""
        self.rounds += 1
        self.stacks = [[], []]
        mine, theirs = self._turn_up(0), self._turn_up(1)
        yield Battle(self.rounds, 1, (0, 1), (mine, theirs))
        if mine != theirs:
            winner = 0 if mine > theirs else 1
        else:
            yield RaceBegins(mine, self.rules.prize)
            winner = yield from self._race()
        self.plays += max(map(len, self.stacks))
        self.wars += len(self.stacks[0]) + len(self.stacks[1]) > 2
        if winner == DRAW:
            yield TakenBack(tuple(map(tuple, self.stacks)))
            for packet, stack in zip(self.packets, self.stacks, strict=True):
                packet += stack
            return False
        yield self._take_pot(winner)
        return True

    def _race(self) -> Generator[Event, None, int]:
        """Turn cards one at a time and return the player who turns the winning card first; DRAW if nobody does."""
        while True:
            with_cards = [player for player in range(2) if self._held(player)]
            if not with_cards:
                return DRAW
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

    def _held(self, player: int) -> int:
        return len(self.packets[player]) + len(self.piles[player])

    def _turn_up(self, player: int) -> int:
        """Lay the top card of a packet, turning the pile over first if the packet is empty."""
        packet, pile = self.packets[player], self.piles[player]
        if not packet:
            packet += pile
            pile.clear()
        card = packet.pop(0)
        self.stacks[player].append(card)
        return card

    def _take_pot(self, winner: int) -> Taken:
        stacks = self.stacks
        pot = pot_in_order(stacks, winner, self.rules.pickup)
        if self.rules.pickup == "shuffled":
            if len(pot) == 2:
                player_0_first = self.chance.coin(self.rounds - 1)
                pot = stacks[0] + stacks[1] if player_0_first else stacks[1] + stacks[0]
            else:
                self.chance.shuffle(pot)
        self.piles[winner] += pot
        return Taken(winner, tuple(pot))

    def _settled(self) -> Settled:
        return Settled(tuple(map(tuple, self.packets)), tuple(map(tuple, self.piles)))

    def _position(self) -> bytes:
        # No card is 0, so a 0 can separate the players' cards.
        return b"\0".join(bytes(packet + pile) for packet, pile in zip(self.packets, self.piles, strict=True))

    def _outcome(self, winner: int, ending: str, why: str) -> Outcome:
        row: dict[str, Any] = {
            "winner": winner,
            "ending": ending,
            "rounds": self.rounds,
            "battles": self.rounds,
            "plays": self.plays,
            "wars": self.wars,
            "single_wars": self.wars,
            "double_wars": 0,
            "triple_wars": 0,
            "longer_wars": 0,
            "longest_war": 1 if self.wars else 0,
            "winner_low": self.lows[winner] if winner >= 0 else -1,
            "aces": self.aces,
            "rank_sum": self.rank_sum,
        }
        verdict = {DRAW: "the game is a draw", UNFINISHED: "nobody wins"}.get(winner, f"player {winner} wins")
        length = "1 round" if self.rounds == 1 else f"{self.rounds} rounds"
        return Outcome(row, f"{verdict} after {length}: {why}")
