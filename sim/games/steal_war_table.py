"""The play of Steal War: packets, piles, the cards in hand and the pot of one game, from the deal to its outcome.

To be read beside the source text; :mod:`sim.games.steal_war` quotes it, names the options and says what was
decided where the text is silent. This is the play that the fast kernel is checked against.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from sim.cards import ACE
from sim.games.base import DRAW, UNFINISHED, Event, Outcome, Settled
from sim.games.steal_war_events import LaidDown, Looked, PotWon, Stolen
from sim.games.war_events import Battle, Dealt, PileTurned, RanOut, TakenBack, Tie
from sim.games.war_table import pot_in_order
from sim.rng import Chance

if TYPE_CHECKING:
    from sim.games.steal_war import StealWarRules

FACE_DOWN = 3
"""Cards laid face down in a war."""


class StealWarTable:
    """One game of Steal War while it is being played.

    Parameters
    ----------
    rules
        The rules played by.
    packets
        Each player's cards, top first.
    chance
        What is random inside the game.
    """

    def __init__(self, rules: StealWarRules, packets: Sequence[Sequence[int]], chance: Chance) -> None:
        self.rules = rules
        self.chance = chance
        self.packets = [list(packet) for packet in packets]
        self.piles: list[list[int]] = [[] for _ in packets]
        """The face-up piles, the bottom card in front."""
        self.hands: dict[int, int] = {}
        """The card that each player has looked at and neither used nor laid."""
        self.stacks: list[list[int]] = [[] for _ in packets]
        self.laid = [0 for _ in packets]
        self.rounds = self.battles = self.wars = self.steals = self.cards_stolen = 0
        self.rounds_by_wars = [0, 0, 0, 0, 0]
        self.lows = [len(packet) for packet in packets]
        self.aces = self.packets[0].count(ACE)
        self.rank_sum = sum(self.packets[0])

    def play(self) -> Iterator[Event]:
        """Play the game; the last event is its outcome."""
        yield Dealt(tuple(map(tuple, self.packets)))
        yield self._settled()
        while True:
            winner, ending = yield from self._round()
            held = [self._held(player) for player in range(len(self.packets))]
            self.lows = list(map(min, self.lows, held))
            yield self._settled()
            if ending == "draw":
                yield self._outcome(DRAW, ending, "nobody can win the war")
                return
            if not any(held[:winner] + held[winner + 1 :]):
                how = "by a higher card" if ending == "cards" else "because nobody else can carry on"
                yield self._outcome(winner, ending, f"the last pot is taken {how}")
                return
            if self.rounds == self.rules.max_rounds:
                yield self._outcome(UNFINISHED, "cap", "stopped unfinished")
                return

    def _round(self) -> Generator[Event, None, tuple[int, str]]:
        """Play a round; return who took the pot and how: ``cards``, ``run-out`` or ``draw``."""
        self.rounds += 1
        self.stacks = [[] for _ in self.packets]
        fighters = tuple(player for player in range(len(self.packets)) if self._held(player))
        for player in fighters:
            yield from self._look(player)
        wars = 0
        while True:
            while (yield from self._wave()):
                pass
            cards = tuple(self.hands[player] for player in fighters)
            for player in fighters:
                self.stacks[player].append(self.hands.pop(player))
                self.laid[player] += 1
            yield Battle(self.rounds, wars + 1, fighters, cards)
            best = max(cards)
            if cards.count(best) == 1:
                winner, ending = fighters[cards.index(best)], "cards"
                break
            tied = tuple(player for player, card in zip(fighters, cards, strict=True) if card == best)
            yield Tie(best, tied, FACE_DOWN + 1)
            fighters = yield from self._call_to_war(fighters)
            if len(fighters) < 2:
                winner, ending = (fighters[0], "run-out") if fighters else (DRAW, "draw")
                break
            wars += 1
        self.battles += wars + 1
        self.wars += wars
        self.rounds_by_wars[min(wars, 4)] += 1
        if winner == DRAW:
            yield TakenBack(tuple(map(tuple, self.stacks)))
            for packet, stack in zip(self.packets, self.stacks, strict=True):
                packet += stack
        else:
            yield self._put_on_pile(winner)
        return winner, ending

    def _look(self, player: int) -> Iterator[Event]:
        """Take the next card and look at it."""
        turned = self._take(player)
        self.hands[player] = turned[0]
        yield Looked(player, turned[0])
        yield from turned[1]

    def _take(self, player: int) -> tuple[int, list[Event]]:
        """Take the top card of a packet; return it, and what happened to the pile.

        "As soon as a player's packet of face down cards runs out, the player's face-up pile is turned over
        and shuffled to make a new face-down packet of cards to play from."
        """
        packet = self.packets[player]
        news: list[Event] = []
        if not packet:
            news += self._turn_pile(player)
        card = packet.pop(0)
        if not packet and self.piles[player]:
            news += self._turn_pile(player)
        return card, news

    def _turn_pile(self, player: int) -> Iterator[Event]:
        pile = self.piles[player]
        self.chance.shuffle(pile)
        self.packets[player] += pile
        pile.clear()
        yield PileTurned(player, tuple(self.packets[player]))

    def _wave(self) -> Generator[Event, None, bool]:
        """Let everybody steal who can, by the piles as they lie now; return whether anybody did."""
        before = [tuple(pile) for pile in self.piles]
        victims = self._thefts(before)
        for thief, victim in victims.items():
            loot, card = before[victim], self.hands.pop(thief)
            # "The two capture piles are exchanged": who is robbed himself keeps only his loot.
            own = () if thief in victims.values() else before[thief]
            self.piles[thief] = [*own, *loot, card]
            self.steals += 1
            self.cards_stolen += len(loot)
            yield Stolen(thief, victim, card, loot[::-1])
        for victim in victims.values():
            if victim not in victims:
                self.piles[victim] = []
        for thief in victims:
            yield from self._look(thief)
        return bool(victims)

    def _thefts(self, piles: Sequence[Sequence[int]]) -> dict[int, int]:
        """Return whom everybody robs who can, thieves in seat order."""
        seats = len(piles)
        wanted: dict[int, list[int]] = {}
        for thief, card in sorted(self.hands.items()):
            after_him = [(thief + step) % seats for step in range(1, seats)]
            open_to_him = [
                owner
                for owner in after_him
                if piles[owner] and piles[owner][-1] == card and not self._safe(owner)
            ]
            if open_to_him:
                # The first of the largest is the next in seat order.
                victim = max(open_to_him, key=lambda owner: len(piles[owner]))
                wanted.setdefault(victim, []).append(thief)
        thefts = {
            min(thieves, key=lambda t: (t - victim) % seats): victim for victim, thieves in wanted.items()
        }
        return dict(sorted(thefts.items()))

    def _safe(self, owner: int) -> bool:
        """Say whether a pile's owner holds a card that protects it."""
        return self.rules.protect and self.hands.get(owner) == self.piles[owner][-1]

    def _call_to_war(self, fighters: tuple[int, ...]) -> Generator[Event, None, tuple[int, ...]]:
        """Lay the face-down cards that a tie calls for, look at the next ones, and return who fights on.

        A single player returned takes the pot without a battle; none at all means that the game is drawn.
        """
        held = {player: self._held(player) for player in fighters}
        able = tuple(player for player in fighters if held[player] > FACE_DOWN)
        most = max(held.values())
        outlasting = tuple(player for player in fighters if held[player] == most)
        if not able and len(outlasting) > 1:
            return ()
        for player in fighters:
            if player not in able:
                rest = self.packets[player] + self.piles[player]
                self.packets[player], self.piles[player] = [], []
                self.stacks[player] += rest
                yield RanOut(player, tuple(rest))
        if len(able) > 1:
            for player in able:
                taken = [self._take(player) for _ in range(FACE_DOWN)]
                down = [card for card, _ in taken]
                self.stacks[player] += down
                self.laid[player] += FACE_DOWN
                yield LaidDown(player, tuple(down))
                for _, news in taken:
                    yield from news
                yield from self._look(player)
        return able or outlasting

    def _held(self, player: int) -> int:
        return len(self.packets[player]) + len(self.piles[player])

    def _put_on_pile(self, winner: int) -> PotWon:
        """Put the pot on the winner's pile, the card that he chooses on top."""
        pot = pot_in_order(self.stacks, winner, "winner-first")
        if self.rules.top == "random":
            place = self.chance.below(len(pot))
        else:
            place = pot.index(min(pot) if self.rules.top == "lowest" else max(pot))
        pot.append(pot.pop(place))
        self.piles[winner] += pot
        return PotWon(winner, tuple(reversed(pot)))

    def _settled(self) -> Settled:
        return Settled(tuple(map(tuple, self.packets)), tuple(tuple(reversed(pile)) for pile in self.piles))

    def _outcome(self, winner: int, ending: str, why: str) -> Outcome:
        _, single, double, triple, longer = self.rounds_by_wars
        row: dict[str, Any] = {
            "winner": winner,
            "ending": ending,
            "rounds": self.rounds,
            "battles": self.battles,
            "plays": max(self.laid),
            "wars": self.wars,
            "single_wars": single,
            "double_wars": double,
            "triple_wars": triple,
            "longer_wars": longer,
            "winner_low": self.lows[winner] if winner >= 0 else -1,
            "aces": self.aces,
            "rank_sum": self.rank_sum,
            "steals": self.steals,
            "cards_stolen": self.cards_stolen,
        }
        verdict = {DRAW: "the game is a draw", UNFINISHED: "nobody wins"}.get(winner, f"player {winner} wins")
        length = "1 round" if self.rounds == 1 else f"{self.rounds} rounds"
        return Outcome(row, f"{verdict} after {length}: {why}")
