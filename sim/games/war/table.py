"""The play of War: packets, piles and pot of one game, from the deal to its outcome.

Plain Python for two to eight players, to be read with the source text; :mod:`sim.games.war.rulebook` quotes it,
names the options and says what was decided where the text is silent. No option is declared here and nothing
is compiled: the fast kernel is checked against this play.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from typing import Any

from sim.cards import ACE, JOKER
from sim.contract.events import DRAW, UNFINISHED, Event, Outcome, Settled
from sim.errors import UserError
from sim.games.packets.events import (
    Battle,
    Dealt,
    Laid,
    PileTurned,
    RanOut,
    Stands,
    Taken,
    TakenBack,
    Tie,
)
from sim.games.packets.pots import Stacks, pot_in_order
from sim.games.war.rules import WarRules
from sim.rng import Chance


def best_card(cards: Sequence[int], rules: WarRules) -> int:
    """Return the card that beats, or ties with, all others that are face up in a battle."""
    # "The ranking of the cards is from ace (high) down to six (low), except that a six beats an ace": only when both
    # are face up, and then the lowest rank beats all others.
    best = max(cards)
    if rules.low_beats_high and best == rules.highest and rules.lowest in cards:
        return rules.lowest
    return best


def cards_for_war(rank: int, rules: WarRules) -> int:
    """Return how many cards a tie of that rank asks for from each player, the face-up one included."""
    # "two cards for a 2, three for a 3 and so on, 10 cards for a war caused by a Jack, Queen or King and 11 cards for a
    # war over Aces".
    if isinstance(rules.face_down, int):
        return rules.face_down + 1
    if rank in (ACE, JOKER):
        return 11 + 1
    return min(rank, 10) + 1


class WarTable:
    """One game of War while it is being played."""

    def __init__(self, rules: WarRules, packets: Stacks, chance: Chance) -> None:
        self.rules = rules
        self.chance = chance
        self.packets = [list(packet) for packet in packets]
        self.piles: list[list[int]] = [[] for _ in packets]
        self.stacks: list[list[int]] = [[] for _ in packets]
        self.alive = tuple(range(len(packets)))
        """The players who hold cards, in seat order."""
        self.rounds = self.battles = self.plays = self.wars = 0
        self.rounds_by_wars = [0, 0, 0, 0, 0]
        """The number of rounds with no war, one, two, three, and more."""
        self.longest_war = 0
        self.lows = [len(packet) for packet in packets]
        """The fewest cards each player held at the end of any round."""
        self.aces = self.packets[0].count(ACE)
        self.rank_sum = sum(self.packets[0])
        self._news: list[Event] = []
        if not all(self.packets):
            raise UserError("a packet without cards", cure="deal every player at least one card")

    def play(self) -> Iterator[Event]:
        """Play the game; the last event is its outcome."""
        rules, seats = self.rules, len(self.packets)
        yield Dealt(tuple(map(tuple, self.packets)))
        yield self._settle()
        # A position that recurs recurs for ever only where nothing is left to chance.
        seen = {self._position(): 0} if rules.deterministic else None
        while True:
            ending = yield from self._round()
            yield self._settle()
            if ending == "draw":
                yield self._outcome(DRAW, "draw", "nobody can win the war")
                return
            still_in = len(self.alive)
            if still_in < seats and (still_in == 1 or rules.end == "first-out"):
                yield self._judge(ending)
                return
            if seen is not None:
                before = seen.setdefault(self._position(), self.rounds)
                if before != self.rounds:
                    same = f"all cards lie as after round {before}" if before else "all cards lie as dealt"
                    yield self._outcome(UNFINISHED, "cycle", f"{same}: the game never ends")
                    return
            if self.rounds == rules.max_rounds:
                yield self._outcome(UNFINISHED, "cap", "stopped unfinished")
                return

    def _round(self) -> Generator[Event, None, str]:
        """Play a round and return how it ended: ``cards``, ``run-out`` or ``draw``."""
        self.rounds += 1
        stacks = self.stacks = [[] for _ in self.packets]
        fighters = self.alive
        for player in fighters:
            self._turn_up(player)
        wars, plays = 0, 1
        while True:
            if self._news:
                yield from self._tell_news()
            cards = tuple([stacks[player][-1] for player in fighters])  # the one laid last is face up
            yield Battle(self.rounds, wars + 1, fighters, cards)
            best = best_card(cards, self.rules)
            if cards.count(best) == 1:
                winner, ending = fighters[cards.index(best)], "cards"
                break
            tied = tuple(player for player, card in zip(fighters, cards, strict=True) if card == best)
            fighters = yield from self._call_to_war(best, tied, fighters)
            if len(fighters) < 2:
                winner, ending = (fighters[0], "run-out") if fighters else (DRAW, "draw")
                break
            wars += 1
            plays = max(plays, *(len(stacks[player]) for player in fighters))
        self.battles += wars + 1
        self.plays += plays
        self.wars += wars
        self.rounds_by_wars[min(wars, 4)] += 1
        self.longest_war = max(self.longest_war, wars)
        if winner == DRAW:
            yield TakenBack(tuple(map(tuple, stacks)))
            for packet, stack in zip(self.packets, stacks, strict=True):
                packet += stack
        else:
            yield self._take_pot(winner)
        return ending

    def _call_to_war(
        self, rank: int, tied: tuple[int, ...], fighters: tuple[int, ...]
    ) -> Generator[Event, None, tuple[int, ...]]:
        """Lay the cards that a tie calls for and return the players who fight the next battle."""
        # A single player takes the pot without a battle; if no player is returned, the game is drawn. The players lay
        # their cards in turn, once round the table from player 0, each finishing before the next.
        run_out = self.rules.run_out
        # "Note that all players take part in a war, not only the ones who had the highest cards."
        in_war = fighters if self.rules.fighters == "all" else tied
        need = cards_for_war(rank, self.rules)
        yield Tie(rank, tied, need)
        held = {player: self._held(player) for player in in_war}
        if run_out == "last-card":
            able = in_war if any(held.values()) else ()
        else:
            enough = need if run_out == "lose" else 1
            able = tuple(player for player in in_war if held[player] >= enough)
            if run_out == "fewest" and able:
                need = min(need, *(held[player] for player in able))
        others: tuple[int, ...] = ()
        if not able:
            others = tuple(p for p in range(len(self.packets)) if p not in in_war and self._held(p))
            most = max(held.values())
            outlasting = tuple(player for player in in_war if held[player] == most)
            if not others and len(outlasting) > 1:
                return ()
        for player in in_war:
            if player not in able:
                cards = self._lay(player, held[player])
                yield from self._tell_news()
                yield RanOut(player, cards)
            elif len(able) > 1 and held[player]:
                cards = self._lay(player, min(need, held[player]))
                yield from self._tell_news()
                yield Laid(player, cards)
            elif len(able) > 1:
                yield Stands(player, self.stacks[player][-1])
        if able:
            return able
        if len(others) > 1:
            for player in others:
                self._turn_up(player)
        return others or outlasting

    def _held(self, player: int) -> int:
        return len(self.packets[player]) + len(self.piles[player])

    def _turn_up(self, player: int) -> None:
        """Lay the top card of a packet, turning the pile first if the packet is empty."""
        packet = self.packets[player]
        if not packet:
            self._turn_pile(player)
        self.stacks[player].append(packet.pop(0))

    def _lay(self, player: int, count: int) -> tuple[int, ...]:
        """Lay several cards and return them."""
        stack = self.stacks[player]
        before = len(stack)
        for _ in range(count):
            self._turn_up(player)
        return tuple(stack[before:])

    def _turn_pile(self, player: int) -> None:
        packet, pile = self.packets[player], self.piles[player]
        self.chance.shuffle(pile)
        packet += pile
        pile.clear()
        self._news.append(PileTurned(player, tuple(packet)))

    def _tell_news(self) -> Iterator[Event]:
        yield from self._news
        self._news.clear()

    def _take_pot(self, winner: int) -> Taken:
        stacks, rules = self.stacks, self.rules
        pot = pot_in_order(stacks, winner, rules.pickup)
        if rules.pickup == "shuffled":
            if len(stacks) == 2 and len(pot) == 2:
                player_0_first = self.chance.coin(self.rounds - 1)
                pot = stacks[0] + stacks[1] if player_0_first else stacks[1] + stacks[0]
            else:
                self.chance.shuffle(pot)
        home = self.packets if rules.captured == "bottom" else self.piles
        home[winner] += pot
        return Taken(winner, tuple(pot))

    def _settle(self) -> Settled:
        """Count the cards that each player holds now that the table is clear."""
        packets, piles, lows = self.packets, self.piles, self.lows
        for player in self.alive:
            held = len(packets[player]) + len(piles[player])
            if held < lows[player]:
                lows[player] = held
                if not held:
                    self.alive = tuple(other for other in self.alive if other != player)
        if self.rules.captured == "bottom":
            return Settled(tuple(map(tuple, packets)))
        return Settled(tuple(map(tuple, packets)), tuple(map(tuple, piles)))

    def _position(self) -> bytes:
        # No card is 0, so a 0 can separate the packets.
        return b"\0".join(map(bytes, self.packets))

    def _judge(self, ending: str) -> Outcome:
        """Return the outcome of a game that is over: the player with the most cards has won."""
        held = [self._held(player) for player in range(len(self.packets))]
        most = max(held)
        if held.count(most) > 1:
            return self._outcome(DRAW, "draw", f"{held.count(most)} players hold {most} cards each")
        how = "goes to the highest card" if ending == "cards" else "is taken because nobody else can carry on"
        return self._outcome(held.index(most), ending, f"the last pot {how}")

    def _outcome(self, winner: int, ending: str, why: str) -> Outcome:
        _, single, double, triple, longer = self.rounds_by_wars
        row: dict[str, Any] = {
            "winner": winner,
            "ending": ending,
            "rounds": self.rounds,
            "battles": self.battles,
            "plays": self.plays,
            "wars": self.wars,
            "single_wars": single,
            "double_wars": double,
            "triple_wars": triple,
            "longer_wars": longer,
            "longest_war": self.longest_war,
            "winner_low": self.lows[winner] if winner >= 0 else -1,
            "aces": self.aces,
            "rank_sum": self.rank_sum,
        }
        verdict = {DRAW: "the game is a draw", UNFINISHED: "nobody wins"}.get(winner, f"player {winner} wins")
        length = "1 round" if self.rounds == 1 else f"{self.rounds} rounds"
        return Outcome(row, f"{verdict} after {length}: {why}")
